//! Running heads, feet and page numbers: lines in the margins that come back, numbers aside, on at
//! least three pages. Anything else stays.

use super::Page;
use super::lines::Line;
use std::collections::HashMap;

/// The margins, as a share of the page's height.
const MARGIN: f32 = 0.1;
/// Pages on which a line must come back.
const PAGES: usize = 3;
/// Most letters of a running head.
const LETTERS: usize = 160;

/// Takes the furniture out of the pages.
pub(super) fn remove(pages: &mut [Page]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        let mut here: Vec<String> =
            page.groups.iter().flatten().filter_map(|line| key(line, page.height)).collect();
        here.sort();
        here.dedup();
        here.into_iter().for_each(|key| *seen.entry(key).or_default() += 1);
    }
    for page in pages {
        let height = page.height;
        let stays = |line: &Line| {
            key(line, height).is_none_or(|key| seen.get(&key).is_none_or(|pages| *pages < PAGES))
        };
        page.groups.iter_mut().for_each(|group| group.retain(stays));
        page.groups.retain(|group| !group.is_empty());
    }
}

/// A line in a margin, with its numbers made equal; `None` for all others.
fn key(line: &Line, height: f32) -> Option<String> {
    let margin = height * MARGIN;
    let place = match () {
        () if line.rect.y1 <= margin => 'h',
        () if line.rect.y0 >= height - margin => 'f',
        () => return None,
    };
    if line.glyphs.len() > LETTERS {
        return None;
    }
    let mut key = String::from(place);
    for letter in line.text().chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            _ if !letter.is_numeric() => key.push(letter),
            _ if key.ends_with('#') => {}
            _ => key.push('#'),
        }
    }
    Some(key)
}

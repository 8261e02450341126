//! Where a document's own title stands, and what it says: what its file states where that stands on
//! the first page too, else the largest type above the text.

use crate::lines::{Front, Line, opens};
use std::ops::Range;
use types::normalise_term;

/// Two lines of one title differ by no more in height.
const SAME_SIZE: f32 = 0.12;
/// Lines that differ by no more are set in one type.
const SAME_TYPE: f32 = 0.005;
/// A title is larger than the text by this factor, and begins above this share of the page.
const LARGER: f32 = 1.1;
const UPPER: f32 = 0.6;
/// Most lines and letters of a title.
const LINES: usize = 8;
const LETTERS: usize = 400;

/// A title where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Title {
    pub words: String,
    /// Places of its lines; empty where it stands nowhere.
    pub lines: Range<usize>,
}

/// Finds the title. `stated` are titles given elsewhere, the best first, and whether the file's own
/// metadata or a heading in it gives each.
pub(crate) fn find(front: &Front<'_>, stated: &[(&str, bool)]) -> Option<Title> {
    let groups = groups(front);
    let largest = if front.is_page { largest(front, &groups) } else { None };
    let size = |lines: &Range<usize>| front.lines.get(lines.start).map_or(0.0, |line| line.size);
    for (title, by_file) in stated {
        let Some(lines) = standing(front, title) else { continue };
        let Some(largest) = &largest else {
            return Some(Title { words: (*title).to_owned(), lines });
        };
        // the largest type goes on after it: a subtitle, or a title cut short
        if covers(largest, &lines) && squeezed(&front.said(largest.clone())) != squeezed(title) {
            return Some(said(front, largest.clone()));
        }
        // what looks like a heading is no title below larger type
        if *by_file || covers(largest, &lines) || size(&lines) * LARGER >= size(largest) {
            return Some(Title { words: (*title).to_owned(), lines });
        }
    }
    let lines = largest.or_else(|| first(front, &groups))?;
    Some(said(front, lines))
}

fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn said(front: &Front<'_>, lines: Range<usize>) -> Title {
    let words = front.said(lines.clone());
    let words = words.trim_end_matches(|c: char| "*∗†‡§¶?⋆,".contains(c) || c.is_whitespace());
    Title { words: words.to_owned(), lines }
}

/// The lines on which a title stands that was stated elsewhere.
fn standing(front: &Front<'_>, title: &str) -> Option<Range<usize>> {
    let wanted = squeezed(title);
    if wanted.is_empty() {
        return None;
    }
    let upper = front.lines.iter().take_while(|line| !front.is_page || line.top <= UPPER);
    let keys: Vec<String> = upper.map(|line| squeezed(&line.words)).collect();
    let from = |start: usize, begins: bool| {
        let mut said = String::new();
        for end in start..keys.len().min(start + LINES) {
            said.push_str(keys.get(end)?);
            if said.starts_with(&wanted) || !begins && said.contains(&wanted) {
                return Some(start..end + 1);
            }
            if !wanted.starts_with(&said) {
                return None;
            }
        }
        None
    };
    let long = wanted.len() > 12;
    let begun = (0..keys.len()).find_map(|start| from(start, true));
    begun.or_else(|| (0..keys.len()).filter(|_| long).find_map(|start| from(start, false)))
}

/// Letters and digits alone.
fn squeezed(text: &str) -> String {
    normalise_term(text).replace('_', "")
}

/// Lines of one size that follow each other.
fn groups(front: &Front<'_>) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, line) in front.lines.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| front.lines.get(before));
        match groups.last_mut().zip(before).filter(|(_, before)| goes_on(before, line)) {
            Some((group, _)) => group.end = at + 1,
            None => groups.push(at..at + 1),
        }
    }
    groups
}

fn goes_on(before: &Line, line: &Line) -> bool {
    let larger = before.size.max(line.size).max(f32::EPSILON);
    let differ = (before.size - line.size).abs() / larger;
    let height = line.bottom - line.top;
    let near = line.top - before.bottom <= height * 0.9 && line.top > before.top;
    let apart = before.is_heading != line.is_heading;
    let one = before.block == line.block && (line.is_heading || differ <= SAME_SIZE);
    one || near && (differ <= SAME_SIZE && !apart || differ <= SAME_TYPE)
}

/// The group of the largest type that can be a title.
fn largest(front: &Front<'_>, groups: &[Range<usize>]) -> Option<Range<usize>> {
    let body = front.body_size();
    let end = front.body_after(0);
    let mut best: Option<(f32, Range<usize>)> = None;
    for group in groups.iter().filter(|group| group.start < end.max(1)) {
        let Some(line) = front.lines.get(group.start) else { continue };
        let words = front.said(group.clone());
        // one word may be a journal, a number of a paper, a sort of article
        let several = words.contains(' ') || has_ideographs(&words);
        let large = line.size >= body * LARGER && line.top <= UPPER;
        let fits = large && several && is_title(&words);
        let larger =
            best.as_ref().is_none_or(|(size, _)| line.size > size * (1.0 + SAME_SIZE / 2.0));
        if fits && group.len() <= LINES && larger {
            best = Some((line.size, group.clone()));
        }
    }
    best.map(|(_, group)| group)
}

/// Where all type is of one size: the first heading, else what stands first.
fn first(front: &Front<'_>, groups: &[Range<usize>]) -> Option<Range<usize>> {
    let end = front.body_after(0);
    let fits = |group: &&Range<usize>| {
        let line = front.lines.get(group.start);
        group.start < end
            && group.len() <= LINES
            && line.is_some_and(|line| line.is_heading)
            && is_title(&front.said((*group).clone()))
    };
    groups.iter().find(fits).cloned()
}

/// Whether words can be a title: letters enough, and none of what journals print in heads.
pub(crate) fn is_title(words: &str) -> bool {
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    let lower = words.to_lowercase();
    let head = ["issn", "http://", "https://", "www.", "doi:", "arxiv:", "©"];
    (letters >= 5 || has_ideographs(words))
        && words.chars().count() <= LETTERS
        && !head.iter().any(|mark| lower.contains(mark))
        && !opens(words)
        && !is_journal(&lower)
}

fn has_ideographs(words: &str) -> bool {
    words.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The name of a journal or proceedings, or what sorts an article there.
fn is_journal(lower: &str) -> bool {
    let sorts = [
        "original article",
        "original paper",
        "research article",
        "research paper",
        "review",
        "review article",
        "article",
        "letter",
        "short communication",
        "technical note",
        "paper",
        "regular article",
        "open access",
        "chapter 1",
        "case report",
        "editorial",
    ];
    let named = lower.starts_with("proceedings of")
        || lower.starts_with("proc. of")
        || lower.contains("journal of") && lower.split(' ').count() <= 6
        || lower.contains("vol.") && lower.contains(|c: char| c.is_ascii_digit());
    named || sorts.contains(&lower.trim())
}

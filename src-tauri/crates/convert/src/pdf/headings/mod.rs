//! Headings: which lines of a document are one, which of them is its title, and of what level each
//! is. The document's bookmarks say so first. Lines that no bookmark leads to are weighed by small
//! grown trees over what is seen of them and of their style in the whole document, and then once more
//! with what that says of the lines around, like and numbered as they are; numbers and type then tell
//! the levels.

mod company;
mod features;
mod levels;
mod lines;
mod names;
mod numbers;
mod title;
#[cfg(feature = "training")]
pub(super) mod training;

pub(super) use levels::levels;

use super::lines::Line;
use super::page::{Group, Page};
use crate::trees::Trees;
use company::Company;
use features::COUNT;
use levels::TITLE;
use lines::{Seen, Sight};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Grown by `assets/headings/train.py`.
const GROWN: &str = include_str!("../../../../../../assets/headings/trees.txt");
/// Most lines of a heading.
const LINES: usize = 4;
/// Most letters of a heading.
const LETTERS: usize = 250;
/// A line goes on from a heading's line of its style above these odds, to this distance.
const LIKELY: f32 = -2.0;
const NEAR: f32 = 1.5;
/// A line of such odds or below is not weighed again: it is none.
const UNLIKELY: f32 = -5.0;

/// The features of a line.
type Row = [f32; COUNT];

fn grown() -> &'static [Trees; 2] {
    static TREES: OnceLock<[Trees; 2]> = OnceLock::new();
    TREES.get_or_init(|| Trees::pair(GROWN))
}

/// Marks the lines that are headings.
pub(super) fn mark(pages: &mut [Page], body_size: f32) {
    part_run_ins(pages);
    let marks = marks(&Sight::of(pages, body_size));
    // the lines of a sight are those of the pages' groups, in their order
    let groups = pages.iter_mut().flat_map(|page| &mut page.groups);
    let lines = groups.filter_map(|group| match group {
        Group::Lines(lines) => Some(lines),
        Group::Table(_) => None,
    });
    for (line, mark) in lines.flatten().zip(marks) {
        line.heading = mark;
    }
}

/// The number of the heading that each line is part of.
fn marks(sight: &Sight) -> Vec<Option<u32>> {
    let odds = odds(sight);
    let mut marks: Vec<Option<u32>> = vec![None; sight.lines.len()];
    let mut next = TITLE + 1;
    let mut at = 0;
    while let Some(seen) = sight.lines.get(at) {
        let is_heading = odds.get(at).is_some_and(|odds| *odds > 0.0);
        let parted = seen.line.heading.is_some();
        if !is_heading && !parted {
            at += 1;
            continue;
        }
        let end = if parted { at + 1 } else { heading_end(sight, &odds, at) };
        let letters = |own: &Seen| own.line.glyphs.len();
        if sight.lines.iter().take(end).skip(at).map(letters).sum::<usize>() <= LETTERS {
            marks.iter_mut().take(end).skip(at).for_each(|mark| *mark = Some(next));
            next += 1;
        }
        at = end;
    }
    if let Some(title) = title::of(sight, &marks) {
        let own: HashSet<u32> =
            marks.get(title.clone()).unwrap_or_default().iter().flatten().copied().collect();
        // what is left of a heading that the title took lines of is none
        marks
            .iter_mut()
            .filter(|mark| mark.is_some_and(|mark| own.contains(&mark)))
            .for_each(|mark| *mark = None);
        marks.get_mut(title).into_iter().flatten().for_each(|mark| *mark = Some(TITLE));
    }
    marks
}

/// How likely each line is a heading: above zero, it is.
fn odds(sight: &Sight) -> Vec<f32> {
    let [first, second] = grown();
    // only the rows of likely lines are kept
    let weigh = |row: Option<Row>| {
        let odds = row.map_or(f32::MIN, |row| first.odds(&row));
        (odds, row.filter(|_| odds > UNLIKELY).map(Box::new))
    };
    let (odds, rows): (Vec<f32>, Vec<Option<Box<Row>>>) = rows(sight).map(weigh).unzip();
    let company = Company::of(sight, &odds);
    let again = |(at, row): (usize, Option<Box<Row>>)| {
        row.map_or(f32::MIN, |row| second.odds(&company.row(at, &row)))
    };
    rows.into_iter().enumerate().map(again).collect()
}

/// The features of each line; `None` for what can be no heading.
fn rows<'a>(sight: &'a Sight<'a>) -> impl Iterator<Item = Option<Row>> + 'a {
    let mut part = features::Part::first();
    let mut run = (0, 0);
    sight.lines.iter().enumerate().map(move |(at, seen)| {
        if at >= run.1 {
            run = (at, sight.run_end(at));
        }
        let row = features::row(sight, (at, seen), run, &mut part);
        let letters = seen.text.chars().filter(|c| c.is_alphabetic()).count();
        let possible = letters >= 2 && !seen.line.turned && seen.line.glyphs.len() <= LETTERS;
        (possible && !is_plain(sight, seen)).then_some(row)
    })
}

/// Whether nothing tells a line from the body's but, at most, a font that comes only once.
fn is_plain(sight: &Sight, seen: &Seen) -> bool {
    let Seen { line, style, .. } = seen;
    let style_comes_once = style.plain() == sight.body || sight.usage(seen).runs < 2;
    style_comes_once
        && !sight.is_coloured(line)
        && sight.listed(seen) == 0
        && line.size <= sight.body_size + 0.3
        && !(line.bold || line.italic || style.is_capitals())
        && seen.number.is_none()
        && !names::is_top(&names::of(&seen.text))
}

/// Where the heading that begins at `start` ends.
fn heading_end(sight: &Sight, odds: &[f32], start: usize) -> usize {
    let mut end = start + 1;
    while let (Some(last), Some(next)) = (sight.lines.get(end - 1), sight.lines.get(end)) {
        let likely = odds.get(end).is_some_and(|odds| *odds > LIKELY);
        let heads = odds.get(end).is_some_and(|odds| *odds > 0.0);
        let one_style = last.style.plain() == next.style.plain() && next.above <= NEAR;
        let differs = heads || next.style.plain() != sight.body;
        let goes_on = likely && differs && one_style && next.number.is_none();
        // `Chapter 3`, and below it what it is called
        let names = end == start + 1 && heads && is_bare_number(&last.text);
        if !last.is_with(next) || end - start >= LINES || !(goes_on || names) {
            break;
        }
        end += 1;
    }
    end
}

/// `Chapter 3` and nothing else.
fn is_bare_number(text: &str) -> bool {
    let words = text.split_whitespace().count();
    words <= 2
        && numbers::Number::of(text).is_some_and(|(number, _)| number.kind == numbers::Kind::Word)
}

/// Headings that their text runs on from, `Abstract—We show`, become lines of their own, each name
/// once in a document.
fn part_run_ins(pages: &mut [Page]) {
    let mut seen = HashSet::new();
    for page in pages {
        for group in &mut page.groups {
            let Group::Lines(lines) = group else { continue };
            let mut parted: Vec<Line> = Vec::with_capacity(lines.len());
            for line in lines.drain(..) {
                let text = line.text();
                let ended = parted.last().is_none_or(|last| {
                    last.text().trim_end().ends_with(['.', ')', '”', '"']) || last.size != line.size
                });
                let end = names::run_in(&text).filter(|_| ended && !line.turned);
                let end = end.filter(|_| seen.insert(names::run_in_name(&text)));
                let halves = end
                    .and_then(|end| Some((line.part(0, end)?, line.part(end, line.glyphs.len())?)));
                match halves {
                    Some((head, rest)) => {
                        parted.push(Line { heading: Some(TITLE + 1), ..head });
                        parted.push(rest);
                    }
                    None => parted.push(line),
                }
            }
            *lines = parted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grown_trees_know_our_features() {
        let both: Vec<&str> = features::NAMES.iter().chain(&company::NAMES).copied().collect();
        crate::trees::check_names(GROWN, &features::NAMES, &both);
    }
}

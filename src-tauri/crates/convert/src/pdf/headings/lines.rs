//! The lines of a document as the search for headings sees them: each with its style, its column
//! and the white space around it; and what the document as a whole does with each style.

use super::numbers::{Number, Series};
use crate::pdf::lines::Line;
use crate::pdf::paragraphs::{distance, usual_distance};
use crate::pdf::{Group, Page, bookmarks};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// White space above and below a group of lines, in usual distances; no line's counts for more.
const EDGE: f32 = 4.0;
/// Lines further apart, in usual distances, are two runs.
const RUN: f32 = 1.45;

/// How a line is set: lines of one style look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Style {
    font: u16,
    half_points: i32,
    capitals: bool,
}

/// A line in its surroundings.
pub(super) struct Seen<'a> {
    pub(super) line: &'a Line,
    pub(super) page: usize,
    pub(super) group: usize,
    pub(super) text: String,
    pub(super) style: Style,
    /// Edges of its column.
    pub(super) left: f32,
    pub(super) right: f32,
    /// Distance from the line before and to the next, in usual distances.
    pub(super) above: f32,
    pub(super) below: f32,
    pub(super) number: Option<(Number, bool)>,
    /// Place on its page, from 0 at the top to 1.
    pub(super) height: f32,
    /// Lines of its page, and of its group.
    pub(super) beside: (usize, usize),
    /// Of its words, numbers aside.
    hash: u64,
}

/// What a document does with a style.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Use {
    pub(super) letters: usize,
    pub(super) lines: usize,
    /// Lines one below the other are one run.
    pub(super) runs: usize,
    /// Of the runs: those of one or two lines, those that begin with a number, those with white
    /// space above, those that end as a sentence does, and those that text of the body follows.
    pub(super) short: usize,
    pub(super) numbered: usize,
    pub(super) apart: usize,
    pub(super) ended: usize,
    pub(super) leading: usize,
    pub(super) pages: usize,
    last_page: usize,
}

/// All lines of a document, and what they have in common.
pub(super) struct Sight<'a> {
    pub(super) lines: Vec<Seen<'a>>,
    pub(super) uses: HashMap<Style, Use>,
    pub(super) body: Style,
    pub(super) body_size: f32,
    pub(super) letters: usize,
    pub(super) bold_letters: usize,
    pub(super) pages: usize,
    pub(super) series: Series,
    repeats: HashMap<u64, u32>,
}

impl<'a> Sight<'a> {
    pub(super) fn of(pages: &'a [Page], body_size: f32) -> Self {
        let mut lines = Vec::new();
        for (number, page) in pages.iter().enumerate() {
            let usual = usual_distance(&page.groups);
            let start = lines.len();
            for (group, of) in page.groups.iter().enumerate() {
                if let Group::Lines(own) = of {
                    lines.extend(group_lines(own, (number, group), usual, page.height));
                }
            }
            let count = lines.len() - start;
            lines.iter_mut().skip(start).for_each(|seen: &mut Seen| seen.beside.0 = count);
        }
        let mut letters: HashMap<Style, usize> = HashMap::new();
        let (mut all, mut bold) = (0, 0);
        for seen in &lines {
            let count = seen.line.glyphs.len();
            *letters.entry(seen.style.plain()).or_default() += count;
            all += count;
            bold += if seen.line.bold { count } else { 0 };
        }
        let most = letters.iter().max_by_key(|(style, count)| (**count, style.half_points));
        let none = Style { font: 0, half_points: 20, capitals: false };
        let body = most.map_or(none, |(style, _)| *style);
        let mut sight = Self {
            lines,
            uses: HashMap::new(),
            body,
            body_size,
            letters: all.max(1),
            bold_letters: bold,
            pages: pages.len().max(1),
            series: Series::default(),
            repeats: HashMap::new(),
        };
        sight.count();
        sight
    }

    fn count(&mut self) {
        let (mut series, mut repeats) = (Series::default(), HashMap::new());
        let mut uses: HashMap<Style, Use> = HashMap::new();
        for (at, seen) in self.lines.iter().enumerate() {
            if let Some((number, _)) = seen.number {
                series.note(number, at);
            }
            *repeats.entry(seen.hash).or_default() += 1;
            let own = uses.entry(seen.style).or_default();
            own.letters += seen.line.glyphs.len();
            own.lines += 1;
            if own.pages == 0 || own.last_page != seen.page {
                own.pages += 1;
                own.last_page = seen.page;
            }
        }
        let mut at = 0;
        while at < self.lines.len() {
            let end = self.run_end(at);
            let (Some(first), Some(last)) = (self.lines.get(at), self.lines.get(end - 1)) else {
                break;
            };
            let next = self.lines.get(end).filter(|next| next.is_with(first));
            let own = uses.entry(first.style).or_default();
            own.runs += 1;
            own.short += usize::from(end - at <= 2);
            own.numbered += usize::from(first.number.is_some());
            own.apart += usize::from(first.above > 1.2);
            own.ended += usize::from(last.text.trim_end().ends_with(['.', ',', ';']));
            own.leading += usize::from(next.is_some_and(|next| next.style.plain() == self.body));
            at = end;
        }
        (self.series, self.repeats, self.uses) = (series, repeats, uses);
    }

    /// Where the run that begins at `start` ends.
    pub(super) fn run_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        while let (Some(last), Some(next)) = (self.lines.get(end - 1), self.lines.get(end)) {
            if !last.is_with(next) || last.style != next.style || next.above > RUN {
                break;
            }
            end += 1;
        }
        end
    }

    /// How often the words of a line stand in a line of the document, numbers aside.
    pub(super) fn repeats(&self, seen: &Seen) -> u32 {
        self.repeats.get(&seen.hash).copied().unwrap_or(0)
    }

    pub(super) fn usage(&self, seen: &Seen) -> Use {
        self.uses.get(&seen.style).copied().unwrap_or_default()
    }
}

impl Seen<'_> {
    /// Whether both stand in one group.
    pub(super) fn is_with(&self, other: &Self) -> bool {
        self.page == other.page && self.group == other.group
    }
}

impl Style {
    /// Capitals or not.
    pub(super) fn plain(self) -> Self {
        Self { capitals: false, ..self }
    }

    pub(super) fn is_capitals(self) -> bool {
        self.capitals
    }

    fn of(line: &Line, text: &str) -> Self {
        let letters = || text.chars().filter(|c| c.is_alphabetic());
        // many scripts have neither capitals nor small letters
        let capitals = letters().filter(|c| c.is_uppercase()).count() >= 3
            && letters().all(|c| !c.is_lowercase());
        Self { font: line.font, half_points: (line.size * 2.0).round() as i32, capitals }
    }
}

fn group_lines<'a>(
    lines: &'a [Line],
    (page, group): (usize, usize),
    usual: f32,
    height: f32,
) -> Vec<Seen<'a>> {
    let left = lines.iter().map(|line| line.rect.x0).fold(f32::MAX, f32::min);
    let right = lines.iter().map(|line| line.rect.x1).fold(0.0, f32::max);
    let gap = |one: Option<&Line>, other: Option<&Line>| match one.zip(other) {
        Some((one, other)) if distance(one, other) >= 0.0 => {
            (distance(one, other) / usual.max(0.1)).min(EDGE)
        }
        _ => EDGE,
    };
    let seen = |(at, line): (usize, &'a Line)| {
        let text = line.text();
        let before = at.checked_sub(1).and_then(|at| lines.get(at));
        let mut hasher = DefaultHasher::new();
        let key = bookmarks::key(&text);
        key.trim_matches(|c: char| c.is_ascii_digit()).hash(&mut hasher);
        Seen {
            line,
            page,
            group,
            style: Style::of(line, &text),
            left,
            right,
            above: gap(before, Some(line)),
            below: gap(Some(line), lines.get(at + 1)),
            number: Number::of(&text),
            height: line.rect.y0 / height.max(1.0),
            beside: (0, lines.len()),
            hash: hasher.finish(),
            text,
        }
    };
    lines.iter().enumerate().map(seen).collect()
}

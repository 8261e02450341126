//! The lines of a document as the search for headings sees them: each with its style, its column
//! and the white space around it; and what the document as a whole does with each style.

use super::numbers::{Number, Series};
use crate::pdf::bookmarks;
use crate::pdf::lines::Line;
use crate::pdf::page::{Group, Page};
use crate::pdf::paragraph::distance;
use crate::pdf::paragraphs::usual_distance;
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

/// Letters of the body that tell how wide each letter is.
const MEASURED: usize = 40_000;
/// Colours further apart, over red, green and blue, are two.
const OTHER_INK: u16 = 90;
/// Fewer letters name nothing.
const NAME_LETTERS: usize = 4;

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
    /// Lines of tables of contents, by their words.
    listed: HashMap<u64, u32>,
    /// Of other lines: those whose words a table of contents has.
    pub(super) listed_lines: usize,
    breadths: Breadths,
    /// Of the body's first line.
    body_weight: u16,
    body_ink: [u8; 3],
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
        let most = letters.iter().max_by_key(|(own, count)| (**count, own.half_points, own.font));
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
            listed: listed(pages),
            listed_lines: 0,
            breadths: Breadths::default(),
            body_weight: 0,
            body_ink: [0; 3],
        };
        sight.count();
        let of_body = || sight.lines.iter().filter(|seen| seen.style.plain() == body);
        let first = of_body().next().map(|seen| (seen.line.weight, seen.line.ink));
        let breadths = Breadths::of(of_body().map(|seen| seen.line));
        (sight.body_weight, sight.body_ink) = first.unwrap_or_default();
        sight.breadths = breadths;
        sight.listed_lines = sight.lines.iter().filter(|seen| sight.listed(seen) > 0).count();
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

    /// How often a table of contents has the words of a line that is not itself one of such a table.
    pub(super) fn listed(&self, seen: &Seen) -> u32 {
        let own = self.listed.get(&seen.hash).filter(|_| !ends_in_digit(&seen.text));
        own.copied().unwrap_or(0)
    }

    /// How wide a line's letters are against the body's same letters.
    pub(super) fn breadth(&self, line: &Line) -> f32 {
        self.breadths.ratio(line)
    }

    /// How much heavier than the body's a line's font says to be, in hundreds.
    pub(super) fn weight(&self, line: &Line) -> f32 {
        let known = line.weight > 0 && self.body_weight > 0;
        let more = f32::from(line.weight) - f32::from(self.body_weight);
        if known { (more / 100.0).clamp(-6.0, 6.0) } else { 0.0 }
    }

    /// Whether a line has another colour than the body.
    pub(super) fn is_coloured(&self, line: &Line) -> bool {
        let apart = line.ink.iter().zip(self.body_ink).map(|(one, other)| one.abs_diff(other));
        apart.map(u16::from).sum::<u16>() > OTHER_INK
    }

    pub(super) fn usage(&self, seen: &Seen) -> Use {
        self.uses.get(&seen.style).copied().unwrap_or_default()
    }
}

/// How wide each letter of the alphabet is in the body, in sizes of its type: the same letters in
/// bold are wider, even where a font has no name.
#[derive(Default)]
struct Breadths {
    letters: HashMap<char, (f32, u32)>,
}

impl Breadths {
    fn of<'a>(lines: impl Iterator<Item = &'a Line>) -> Self {
        let mut own = Self::default();
        let glyphs = lines.flat_map(|line| line.glyphs.iter().map(|glyph| (glyph, line.size)));
        let letters = glyphs.filter(|(glyph, _)| glyph.letter.is_ascii_alphabetic());
        for (glyph, size) in letters.take(MEASURED) {
            let (sum, count) = own.letters.entry(glyph.letter).or_default();
            *sum += (glyph.x1 - glyph.x0) / size.max(1.0);
            *count += 1;
        }
        own
    }

    /// Of a line's letters to the body's; 1 where there is nothing to compare.
    fn ratio(&self, line: &Line) -> f32 {
        let (mut wide, mut usual) = (0.0, 0.0);
        for glyph in line.glyphs.iter().filter(|glyph| glyph.letter.is_ascii_alphabetic()) {
            let Some((sum, count)) = self.letters.get(&glyph.letter) else { continue };
            wide += glyph.x1 - glyph.x0;
            usual += sum / *count as f32 * line.size.max(1.0);
        }
        if usual > 0.0 { (wide / usual).clamp(0.5, 2.0) } else { 1.0 }
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
            hash: hash(&text),
            text,
        }
    };
    lines.iter().enumerate().map(seen).collect()
}

/// Of the words, numbers aside.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    let key = bookmarks::key(text);
    key.trim_matches(|c: char| c.is_ascii_digit()).hash(&mut hasher);
    hasher.finish()
}

fn ends_in_digit(text: &str) -> bool {
    text.trim_end().ends_with(|c: char| c.is_ascii_digit())
}

/// Lines, and rows of tables, that end in a page's number as those of a table of contents do.
fn listed(pages: &[Page]) -> HashMap<u64, u32> {
    let mut found = HashMap::new();
    let mut note = |text: &str| {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        if ends_in_digit(text) && letters >= NAME_LETTERS {
            *found.entry(hash(text)).or_default() += 1;
        }
    };
    for group in pages.iter().flat_map(|page| &page.groups) {
        match group {
            Group::Lines(lines) => lines.iter().for_each(|line| note(&line.text())),
            Group::Table(table) => {
                for row in &table.rows {
                    let cells: Vec<String> = row.iter().flatten().map(Line::text).collect();
                    note(&cells.join(" "));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::glyphs::Glyph;
    use crate::pdf::rect::Rect;

    /// A line of type 10 whose letters are so wide.
    fn line(text: &str, width: f32) -> Line {
        let glyph = |(at, letter)| {
            let x0 = at as f32 * width;
            Glyph { letter, ..Glyph::space(x0, x0 + width) }
        };
        let glyphs: Vec<Glyph> = text.chars().enumerate().map(glyph).collect();
        let rect = Rect { x0: 0.0, y0: 0.0, x1: width * glyphs.len() as f32, y1: 10.0 };
        Line {
            glyphs,
            rect,
            size: 10.0,
            bold: false,
            italic: false,
            font: 0,
            weight: 0,
            ink: [0; 3],
            fixed: false,
            cells: 1,
            turned: false,
            heading: None,
        }
    }

    #[test]
    fn wide_letters_are_told_from_the_bodys() {
        let body = [line("of ducks and geese", 5.0)];
        let breadths = Breadths::of(body.iter());
        for (text, width, expected) in
            [("Ducks", 5.0, 1.0), ("ducks", 6.0, 1.2), ("ZZZ", 9.0, 1.0), ("12", 9.0, 1.0)]
        {
            let found = breadths.ratio(&line(text, width));
            assert!((found - expected).abs() < 1e-3, "{text} {width}: {found}");
        }
    }

    #[test]
    fn a_table_of_contents_lists_headings_by_their_words() {
        let lines = vec![line("1 Of ducks 7", 5.0), line("Of geese", 5.0), line("On 7", 5.0)];
        let (notes, groups) = (Vec::new(), vec![Group::Lines(lines)]);
        let found = listed(&[Page { width: 100.0, height: 100.0, groups, notes }]);
        let count = |text: &str| found.get(&hash(text)).copied();
        assert_eq!(count("Of ducks"), Some(1));
        assert_eq!(count("Of geese"), None);
        assert_eq!(count("On"), None);
    }
}

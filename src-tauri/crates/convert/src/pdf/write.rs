//! Paragraphs to one Markdown text with blocks and page layouts. Markup stands between the lines of
//! a layout, so that every letter of the text keeps its place on its page.

use super::glyphs::Glyph;
use super::hyphens::Words;
use super::letters;
use super::lines::Line;
use super::marks::{self, Mark};
use super::notes::Note;
use super::paragraph::{Paragraph, Shape, distance};
use super::rect::Rect;
use super::tables::{Cell, Table};
use std::ops::Range;
use types::{Block, BlockKind, ConvertedText, Format, PageLayout, TextLine};

/// Writes the text, page by page.
pub(super) struct Writer<'a> {
    words: &'a Words,
    text: String,
    blocks: Vec<Block>,
    pages: Vec<PageLayout>,
    /// Lines of the page that is open.
    lines: Vec<TextLine>,
    /// Where that page begins.
    page_start: usize,
    /// Notes that found no place on their page, since a paragraph goes through all of it.
    waiting: Vec<Note>,
    hidden: Vec<Range<usize>>,
}

/// What stands on a page beside its paragraphs.
pub(super) struct Added {
    pub(super) notes: Vec<Note>,
    /// The page's last paragraph goes on behind it.
    pub(super) breaks_off: bool,
}

/// Where a line is being written, which says what must be escaped there.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// At the beginning of a line of Markdown.
    LineStart,
    Words,
    Cell,
    Code,
}

impl<'a> Writer<'a> {
    pub(super) fn new(words: &'a Words) -> Self {
        let (text, blocks, pages, lines) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        let (waiting, hidden) = (Vec::new(), Vec::new());
        Self { words, text, blocks, pages, lines, page_start: 0, waiting, hidden }
    }

    /// Writes a page: its paragraphs with the levels of those that are headings, then its notes. A
    /// note never stands in a paragraph that goes on behind the page, but before it.
    pub(super) fn page(
        &mut self,
        width: f32,
        height: f32,
        paragraphs: &[Paragraph],
        levels: &[Option<u8>],
        added: Added,
    ) {
        self.page_start = self.text.len();
        let begins = paragraphs.iter().rposition(|paragraph| !paragraph.goes_on);
        let place = if added.breaks_off { begins } else { Some(paragraphs.len()) };
        let mut notes = Some(added.notes);
        for (at, (paragraph, level)) in paragraphs.iter().zip(levels).enumerate() {
            if place == Some(at) {
                self.notes(notes.take());
            }
            self.paragraph(paragraph, *level);
        }
        match place {
            Some(_) => self.notes(notes),
            None => self.waiting.extend(notes.into_iter().flatten()),
        }
        let page = self.pages.len() as u32 + 1;
        let lines = std::mem::take(&mut self.lines);
        let range = self.page_start..self.text.len();
        self.pages.push(PageLayout { page, width, height, range, lines, recognised: None });
    }

    pub(super) fn finish(self) -> ConvertedText {
        let converted = ConvertedText::new(Format::Pdf, self.text, self.blocks);
        ConvertedText { pages: self.pages, hidden: self.hidden, ..converted }
    }

    /// Writes notes of this page, after those of earlier ones that wait.
    fn notes(&mut self, own: Option<Vec<Note>>) {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.iter().for_each(|note| self.note(note, None));
        own.iter().flatten().for_each(|note| self.note(note, Some(note.rect)));
    }

    /// Writes a note as a block of one line, which fills the place it is attached to.
    fn note(&mut self, note: &Note, place: Option<Rect>) {
        self.part("\n\n");
        let start = self.text.len();
        let mut rest = note.text.chars().peekable();
        while let Some(letter) = rest.next() {
            if is_escaped(letter, rest.peek().copied(), Place::Words) {
                self.text.push('\\');
            }
            self.text.push(letter);
        }
        let range = start..self.text.len();
        let chars = self.text.get(start..).map_or(0, |text| text.chars().count());
        self.lines.extend(place.map(|Rect { x0, y0, x1, y1 }| {
            let width = ((x1 - x0) * 10.0).clamp(0.0, 65_535.0);
            let edge = |at: usize| (width * at as f32 / chars.max(1) as f32) as u16;
            TextLine { range: range.clone(), y0, y1, x0, edges: (1..=chars).map(edge).collect() }
        }));
        self.blocks.push(Block { kind: BlockKind::Footnote, range, title: String::new() });
    }

    fn paragraph(&mut self, paragraph: &Paragraph, level: Option<u8>) {
        if paragraph.goes_on && self.blocks.last().is_some() {
            self.go_on(paragraph);
            return;
        }
        let nested = match paragraph.shape {
            Shape::Item(_, depth) if level.is_none() => self.after_item(depth),
            _ => None,
        };
        self.part(if nested.is_some() { "\n" } else { "\n\n" });
        let from = self.text.len();
        let kind = match (level, paragraph.shape) {
            (Some(level), _) => {
                self.text.extend(std::iter::repeat_n('#', usize::from(level)));
                self.text.push(' ');
                self.joined(&paragraph.lines, Place::Words, |_, _| false);
                BlockKind::Heading(level)
            }
            (None, Shape::Item(mark, _)) => {
                self.item(paragraph, mark, nested.unwrap_or(0));
                BlockKind::ListItem
            }
            (None, Shape::Table) => {
                paragraph.table.iter().for_each(|table| self.table(table));
                BlockKind::Table
            }
            (None, Shape::Code) => {
                self.code(&paragraph.lines);
                BlockKind::Code
            }
            (None, shape) => {
                let breaks = |line: &Line, next: &Line| paragraph.breaks_after(line, next);
                self.joined(&paragraph.lines, Place::LineStart, breaks);
                match shape {
                    Shape::Caption => BlockKind::Caption,
                    Shape::Footnote => BlockKind::Footnote,
                    _ => BlockKind::Paragraph,
                }
            }
        };
        self.close(from, kind, nested.is_some_and(|depth| depth > 0), paragraph);
    }

    /// Parts two blocks; nothing before the first.
    fn part(&mut self, space: &str) {
        if !self.text.is_empty() {
            self.text.push_str(space);
        }
    }

    /// The depth an item of `depth` gets, when it follows another item.
    fn after_item(&self, depth: usize) -> Option<usize> {
        let last = self.blocks.last()?;
        (last.kind == BlockKind::ListItem && last.range.end == self.text.len()).then_some(depth)
    }

    fn close(&mut self, from: usize, kind: BlockKind, nested: bool, paragraph: &Paragraph) {
        let range = from..self.text.len();
        if self.text.get(range.clone()).is_none_or(|written| written.trim().is_empty()) {
            self.text.truncate(from);
            self.lines.retain(|line| line.range.end <= from);
            while self.hidden.pop_if(|hidden| hidden.end > from).is_some() {}
            return;
        }
        if let Some(last) = self.blocks.last_mut().filter(|_| nested) {
            last.range.end = range.end;
            return;
        }
        let title = match kind {
            BlockKind::Heading(_) => self.plain(&paragraph.lines),
            _ => String::new(),
        };
        self.blocks.push(Block { kind, range, title });
    }

    /// Writes what goes on from the last block.
    fn go_on(&mut self, paragraph: &Paragraph) {
        let next = paragraph.lines.first().map(Line::text).unwrap_or_default();
        let ideographs =
            self.text.ends_with(letters::is_ideograph) && next.starts_with(letters::is_ideograph);
        match self.cut_before(&next) {
            Some(keep) => self.take_back_hyphen(keep),
            None if ideographs => {}
            None => self.text.push(' '),
        }
        let breaks = |line: &Line, next: &Line| paragraph.breaks_after(line, next);
        self.joined(&paragraph.lines, Place::Words, breaks);
        if let Some(last) = self.blocks.last_mut() {
            last.range.end = self.text.len();
        }
    }

    /// Whether the text breaks off in a word that goes on with `next`, and then whether its hyphen
    /// is to be kept.
    fn cut_before(&self, next: &str) -> Option<bool> {
        let tail = self.text.len().saturating_sub(80);
        let tail = (tail..self.text.len()).find_map(|at| self.text.get(at..))?;
        is_cut(tail, next).then(|| self.words.keep(tail.trim_end_matches('-'), next))
    }

    /// Takes the hyphen at the end of the text back, with its place on the page: on the one that is
    /// open, else on the last that has it. Pages begin and end within the text that is left.
    fn take_back_hyphen(&mut self, keep: bool) {
        if keep || self.text.pop().is_none() {
            return;
        }
        let end = self.text.len();
        if let Some(last) = self.hidden.last_mut().filter(|last| last.end > end) {
            last.end = end;
            self.hidden.pop_if(|last| last.start >= last.end);
        }
        take_back_letter(&mut self.lines, end);
        self.page_start = self.page_start.min(end);
        for page in self.pages.iter_mut().rev().take_while(|page| page.range.end > end) {
            page.range = page.range.start.min(end)..end;
            take_back_letter(&mut page.lines, end);
        }
    }

    /// Writes lines one after the other: with a space, without one inside a word that was cut and
    /// between ideographs, or with a line's end where `breaks` says so.
    fn joined(&mut self, lines: &[Line], place: Place, breaks: impl Fn(&Line, &Line) -> bool) {
        let mut before: Option<&Line> = None;
        let mut here = place;
        for line in lines {
            if let Some(last) = before {
                let next = line.text();
                here = if place == Place::LineStart { Place::Words } else { place };
                let ideographs = ends_with(last, letters::is_ideograph)
                    && next.starts_with(letters::is_ideograph);
                match self.cut_before(&next) {
                    Some(keep) => self.take_back_hyphen(keep),
                    None if ideographs => {}
                    None if place == Place::LineStart && breaks(last, line) => {
                        self.text.push('\n');
                        here = Place::LineStart;
                    }
                    None => self.text.push(' '),
                }
            }
            self.line(line, &line.glyphs, here);
            before = Some(line);
        }
    }

    /// Words of lines without markup, as for a title.
    fn plain(&self, lines: &[Line]) -> String {
        let mut title = String::new();
        for text in lines.iter().map(Line::text) {
            let cut = is_cut(&title, &text);
            if cut && !self.words.keep(title.trim_end_matches('-'), &text) {
                title.pop();
            } else if !cut && !title.is_empty() {
                title.push(' ');
            }
            title.push_str(&text);
        }
        title.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn item(&mut self, paragraph: &Paragraph, mark: Mark, depth: usize) {
        let Some((first, rest)) = paragraph.lines.split_first() else { return };
        self.text.extend(std::iter::repeat_n("    ", depth));
        let mut first = first.clone();
        if mark != Mark::Number {
            self.text.push_str("- ");
        }
        if mark == Mark::Bullet {
            let space = first.glyphs.iter().position(|glyph| glyph.letter == ' ');
            let end = first.glyphs.len();
            if let Some(words) = space.and_then(|space| first.part(space + 1, end)) {
                first = words;
            }
        }
        let lines: Vec<Line> = std::iter::once(first).chain(rest.iter().cloned()).collect();
        self.joined(&lines, Place::Words, |_, _| false);
    }

    fn code(&mut self, lines: &[Line]) {
        let has_fence = lines.iter().any(|line| line.text().contains("```"));
        let fence = if has_fence { "~~~" } else { "```" };
        self.text.push_str(fence);
        let left = lines.iter().map(|line| line.rect.x0).fold(f32::MAX, f32::min);
        let letter = lines.iter().filter_map(letter_width).fold(0.0, f32::max).max(1.0);
        let mut before: Option<&Line> = None;
        for line in lines {
            let empty = before.map_or(0, |last| (distance(last, line) / 1.3).round() as usize);
            self.text.extend(std::iter::repeat_n('\n', empty.clamp(1, 3)));
            let indent = ((line.rect.x0 - left) / letter).round() as usize;
            self.text.extend(std::iter::repeat_n(' ', indent.min(80)));
            self.line(line, &on_grid(line), Place::Code);
            before = Some(line);
        }
        self.text.push('\n');
        self.text.push_str(fence);
    }

    fn table(&mut self, table: &Table) {
        for (at, row) in table.rows.iter().enumerate() {
            if at > 0 {
                self.text.push('\n');
            }
            self.text.push('|');
            for cell in row {
                self.cell(cell);
            }
            if at == 0 {
                self.text.push_str("\n|");
                row.iter().for_each(|_| self.text.push_str(" --- |"));
            }
        }
    }

    fn cell(&mut self, cell: &Cell) {
        self.text.push(' ');
        self.joined(cell, Place::Cell, |_, _| false);
        if !cell.is_empty() {
            self.text.push(' ');
        }
        self.text.push('|');
    }

    /// Notes that the letter to be written is hidden, with the space before it where the word there
    /// is hidden too.
    fn hide(&mut self, bytes: usize) {
        let (start, end) = (self.text.len(), self.text.len() + bytes);
        let between = |last: &Range<usize>| self.text.get(last.end..start);
        match self.hidden.last_mut() {
            Some(last) if matches!(between(last), Some("" | " ")) => last.end = end,
            _ => self.hidden.push(start..end),
        }
    }

    /// Writes a line and notes where its letters stand. Where words run leftwards, each word is a
    /// line of the layout by itself, since edges only ever grow.
    fn line(&mut self, line: &Line, glyphs: &[Glyph], place: Place) {
        let escaped = match place {
            Place::LineStart => first_escape(&line.text()),
            _ => None,
        };
        let leftwards = glyphs.iter().any(|glyph| letters::runs_leftwards(glyph.letter));
        let mut open: Option<TextLine> = None;
        for (at, glyph) in glyphs.iter().enumerate() {
            if leftwards && glyph.letter.is_whitespace() {
                self.lines.extend(open.take());
                self.text.push(glyph.letter);
                continue;
            }
            let next = glyphs.get(at + 1).map(|glyph| glyph.letter);
            let word = || {
                let rest = glyphs.get(at..).unwrap_or_default().iter();
                let word: Vec<&Glyph> =
                    rest.take_while(|glyph| !leftwards || !glyph.letter.is_whitespace()).collect();
                let x0 = word.iter().map(|glyph| glyph.x0).fold(f32::MAX, f32::min);
                let x1 = word.iter().map(|glyph| glyph.x1).fold(f32::MIN, f32::max);
                (x0, x1)
            };
            let own = open.get_or_insert_with(|| {
                let (x0, _) = if leftwards { word() } else { (line.rect.x0, line.rect.x1) };
                let range = self.text.len()..self.text.len();
                TextLine { range, y0: line.rect.y0, y1: line.rect.y1, x0, edges: Vec::new() }
            });
            let last = own.edges.last().copied().unwrap_or(0);
            if escaped == Some(at) || is_escaped(glyph.letter, next, place) {
                self.text.push('\\');
                own.edges.push(last);
            }
            if glyph.hidden {
                self.hide(glyph.letter.len_utf8());
            }
            self.text.push(glyph.letter);
            // edges never run backwards, so that boxes of any range have a width
            let right = ((glyph.x1 - own.x0) * 10.0).round().clamp(0.0, 65_535.0) as u16;
            own.edges.push(last.max(right));
            own.range.end = self.text.len();
        }
        self.lines.extend(open);
    }
}

/// Takes the place of the letter back that the text no longer ends with.
fn take_back_letter(lines: &mut Vec<TextLine>, end: usize) {
    if let Some(last) = lines.last_mut().filter(|last| last.range.end > end) {
        last.range.end = end;
        last.edges.pop();
        if last.range.start >= end {
            lines.pop();
        }
    }
}

fn ends_with(line: &Line, is: impl Fn(char) -> bool) -> bool {
    line.glyphs.last().is_some_and(|glyph| is(glyph.letter))
}

/// Whether a word is cut at the end of `before` and goes on in `next`: a hyphen after a letter, and
/// a small letter or digit to follow.
fn is_cut(before: &str, next: &str) -> bool {
    let mut tail = before.chars().rev();
    tail.next() == Some('-')
        && tail.next().is_some_and(char::is_alphanumeric)
        && next.starts_with(char::is_alphanumeric)
}

/// The letters of a line of code without the spaces that only come from letters narrower than their
/// place: where letters stand on a grid, a space is a place left empty.
fn on_grid(line: &Line) -> Vec<Glyph> {
    let middle = |glyph: &Glyph| (glyph.x0 + glyph.x1) / 2.0;
    let at = |index: usize| line.glyphs.get(index).filter(|glyph| glyph.letter != ' ');
    let step = |index: usize| Some(middle(at(index + 1)?) - middle(at(index)?));
    let mut steps: Vec<f32> = (0..line.glyphs.len()).filter_map(step).collect();
    steps.sort_by(f32::total_cmp);
    let pitch = steps.get(steps.len() / 2).copied().unwrap_or(0.0);
    let is_real = |index: usize, glyph: &Glyph| {
        let before = index.checked_sub(1).and_then(at);
        let gap = before.zip(at(index + 1)).map(|(before, after)| middle(after) - middle(before));
        glyph.letter != ' ' || gap.is_none_or(|gap| gap >= pitch * 1.5)
    };
    let real = line.glyphs.iter().enumerate().filter(|(index, glyph)| is_real(*index, glyph));
    real.map(|(_, glyph)| *glyph).collect()
}

fn letter_width(line: &Line) -> Option<f32> {
    let glyph = line.glyphs.iter().find(|glyph| glyph.letter != ' ')?;
    Some(glyph.x1 - glyph.x0)
}

/// Letters that Markdown would take for markup. Emphasis is left alone: a lone mark is none, and
/// words in the text stay as they are searched for.
fn is_escaped(letter: char, next: Option<char>, place: Place) -> bool {
    match letter {
        '|' => place == Place::Cell,
        '<' => {
            place != Place::Code
                && next.is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next))
        }
        _ => false,
    }
}

/// The letter to escape where a line would begin like another kind of block.
fn first_escape(text: &str) -> Option<usize> {
    let mark = text.split(' ').next().unwrap_or_default();
    let after = text.get(mark.len()..).is_some_and(|rest| !rest.is_empty());
    let only = |letters: &str| mark.chars().all(|c| letters.contains(c));
    let is_heading = only("#") && mark.len() <= 6;
    let is_rule =
        mark.len() >= 3 && (only("-") || only("*") || only("_") || only("=") || only("~"));
    let is_bullet = after && ["-", "+", "*"].contains(&mark);
    let is_block =
        text.starts_with(['>', '|']) || text.starts_with("```") || text.starts_with("~~~");
    if !mark.is_empty() && (is_heading || is_rule || is_bullet || is_block) {
        return Some(0);
    }
    let digits = mark.trim_end_matches(['.', ')']);
    let numbered = mark.len() == digits.len() + 1
        && (1..=9).contains(&digits.len())
        && digits.chars().all(|c| c.is_ascii_digit());
    (numbered && after || marks::of_item(text) == Some(Mark::Number)).then_some(digits.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_look_like_markup_are_escaped() {
        for (text, expected) in [
            ("# one", Some(0)),
            ("#hash", None),
            ("- one", Some(0)),
            ("-5 degrees", None),
            ("12. one", Some(2)),
            ("12.5 one", None),
            ("> one", Some(0)),
            ("---", Some(0)),
            ("words", None),
            ("", None),
        ] {
            assert_eq!(first_escape(text), expected, "{text}");
        }
    }

    #[test]
    fn a_cut_word_needs_letters_on_both_sides() {
        for (before, next, expected) in [
            ("eir-", "mod", true),
            ("a -", "b", false),
            ("PubTables-", "1M", true),
            ("x-", ", y", false),
        ] {
            assert_eq!(is_cut(before, next), expected, "{before}{next}");
        }
    }
}

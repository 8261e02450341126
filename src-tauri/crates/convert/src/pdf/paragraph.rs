//! A paragraph: lines that belong together, and what they look like.

use super::lines::Line;
use super::marks::Mark;
use super::tables::Table;

/// Sizes that differ by less are the same.
pub(super) const SAME_SIZE: f32 = 1.12;

/// Footnotes are at most this large, as a share of the body.
pub(super) const SMALL: f32 = 0.93;

/// A line that ends early fills less than this share of its column.
const SHORT_LINE: f32 = 0.75;

/// What a paragraph looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Words,
    /// A list item, so many levels deep.
    Item(Mark, usize),
    Table,
    Code,
    Caption,
    Footnote,
    /// A heading that a bookmark of this depth leads to.
    Bookmarked(u8),
    /// The heading of this number.
    Heading(u32),
}

/// Lines that belong together.
#[derive(Debug)]
pub(super) struct Paragraph {
    pub(super) lines: Vec<Line>,
    pub(super) shape: Shape,
    pub(super) table: Option<Table>,
    /// It goes on from the paragraph before it.
    pub(super) goes_on: bool,
    /// Right edge of its column.
    pub(super) right: f32,
    /// It begins a column, or follows a table.
    pub(super) opens_group: bool,
}

impl Paragraph {
    pub(super) fn new(line: Line, shape: Shape, right: f32) -> Self {
        let (goes_on, opens_group) = (false, false);
        Self { lines: vec![line], shape, table: None, goes_on, right, opens_group }
    }

    pub(super) fn size(&self) -> f32 {
        self.lines.iter().map(|line| line.size).fold(0.0, f32::max)
    }

    pub(super) fn is_bold(&self) -> bool {
        !self.lines.is_empty() && self.lines.iter().all(|line| line.bold)
    }

    pub(super) fn letters(&self) -> usize {
        self.lines.iter().map(|line| line.glyphs.len()).sum()
    }

    pub(super) fn text(&self) -> String {
        self.lines.iter().map(Line::text).collect::<Vec<_>>().join(" ")
    }

    /// Whether its last line is about as wide as its column.
    pub(super) fn fills_its_column(&self) -> bool {
        self.lines
            .last()
            .is_some_and(|line| line.rect.width() >= SHORT_LINE * (self.right - line.rect.x0))
    }

    /// Whether the break after `line` was meant: the first word of `next` would have fitted.
    pub(super) fn breaks_after(&self, line: &Line, next: &Line) -> bool {
        line.has_leaders() || next.has_leaders() || ends_early(line, next, self.right)
    }
}

fn ends_early(line: &Line, next: &Line, right: f32) -> bool {
    let first: Vec<_> = next.glyphs.iter().take_while(|glyph| glyph.letter != ' ').collect();
    let ends = |edge: fn(f32, f32) -> f32, start: f32| {
        first.iter().fold(start, |own, glyph| edge(edge(own, glyph.x0), glyph.x1))
    };
    let width = ends(f32::max, f32::MIN) - ends(f32::min, f32::MAX);
    let is_short = line.rect.width() < SHORT_LINE * (right - line.rect.x0);
    !line.runs_leftwards() && is_short && line.rect.x1 + width + line.size * 0.8 < right
}

pub(super) fn distance(line: &Line, next: &Line) -> f32 {
    (next.rect.y1 - line.rect.y1) / line.size.max(next.size).max(1.0)
}

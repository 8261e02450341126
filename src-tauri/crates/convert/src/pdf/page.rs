//! A page as PDFium gives it, and the same page in reading order.

use super::glyphs::Fragment;
use super::lines::Line;
use super::notes::Note;
use super::rules::Rules;
use super::tables::Table;
use std::collections::BTreeMap;

/// A page as PDFium gives it.
pub(super) struct Raw {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) fragments: Vec<Fragment>,
    pub(super) rules: Rules,
    /// Its letters are noise.
    pub(super) garbled: bool,
    pub(super) notes: Vec<Note>,
}

/// A page in reading order.
pub(super) struct Page {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) groups: Vec<Group>,
    pub(super) notes: Vec<Note>,
}

/// What stands together on a page: a column of lines, or a table.
pub(super) enum Group {
    Lines(Vec<Line>),
    Table(Table),
}

impl Raw {
    pub(super) fn empty() -> Self {
        let (fragments, rules, notes) = (Vec::new(), Rules::default(), Vec::new());
        Self { width: 0.0, height: 0.0, fragments, rules, garbled: false, notes }
    }
}

impl Group {
    pub(super) fn lines(&self) -> Option<&[Line]> {
        match self {
            Self::Lines(lines) => Some(lines),
            Self::Table(_) => None,
        }
    }

    /// Its lines, those in cells included.
    pub(super) fn all_lines(&self) -> Box<dyn Iterator<Item = &Line> + '_> {
        match self {
            Self::Lines(lines) => Box::new(lines.iter()),
            Self::Table(table) => Box::new(table.rows.iter().flatten().flatten()),
        }
    }
}

/// The size of most letters.
pub(super) fn body_size(pages: &[Page]) -> f32 {
    let mut sizes = BTreeMap::<i32, usize>::new();
    for line in pages.iter().flat_map(|page| &page.groups).flat_map(Group::all_lines) {
        *sizes.entry((line.size * 2.0).round() as i32).or_default() += line.glyphs.len();
    }
    let most = sizes.iter().max_by_key(|(_, count)| **count);
    most.map_or(10.0, |(size, _)| *size as f32 / 2.0)
}

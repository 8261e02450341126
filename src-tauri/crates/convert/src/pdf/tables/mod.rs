//! Tables: those with lines around their cells, those between rules, and those known by their
//! columns alone. Precision first: running text, lists and columns of prose must never become one.

pub(super) mod aligned;
pub(super) mod ruled;

use super::lines::Line;
use super::rect::Rect;

/// The lines of one cell, downwards. Empty where the cell is.
pub(super) type Cell = Vec<Line>;

/// A table. Every row has as many cells as the others.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) rect: Rect,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Without rows and columns that are empty; `None` unless two of each remain, or more than one
    /// row of three, and enough of it is filled.
    fn settled(rect: Rect, mut rows: Vec<Vec<Cell>>) -> Option<Self> {
        rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let columns = rows.iter().map(Vec::len).max()?;
        let used: Vec<bool> = (0..columns)
            .map(|at| rows.iter().any(|row| row.get(at).is_some_and(|cell| !cell.is_empty())))
            .collect();
        for row in &mut rows {
            row.resize(columns, Vec::new());
            let mut used = used.iter();
            row.retain(|_| used.next().is_some_and(|used| *used));
        }
        let columns = used.iter().filter(|used| **used).count();
        let filled = rows.iter().flatten().filter(|cell| !cell.is_empty()).count();
        let full_rows = rows.iter().filter(|row| count_filled(row) >= 2).count();
        let enough = filled * 10 >= rows.len() * columns * 3 && full_rows >= 2;
        (rows.len() >= 2 && columns >= 2 && enough).then_some(Self { rect, rows })
    }

    /// Letters of all its cells.
    pub(super) fn letters(&self) -> usize {
        self.rows.iter().flatten().flatten().map(|line| line.glyphs.len()).sum()
    }

    /// Whether it holds running text: most of its letters stand in cells of `letters` or more.
    fn is_prose(&self, letters: usize) -> bool {
        let sizes = self.rows.iter().flatten().map(letters_of);
        let long: usize = sizes.filter(|size| *size >= letters).sum();
        long * 2 > self.letters()
    }
}

fn letters_of(cell: &Cell) -> usize {
    cell.iter().map(|line| line.glyphs.len()).sum()
}

fn count_filled(row: &[Cell]) -> usize {
    row.iter().filter(|cell| !cell.is_empty()).count()
}

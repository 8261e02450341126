//! The filled cells of a sheet, kept close together, and how they are written: blank rows part its
//! tables, a row of one cell above a table is its title, and a merged cell says its words in each
//! cell that it covers. Memory grows with the cells that are filled, not with the area.

use crate::tables::{self, Draft};
use crate::{Error, Limits, Result};
use calamine::Dimensions;
use std::collections::HashMap;

/// Most filled cells of a sheet.
const CELLS: usize = 20_000_000;
/// Most cells that merged ones may fill.
const COVERED_CELLS: usize = 1_000_000;
/// Longest words that a merged cell says again.
const REPEATED_BYTES: usize = 256;
/// A table may have this many cells for each filled one, beyond a harmless number.
const SPARSENESS: u64 = 30;
const HARMLESS_CELLS: u64 = 100_000;

/// How a sheet was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// As tables.
    Tables,
    /// Some of it as a list of cells with their addresses.
    Scattered,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    row: u32,
    column: u32,
    start: u32,
    end: u32,
}

/// The filled cells of a sheet.
#[derive(Debug)]
pub(super) struct Cells {
    words: String,
    cells: Vec<Cell>,
    text_bytes: usize,
}

impl Cells {
    pub(super) fn new(limits: &Limits) -> Self {
        // places in the words are kept in 32 bits
        let text_bytes = limits.text_bytes.min(u32::MAX as usize / 2);
        Self { words: String::new(), cells: Vec::new(), text_bytes }
    }

    /// Adds a cell; one without words is left out.
    pub(super) fn push(&mut self, row: u32, column: u32, words: &str) -> Result<()> {
        let start = self.words.len();
        tables::push_cell(&mut self.words, words);
        let end = self.words.len();
        if end == start {
            return Ok(());
        }
        if end > self.text_bytes || self.cells.len() >= CELLS {
            return Err(Error::TooLarge {
                what: "one of its sheets has too many cells".to_owned(),
            });
        }
        self.cells.push(Cell { row, column, start: start as u32, end: end as u32 });
        Ok(())
    }

    /// Puts the cells in order and fills what merged ones cover.
    pub(super) fn finish(&mut self, merged: &[Dimensions]) -> Result<()> {
        self.sort();
        let mut row_sizes: HashMap<u32, u32> = HashMap::new();
        if !merged.is_empty() {
            self.cells.iter().for_each(|cell| *row_sizes.entry(cell.row).or_default() += 1);
        }
        let mut covered = Vec::new();
        for area in merged {
            let alone = row_sizes.get(&area.start.0) == Some(&1);
            // one cell over the width of a table is a title, said once
            if !(alone && area.start.0 == area.end.0) {
                self.cover(area, &mut covered);
            }
        }
        self.cells.extend(covered);
        self.sort();
        Ok(())
    }

    fn sort(&mut self) {
        self.cells.sort_by_key(|cell| (cell.row, cell.column));
        self.cells.dedup_by_key(|cell| (cell.row, cell.column));
    }

    fn cover(&self, area: &Dimensions, covered: &mut Vec<Cell>) {
        let ((top, left), (bottom, right)) = (area.start, area.end);
        let place = self.cells.binary_search_by_key(&(top, left), |cell| (cell.row, cell.column));
        let anchor = place.ok().and_then(|at| self.cells.get(at)).copied();
        let Some(anchor) = anchor.filter(|cell| cell.end - cell.start <= REPEATED_BYTES as u32)
        else {
            return;
        };
        let last = self.cells.last().map_or(0, |cell| cell.row);
        let rows = u64::from(bottom.min(last).saturating_sub(top)) + 1;
        let columns = u64::from(right.saturating_sub(left)) + 1;
        if bottom < top
            || right < left
            || covered.len() as u64 + rows * columns > COVERED_CELLS as u64
        {
            return;
        }
        for row in top..=bottom.min(last) {
            covered.extend((left..=right).map(|column| Cell { row, column, ..anchor }));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    fn words(&self, cell: &Cell) -> &str {
        self.words.get(cell.start as usize..cell.end as usize).unwrap_or_default()
    }

    /// Writes the sheet: the parts that blank rows leave.
    pub(super) fn write(&self, draft: &mut Draft) -> Result<Shape> {
        let mut shape = Shape::Tables;
        for part in self.cells.chunk_by(|one, next| next.row - one.row <= 1) {
            let mut part = part;
            while let Some(title) = title(part) {
                draft.paragraph(self.words(title))?;
                part = part.get(1..).unwrap_or_default();
            }
            if is_scattered(part) {
                shape = Shape::Scattered;
                self.write_list(part, draft)?;
            } else {
                self.write_table(part, draft)?;
            }
        }
        Ok(shape)
    }

    fn write_table(&self, part: &[Cell], draft: &mut Draft) -> Result<()> {
        let Some((left, right)) = width(part) else { return Ok(()) };
        let mut is_first = true;
        for row in part.chunk_by(|one, next| one.row == next.row) {
            let mut column = left;
            let mut cells: Vec<&str> = Vec::new();
            for cell in row {
                cells.extend((column..cell.column).map(|_| ""));
                cells.push(self.words(cell));
                column = cell.column + 1;
            }
            if std::mem::take(&mut is_first) {
                draft.table((right - left) as usize + 1, cells.into_iter())?;
            } else {
                draft.row(cells.into_iter())?;
            }
        }
        draft.end_table();
        Ok(())
    }

    fn write_list(&self, part: &[Cell], draft: &mut Draft) -> Result<()> {
        for row in part.chunk_by(|one, next| one.row == next.row) {
            let said = |cell: &Cell| format!("{}: {}", address(cell), self.words(cell));
            draft.item(&row.iter().map(said).collect::<Vec<_>>().join("; "))?;
        }
        Ok(())
    }
}

/// The first cell of a part, where it stands alone in its row and what follows is wider or nothing.
fn title(part: &[Cell]) -> Option<&Cell> {
    let [first, rest @ ..] = part else { return None };
    let stands_alone = rest.first().is_none_or(|next| next.row != first.row);
    let below_is_wider = match rest {
        [] => true,
        [next, after, ..] => next.row == after.row || title(rest).is_some(),
        [_] => false,
    };
    (stands_alone && below_is_wider).then_some(first)
}

/// First and last column.
fn width(part: &[Cell]) -> Option<(u32, u32)> {
    let columns = part.iter().map(|cell| cell.column);
    Some((columns.clone().min()?, columns.max()?))
}

fn is_scattered(part: &[Cell]) -> bool {
    let (Some((left, right)), [first, .., last]) = (width(part), part) else { return false };
    let area = u64::from(right - left + 1) * u64::from(last.row - first.row + 1);
    area > HARMLESS_CELLS && area > part.len() as u64 * SPARSENESS
}

/// `B7`, as spreadsheets call their cells.
fn address(cell: &Cell) -> String {
    let mut letters = Vec::new();
    let mut left = cell.column + 1;
    while left > 0 {
        letters.push(char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters.into_iter().rev().collect::<String>() + &(u64::from(cell.row) + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cells: &[(u32, u32, &str)], merged: &[Dimensions], expected: &str, shape: Shape) {
        let limits = Limits::default();
        let mut found = Cells::new(&limits);
        cells.iter().for_each(|(row, column, words)| found.push(*row, *column, words).unwrap());
        found.finish(merged).unwrap();
        let mut draft = Draft::new(&limits);
        assert_eq!(found.write(&mut draft).unwrap(), shape);
        assert_eq!(draft.finish().0, expected);
    }

    #[test]
    fn blank_rows_part_tables_and_titles_stand_above() {
        check(
            &[
                (1, 1, "Report"),
                (3, 1, "Table 1"),
                (4, 1, "a"),
                (4, 3, "c"),
                (5, 2, "y|z"),
                (9, 0, "list"),
                (10, 0, "one"),
                (11, 0, "two"),
            ],
            &[],
            "Report\n\nTable 1\n\n| a |  | c |\n| --- | --- | --- |\n|  | y\\|z |  |\n\n\
             | list |\n| --- |\n| one |\n| two |\n",
            Shape::Tables,
        );
    }

    #[test]
    fn merged_cells_say_their_words_in_each() {
        let area = |start, end| Dimensions::new(start, end);
        check(
            &[
                (0, 0, "Title"),
                (1, 0, "2025"),
                (1, 2, "x"),
                (2, 0, "q1"),
                (2, 1, "q2"),
                (2, 2, "y"),
            ],
            &[area((0, 0), (0, 2)), area((1, 0), (1, 1)), area((1, 2), (90_000, 2))],
            "Title\n\n| 2025 | 2025 | x |\n| --- | --- | --- |\n| q1 | q2 | y |\n",
            Shape::Tables,
        );
        let whole = area((0, 0), (u32::MAX, u32::MAX));
        check(
            &[(0, 0, "a"), (1, 1, "b")],
            &[whole],
            "| a |  |\n| --- | --- |\n|  | b |\n",
            Shape::Tables,
        );
    }

    #[test]
    fn far_corners_become_a_list() {
        let cells = [(0, 0, "one"), (0, 16_383, "two"), (1, 5, "# three")];
        let mut many: Vec<(u32, u32, &str)> = cells.to_vec();
        many.extend((2..100).map(|row| (row, 0, "x")));
        let rest: String = (3..101).map(|row| format!("- A{row}: x\n")).collect();
        check(
            &many,
            &[],
            &format!("- A1: one; XFD1: two\n- F2: # three\n{rest}"),
            Shape::Scattered,
        );
    }

    #[test]
    fn cells_out_of_order_find_their_place() {
        check(
            &[(1, 1, "d"), (0, 1, "b"), (1, 0, "c"), (0, 0, "a"), (0, 0, "again")],
            &[],
            "| a | b |\n| --- | --- |\n| c | d |\n",
            Shape::Tables,
        );
    }
}

//! Tables with merged cells as Markdown tables. What a merged cell says is said in every cell that it
//! covers, so that each row reads on its own; long words are said once.

use super::words::one_line;
use crate::limits::size;
use crate::{Error, Result};

/// Widest table; what stands further right is joined to the last column.
const COLUMNS: usize = 128;
/// Longest words that are said again.
const REPEATED_BYTES: usize = 256;

/// Bytes of all cells, what is said again included.
const CELLS_BYTES: usize = 128 << 20;

/// A table in the making.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    rows: Vec<Vec<String>>,
    /// What to say again in the row below, by column.
    above: Vec<String>,
    size_bytes: usize,
}

impl Grid {
    /// Begins a row.
    pub(crate) fn row(&mut self) {
        self.rows.push(Vec::new());
    }

    /// The next cell of the last row: its words, escaped, and how many columns it covers.
    pub(crate) fn cell(&mut self, words: &str, columns: usize) {
        if self.size_bytes > CELLS_BYTES {
            return;
        }
        let words = one_line(words).replace('|', "\\|");
        let again = if words.len() <= REPEATED_BYTES { words.clone() } else { String::new() };
        let at = self.rows.last().map_or(0, Vec::len);
        let columns = columns.clamp(1, COLUMNS.saturating_sub(at).max(1));
        if self.above.len() < at + columns {
            self.above.resize((at + columns).min(COLUMNS), String::new());
        }
        self.above.iter_mut().skip(at).take(columns).for_each(|above| above.clone_from(&again));
        self.push(words);
        (1..columns).for_each(|_| self.push(again.clone()));
    }

    /// Cells that a cell above covers too, over so many columns.
    pub(crate) fn below(&mut self, columns: usize) {
        for _ in 0..columns.clamp(1, COLUMNS) {
            let at = self.rows.last().map_or(0, Vec::len);
            self.push(self.above.get(at).cloned().unwrap_or_default());
        }
    }

    /// Empty cells.
    pub(crate) fn skip(&mut self, columns: usize) {
        for _ in 0..columns.min(COLUMNS) {
            self.cell("", 1);
        }
    }

    fn push(&mut self, words: String) {
        self.size_bytes += words.len() + size_of::<String>();
        let Some(row) = self.rows.last_mut().filter(|_| self.size_bytes <= CELLS_BYTES) else {
            return;
        };
        if row.len() < COLUMNS {
            row.push(words);
        } else if let Some(last) = row.last_mut().filter(|_| !words.is_empty()) {
            last.push(' ');
            last.push_str(&words);
        }
    }

    /// The table; `None` where there is nothing to read in it.
    ///
    /// # Errors
    /// `TooLarge` beyond `most` bytes.
    pub(crate) fn markdown(&self, most: usize) -> Result<Option<String>> {
        let too_large = || Error::TooLarge {
            what: format!("a table takes its text beyond {}", size(most as u64)),
        };
        if self.size_bytes > CELLS_BYTES {
            return Err(too_large());
        }
        if self.rows.iter().flatten().all(String::is_empty) {
            return Ok(None);
        }
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut table = String::new();
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                table.push('\n');
            }
            table.push('|');
            for column in 0..width {
                table.push(' ');
                table.push_str(row.get(column).map_or("", String::as_str));
                table.push_str(" |");
            }
            if at == 0 {
                table.push_str("\n|");
                table.push_str(&" --- |".repeat(width));
            }
            if table.len() > most {
                return Err(too_large());
            }
        }
        Ok(Some(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_cells_say_their_words_everywhere() {
        let long = "long ".repeat(100);
        let mut grid = Grid::default();
        grid.row();
        grid.cell("a | b", 2);
        grid.cell("c\nd", 1);
        grid.row();
        grid.skip(1);
        grid.cell("e", 1);
        grid.below(1);
        grid.row();
        grid.cell(&long, 2);
        let expected = format!(
            "| a \\| b | a \\| b | c d |\n| --- | --- | --- |\n|  | e | c d |\n| {} |  |  |",
            long.trim()
        );
        assert_eq!(grid.markdown(10_000), Ok(Some(expected)));
        assert!(grid.markdown(100).is_err());
    }

    #[test]
    fn endless_spans_stay_bounded() {
        let mut grid = Grid::default();
        for _ in 0..30_000 {
            grid.row();
            grid.cell("again and again", usize::MAX);
            grid.cell("further right", usize::MAX);
        }
        assert!(grid.size_bytes > CELLS_BYTES);
        assert!(grid.markdown(usize::MAX).is_err());
        let empty = Grid::default();
        assert_eq!(empty.markdown(10), Ok(None));
    }
}

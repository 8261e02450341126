//! Table rows of an RTF document: cells as they come, and how the row says they are merged.

use crate::office::Grid;

/// Most cells of a row.
const CELLS: usize = 1000;

#[derive(Clone, Copy, Debug, Default)]
struct Definition {
    continues_left: bool,
    continues_above: bool,
}

/// The table that is being read.
#[derive(Debug, Default)]
pub(super) struct Rows {
    grid: Option<Grid>,
    cells: Vec<String>,
    definitions: Vec<Definition>,
    next: Definition,
}

impl Rows {
    /// A control word of a row's definition; whether it was one.
    pub(super) fn define(&mut self, word: &str) -> bool {
        match word {
            "trowd" => {
                self.definitions.clear();
                self.next = Definition::default();
            }
            "clmrg" => self.next.continues_left = true,
            "clvmrg" => self.next.continues_above = true,
            "cellx" => {
                let definition = std::mem::take(&mut self.next);
                if self.definitions.len() < CELLS {
                    self.definitions.push(definition);
                }
            }
            _ => return false,
        }
        true
    }

    /// The next cell, its words escaped.
    pub(super) fn cell(&mut self, words: String) {
        if self.cells.len() < CELLS {
            self.cells.push(words);
        } else if let Some(last) = self.cells.last_mut() {
            last.push(' ');
            last.push_str(&words);
        }
    }

    /// Ends the row.
    pub(super) fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        if cells.is_empty() {
            return;
        }
        let definition = |at: usize| self.definitions.get(at).copied().unwrap_or_default();
        let grid = self.grid.get_or_insert_default();
        grid.row();
        let mut at = 0;
        while let Some(words) = cells.get(at) {
            let columns = 1
                + (at + 1..cells.len()).take_while(|next| definition(*next).continues_left).count();
            if definition(at).continues_above {
                grid.below(columns);
            } else {
                grid.cell(words, columns);
            }
            at += columns;
        }
    }

    /// The whole table, where there is one.
    pub(super) fn take(&mut self) -> Option<Grid> {
        self.end_row();
        self.grid.take()
    }
}

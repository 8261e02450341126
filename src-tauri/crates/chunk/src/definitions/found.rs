//! A definition by its places in the text, as the readers of this folder tell of it.

use std::ops::Range;
use types::DefinitionForm;

/// A definition by its places in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) term: Range<usize>,
    pub(super) meaning: Range<usize>,
    pub(super) statement: Range<usize>,
    pub(super) form: DefinitionForm,
}

impl Found {
    pub(super) fn shift(&mut self, by: usize) {
        for range in [&mut self.term, &mut self.meaning, &mut self.statement] {
            *range = range.start + by..range.end + by;
        }
    }

    pub(super) fn shifted(mut self, by: usize) -> Self {
        self.shift(by);
        self
    }
}

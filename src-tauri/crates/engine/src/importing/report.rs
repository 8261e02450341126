//! What came of a library, counted.

use std::collections::BTreeSet;
use types::{ImportProblem, ImportReport, IngestedDocument};

/// What was left out that is listed.
const LISTED: usize = 100;
/// Characters of a name that is shown.
const SHOWN: usize = 200;

/// A report that is being written.
pub(super) struct Report {
    pub counted: ImportReport,
    tags: BTreeSet<String>,
    collections: BTreeSet<String>,
}

impl Report {
    pub fn new(dry_run: bool) -> Self {
        let counted = ImportReport { dry_run, ..ImportReport::default() };
        Self { counted, tags: BTreeSet::new(), collections: BTreeSet::new() }
    }

    pub fn left_out(&mut self, what: &str, why: impl Into<String>) {
        if self.counted.left_out.len() >= LISTED {
            self.counted.more_left_out += 1;
            return;
        }
        let what = what.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
        self.counted.left_out.push(ImportProblem { what, why: why.into() });
    }

    pub fn tags<'t>(&mut self, tags: impl IntoIterator<Item = &'t String>) {
        self.tags.extend(tags.into_iter().cloned());
    }

    pub fn collection(&mut self, name: &str) {
        self.collections.insert(name.to_owned());
    }

    /// What became of a file.
    pub fn took(&mut self, row: IngestedDocument, taken: bool) {
        if !taken {
            let why = row.reason.as_ref().map(|reason| reason.message.clone());
            self.left_out(&row.path, why.unwrap_or_default());
        }
        self.counted.taken.push(row);
    }

    pub fn finish(mut self) -> ImportReport {
        self.counted.tags = self.tags.len() as u32;
        self.counted.collections = self.collections.into_iter().collect();
        self.counted
    }
}

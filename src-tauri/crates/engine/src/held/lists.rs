//! Reference lists that were taken in.

use crate::{error::Result, tables::REFERENCES};
use cite::Index;
use std::{collections::BTreeMap, sync::Arc};
use types::{DocumentId, Reference};

/// The references of each list.
#[derive(Clone, Default)]
pub(crate) struct Lists(pub BTreeMap<DocumentId, Arc<Index>>);

impl Lists {
    /// Reads the lists among `documents`.
    pub fn open(records: &vault::Snapshot, documents: &[DocumentId]) -> Result<Self> {
        let mut lists = Self::default();
        for document in documents {
            lists.put(
                document,
                records.get(REFERENCES, &[document.as_bytes()])?.unwrap_or_default(),
            );
        }
        Ok(lists)
    }

    /// What a list names, in place of what it named.
    pub fn put(&mut self, list: &DocumentId, references: Vec<Reference>) {
        if references.is_empty() {
            self.0.remove(list);
        } else {
            self.0.insert(*list, Arc::new(Index::new(references)));
        }
    }

    /// What some list says of the same publication.
    pub fn find(&self, own: &Reference) -> Option<Reference> {
        self.0.values().find_map(|listed| listed.get(own)).cloned()
    }
}

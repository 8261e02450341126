//! Reference lists that were taken in: kept in memory while the vault is open, matched with the
//! documents that they describe.

use crate::{Snapshot, error::Result, tables::REFERENCES};
use cite::Index;
use std::{collections::BTreeMap, sync::Arc};
use types::{DocumentId, DocumentState, ListedReference, Reference, ReferenceList};

/// The references of each list.
#[derive(Clone, Default)]
pub(crate) struct Lists(BTreeMap<DocumentId, Arc<Index>>);

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

impl Snapshot {
    /// All references from lists, each with the document that it describes.
    pub fn references(&self) -> Result<ReferenceList> {
        let documents = self.catalogue.select(|record| record.state == DocumentState::Indexed);
        let described =
            Index::new(documents.iter().map(|record| record.reference.clone()).collect());
        let mut references = Vec::new();
        for (list, listed) in &self.lists.0 {
            for reference in listed.references() {
                let document = described.find(reference).and_then(|at| documents.get(at));
                references.push(ListedReference {
                    reference: reference.clone(),
                    list_id: *list,
                    document_id: document.map(|record| record.id),
                });
            }
        }
        Ok(ReferenceList { references })
    }
}

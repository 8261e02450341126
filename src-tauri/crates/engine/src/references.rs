//! Reference lists that were taken in: kept in memory while the vault is open, matched with the
//! documents that they describe.

use crate::{Palace, error::Result, tables::REFERENCES};
use cite::Index;
use std::{
    collections::BTreeMap,
    sync::{PoisonError, RwLock},
};
use types::{DocumentId, DocumentState, ListedReference, Reference, ReferenceList};
use vault::Vault;

/// The references of each list.
#[derive(Default)]
pub(crate) struct Lists(RwLock<BTreeMap<DocumentId, Index>>);

impl Lists {
    /// Reads the lists among `documents`.
    pub fn open(vault: &Vault, documents: &[DocumentId]) -> Result<Self> {
        let lists = Self::default();
        for document in documents {
            lists.put(document, vault.get(REFERENCES, &[document.as_bytes()])?.unwrap_or_default());
        }
        Ok(lists)
    }

    /// After a commit: what a list names, in place of what it named.
    pub fn put(&self, list: &DocumentId, references: Vec<Reference>) {
        let mut lists = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if references.is_empty() {
            lists.remove(list);
        } else {
            lists.insert(*list, Index::new(references));
        }
    }

    /// What some list says of the same publication.
    pub fn find(&self, own: &Reference) -> Option<Reference> {
        let lists = self.0.read().unwrap_or_else(PoisonError::into_inner);
        lists.values().find_map(|listed| listed.get(own)).cloned()
    }
}

impl Palace {
    /// All references from lists, each with the document that it describes.
    pub fn references(&self) -> Result<ReferenceList> {
        let documents = self.catalogue.select(|record| record.state == DocumentState::Indexed);
        let lists = self.lists.0.read().unwrap_or_else(PoisonError::into_inner);
        let described =
            Index::new(documents.iter().map(|record| record.reference.clone()).collect());
        let mut references = Vec::new();
        for (list, listed) in lists.iter() {
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

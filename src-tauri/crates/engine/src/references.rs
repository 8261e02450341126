//! Reference lists that were taken in, matched with the documents that they describe.

use crate::{Snapshot, error::Result};
use cite::Index;
use types::{DocumentState, ListedReference, ReferenceList};

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

//! Which documents count as sources of their own: copies count once, and one that tries to instruct an
//! assistant supports nothing.

use std::collections::HashSet;
use trust::{Copies, Fingerprint};
use types::{DocumentId, DocumentRecord, Evidence};

/// The documents that are in, as sources.
#[derive(Clone, Default)]
pub(crate) struct Sources {
    copies: Copies,
    suspicious: HashSet<DocumentId>,
}

impl Sources {
    pub fn add(&mut self, id: DocumentId, fingerprint: Fingerprint, suspicious: bool) {
        self.copies.add(id, fingerprint);
        match suspicious {
            true => self.suspicious.insert(id),
            false => self.suspicious.remove(&id),
        };
    }

    /// The sources behind some evidence that are not copies of one another.
    pub fn independent(&self, evidence: &[Evidence]) -> HashSet<DocumentId> {
        let documents = evidence.iter().filter_map(|one| one.document);
        let trusted = documents.filter(|id| !self.suspicious.contains(id));
        trusted.map(|id| self.copies.origin(&id)).collect()
    }

    /// A document, as its record tells.
    pub fn add_known(&mut self, known: &DocumentRecord) {
        let fingerprint = Fingerprint::from_numbers(known.fingerprint.clone());
        self.add(known.id, fingerprint, known.addresses_assistant);
    }

    /// The document that another is a copy of.
    pub fn copy_of(&self, document: &DocumentId) -> Option<DocumentId> {
        Some(self.copies.origin(document)).filter(|origin| origin != document)
    }

    /// A document that is gone.
    pub fn remove(&mut self, document: &DocumentId) {
        self.copies.remove(document);
        self.suspicious.remove(document);
    }
}

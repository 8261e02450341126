//! Which documents count as sources of their own: copies count once, and one that tries to instruct an
//! assistant supports nothing.

use super::Knowledge;
use std::{
    collections::HashSet,
    sync::{PoisonError, RwLockReadGuard, RwLockWriteGuard},
};
use trust::{Copies, Fingerprint};
use types::{DocumentId, Evidence};

/// The documents that are in, as sources.
#[derive(Default)]
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
}

impl Knowledge {
    pub(super) fn sources(&self) -> RwLockReadGuard<'_, Sources> {
        self.sources.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn sources_mut(&self) -> RwLockWriteGuard<'_, Sources> {
        self.sources.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document that another is a copy of.
    pub(crate) fn copy_of(&self, document: &DocumentId) -> Option<DocumentId> {
        Some(self.sources().copies.origin(document)).filter(|origin| origin != document)
    }

    /// After a commit: a document that is gone.
    pub(crate) fn forget_source(&self, document: &DocumentId) {
        let mut sources = self.sources_mut();
        sources.copies.remove(document);
        sources.suspicious.remove(document);
    }
}

//! What readers see now. Only a transaction changes it.

use crate::Snapshot;
use std::sync::{Arc, PoisonError, RwLock};

/// What readers see now.
pub(crate) struct Current(RwLock<Arc<Snapshot>>);

impl Current {
    pub fn new(snapshot: Snapshot) -> Self {
        Self(RwLock::new(Arc::new(snapshot)))
    }

    pub fn get(&self) -> Arc<Snapshot> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lets readers see a commit: in place where nobody reads, else in a copy of what changed.
    pub(super) fn publish(&self, records: vault::Snapshot, show: impl FnOnce(&mut Snapshot)) {
        let mut current = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(unread) = Arc::get_mut(&mut current) {
            unread.records = records;
            return show(unread);
        }
        // readers go on meanwhile; nobody else writes
        let before = Arc::clone(&current);
        drop(current);
        let mut next = Snapshot { records, ..Snapshot::clone(&before) };
        show(&mut next);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
    }
}

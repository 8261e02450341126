//! What reading and writing of an open vault share: the database, the keys of its records, and what
//! was found to be as it was committed.

use crate::state::Part;
use crate::store::Store;
use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::sync::{Mutex, PoisonError, RwLock};

/// What reading and writing share.
pub(crate) struct Core {
    // Dropped in this order: the lock goes last.
    pub(crate) store: Store,
    pub(crate) checks: Checks,
    pub(crate) _lock: File,
}

/// What was found to be as it was committed, since the vault was opened.
#[derive(Default)]
pub(crate) struct Checks {
    parts: RwLock<BTreeSet<Part>>,
    units: RwLock<HashSet<Vec<u8>>>,
    /// Held around each slice of a whole pass: what must not be read from takes it.
    pub(crate) slices: Mutex<()>,
}

impl Checks {
    pub(crate) fn has_part(&self, part: Part) -> bool {
        self.parts.read().unwrap_or_else(PoisonError::into_inner).contains(&part)
    }

    pub(crate) fn mark_part(&self, part: Part) {
        self.parts.write().unwrap_or_else(PoisonError::into_inner).insert(part);
    }

    pub(crate) fn has_unit(&self, unit: &[u8]) -> bool {
        self.units.read().unwrap_or_else(PoisonError::into_inner).contains(unit)
    }

    pub(crate) fn mark_unit(&self, unit: &[u8]) {
        self.units.write().unwrap_or_else(PoisonError::into_inner).insert(unit.to_vec());
    }

    /// Forgets all of it: what lies there was written anew, past the digests.
    pub(crate) fn forget(&self) {
        self.parts.write().unwrap_or_else(PoisonError::into_inner).clear();
        self.units.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

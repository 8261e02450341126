//! What is known of the audit trail while the vault is open: its tree, the last checkpoint, access that was
//! counted, and who may sign by the signing passphrase alone.

use audit::Frontier;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};
use types::Timestamp;

/// Records from one checkpoint to the next, at most.
pub(crate) const EVERY: u64 = 1_000;

/// What is known of the trail while the vault is open.
#[derive(Default)]
pub(crate) struct Trail(Mutex<Known>);

#[derive(Default)]
pub(crate) struct Known {
    /// All records up to some point.
    pub(crate) tree: Option<Frontier>,
    /// The last checkpoint's record, and when.
    pub(crate) last: Option<(u64, Timestamp)>,
    /// Access that no reason is needed for, by row.
    pub(crate) accesses: BTreeMap<String, u64>,
    /// Signers who gave both passphrases.
    pub(crate) signers: BTreeSet<String>,
}

impl Trail {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self, row: &str) {
        *self.lock().accesses.entry(row.to_owned()).or_default() += 1;
    }

    pub(crate) fn is_in_session(&self, signer: &str) -> bool {
        self.lock().signers.contains(signer)
    }

    pub(crate) fn begin_session(&self, signer: &str) {
        self.lock().signers.insert(signer.to_owned());
    }

    pub(crate) fn end_session(&self, signer: &str) {
        self.lock().signers.remove(signer);
    }
}

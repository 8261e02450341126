//! What is known of the audit trail while the vault is open: its tree, the last checkpoint, what was looked
//! at and waits to be put on record, and who may sign by the signing passphrase alone.

use audit::Frontier;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};
use types::{AuditLook, Timestamp};

/// Records from one checkpoint to the next, at most.
pub(crate) const EVERY: u64 = 1_000;
/// Different looks that wait to be put on record, at most: what else is looked at is counted.
const LOOKS: usize = 500;

/// Who looks, and by what way.
pub(crate) type By = (String, String);

/// What one of them looked at since the last record of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looks {
    /// In order.
    pub(crate) listed: Vec<AuditLook>,
    /// What found no room, by row.
    pub(crate) counted: BTreeMap<String, u64>,
}

impl Looks {
    /// The same once more is counted where it stands.
    fn add(&mut self, look: AuditLook) {
        let full = self.listed.len() >= LOOKS;
        let same = self.listed.iter_mut().find(|known| {
            (&known.row, &known.query, &known.collection)
                == (&look.row, &look.query, &look.collection)
                && (&known.level, &known.documents, known.more)
                    == (&look.level, &look.documents, look.more)
        });
        match same {
            Some(known) => known.times = known.times.saturating_add(look.times),
            None if !full => self.listed.push(look),
            None => *self.counted.entry(look.row).or_default() += u64::from(look.times),
        }
    }
}

/// What is known of the trail while the vault is open.
#[derive(Default)]
pub(crate) struct Trail(Mutex<Known>);

#[derive(Default)]
pub(crate) struct Known {
    /// All records up to some point.
    pub(crate) tree: Option<Frontier>,
    /// The last checkpoint's record, and when.
    pub(crate) last: Option<(u64, Timestamp)>,
    /// What was looked at where no reason is needed.
    looks: BTreeMap<By, Looks>,
    /// Signers who gave both passphrases.
    pub(crate) signers: BTreeSet<String>,
}

impl Trail {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a look. Gives whether enough of them wait.
    pub(crate) fn look(&self, by: By, look: AuditLook) -> bool {
        let mut known = self.lock();
        let looks = known.looks.entry(by).or_default();
        looks.add(look);
        looks.listed.len() >= LOOKS
    }

    /// What one of them looked at, to be put on record.
    pub(crate) fn take_looks(&self) -> Option<(By, Looks)> {
        self.lock().looks.pop_first()
    }

    /// What could not be put on record waits again, before what came meanwhile.
    pub(crate) fn put_back(&self, by: By, mut looks: Looks) {
        let mut known = self.lock();
        let later = known.looks.remove(&by).unwrap_or_default();
        later.listed.into_iter().for_each(|look| looks.add(look));
        for (row, count) in later.counted {
            *looks.counted.entry(row).or_default() += count;
        }
        known.looks.insert(by, looks);
    }

    /// When the first look was that waits.
    pub(crate) fn first_look(&self) -> Option<Timestamp> {
        let known = self.lock();
        known.looks.values().filter_map(|looks| Some(looks.listed.first()?.at)).min()
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

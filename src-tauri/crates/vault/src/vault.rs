//! The open vault: snapshots for any thread, one commit at a time. Dropping it locks: memory tables
//! are flushed; once the last snapshot is gone too, the database is closed, keys are wiped, and the
//! folder's lock is given back.

use crate::anchor::{self, Anchor};
use crate::audit::{AuditEntry, AuditEvent, AuditNote, History};
use crate::batch::Batch;
use crate::core::{Checks, Core};
use crate::error::{Error, Result};
use crate::files::{self, PrivateFiles, Temporary};
use crate::places::{Birth, OpenTimes, Places};
use crate::records::Records;
use crate::snapshot::Snapshot;
use crate::state::{HistoryRecord, Standing, State};
use crate::store::Store;
use crate::table::TableId;
use crate::tally::Tally;
use rocksdb::WriteBatch;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use types::{Timestamp, VaultId};

/// Where Meta keeps the history.
pub(crate) const META_PATH: &[u8] = b"history";

/// A vault that is unlocked, held by this process alone.
pub struct Vault {
    pub(crate) core: Arc<Core>,
    pub(crate) places: Places,
    pub(crate) files: PrivateFiles,
    pen: Mutex<Pen>,
    standing: RwLock<Standing>,
    pub(crate) birth: Birth,
    closed: bool,
    /// Held while links to the files are copied elsewhere: what was deleted lies on in those.
    pub(crate) copying: Mutex<()>,
    /// Where a copy is only read: the folder that it was staged in.
    _staged: Option<Temporary>,
}

/// What whoever writes holds.
struct Pen {
    /// A write failed half-way: what is on disk is known only after opening again.
    uncertain: bool,
}

/// The right to commit, which one thread has at a time.
#[must_use = "others wait for it"]
pub struct Writer<'v> {
    vault: &'v Vault,
    /// Of the next commit.
    note: AuditNote,
    pen: MutexGuard<'v, Pen>,
}

impl Vault {
    pub(crate) fn new(
        store: Store,
        places: Places,
        files: PrivateFiles,
        lock: File,
        birth: Birth,
        standing: Standing,
    ) -> Self {
        Self {
            core: Arc::new(Core { store, checks: Checks::default(), _lock: lock }),
            places,
            files,
            pen: Mutex::new(Pen { uncertain: false }),
            standing: RwLock::new(standing),
            birth,
            closed: false,
            copying: Mutex::default(),
            _staged: None,
        }
    }

    /// A copy that is only read: nothing is flushed, and where it was staged goes with it.
    pub(crate) fn reading_only(mut self, staged: Temporary) -> Self {
        self.closed = true;
        self._staged = Some(staged);
        self
    }

    /// The vault's id.
    pub fn id(&self) -> VaultId {
        self.records().id
    }

    /// When it was created, by the creator's clock.
    pub fn created_at(&self) -> Timestamp {
        self.birth.created_at
    }

    /// The number of the last commit; the first is the creation.
    pub fn commit_seq(&self) -> u64 {
        self.standing().history.commit_seq
    }

    /// How long opening took.
    pub fn open_times(&self) -> OpenTimes {
        self.birth.times
    }

    /// Bytes of all the vault's files on disk.
    pub fn size_bytes(&self) -> Result<u64> {
        files::size_bytes(&self.places.folder)
    }

    /// Bytes of keys and sealed records by table, without RocksDB's own overhead and without what
    /// compaction has yet to drop. Reads everything: for reports.
    pub fn table_bytes(&self) -> Result<BTreeMap<String, u64>> {
        let mut by_table = BTreeMap::new();
        for table in TableId::ALL {
            let mut total = 0;
            for found in self.core.store.under(&[table.tag()]) {
                let (raw, frame) = found?;
                total += (raw.len() + frame.len()) as u64;
            }
            by_table.insert(table.name().to_owned(), total);
        }
        Ok(by_table)
    }

    /// An empty batch.
    pub fn batch(&self) -> Batch<'_> {
        Batch::new(&self.core, self.records())
    }

    /// The vault as the last commit left it, for as long as the snapshot is held.
    pub fn snapshot(&self) -> Snapshot {
        let standing = self.standing();
        Snapshot::new(Arc::clone(&self.core), standing.clone())
    }

    /// Waits for the right to commit.
    pub fn writer(&self) -> Result<Writer<'_>> {
        // who panicked while holding it had written all or nothing, or left it uncertain
        let pen = self.pen.lock().unwrap_or_else(PoisonError::into_inner);
        if pen.uncertain {
            Err(Error::NeedsReopen)
        } else {
            Ok(Writer { vault: self, note: AuditNote::default(), pen })
        }
    }

    /// One commit: [`Writer::commit`].
    pub fn commit(&self, batch: Batch<'_>, audit: AuditEvent) -> Result<u64> {
        self.writer()?.commit(batch, audit)
    }

    /// Whether the anchor beside the database remembers the last commit. After a failed upkeep it may lag:
    /// the next commit heals it.
    pub fn anchor_agrees(&self) -> bool {
        let (records, standing) = (self.records(), self.standing().history);
        anchor::read(&self.places.anchor, &records.keys, &records.id)
            .is_ok_and(|anchor| anchor.history == standing)
    }

    /// The key that this vault's signatures are checked with.
    pub fn public_key(&self) -> [u8; 32] {
        self.sign(b"loci public key").public_key
    }

    /// Flushes and closes, and says if that failed. What was committed is safe in any case.
    pub fn sync_and_close(mut self) -> Result<()> {
        self.closed = true;
        self.flush()
    }

    /// What the last commit left behind. Held only while reading begins.
    pub(crate) fn standing(&self) -> RwLockReadGuard<'_, Standing> {
        self.standing.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What its records are sealed with.
    pub(crate) fn records(&self) -> Arc<Records> {
        Arc::clone(&self.standing().records)
    }

    /// Tests only: what a version from before digests would have left behind.
    #[cfg(test)]
    #[cfg(not(feature = "plain-for-tests"))]
    pub(crate) fn standing_for_tests(&self, history: History) {
        let (state, records) = (State::default(), self.records());
        *self.standing.write().unwrap_or_else(PoisonError::into_inner) =
            Standing { history, state, records };
    }

    pub(crate) fn anchor(&self, history: History) -> Anchor {
        Anchor { history, header_generation: self.generation() }
    }

    /// The header's generation.
    pub(crate) fn generation(&self) -> u64 {
        self.birth.generation.load(Ordering::SeqCst)
    }

    /// Other keys for the same records. Who has the pen may do it.
    pub(crate) fn set_records(&self, records: Arc<Records>) {
        self.standing.write().unwrap_or_else(PoisonError::into_inner).records = records;
    }

    /// The header was written anew.
    pub(crate) fn set_generation(&self, generation: u64) {
        self.birth.generation.store(generation, Ordering::SeqCst);
    }

    pub(crate) fn write_anchor(&self, history: History) -> Result<()> {
        let anchor = self.anchor(history);
        let records = self.records();
        anchor::write(&self.places.anchor, &records.keys, &records.id, anchor)
    }

    fn flush(&self) -> Result<()> {
        let _writer = self.writer()?;
        self.core.store.flush()?;
        self.core.store.stop_background_work();
        self.write_anchor(self.standing().history)?;
        files::sync_folder(&self.places.folder)?;
        self.files.sweep()
    }
}

impl<'v> Writer<'v> {
    /// The vault that it is the right of.
    pub fn vault(&self) -> &'v Vault {
        self.vault
    }

    /// Writes a batch and its audit entry, all or nothing, synced before this returns. Gives the
    /// commit's number.
    pub fn commit(&mut self, batch: Batch<'_>, audit: AuditEvent) -> Result<u64> {
        let vault = self.vault;
        if !batch.is_of(&vault.core) {
            return Err(Error::ForeignBatch);
        }
        files::check_room(&vault.places.folder, batch.size_bytes())?;
        let mut write = WriteBatch::with_capacity_bytes(batch.size_bytes());
        let Standing { state, records, .. } = vault.standing().clone();
        let mut tally = Tally::new(&vault.core.store, &records, state);
        for change in batch.into_changes(&records)? {
            tally.take(change, &mut write)?;
        }
        let state = tally.finish(&mut write)?;
        self.write(write, state, audit)
    }

    /// The same with more for the log than the event.
    pub fn commit_noted(
        &mut self,
        batch: Batch<'_>,
        audit: AuditEvent,
        note: AuditNote,
    ) -> Result<u64> {
        self.note = note;
        let committed = self.commit(batch, audit);
        self.note = AuditNote::default();
        committed
    }

    /// Adds the audit entry and the history to a write that leads to `state`, and makes it last.
    pub(crate) fn write(
        &mut self,
        write: WriteBatch,
        state: State,
        audit: AuditEvent,
    ) -> Result<u64> {
        let records = self.vault.records();
        self.write_with(write, state, records, audit)
    }

    /// The same; from then on everything is read and sealed with these keys.
    pub(crate) fn write_with(
        &mut self,
        mut write: WriteBatch,
        state: State,
        records: Arc<Records>,
        audit: AuditEvent,
    ) -> Result<u64> {
        let vault = self.vault;
        if self.pen.uncertain {
            return Err(Error::NeedsReopen);
        }
        let entry = AuditEntry::after(
            vault.standing().history,
            audit,
            std::mem::take(&mut self.note),
            state.hash(),
        );
        let history = entry.history();
        write_history(&records, &entry, &state, &mut write)?;
        let (changes, size_bytes) = (write.len(), write.size_in_bytes());
        {
            let mut standing = vault.standing.write().unwrap_or_else(PoisonError::into_inner);
            self.pen.uncertain = true;
            vault.core.store.write(write)?;
            *standing = Standing { history, state, records };
            self.pen.uncertain = false;
        }
        // The commit is on disk whatever happens now: an anchor that lags is healed by the next
        // commit or the next opening, and must not make a saved change look lost.
        for lagging in [vault.write_anchor(history), vault.files.sweep()] {
            if let Err(lagging) = lagging {
                tracing::warn!(commit_seq = entry.seq, %lagging, "upkeep after the commit failed");
            }
        }
        tracing::debug!(commit_seq = entry.seq, changes, size_bytes, "committed");
        Ok(entry.seq)
    }
}

impl Drop for Vault {
    fn drop(&mut self) {
        if !self.closed
            && let Err(failed) = self.flush()
        {
            tracing::warn!(%failed, "the vault was closed without a flush");
        }
    }
}

impl fmt::Debug for Vault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Vault").field("id", &self.records().id).finish_non_exhaustive()
    }
}

/// Adds the audit entry, and where the history stands after it, to a write.
pub(crate) fn write_history(
    records: &Records,
    entry: &AuditEntry,
    state: &State,
    write: &mut WriteBatch,
) -> Result<()> {
    let raw = records.raw_key(TableId::Audit, &[&entry.seq.to_be_bytes()]);
    let frame = records.seal(TableId::Audit, &raw, entry)?;
    write.put(raw, frame);
    let raw = records.raw_key(TableId::Meta, &[META_PATH]);
    let frame = records.seal(
        TableId::Meta,
        &raw,
        &HistoryRecord::new(entry.history(), state, records.state_epoch),
    )?;
    write.put(raw, frame);
    Ok(())
}

/// Readers and batches on any thread are part of the promise.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Vault>();
    is_shared::<Snapshot>();
    is_shared::<Batch<'_>>();
};

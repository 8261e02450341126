//! The open vault: reads from any thread, one commit at a time. Dropping it locks: memory tables are
//! flushed, the database closed, keys wiped, and the folder's lock given back.

use crate::anchor::{self, Anchor};
use crate::audit::{AuditEntry, AuditEvent, History};
use crate::batch::Batch;
use crate::checking::Checks;
use crate::error::{Error, Result};
use crate::files::{self, PrivateFiles};
use crate::opening::{Birth, OpenTimes, Places};
use crate::records::Records;
use crate::state::{HistoryRecord, State};
use crate::store::Store;
use crate::table::{Table, TableId, target_of};
use crate::tally::Tally;
use crate::value::Record;
use rocksdb::WriteBatch;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use types::{Timestamp, VaultId};

/// Where Meta keeps the history.
pub(crate) const META_PATH: &[u8] = b"history";

/// A vault that is unlocked, held by this process alone.
pub struct Vault {
    // Dropped in this order: the lock goes last.
    pub(crate) store: Store,
    pub(crate) records: Records,
    pub(crate) places: Places,
    pub(crate) files: PrivateFiles,
    pub(crate) checks: Checks,
    writer: Mutex<Writer>,
    standing: RwLock<Standing>,
    pub(crate) birth: Birth,
    closed: bool,
    _lock: File,
}

/// The right to commit.
pub(crate) struct Writer {
    /// A write failed half-way: what is on disk is known only after opening again.
    uncertain: bool,
}

/// What the last commit left behind. It changes in one step with the database: who holds it while
/// beginning to read sees records and digests of one commit.
pub(crate) struct Standing {
    pub(crate) history: History,
    pub(crate) state: State,
}

impl Vault {
    pub(crate) fn new(
        store: Store,
        records: Records,
        places: Places,
        files: PrivateFiles,
        lock: File,
        birth: Birth,
        standing: Standing,
    ) -> Self {
        Self {
            store,
            records,
            places,
            files,
            checks: Checks::default(),
            writer: Mutex::new(Writer { uncertain: false }),
            standing: RwLock::new(standing),
            birth,
            closed: false,
            _lock: lock,
        }
    }

    /// The vault's id.
    pub fn id(&self) -> VaultId {
        self.records.id
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
            for found in self.store.under(&[table.tag()]) {
                let (raw, frame) = found?;
                total += (raw.len() + frame.len()) as u64;
            }
            by_table.insert(table.name().to_owned(), total);
        }
        Ok(by_table)
    }

    /// An empty batch.
    pub fn batch(&self) -> Batch<'_> {
        Batch::new(self)
    }

    /// The value at a path.
    pub fn get<V: Record>(&self, table: Table<V>, path: &[&[u8]]) -> Result<Option<V>> {
        self.get_unchecked(table.id(), path)
    }

    pub(crate) fn get_unchecked<V: Record>(
        &self,
        table: TableId,
        path: &[&[u8]],
    ) -> Result<Option<V>> {
        let raw = self.records.raw_key(table, path);
        self.check(table, &raw)?;
        let frame = self.store.get(&raw)?;
        frame.map(|frame| self.records.open(table, &raw, &frame)).transpose()
    }

    /// The values at and below a path, as of now, in no meaningful order; the whole table when the
    /// path is empty. Where the table was not looked at before, that it differs from what was
    /// committed may be the last item.
    pub fn scan<'a, V: Record>(
        &'a self,
        table: Table<V>,
        prefix: &[&[u8]],
    ) -> Result<impl Iterator<Item = Result<V>> + use<'a, V>> {
        let prefix = self.records.raw_key(table.id(), prefix);
        let found = self.checked_under(table.id(), &prefix)?;
        Ok(found.map(move |found| {
            let (raw, frame) = found?;
            self.records.open(table.id(), &raw, &frame)
        }))
    }

    /// The records of `table` that are filed under a path of names, with what is filed below it, in no
    /// meaningful order. An entry whose record is gone is passed over.
    pub fn filed<'a, V: Record>(
        &'a self,
        path: &[&[u8]],
        table: Table<V>,
    ) -> Result<impl Iterator<Item = Result<V>> + use<'a, V>> {
        let prefix = self.records.raw_key(TableId::Facets, path);
        let found = self.checked_under(TableId::Facets, &prefix)?;
        self.check_table(table.id())?;
        Ok(found.filter_map(move |found| {
            let raw = match found {
                Ok((facet, _)) => target_of(&facet, table.id())?,
                Err(failed) => return Some(Err(failed)),
            };
            match self.store.get(&raw) {
                Ok(Some(frame)) => Some(self.records.open(table.id(), &raw, &frame)),
                Ok(None) => None,
                Err(failed) => Some(Err(failed)),
            }
        }))
    }

    /// Whether anything lies at or below a path. A quick look, which proves nothing.
    pub fn has_below<V>(&self, table: Table<V>, prefix: &[&[u8]]) -> Result<bool> {
        let prefix = self.records.raw_key(table.id(), prefix);
        Ok(self.store.all_under(&prefix).record()?.is_some())
    }

    /// How many records are at and below a path.
    pub fn count<V>(&self, table: Table<V>, prefix: &[&[u8]]) -> Result<u64> {
        let prefix = self.records.raw_key(table.id(), prefix);
        let mut found = self.checked_under(table.id(), &prefix)?;
        found.try_fold(0, |count, found| found.map(|_| count + 1))
    }

    /// Writes a batch and its audit entry, all or nothing, synced before this returns. Gives the
    /// commit's number.
    pub fn commit(&self, batch: Batch<'_>, audit: AuditEvent) -> Result<u64> {
        if !std::ptr::eq(batch.vault, self) {
            return Err(Error::ForeignBatch);
        }
        let writer = self.writer()?;
        files::check_room(&self.places.folder, batch.size_bytes())?;
        let mut write = WriteBatch::with_capacity_bytes(batch.size_bytes());
        let mut tally = Tally::new(&self.store, &self.records, self.standing().state.clone());
        for change in batch.into_changes()? {
            tally.take(change, &mut write)?;
        }
        let state = tally.finish(&mut write)?;
        self.write_commit(writer, write, state, audit)
    }

    /// Adds the audit entry and the history to a write that leads to `state`, and makes it last.
    pub(crate) fn write_commit(
        &self,
        mut writer: MutexGuard<'_, Writer>,
        mut write: WriteBatch,
        state: State,
        audit: AuditEvent,
    ) -> Result<u64> {
        let entry = AuditEntry::after(self.standing().history, audit, state.hash());
        let history = entry.history();
        write_history(&self.records, &entry, &state, &mut write)?;
        let (changes, size_bytes) = (write.len(), write.size_in_bytes());
        {
            let mut standing = self.standing.write().unwrap_or_else(PoisonError::into_inner);
            if let Err(failed) = self.store.write(write) {
                writer.uncertain = true;
                return Err(failed);
            }
            *standing = Standing { history, state };
        }
        // The commit is on disk whatever happens now: an anchor that lags is healed by the next
        // commit or the next opening, and must not make a saved change look lost.
        for lagging in [self.write_anchor(history), self.files.sweep()] {
            if let Err(lagging) = lagging {
                tracing::warn!(commit_seq = entry.seq, %lagging, "upkeep after the commit failed");
            }
        }
        tracing::debug!(commit_seq = entry.seq, changes, size_bytes, "committed");
        Ok(entry.seq)
    }

    /// An entry of the audit log, by commit number.
    pub fn audit_entry(&self, commit_seq: u64) -> Result<Option<AuditEntry>> {
        self.get_unchecked(TableId::Audit, &[&commit_seq.to_be_bytes()])
    }

    /// Flushes and closes, and says if that failed. What was committed is safe in any case.
    pub fn sync_and_close(mut self) -> Result<()> {
        self.closed = true;
        self.flush()
    }

    /// Runs upkeep that no commit may come between.
    pub(crate) fn while_no_commit<T>(&self, upkeep: impl FnOnce() -> Result<T>) -> Result<T> {
        let _writer = self.writer()?;
        upkeep()
    }

    /// What the last commit left behind. Held only while reading begins.
    pub(crate) fn standing(&self) -> RwLockReadGuard<'_, Standing> {
        self.standing.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tests only: what a version from before digests would have left behind.
    #[cfg(test)]
    #[cfg(not(feature = "plain-for-tests"))]
    pub(crate) fn standing_for_tests(&self, history: History) {
        let state = State::default();
        *self.standing.write().unwrap_or_else(PoisonError::into_inner) =
            Standing { history, state };
    }

    /// Waits for the right to commit.
    pub(crate) fn writer(&self) -> Result<MutexGuard<'_, Writer>> {
        let writer = self.writer.lock().map_err(|_| Error::NeedsReopen)?;
        if writer.uncertain { Err(Error::NeedsReopen) } else { Ok(writer) }
    }

    pub(crate) fn anchor(&self, history: History) -> Anchor {
        Anchor { history, header_generation: self.birth.generation }
    }

    pub(crate) fn write_anchor(&self, history: History) -> Result<()> {
        let anchor = self.anchor(history);
        anchor::write(&self.places.anchor, &self.records.keys, &self.records.id, anchor)
    }

    fn flush(&self) -> Result<()> {
        let _writer = self.writer()?;
        self.store.flush()?;
        self.store.stop_background_work();
        self.write_anchor(self.standing().history)?;
        files::sync_folder(&self.places.folder)?;
        self.files.sweep()
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
        out.debug_struct("Vault").field("id", &self.records.id).finish_non_exhaustive()
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
    let frame = records.seal(TableId::Meta, &raw, &HistoryRecord::new(entry.history(), state))?;
    write.put(raw, frame);
    Ok(())
}

/// Readers and batches on any thread are part of the promise.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Vault>();
    is_shared::<Batch<'_>>();
};

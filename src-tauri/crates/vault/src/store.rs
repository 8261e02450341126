//! RocksDB, set up once: what it is told, how it is opened, and what its errors mean here. It only
//! ever sees raw keys and sealed frames. Its info log is discarded: it can hold keys.

use crate::error::{Error, Result};
use crate::table::after_prefix;
use rocksdb::checkpoint::Checkpoint;
use rocksdb::{
    BlockBasedOptions, BottommostLevelCompaction, Cache, CompactOptions, DB, DBCompressionType,
    DBIteratorWithThreadMode, DBRawIteratorWithThreadMode, DBRecoveryMode, Direction, ErrorKind,
    FlushOptions, IteratorMode, LogLevel, Options, ReadOptions, WriteBatch, WriteOptions,
};
use self_cell::self_cell;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Values above this lie in blob files, so that compaction does not copy them.
const MIN_BLOB_BYTES: u64 = 16 << 10;
const BLOB_FILE_BYTES: u64 = 128 << 20;
/// Share of the oldest blob files from which a compaction carries living values over, as a rule.
const BLOB_CUTOFF: &str = "0.25";
const BLOCK_CACHE_BYTES: usize = 64 << 20;
const MEMTABLE_BYTES: usize = 32 << 20;
const MEMTABLES: i32 = 3;
/// As many as make up a first level of RocksDB's default size when they are full. Each session leaves a small
/// one, and compacting them rewrites tables that a backup then copies again.
const NEWEST_FILES: i32 = 8;
const MAX_WAL_BYTES: u64 = 128 << 20;
const OPEN_FILES: i32 = 512;

/// The open database.
pub(crate) struct Store(Arc<DB>);

type Moment<'a> = rocksdb::SnapshotWithThreadMode<'a, DB>;

self_cell!(
    /// A moment of the database, with the database that it is one of.
    struct Held {
        owner: Arc<DB>,
        #[covariant]
        dependent: Moment,
    }
);

/// The database as it stood at one moment, for as long as this is held.
pub(crate) struct Pinned(Held);

impl Pinned {
    pub(crate) fn get(&self, raw: &[u8]) -> Result<Option<rocksdb::DBPinnableSlice<'_>>> {
        self.0.borrow_owner().get_pinned_opt(raw, &self.options()).map_err(failed)
    }

    /// Everything under a prefix.
    pub(crate) fn under(&self, prefix: &[u8]) -> Under<'_> {
        under(self.0.borrow_owner(), prefix, self.options())
    }

    /// The records from a raw key up to another, which is left out; without an end where that is
    /// empty. What is read is not kept in memory.
    pub(crate) fn between(&self, from: &[u8], to: Vec<u8>) -> Cursor<'_> {
        between(self.0.borrow_owner(), from, to, self.options())
    }

    /// The records under a prefix, likewise.
    pub(crate) fn all_under(&self, prefix: &[u8]) -> Cursor<'_> {
        self.between(prefix, after_prefix(prefix))
    }

    fn options(&self) -> ReadOptions {
        let mut options = ReadOptions::default();
        options.set_snapshot(self.0.borrow_dependent());
        options
    }
}

impl Store {
    /// Makes an empty database.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let mut options = options();
        options.create_if_missing(true);
        options.set_error_if_exists(true);
        DB::open(&options, path).map(Self::new).map_err(failed)
    }

    /// Opens a database that must be there.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        DB::open(&options(), path).map(Self::new).map_err(|e| unopened(&e))
    }

    /// Opens a database without changing any of its files.
    pub(crate) fn open_read_only(path: &Path) -> Result<Self> {
        let even_with_a_log = false;
        DB::open_for_read_only(&options(), path, even_with_a_log)
            .map(Self::new)
            .map_err(|e| unopened(&e))
    }

    fn new(db: DB) -> Self {
        Self(Arc::new(db))
    }

    /// Holds on to this moment.
    pub(crate) fn pin(&self) -> Pinned {
        Pinned(Held::new(Arc::clone(&self.0), |db| db.snapshot()))
    }

    /// Whether somebody holds on to a moment before the last write.
    pub(crate) fn is_held(&self) -> Result<bool> {
        let oldest = self.0.property_int_value("rocksdb.oldest-snapshot-sequence");
        // 0 where nobody holds any
        let oldest = oldest.map_err(failed)?.filter(|oldest| *oldest > 0);
        Ok(oldest.is_some_and(|oldest| oldest < self.0.latest_sequence_number()))
    }

    pub(crate) fn get(&self, raw: &[u8]) -> Result<Option<rocksdb::DBPinnableSlice<'_>>> {
        self.0.get_pinned(raw).map_err(failed)
    }

    /// Writes all of a batch, synced, or none of it.
    pub(crate) fn write(&self, batch: WriteBatch) -> Result<()> {
        let mut durable = WriteOptions::default();
        durable.set_sync(true);
        self.0.write_opt(batch, &durable).map_err(failed)
    }

    /// Tests only: writes a batch that no power cut will come after.
    #[cfg(test)]
    pub(crate) fn write_unsynced(&self, batch: WriteBatch) {
        self.0.write(batch).unwrap();
    }

    /// Everything under a prefix, as of now.
    pub(crate) fn under(&self, prefix: &[u8]) -> Under<'_> {
        under(&self.0, prefix, ReadOptions::default())
    }

    /// The records from a raw key up to another, as of now: see [`Pinned::between`].
    pub(crate) fn between(&self, from: &[u8], to: Vec<u8>) -> Cursor<'_> {
        between(&self.0, from, to, ReadOptions::default())
    }

    /// The records under a prefix, likewise.
    pub(crate) fn all_under(&self, prefix: &[u8]) -> Cursor<'_> {
        self.between(prefix, after_prefix(prefix))
    }

    /// Moves what is in memory into files, so that the next opening has no log to replay.
    pub(crate) fn flush(&self) -> Result<()> {
        let mut wait = FlushOptions::default();
        wait.set_wait(true);
        self.0.flush_opt(&wait).map_err(failed)
    }

    /// Writes every record that is alive into new files. RocksDB does not say if that fails: see
    /// whether the old files are gone after [`Store::purge`].
    pub(crate) fn rewrite(&self) -> Result<()> {
        self.flush()?;
        let cutoff = |share| self.0.set_options(&[("blob_garbage_collection_age_cutoff", share)]);
        cutoff("1.0").map_err(failed)?;
        let mut options = CompactOptions::default();
        options.set_exclusive_manual_compaction(true);
        options.set_bottommost_level_compaction(BottommostLevelCompaction::ForceOptimized);
        self.0.compact_range_opt(None::<&[u8]>, None::<&[u8]>, &options);
        cutoff(BLOB_CUTOFF).map_err(failed)
    }

    /// Deletes the files that nothing needs any more, here and now.
    pub(crate) fn purge(&self) -> Result<()> {
        self.0.disable_file_deletions().map_err(failed)?;
        self.0.enable_file_deletions().map_err(failed)
    }

    /// Whether somebody reads from an older state.
    pub(crate) fn is_read(&self) -> Result<bool> {
        let versions = self.0.property_int_value("rocksdb.num-live-versions").map_err(failed)?;
        Ok(versions.is_none_or(|versions| versions > 1))
    }

    /// Links to all files of this moment, in a folder that is made anew.
    pub(crate) fn checkpoint(&self, folder: &Path) -> Result<()> {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Error::file("removed")(error));
            }
            _ => {}
        }
        Checkpoint::new(&*self.0).and_then(|now| now.create_checkpoint(folder)).map_err(failed)
    }

    /// The names of all files that the database needs. `folder` holds links to them meanwhile.
    pub(crate) fn needed_files(&self, folder: &Path) -> Result<HashSet<OsString>> {
        self.checkpoint(folder)?;
        let listed = fs::read_dir(folder).map_err(Error::file("listed"))?;
        let names = listed.map(|entry| entry.map(|entry| entry.file_name()));
        let names = names.collect::<std::io::Result<_>>().map_err(Error::file("listed"))?;
        fs::remove_dir_all(folder).map_err(Error::file("removed"))?;
        Ok(names)
    }

    /// Stops compactions; nothing is lost, they start over.
    pub(crate) fn stop_background_work(&self) {
        self.0.cancel_all_background_work(true);
    }
}

fn under<'a>(db: &'a DB, prefix: &[u8], mut options: ReadOptions) -> Under<'a> {
    let after = after_prefix(prefix);
    if !after.is_empty() {
        options.set_iterate_upper_bound(after);
    }
    Under(db.iterator_opt(IteratorMode::From(prefix, Direction::Forward), options))
}

fn between<'a>(db: &'a DB, from: &[u8], to: Vec<u8>, mut options: ReadOptions) -> Cursor<'a> {
    options.fill_cache(false);
    if !to.is_empty() {
        options.set_iterate_upper_bound(to);
    }
    let mut records = db.raw_iterator_opt(options);
    records.seek(from);
    Cursor(records)
}

/// An iterator over raw keys and frames.
pub(crate) struct Under<'a>(DBIteratorWithThreadMode<'a, DB>);

impl Iterator for Under<'_> {
    type Item = Result<(Box<[u8]>, Box<[u8]>)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|found| found.map_err(failed))
    }
}

/// A place among raw keys and frames, which are lent and not copied.
pub(crate) struct Cursor<'a>(DBRawIteratorWithThreadMode<'a, DB>);

impl Cursor<'_> {
    /// The record here; nothing at the end.
    pub(crate) fn record(&self) -> Result<Option<(&[u8], &[u8])>> {
        match self.0.item() {
            Some(record) => Ok(Some(record)),
            None => self.0.status().map(|()| None).map_err(failed),
        }
    }

    /// Goes on to the next one.
    pub(crate) fn advance(&mut self) {
        if self.0.valid() {
            self.0.next();
        }
    }
}

fn options() -> Options {
    let mut options = Options::default();
    options.set_paranoid_checks(true);
    // Measured: the default, point-in-time, opens silently short after any flipped bit.
    options.set_wal_recovery_mode(DBRecoveryMode::TolerateCorruptedTailRecords);
    options.set_info_logger(rocksdb::InfoLogger::new_callback_logger(LogLevel::Fatal, |_, _| {}));
    options.set_stats_dump_period_sec(0);
    // Ciphertext does not compress.
    options.set_compression_type(DBCompressionType::None);
    options.set_blob_compression_type(DBCompressionType::None);
    options.set_enable_blob_files(true);
    options.set_min_blob_size(MIN_BLOB_BYTES);
    options.set_blob_file_size(BLOB_FILE_BYTES);
    options.set_enable_blob_gc(true);
    options.set_write_buffer_size(MEMTABLE_BYTES);
    options.set_max_write_buffer_number(MEMTABLES);
    options.set_level_zero_file_num_compaction_trigger(NEWEST_FILES);
    options.set_max_total_wal_size(MAX_WAL_BYTES);
    options.set_max_open_files(OPEN_FILES);
    options.set_max_background_jobs(2);
    options.set_bytes_per_sync(1 << 20);
    let mut blocks = BlockBasedOptions::default();
    blocks.set_block_cache(&Cache::new_lru_cache(BLOCK_CACHE_BYTES));
    blocks.set_bloom_filter(10.0, false);
    blocks.set_cache_index_and_filter_blocks(true);
    blocks.set_pin_l0_filter_and_index_blocks_in_cache(true);
    options.set_block_based_table_factory(&blocks);
    options
}

fn unopened(error: &rocksdb::Error) -> Error {
    match failed_as(error) {
        Error::Database(message) => {
            tracing::error!(%message, "the database does not open");
            Error::Damaged("the database does not open")
        }
        other => other,
    }
}

// By value: this is what `map_err` hands over.
#[allow(clippy::needless_pass_by_value)]
fn failed(error: rocksdb::Error) -> Error {
    failed_as(&error)
}

fn failed_as(error: &rocksdb::Error) -> Error {
    let message = error.to_string();
    // RocksDB passes strerror's words on, and nothing else to tell by.
    let full = [
        "No space left",
        "Disk quota exceeded",
        "Out of space",
        "Max allowed space",
        "File too large",
    ];
    if full.iter().any(|words| message.contains(words)) {
        return Error::DiskFull;
    }
    // a blob file, say
    if message.contains("No such file") {
        return Error::Damaged("a file of the database is missing");
    }
    match error.kind() {
        ErrorKind::Corruption => Error::Damaged("the database fails its own checks"),
        _ => Error::Database(message),
    }
}

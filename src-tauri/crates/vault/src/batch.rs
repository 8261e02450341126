//! Changes on their way into one commit. Values are sealed as they are put, in the caller's thread,
//! so that a commit has little left to compute. A batch that is dropped changes nothing.

use crate::core::Core;
use crate::digest::Element;
use crate::error::{Error, Result};
use crate::raw::facet_key;
use crate::records::Records;
use crate::table::{Table, TableId};
use crate::value::Record;
use std::sync::Arc;

/// Changes that become one commit, in the order they were put.
pub struct Batch<'a> {
    pub(crate) core: &'a Core,
    /// What its changes are sealed with.
    pub(crate) records: Arc<Records>,
    changes: Vec<Change>,
    size_bytes: usize,
    refused: Option<Error>,
}

/// One change, by raw keys.
pub(crate) enum Change {
    /// A frame at a raw key, and what it adds to a digest.
    Put(Vec<u8>, Vec<u8>, Element),
    /// Nothing at a raw key any more.
    Delete(Vec<u8>),
    /// Nothing any more at all raw keys that begin so.
    DeleteBelow(Vec<u8>),
}

impl<'a> Batch<'a> {
    pub(crate) fn new(core: &'a Core, records: Arc<Records>) -> Self {
        Self { core, records, changes: Vec::new(), size_bytes: 0, refused: None }
    }

    /// Puts a value at a path, over what was there.
    pub fn put<V: Record>(&mut self, table: Table<V>, path: &[&[u8]], value: &V) -> Result<()> {
        self.check_table(table.id())?;
        self.put_unchecked(table.id(), path, value)
    }

    /// Takes away what is at a path, if anything is. A table that only commits write is refused
    /// when the batch is committed.
    pub fn delete<V>(&mut self, table: Table<V>, path: &[&[u8]]) {
        if self.check_table(table.id()).is_ok() {
            self.delete_unchecked(table.id(), path);
        }
    }

    /// Takes away everything at and below a path; the whole table when the path is empty.
    pub fn delete_prefix<V>(&mut self, table: Table<V>, prefix: &[&[u8]]) -> Result<()> {
        self.check_table(table.id())?;
        self.delete_below(table.id(), prefix);
        Ok(())
    }

    /// Files the record `id` of `table` under a path of names, as a key without a value (seed 003).
    pub fn file<V>(&mut self, path: &[&[u8]], table: Table<V>, id: &[u8]) {
        let raw = facet_key(&self.records.keys.names, path, table.id(), id);
        self.put_raw(raw, Vec::new());
    }

    /// Undoes [`Batch::file`].
    pub fn unfile<V>(&mut self, path: &[&[u8]], table: Table<V>, id: &[u8]) {
        let raw = facet_key(&self.records.keys.names, path, table.id(), id);
        self.push(Change::Delete(raw));
    }

    /// Adds another batch's changes after this one's.
    pub fn append(&mut self, other: Batch<'_>) {
        // A batch of another vault must not get in by this door: its seals would not open.
        if !self.is_of(other.core) {
            self.refused = Some(Error::ForeignBatch);
            return;
        }
        self.refused = self.refused.take().or(other.refused);
        self.size_bytes += other.size_bytes;
        self.changes.extend(other.changes);
    }

    /// True when there is nothing to commit.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Sealed bytes waiting in memory.
    pub fn size_bytes(&self) -> usize {
        self.size_bytes
    }

    pub(crate) fn put_unchecked<V: Record>(
        &mut self,
        table: TableId,
        path: &[&[u8]],
        value: &V,
    ) -> Result<()> {
        let raw = self.records.raw_key(table, path);
        let frame = self.records.seal(table, &raw, value)?;
        self.put_raw(raw, frame);
        Ok(())
    }

    pub(crate) fn put_raw(&mut self, raw: Vec<u8>, frame: Vec<u8>) {
        let element = self.records.element(&raw, &frame);
        self.push(Change::Put(raw, frame, element));
    }

    pub(crate) fn delete_unchecked(&mut self, table: TableId, path: &[&[u8]]) {
        self.push(Change::Delete(self.records.raw_key(table, path)));
    }

    pub(crate) fn delete_below(&mut self, table: TableId, prefix: &[&[u8]]) {
        self.push(Change::DeleteBelow(self.records.raw_key(table, prefix)));
    }

    /// Whether it was begun for this vault.
    pub(crate) fn is_of(&self, core: &Core) -> bool {
        std::ptr::eq(self.core, core)
    }

    /// The changes, in the order they were put. Where keys changed since, they are sealed with `now`.
    pub(crate) fn into_changes(self, now: &Arc<Records>) -> Result<Vec<Change>> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        if Arc::ptr_eq(&self.records, now) {
            return Ok(self.changes);
        }
        let again = |change| match change {
            Change::Put(raw, frame, _) => {
                let frame = now.reseal(&self.records, &raw, &frame)?.unwrap_or(frame);
                let element = now.element(&raw, &frame);
                Ok(Change::Put(raw, frame, element))
            }
            other => Ok(other),
        };
        self.changes.into_iter().map(again).collect()
    }

    fn push(&mut self, change: Change) {
        self.size_bytes += match &change {
            Change::Put(raw, frame, _) => raw.len() + frame.len(),
            Change::Delete(raw) | Change::DeleteBelow(raw) => raw.len(),
        };
        self.changes.push(change);
    }

    fn check_table(&mut self, table: TableId) -> Result<()> {
        if table.is_reserved() {
            self.refused = Some(Error::ReservedTable(table));
            return Err(Error::ReservedTable(table));
        }
        Ok(())
    }
}

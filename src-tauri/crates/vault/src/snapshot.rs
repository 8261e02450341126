//! The vault as one commit left it: records and the digests that they are checked against, for as long
//! as somebody holds it, whatever is committed meanwhile. What it needs is not deleted until then.

use crate::audit::AuditEntry;
use crate::core::Core;
use crate::error::Result;
use crate::state::Standing;
use crate::store::Pinned;
use crate::table::{Table, TableId, target_of};
use crate::value::Record;
use std::fmt;
use std::sync::Arc;

/// The vault as one commit left it. Cheap to clone.
#[derive(Clone)]
pub struct Snapshot {
    pub(crate) moment: Arc<Moment>,
}

pub(crate) struct Moment {
    // the moment is let go before the database that it is of
    pub(crate) pinned: Pinned,
    pub(crate) standing: Standing,
    pub(crate) core: Arc<Core>,
}

impl Snapshot {
    /// The moment of `standing`, which the caller holds.
    pub(crate) fn new(core: Arc<Core>, standing: Standing) -> Self {
        let pinned = core.store.pin();
        Self { moment: Arc::new(Moment { pinned, standing, core }) }
    }

    /// The number of its commit.
    pub fn commit_seq(&self) -> u64 {
        self.moment.standing.history.commit_seq
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
        let raw = self.moment.standing.records.raw_key(table, path);
        self.check(table, &raw)?;
        let frame = self.moment.pinned.get(&raw)?;
        frame.map(|frame| self.moment.standing.records.open(table, &raw, &frame)).transpose()
    }

    /// The values at and below a path, in no meaningful order; the whole table when the
    /// path is empty. Where the table was not looked at before, that it differs from what was
    /// committed may be the last item.
    pub fn scan<'a, V: Record>(
        &'a self,
        table: Table<V>,
        prefix: &[&[u8]],
    ) -> Result<impl Iterator<Item = Result<V>> + use<'a, V>> {
        let prefix = self.moment.standing.records.raw_key(table.id(), prefix);
        let found = self.checked_under(table.id(), &prefix)?;
        Ok(found.map(move |found| {
            let (raw, frame) = found?;
            self.moment.standing.records.open(table.id(), &raw, &frame)
        }))
    }

    /// The records of `table` that are filed under a path of names, with what is filed below it, in no
    /// meaningful order. An entry whose record is gone is passed over.
    pub fn filed<'a, V: Record>(
        &'a self,
        path: &[&[u8]],
        table: Table<V>,
    ) -> Result<impl Iterator<Item = Result<V>> + use<'a, V>> {
        let prefix = self.moment.standing.records.raw_key(TableId::Facets, path);
        let found = self.checked_under(TableId::Facets, &prefix)?;
        self.check_table(table.id())?;
        Ok(found.filter_map(move |found| {
            let raw = match found {
                Ok((facet, _)) => target_of(&facet, table.id())?,
                Err(failed) => return Some(Err(failed)),
            };
            match self.moment.pinned.get(&raw) {
                Ok(Some(frame)) => {
                    Some(self.moment.standing.records.open(table.id(), &raw, &frame))
                }
                Ok(None) => None,
                Err(failed) => Some(Err(failed)),
            }
        }))
    }

    /// Whether anything lies at or below a path. A quick look, which proves nothing.
    pub fn has_below<V>(&self, table: Table<V>, prefix: &[&[u8]]) -> Result<bool> {
        let prefix = self.moment.standing.records.raw_key(table.id(), prefix);
        Ok(self.moment.pinned.all_under(&prefix).record()?.is_some())
    }

    /// How many records are at and below a path.
    pub fn count<V>(&self, table: Table<V>, prefix: &[&[u8]]) -> Result<u64> {
        let prefix = self.moment.standing.records.raw_key(table.id(), prefix);
        let mut found = self.checked_under(table.id(), &prefix)?;
        found.try_fold(0, |count, found| found.map(|_| count + 1))
    }

    /// An entry of the audit log, by commit number.
    pub fn audit_entry(&self, commit_seq: u64) -> Result<Option<AuditEntry>> {
        self.get_unchecked(TableId::Audit, &[&commit_seq.to_be_bytes()])
    }

    /// The number and the hash of the last entry, as the history has them.
    pub fn audit_head(&self) -> (u64, types::Sha256) {
        let history = self.moment.standing.history;
        (history.commit_seq, history.audit_head)
    }

    /// How many entries lie in the audit log, whatever they are.
    pub fn audit_count(&self) -> Result<u64> {
        let mut entries = self.moment.pinned.all_under(&[TableId::Audit.tag()]);
        let mut count = 0;
        while entries.record()?.is_some() {
            count += 1;
            entries.advance();
        }
        Ok(count)
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Snapshot").field("commit_seq", &self.commit_seq()).finish_non_exhaustive()
    }
}

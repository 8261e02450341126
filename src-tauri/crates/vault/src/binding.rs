//! Binding what lies in the database to the history as it is: once for a vault from before digests,
//! and again where the person takes what is there although it differs. Both trust what they find,
//! and both leave an audit entry.

use crate::audit::AuditEvent;
use crate::digest::Digest;
use crate::error::Result;
use crate::records::Records;
use crate::state::State;
use crate::store::Store;
use crate::table::{TableId, after_prefix, leaf_key, unit_of};
use crate::vault::Vault;
use rocksdb::WriteBatch;
use std::collections::HashSet;

impl Vault {
    /// Makes the digests anew of everything that is there, in one commit. Records that no table is
    /// for go.
    pub(crate) fn bind(&self, event: AuditEvent) -> Result<()> {
        let mut writer = self.writer()?;
        let mut write = WriteBatch::default();
        let leaves = vec![TableId::Leaves.tag()];
        write.delete_range(&leaves, &after_prefix(&leaves));
        for raw in self.snapshot().strays()?.into_iter().chain(self.stray_entries()?) {
            write.delete(raw);
        }
        let state = bind_all(&self.core.store, &self.records(), &mut write)?;
        writer.write(write, state, event)?;
        self.core.checks.forget();
        Ok(())
    }

    /// Audit entries that are not of this history.
    fn stray_entries(&self) -> Result<Vec<Vec<u8>>> {
        let (records, numbers) = (self.records(), 1..=self.commit_seq());
        let expected: HashSet<Vec<u8>> =
            numbers.map(|seq| records.raw_key(TableId::Audit, &[&seq.to_be_bytes()])).collect();
        let mut strays = Vec::new();
        let mut entries = self.core.store.all_under(&[TableId::Audit.tag()]);
        while let Some((raw, _)) = entries.record()? {
            if !expected.contains(raw) {
                strays.push(raw.to_vec());
            }
            entries.advance();
        }
        Ok(strays)
    }
}

/// The state of all records, their leaves added to a write.
pub(crate) fn bind_all(store: &Store, records: &Records, write: &mut WriteBatch) -> Result<State> {
    let mut state = State::default();
    for table in TableId::ALL.into_iter().filter(|table| table.is_digested()) {
        let mut open: Option<(Vec<u8>, Digest)> = None;
        let mut found = store.all_under(&[table.tag()]);
        while let Some((raw, frame)) = found.record()? {
            let element = records.element(raw, frame);
            state.change(raw, None, Some(&element));
            if let Some(unit) = unit_of(raw) {
                if open.as_ref().is_some_and(|(known, _)| known != unit) {
                    put_leaf(records, &mut state, write, open.take())?;
                }
                open.get_or_insert_with(|| (unit.to_vec(), Digest::default())).1.add(&element);
            }
            found.advance();
        }
        put_leaf(records, &mut state, write, open)?;
    }
    Ok(state)
}

fn put_leaf(
    records: &Records,
    state: &mut State,
    write: &mut WriteBatch,
    unit: Option<(Vec<u8>, Digest)>,
) -> Result<()> {
    let Some((unit, digest)) = unit else { return Ok(()) };
    let raw = leaf_key(&unit);
    let frame = records.seal_leaf(&raw, &digest)?;
    state.change(&raw, None, Some(&records.element(&raw, &frame)));
    write.put(raw, frame);
    Ok(())
}

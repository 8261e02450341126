//! What a batch does to the digests, at a cost that grows with the batch alone: each change takes the
//! record that lies in its place out of them and puts the new one in. Changes count in their order,
//! several to one key included. What lies on the disk is taken as it is: where somebody else changed
//! it, the difference stays in the digest for good.

use crate::batch::Change;
use crate::digest::{Digest, Element};
use crate::error::Result;
use crate::records::Records;
use crate::state::{Part, State};
use crate::store::Store;
use crate::table::{TableId, after_prefix, leaf_key, unit_of};
use rocksdb::WriteBatch;
use std::collections::BTreeMap;
use std::ops::Bound;

/// Changes on their way into a write, and the state that they lead to.
pub(crate) struct Tally<'a> {
    store: &'a Store,
    records: &'a Records,
    state: State,
    /// What lies at each raw key that was touched, by now.
    now: BTreeMap<Vec<u8>, Option<Element>>,
    units: BTreeMap<Vec<u8>, Unit>,
}

/// A unit that was touched.
struct Unit {
    /// Its leaf as it lies in the database.
    leaf: Option<Element>,
    was: Digest,
    digest: Digest,
    /// What lies in the database under it is gone already.
    cleared: bool,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(store: &'a Store, records: &'a Records, state: State) -> Self {
        Self { store, records, state, now: BTreeMap::new(), units: BTreeMap::new() }
    }

    /// Takes a change into account and adds it to the write.
    pub(crate) fn take(&mut self, change: Change, write: &mut WriteBatch) -> Result<()> {
        match change {
            Change::Put(raw, frame, element) => {
                write.put(&raw, frame);
                self.set(raw, Some(element))
            }
            Change::Delete(raw) => {
                write.delete(&raw);
                self.set(raw, None)
            }
            Change::DeleteBelow(prefix) => {
                write.delete_range(&prefix, &after_prefix(&prefix));
                self.clear(&prefix)
            }
        }
    }

    /// Adds the leaves that changed to the write; gives the state after it.
    pub(crate) fn finish(mut self, write: &mut WriteBatch) -> Result<State> {
        for (key, unit) in std::mem::take(&mut self.units) {
            if unit.digest == unit.was {
                continue;
            }
            let raw = leaf_key(&key);
            let mut now = None;
            if unit.digest.is_empty() {
                write.delete(&raw);
            } else {
                let frame = self.records.seal_leaf(&raw, &unit.digest)?;
                now = Some(self.records.element(&raw, &frame));
                write.put(&raw, frame);
            }
            self.state.change(&raw, unit.leaf.as_ref(), now.as_ref());
        }
        Ok(self.state)
    }

    fn set(&mut self, raw: Vec<u8>, now: Option<Element>) -> Result<()> {
        if let Some(unit) = unit_of(&raw) {
            self.load(unit, None)?;
        }
        let before = match self.now.get(&raw) {
            Some(known) => *known,
            None if self.is_cleared(&raw) => None,
            None => self.store.get(&raw)?.map(|frame| self.records.element(&raw, &frame)),
        };
        self.change(&raw, before, now);
        self.now.insert(raw, now);
        Ok(())
    }

    fn change(&mut self, raw: &[u8], before: Option<Element>, now: Option<Element>) {
        self.state.change(raw, before.as_ref(), now.as_ref());
        if let Some(unit) = unit_of(raw).and_then(|unit| self.units.get_mut(unit)) {
            before.inspect(|element| unit.digest.remove(element));
            now.inspect(|element| unit.digest.add(element));
        }
    }

    /// Everything below a prefix goes: whole units by their leaves, without reading them.
    fn clear(&mut self, prefix: &[u8]) -> Result<()> {
        let table = prefix.first().and_then(|tag| TableId::of_tag(*tag));
        let whole = table.filter(|table| table.has_units() && prefix.len() <= table.unit_len());
        match whole {
            Some(table) => self.clear_units(table, prefix),
            None => self.clear_records(prefix),
        }
    }

    fn clear_units(&mut self, table: TableId, prefix: &[u8]) -> Result<()> {
        let store = self.store;
        let mut leaves = store.all_under(&leaf_key(prefix));
        while let Some((raw, frame)) = leaves.record()? {
            if let Some(unit) = raw.get(1..) {
                self.load(unit, Some(frame))?;
            }
            leaves.advance();
        }
        // a unit without a leaf has nothing in the digest
        if unit_of(prefix) == Some(prefix) {
            self.load(prefix, None)?;
        }
        for (_, unit) in self.units.range_mut(below(prefix)) {
            self.state.remove_all(Part::of_table(table), &unit.digest);
            (unit.digest, unit.cleared) = (Digest::default(), true);
        }
        for (_, now) in self.now.range_mut(below(prefix)) {
            *now = None;
        }
        Ok(())
    }

    fn clear_records(&mut self, prefix: &[u8]) -> Result<()> {
        if let Some(unit) = unit_of(prefix) {
            self.load(unit, None)?;
        }
        let touched: Vec<_> =
            self.now.range(below(prefix)).map(|(raw, now)| (raw.clone(), *now)).collect();
        for (raw, before) in touched {
            self.change(&raw, before, None);
            self.now.insert(raw, None);
        }
        if self.is_cleared(prefix) {
            return Ok(());
        }
        let store = self.store;
        let mut stored = store.all_under(prefix);
        while let Some((raw, frame)) = stored.record()? {
            if !self.now.contains_key(raw) {
                let before = Some(self.records.element(raw, frame));
                self.change(raw, before, None);
                self.now.insert(raw.to_vec(), None);
            }
            stored.advance();
        }
        Ok(())
    }

    /// Whether what the database holds at a raw key is gone already.
    fn is_cleared(&self, raw: &[u8]) -> bool {
        unit_of(raw).and_then(|unit| self.units.get(unit)).is_some_and(|unit| unit.cleared)
    }

    /// Reads a unit's leaf, or takes the one that was read.
    fn load(&mut self, unit: &[u8], frame: Option<&[u8]>) -> Result<()> {
        if self.units.contains_key(unit) {
            return Ok(());
        }
        let raw = leaf_key(unit);
        let stored = if frame.is_none() { self.store.get(&raw)? } else { None };
        let frame = frame.or(stored.as_deref());
        let was = frame.map(|frame| self.records.open_leaf(&raw, frame)).transpose()?;
        let (was, leaf) = (was.unwrap_or_default(), frame.map(|f| self.records.element(&raw, f)));
        self.units.insert(unit.to_vec(), Unit { leaf, was, digest: was, cleared: false });
        Ok(())
    }
}

/// The keys that begin with a prefix.
fn below(prefix: &[u8]) -> (Bound<Vec<u8>>, Bound<Vec<u8>>) {
    let after = after_prefix(prefix);
    let end = if after.is_empty() { Bound::Unbounded } else { Bound::Excluded(after) };
    (Bound::Included(prefix.to_vec()), end)
}

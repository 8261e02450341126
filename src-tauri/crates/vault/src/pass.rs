//! A pass over everything that lies in the database, in slices, each of one moment: every record
//! against the digests of what was committed, every entry of the audit log against the one before.
//! It changes nothing.

use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::finding::{Difference, Finding, Place};
use crate::snapshot::Snapshot;
use crate::state::{HistoryRecord, Part};
use crate::table::{TableId, after_prefix, leaf_key, unit_of};
use crate::vault::{META_PATH, Vault};
use std::collections::VecDeque;
use std::sync::PoisonError;
use types::Sha256;

/// About so much is read in a slice, and a unit more at most.
const SLICE_BYTES: usize = 4 << 20;
/// What a record costs beside its bytes.
const RECORD_BYTES: usize = 256;
const SLICE_ENTRIES: u64 = 1000;

/// How far a pass is, and what it found.
pub struct Pass {
    steps: VecDeque<Step>,
    /// What differs.
    pub findings: Vec<Finding>,
    /// Records looked at.
    pub records: u64,
}

#[derive(Clone)]
enum Step {
    /// The history, and records that no table is for.
    Strays,
    /// Audit entries from this one on; the hash of the one before.
    Audit(u64, Sha256),
    /// All records of a part at once.
    Part(TableId, Part),
    /// The units of a table after this one.
    Units(TableId, Option<Vec<u8>>),
}

impl Pass {
    /// One that has not begun.
    pub fn new() -> Self {
        let start = Sha256::from_bytes([0; 32]);
        let mut steps = VecDeque::from([Step::Strays, Step::Audit(1, start)]);
        for table in TableId::ALL {
            if table.has_units() {
                steps.push_back(Step::Part(table, Part::of_leaves(table)));
                steps.push_back(Step::Units(table, None));
            } else if table.is_digested() {
                steps.push_back(Step::Part(table, Part::of_table(table)));
            }
        }
        Self { steps, findings: Vec::new(), records: 0 }
    }
}

impl Default for Pass {
    fn default() -> Self {
        Self::new()
    }
}

impl Vault {
    /// The whole pass at once.
    pub fn verify(&self) -> Result<Pass> {
        let mut pass = Pass::new();
        while self.go_on(&mut pass)? {}
        Ok(pass)
    }

    /// One slice of a pass; false once it is through. One that fails is to be tried again. Commits may
    /// come between slices, and rewriting the files does not begin within one.
    pub fn go_on(&self, pass: &mut Pass) -> Result<bool> {
        let _slice = self.core.checks.slices.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.snapshot();
        let Some(step) = pass.steps.pop_front() else { return Ok(false) };
        let table = match &step {
            Step::Strays => None,
            Step::Audit(..) => Some(TableId::Audit),
            Step::Part(table, _) | Step::Units(table, _) => Some(*table),
        };
        let next = match step.clone() {
            Step::Strays => {
                now.compare_history(pass).and_then(|()| now.look_for_strays(pass)).map(|()| None)
            }
            Step::Audit(seq, previous) => now.follow_audit(pass, seq, previous),
            Step::Part(table, part) => now.compare_part(pass, table, part).map(|()| None),
            Step::Units(table, after) => now.compare_units(pass, table, after),
        };
        match next {
            Ok(step) => step.into_iter().for_each(|step| pass.steps.push_front(step)),
            // the rest of the table cannot be told; other tables can
            Err(Error::Damaged(_) | Error::BadRecord(_)) => pass.findings.push(Finding {
                table,
                place: None,
                difference: Difference::Unreadable,
                expected: 0,
                found: 0,
            }),
            Err(failed) => {
                pass.steps.push_front(step);
                return Err(failed);
            }
        }
        Ok(true)
    }
}

impl Snapshot {
    /// The record in Meta that everything else is compared with was read when the vault was opened.
    fn compare_history(&self, pass: &mut Pass) -> Result<()> {
        let raw = self.moment.standing.records.raw_key(TableId::Meta, &[META_PATH]);
        let standing = &self.moment.standing;
        let (history, state) = (standing.history, standing.state.hash());
        let frame = self.moment.pinned.get(&raw)?;
        pass.records += 1;
        let difference = match frame {
            None => Difference::Missing,
            Some(frame) => {
                let record: HistoryRecord =
                    self.moment.standing.records.open(TableId::Meta, &raw, &frame)?;
                let stored = record.state()?.map(|state| state.hash());
                if (record.history(), stored) == (history, Some(state)) {
                    return Ok(());
                }
                Difference::Older
            }
        };
        let found = u64::from(difference == Difference::Older);
        let table = Some(TableId::Meta);
        pass.findings.push(Finding { table, place: None, difference, expected: 1, found });
        Ok(())
    }

    fn look_for_strays(&self, pass: &mut Pass) -> Result<()> {
        for raw in self.strays()? {
            let table = raw.first().and_then(|tag| TableId::of_tag(*tag));
            let known = pass.findings.iter_mut().find(|finding| finding.table == table);
            match known {
                Some(finding) => finding.found += 1,
                None => pass.findings.push(Finding {
                    table,
                    place: None,
                    difference: Difference::Foreign,
                    expected: 0,
                    found: 1,
                }),
            }
        }
        Ok(())
    }

    /// Raw keys that nothing is ever written to.
    pub(crate) fn strays(&self) -> Result<Vec<Vec<u8>>> {
        let mut strays = Vec::new();
        let history = self.moment.standing.records.raw_key(TableId::Meta, &[META_PATH]);
        for tag in 0..=u8::MAX {
            let table = TableId::of_tag(tag);
            if table.is_some_and(|table| !matches!(table, TableId::Meta | TableId::Leaves)) {
                continue;
            }
            let mut records = self.moment.pinned.all_under(&[tag]);
            while let Some((raw, _)) = records.record()? {
                let of = raw.get(1).and_then(|tag| TableId::of_tag(*tag));
                let expected = match table {
                    Some(TableId::Meta) => raw == history,
                    // leaves are many: those of a table that has them are compared on their own
                    Some(_) if of.is_some_and(TableId::has_units) => {
                        let next = after_prefix(raw.get(..2).unwrap_or(raw));
                        records = self.moment.pinned.between(&next, after_prefix(&[tag]));
                        continue;
                    }
                    _ => false,
                };
                if !expected {
                    strays.push(raw.to_vec());
                }
                records.advance();
            }
        }
        Ok(strays)
    }

    fn follow_audit(&self, pass: &mut Pass, from: u64, before: Sha256) -> Result<Option<Step>> {
        let history = self.moment.standing.history;
        let mut entries = self.moment.pinned.all_under(&[TableId::Audit.tag()]);
        let mut previous = before;
        let until = history.commit_seq.min(from.saturating_add(SLICE_ENTRIES - 1));
        for seq in from..=until {
            let entry =
                self.audit_entry(seq)?.ok_or(Error::Damaged("an audit entry is missing"))?;
            if entry.seq != seq || entry.previous != previous {
                return Err(Error::Damaged("the audit log is broken"));
            }
            previous = entry.hash();
            pass.records += 1;
        }
        if until < history.commit_seq {
            return Ok(Some(Step::Audit(until + 1, previous)));
        }
        let mut found = 0;
        while entries.record()?.is_some() {
            found += 1;
            entries.advance();
        }
        if previous != history.audit_head || found != history.commit_seq {
            let (expected, difference) = (history.commit_seq, Difference::Foreign);
            let table = Some(TableId::Audit);
            pass.findings.push(Finding { table, place: None, difference, expected, found });
        }
        Ok(None)
    }

    fn compare_part(&self, pass: &mut Pass, table: TableId, part: Part) -> Result<()> {
        let moment = &self.moment;
        let mut records = moment.pinned.all_under(&part.prefix());
        let expected = moment.standing.state.part(part);
        let mut found = Digest::default();
        while let Some((raw, frame)) = records.record()? {
            found.add(&self.moment.standing.records.element(raw, frame));
            records.advance();
        }
        pass.records += found.count;
        if found == expected {
            self.moment.core.checks.mark_part(part);
        } else {
            let table = if part == Part::of_table(table) { table } else { TableId::Leaves };
            let prefix = part.prefix();
            pass.findings.push(self.finding(table, prefix, None, expected, found)?);
        }
        Ok(())
    }

    /// Units and their leaves, side by side in the order of their keys.
    fn compare_units(
        &self,
        pass: &mut Pass,
        table: TableId,
        after: Option<Vec<u8>>,
    ) -> Result<Option<Step>> {
        let start = after.map_or_else(|| vec![table.tag()], |unit| next_unit(&unit, table));
        let (records_end, leaves_end) =
            (after_prefix(&[table.tag()]), after_prefix(&leaf_key(&[table.tag()])));
        let mut records = self.moment.pinned.between(&start, records_end);
        let mut leaves = self.moment.pinned.between(&leaf_key(&start), leaves_end);
        let mut left = SLICE_BYTES;
        while left > 0 {
            let of_record = records.record()?.and_then(|(raw, _)| unit_of(raw));
            let of_leaf = leaves.record()?.and_then(|(raw, _)| raw.get(1..));
            let first = match (of_record, of_leaf) {
                (Some(record), Some(leaf)) => record.min(leaf),
                (Some(unit), None) | (None, Some(unit)) => unit,
                (None, None) => return Ok(None),
            };
            let unit = first.to_vec();
            let mut expected = Digest::default();
            if let Some((raw, frame)) = leaves.record()?
                && raw.get(1..) == Some(&*unit)
            {
                // a leaf that does not open is found with the other leaves; it says nothing here
                expected = self.moment.standing.records.open_leaf(raw, frame).unwrap_or_default();
                leaves.advance();
                pass.records += 1;
            }
            let mut found = Digest::default();
            while let Some((raw, frame)) = records.record()?
                && unit_of(raw) == Some(&*unit)
            {
                found.add(&self.moment.standing.records.element(raw, frame));
                left = left.saturating_sub(frame.len() + RECORD_BYTES);
                records.advance();
            }
            left = left.saturating_sub(RECORD_BYTES);
            pass.records += found.count;
            if found != expected {
                let place = Some(Place(unit.clone()));
                pass.findings.push(self.finding(table, unit.clone(), place, expected, found)?);
            }
            if left == 0 {
                return Ok(Some(Step::Units(table, Some(unit))));
            }
        }
        Ok(None)
    }
}

/// Where the units after this one begin. A unit that is a record with a shorter key is a prefix of
/// others.
fn next_unit(unit: &[u8], table: TableId) -> Vec<u8> {
    if unit.len() < table.unit_len() { [unit, &[0]].concat() } else { after_prefix(unit) }
}

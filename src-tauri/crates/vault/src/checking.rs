//! Checked before it is trusted: the first reading of a table, or of a unit of one (most often a
//! document's records), compares what lies there with the digest of what was committed. What was
//! found to be right is remembered until the vault is closed; commits keep both in step.

use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::finding::{Finding, Place};
use crate::snapshot::Snapshot;
use crate::state::Part;
use crate::store::{Cursor, Under};
use crate::table::{TableId, leaf_key, unit_of};

/// What opening every record gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Records that opened.
    pub records: u64,
    /// Their sealed bytes.
    pub bytes: u64,
    /// How many did not, by table.
    pub unreadable: Vec<(TableId, u64)>,
}

impl Snapshot {
    /// Compares a whole table with what was committed, once while the vault is open. For those who
    /// are about to read most of it; who reads a record or two need not ask.
    pub fn check_table(&self, table: TableId) -> Result<()> {
        if !table.is_digested() {
            return Ok(());
        }
        self.check_part(table, Part::of_table(table))
    }

    /// Opens every record of every table: that it was sealed for the very place where it lies. Chunks of
    /// originals have keys of their own ([`Snapshot::original`] opens them), and keys without values are
    /// not sealed; both are bound by their digests.
    pub fn open_every(&self) -> Result<Opening> {
        let mut opening = Opening::default();
        for table in TableId::ALL {
            let mut unreadable = 0;
            let mut found = self.moment.pinned.all_under(&[table.tag()]);
            while let Some((raw, frame)) = found.record()? {
                match self.moment.standing.records.belongs(table, raw, frame) {
                    Some(false) => unreadable += 1,
                    Some(true) => {
                        opening.records += 1;
                        opening.bytes += frame.len() as u64;
                    }
                    None => {}
                }
                found.advance();
            }
            if unreadable > 0 {
                opening.unreadable.push((table, unreadable));
            }
        }
        Ok(opening)
    }

    /// The place of the records below a path.
    pub fn place(&self, table: TableId, path: &[&[u8]]) -> Place {
        Place(self.moment.standing.records.raw_key(table, path))
    }

    /// Before what lies at or below a raw key is trusted.
    pub(crate) fn check(&self, table: TableId, raw: &[u8]) -> Result<()> {
        if !table.is_digested() || self.moment.core.checks.has_part(Part::of_table(table)) {
            return Ok(());
        }
        match unit_of(raw).filter(|unit| unit.len() == table.unit_len()) {
            Some(unit) => self.check_unit(table, unit),
            None => self.check_table(table),
        }
    }

    fn check_part(&self, table: TableId, part: Part) -> Result<()> {
        if self.moment.core.checks.has_part(part) {
            return Ok(());
        }
        let moment = &self.moment;
        let records = moment.pinned.all_under(&part.prefix());
        let expected = moment.standing.state.part(part);
        let found = self.digest_of(records)?;
        if found != expected {
            let table = if part == Part::of_table(table) { table } else { TableId::Leaves };
            return Err(Error::Differs(self.finding(
                table,
                part.prefix(),
                None,
                expected,
                found,
            )?));
        }
        self.moment.core.checks.mark_part(part);
        Ok(())
    }

    fn check_unit(&self, table: TableId, unit: &[u8]) -> Result<()> {
        if self.moment.core.checks.has_unit(unit) {
            return Ok(());
        }
        self.check_part(table, Part::of_leaves(table))?;
        let leaf = leaf_key(unit);
        let pinned = &self.moment.pinned;
        let (records, frame) = (pinned.all_under(unit), pinned.get(&leaf)?);
        let expected =
            frame.map(|frame| self.moment.standing.records.open_leaf(&leaf, &frame)).transpose()?;
        let expected = expected.unwrap_or_default();
        let found = self.digest_of(records)?;
        if found != expected {
            let place = Some(Place(unit.to_vec()));
            return Err(Error::Differs(self.finding(
                table,
                unit.to_vec(),
                place,
                expected,
                found,
            )?));
        }
        self.moment.core.checks.mark_unit(unit);
        Ok(())
    }

    fn digest_of(&self, mut records: Cursor<'_>) -> Result<Digest> {
        let mut digest = Digest::default();
        while let Some((raw, frame)) = records.record()? {
            digest.add(&self.moment.standing.records.element(raw, frame));
            records.advance();
        }
        Ok(digest)
    }

    /// What can be said of records that are not what was committed.
    pub(crate) fn finding(
        &self,
        table: TableId,
        prefix: Vec<u8>,
        place: Option<Place>,
        expected: Digest,
        found: Digest,
    ) -> Result<Finding> {
        let mut belong = Some(true);
        let mut records = self.moment.pinned.all_under(&prefix);
        while let Some((raw, frame)) = records.record()? {
            belong = match (belong, self.moment.standing.records.belongs(table, raw, frame)) {
                (Some(so_far), Some(belongs)) => Some(so_far && belongs),
                _ => None,
            };
            records.advance();
        }
        Ok(Finding::between(table, place, (expected.count, found.count), belong))
    }

    /// Everything under a prefix: checked first, or, where it is a whole table, on the
    /// way, so that the last item may be what differs.
    pub(crate) fn checked_under(&self, table: TableId, prefix: &[u8]) -> Result<CheckedUnder<'_>> {
        let part = Part::of_table(table);
        let is_whole = prefix == part.prefix();
        if !is_whole || !table.is_digested() || self.moment.core.checks.has_part(part) {
            self.check(table, prefix)?;
            let found = self.moment.pinned.under(prefix);
            return Ok(CheckedUnder { at: self, table, found, sum: None });
        }
        let sum = Some((self.moment.standing.state.part(part), Digest::default()));
        Ok(CheckedUnder { at: self, table, found: self.moment.pinned.under(prefix), sum })
    }
}

/// An iterator over raw keys and frames of a table.
pub(crate) struct CheckedUnder<'a> {
    at: &'a Snapshot,
    table: TableId,
    found: Under<'a>,
    /// What there should be, and what has come by; nothing where that was looked at before.
    sum: Option<(Digest, Digest)>,
}

impl Iterator for CheckedUnder<'_> {
    type Item = Result<(Box<[u8]>, Box<[u8]>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.found.next();
        match (&item, &mut self.sum) {
            (Some(Ok((raw, frame))), Some((_, found))) => {
                found.add(&self.at.moment.standing.records.element(raw, frame));
            }
            (Some(Err(_)), sum) => *sum = None,
            (None, sum) => {
                let (expected, found) = sum.take()?;
                let part = Part::of_table(self.table);
                if found != expected {
                    let (table, prefix) = (self.table, part.prefix());
                    let finding = self.at.finding(table, prefix, None, expected, found);
                    return Some(Err(finding.map_or_else(|failed| failed, Error::Differs)));
                }
                self.at.moment.core.checks.mark_part(part);
            }
            (Some(Ok(_)), None) => {}
        }
        item
    }
}

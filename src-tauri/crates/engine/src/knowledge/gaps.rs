//! Questions that found too little: noted, and shown once they were asked three times within seven
//! days (seed 003).

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    held::used::{Poor, Settled},
    tables::{GAPS, knowledge::GapRecord},
    tx::Tx,
};
use graph::Head;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, btree_map::Entry};
use types::{
    ErrorCode, Gap, GapList, GapRequest, GapsRequest, NodeId, NodeState, Timestamp, normalise_term,
};

/// Results under which a question found too little.
pub(super) const ENOUGH: usize = 2;
/// Times within `WINDOW_MS` from which a gap surfaces.
const TIMES: usize = 3;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const WINDOW_MS: i64 = 7 * DAY_MS;
/// Times remembered of one question.
const REMEMBERED: usize = 64;
/// Nodes shown beside a gap.
const NEAREST: usize = 3;

/// Notes questions, each as often as it was asked.
pub(super) fn note(tx: &mut Tx<'_, '_>, poor: Vec<Poor>) -> Result<()> {
    let mut records: BTreeMap<String, GapRecord> = BTreeMap::new();
    for Poor { query, normalised, at } in poor {
        let record = match records.entry(normalised) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let kept = tx.records.get(GAPS, &[new.key().as_bytes()])?;
                new.insert(kept.unwrap_or_default())
            }
        };
        record.query = query;
        record.asked += 1;
        record.times.push(at);
    }
    for (normalised, mut record) in records {
        let spare = record.times.len().saturating_sub(REMEMBERED);
        record.times.drain(..spare);
        tx.batch.put(GAPS, &[normalised.as_bytes()], &record)?;
    }
    Ok(())
}

impl GapRecord {
    fn recent(&self, now: Timestamp) -> usize {
        let since = now.unix_ms() - WINDOW_MS;
        self.times.iter().filter(|at| at.unix_ms() >= since).count()
    }

    fn is_open(&self, now: Timestamp) -> bool {
        let quiet = self.snoozed_until.is_some_and(|until| until > now);
        !self.dismissed && !quiet && self.recent(now) >= TIMES
    }
}

impl Snapshot {
    fn gap(&self, record: &GapRecord, now: Timestamp) -> Gap {
        let view = self.graph.view();
        let counts = |head: &Head| head.state == NodeState::Accepted;
        let near = view.similar(&record.query, NEAREST, &counts);
        let near: Vec<NodeId> = near.into_iter().map(|(id, _)| id).collect();
        let moment = |at: Option<&Timestamp>| at.copied().unwrap_or(now);
        Gap {
            gap: name(&record.query),
            query: record.query.clone(),
            asked: record.asked,
            recent: record.recent(now) as u32,
            first_at: moment(record.times.first()),
            last_at: moment(record.times.last()),
            open: record.is_open(now),
            snoozed_until: record.snoozed_until,
            nearest: self.cards(&view, &near),
        }
    }
}

impl Palace {
    /// The gaps that surface, or all.
    pub fn gaps(&self, request: &GapsRequest) -> Result<GapList> {
        self.settle_use(Settled::Typing)?;
        self.snapshot().open_gaps(request)
    }

    /// Lets a gap rest, for good or for some days.
    pub fn dismiss_gap(&self, request: &GapRequest) -> Result<GapList> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let now = self.resources.now();
        let records = tx.gap_records()?;
        let wanted = request.gap.to_lowercase();
        let found = records.into_iter().find(|record| {
            let name = name(&record.query);
            name == wanted || (wanted.len() >= 8 && name.starts_with(&wanted))
        });
        let missing =
            || Error::new(ErrorCode::NotFound, "There is no such gap.", "`gaps list` names them.");
        let mut record = found.ok_or_else(missing)?;
        match request.snooze_days {
            Some(days) => {
                let until = now.unix_ms() + i64::from(days) * DAY_MS;
                record.snoozed_until = Some(Timestamp::from_unix_ms(until));
            }
            None => record.dismissed = true,
        }
        tx.batch.put(GAPS, &[normalise_term(&record.query).as_bytes()], &record)?;
        tx.commit("gap.dismiss", Vec::new())?;
        drop(writer);
        self.gaps(&GapsRequest::default())
    }
}

impl Snapshot {
    fn gap_records(&self) -> Result<Vec<GapRecord>> {
        Ok(self.records.scan(GAPS, &[])?.collect::<vault::Result<_>>()?)
    }

    fn open_gaps(&self, request: &GapsRequest) -> Result<GapList> {
        let now = self.resources.now();
        let records = self.gap_records()?;
        let mut gaps: Vec<Gap> = records
            .iter()
            .filter(|record| request.all || record.is_open(now))
            .map(|record| self.gap(record, now))
            .collect();
        gaps.sort_by(|a, b| {
            let by_times = (b.open, b.recent, b.asked).cmp(&(a.open, a.recent, a.asked));
            by_times.then_with(|| b.last_at.cmp(&a.last_at))
        });
        Ok(GapList { gaps })
    }
}

/// What a gap goes by: 64 bits of the SHA-256 of its normalised question.
fn name(query: &str) -> String {
    let hash = Sha256::digest(normalise_term(query).as_bytes());
    hex::encode(hash.first_chunk::<8>().unwrap_or(&[0; 8]))
}

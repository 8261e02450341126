//! The trail as it is read: newest first, filtered.

use super::access::{GATHERED, Gathered};
use crate::{
    Snapshot,
    error::{Error, Result},
};
use types::{AuditList, AuditListRequest, AuditRecord, ErrorCode, Timestamp};
use vault::AuditEntry;

const ROWS: u32 = 100;
const MOST_ROWS: u32 = 1_000;
/// Records that one request looks through.
const LOOKED_THROUGH: u64 = 50_000;

impl Snapshot {
    /// Records of the trail, newest first.
    pub fn audit_list(&self, request: &AuditListRequest) -> Result<AuditList> {
        let wanted = if request.limit == 0 { ROWS } else { request.limit };
        if wanted > MOST_ROWS {
            let hint = "Ask for 1,000 at most.";
            return Err(Error::new(ErrorCode::Usage, "Too many records at once.", hint));
        }
        let since =
            request.since.as_deref().map(|text| moment(text, "00:00:00.000")).transpose()?;
        let until =
            request.until.as_deref().map(|text| moment(text, "23:59:59.999")).transpose()?;
        let last = self.records.commit_seq();
        let from = request.before.map_or(last, |before| before.saturating_sub(1).min(last));
        let (mut records, mut at) = (Vec::new(), from);
        while at > 0 && records.len() < wanted as usize && from - at < LOOKED_THROUGH {
            let entry = self.records.audit_entry(at)?;
            at -= 1;
            let Some(entry) = entry.filter(|entry| fits(entry, request)) else { continue };
            if since.is_none_or(|since| entry.at >= since)
                && until.is_none_or(|until| entry.at <= until)
            {
                records.push(view(entry));
            }
        }
        Ok(AuditList { records, next: (at > 0).then_some(at + 1) })
    }
}

fn moment(text: &str, time: &str) -> Result<Timestamp> {
    let parsed = Timestamp::parse(text).or_else(|| Timestamp::parse(&format!("{text}T{time}Z")));
    parsed.ok_or_else(|| {
        let hint = "Give 2026-11-22, or 2026-11-22T10:00:00Z.";
        Error::new(ErrorCode::Usage, "That is no day and no moment.", hint)
    })
}

fn fits(entry: &AuditEntry, request: &AuditListRequest) -> bool {
    let note = entry.note.as_ref();
    let action = request.action.as_ref().is_none_or(|it| entry.action.starts_with(it.as_str()));
    let subject = |wanted: &String| {
        wanted.len() >= 8 && entry.subjects.iter().any(|it| it.starts_with(wanted.as_str()))
    };
    let collection = |wanted: &String| note.is_some_and(|note| note.collections.contains(wanted));
    let who = |wanted: &String| note.is_some_and(|note| note.who.contains(wanted.as_str()));
    action
        && request.subject.as_ref().is_none_or(subject)
        && request.collection.as_ref().is_none_or(collection)
        && request.who.as_ref().is_none_or(who)
}

/// A record as it is read; what was looked at stands in it once, not in the detail as well.
pub(super) fn view(entry: AuditEntry) -> AuditRecord {
    let hash = entry.hash();
    let note = entry.note.unwrap_or_default();
    let gathered = (entry.action == GATHERED).then(|| serde_json::from_str(&entry.detail).ok());
    let (looks, detail) = match gathered.flatten() {
        Some(Gathered { looks, counted }) => {
            let told: Vec<String> =
                counted.iter().map(|(row, count)| format!("{row} {count}")).collect();
            (looks, told.join(", "))
        }
        None => (Vec::new(), entry.detail),
    };
    AuditRecord {
        seq: entry.seq,
        at: entry.at,
        action: entry.action,
        subjects: entry.subjects,
        detail,
        who: note.who,
        via: note.via,
        collections: note.collections,
        levels: note.levels,
        before: note.before,
        after: note.after,
        reason: note.reason,
        query: note.query,
        hash,
        looks,
    }
}

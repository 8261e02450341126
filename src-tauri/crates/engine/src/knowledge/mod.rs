//! Knowledge: what documents say, merged across them, placed in the palace, judged, and answering to
//! the person.

mod access;
mod assess;
mod build;
mod changes;
mod cited;
mod editing;
mod export;
mod gaps;
mod listing;
mod model;
mod palace;
mod placing;
mod review;
mod search;
mod settings;
mod sources;
mod trusting;
mod views;

pub(crate) use access::{Settled, Used};
pub(crate) use build::{Gathered, Origin, weave_versions};
pub(crate) use changes::ChangeRecord;
pub(crate) use gaps::GapRecord;
pub(crate) use placing::{Placing, Words};
pub(crate) use settings::KnowledgeRecord;
pub(crate) use sources::Sources;

use crate::error::{Error, Result};
use trust::Tiers;
use types::{ErrorCode, Timestamp};

/// Source tiers, with what review taught.
pub(crate) fn learnt_tiers(record: &KnowledgeRecord) -> Tiers {
    let mut tiers = Tiers::builtin();
    for (domain, base) in record.learnt_sources() {
        // a domain that was learnt was read off an address: it is one
        let _ = tiers.set(&domain, base);
    }
    tiers
}

/// A day as people write it; `end` takes the last day of what is written.
fn day(text: &str, end: bool) -> Result<i32> {
    extract::day(text.trim(), end).ok_or_else(|| {
        Error::new(
            ErrorCode::Usage,
            "That is not a date from the year -9999 to 9999. Nothing was changed.",
            "Write it as 2021, 2021-03, 2021-03-20 or \"Spring 2021\".",
        )
    })
}

/// The day of a moment, counted from 1970-01-01.
fn day_of(moment: Timestamp) -> i32 {
    i32::try_from(moment.unix_ms().div_euclid(24 * 60 * 60 * 1000)).unwrap_or(i32::MAX)
}

/// At most so many characters of a text.
fn shortened(text: &str, chars: usize) -> String {
    let mut cut: String = text.chars().take(chars).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

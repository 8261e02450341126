//! Knowledge: what documents say, merged across them, placed in the palace, judged, and answering to
//! the person. The graph, the vocabulary and what was learnt are in memory while the vault is open;
//! everything here was committed before, save what use alone adds (see `used`).

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

pub(crate) use access::Settled;
pub(crate) use build::{Gathered, Origin, weave_versions};
pub(crate) use changes::ChangeRecord;
pub(crate) use gaps::GapRecord;
pub(crate) use placing::Placing;
pub(crate) use settings::KnowledgeRecord;

use crate::{
    catalogue::Catalogue,
    error::{Error, Result},
    tables::{KNOWLEDGE, VOCABULARY},
};
use access::Used;
use graph::Graph;
use placing::{Rooms, Words};
use sources::Sources;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use trust::{Fingerprint, Tiers};
use types::{DocumentState, ErrorCode, Timestamp};
use vault::Vault;

/// The knowledge of one vault.
pub(crate) struct Knowledge {
    pub graph: Graph,
    words: RwLock<Arc<Words>>,
    record: RwLock<Arc<KnowledgeRecord>>,
    tiers: RwLock<Arc<Tiers>>,
    sources: RwLock<Sources>,
    rooms: Mutex<Option<Arc<Rooms>>>,
    used: Used,
}

impl Knowledge {
    /// Reads what there is.
    pub fn open(vault: &Vault, catalogue: &Catalogue) -> Result<Self> {
        let record = vault.get(KNOWLEDGE, &[b"knowledge"])?.unwrap_or_default();
        let learnt: Result<Vec<_>> = vault.scan(VOCABULARY, &[])?.map(|entry| Ok(entry?)).collect();
        let mut sources = Sources::default();
        let mut known = catalogue.select(|known| known.state == DocumentState::Indexed);
        known.sort_by_key(|known| (known.added_at, known.id));
        for known in known {
            let fingerprint = Fingerprint::from_numbers(known.fingerprint.clone());
            sources.add(known.id, fingerprint, known.addresses_assistant);
        }
        Ok(Self {
            graph: Graph::open(vault)?,
            words: RwLock::new(Arc::new(Words::new(learnt?))),
            tiers: RwLock::new(Arc::new(learnt_tiers(&record))),
            record: RwLock::new(Arc::new(record)),
            sources: RwLock::new(sources),
            rooms: Mutex::default(),
            used: Used::default(),
        })
    }

    pub(crate) fn words(&self) -> Arc<Words> {
        Arc::clone(&self.words.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn record(&self) -> Arc<KnowledgeRecord> {
        Arc::clone(&self.record.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Source tiers, with what review taught.
    pub(crate) fn tiers(&self) -> Arc<Tiers> {
        Arc::clone(&self.tiers.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn put_words(&self, words: Words) {
        *self.words.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(words);
        *self.rooms.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn put_record(&self, record: KnowledgeRecord) {
        let tiers = Arc::new(learnt_tiers(&record));
        *self.tiers.write().unwrap_or_else(PoisonError::into_inner) = tiers;
        *self.record.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(record);
    }
}

fn learnt_tiers(record: &KnowledgeRecord) -> Tiers {
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

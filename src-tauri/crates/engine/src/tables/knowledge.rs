//! Records of knowledge: what is set and learnt, what a person did, which questions found too little.

use graph::Undo;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use trust::Tiers;
use types::{KnowledgeSettings, Learnt, NodeId, Reference, Timestamp, VocabularyEntry};

/// Actions before anything is learnt from them.
const ENOUGH: u32 = 10;
/// Step by which the threshold moves, and how far from where the person set it.
const STEP: f32 = 0.05;
const FURTHEST: f32 = 0.15;
/// What the threshold goes by.
pub(crate) const THRESHOLD: &str = "threshold";

/// Approvals and dismissals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub approved: u32,
    pub dismissed: u32,
    pub at: Option<Timestamp>,
}

/// The record behind the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KnowledgeRecord {
    pub accept_from: f32,
    pub half_life_days: f32,
    pub learns: bool,
    /// By `threshold` or `source DOMAIN`.
    pub tallies: BTreeMap<String, Tally>,
    /// What was learnt and is switched off.
    pub off: BTreeSet<String>,
    /// Number of the next change.
    pub next_change: u64,
    /// What was written before this moment was assessed.
    pub swept_at: Option<Timestamp>,
}

impl Default for KnowledgeRecord {
    fn default() -> Self {
        Self {
            accept_from: 0.85,
            half_life_days: 90.0,
            learns: true,
            tallies: BTreeMap::new(),
            off: BTreeSet::new(),
            next_change: 1,
            swept_at: None,
        }
    }
}

impl KnowledgeRecord {
    /// From this confidence on, what is found is accepted without review.
    pub fn accept_from(&self) -> f32 {
        let learnt = self.threshold().filter(|learnt| learnt.active);
        learnt.map_or(self.accept_from, |learnt| learnt.now)
    }

    pub fn half_life_days(&self) -> f32 {
        self.half_life_days
    }

    /// Domains with the base that review gave them.
    pub fn learnt_sources(&self) -> Vec<(String, f32)> {
        let sources = self.sources().into_iter().filter(|learnt| learnt.active);
        let domain = |what: &str| what.strip_prefix("source ").unwrap_or_default().to_owned();
        sources.map(|learnt| (domain(&learnt.what), learnt.now)).collect()
    }

    /// Counts one action. `times` is -1 where one is undone.
    pub fn count(&mut self, what: String, approved: bool, times: i32, now: Timestamp) {
        let tally = self.tallies.entry(what).or_default();
        let count = if approved { &mut tally.approved } else { &mut tally.dismissed };
        *count = count.saturating_add_signed(times);
        tally.at = Some(now);
    }

    fn threshold(&self) -> Option<Learnt> {
        let tally = self.tallies.get(THRESHOLD)?;
        let (approved, dismissed) = (tally.approved, tally.dismissed);
        let all = approved + dismissed;
        if all < ENOUGH || self.accept_from > 1.0 {
            return None;
        }
        let steps = (all / ENOUGH).min(3) as f32;
        let share = approved as f32 / all as f32;
        let change = match share {
            share if share >= 0.9 => -STEP * steps,
            share if share <= 0.5 => STEP * steps,
            _ => return None,
        };
        let now = (self.accept_from + change.clamp(-FURTHEST, FURTHEST)).clamp(0.5, 1.0);
        Some(self.learnt(THRESHOLD, self.accept_from, now, tally))
    }

    fn sources(&self) -> Vec<Learnt> {
        if self.tallies.keys().all(|what| what == THRESHOLD) {
            return Vec::new();
        }
        let tiers = Tiers::builtin();
        let learn = |(what, tally): (&String, &Tally)| {
            let domain = what.strip_prefix("source ")?;
            let all = tally.approved + tally.dismissed;
            let share = tally.approved as f32 / all.max(1) as f32;
            let change = match share {
                _ if all < ENOUGH => return None,
                share if share >= 0.9 => STEP,
                share if share <= 0.4 => -2.0 * STEP,
                _ => return None,
            };
            let url = format!("https://{domain}/");
            let reference = Reference::default();
            let source = trust::Source {
                url: Some(&url),
                source_type: None,
                genre: None,
                reference: &reference,
            };
            let before = tiers.judge(&source).base;
            Some(self.learnt(what, before, (before + change).clamp(0.0, 1.0), tally))
        };
        self.tallies.iter().filter_map(learn).collect()
    }

    fn learnt(&self, what: &str, before: f32, now: f32, tally: &Tally) -> Learnt {
        Learnt {
            what: what.to_owned(),
            before,
            now,
            because: format!("{} approved, {} dismissed", tally.approved, tally.dismissed),
            at: tally.at.unwrap_or(Timestamp::from_unix_ms(0)),
            active: self.learns && !self.off.contains(what),
        }
    }

    /// As it is shown.
    pub fn view(&self) -> KnowledgeSettings {
        KnowledgeSettings {
            accept_from: self.accept_from,
            half_life_days: self.half_life_days,
            learns: self.learns,
            learnt: self.threshold().into_iter().chain(self.sources()).collect(),
        }
    }
}

/// Source tiers, with what review taught.
pub(crate) fn learnt_tiers(record: &KnowledgeRecord) -> Tiers {
    let mut tiers = Tiers::builtin();
    for (domain, base) in record.learnt_sources() {
        // a domain that was learnt was read off an address: it is one
        let _ = tiers.set(&domain, base);
    }
    tiers
}

/// An action, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ChangeRecord {
    pub number: u64,
    pub at: Timestamp,
    pub action: String,
    pub detail: String,
    pub reason: String,
    pub nodes: Vec<NodeId>,
    /// What was there before; `None` where the action cannot be undone, or no longer.
    pub before: Option<Undo>,
    /// What it was counted under, and whether as an approval.
    pub counted: Vec<(String, bool)>,
    /// Patterns that it taught.
    pub taught: Vec<VocabularyEntry>,
    pub undone: bool,
}

/// A question that found too little.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct GapRecord {
    pub query: String,
    pub times: Vec<Timestamp>,
    pub asked: u32,
    pub dismissed: bool,
    pub snoozed_until: Option<Timestamp>,
}

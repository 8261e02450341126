//! What use alone tells: which nodes were opened or found, and which questions found too little. It is
//! gathered in memory and written now and then: a search writes nothing.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};
use types::{NodeId, Timestamp, normalise_term};

/// Nodes remembered between two writings.
const NODES: usize = 4096;
/// A question that goes on from the one before within so long is the same one, being typed.
const TYPING_MS: i64 = 20_000;

/// A question that found too little.
#[derive(Clone, Debug)]
pub(crate) struct Poor {
    pub query: String,
    pub normalised: String,
    pub at: Timestamp,
}

/// What waits.
#[derive(Default)]
pub(crate) struct Pending {
    pub nodes: HashMap<NodeId, (u32, Option<Timestamp>)>,
    last: Option<Poor>,
    pub gaps: Vec<Poor>,
}

/// What waits to be written.
#[derive(Default)]
pub(crate) struct Used(Mutex<Pending>);

/// Whether a question that may still be being typed counts already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    /// It may go on.
    Typing,
    /// It is done.
    Now,
}

impl Used {
    /// These nodes were opened or found.
    pub fn accessed(&self, ids: &[NodeId], now: Timestamp) {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            if pending.nodes.len() < NODES || pending.nodes.contains_key(id) {
                let entry = pending.nodes.entry(*id).or_default();
                *entry = (entry.0 + 1, Some(now));
            }
        }
    }

    /// A question was asked, without any filter.
    pub fn asked(&self, query: &str, poor: bool, now: Timestamp) {
        let normalised = normalise_term(query);
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = pending.last.take() {
            let typed = normalised.starts_with(&last.normalised)
                || last.normalised.starts_with(&normalised);
            if !typed || now.unix_ms() - last.at.unix_ms() > TYPING_MS {
                pending.gaps.push(last);
            }
        }
        if poor && !normalised.is_empty() {
            pending.last = Some(Poor { query: query.trim().to_owned(), normalised, at: now });
        }
    }

    /// Whether anything waits to be written.
    pub fn waits(&self) -> bool {
        let pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !pending.nodes.is_empty() || !pending.gaps.is_empty()
    }

    /// What waits; nothing waits any more.
    pub fn take(&self, settled: Settled) -> Pending {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = pending.last.take();
        match settled {
            Settled::Now => pending.gaps.extend(last),
            Settled::Typing => pending.last = last,
        }
        let kept = pending.last.clone();
        let taken = std::mem::take(&mut *pending);
        pending.last = kept;
        taken
    }
}

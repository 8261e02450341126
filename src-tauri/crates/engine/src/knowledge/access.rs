//! What use alone tells: which nodes were opened or found, and which questions found too little. It is
//! gathered in memory and written now and then, and when the vault is closed: a search writes nothing.

use super::gaps;
use crate::{Palace, error::Result};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};
use types::{Field, NodeId, Timestamp, normalise_term};

/// Nodes remembered between two writings.
const NODES: usize = 4096;
/// What one access adds, and all between two writings.
const BOOST: f32 = 0.05;
const MOST: f32 = 0.5;
/// A question that goes on from the one before within so long is the same one, being typed.
const TYPING_MS: i64 = 20_000;

/// A question that found too little.
#[derive(Clone, Debug)]
pub(super) struct Poor {
    pub query: String,
    pub normalised: String,
    pub at: Timestamp,
}

#[derive(Default)]
struct Pending {
    nodes: HashMap<NodeId, (u32, Option<Timestamp>)>,
    last: Option<Poor>,
    gaps: Vec<Poor>,
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
    pub(crate) fn accessed(&self, ids: &[NodeId], now: Timestamp) {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            if pending.nodes.len() < NODES || pending.nodes.contains_key(id) {
                let entry = pending.nodes.entry(*id).or_default();
                *entry = (entry.0 + 1, Some(now));
            }
        }
    }

    /// A question was asked, without any filter.
    pub(crate) fn asked(&self, query: &str, poor: bool, now: Timestamp) {
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
    pub(super) fn waits(&self) -> bool {
        let pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !pending.nodes.is_empty() || !pending.gaps.is_empty()
    }

    fn take(&self, settled: Settled) -> Pending {
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

impl Palace {
    /// Writes what use told. Nothing the person fixed is changed by it.
    pub(crate) fn settle_use(&self, settled: Settled) -> Result<()> {
        let pending = self.used.take(settled);
        if pending.nodes.is_empty() && pending.gaps.is_empty() {
            return Ok(());
        }
        let now = self.resources.now();
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut change = tx.change();
        for (id, (times, at)) in pending.nodes {
            let Some(node) = change.node(&id)? else { continue };
            let faded = tx.faded(node.importance, node.importance_at);
            let fixed = node.is_fixed(Field::Importance);
            let boost = (BOOST * times as f32).min(MOST);
            change.touch(&id, |node| {
                node.last_accessed = at;
                if !fixed {
                    node.importance = (faded + boost).min(5.0);
                    node.importance_at = now;
                }
            })?;
        }
        tx.put_graph(change)?;
        gaps::note(&mut tx, pending.gaps)?;
        tx.commit("knowledge.use", Vec::new())?;
        Ok(())
    }
}

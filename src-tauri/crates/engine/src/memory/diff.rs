//! What an agent would have been told on a day, and on another: the graph keeps when each node came and
//! when it holds, and what a score was before it was corrected. Scores that sweeps changed since are
//! today's, and what was deleted is gone from both.

use super::{gather::Moment, settings::usage};
use crate::{Snapshot, error::Result};
use std::collections::HashSet;
use types::{
    MemoryDiff, MemoryDiffRequest, MemoryItem, MemoryLayerDiff, MemoryLayerText, MemoryRequest,
    Timestamp,
};

/// The agent where none is named.
const AGENT: &str = "planner";

impl Snapshot {
    /// What came into each layer between two moments, and what went.
    pub fn memory_diff(&self, request: &MemoryDiffRequest) -> Result<MemoryDiff> {
        let now = self.resources.now();
        let from = moment(&request.from)?;
        let to = request.to.as_deref().map_or(Ok(now), moment)?;
        if from > to {
            return Err(usage(
                "The first date is after the second.",
                "Give the earlier one first.",
            ));
        }
        let agent = request.agent.clone().unwrap_or_else(|| AGENT.to_owned());
        let asked = MemoryRequest {
            agent: agent.clone(),
            task: request.task.clone(),
            ..MemoryRequest::default()
        };
        let at = |moment: Timestamp| match moment >= now {
            true => Moment::now(moment),
            false => Moment::then(moment),
        };
        let before = self.context_at(&asked, &at(from))?;
        let after = self.context_at(&asked, &at(to))?;
        let layers = before.layers.iter().zip(&after.layers);
        Ok(MemoryDiff { from, to, agent, layers: layers.map(|(a, b)| compared(a, b)).collect() })
    }
}

fn compared(before: &MemoryLayerText, after: &MemoryLayerText) -> MemoryLayerDiff {
    let only = |these: &MemoryLayerText, others: &MemoryLayerText| -> Vec<MemoryItem> {
        let others: HashSet<_> = others.nodes.iter().map(key).collect();
        these.nodes.iter().filter(|item| !others.contains(&key(item))).cloned().collect()
    };
    let entered = only(after, before);
    MemoryLayerDiff {
        layer: before.layer,
        tokens_from: before.tokens,
        tokens_to: after.tokens,
        stayed: (after.nodes.len() - entered.len()) as u32,
        left: only(before, after),
        entered,
    }
}

/// What makes two lines the same: who says it, and what; a score that changed is no other line.
fn key(item: &MemoryItem) -> (Option<types::NodeId>, Option<types::ChunkId>, &str) {
    match (item.node_id, item.chunk_id) {
        (Some(node), _) => (Some(node), None, ""),
        (None, Some(chunk)) => (None, Some(chunk), ""),
        (None, None) => (None, None, &item.text),
    }
}

fn moment(text: &str) -> Result<Timestamp> {
    Timestamp::parse(text.trim()).ok_or_else(|| {
        usage("That is not a date.", "Write it as 2025-03-31, or as RFC 3339 has it.")
    })
}

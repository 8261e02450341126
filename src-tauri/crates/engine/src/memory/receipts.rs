//! Receipts: what was handed to whom, in the audit log. An entry holds the receipt itself, so that it is
//! bound like every other commit, and no words: neither the task's nor the statements'.

use super::settings::usage;
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use types::{
    MemoryContext, MemoryReceipt, MemoryReceipts, MemoryReceiptsRequest, MemoryRequest,
    ReceiptItem, ReceiptLayer,
};

/// What the log calls it.
const ACTION: &str = "memory.context";
/// Receipts where nothing is said, and at most.
const ROWS: u32 = 50;
const MOST_ROWS: u32 = 500;
/// Entries of the log that one request looks through.
const LOOKED_THROUGH: u64 = 20_000;

/// A receipt as the log keeps it. Names of fields are on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    agent: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client: Option<String>,
    layers: Vec<ReceiptLayer>,
    total_tokens: u32,
    took_ms: f64,
    text_sha256: String,
}

impl Palace {
    /// Writes a receipt; its id is the hash of its entry, which binds all entries before it.
    pub(super) fn leave_receipt(
        &self,
        request: &MemoryRequest,
        context: &MemoryContext,
    ) -> Result<String> {
        let kept = Kept {
            agent: context.agent.clone(),
            client: request.client.clone(),
            layers: layers(context),
            total_tokens: context.total_tokens,
            took_ms: context.took_ms,
            text_sha256: text_hash(context),
        };
        let unwritable = |_| Error::internal("A receipt could not be written down.");
        let detail = serde_json::to_string(&kept).map_err(unwritable)?;
        let nodes = context.layers.iter().flat_map(|layer| &layer.nodes);
        let subjects = nodes.filter_map(|item| item.node_id).map(|id| id.to_string()).collect();
        let mut writer = self.write()?;
        let now = writer.begin().commit_with(ACTION, subjects, detail)?;
        let entry = now.records.audit_entry(now.records.commit_seq())?;
        let entry = entry.ok_or_else(|| Error::internal("A receipt is not in the log."))?;
        Ok(entry.hash().to_string())
    }
}

impl Snapshot {
    /// Who was handed what, newest first.
    pub fn memory_receipts(&self, request: &MemoryReceiptsRequest) -> Result<MemoryReceipts> {
        let wanted = if request.limit == 0 { ROWS } else { request.limit };
        if wanted > MOST_ROWS {
            return Err(usage("Too many receipts at once.", "Ask for 500 at most."));
        }
        let last = self.records.commit_seq();
        let from = request.before.map_or(last, |before| before.saturating_sub(1).min(last));
        let mut receipts = Vec::new();
        let mut at = from;
        while at > 0 && receipts.len() < wanted as usize && from - at < LOOKED_THROUGH {
            let entry = self.records.audit_entry(at)?;
            at -= 1;
            let Some(entry) = entry.filter(|entry| entry.action == ACTION) else { continue };
            let Ok(kept) = serde_json::from_str::<Kept>(&entry.detail) else { continue };
            let named = |name: &String| *name == kept.agent || kept.client.as_ref() == Some(name);
            if !request.agent.as_ref().is_none_or(named) {
                continue;
            }
            receipts.push(MemoryReceipt {
                receipt_id: entry.hash().to_string(),
                commit_seq: entry.seq,
                at: entry.at,
                agent: kept.agent,
                client: kept.client,
                layers: kept.layers,
                total_tokens: kept.total_tokens,
                took_ms: kept.took_ms,
                text_sha256: kept.text_sha256,
            });
        }
        Ok(MemoryReceipts { receipts, next: (at > 0).then_some(at + 1) })
    }
}

/// The layers that fired.
fn layers(context: &MemoryContext) -> Vec<ReceiptLayer> {
    let fired = context.layers.iter().filter(|layer| !layer.text.is_empty());
    let layer = |layer: &types::MemoryLayerText| ReceiptLayer {
        layer: layer.layer,
        tokens: layer.tokens,
        budget: layer.budget,
        nodes: layer
            .nodes
            .iter()
            .map(|item| ReceiptItem {
                node_id: item.node_id,
                document_id: item.document_id,
                span: item.span.map(|span| (span.start as u64, span.end as u64)),
            })
            .collect(),
    };
    fired.map(layer).collect()
}

/// SHA-256 of the layers' texts, joined by a newline.
fn text_hash(context: &MemoryContext) -> String {
    let texts: Vec<&str> = context
        .layers
        .iter()
        .map(|layer| layer.text.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    let hash = Sha256::digest(texts.join("\n").as_bytes());
    hex::encode(hash)
}

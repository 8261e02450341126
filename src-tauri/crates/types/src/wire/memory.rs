//! Requests and answers of the memory stack: what an assistant is handed, within a budget, and the
//! record of it.

use crate::{ChunkId, DocumentId, NodeId, Span, Timestamp};
use serde::{Deserialize, Serialize};

/// What counts the tokens of the memory stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub enum TokenizerName {
    /// WordPiece of the model that is part of the program, whose vocabulary is that of
    /// `bert-base-uncased`.
    #[default]
    #[serde(rename = "loci-static-256")]
    Loci,
    /// The byte pairs of OpenAI's models from GPT-4o on.
    #[serde(rename = "o200k_base")]
    O200k,
    /// The byte pairs of GPT-4 and GPT-3.5.
    #[serde(rename = "cl100k_base")]
    Cl100k,
}

impl TokenizerName {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Loci, Self::O200k, Self::Cl100k];

    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Loci => "loci-static-256",
            Self::O200k => "o200k_base",
            Self::Cl100k => "cl100k_base",
        }
    }
}

/// A layer of the memory stack (seed 003).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS,
)]
pub enum MemoryLayer {
    /// Who the person is, in their own words.
    L0,
    /// Preferences, reliable facts, core decisions, trusted advice.
    L1,
    /// What is known in the room of the palace that the task is about.
    L2,
    /// Passages that a search finds for the task.
    L3,
}

impl MemoryLayer {
    /// Every layer, the first one first.
    pub const ALL: [Self; 4] = [Self::L0, Self::L1, Self::L2, Self::L3];

    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::L0 => "L0",
            Self::L1 => "L1",
            Self::L2 => "L2",
            Self::L3 => "L3",
        }
    }
}

/// Tokens of each layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct MemoryBudgets {
    /// Identity.
    pub l0: u32,
    /// Essentials.
    pub l1: u32,
    /// Room context.
    pub l2: u32,
    /// Deep search.
    pub l3: u32,
}

impl Default for MemoryBudgets {
    fn default() -> Self {
        Self { l0: 100, l1: 500, l2: 500, l3: 2000 }
    }
}

impl MemoryBudgets {
    /// One layer's.
    pub const fn of(&self, layer: MemoryLayer) -> u32 {
        match layer {
            MemoryLayer::L0 => self.l0,
            MemoryLayer::L1 => self.l1,
            MemoryLayer::L2 => self.l2,
            MemoryLayer::L3 => self.l3,
        }
    }
}

/// What an agent gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryPolicy {
    /// Its role: `planner`, `searcher` …; `*` is everybody without a policy of their own.
    pub agent: String,
    /// Layers that it gets without asking.
    pub layers: Vec<MemoryLayer>,
    /// Whether it may ask for a deep search.
    #[serde(default)]
    pub may_search: bool,
    /// Whether contradictions are named.
    #[serde(default)]
    pub contradictions: bool,
    /// Whether the documents that are known on the topic are named.
    #[serde(default)]
    pub known_sources: bool,
}

/// `memory settings`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemorySettings {
    /// Who the person is and what they work on, in their own words.
    pub identity: String,
    /// Tokens of each layer.
    pub budgets: MemoryBudgets,
    /// Who gets what.
    pub policies: Vec<MemoryPolicy>,
    /// What all layers together may have, by `LOCI_MEMORY_MAX_TOKENS`.
    #[ts(type = "number | null")]
    pub ceiling: Option<u64>,
    /// What counts.
    pub tokenizer: TokenizerName,
}

/// `memory set`: what is given is changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct MemorySetRequest {
    /// Who the person is.
    pub identity: Option<String>,
    /// Tokens of L0.
    #[ts(optional, type = "number")]
    pub budget_l0: Option<i64>,
    /// Tokens of L1.
    #[ts(optional, type = "number")]
    pub budget_l1: Option<i64>,
    /// Tokens of L2.
    #[ts(optional, type = "number")]
    pub budget_l2: Option<i64>,
    /// Tokens of L3.
    #[ts(optional, type = "number")]
    pub budget_l3: Option<i64>,
    /// Who gets what; all of it.
    pub policies: Option<Vec<MemoryPolicy>>,
    /// What counts from now on.
    pub tokenizer: Option<TokenizerName>,
}

/// `memory context`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields)]
pub struct MemoryRequest {
    /// The agent's role, whose policy holds.
    pub agent: String,
    /// What it is about to do.
    #[serde(default)]
    #[ts(as = "Option<String>")]
    pub task: String,
    /// For whom, where the role alone does not tell: the program's name.
    #[serde(default)]
    pub client: Option<String>,
    /// A deep search as well, where the policy lets it ask.
    #[serde(default)]
    #[ts(as = "Option<bool>")]
    pub deep: bool,
    /// Tokens of L0, in place of the settings'.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub budget_l0: Option<i64>,
    /// Tokens of L1.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub budget_l1: Option<i64>,
    /// Tokens of L2.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub budget_l2: Option<i64>,
    /// Tokens of L3.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub budget_l3: Option<i64>,
}

/// One statement or passage that is handed out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryItem {
    /// The node, where it is one.
    pub node_id: Option<NodeId>,
    /// The passage, where it is one.
    pub chunk_id: Option<ChunkId>,
    /// What it is cited from.
    pub document_id: Option<DocumentId>,
    /// That document's title.
    pub title: String,
    /// Where in that document.
    pub span: Option<Span>,
    /// 0 to 1, where it was judged.
    pub reliability: Option<f32>,
    /// Whether a person set that score.
    pub overridden: bool,
    /// The statement, whole.
    pub text: String,
    /// Tokens of its line.
    pub tokens: u32,
}

/// One layer as it is handed out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryLayerText {
    /// Which.
    pub layer: MemoryLayer,
    /// Tokens of `text`, by the tokenizer itself.
    pub tokens: u32,
    /// What it could have had.
    pub budget: u32,
    /// What stands in it, in order.
    pub nodes: Vec<MemoryItem>,
    /// The very text. Empty where the layer has nothing to say.
    pub text: String,
    /// Why it fired, or did not.
    pub because: String,
    /// Statements that would have come next and did not fit.
    pub left_out: u32,
}

/// The answer to `memory context`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryContext {
    /// The agent's role.
    pub agent: String,
    /// The layers of its policy.
    pub layers: Vec<MemoryLayerText>,
    /// Tokens of all layers.
    pub total_tokens: u32,
    /// The record of it in the audit log; none for a preview.
    pub receipt_id: Option<String>,
    /// Things to know about the request: a budget that was cut, say.
    pub warnings: Vec<String>,
    /// What counted.
    pub tokenizer: TokenizerName,
    /// How long it took to build, in milliseconds.
    pub took_ms: f64,
}

/// What a receipt keeps of one statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ReceiptItem {
    /// The node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub node_id: Option<NodeId>,
    /// The document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub document_id: Option<DocumentId>,
    /// First byte in it, and one past the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "[number, number]")]
    pub span: Option<(u64, u64)>,
}

/// What a receipt keeps of one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ReceiptLayer {
    /// Which.
    pub layer: MemoryLayer,
    /// Tokens that it had.
    pub tokens: u32,
    /// Tokens that it could have had.
    pub budget: u32,
    /// What was in it.
    pub nodes: Vec<ReceiptItem>,
}

/// The record of one injection. It holds no words: neither the task's nor the statements'.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryReceipt {
    /// Hash of the entry in the audit log, which binds all entries before it.
    pub receipt_id: String,
    /// The commit that it came with.
    #[ts(type = "number")]
    pub commit_seq: u64,
    /// When.
    pub at: Timestamp,
    /// The agent's role.
    pub agent: String,
    /// The program, where it said.
    pub client: Option<String>,
    /// The layers that fired.
    pub layers: Vec<ReceiptLayer>,
    /// Tokens of all layers.
    pub total_tokens: u32,
    /// How long building took, in milliseconds.
    pub took_ms: f64,
    /// SHA-256 of the text that was handed out, all layers joined by a newline.
    pub text_sha256: String,
}

/// `memory receipts`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct MemoryReceiptsRequest {
    /// Only of this role or program.
    pub agent: Option<String>,
    /// At most so many; 50 where nothing is said, 500 at most.
    #[ts(as = "Option<u32>")]
    pub limit: u32,
    /// Only those of earlier commits than this one.
    #[ts(optional, type = "number")]
    pub before: Option<u64>,
}

/// The answer to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryReceipts {
    /// Newest first.
    pub receipts: Vec<MemoryReceipt>,
    /// Where to go on, as `before`; none where the log's beginning was reached.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// `memory diff`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[ts(optional_fields)]
pub struct MemoryDiffRequest {
    /// A day (`2025-03-31`) or a moment (RFC 3339).
    pub from: String,
    /// Likewise; now where nothing is said.
    #[serde(default)]
    pub to: Option<String>,
    /// The agent's role; `planner` where nothing is said.
    #[serde(default)]
    pub agent: Option<String>,
    /// What it is about to do.
    #[serde(default)]
    #[ts(as = "Option<String>")]
    pub task: String,
}

/// What came into a layer, and what went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryLayerDiff {
    /// Which.
    pub layer: MemoryLayer,
    /// Tokens then.
    pub tokens_from: u32,
    /// Tokens later.
    pub tokens_to: u32,
    /// What is said later and was not said then.
    pub entered: Vec<MemoryItem>,
    /// What was said then and is not said later.
    pub left: Vec<MemoryItem>,
    /// What is said both times.
    pub stayed: u32,
}

/// The answer to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryDiff {
    /// The earlier moment.
    pub from: Timestamp,
    /// The later one.
    pub to: Timestamp,
    /// The agent's role.
    pub agent: String,
    /// Its layers.
    pub layers: Vec<MemoryLayerDiff>,
}

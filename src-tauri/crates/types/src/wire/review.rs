//! Requests and answers about review, gaps, and what is learnt from use.

use crate::{ChangeView, DocumentId, EvidenceView, NodeCard, ProposalId, Timestamp};
use serde::{Deserialize, Serialize};

/// What is done with reviewed nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum ReviewAction {
    /// They count from now on.
    Approve,
    /// They are not wanted, nor proposed again.
    Dismiss,
}

/// `review approve|dismiss`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ReviewRequest {
    /// Which nodes.
    #[serde(default)]
    pub nodes: Vec<String>,
    /// And all that wait from this document.
    #[serde(default)]
    pub document: Option<DocumentId>,
    /// What.
    pub action: ReviewAction,
}

/// A waiting node with the passage to judge it by.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ReviewItem {
    /// The node.
    #[serde(flatten)]
    #[ts(flatten)]
    pub card: NodeCard,
    /// Its description, whole.
    pub description: String,
    /// Its first evidence.
    pub evidence: Option<EvidenceView>,
    /// The agent that proposes it, by the name it is paired under.
    #[serde(default)]
    pub proposed_by: Option<String>,
    /// Its proposal, where that is to remember it: it can become a note instead.
    #[serde(default)]
    pub proposal: Option<ProposalId>,
}

/// `review list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ReviewList {
    /// Surest first.
    pub items: Vec<ReviewItem>,
    /// How many wait in all.
    pub total: u32,
    /// The last actions, newest first, at most 20: each can be undone.
    pub recent: Vec<ChangeView>,
    /// From this confidence on, what is found is accepted without review.
    pub threshold: f32,
}

/// `review approve|dismiss|undo`, `node edit|merge|split`, `palace move`: what was done.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ChangeAnswer {
    /// The change, to undo it by.
    pub change: ChangeView,
    /// The nodes as they are now.
    pub nodes: Vec<NodeCard>,
    /// What was learnt from it: "vocabulary: oauth* → security/oauth2".
    pub learnt: Vec<String>,
}

/// `review undo`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct UndoRequest {
    /// Number of the change.
    #[ts(type = "number")]
    pub change: u64,
}

/// A question that found too little.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Gap {
    /// Hex; what to name it by.
    pub gap: String,
    /// The question as last asked.
    pub query: String,
    /// How often it was asked and found fewer than two hits.
    pub asked: u32,
    /// Of them, within the last seven days.
    pub recent: u32,
    /// When first.
    pub first_at: Timestamp,
    /// When last.
    pub last_at: Timestamp,
    /// Whether it surfaces: three times within seven days, not dismissed, not snoozed.
    pub open: bool,
    /// Until when it is snoozed.
    pub snoozed_until: Option<Timestamp>,
    /// The nearest nodes there are.
    pub nearest: Vec<NodeCard>,
}

/// `gaps list`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct GapsRequest {
    /// Those that do not surface too.
    pub all: bool,
}

/// `gaps list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct GapList {
    /// Most asked first.
    pub gaps: Vec<Gap>,
}

/// `gaps dismiss|snooze`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct GapRequest {
    /// Which.
    pub gap: String,
    /// Days to be quiet; for good where absent.
    #[serde(default)]
    pub snooze_days: Option<u16>,
}

/// What review taught about a source tier or a threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Learnt {
    /// What: `threshold`, `source example.org`.
    pub what: String,
    /// Value before.
    pub before: f32,
    /// Value now.
    pub now: f32,
    /// From which actions: "12 approved, 0 dismissed".
    pub because: String,
    /// When.
    pub at: Timestamp,
    /// Whether it is in force; undone ones are not.
    pub active: bool,
}

/// `knowledge settings`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct KnowledgeSettings {
    /// From this confidence on, what is found is accepted without review, 0.5 to 1; over 1 nothing
    /// is.
    pub accept_from: f32,
    /// Days in which importance fades half-way to 1; 1 to 3,650.
    pub half_life_days: f32,
    /// Whether review actions change thresholds and source tiers.
    pub learns: bool,
    /// What was learnt.
    pub learnt: Vec<Learnt>,
}

/// `knowledge settings --…`: what is absent stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct KnowledgeSettingsRequest {
    /// See [`KnowledgeSettings::accept_from`].
    pub accept_from: Option<f32>,
    /// See [`KnowledgeSettings::half_life_days`].
    pub half_life_days: Option<f32>,
    /// See [`KnowledgeSettings::learns`].
    pub learns: Option<bool>,
    /// Switches what was learnt off or on, by its `what`.
    pub switch: Option<(String, bool)>,
}

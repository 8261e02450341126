//! Requests and answers about trust: parts of a score, sweeps, contradictions.

use crate::{ChangeView, EdgeView, EvidenceView, NodeCard, NodeId, Ruling, Trust};
use serde::{Deserialize, Serialize};

/// `trust show`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct TrustView {
    /// Which.
    pub node_id: NodeId,
    /// Its name.
    pub name: String,
    /// The score that counts.
    pub reliability: f32,
    /// What it is made of.
    pub parts: crate::TrustParts,
    /// All that was found.
    pub trust: Trust,
    /// Whether the person set the score.
    pub overridden: bool,
    /// Whether it contradicts something, unruled.
    pub contentious: bool,
    /// What speaks for it.
    pub evidence: Vec<EvidenceView>,
    /// Other nodes that say the same from other sources.
    pub corroborated_by: Vec<NodeCard>,
    /// The contradictions.
    pub contradictions: Vec<EdgeView>,
    /// Earlier corrections, newest first.
    pub corrections: Vec<ChangeView>,
}

/// `trust override`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct OverrideRequest {
    /// Which.
    pub node: String,
    /// 0 to 1.
    pub reliability: f32,
    /// Why; not empty, at most 2,000 characters.
    pub reason: String,
}

/// `trust sweep`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct SweepRequest {
    /// All nodes anew, not those alone that changed.
    pub all: bool,
}

/// `trust sweep`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct SweepReport {
    /// Nodes looked at.
    pub assessed: u32,
    /// Nodes whose score changed.
    pub changed: u32,
    /// Contradictions found.
    pub contradictions: u32,
    /// Nodes that a language model judged.
    pub by_model: u32,
    /// Calls to the language model that failed; the deterministic way was taken.
    pub model_failures: u32,
    /// Tokens that the language model counted.
    #[ts(type = "number")]
    pub model_tokens: u64,
    /// Nodes still waiting: it was stopped, or more came.
    pub waiting: u32,
    /// How long it took.
    #[ts(type = "number")]
    pub took_ms: u64,
    /// Things to know: what the language model answered instead.
    pub warnings: Vec<String>,
}

/// One contradiction, side by side.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ContradictionView {
    /// The edge.
    pub edge: EdgeView,
    /// Its first end, `A`.
    pub first: NodeCard,
    /// Its second end, `B`.
    pub second: NodeCard,
    /// What speaks for `A`.
    pub first_evidence: Vec<EvidenceView>,
    /// What speaks for `B`.
    pub second_evidence: Vec<EvidenceView>,
    /// When `A` holds, in words; empty where not stated.
    pub first_holds: String,
    /// When `B` holds.
    pub second_holds: String,
    /// Tier of `A`'s best source.
    pub first_tier: String,
    /// Tier of `B`'s best source.
    pub second_tier: String,
}

/// `trust contradictions`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ContradictionsRequest {
    /// Ruled ones too.
    pub ruled: bool,
    /// At most so many; 50 where 0, 500 at most.
    pub limit: u32,
}

/// `trust contradictions`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ContradictionList {
    /// Surest first; unruled before ruled.
    pub contradictions: Vec<ContradictionView>,
    /// How many are unruled.
    pub open: u32,
}

/// `trust rule`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct RuleRequest {
    /// The contradiction.
    pub edge: String,
    /// What is decided.
    pub ruling: Ruling,
    /// Under which conditions, or why.
    #[serde(default)]
    pub reason: String,
}

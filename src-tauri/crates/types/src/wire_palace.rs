//! Requests and answers about the palace and about trust.

use crate::{ChangeView, EdgeView, EvidenceView, Hall, NodeCard, NodeId, Ruling, Timestamp, Trust};
use serde::{Deserialize, Serialize};

/// `palace show`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct PalaceRequest {
    /// Only this wing.
    pub wing: Option<String>,
    /// Only this room of it.
    pub room: Option<String>,
}

/// Accepted nodes of one hall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct HallCount {
    /// Which.
    pub hall: Hall,
    /// So many.
    pub nodes: u32,
}

/// A room of the palace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct RoomView {
    /// Its name.
    pub room: String,
    /// Nodes in it.
    pub nodes: u32,
    /// Nodes in it that contradict something, unruled.
    pub contentious: u32,
    /// Its halls that have nodes.
    pub halls: Vec<HallCount>,
}

/// A wing of the palace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct WingView {
    /// Its name.
    pub wing: String,
    /// Nodes in it.
    pub nodes: u32,
    /// Its rooms, largest first.
    pub rooms: Vec<RoomView>,
}

/// `palace show`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PalaceView {
    /// Wings, largest first; `unsorted` last.
    pub wings: Vec<WingView>,
    /// Accepted nodes in all.
    pub nodes: u32,
    /// Edges that count.
    pub edges: u32,
    /// Nodes that wait for review.
    pub proposed: u32,
}

/// `palace move`: one or many nodes. The names teach the vocabulary.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct MoveRequest {
    /// Which.
    pub nodes: Vec<String>,
    /// To this wing.
    pub wing: String,
    /// To this room; `general` where empty.
    #[serde(default)]
    pub room: String,
    /// To this hall; each keeps its own where absent.
    #[serde(default)]
    pub hall: Option<Hall>,
}

/// A way from one wing to another.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Tunnel {
    /// The other wing.
    pub wing: String,
    /// Edges that cross.
    pub edges: u32,
    /// Some of them, surest first, at most 20.
    pub through: Vec<EdgeView>,
}

/// `palace tunnels`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct TunnelList {
    /// From this wing.
    pub wing: String,
    /// To these, most edges first.
    pub tunnels: Vec<Tunnel>,
}

/// A request about a wing.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct WingRequest {
    /// Its name.
    pub wing: String,
}

/// Where a pattern of the vocabulary comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum PatternOrigin {
    /// Loci's own.
    Builtin,
    /// Learnt from the person's moves.
    User,
    /// Suggested by a language model.
    Model,
    /// From a file that the person gave.
    File,
}

/// A pattern of the vocabulary: words that speak for a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct VocabularyEntry {
    /// Words; a final `*` stands for any ending: `encrypt*`, `clinical trial`.
    pub pattern: String,
    /// Wing they speak for.
    pub wing: String,
    /// Room they speak for; `general` for the wing alone.
    pub room: String,
    /// How strongly, over 0 to 1.
    pub weight: f32,
    /// Where it comes from.
    pub origin: PatternOrigin,
    /// Whether it is used.
    pub active: bool,
    /// When it was learnt; `None` for Loci's own.
    pub learnt_at: Option<Timestamp>,
}

/// `palace vocabulary`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct VocabularyList {
    /// Learnt ones first, then by wing and room.
    pub entries: Vec<VocabularyEntry>,
    /// Lines of an imported file that were refused, with why.
    pub refused: Vec<String>,
}

/// `palace vocabulary --add|--off|--on|--import`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "change", rename_all = "lowercase")]
pub enum VocabularyRequest {
    /// Adds a pattern.
    Add {
        /// Words.
        pattern: String,
        /// Wing.
        wing: String,
        /// Room.
        room: String,
    },
    /// Uses a pattern, or no longer.
    Switch {
        /// Words.
        pattern: String,
        /// Wing.
        wing: String,
        /// Whether to use it.
        active: bool,
    },
    /// Takes the patterns of a file in the form of `assets/vocabulary.txt`; broken lines are refused
    /// one by one.
    Import {
        /// The file's text.
        text: String,
    },
}

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

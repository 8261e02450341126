//! Requests and answers about knowledge: nodes, edges, the palace, trust, review and gaps.

use crate::{
    Alias, DocumentId, EdgeId, EdgeKind, Evidence, Field, Hall, NodeId, NodeKind, NodeState, Place,
    PlacedBy, Ruling, Tier, Timestamp, Trust, Validity,
};
use serde::{Deserialize, Serialize};

/// A node as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct NodeCard {
    /// Its id.
    pub node_id: NodeId,
    /// Its name.
    pub name: String,
    /// What sort of thing.
    pub kind: NodeKind,
    /// Whether it counts.
    pub state: NodeState,
    /// Wing of the palace.
    pub wing: String,
    /// Room in the wing.
    pub room: String,
    /// What sort of knowledge.
    pub hall: Hall,
    /// Who put it there.
    pub placed_by: PlacedBy,
    /// 0 to 1.
    pub reliability: f32,
    /// Whether the person set that score.
    pub overridden: bool,
    /// Whether it contradicts something, unruled.
    pub contentious: bool,
    /// Whether a source tries to instruct an assistant.
    pub injected: bool,
    /// Sources that speak for it.
    pub sources: u32,
    /// Mentions in all of them.
    pub mention_count: u32,
    /// 1 to 5, faded to now.
    pub importance: f32,
    /// How it came to be held.
    pub tier: Tier,
    /// How sure the extraction is, 0 to 1.
    pub confidence: f32,
    /// Edges that count.
    pub edges: u32,
    /// Up to 200 characters of its summary or description.
    pub about: String,
}

/// A piece of evidence with its source's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct EvidenceView {
    /// The evidence.
    #[serde(flatten)]
    #[ts(flatten)]
    pub evidence: Evidence,
    /// The document's title; empty for what was written by hand.
    pub title: String,
    /// Whether the passage can be opened: its document is here and reads as it did.
    pub opens: bool,
    /// Whether the document was replaced by a later version.
    pub superseded: bool,
    /// Whether it is a copy of another source here, and does not count as a second one.
    pub copy_of: Option<DocumentId>,
}

/// An edge with the names of its ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct EdgeView {
    /// Its id.
    pub edge_id: EdgeId,
    /// What it says.
    pub kind: EdgeKind,
    /// Where it begins.
    pub from: NodeId,
    /// That node's name.
    pub from_name: String,
    /// Where it ends.
    pub to: NodeId,
    /// That node's name.
    pub to_name: String,
    /// Whether it counts.
    pub state: NodeState,
    /// 0 to 1.
    pub confidence: f32,
    /// Why, in words.
    pub because: String,
    /// For a contradiction: what the person decided.
    pub ruling: Option<Ruling>,
    /// What speaks for it.
    pub evidence: Vec<EvidenceView>,
}

/// What was done to nodes, by whom, and whether it can be undone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ChangeView {
    /// Its number, rising.
    #[ts(type = "number")]
    pub change: u64,
    /// When.
    pub at: Timestamp,
    /// What: `approve`, `dismiss`, `edit`, `move`, `merge`, `split`, `override`, `rule` …
    pub action: String,
    /// In words: "wing security → compliance".
    pub detail: String,
    /// The person's reason; empty where none was asked for.
    pub reason: String,
    /// The nodes concerned.
    pub nodes: Vec<NodeId>,
    /// Whether it can be undone now.
    pub undoable: bool,
    /// Whether it was undone.
    pub undone: bool,
}

/// `node show`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct NodeView {
    /// As lists show it.
    #[serde(flatten)]
    #[ts(flatten)]
    pub card: NodeCard,
    /// The name as ids are made of it.
    pub normalised: String,
    /// Which of the things with this name.
    pub sense: u32,
    /// What it is.
    pub description: String,
    /// In short.
    pub summary: String,
    /// Labels.
    pub tags: Vec<String>,
    /// Other names, with the rule that took each for this.
    pub aliases: Vec<Alias>,
    /// Where it is, and why.
    pub place: Place,
    /// How reliable, with all parts.
    pub trust: Trust,
    /// When it holds.
    pub validity: Validity,
    /// First and last day it holds, as dates; empty where open.
    pub valid_from: String,
    /// See `valid_from`.
    pub valid_to: String,
    /// What speaks for it.
    pub evidence: Vec<EvidenceView>,
    /// Its edges, dismissed ones apart.
    pub relations: Vec<EdgeView>,
    /// What was done to it, newest first.
    pub history: Vec<ChangeView>,
    /// What the person fixed.
    pub fixed: Vec<Field>,
    /// When it was last opened or found.
    pub last_accessed: Option<Timestamp>,
    /// When it was first found.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// `node list`, `review list`: which nodes. What is absent does not filter.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct NodesRequest {
    /// Words in name, aliases or description.
    pub query: Option<String>,
    /// Only in this wing.
    pub wing: Option<String>,
    /// Only in this room (of `wing`).
    pub room: Option<String>,
    /// Only in this hall.
    pub hall: Option<Hall>,
    /// Only of this kind.
    pub kind: Option<NodeKind>,
    /// Only with this tag.
    pub tag: Option<String>,
    /// Only in this state; accepted ones where absent.
    pub state: Option<NodeState>,
    /// Only from this document.
    pub document: Option<DocumentId>,
    /// Only so reliable, 0 to 1.
    pub min_reliability: Option<f32>,
    /// Only what held on this day (`2025-03-31`).
    pub as_of: Option<String>,
    /// Skips so many.
    pub offset: u32,
    /// At most so many; 100 where 0, 1,000 at most.
    pub limit: u32,
}

/// `node list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NodeList {
    /// Most important first; for a query, best match first.
    pub nodes: Vec<NodeCard>,
    /// How many there are without `offset` and `limit`.
    pub total: u32,
}

/// A request about one node.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NodeRequest {
    /// Its id, a prefix of 8 or more digits that fits no other, or its exact name.
    pub node: String,
}

/// `node add`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NodeAddRequest {
    /// Its name, 1 to 300 characters, a letter or digit among them.
    pub name: String,
    /// What sort of thing.
    pub kind: NodeKind,
    /// What it is.
    #[serde(default)]
    pub description: String,
    /// Labels.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Wing; placed by the vocabulary where absent.
    #[serde(default)]
    pub wing: Option<String>,
    /// Room.
    #[serde(default)]
    pub room: Option<String>,
    /// Hall.
    #[serde(default)]
    pub hall: Option<Hall>,
    /// First day it holds.
    #[serde(default)]
    pub valid_from: Option<String>,
    /// Last day it holds.
    #[serde(default)]
    pub valid_to: Option<String>,
}

/// `node edit`, `review edit`: what is absent stays. What is given is fixed from then on.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct NodeEditRequest {
    /// Which.
    pub node: String,
    /// New name; the old one becomes an alias.
    pub name: Option<String>,
    /// New description.
    pub description: Option<String>,
    /// New summary.
    pub summary: Option<String>,
    /// New kind, of the same class.
    pub kind: Option<NodeKind>,
    /// New labels.
    pub tags: Option<Vec<String>>,
    /// 1 to 5.
    pub importance: Option<f32>,
    /// First day it holds; empty for open.
    pub valid_from: Option<String>,
    /// Last day it holds; empty for open.
    pub valid_to: Option<String>,
    /// And approves it.
    pub approve: bool,
    /// Why.
    pub reason: String,
}

/// `node merge`: one thing under two names.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NodeMergeRequest {
    /// Stays.
    pub into: String,
    /// Becomes an alias of it.
    pub from: String,
    /// Why.
    #[serde(default)]
    pub reason: String,
}

/// `node split`: two things under one name, for good. What these documents say of it goes to a node of
/// its own, now and whenever they are read again.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NodeSplitRequest {
    /// Which.
    pub node: String,
    /// Name of the second thing, for people: "Mercury (planet)".
    pub name: String,
    /// The documents that mean it.
    pub documents: Vec<DocumentId>,
    /// Why.
    #[serde(default)]
    pub reason: String,
}

/// `node unalias`: that name is not this thing, for good.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct UnaliasRequest {
    /// Which.
    pub node: String,
    /// The alias.
    pub alias: String,
}

/// `edge list`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct EdgesRequest {
    /// Only at this node.
    pub node: Option<String>,
    /// Only of this kind.
    pub kind: Option<EdgeKind>,
    /// Only in this state; all but dismissed ones where absent.
    pub state: Option<NodeState>,
    /// At most so many; 100 where 0, 1,000 at most.
    pub limit: u32,
}

/// `edge list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct EdgeList {
    /// The edges.
    pub edges: Vec<EdgeView>,
    /// How many there are without the limit.
    pub total: u32,
}

/// `edge add`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct EdgeAddRequest {
    /// What it says.
    pub kind: EdgeKind,
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// Why.
    #[serde(default)]
    pub reason: String,
}

/// A request about one edge.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct EdgeRequest {
    /// Its id, or a prefix of 8 or more digits that fits no other.
    pub edge: String,
}

/// `node neighbours`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NeighboursRequest {
    /// Which.
    pub node: String,
    /// 1 to 3.
    pub hops: u8,
    /// Nodes at most; 100 where 0, 1,000 at most.
    #[serde(default)]
    pub limit: u32,
    /// Only what held on this day.
    #[serde(default)]
    pub as_of: Option<String>,
}

/// A part of the graph.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Neighbourhood {
    /// The nodes, nearest first; the asked one stands first.
    pub nodes: Vec<NodeCard>,
    /// For each node: steps from the asked one.
    pub distances: Vec<u8>,
    /// The edges between them.
    pub edges: Vec<EdgeView>,
    /// Whether there are more than the limit let in.
    pub cut: bool,
}

/// `node paths`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PathsBetweenRequest {
    /// One end.
    pub from: String,
    /// The other.
    pub to: String,
    /// Longest path, in edges, 1 to 6; 4 where 0.
    #[serde(default)]
    pub hops: u8,
}

/// A way through the graph.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Path {
    /// The nodes, ends included.
    pub nodes: Vec<NodeCard>,
    /// The edges between them, in order.
    pub edges: Vec<EdgeView>,
}

/// `node paths`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PathList {
    /// Shortest first, at most 10, all of the shortest length.
    pub paths: Vec<Path>,
}

/// How a graph is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum GraphFormat {
    /// GraphML (Brandes et al., graphml.graphdrawing.org).
    #[default]
    GraphMl,
    /// JSON-LD 1.1 (W3C).
    JsonLd,
}

/// `node export`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct GraphExportRequest {
    /// How.
    pub format: GraphFormat,
    /// Only this wing.
    pub wing: Option<String>,
    /// Only what held on this day.
    pub as_of: Option<String>,
}

/// `node export`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct GraphExport {
    /// The file's text.
    pub text: String,
    /// Nodes in it.
    pub nodes: u32,
    /// Edges in it.
    pub edges: u32,
}

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

/// Precision, recall and F1 of one class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ClassScore {
    /// Which class; `all` for the sum, or accuracy's row.
    pub class: String,
    /// Counts.
    pub tally: crate::Tally,
    /// `matched / got`.
    pub precision: Option<f64>,
    /// `matched / expected`.
    pub recall: Option<f64>,
    /// Their harmonic mean.
    pub f1: Option<f64>,
}

impl ClassScore {
    /// Shares of a tally.
    pub fn new(class: impl Into<String>, tally: crate::Tally) -> Self {
        Self {
            class: class.into(),
            tally,
            precision: tally.precision(),
            recall: tally.recall(),
            f1: tally.f1(),
        }
    }
}

/// `eval palace|contradictions|extraction`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LabelledReport {
    /// The labelled file.
    pub file: String,
    /// Rows in it.
    pub rows: u32,
    /// What was judged: `wing`, `room`, `hall`, `relation`, `names` …, each by class, `all` first.
    pub parts: Vec<LabelledPart>,
    /// Rows that were judged wrong, at most 200: what was expected and what came out.
    pub misses: Vec<String>,
}

/// One thing that was judged.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LabelledPart {
    /// What.
    pub part: String,
    /// Which rows: `seen` while rules were written, or `held` back.
    pub split: String,
    /// By class.
    pub scores: Vec<ClassScore>,
}

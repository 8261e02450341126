//! Requests and answers about nodes and edges.

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
    /// Its quote as people read it, without markup.
    #[serde(default)]
    pub plain: String,
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

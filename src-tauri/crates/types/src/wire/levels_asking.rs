//! What is asked of a collection's levels, and the answers.

use crate::{Collection, Level, LevelNode, Timestamp};
use serde::{Deserialize, Serialize};

/// How sentences are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum LevelMethod {
    /// By their place in the graph of sentences that share words (Mihalcea and Tarau 2004).
    #[default]
    TextRank,
    /// By how telling their words are among the sentences around them.
    TfIdf,
}

impl LevelMethod {
    /// As the command line writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TextRank => "textrank",
            Self::TfIdf => "tfidf",
        }
    }
}

/// `knowledge build`: all of it anew.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsBuildRequest {
    /// Of which collection.
    pub collection: Collection,
    /// How sentences are chosen; as before, or by TextRank, where nothing is said.
    #[serde(default)]
    pub method: Option<LevelMethod>,
    /// The share of a section's text that may join what is quoted, 0 to 1; 0.2 where nothing is said.
    #[serde(default)]
    pub max_synthesis_ratio: Option<f32>,
}

/// `knowledge update`: what came and went alone.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsUpdateRequest {
    /// Of which collection.
    pub collection: Collection,
    /// Documents to be put into the collection first, by id.
    #[serde(default)]
    pub add: Vec<String>,
    /// Documents to be taken out of it first, by id.
    #[serde(default)]
    pub remove: Vec<String>,
}

/// What a build or an update did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsBuilt {
    /// Of which collection.
    pub collection: String,
    /// How sentences are chosen.
    pub method: LevelMethod,
    /// Documents whose passages were read.
    pub documents_read: u32,
    /// Documents that are gone from it.
    pub documents_removed: u32,
    /// Sections that were written anew, or are new.
    pub sections_written: u32,
    /// Sections that are gone.
    pub sections_removed: u32,
    /// What is there now.
    pub statistics: LevelStatistics,
    /// How long it took.
    pub took_ms: f64,
}

/// How much there is at each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct LevelStatistics {
    /// Documents that it rests on.
    pub documents: u32,
    /// Passages.
    pub raw: u32,
    /// Chunk summaries.
    pub chunks: u32,
    /// Sentences that these chose.
    pub sentences: u32,
    /// Sections.
    pub sections: u32,
    /// Claims of the master.
    pub claims: u32,
    /// Claims that had less support than .7 and were dropped.
    pub dropped: u32,
}

/// `knowledge query`. Every filter that is given holds.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsQuery {
    /// Collections, one or more.
    pub collections: Vec<Collection>,
    /// Which level.
    pub level: Level,
    /// Words to look for; nodes in their order where there are none.
    #[serde(default)]
    pub query: Option<String>,
    /// A wing of the palace.
    #[serde(default)]
    pub wing: Option<String>,
    /// A room of it.
    #[serde(default)]
    pub room: Option<String>,
    /// Nodes that name an entity of this kind: a class of nodes, `date` or `quantity`.
    #[serde(default)]
    pub entity_kind: Option<String>,
    /// Nodes that name this entity.
    #[serde(default)]
    pub entity: Option<String>,
    /// Nodes that rest on this document: its id or the beginning of it.
    #[serde(default)]
    pub document: Option<String>,
    /// Documents of this day and later (ISO 8601): published then, or taken in where that is not known.
    #[serde(default)]
    pub since: Option<String>,
    /// Documents of this day and earlier.
    #[serde(default)]
    pub until: Option<String>,
    /// Nodes at most; 10 where nothing is said.
    #[serde(default)]
    pub top_k: Option<u32>,
    /// Nodes passed over.
    #[serde(default)]
    pub offset: u32,
    /// With the nodes below, down to the passages.
    #[serde(default)]
    pub include_sources: bool,
}

/// `knowledge drilldown`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsDrill {
    /// From which node: its id or the beginning of it.
    pub node: String,
    /// To which level below.
    pub to: Level,
    /// Nodes at most; 20 where nothing is said.
    #[serde(default)]
    pub top_k: Option<u32>,
    /// Nodes passed over.
    #[serde(default)]
    pub offset: u32,
}

/// `knowledge rollup`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsRoll {
    /// From which nodes of one collection: their ids or beginnings of them.
    pub nodes: Vec<String>,
    /// To which level above.
    pub to: Level,
}

/// `knowledge validate`, and what is asked of one collection.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsRequest {
    /// Of which collection.
    pub collection: Collection,
}

/// Nodes of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsAnswer {
    /// Their level.
    pub level: Level,
    /// The nodes, best first where words were asked for.
    pub nodes: Vec<LevelNode>,
    /// The collection of each of them.
    pub collections: Vec<String>,
    /// The nodes below, down to the passages, where sources were asked for.
    pub sources: Vec<LevelNode>,
    /// How many there are, or how many were looked at where words were asked for.
    #[ts(type = "number")]
    pub total: u64,
    /// Whether any of it rests on documents that came or went since.
    pub stale: bool,
    /// How long it took.
    pub took_ms: f64,
}

/// What is built of one collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsState {
    /// The collection.
    pub collection: String,
    /// The master's id; `None` where nothing is built.
    pub master: Option<String>,
    /// How sentences are chosen.
    pub method: LevelMethod,
    /// The share of a section's text that may join what is quoted.
    pub max_synthesis_ratio: f32,
    /// When it was built or updated last.
    pub built_at: Option<Timestamp>,
    /// Documents that came since, or were read anew.
    pub came: u32,
    /// Documents that went since.
    pub went: u32,
    /// How much there is.
    pub statistics: LevelStatistics,
}

/// The collections and what is built of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsList {
    /// Each collection that has documents or levels.
    pub collections: Vec<LevelsState>,
}

/// `knowledge validate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsCheck {
    /// The collection.
    pub collection: String,
    /// Whether nothing is broken.
    pub ok: bool,
    /// Nodes that were looked at.
    pub nodes: u32,
    /// Citations that were compared with their documents, byte for byte.
    pub citations: u32,
    /// Of those, the ones that hold.
    pub citations_hold: u32,
    /// Nodes that rest on documents that came or went since.
    pub stale: u32,
    /// What is broken.
    pub findings: Vec<String>,
    /// How long it took.
    pub took_ms: f64,
}

/// One node by its id.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsNodeRequest {
    /// Its id or the beginning of it.
    pub node: String,
}

/// A node and what lies above it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsNodeView {
    /// Its collection.
    pub collection: String,
    /// The node.
    pub node: LevelNode,
    /// Its ancestors, the master first.
    pub above: Vec<LevelNode>,
}

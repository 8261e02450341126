//! The levels over a collection (seed 000): raw passages, chunk and section summaries, and the master,
//! each node with where its sentences are from.

use crate::{DocumentId, Sha256, Timestamp};
use serde::{Deserialize, Serialize};

/// A level of the hierarchy, from the finest to the coarsest.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A passage as it stands in its document.
    Raw,
    /// Sentences chosen from one piece of a document.
    Chunk,
    /// What a topic says, across documents.
    Section,
    /// What the collection says.
    Master,
}

/// Words of a document, and where they stand. `quote` is the document's text there, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelSource {
    /// The document.
    pub document_id: DocumentId,
    /// First byte in the converted text.
    #[ts(type = "number")]
    pub start: usize,
    /// One past the last byte.
    #[ts(type = "number")]
    pub end: usize,
    /// The page it begins on, counted from 1, where the original has pages.
    pub page: Option<u32>,
    /// The words.
    pub quote: String,
}

/// One sentence of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelSentence {
    /// The sentence.
    pub text: String,
    /// Words of ours that join what is quoted; it claims nothing and has no sources.
    pub connective: bool,
    /// How far its sources say it, 0 to 1; 1 where it is a quotation.
    pub support: f32,
    /// The nodes of the level below that it rests on.
    pub cites: Vec<String>,
    /// The passages that it rests on.
    pub sources: Vec<LevelSource>,
}

/// An entity that a node names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelEntity {
    /// What kind of thing: the name of a class of nodes, `date`, `quantity` or `identifier`.
    pub kind: String,
    /// Its name.
    pub name: String,
}

/// A node of the hierarchy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelNode {
    /// First 32 hex digits of a hash of collection, level and what it is made of.
    pub id: String,
    /// Its level.
    pub level: Level,
    /// A heading of a document, a topic's name, or the collection's.
    pub title: String,
    /// What it says, in order.
    pub sentences: Vec<LevelSentence>,
    /// Nodes of the level above.
    pub parents: Vec<String>,
    /// Nodes of the level below.
    pub children: Vec<String>,
    /// Entities, where the level is chunk or section.
    pub entities: Vec<LevelEntity>,
    /// How sure the node is, 0 to 1: the mean support of its claims.
    pub confidence: f32,
    /// Counted from 1; a rebuild that changes what it says counts on.
    pub version: u32,
    /// When this version was made.
    pub created_at: Timestamp,
    /// A document that it rests on came or went since, and it is not rebuilt yet.
    pub stale: bool,
}

/// A collection's levels as one commit has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Hierarchy {
    /// The collection's name.
    pub collection: String,
    /// The method by which sentences were chosen: `textrank` or `tfidf`.
    pub method: String,
    /// When it was built.
    pub built_at: Timestamp,
    /// The commit that it shows.
    #[ts(type = "number")]
    pub commit_seq: u64,
    /// Claims left out of the master for want of support.
    #[ts(type = "number")]
    pub dropped: usize,
    /// The documents, with the hash of each original.
    pub documents: Vec<LevelDocument>,
    /// All nodes, master first, then by level and by where they stand.
    pub nodes: Vec<LevelNode>,
}

/// A document that a hierarchy rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelDocument {
    /// The document.
    pub document_id: DocumentId,
    /// Its title.
    pub title: String,
    /// SHA-256 of the original.
    pub sha256: Sha256,
}

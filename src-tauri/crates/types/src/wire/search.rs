//! Requests and answers of searching.

use crate::{
    ChunkId, ChunkKind, Collection, Definition, DocumentId, Hall, NodeCard, NodeKind, Problem,
    Span, Timestamp,
};
use serde::{Deserialize, Serialize};

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum SearchMode {
    /// Meaning, words and exact matches together.
    #[default]
    Hybrid,
    /// Vectors alone.
    Semantic,
    /// BM25 alone.
    Keyword,
    /// Section ids, quoted phrases and identifiers alone.
    Exact,
}

/// `search`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct SearchRequest {
    /// The question.
    pub query: String,
    /// How.
    #[serde(default)]
    pub mode: SearchMode,
    /// Hits wanted, 1 to 100; 10 where nothing is said.
    #[serde(default = "default_top_k")]
    pub top_k: u32,
    /// Only documents of this collection.
    #[serde(default)]
    pub collection: Option<Collection>,
    /// Only this document.
    #[serde(default)]
    pub document: Option<DocumentId>,
    /// What stood at the end of this day (`2025-03-31`) or moment (RFC 3339).
    #[serde(default)]
    pub as_of: Option<String>,
    /// Superseded versions too.
    #[serde(default)]
    pub all_versions: bool,
    /// Only passages that speak for a node in this wing.
    #[serde(default)]
    pub wing: Option<String>,
    /// Only of a node in this room (of `wing`).
    #[serde(default)]
    pub room: Option<String>,
    /// Only of a node in this hall.
    #[serde(default)]
    pub hall: Option<Hall>,
    /// Only of a node of this kind.
    #[serde(default)]
    pub kind: Option<NodeKind>,
    /// Only of a node with this tag.
    #[serde(default)]
    pub tag: Option<String>,
    /// Only of a node so reliable, 0 to 1.
    #[serde(default)]
    pub min_reliability: Option<f32>,
    /// Only hits whose fused score is at least this.
    #[serde(default)]
    pub min_score: Option<f32>,
    /// Nodes related to the hits' own, so many edges away: 0, 1 or 2.
    #[serde(default)]
    pub expand_hops: u8,
    /// Weights of meaning, words and exact matches in place of the model's own, each 0 to 1.
    #[serde(default)]
    pub weights: Option<(f32, f32, f32)>,
}

impl SearchRequest {
    /// Everywhere, with the model's own weights.
    pub fn new(query: impl Into<String>, mode: SearchMode, top_k: u32) -> Self {
        Self {
            query: query.into(),
            mode,
            top_k,
            collection: None,
            document: None,
            as_of: None,
            all_versions: false,
            wing: None,
            room: None,
            hall: None,
            kind: None,
            tag: None,
            min_reliability: None,
            min_score: None,
            expand_hops: 0,
            weights: None,
        }
    }
}

fn default_top_k() -> u32 {
    10
}

/// Place and score in one of the lists that were fused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ListPlace {
    /// From 1.
    pub rank: u32,
    /// BM25 score or cosine.
    pub score: f32,
    /// For keywords: the query's words that were found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
}

/// One passage that answers.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Hit {
    /// From 1.
    pub rank: u32,
    /// The chunk.
    pub chunk_id: ChunkId,
    /// Its document.
    pub document_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// Section, where there is one.
    pub section_id: String,
    /// Headings above it.
    pub parent_chain: Vec<String>,
    /// The passage: exactly the document's text at `span`.
    pub text: String,
    /// Its words as people read them, without markup.
    #[serde(default)]
    pub plain: String,
    /// Where it stands.
    pub span: Span,
    /// Fused score.
    pub score: f32,
    /// What kind of passage.
    pub kind: ChunkKind,
    /// Place by meaning.
    pub semantic: Option<ListPlace>,
    /// Place by words.
    pub keyword: Option<ListPlace>,
    /// Whether it was matched exactly.
    pub exact: bool,
    /// Definitions of the terms it uses.
    pub definitions: Vec<Definition>,
    /// Its place in the document, from 0.
    pub chunk_index: u32,
    /// Places of the document that it refers to: `sec_4_3_a`, `table_3`.
    pub cross_references: Vec<String>,
    /// How the document was cut: `structure`, at headings, paragraphs and sentences.
    pub chunk_method: String,
    /// Tokens that it may share with its neighbours; none for documents read before this was kept.
    pub overlap: Option<u32>,
    /// The document's abstract or first paragraph.
    pub doc_summary: String,
    /// The document's language, BCP 47.
    pub language: Option<String>,
    /// When the document's file was last changed, before it was read.
    pub mtime: Option<Timestamp>,
    /// Wing of the palace: of the most important accepted node that the passage speaks for.
    pub wing: Option<String>,
    /// Room in the wing.
    pub room: Option<String>,
    /// Hall: what sort of knowledge.
    pub hall: Option<Hall>,
    /// That node's, 0 to 1.
    pub reliability: Option<f32>,
    /// Whether a person set that score.
    pub overridden: bool,
    /// The accepted nodes that the passage speaks for, most important first, at most 8.
    pub nodes: Vec<NodeCard>,
}

/// A node near the hits' own.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Related {
    /// The node.
    #[serde(flatten)]
    #[ts(flatten)]
    pub card: NodeCard,
    /// Edges from the nearest hit's node.
    pub hops: u8,
    /// How it is related: "OAuth2 requires TLS".
    pub because: String,
}

/// The answer to a search.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct SearchAnswer {
    /// The mode asked for.
    pub mode: SearchMode,
    /// Whether something asked for could not be done.
    pub degraded: bool,
    /// What, and what to do.
    pub degraded_reason: Option<Problem>,
    /// Things to know about the request: weights that do not sum to 1, say.
    pub warnings: Vec<String>,
    /// How long it took.
    pub took_ms: f64,
    /// Best first.
    pub hits: Vec<Hit>,
    /// What the graph has near the hits, where `expand_hops` asked for it.
    pub related: Vec<Related>,
    /// The wing that the question's own words name, which was ranked up; never filtered by.
    pub boosted_wing: Option<String>,
}

//! Requests and answers about building what is derived anew.

use crate::{Collection, DocumentId, Problem};
use serde::{Deserialize, Serialize};

/// Which of several concepts a regeneration takes a name for, where documents mean several by it and the
/// one that is read does not say which (seed 004).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// Any, by chance: by the document's id, which is a hash, so that it is the same after every stop.
    Random,
    /// The one with the most edges.
    Popularity,
    /// The one with the most edges, in one document of four another by chance.
    #[default]
    Hybrid,
}

/// `documents regenerate`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct RegenerateRequest {
    /// The collection to read anew.
    pub collection: Collection,
    /// How concepts are matched.
    pub strategy: Strategy,
    /// Plan only.
    pub dry_run: bool,
}

/// `documents regenerate`: the plan, and what was done of it.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Regeneration {
    /// The collection.
    pub collection: Collection,
    /// The strategy.
    pub strategy: Strategy,
    /// Whether this is a plan only.
    pub dry_run: bool,
    /// Documents to read anew.
    pub documents: u32,
    /// Chunks they have now.
    #[ts(type = "number")]
    pub chunks: u64,
    /// Calls to the language model; 0 where none is set.
    #[ts(type = "number")]
    pub llm_calls: u64,
    /// Tokens it would read, about.
    #[ts(type = "number")]
    pub llm_tokens: u64,
    /// Time it will take, about, from how long these documents took last time.
    #[ts(type = "number")]
    pub estimated_ms: u64,
    /// Documents that were done by an earlier run of the same regeneration.
    pub resumed: u32,
    /// Documents read anew.
    pub done: u32,
    /// Documents that could not be read anew; what was made of them before serves on.
    pub failed: Vec<FailedDocument>,
    /// Chunks afterwards.
    #[ts(type = "number")]
    pub chunks_after: u64,
    /// How long it took.
    #[ts(type = "number")]
    pub took_ms: u64,
}

/// A document that could not be read anew.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct FailedDocument {
    /// Which.
    pub document_id: DocumentId,
    /// Why.
    pub reason: Problem,
}

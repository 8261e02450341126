//! `eval memory`: how well turns of long, dated conversations are found.

use crate::Percentiles;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Turn-level recall: the share of a question's evidence among the first so many turns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnRecall {
    /// Questions with evidence that is in the conversation.
    pub questions: u64,
    /// Among the first 5.
    pub recall_at_5: f64,
    /// Among the first 10.
    pub recall_at_10: f64,
    /// Among the first 50.
    pub recall_at_50: f64,
}

/// The answer to `eval memory`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemoryEvalReport {
    /// The file's name.
    pub dataset: String,
    /// The embedding model that answered.
    pub model: Option<String>,
    /// Conversations.
    pub conversations: u64,
    /// Their turns.
    pub turns: u64,
    /// Questions without evidence, or whose evidence names no turn.
    pub left_out: u64,
    /// Over all questions.
    pub overall: TurnRecall,
    /// By category, as the file names it.
    pub by_category: BTreeMap<String, TurnRecall>,
    /// Taking all conversations in, vectors included.
    pub index_seconds: f64,
    /// Of one question, through the engine.
    pub query_ms: Percentiles,
}

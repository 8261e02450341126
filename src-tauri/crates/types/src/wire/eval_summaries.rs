//! What `eval summaries` answers.

use serde::{Deserialize, Serialize};

/// `eval summaries`: summaries of so many sentences beside reference summaries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct SummariesReport {
    /// Name of the folder.
    pub dataset: String,
    /// Documents that were summarised.
    #[ts(type = "number")]
    pub documents: u64,
    /// Sentences of each summary.
    pub sentences: u32,
    /// Each way to summarise.
    pub systems: Vec<SummariesMeasure>,
}

/// One way to summarise: ROUGE as F1 (Lin 2004), stems compared, the mean over documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct SummariesMeasure {
    /// `lead`, `chunk textrank`, `chunk tfidf`, `master`, or the rival's name.
    pub name: String,
    /// Words.
    pub rouge_1: f64,
    /// Pairs of words.
    pub rouge_2: f64,
    /// The longest common run of words, gaps allowed.
    pub rouge_l: f64,
}

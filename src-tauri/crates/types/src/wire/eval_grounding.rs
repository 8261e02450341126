//! What `eval grounding` and `eval ask` answer.

use serde::{Deserialize, Serialize};

/// How claims of one label fared.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct GroundingScore {
    /// Which rows: their set.
    pub set: String,
    /// `dev` or `test`.
    pub split: String,
    /// What is so of them: `supported`, `number changed` …
    pub label: String,
    /// How many.
    pub rows: u32,
    /// How many hold.
    pub held: u32,
    /// How many of these are copied word for word.
    pub quoted: u32,
}

/// What would hold with another mark.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct GroundingPoint {
    /// The least score.
    pub mark: f32,
    /// Share of what is said that holds.
    pub kept: f64,
    /// Share of what is not said that holds.
    pub passing: f64,
}

/// `eval grounding`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct GroundingReport {
    /// The labelled file.
    pub file: String,
    /// Rows in it.
    pub rows: u32,
    /// Share of supported claims that hold.
    pub kept: f64,
    /// Share of the others that hold.
    pub passing: f64,
    /// By set, split and label.
    pub scores: Vec<GroundingScore>,
    /// Both shares of all rows at other marks; what is refused whatever the score stays so.
    pub curve: Vec<GroundingPoint>,
    /// Rows of the split `dev` that were judged wrong, at most 200.
    pub misses: Vec<String>,
}

/// How the questions of one split fared.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
pub struct AskScore {
    /// Questions whose documents are there.
    pub answerable: u32,
    /// Of these, answered.
    pub answered: u32,
    /// Of these, answered with a sentence of a document that is judged relevant.
    pub right: u32,
    /// Questions whose documents are not there.
    pub unanswerable: u32,
    /// Of these, declined.
    pub declined: u32,
    /// Questions that ask for yes, no or maybe and were answered.
    pub decided: u32,
    /// Of these, as the label has it.
    pub decided_right: u32,
    /// Of these, those whose label is the most frequent one.
    pub most_frequent: u32,
    /// Sum of the shares of the expected answer's telling words that the answers have.
    pub words: f64,
    /// Answers that were held against an expected one.
    pub worded: u32,
}

/// One question, for fitting.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AskRow {
    /// `dev` or `test`.
    pub split: String,
    /// Whether its documents are there.
    pub answerable: bool,
    /// How likely it was answered.
    pub confidence: f32,
    /// Whether it was answered from a relevant document.
    pub right: bool,
    /// The numbers that it was judged by.
    pub signals: Vec<f32>,
}

/// `eval ask`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AskReport {
    /// The file or folder.
    pub dataset: String,
    /// The model that answered by meaning.
    pub model: Option<String>,
    /// Documents in the vault.
    pub documents: u32,
    /// Questions of the half that may be looked at.
    pub dev: AskScore,
    /// Those of the other.
    pub test: AskScore,
    /// Median and 95th percentile of an answer's time, in milliseconds.
    pub ask_ms: (f64, f64),
    /// All questions.
    pub rows: Vec<AskRow>,
}

//! Requests and answers of asking: sentences that answer a question, each with where it stands.

use crate::{Collection, DocumentId, Problem, Span};
use serde::{Deserialize, Serialize};

/// `ask`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AskRequest {
    /// The question.
    pub question: String,
    /// Only documents of this collection.
    #[serde(default)]
    pub collection: Option<Collection>,
    /// Answer only what asks by its form: a question mark at its end, a question word at its beginning.
    #[serde(default)]
    pub if_question: bool,
}

/// Words of a document that an answer rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct AnswerSource {
    /// The document.
    pub document_id: DocumentId,
    /// Its title.
    pub title: String,
    /// Where the words stand.
    pub span: Span,
    /// The words: exactly the document's text at `span`.
    pub quote: String,
}

/// A sentence of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct AnswerSentence {
    /// The sentence, as people read it.
    pub sentence: String,
    /// How far its sources say it, 0 to 1; 1 where it is a quotation.
    pub support: f32,
    /// What it rests on.
    pub sources: Vec<AnswerSource>,
    /// The time for which its source says that it holds, in the source's words; empty where it says none.
    pub holds: String,
    /// Whether its source addresses an assistant instead of a reader.
    pub addresses_assistant: bool,
}

/// Two passages that do not hold together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct AnswerConflict {
    /// In words: "opposite direction: increased / decreased".
    pub because: String,
    /// 0 to 1.
    pub confidence: f32,
    /// What the answer rests on, or one side of what is known to be at odds.
    pub first: AnswerSource,
    /// What speaks against it.
    pub second: AnswerSource,
}

/// The answer to a question.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AskAnswer {
    /// Whether it was taken for a question; where not, nothing was looked for.
    pub asked: bool,
    /// At most five sentences, in the order in which they are to be read; none where it is declined.
    pub answer: Vec<AnswerSentence>,
    /// The library does not say.
    pub declined: bool,
    /// Contradictions among what was found.
    pub conflicts: Vec<AnswerConflict>,
    /// How likely what was found answers the question, 0 to 1.
    pub confidence: f32,
    /// Whether a language model worded it.
    pub composed: bool,
    /// Sentences of a language model that no source says, and that were left out.
    pub dropped: u32,
    /// What could not be done, and what to do.
    pub degraded_reason: Option<Problem>,
    /// Things to know about the answer.
    pub warnings: Vec<String>,
}

/// `ask --keep`: an answer that was given, to be kept as a note.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AskKeepRequest {
    /// The question: the note's title.
    pub question: String,
    /// Its sentences, as they were given: each quotation is compared with its document.
    pub answer: Vec<AnswerSentence>,
    /// Whether a language model worded it.
    pub composed: bool,
}

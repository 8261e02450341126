//! A document on its way through an ingest: sealed, then prepared.

use super::{intake::Original, run::Run};
use crate::{
    knowledge::{Gathered, Placing},
    situating::Situating,
};
use models::{Embedder, TokenCounter, Vector};
use std::time::Duration;
use types::{
    ChunkRecord, ConvertedText, DefinitionRecord, DocumentId, DocumentRecord, Problem, Reference,
};

/// A sealed original on its way, with the record that it has by now.
pub(crate) struct Taken {
    pub number: usize,
    pub original: Original,
    pub record: DocumentRecord,
    /// Whether it is searchable already, and is read anew because it was asked for.
    pub replaces: bool,
    /// A document from the same path or address, whose new version this may be.
    pub offered: Option<DocumentId>,
}

/// A document ready to be stored.
pub(crate) struct Prepared {
    pub converted: ConvertedText,
    pub title: String,
    pub chunks: Vec<ChunkRecord>,
    pub definitions: Vec<DefinitionRecord>,
    /// One a chunk: the sentence that situates it, or nothing.
    pub contexts: Vec<String>,
    /// One a chunk, or none where no model could make them.
    pub vectors: Option<Vec<Vector>>,
    pub reference: Reference,
    pub summary: String,
    pub language: Option<String>,
    /// As the chunks were cut.
    pub overlap_tokens: u32,
    /// What it says; taken out when it is woven into the graph.
    pub gathered: Option<Gathered>,
    pub warnings: Vec<String>,
    pub took: Duration,
}

/// What all documents of one ingest share.
pub(crate) struct Tools<'a> {
    pub tokens: &'a TokenCounter,
    pub embedder: Option<&'a Embedder>,
    pub llm: Option<Situating>,
    pub placing: Placing<'a>,
    pub run: &'a Run<'a>,
}

/// What preparing a document gave; `None` where its turn never came.
pub(crate) type Outcome = Option<std::result::Result<Prepared, Problem>>;

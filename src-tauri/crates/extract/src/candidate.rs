//! What is found, before anything is known of other documents.

use std::ops::Range;
use types::{AliasRule, Block, DefinitionRecord, EdgeKind, Hall, Method, NodeKind, Validity};

/// A document as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its whole text.
    pub text: &'a str,
    /// Its blocks, as conversion made them.
    pub blocks: &'a [Block],
    /// Bytes of its sentences of running text, in order.
    pub sentences: &'a [Range<usize>],
    /// The definitions found in it.
    pub definitions: &'a [DefinitionRecord],
    /// Its title; empty where it has none.
    pub title: &'a str,
}

/// Something that may be worth knowing.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What sort of thing.
    pub kind: NodeKind,
    /// A name, as written; a statement's is its sentence, white space collapsed.
    pub name: String,
    /// What it is, in the document's words; empty where it does not say.
    pub description: String,
    /// The quote: where it is defined, first named or said.
    pub range: Range<usize>,
    /// Each place where it stands, in order; at most [`MENTIONS`].
    pub mentions: Vec<Range<usize>>,
    /// Other names, with why.
    pub aliases: Vec<(String, AliasRule)>,
    /// Labels, lower case: `doi`, `organisation`, `finding` …
    pub tags: Vec<String>,
    /// What sort of knowledge.
    pub hall: Hall,
    /// When it holds, where the sentence says so.
    pub validity: Validity,
    /// How it was found.
    pub method: Method,
    /// Measured precision of the rule that found it, 0 to 1.
    pub confidence: f32,
    /// 1 to 5.
    pub importance: f32,
}

/// One end of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The document itself.
    Document,
    /// A candidate, by its place in [`Extracted::candidates`].
    Candidate(usize),
    /// Something named that is no candidate.
    Name(String),
}

/// Something said of two things.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// What is said.
    pub kind: EdgeKind,
    /// Where it begins.
    pub from: End,
    /// Where it ends.
    pub to: End,
    /// The quote.
    pub range: Range<usize>,
    /// Measured precision of the rule that found it, 0 to 1.
    pub confidence: f32,
    /// The words that say it.
    pub because: String,
}

/// What a document holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extracted {
    /// Things and statements, at most [`CANDIDATES`], in order of their quotes.
    pub candidates: Vec<Candidate>,
    /// At most [`RELATIONS`].
    pub relations: Vec<Relation>,
}

/// Most candidates of one document.
pub const CANDIDATES: usize = 400;
/// Most relations of one document.
pub const RELATIONS: usize = 400;
/// Most places remembered of one candidate.
pub const MENTIONS: usize = 64;

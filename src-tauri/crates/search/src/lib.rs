//! Finding things: BM25 in sealed segments, an exact scan of int8 vectors, exact matches, filters,
//! and fusion of the lists (DESIGN §4). Segments are immutable; changes are staged into a vault's
//! batch, and taken in after its commit. Knows nothing of texts, models and collections, and never
//! logs or reports a word of a document or a query.
//!
//! ```text
//! tokens, identifiers (references, sections)   text → terms
//! build → postings → segment, pages      one segment, and how it lies in the vault
//! kernel → vectors                       the scan
//! bm25, exact, fusion → query            the lists and what is made of them
//! snapshot, merge → index                what is live, and how it changes
//! checking                               whether it is what would be made of its chunks
//! ```

#![cfg_attr(test, allow(clippy::string_slice))]

mod bits;
mod bm25;
mod build;
mod checking;
mod citations;
mod codec;
mod error;
mod exact;
mod fusion;
mod identifiers;
mod index;
mod kernel;
mod merge;
#[cfg(test)]
mod model;
mod pages;
mod postings;
mod query;
mod runs;
mod sections;
mod segment;
mod snapshot;
pub mod timing;
mod tokens;
mod top;
mod vectors;

pub use crate::checking::{PageCount, Said};
pub use crate::error::{Error, Result};
pub use crate::index::{Index, Staged};

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use types::{DocumentId, Fusion, SearchMode};

/// A segment of the index. Rising in the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SegmentId(u64);

impl SegmentId {
    /// As a component of a record's path.
    fn bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

/// One chunk: its document and its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkRef {
    /// The document.
    pub document: DocumentId,
    /// From 0.
    pub ordinal: u32,
}

/// A chunk as it is given to the index.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Which.
    pub chunk: ChunkRef,
    /// Title of the document.
    pub title: &'a str,
    /// Headings above the chunk, outermost first.
    pub headings: &'a [String],
    /// A sentence that situates it in its document; searched like the text, empty where there is
    /// none.
    pub context: &'a str,
    /// Its text.
    pub body: &'a str,
    /// Its section, such as `sec_4_3_a`; empty where there is none.
    pub section_id: &'a str,
    /// The terms that it defines, normalised.
    pub defined_terms: &'a [String],
}

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The question.
    pub text: &'a str,
    /// The space to scan and the question's vector, L2 = 1.
    pub vector: Option<(&'a str, &'a [f32; 256])>,
    /// Which lists to use.
    pub mode: SearchMode,
    /// Hits wanted.
    pub top_k: usize,
    /// Only chunks of these documents.
    pub documents: Option<&'a HashSet<DocumentId>>,
    /// No chunk of these documents.
    pub except: Option<&'a HashSet<DocumentId>>,
    /// Only these chunks.
    pub passages: Option<&'a HashSet<ChunkRef>>,
    /// How hybrid search joins its lists.
    pub fusion: Fusion,
}

/// A hit, and why it is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The chunk.
    pub chunk: ChunkRef,
    /// Cosine, BM25 score, specificity or fused score, by the query's mode.
    pub score: f32,
    /// Rank from 1 and cosine, where vectors found it.
    pub semantic: Option<(u32, f32)>,
    /// Place by words, where words found it.
    pub keyword: Option<KeywordPlace>,
    /// Whether something that was asked for exactly is in it.
    pub exact: bool,
}

/// Place in the list of keyword matches.
#[derive(Clone, Debug, PartialEq)]
pub struct KeywordPlace {
    /// From 1.
    pub rank: u32,
    /// BM25.
    pub score: f32,
    /// The query's words that the chunk has, as they were typed.
    pub terms: Vec<String>,
}

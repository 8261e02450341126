//! Requests and answers about documents: what is known of them, and how they are read.

use crate::{
    Collection, CrossReference, DocumentId, DocumentState, Format, Freshness, PageBox, Problem,
    Reference, Span, Term, Timestamp,
};
use serde::{Deserialize, Serialize};

/// A document as lists show it.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DocumentView {
    /// Its id.
    pub document_id: DocumentId,
    /// Title.
    pub title: String,
    /// File name.
    pub name: String,
    /// Path it was read from.
    pub path: String,
    /// Address it came from.
    pub source_url: Option<String>,
    /// Kind of source.
    pub source_type: Option<String>,
    /// SHA-256 of the original, hex.
    pub sha256: String,
    /// The collection that it came to first.
    pub collection: Collection,
    /// All collections that it is in.
    pub collections: Vec<Collection>,
    /// What it is.
    pub format: Format,
    /// How far it has come.
    pub state: DocumentState,
    /// Why it was refused or failed.
    pub reason: Option<Problem>,
    /// Things to know.
    pub warnings: Vec<String>,
    /// When it was added.
    pub added_at: Timestamp,
    /// Size of the original.
    #[ts(type = "number")]
    pub size_bytes: u64,
    /// Bytes of its text.
    #[ts(type = "number")]
    pub text_bytes: u64,
    /// Chunks.
    pub chunks: u32,
    /// Pages; 0 where there are none.
    pub pages: u32,
    /// Earlier version.
    pub supersedes: Option<DocumentId>,
    /// Later version.
    pub superseded_by: Option<DocumentId>,
    /// When it was replaced.
    pub superseded_at: Option<Timestamp>,
    /// Its place among its versions, from 1.
    pub version: u32,
    /// Whether its watched file still says the same.
    pub freshness: Freshness,
    /// It as a publication.
    pub reference: Reference,
    /// Definitions it holds.
    pub definitions: u32,
}

/// `documents list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DocumentList {
    /// The documents, newest first.
    pub documents: Vec<DocumentView>,
}

/// A passage made ready for the reader: where it stands, its quote, and its boxes.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Passage {
    /// Where it stands.
    pub span: Span,
    /// The words at the span.
    pub quote: String,
    /// The same as people read them, without markup.
    pub plain: String,
    /// Up to 32 characters before it.
    pub prefix: String,
    /// Up to 32 characters after it.
    pub suffix: String,
    /// Rectangles on the pages.
    pub boxes: Vec<PageBox>,
}

/// A document's text laid out for reading.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ReaderView {
    /// The document.
    pub document: DocumentView,
    /// The converted text.
    pub text: String,
    /// Sanitised HTML of the text. Every run of text stands in a `<span data-s data-e>` whose numbers
    /// are byte offsets into `text`. `None` for plain text.
    pub html: Option<String>,
    /// Sizes of the pages in points, in order.
    pub pages: Vec<PageSize>,
    /// Its headings, in order.
    pub outline: Vec<OutlineItem>,
    /// The terms that it uses and some document defines; its own definitions first.
    pub terms: Vec<Term>,
    /// Where it uses them.
    pub mentions: Vec<TermMention>,
    /// Its mentions of its own places.
    pub cross_references: Vec<CrossReference>,
}

/// A page's size in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PageSize {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// `documents join`, `documents leave`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct CollectionRequest {
    /// Id of a document, or a prefix of it.
    pub document: String,
    /// A collection.
    pub collection: Collection,
}

/// A request about one document.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DocumentRequest {
    /// Its id, or a prefix of 8 or more digits that fits no other.
    pub document: String,
}

/// `documents passage`: a byte range of a document's text.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PassageRequest {
    /// Which document.
    pub document: String,
    /// First byte.
    #[ts(type = "number")]
    pub start: usize,
    /// One past the last byte.
    #[ts(type = "number")]
    pub end: usize,
}

/// `page_words`, and the page that is drawn.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PageRequest {
    /// Which document.
    pub document: String,
    /// Counted from 1.
    pub page: u32,
}

/// A word as it stands on a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PageWord {
    /// First byte in the document's text.
    #[ts(type = "number")]
    pub start: usize,
    /// One past the last byte.
    #[ts(type = "number")]
    pub end: usize,
    /// Where it stands.
    pub place: PageBox,
}

/// The words of a page, in reading order.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
pub struct PageWords {
    /// Each with its place in the text and on the page.
    pub words: Vec<PageWord>,
}

/// Which earlier document makes a file unwelcome (seed 004).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum DuplicateLevel {
    /// The same bytes are here.
    Exact,
    /// The same bytes are being taken in now.
    InProgress,
    /// Other bytes came from the same path or address less than 30 days ago.
    Recent,
}

/// A heading in the outline of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct OutlineItem {
    /// Its words.
    pub title: String,
    /// 1 to 6.
    pub level: u8,
    /// Its section; empty where it has no number.
    pub section_id: String,
    /// Its first byte in the text.
    #[ts(type = "number")]
    pub start: usize,
    /// Page it stands on.
    pub page: Option<u32>,
}

/// A place in a text where a defined term is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct TermMention {
    /// First byte.
    #[ts(type = "number")]
    pub start: usize,
    /// One past the last byte.
    #[ts(type = "number")]
    pub end: usize,
    /// Place in `ReaderView.terms`.
    pub term: u32,
}

/// `documents supersede`: makes one document the later version of another.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct SupersedeRequest {
    /// The later one. Where it was refused as recent, it is read now.
    pub document: String,
    /// The earlier one.
    pub supersedes: String,
}

/// `documents verify`: whether a document's chunks give back its text.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DocumentCheck {
    /// Which.
    pub document_id: DocumentId,
    /// Whether everything agrees.
    pub ok: bool,
    /// Chunks looked at.
    pub chunks: u32,
    /// Bytes of text compared.
    #[ts(type = "number")]
    pub text_bytes: u64,
    /// What does not agree.
    pub findings: Vec<String>,
}

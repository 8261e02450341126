//! Requests and answers about citations, and about lists of references.

use crate::{CitationId, DocumentId, Reference, Span, Timestamp};
use serde::{Deserialize, Serialize};

/// How references and citations are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum CitationFormat {
    /// BibTeX.
    #[default]
    Bibtex,
    /// CSL-JSON 1.0.
    CslJson,
}

/// `cite add`, and `cite export` of one passage that is not kept.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct CiteRequest {
    /// The document.
    pub document: String,
    /// First byte of the passage.
    #[ts(type = "number")]
    pub start: usize,
    /// One past its last byte.
    #[ts(type = "number")]
    pub end: usize,
    /// The person's own words about it.
    #[serde(default)]
    pub note: String,
}

/// A passage that the person keeps as evidence.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Citation {
    /// Its id.
    pub citation_id: CitationId,
    /// Its document; it may be gone or superseded by now.
    pub document_id: DocumentId,
    /// The document's title when it was cited.
    pub title: String,
    /// Where it stands.
    pub span: Span,
    /// Its words; empty where they were forgotten with the document.
    pub quote: String,
    /// The same as people read them, without markup.
    #[serde(default)]
    pub plain: String,
    /// The person's note.
    pub note: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Whether the document is still here.
    pub source_here: bool,
    /// How it fared in the document's latest version, where it was verified.
    pub verified: Option<Reverified>,
}

/// `cite list`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct CitationsRequest {
    /// Only those of this document or its versions.
    pub document: Option<String>,
}

/// `cite list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct CitationList {
    /// Newest first.
    pub citations: Vec<Citation>,
}

/// A request about one citation.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct CitationRequest {
    /// Its id, or a prefix of 8 or more digits that fits no other.
    pub citation: String,
}

/// `cite export`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct CiteExportRequest {
    /// How.
    pub format: CitationFormat,
    /// Only those of this document.
    pub document: Option<String>,
    /// One passage of `document`, kept or not; all kept citations where absent.
    pub passage: Option<(u32, u32)>,
}

/// `cite export`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct CiteExport {
    /// Entries written.
    pub entries: u32,
    /// The file's text.
    pub text: String,
}

/// How a citation fares in a later version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// The same words in the same place.
    Same,
    /// The same words elsewhere.
    Moved,
    /// Other words where they stood.
    Changed,
    /// Nothing like it is left.
    Gone,
}

/// A citation looked up in a later version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Reverified {
    /// How it fares.
    pub fate: Fate,
    /// The version it was looked up in.
    pub document_id: DocumentId,
    /// Where it stands there.
    pub span: Option<Span>,
    /// The words there; empty where gone.
    pub quote: String,
    /// The same as people read them, without markup; not kept, made when shown.
    #[serde(default)]
    pub plain: String,
    /// 0 to 1: share of the words that agree.
    pub similarity: f32,
    /// When.
    pub at: Timestamp,
}

/// `documents reverify`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ReverifyReport {
    /// The version that citations of earlier ones were looked up in.
    pub document_id: DocumentId,
    /// Counts.
    pub same: u32,
    /// Counts.
    pub moved: u32,
    /// Counts.
    pub changed: u32,
    /// Counts.
    pub gone: u32,
    /// The citations, each with its quote and the words found.
    pub citations: Vec<Citation>,
}

/// A reference read from a list that was dropped.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ListedReference {
    /// The reference.
    pub reference: Reference,
    /// The list it was read from.
    pub list_id: DocumentId,
    /// The document it describes, where one fits.
    pub document_id: Option<DocumentId>,
}

/// `references list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ReferenceList {
    /// The references.
    pub references: Vec<ListedReference>,
}

//! What the vault remembers of a document apart from its bytes and its text.

use crate::{Collection, DocumentId, Problem, Reference, Sha256, Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of document Loci reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Markdown (CommonMark with tables).
    Markdown,
    /// Plain text in any encoding.
    Text,
    /// HTML; its readable part.
    Html,
    /// PDF with text in it.
    Pdf,
    /// Word's Office Open XML.
    Docx,
    /// PowerPoint's Office Open XML; a section a slide, notes included.
    Pptx,
    /// A workbook (XLSX, XLS, ODS); a section and a table a sheet.
    Spreadsheet,
    /// Comma- or tab-separated values; one table.
    Csv,
    /// An EPUB book.
    Epub,
    /// OpenDocument text.
    Odt,
    /// Rich Text Format.
    Rtf,
    /// One e-mail message (RFC 5322, MIME).
    Email,
    /// A conversation: JSON lines of speaker, time and text, or a transcript in Markdown.
    Conversation,
    /// A list of references: BibTeX, RIS or CSL-JSON.
    References,
    /// A picture (PNG, JPEG, TIFF) whose text was recognised.
    Image,
    /// Something else: archived, not read.
    Unknown,
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Markdown => "Markdown",
            Self::Text => "text",
            Self::Html => "HTML",
            Self::Pdf => "PDF",
            Self::Docx => "DOCX",
            Self::Pptx => "PPTX",
            Self::Spreadsheet => "spreadsheet",
            Self::Csv => "CSV",
            Self::Epub => "EPUB",
            Self::Odt => "ODT",
            Self::Rtf => "RTF",
            Self::Email => "e-mail",
            Self::Conversation => "conversation",
            Self::References => "references",
            Self::Image => "image",
            Self::Unknown => "unknown",
        })
    }
}

/// How far a document has come (seed 002). Later states are reached through the earlier ones; whether
/// an indexed document is current or stale is told by [`Freshness`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum DocumentState {
    /// The original is sealed; nothing else has happened.
    Pending,
    /// In the worker.
    Converting,
    /// Its text is there; headings, definitions and references are being read.
    Parsing,
    /// Being cut into chunks.
    Chunking,
    /// Each chunk is being given its context.
    Contextualising,
    /// Vectors are being computed.
    Embedding,
    /// Being written to the indexes.
    Indexing,
    /// Searchable.
    Indexed,
    /// Its content cannot be read, for the reason given; the original is kept.
    Refused,
    /// Something went wrong on our side, for the reason given; the original is kept.
    Failed,
}

/// Whether an indexed document is still what its watched file says (seed 002).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Freshness {
    /// Nothing newer is known.
    #[default]
    Current,
    /// The watched file has changed or is gone since it was read.
    Stale,
}

/// Where a document came from, in its owner's words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// File name for people: lossy where the name is not UTF-8.
    pub name: String,
    /// Absolute path for people, same rule; empty for standard input.
    pub path: String,
    /// The path's raw bytes where it is not UTF-8.
    #[serde(default, with = "serde_bytes")]
    pub raw_path: Vec<u8>,
    /// Address it was downloaded from, as given.
    pub source_url: Option<String>,
    /// What kind of source it is, as given (journal, standard, blog …).
    pub source_type: Option<String>,
    /// SHA-256 of the archive it was unpacked from.
    #[serde(default)]
    pub archive: Option<Sha256>,
    /// The file's own time of change when it was read.
    #[serde(default)]
    pub modified: Option<Timestamp>,
}

/// The record of one document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DocumentRecord {
    /// First 128 bits of `sha256`.
    pub id: DocumentId,
    /// Hash of the original bytes.
    pub sha256: Sha256,
    /// Size of the original.
    pub size_bytes: u64,
    /// Where it came from.
    pub origin: Origin,
    /// The set that it came to first.
    pub collection: Collection,
    /// Other sets that it belongs to as well (seed 004: identity per ontology).
    #[serde(default)]
    pub also_in: Vec<Collection>,
    /// What it is.
    pub format: Format,
    /// Its own title, or its file name.
    pub title: String,
    /// How far it has come.
    pub state: DocumentState,
    /// Why it was refused or failed.
    pub reason: Option<Problem>,
    /// What the reader should know.
    pub warnings: Vec<String>,
    /// When its original was sealed.
    pub added_at: Timestamp,
    /// Bytes of its text.
    pub text_bytes: u64,
    /// Chunks it has.
    pub chunks: u32,
    /// Pages it has; 0 where the format has none.
    pub pages: u32,
    /// Earlier version that this one replaces.
    #[serde(default)]
    pub supersedes: Option<DocumentId>,
    /// Later version that replaces this one.
    #[serde(default)]
    pub superseded_by: Option<DocumentId>,
    /// When it was replaced.
    #[serde(default)]
    pub superseded_at: Option<Timestamp>,
    /// Its place among its versions, from 1; 0 in records older than this field.
    #[serde(default)]
    pub version: u32,
    /// Whether its watched file still says the same.
    #[serde(default)]
    pub freshness: Freshness,
    /// What it says of itself as a publication, completed from reference lists.
    #[serde(default)]
    pub reference: Reference,
    /// When its text was last made from its original.
    #[serde(default)]
    pub read_at: Option<Timestamp>,
    /// How long conversion, cutting and embedding took.
    #[serde(default)]
    pub prepared_ms: u64,
    /// Definitions it holds.
    #[serde(default)]
    pub definitions: u32,
    /// Its abstract or first paragraph (seed 002: `doc_summary`).
    #[serde(default)]
    pub summary: String,
    /// BCP 47 language: what it says of itself, else what it is plainly written in.
    #[serde(default)]
    pub language: Option<String>,
    /// Tokens that neighbouring chunks share at most; none in records older than this field.
    #[serde(default)]
    pub overlap_tokens: Option<u32>,
    /// MinHash of its text, to know copies by; empty in records older than this field.
    #[serde(default)]
    pub fingerprint: Vec<u64>,
    /// Whether its text addresses an assistant, as if to instruct it, and that by weight: a passage that
    /// does so flags what it says, not the document.
    #[serde(default)]
    pub addresses_assistant: bool,
}

impl DocumentRecord {
    /// All sets it belongs to, the one it came to first before the others.
    pub fn collections(&self) -> impl Iterator<Item = &Collection> {
        std::iter::once(&self.collection).chain(&self.also_in)
    }

    /// Whether it belongs to a set.
    pub fn is_in(&self, collection: &Collection) -> bool {
        self.collections().any(|own| own == collection)
    }

    /// Puts it into one more set; it stays in those it is in.
    pub fn join(&mut self, collection: &Collection) {
        if !self.is_in(collection) {
            self.also_in.push(collection.clone());
        }
    }

    /// Takes it out of a set. `false` where it is not in it, or in no other.
    pub fn leave(&mut self, collection: &Collection) -> bool {
        if self.also_in.is_empty() || !self.is_in(collection) {
            return false;
        }
        match self.also_in.iter().position(|own| own == collection) {
            Some(place) => {
                self.also_in.remove(place);
            }
            None => self.collection = self.also_in.remove(0),
        }
        true
    }
}

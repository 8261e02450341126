//! Requests and answers about notes and highlights.

use crate::{Collection, DocumentId, NodeId, NoteId, PageBox, Span, Timestamp};
use serde::{Deserialize, Serialize};

/// What a highlight means; each has its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// It matters (yellow).
    Important,
    /// It speaks for something (green).
    Supports,
    /// It speaks against something (red).
    Contradicts,
    /// It is not clear (blue).
    Question,
    /// It says what something is (purple).
    Definition,
}

impl Meaning {
    /// Every meaning.
    pub const ALL: [Self; 5] =
        [Self::Important, Self::Supports, Self::Contradicts, Self::Question, Self::Definition];

    /// As the command line writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Important => "important",
            Self::Supports => "supports",
            Self::Contradicts => "contradicts",
            Self::Question => "question",
            Self::Definition => "definition",
        }
    }

    /// Its colour: red, green, blue.
    pub const fn colour(self) -> [u8; 3] {
        match self {
            Self::Important => [0xff, 0xd4, 0x00],
            Self::Supports => [0x5f, 0xb2, 0x36],
            Self::Contradicts => [0xff, 0x66, 0x66],
            Self::Question => [0x2e, 0xa8, 0xe5],
            Self::Definition => [0xa2, 0x8a, 0xe5],
        }
    }

    /// The meaning whose colour is nearest to another.
    pub fn nearest(colour: [u8; 3]) -> Self {
        let distance = |meaning: &Self| -> u32 {
            let pairs = meaning.colour().into_iter().zip(colour);
            pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        Self::ALL.into_iter().min_by_key(distance).unwrap_or(Self::Important)
    }
}

/// `note add`: on a passage where `document`, `start` and `end` are given, else on a document, a node, a
/// collection, or nothing in particular.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct NoteAddRequest {
    /// Markdown; empty for a highlight without words.
    pub text: String,
    /// Its title; the first line of its text where empty.
    pub title: String,
    /// The document it is on.
    pub document: Option<String>,
    /// First byte of the passage.
    #[ts(type = "number | null")]
    pub start: Option<usize>,
    /// One past its last byte.
    #[ts(type = "number | null")]
    pub end: Option<usize>,
    /// The node it is on: id, prefix or exact name.
    pub node: Option<String>,
    /// The collection it is on.
    pub collection: Option<String>,
    /// What the highlight means, where the passage is highlighted.
    pub meaning: Option<Meaning>,
    /// Labels.
    pub tags: Vec<String>,
}

/// `note edit`: what is given changes.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct NoteEditRequest {
    /// Its id, or a prefix of 8 or more digits that fits no other.
    pub note: String,
    /// Its new text.
    pub text: Option<String>,
    /// Its new title.
    pub title: Option<String>,
    /// What the highlight means from now on.
    pub meaning: Option<Meaning>,
    /// All of its labels from now on.
    pub tags: Option<Vec<String>>,
}

/// A request about one note.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteRequest {
    /// Its id, or a prefix of 8 or more digits that fits no other.
    pub note: String,
}

/// `note list`, `note export`: those that fit all that is given.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct NotesRequest {
    /// On this document, or on a version of it.
    pub document: Option<String>,
    /// On this node.
    pub node: Option<String>,
    /// On this collection, or on a document in it.
    pub collection: Option<String>,
    /// Only highlights of this meaning.
    pub meaning: Option<Meaning>,
    /// With this label.
    pub tag: Option<String>,
    /// With these words in title, text or quote.
    pub words: Option<String>,
}

/// What a note is on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "on", rename_all = "lowercase")]
pub enum NoteTarget {
    /// A passage of a document.
    Passage {
        /// The document; it may be gone or superseded by now.
        document_id: DocumentId,
        /// Its title when the note was made.
        title: String,
        /// Where the passage stood.
        span: Span,
        /// Its words; empty where they were forgotten with the document.
        quote: String,
        /// What stood before it.
        prefix: String,
        /// What stood after it.
        suffix: String,
    },
    /// A document.
    Document {
        /// The document; it may be gone by now.
        document_id: DocumentId,
        /// Its title when the note was made.
        title: String,
    },
    /// A node.
    Node {
        /// The node; it may be gone by now.
        node_id: NodeId,
        /// Its name when the note was made.
        name: String,
    },
    /// A collection.
    Collection {
        /// Its name.
        collection: Collection,
    },
    /// Nothing in particular.
    Nothing,
}

/// Where a passage stands in the version that was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct NotePlace {
    /// The version.
    pub document_id: DocumentId,
    /// Where it stands there.
    pub span: Span,
    /// Whether the words are the same.
    pub same: bool,
    /// Where it stands on pages, where the original has pages.
    pub boxes: Vec<PageBox>,
}

/// What a `[[…]]` in a note leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteLink {
    /// What stands between the brackets, before any `|`.
    pub name: String,
    /// The node, where it is one.
    pub node_id: Option<NodeId>,
    /// The document, where it is one, or one of its passages.
    pub document_id: Option<DocumentId>,
    /// The passage's first byte and one past its last.
    pub range: Option<(u32, u32)>,
}

/// A note or highlight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteView {
    /// Its id.
    pub note_id: NoteId,
    /// Its title; empty for a highlight without words.
    pub title: String,
    /// Its Markdown.
    pub text: String,
    /// What it is on.
    pub target: NoteTarget,
    /// Where its passage stands now, where that was looked for and found.
    pub place: Option<NotePlace>,
    /// What the highlight means, where it is one.
    pub meaning: Option<Meaning>,
    /// Labels.
    pub tags: Vec<String>,
    /// What its text links to.
    pub links: Vec<NoteLink>,
    /// The document that its text is searched, cited and versioned as.
    pub document_id: Option<DocumentId>,
    /// Its place among the versions of that, from 1; 0 without text.
    pub version: u32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub edited_at: Timestamp,
    /// Where it came from, where not by hand: a library's item, an agent.
    pub origin: Option<String>,
}

/// `note list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteList {
    /// In a document by place, else newest first.
    pub notes: Vec<NoteView>,
}

/// `note delete`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteGone {
    /// The note.
    pub note_id: NoteId,
    /// Versions of its text that were forgotten, each certified.
    pub versions: u32,
}

/// How notes are written out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum NoteFormat {
    /// Markdown to read.
    #[default]
    Markdown,
    /// W3C Web Annotation Data Model, JSON-LD.
    Annotations,
}

/// `note export`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct NoteExportRequest {
    /// As what.
    pub format: NoteFormat,
    /// Which.
    pub which: NotesRequest,
}

/// `note export`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteExport {
    /// Notes and highlights written.
    pub notes: u32,
    /// The file's text.
    pub text: String,
}

/// `note promote`: what an agent proposes becomes the person's.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PromoteRequest {
    /// The proposal: its id, or a prefix of 8 or more digits.
    pub proposal: String,
}

/// What `[[` may be completed to.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteLinksRequest {
    /// What was typed after it.
    pub typed: String,
}

/// `note links`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct NoteLinks {
    /// Names, the likeliest first.
    pub links: Vec<NoteLink>,
}

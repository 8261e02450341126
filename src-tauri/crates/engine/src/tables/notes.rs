//! Notes and highlights, as they lie in the vault.

use serde::{Deserialize, Serialize};
use types::{Collection, DocumentId, Meaning, NodeId, NoteId, Sha256, Span, Timestamp};

/// A note or highlight. Its words are a document of their own: here stands which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NoteRecord {
    pub id: NoteId,
    pub title: String,
    /// The latest version of its text; `None` for a highlight without words.
    #[serde(default)]
    pub document: Option<DocumentId>,
    pub target: Target,
    #[serde(default)]
    pub meaning: Option<Meaning>,
    #[serde(default)]
    pub tags: Vec<String>,
    pub created_at: Timestamp,
    pub edited_at: Timestamp,
    #[serde(default)]
    pub origin: Option<Origin>,
}

/// Where a note came from, and as what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub name: String,
    /// SHA-256 of what came, by which a later import knows whether it changed.
    #[serde(default)]
    pub content: Option<Sha256>,
}

/// What a note is on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Target {
    Passage(Box<Quoted>),
    Document { document: DocumentId, title: String },
    Node { node: NodeId, name: String },
    Collection(Collection),
    Nothing,
}

/// A passage: a position and a quote with its surroundings (W3C Web Annotation selectors), so that it is
/// found again in another version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Quoted {
    pub document: DocumentId,
    pub title: String,
    pub span: Span,
    pub quote: String,
    pub prefix: String,
    pub suffix: String,
}

impl NoteRecord {
    /// The document that it is on.
    pub fn on_document(&self) -> Option<DocumentId> {
        match &self.target {
            Target::Passage(quoted) => Some(quoted.document),
            Target::Document { document, .. } => Some(*document),
            Target::Node { .. } | Target::Collection(_) | Target::Nothing => None,
        }
    }
}

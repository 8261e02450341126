//! Requests and answers about definitions and terms.

use crate::{DefinitionForm, DocumentId};
use serde::{Deserialize, Serialize};

/// A definition as it is shown. Its words are `text[start..end]` of its document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Definition {
    /// The term as written.
    pub term: String,
    /// What it means, in the document's words.
    pub text: String,
    /// The same as people read them, without markup.
    #[serde(default)]
    pub plain: String,
    /// Section where it stands; empty where there is none.
    pub section_id: String,
    /// How it is stated.
    pub form: DefinitionForm,
    /// Its document.
    pub document_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// First byte of its words.
    #[ts(type = "number")]
    pub start: usize,
    /// One past the last byte.
    #[ts(type = "number")]
    pub end: usize,
    /// Stated exceptions.
    pub exceptions: Vec<String>,
}

/// A term and everything that says what it means.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Term {
    /// The term as most write it.
    pub term: String,
    /// Its normalised form.
    pub normalised: String,
    /// Whether documents define it differently. Both stay, side by side.
    pub conflicting: bool,
    /// Its definitions.
    pub definitions: Vec<Definition>,
}

/// `definitions list`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct TermsRequest {
    /// Only this document's.
    pub document: Option<String>,
    /// Only this term, in any writing.
    pub term: Option<String>,
    /// Only terms with differing definitions.
    pub conflicting: bool,
}

/// `definitions list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct TermList {
    /// The terms, by alphabet.
    pub terms: Vec<Term>,
}

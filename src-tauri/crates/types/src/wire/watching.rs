//! Requests and answers about watched folders.

use crate::{Collection, DocumentId, Problem, Timestamp};
use serde::{Deserialize, Serialize};

/// What happens when a watched folder brings something new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum WatchMode {
    /// It is marked, and waits for the person.
    #[default]
    Ask,
    /// It is taken in at once, changed files as new versions.
    Automatic,
}

/// `watch add`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct WatchRequest {
    /// The folder.
    pub path: String,
    /// Where its documents go.
    #[serde(default)]
    pub collection: Collection,
    /// What happens with changes.
    #[serde(default)]
    pub mode: WatchMode,
}

/// A request about one watched folder.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct FolderRequest {
    /// The folder.
    pub path: String,
}

/// A watched folder and what its last look found.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct WatchedFolder {
    /// The folder.
    pub path: String,
    /// Where its documents go.
    pub collection: Collection,
    /// What happens with changes.
    pub mode: WatchMode,
    /// When it was last looked at.
    pub looked_at: Option<Timestamp>,
    /// Why it could not be looked at.
    pub problem: Option<Problem>,
    /// Files whose content is no longer what was read, each with its document, now stale.
    pub changed: Vec<WatchedChange>,
    /// Files that are not in yet.
    pub new: Vec<String>,
    /// Documents whose file is gone.
    pub gone: Vec<WatchedChange>,
}

/// A watched file and the document that was made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct WatchedChange {
    /// The file.
    pub path: String,
    /// The document.
    pub document_id: DocumentId,
}

/// `watch list`, `watch scan`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct WatchList {
    /// The folders.
    pub folders: Vec<WatchedFolder>,
}

//! Requests and answers about libraries that are taken over from other programs.

use crate::IngestedDocument;
use serde::{Deserialize, Serialize};

/// The program whose library it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Library {
    /// Zotero's data folder: `zotero.sqlite` and `storage`.
    Zotero,
    /// A folder of Markdown with `[[links]]`.
    Obsidian,
}

/// `import`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ImportRequest {
    /// Whose library.
    pub library: Library,
    /// Its folder.
    pub path: String,
    /// Count what would come, and change nothing.
    #[serde(default)]
    pub dry_run: bool,
    /// The collection that everything goes to; the library's own, or its folder's name, where absent.
    #[serde(default)]
    pub collection: Option<String>,
}

/// `import`: what came, or with `--dry-run` what would.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
pub struct ImportReport {
    /// Whether nothing was changed.
    pub dry_run: bool,
    /// Items or files in the library.
    pub items: u32,
    /// Documents that are new here.
    pub documents: u32,
    /// Documents that are here already, unchanged.
    pub known: u32,
    /// Documents that are a new version of one that is here.
    pub versions: u32,
    /// Notes made or changed.
    pub notes: u32,
    /// Highlights made or changed.
    pub highlights: u32,
    /// Notes and highlights that are here already, unchanged.
    pub notes_known: u32,
    /// Collections.
    pub collections: Vec<String>,
    /// Labels.
    pub tags: u32,
    /// Links that became relations.
    pub links: u32,
    /// What was left out, and why.
    pub left_out: Vec<ImportProblem>,
    /// More that was left out than is listed.
    pub more_left_out: u32,
    /// Files that were taken in.
    pub taken: Vec<IngestedDocument>,
}

/// Something that could not be taken over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ImportProblem {
    /// The item or file.
    pub what: String,
    /// Why.
    pub why: String,
}

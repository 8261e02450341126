//! Requests, answers and events of taking documents in.

use crate::{Collection, DocumentId, DocumentState, DuplicateLevel, Problem};
use serde::{Deserialize, Serialize};

/// What `ingest` is asked to do beside its paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct IngestOptions {
    /// The collection that the documents go to.
    pub collection: Collection,
    /// Where they were downloaded from.
    pub source_url: Option<String>,
    /// What kind of source they are.
    pub source_type: Option<String>,
    /// Take exact duplicates again: convert and index anew. Take recent ones as documents of their
    /// own.
    pub force: bool,
    /// The document that the one taken in replaces.
    pub supersedes: Option<DocumentId>,
    /// Most tokens of a chunk, 100 to 2,000; 800 where nothing is said.
    pub max_chunk_tokens: Option<u32>,
    /// Tokens that neighbouring chunks share, 0 to 200; 50 where nothing is said.
    pub chunk_overlap: Option<u32>,
    /// Leave pages that are pictures unread this time, whatever the setting says.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub no_ocr: bool,
}

/// How one path of an `ingest` ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum IngestOutcome {
    /// Searchable.
    Indexed,
    /// Its content cannot be read; the original is kept where there was one to keep.
    Refused,
    /// Something went wrong on our side.
    Failed,
    /// The same bytes are here already.
    Duplicate,
    /// Stopped before its turn; nothing of it is kept, or its original waits.
    Cancelled,
}

/// One row of an `ingest` answer.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct IngestedDocument {
    /// The path as given or found.
    pub path: String,
    /// Its id, where its bytes could be read.
    pub document_id: Option<DocumentId>,
    /// How it ended.
    pub state: IngestOutcome,
    /// Why, where it is not searchable.
    pub reason: Option<Problem>,
    /// Chunks made.
    pub chunks: u32,
    /// Knowledge nodes made.
    pub nodes: u32,
    /// The document's title.
    pub title: String,
    /// Things to know.
    pub warnings: Vec<String>,
    /// For a duplicate: of what kind.
    pub duplicate: Option<DuplicateLevel>,
    /// A document from the same path or address, whose new version this may be.
    pub offered_version_of: Option<DocumentId>,
}

/// `ingest`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct IngestAnswer {
    /// One row a file.
    pub documents: Vec<IngestedDocument>,
    /// How long it took.
    #[ts(type = "number")]
    pub took_ms: u64,
}

/// Progress of one file, as it happens.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum IngestEvent {
    /// The files that were found.
    Found {
        /// Paths for people, in the order they will be taken.
        paths: Vec<String>,
    },
    /// A file has reached a stage.
    Stage {
        /// Place in `Found`.
        file: u32,
        /// The stage.
        stage: DocumentState,
    },
    /// A file has ended.
    Done {
        /// Place in `Found`.
        file: u32,
        /// How.
        result: IngestedDocument,
    },
    /// Chunks that the model in use has embedded after indexing, of those that waited.
    Refining {
        /// So many.
        done: u32,
        /// Of so many.
        total: u32,
    },
}

/// `ingest`: files and folders.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct IngestRequest {
    /// Paths as the window system gave them.
    pub paths: Vec<String>,
    /// What to do with them.
    #[serde(default)]
    pub options: IngestOptions,
}

/// `ingest preview`: what a drop would bring, before it is let go.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct IngestPreview {
    /// Files that Loci reads, by their names.
    pub accepted: u32,
    /// Files that it would archive without reading.
    pub refused: u32,
}

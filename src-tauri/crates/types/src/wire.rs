//! Requests and answers as they cross to the command line and the window. Field names are a contract:
//! add to them, never rename.

use crate::{
    Cascade, Certificate, Collection, CrossReference, DocumentId, DocumentState, DuplicateLevel,
    Format, Freshness, KnowledgeBench, NodeId, OutlineItem, PageBox, Percentiles, Problem,
    Reference, Removal, SearchMode, Span, Term, TermMention, Timestamp, VaultId,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `vault create`, `vault info`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct VaultInfo {
    /// The vault.
    pub vault_id: VaultId,
    /// When it was made.
    pub created_at: Timestamp,
    /// Documents, refused ones included.
    #[ts(type = "number")]
    pub documents: u64,
    /// Chunks that can be found.
    #[ts(type = "number")]
    pub chunks: u64,
    /// Knowledge nodes.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Knowledge edges.
    #[ts(type = "number")]
    pub edges: u64,
    /// The embedding model in use; `None` where none can be loaded.
    pub model: Option<String>,
    /// Chunks that still wait for the model in use.
    #[ts(type = "number")]
    pub refine_pending: u64,
    /// Number of the last commit.
    #[ts(type = "number")]
    pub commit_seq: u64,
    /// Bytes on disk.
    #[ts(type = "number")]
    pub size_bytes: u64,
    /// The collections and their document counts.
    #[ts(type = "Record<string, number>")]
    pub collections: BTreeMap<String, u64>,
}

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

/// `documents delete`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DeleteAnswer {
    /// What went.
    pub document_id: DocumentId,
    /// Chunks that went.
    pub chunks: u32,
    /// Nodes that went.
    pub nodes: u32,
    /// Edges that went.
    pub edges: u32,
    /// Whether the original went.
    pub original: bool,
    /// What went, what stayed and why, what was looked for afterwards; signed.
    pub certificate: Certificate,
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

/// A model that Loci knows.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ModelView {
    /// Its name.
    pub name: String,
    /// Whether its files are here.
    pub installed: bool,
    /// Whether it is the one in use.
    pub in_use: bool,
    /// Dimensions of its vectors.
    pub dimensions: u32,
    /// Longest text it reads at once, in tokens.
    pub max_tokens: u32,
    /// Its licence.
    pub licence: String,
    /// What is wrong with it.
    pub problem: Option<Problem>,
}

/// `ocr show`: whether pages that are pictures are read.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ScansView {
    /// Whether they are to be.
    pub recognise: bool,
    /// Why they cannot be, where the model or its library is not there.
    pub problem: Option<Problem>,
}

/// `ocr on`, `ocr off`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ScansRequest {
    /// Read them.
    pub recognise: bool,
}

/// `models list`, `models verify`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ModelList {
    /// The models.
    pub models: Vec<ModelView>,
}

/// `eval retrieval`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct RetrievalReport {
    /// Name of the folder.
    pub dataset: String,
    /// How it searched.
    pub mode: SearchMode,
    /// With which model.
    pub model: Option<String>,
    /// Documents indexed.
    #[ts(type = "number")]
    pub documents: u64,
    /// Queries judged.
    #[ts(type = "number")]
    pub queries: u64,
    /// Normalised discounted cumulative gain at 10 (Järvelin and Kekäläinen 2002; trec_eval's form).
    pub ndcg_at_10: f64,
    /// Share of the relevant documents in the first 10.
    pub recall_at_10: f64,
    /// Share of the relevant documents in the first 100.
    pub recall_at_100: f64,
    /// Time to ingest all documents.
    pub index_seconds: f64,
    /// Time of one search.
    pub query_ms: Percentiles,
}

/// `bench`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct BenchReport {
    /// Chunks in the synthetic vault.
    #[ts(type = "number")]
    pub chunks: u64,
    /// Threads that the scan used.
    pub threads: u32,
    /// The embedding model.
    pub model: Option<String>,
    /// Vector scan for the 100 nearest.
    pub scan_ms: Percentiles,
    /// Reading the same bytes once: the limit.
    pub memory_read_ms: f64,
    /// BM25 for the 100 best.
    pub bm25_ms: Percentiles,
    /// A whole hybrid search, passages opened.
    pub hybrid_ms: Percentiles,
    /// Opening the vault, key derivation apart.
    pub unlock_ms: f64,
    /// Key derivation.
    pub kdf_ms: f64,
    /// Chunks ingested from Markdown per second, sealed and synced.
    pub ingest_chunks_per_s: f64,
    /// Bytes on disk, by table and in `total`.
    #[ts(type = "Record<string, number>")]
    pub disk_bytes: BTreeMap<String, u64>,
    /// Bytes of all converted text.
    #[ts(type = "number")]
    pub text_bytes: u64,
    /// Knowledge, in a graph of as many nodes as there are chunks.
    pub knowledge: KnowledgeBench,
    /// Highest resident memory of the process.
    #[ts(type = "number")]
    pub peak_rss_bytes: u64,
}

/// Whether a profile has a vault, and whether it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum LockState {
    /// No vault yet.
    NoVault,
    /// A vault, locked.
    Locked,
    /// Open.
    Unlocked,
}

/// `status`: what the window shows first.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Status {
    /// The profile's name.
    pub profile: String,
    /// Its vault.
    pub state: LockState,
    /// The vault's figures while it is open.
    pub vault: Option<VaultInfo>,
    /// Seconds without use after which it locks.
    pub idle_lock_s: u32,
    /// What the person should know of this system, as far as it has shown.
    pub warnings: Vec<String>,
}

/// A passphrase on its way in. Redacted when printed.
#[derive(Deserialize, ts_rs::TS)]
pub struct PassphraseRequest {
    /// The passphrase.
    pub passphrase: String,
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

/// `documents delete`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DeleteRequest {
    /// Which.
    pub document: String,
    /// What goes with it.
    #[serde(default)]
    pub cascade: Cascade,
    /// What would stay although it repeats the document, and is to go too: see [`Foreseen`].
    #[serde(default)]
    pub also: Vec<Repeating>,
}

/// Something that repeats a document's words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Repeating {
    /// A node of knowledge.
    Node(NodeId),
    /// The reason that a person gave for a change, by the change's number.
    Reason(#[ts(type = "number")] u64),
    /// A question that found too little.
    Question(String),
}

/// One thing that would stay although it repeats a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Staying {
    /// What it is, to be named in a deletion.
    pub what: Repeating,
    /// Its name for people.
    pub name: String,
    /// Its words that are the document's.
    pub words: String,
    /// Why it would stay.
    pub why: String,
}

/// What a deletion would take and leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Foreseen {
    /// Which document.
    pub document_id: DocumentId,
    /// What was to go with it.
    pub cascade: Cascade,
    /// As a certificate has it: what would go and stay.
    pub removals: Vec<Removal>,
    /// What would stay although it repeats the document.
    pub staying: Vec<Staying>,
    /// So many more of these, which are not shown.
    pub more: u32,
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

/// In what way records differ from what was last saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VaultDifference {
    /// There are fewer than there should be.
    Missing,
    /// All are the vault's own, but earlier ones were put back.
    Older,
    /// Some were changed, moved, or are another vault's.
    Foreign,
    /// Older or foreign; which of the two cannot be told.
    Changed,
    /// They cannot be read.
    Unreadable,
}

/// One thing in a vault that is not as it was last saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VaultFinding {
    /// The table of the records.
    pub table: String,
    /// In what way.
    pub difference: VaultDifference,
    /// Whose records they are, where they are a document's.
    pub document_id: Option<DocumentId>,
    /// The name of that document's file, where it can be told.
    pub name: Option<String>,
    /// Records that there should be.
    pub expected: u64,
    /// Records that there are.
    pub found: u64,
}

/// `vault verify`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyReport {
    /// Whether every record is the one that was last saved, and no other is there.
    pub ok: bool,
    /// Records that were compared.
    pub records: u64,
    /// What differs.
    pub findings: Vec<VaultFinding>,
}

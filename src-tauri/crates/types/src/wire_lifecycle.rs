//! Requests and answers about a document's life: definitions, versions, citations, regeneration,
//! forgetting, watched folders, references. Field names are a contract: add to them, never rename.

use crate::{
    CitationId, Collection, DefinitionForm, DocumentId, Problem, Reference, Span, Timestamp,
};
use serde::{Deserialize, Serialize};

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

/// Which of several concepts a regeneration takes a name for, where documents mean several by it and the
/// one that is read does not say which (seed 004).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// Any, by chance: by the document's id, which is a hash, so that it is the same after every stop.
    Random,
    /// The one with the most edges.
    Popularity,
    /// The one with the most edges, in one document of four another by chance.
    #[default]
    Hybrid,
}

/// `documents regenerate`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct RegenerateRequest {
    /// The collection to read anew.
    pub collection: Collection,
    /// How concepts are matched.
    pub strategy: Strategy,
    /// Plan only.
    pub dry_run: bool,
}

/// `documents regenerate`: the plan, and what was done of it.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Regeneration {
    /// The collection.
    pub collection: Collection,
    /// The strategy.
    pub strategy: Strategy,
    /// Whether this is a plan only.
    pub dry_run: bool,
    /// Documents to read anew.
    pub documents: u32,
    /// Chunks they have now.
    #[ts(type = "number")]
    pub chunks: u64,
    /// Calls to the language model; 0 where none is set.
    #[ts(type = "number")]
    pub llm_calls: u64,
    /// Tokens it would read, about.
    #[ts(type = "number")]
    pub llm_tokens: u64,
    /// Time it will take, about, from how long these documents took last time.
    #[ts(type = "number")]
    pub estimated_ms: u64,
    /// Documents that were done by an earlier run of the same regeneration.
    pub resumed: u32,
    /// Documents read anew.
    pub done: u32,
    /// Documents that could not be read anew; what was made of them before serves on.
    pub failed: Vec<FailedDocument>,
    /// Chunks afterwards.
    #[ts(type = "number")]
    pub chunks_after: u64,
    /// How long it took.
    #[ts(type = "number")]
    pub took_ms: u64,
}

/// A document that could not be read anew.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct FailedDocument {
    /// Which.
    pub document_id: DocumentId,
    /// Why.
    pub reason: Problem,
}

/// One line of a deletion certificate: a kind of thing, how many went, how many stayed, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Removal {
    /// `original`, `text`, `chunks`, `vectors`, `definitions`, `citations` …
    pub what: String,
    /// So many went.
    #[ts(type = "number")]
    pub gone: u64,
    /// So many stayed.
    #[ts(type = "number")]
    pub kept: u64,
    /// Why they stayed; empty where none did.
    pub reason: String,
}

/// One place that was searched for traces after a deletion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Probe {
    /// What was looked through, and how.
    pub place: String,
    /// What was found there; none where the deletion is complete.
    #[ts(type = "number")]
    pub found: u64,
}

/// What a deletion certificate says. It names the document by its hash alone: a person who has the
/// file can check that it is meant, and nobody else learns what it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct CertificateBody {
    /// `loci deletion certificate v1`.
    pub kind: String,
    /// The vault, hex.
    pub vault_id: String,
    /// The document's id, hex.
    pub document_id: String,
    /// SHA-256 of its original, hex.
    pub sha256: String,
    /// Size of its original.
    #[ts(type = "number")]
    pub size_bytes: u64,
    /// What was asked to go with it.
    pub cascade: Cascade,
    /// When, RFC 3339.
    pub deleted_at: String,
    /// Commit that took it away.
    #[ts(type = "number")]
    pub commit_seq: u64,
    /// What went and what stayed.
    pub removals: Vec<Removal>,
    /// Where traces were looked for afterwards, and how many there were.
    pub proof: Vec<Probe>,
}

/// A signed deletion certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Certificate {
    /// What is certified. The signature is over its JSON with sorted keys and no white space.
    pub body: CertificateBody,
    /// The vault's Ed25519 public key, hex.
    pub public_key: String,
    /// Ed25519 signature, hex (RFC 8032).
    pub signature: String,
}

/// `certificates list`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct CertificateList {
    /// Newest first.
    pub certificates: Vec<Certificate>,
}

/// `certificates verify`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct CertificateCheck {
    /// Whether the signature fits the body and the key.
    pub ok: bool,
    /// Whether the key is this vault's; unknown where none is open.
    pub own_key: Option<bool>,
}

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

/// `llm set`: a local or remote language model that improves what works without one.
#[derive(Deserialize, ts_rs::TS)]
pub struct LlmRequest {
    /// Address of an OpenAI-compatible server, up to `/v1`.
    pub base_url: String,
    /// The model's name there.
    pub model: String,
    /// Key, where it wants one. Sealed in the vault, never shown again.
    #[serde(default)]
    pub api_key: Option<String>,
    /// Tokens that the model reads at once.
    #[serde(default = "default_context_tokens")]
    pub context_tokens: u32,
    /// Calls at the same time.
    #[serde(default = "default_concurrency")]
    pub concurrency: u8,
    /// For an address that is not this machine: the person agrees that text leaves it.
    #[serde(default)]
    pub text_may_leave: bool,
}

fn default_context_tokens() -> u32 {
    8192
}

fn default_concurrency() -> u8 {
    2
}

/// `llm show`. The key is never shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
pub struct LlmView {
    /// Address; `None` where no language model is set.
    pub base_url: Option<String>,
    /// Model.
    pub model: String,
    /// Whether a key is kept.
    pub has_key: bool,
    /// Tokens that the model reads at once.
    pub context_tokens: u32,
    /// Calls at the same time.
    pub concurrency: u8,
    /// Whether text leaves this machine.
    pub leaves_machine: bool,
    /// Chunks whose context sentence is kept.
    #[ts(type = "number")]
    pub contexts: u64,
}

/// What deleting a document takes with it (seed 004).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Cascade {
    /// The document's record and original; derived knowledge stays.
    None,
    /// And what nothing else supports.
    #[default]
    Orphans,
    /// And everything that ever came of it.
    All,
}

//! Requests and answers about forgetting: what goes, what would stay, and the proof.

use crate::{DocumentId, NodeId};
use serde::{Deserialize, Serialize};

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

//! The audit trail, signers, signed exports.

use crate::{DocumentId, Sha256, Timestamp};
use serde::{Deserialize, Serialize};

/// `audit list`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct AuditListRequest {
    /// Only actions that begin so: `export`, `node.`.
    pub action: Option<String>,
    /// Only of this collection.
    pub collection: Option<String>,
    /// Only with this subject: an id, or its first 8 digits or more.
    pub subject: Option<String>,
    /// Only by these: `owner`, an agent's name.
    pub who: Option<String>,
    /// Only from this moment or day on.
    pub since: Option<String>,
    /// Only until this moment or day.
    pub until: Option<String>,
    /// Only of earlier records than this one.
    #[ts(type = "number | null")]
    pub before: Option<u64>,
    /// At most so many; 100 where nothing is said.
    pub limit: u32,
}

/// A record of the trail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AuditRecord {
    /// Its number, from 1.
    #[ts(type = "number")]
    pub seq: u64,
    /// When, UTC.
    pub at: Timestamp,
    /// What was done.
    pub action: String,
    /// Ids of what it was done to.
    pub subjects: Vec<String>,
    /// Anything else.
    pub detail: String,
    /// Who.
    pub who: String,
    /// By what way in.
    pub via: String,
    /// Collections.
    pub collections: Vec<String>,
    /// Levels.
    pub levels: Vec<String>,
    /// Before.
    pub before: String,
    /// After.
    pub after: String,
    /// Why.
    pub reason: String,
    /// What was asked.
    pub query: String,
    /// Its hash, which the next one carries.
    pub hash: Sha256,
    /// What was looked at where no reason was needed, gathered in this record.
    pub looks: Vec<AuditLook>,
}

/// Something that was looked at where no reason was needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AuditLook {
    /// When first, UTC.
    pub at: Timestamp,
    /// By which command.
    pub row: String,
    /// What was asked: words, or the nodes that were named.
    #[serde(default)]
    pub query: String,
    /// Of which collection, where that was said.
    #[serde(default)]
    pub collection: String,
    /// At which level.
    #[serde(default)]
    pub level: String,
    /// Documents that the answer showed, the first of them.
    #[serde(default)]
    pub documents: Vec<DocumentId>,
    /// Documents that are not named.
    #[serde(default)]
    pub more: u32,
    /// How often the same was looked at.
    pub times: u32,
}

/// Records, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AuditList {
    /// The records.
    pub records: Vec<AuditRecord>,
    /// Where to go on: give it as `before`.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// Something that verifying found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AuditFinding {
    /// At which record; 0 where it is about none.
    #[ts(type = "number")]
    pub seq: u64,
    /// What.
    pub what: String,
}

/// `audit verify`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct AuditVerifyRequest {
    /// A head that was exported earlier: the text of that file.
    pub against: Option<String>,
}

/// What verifying the trail found.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AuditReport {
    /// Whether everything holds.
    pub ok: bool,
    /// Records looked at: all of them.
    #[ts(type = "number")]
    pub records: u64,
    /// Checkpoints that hold.
    #[ts(type = "number")]
    pub checkpoints: u64,
    /// Signatures that hold.
    #[ts(type = "number")]
    pub signatures: u64,
    /// Whether the anchor remembers the last record.
    pub anchor: bool,
    /// Records that the given head covers.
    #[ts(type = "number | null")]
    pub against: Option<u64>,
    /// What does not hold.
    pub findings: Vec<AuditFinding>,
    /// What is no fault, and should be known: a clock that was set back.
    pub notices: Vec<AuditFinding>,
    /// Head of the tree over all records.
    pub root: Sha256,
    /// The vault's key, to compare.
    pub fingerprint: String,
    /// Milliseconds.
    pub took_ms: f64,
    /// Records a second.
    pub records_per_s: f64,
}

/// A signed head of the trail.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AuditHead {
    /// Records it covers.
    #[ts(type = "number")]
    pub size: u64,
    /// Head of the tree over them.
    pub root: Sha256,
    /// The signed note (C2SP): what to keep elsewhere.
    pub note: String,
    /// The key in the form that tools for transparency logs take.
    pub verifier_key: String,
    /// The key, to compare.
    pub fingerprint: String,
}

/// `audit prove`: that a record is in the trail, or that it goes on from an earlier head.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct ProofRequest {
    /// The record's number.
    #[ts(type = "number | null")]
    pub record: Option<u64>,
    /// A head that was exported earlier: the text of that file.
    pub since: Option<String>,
    /// The head that it leads to: the text of its file; one that is made now where nothing is said.
    pub until: Option<String>,
}

/// A proof that can leave the machine.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AuditProof {
    /// The file: a C2SP tlog-proof, or what tells a C2SP tlog-witness of a head.
    pub text: String,
    /// Records of the head that it leads to.
    #[ts(type = "number")]
    pub size: u64,
    /// The record that it is of.
    #[ts(type = "number | null")]
    pub record: Option<u64>,
    /// Records of the head that it goes on from.
    #[ts(type = "number | null")]
    pub since: Option<u64>,
    /// The key that it is checked with.
    pub verifier_key: String,
    /// The key, to compare.
    pub fingerprint: String,
}

/// `verify-proof`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ProofCheckRequest {
    /// The text of the proof.
    pub proof: String,
    /// The log's key, as `audit heads export` shows it.
    pub key: String,
    /// The text of the head that was kept, where it goes on from one.
    #[serde(default)]
    pub since: Option<String>,
}

/// Whether a proof holds.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ProofCheck {
    /// Whether it does.
    pub ok: bool,
    /// What does not.
    pub findings: Vec<String>,
    /// Records of the head that it leads to.
    #[ts(type = "number | null")]
    pub size: Option<u64>,
    /// The record that is in it.
    pub record: Option<AuditRecord>,
    /// Records of the earlier head that it goes on from.
    #[ts(type = "number | null")]
    pub since: Option<u64>,
    /// The key that it was checked with.
    pub fingerprint: String,
}

/// Whether a collection's access needs a reason.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct RegulateRequest {
    /// The collection.
    pub collection: String,
    /// Whether it does from now on.
    pub regulated: bool,
    /// Why.
    pub reason: String,
}

/// Why the window looks at regulated collections, until the vault is locked.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ReasonRequest {
    /// Why; empty takes it back.
    pub reason: String,
}

/// Collections whose access needs a reason.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct RegulatedList {
    /// Their names.
    pub collections: Vec<String>,
}

/// What a signature means (21 CFR 11.50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SignatureMeaning {
    /// Wrote it.
    Authored,
    /// Read and checked it.
    Reviewed,
    /// Answers for it.
    Approved,
    /// It may leave.
    ApprovedForExport,
    /// Is responsible for it.
    Responsible,
    /// Does not agree with it.
    Rejected,
}

impl SignatureMeaning {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Authored => "authored",
            Self::Reviewed => "reviewed",
            Self::Approved => "approved",
            Self::ApprovedForExport => "approved for export",
            Self::Responsible => "responsible",
            Self::Rejected => "rejected",
        }
    }
}

/// `signers add`.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS)]
pub struct SignerAddRequest {
    /// The printed name.
    pub name: String,
    /// What they are: owner, reviewer, …
    pub role: String,
    /// The vault's passphrase: the owner admits signers.
    pub passphrase: String,
    /// What the signer will sign with.
    pub signing_passphrase: String,
    /// Days until that has to be changed; 0 for 365.
    #[serde(default)]
    pub valid_days: u32,
}

/// `signers passphrase`.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS)]
pub struct SignerPassphraseRequest {
    /// The signer's name or id.
    pub signer: String,
    /// The one until now.
    pub signing_passphrase: String,
    /// The one from now on.
    pub new_passphrase: String,
}

/// `signers revoke`: by the vault's passphrase.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS)]
pub struct SignerRevokeRequest {
    /// The signer's name or id.
    pub signer: String,
    /// The vault's passphrase.
    pub passphrase: String,
    /// Why.
    pub reason: String,
}

/// A signer.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct SignerView {
    /// Its id: the first 32 hex digits of the key's hash.
    pub signer_id: String,
    /// The printed name.
    pub name: String,
    /// What they are.
    pub role: String,
    /// The key, to compare.
    pub fingerprint: String,
    /// Since when.
    pub added_at: Timestamp,
    /// When the signing passphrase has to be changed.
    pub expires_at: Timestamp,
    /// Whether that is past.
    pub expired: bool,
    /// Since when they may sign no more; `None` where they may.
    pub revoked_at: Option<Timestamp>,
    /// Whether both passphrases were given since the vault was opened: the signing passphrase is enough.
    pub in_session: bool,
}

/// Everyone who signs.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct SignerList {
    /// By name.
    pub signers: Vec<SignerView>,
}

/// `sign`.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS)]
pub struct SignRequest {
    /// The collection whose content is signed.
    pub collection: String,
    /// The signer's name or id.
    pub signer: String,
    /// What it means.
    pub meaning: SignatureMeaning,
    /// The vault's passphrase, where the signer has not given it since the vault was opened.
    #[serde(default)]
    pub passphrase: Option<String>,
    /// The signer's own.
    pub signing_passphrase: String,
    /// Why the content is looked at, where the collection is regulated.
    #[serde(default)]
    pub reason: String,
}

/// A signature as people see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct SignatureView {
    /// The printed name.
    pub name: String,
    /// What they are.
    pub role: String,
    /// What it means.
    pub meaning: SignatureMeaning,
    /// When, UTC.
    pub signed_at: Timestamp,
    /// Hash of the content.
    pub content_sha256: Sha256,
    /// The signer's key, to compare.
    pub fingerprint: String,
    /// When the key was revoked, where it was since.
    pub revoked_at: Option<Timestamp>,
}

/// In what form an export is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum ExportFormat {
    /// One file of canonical JSON: the thing that is signed.
    Json,
    /// A folder of notes for a vault of Markdown.
    Markdown,
    /// A PDF, its JSON beside.
    Pdf,
    /// A research object: an RO-Crate folder.
    RoCrate,
}

/// `knowledge export`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ExportRequest {
    /// The collection.
    pub collection: String,
    /// The form.
    pub format: ExportFormat,
    /// Where to write: must not be there.
    pub path: String,
    /// Without the records of the trail.
    #[serde(default)]
    pub no_audit: bool,
    /// Why, where the collection is regulated.
    #[serde(default)]
    pub reason: String,
}

/// What was exported.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ExportAnswer {
    /// Where.
    pub path: String,
    /// The files, with their bytes.
    pub files: Vec<ExportedFile>,
    /// Hash of the content: what signatures are bound to.
    pub content_sha256: Sha256,
    /// The signatures in it.
    pub signatures: Vec<SignatureView>,
    /// Records of the trail in it.
    #[ts(type = "number")]
    pub records: u64,
    /// Nodes in it.
    #[ts(type = "number")]
    pub nodes: u64,
    /// The vault's key, to compare.
    pub fingerprint: String,
    /// What checks it.
    pub verify: String,
}

/// A file of an export.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ExportedFile {
    /// Its name, below the export's.
    pub name: String,
    /// Its size.
    #[ts(type = "number")]
    pub bytes: u64,
}

/// What an export would hold.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ExportPreview {
    /// Hash of the content.
    pub content_sha256: Sha256,
    /// The content as Markdown, cut after some thousand characters.
    pub text: String,
    /// Whether it was cut.
    pub cut: bool,
    /// Nodes.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Documents.
    #[ts(type = "number")]
    pub documents: u64,
    /// Scores set by hand.
    #[ts(type = "number")]
    pub overrides: u64,
    /// Signatures of exactly this content.
    pub signatures: Vec<SignatureView>,
    /// Signatures of earlier content.
    #[ts(type = "number")]
    pub outdated: u64,
    /// Whether access needs a reason.
    pub regulated: bool,
}

/// `sign preview`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ExportPreviewRequest {
    /// The collection.
    pub collection: String,
    /// Why, where it is regulated.
    #[serde(default)]
    pub reason: String,
}

/// `verify-export`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ExportCheckRequest {
    /// The export.
    pub path: String,
    /// The fingerprint that its vault's key has to have.
    #[serde(default)]
    pub key: Option<String>,
}

/// Whether an export is what was written.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ExportCheck {
    /// Whether it is, to the byte.
    pub ok: bool,
    /// What does not hold.
    pub findings: Vec<String>,
    /// The collection.
    pub collection: String,
    /// When it was exported.
    pub exported_at: Option<Timestamp>,
    /// Hash of the content.
    pub content_sha256: Option<Sha256>,
    /// Signatures that hold.
    pub signatures: Vec<SignatureView>,
    /// Records of the trail that are proven to be in the signed head.
    #[ts(type = "number")]
    pub records: u64,
    /// Files that were compared.
    #[ts(type = "number")]
    pub files: u64,
    /// The key that sealed it. Whose it is, only a comparison can say.
    pub fingerprint: String,
}

//! Requests and answers about the vault itself: its state, and whether it is what was saved.

use crate::{DocumentId, Timestamp, VaultId};
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
    /// When that was.
    pub last_commit_at: Timestamp,
    /// Bytes on disk.
    #[ts(type = "number")]
    pub size_bytes: u64,
    /// The collections and their document counts.
    #[ts(type = "Record<string, number>")]
    pub collections: BTreeMap<String, u64>,
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
    /// Seconds after which what was copied is taken off the clipboard; 0 for never.
    pub clipboard_clear_s: u32,
    /// What the person should know of this system, as far as it has shown.
    pub warnings: Vec<String>,
    /// Seconds until the next try of a passphrase is answered, after wrong ones.
    pub wait_s: u32,
    /// Whether the system's keychain may open the vault.
    pub keychain: bool,
}

/// A passphrase on its way in. Redacted when printed.
#[derive(Deserialize, ts_rs::TS)]
pub struct PassphraseRequest {
    /// The passphrase.
    pub passphrase: String,
}

/// In what way records differ from what was last saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
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
    #[ts(type = "number")]
    pub expected: u64,
    /// Records that there are.
    #[ts(type = "number")]
    pub found: u64,
}

/// `vault verify`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct VerifyReport {
    /// Whether every record is the one that was last saved, and no other is there.
    pub ok: bool,
    /// Records that were compared.
    #[ts(type = "number")]
    pub records: u64,
    /// What differs.
    pub findings: Vec<VaultFinding>,
    /// What a closer look gave, where one was asked for and the records are those that were saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deep: Option<crate::DeepReport>,
}

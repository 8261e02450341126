//! Requests and answers about backups, new keys, and looking closely.

use crate::{DocumentId, Timestamp, VaultId};
use serde::{Deserialize, Serialize};

/// What a person set about the vault's safety, and what there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct SafetyView {
    /// Seconds without use after which it locks.
    pub idle_lock_s: u32,
    /// Seconds after which what was copied is taken off the clipboard; 0 for never.
    pub clipboard_clear_s: u32,
    /// Where backups go.
    pub backup_folder: Option<String>,
    /// How often, by itself; 0 for never.
    pub backup_every_hours: u32,
    /// How many stay; 0 for all.
    pub backup_keep: u32,
    /// After how many days without one to warn; 0 for never.
    pub warn_after_days: u32,
    /// The last one.
    pub last_backup: Option<LastBackup>,
    /// Whether one is due by the schedule.
    pub backup_due: bool,
    /// Whether to warn.
    pub backup_late: bool,
    /// Whether new keys are half-way in.
    pub rotating: bool,
    /// The second anchor, where one is kept.
    pub second_anchor: Option<SecondAnchor>,
}

/// What remembers the last commit in a place of the person's choice, beside the vault's own anchor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct SecondAnchor {
    /// Where it lies.
    pub folder: String,
    /// What it says now.
    pub state: SecondAnchorState,
}

/// What a second anchor says of the vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SecondAnchorState {
    /// It remembers the last commit.
    Current,
    /// It remembers an earlier commit; closing the vault brings it up to date.
    Earlier,
    /// It is not there: the folder may not be plugged in.
    Missing,
    /// It is damaged, or was sealed with keys that are gone.
    Unreadable,
    /// It remembers another or a later past.
    Contradicts,
}

/// Changes of it; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct SafetyRequest {
    /// See [`SafetyView::idle_lock_s`].
    pub idle_lock_s: Option<u32>,
    /// See [`SafetyView::clipboard_clear_s`].
    pub clipboard_clear_s: Option<u32>,
    /// See [`SafetyView::backup_folder`]; empty for none.
    pub backup_folder: Option<String>,
    /// See [`SafetyView::backup_every_hours`].
    pub backup_every_hours: Option<u32>,
    /// See [`SafetyView::backup_keep`].
    pub backup_keep: Option<u32>,
    /// See [`SafetyView::warn_after_days`].
    pub warn_after_days: Option<u32>,
    /// Where a second anchor is kept; empty for none.
    pub anchor_folder: Option<String>,
}

/// The last backup that was made from here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct LastBackup {
    /// When.
    pub at: Timestamp,
    /// Where to.
    pub folder: String,
    /// Of which commit.
    #[ts(type = "number")]
    pub commit_seq: u64,
    /// Its bytes.
    #[ts(type = "number")]
    pub bytes: u64,
}

/// `vault backup DIR`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ts_rs::TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct BackupRequest {
    /// Where to; else to the folder that is set.
    pub folder: Option<String>,
    /// How many stay; 0 for all; else as set.
    pub keep: Option<u32>,
}

/// What a backup came to.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct BackupReport {
    /// Always true: what failed is an error.
    pub ok: bool,
    /// Where it lies.
    pub folder: String,
    /// The commit that it holds.
    #[ts(type = "number")]
    pub commit_seq: u64,
    /// Its files.
    #[ts(type = "number")]
    pub files: u64,
    /// Of them copied now.
    #[ts(type = "number")]
    pub copied_files: u64,
    /// Its bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Of them copied now.
    #[ts(type = "number")]
    pub copied_bytes: u64,
    /// Earlier backups that were let go.
    #[ts(type = "number")]
    pub dropped: u64,
    /// How long it took.
    #[ts(type = "number")]
    pub took_ms: u64,
}

/// `vault backup verify DIR`.
#[derive(Deserialize)]
pub struct BackupVerifyRequest {
    /// Where backups lie.
    pub folder: String,
    /// Which one; else the newest.
    #[serde(default)]
    pub commit: Option<u64>,
    /// The passphrase as of that backup.
    pub passphrase: String,
}

/// Whether a backup is whole and everything in it opens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BackupCheck {
    /// Whether nothing was found.
    pub ok: bool,
    /// The vault that it is of.
    pub vault_id: VaultId,
    /// The commit that it holds.
    pub commit_seq: u64,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// Files that were compared with the manifest.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Records that were compared with what was committed.
    pub records: u64,
    /// Originals that are the files that were taken in.
    pub originals: u64,
    /// What does not fit.
    pub findings: Vec<DeepFinding>,
    /// How long it took.
    pub took_ms: u64,
}

/// `vault restore DIR`.
#[derive(Deserialize)]
pub struct RestoreRequest {
    /// Where backups lie.
    pub folder: String,
    /// Which one; else the newest.
    #[serde(default)]
    pub commit: Option<u64>,
    /// Whether a vault that the profile has is put aside.
    #[serde(default)]
    pub instead: bool,
    /// The passphrase as of that backup.
    pub passphrase: String,
}

/// What restoring came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RestoreReport {
    /// Always true: what failed is an error.
    pub ok: bool,
    /// The vault.
    pub vault_id: VaultId,
    /// The commit that the backup holds.
    pub commit_seq: u64,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// Files.
    pub files: u64,
    /// Records that were compared.
    pub records: u64,
    /// Where the vault that was there is now.
    pub put_aside: Option<String>,
    /// How many commits it was ahead of the backup, where it is the same vault.
    pub behind: Option<u64>,
    /// How long it took.
    pub took_ms: u64,
}

/// `vault rotate`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct RotateReport {
    /// The number of the key in use.
    pub epoch: u32,
    /// Records that were sealed again.
    #[ts(type = "number")]
    pub records: u64,
    /// Their bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Whether the files from before are gone too.
    pub wiped: bool,
    /// How long it took, without that.
    #[ts(type = "number")]
    pub took_ms: u64,
}

/// How far a long job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct JobProgress {
    /// So much.
    #[ts(type = "number")]
    pub done: u64,
    /// Of so much; 0 where nothing runs.
    #[ts(type = "number")]
    pub total: u64,
}

/// Something that does not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct DeepFinding {
    /// Whose it is, where it is a document's.
    pub document_id: Option<DocumentId>,
    /// That document's name.
    pub name: Option<String>,
    /// What is wrong.
    pub what: String,
    /// Whether it can be made anew from the original.
    pub repairable: bool,
}

/// `vault verify --deep`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct DeepReport {
    /// Records that opened.
    #[ts(type = "number")]
    pub records: u64,
    /// Sealed bytes of records, and bytes of originals, that were opened.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Documents that were looked at.
    #[ts(type = "number")]
    pub documents: u64,
    /// Originals that are the files that were taken in.
    #[ts(type = "number")]
    pub originals: u64,
    /// Passages that the index should have.
    #[ts(type = "number")]
    pub passages: u64,
    /// Vectors that the index holds.
    #[ts(type = "number")]
    pub vectors_held: u64,
    /// Of those, the ones that were made again and compared: all of the model that is part of the program,
    /// a sample of a slower one.
    #[ts(type = "number")]
    pub vectors: u64,
    /// Nodes.
    #[ts(type = "number")]
    pub nodes: u64,
    /// What does not fit.
    pub findings: Vec<DeepFinding>,
    /// Documents that were read anew and fit now.
    pub repaired: Vec<DocumentId>,
    /// How long it took.
    #[ts(type = "number")]
    pub took_ms: u64,
}

/// `vault verify`.
#[derive(Deserialize)]
pub struct VerifyRequest {
    /// The passphrase.
    pub passphrase: String,
    /// Whether everything is opened too.
    #[serde(default)]
    pub deep: bool,
    /// Whether what can be made anew is.
    #[serde(default)]
    pub repair: bool,
}

/// The same from the window.
#[derive(Clone, Copy, Debug, Deserialize, ts_rs::TS)]
pub struct CheckRequest {
    /// Whether what can be made anew is.
    pub repair: bool,
}

//! Where a vault's files are, and how it came to be open.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use types::Timestamp;

/// How long opening took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTimes {
    /// Deriving the key from the passphrase: slow by intention.
    pub kdf: Duration,
    /// Everything else.
    pub rest: Duration,
}

/// Where the vault's files are.
pub(crate) struct Places {
    pub(crate) folder: PathBuf,
    pub(crate) header: PathBuf,
    pub(crate) database: PathBuf,
    pub(crate) unfinished: PathBuf,
    /// Links to the database's files while they are copied.
    pub(crate) checkpoint: PathBuf,
    pub(crate) anchor: PathBuf,
    pub(crate) lock: PathBuf,
}

impl Places {
    pub(crate) fn of(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            header: folder.join("vault.hdr"),
            database: folder.join("db"),
            unfinished: folder.join("db.new"),
            checkpoint: folder.join("db.backup"),
            anchor: folder.join("anchor"),
            lock: folder.join("lock"),
        }
    }
}

/// What an open vault remembers of how it came to be.
pub(crate) struct Birth {
    pub(crate) created_at: Timestamp,
    pub(crate) times: OpenTimes,
    /// The header's, which changes with it.
    pub(crate) generation: AtomicU64,
}

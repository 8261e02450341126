//! Every failure a person can meet: a code to match on, what happened, and what to do next.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What went wrong, for programs to match on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Nothing has that id or name.
    NotFound,
    /// An id prefix fits more than one thing.
    Ambiguous,
    /// The request makes no sense as given.
    Usage,
    /// There is no vault here yet.
    VaultMissing,
    /// There is a vault here already.
    VaultExists,
    /// Another process has the vault open.
    VaultInUse,
    /// The vault is locked.
    Locked,
    /// The passphrase does not open the vault.
    WrongPassphrase,
    /// A passphrase that cannot be used: empty, or longer than 1,024 bytes.
    BadPassphrase,
    /// A recovery code that is mistyped, revoked, or not of this vault.
    BadRecoveryCode,
    /// The vault's files are damaged or were changed by someone else.
    VaultDamaged,
    /// A backup is not what was copied there.
    BackupDamaged,
    /// The database is older than the anchor says: rolled back or cut short.
    VaultBehindAnchor,
    /// The vault was written by a newer Loci.
    VaultTooNew,
    /// The same bytes are already here.
    Duplicate,
    /// A file of no bytes, or of white space only.
    EmptyDocument,
    /// Not a format that Loci reads.
    UnsupportedFormat,
    /// The file is cut short or broken.
    DamagedDocument,
    /// The document asks for a password.
    PasswordProtected,
    /// Pages without any text: a scan.
    NoText,
    /// Over the size, page or expansion limit.
    TooLarge,
    /// Conversion took longer than the limit.
    TimedOut,
    /// What conversion gave breaks a rule and cannot be used.
    UnsoundText,
    /// Conversion took more memory than the limit, or crashed.
    ConverterCrashed,
    /// The file vanished, changed while it was read, or may not be read.
    Unreadable,
    /// No room left on the disk.
    DiskFull,
    /// The model is not installed.
    ModelMissing,
    /// The model's files do not match their manifest, or do not load.
    ModelBroken,
    /// Stopped on request.
    Cancelled,
    /// The program that asks is not paired, was revoked, or may not do or see that.
    NotAllowed,
    /// The collection is regulated: access needs a reason.
    ReasonNeeded,
    /// A fault of ours.
    Internal,
}

impl ErrorCode {
    /// The exit code of the command line (shared contract).
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Usage | Self::BadPassphrase => 2,
            Self::Locked | Self::WrongPassphrase | Self::BadRecoveryCode => 3,
            Self::VaultDamaged
            | Self::VaultBehindAnchor
            | Self::VaultTooNew
            | Self::BackupDamaged => 4,
            Self::Internal => 5,
            _ => 1,
        }
    }
}

/// One failure, ready to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Problem {
    /// For programs.
    pub code: ErrorCode,
    /// What happened, and what was kept.
    pub message: String,
    /// What to do next.
    pub hint: String,
}

impl Problem {
    /// Puts a problem together.
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: hint.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.message)
    }
}

impl std::error::Error for Problem {}

//! Everything that can go wrong in the vault, and what a person can do about it. Never carries a
//! key, a passphrase, or any content.

use crate::finding::Finding;
use crate::table::TableId;
use std::io;
use types::{ErrorCode, Problem};

/// The result of everything fallible in this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the vault could not do it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder holds no vault.
    #[error("there is no vault here")]
    Missing,
    /// The folder holds a vault already.
    #[error("there is a vault here already")]
    Exists,
    /// Another process, or another `Vault` of this one, holds the lock.
    #[error("the vault is in use by another program")]
    InUse,
    /// No key slot opens with this passphrase. Says nothing about which part was wrong.
    #[error("the passphrase does not open this vault")]
    WrongPassphrase,
    /// Empty, or longer than [`crate::Passphrase::MAX_BYTES`].
    #[error("a passphrase has 1 to 1,024 bytes")]
    BadPassphrase,
    /// What was typed is no recovery code.
    #[error("that is not a recovery code: {0}")]
    BadCode(&'static str),
    /// A code that no slot of the header is for.
    #[error("this recovery code opens another vault, or none")]
    CodeUnknown,
    /// A code that was taken back.
    #[error("this recovery code was revoked")]
    CodeRevoked,
    /// All slots for recovery codes are taken.
    #[error("this vault has eight recovery codes already")]
    TooManyCodes,
    /// Lower costs than the vault has.
    #[error("the vault's key derivation costs as much already")]
    CostsNotRaised,
    /// A slot of a kind that this version cannot write anew.
    #[error("the vault has a key slot that this version does not know, so its keys cannot change")]
    SlotUnknown,
    /// Costs that no vault may have.
    #[error("the vault's key derivation cannot cost that: {0}")]
    CostsRefused(&'static str),
    /// The folder for backups is not there, is read-only, or failed.
    #[error("the folder of the backup cannot be used: {0}")]
    BackupPlace(io::Error),
    /// No room left where backups go.
    #[error("there is no room left for the backup; it was not finished, and earlier ones are kept")]
    BackupFull,
    /// A backup inside of what it is a backup of.
    #[error("the folder for backups lies in the vault's own folder")]
    BackupInside,
    /// No finished backup is there.
    #[error("there is no finished backup of a vault in that folder")]
    BackupMissing,
    /// Backups of several vaults are there.
    #[error("that folder holds backups of several vaults")]
    BackupAmbiguous,
    /// A backup is not what was copied.
    #[error("the backup is damaged: {0}")]
    BackupDamaged(&'static str),
    /// Written by a version whose critical number of manifests this one does not know.
    #[error("the backup was written by a newer version (manifest {0})")]
    BackupTooNew(u16),
    /// Stopped on request.
    #[error("stopped on request")]
    Stopped,
    /// Key derivation costs under the floor or beyond reason; refused before deriving.
    #[error("the vault's key derivation settings are not acceptable: {0}")]
    KdfRefused(&'static str),
    /// Written by a version whose critical format number this one does not know.
    #[error("the vault was written by a newer version (format {0})")]
    TooNew(u16),
    /// A vault of a sealing build in a build for tests, or the other way round.
    #[error("the vault was made by a build that seals its records differently")]
    OtherSealing,
    /// Bytes on disk are not what was written there.
    #[error("the vault is damaged: {0}")]
    Damaged(&'static str),
    /// A record that does not open where it lies: changed, moved or swapped.
    #[error("a record of the table {} is damaged or was moved", .0.name())]
    BadRecord(TableId),
    /// Records open, but are not the ones that were last saved: taken away, put back, or another's.
    #[error("the vault is not as it was last saved: {0}")]
    Differs(Finding),
    /// The database is older than the anchor: rolled back, or cut short.
    #[error(
        "the database ends at commit {database}, but commit {anchor} was acknowledged: \
         it was rolled back or cut short"
    )]
    BehindAnchor {
        /// Last commit in the database.
        database: u64,
        /// Last commit that the anchor knows.
        anchor: u64,
    },
    /// The anchor file is gone.
    #[error("the vault's anchor is missing, so a rollback could not be noticed")]
    AnchorMissing,
    /// No room left; the commit is not saved.
    #[error("the disk is full; this change was not saved")]
    DiskFull,
    /// Files with deleted things are still being read, so that they could not be taken away.
    #[error("what was deleted is still being read, so its files could not be taken away yet")]
    StillRead,
    /// An earlier write failed half-way; what is on disk is known only after opening again.
    #[error("an earlier write failed; lock and unlock the vault before going on")]
    NeedsReopen,
    /// A single value beyond [`crate::MAX_VALUE_BYTES`].
    #[error("a value of {0} bytes is too large for one record")]
    TooLarge(usize),
    /// Tables that only a commit itself writes.
    #[error("the table {} is written by commits only", .0.name())]
    ReservedTable(TableId),
    /// A batch was given to another vault than the one that made it.
    #[error("the batch belongs to another vault")]
    ForeignBatch,
    /// A value that cannot be put into bytes.
    #[error("a value could not be encoded")]
    Encode,
    /// The random source of the operating system failed.
    #[error("the system gave no randomness")]
    Randomness,
    /// Reading or writing a file failed.
    #[error("a file of the vault could not be {doing}: {source}")]
    File {
        /// read, written, …
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// RocksDB refused. Its messages name files and numbers, never records.
    #[error("the database failed: {0}")]
    Database(String),
}

impl Error {
    /// An I/O error with what was being done, told apart from a full disk.
    pub(crate) fn file(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| match source.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::DiskFull,
            _ => Self::File { doing, source },
        }
    }

    /// For programs and people: the code, what happened, what to do next.
    pub fn problem(&self) -> Problem {
        let (code, hint) = match self {
            Self::Missing => (ErrorCode::VaultMissing, "Create a vault first."),
            Self::Exists => (ErrorCode::VaultExists, "Open it, or choose another profile."),
            Self::InUse => (ErrorCode::VaultInUse, "Close the other window or command first."),
            Self::WrongPassphrase => (ErrorCode::WrongPassphrase, "Type the passphrase again."),
            Self::BadPassphrase => (
                ErrorCode::BadPassphrase,
                "Choose one of at least one character and at most 1,024 bytes.",
            ),
            Self::BadCode(_) => (
                ErrorCode::BadRecoveryCode,
                "Copy it from the sheet again, all seven groups. O counts as 0, I and L as 1; capitals, \
                 spaces and dashes do not matter.",
            ),
            Self::CodeUnknown => (
                ErrorCode::BadRecoveryCode,
                "Compare the vault id on the sheet with `loci status` or the unlock page, and look for \
                 the sheet of this vault.",
            ),
            Self::CodeRevoked => (
                ErrorCode::BadRecoveryCode,
                "Use a sheet that was printed later, and throw this one away.",
            ),
            Self::TooManyCodes => (ErrorCode::Usage, "Revoke one that you do not need first."),
            Self::CostsNotRaised => (ErrorCode::Usage, "Nothing was changed; give higher costs."),
            Self::SlotUnknown => (
                ErrorCode::VaultTooNew,
                "Nothing was changed. Use the version of Loci that made it.",
            ),
            Self::CostsRefused(_) => (
                ErrorCode::Usage,
                "Nothing was changed. 64 MiB to 2 GiB and 3 to 16 passes are taken.",
            ),
            Self::BackupPlace(source) => (
                ErrorCode::Unreadable,
                match source.kind() {
                    io::ErrorKind::NotFound => {
                        "Plug the disk in, or make the folder: it is never made by itself, since a disk \
                         that is missing would be taken for an empty folder."
                    }
                    io::ErrorKind::NotADirectory => "Give a folder, not a file.",
                    io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
                        "Nothing can be written there. Choose another folder, or make it writable."
                    }
                    _ => "Look after the disk, then try again; earlier backups are kept.",
                },
            ),
            Self::BackupFull => (
                ErrorCode::DiskFull,
                "Free some space there, keep fewer with --keep, or take another disk.",
            ),
            Self::BackupInside => (
                ErrorCode::Usage,
                "Choose a folder elsewhere, best on another disk: what takes the vault would take it too.",
            ),
            Self::BackupMissing => (
                ErrorCode::NotFound,
                "Give the folder that backups were made to. One that was cut off half-way has no manifest \
                 and is finished by the next `loci vault backup`.",
            ),
            Self::BackupAmbiguous => (
                ErrorCode::Ambiguous,
                "Give the folder `loci-<vault id>` of the one that you mean.",
            ),
            Self::BackupDamaged(_) => (
                ErrorCode::BackupDamaged,
                "Nothing was restored or changed. Take an earlier backup with --commit, or another copy; \
                 then make a new backup of the vault that you have, to another folder.",
            ),
            Self::BackupTooNew(_) => (
                ErrorCode::VaultTooNew,
                "Nothing was changed. Update this program, or choose another folder for backups.",
            ),
            Self::Stopped => {
                (ErrorCode::Cancelled, "Start it again to go on; what was done is kept.")
            }
            Self::TooNew(_) => (ErrorCode::VaultTooNew, "Update this program, then open again."),
            Self::BehindAnchor { .. } => (
                ErrorCode::VaultBehindAnchor,
                "Nothing was changed. Restore a newer copy or a backup of the whole vault, or \
                 accept that the later changes are lost; accepting is written to the audit log.",
            ),
            Self::AnchorMissing => (
                ErrorCode::VaultBehindAnchor,
                "Nothing was changed. Put the file `anchor` back from a copy of this vault, \
                 restore a backup, or accept the loss; accepting is written to the audit log.",
            ),
            Self::Damaged(_) | Self::BadRecord(_) | Self::KdfRefused(_) | Self::OtherSealing => (
                ErrorCode::VaultDamaged,
                "Keep the folder as it is and restore a backup of the whole vault.",
            ),
            Self::Differs(_) => (
                ErrorCode::VaultDamaged,
                "Somebody or something changed the vault's files. `loci vault verify` says what \
                 differs. Keep the folder as it is and restore a backup of the whole vault, or \
                 accept what is there; accepting is written to the audit log.",
            ),
            Self::DiskFull => (ErrorCode::DiskFull, "Free some space, then try again."),
            Self::StillRead => (
                ErrorCode::Internal,
                "Let other work end, or lock and unlock the vault; try again.",
            ),
            Self::NeedsReopen => (ErrorCode::Internal, "Lock the vault and unlock it again."),
            Self::TooLarge(_) => (ErrorCode::TooLarge, "Split the document into smaller parts."),
            Self::File { .. } => {
                (ErrorCode::Internal, "Check the permissions and the disk of the vault's folder.")
            }
            Self::ReservedTable(_)
            | Self::ForeignBatch
            | Self::Encode
            | Self::Randomness
            | Self::Database(_) => (ErrorCode::Internal, "Try again; if it stays, report it."),
        };
        Problem::new(code, self.to_string(), hint)
    }
}

impl From<getrandom::Error> for Error {
    fn from(_: getrandom::Error) -> Self {
        Self::Randomness
    }
}

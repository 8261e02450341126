//! Reads a file's bytes once, whole, and notices when they change underneath.

use super::discover::Found;
use crate::{Palace, error::io_problem};
use sha2::Digest;
use std::{fs::File, io::Read, path::Path, sync::Arc};
use types::{DocumentId, DocumentRecord, ErrorCode, Origin, Problem, Sha256};

/// Originals above this size are not taken at all: a commit of one holds it in memory.
const ARCHIVE_LIMIT_BYTES: u64 = 512 * 1024 * 1024;

/// A document's bytes and what is known of them.
pub(crate) struct Original {
    pub id: DocumentId,
    pub sha256: Sha256,
    pub origin: Origin,
    pub bytes: Vec<u8>,
    /// The record that an interrupted run left.
    pub sealed: Option<Arc<DocumentRecord>>,
}

impl Palace {
    /// The bytes behind `found`, or why there are none.
    pub(super) fn read_original(&self, found: Found) -> Result<Original, Problem> {
        let origin = found.origin();
        let (bytes, sealed) = match found {
            Found::Unreadable { problem, .. } => return Err(problem),
            Found::Bytes { bytes, .. } => (bytes, None),
            Found::File(path) => (read_whole(&path)?, None),
            Found::Sealed(record) => {
                let bytes = self.vault.original(&record.id).map_err(|error| error.problem())?;
                (bytes.ok_or_else(lost)?, Some(record))
            }
        };
        let sha256 = Sha256::from_bytes(sha2::Sha256::digest(&bytes).into());
        Ok(Original { id: DocumentId::derive(&sha256), sha256, origin, bytes, sealed })
    }
}

fn read_whole(path: &Path) -> Result<Vec<u8>, Problem> {
    let failed = |source: std::io::Error| io_problem("The file was not taken", &source);
    let mut file = File::open(path).map_err(failed)?;
    let before = file.metadata().map_err(failed)?;
    if !before.is_file() {
        return Err(Problem::new(
            ErrorCode::Unreadable,
            "This is not a regular file; it was not taken.",
            "Give Loci files and folders.",
        ));
    }
    if before.len() > ARCHIVE_LIMIT_BYTES {
        return Err(Problem::new(
            ErrorCode::TooLarge,
            format!("The file has {} MB; nothing of it was kept.", before.len() / 1_000_000),
            "Loci takes files of up to 512 MiB. Split it and try again.",
        ));
    }
    let mut bytes = Vec::with_capacity(before.len() as usize);
    (&mut file).take(ARCHIVE_LIMIT_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    let after = file.metadata().map_err(failed)?;
    let same_time = before.modified().ok() == after.modified().ok();
    if bytes.len() as u64 != before.len() || after.len() != before.len() || !same_time {
        return Err(Problem::new(
            ErrorCode::Unreadable,
            "The file changed while it was read; nothing of it was kept.",
            "Wait until it is written, then ingest it again.",
        ));
    }
    Ok(bytes)
}

fn lost() -> Problem {
    Problem::new(
        ErrorCode::VaultDamaged,
        "The sealed original is gone from the vault.",
        "Restore a backup, or ingest the file again.",
    )
}

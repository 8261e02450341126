//! Reads a file's bytes once, whole, and notices when they change underneath.

use super::found::Found;
use crate::{Snapshot, error::io_problem};
use sha2::Digest;
use std::{fs::File, io::Read, path::Path, sync::Arc, time::SystemTime};
use types::{DocumentId, DocumentRecord, ErrorCode, Origin, Problem, Sha256, Timestamp};

/// Originals above this size are not taken at all: a commit of one holds it in memory.
const ARCHIVE_LIMIT_BYTES: u64 = 512 * 1024 * 1024;

/// A document's bytes and what is known of them.
pub(crate) struct Original {
    pub id: DocumentId,
    pub sha256: Sha256,
    pub origin: Origin,
    pub bytes: Vec<u8>,
    /// The record that is in the vault with it: an interrupted run's, or one to be read anew.
    pub sealed: Option<Arc<DocumentRecord>>,
    /// The document that it is a new version of.
    pub supersedes: Option<DocumentId>,
    /// Why it is archived without being read.
    pub refusal: Option<Problem>,
}

impl Snapshot {
    /// The bytes behind `found`, or why there are none.
    pub(super) fn read_original(&self, found: Found) -> Result<Original, Problem> {
        let mut origin = found.origin();
        let (mut sealed, mut supersedes, mut refusal) = (None, None, None);
        let bytes = match found {
            Found::Unreadable { problem, .. } => return Err(problem),
            Found::Bytes { bytes, refusal: why, .. } => {
                refusal = why;
                bytes
            }
            Found::Member { bytes, .. } => bytes,
            Found::File { path, supersedes: earlier, refusal: why } => {
                let (bytes, modified) = read_whole(&path)?;
                origin.modified = modified;
                (supersedes, refusal) = (earlier, why);
                bytes
            }
            Found::Sealed { record, supersedes: earlier } => {
                let bytes = self.records.original(&record.id).map_err(|error| error.problem())?;
                supersedes = earlier.or(record.supersedes);
                sealed = Some(record);
                bytes.ok_or_else(lost)?
            }
        };
        let sha256 = Sha256::from_bytes(sha2::Sha256::digest(&bytes).into());
        let id = DocumentId::derive(&sha256);
        Ok(Original { id, sha256, origin, bytes, sealed, supersedes, refusal })
    }
}

/// A file's bytes and its time of change.
pub(crate) fn read_whole(path: &Path) -> Result<(Vec<u8>, Option<Timestamp>), Problem> {
    let failed = |source: std::io::Error| io_problem("The file was not taken", &source);
    // asked before it is opened: opening a pipe waits for somebody to write into it
    let regular = std::fs::metadata(path).map_err(failed)?.is_file();
    if !regular {
        return Err(Problem::new(
            ErrorCode::Unreadable,
            "This is not a regular file; it was not taken.",
            "Give Loci files and folders.",
        ));
    }
    let mut file = File::open(path).map_err(failed)?;
    let before = file.metadata().map_err(failed)?;
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
    Ok((bytes, before.modified().ok().and_then(timestamp)))
}

/// A file's time of change.
pub(crate) fn timestamp(moment: SystemTime) -> Option<Timestamp> {
    let since = moment.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok().map(Timestamp::from_unix_ms)
}

fn lost() -> Problem {
    Problem::new(
        ErrorCode::VaultDamaged,
        "The sealed original is gone from the vault.",
        "Restore a backup, or ingest the file again.",
    )
}

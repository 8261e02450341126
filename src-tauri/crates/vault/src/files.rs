//! Files of the vault: private to their owner (folders 0700, files 0600), replaced whole or not at
//! all. Never changes the process's umask.

use crate::error::{Error, Result};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// Room that a commit leaves on the disk for RocksDB's own upkeep.
const SPARE_BYTES: u64 = 16 << 20;

/// Makes a folder, and makes it private even if it was there.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(path)
        .and_then(|()| fs::set_permissions(path, Permissions::from_mode(FOLDER_MODE)))
        .map_err(Error::file("created"))
}

/// A program that was just killed keeps the lock until the system has cleared it away.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(25);

/// Takes the folder's lock, or says who is in the way. Dropping the file gives it back.
pub(crate) fn lock(path: &Path) -> Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(FILE_MODE)
        .open(path)
        .map_err(Error::file("locked"))?;
    for _ in 1..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(source)) => return Err(Error::file("locked")(source)),
        }
    }
    Err(Error::InUse)
}

/// Replaces a file, and survives a power cut from here on.
pub(crate) fn write_durable(path: &Path, bytes: &[u8]) -> Result<()> {
    write_whole(path, bytes)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Replaces a file: beside it, synced, and renamed over it. After a power cut it is the new one or
/// the one before, whole in either case.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let beside = path.with_extension("tmp");
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(FILE_MODE)
            .open(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(Error::file("written"))
}

/// Makes renames and new names in a folder survive a power cut.
pub(crate) fn sync_folder(path: &Path) -> Result<()> {
    File::open(path).and_then(|folder| folder.sync_all()).map_err(Error::file("synced"))
}

/// A small file's bytes, or nothing where there is none. A longer file is cut one byte over `max`,
/// so that its reader refuses it.
pub(crate) fn read_small(path: &Path, max: usize) -> Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(Error::file("read")(source)),
    };
    let mut bytes = Vec::new();
    file.take(max as u64 + 1).read_to_end(&mut bytes).map_err(Error::file("read"))?;
    Ok(Some(bytes))
}

/// Refuses a write that would not fit, before anything is half-written.
pub(crate) fn check_room(folder: &Path, size_bytes: usize) -> Result<()> {
    let disk = rustix::fs::statvfs(folder).map_err(|e| Error::file("measured")(e.into()))?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    if free < (size_bytes as u64).saturating_add(SPARE_BYTES) {
        return Err(Error::DiskFull);
    }
    Ok(())
}

/// Bytes of every file below a folder.
pub(crate) fn size_bytes(folder: &Path) -> Result<u64> {
    let mut total = 0;
    for entry in fs::read_dir(folder).map_err(Error::file("measured"))? {
        let entry = entry.map_err(Error::file("measured"))?;
        match entry.metadata() {
            Ok(file) if file.is_dir() => total += size_bytes(&entry.path())?,
            Ok(file) => total += file.len(),
            // RocksDB deletes files in the background.
            Err(gone) if gone.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(Error::file("measured")(source)),
        }
    }
    Ok(total)
}

/// A folder that is taken away with all that is in it when this is dropped.
pub(crate) struct Temporary(pub(crate) PathBuf);

impl Temporary {
    /// Nothing to take away.
    #[cfg(test)]
    pub(crate) fn none() -> Self {
        Self(PathBuf::new())
    }

    /// What is in it is no longer temporary.
    pub(crate) fn keep(mut self) {
        self.0 = PathBuf::new();
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty()
            && let Err(left) = fs::remove_dir_all(&self.0)
        {
            tracing::warn!(%left, "a temporary folder stays");
        }
    }
}

/// Keeps the database's files private. RocksDB creates them 0644 whenever it likes; the folder
/// around them is 0700, so that nobody gets near one before it is seen here.
pub(crate) struct PrivateFiles {
    folder: PathBuf,
    seen: Mutex<HashSet<OsString>>,
}

impl PrivateFiles {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, seen: Mutex::new(HashSet::new()) }
    }

    /// Makes files private that have come since the last time.
    pub(crate) fn sweep(&self) -> Result<()> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut here = HashSet::new();
        for entry in fs::read_dir(&self.folder).map_err(Error::file("listed"))? {
            let entry = entry.map_err(Error::file("listed"))?;
            let name = entry.file_name();
            if !seen.contains(&name) {
                match fs::set_permissions(entry.path(), Permissions::from_mode(FILE_MODE)) {
                    Err(gone) if gone.kind() == io::ErrorKind::NotFound => continue,
                    other => other.map_err(Error::file("made private"))?,
                }
            }
            here.insert(name);
        }
        *seen = here;
        Ok(())
    }
}

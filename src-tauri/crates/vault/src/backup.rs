//! Backups to a folder, taken while the vault is open: a checkpoint of one commit, of which only files
//! are copied that no earlier backup there has. Everything lies there sealed, as it does in the vault.
//!
//! ```text
//! DIR/loci-<vault id>/files/<BLAKE3>               each file once, whatever it was called
//! DIR/loci-<vault id>/<commit>-<head>.manifest     what one backup consists of (manifest.rs)
//! ```

use crate::error::{Error, Result};
use crate::files;
use crate::manifest::{self, Manifest, Signed};
use crate::vault::Vault;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use types::{Timestamp, VaultId};

const COPY_BYTES: usize = 1 << 20;
const PART: &str = "part";

/// What a backup came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// Where it lies.
    pub folder: PathBuf,
    /// The commit that it holds.
    pub commit_seq: u64,
    /// Files of it, and those of them that were copied now.
    pub files: u64,
    /// Of them copied now.
    pub copied_files: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// Of them copied now.
    pub copied_bytes: u64,
    /// Earlier backups that were let go.
    pub dropped: u64,
}

/// Told how many bytes of how many are looked after; false to stop.
pub type Copied<'a> = &'a dyn Fn(u64, u64) -> bool;

/// A file of the checkpoint, or one so small that its bytes are here.
enum Source {
    Path(PathBuf),
    Bytes(Vec<u8>),
}

impl Vault {
    /// Copies the vault as the last commit left it to a folder that is there, beside earlier backups.
    /// With `keep`, only so many stay. Commits go on meanwhile.
    pub fn backup(
        &self,
        to: &Path,
        keep: Option<u32>,
        now: Timestamp,
        told: Copied<'_>,
    ) -> Result<BackedUp> {
        let target = Target::of(to, self)?;
        let earlier = target.manifests()?;
        // one moment of everything; commits wait for it, and not for the copying
        let writer = self.writer()?;
        let _copying = self.copying.lock().unwrap_or_else(PoisonError::into_inner);
        let standing = self.standing().clone();
        self.core.store.checkpoint(&self.places.checkpoint)?;
        let _gone_afterwards = files::Temporary(self.places.checkpoint.clone());
        self.write_anchor(standing.history)?;
        let small = self.small_files()?;
        let header_generation = self.generation();
        drop(writer);

        let last = earlier.good.iter().max_by_key(|signed| signed.manifest.taken_at);
        let known: HashMap<&str, &manifest::File> = last
            .into_iter()
            .flat_map(|signed| signed.manifest.files.iter().map(|file| (&*file.name, file)))
            .collect();
        let mut plan = Vec::new();
        for entry in fs::read_dir(&self.places.checkpoint).map_err(Error::file("listed"))? {
            let entry = entry.map_err(Error::file("listed"))?;
            let name = format!("db/{}", entry.file_name().to_string_lossy());
            let meta = entry.metadata().map_err(Error::file("looked at"))?;
            let changed_ns =
                meta.mtime().saturating_mul(1_000_000_000).saturating_add(meta.mtime_nsec());
            let file = manifest::File {
                name,
                size_bytes: meta.len(),
                blake3: [0; 32],
                changed_ns,
                inode: meta.ino(),
            };
            let same = known.get(&*file.name).filter(|known| {
                (known.size_bytes, known.changed_ns, known.inode)
                    == (file.size_bytes, file.changed_ns, file.inode)
                    && target.holds(known)
            });
            plan.push((file.clone(), same.map(|known| known.blake3), Source::Path(entry.path())));
        }
        for (name, bytes) in small {
            let size_bytes = bytes.len() as u64;
            let file =
                manifest::File { name, size_bytes, blake3: [0; 32], changed_ns: 0, inode: 0 };
            plan.push((file, None, Source::Bytes(bytes)));
        }
        plan.sort_by(|(one, ..), (other, ..)| one.name.cmp(&other.name));
        let total = plan.iter().map(|(file, ..)| file.size_bytes).sum();
        let new = plan.iter().filter(|(_, known, _)| known.is_none());
        target.check_room(new.map(|(file, ..)| file.size_bytes).sum())?;

        let (mut done, mut copied_files, mut copied_bytes) = (0, 0, 0);
        let mut files = Vec::with_capacity(plan.len());
        for (mut file, known, source) in plan {
            match known {
                Some(blake3) => file.blake3 = blake3,
                None => {
                    file.blake3 = target.copy(&source, &|bytes| told(done + bytes, total))?;
                    copied_files += 1;
                    copied_bytes += file.size_bytes;
                }
            }
            done += file.size_bytes;
            if !told(done, total) {
                return Err(Error::Stopped);
            }
            files.push(file);
        }
        let manifest = Manifest {
            vault_id: self.id(),
            taken_at: now,
            commit_seq: standing.history.commit_seq,
            audit_head: standing.history.audit_head,
            header_generation,
            files,
        };
        target.finish(&manifest, &manifest.write(|bytes| self.sign(bytes))?)?;
        let dropped = keep.map_or(Ok(0), |keep| target.keep(keep.max(1) as usize))?;
        let files = manifest.files.len() as u64;
        let commit_seq = manifest.commit_seq;
        tracing::info!(commit_seq, files, copied_files, copied_bytes, dropped, "backed up");
        let folder = target.folder;
        let bytes = total;
        Ok(BackedUp { folder, commit_seq, files, copied_files, bytes, copied_bytes, dropped })
    }

    /// The files beside the database, as they are now.
    fn small_files(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut small = Vec::new();
        for entry in fs::read_dir(&self.places.folder).map_err(Error::file("listed"))? {
            let entry = entry.map_err(Error::file("listed"))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if ["vault.hdr", "anchor"].contains(&&*name) || name.ends_with(".aside") {
                small.push((name, fs::read(entry.path()).map_err(Error::file("read"))?));
            }
        }
        Ok(small)
    }
}

/// The folder of one vault's backups.
pub(crate) struct Target {
    pub(crate) folder: PathBuf,
    files: PathBuf,
}

/// The manifests of a folder.
pub(crate) struct Manifests {
    pub(crate) good: Vec<Signed>,
    /// Some could not be read: what they need is not known.
    pub(crate) some_damaged: bool,
}

impl Target {
    /// In a folder that must be there, and must not be the vault's own.
    fn of(to: &Path, vault: &Vault) -> Result<Self> {
        let to = existing(to)?;
        let own = fs::metadata(&vault.places.folder).map_err(Error::file("looked at"))?;
        for above in to.ancestors() {
            let meta = fs::metadata(above).map_err(failed)?;
            if (meta.dev(), meta.ino()) == (own.dev(), own.ino()) {
                return Err(Error::BackupInside);
            }
        }
        let target = Self::at(to.join(folder_name(&vault.id())));
        for folder in [&target.folder, &target.files] {
            match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(failed(error));
                }
                _ => {}
            }
        }
        // left by a backup that was cut off
        for entry in fs::read_dir(&target.files).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|ending| ending == PART) {
                fs::remove_file(path).map_err(failed)?;
            }
        }
        Ok(target)
    }

    /// That is there already.
    pub(crate) fn at(folder: PathBuf) -> Self {
        let files = folder.join("files");
        Self { folder, files }
    }

    /// Where a file of a manifest lies.
    pub(crate) fn path(&self, file: &manifest::File) -> PathBuf {
        self.files.join(file.stored_as())
    }

    pub(crate) fn manifests(&self) -> Result<Manifests> {
        let mut found = Manifests { good: Vec::new(), some_damaged: false };
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_none_or(|ending| ending != manifest::ENDING) {
                continue;
            }
            let bytes = files::read_small(&path, manifest::MAX_LEN)?.unwrap_or_default();
            match Manifest::read(&bytes) {
                Ok(signed) => found.good.push(signed),
                Err(newer @ Error::BackupTooNew(_)) => return Err(newer),
                Err(_) => found.some_damaged = true,
            }
        }
        Ok(found)
    }

    fn holds(&self, file: &manifest::File) -> bool {
        fs::metadata(self.path(file)).is_ok_and(|meta| meta.len() == file.size_bytes)
    }

    fn check_room(&self, bytes: u64) -> Result<()> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        files::check_room(&self.folder, bytes).map_err(|error| match error {
            Error::DiskFull => Error::BackupFull,
            other => other,
        })
    }

    /// Copies one file; its BLAKE3 is its name afterwards.
    fn copy(&self, source: &Source, told: &dyn Fn(u64) -> bool) -> Result<[u8; 32]> {
        let part = self.files.join(format!("new.{PART}"));
        let mut from: Box<dyn Read> = match source {
            Source::Path(path) => Box::new(File::open(path).map_err(Error::file("read"))?),
            Source::Bytes(bytes) => Box::new(&**bytes),
        };
        let options = || {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(true).mode(0o600);
            options
        };
        let mut to = options().open(&part).map_err(failed)?;
        let (mut hasher, mut piece, mut done) = (blake3::Hasher::new(), vec![0; COPY_BYTES], 0);
        loop {
            let length = from.read(&mut piece).map_err(Error::file("read"))?;
            let Some(bytes) = piece.get(..length).filter(|bytes| !bytes.is_empty()) else { break };
            hasher.update(bytes);
            to.write_all(bytes).map_err(failed)?;
            done += length as u64;
            if !told(done) {
                return Err(Error::Stopped);
            }
        }
        to.sync_all().map_err(failed)?;
        let blake3 = *hasher.finalize().as_bytes();
        fs::rename(&part, self.files.join(hex::encode(blake3))).map_err(failed)?;
        Ok(blake3)
    }

    /// From here on the backup is there.
    fn finish(&self, manifest: &Manifest, bytes: &[u8]) -> Result<()> {
        let sync = |folder: &Path| File::open(folder).and_then(|folder| folder.sync_all());
        sync(&self.files).map_err(failed)?;
        let path = self.folder.join(manifest.name());
        let part = path.with_extension(PART);
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&part, &path)?;
            sync(&self.folder)
        };
        write().map_err(failed)
    }

    /// Lets go of all backups but the newest, and of files that none of those needs. Where a manifest
    /// cannot be read, nothing goes: what it needs is not known.
    fn keep(&self, count: usize) -> Result<u64> {
        let mut manifests = self.manifests()?;
        if manifests.some_damaged {
            tracing::warn!("a manifest cannot be read: earlier backups are all kept");
            return Ok(0);
        }
        manifests.good.sort_by_key(|signed| {
            std::cmp::Reverse((signed.manifest.taken_at, signed.manifest.commit_seq))
        });
        let old = manifests.good.split_off(count.min(manifests.good.len()));
        let needed: HashSet<String> = manifests
            .good
            .iter()
            .flat_map(|signed| signed.manifest.files.iter().map(manifest::File::stored_as))
            .collect();
        for signed in &old {
            fs::remove_file(self.folder.join(signed.manifest.name())).map_err(failed)?;
        }
        for entry in fs::read_dir(&self.files).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if !needed.contains(&*entry.file_name().to_string_lossy()) {
                fs::remove_file(entry.path()).map_err(failed)?;
            }
        }
        Ok(old.len() as u64)
    }
}

/// What a vault's backups lie in.
pub(crate) fn folder_name(vault: &VaultId) -> String {
    format!("loci-{vault}")
}

/// A folder that is there, by its real name. It is never made: where a disk is not plugged in, its mount
/// point is an empty folder of the wrong disk, or nothing.
pub(crate) fn existing(folder: &Path) -> Result<PathBuf> {
    let folder = folder.canonicalize().map_err(failed)?;
    if folder.is_dir() { Ok(folder) } else { Err(failed(io::ErrorKind::NotADirectory.into())) }
}

/// What the medium of the backup said.
// By value: this is what `map_err` hands over.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn failed(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            Error::BackupFull
        }
        _ => Error::BackupPlace(error),
    }
}

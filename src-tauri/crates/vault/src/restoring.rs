//! From a backup back to a vault: its files compared with the signed manifest, the copy opened, every
//! record compared with what was committed. A vault comes into its place whole or not at all, and one
//! that was there is put aside, never over.

use crate::anchor;
use crate::audit::AuditEvent;
use crate::backup::{Target, existing, failed, folder_name};
use crate::door::{self, by};
use crate::error::{Error, Result};
use crate::files;
use crate::manifest::{File as Listed, Manifest, Signed};
use crate::passphrase::Passphrase;
use crate::places::Places;
use crate::records::Records;
use crate::vault::Vault;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};
use types::{Timestamp, VaultId};

const COPY_BYTES: usize = 1 << 20;

/// One finished backup.
pub struct Backup {
    target: Target,
    signed: Signed,
}

/// What restoring came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
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
    /// Where the vault that was there before is now.
    pub put_aside: Option<PathBuf>,
    /// How many commits that vault was ahead, where it was the same one.
    pub behind: Option<u64>,
}

impl Backup {
    /// The newest backup in a folder, or that of one commit; of this vault where the folder holds
    /// several vaults' backups.
    pub fn find(folder: &Path, vault: Option<VaultId>, commit: Option<u64>) -> Result<Self> {
        let folder = existing(folder)?;
        let mut folders = vec![folder.clone()];
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let wanted = match vault {
                Some(vault) => name == folder_name(&vault),
                None => name.starts_with("loci-"),
            };
            if wanted && entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
        let mut found: Vec<Self> = Vec::new();
        let mut damaged = false;
        for folder in folders {
            let target = || Target::at(folder.clone());
            let manifests = target().manifests()?;
            damaged |= manifests.some_damaged;
            let fits = |signed: &Signed| {
                commit.is_none_or(|commit| signed.manifest.commit_seq == commit)
                    && vault.is_none_or(|vault| signed.manifest.vault_id == vault)
            };
            let good = manifests.good.into_iter().filter(fits);
            found.extend(good.map(|signed| Self { target: target(), signed }));
        }
        let mut ids: Vec<VaultId> = found.iter().map(Self::vault_id).collect();
        ids.dedup();
        if ids.len() > 1 {
            return Err(Error::BackupAmbiguous);
        }
        found.sort_by_key(|backup| (backup.manifest().taken_at, backup.manifest().commit_seq));
        match found.pop() {
            Some(newest) => Ok(newest),
            None if damaged => Err(Error::BackupDamaged("its manifest is not as it was written")),
            None => Err(Error::BackupMissing),
        }
    }

    /// Whose backup it says it is.
    pub fn vault_id(&self) -> VaultId {
        self.manifest().vault_id
    }

    /// The commit that it holds.
    pub fn commit_seq(&self) -> u64 {
        self.manifest().commit_seq
    }

    /// When it was taken.
    pub fn taken_at(&self) -> Timestamp {
        self.manifest().taken_at
    }

    /// How many files it has, and their bytes.
    pub fn size(&self) -> (u64, u64) {
        (self.manifest().files.len() as u64, self.manifest().size_bytes())
    }

    fn manifest(&self) -> &Manifest {
        &self.signed.manifest
    }

    /// Compares every file with the manifest; refuses at the first that differs.
    pub fn check_files(&self) -> Result<()> {
        self.manifest().files.iter().try_for_each(|file| self.read(file, &mut |_| Ok(())))
    }

    /// Opens the copy where it lies, to read from and nothing else. Nothing is written to the backup.
    pub fn open(&self, passphrase: &Passphrase) -> Result<Vault> {
        let mut name = [0; 8];
        getrandom::fill(&mut name)?;
        let staged =
            std::env::temp_dir().join(format!("loci-check-{:016x}", u64::from_be_bytes(name)));
        let places = Places::of(&staged);
        files::make_folder(&places.database)?;
        files::make_folder(&staged)?;
        let staged = files::Temporary(staged);
        for file in &self.manifest().files {
            symlink(self.target.path(file), staged.0.join(&file.name))
                .map_err(Error::file("staged"))?;
        }
        let vault = Vault::open_read_only(places, &by(passphrase), staged)?;
        self.check_identity(&vault)?;
        Ok(vault)
    }

    /// Makes a vault of it in `to`, where none may be unless it is to be put aside, and opens it once to
    /// see that it is whole and to put on record where it came from.
    pub fn restore(
        &self,
        to: &Path,
        instead: Instead,
        passphrase: &Passphrase,
        now: Timestamp,
        told: crate::backup::Copied<'_>,
    ) -> Result<Restored> {
        let there = to.exists();
        if there && instead == Instead::Refuse {
            return Err(Error::Exists);
        }
        // held until the other is in place: a vault that is open is never put aside
        let _lock = if there { Some(files::lock(&Places::of(to).lock)?) } else { None };
        // a name of its own, which is never cleared away: after the exchange, the vault that was here has it
        let mut name = to.file_name().unwrap_or_default().to_owned();
        name.push(format!(".restore-{}", now.unix_ms()));
        let staged = to.with_file_name(name);
        if staged.exists() {
            return Err(Error::Exists);
        }
        files::make_folder(&staged)?;
        let temporary = files::Temporary(staged.clone());
        self.copy_all(&staged, told)?;
        let restored = self.open_restored(&staged, to, passphrase, now)?;
        temporary.keep();
        let put_aside = there.then(|| staged.clone());
        put_in_place(&staged, to, there)?;
        if let Some(parent) = to.parent() {
            files::sync_folder(parent)?;
        }
        tracing::info!(commit_seq = restored.commit_seq, "restored");
        Ok(Restored { put_aside, ..restored })
    }

    fn copy_all(&self, to: &Path, told: crate::backup::Copied<'_>) -> Result<()> {
        let places = Places::of(to);
        files::make_folder(&places.database)?;
        let total = self.manifest().size_bytes();
        files::check_room(to, usize::try_from(total).unwrap_or(usize::MAX))?;
        let mut done = 0;
        for file in &self.manifest().files {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true).mode(0o600);
            let copy = options.open(to.join(&file.name)).map_err(Error::file("written"))?;
            self.read(file, &mut |bytes| {
                (&copy).write_all(bytes).map_err(Error::file("written"))?;
                done += bytes.len() as u64;
                if told(done, total) { Ok(()) } else { Err(Error::Stopped) }
            })?;
            copy.sync_all().map_err(Error::file("synced"))?;
        }
        files::sync_folder(&places.database)
    }

    fn open_restored(
        &self,
        staged: &Path,
        to: &Path,
        passphrase: &Passphrase,
        now: Timestamp,
    ) -> Result<Restored> {
        let vault = Vault::open(staged, passphrase, now)?;
        self.check_identity(&vault)?;
        let pass = vault.verify()?;
        if !pass.findings.is_empty() {
            return Err(Error::BackupDamaged("records of it are not those that were saved"));
        }
        let manifest = self.manifest();
        let behind =
            behind(to, &vault, passphrase).map(|end| end.saturating_sub(manifest.commit_seq));
        let lost = match behind {
            Some(0) => "; the vault that was here held no later commit".to_owned(),
            Some(lost) => {
                format!("; {lost} later commits of the vault that was here are not in it")
            }
            None => String::new(),
        };
        let (commit, taken) = (manifest.commit_seq, manifest.taken_at);
        let event = AuditEvent {
            at: now,
            action: "restore backup",
            subjects: vec![vault.id().to_string()],
            detail: format!("commit {commit}, taken {taken}{lost}"),
        };
        vault.commit(vault.batch(), event)?;
        vault.sync_and_close()?;
        Ok(Restored {
            vault_id: manifest.vault_id,
            commit_seq: commit,
            taken_at: taken,
            files: manifest.files.len() as u64,
            records: pass.records,
            put_aside: None,
            behind,
        })
    }

    /// Whether the vault that opened is the one that signed, as of the commit that it signed.
    fn check_identity(&self, vault: &Vault) -> Result<()> {
        let manifest = self.manifest();
        let history = vault.standing().history;
        let own = vault.sign(&[]).public_key == self.signed.public_key;
        if !own || vault.id() != manifest.vault_id {
            return Err(Error::BackupDamaged("another vault signed its manifest"));
        }
        if (history.commit_seq, history.audit_head) != (manifest.commit_seq, manifest.audit_head) {
            return Err(Error::BackupDamaged(
                "it does not end at the commit that its manifest names",
            ));
        }
        Ok(())
    }

    /// Reads one file piece by piece; refuses it at its end where it is not the one that was copied.
    fn read(&self, file: &Listed, take: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let damaged = Error::BackupDamaged("a file of it is missing or changed");
        let path = self.target.path(file);
        let Ok(from) = File::open(&path) else { return Err(damaged) };
        let mut from = from.take(file.size_bytes.saturating_add(1));
        let (mut hasher, mut piece, mut length) = (blake3::Hasher::new(), vec![0; COPY_BYTES], 0);
        loop {
            let got = from.read(&mut piece).map_err(failed)?;
            let Some(bytes) = piece.get(..got).filter(|bytes| !bytes.is_empty()) else { break };
            hasher.update(bytes);
            length += got as u64;
            take(bytes)?;
        }
        let same = length == file.size_bytes && hasher.finalize() == file.blake3;
        if same { Ok(()) } else { Err(damaged) }
    }
}

/// What to do with a vault that is where one is restored to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Leave it, and restore nothing.
    Refuse,
    /// Put it aside under another name.
    PutAside,
}

/// The last commit of the vault that is in the way, where it is the same one and opens with the same keys
/// or passphrase.
fn behind(folder: &Path, restored: &Vault, passphrase: &Passphrase) -> Option<u64> {
    let places = Places::of(folder);
    let header = door::read(&places.header).ok()?;
    if header.id != restored.id() {
        return None;
    }
    let kept = anchor::read(&places.anchor, &restored.records().keys, &header.id);
    let anchor = kept.or_else(|_| {
        let records = Records::new(header.id, &by(passphrase)(&header)?, None)?;
        anchor::read(&places.anchor, &records.keys, &header.id)
    });
    anchor.ok().map(|anchor| anchor.history.commit_seq)
}

/// One step where the file system can do it, so that there is a vault at every moment.
fn put_in_place(staged: &Path, to: &Path, there: bool) -> Result<()> {
    if !there {
        return fs::rename(staged, to).map_err(Error::file("put in place"));
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, staged, CWD, to, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let aside = staged.with_extension("aside");
    fs::rename(to, &aside).map_err(Error::file("put aside"))?;
    fs::rename(staged, to).map_err(Error::file("put in place"))?;
    fs::rename(aside, staged).map_err(Error::file("put aside"))
}

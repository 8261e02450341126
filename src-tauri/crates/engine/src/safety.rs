//! Backups of an open palace, new keys for it, and what the person set about both: when to lock, when to
//! back up and where, when to warn that no backup was made.

use crate::{
    Palace, Resources, Snapshot,
    error::{Error, Result},
    second_anchor,
    tables::{SAFETY, SafetyRecord},
};
use std::{path::Path, path::PathBuf, sync::Arc};
use types::{
    BackupReport, Cancel, ErrorCode, LastBackup, RestoreReport, RotateReport, SafetyRequest,
    SafetyView, SecondAnchor, SecondAnchorState,
};
use vault::{Backup, Instead, Passphrase, Second};

/// Told how much of how much is done.
pub type Done<'a> = &'a dyn Fn(u64, u64);

const HOUR_MS: i64 = 3_600_000;
/// Bounds of the idle time, in seconds.
const IDLE_S: std::ops::RangeInclusive<u32> = 30..=24 * 3600;

impl Snapshot {
    /// What is set, and when the last backup was made.
    pub fn safety(&self) -> Result<SafetyView> {
        let record = self.safety_record()?;
        let now = self.resources.now().unix_ms();
        let age_ms = record.last_backup.as_ref().map(|last| now.saturating_sub(last.at.unix_ms()));
        let late = |hours: u32| age_ms.is_none_or(|age| age >= i64::from(hours) * HOUR_MS);
        Ok(SafetyView {
            idle_lock_s: record.idle_lock_s,
            clipboard_clear_s: record.clipboard_clear_s,
            backup_due: record.backup_every_hours > 0
                && record.backup_folder.is_some()
                && late(record.backup_every_hours),
            backup_late: record.warn_after_days > 0
                && late(record.warn_after_days.saturating_mul(24)),
            backup_folder: record.backup_folder,
            backup_every_hours: record.backup_every_hours,
            backup_keep: record.backup_keep,
            warn_after_days: record.warn_after_days,
            last_backup: record.last_backup,
            rotating: false,
            second_anchor: None,
        })
    }

    pub(crate) fn safety_record(&self) -> Result<SafetyRecord> {
        Ok(self.records.get(SAFETY, &[b"safety"])?.unwrap_or_default())
    }
}

impl Palace {
    /// What is set, and what is under way.
    pub fn safety(&self) -> Result<SafetyView> {
        let now = self.snapshot();
        let (rotating, second_anchor) = (self.vault.is_rotating(), self.second_anchor(&now)?);
        Ok(SafetyView { rotating, second_anchor, ..now.safety()? })
    }

    /// Sets what is given.
    pub fn set_safety(&self, request: &SafetyRequest) -> Result<SafetyView> {
        if request.idle_lock_s.is_some_and(|seconds| !IDLE_S.contains(&seconds)) {
            let hint = "Give 30 seconds to 24 hours.";
            return Err(Error::new(ErrorCode::Usage, "The idle time is out of bounds.", hint));
        }
        if let Some(folder) = request.anchor_folder.as_deref().filter(|folder| !folder.is_empty()) {
            let folder = Path::new(folder);
            if !folder.is_absolute() || !folder.is_dir() {
                let hint = "Name a folder that is there, from the root of the disk.";
                return Err(Error::new(ErrorCode::Usage, "There is no such folder.", hint));
            }
            self.vault.anchor_in(folder)?;
        }
        self.change_safety("safety.set", |record| {
            let SafetyRequest { idle_lock_s, clipboard_clear_s, .. } = *request;
            record.idle_lock_s = idle_lock_s.unwrap_or(record.idle_lock_s);
            record.clipboard_clear_s = clipboard_clear_s.unwrap_or(record.clipboard_clear_s);
            if let Some(folder) = &request.backup_folder {
                record.backup_folder = (!folder.is_empty()).then(|| folder.clone());
            }
            record.backup_every_hours =
                request.backup_every_hours.unwrap_or(record.backup_every_hours);
            record.backup_keep = request.backup_keep.unwrap_or(record.backup_keep);
            record.warn_after_days = request.warn_after_days.unwrap_or(record.warn_after_days);
            if let Some(folder) = &request.anchor_folder {
                record.anchor_folder = (!folder.is_empty()).then(|| folder.clone());
            }
        })?;
        self.keep_second_anchor();
        self.safety()
    }

    fn change_safety(
        &self,
        action: &'static str,
        change: impl FnOnce(&mut SafetyRecord),
    ) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut record = tx.safety_record()?;
        let before = record.clone();
        change(&mut record);
        tx.tell_change(&before, &record);
        tx.batch.put(SAFETY, &[b"safety"], &record)?;
        tx.commit(action, Vec::new())?;
        Ok(())
    }

    /// Backs up to a folder, else to the one that is set, and remembers that it did. `keep` 0 keeps all.
    pub fn backup(
        &self,
        folder: Option<&str>,
        keep: Option<u32>,
        cancel: &Cancel,
        told: Done<'_>,
    ) -> Result<BackupReport> {
        let record = self.snapshot().safety_record()?;
        let folder = folder.map(str::to_owned).or(record.backup_folder).ok_or_else(|| {
            let hint = "Choose one, best on another disk.";
            Error::new(ErrorCode::Usage, "No folder for backups is set.", hint)
        })?;
        let keep = Some(keep.unwrap_or(record.backup_keep)).filter(|keep| *keep > 0);
        let now = self.resources.now();
        let start = std::time::Instant::now();
        let done = self.vault.backup(Path::new(&folder), keep, now, &|done, total| {
            told(done, total);
            !cancel.is_cancelled()
        })?;
        let took_ms = start.elapsed().as_millis() as u64;
        let last = LastBackup { at: now, folder, commit_seq: done.commit_seq, bytes: done.bytes };
        self.change_safety("backup", |record| record.last_backup = Some(last))?;
        Ok(BackupReport {
            ok: true,
            folder: done.folder.to_string_lossy().into_owned(),
            commit_seq: done.commit_seq,
            files: done.files,
            copied_files: done.copied_files,
            bytes: done.bytes,
            copied_bytes: done.copied_bytes,
            dropped: done.dropped,
            took_ms,
        })
    }

    /// New keys for everything; goes on where it was stopped.
    pub fn rotate(
        &self,
        passphrase: &Passphrase,
        cancel: &Cancel,
        told: Done<'_>,
    ) -> Result<RotateReport> {
        let start = std::time::Instant::now();
        let done = self.vault.rotate(passphrase, self.resources.now(), cancel, told);
        // readers let go of what they hold from before, finished or not
        self.show_records()?;
        let done = done?;
        let took_ms = start.elapsed().as_millis() as u64;
        let wiped = match self.write()?.expunge() {
            Ok(_) => true,
            Err(error) => {
                tracing::warn!(code = ?error.problem().code, "old files stay until they are compacted");
                false
            }
        };
        Ok(RotateReport {
            epoch: done.epoch,
            records: done.records,
            bytes: done.bytes,
            wiped,
            took_ms,
        })
    }
}

impl Palace {
    /// What it says now, where one is kept.
    pub(crate) fn second_anchor(&self, now: &Snapshot) -> Result<Option<SecondAnchor>> {
        let Some(folder) = now.safety_record()?.anchor_folder else { return Ok(None) };
        let state = match self.vault.compare_with_anchor_in(Path::new(&folder)) {
            Ok(Second::Current) => SecondAnchorState::Current,
            Ok(Second::Earlier) => SecondAnchorState::Earlier,
            Ok(Second::Missing) => SecondAnchorState::Missing,
            Ok(Second::Unreadable) => SecondAnchorState::Unreadable,
            Err(_) => SecondAnchorState::Contradicts,
        };
        Ok(Some(SecondAnchor { folder, state }))
    }

    /// Brings it up to date. Its place may be away, a disk that is not plugged in: that is no reason not to
    /// work or to close, and the next time tries again.
    pub fn keep_second_anchor(&self) {
        let now = self.snapshot();
        let kept = self.second_anchor(&now).and_then(|second| match second {
            Some(SecondAnchor { folder, state }) if state != SecondAnchorState::Current => {
                Ok(self.vault.anchor_in(Path::new(&folder))?)
            }
            _ => Ok(()),
        });
        if let Err(error) = kept {
            tracing::warn!(code = ?error.problem().code, "the second anchor was not written");
        }
    }
}

/// Restores a backup into `to`; with `instead`, a vault that is there is put aside.
pub fn restore(
    folder: &Path,
    commit: Option<u64>,
    to: &Path,
    instead: bool,
    passphrase: &Passphrase,
    resources: &Arc<Resources>,
) -> Result<RestoreReport> {
    let start = std::time::Instant::now();
    let place = if instead { Instead::PutAside } else { Instead::Refuse };
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|source| Error::Io { what: "The profile's folder was not made", source })?;
    }
    let backup = Backup::find(folder, None, commit)?;
    let done = backup.restore(to, place, passphrase, resources.now(), &|_, _| true)?;
    let aside = |path: PathBuf| path.to_string_lossy().into_owned();
    second_anchor::settle(to, instead, passphrase, resources)?;
    Ok(RestoreReport {
        ok: true,
        vault_id: done.vault_id,
        commit_seq: done.commit_seq,
        taken_at: done.taken_at,
        files: done.files,
        records: done.records,
        put_aside: done.put_aside.map(aside),
        behind: done.behind,
        took_ms: start.elapsed().as_millis() as u64,
    })
}

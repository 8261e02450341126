//! The second anchor: where it is kept, that it is kept up, and what it says when the vault opens.

use crate::{Palace, Resources, Snapshot, error::Result, tables::SAFETY};
use std::{path::Path, sync::Arc};
use types::{SecondAnchor, SecondAnchorState};
use vault::{AuditEvent, Passphrase, Second, Vault};

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

/// Refuses a vault that its second anchor contradicts.
pub(crate) fn compare(vault: &Vault) -> Result<()> {
    let record = vault.snapshot().get(SAFETY, &[b"safety"])?.unwrap_or_default();
    let Some(folder) = record.anchor_folder else { return Ok(()) };
    match vault.compare_with_anchor_in(Path::new(&folder))? {
        Second::Current | Second::Earlier => {}
        Second::Missing => tracing::warn!("the second anchor is not in its place"),
        Second::Unreadable => tracing::warn!("the second anchor cannot be read"),
    }
    Ok(())
}

/// A restored vault is older than its second anchor by intention: it is written anew where the vault took
/// the other's place, and given up by a copy beside it, which is not the one that is remembered.
pub(crate) fn settle(
    folder: &Path,
    instead: bool,
    passphrase: &Passphrase,
    resources: &Arc<Resources>,
) -> Result<()> {
    let vault = Vault::open(folder, passphrase, resources.now())?;
    let mut record = vault.snapshot().get(SAFETY, &[b"safety"])?.unwrap_or_default();
    if let Some(second) = record.anchor_folder.take() {
        if instead {
            if let Err(error) = vault.anchor_in(Path::new(&second)) {
                tracing::warn!(%error, "the second anchor was not written");
            }
        } else {
            let mut batch = vault.batch();
            batch.put(SAFETY, &[b"safety"], &record)?;
            let (at, action) = (resources.now(), "safety.set");
            let detail = "a copy keeps no second anchor".to_owned();
            vault.commit(batch, AuditEvent { at, action, subjects: Vec::new(), detail })?;
        }
    }
    Ok(vault.sync_and_close()?)
}

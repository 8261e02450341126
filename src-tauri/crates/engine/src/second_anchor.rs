//! The second anchor: what it says when the vault opens, and what becomes of it when one is restored.

use crate::{Resources, error::Result, tables::SAFETY};
use std::{path::Path, sync::Arc};
use vault::{AuditEvent, Passphrase, Second, Vault};

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

//! A second anchor, in a place of the person's choice: who puts back an older vault together with its own
//! anchor has not that one. It is the same sealed file under the vault's id, written when the vault closes
//! and now and then, so that it lags behind and is never ahead of an honest vault.

use crate::anchor;
use crate::error::{Error, Result};
use crate::files;
use crate::vault::Vault;
use std::path::{Path, PathBuf};

/// How a second anchor and its vault agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// It remembers this vault's last commit.
    Current,
    /// It remembers an earlier commit of this vault.
    Earlier,
    /// There is none.
    Missing,
    /// It is damaged, or was sealed with keys that are gone since: it says nothing.
    Unreadable,
}

impl Vault {
    /// Writes what the anchor remembers into `folder` too, over what was there.
    ///
    /// # Errors
    ///
    /// The folder is not there, is full, or may not be written.
    pub fn anchor_in(&self, folder: &Path) -> Result<()> {
        let records = self.records();
        let path = self.second_anchor(folder);
        anchor::write(&path, &records.keys, &records.id, self.anchor(self.standing().history))?;
        files::sync_folder(folder)
    }

    /// Compares with the anchor that lies in `folder`.
    ///
    /// # Errors
    ///
    /// [`Error::BehindAnchor`] where it remembers a later commit, [`Error::Damaged`] where it remembers
    /// another past of this vault.
    pub fn compare_with_anchor_in(&self, folder: &Path) -> Result<Second> {
        let records = self.records();
        let past = match anchor::read(&self.second_anchor(folder), &records.keys, &records.id) {
            Ok(anchor) => anchor.history,
            Err(Error::AnchorMissing) => return Ok(Second::Missing),
            Err(_) => return Ok(Second::Unreadable),
        };
        let now = self.standing().history;
        if now.commit_seq < past.commit_seq {
            let (database, anchor) = (now.commit_seq, past.commit_seq);
            return Err(Error::BehindAnchor { database, anchor });
        }
        let known = self.snapshot().audit_entry(past.commit_seq)?;
        if known.map(|entry| entry.history()) != Some(past) {
            return Err(Error::Damaged("the second anchor knows another past of this vault"));
        }
        Ok(if now == past { Second::Current } else { Second::Earlier })
    }

    fn second_anchor(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.anchor", self.id()))
    }
}

//! The person's switch for reading pages that are pictures, kept in the vault.

use crate::{
    Palace, Snapshot,
    error::Result,
    tables::{SCANS, ScansRecord},
};
use types::{ScansRequest, ScansView};

impl Snapshot {
    /// Whether pages that are pictures are read, and whether there is what reads them.
    pub fn scans(&self) -> Result<ScansView> {
        let problem = self.resources.models.ocr().err().map(|error| error.problem());
        Ok(ScansView { recognise: self.recognises()?, problem })
    }

    /// On unless it was switched off.
    pub(crate) fn recognises(&self) -> Result<bool> {
        let record = self.records.get(SCANS, &[b"scans"])?;
        Ok(record.is_none_or(|record| record.recognise))
    }
}

impl Palace {
    /// Switches it on or off, for what is read from now on.
    pub fn set_scans(&self, request: &ScansRequest) -> Result<ScansView> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.put(SCANS, &[b"scans"], &ScansRecord { recognise: request.recognise })?;
        let action = if request.recognise { "scans.on" } else { "scans.off" };
        tx.commit(action, Vec::new())?.scans()
    }
}

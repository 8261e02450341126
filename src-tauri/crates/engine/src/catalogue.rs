//! The records of all documents, in memory while the vault is open: lists, filters and titles answer
//! without opening a record each. What is here was committed before.

use crate::{error::Result, tables::DOCUMENTS};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};
use types::{DocumentId, DocumentRecord};
use vault::Vault;

type Records = HashMap<DocumentId, Arc<DocumentRecord>>;

pub(crate) struct Catalogue(RwLock<Records>);

impl Catalogue {
    /// Reads every record once.
    pub fn open(vault: &Vault) -> Result<Self> {
        let mut records = Records::new();
        for record in vault.scan(DOCUMENTS, &[])? {
            let record = record?;
            records.insert(record.id, Arc::new(record));
        }
        Ok(Self(RwLock::new(records)))
    }

    pub fn get(&self, id: &DocumentId) -> Option<Arc<DocumentRecord>> {
        self.records().get(id).cloned()
    }

    /// The records that `keep` keeps, in no order.
    pub fn select(&self, keep: impl Fn(&DocumentRecord) -> bool) -> Vec<Arc<DocumentRecord>> {
        self.records().values().filter(|record| keep(record)).cloned().collect()
    }

    /// After a commit: what was put into the table.
    pub fn put(&self, record: DocumentRecord) {
        let mut records = self.0.write().unwrap_or_else(PoisonError::into_inner);
        records.insert(record.id, Arc::new(record));
    }

    /// After a commit: what was taken out of it.
    pub fn remove(&self, id: &DocumentId) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    fn records(&self) -> RwLockReadGuard<'_, Records> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

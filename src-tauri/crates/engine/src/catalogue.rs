//! The records of all documents, in memory while the vault is open: lists, filters and titles answer
//! without opening a record each. What is here was committed before.

use crate::{error::Result, tables::DOCUMENTS};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};
use types::{DocumentId, DocumentRecord};
use vault::Vault;

type Records = HashMap<DocumentId, Arc<DocumentRecord>>;

pub(crate) struct Catalogue {
    records: RwLock<Records>,
    /// Versions that were replaced: search leaves them out.
    superseded: RwLock<Arc<HashSet<DocumentId>>>,
}

impl Catalogue {
    /// Reads every record once.
    pub fn open(vault: &Vault) -> Result<Self> {
        let mut records = Records::new();
        for record in vault.scan(DOCUMENTS, &[])? {
            let record = record?;
            records.insert(record.id, Arc::new(record));
        }
        let replaced = records.values().filter(|record| record.superseded_by.is_some());
        let superseded = Arc::new(replaced.map(|record| record.id).collect());
        Ok(Self { records: RwLock::new(records), superseded: RwLock::new(superseded) })
    }

    pub fn get(&self, id: &DocumentId) -> Option<Arc<DocumentRecord>> {
        self.all().get(id).cloned()
    }

    /// The records that `keep` keeps, in no order.
    pub fn select(&self, keep: impl Fn(&DocumentRecord) -> bool) -> Vec<Arc<DocumentRecord>> {
        self.all().values().filter(|record| keep(record)).cloned().collect()
    }

    /// After a commit: what was put into the table.
    pub fn put(&self, record: DocumentRecord) {
        self.mark(&record.id, record.superseded_by.is_some());
        let mut records = self.records.write().unwrap_or_else(PoisonError::into_inner);
        records.insert(record.id, Arc::new(record));
    }

    /// After a commit: what was taken out of it.
    pub fn remove(&self, id: &DocumentId) {
        self.mark(id, false);
        self.records.write().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// Versions that were replaced.
    pub fn superseded(&self) -> Arc<HashSet<DocumentId>> {
        Arc::clone(&self.superseded.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn mark(&self, id: &DocumentId, replaced: bool) {
        let mut superseded = self.superseded.write().unwrap_or_else(PoisonError::into_inner);
        if superseded.contains(id) == replaced {
            return;
        }
        let ids = Arc::make_mut(&mut superseded);
        if replaced {
            ids.insert(*id);
        } else {
            ids.remove(id);
        }
    }

    fn all(&self) -> RwLockReadGuard<'_, Records> {
        self.records.read().unwrap_or_else(PoisonError::into_inner)
    }
}

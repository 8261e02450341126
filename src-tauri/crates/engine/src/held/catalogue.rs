//! The records of all documents, in memory while the vault is open: lists, filters and titles answer
//! without opening a record each.

use crate::{error::Result, tables::DOCUMENTS};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};
use types::{DocumentId, DocumentRecord, Format};

/// The records of all documents.
#[derive(Clone)]
pub(crate) struct Catalogue {
    records: HashMap<DocumentId, Arc<DocumentRecord>>,
    /// Versions that were replaced: search leaves them out.
    superseded: Arc<HashSet<DocumentId>>,
}

impl Catalogue {
    /// Reads every record once.
    pub fn open(records: &vault::Snapshot) -> Result<Self> {
        let mut catalogue = Self { records: HashMap::new(), superseded: Arc::default() };
        for record in records.scan(DOCUMENTS, &[])? {
            catalogue.put(record?);
        }
        Ok(catalogue)
    }

    pub fn get(&self, id: &DocumentId) -> Option<Arc<DocumentRecord>> {
        self.records.get(id).cloned()
    }

    /// Whether any document is of a format.
    pub fn holds(&self, format: Format) -> bool {
        self.records.values().any(|record| record.format == format)
    }

    /// The records that `keep` keeps, in no order.
    pub fn select(&self, keep: impl Fn(&DocumentRecord) -> bool) -> Vec<Arc<DocumentRecord>> {
        self.records.values().filter(|record| keep(record)).cloned().collect()
    }

    /// Takes over what was put into the table.
    pub fn put(&mut self, record: DocumentRecord) {
        self.mark(&record.id, record.superseded_by.is_some());
        self.records.insert(record.id, Arc::new(record));
    }

    /// Takes over what was taken out of it.
    pub fn remove(&mut self, id: &DocumentId) {
        self.mark(id, false);
        self.records.remove(id);
    }

    /// Versions that were replaced.
    pub fn superseded(&self) -> Arc<HashSet<DocumentId>> {
        Arc::clone(&self.superseded)
    }

    fn mark(&mut self, id: &DocumentId, replaced: bool) {
        if self.superseded.contains(id) == replaced {
            return;
        }
        let ids = Arc::make_mut(&mut self.superseded);
        if replaced {
            ids.insert(*id);
        } else {
            ids.remove(id);
        }
    }
}

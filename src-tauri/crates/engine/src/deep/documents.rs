//! What lies under a document: its original, its text with pages and passages, its definitions and lists;
//! and whether any of that lies there without its document.

use super::Found;
use crate::{
    Snapshot,
    error::Result,
    tables::{
        BLOCKS, CHUNK_GROUP, CHUNKS, DEFINITIONS, LAYOUTS, REFERENCES, SHAPES, TEXT_BLOCK_BYTES,
        TEXTS,
    },
    text_store,
};
use std::sync::Arc;
use types::{DocumentRecord, DocumentState, Format, Sha256};
use vault::{Table, TableId};

const ORIGINAL_KEYS: Table<()> = Table::new(TableId::OriginalKeys);

impl Snapshot {
    pub(super) fn look_at(&self, record: &DocumentRecord, found: &mut Found) -> Result<()> {
        let original = match self.records.original(&record.id) {
            Ok(Some(bytes)) if sha256(&bytes) == record.sha256 => Some(bytes.len() as u64),
            Ok(Some(_)) => {
                let what = "the original is not the file that was taken in".to_owned();
                found.of_document(record, what, false);
                None
            }
            Ok(None) => {
                found.of_document(record, "the original is gone".to_owned(), false);
                None
            }
            Err(error) => {
                found.of_document(record, format!("the original does not open: {error}"), false);
                None
            }
        };
        if record.state == DocumentState::Indexed {
            // what is made of an original that is there can be made again
            let repairable = original.is_some();
            match self.check_document(&record.id) {
                Ok(check) => {
                    check
                        .findings
                        .into_iter()
                        .for_each(|what| found.of_document(record, what, repairable));
                }
                Err(error) => {
                    let what = format!("its text does not open: {error}");
                    found.of_document(record, what, repairable);
                }
            }
            self.look_at_parts(record, found, repairable)?;
        }
        if let Some(bytes) = original {
            found.report.originals += 1;
            found.report.bytes += bytes;
        }
        Ok(())
    }

    /// Pages, definitions and lists, as many as its record says.
    fn look_at_parts(
        &self,
        record: &DocumentRecord,
        found: &mut Found,
        repairable: bool,
    ) -> Result<()> {
        let id = record.id.as_bytes().as_slice();
        let pages = self.records.count(LAYOUTS, &[id])?;
        let outlined = text_store::shape(&self.records, &record.id)?.page_ends.len();
        if pages != u64::from(record.pages) || outlined != record.pages as usize {
            let expected = record.pages;
            let what =
                format!("{pages} of its pages are laid out, {outlined} outlined, of {expected}");
            found.of_document(record, what, repairable);
        }
        let defined = self.records.get(DEFINITIONS, &[id])?.unwrap_or_default().len();
        if defined != record.definitions as usize {
            let expected = record.definitions;
            let what = format!("{defined} definitions are stored, not {expected}");
            found.of_document(record, what, repairable);
        }
        if record.format == Format::References
            && self.records.get(REFERENCES, &[id])?.is_none_or(|list| list.is_empty())
        {
            found.of_document(record, "its list of references is gone".to_owned(), repairable);
        }
        Ok(())
    }

    /// Counts what lies under documents, which is found by its document's id alone.
    pub(super) fn look_for_strays(
        &self,
        documents: &[Arc<DocumentRecord>],
        found: &mut Found,
    ) -> Result<()> {
        let records = &self.records;
        let with_text: Vec<&DocumentRecord> = documents
            .iter()
            .map(|record| &**record)
            .filter(|it| matches!(it.state, DocumentState::Indexed | DocumentState::Parsing))
            .collect();
        let each = |count: &dyn Fn(&DocumentRecord) -> u64| -> u64 {
            with_text.iter().map(|record| count(record)).sum()
        };
        let blocks = |record: &DocumentRecord| record.text_bytes.div_ceil(TEXT_BLOCK_BYTES as u64);
        let mut under = |table: TableId, held: u64, expected: u64| {
            if held > expected {
                let more = held - expected;
                let what = format!("{more} records of {} belong to no document", table.name());
                found.of_vault(what, false);
            }
        };
        under(TableId::Texts, records.count(TEXTS, &[])?, each(&blocks));
        let pages = each(&|record| u64::from(record.pages));
        under(TableId::Layouts, records.count(LAYOUTS, &[])?, pages);
        let groups = each(&|record| u64::from(record.chunks.div_ceil(CHUNK_GROUP)));
        under(TableId::Chunks, records.count(CHUNKS, &[])?, groups);
        let all = with_text.len() as u64;
        under(TableId::Shapes, records.count(SHAPES, &[])?, all);
        under(TableId::Blocks, records.count(BLOCKS, &[])?, all);
        let defining = each(&|record| u64::from(record.definitions > 0));
        under(TableId::Definitions, records.count(DEFINITIONS, &[])?, defining);
        let keys = records.count(ORIGINAL_KEYS, &[])?;
        under(TableId::OriginalKeys, keys, documents.len() as u64);
        Ok(())
    }
}

fn sha256(bytes: &[u8]) -> Sha256 {
    use sha2::Digest;
    Sha256::from_bytes(sha2::Sha256::digest(bytes).into())
}

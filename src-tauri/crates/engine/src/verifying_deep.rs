//! Whether what lies in the vault fits together: every record opens, every original is the file that was
//! taken in, every index speaks of what is there. What can be made anew from an original is, on request.

use crate::{
    Palace, Resources, Snapshot,
    error::{Error, Result},
};
use graph::Facet;
use std::{collections::BTreeMap, path::Path, sync::Arc, time::Instant};
use types::{
    Cancel, DeepFinding, DeepReport, DocumentId, DocumentRecord, DocumentState, Sha256, Strategy,
};
use vault::{Backup, Passphrase};

impl Palace {
    /// Looks at everything; with `repair`, reads documents anew whose text, chunks, vectors or knowledge
    /// are not what they should be, and looks again.
    pub fn verify_deep(&self, repair: bool, cancel: &Cancel) -> Result<DeepReport> {
        let report = self.snapshot().verify_deep()?;
        let damaged: Vec<DocumentId> = report
            .findings
            .iter()
            .filter(|finding| finding.repairable)
            .filter_map(|finding| finding.document_id)
            .collect();
        if !repair || damaged.is_empty() {
            return Ok(report);
        }
        let now = self.snapshot();
        let mut waiting: Vec<Arc<DocumentRecord>> =
            damaged.iter().filter_map(|id| now.catalogue.get(id)).collect();
        waiting.dedup_by_key(|record| record.id);
        drop(now);
        self.read_again(&waiting, Strategy::Hybrid, cancel)?;
        let after = self.snapshot().verify_deep()?;
        let left: Vec<DocumentId> =
            after.findings.iter().filter_map(|finding| finding.document_id).collect();
        let repaired = waiting.iter().map(|record| record.id).filter(|id| !left.contains(id));
        Ok(DeepReport { repaired: repaired.collect(), ..after })
    }
}

impl Snapshot {
    /// Looks at everything and changes nothing.
    pub(crate) fn verify_deep(&self) -> Result<DeepReport> {
        let start = Instant::now();
        let opened = self.records.open_every()?;
        let mut report =
            DeepReport { records: opened.records, bytes: opened.bytes, ..DeepReport::default() };
        for (table, records) in opened.unreadable {
            report.findings.push(DeepFinding {
                document_id: None,
                name: None,
                what: format!("{records} records of {} do not open", table.name()),
                repairable: false,
            });
        }
        let documents = self.catalogue.select(|_| true);
        for record in &documents {
            self.look_at(record, &mut report);
        }
        report.documents = documents.len() as u64;
        self.look_at_index(&documents, &mut report);
        self.look_at_places(&mut report)?;
        report.took_ms = start.elapsed().as_millis() as u64;
        Ok(report)
    }

    fn look_at(&self, record: &DocumentRecord, report: &mut DeepReport) {
        let mut found = |what: String, repairable: bool| {
            report.findings.push(DeepFinding {
                document_id: Some(record.id),
                name: Some(record.origin.name.clone()),
                what,
                repairable,
            });
        };
        let original = match self.records.original(&record.id) {
            Ok(Some(bytes)) if sha256(&bytes) == record.sha256 => Some(bytes.len() as u64),
            Ok(Some(_)) => {
                found("the original is not the file that was taken in".to_owned(), false);
                None
            }
            Ok(None) => {
                found("the original is gone".to_owned(), false);
                None
            }
            Err(error) => {
                found(format!("the original does not open: {error}"), false);
                None
            }
        };
        if record.state == DocumentState::Indexed {
            // what is made of an original that is there can be made again
            let repairable = original.is_some();
            match self.check_document(&record.id) {
                Ok(check) => check.findings.into_iter().for_each(|what| found(what, repairable)),
                Err(error) => found(format!("its text does not open: {error}"), repairable),
            }
            let indexed = self.index.passages_of(&record.id);
            if indexed != u64::from(record.chunks) {
                let chunks = record.chunks;
                found(
                    format!("the index holds {indexed} passages of it, not {chunks}"),
                    repairable,
                );
            }
        }
        if let Some(bytes) = original {
            report.originals += 1;
            report.bytes += bytes;
        }
    }

    /// Vectors for every passage, or known to be waited for.
    fn look_at_index(&self, documents: &[Arc<DocumentRecord>], report: &mut DeepReport) {
        let indexed = documents.iter().filter(|record| record.state == DocumentState::Indexed);
        let chunks: u64 = indexed.map(|record| u64::from(record.chunks)).sum();
        if self.index.chunks() != chunks {
            let held = self.index.chunks();
            report.findings.push(DeepFinding {
                document_id: None,
                name: None,
                what: format!("the index holds {held} passages, the documents have {chunks}"),
                repairable: false,
            });
        }
        report.passages = chunks;
    }

    /// Under each wing the nodes that are in it, and no others.
    fn look_at_places(&self, report: &mut DeepReport) -> Result<()> {
        let view = self.graph.view();
        let mut wings: BTreeMap<Arc<str>, u64> = BTreeMap::new();
        for head in view.heads() {
            *wings.entry(Arc::clone(&head.wing)).or_default() += 1;
            report.nodes += 1;
        }
        for (wing, nodes) in wings {
            let mut filed = 0;
            for node in self.graph.under(&self.records, &Facet::Wing(wing.to_string()))? {
                node?;
                filed += 1;
            }
            if filed != nodes {
                report.findings.push(DeepFinding {
                    document_id: None,
                    name: None,
                    what: format!("{filed} nodes are filed under a wing that has {nodes}"),
                    repairable: false,
                });
            }
        }
        Ok(())
    }
}

fn sha256(bytes: &[u8]) -> Sha256 {
    use sha2::Digest;
    Sha256::from_bytes(sha2::Sha256::digest(bytes).into())
}

/// Opens a backup where it lies, and everything in it.
pub fn verify_backup(
    folder: &Path,
    commit: Option<u64>,
    passphrase: &Passphrase,
    resources: &Arc<Resources>,
) -> Result<types::BackupCheck> {
    let start = Instant::now();
    let backup = Backup::find(folder, None, commit)?;
    backup.check_files()?;
    let vault = backup.open(passphrase)?;
    let pass = vault.verify()?;
    if !pass.findings.is_empty() {
        return Err(Error::Vault(vault::Error::BackupDamaged(
            "records of it are not those that were saved",
        )));
    }
    let (now, _) = Snapshot::open(vault.snapshot(), Arc::clone(resources))?;
    let deep = now.verify_deep()?;
    let (files, bytes) = backup.size();
    Ok(types::BackupCheck {
        ok: deep.findings.is_empty(),
        vault_id: backup.vault_id(),
        commit_seq: backup.commit_seq(),
        taken_at: backup.taken_at(),
        files,
        bytes,
        records: pass.records,
        originals: deep.originals,
        findings: deep.findings,
        took_ms: start.elapsed().as_millis() as u64,
    })
}

//! Whether what lies in the vault fits together: every record opens, every original is the file that was
//! taken in, every index says what it would say if it were made now. What can be made anew is, on request.
//!
//! ```text
//! documents    originals, texts, passages and what else lies under a document
//! index        words and vectors against the passages
//! knowledge    places, names, levels, notes
//! ```

mod documents;
mod index;
mod knowledge;

use crate::{
    Palace, Resources, Snapshot,
    error::{Error, Result},
};
use std::{path::Path, sync::Arc, time::Instant};
use types::{
    Cancel, Collection, DeepFinding, DeepReport, DocumentId, DocumentRecord, LevelsBuildRequest,
    Strategy,
};
use vault::{Backup, Passphrase};

/// What was found, and what making it anew takes.
#[derive(Default)]
struct Found {
    report: DeepReport,
    /// Passages without vectors.
    unembedded: bool,
    /// Of no document that is there.
    strays: Vec<DocumentId>,
    /// Places or names.
    unfiled: bool,
    levels: Vec<Collection>,
}

impl Found {
    fn of_vault(&mut self, what: String, repairable: bool) {
        let finding = DeepFinding { document_id: None, name: None, what, repairable };
        self.report.findings.push(finding);
    }

    fn of_document(&mut self, record: &DocumentRecord, what: String, repairable: bool) {
        let (document_id, name) = (Some(record.id), Some(record.origin.name.clone()));
        self.report.findings.push(DeepFinding { document_id, name, what, repairable });
    }
}

impl Palace {
    /// Looks at everything; with `repair`, makes anew what is not what it should be, and looks again.
    pub fn verify_deep(&self, repair: bool, cancel: &Cancel) -> Result<DeepReport> {
        let found = self.snapshot().verify_deep()?;
        if !repair || !found.report.findings.iter().any(|finding| finding.repairable) {
            return Ok(found.report);
        }
        let repairable = found.report.findings.iter().filter(|finding| finding.repairable);
        let mut damaged: Vec<DocumentId> =
            repairable.filter_map(|finding| finding.document_id).collect();
        damaged.sort_unstable();
        damaged.dedup();
        self.make_anew(&found, &damaged, cancel)?;
        let after = self.snapshot().verify_deep()?.report;
        let left: Vec<DocumentId> =
            after.findings.iter().filter_map(|finding| finding.document_id).collect();
        damaged.retain(|id| !left.contains(id));
        Ok(DeepReport { repaired: damaged, ..after })
    }

    fn make_anew(&self, found: &Found, damaged: &[DocumentId], cancel: &Cancel) -> Result<()> {
        if !found.strays.is_empty() {
            let mut writer = self.write()?;
            let mut tx = writer.begin();
            let index = tx.index.clone();
            let staged = index.remove(&mut tx.batch, &found.strays)?;
            drop(index);
            tx.show_index(staged);
            tx.commit("index.repair", Vec::new())?;
        }
        let now = self.snapshot();
        let waiting: Vec<Arc<DocumentRecord>> =
            damaged.iter().filter_map(|id| now.catalogue.get(id)).collect();
        drop(now);
        self.read_again(&waiting, Strategy::Hybrid, cancel)?;
        if found.unembedded {
            self.refine(cancel, &|_| {})?;
        }
        if found.unfiled {
            let mut writer = self.write()?;
            let mut tx = writer.begin();
            let (graph, records) = (tx.graph.clone(), tx.base());
            let staged = graph.refile(&records, &mut tx.batch)?;
            drop((graph, records));
            tx.show_graph(staged);
            tx.commit("graph.repair", Vec::new())?;
        }
        for collection in &found.levels {
            let (collection, method) = (collection.clone(), None);
            let request = LevelsBuildRequest { collection, method, max_synthesis_ratio: None };
            self.build_levels(&request, cancel, &|_, _| {})?;
        }
        Ok(())
    }
}

impl Snapshot {
    /// Looks at everything and changes nothing.
    fn verify_deep(&self) -> Result<Found> {
        let start = Instant::now();
        let opened = self.records.open_every()?;
        let mut found = Found::default();
        (found.report.records, found.report.bytes) = (opened.records, opened.bytes);
        for (table, records) in opened.unreadable {
            found.of_vault(format!("{records} records of {} do not open", table.name()), false);
        }
        let mut documents = self.catalogue.select(|_| true);
        documents.sort_by_key(|record| record.id);
        for record in &documents {
            self.look_at(record, &mut found)?;
        }
        found.report.documents = documents.len() as u64;
        self.look_for_strays(&documents, &mut found)?;
        self.look_at_index(&documents, &mut found)?;
        self.look_at_knowledge(&mut found)?;
        found.report.took_ms = start.elapsed().as_millis() as u64;
        Ok(found)
    }
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
    let deep = now.verify_deep()?.report;
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

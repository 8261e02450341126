//! Whether the vault is as it was last saved: in full when a person asks, and once after each unlock
//! in the background, a slice at a time. What differs is named by document where it is one's, and
//! from then on nothing in that vault is answered any more.

use crate::{Palace, Resources, error::Result, held::background::Progress, tables::DOCUMENTS};
use std::{collections::HashMap, path::Path, sync::PoisonError};
use types::{Cancel, DocumentId, ErrorCode, Problem, VaultDifference, VaultFinding, VerifyReport};
use vault::{Difference, Finding, Pass, Passphrase, Place, TableId, Vault};

/// Tables whose records lie under a document's id.
const OF_DOCUMENTS: [TableId; 11] = [
    TableId::Documents,
    TableId::Texts,
    TableId::Layouts,
    TableId::Chunks,
    TableId::Originals,
    TableId::OriginalKeys,
    TableId::Shapes,
    TableId::Definitions,
    TableId::Blocks,
    TableId::Contexts,
    TableId::References,
];

/// Findings that one message names.
const NAMED: usize = 3;

impl Palace {
    /// Compares everything that lies in the vault with what was last saved.
    pub fn verify(&self) -> Result<VerifyReport> {
        report(&self.vault)
    }

    /// The same, and where nothing differs, whether everything opens and fits together.
    pub fn verify_closely(&self, repair: bool, cancel: &Cancel) -> Result<VerifyReport> {
        let report = self.verify()?;
        if !report.ok {
            return Ok(report);
        }
        let deep = self.verify_deep(repair, cancel)?;
        Ok(VerifyReport { ok: deep.findings.is_empty(), deep: Some(deep), ..report })
    }

    /// One slice of the pass after unlocking, some milliseconds of work; false where there is nothing
    /// to do for now. The caller says how often, from one thread.
    pub fn look_through(&self) -> bool {
        let mut progress = self.progress();
        if !matches!(*progress, Progress::Ahead | Progress::Under(_)) {
            return false;
        }
        let mut pass = match std::mem::replace(&mut *progress, Progress::InSlice) {
            Progress::Under(pass) => pass,
            _ => Pass::new(),
        };
        drop(progress);
        // not held meanwhile: every command asks what was found
        let more = self.vault.go_on(&mut pass);
        let (progress, goes_on) = match more {
            Ok(true) => (Progress::Under(pass), true),
            Ok(false) => (self.end(&pass), false),
            Err(error) => {
                // it says nothing about the records: the next call tries this slice again
                tracing::warn!(code = ?error.problem().code, "the pass over all records waits");
                (Progress::Under(pass), false)
            }
        };
        *self.progress() = progress;
        goes_on
    }

    fn end(&self, pass: &Pass) -> Progress {
        let (records, findings) = (pass.records, pass.findings.len());
        if findings == 0 {
            tracing::info!(records, "every record is as it was saved");
            return Progress::Sound;
        }
        tracing::error!(records, findings, "records are not as they were saved");
        Progress::Damaged(problem(&named(&self.vault, &pass.findings)))
    }

    /// What the pass found, once it did.
    pub fn damage(&self) -> Option<Problem> {
        match &*self.progress() {
            Progress::Damaged(problem) => Some(problem.clone()),
            _ => None,
        }
    }

    fn progress(&self) -> std::sync::MutexGuard<'_, Progress> {
        self.background.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same for a vault that nobody has open, and that may not open as a palace any more.
pub fn verify(
    folder: &Path,
    passphrase: &Passphrase,
    resources: &Resources,
) -> Result<VerifyReport> {
    let vault = Vault::open(folder, passphrase, resources.now())?;
    let report = report(&vault)?;
    vault.sync_and_close()?;
    Ok(report)
}

fn report(vault: &Vault) -> Result<VerifyReport> {
    let pass = vault.verify()?;
    let findings = named(vault, &pass.findings);
    Ok(VerifyReport { ok: findings.is_empty(), records: pass.records, findings, deep: None })
}

fn named(vault: &Vault, findings: &[Finding]) -> Vec<VaultFinding> {
    let owners = if findings.iter().any(|finding| finding.place.is_some()) {
        owners(vault)
    } else {
        HashMap::new()
    };
    let name = |finding: &Finding| {
        let owner = finding.place.as_ref().and_then(|place| owners.get(place));
        VaultFinding {
            table: finding.table_name().to_owned(),
            difference: match finding.difference {
                Difference::Missing => VaultDifference::Missing,
                Difference::Older => VaultDifference::Older,
                Difference::Foreign => VaultDifference::Foreign,
                Difference::Changed => VaultDifference::Changed,
                Difference::Unreadable => VaultDifference::Unreadable,
            },
            document_id: owner.map(|(id, _)| *id),
            name: owner.and_then(|(_, name)| name.clone()),
            expected: finding.expected,
            found: finding.found,
        }
    };
    findings.iter().map(name).collect()
}

/// Whose the places are: of the documents that are listed, and of those that the audit log speaks of.
fn owners(vault: &Vault) -> HashMap<Place, (DocumentId, Option<String>)> {
    let now = vault.snapshot();
    let mut documents: HashMap<DocumentId, Option<String>> = HashMap::new();
    for seq in 1..=now.commit_seq() {
        let Ok(Some(entry)) = now.audit_entry(seq) else { continue };
        let ids = entry.subjects.iter().filter_map(|subject| subject.parse::<DocumentId>().ok());
        documents.extend(ids.map(|id| (id, None)));
    }
    // as far as they can be read: what differs here is among the findings
    let listed = now.scan(DOCUMENTS, &[]).into_iter().flatten().filter_map(|record| record.ok());
    documents.extend(listed.map(|record| (record.id, Some(record.origin.name))));
    let mut owners = HashMap::new();
    for (id, name) in documents {
        for table in OF_DOCUMENTS {
            owners.insert(now.place(table, &[id.as_bytes()]), (id, name.clone()));
        }
    }
    owners
}

fn problem(findings: &[VaultFinding]) -> Problem {
    let mut told: Vec<String> = findings.iter().take(NAMED).map(one).collect();
    if findings.len() > NAMED {
        told.push(format!("and {} more", findings.len() - NAMED));
    }
    Problem::new(
        ErrorCode::VaultDamaged,
        format!("The vault is not as it was last saved: {}.", told.join("; ")),
        "Somebody or something changed its files. `loci vault verify` lists what differs. Keep the \
         folder as it is and restore a backup of the whole vault, or accept what is there; \
         accepting is written to the audit log.",
    )
}

fn one(finding: &VaultFinding) -> String {
    let VaultFinding { table, expected, found, .. } = finding;
    let of = match (&finding.name, &finding.document_id) {
        (Some(name), _) => format!(" of \"{name}\""),
        (None, Some(id)) => format!(" of the document {id}"),
        (None, None) => String::new(),
    };
    let how = match finding.difference {
        VaultDifference::Missing => {
            format!("{} of {expected} missing", expected.saturating_sub(*found))
        }
        VaultDifference::Older => "older ones put back".to_owned(),
        VaultDifference::Foreign => "foreign ones among them".to_owned(),
        VaultDifference::Changed => "older or foreign ones among them".to_owned(),
        VaultDifference::Unreadable => "unreadable".to_owned(),
    };
    format!("{table}{of}: {how}")
}

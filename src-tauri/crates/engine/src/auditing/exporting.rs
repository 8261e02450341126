//! A collection written for others: its record is committed and covered by a checkpoint before the file
//! is there.

use super::{access::GATHERED, signing::view};
use crate::{
    Palace,
    error::{Error, Result},
};
use audit::{
    CHECKPOINT, Content, Excerpt, Made, Package, Proven, SIGNATURE, Signed, Tree, canonical,
    fingerprint, leaf, origin, sha256,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use types::{
    ErrorCode, ExportAnswer, ExportCheck, ExportCheckRequest, ExportPreview, ExportPreviewRequest,
    ExportRequest, ExportedFile, Level, Sha256, SignatureView, Timestamp,
};
use vault::{AuditEntry, AuditNote};

/// Characters of a preview.
const PREVIEW_CHARS: usize = 20_000;

/// What the whole trail says of one content.
struct Told {
    leaves: Vec<Sha256>,
    records: Vec<AuditEntry>,
    signatures: Vec<Signed>,
    /// Keys among theirs that were revoked since.
    revoked: BTreeMap<String, Timestamp>,
    outdated: u64,
}

impl Palace {
    fn told(&self, collection: &str, content: &Content, hash: &Sha256) -> Result<Told> {
        let now = self.snapshot();
        let documents: BTreeSet<String> =
            content.hierarchy.documents.iter().map(|it| it.document_id.to_string()).collect();
        let (mut leaves, mut records, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
        let mut outdated = 0;
        for seq in 1..=now.records.commit_seq() {
            let entry = now.records.audit_entry(seq)?;
            let entry =
                entry.ok_or_else(|| Error::internal("A record of the audit log is missing."))?;
            leaves.push(leaf(&entry)?);
            let named = entry
                .note
                .as_ref()
                .is_some_and(|note| note.collections.iter().any(|own| own == collection));
            if named && entry.action == SIGNATURE {
                match serde_json::from_str::<Signed>(&entry.detail) {
                    Ok(signed) if signed.statement.content_sha256 == *hash => {
                        signatures.push(signed)
                    }
                    _ => outdated += 1,
                }
            }
            // a record of looks tells of other collections as well
            if entry.action == GATHERED {
                continue;
            }
            if named || entry.subjects.iter().any(|subject| documents.contains(subject)) {
                records.push(entry);
            }
        }
        let mut revoked = now.revocations()?;
        revoked
            .retain(|key, _| signatures.iter().any(|it: &Signed| it.statement.signer_key == *key));
        Ok(Told { leaves, records, signatures, revoked, outdated })
    }

    fn package(&self, request: &ExportRequest, content: Value, hash: Sha256) -> Package {
        let key = self.vault.public_key();
        Package {
            loci_export: Package::VERSION,
            format: request.format,
            content,
            content_sha256: hash,
            files: BTreeMap::new(),
            made: Made {
                at: self.resources.now(),
                by: concat!("Loci ", env!("CARGO_PKG_VERSION")).to_owned(),
                vault_id: self.vault.id().to_string(),
                origin: origin(&self.vault.id()),
                public_key: hex::encode(key),
            },
            signatures: Vec::new(),
            revoked: BTreeMap::new(),
            trail: None,
        }
    }

    /// What an export would hold, and who signed it.
    pub fn export_preview(&self, request: &ExportPreviewRequest) -> Result<ExportPreview> {
        let collection = request.collection.as_str();
        let content = self.snapshot().content(collection)?;
        self.note_access("export.preview", &[], Some(collection), None, "")?;
        let value = content.value()?;
        let hash = sha256(&canonical(&value)?);
        let told = self.told(collection, &content, &hash)?;
        let ask = ExportRequest {
            collection: collection.to_owned(),
            format: types::ExportFormat::Markdown,
            path: String::new(),
            no_audit: true,
            reason: String::new(),
        };
        let mut package = self.package(&ask, value, hash);
        package.signatures = told.signatures;
        package.revoked = told.revoked;
        let text = audit::preview(&package, &content);
        let shown: String = text.chars().take(PREVIEW_CHARS).collect();
        Ok(ExportPreview {
            content_sha256: hash,
            cut: shown.len() < text.len(),
            text: shown,
            nodes: content.hierarchy.nodes.len() as u64,
            documents: content.hierarchy.documents.len() as u64,
            overrides: content.overrides.len() as u64,
            signatures: views(&package),
            outdated: told.outdated,
            regulated: self.snapshot().is_regulated(collection)?,
        })
    }

    /// Writes a collection to where the person says: in the clear, as they wish.
    pub fn export(&self, request: &ExportRequest) -> Result<ExportAnswer> {
        let collection = request.collection.as_str();
        let out = Path::new(&request.path);
        if out.file_name().is_none() || !out.is_absolute() {
            let hint = "Give a file's whole path.";
            return Err(Error::new(ErrorCode::Usage, "That is no place for an export.", hint));
        }
        let content = self.snapshot().content(collection)?;
        self.note_access("export", &[], Some(collection), None, "")?;
        let value = content.value()?;
        let hash = sha256(&canonical(&value)?);
        let format = serde_json::to_value(request.format).unwrap_or_default();
        let format = format.as_str().unwrap_or_default().to_owned();
        let note = || AuditNote {
            collections: vec![collection.to_owned()],
            levels: levels(&content),
            reason: request.reason.trim().to_owned(),
            ..AuditNote::default()
        };
        self.settle_accesses()?;
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.note = note();
        tx.commit_with("export", vec![hash.to_string()], format)?;
        let (_, checkpoint) = writer.checkpoint()?;
        drop(writer);
        let mut told = self.told(collection, &content, &hash)?;
        // the checkpoint's own record comes after the records that it covers
        told.leaves.truncate(covered(&checkpoint));
        told.records.retain(|it| it.seq <= told.leaves.len() as u64 && it.action != CHECKPOINT);
        let mut package = self.package(request, value, hash);
        package.signatures = told.signatures;
        package.revoked = told.revoked;
        if !request.no_audit {
            let tree = Tree::new(told.leaves);
            let proven = |record: AuditEntry| Proven { proof: tree.proof(record.seq - 1), record };
            let records = told.records.into_iter().map(proven).collect();
            package.trail = Some(Excerpt { checkpoint, records });
        }
        let written = self.write_export(out, &mut package, &content);
        if let Err(error) = &written {
            let mut writer = self.write()?;
            let mut tx = writer.begin();
            tx.note = note();
            let code = format!("{:?}", error.problem().code);
            tx.commit_with("export.failed", vec![hash.to_string()], code)?;
        }
        Ok(ExportAnswer {
            path: request.path.clone(),
            files: written?,
            content_sha256: hash,
            signatures: views(&package),
            records: package.trail.as_ref().map_or(0, |trail| trail.records.len() as u64),
            nodes: content.hierarchy.nodes.len() as u64,
            fingerprint: fingerprint(&self.vault.public_key()),
            verify: format!("loci verify-export \"{}\"", request.path),
        })
    }

    fn write_export(
        &self,
        out: &Path,
        package: &mut Package,
        content: &Content,
    ) -> Result<Vec<ExportedFile>> {
        let files = audit::files(package, content)?;
        package.files = files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
        let sealed = package.sealed(|message| self.vault.sign(message))?;
        let of = |name: &str, bytes: &[u8]| ExportedFile {
            name: name.to_owned(),
            bytes: bytes.len() as u64,
        };
        let mut told: Vec<ExportedFile> =
            files.iter().map(|(name, bytes)| of(name, bytes)).collect();
        told.push(of("export.json", &sealed));
        audit::write(out, package.format, sealed, files)?;
        Ok(told)
    }
}

/// Records that a checkpoint covers.
fn covered(note: &str) -> usize {
    note.lines().nth(1).and_then(|size| size.parse().ok()).unwrap_or(0)
}

fn levels(content: &Content) -> Vec<String> {
    let levels: BTreeSet<Level> = content.hierarchy.nodes.iter().map(|node| node.level).collect();
    levels.iter().map(|level| format!("{level:?}").to_lowercase()).collect()
}

fn views(package: &Package) -> Vec<SignatureView> {
    let revoked = |signed: &Signed| package.revoked.get(&signed.statement.signer_key).copied();
    let view = |signed: &Signed| Some(view(signed, &signed.public_key()?, revoked(signed)));
    package.signatures.iter().filter_map(view).collect()
}

/// Whether an export is what was written. Needs no vault.
pub fn verify_export(request: &ExportCheckRequest) -> ExportCheck {
    let mut checked = audit::verify_export(Path::new(&request.path));
    let package = checked.package.as_ref();
    let key = package.and_then(Package::public_key).map(|key| fingerprint(&key));
    let fingerprint = key.unwrap_or_default();
    let digits = |text: &str| text.chars().filter(|it| !it.is_whitespace()).collect::<String>();
    if let Some(wanted) = &request.key
        && digits(wanted).to_lowercase() != digits(&fingerprint)
    {
        checked
            .findings
            .push("it was sealed by another key than the one that you named".to_owned());
    }
    let name = |package: &Package| {
        let name = package.content.pointer("/hierarchy/collection").and_then(Value::as_str);
        name.unwrap_or_default().to_owned()
    };
    ExportCheck {
        ok: checked.findings.is_empty(),
        collection: package.map(name).unwrap_or_default(),
        exported_at: package.map(|package| package.made.at),
        content_sha256: package.map(|package| package.content_sha256),
        findings: checked.findings,
        signatures: checked.signatures,
        records: checked.records,
        files: checked.files,
        fingerprint,
    }
}

//! Whether an export is what was written, to the byte: without the vault, and without a passphrase.

use crate::{
    canonical::sha256,
    checkpoint::{Checkpoint, fingerprint},
    error::{Error, Result},
    export::{PDF, place},
    merkle::verify_inclusion,
    package::{Excerpt, Package},
    signature::unhex,
    trail::leaf,
    written::SEALED,
};
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};
use types::{ExportFormat, SignatureView};

/// Largest file that is read.
const MOST_BYTES: u64 = 1 << 30;

/// What checking found.
#[derive(Debug, Default)]
pub struct Checked {
    /// The package, where it is one.
    pub package: Option<Package>,
    /// What does not hold.
    pub findings: Vec<String>,
    /// Signatures that hold.
    pub signatures: Vec<SignatureView>,
    /// Records that are proven.
    pub records: u64,
    /// Files compared.
    pub files: u64,
}

/// Checks an export: its sealed file, its folder, or the PDF that it came with.
pub fn verify_export(path: &Path) -> Checked {
    let mut checked = Checked::default();
    if let Err(error) = check(path, &mut checked) {
        checked.findings.push(match error {
            Error::Unsound(why) => why,
            other => other.to_string(),
        });
    }
    checked
}

fn check(path: &Path, checked: &mut Checked) -> Result<()> {
    // what is looked at, and under which name the export was written
    let (sealed, out) = whereabouts(path)?;
    let bytes = read(&sealed).map_err(|_| {
        let name = sealed.file_name().unwrap_or_default().to_string_lossy();
        Error::unsound(format!("“{name}”, which seals it, is not there or cannot be read"))
    })?;
    let package = Package::open(&bytes)?;
    for (name, hash) in &package.files {
        let path = place(&out, package.format, name);
        let shown = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match read(&path) {
            Ok(bytes) if sha256(&bytes) == *hash => checked.files += 1,
            Ok(_) => checked.findings.push(format!("“{shown}” was changed")),
            Err(_) => checked.findings.push(format!("“{shown}” is missing or cannot be read")),
        }
    }
    if matches!(package.format, ExportFormat::Markdown | ExportFormat::RoCrate) {
        let mut known: BTreeSet<PathBuf> =
            package.files.keys().map(|name| out.join(name)).collect();
        known.insert(out.join(SEALED));
        strangers(&out, &known, checked)?;
    }
    signatures(&package, checked);
    if let Some(trail) = &package.trail {
        records(&package, trail, checked)?;
    }
    checked.package = Some(package);
    Ok(())
}

fn whereabouts(path: &Path) -> Result<(PathBuf, PathBuf)> {
    if path.is_dir() {
        return Ok((path.join(SEALED), path.to_owned()));
    }
    if path.file_name() == Some(OsStr::new(SEALED)) && path.with_file_name("index.md").exists() {
        let folder = path.parent().unwrap_or(Path::new("."));
        return Ok((path.to_owned(), folder.to_owned()));
    }
    let mut head = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut head));
    let read = read.map_err(Error::io("Reading the export"))?;
    let bare = path.with_extension("");
    let is_of_pdf = path.extension() == Some(OsStr::new("json"))
        && bare.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(PDF));
    match (read > 0 && head.first() == Some(&b'{'), is_of_pdf) {
        (true, true) => Ok((path.to_owned(), bare)),
        (true, false) => Ok((path.to_owned(), path.to_owned())),
        (false, _) => Ok((place(path, ExportFormat::Pdf, SEALED), path.to_owned())),
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Error::io("Reading the export"))?;
    let read = file.take(MOST_BYTES).read_to_end(&mut bytes);
    read.map_err(Error::io("Reading the export"))?;
    Ok(bytes)
}

/// Files in the folder that nobody sealed.
fn strangers(folder: &Path, known: &BTreeSet<PathBuf>, checked: &mut Checked) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(Error::io("Reading the folder"))? {
        let path = entry.map_err(Error::io("Reading the folder"))?.path();
        if path.is_dir() {
            strangers(&path, known, checked)?;
        } else if !known.contains(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            checked.findings.push(format!("“{name}” was added"));
        }
    }
    Ok(())
}

fn signatures(package: &Package, checked: &mut Checked) {
    for signed in &package.signatures {
        let statement = &signed.statement;
        let name = &statement.name;
        let revoked = package.revoked.get(&statement.signer_key).copied();
        if !signed.holds() {
            checked.findings.push(format!("the signature of {name} does not hold"));
        } else if statement.content_sha256 != package.content_sha256 {
            checked.findings.push(format!("{name} signed another content"));
        } else if revoked.is_some_and(|at| at <= statement.signed_at) {
            checked.findings.push(format!("{name} signed after the key was revoked"));
        } else {
            let key = unhex(&statement.signer_key).map(|key| fingerprint(&key));
            checked.signatures.push(SignatureView {
                name: name.clone(),
                role: statement.role.clone(),
                meaning: statement.meaning,
                signed_at: statement.signed_at,
                content_sha256: statement.content_sha256,
                fingerprint: key.unwrap_or_default(),
                revoked_at: revoked,
            });
        }
    }
}

fn records(package: &Package, trail: &Excerpt, checked: &mut Checked) -> Result<()> {
    let key = package.public_key().ok_or_else(|| Error::unsound("its key is none"))?;
    let head = Checkpoint::open(&trail.checkpoint, &key)?;
    if head.origin != package.made.origin {
        return Err(Error::unsound("its head is of another vault's trail"));
    }
    let mut before: Option<&vault::AuditEntry> = None;
    for proven in &trail.records {
        let record = &proven.record;
        let index = record.seq.wrapping_sub(1);
        let follows = before.is_none_or(|before| {
            before.seq < record.seq
                && (before.seq + 1 != record.seq || before.hash() == record.previous)
        });
        let holds = verify_inclusion(leaf(record)?, index, head.size, &proven.proof, &head.root);
        if holds && follows {
            checked.records += 1;
        } else {
            checked.findings.push(format!("record {} is not in the signed trail", record.seq));
        }
        before = Some(record);
    }
    Ok(())
}

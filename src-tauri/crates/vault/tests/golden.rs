//! A vault written once per version of the disk format, opened by every later version for ever.
//! `LOCI_BLESS=1 cargo test -p vault --test golden` writes a new one where there is none. Version 1 is
//! from before records were bound; it cannot be written any more. Version 3 has a recovery code and new keys;
//! `backup1` is a backup of such a vault.
#![cfg(not(feature = "plain-for-tests"))]
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use types::{DocumentId, Timestamp};
use vault::{
    AuditEvent, Backup, Blob, Instead, KdfParams, Passphrase, RecoveryCode, Table, TableId, Vault,
};

const LATER: Timestamp = Timestamp::from_unix_ms(1_795_000_000_000);

const TEXTS: Table<Blob> = Table::new(TableId::Texts);
const SETTINGS: Table<String> = Table::new(TableId::Settings);
const DOCUMENT: DocumentId = DocumentId::from_bytes([7; 16]);
const CREATED: Timestamp = Timestamp::from_unix_ms(1_790_000_000_000);

fn golden(version: &str) -> PathBuf {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").unwrap();
    Path::new(&folder).join("tests/golden").join(version)
}

fn passphrase() -> Passphrase {
    Passphrase::new("golden pässphrase".to_owned()).unwrap()
}

fn original() -> Vec<u8> {
    (0..20_000u32).flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 8).to_be_bytes()).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn bless(dir: &Path, version: &str) -> Vault {
    let vault = Vault::create(dir, &passphrase(), KdfParams::FLOOR, CREATED).unwrap();
    let mut batch = vault.batch();
    batch.put(TEXTS, &[b"a"], &Blob("text ".repeat(100).into_bytes())).unwrap();
    batch.put(TEXTS, &[b"a", b"b"], &Blob(b"below".to_vec())).unwrap();
    batch.put(SETTINGS, &[b"language"], &"de".to_owned()).unwrap();
    batch.put_original(&DOCUMENT, &original()).unwrap();
    let event = AuditEvent {
        at: CREATED,
        action: "bless",
        subjects: vec!["a".to_owned()],
        detail: version.to_owned(),
    };
    vault.commit(batch, event).unwrap();
    vault
}

/// Opens a copy, and finds what every version was given.
fn check(version: &str, commits: u64) -> (tempfile::TempDir, Vault) {
    let dir = tempfile::tempdir().unwrap();
    copy(&golden(version), dir.path());
    let vault = Vault::open(dir.path(), &passphrase(), LATER).unwrap();
    assert_eq!((vault.commit_seq(), vault.created_at()), (commits, CREATED));
    assert_eq!(vault.snapshot().count(TEXTS, &[b"a"]).unwrap(), 2);
    assert_eq!(
        vault.snapshot().get(TEXTS, &[b"a"]).unwrap().unwrap().0,
        "text ".repeat(100).as_bytes()
    );
    assert_eq!(vault.snapshot().get(SETTINGS, &[b"language"]).unwrap().as_deref(), Some("de"));
    assert_eq!(vault.snapshot().original(&DOCUMENT).unwrap(), Some(original()));
    let entry = vault.snapshot().audit_entry(2).unwrap().unwrap();
    assert_eq!((entry.action.as_str(), entry.detail.as_str()), ("bless", version));
    assert_eq!(entry.previous, vault.snapshot().audit_entry(1).unwrap().unwrap().hash());
    assert!(vault.verify().unwrap().findings.is_empty());
    (dir, vault)
}

#[test]
fn a_vault_of_format_1_opens_and_is_bound() {
    let (_dir, vault) = check("v1", 3);
    let entry = vault.snapshot().audit_entry(3).unwrap().unwrap();
    assert_eq!((entry.action.as_str(), entry.at), ("bind records", LATER));
    assert_eq!(vault.snapshot().audit_entry(2).unwrap().unwrap().state, None);
}

#[test]
fn a_vault_of_format_2_opens() {
    if std::env::var_os("LOCI_BLESS").is_some() && !golden("v2").exists() {
        bless(&golden("v2"), "v2").sync_and_close().unwrap();
    }
    let (_dir, vault) = check("v2", 2);
    assert!(vault.snapshot().audit_entry(1).unwrap().unwrap().state.is_some());
}

/// With a recovery code and new keys, and a backup of that. Its code and its last commit stand beside it.
fn bless_rotated(dir: &Path, backups: &Path) {
    let vault = bless(dir, "v3");
    let (code, _) = vault.add_recovery_code(&passphrase(), CREATED).unwrap();
    vault.rotate(&passphrase(), CREATED, &types::Cancel::default(), &|_, _| {}).unwrap();
    fs::write(dir.join("facts"), format!("{}\n{}\n", *code.written(), vault.commit_seq())).unwrap();
    fs::create_dir_all(backups).unwrap();
    vault.backup(backups, None, CREATED, &|_, _| true).unwrap();
    vault.sync_and_close().unwrap();
}

#[test]
fn a_vault_of_format_3_opens_by_its_code_and_comes_back_from_its_backup() {
    if std::env::var_os("LOCI_BLESS").is_some() && !golden("v3").exists() {
        bless_rotated(&golden("v3"), &golden("backup1"));
    }
    let facts = fs::read_to_string(golden("v3").join("facts")).unwrap();
    let (code, commits) = facts.trim().split_once('\n').unwrap();
    let (dir, vault) = check("v3", commits.parse().unwrap());
    drop(vault);
    let new = Passphrase::new("another pässphrase".to_owned()).unwrap();
    let code = RecoveryCode::read(code).unwrap();
    let vault = Vault::recover(dir.path(), &code, &new, LATER).unwrap();
    assert_eq!(vault.snapshot().original(&DOCUMENT).unwrap(), Some(original()));
    let to = dir.path().join("restored");
    let backup = Backup::find(&golden("backup1"), None, None).unwrap();
    let done = backup.restore(&to, Instead::Refuse, &passphrase(), LATER, &|_, _| true).unwrap();
    assert_eq!(done.commit_seq.to_string(), commits);
    let restored = Vault::open(&to, &passphrase(), LATER).unwrap();
    assert_eq!(restored.snapshot().original(&DOCUMENT).unwrap(), Some(original()));
}

//! Tests only: a vault from before records were bound is bound by its first opening, whatever stops
//! that in between, and a change of its records is noticed from then on.
#![cfg(not(feature = "plain-for-tests"))]

use crate::audit::{AuditEntry, AuditNote};
use crate::header::{self, Header};
use crate::state::HistoryRecord;
use crate::vault::META_PATH;
use crate::{AuditEvent, Blob, Error, KdfParams, Passphrase, Table, TableId, Vault};
use rocksdb::WriteBatch;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use types::{DocumentId, Timestamp};

const NOW: Timestamp = Timestamp::from_unix_ms(1);
const TEXTS: Table<Blob> = Table::new(TableId::Texts);
const NODES: Table<Blob> = Table::new(TableId::Nodes);
/// Names the folder to the program that is killed.
const FOLDER: &str = "LOCI_TEST_UPGRADE";

fn passphrase() -> Passphrase {
    Passphrase::new("correct horse".to_owned()).unwrap()
}

fn open(home: &Path) -> crate::Result<Vault> {
    Vault::open(home, &passphrase(), NOW)
}

/// A vault of the form before digests, with so many documents.
fn old_vault(home: &Path, documents: u32) {
    let vault = Vault::create(home, &passphrase(), KdfParams::FLOOR, NOW).unwrap();
    let mut batch = vault.batch();
    for number in 0..documents {
        let id = number.to_be_bytes();
        batch.put(TEXTS, &[&id, &[0]], &Blob(vec![7; 300])).unwrap();
        batch.put(NODES, &[&id], &Blob(vec![8; 100])).unwrap();
    }
    batch.put_original(&DocumentId::from_bytes([1; 16]), &[5; 90_000]).unwrap();
    let event = AuditEvent { at: NOW, action: "fill", subjects: vec![], detail: String::new() };
    vault.commit(batch, event.clone()).unwrap();
    let before = vault.standing().history;
    let entry = AuditEntry {
        state: None,
        ..AuditEntry::after(before, event, AuditNote::default(), before.audit_head)
    };
    let mut write = WriteBatch::default();
    let raw = vault.records().raw_key(TableId::Audit, &[&entry.seq.to_be_bytes()]);
    write.put(&raw, vault.records().seal(TableId::Audit, &raw, &entry).unwrap());
    let raw = vault.records().raw_key(TableId::Meta, &[META_PATH]);
    let record = HistoryRecord::unbound(entry.history());
    write.put(&raw, vault.records().seal(TableId::Meta, &raw, &record).unwrap());
    write.delete_range([28], [29]);
    vault.core.store.write(write).unwrap();
    vault.standing_for_tests(entry.history());
    vault.sync_and_close().unwrap();
    let path = home.join("vault.hdr");
    let bytes = fs::read(&path).unwrap();
    let passphrase = passphrase();
    let ring =
        Header::parse(&bytes).unwrap().unlock(&|costs, salt| costs.derive(&passphrase, salt));
    fs::write(&path, header::unbound(&bytes, &ring.unwrap())).unwrap();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).unwrap();
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

/// It opens, is bound, once, and whole.
fn check(home: &Path, documents: u64) {
    let vault = open(home).unwrap();
    assert!(vault.standing().state.part(crate::state::Part::of_table(TableId::Nodes)).count > 0);
    let pass = vault.verify().unwrap();
    assert!(pass.findings.is_empty(), "{:?}", pass.findings);
    assert_eq!(vault.snapshot().count(TEXTS, &[]).unwrap(), documents);
    let bound: Vec<String> = (1..=vault.commit_seq())
        .map(|seq| vault.snapshot().audit_entry(seq).unwrap().unwrap().action)
        .filter(|action| action == "bind records")
        .collect();
    assert_eq!(bound.len(), 1);
    assert!(!Header::parse(&fs::read(home.join("vault.hdr")).unwrap()).unwrap().is_unbound());
}

#[test]
fn an_old_vault_is_bound_once_and_changes_are_noticed_from_then_on() {
    let folder = tempfile::tempdir().unwrap();
    let (home, old) = (folder.path().join("home"), folder.path().join("old"));
    old_vault(&home, 50);
    copy(&home, &old);
    check(&home, 50);
    check(&home, 50);
    // the header that an older program could open is no longer taken
    let renewed = fs::read(home.join("vault.hdr")).unwrap();
    fs::copy(old.join("vault.hdr"), home.join("vault.hdr")).unwrap();
    assert!(matches!(open(&home), Err(Error::Damaged(_))));
    fs::write(home.join("vault.hdr"), renewed).unwrap();
    // a database from before, under a header that says that records are bound
    let both = folder.path().join("both");
    copy(&old, &both);
    fs::copy(home.join("vault.hdr"), both.join("vault.hdr")).unwrap();
    assert!(matches!(open(&both), Err(Error::Damaged(_))));
    let vault = open(&home).unwrap();
    let mut write = WriteBatch::default();
    write.delete(vault.records().raw_key(TableId::Nodes, &[&3u32.to_be_bytes()]));
    vault.core.store.write(write).unwrap();
    drop(vault);
    let vault = open(&home).unwrap();
    assert!(matches!(vault.snapshot().get(NODES, &[&4u32.to_be_bytes()]), Err(Error::Differs(_))));
}

#[test]
fn every_point_at_which_an_upgrade_may_stop_leaves_a_vault_that_opens() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    old_vault(&old, 20);
    copy(&old, &new);
    check(&new, 20);
    // what was written by then: the database; the anchor too; and the header but not the last anchor
    for (name, kept) in [
        ("nothing but what the database has", &["vault.hdr", "anchor"][..]),
        ("the header half-way", &["vault.hdr", "anchor"]),
        ("an anchor that lags", &["anchor"]),
    ] {
        let home = folder.path().join(name);
        copy(&new, &home);
        for file in kept {
            fs::copy(old.join(file), home.join(file)).unwrap();
        }
        if name.contains("half-way") {
            fs::write(home.join("vault.tmp"), b"LOCIVLT").unwrap();
        }
        check(&home, 20);
    }
}

/// Not a test by itself: the program that the next one kills.
#[test]
fn opens_what_it_is_given() {
    if let Some(home) = std::env::var_os(FOLDER) {
        open(Path::new(&home)).unwrap();
    }
}

#[test]
fn fifty_kills_leave_a_vault_that_opens() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old");
    old_vault(&old, 3000);
    let start = |home: &Path| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "upgrading::opens_what_it_is_given"])
            .env(FOLDER, home)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let whole = folder.path().join("whole");
    copy(&old, &whole);
    let began = Instant::now();
    assert!(start(&whole).wait().unwrap().success());
    let took = began.elapsed();
    check(&whole, 3000);
    let (mut before, mut after) = (0, 0);
    for round in 0..50u32 {
        let home = folder.path().join("killed");
        copy(&old, &home);
        let mut child = start(&home);
        // most of the time goes into the passphrase, which is not of interest
        let share = 0.4 + 0.6 * f64::from(round) / 50.0;
        std::thread::sleep(Duration::from_secs_f64(took.as_secs_f64() * share));
        child.kill().unwrap();
        child.wait().unwrap();
        match Header::parse(&fs::read(home.join("vault.hdr")).unwrap()).unwrap().is_unbound() {
            true => before += 1,
            false => after += 1,
        }
        check(&home, 3000);
        fs::remove_dir_all(&home).unwrap();
    }
    eprintln!("killed before the header was renewed: {before}, after: {after}");
    assert_eq!(before + after, 50);
}

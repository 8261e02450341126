//! What lies on disk: who may read it, what can be read from it, and what happens when it is rolled
//! back, cut short, or opened twice.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use types::{DocumentId, ErrorCode, Timestamp};
use vault::{AuditEvent, Blob, Error, KdfParams, Passphrase, Table, TableId, Vault};

const TEXTS: Table<Blob> = Table::new(TableId::Texts);
const NOW: Timestamp = Timestamp::from_unix_ms(1_700_000_000_000);

fn passphrase() -> Passphrase {
    Passphrase::new("correct horse battery staple".to_owned()).unwrap()
}

fn create(dir: &Path) -> Vault {
    Vault::create(dir, &passphrase(), KdfParams::FLOOR, NOW).unwrap()
}

fn put(vault: &Vault, name: &str, value: &[u8]) -> u64 {
    let mut batch = vault.batch();
    batch.put(TEXTS, &[name.as_bytes()], &Blob(value.to_vec())).unwrap();
    let event = AuditEvent { at: NOW, action: "put", subjects: vec![], detail: name.to_owned() };
    vault.commit(batch, event).unwrap()
}

fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path));
        }
        found.push(path);
    }
    found
}

#[cfg(not(feature = "plain-for-tests"))]
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

#[cfg(not(feature = "plain-for-tests"))]
fn contents(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = files_below(dir).into_iter().filter(|path| path.is_file());
    let mut contents: Vec<_> = files.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    contents.sort();
    contents
}

/// Fills a vault with a marked word in every place that takes content.
fn fill_with_canary(dir: &Path, canary: &str) -> Vault {
    let vault = create(dir);
    let small = format!("a text with the {canary} in it");
    // Above the limit of blob files, and nothing that compresses away.
    let large: String = (0..4000).map(|n| format!("{n} {canary} ")).collect();
    put(&vault, canary, small.as_bytes());
    put(&vault, "large", large.as_bytes());
    let mut batch = vault.batch();
    batch.put_original(&DocumentId::from_bytes([1; 16]), large.as_bytes()).unwrap();
    let event = AuditEvent {
        at: NOW,
        action: "ingest",
        subjects: vec![canary.to_owned()],
        detail: canary.to_owned(),
    };
    vault.commit(batch, event).unwrap();
    vault
}

/// Files of the folder that hold the word, in bytes or in a name.
fn where_it_is(dir: &Path, canary: &str) -> Vec<PathBuf> {
    files_below(dir)
        .into_iter()
        .filter(|path| {
            let bytes = if path.is_file() { fs::read(path).unwrap() } else { Vec::new() };
            bytes.windows(canary.len()).any(|window| window == canary.as_bytes())
                || path.to_string_lossy().contains(canary)
        })
        .collect()
}

#[test]
fn no_plaintext_is_in_any_file_while_open_or_closed() {
    let (dir, canary) = (tempfile::tempdir().unwrap(), "Wolpertinger-4711");
    let home = dir.path().join("profile");
    let vault = fill_with_canary(&home, canary);
    let sealed = !cfg!(feature = "plain-for-tests");
    // With sealing off, the same scan must find it: that is what makes its silence mean something.
    assert_eq!(where_it_is(&home, canary).is_empty(), sealed, "open");
    vault.sync_and_close().unwrap();
    assert_eq!(where_it_is(&home, canary).is_empty(), sealed, "closed");
    let names: Vec<_> =
        files_below(&home).iter().map(|p| p.file_name().unwrap().to_owned()).collect();
    assert!(!names.iter().any(|name| name == "LOG"), "the info log is off");
}

#[test]
fn everything_is_private_to_its_owner() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("a").join("profile");
    let check = || {
        for path in files_below(&home).iter().chain([&home]) {
            let mode = fs::metadata(path).unwrap().permissions().mode() & 0o777;
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, expected, "{}", path.display());
        }
    };
    let vault = fill_with_canary(&home, "x");
    check();
    vault.sync_and_close().unwrap();
    check();
    drop(Vault::open(&home, &passphrase(), NOW).unwrap());
    check();
}

#[test]
fn one_program_at_a_time_and_one_vault_a_folder() {
    let dir = tempfile::tempdir().unwrap();
    let code = |result: vault::Result<Vault>| result.unwrap_err().problem().code;
    assert_eq!(code(Vault::open(dir.path(), &passphrase(), NOW)), ErrorCode::VaultMissing);
    assert!(!Vault::exists(dir.path()));
    let vault = create(dir.path());
    assert!(Vault::exists(dir.path()));
    assert_eq!(code(Vault::open(dir.path(), &passphrase(), NOW)), ErrorCode::VaultInUse);
    let again = Vault::create(dir.path(), &passphrase(), KdfParams::FLOOR, NOW);
    assert_eq!(code(again), ErrorCode::VaultExists);
    let (id, seq) = (vault.id(), put(&vault, "a", b"kept"));
    drop(vault);
    let wrong = Passphrase::new("correct horse battery stapler".to_owned()).unwrap();
    assert_eq!(code(Vault::open(dir.path(), &wrong, NOW)), ErrorCode::WrongPassphrase);
    let vault = Vault::open(dir.path(), &passphrase(), NOW).unwrap();
    assert_eq!((vault.id(), vault.commit_seq(), vault.created_at()), (id, seq, NOW));
    assert_eq!(vault.snapshot().get(TEXTS, &[b"a"]).unwrap(), Some(Blob(b"kept".to_vec())));
    let sizes = vault.table_bytes().unwrap();
    assert!(sizes["texts"] > 0 && sizes["audit"] > 0 && sizes["chunks"] == 0);
    assert!(vault.size_bytes().unwrap() > sizes.values().sum());
}

#[cfg(not(feature = "plain-for-tests"))]
fn longest_log(home: &Path) -> PathBuf {
    files_below(&home.join("db"))
        .into_iter()
        .filter(|file| file.extension().is_some_and(|end| end == "log"))
        .max_by_key(|file| fs::metadata(file).unwrap().len())
        .unwrap()
}

/// Opens copies of a vault's folder, each changed in its own way, with one key derivation a case.
#[test]
#[cfg(not(feature = "plain-for-tests"))]
fn rollbacks_and_cuts_are_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let (home, old) = (dir.path().join("home"), dir.path().join("old"));
    let vault = create(&home);
    put(&vault, "a", b"first");
    copy(&home, &old);
    put(&vault, "b", b"second");
    let last = put(&vault, "c", b"third");
    // As after kill -9: the log is not flushed into tables.
    let killed = dir.path().join("killed");
    copy(&home, &killed);
    drop(vault);

    let attacked = |name: &str, from: &Path, change: &dyn Fn(&Path)| {
        let path = dir.path().join(name);
        copy(from, &path);
        change(&path);
        let before = contents(&path);
        let opened = Vault::open(&path, &passphrase(), NOW);
        if opened.is_err() {
            assert_eq!(contents(&path), before, "{name}: a refusal changes nothing");
        }
        (path, opened)
    };
    let behind = |name: &str, from: &Path, change: &dyn Fn(&Path)| {
        let (path, opened) = attacked(name, from, change);
        let refused = opened.expect_err(name);
        assert_eq!(refused.problem().code, ErrorCode::VaultBehindAnchor, "{name}: {refused}");
        path
    };

    // An older anchor beside a newer database: a crash between the two. It heals.
    let (path, opened) = attacked("ahead", &killed, &|path| {
        fs::copy(old.join("anchor"), path.join("anchor")).unwrap();
    });
    assert_eq!(opened.unwrap().commit_seq(), last);
    behind("healed, then rolled back", &path, &|path| {
        fs::remove_dir_all(path.join("db")).unwrap();
        copy(&old.join("db"), &path.join("db"));
    });
    let rolled_back = behind("an older database", &home, &|path| {
        fs::remove_dir_all(path.join("db")).unwrap();
        copy(&old.join("db"), &path.join("db"));
    });
    behind("no anchor", &home, &|path| fs::remove_file(path.join("anchor")).unwrap());
    for cut in [1, 40, 200] {
        behind(&format!("{cut} bytes of the log cut"), &killed, &|path| {
            let log = longest_log(path);
            let file = fs::OpenOptions::new().write(true).open(log).unwrap();
            file.set_len(file.metadata().unwrap().len() - cut).unwrap();
        });
    }
    let flipped_log = |path: &Path, part: u64| {
        let log = longest_log(path);
        let mut bytes = fs::read(&log).unwrap();
        let at = bytes.len() * part as usize / 8;
        bytes[at] ^= 4;
        fs::write(log, bytes).unwrap();
    };
    for part in 0..8 {
        let name = format!("a flipped bit {part}/8 into the log");
        let (_, opened) = attacked(&name, &killed, &|path| flipped_log(path, part));
        let code = opened.expect_err(&name).problem().code;
        let noticed = [ErrorCode::VaultDamaged, ErrorCode::VaultBehindAnchor];
        assert!(noticed.contains(&code), "{name}: {code:?}");
    }
    for (name, at) in [("anchor", 0), ("anchor", 9), ("anchor", 60), ("vault.hdr", 20)] {
        let (_, opened) = attacked(&format!("{name} {at}"), &home, &|path| {
            let mut bytes = fs::read(path.join(name)).unwrap();
            bytes[at] ^= 1;
            fs::write(path.join(name), bytes).unwrap();
        });
        assert_eq!(opened.unwrap_err().problem().code, ErrorCode::VaultDamaged, "{name} {at}");
    }
    let (_, opened) = attacked("no database", &home, &|path| {
        fs::remove_dir_all(path.join("db")).unwrap();
    });
    assert_eq!(opened.unwrap_err().problem().code, ErrorCode::VaultDamaged);

    // The way on, which leaves a trace.
    let vault = Vault::open_accepting_loss(&rolled_back, &passphrase(), NOW).unwrap();
    let entry = vault.snapshot().audit_entry(vault.commit_seq()).unwrap().unwrap();
    assert_eq!(entry.action, "accept loss");
    assert!(entry.detail.contains(&last.to_string()), "{}", entry.detail);
    assert_eq!(vault.snapshot().get(TEXTS, &[b"b"]).unwrap(), None);
    drop(vault);
    assert!(Vault::open(&rolled_back, &passphrase(), NOW).is_ok());
}

#[test]
fn a_creation_cut_off_is_finished_or_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    drop(create(dir.path()));
    let (db, unfinished) = (dir.path().join("db"), dir.path().join("db.new"));
    // After the header, before the last rename.
    fs::rename(&db, &unfinished).unwrap();
    assert_eq!(Vault::open(dir.path(), &passphrase(), NOW).unwrap().commit_seq(), 1);
    // A database whose header is lost is nobody's to overwrite.
    let header = dir.path().join("vault.hdr");
    fs::remove_file(&header).unwrap();
    for result in [
        Vault::open(dir.path(), &passphrase(), NOW),
        Vault::create(dir.path(), &passphrase(), KdfParams::FLOOR, NOW),
    ] {
        assert!(matches!(result, Err(Error::Damaged(_))));
    }
    // Before the header: there never was a vault.
    fs::rename(&db, &unfinished).unwrap();
    drop(create(dir.path()));
    assert!(Vault::open(dir.path(), &passphrase(), NOW).is_ok());
}

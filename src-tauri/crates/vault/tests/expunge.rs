//! What is deleted or replaced is gone from every file after `expunge`, and was there before: looked
//! for in the sealed bytes themselves.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]
#![cfg(not(feature = "plain-for-tests"))]

use std::fs;
use std::path::Path;
use types::{DocumentId, ErrorCode, Timestamp};
use vault::{AuditEvent, Batch, Blob, KdfParams, Passphrase, Table, TableId, Vault, verify};

const NOW: Timestamp = Timestamp::from_unix_ms(1);
const TABLES: [TableId; 4] = [TableId::Documents, TableId::Texts, TableId::Chunks, TableId::Shapes];

fn passphrase() -> Passphrase {
    Passphrase::new("correct horse battery staple".to_owned()).unwrap()
}

fn create(home: &Path) -> Vault {
    Vault::create(home, &passphrase(), KdfParams::FLOOR, NOW).unwrap()
}

fn reopen(vault: Vault, home: &Path) -> Vault {
    vault.sync_and_close().unwrap();
    Vault::open(home, &passphrase(), NOW).unwrap()
}

fn commit(vault: &Vault, batch: Batch<'_>) {
    let event = AuditEvent { at: NOW, action: "test", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
}

fn id(number: u8) -> DocumentId {
    DocumentId::from_bytes([number; 16])
}

/// Bytes that do not compress: other ones each time.
fn noise(seed: &str, len: usize) -> Vec<u8> {
    let mut state = seed.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// An original and records of a document, small ones and ones for the blob files.
fn put(vault: &Vault, number: u8, version: u32) {
    let mut batch = vault.batch();
    let seed = format!("{number} {version}");
    batch.put_original(&id(number), &noise(&seed, 200_000)).unwrap();
    for (part, len) in [1, 60, 9_000, 17_000, 70_000].into_iter().enumerate() {
        for table in TABLES {
            let value = Blob(noise(&format!("{seed} {part} {}", table.name()), len));
            batch.put(Table::new(table), &[id(number).as_bytes(), &[part as u8]], &value).unwrap();
        }
    }
    commit(vault, batch);
}

fn delete(vault: &Vault, number: u8) {
    let mut batch = vault.batch();
    batch.delete_original(&id(number)).unwrap();
    for table in TABLES {
        batch.delete_prefix(Table::<Blob>::new(table), &[id(number).as_bytes()]).unwrap();
    }
    commit(vault, batch);
}

fn frames(vault: &Vault, number: u8) -> Vec<Vec<u8>> {
    let tables = TABLES.into_iter().chain([TableId::Originals, TableId::OriginalKeys]);
    let frames = tables.flat_map(|table| vault.frames(table, &[id(number).as_bytes()]).unwrap());
    let frames: Vec<_> = frames.collect();
    assert_eq!(frames.len(), 4 * 5 + 4 + 1);
    frames
}

/// By brute force, and only where a frame lies in one piece.
fn whole_frames(home: &Path, frames: &[Vec<u8>]) -> usize {
    let folders = [home.to_owned(), home.join("db")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let files: Vec<Vec<u8>> = files.map(|path| fs::read(path).unwrap()).collect();
    let is_in = |file: &Vec<u8>, frame: &Vec<u8>| {
        let nonce = &frame[5..29];
        let mut places = file.windows(24).enumerate().filter(|(_, window)| *window == nonce);
        places.any(|(at, _)| file[at - 5..].starts_with(frame))
    };
    frames.iter().filter(|frame| files.iter().any(|file| is_in(file, frame))).count()
}

#[test]
fn what_is_deleted_is_in_no_file_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let mut vault = create(&home);
    // the same three times: in the log only; in tables and blob files; with a table that deletes
    for round in 0..3u32 {
        put(&vault, 1, round);
        put(&vault, 2, round);
        if round > 0 {
            vault = reopen(vault, &home);
        }
        let (gone, kept) = (frames(&vault, 1), frames(&vault, 2));
        let all = gone.len() as u64;
        assert_eq!(vault.traces(&gone).unwrap(), all, "{round}: there before");
        delete(&vault, 1);
        if round == 2 {
            vault = reopen(vault, &home);
        }
        assert_eq!(vault.traces(&gone).unwrap(), all, "{round}: deleting alone erases nothing");
        if round > 0 {
            assert_eq!(whole_frames(&home, &gone), gone.len());
        }
        let sizes = vault.expunge().unwrap();
        assert!(sizes.bytes_after + 200_000 < sizes.bytes_before, "{sizes:?}");
        assert_eq!(vault.traces(&gone).unwrap(), 0, "{round}");
        assert_eq!(whole_frames(&home, &gone), 0, "{round}");
        // what stays was carried over as it was, so the search does see these files
        assert_eq!(vault.traces(&kept).unwrap(), kept.len() as u64, "{round}");
        assert_eq!(whole_frames(&home, &kept), kept.len(), "{round}");
        assert_eq!(vault.snapshot().original(&id(1)).unwrap(), None);
        assert_eq!(
            vault.snapshot().original(&id(2)).unwrap(),
            Some(noise(&format!("2 {round}"), 200_000))
        );
        vault = reopen(vault, &home);
        assert_eq!(vault.traces(&gone).unwrap(), 0, "{round}: opened again");
        assert_eq!(frames(&vault, 2), kept);
    }
}

#[test]
fn what_is_replaced_is_in_no_file_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let vault = create(folder.path());
    put(&vault, 1, 0);
    let old = frames(&vault, 1);
    vault.expunge().unwrap();
    put(&vault, 1, 1);
    let new = frames(&vault, 1);
    assert_eq!(vault.traces(&old).unwrap(), old.len() as u64);
    vault.expunge().unwrap();
    assert_eq!((vault.traces(&old).unwrap(), vault.traces(&new).unwrap()), (0, new.len() as u64));
    // nothing to do is no failure, and commits go on
    vault.expunge().unwrap();
    put(&vault, 1, 2);
    assert_eq!(vault.snapshot().original(&id(1)).unwrap(), Some(noise("1 2", 200_000)));
}

#[test]
fn a_reader_keeps_old_files_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut vault = create(folder.path());
    put(&vault, 1, 0);
    vault = reopen(vault, folder.path());
    let gone = frames(&vault, 1);
    let now = vault.snapshot();
    let mut reader = now.scan(Table::<Blob>::new(TableId::Texts), &[]).unwrap();
    assert!(reader.next().is_some());
    delete(&vault, 1);
    assert_eq!(vault.expunge().unwrap_err().problem().code, ErrorCode::Internal);
    assert_eq!(reader.count(), 4);
    // who keeps a snapshot reads all of what is gone, for as long as it is kept
    assert_eq!(now.original(&id(1)).unwrap(), Some(noise("1 0", 200_000)));
    assert_eq!(vault.snapshot().original(&id(1)).unwrap(), None);
    assert_eq!(vault.expunge().unwrap_err().problem().code, ErrorCode::Internal);
    drop(now);
    vault.expunge().unwrap();
    assert_eq!(vault.traces(&gone).unwrap(), 0);
}

/// What a kill leaves of a blob file, and what a program that syncs folders leaves beside a table.
#[test]
fn files_that_the_database_does_not_know_are_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut vault = create(folder.path());
    put(&vault, 1, 0);
    put(&vault, 2, 0);
    vault = reopen(vault, folder.path());
    let gone = frames(&vault, 1);
    let db = folder.path().join("db");
    let ending = |path: &Path, ending: &str| path.extension().is_some_and(|it| it == ending);
    let files: Vec<_> = fs::read_dir(&db).unwrap().map(|entry| entry.unwrap().path()).collect();
    let blob = files.iter().find(|path| ending(path, "blob")).unwrap();
    let table = files.iter().find(|path| ending(path, "sst")).unwrap();
    let mut cut = fs::read(blob).unwrap();
    cut.truncate(cut.len() - 40);
    let strays = [db.join("900001.blob"), db.join("000004 (copy).sst")];
    fs::write(&strays[0], cut).unwrap();
    fs::copy(table, &strays[1]).unwrap();
    vault = reopen(vault, folder.path());
    delete(&vault, 1);
    let done = vault.expunge().unwrap();
    assert!(strays.iter().all(|stray| !stray.exists()), "{done:?}");
    assert_eq!(vault.traces(&gone).unwrap(), 0);
    assert_eq!(vault.expunge().unwrap().strays, 0);
    vault = reopen(vault, folder.path());
    assert_eq!(vault.snapshot().original(&id(2)).unwrap(), Some(noise("2 0", 200_000)));
    assert_eq!(vault.snapshot().original(&id(1)).unwrap(), None);
}

#[test]
fn a_vault_signs_with_one_key_for_life() {
    let folder = tempfile::tempdir().unwrap();
    let vault = create(&folder.path().join("one"));
    let other = create(&folder.path().join("other"));
    let signed = vault.sign(b"certificate");
    assert!(verify(b"certificate", &signed) && !verify(b"certificates", &signed));
    assert_ne!(signed.public_key, other.sign(b"certificate").public_key);
    let vault = reopen(vault, &folder.path().join("one"));
    assert_eq!(vault.sign(b"certificate"), signed);
}

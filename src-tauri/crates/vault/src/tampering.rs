//! Tests only: someone with the raw database moves, swaps, cuts and changes sealed records; every
//! reader must notice. One vault serves all cases, because each opening costs a key derivation.
#![cfg(not(feature = "plain-for-tests"))]

use crate::anchor;
use crate::{AuditEvent, Blob, Error, KdfParams, Passphrase, Table, TableId, Vault};
use rocksdb::WriteBatch;
use types::{DocumentId, Timestamp};

const TEXTS: Table<Blob> = Table::new(TableId::Texts);
const CHUNKS: Table<Blob> = Table::new(TableId::Chunks);

fn event() -> AuditEvent {
    let at = Timestamp::from_unix_ms(1);
    AuditEvent { at, action: "test", subjects: vec![], detail: String::new() }
}

fn with_vault(check: impl FnOnce(&Vault)) {
    let dir = tempfile::tempdir().unwrap();
    let passphrase = Passphrase::new("correct horse".to_owned()).unwrap();
    let now = Timestamp::from_unix_ms(1);
    let vault = Vault::create(dir.path(), &passphrase, KdfParams::FLOOR, now).unwrap();
    check(&vault);
}

impl Vault {
    fn raw_get(&self, table: TableId, path: &[&[u8]]) -> Option<Vec<u8>> {
        let raw = self.records().raw_key(table, path);
        self.core.store.get(&raw).unwrap().map(|frame| frame.to_vec())
    }

    fn raw_put(&self, table: TableId, path: &[&[u8]], frame: Option<&[u8]>) {
        let raw = self.records().raw_key(table, path);
        let mut write = WriteBatch::default();
        match frame {
            Some(frame) => write.put(raw, frame),
            None => write.delete(raw),
        }
        self.core.store.write(write).unwrap();
    }
}

#[test]
fn a_record_opens_only_where_it_was_put() {
    with_vault(|vault| {
        let mut batch = vault.batch();
        batch.put(TEXTS, &[b"a"], &Blob(b"first".to_vec())).unwrap();
        batch.put(TEXTS, &[b"b"], &Blob(b"second".to_vec())).unwrap();
        vault.commit(batch, event()).unwrap();
        let frame = vault.raw_get(TableId::Texts, &[b"a"]).unwrap();
        vault.raw_put(TableId::Texts, &[b"b"], Some(&frame));
        vault.raw_put(TableId::Chunks, &[b"a"], Some(&frame));
        let moved = [vault.snapshot().get(TEXTS, &[b"b"]), vault.snapshot().get(CHUNKS, &[b"a"])];
        for moved in moved {
            assert_eq!(moved.unwrap_err().problem().code, types::ErrorCode::VaultDamaged);
        }
        assert!(vault.snapshot().scan(TEXTS, &[]).unwrap().any(|found| found.is_err()));
        for at in 0..frame.len() {
            let mut changed = frame.clone();
            changed[at] ^= 1;
            vault.raw_put(TableId::Texts, &[b"a"], Some(&changed));
            assert!(vault.snapshot().get(TEXTS, &[b"a"]).is_err(), "byte {at}");
        }
        vault.raw_put(TableId::Texts, &[b"a"], Some(&frame));
        assert_eq!(vault.snapshot().get(TEXTS, &[b"a"]).unwrap(), Some(Blob(b"first".to_vec())));
    });
}

/// Bytes that do not compress, so that the number of chunks is known.
fn noise(len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    blake3::Hasher::new().finalize_xof().fill(&mut bytes);
    bytes
}

#[test]
fn an_original_comes_back_whole_or_not_at_all() {
    with_vault(|vault| {
        let (id, other) = (DocumentId::from_bytes([1; 16]), DocumentId::from_bytes([2; 16]));
        let bytes = noise(3 * 65_536 + 10);
        let mut batch = vault.batch();
        batch.put_original(&id, &bytes).unwrap();
        batch.put_original(&other, &noise(3 * 65_536 + 10)).unwrap();
        vault.commit(batch, event()).unwrap();
        let at = |index: u64| index.to_be_bytes();
        let place = |id: DocumentId, index: u64| {
            vault.raw_get(TableId::Originals, &[id.as_bytes(), &at(index)])
        };
        let put = |index: u64, frame: Option<&[u8]>| {
            vault.raw_put(TableId::Originals, &[id.as_bytes(), &at(index)], frame);
        };
        let good: Vec<Vec<u8>> = (0..4).map(|index| place(id, index).unwrap()).collect();
        assert!(place(id, 4).is_none());
        assert_eq!(vault.snapshot().original(&id).unwrap(), Some(bytes.clone()));
        let refused = |what: &str| {
            let refused = vault.snapshot().original(&id).unwrap_err();
            assert_eq!(refused.problem().code, types::ErrorCode::VaultDamaged, "{what}");
            for (index, frame) in (0..).zip(&good) {
                put(index, Some(frame));
            }
            assert_eq!(vault.snapshot().original(&id).unwrap(), Some(bytes.clone()), "{what}");
        };
        for index in 0..4 {
            put(index, None);
            refused("a chunk is gone");
            put(index, Some(&good[(index as usize + 1) % 4]));
            refused("chunks are reordered");
            put(index, Some(&place(other, index).unwrap()));
            refused("a chunk of another original");
            let mut flipped = good[index as usize].clone();
            let middle = flipped.len() / 2;
            flipped[middle] ^= 0x10;
            put(index, Some(&flipped));
            refused("a flipped bit");
            put(index, Some(&good[index as usize][..40]));
            refused("a cut chunk");
        }
        let frame = vault.raw_get(TableId::OriginalKeys, &[other.as_bytes()]).unwrap();
        vault.raw_put(TableId::OriginalKeys, &[id.as_bytes()], Some(&frame));
        assert!(vault.snapshot().original(&id).is_err(), "another original's key");
    });
}

#[test]
fn a_stream_cannot_be_shortened_by_its_own_kind() {
    // The very same key and chunks, with a record that promises fewer: the last flag gives it away.
    with_vault(|vault| {
        let id = DocumentId::from_bytes([1; 16]);
        let mut batch = vault.batch();
        batch.put_original(&id, &noise(2 * 65_536)).unwrap();
        vault.commit(batch, event()).unwrap();
        crate::original::tests::promise(vault, &id, 65_536);
        let refused = vault.snapshot().original(&id).unwrap_err();
        assert!(matches!(refused, Error::BadRecord(TableId::Originals)), "{refused}");
    });
}

#[test]
fn an_older_header_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let passphrase = Passphrase::new("since changed".to_owned()).unwrap();
    let now = Timestamp::from_unix_ms(1);
    let vault = Vault::create(dir.path(), &passphrase, KdfParams::FLOOR, now).unwrap();
    // What a change of passphrase will leave: an anchor that knows a later header.
    let path = dir.path().join("anchor");
    let mut anchor = anchor::read(&path, &vault.records().keys, &vault.id()).unwrap();
    anchor.header_generation += 1;
    anchor::write(&path, &vault.records().keys, &vault.id(), anchor).unwrap();
    let later = std::fs::read(&path).unwrap();
    // Closing writes the anchor as this vault knows it.
    drop(vault);
    std::fs::write(&path, later).unwrap();
    let refused = Vault::open(dir.path(), &passphrase, now).unwrap_err();
    assert_eq!(refused.problem().code, types::ErrorCode::VaultDamaged);
}

#[test]
fn reserved_tables_and_foreign_batches_are_refused() {
    with_vault(|vault| {
        let meta: Table<Blob> = Table::new(TableId::Meta);
        for table in [TableId::Meta, TableId::Audit, TableId::Originals, TableId::OriginalKeys] {
            let table: Table<Blob> = Table::new(table);
            let mut batch = vault.batch();
            assert!(batch.put(table, &[b"x"], &Blob::default()).is_err());
            assert!(batch.delete_prefix(table, &[]).is_err());
        }
        let mut batch = vault.batch();
        batch.delete(meta, &[crate::vault::META_PATH]);
        assert!(vault.commit(batch, event()).is_err());
        with_vault(|other| {
            assert!(matches!(vault.commit(other.batch(), event()), Err(Error::ForeignBatch)));
            let mut batch = vault.batch();
            batch.append(other.batch());
            assert!(matches!(vault.commit(batch, event()), Err(Error::ForeignBatch)));
        });
        assert_eq!(vault.commit_seq(), 1);
    });
}

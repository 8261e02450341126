//! Tests only: one record after another of every table is taken away, put back to what it was, moved,
//! replaced by another vault's or flipped, and whole tables are spliced in from an older copy, each
//! in the database itself, past the digests. Each is counted as noticed where it is read, noticed by
//! the pass over everything, or silent, of which there must be none; the same attacks with the
//! checks left out show that silence would be seen. One vault serves all: opening it each time would
//! cost a key derivation each.
#![cfg(not(feature = "plain-for-tests"))]
#![allow(clippy::print_stderr)]

use crate::state::Part;
use crate::{AuditEvent, Blob, KdfParams, Passphrase, Table, TableId, Vault};
use rocksdb::WriteBatch;
use std::collections::BTreeMap;
use types::{DocumentId, Timestamp};

const KEYS: u8 = 5;
const PARTS: u8 = 3;

type Records = BTreeMap<Vec<u8>, Vec<u8>>;

fn event() -> AuditEvent {
    let at = Timestamp::from_unix_ms(1);
    AuditEvent { at, action: "test", subjects: vec![], detail: String::new() }
}

fn id(key: u8) -> DocumentId {
    DocumentId::from_bytes([key; 16])
}

/// A record of a table: some are deep, as those of a document or a segment are.
fn path(table: TableId, key: u8, part: u8) -> Vec<Vec<u8>> {
    match table {
        TableId::Documents | TableId::Shapes | TableId::Blocks => vec![vec![key; 16]],
        TableId::Postings | TableId::Vectors => vec![vec![key; 8], vec![part % 2], vec![part]],
        _ => vec![vec![key; 16], vec![part]],
    }
}

fn slices(path: &[Vec<u8>]) -> Vec<&[u8]> {
    path.iter().map(Vec::as_slice).collect()
}

fn written() -> impl Iterator<Item = TableId> {
    TableId::ALL.into_iter().filter(|table| !table.is_reserved() && *table != TableId::Facets)
}

fn noise(seed: &str, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    blake3::Hasher::new().update(seed.as_bytes()).finalize_xof().fill(&mut bytes);
    bytes
}

fn put(vault: &Vault, keys: std::ops::Range<u8>, version: u8) {
    let mut batch = vault.batch();
    for key in keys {
        for table in written() {
            for part in 0..PARTS {
                let path = path(table, key, part);
                let value = Blob(noise(&format!("{version} {key} {part}"), 60));
                batch.put(Table::new(table), &slices(&path), &value).unwrap();
            }
        }
        let nodes: Table<Blob> = Table::new(TableId::Nodes);
        batch.file(&[b"place", &[key, version]], nodes, &[key; 16]);
        batch.put_original(&id(key), &noise(&format!("{version} {key}"), 140_000)).unwrap();
    }
    vault.commit(batch, event()).unwrap();
}

/// Keys 0 to 3 at first; then 0 and 1 anew, 2 gone, 3 as it was, 4 new.
fn change(vault: &Vault) {
    put(vault, 0..2, 2);
    put(vault, 4..KEYS, 2);
    let mut batch = vault.batch();
    for table in written() {
        let first = slices(&path(table, 2, 0))[0].to_vec();
        batch.delete_prefix(Table::<Blob>::new(table), &[&first]).unwrap();
    }
    batch.delete_original(&id(2)).unwrap();
    let nodes: Table<Blob> = Table::new(TableId::Nodes);
    batch.unfile(&[b"place", &[2, 1]], nodes, &[2; 16]);
    vault.commit(batch, event()).unwrap();
}

fn create(home: &std::path::Path) -> Vault {
    let passphrase = Passphrase::new("correct horse".to_owned()).unwrap();
    Vault::create(home, &passphrase, KdfParams::FLOOR, Timestamp::from_unix_ms(1)).unwrap()
}

fn everything(vault: &Vault) -> Records {
    let all = vault.core.store.under(&[]).map(|found| found.unwrap());
    all.map(|(raw, frame)| (raw.into_vec(), frame.into_vec())).collect()
}

fn write(vault: &Vault, changes: &Records, gone: &[Vec<u8>]) {
    let mut write = WriteBatch::default();
    gone.iter().for_each(|raw| write.delete(raw));
    changes.iter().for_each(|(raw, frame)| write.put(raw, frame));
    vault.core.store.write_unsynced(write);
}

/// Reads what the tables hold by every way that there is. Gives what was read, or that a table
/// refused.
fn read(vault: &Vault, table: TableId) -> Result<Vec<Vec<u8>>, crate::Error> {
    let mut values = Vec::new();
    match table {
        TableId::Originals | TableId::OriginalKeys => {
            for key in 0..KEYS {
                values.extend(vault.snapshot().original(&id(key))?);
            }
        }
        TableId::Facets => {
            for key in 0..KEYS {
                for version in 1..=2 {
                    let nodes: Table<Blob> = Table::new(TableId::Nodes);
                    for found in vault.snapshot().filed(&[b"place", &[key, version]], nodes)? {
                        values.push(found?.0);
                    }
                }
            }
        }
        TableId::Meta | TableId::Audit | TableId::Leaves => {}
        _ => {
            let table: Table<Blob> = Table::new(table);
            for key in 0..KEYS {
                for part in 0..PARTS {
                    let path = path(table.id(), key, part);
                    values.extend(vault.snapshot().get(table, &slices(&path))?.map(|blob| blob.0));
                }
            }
            for found in vault.snapshot().scan(table, &[])? {
                values.push(found?.0);
            }
        }
    }
    Ok(values)
}

/// What became of the attacks of one kind.
#[derive(Clone, Copy, Default)]
struct Tried {
    tried: u32,
    read: u32,
    verified: u32,
    silent: u32,
}

struct Lab<'a> {
    vault: &'a Vault,
    now: Records,
    values: BTreeMap<TableId, Vec<Vec<u8>>>,
    /// Whether the checks of this version take part.
    checked: bool,
    table: BTreeMap<(&'static str, &'static str), Tried>,
}

impl<'a> Lab<'a> {
    fn new(vault: &'a Vault, checked: bool) -> Self {
        let values =
            TableId::ALL.into_iter().map(|table| (table, read(vault, table).unwrap())).collect();
        Self { vault, now: everything(vault), values, checked, table: BTreeMap::new() }
    }

    fn attack(&mut self, kind: &'static str, table: TableId, put: &Records, gone: &[Vec<u8>]) {
        write(self.vault, put, gone);
        self.vault.core.checks.forget();
        if !self.checked {
            for table in TableId::ALL {
                self.vault.core.checks.mark_part(Part::of_table(table));
            }
        }
        let read = read(self.vault, table);
        let findings = match self.checked {
            true => self.vault.verify().unwrap().findings.len(),
            false => 0,
        };
        let tried = self.table.entry((kind, table.name())).or_default();
        tried.tried += 1;
        // a value that is not what it was, and nobody said so
        let differs = read.as_ref().is_ok_and(|read| *read != self.values[&table]);
        match (&read, findings) {
            (Err(error), _) if !self.checked || findings > 0 => {
                assert_eq!(error.problem().code, types::ErrorCode::VaultDamaged, "{error}");
                tried.read += 1;
            }
            (Ok(_), found) if found > 0 && !differs => tried.verified += 1,
            _ => tried.silent += 1,
        }
        let back: Records = put
            .keys()
            .chain(gone)
            .filter_map(|raw| self.now.get(raw).map(|frame| (raw.clone(), frame.clone())))
            .collect();
        let strays: Vec<Vec<u8>> =
            put.keys().filter(|raw| !self.now.contains_key(*raw)).cloned().collect();
        write(self.vault, &back, &strays);
    }

    fn all(&mut self, old: &Records, foreign: &Records) {
        let now = self.now.clone();
        let table_of = |raw: &[u8]| TableId::of_tag(raw[0]).unwrap();
        let neighbours: Vec<(&Vec<u8>, &Vec<u8>)> = now.iter().collect();
        for (at, (raw, frame)) in neighbours.iter().enumerate() {
            let (raw, table) = ((*raw).clone(), table_of(raw));
            let put = |frame: &[u8]| Records::from([(raw.clone(), frame.to_vec())]);
            self.attack("deleted", table, &Records::new(), std::slice::from_ref(&raw));
            if let Some(older) = old.get(&raw).filter(|older| older != frame) {
                self.attack("replayed", table, &put(older), &[]);
            }
            if frame.is_empty() {
                continue;
            }
            let next = neighbours.get(at + 1).filter(|(next, _)| next[0] == raw[0]);
            if let Some((_, other)) = next {
                self.attack("moved", table, &put(other), &[]);
            }
            let mut flipped = (*frame).clone();
            let middle = flipped.len() / 2;
            flipped[middle] ^= 1;
            self.attack("flipped", table, &put(&flipped), &[]);
        }
        for (raw, frame) in old.iter().filter(|(raw, _)| !now.contains_key(*raw)) {
            let put = Records::from([(raw.clone(), frame.clone())]);
            self.attack("put back", table_of(raw), &put, &[]);
        }
        // another vault's records, at their keys and in the places of ours
        for ((raw, _), (theirs, frame)) in now.iter().zip(foreign) {
            if raw[0] == theirs[0] && !frame.is_empty() {
                let put = Records::from([(raw.clone(), frame.clone())]);
                self.attack("another vault's", table_of(raw), &put, &[]);
            }
            let put = Records::from([(theirs.clone(), frame.clone())]);
            self.attack("added", table_of(theirs), &put, &[]);
        }
        let spliced = |tables: &dyn Fn(TableId) -> bool| {
            let of = |raw: &Vec<u8>| tables(table_of(raw));
            let put: Records = old
                .iter()
                .filter(|(raw, _)| of(raw))
                .map(|(raw, frame)| (raw.clone(), frame.clone()))
                .collect();
            let gone: Vec<Vec<u8>> = now.keys().filter(|raw| of(raw)).cloned().collect();
            (put, gone)
        };
        for table in TableId::ALL {
            let (put, gone) = spliced(&|of| of == table);
            self.attack("table spliced", table, &put, &gone);
            // with the leaves that were right then
            let (put, gone) = spliced(&|of| of == table || of == TableId::Leaves);
            self.attack("with its leaves", table, &put, &gone);
        }
        let (put, gone) = spliced(&|of| !matches!(of, TableId::Meta | TableId::Audit));
        for table in TableId::ALL {
            self.attack("all but history", table, &put, &gone);
        }
        for tag in [0, 29, 255] {
            let put = Records::from([(vec![tag, 1], vec![1, 2, 3])]);
            self.attack("of no table", TableId::Texts, &put, &[]);
        }
    }

    fn silent(&self) -> u32 {
        self.table.values().map(|tried| tried.silent).sum()
    }

    fn print(&self) {
        eprintln!("{:16} {:14} tried  read  verify  silent", "attack", "table");
        let mut sum = Tried::default();
        for ((kind, table), tried) in &self.table {
            let Tried { tried: all, read, verified, silent } = tried;
            eprintln!("{kind:16} {table:14} {all:5} {read:5} {verified:7} {silent:7}");
            sum.tried += all;
            sum.read += read;
            sum.verified += verified;
            sum.silent += silent;
        }
        let Tried { tried, read, verified, silent } = sum;
        eprintln!("{:31} {tried:5} {read:5} {verified:7} {silent:7}", "all");
    }
}

#[test]
fn no_change_of_a_record_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    let (vault, other) = (create(&folder.path().join("one")), create(&folder.path().join("two")));
    put(&vault, 0..4, 1);
    put(&other, 0..4, 1);
    let old = everything(&vault);
    change(&vault);
    change(&other);
    let foreign = everything(&other);
    assert!(vault.verify().unwrap().findings.is_empty());

    let mut lab = Lab::new(&vault, true);
    lab.all(&old, &foreign);
    lab.print();
    assert_eq!(lab.silent(), 0);
    let tried: u32 = lab.table.values().map(|tried| tried.tried).sum();
    assert!(tried >= 1000, "{tried}");
    // all was put back as it was, and nothing else was left behind
    vault.core.checks.forget();
    assert!(vault.verify().unwrap().findings.is_empty());

    // the same without what this version checks: silence is seen where there is some
    let mut without = Lab::new(&vault, false);
    without.all(&old, &foreign);
    without.print();
    assert!(without.silent() >= 300, "{}", without.silent());
}

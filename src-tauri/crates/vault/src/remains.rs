//! Tests what a closed vault leaves in memory: a process opens one, works with it from two threads and
//! closes it; another reads all of its memory and looks for every key, half by half.

use crate::guarded::KEY_LEN;
use crate::header::Header;
use crate::keys::Key;
use crate::table::TableId;
use crate::{AuditEvent, Blob, KdfParams, Passphrase, Table, Vault};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use types::{DocumentId, Timestamp};

const NAME: &str = "remains::a_closed_vault_leaves_no_key_in_memory";
const FOLDER: &str = "LOCI_TEST_REMAINS";
const NOW: Timestamp = Timestamp::from_unix_ms(1);
/// In pages that cannot be written, which are not searched.
const SECRET: &str = "a long passphrase that is typed once";
const TEXTS: Table<Blob> = Table::new(TableId::Texts);

#[test]
fn a_closed_vault_leaves_no_key_in_memory() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return work_and_close(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let passphrase = Passphrase::new(SECRET.to_owned()).unwrap();
    drop(Vault::create(folder.path(), &passphrase, KdfParams::FLOOR, NOW).unwrap());
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut say, heard) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut heard = BufReader::new(heard).lines().map(Result::unwrap);
    let mut wait_for = |word: &str| assert!(heard.any(|line| line.ends_with(word)), "{word}");
    let keys = every_key(folder.path(), &passphrase);

    wait_for("open");
    let open = found(child.id(), &keys);
    assert!(open.contains_key("names") && open.contains_key("records of texts"), "{open:?}");
    writeln!(say, "close").unwrap();
    wait_for("closed");
    let closed = found(child.id(), &keys);
    writeln!(say, "end").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(closed.is_empty(), "left in memory, with how often: {closed:?}");
}

/// What the watched process does.
fn work_and_close(folder: &Path) {
    let mut lines = std::io::stdin().lines().map(Result::unwrap);
    let passphrase = Passphrase::new(SECRET.to_owned()).unwrap();
    let vault = Vault::open(folder, &passphrase, NOW).unwrap();
    drop(passphrase);
    work(&vault, 1);
    std::thread::scope(|scope| {
        scope.spawn(|| work(&vault, 2));
    });
    println!("open");
    lines.next().unwrap();
    vault.sync_and_close().unwrap();
    println!("closed");
    lines.next().unwrap();
}

fn work(vault: &Vault, which: u8) {
    let mut batch = vault.batch();
    let id = DocumentId::from_bytes([which; 16]);
    batch.put(TEXTS, &[&[which]], &Blob(vec![which; 5000])).unwrap();
    batch.put_original(&id, &[which; 70_000]).unwrap();
    let event = AuditEvent { at: NOW, action: "test", subjects: Vec::new(), detail: String::new() };
    vault.commit(batch, event).unwrap();
    assert_eq!(vault.snapshot().get(TEXTS, &[&[which]]).unwrap().unwrap().0.len(), 5000);
    assert_eq!(vault.snapshot().original(&id).unwrap().unwrap().len(), 70_000);
    assert!(crate::verify(b"words", &vault.sign(b"words")));
    assert!(vault.verify().unwrap().findings.is_empty());
}

/// Every key that opening derives, by what it is for.
fn every_key(folder: &Path, passphrase: &Passphrase) -> Vec<(String, Key)> {
    let header = Header::parse(&fs::read(folder.join("vault.hdr")).unwrap()).unwrap();
    let kek = std::cell::RefCell::new(None);
    let derive = |costs: KdfParams, salt: &[u8]| {
        let key = costs.derive(passphrase, salt)?;
        *kek.borrow_mut() = Some(key.clone());
        Ok(key)
    };
    let ring = header.unlock(&derive).unwrap();
    let subkeys = ring.subkeys().unwrap();
    let mut keys = vec![
        ("passphrase's".to_owned(), kek.take().unwrap()),
        ("header".to_owned(), ring.header_key().unwrap()),
        ("names".to_owned(), subkeys.names.clone()),
        ("state".to_owned(), subkeys.state(subkeys.active).unwrap().clone()),
        ("signing".to_owned(), subkeys.signing.clone()),
        ("passphrase".to_owned(), Key::from_slice(&SECRET.as_bytes()[..KEY_LEN]).unwrap()),
    ];
    keys.extend(ring.keys.iter().map(|(epoch, key)| (format!("epoch {epoch}"), key.clone())));
    keys.push(("anchor".to_owned(), subkeys.anchor(1).unwrap().clone()));
    keys.extend(TableId::ALL.map(|table| {
        (format!("records of {}", table.name()), subkeys.record(1, table).unwrap().clone())
    }));
    keys
}

/// Which keys lie in a process's memory, whole or a half of them, and how often.
fn found(process: u32, keys: &[(String, Key)]) -> BTreeMap<String, usize> {
    let mut halves: BTreeMap<[u8; 2], Vec<(&str, &[u8])>> = BTreeMap::new();
    for (name, key) in keys {
        for half in key.as_bytes().chunks(KEY_LEN / 2) {
            halves.entry([half[0], half[1]]).or_default().push((name, half));
        }
    }
    let mut first = vec![false; 1 << 16];
    for [a, b] in halves.keys() {
        first[usize::from(u16::from_be_bytes([*a, *b]))] = true;
    }
    let mut counts = BTreeMap::new();
    let mut memory = File::open(format!("/proc/{process}/mem")).unwrap();
    for line in fs::read_to_string(format!("/proc/{process}/maps")).unwrap().lines() {
        let (range, rest) = line.split_once(' ').unwrap();
        // the kernel's own pages have no bytes to read
        if !rest.starts_with("rw") {
            continue;
        }
        let (start, end) = range.split_once('-').unwrap();
        let [start, end] = [start, end].map(|at| u64::from_str_radix(at, 16).unwrap());
        let mut bytes = vec![0; (end - start) as usize];
        memory.seek(SeekFrom::Start(start)).unwrap();
        if memory.read_exact(&mut bytes).is_err() {
            continue;
        }
        for (at, pair) in bytes.windows(2).enumerate() {
            if !first[usize::from(u16::from_be_bytes([pair[0], pair[1]]))] {
                continue;
            }
            for (name, half) in &halves[&[pair[0], pair[1]]] {
                if bytes[at..].starts_with(half) {
                    *counts.entry((*name).to_owned()).or_insert(0) += 1;
                }
            }
        }
    }
    counts
}

//! Proofs that left the machine: each shows what it says for its own record, heads, log and key, and for
//! nothing else.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::string_slice)]

use audit::{Checkpoint, Frontier, Proof, Shown, Tree, canonical, leaf, origin};
use std::path::Path;
use types::{Sha256, Timestamp};
use vault::{AuditEntry, AuditEvent, KdfParams, Passphrase, Vault};

fn at(s: i64) -> Timestamp {
    Timestamp::from_unix_ms(1_700_000_000_000 + s * 1000)
}

fn vault(dir: &Path) -> Vault {
    let passphrase = Passphrase::new("vault".to_owned()).unwrap();
    Vault::create(dir, &passphrase, KdfParams::FLOOR, at(0)).unwrap()
}

/// A log of a vault, as large as one likes up to what is in it.
struct Log {
    vault: Vault,
    entries: Vec<AuditEntry>,
    leaves: Vec<Sha256>,
}

impl Log {
    fn new(dir: &Path, records: u64) -> Self {
        let vault = vault(dir);
        for s in 1..records {
            let event = AuditEvent {
                at: at(s as i64),
                action: "test",
                subjects: vec![],
                detail: String::new(),
            };
            vault.commit(vault.batch(), event).unwrap();
        }
        let now = vault.snapshot();
        let entries: Vec<AuditEntry> =
            (1..=records).map(|seq| now.audit_entry(seq).unwrap().unwrap()).collect();
        let leaves = entries.iter().map(|entry| leaf(entry).unwrap()).collect();
        Self { vault, entries, leaves }
    }

    fn tree(&self, size: usize) -> Tree {
        Tree::new(self.leaves[..size].to_vec())
    }

    fn head(&self, size: usize) -> Checkpoint {
        let mut tree = Frontier::default();
        self.leaves[..size].iter().for_each(|leaf| tree.push(*leaf));
        Checkpoint { origin: origin(&self.vault.id()), size: size as u64, root: tree.root() }
    }

    fn note(&self, size: usize) -> String {
        let head = self.head(size);
        head.note(&self.vault.sign(head.text().as_bytes()))
    }

    fn record(&self, index: usize, size: usize) -> String {
        let proof = Proof::of_record(&self.entries[index], &self.tree(size), self.note(size));
        proof.unwrap().text()
    }

    fn since(&self, old: usize, size: usize) -> String {
        Proof::since(old as u64, &self.tree(size), self.note(size)).text()
    }

    fn check(&self, text: &str, kept: Option<usize>) -> Result<Shown, String> {
        let kept = kept.map(|size| self.head(size));
        let key = self.vault.public_key();
        let shown = Proof::read(text)
            .and_then(|proof| proof.check(&origin(&self.vault.id()), &key, kept.as_ref()));
        shown.map_err(|error| error.to_string())
    }
}

#[test]
fn a_proof_shows_its_record_and_its_earlier_head_alone() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::new(dir.path(), 23);
    for size in [1, 2, 3, 8, 13, 22, 23] {
        for index in 0..size {
            let shown = log.check(&log.record(index, size), None).unwrap();
            assert_eq!(shown.record.as_ref(), Some(&log.entries[index]));
            assert_eq!((shown.head, shown.since), (log.head(size), None));
        }
        for old in 1..=size {
            let text = log.since(old, size);
            let shown = log.check(&text, Some(old)).unwrap();
            assert_eq!((shown.head, shown.since), (log.head(size), Some(old as u64)));
            assert!(log.check(&text, None).unwrap_err().contains("has to be there"));
            // another earlier head than the one that it goes on from
            for other in (1..=23).filter(|other| *other != old) {
                let refused = log.check(&text, Some(other)).unwrap_err();
                assert!(refused.contains("that was kept"), "{refused}");
                // the same, with a proof that claims that size
                let claimed = text.replacen(&format!("old {old}"), &format!("old {other}"), 1);
                assert!(log.check(&claimed, Some(other)).is_err(), "{old} as {other} of {size}");
            }
        }
    }
}

#[test]
fn an_earlier_head_of_a_history_that_was_written_anew_is_refused() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let log = Log::new(one.path(), 12);
    let text = log.since(5, 12);
    // signed by the same key over other records
    let bent = Checkpoint { root: Sha256::from_bytes([7; 32]), ..log.head(5) };
    let key = log.vault.public_key();
    let proof = Proof::read(&text).unwrap();
    let refused = proof.check(&bent.origin, &key, Some(&bent)).unwrap_err().to_string();
    assert!(refused.contains("does not go on"), "{refused}");
    // a record of another log, in a proof with this one's head
    let other = Log::new(two.path(), 12);
    let foreign = Proof::of_record(&other.entries[4], &log.tree(12), log.note(12)).unwrap();
    assert!(log.check(&foreign.text(), None).unwrap_err().contains("not in the log"));
    // another key, another log's name
    let record = Proof::read(&log.record(4, 12)).unwrap();
    let by_other = record.check(&bent.origin, &other.vault.public_key(), None).unwrap_err();
    assert!(by_other.to_string().contains("not signed"), "{by_other}");
    let elsewhere = record.check(&origin(&other.vault.id()), &key, None).unwrap_err();
    assert!(elsewhere.to_string().contains("another log"), "{elsewhere}");
    let kept = Checkpoint { origin: origin(&other.vault.id()), ..log.head(5) };
    assert!(proof.check(&bent.origin, &key, Some(&kept)).is_err());
}

#[test]
fn any_changed_byte_of_a_proof_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::new(dir.path(), 11);
    for (text, kept) in [(log.record(6, 11), None), (log.since(6, 11), Some(6))] {
        assert!(log.check(&text, kept).is_ok());
        let bytes = text.as_bytes();
        for at in 0..bytes.len() {
            for bit in [0, 5] {
                let mut changed = bytes.to_vec();
                changed[at] ^= 1 << bit;
                let holds =
                    String::from_utf8(changed).is_ok_and(|text| log.check(&text, kept).is_ok());
                assert!(!holds, "byte {at}, bit {bit}");
            }
            let cut = std::str::from_utf8(&bytes[..at]);
            assert!(!cut.is_ok_and(|text| log.check(text, kept).is_ok()), "cut at {at}");
        }
    }
    for (bad, why) in [
        ("", "no proof"),
        ("old 1", "no proof"),
        ("old 01\n\n", "no proof"),
        ("c2sp.org/tlog-proof@v1\nindex 3\n\n", "which record"),
        ("c2sp.org/tlog-proof@v1\nextra e30=\nindex 3\n\n", "at the place"),
        ("c2sp.org/tlog-proof@v1\nextra !\nindex 3\n\n", "no proof"),
        (&format!("old 3\n{}\n", "AAAA\n".repeat(1000)), "no proof"),
    ] {
        let refused = log.check(bad, Some(6)).unwrap_err();
        assert!(refused.contains(why), "{bad:?}: {refused}");
    }
}

#[test]
fn a_proof_is_in_the_form_that_others_read() {
    let dir = tempfile::tempdir().unwrap();
    let log = Log::new(dir.path(), 4);
    let text = log.record(2, 4);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[2], lines[5]), ("c2sp.org/tlog-proof@v1", "index 2", ""));
    let record = lines[1].strip_prefix("extra ").unwrap();
    assert_eq!(record.len(), canonical(&log.entries[2]).unwrap().len().div_ceil(3) * 4);
    assert!(text.ends_with(&log.note(4)));
    let text = log.since(3, 4);
    assert!(text.starts_with("old 3\n") && text.ends_with(&format!("\n\n{}", log.note(4))));
    // three steps: the heads of the third record, of the fourth, and of the first two
    assert_eq!(text.lines().take_while(|line| !line.is_empty()).count(), 4);
}

//! The vault against a `BTreeMap`: whatever is put, deleted, scanned, dropped and reopened, both say
//! the same.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use proptest::prelude::*;
use std::collections::BTreeMap;
use types::{DocumentId, Timestamp};
use vault::{AuditEvent, Blob, KdfParams, Passphrase, Table, TableId, Vault};

/// With units of one component, with none, and with units of two.
const TABLES: [TableId; 3] = [TableId::Chunks, TableId::Settings, TableId::Postings];

type Path = Vec<Vec<u8>>;
type Model = BTreeMap<(u8, Path), Vec<u8>>;

#[derive(Clone, Debug)]
enum Step {
    Put(usize, Path, Vec<u8>),
    Delete(usize, Path),
    DeletePrefix(usize, Path),
    Original(u8, Option<Vec<u8>>),
    Commit,
    Forget,
    Reopen,
}

fn path() -> impl Strategy<Value = Path> {
    // Few names, so that paths meet; shifting bytes between components must not confuse them.
    let name = prop_oneof![Just(vec![]), Just(b"a".to_vec()), Just(b"ab".to_vec())];
    prop::collection::vec(name, 0..4)
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..40),
        1 => (any::<u8>(), 0..200_000usize).prop_map(|(byte, len)| vec![byte; len]),
        1 => prop::collection::vec(any::<u8>(), 60_000..140_000),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => (0..3usize, path(), bytes()).prop_map(|(t, p, v)| Step::Put(t, p, v)),
        4 => (0..3usize, path()).prop_map(|(t, p)| Step::Delete(t, p)),
        2 => (0..3usize, path()).prop_map(|(t, p)| Step::DeletePrefix(t, p)),
        3 => (0..3u8, prop::option::weighted(0.7, bytes())).prop_map(|(d, v)| Step::Original(d, v)),
        6 => Just(Step::Commit),
        1 => Just(Step::Forget),
        1 => Just(Step::Reopen),
    ]
}

fn slices(path: &Path) -> Vec<&[u8]> {
    path.iter().map(Vec::as_slice).collect()
}

fn table(index: usize) -> Table<Blob> {
    Table::new(TABLES[index])
}

fn document(number: u8) -> DocumentId {
    DocumentId::from_bytes([number; 16])
}

fn check(vault: &Vault, records: &Model, originals: &BTreeMap<u8, Vec<u8>>) {
    for index in 0..TABLES.len() {
        let prefixes = [vec![], vec![b"a".to_vec()], vec![vec![], b"ab".to_vec()]];
        for prefix in prefixes {
            let mut expected: Vec<&Vec<u8>> = records
                .iter()
                .filter(|((t, path), _)| usize::from(*t) == index && path.starts_with(&prefix))
                .map(|(_, value)| value)
                .collect();
            let now = vault.snapshot();
            let found = now.scan(table(index), &slices(&prefix)).unwrap();
            let mut found: Vec<Vec<u8>> = found.map(|blob| blob.unwrap().0).collect();
            expected.sort();
            found.sort();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected);
            let count = vault.snapshot().count(table(index), &slices(&prefix)).unwrap();
            assert_eq!(count, expected.len() as u64);
        }
    }
    for ((index, path), value) in records {
        let found = vault.snapshot().get(table(usize::from(*index)), &slices(path)).unwrap();
        assert_eq!(found.unwrap().0, *value);
    }
    let pass = vault.verify().unwrap();
    assert!(pass.findings.is_empty(), "{:?}", pass.findings);
    for number in 0..3 {
        assert_eq!(
            vault.snapshot().original(&document(number)).unwrap().as_ref(),
            originals.get(&number)
        );
    }
}

fn run(steps: &[Step]) {
    let dir = tempfile::tempdir().unwrap();
    let passphrase = Passphrase::new("model".to_owned()).unwrap();
    let now = Timestamp::from_unix_ms(0);
    let mut vault = Vault::create(dir.path(), &passphrase, KdfParams::FLOOR, now).unwrap();
    let (mut records, mut originals) = (Model::new(), BTreeMap::new());
    let mut commits = 1;
    for group in steps.chunk_by(|step, _| !matches!(step, Step::Commit | Step::Reopen)) {
        let (before, originals_before) = (records.clone(), originals.clone());
        let mut batch = vault.batch();
        let mut forget = false;
        for step in group {
            let mut part = vault.batch();
            match step {
                Step::Put(t, path, value) => {
                    part.put(table(*t), &slices(path), &Blob(value.clone())).unwrap();
                    records.insert((*t as u8, path.clone()), value.clone());
                }
                Step::Delete(t, path) => {
                    part.delete(table(*t), &slices(path));
                    records.remove(&(*t as u8, path.clone()));
                }
                Step::DeletePrefix(t, prefix) => {
                    part.delete_prefix(table(*t), &slices(prefix)).unwrap();
                    records
                        .retain(|(i, path), _| usize::from(*i) != *t || !path.starts_with(prefix));
                }
                Step::Original(number, Some(value)) => {
                    part.put_original(&document(*number), value).unwrap();
                    originals.insert(*number, value.clone());
                }
                Step::Original(number, None) => {
                    part.delete_original(&document(*number)).unwrap();
                    originals.remove(number);
                }
                Step::Forget => forget = true,
                Step::Commit | Step::Reopen => {}
            }
            batch.append(part);
        }
        if forget {
            drop(batch);
            (records, originals) = (before, originals_before);
        } else {
            let at = Timestamp::from_unix_ms(commits);
            let detail = commits.to_string();
            let event = AuditEvent { at, action: "step", subjects: vec![], detail };
            commits += 1;
            assert_eq!(vault.commit(batch, event).unwrap(), commits as u64);
        }
        if matches!(group.last(), Some(Step::Reopen)) {
            drop(vault);
            vault = Vault::open(dir.path(), &passphrase, now).unwrap();
        }
    }
    check(&vault, &records, &originals);
    vault.sync_and_close().unwrap();
    let vault = Vault::open(dir.path(), &passphrase, now).unwrap();
    check(&vault, &records, &originals);
    for seq in 2..=commits as u64 {
        let entry = vault.snapshot().audit_entry(seq).unwrap().unwrap();
        let before = vault.snapshot().audit_entry(seq - 1).unwrap().unwrap();
        assert_eq!((entry.detail, entry.previous), ((seq - 1).to_string(), before.hash()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4, max_shrink_iters: 30, failure_persistence: None, ..ProptestConfig::default()
    })]
    #[test]
    fn a_vault_is_a_map(steps in prop::collection::vec(step(), 20..60)) {
        run(&steps);
    }
}

//! Backups: of one commit while others are made, only new files copied, restored byte for byte, and
//! refused whatever of them is damaged.
#![cfg(not(feature = "plain-for-tests"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use types::{DocumentId, ErrorCode, Timestamp};
use vault::{
    AuditEvent, Backup, Blob, Error, Instead, KdfParams, Passphrase, Table, TableId, Vault,
};

const TEXTS: Table<Blob> = Table::new(TableId::Texts);
const DAMAGED: usize = 20;
const RESTORED: usize = 20;

fn at(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(1_790_000_000_000 + ms)
}

fn passphrase() -> Passphrase {
    Passphrase::new("correct horse battery staple".to_owned()).unwrap()
}

fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    blake3::Hasher::new().update(&seed.to_be_bytes()).finalize_xof().fill(&mut bytes);
    bytes
}

/// A vault, and what is in it.
struct Kept {
    folder: tempfile::TempDir,
    vault: Vault,
    texts: BTreeMap<u64, Vec<u8>>,
    originals: BTreeMap<u8, Vec<u8>>,
}

impl Kept {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        fs::create_dir(folder.path().join("disk")).unwrap();
        let vault = Vault::create(&home, &passphrase(), KdfParams::FLOOR, at(0)).unwrap();
        Self { folder, vault, texts: BTreeMap::new(), originals: BTreeMap::new() }
    }

    fn disk(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    /// One commit of some changes.
    fn change(&mut self, seed: u64) {
        let mut batch = self.vault.batch();
        for number in 0..8 {
            let key = noise(seed ^ number, 8)[0] as u64 % 40;
            if number == 7 {
                batch.delete(TEXTS, &[&key.to_be_bytes()]);
                self.texts.remove(&key);
                continue;
            }
            let value = noise(seed.wrapping_add(number), 200 + 3000 * (number as usize % 3));
            batch.put(TEXTS, &[&key.to_be_bytes()], &Blob(value.clone())).unwrap();
            self.texts.insert(key, value);
        }
        let (id, original) = (seed as u8 % 3, noise(seed, 150_000));
        batch.put_original(&DocumentId::from_bytes([id; 16]), &original).unwrap();
        self.originals.insert(id, original);
        commit(&self.vault, batch);
    }

    fn backup(&self, ms: i64) -> vault::BackedUp {
        self.vault.backup(&self.disk(), None, at(ms), &|_, _| true).unwrap()
    }

    /// Where this vault's backups lie.
    fn own(&self) -> PathBuf {
        self.disk().join(format!("loci-{}", self.vault.id()))
    }

    fn check(&self, restored: &Vault) {
        let now = restored.snapshot();
        assert_eq!(now.count(TEXTS, &[]).unwrap(), self.texts.len() as u64);
        for (key, value) in &self.texts {
            assert_eq!(now.get(TEXTS, &[&key.to_be_bytes()]).unwrap().unwrap().0, *value);
        }
        for (id, original) in &self.originals {
            let id = DocumentId::from_bytes([*id; 16]);
            assert_eq!(now.original(&id).unwrap().as_ref(), Some(original));
        }
        assert!(restored.verify().unwrap().findings.is_empty());
    }
}

fn commit(vault: &Vault, batch: vault::Batch<'_>) {
    let event = AuditEvent { at: at(1), action: "test", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
}

fn restore(disk: &Path, to: &Path, instead: Instead, ms: i64) -> vault::Result<vault::Restored> {
    Backup::find(disk, None, None)?.restore(to, instead, &passphrase(), at(ms), &|_, _| true)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[test]
fn every_restore_is_byte_true_and_says_where_it_came_from() {
    let mut kept = Kept::new();
    for round in 0..RESTORED as u64 {
        (0..1 + round % 3).for_each(|step| kept.change(round * 31 + step));
        let done = kept.backup(round as i64);
        assert_eq!(done.commit_seq, kept.vault.commit_seq());
        let to = kept.folder.path().join(format!("copy{round}"));
        let report = restore(&kept.disk(), &to, Instead::Refuse, 100).unwrap();
        assert_eq!((report.commit_seq, report.behind), (done.commit_seq, None));
        let restored = Vault::open(&to, &passphrase(), at(200)).unwrap();
        kept.check(&restored);
        let entry = restored.snapshot().audit_entry(restored.commit_seq()).unwrap().unwrap();
        assert_eq!(entry.action, "restore backup");
        assert!(
            entry.detail.starts_with(&format!("commit {}", done.commit_seq)),
            "{}",
            entry.detail
        );
        let opened = Backup::find(&kept.disk(), None, None).unwrap();
        opened.check_files().unwrap();
        kept.check(&opened.open(&passphrase()).unwrap());
    }
}

#[test]
fn only_new_files_are_copied_and_old_backups_go() {
    let mut kept = Kept::new();
    (0..20).for_each(|seed| kept.change(seed));
    let first = kept.backup(1);
    assert_eq!((first.files, first.bytes), (first.copied_files, first.copied_bytes));
    let again = kept.backup(2);
    assert!(again.copied_bytes * 5 < first.bytes, "{again:?} after {first:?}");
    let mut batch = kept.vault.batch();
    batch.put(TEXTS, &[b"one more"], &Blob(vec![1; 100])).unwrap();
    commit(&kept.vault, batch);
    let third = kept.backup(3);
    assert!(third.copied_bytes * 5 < third.bytes, "{third:?}");
    let manifests = || {
        files(&kept.own())
            .iter()
            .filter(|path| path.extension().is_some_and(|e| e == "manifest"))
            .count()
    };
    assert_eq!(manifests(), 2, "the second was of the same commit");
    let kept_two = kept.vault.backup(&kept.disk(), Some(1), at(4), &|_, _| true).unwrap();
    assert_eq!((kept_two.dropped, manifests()), (1, 1));
    let stored = files(&kept.own().join("files")).len() as u64;
    assert!(stored <= kept_two.files, "{stored} files stay for {}", kept_two.files);
    let to = kept.folder.path().join("copy");
    restore(&kept.disk(), &to, Instead::Refuse, 5).unwrap();
}

#[test]
fn a_backup_is_of_one_commit_while_others_are_made() {
    let mut kept = Kept::new();
    kept.change(1);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0u64.. {
                if stop.load(Ordering::SeqCst) {
                    break;
                }
                // both or neither: what a copy of two moments would tear apart
                let mut batch = kept.vault.batch();
                for name in [b"left", b"righ"] {
                    batch.put(TEXTS, &[name], &Blob(number.to_be_bytes().to_vec())).unwrap();
                }
                commit(&kept.vault, batch);
            }
        });
        for round in 0..5 {
            let done = kept.backup(round);
            let copy = Backup::find(&kept.disk(), None, None).unwrap().open(&passphrase()).unwrap();
            assert_eq!(copy.commit_seq(), done.commit_seq);
            let now = copy.snapshot();
            assert_eq!(now.get(TEXTS, &[b"left"]).unwrap(), now.get(TEXTS, &[b"righ"]).unwrap());
            assert!(copy.verify().unwrap().findings.is_empty());
        }
        stop.store(true, Ordering::SeqCst);
    });
}

#[test]
fn every_damaged_backup_is_refused_and_nothing_is_left_behind() {
    let mut kept = Kept::new();
    (0..6).for_each(|seed| kept.change(seed));
    kept.backup(1);
    kept.change(99);
    kept.backup(2);
    let whole = kept.own();
    let manifest = |folder: &Path| {
        files(folder)
            .into_iter()
            .rfind(|path| path.extension().is_some_and(|e| e == "manifest"))
            .unwrap()
    };
    // what the newest backup consists of: those that a backup of that commit alone would keep
    let needed: Vec<PathBuf> = {
        let only = kept.folder.path().join("only");
        fs::create_dir(&only).unwrap();
        kept.vault.backup(&only, None, at(2), &|_, _| true).unwrap();
        let own = only.join(format!("loci-{}", kept.vault.id()));
        let stored = files(&own.join("files")).into_iter();
        stored.map(|path| whole.join("files").join(path.file_name().unwrap())).collect()
    };
    let needed: Vec<&PathBuf> = needed.iter().filter(|path| path.exists()).collect();
    assert!(needed.len() > 4);
    let mut refused = 0;
    for round in 0..DAMAGED {
        let broken = kept.folder.path().join(format!("broken{round}"));
        let copy = broken.join(whole.file_name().unwrap());
        fs::create_dir_all(copy.join("files")).unwrap();
        for path in files(&whole).iter().chain(&files(&whole.join("files"))).filter(|p| p.is_file())
        {
            fs::copy(path, copy.join(path.strip_prefix(&whole).unwrap())).unwrap();
        }
        let file = |which: usize| {
            copy.join("files").join(needed[which % needed.len()].file_name().unwrap())
        };
        match round {
            0..8 => {
                let path = file(round);
                let mut bytes = fs::read(&path).unwrap();
                let place = bytes.len() / 2;
                if bytes.is_empty() {
                    bytes.push(1)
                } else {
                    bytes[place] ^= 4
                }
                fs::write(path, bytes).unwrap();
            }
            8..11 => fs::remove_file(file(round)).unwrap(),
            11..14 => {
                let bytes = fs::read(file(round)).unwrap();
                let cut = [&bytes[..bytes.len() / 2], &[7u8; 3][..]].concat();
                fs::write(file(round), cut).unwrap();
            }
            14 => fs::rename(file(0), file(1)).unwrap(),
            15..18 => {
                // every manifest: an earlier one that is whole would be taken
                for path in files(&copy).iter().filter(|p| p.is_file()) {
                    let mut bytes = fs::read(path).unwrap();
                    let place = bytes.len() * (round - 14) / 5;
                    bytes[place] ^= 1;
                    fs::write(path, bytes).unwrap();
                }
            }
            18 => files(&copy)
                .iter()
                .filter(|p| p.is_file())
                .for_each(|p| fs::remove_file(p).unwrap()),
            _ => {
                let path = manifest(&copy);
                files(&copy)
                    .iter()
                    .filter(|p| p.is_file() && **p != path)
                    .for_each(|p| fs::remove_file(p).unwrap());
                let bytes = fs::read(&path).unwrap();
                fs::write(path, &bytes[..bytes.len() - 100]).unwrap();
            }
        }
        let to = kept.folder.path().join(format!("to{round}"));
        let found = restore(&broken, &to, Instead::Refuse, 9).unwrap_err();
        let code = found.problem().code;
        let expected = if round == 18 { ErrorCode::NotFound } else { ErrorCode::BackupDamaged };
        assert_eq!(code, expected, "{round}: {found}");
        refused += 1;
        let beside: Vec<_> = files(kept.folder.path())
            .into_iter()
            .filter(|path| {
                path.file_name().unwrap().to_string_lossy().starts_with(&format!("to{round}"))
            })
            .collect();
        assert!(beside.is_empty(), "{beside:?}");
    }
    assert_eq!(refused, DAMAGED);
}

#[test]
fn places_that_cannot_take_a_backup_are_refused_with_what_to_do() {
    let mut kept = Kept::new();
    kept.change(1);
    let home = kept.folder.path().join("home");
    let file = kept.folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let link = kept.folder.path().join("link");
    std::os::unix::fs::symlink(&home, &link).unwrap();
    for (place, expected) in [
        (home.clone(), ErrorCode::Usage),
        (home.join("db"), ErrorCode::Usage),
        (home.join("../home/db"), ErrorCode::Usage),
        (link, ErrorCode::Usage),
        (kept.folder.path().join("gone"), ErrorCode::Unreadable),
        (file, ErrorCode::Unreadable),
        (PathBuf::from("/proc"), ErrorCode::Unreadable),
    ] {
        let refused = kept.vault.backup(&place, None, at(1), &|_, _| true).unwrap_err();
        assert_eq!(refused.problem().code, expected, "{}: {refused}", place.display());
    }
    assert!(!home.join("db.backup").exists());
    // stopped half-way: no backup, and the next one is whole
    let stopped = kept.vault.backup(&kept.disk(), None, at(1), &|done, _| done < 100_000);
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert!(matches!(Backup::find(&kept.disk(), None, None), Err(Error::BackupMissing)));
    kept.backup(1);
    kept.check(&Backup::find(&kept.disk(), None, None).unwrap().open(&passphrase()).unwrap());
    // one that a later program made is left alone
    let manifest = files(&kept.own()).into_iter().find(|p| p.is_file()).unwrap();
    let mut bytes = fs::read(&manifest).unwrap();
    bytes.truncate(bytes.len() - 16);
    bytes[9] = 2;
    let mut sum = [0; 16];
    blake3::Hasher::new().update(&bytes).finalize_xof().fill(&mut sum);
    bytes.extend_from_slice(&sum);
    fs::write(manifest, bytes).unwrap();
    let newer = kept.vault.backup(&kept.disk(), Some(1), at(2), &|_, _| true);
    assert!(matches!(newer, Err(Error::BackupTooNew(2))));
    assert!(matches!(Backup::find(&kept.disk(), None, None), Err(Error::BackupTooNew(2))));
}

#[test]
fn restoring_puts_a_vault_aside_and_never_an_open_one() {
    let mut kept = Kept::new();
    kept.change(1);
    kept.backup(1);
    let home = kept.folder.path().join("home");
    assert!(matches!(restore(&kept.disk(), &home, Instead::Refuse, 5), Err(Error::Exists)));
    assert!(matches!(restore(&kept.disk(), &home, Instead::PutAside, 5), Err(Error::InUse)));
    let wrong = Passphrase::new("another".to_owned()).unwrap();
    let backup = Backup::find(&kept.disk(), None, None).unwrap();
    let to = kept.folder.path().join("to");
    let refused = backup.restore(&to, Instead::Refuse, &wrong, at(5), &|_, _| true);
    assert!(matches!(refused, Err(Error::WrongPassphrase)));
    assert!(!to.exists());
    let Kept { folder, vault, .. } = kept;
    let mut batch = vault.batch();
    batch.put(TEXTS, &[b"later"], &Blob(vec![1])).unwrap();
    commit(&vault, batch);
    vault.sync_and_close().unwrap();
    let done = restore(&folder.path().join("disk"), &home, Instead::PutAside, 6).unwrap();
    assert_eq!(done.behind, Some(1));
    let open = |home: &Path| Vault::open(home, &passphrase(), at(7)).unwrap();
    let restored = open(&home);
    assert!(restored.snapshot().get(TEXTS, &[b"later"]).unwrap().is_none());
    let entry = restored.snapshot().audit_entry(restored.commit_seq()).unwrap().unwrap();
    assert!(entry.detail.contains("1 later commits"), "{}", entry.detail);
    // what was there is whole
    let aside = open(&done.put_aside.unwrap());
    assert!(aside.snapshot().get(TEXTS, &[b"later"]).unwrap().is_some());
    // two vaults' backups in one folder
    let other = Vault::create(&folder.path().join("other"), &passphrase(), KdfParams::FLOOR, at(0))
        .unwrap();
    other.backup(&folder.path().join("disk"), None, at(8), &|_, _| true).unwrap();
    let find = |id| Backup::find(&folder.path().join("disk"), id, None);
    assert!(matches!(find(None), Err(Error::BackupAmbiguous)));
    assert_eq!(find(Some(other.id())).unwrap().vault_id(), other.id());
}

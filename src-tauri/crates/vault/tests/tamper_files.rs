//! Every file of a vault flipped, cut, emptied, removed, swapped with its like or replaced by an older
//! one: the vault is refused, or what differs is noticed when it is read or verified, or the file held
//! nothing that matters and every record is what it was. What is none of these is silent, and there
//! must be none. `LOCI_TORTURE=1` tries many more places in each file.
#![cfg(not(feature = "plain-for-tests"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stderr, missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use types::{DocumentId, ErrorCode, Timestamp};
use vault::{AuditEvent, Blob, KdfParams, Passphrase, Table, TableId, Vault};

const NOW: Timestamp = Timestamp::from_unix_ms(1);
const TABLES: [TableId; 4] =
    [TableId::Documents, TableId::Texts, TableId::Settings, TableId::Nodes];
const DOCUMENTS: u8 = 6;

fn passphrase() -> Passphrase {
    Passphrase::new("correct horse battery staple".to_owned()).unwrap()
}

fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(|_| next()).collect()
}

fn put(vault: &Vault, documents: std::ops::Range<u8>, version: u64) {
    let mut batch = vault.batch();
    for number in documents {
        let id = DocumentId::from_bytes([number; 16]);
        for (part, len) in [30, 2_000, 40_000].into_iter().enumerate() {
            let value = Blob(noise(version * 1000 + u64::from(number) * 10 + part as u64, len));
            for table in TABLES {
                batch.put(Table::new(table), &[id.as_bytes(), &[part as u8]], &value).unwrap();
            }
        }
        batch.put_original(&id, &noise(version * 7 + u64::from(number), 100_000)).unwrap();
    }
    let event = AuditEvent { at: NOW, action: "put", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in files_below(from) {
        let to = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(&file, to).unwrap();
    }
}

fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Everything that the vault gives, or the first thing that it refuses.
fn everything(vault: &Vault) -> vault::Result<BTreeMap<Vec<u8>, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for number in 0..DOCUMENTS {
        let id = DocumentId::from_bytes([number; 16]);
        for table in TABLES {
            for part in 0..3u8 {
                let value =
                    vault.snapshot().get(Table::<Blob>::new(table), &[id.as_bytes(), &[part]])?;
                found.extend(value.map(|blob| (vec![table as u8, number, part], blob.0)));
            }
        }
        found.extend(vault.snapshot().original(&id)?.map(|bytes| (vec![0, number], bytes)));
    }
    Ok(found)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Refused,
    Noticed,
    Harmless,
    Silent,
}

fn outcome(home: &Path, expected: &BTreeMap<Vec<u8>, Vec<u8>>) -> Outcome {
    let vault = match Vault::open(home, &passphrase(), NOW) {
        Ok(vault) => vault,
        Err(error) => {
            let code = error.problem().code;
            let clear = [
                ErrorCode::VaultDamaged,
                ErrorCode::VaultBehindAnchor,
                ErrorCode::VaultMissing,
                ErrorCode::VaultTooNew,
                ErrorCode::WrongPassphrase,
            ];
            assert!(clear.contains(&code), "{}: {error}", home.display());
            return Outcome::Refused;
        }
    };
    let read = everything(&vault);
    let verified = vault.verify().map(|pass| pass.findings.is_empty());
    match (read, verified) {
        (Ok(read), Ok(true)) if read == *expected => Outcome::Harmless,
        (Ok(read), Ok(true)) => {
            eprintln!("{}: {} of {}", home.display(), read.len(), expected.len());
            Outcome::Silent
        }
        (Err(error), _) | (_, Err(error)) => {
            assert_eq!(error.problem().code, ErrorCode::VaultDamaged, "{}", home.display());
            Outcome::Noticed
        }
        // read as if nothing were wrong, and yet not as it was
        (Ok(read), Ok(false)) if read != *expected => Outcome::Silent,
        (Ok(_), Ok(false)) => Outcome::Noticed,
    }
}

enum Attack {
    Flip(u64),
    Cut(u64),
    Emptied,
    Removed,
    Swapped(PathBuf),
    Older(PathBuf),
}

impl Attack {
    fn name(&self) -> &'static str {
        match self {
            Self::Flip(_) => "flipped",
            Self::Cut(_) => "cut",
            Self::Emptied => "emptied",
            Self::Removed => "removed",
            Self::Swapped(_) => "swapped",
            Self::Older(_) => "older",
        }
    }

    fn apply(&self, file: &Path) {
        let mut bytes = fs::read(file).unwrap();
        let place = |share: u64, len: usize| (len as u64 * share / 1000) as usize;
        match self {
            Self::Flip(share) => {
                let at = place(*share, bytes.len());
                bytes[at] ^= 1 << (share % 8);
            }
            Self::Cut(share) => bytes.truncate(place(*share, bytes.len())),
            Self::Emptied => bytes.clear(),
            Self::Removed => return fs::remove_file(file).unwrap(),
            Self::Swapped(other) | Self::Older(other) => bytes = fs::read(other).unwrap(),
        }
        fs::write(file, bytes).unwrap();
    }
}

fn attacks(home: &Path, old: &Path, places: u64) -> Vec<(PathBuf, Attack)> {
    let files = files_below(home);
    let mut attacks = Vec::new();
    for file in &files {
        let inner = file.strip_prefix(home).unwrap().to_owned();
        let mut add = |attack| attacks.push((inner.clone(), attack));
        if fs::metadata(file).unwrap().len() > 0 {
            (0..places).for_each(|place| add(Attack::Flip((place * 997 + 13) % 1000)));
            (0..places.div_ceil(2)).for_each(|place| add(Attack::Cut((place * 619 + 500) % 1000)));
            add(Attack::Emptied);
        }
        add(Attack::Removed);
        let like = |other: &&PathBuf| *other != file && other.extension() == file.extension();
        files.iter().filter(like).take(2).for_each(|other| add(Attack::Swapped(other.clone())));
        let older = old.join(&inner);
        if older.exists() && fs::read(&older).unwrap() != fs::read(file).unwrap() {
            add(Attack::Older(older));
        }
    }
    attacks
}

fn kind(file: &Path) -> String {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let stem = name.split(['-', '.']).next_back().filter(|_| name.contains('.'));
    stem.unwrap_or(name.split('-').next().unwrap()).to_owned()
}

#[test]
fn no_change_of_a_file_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    let (home, old) = (folder.path().join("home"), folder.path().join("old"));
    let vault = Vault::create(&home, &passphrase(), KdfParams::FLOOR, NOW).unwrap();
    put(&vault, 0..4, 1);
    vault.sync_and_close().unwrap();
    copy(&home, &old);
    let vault = Vault::open(&home, &passphrase(), NOW).unwrap();
    put(&vault, 0..2, 2);
    put(&vault, 4..DOCUMENTS, 2);
    let mut batch = vault.batch();
    for table in TABLES {
        let id = DocumentId::from_bytes([2; 16]);
        batch.delete_prefix(Table::<Blob>::new(table), &[id.as_bytes()]).unwrap();
    }
    let event = AuditEvent { at: NOW, action: "delete", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
    let expected = everything(&vault).unwrap();
    vault.sync_and_close().unwrap();
    // and one whose log was not flushed, as after a kill
    let killed = folder.path().join("killed");
    let vault = Vault::open(&home, &passphrase(), NOW).unwrap();
    copy(&home, &killed);
    drop(vault);
    assert_eq!(outcome(&killed, &expected), Outcome::Harmless, "the control");

    let long = std::env::var_os("LOCI_TORTURE").is_some();
    let attacks = attacks(&home, &old, if long { 40 } else { 2 });
    let (next, table) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((file, attack)) = attacks.get(number) else { return };
            let attacked = folder.path().join(format!("{number} {}", attack.name()));
            copy(&home, &attacked);
            attack.apply(&attacked.join(file));
            let outcome = outcome(&attacked, &expected);
            let row = (attack.name(), kind(file));
            let mut table = table.lock().unwrap();
            *table.entry(row).or_insert_with(BTreeMap::new).entry(outcome).or_insert(0u32) += 1;
            fs::remove_dir_all(&attacked).unwrap();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let mut sum = BTreeMap::new();
    for ((attack, file), row) in table.into_inner().unwrap() {
        eprintln!("{attack:8} {file:9} {row:?}");
        row.into_iter().for_each(|(outcome, count)| *sum.entry(outcome).or_insert(0) += count);
    }
    eprintln!("{} tried: {sum:?}", attacks.len());
    assert_eq!(sum.get(&Outcome::Silent), None);
    assert!(sum[&Outcome::Refused] > 10 && sum[&Outcome::Noticed] > 0, "{sum:?}");
}

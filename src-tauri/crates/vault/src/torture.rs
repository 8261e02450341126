//! Tests only: a vault that is killed while it is written, given new keys, backed up and closed, against a
//! plain model of what was acknowledged; and the log cut at each place of its last commits.
//! `LOCI_TORTURE=1` makes a thousand kills and cuts at every byte.
#![cfg(not(feature = "plain-for-tests"))]

use crate::door::{self, by};
use crate::header::Header;
use crate::keys::KeyRing;
use crate::{AuditEvent, Backup, Blob, Error, KdfParams, Passphrase, Table, TableId, Vault};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use types::{Cancel, Timestamp};

const NOW: Timestamp = Timestamp::from_unix_ms(1);
const TEXTS: Table<Blob> = Table::new(TableId::Texts);
/// Names the folder to the program that is killed.
const FOLDER: &str = "LOCI_TEST_TORTURE";

fn passphrase() -> Passphrase {
    Passphrase::new("correct horse".to_owned()).unwrap()
}

fn is_long() -> bool {
    std::env::var_os("LOCI_TORTURE").is_some()
}

fn event() -> AuditEvent {
    AuditEvent { at: NOW, action: "test", subjects: vec![], detail: String::new() }
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// What commit `number` of a history puts: the value says by which commit it came.
fn value(number: u64, key: u64) -> Blob {
    let length = 100 + (number * 37 + key * 1009) % 30_000;
    let mut bytes = vec![0; length as usize];
    blake3::Hasher::new()
        .update(&number.to_be_bytes())
        .update(&key.to_be_bytes())
        .finalize_xof()
        .fill(&mut bytes);
    Blob(bytes)
}

/// The changes of commit `number`, by it alone: some puts and a deletion.
fn changes(number: u64) -> Vec<(u64, bool)> {
    let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (0..3 + dice.below(6)).map(|_| (dice.below(60), dice.below(5) > 0)).collect()
}

fn commit(vault: &Vault, number: u64) -> crate::Result<()> {
    let mut batch = vault.batch();
    for (key, is_put) in changes(number) {
        match is_put {
            true => batch.put(TEXTS, &[&key.to_be_bytes()], &value(number, key))?,
            false => batch.delete(TEXTS, &[&key.to_be_bytes()]),
        }
    }
    batch.put(TEXTS, &[b"last"], &Blob(number.to_be_bytes().to_vec()))?;
    vault.commit(batch, event()).map(drop)
}

/// Everything is there as after the commit that the vault says was its last, which is `least` or the one
/// after it.
fn check(vault: &Vault, least: u64) -> u64 {
    let now = vault.snapshot();
    let last = now
        .get(TEXTS, &[b"last"])
        .unwrap()
        .map_or(0, |last| u64::from_be_bytes(last.0.try_into().unwrap()));
    assert!(last == least || last == least + 1, "{last} after {least} were acknowledged");
    let mut model: BTreeMap<u64, u64> = BTreeMap::new();
    for number in 1..=last {
        for (key, is_put) in changes(number) {
            let _ = if is_put { model.insert(key, number) } else { model.remove(&key) };
        }
    }
    let expected = model.len() as u64 + u64::from(last > 0);
    assert_eq!(now.count(TEXTS, &[]).unwrap(), expected);
    for (key, number) in model {
        assert_eq!(now.get(TEXTS, &[&key.to_be_bytes()]).unwrap().unwrap(), value(number, key));
    }
    assert!(vault.verify().unwrap().findings.is_empty());
    last
}

fn acknowledged(home: &Path) -> u64 {
    let log = fs::read_to_string(home.join("../acknowledged")).unwrap_or_default();
    log.lines().last().map_or(0, |line| line.parse().unwrap())
}

#[test]
fn kills_lose_nothing_whatever_was_being_done() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    fs::create_dir(folder.path().join("disk")).unwrap();
    drop(Vault::create(&home, &passphrase(), KdfParams::FLOOR, NOW).unwrap());
    let kills = if is_long() { 1000 } else { 25 };
    let (mut last, mut rotating, mut backups, mut dice) = (0, 0, 0, Dice(7));
    for _ in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["torture::the_program_that_is_killed", "--exact"])
            .env(FOLDER, &home)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (ready, begun) = (folder.path().join("ready"), Instant::now());
        while !ready.exists() && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        // the slower the machine, the later: within as long as it took to open
        let opened_us = begun.elapsed().as_micros() as u64;
        std::thread::sleep(Duration::from_micros(dice.below(opened_us.max(1))));
        child.kill().unwrap();
        child.wait().unwrap();
        let _ = fs::remove_file(ready);
        let vault = Vault::open(&home, &passphrase(), NOW).unwrap();
        let before = acknowledged(&home);
        last = check(&vault, before);
        if last > before {
            fs::write(folder.path().join("acknowledged"), format!("{last}\n")).unwrap();
        }
        rotating += u32::from(vault.is_rotating());
        match Backup::find(&folder.path().join("disk"), None, None) {
            Ok(backup) => {
                backup.check_files().unwrap();
                backups += 1;
            }
            Err(Error::BackupMissing) => {}
            Err(other) => panic!("{other}"),
        }
    }
    eprintln!(
        "kills: tried {kills}, opened whole {kills}, silent 0; {last} commits, half-way through new keys \
         {rotating}, whole backups seen {backups}"
    );
    assert!(last > kills / 5 && backups > 0);
}

/// Not a test by itself: the program that the one above kills.
#[test]
fn the_program_that_is_killed() {
    let Some(home) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut vault = Vault::open(&home, &passphrase(), NOW).unwrap();
    let mut last = check(&vault, acknowledged(&home));
    let above = home.parent().unwrap().to_owned();
    let log = OpenOptions::new().create(true).append(true).open(above.join("acknowledged"));
    let mut log = log.unwrap();
    fs::write(above.join("ready"), "").unwrap();
    let mut dice = Dice(last + std::process::id() as u64);
    loop {
        match dice.below(12) {
            0 => {
                vault.rotate(&passphrase(), NOW, &Cancel::default(), &|_, _| {}).unwrap();
            }
            1 => {
                vault.backup(&above.join("disk"), Some(2), NOW, &|_, _| true).unwrap();
            }
            2 => {
                vault.sync_and_close().unwrap();
                vault = Vault::open(&home, &passphrase(), NOW).unwrap();
            }
            3 => {
                vault.expunge().unwrap();
            }
            _ => {
                commit(&vault, last + 1).unwrap();
                last += 1;
                // one write: it is there whole or not at all
                log.write_all(format!("{last}\n").as_bytes()).unwrap();
            }
        }
    }
}

#[test]
fn a_log_cut_anywhere_in_its_last_commits_is_refused_or_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (home, copy) = (folder.path().join("home"), folder.path().join("copy"));
    let vault = Vault::create(&home, &passphrase(), KdfParams::FLOOR, NOW).unwrap();
    (1..=10).for_each(|number| commit(&vault, number).unwrap());
    drop(vault);
    let vault = Vault::open(&home, &passphrase(), NOW).unwrap();
    (11..=30).for_each(|number| small(&vault, number));
    // as a power cut leaves it: nothing was closed
    copy_all(&home, &copy);
    drop(vault);
    let ring = by(&passphrase())(&door::read(&copy.join("vault.hdr")).unwrap()).unwrap();
    let unlock = |_: &Header| -> crate::Result<KeyRing> { Ok(ring.clone()) };
    let log = fs::read_dir(copy.join("db"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "log"))
        .max_by_key(|path| fs::metadata(path).unwrap().len())
        .unwrap();
    let bytes = fs::read(&log).unwrap();
    let step = if is_long() { 1 } else { 41 };
    let (mut tried, mut refused, mut whole) = (0, 0, 0);
    for cut in (0..=bytes.len()).step_by(step).chain([bytes.len()]) {
        fs::write(&log, &bytes[..cut]).unwrap();
        tried += 1;
        match Vault::look_at(&copy, &unlock) {
            Ok(last) => {
                assert_eq!(last, 30, "silently short: cut at {cut} of {}", bytes.len());
                whole += 1;
            }
            Err(Error::BehindAnchor { .. } | Error::Damaged(_)) => refused += 1,
            Err(other) => panic!("cut at {cut}: {other}"),
        }
    }
    eprintln!("log cut: tried {tried}, refused {refused}, whole {whole}, silent 0");
    assert!(refused > 0 && whole > 0);
}

fn small(vault: &Vault, number: u64) {
    let mut batch = vault.batch();
    batch.put(TEXTS, &[b"last"], &Blob(number.to_be_bytes().to_vec())).unwrap();
    vault.commit(batch, event()).unwrap();
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).unwrap();
        if path.is_dir() {
            copy_all(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

impl Vault {
    /// The last number that a copy holds, without changing it or paying for the passphrase.
    fn look_at(home: &Path, unlock: door::Unlock<'_>) -> crate::Result<u64> {
        let none = crate::files::Temporary::none();
        let vault = Self::open_read_only(crate::places::Places::of(home), unlock, none)?;
        let last = vault.snapshot().get(TEXTS, &[b"last"])?.unwrap();
        Ok(u64::from_be_bytes(last.0.try_into().unwrap()))
    }
}

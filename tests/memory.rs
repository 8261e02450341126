//! What a process's memory holds: the keys of a vault, derived here anew from its header and passphrase as
//! docs/formats.md describes it, and words.
#![allow(clippy::indexing_slicing)]

use aho_corasick::AhoCorasick;
use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce, aead::Aead, aead::Payload};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, DirEntry, File},
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// What is looked for: a name, and bytes.
pub type Secret = (String, Vec<u8>);

/// Every key of the vault whose header this is, in halves, since registers are spilled in such.
pub fn keys(header: &Path, passphrase: &str) -> Vec<Secret> {
    let header = fs::read(header).unwrap();
    let u32_at = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().unwrap());
    let (id, slot) = (&header[13..29], 50);
    let [memory, passes, lanes] = [slot + 3, slot + 7, slot + 11].map(u32_at);
    let (costs_and_salt, salt) = (&header[slot + 3..slot + 31], &header[slot + 15..slot + 31]);
    let length = usize::from(u16::from_be_bytes([header[slot + 1], header[slot + 2]]));
    let frame = &header[slot + 63..slot + 3 + length];

    let mut kek = [0u8; 32];
    let params = Params::new(memory, passes, lanes, Some(32)).unwrap();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.as_bytes(), salt, &mut kek)
        .unwrap();
    let mut both = [0u8; 64];
    hkdf::Hkdf::<sha2::Sha256>::new(Some(id), &kek)
        .expand(b"loci vault v1 key slot: wrap key and commitment", &mut both)
        .unwrap();
    let associated = [&[4], id, &[0; 5], &[1], costs_and_salt].concat();
    let nonce: [u8; 24] = frame[5..29].try_into().unwrap();
    let wrap: [u8; 32] = both[..32].try_into().unwrap();
    let ring = XChaCha20Poly1305::new(&wrap.into())
        .decrypt(&XNonce::from(nonce), Payload { msg: &frame[29..], aad: &associated })
        .expect("the passphrase opens the slot");
    assert_eq!(ring[0], 1, "a new vault has one key");
    let (epoch, key) = (&ring[1..5], &ring[5..37]);

    let derive = |purpose: &str, which: &[u8]| {
        let context = format!("loci 2026-11 vault v1 {purpose}");
        blake3::derive_key(&context, &[key, which].concat())
    };
    let mut found = BTreeMap::from([
        ("passphrase's".to_owned(), kek),
        ("slot's".to_owned(), wrap),
        ("epoch's".to_owned(), key.try_into().unwrap()),
    ]);
    for purpose in ["names", "header", "anchor", "audit", "state"] {
        found.insert(purpose.to_owned(), derive(purpose, &[]));
    }
    for tag in 1..=32u8 {
        found.insert(format!("records of {tag}"), derive("records", &[&[tag], epoch].concat()));
    }
    found
        .into_iter()
        .flat_map(|(name, key)| [(name.clone(), key[..16].to_vec()), (name, key[16..].to_vec())])
        .collect()
}

/// Words as they may lie in memory.
pub fn words(words: &[&str]) -> Vec<Secret> {
    let wide = |word: &str| word.encode_utf16().flat_map(u16::to_le_bytes).collect();
    words
        .iter()
        .flat_map(|word| [word.as_bytes().to_vec(), wide(word)].map(|it| ((*word).to_owned(), it)))
        .collect()
}

/// A process and all that came from it.
pub fn family(process: u32) -> Vec<u32> {
    let mut all = vec![process];
    let mut at = 0;
    while let Some(parent) = all.get(at).copied() {
        at += 1;
        for thread in fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten() {
            let children = fs::read_to_string(thread.unwrap().path().join("children"));
            let children = children.unwrap_or_default();
            all.extend(children.split_whitespace().map(|id| id.parse::<u32>().unwrap()));
        }
    }
    all
}

/// The sockets and pipes that a process has open beside its standard ones, each by its own number.
pub fn connections(process: u32) -> BTreeSet<PathBuf> {
    let opened = fs::read_dir(format!("/proc/{process}/fd")).unwrap().map(|entry| entry.unwrap());
    let numbered = |entry: &DirEntry| entry.file_name().to_str().unwrap().parse::<u32>().unwrap();
    opened
        .filter(|entry| numbered(entry) > 2)
        .filter_map(|entry| fs::read_link(entry.path()).ok())
        .filter(|target| {
            ["socket:", "pipe:"].iter().any(|kind| target.to_string_lossy().starts_with(kind))
        })
        .collect()
}

/// Which secrets lie in the memory of these processes, and how often.
pub fn search(processes: &[u32], secrets: &[Secret]) -> BTreeMap<String, usize> {
    let searcher = AhoCorasick::new(secrets.iter().map(|(_, secret)| secret)).unwrap();
    let mut counts = BTreeMap::new();
    for process in processes {
        let kind = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
        for bytes in memory(*process) {
            for found in searcher.find_iter(&bytes) {
                let (name, _) = &secrets[found.pattern().as_usize()];
                *counts.entry(format!("{name} in {}", kind.trim())).or_insert(0) += 1;
            }
        }
    }
    counts
}

/// All that a process may write to, mapping by mapping. The app lets nobody read it but root.
fn memory(process: u32) -> impl Iterator<Item = Vec<u8>> {
    let maps = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
    let mut memory = File::open(format!("/proc/{process}/mem")).unwrap_or_else(|error| {
        panic!("{error}: the app's memory is closed to others: run this test as root")
    });
    let ranges: Vec<(u64, u64)> = maps
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(_, rest)| rest.starts_with("rw"))
        .filter_map(|(range, _)| range.split_once('-'))
        .map(|(start, end)| (parse(start), parse(end)))
        .collect();
    let mut pages = File::open(format!("/proc/{process}/pagemap")).unwrap();
    ranges.into_iter().flat_map(move |range| resident(&mut pages, range)).filter_map(
        move |(start, end)| {
            let mut bytes = vec![0; (end - start) as usize];
            memory.seek(SeekFrom::Start(start)).ok()?;
            memory.read_exact(&mut bytes).ok()?;
            Some(bytes)
        },
    )
}

/// Where a range has pages that hold something, in memory or swapped: most of what a page's engine sets
/// aside is gigabytes of nothing.
fn resident(pages: &mut File, (start, end): (u64, u64)) -> Vec<(u64, u64)> {
    const PAGE: u64 = 4096;
    const THERE: u64 = 3 << 62;
    let mut entries = Vec::new();
    pages.seek(SeekFrom::Start(start / PAGE * 8)).unwrap();
    pages.take((end - start) / PAGE * 8).read_to_end(&mut entries).unwrap();
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (at, entry) in (start..end).step_by(PAGE as usize).zip(entries.chunks_exact(8)) {
        if u64::from_ne_bytes(entry.try_into().unwrap()) & THERE == 0 {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.1 == at => run.1 += PAGE,
            _ => runs.push((at, at + PAGE)),
        }
    }
    runs
}

fn parse(hex: &str) -> u64 {
    u64::from_str_radix(hex, 16).unwrap()
}

//! Doors for the fuzz targets in `tests/fuzz`, compiled for them alone: each hands arbitrary bytes to what
//! reads them, as they are and inside of a frame that proves them, and panics where what comes out breaks a
//! promise. Nothing is derived from a passphrase, and nothing is written to disk. Never part of a program.

use crate::anchor;
use crate::audit::AuditEntry;
use crate::bytes::Reader;
use crate::digest::Digest;
use crate::error::Result;
use crate::header::{self, Header};
use crate::keys::{Key, KeyRing};
use crate::manifest::{self, Manifest};
use crate::passphrase::KdfParams;
use crate::records::Records;
use crate::recovery::RecoveryCode;
use crate::seal;
use crate::signing::sign;
use crate::slot::{Slot, read_ring, ring_bytes};
use crate::state::{HistoryRecord, State};
use crate::table::TableId;
use crate::value::{self, Blob};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Component, Path};
use types::VaultId;

const ID: VaultId = VaultId::from_bytes([7; 16]);
/// Bytes of raw keys that frames are tried at.
const RAW: [u8; 17] = [TableId::Texts as u8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7];

/// What every run has.
struct Known {
    key: Key,
    ring: KeyRing,
    records: Records,
    code: RecoveryCode,
}

fn known() -> Result<Known> {
    let key = Key::from_slice(&[1; 32])?;
    let ring = KeyRing { active: 1, keys: BTreeMap::from([(1, key.clone())]), kept: None };
    let records = Records::new(ID, &ring, None)?;
    let code = RecoveryCode::read("00000-00000-00000-00000-00000-000")
        .or_else(|_| RecoveryCode::make())?;
    Ok(Known { key, ring, records, code })
}

fn with(look: impl FnOnce(&Known)) {
    thread_local! {
        static KNOWN: Result<Known> = known();
    }
    KNOWN.with(|known| {
        assert!(known.is_ok(), "the keys of the fuzz targets");
        if let Ok(known) = known {
            look(known);
        }
    });
}

/// A vault's header with its slots: the bytes as they are, and as fields that are proven.
pub fn header(bytes: &[u8]) {
    with(|known| {
        let _ = Header::parse(bytes);
        if let Ok(ring) = read_ring(1, bytes) {
            let again = read_ring(1, &ring_bytes(&ring));
            assert!(again.is_ok_and(|again| again.keys.keys().eq(ring.keys.keys())), "a ring");
        }
        let Ok(proven) = header::proven_by(&known.ring, bytes) else { return };
        let Ok(parsed) = Header::parse(&proven) else { return };
        look_through(&parsed, known);
        let Ok(ring) = parsed.proven(known.ring.clone()) else { return };
        // what a person does next: the same ways in, in a header of the next generation
        if let Ok((generation, bytes)) = parsed.next(&ring) {
            let next = Header::parse(&bytes);
            let same = |next: &Header| {
                next.generation == generation
                    && next.id == parsed.id
                    && next.slots.len() == parsed.slots.len()
                    && next.extensions == parsed.extensions
            };
            assert!(next.is_ok_and(|next| same(&next)), "a header that was written");
        }
    });
}

fn look_through(parsed: &Header, known: &Known) {
    let tried = Cell::new(0u64);
    let derive = |costs: KdfParams, _: &[u8]| {
        assert!(costs.check().is_ok(), "costs that nobody checked");
        tried.set(tried.get() + costs.work());
        Ok(known.key.clone())
    };
    let _ = parsed.unlock(&derive);
    assert!(tried.get() <= KdfParams::MOST_WORK, "more work than is allowed");
    for kind in [Slot::RECOVERY, Slot::KEYCHAIN] {
        let _ = parsed.unlock_with_code(kind, &known.code);
    }
    let _ = parsed.slots.iter().map(Slot::code).count();
    let Ok(codes) = parsed.codes() else { return };
    let Ok((_, again)) = parsed.next(&known.ring) else { return };
    for slot in codes {
        if let Ok(mut header) = Header::parse(&again) {
            let before = header.slots.len();
            // extensions that cannot be read are not thrown away
            if header.revoke(slot.name).is_ok_and(|revoked| revoked) {
                assert!(header.slots.len() < before, "a code that was revoked");
                assert!(
                    header.codes().is_ok_and(|left| left.iter().all(|it| it.name != slot.name))
                );
            }
        }
    }
}

/// What lies in the database and beside it: sealed frames, packed values, entries of the log, the history
/// with its digests, the anchor.
pub fn frames(bytes: &[u8]) {
    with(|known| {
        let Known { key, records, .. } = known;
        let _ = seal::epoch_of(bytes);
        assert!(seal::open(key, b"here", bytes).is_none(), "a frame that nobody sealed");
        assert!(records.open::<Blob>(TableId::Texts, &RAW, bytes).is_err());
        assert!(records.reseal(records, &RAW, bytes).is_err() || seal::epoch_of(bytes) == Some(1));
        assert!(anchor::open(bytes, &records.keys, &ID).is_err(), "an anchor that nobody wrote");
        let _ = records.open_leaf(&RAW, bytes);
        values(bytes);
        sealed(records, bytes);
    });
}

fn values(bytes: &[u8]) {
    let unpacked = value::unpack(bytes);
    if let Some(plain) = &unpacked {
        let again = value::pack(plain).ok().and_then(|packed| value::unpack(&packed));
        assert!(again.as_ref() == Some(plain), "a value that was packed");
    }
    let _ = value::decode::<Blob>(bytes);
    let _ = value::decode::<BTreeMap<String, u64>>(bytes);
    if let Some(entry) = value::decode::<AuditEntry>(bytes) {
        let again =
            value::encode(&entry).ok().and_then(|packed| value::decode::<AuditEntry>(&packed));
        assert!(again.is_some_and(|again| again.hash() == entry.hash()), "an entry of the log");
    }
    if let Some(history) = value::decode::<HistoryRecord>(bytes) {
        let _ = (history.history(), history.state_epoch(), history.state());
    }
    if let Ok(state) = State::read(bytes) {
        let again = State::read(&state.bytes());
        assert!(again.is_ok_and(|again| again.hash() == state.hash()), "a state");
    }
    let _ = Digest::read(&mut Reader(bytes));
}

/// Bytes that are sealed come back, and not at another place or with a bit changed.
fn sealed(records: &Records, bytes: &[u8]) {
    let blob = Blob(bytes.to_vec());
    let Ok(mut frame) = records.seal(TableId::Texts, &RAW, &blob) else { return };
    let opened = records.open::<Blob>(TableId::Texts, &RAW, &frame);
    assert!(opened.is_ok_and(|opened| opened == blob), "a frame that was sealed");
    assert!(records.open::<Blob>(TableId::Chunks, &RAW, &frame).is_err(), "another table");
    let at =
        bytes.iter().fold(0usize, |at, byte| at.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let length = frame.len();
    if let Some(byte) = frame.get_mut(at % length) {
        *byte ^= 1 << (at % 8);
    }
    assert!(records.open::<Blob>(TableId::Texts, &RAW, &frame).is_err(), "a changed bit");
}

/// A backup's manifest: the bytes as they are, and as a body that is signed.
pub fn manifest(bytes: &[u8]) {
    with(|known| {
        let _ = Manifest::read(bytes);
        let signed = manifest::framed(bytes, |message| sign(&known.key, message));
        let Ok(read) = signed.and_then(|signed| Manifest::read(&signed)) else { return };
        let manifest = read.manifest;
        for file in &manifest.files {
            let inside = |part| matches!(part, Component::Normal(_));
            assert!(Path::new(&file.name).components().all(inside), "{:?}", file.name);
            let stored = file.stored_as();
            assert!(stored.len() == 64 && stored.bytes().all(|sign| sign.is_ascii_hexdigit()));
        }
        let named = manifest.name();
        assert!(Path::new(&named).components().count() == 1 && manifest.size_bytes() < u64::MAX);
        let again = manifest.write(|message| sign(&known.key, message));
        let again = again.and_then(|bytes| Manifest::read(&bytes));
        assert!(again.is_ok_and(|again| again.manifest == manifest), "a manifest that was written");
    });
}

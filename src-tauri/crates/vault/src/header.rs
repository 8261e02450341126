//! `vault.hdr`, at most 4 KiB, big-endian:
//!
//! ```text
//! magic 8 │ critical 2 │ compatible 2 │ sealing 1 │ vault id 16 │ created at 8
//! generation 8 │ active epoch 4
//! slots 1 × (kind 1 │ length 2 │ body) │ length 2 │ extensions │ MAC 32 │ checksum 16
//! ```
//!
//! The checksum tells accidents apart from wrong passphrases before any key is derived; anyone can
//! recompute it. The MAC, keyed from the active epoch's key, is what proves the header. A reader
//! that does not know the critical number must not go on; the compatible number only informs.
//! Critical 2 says that every record is bound to the history: a writer that does not know this would
//! leave records behind that later readers must refuse. Headers of critical 1 are read, and renewed.
//! Critical 3 says that keys were rotated: the ring then carries two sub-keys of its own.
//! The generation counts rewrites of the header; the anchor remembers it, so that an older header,
//! with a passphrase that was changed since, is noticed. Extensions are authenticated: each is
//! `kind 1 │ length 2 │ body`, and those of unknown kinds are kept. Kind 1 are the names of recovery codes
//! that were revoked, 4 bytes each, oldest first.

use crate::bytes::Reader;
use crate::error::{Error, Result};
use crate::guarded::wiping;
use crate::keys::{Epoch, Key, KeyRing};
use crate::passphrase::KdfParams;
use crate::recovery::{CodeName, RecoveryCode, RecoverySlot};
use crate::seal::SEALING;
use crate::slot::{Derive, Slot};
use types::{Timestamp, VaultId};

/// Largest header.
pub(crate) const MAX_LEN: usize = 4096;
/// Most key slots, of all kinds.
const MAX_SLOTS: usize = 16;
const MAGIC: [u8; 8] = *b"LOCIVLT\x1a";
/// What is written before keys are rotated, and after; the one before both is read too.
const CRITICAL: u16 = 2;
const ROTATED: u16 = 3;
const UNBOUND: u16 = 1;
const COMPATIBLE: u16 = 1;
const MAC_LEN: usize = 32;
const CHECKSUM_LEN: usize = 16;
/// Most recovery codes: so many fit whatever the ring holds.
pub(crate) const MAX_CODES: usize = 8;
const REVOKED: u8 = 1;
/// Revoked codes whose names are kept, to say so.
const MAX_REVOKED: usize = 32;

/// What `vault.hdr` says.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) id: VaultId,
    pub(crate) created_at: Timestamp,
    pub(crate) generation: u64,
    critical: u16,
    pub(crate) active: Epoch,
    pub(crate) slots: Vec<Slot>,
    pub(crate) extensions: Vec<u8>,
    authenticated: Vec<u8>,
    mac: [u8; MAC_LEN],
}

impl Header {
    /// The bytes of a header for these keys and slots.
    pub(crate) fn write(
        id: &VaultId,
        created_at: Timestamp,
        generation: u64,
        ring: &KeyRing,
        slots: &[Slot],
    ) -> Result<Vec<u8>> {
        Self::write_with(id, created_at, generation, ring, slots, &[])
    }

    /// The same header as the next generation, in today's form; nothing where it has that already.
    pub(crate) fn renewed(&self, ring: &KeyRing) -> Result<Option<(u64, Vec<u8>)>> {
        if !self.is_unbound() {
            return Ok(None);
        }
        self.next(ring).map(Some)
    }

    /// The next generation, with these slots and extensions as they are now, for this ring.
    pub(crate) fn next(&self, ring: &KeyRing) -> Result<(u64, Vec<u8>)> {
        let generation = self.generation.checked_add(1);
        let generation = generation.ok_or(Error::Damaged("the header has no next generation"))?;
        let (id, created_at) = (&self.id, self.created_at);
        check_costs(&self.slots)?;
        let bytes =
            Self::write_with(id, created_at, generation, ring, &self.slots, &self.extensions)?;
        Ok((generation, bytes))
    }

    /// The recovery codes that open it, in the order in which they were made.
    pub(crate) fn codes(&self) -> Result<Vec<RecoverySlot>> {
        let codes = self.slots.iter().filter(|slot| slot.kind == Slot::RECOVERY);
        let slots = codes.map(Slot::code);
        slots.filter_map(|slot| slot.map(|slot| slot.map(|(slot, _)| slot)).transpose()).collect()
    }

    /// Takes a code's slot away and remembers that it was revoked. False where there is none.
    pub(crate) fn revoke(&mut self, name: CodeName) -> Result<bool> {
        let before = self.slots.len();
        let mut left = Vec::with_capacity(before);
        for slot in std::mem::take(&mut self.slots) {
            let own = slot.code()?.is_some_and(|(slot, _)| slot.name == name);
            if !own || slot.kind != Slot::RECOVERY {
                left.push(slot);
            }
        }
        self.slots = left;
        if self.slots.len() == before {
            return Ok(false);
        }
        let mut revoked = self.revoked()?;
        revoked.push(name);
        let kept = revoked.len().saturating_sub(MAX_REVOKED);
        let body: Vec<u8> = revoked.iter().skip(kept).flat_map(|name| name.0).collect();
        let mut extensions = Vec::new();
        for (kind, other) in self.extensions()?.into_iter().filter(|(kind, _)| *kind != REVOKED) {
            put_extension(&mut extensions, kind, other);
        }
        put_extension(&mut extensions, REVOKED, &body);
        self.extensions = extensions;
        Ok(true)
    }

    fn revoked(&self) -> Result<Vec<CodeName>> {
        let bodies = self.extensions()?.into_iter().filter(|(kind, _)| *kind == REVOKED);
        Ok(bodies.flat_map(|(_, body)| body.as_chunks().0).map(|name| CodeName(*name)).collect())
    }

    fn extensions(&self) -> Result<Vec<(u8, &[u8])>> {
        let mut rest = Reader(&self.extensions);
        let mut found = Vec::new();
        while !rest.0.is_empty() {
            let (kind, length) = (rest.u8()?, rest.u16()?);
            found.push((kind, rest.slice(usize::from(length))?));
        }
        Ok(found)
    }

    /// Whether it is from before records were bound.
    pub(crate) fn is_unbound(&self) -> bool {
        self.critical == UNBOUND
    }

    fn write_with(
        id: &VaultId,
        created_at: Timestamp,
        generation: u64,
        ring: &KeyRing,
        slots: &[Slot],
        extensions: &[u8],
    ) -> Result<Vec<u8>> {
        let mut out = MAGIC.to_vec();
        let critical = if ring.kept.is_some() { ROTATED } else { CRITICAL };
        out.extend_from_slice(&critical.to_be_bytes());
        out.extend_from_slice(&COMPATIBLE.to_be_bytes());
        out.push(SEALING);
        out.extend_from_slice(id.as_bytes());
        out.extend_from_slice(&created_at.unix_ms().to_be_bytes());
        out.extend_from_slice(&generation.to_be_bytes());
        out.extend_from_slice(&ring.active.to_be_bytes());
        out.push(slots.len() as u8);
        for slot in slots {
            out.push(slot.kind);
            out.extend_from_slice(&(slot.body.len() as u16).to_be_bytes());
            out.extend_from_slice(&slot.body);
        }
        out.extend_from_slice(&(extensions.len() as u16).to_be_bytes());
        out.extend_from_slice(extensions);
        let mac = mac(ring, &out)?;
        out.extend_from_slice(mac.as_bytes());
        let checksum = checksum(&out);
        out.extend_from_slice(&checksum);
        if out.len() > MAX_LEN {
            return Err(Error::TooLarge(out.len()));
        }
        Ok(out)
    }

    /// Reads a header. Everything that can be refused without a key is refused here.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self> {
        let whole = (bytes.len() <= MAX_LEN).then_some(bytes);
        let (body, sum) = whole
            .and_then(<[u8]>::split_last_chunk::<CHECKSUM_LEN>)
            .ok_or(Error::Damaged("the header has an impossible length"))?;
        if !body.starts_with(&MAGIC) || checksum(body) != *sum {
            return Err(Error::Damaged("the header is not as it was written"));
        }
        let (authenticated, mac) =
            body.split_last_chunk::<MAC_LEN>().ok_or(Error::Damaged("the header is cut short"))?;
        let mut rest = Reader(authenticated);
        rest.slice(MAGIC.len())?;
        let (critical, _compatible) = (rest.u16()?, rest.u16()?);
        if ![UNBOUND, CRITICAL, ROTATED].contains(&critical) {
            return Err(Error::TooNew(critical));
        }
        if rest.u8()? != SEALING {
            return Err(Error::OtherSealing);
        }
        let id = VaultId::from_bytes(rest.array()?);
        let created_at = Timestamp::from_unix_ms(i64::from_be_bytes(rest.array()?));
        let generation = rest.u64()?;
        let active = rest.u32()?;
        let slots = (0..rest.u8()?).map(|_| read_slot(&mut rest)).collect::<Result<Vec<_>>>()?;
        let extensions = rest.u16()?;
        let extensions = rest.slice(usize::from(extensions))?.to_vec();
        rest.end()?;
        check_costs(&slots)?;
        let authenticated = authenticated.to_vec();
        Ok(Self {
            id,
            created_at,
            generation,
            critical,
            active,
            slots,
            extensions,
            authenticated,
            mac: *mac,
        })
    }

    /// The keys, if any slot opens; then the MAC must agree.
    pub(crate) fn unlock(&self, derive: Derive<'_>) -> Result<KeyRing> {
        self.unlock_slot(derive).map(|(ring, ..)| ring)
    }

    /// The same, with the slot that opened and its wrap key.
    pub(crate) fn unlock_slot(&self, derive: Derive<'_>) -> Result<(KeyRing, usize, Key)> {
        for (at, slot) in self.slots.iter().enumerate() {
            let Some(key) = slot.key(&self.id, derive)? else { continue };
            let ring = self.proven(slot.open(&self.id, self.active, &key)?)?;
            return Ok((ring, at, key));
        }
        Err(Error::WrongPassphrase)
    }

    /// The keys, if this code opens a slot of that kind.
    pub(crate) fn unlock_with_code(&self, kind: u8, code: &RecoveryCode) -> Result<KeyRing> {
        let key = code.key(&self.id)?;
        for slot in &self.slots {
            if let Some(ring) = slot.open_with_code(kind, &self.id, self.active, &key)? {
                return self.proven(ring);
            }
        }
        let name = CodeName::of(&key.public);
        // not proven without a key: it says why, and opens nothing
        let revoked = self.revoked().is_ok_and(|revoked| revoked.contains(&name));
        Err(if revoked { Error::CodeRevoked } else { Error::CodeUnknown })
    }

    pub(crate) fn proven(&self, ring: KeyRing) -> Result<KeyRing> {
        // blake3::Hash compares in constant time.
        if mac(&ring, &self.authenticated)? != blake3::Hash::from_bytes(self.mac) {
            return Err(Error::Damaged("the header was changed"));
        }
        Ok(ring)
    }
}

fn put_extension(out: &mut Vec<u8>, kind: u8, body: &[u8]) {
    out.push(kind);
    out.extend_from_slice(&(body.len() as u16).to_be_bytes());
    out.extend_from_slice(body);
}

/// Refuses what would keep a person waiting before the first passphrase is tried.
fn check_costs(slots: &[Slot]) -> Result<()> {
    if slots.len() > MAX_SLOTS {
        return Err(Error::KdfRefused("more than 16 key slots"));
    }
    let mut work = 0;
    for slot in slots {
        work += slot.costs()?.map_or(0, KdfParams::work);
    }
    if work > KdfParams::MOST_WORK {
        return Err(Error::KdfRefused(
            "its key slots together cost more than one of 2 GiB and 16 passes",
        ));
    }
    Ok(())
}

fn read_slot(rest: &mut Reader<'_>) -> Result<Slot> {
    let kind = rest.u8()?;
    let length = rest.u16()?;
    Ok(Slot { kind, body: rest.slice(usize::from(length))?.to_vec() })
}

fn mac(ring: &KeyRing, authenticated: &[u8]) -> Result<blake3::Hash> {
    let key = ring.header_key()?;
    Ok(wiping(|| blake3::keyed_hash(key.as_bytes(), authenticated)))
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_LEN] {
    let mut sum = [0u8; CHECKSUM_LEN];
    blake3::Hasher::new().update(bytes).finalize_xof().fill(&mut sum);
    sum
}

/// Fuzzing only: a header of these fields, whatever they are, proven by this ring.
#[cfg(feature = "fuzzing")]
pub(crate) fn proven_by(ring: &KeyRing, fields: &[u8]) -> Result<Vec<u8>> {
    let mut out = [&MAGIC[..], fields].concat();
    let mac = mac(ring, &out)?;
    out.extend_from_slice(mac.as_bytes());
    let sum = checksum(&out);
    out.extend_from_slice(&sum);
    Ok(out)
}

/// Tests only: the header as it was written before records were bound.
#[cfg(test)]
pub(crate) fn unbound(bytes: &[u8], ring: &KeyRing) -> Vec<u8> {
    let mut out = bytes.get(..bytes.len() - MAC_LEN - CHECKSUM_LEN).unwrap().to_vec();
    let critical = MAGIC.len()..MAGIC.len() + 2;
    out.get_mut(critical).unwrap().copy_from_slice(&UNBOUND.to_be_bytes());
    let mac = blake3::keyed_hash(ring.header_key().unwrap().as_bytes(), &out);
    out.extend_from_slice(mac.as_bytes());
    let sum = checksum(&out);
    out.extend_from_slice(&sum);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::ErrorCode;

    /// Stands in for Argon2id, so that thousands of headers can be tried.
    fn cheap(passphrase: &'static str) -> impl Fn(KdfParams, &[u8]) -> Result<Key> {
        move |costs, salt| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(salt).update(passphrase.as_bytes());
            hasher.update(&costs.check()?.memory_kib.to_be_bytes());
            hasher.update(&costs.passes.to_be_bytes()).update(&costs.lanes.to_be_bytes());
            Ok(Key::from_slice(hasher.finalize().as_bytes()).unwrap())
        }
    }

    fn header_with(extra: &[Slot]) -> (KeyRing, Vec<u8>) {
        let (id, ring) = (VaultId::from_bytes([9; 16]), KeyRing::make().unwrap());
        let mut slots = extra.to_vec();
        slots.push(Slot::wrap(&id, &ring, KdfParams::FLOOR, &cheap("right")).unwrap());
        let bytes = Header::write(&id, Timestamp::from_unix_ms(5), 1, &ring, &slots).unwrap();
        (ring, bytes)
    }

    fn unlock(bytes: &[u8], passphrase: &'static str) -> Result<KeyRing> {
        Header::parse(bytes)?.unlock(&cheap(passphrase))
    }

    fn resummed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - CHECKSUM_LEN);
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    #[test]
    fn opens_with_the_right_passphrase_only() {
        let (ring, bytes) = header_with(&[]);
        let opened = unlock(&bytes, "right").unwrap();
        assert_eq!(opened.active, 1);
        assert_eq!(opened.keys[&1].as_bytes(), ring.keys[&1].as_bytes());
        let wrong = unlock(&bytes, "wrong").unwrap_err().problem();
        assert_eq!(wrong.code, ErrorCode::WrongPassphrase);
        // A header with slots that are unknown, or none at all, gives the very same answer.
        let only_unknown = [Slot { kind: 77, body: vec![1, 2, 3] }];
        for slots in [&only_unknown[..], &[]] {
            let id = VaultId::from_bytes([9; 16]);
            let none = Header::write(&id, Timestamp::from_unix_ms(5), 1, &ring, slots).unwrap();
            assert_eq!(unlock(&none, "right").unwrap_err().problem(), wrong);
        }
    }

    #[test]
    fn a_header_from_before_is_renewed_with_all_that_is_in_it() {
        let (ring, bytes) = header_with(&[Slot { kind: 3, body: vec![7; 90] }]);
        assert!(Header::parse(&bytes).unwrap().renewed(&ring).unwrap().is_none());
        let old = Header::parse(&unbound(&bytes, &ring)).unwrap();
        assert!(old.is_unbound() && old.unlock(&cheap("right")).is_ok());
        let (generation, renewed) = old.renewed(&ring).unwrap().unwrap();
        assert_eq!(generation, old.generation + 1);
        let new = Header::parse(&renewed).unwrap();
        assert!(!new.is_unbound() && new.unlock(&cheap("right")).is_ok());
        assert_eq!((new.id, new.created_at, new.generation), (old.id, old.created_at, generation));
        let bodies = |header: &Header| -> Vec<_> {
            header.slots.iter().map(|slot| (slot.kind, slot.body.clone())).collect()
        };
        assert_eq!(bodies(&new), bodies(&old));
        let mut later = bytes.clone();
        later[MAGIC.len() + 1] = 4;
        assert!(matches!(Header::parse(&resummed(later)), Err(Error::TooNew(4))));
    }

    #[test]
    fn unknown_slots_are_passed_over() {
        let (_, bytes) = header_with(&[Slot { kind: 3, body: vec![0; 90] }]);
        assert!(unlock(&bytes, "right").is_ok());
    }

    #[test]
    fn every_changed_byte_is_refused() {
        let (_, bytes) = header_with(&[]);
        for at in 0..bytes.len() {
            for flip in [0x01, 0x80, 0xFF] {
                let mut changed = bytes.clone();
                changed[at] ^= flip;
                let accident = unlock(&changed, "right").unwrap_err().problem().code;
                assert_eq!(accident, ErrorCode::VaultDamaged, "byte {at}");
                if at >= bytes.len() - CHECKSUM_LEN {
                    continue;
                }
                // An attacker mends the checksum.
                let attack = unlock(&resummed(changed), "right").unwrap_err().problem().code;
                let typed =
                    [ErrorCode::VaultDamaged, ErrorCode::WrongPassphrase, ErrorCode::VaultTooNew];
                assert!(typed.contains(&attack), "byte {at}: {attack:?}");
            }
        }
    }

    #[test]
    fn every_cut_or_longer_header_is_refused() {
        let (_, bytes) = header_with(&[]);
        for len in 0..bytes.len() {
            assert!(unlock(&bytes[..len], "right").is_err());
            if len >= CHECKSUM_LEN {
                assert!(unlock(&resummed(bytes[..len].to_vec()), "right").is_err());
            }
        }
        for more in [1, 100, MAX_LEN] {
            let mut long = bytes.clone();
            long.resize(bytes.len() + more, 0);
            assert!(unlock(&long, "right").is_err());
        }
    }

    #[test]
    fn builds_that_seal_differently_never_open_each_others_vaults() {
        let (_, mut bytes) = header_with(&[]);
        let sealing_at = MAGIC.len() + 2 + 2;
        for other in [0u8, 1, 0xFF].into_iter().filter(|other| *other != SEALING) {
            bytes[sealing_at] = other;
            let refused = Header::parse(&resummed(bytes.clone())).unwrap_err();
            assert!(matches!(refused, Error::OtherSealing), "{refused}");
        }
    }

    #[test]
    fn slots_and_what_they_cost_together_are_bounded_before_deriving() {
        let slot = |memory_kib: u32, passes: u32| {
            let costs = [memory_kib, passes, 1].map(u32::to_be_bytes).concat();
            Slot { kind: Slot::PASSPHRASE, body: [costs, vec![7; 98]].concat() }
        };
        let (most, least) = (slot(2 << 20, 16), slot(64 << 10, 3));
        let many = "more than 16 key slots";
        let dear = "its key slots together cost more than one of 2 GiB and 16 passes";
        for (slots, expected) in [
            (vec![most.clone(); 29], Err(many)),
            (vec![Slot { kind: 2, body: vec![0; 9] }; 16], Err(many)),
            // with the one that `header_with` adds
            (vec![most.clone(); 2], Err(dear)),
            (vec![most], Err(dear)),
            (vec![least.clone(); 16], Err(many)),
            (vec![least; 15], Ok(())),
            (vec![slot(2 << 20, 15)], Ok(())),
        ] {
            let (_, bytes) = header_with(&slots);
            let parsed = Header::parse(&bytes).map(drop).map_err(|error| match error {
                Error::KdfRefused(why) => why,
                other => panic!("{other}"),
            });
            assert_eq!(parsed, expected, "{} slots", slots.len());
        }
    }

    #[test]
    fn as_many_codes_as_may_be_fit_while_keys_are_rotated() {
        let (ring, bytes) = header_with(&[]);
        let mut header = Header::parse(&bytes).unwrap();
        let codes: Vec<RecoveryCode> =
            (0..MAX_CODES).map(|_| RecoveryCode::make().unwrap()).collect();
        let rotating = ring.with_next().unwrap().with_active_only().unwrap().with_next().unwrap();
        for code in &codes {
            let public = code.key(&header.id).unwrap().public;
            let at = Timestamp::from_unix_ms(7);
            let slot =
                Slot::wrap_for_code(Slot::RECOVERY, &header.id, &rotating, &public, at).unwrap();
            header.slots.push(slot);
        }
        for _ in 0..MAX_REVOKED + 3 {
            let public = RecoveryCode::make().unwrap().key(&header.id).unwrap().public;
            let at = Timestamp::from_unix_ms(7);
            let slot =
                Slot::wrap_for_code(Slot::RECOVERY, &header.id, &rotating, &public, at).unwrap();
            header.slots.push(slot);
            assert!(header.revoke(CodeName::of(&public)).unwrap());
        }
        header.active = rotating.active;
        let (_, bytes) = header.next(&rotating).unwrap();
        let header = Header::parse(&bytes).unwrap();
        assert_eq!(header.codes().unwrap().len(), MAX_CODES);
        assert_eq!(header.revoked().unwrap().len(), MAX_REVOKED);
        for code in &codes {
            let ring = header.unlock_with_code(Slot::RECOVERY, code).unwrap();
            assert_eq!(ring.keys.len(), 2);
        }
        let revoked = Header { extensions: Vec::new(), ..Header::parse(&bytes).unwrap() };
        let stranger = RecoveryCode::make().unwrap();
        assert!(matches!(
            header.unlock_with_code(Slot::RECOVERY, &stranger),
            Err(Error::CodeUnknown)
        ));
        assert!(matches!(
            revoked.unlock_with_code(Slot::RECOVERY, &stranger),
            Err(Error::CodeUnknown)
        ));
    }

    #[test]
    fn a_header_with_a_code_is_refused_whatever_byte_of_it_changed() {
        let (ring, bytes) = header_with(&[]);
        let mut header = Header::parse(&bytes).unwrap();
        let code = RecoveryCode::make().unwrap();
        let (public, at) = (code.key(&header.id).unwrap().public, Timestamp::from_unix_ms(7));
        header
            .slots
            .push(Slot::wrap_for_code(Slot::RECOVERY, &header.id, &ring, &public, at).unwrap());
        let (_, bytes) = header.next(&ring).unwrap();
        assert!(Header::parse(&bytes).unwrap().unlock_with_code(Slot::RECOVERY, &code).is_ok());
        assert!(unlock(&bytes, "right").is_ok());
        for at in 0..bytes.len() - CHECKSUM_LEN {
            let mut changed = bytes.clone();
            changed[at] ^= 0x41;
            let opened = Header::parse(&resummed(changed))
                .and_then(|h| h.unlock_with_code(Slot::RECOVERY, &code));
            assert!(opened.is_err(), "byte {at}");
        }
    }

    #[test]
    fn cheap_or_absurd_costs_are_refused_before_deriving() {
        let (_, bytes) = header_with(&[]);
        let costs_at = MAGIC.len() + 2 + 2 + 1 + 16 + 8 + 8 + 4 + 1 + 3;
        for (field, value) in [(0, 8u32), (0, u32::MAX), (1, 1), (1, u32::MAX), (2, 0), (2, 99)] {
            let mut changed = bytes.clone();
            let at = costs_at + field * 4;
            changed[at..at + 4].copy_from_slice(&value.to_be_bytes());
            let refused = Header::parse(&resummed(changed)).unwrap_err();
            assert!(matches!(refused, Error::KdfRefused(_)), "{refused}");
        }
    }
}

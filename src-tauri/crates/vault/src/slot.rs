//! Key slots: each wraps the same ring of data-encryption keys under another secret. Opening one
//! checks a commitment first, because ChaCha20-Poly1305 alone does not commit to its key.
//!
//! A passphrase slot: Argon2id → KEK → HKDF-SHA256 → wrap key and commitment. A recovery slot: X25519
//! between the code's key and a fresh one → HKDF-SHA256 → wrap key; it can be written anew without the
//! code. The slot of the system's keychain is built like that of a recovery code. Kinds of slot that this
//! version does not know are kept and passed over.

use crate::bytes::Reader;
use crate::error::{Error, Result};
use crate::guarded::wiping;
use crate::keys::{Epoch, Kept, Key, KeyRing};
use crate::passphrase::KdfParams;
use crate::recovery::{CodeName, RecoveryKey, RecoverySlot, agree_once};
use crate::seal::{self, Purpose, associated_data};
use hkdf::Hkdf;
use sha2::Sha256;
use std::collections::BTreeMap;
use subtle::ConstantTimeEq;
use types::{Timestamp, VaultId};
use zeroize::Zeroizing;

const SALT_LEN: usize = 16;
const COMMITMENT_LEN: usize = 32;
const COSTS_AND_SALT: usize = 3 * 4 + SALT_LEN;
const EXPAND_INFO: &[u8] = b"loci vault v1 key slot: wrap key and commitment";
const RECOVERY_INFO: &[u8] = b"loci vault v1 recovery slot: wrap key";
const BAD_SLOT: Error = Error::Damaged("a key slot of the header");

/// One way in, as it lies in the header.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) kind: u8,
    pub(crate) body: Vec<u8>,
}

impl Slot {
    /// Opened by a passphrase.
    pub(crate) const PASSPHRASE: u8 = 1;
    /// Opened by a recovery code.
    pub(crate) const RECOVERY: u8 = 2;
    /// Opened by a code that the system's keychain keeps.
    pub(crate) const KEYCHAIN: u8 = 3;

    /// Wraps the ring under what `derive` makes of the costs and a fresh salt.
    pub(crate) fn wrap(
        vault: &VaultId,
        ring: &KeyRing,
        costs: KdfParams,
        derive: Derive<'_>,
    ) -> Result<Self> {
        let mut salt = [0u8; SALT_LEN];
        getrandom::fill(&mut salt)?;
        let mut body = Vec::new();
        for cost in [costs.memory_kib, costs.passes, costs.lanes] {
            body.extend_from_slice(&cost.to_be_bytes());
        }
        body.extend_from_slice(&salt);
        let (wrap_key, commitment) = expand(vault, &derive(costs, &salt)?)?;
        body.extend_from_slice(commitment.as_bytes());
        let mut slot = Self { kind: Self::PASSPHRASE, body };
        slot.wrap_again(vault, ring, &wrap_key)?;
        Ok(slot)
    }

    /// Puts another ring into a passphrase slot, whose wrap key is known.
    pub(crate) fn wrap_again(&mut self, vault: &VaultId, ring: &KeyRing, key: &Key) -> Result<()> {
        let bound = self.body.get(..COSTS_AND_SALT).ok_or(BAD_SLOT)?;
        let associated = slot_data(vault, Self::PASSPHRASE, bound);
        self.body.truncate(COSTS_AND_SALT + COMMITMENT_LEN);
        self.body.extend(seal::seal(key, 0, &associated, &ring_bytes(ring))?);
        Ok(())
    }

    /// Wraps the ring for the code with this public key.
    pub(crate) fn wrap_for_code(
        kind: u8,
        vault: &VaultId,
        ring: &KeyRing,
        public: &[u8; 32],
        created_at: Timestamp,
    ) -> Result<Self> {
        let (ephemeral, shared) = agree_once(public)?;
        let mut body = created_at.unix_ms().to_be_bytes().to_vec();
        body.extend_from_slice(public);
        body.extend_from_slice(&ephemeral);
        let associated = slot_data(vault, kind, &body);
        let key = recovery_key(vault, &shared, &body)?;
        body.extend(seal::seal(&key, 0, &associated, &ring_bytes(ring))?);
        Ok(Self { kind, body })
    }

    /// What the slot of a code says of itself, and its public key; nothing for other kinds.
    pub(crate) fn code(&self) -> Result<Option<(RecoverySlot, [u8; 32])>> {
        if ![Self::RECOVERY, Self::KEYCHAIN].contains(&self.kind) {
            return Ok(None);
        }
        let mut rest = Reader(&self.body);
        let created_at = Timestamp::from_unix_ms(i64::from_be_bytes(rest.array()?));
        let public = rest.array()?;
        Ok(Some((RecoverySlot { name: CodeName::of(&public), created_at }, public)))
    }

    /// The ring, if this slot is one of that kind for the code with this key.
    pub(crate) fn open_with_code(
        &self,
        kind: u8,
        vault: &VaultId,
        active: Epoch,
        code: &RecoveryKey,
    ) -> Result<Option<KeyRing>> {
        let Some((_, public)) = self.code()? else { return Ok(None) };
        if self.kind != kind || public != code.public {
            return Ok(None);
        }
        let mut rest = Reader(&self.body);
        rest.slice(8 + 32)?;
        let ephemeral = rest.array()?;
        let bound = self.body.len() - rest.0.len();
        let bound = self.body.get(..bound).unwrap_or_default();
        let key = recovery_key(vault, &code.agree(&ephemeral)?, bound)?;
        let associated = slot_data(vault, kind, bound);
        let plain = seal::open(&key, &associated, rest.0).ok_or(BAD_SLOT)?;
        read_ring(active, &plain).map(Some)
    }

    /// The costs that opening would take, checked; nothing for other kinds of slot.
    pub(crate) fn costs(&self) -> Result<Option<KdfParams>> {
        if self.kind != Self::PASSPHRASE {
            return Ok(None);
        }
        read_costs(&mut Reader(&self.body))?.check().map(Some)
    }

    /// The wrap key, if this slot is one for what `derive` derives from.
    pub(crate) fn key(&self, vault: &VaultId, derive: Derive<'_>) -> Result<Option<Key>> {
        let Some(costs) = self.costs()? else { return Ok(None) };
        let mut rest = Reader(&self.body);
        read_costs(&mut rest)?;
        let salt = rest.array::<SALT_LEN>()?;
        let commitment = rest.array::<COMMITMENT_LEN>()?;
        let (wrap_key, expected) = expand(vault, &derive(costs, &salt)?)?;
        Ok(bool::from(expected.as_bytes().ct_eq(&commitment)).then_some(wrap_key))
    }

    /// The ring in a passphrase slot whose wrap key this is. `active` is the header's.
    pub(crate) fn open(&self, vault: &VaultId, active: Epoch, key: &Key) -> Result<KeyRing> {
        let (bound, rest) = self.body.split_at_checked(COSTS_AND_SALT).ok_or(BAD_SLOT)?;
        let sealed = rest.get(COMMITMENT_LEN..).ok_or(BAD_SLOT)?;
        let associated = slot_data(vault, Self::PASSPHRASE, bound);
        let plain = seal::open(key, &associated, sealed).ok_or(BAD_SLOT)?;
        read_ring(active, &plain)
    }
}

/// Turns costs and a salt into a key-encryption key: Argon2id, except in tests.
pub(crate) type Derive<'a> = &'a dyn Fn(KdfParams, &[u8]) -> Result<Key>;

fn read_costs(body: &mut Reader<'_>) -> Result<KdfParams> {
    Ok(KdfParams { memory_kib: body.u32()?, passes: body.u32()?, lanes: body.u32()? })
}

fn slot_data(vault: &VaultId, kind: u8, costs_and_salt: &[u8]) -> Vec<u8> {
    let mut place = vec![kind];
    place.extend_from_slice(costs_and_salt);
    associated_data(Purpose::KeySlot, vault, None, 0, &place)
}

fn expand(vault: &VaultId, kek: &Key) -> Result<(Key, Key)> {
    let mut both = Zeroizing::new([0u8; Key::LEN + COMMITMENT_LEN]);
    let salt = Some(vault.as_bytes().as_slice());
    wiping(|| Hkdf::<Sha256>::new(salt, kek.as_bytes()).expand(EXPAND_INFO, both.as_mut()))
        .map_err(|_| Error::KdfRefused("expansion failed"))?;
    let (wrap_key, commitment) = both.split_at(Key::LEN);
    Ok((Key::from_slice(wrap_key)?, Key::from_slice(commitment)?))
}

fn recovery_key(vault: &VaultId, shared: &Key, bound: &[u8]) -> Result<Key> {
    let info = [RECOVERY_INFO, bound].concat();
    Key::one(|key| {
        let salt = Some(vault.as_bytes().as_slice());
        wiping(|| Hkdf::<Sha256>::new(salt, shared.as_bytes()).expand(&info, key))
            .map_err(|_| Error::KdfRefused("expansion failed"))
    })
}

pub(crate) fn ring_bytes(ring: &KeyRing) -> Zeroizing<Vec<u8>> {
    let most = 1 + ring.keys.len() * (4 + Key::LEN) + 2 * Key::LEN;
    let mut plain = Zeroizing::new(Vec::with_capacity(most));
    plain.push(ring.keys.len() as u8);
    for (epoch, key) in &ring.keys {
        plain.extend_from_slice(&epoch.to_be_bytes());
        plain.extend_from_slice(key.as_bytes());
    }
    if let Some(Kept { names, signing }) = &ring.kept {
        plain.extend_from_slice(names.as_bytes());
        plain.extend_from_slice(signing.as_bytes());
    }
    plain
}

pub(crate) fn read_ring(active: Epoch, plain: &[u8]) -> Result<KeyRing> {
    let mut rest = Reader(plain);
    let count = rest.u8()?;
    let mut keys = BTreeMap::new();
    for _ in 0..count {
        let epoch = rest.u32()?;
        let key = Key::from_slice(rest.slice(Key::LEN)?)?;
        keys.insert(epoch, key);
    }
    let mut kept = None;
    if !rest.0.is_empty() {
        let names = Key::from_slice(rest.slice(Key::LEN)?)?;
        kept = Some(Kept { names, signing: Key::from_slice(rest.slice(Key::LEN)?)? });
    }
    rest.end()?;
    Ok(KeyRing { active, keys, kept })
}

//! Key slots: each wraps the same ring of data-encryption keys under another secret. Opening one
//! checks a commitment first, because ChaCha20-Poly1305 alone does not commit to its key.
//!
//! A passphrase slot: Argon2id → KEK → HKDF-SHA256 → wrap key and commitment. Kinds of slot that
//! this version does not know are kept and passed over.

use crate::bytes::Reader;
use crate::error::{Error, Result};
use crate::guarded::wiping;
use crate::keys::{Epoch, Key, KeyRing};
use crate::passphrase::KdfParams;
use crate::seal::{self, Purpose, associated_data};
use hkdf::Hkdf;
use sha2::Sha256;
use std::collections::BTreeMap;
use subtle::ConstantTimeEq;
use types::VaultId;
use zeroize::Zeroizing;

const SALT_LEN: usize = 16;
const COMMITMENT_LEN: usize = 32;
const EXPAND_INFO: &[u8] = b"loci vault v1 key slot: wrap key and commitment";

/// One way in, as it lies in the header.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) kind: u8,
    pub(crate) body: Vec<u8>,
}

impl Slot {
    /// Opened by a passphrase. 2 is reserved for recovery codes, 3 for the keychain.
    pub(crate) const PASSPHRASE: u8 = 1;

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
        let associated = slot_data(vault, Self::PASSPHRASE, &body);
        let (wrap_key, commitment) = expand(vault, &derive(costs, &salt)?)?;
        body.extend_from_slice(commitment.as_bytes());
        body.extend(seal::seal(&wrap_key, 0, &associated, &ring_bytes(ring))?);
        Ok(Self { kind: Self::PASSPHRASE, body })
    }

    /// The costs that opening would take, checked; nothing for other kinds of slot.
    pub(crate) fn costs(&self) -> Result<Option<KdfParams>> {
        if self.kind != Self::PASSPHRASE {
            return Ok(None);
        }
        read_costs(&mut Reader(&self.body))?.check().map(Some)
    }

    /// The ring, if this slot is one for what `derive` derives from. `active` is the header's.
    pub(crate) fn open(
        &self,
        vault: &VaultId,
        active: Epoch,
        derive: Derive<'_>,
    ) -> Result<Option<KeyRing>> {
        let Some(costs) = self.costs()? else { return Ok(None) };
        let mut rest = Reader(&self.body);
        read_costs(&mut rest)?;
        let salt = rest.array::<SALT_LEN>()?;
        let known = self.body.len() - rest.0.len();
        let associated = slot_data(vault, self.kind, self.body.get(..known).unwrap_or_default());
        let commitment = rest.array::<COMMITMENT_LEN>()?;
        let (wrap_key, expected) = expand(vault, &derive(costs, &salt)?)?;
        if !bool::from(expected.as_bytes().ct_eq(&commitment)) {
            return Ok(None);
        }
        let plain = seal::open(&wrap_key, &associated, rest.0)
            .ok_or(Error::Damaged("a key slot of the header"))?;
        read_ring(active, &plain).map(Some)
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

fn ring_bytes(ring: &KeyRing) -> Zeroizing<Vec<u8>> {
    let mut plain = Zeroizing::new(Vec::with_capacity(1 + ring.keys.len() * (4 + Key::LEN)));
    plain.push(ring.keys.len() as u8);
    for (epoch, key) in &ring.keys {
        plain.extend_from_slice(&epoch.to_be_bytes());
        plain.extend_from_slice(key.as_bytes());
    }
    plain
}

fn read_ring(active: Epoch, plain: &[u8]) -> Result<KeyRing> {
    let mut rest = Reader(plain);
    let count = rest.array::<1>()?;
    let mut keys = BTreeMap::new();
    for _ in 0..u8::from_be_bytes(count) {
        let epoch = rest.u32()?;
        let key = Key::from_slice(rest.slice(Key::LEN)?)?;
        keys.insert(epoch, key);
    }
    rest.end()?;
    Ok(KeyRing { active, keys })
}

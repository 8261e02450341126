//! Keys: random data-encryption keys, one an epoch, and the sub-keys derived from them by BLAKE3's
//! `derive_key` with fixed context strings. Key bytes never leave this crate and are wiped on drop.
//!
//! A reserved context string, for what comes later: `loci 2026-11 vault v1 backup`.

use crate::error::{Error, Result};
use crate::table::TableId;
use std::collections::BTreeMap;
use std::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop};

const RECORDS: &str = "loci 2026-11 vault v1 records";
const NAMES: &str = "loci 2026-11 vault v1 names";
const HEADER: &str = "loci 2026-11 vault v1 header";
const ANCHOR: &str = "loci 2026-11 vault v1 anchor";
const AUDIT: &str = "loci 2026-11 vault v1 audit";
const STATE: &str = "loci 2026-11 vault v1 state";

/// 256 bits that nobody else may know.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub(crate) struct Key([u8; Key::LEN]);

impl Key {
    pub(crate) const LEN: usize = 32;

    pub(crate) fn zero() -> Self {
        Self([0; Self::LEN])
    }

    pub(crate) fn make() -> Result<Self> {
        let mut key = Self::zero();
        getrandom::fill(&mut key.0)?;
        Ok(key)
    }

    pub(crate) fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub(crate) fn as_bytes(&self) -> &[u8; Self::LEN] {
        &self.0
    }

    fn derive(&self, context: &str, which: &[&[u8]]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(context);
        hasher.update(&self.0);
        for part in which {
            hasher.update(part);
        }
        let mut key = Self::zero();
        hasher.finalize_xof().fill(&mut key.0);
        hasher.zeroize();
        key
    }
}

impl AsMut<[u8]> for Key {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key(redacted)")
    }
}

/// The number of a data-encryption key. Rotation adds one; each record says which sealed it.
pub(crate) type Epoch = u32;

/// The data-encryption keys that a key slot wraps, all epochs together.
#[derive(Debug)]
pub(crate) struct KeyRing {
    pub(crate) active: Epoch,
    pub(crate) keys: BTreeMap<Epoch, Key>,
}

impl KeyRing {
    /// A fresh ring with one random key.
    pub(crate) fn make() -> Result<Self> {
        Ok(Self { active: 1, keys: BTreeMap::from([(1, Key::make()?)]) })
    }

    fn active(&self) -> Result<&Key> {
        self.keys.get(&self.active).ok_or(Error::Damaged("no key for the active epoch"))
    }

    /// The key that the vault was born with: rotation keeps it for the sake of signatures.
    fn first(&self) -> Result<&Key> {
        self.keys.values().next().ok_or(Error::Damaged("no key at all"))
    }

    pub(crate) fn header_key(&self) -> Result<Key> {
        Ok(self.active()?.derive(HEADER, &[]))
    }

    /// Derives everything that an open vault works with.
    pub(crate) fn subkeys(&self) -> Result<SubKeys> {
        let records = self.keys.iter().flat_map(|(epoch, key)| {
            TableId::ALL.iter().map(move |table| {
                let which: &[&[u8]] = &[&[table.tag()], &epoch.to_be_bytes()];
                ((*epoch, *table), key.derive(RECORDS, which))
            })
        });
        let anchors = self.keys.iter().map(|(epoch, key)| (*epoch, key.derive(ANCHOR, &[])));
        Ok(SubKeys {
            active: self.active,
            records: records.collect(),
            anchors: anchors.collect(),
            names: self.active()?.derive(NAMES, &[]),
            state: self.active()?.derive(STATE, &[]),
            signing: self.first()?.derive(AUDIT, &[]),
        })
    }
}

/// The keys of an open vault. Dropping it locks.
pub(crate) struct SubKeys {
    pub(crate) active: Epoch,
    records: BTreeMap<(Epoch, TableId), Key>,
    anchors: BTreeMap<Epoch, Key>,
    pub(crate) names: Key,
    /// What the elements of digests are made with.
    pub(crate) state: Key,
    /// The seed of the Ed25519 key.
    pub(crate) signing: Key,
}

impl SubKeys {
    pub(crate) fn record(&self, epoch: Epoch, table: TableId) -> Option<&Key> {
        self.records.get(&(epoch, table))
    }

    pub(crate) fn anchor(&self, epoch: Epoch) -> Option<&Key> {
        self.anchors.get(&epoch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_purpose_table_and_epoch_has_its_own_key() {
        let keys = BTreeMap::from([(1, Key([1; 32])), (2, Key([2; 32]))]);
        let ring = KeyRing { active: 2, keys };
        let subkeys = ring.subkeys().unwrap();
        let mut seen = HashSet::from([*ring.header_key().unwrap().as_bytes()]);
        assert!(seen.insert(*subkeys.names.as_bytes()));
        assert!(seen.insert(*subkeys.state.as_bytes()));
        assert!(seen.insert(*subkeys.signing.as_bytes()));
        let born = KeyRing { active: 1, keys: BTreeMap::from([(1, Key([1; 32]))]) };
        let signing = born.subkeys().unwrap().signing;
        assert_eq!(signing.as_bytes(), subkeys.signing.as_bytes(), "rotation keeps the key");
        for epoch in [1, 2] {
            assert!(seen.insert(*subkeys.anchor(epoch).unwrap().as_bytes()));
            for table in TableId::ALL {
                assert!(seen.insert(*subkeys.record(epoch, table).unwrap().as_bytes()));
            }
        }
        assert_eq!(format!("{:?}", Key([1; 32])), "Key(redacted)");
    }
}

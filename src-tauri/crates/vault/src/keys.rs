//! Keys: random data-encryption keys, one an epoch, and the sub-keys derived from them by BLAKE3's
//! `derive_key` with fixed context strings. Key bytes never leave this crate, nor the place where they
//! were made, and are wiped on drop.
//!
//! A reserved context string, for what comes later: `loci 2026-11 vault v1 backup`.

use crate::error::{Error, Result};
use crate::guarded::{Guarded, KEY_LEN, wiping};
use crate::table::TableId;
use std::collections::BTreeMap;
use std::fmt;
use zeroize::Zeroize;

const RECORDS: &str = "loci 2026-11 vault v1 records";
const NAMES: &str = "loci 2026-11 vault v1 names";
const HEADER: &str = "loci 2026-11 vault v1 header";
const ANCHOR: &str = "loci 2026-11 vault v1 anchor";
const AUDIT: &str = "loci 2026-11 vault v1 audit";
const STATE: &str = "loci 2026-11 vault v1 state";

const NO_KEY: Error = Error::Damaged("a key is missing");

/// 256 bits that nobody else may know: a handle to where they lie, which may be moved about.
#[derive(Clone)]
pub(crate) struct Key(Guarded);

impl Key {
    pub(crate) const LEN: usize = KEY_LEN;

    /// So many keys side by side, each made in the place where it stays.
    pub(crate) fn fill(
        count: usize,
        fill: impl FnMut(&mut [u8; KEY_LEN]) -> Result<()>,
    ) -> Result<Vec<Self>> {
        Ok(Guarded::make(count, fill)?.into_iter().map(Self).collect())
    }

    /// One key, made in the place where it stays.
    pub(crate) fn one(fill: impl FnMut(&mut [u8; KEY_LEN]) -> Result<()>) -> Result<Self> {
        Self::fill(1, fill)?.pop().ok_or(NO_KEY)
    }

    pub(crate) fn make() -> Result<Self> {
        Self::one(|key| Ok(getrandom::fill(key)?))
    }

    /// The key in bytes that are exactly one.
    pub(crate) fn from_slice(bytes: &[u8]) -> Result<Self> {
        let bytes: &[u8; KEY_LEN] = bytes.try_into().map_err(|_| NO_KEY)?;
        Self::one(|key| {
            key.copy_from_slice(bytes);
            Ok(())
        })
    }

    pub(crate) fn as_bytes(&self) -> &[u8; Self::LEN] {
        self.0.bytes()
    }

    fn derive(&self, context: &str, which: &[u8], key: &mut [u8; KEY_LEN]) {
        wiping(|| {
            let mut hasher = blake3::Hasher::new_derive_key(context);
            hasher.update(self.as_bytes()).update(which);
            let mut output = hasher.finalize_xof();
            output.fill(key);
            output.zeroize();
            hasher.zeroize();
        });
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

    fn of(&self, epoch: Epoch) -> Result<&Key> {
        self.keys.get(&epoch).ok_or(Error::Damaged("no key for the active epoch"))
    }

    fn active(&self) -> Result<&Key> {
        self.of(self.active)
    }

    /// The key that the vault was born with: rotation keeps it for the sake of signatures.
    fn first(&self) -> Result<&Key> {
        self.keys.values().next().ok_or(Error::Damaged("no key at all"))
    }

    pub(crate) fn header_key(&self) -> Result<Key> {
        let active = self.active()?;
        Key::one(|key| {
            active.derive(HEADER, &[], key);
            Ok(())
        })
    }

    /// Derives everything that an open vault works with, side by side in one place.
    pub(crate) fn subkeys(&self) -> Result<SubKeys> {
        let epochs = || self.keys.keys().copied();
        let tables: Vec<(Epoch, TableId)> =
            epochs().flat_map(|epoch| TableId::ALL.map(|table| (epoch, table))).collect();
        let mut wanted = Vec::new();
        for (epoch, table) in &tables {
            let which = [&[table.tag()], &epoch.to_be_bytes()[..]].concat();
            wanted.push((self.of(*epoch)?, RECORDS, which));
        }
        for epoch in epochs() {
            wanted.push((self.of(epoch)?, ANCHOR, Vec::new()));
        }
        for (from, context) in
            [(self.active()?, NAMES), (self.active()?, STATE), (self.first()?, AUDIT)]
        {
            wanted.push((from, context, Vec::new()));
        }
        let mut waiting = wanted.iter();
        let made = Key::fill(wanted.len(), |key| {
            let next = waiting.next().ok_or(NO_KEY)?;
            next.0.derive(next.1, &next.2, key);
            Ok(())
        })?;
        let mut made = made.into_iter();
        let records = tables.into_iter().zip(made.by_ref()).collect();
        let anchors = epochs().zip(made.by_ref()).collect();
        let mut next = || made.next().ok_or(NO_KEY);
        Ok(SubKeys {
            active: self.active,
            records,
            anchors,
            names: next()?,
            state: next()?,
            signing: next()?,
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
        let key = |byte| Key::from_slice(&[byte; 32]).unwrap();
        let keys = BTreeMap::from([(1, key(1)), (2, key(2))]);
        let ring = KeyRing { active: 2, keys };
        let subkeys = ring.subkeys().unwrap();
        let mut seen = HashSet::from([*ring.header_key().unwrap().as_bytes()]);
        assert!(seen.insert(*subkeys.names.as_bytes()));
        assert!(seen.insert(*subkeys.state.as_bytes()));
        assert!(seen.insert(*subkeys.signing.as_bytes()));
        let born = KeyRing { active: 1, keys: BTreeMap::from([(1, key(1))]) };
        let signing = born.subkeys().unwrap().signing;
        assert_eq!(signing.as_bytes(), subkeys.signing.as_bytes(), "rotation keeps the key");
        for epoch in [1, 2] {
            assert!(seen.insert(*subkeys.anchor(epoch).unwrap().as_bytes()));
            for table in TableId::ALL {
                assert!(seen.insert(*subkeys.record(epoch, table).unwrap().as_bytes()));
            }
        }
        assert_eq!(format!("{:?}", key(1)), "Key(redacted)");
    }
}

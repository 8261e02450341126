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

/// The data-encryption keys that a key slot wraps, all epochs together: one, or two while a rotation
/// is under way.
#[derive(Clone, Debug)]
pub(crate) struct KeyRing {
    pub(crate) active: Epoch,
    pub(crate) keys: BTreeMap<Epoch, Key>,
    /// Nothing until the first rotation.
    pub(crate) kept: Option<Kept>,
}

/// Sub-keys of the key that the vault was born with, which outlive it: what raw keys and signatures
/// are made with. No record can be opened with them.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) names: Key,
    pub(crate) signing: Key,
}

impl KeyRing {
    /// A fresh ring with one random key.
    pub(crate) fn make() -> Result<Self> {
        Ok(Self { active: 1, keys: BTreeMap::from([(1, Key::make()?)]), kept: None })
    }

    /// With a fresh key that everything will be sealed with from now on.
    pub(crate) fn with_next(&self) -> Result<Self> {
        let subkeys = self.subkeys()?;
        let kept = Some(Kept { names: subkeys.names.clone(), signing: subkeys.signing.clone() });
        let active = self.active.checked_add(1).ok_or(Error::Damaged("too many rotations"))?;
        let mut keys = self.keys.clone();
        keys.insert(active, Key::make()?);
        Ok(Self { active, keys, kept })
    }

    /// Without all keys but the one in use.
    pub(crate) fn with_active_only(&self) -> Result<Self> {
        let keys = BTreeMap::from([(self.active, self.active()?.clone())]);
        Ok(Self { active: self.active, keys, kept: self.kept.clone() })
    }

    /// Whether a rotation is under way.
    pub(crate) fn is_rotating(&self) -> bool {
        self.keys.len() > 1
    }

    fn of(&self, epoch: Epoch) -> Result<&Key> {
        self.keys.get(&epoch).ok_or(Error::Damaged("no key for the active epoch"))
    }

    fn active(&self) -> Result<&Key> {
        self.of(self.active)
    }

    /// The key that the vault was born with, before the first rotation.
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
        for epoch in epochs() {
            wanted.push((self.of(epoch)?, STATE, Vec::new()));
        }
        if self.kept.is_none() {
            wanted.push((self.first()?, NAMES, Vec::new()));
            wanted.push((self.first()?, AUDIT, Vec::new()));
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
        let states = epochs().zip(made.by_ref()).collect();
        let mut next = || made.next().ok_or(NO_KEY);
        let Kept { names, signing } = match &self.kept {
            Some(kept) => kept.clone(),
            None => Kept { names: next()?, signing: next()? },
        };
        Ok(SubKeys { active: self.active, records, anchors, states, names, signing })
    }
}

/// The keys of an open vault. Dropping it locks.
pub(crate) struct SubKeys {
    pub(crate) active: Epoch,
    records: BTreeMap<(Epoch, TableId), Key>,
    anchors: BTreeMap<Epoch, Key>,
    states: BTreeMap<Epoch, Key>,
    pub(crate) names: Key,
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

    /// What the elements of digests are made with.
    pub(crate) fn state(&self, epoch: Epoch) -> Option<&Key> {
        self.states.get(&epoch)
    }

    /// The oldest epoch that there is a key of.
    pub(crate) fn oldest(&self) -> Epoch {
        self.anchors.keys().next().copied().unwrap_or(self.active)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_purpose_table_and_epoch_has_its_own_key() {
        let born = KeyRing::make().unwrap();
        let ring = born.with_next().unwrap();
        let subkeys = ring.subkeys().unwrap();
        let mut seen = HashSet::from([*ring.header_key().unwrap().as_bytes()]);
        assert!(seen.insert(*subkeys.names.as_bytes()));
        assert!(seen.insert(*subkeys.signing.as_bytes()));
        for epoch in [1, 2] {
            assert!(seen.insert(*subkeys.anchor(epoch).unwrap().as_bytes()));
            assert!(seen.insert(*subkeys.state(epoch).unwrap().as_bytes()));
            for table in TableId::ALL {
                assert!(seen.insert(*subkeys.record(epoch, table).unwrap().as_bytes()));
            }
        }
        assert_eq!(format!("{:?}", Key::make().unwrap()), "Key(redacted)");
    }

    #[test]
    fn a_rotation_keeps_names_and_signatures_and_nothing_else() {
        let born = KeyRing::make().unwrap();
        let rotated = born.with_next().unwrap().with_active_only().unwrap();
        let again = rotated.with_next().unwrap().with_active_only().unwrap();
        let [first, last] = [&born, &again].map(|ring| ring.subkeys().unwrap());
        assert_eq!(first.names.as_bytes(), last.names.as_bytes());
        assert_eq!(first.signing.as_bytes(), last.signing.as_bytes());
        assert_eq!((last.active, last.oldest()), (3, 3));
        assert!(again.keys.len() == 1 && !again.is_rotating());
        assert!(last.record(1, TableId::Texts).is_none() && last.state(2).is_none());
        assert_ne!(again.keys[&3].as_bytes(), born.keys[&1].as_bytes());
    }
}

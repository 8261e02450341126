//! A set of records in 32 bytes: the XOR of a keyed hash of each (MSet-XOR-Hash: Clarke, Devadas, van
//! Dijk, Gassend, Suh, ASIACRYPT 2003). A record is added or taken away without looking at the others.
//! It binds only as long as nobody without the key sees one: it is stored sealed, and never shown.

use crate::bytes::Reader;
use crate::error::Result;
use crate::guarded::wiping;
use crate::keys::Key;

/// What one record adds to a digest: 256 bits that nobody without the key can tell from random ones.
pub(crate) type Element = [u8; 32];

/// The element of a record: keyed BLAKE3 over its raw key, which says its length, and its frame.
pub(crate) fn element(key: &Key, raw: &[u8], frame: &[u8]) -> Element {
    wiping(|| {
        let mut hash = blake3::Hasher::new_keyed(key.as_bytes());
        hash.update(&(raw.len() as u64).to_be_bytes());
        hash.update(raw);
        hash.update(frame);
        *hash.finalize().as_bytes()
    })
}

/// How many records a set has, and the XOR of their elements. Raw keys are unique in a database, so
/// that no element is in a set twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// Records, counted modulo 2^64: what somebody else added may be taken away here.
    pub(crate) count: u64,
    sum: [u8; 32],
}

impl Digest {
    /// Bytes of a digest that is written down.
    pub(crate) const LEN: usize = 8 + 32;

    /// With one more record.
    pub(crate) fn add(&mut self, element: &Element) {
        self.count = self.count.wrapping_add(1);
        self.mix(element);
    }

    /// With one record less.
    pub(crate) fn remove(&mut self, element: &Element) {
        self.count = self.count.wrapping_sub(1);
        self.mix(element);
    }

    /// Without all of a set that is in it.
    pub(crate) fn remove_all(&mut self, set: &Self) {
        self.count = self.count.wrapping_sub(set.count);
        self.mix(&set.sum);
    }

    /// True for the digest of no record.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.count.to_be_bytes());
        out.extend_from_slice(&self.sum);
    }

    pub(crate) fn read(rest: &mut Reader<'_>) -> Result<Self> {
        Ok(Self { count: rest.u64()?, sum: rest.array()? })
    }

    fn mix(&mut self, element: &[u8; 32]) {
        self.sum.iter_mut().zip(element).for_each(|(sum, byte)| *sum ^= byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn a_digest_is_its_set_whatever_the_way_there(
            steps in prop::collection::vec((0..6u8, prop::option::of(0..4u8)), 0..40),
        ) {
            let key = Key::from_slice(&[3; 32]).unwrap();
            let of = |raw: u8, frame: u8| element(&key, &[raw], &[frame]);
            let (mut set, mut digest) = (BTreeMap::new(), Digest::default());
            for (raw, frame) in steps {
                if let Some(old) = set.remove(&raw) {
                    digest.remove(&of(raw, old));
                }
                if let Some(frame) = frame {
                    set.insert(raw, frame);
                    digest.add(&of(raw, frame));
                }
            }
            let mut anew = Digest::default();
            set.iter().for_each(|(raw, frame)| anew.add(&of(*raw, *frame)));
            prop_assert_eq!(digest, anew);
            prop_assert_eq!(digest.is_empty(), set.is_empty());
            let mut bytes = Vec::new();
            digest.write(&mut bytes);
            prop_assert_eq!(bytes.len(), Digest::LEN);
            prop_assert_eq!(Digest::read(&mut Reader(&bytes)).unwrap(), digest);
            digest.remove_all(&anew);
            prop_assert!(digest.is_empty());
        }
    }

    #[test]
    fn key_raw_key_and_frame_do_not_run_together() {
        let (key, other) = (Key::from_slice(&[1; 32]).unwrap(), Key::from_slice(&[2; 32]).unwrap());
        let all = [
            element(&key, b"ab", b"c"),
            element(&key, b"a", b"bc"),
            element(&key, b"", b"abc"),
            element(&key, b"abc", b""),
            element(&other, b"ab", b"c"),
        ];
        let unique: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(unique.len(), all.len());
    }
}

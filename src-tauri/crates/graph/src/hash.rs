//! Hashing of what is spread already: ids are SHA-256, slots are small numbers of our own.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher};

/// A map by ids or slots.
pub(crate) type ById<K, V> = HashMap<K, V, Spread>;
/// A set of ids or slots.
pub(crate) type IdSet<K> = HashSet<K, Spread>;

/// Takes an id's first bytes as they are, and spreads a number by one multiplication.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spread(u64);

impl BuildHasher for Spread {
    type Hasher = Self;
    fn build_hasher(&self) -> Self {
        Self(0)
    }
}

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8).take(2) {
            let mut word = [0; 8];
            word.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
            self.0 = self.0.rotate_left(23) ^ u64::from_le_bytes(word);
        }
    }
    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
    fn write_usize(&mut self, _: usize) {
        // the length before an id, which is the same for all
    }
}

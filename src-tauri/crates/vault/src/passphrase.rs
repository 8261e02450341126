//! The passphrase and what it costs to try one: Argon2id (RFC 9106) with its costs checked against
//! a floor and a ceiling before any work is done. Never stores or prints the passphrase.

use crate::error::{Error, Result};
use crate::guarded::wiping;
use crate::keys::Key;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use zeroize::{Zeroize, Zeroizing};

/// What a person types to unlock, in Unicode form NFC, so that it is the same on every keyboard.
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// Longest passphrase that is taken.
    pub const MAX_BYTES: usize = 1024;

    /// Takes 1 to [`Self::MAX_BYTES`] bytes of UTF-8.
    pub fn new(typed: String) -> Result<Self> {
        let typed = Zeroizing::new(typed);
        if typed.is_empty() || typed.len() > Self::MAX_BYTES {
            return Err(Error::BadPassphrase);
        }
        // Room for the worst growth of NFC, so that no unwiped copy is left by a reallocation.
        let mut normal = Zeroizing::new(String::with_capacity(typed.len() * 3));
        normal.extend(typed.nfc());
        Ok(Self(normal))
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Passphrase(redacted)")
    }
}

/// The costs of Argon2id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KdfParams {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
}

impl KdfParams {
    /// For people's vaults.
    pub const DEFAULT: Self = Self { memory_kib: 256 * 1024, passes: 3, lanes: 4 };
    /// The least that is accepted; for tests.
    pub const FLOOR: Self = Self { memory_kib: 64 * 1024, passes: 3, lanes: 1 };
    /// The most that is accepted: a changed header must not stall or exhaust the machine.
    const CEILING: Self = Self { memory_kib: 2 * 1024 * 1024, passes: 16, lanes: 16 };

    /// The most that a wrong passphrase may cost, all slots of a header together: one at the ceiling.
    pub(crate) const MOST_WORK: u64 = Self::CEILING.work();

    /// What one try costs: KiB that are filled, over all passes.
    pub(crate) const fn work(self) -> u64 {
        self.memory_kib as u64 * self.passes as u64
    }

    /// Refuses costs under the floor or over the ceiling, without deriving anything.
    pub(crate) fn check(self) -> Result<Self> {
        let (low, high) = (Self::FLOOR, Self::CEILING);
        if !(low.memory_kib..=high.memory_kib).contains(&self.memory_kib) {
            return Err(Error::KdfRefused("memory outside 64 MiB to 2 GiB"));
        }
        if !(low.passes..=high.passes).contains(&self.passes) {
            return Err(Error::KdfRefused("passes outside 3 to 16"));
        }
        if !(low.lanes..=high.lanes).contains(&self.lanes) {
            return Err(Error::KdfRefused("lanes outside 1 to 16"));
        }
        Ok(self)
    }

    /// The key-encryption key. The working memory is wiped afterwards.
    pub(crate) fn derive(self, passphrase: &Passphrase, salt: &[u8]) -> Result<Key> {
        let costs = self.check()?;
        let params = Params::new(costs.memory_kib, costs.passes, costs.lanes, Some(Key::LEN))
            .map_err(|_| Error::KdfRefused("not a valid combination"))?;
        let mut memory = vec![Block::default(); params.block_count()];
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let typed = passphrase.as_bytes();
        let derived = Key::one(|key| {
            wiping(|| argon2.hash_password_into_with_memory(typed, salt, key, &mut memory[..]))
                .map_err(|_| Error::KdfRefused("derivation failed"))
        });
        memory.iter_mut().for_each(Zeroize::zeroize);
        derived
    }
}

impl fmt::Display for KdfParams {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory_kib, passes, lanes } = self;
        write!(out, "Argon2id, {} MiB, {passes} passes, {lanes} lanes", memory_kib / 1024)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_is_checked() {
        for (typed, good) in [
            (String::new(), false),
            ("x".to_owned(), true),
            ("x".repeat(Passphrase::MAX_BYTES), true),
            ("x".repeat(Passphrase::MAX_BYTES + 1), false),
            ("x".repeat(10_000), false),
            ("é".repeat(513), false),
        ] {
            let length = typed.len();
            let taken = Passphrase::new(typed);
            assert_eq!(taken.is_ok(), good, "{length} bytes");
            if let Err(refused) = taken {
                assert_eq!(refused.problem().code, types::ErrorCode::BadPassphrase);
            }
        }
    }

    #[test]
    fn one_passphrase_however_it_is_typed() {
        let composed = Passphrase::new("caf\u{e9}".to_owned()).unwrap();
        let decomposed = Passphrase::new("cafe\u{301}".to_owned()).unwrap();
        assert_eq!(composed.as_bytes(), decomposed.as_bytes());
        assert_eq!(format!("{composed:?}"), "Passphrase(redacted)");
    }

    #[test]
    fn costs_out_of_bounds_are_refused_before_deriving() {
        let passphrase = Passphrase::new("x".to_owned()).unwrap();
        let floor = KdfParams::FLOOR;
        for costs in [
            KdfParams { memory_kib: 0, ..floor },
            KdfParams { memory_kib: floor.memory_kib - 1, ..floor },
            KdfParams { memory_kib: u32::MAX, ..floor },
            KdfParams { passes: 2, ..floor },
            KdfParams { passes: u32::MAX, ..floor },
            KdfParams { lanes: 0, ..floor },
            KdfParams { lanes: 1 << 24, ..floor },
        ] {
            // u32::MAX KiB or passes would not come back if deriving started.
            let refused = costs.derive(&passphrase, &[0; 16]).err().map(|e| e.problem().code);
            assert_eq!(refused, Some(types::ErrorCode::VaultDamaged), "{costs:?}");
        }
        assert!(KdfParams::DEFAULT.check().is_ok());
    }
}

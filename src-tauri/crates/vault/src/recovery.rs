//! Recovery codes: 128 random bits that open the vault when the passphrase is lost, written so that a
//! person can copy them by hand. Crockford's base32 (no I, L, O, U; read whatever the case), and two
//! symbols that are the number modulo 1021: that is a prime, so that no single mistyped symbol and no
//! two neighbours that changed places go unnoticed.
//!
//! A code is the seed of an X25519 key (RFC 7748), of which the header keeps the public half: the keys
//! can be wrapped anew, by a rotation say, while the code is in a drawer.

use crate::error::{Error, Result};
use crate::guarded::wiping;
use crate::keys::Key;
use std::fmt;
use types::{Timestamp, VaultId};
use unicode_normalization::UnicodeNormalization;
use x25519_dalek::{PublicKey, StaticSecret};
use zeroize::{Zeroize, Zeroizing};

const SYMBOLS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SYMBOL_BITS: u32 = 5;
/// Symbols of the 128 bits, and of the check.
const CODE_SYMBOLS: usize = 26;
const CHECK_SYMBOLS: usize = 2;
const WRITTEN_SYMBOLS: usize = CODE_SYMBOLS + CHECK_SYMBOLS;
const GROUP: usize = 4;
const CHECK_PRIME: u128 = 1021;
/// Longest line that is looked at.
const MAX_TYPED_BYTES: usize = 400;
const CONTEXT: &str = "loci 2026-11 vault v1 recovery";
/// Bytes of a code's public name.
const NAME_LEN: usize = 4;

/// A code that opens one vault.
pub struct RecoveryCode(Zeroizing<[u8; 16]>);

/// The name of a code: says nothing about it, stands on the sheet and in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeName(pub(crate) [u8; NAME_LEN]);

/// A code that the header knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoverySlot {
    /// Its name.
    pub name: CodeName,
    /// When it was made, by the maker's clock.
    pub created_at: Timestamp,
}

impl RecoveryCode {
    /// A fresh one.
    pub(crate) fn make() -> Result<Self> {
        let mut bits = Zeroizing::new([0; 16]);
        getrandom::fill(bits.as_mut())?;
        Ok(Self(bits))
    }

    /// Reads what a person typed: any case, O for 0, I and L for 1, spaces and dashes anywhere.
    pub fn read(typed: &str) -> Result<Self> {
        let typed = typed.get(..MAX_TYPED_BYTES).unwrap_or(typed);
        let mut symbols = Zeroizing::new(Vec::with_capacity(MAX_TYPED_BYTES));
        for sign in typed.nfkc().filter(|sign| !is_between(*sign)) {
            symbols.push(value_of(sign).ok_or(Error::BadCode(
                "a recovery code has digits and letters without U; another sign is in it",
            ))?);
        }
        let (code, check) = match symbols.len() {
            0 => return Err(Error::BadCode("no recovery code was given")),
            CODE_SYMBOLS => {
                return Err(Error::BadCode("its last two symbols, the check, are missing"));
            }
            WRITTEN_SYMBOLS => symbols.split_at(CODE_SYMBOLS),
            _ => return Err(Error::BadCode("it does not have 28 symbols, seven groups of four")),
        };
        let mistyped =
            Error::BadCode("its check does not fit: a symbol is mistyped, or two changed places");
        let (number, rest) = number_of(code);
        let (check, _) = number_of(check);
        // 26 symbols are 130 bits: the first two are always 0
        if rest != 0 || check != number % CHECK_PRIME {
            return Err(mistyped);
        }
        Ok(Self(Zeroizing::new(number.to_be_bytes())))
    }

    /// As it stands on the sheet: seven groups of four.
    pub fn written(&self) -> Zeroizing<String> {
        let number = u128::from_be_bytes(*self.0);
        let check = number % CHECK_PRIME;
        let code = (0..CODE_SYMBOLS).rev().map(|at| symbol(number, at));
        let check = (0..CHECK_SYMBOLS).rev().map(|at| symbol(check, at));
        let mut out =
            Zeroizing::new(String::with_capacity(WRITTEN_SYMBOLS + WRITTEN_SYMBOLS / GROUP));
        for (at, symbol) in code.chain(check).enumerate() {
            if at > 0 && at % GROUP == 0 {
                out.push('-');
            }
            out.push(symbol);
        }
        out
    }

    /// The X25519 key whose seed it is, of one vault.
    pub(crate) fn key(&self, vault: &VaultId) -> Result<RecoveryKey> {
        let seed = Key::one(|key| {
            wiping(|| {
                let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
                hasher.update(vault.as_bytes()).update(self.0.as_ref());
                let mut output = hasher.finalize_xof();
                output.fill(key);
                output.zeroize();
                hasher.zeroize();
            });
            Ok(())
        })?;
        let public = wiping(|| PublicKey::from(&StaticSecret::from(*seed.as_bytes())).to_bytes());
        Ok(RecoveryKey { seed, public })
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("RecoveryCode(redacted)")
    }
}

impl CodeName {
    /// The name of the code with this public key.
    pub(crate) fn of(public: &[u8; 32]) -> Self {
        let mut name = [0; NAME_LEN];
        blake3::Hasher::new_derive_key(CONTEXT).update(public).finalize_xof().fill(&mut name);
        Self(name)
    }

    /// Reads a name as it is shown.
    pub fn read(shown: &str) -> Option<Self> {
        let hex = shown.trim();
        let is_hex = hex.len() == 2 * NAME_LEN && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hex.then(|| u32::from_str_radix(hex, 16).ok())??;
        Some(Self(number.to_be_bytes()))
    }
}

impl fmt::Display for CodeName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:08x}", u32::from_be_bytes(self.0))
    }
}

impl fmt::Debug for CodeName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// The key pair of a code.
pub(crate) struct RecoveryKey {
    seed: Key,
    pub(crate) public: [u8; 32],
}

impl RecoveryKey {
    /// What it shares with the maker of `ephemeral`.
    pub(crate) fn agree(&self, ephemeral: &[u8; 32]) -> Result<Key> {
        agree(&self.seed, ephemeral)
    }
}

/// A fresh key pair's public half, and what it shares with `public`.
pub(crate) fn agree_once(public: &[u8; 32]) -> Result<([u8; 32], Key)> {
    let seed = Key::make()?;
    let ephemeral = wiping(|| PublicKey::from(&StaticSecret::from(*seed.as_bytes())).to_bytes());
    Ok((ephemeral, agree(&seed, public)?))
}

fn agree(seed: &Key, with: &[u8; 32]) -> Result<Key> {
    Key::one(|key| {
        wiping(|| {
            let secret = StaticSecret::from(*seed.as_bytes());
            let shared = secret.diffie_hellman(&PublicKey::from(*with));
            // a point of small order would make everybody's secret the same
            if !shared.was_contributory() {
                return Err(Error::Damaged("a recovery slot of the header"));
            }
            key.copy_from_slice(shared.as_bytes());
            Ok(())
        })
    })
}

fn is_between(sign: char) -> bool {
    sign.is_whitespace()
        || sign == '_'
        || matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn value_of(sign: char) -> Option<u8> {
    let sign = match sign.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    SYMBOLS.iter().position(|symbol| char::from(*symbol) == sign).map(|at| at as u8)
}

/// The number that symbols write, and what of it is beyond 128 bits.
fn number_of(symbols: &[u8]) -> (u128, u128) {
    symbols.iter().fold((0, 0), |(number, beyond): (u128, u128), symbol| {
        let over = number >> (u128::BITS - SYMBOL_BITS);
        (number << SYMBOL_BITS | u128::from(*symbol), beyond << SYMBOL_BITS | over)
    })
}

fn symbol(number: u128, at: usize) -> char {
    let value = (number >> (SYMBOL_BITS as usize * at)) & 31;
    SYMBOLS.get(value as usize).map_or('0', |symbol| char::from(*symbol))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refused(typed: &str) -> bool {
        matches!(RecoveryCode::read(typed), Err(Error::BadCode(_)))
    }

    proptest! {
        #[test]
        fn a_code_is_read_however_it_is_typed_and_no_slip_passes(
            bits: [u8; 16], at in 0..28usize, by in 1..32usize, change: u64,
        ) {
            let written = RecoveryCode(Zeroizing::new(bits)).written();
            prop_assert_eq!(written.len(), 34);
            let mut sloppy = String::new();
            for (at, sign) in written.chars().enumerate() {
                let bit = change >> (at % 60) & 1 == 1;
                match sign {
                    '-' if bit => sloppy.push(' '),
                    '-' => {}
                    '0' if bit => sloppy.push('o'),
                    '1' => sloppy.push(if bit { 'l' } else { 'I' }),
                    sign if bit => sloppy.push(sign.to_ascii_lowercase()),
                    sign => sloppy.push(sign),
                }
            }
            prop_assert_eq!(*RecoveryCode::read(&sloppy).unwrap().0, bits);
            let symbols: Vec<char> = written.chars().filter(|sign| *sign != '-').collect();
            let mut wrong = symbols.clone();
            let value = usize::from(value_of(wrong[at]).unwrap());
            wrong[at] = char::from(SYMBOLS[(value + by) % 32]);
            prop_assert!(refused(&wrong.iter().collect::<String>()));
            let mut swapped = symbols.clone();
            swapped.swap(at, (at + 1) % 28);
            prop_assert!(swapped == symbols || at == 27 || refused(&swapped.iter().collect::<String>()));
            prop_assert!(refused(&symbols[..26].iter().collect::<String>()), "no check");
            prop_assert!(refused(&symbols[..at].iter().collect::<String>()), "cut");
        }

        #[test]
        fn nothing_that_is_typed_panics(typed in ".{0,500}") {
            let _ = RecoveryCode::read(&typed);
            let _ = CodeName::read(&typed);
        }
    }

    #[test]
    fn a_code_opens_one_vault_and_its_name_gives_nothing_away() {
        let code = RecoveryCode(Zeroizing::new([7; 16]));
        let [one, other] = [1, 2].map(|id| code.key(&VaultId::from_bytes([id; 16])).unwrap());
        assert_ne!(one.public, other.public);
        let (ephemeral, shared) = agree_once(&one.public).unwrap();
        assert_eq!(one.agree(&ephemeral).unwrap().as_bytes(), shared.as_bytes());
        assert_ne!(other.agree(&ephemeral).unwrap().as_bytes(), shared.as_bytes());
        assert!(one.agree(&[0; 32]).is_err(), "a point of small order");
        let name = CodeName::of(&one.public);
        assert_eq!(CodeName::read(&name.to_string()), Some(name));
        assert_eq!(format!("{code:?}"), "RecoveryCode(redacted)");
        for bad in ["", "0", "+1234567", "123456789", "ghijklmn", "é2345678"] {
            assert_eq!(CodeName::read(bad), None);
        }
    }

    #[test]
    fn the_form_is_frozen() {
        let bits = std::array::from_fn(|at| (at as u8) * 17);
        let written = RecoveryCode(Zeroizing::new(bits)).written();
        assert_eq!(*written, FROZEN);
    }
    const FROZEN: &str = "0024-H36H-2NCS-VRH6-DAQF-6DVV-QZWM";
}

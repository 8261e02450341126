//! Keys of the people who sign, each an Ed25519 seed under a passphrase of its own: Argon2id, as for the
//! key slots, then HKDF to a wrap key and a commitment. The seed exists in the clear only while it signs.

use crate::door;
use crate::error::{Error, Result};
use crate::guarded::wiping;
use crate::keys::Key;
use crate::passphrase::{KdfParams, Passphrase};
use crate::seal::{self, Purpose, associated_data};
use crate::signing::{Signature, sign};
use crate::vault::Vault;
use hkdf::Hkdf;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use types::VaultId;
use zeroize::Zeroizing;

const SALT_LEN: usize = 16;
const INFO: &[u8] = b"loci vault v1 signer: wrap key and commitment";
const BAD_KEY: Error = Error::Damaged("a signer's key");

/// A signer's key as it is kept: sealed under the signing passphrase, in a record of the vault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignerKey {
    /// What signatures are checked with.
    #[serde(with = "serde_bytes")]
    pub public_key: [u8; 32],
    /// KiB, passes and lanes of Argon2id.
    costs: (u32, u32, u32),
    #[serde(with = "serde_bytes")]
    salt: Vec<u8>,
    #[serde(with = "serde_bytes")]
    commitment: Vec<u8>,
    #[serde(with = "serde_bytes")]
    sealed: Vec<u8>,
}

impl Vault {
    /// Whether this is the passphrase that opens the vault: `WrongPassphrase` where it is not.
    pub fn check_passphrase(&self, passphrase: &Passphrase) -> Result<()> {
        door::by(passphrase)(&door::read(&self.places.header)?).map(drop)
    }

    /// A fresh signing key under a passphrase, as dear to try as the vault's own.
    pub fn make_signer_key(&self, passphrase: &Passphrase) -> Result<SignerKey> {
        wrap(&self.id(), self.costs()?, passphrase, &Key::make()?)
    }

    /// The same key under another passphrase.
    pub fn rewrap_signer_key(
        &self,
        key: &SignerKey,
        passphrase: &Passphrase,
        new: &Passphrase,
    ) -> Result<SignerKey> {
        let seed = open(&self.id(), key, passphrase)?;
        wrap(&self.id(), self.costs()?, new, &seed)
    }

    /// Signs as the person whose key this is. `WrongPassphrase` where it is not that key's.
    pub fn sign_as(
        &self,
        key: &SignerKey,
        passphrase: &Passphrase,
        message: &[u8],
    ) -> Result<Signature> {
        let signature = sign(&open(&self.id(), key, passphrase)?, message);
        if signature.public_key != key.public_key {
            return Err(BAD_KEY);
        }
        Ok(signature)
    }
}

fn place(key: &SignerKey) -> Vec<u8> {
    let mut place = Vec::new();
    for cost in [key.costs.0, key.costs.1, key.costs.2] {
        place.extend_from_slice(&cost.to_be_bytes());
    }
    place.extend_from_slice(&key.salt);
    place
}

fn wrap(
    vault: &VaultId,
    costs: KdfParams,
    passphrase: &Passphrase,
    seed: &Key,
) -> Result<SignerKey> {
    let mut salt = vec![0; SALT_LEN];
    getrandom::fill(&mut salt)?;
    let public_key = sign(seed, b"loci signer").public_key;
    let (wrap_key, commitment) = expand(vault, &costs.derive(passphrase, &salt)?)?;
    let mut key = SignerKey {
        public_key,
        costs: (costs.memory_kib, costs.passes, costs.lanes),
        salt,
        commitment: commitment.as_bytes().to_vec(),
        sealed: Vec::new(),
    };
    let associated = associated_data(Purpose::Signer, vault, None, 0, &place(&key));
    key.sealed = seal::seal(&wrap_key, 0, &associated, seed.as_bytes())?;
    Ok(key)
}

fn open(vault: &VaultId, key: &SignerKey, passphrase: &Passphrase) -> Result<Key> {
    let (memory_kib, passes, lanes) = key.costs;
    let costs = KdfParams { memory_kib, passes, lanes };
    let (wrap_key, commitment) = expand(vault, &costs.derive(passphrase, &key.salt)?)?;
    if !bool::from(commitment.as_bytes().ct_eq(&key.commitment)) {
        return Err(Error::WrongPassphrase);
    }
    let associated = associated_data(Purpose::Signer, vault, None, 0, &place(key));
    Key::from_slice(&seal::open(&wrap_key, &associated, &key.sealed).ok_or(BAD_KEY)?)
}

fn expand(vault: &VaultId, kek: &Key) -> Result<(Key, Key)> {
    let mut both = Zeroizing::new([0u8; 2 * Key::LEN]);
    let salt = Some(vault.as_bytes().as_slice());
    wiping(|| Hkdf::<Sha256>::new(salt, kek.as_bytes()).expand(INFO, both.as_mut()))
        .map_err(|_| Error::KdfRefused("expansion failed"))?;
    let (wrap_key, commitment) = both.split_at(Key::LEN);
    Ok((Key::from_slice(wrap_key)?, Key::from_slice(commitment)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signing::verify;
    use types::Timestamp;

    #[test]
    fn a_signer_signs_under_a_passphrase_of_their_own() {
        let words = |words: &str| Passphrase::new(words.to_owned()).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::from_unix_ms(1);
        let vault = Vault::create(dir.path(), &words("vault"), KdfParams::FLOOR, now).unwrap();
        vault.check_passphrase(&words("vault")).unwrap();
        assert!(matches!(vault.check_passphrase(&words("hand")), Err(Error::WrongPassphrase)));
        let key = vault.make_signer_key(&words("hand")).unwrap();
        let made = vault.sign_as(&key, &words("hand"), b"read").unwrap();
        assert!(verify(b"read", &made) && !verify(b"reads", &made));
        assert_ne!(made.public_key, vault.sign(b"read").public_key);
        let wrong = vault.sign_as(&key, &words("vault"), b"read");
        assert!(matches!(wrong, Err(Error::WrongPassphrase)));
        let moved = vault.rewrap_signer_key(&key, &words("hand"), &words("other")).unwrap();
        assert_eq!(vault.sign_as(&moved, &words("other"), b"read").unwrap(), made);
        assert!(vault.sign_as(&moved, &words("hand"), b"read").is_err());
        // neither its costs, nor its salt, nor whose it says it is can be changed
        let mut other = key.clone();
        other.public_key[0] ^= 1;
        assert!(vault.sign_as(&other, &words("hand"), b"read").is_err());
        let mut cheap = key;
        cheap.costs.0 = 8;
        assert!(matches!(
            vault.sign_as(&cheap, &words("hand"), b"read"),
            Err(Error::KdfRefused(_))
        ));
    }
}

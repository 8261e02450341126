//! Signatures of a vault, Ed25519 (RFC 8032). The key is derived from the ring's first key, so that a
//! vault has one public key for life, whatever rotation adds; it never leaves this crate. What is
//! signed should begin by saying what it is: the key serves certificates of every kind.

use crate::guarded::wiping;
use crate::keys::Key;
use crate::vault::Vault;
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};

/// A signature, and the public key of the vault that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The vault's.
    #[serde(with = "serde_bytes")]
    pub public_key: [u8; 32],
    /// Over the message's bytes as they are.
    #[serde(with = "serde_bytes")]
    pub signature: [u8; 64],
}

impl Vault {
    /// Signs a message as this vault.
    pub fn sign(&self, message: &[u8]) -> Signature {
        sign(&self.records().keys.signing, message)
    }
}

pub(crate) fn sign(key: &Key, message: &[u8]) -> Signature {
    wiping(|| {
        let key = SigningKey::from_bytes(key.as_bytes());
        let signature = key.sign(message).to_bytes();
        Signature { public_key: key.verifying_key().to_bytes(), signature }
    })
}

/// Whether the vault with this public key signed this very message. Whose key it is, the signature
/// cannot say.
pub fn verify(message: &[u8], signature: &Signature) -> bool {
    let made = ed25519_dalek::Signature::from_bytes(&signature.signature);
    // strict: no weak keys, one signature for one message
    VerifyingKey::from_bytes(&signature.public_key)
        .is_ok_and(|key| key.verify_strict(message, &made).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_signature_holds_for_its_message_and_key_alone(
            message in prop::collection::vec(any::<u8>(), 0..80),
            at in any::<prop::sample::Index>(),
            bit in 0..8u8,
        ) {
            let (key, other) = (Key::make().unwrap(), Key::make().unwrap());
            let good = sign(&key, &message);
            prop_assert!(verify(&message, &good));
            prop_assert_eq!(good, sign(&key, &message));
            let mut changed = good;
            changed.signature[at.index(64)] ^= 1 << bit;
            prop_assert!(!verify(&message, &changed));
            let mut changed = good;
            changed.public_key[at.index(32)] ^= 1 << bit;
            prop_assert!(!verify(&message, &changed));
            let forged = Signature { public_key: good.public_key, ..sign(&other, &message) };
            prop_assert!(!verify(&message, &forged));
            let mut longer = message.clone();
            longer.push(0);
            prop_assert!(!verify(&longer, &good));
        }
    }

    #[test]
    fn the_algorithm_is_that_of_the_standard() {
        // RFC 8032, section 7.1, test 2
        let hex = |text: &str| -> Vec<u8> {
            let digits = (0..text.len()).step_by(2);
            digits.map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
        };
        let seed = hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
        let made = sign(&Key::from_slice(&seed).unwrap(), &[0x72]);
        let public = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
        assert_eq!(made.public_key.to_vec(), hex(public));
        let expected = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                        085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
        assert_eq!(made.signature.to_vec(), hex(expected));
    }
}

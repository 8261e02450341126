//! A person's electronic signature as 21 CFR 11.50 and 11.70 ask: printed name, time, meaning, bound to the
//! hash of what was signed.

use crate::{canonical::canonical, error::Result};
use serde::{Deserialize, Serialize};
use types::{Sha256, SignatureMeaning, Timestamp};
use vault::Signature;

/// What a signature stands under, so that it is taken for nothing else.
const CONTEXT: &[u8] = b"loci electronic signature v1\n";

/// What a person says by signing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// The collection whose content it is.
    pub collection: String,
    /// SHA-256 of the canonical JSON of the content.
    pub content_sha256: Sha256,
    /// What the signature means.
    pub meaning: SignatureMeaning,
    /// The signer's printed name.
    pub name: String,
    /// What they are in this vault.
    pub role: String,
    /// When, UTC.
    pub signed_at: Timestamp,
    /// The signer's public key, in hex digits.
    pub signer_key: String,
    /// The vault.
    pub vault_id: String,
}

/// A statement with its signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// Over the statement's canonical JSON, in hex digits.
    pub signature: String,
    /// What was signed.
    pub statement: Statement,
}

impl Statement {
    /// The bytes that are signed.
    pub fn message(&self) -> Result<Vec<u8>> {
        Ok([CONTEXT, &canonical(self)?].concat())
    }

    /// With the signature over [`Self::message`].
    pub fn signed(self, signature: &Signature) -> Signed {
        Signed { signature: hex::encode(signature.signature), statement: self }
    }
}

impl Signed {
    /// The signer's key.
    pub fn public_key(&self) -> Option<[u8; 32]> {
        unhex(&self.statement.signer_key)
    }

    /// Whether the key that the statement names signed that statement.
    pub fn holds(&self) -> bool {
        let parts = (unhex(&self.statement.signer_key), unhex(&self.signature));
        let (Some(public_key), Some(signature)) = parts else { return false };
        let message = self.statement.message();
        message.is_ok_and(|it| vault::verify(&it, &Signature { public_key, signature }))
    }
}

/// Exactly so many bytes, in the one way in which they are written.
pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    (!text.bytes().any(|digit| digit.is_ascii_uppercase())).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::unhex;

    #[test]
    fn bytes_are_written_in_one_way_alone() {
        assert_eq!(unhex::<2>("0fa0"), Some([0x0f, 0xa0]));
        for text in ["+fa0", "-fa0", " fa0", "0Fa0", "fa0", "0fa000", "0xa0", "0fä", ""] {
            assert_eq!(unhex::<2>(text), None, "{text:?}");
        }
    }
}

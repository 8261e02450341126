//! A head of the log that leaves the machine: a checkpoint (C2SP tlog-checkpoint) in a signed note (C2SP
//! signed-note), which tools for transparency logs read as it is.

use crate::error::{Error, Result};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use sha2::{Digest, Sha256 as Hash};
use types::{Sha256, VaultId};
use vault::Signature;

/// The signature's type in key ids and keys: Ed25519.
const ED25519: u8 = 1;

/// The log's name, which is also its key's.
pub fn origin(vault: &VaultId) -> String {
    format!("loci.invalid/vault/{vault}")
}

/// A key as people compare it: the first 32 hex digits of its SHA-256, by fours.
pub fn fingerprint(public_key: &[u8; 32]) -> String {
    let hash = crate::sha256(public_key).to_string();
    let groups: Vec<&str> = (0..8).filter_map(|at| hash.get(at * 4..at * 4 + 4)).collect();
    groups.join(" ")
}

/// A tree head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which log.
    pub origin: String,
    /// Records in it.
    pub size: u64,
    /// Head of the tree over them.
    pub root: Sha256,
}

impl Checkpoint {
    /// The text that is signed.
    pub fn text(&self) -> String {
        let root = BASE64.encode(self.root.as_bytes());
        format!("{}\n{}\n{root}\n", self.origin, self.size)
    }

    /// The signed note.
    pub fn note(&self, signature: &Signature) -> String {
        let mut line = key_id(&self.origin, &signature.public_key).to_vec();
        line.extend_from_slice(&signature.signature);
        format!("{}\n\u{2014} {} {}\n", self.text(), self.origin, BASE64.encode(line))
    }

    /// The key in the form in which others are told of it.
    pub fn verifier_key(origin: &str, public_key: &[u8; 32]) -> String {
        let mut key = vec![ED25519];
        key.extend_from_slice(public_key);
        let id = hex::encode(key_id(origin, public_key));
        format!("{origin}+{id}+{}", BASE64.encode(key))
    }

    /// A log's name and key, as [`Self::verifier_key`] writes them.
    pub fn read_verifier_key(text: &str) -> Result<(String, [u8; 32])> {
        let broken = || Error::unsound("that is no key of a log");
        let mut parts = text.trim().splitn(3, '+');
        let mut part = || parts.next().ok_or_else(broken);
        let (origin, _, key) = (part()?, part()?, part()?);
        let key: Vec<u8> = BASE64.decode(key).map_err(|_| broken())?;
        let public_key = key.get(1..).and_then(|key| key.try_into().ok()).ok_or_else(broken)?;
        match Self::verifier_key(origin, &public_key) == text.trim() {
            true => Ok((origin.to_owned(), public_key)),
            false => Err(broken()),
        }
    }

    /// The checkpoint in a note that the log with this key signed, and nobody else.
    pub fn open(note: &str, public_key: &[u8; 32]) -> Result<Self> {
        let broken = || Error::unsound("that is no signed checkpoint");
        let (text, signatures) = note.split_once("\n\n").ok_or_else(broken)?;
        let mut lines = text.split('\n');
        let mut line = || lines.next().ok_or_else(broken);
        let (origin, size, root) = (line()?, line()?, line()?);
        let root = BASE64.decode(root).ok().and_then(|root| root.try_into().ok());
        let checkpoint = Self {
            origin: origin.to_owned(),
            size: size.parse().map_err(|_| broken())?,
            root: Sha256::from_bytes(root.ok_or_else(broken)?),
        };
        let text = format!("{text}\n");
        if checkpoint.text() != text || !signatures.ends_with('\n') {
            return Err(broken());
        }
        let by_it = signatures.lines().any(|line| {
            let named = line.strip_prefix("\u{2014} ").and_then(|line| line.split_once(' '));
            let Some((name, signed)) = named.filter(|(name, _)| *name == origin) else {
                return false;
            };
            let Ok(signed) = BASE64.decode(signed) else { return false };
            let Some((id, signature)) = signed.split_first_chunk::<4>() else { return false };
            let Ok(signature) = signature.try_into() else { return false };
            let signature = Signature { public_key: *public_key, signature };
            *id == key_id(name, public_key) && vault::verify(text.as_bytes(), &signature)
        });
        if by_it {
            Ok(checkpoint)
        } else {
            Err(Error::unsound("it is not signed by this vault's key"))
        }
    }
}

fn key_id(name: &str, public_key: &[u8; 32]) -> [u8; 4] {
    let hash = Hash::new().chain_update(name).chain_update([b'\n', ED25519]);
    let hash: [u8; 32] = hash.chain_update(public_key).finalize().into();
    [hash[0], hash[1], hash[2], hash[3]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_the_specification_says() {
        // the example of C2SP signed-note
        let key = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
        let bytes = BASE64.decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW").unwrap();
        let public: [u8; 32] = bytes[1..].try_into().unwrap();
        assert_eq!(Checkpoint::verifier_key("PeterNeumann", &public), key);
        let read = Checkpoint::read_verifier_key(&format!("{key}\n")).unwrap();
        assert_eq!(read, ("PeterNeumann".to_owned(), public));
        for bad in ["", "PeterNeumann", &key.replace("c7", "c8"), &key.replace("Peter", "Paul")] {
            assert!(Checkpoint::read_verifier_key(bad).is_err(), "{bad}");
        }
        assert!(Checkpoint::read_verifier_key(key.trim_end_matches('W')).is_err());
        let text = "If you think cryptography is the answer to your problem,\n\
            then you don't know what your problem is.\n";
        let line = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=";
        let signed = BASE64.decode(line).unwrap();
        assert_eq!(signed[..4], key_id("PeterNeumann", &public));
        let signature =
            Signature { public_key: public, signature: signed[4..].try_into().unwrap() };
        assert!(vault::verify(text.as_bytes(), &signature));
    }
}

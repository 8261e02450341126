//! What a backup consists of: a small file, signed by the vault, that names every file with its length and
//! BLAKE3. It is written last, so that a backup without one was never finished.
//!
//! ```text
//! magic 8 │ critical 2 │ length 4 │ body, MessagePack │ public key 32 │ signature 64 │ checksum 16
//! ```
//!
//! The checksum tells accidents from attacks; the signature is over everything before it, and counts
//! only once the public key is known to be the vault's own.

use crate::bytes::Reader;
use crate::error::{Error, Result};
use crate::signing::{self, Signature};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use types::{Sha256, Timestamp, VaultId};

/// Ending of a manifest's file.
pub(crate) const ENDING: &str = "manifest";
/// Longest manifest.
pub(crate) const MAX_LEN: usize = 64 << 20;
const MAGIC: [u8; 8] = *b"LOCIBAK\x1a";
const CRITICAL: u16 = 1;
const CHECKSUM_LEN: usize = 16;
/// What is signed begins with it: the key serves other statements too.
const SIGNED_AS: &[u8] = b"loci backup v1";
const MAX_FILES: usize = 1_000_000;
const MAX_NAME: usize = 128;
/// Without these nothing opens.
const NEEDED: [&str; 3] = ["vault.hdr", "anchor", "db/CURRENT"];
const DAMAGED: Error = Error::BackupDamaged("its manifest is not as it was written");

/// One file of the vault, by its name in the vault's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) size_bytes: u64,
    #[serde(with = "serde_bytes")]
    pub(crate) blake3: [u8; 32],
    /// When it was last written and which one it was, where it was copied from: a file that is still
    /// the same there is not read again.
    pub(crate) changed_ns: i64,
    pub(crate) inode: u64,
}

/// What one backup consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) vault_id: VaultId,
    pub(crate) taken_at: Timestamp,
    pub(crate) commit_seq: u64,
    pub(crate) audit_head: Sha256,
    pub(crate) header_generation: u64,
    pub(crate) files: Vec<File>,
}

/// A manifest as it was read: its signature holds for the public key that it names.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) manifest: Manifest,
    pub(crate) public_key: [u8; 32],
}

impl Manifest {
    /// Its file's bytes.
    pub(crate) fn write(&self, sign: impl FnOnce(&[u8]) -> Signature) -> Result<Vec<u8>> {
        let body = rmp_serde::to_vec_named(self).map_err(|_| Error::Encode)?;
        let length = u32::try_from(body.len()).map_err(|_| Error::TooLarge(body.len()))?;
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&CRITICAL.to_be_bytes());
        out.extend_from_slice(&length.to_be_bytes());
        out.extend_from_slice(&body);
        let Signature { public_key, signature } = sign(&[SIGNED_AS, &out].concat());
        out.extend_from_slice(&public_key);
        out.extend_from_slice(&signature);
        let sum = checksum(&out);
        out.extend_from_slice(&sum);
        Ok(out)
    }

    /// Reads a manifest's file. Everything that can be refused without a key is refused here.
    pub(crate) fn read(bytes: &[u8]) -> Result<Signed> {
        let (rest, sum) = bytes.split_last_chunk::<CHECKSUM_LEN>().ok_or(DAMAGED)?;
        if !rest.starts_with(&MAGIC) || checksum(rest) != *sum {
            return Err(DAMAGED);
        }
        let parse = || {
            let mut fields = Reader(rest);
            fields.slice(MAGIC.len())?;
            let critical = fields.u16()?;
            if critical != CRITICAL {
                return Err(Error::BackupTooNew(critical));
            }
            let length = fields.u32()?;
            let body = fields.slice(length as usize)?;
            let signed = rest.len() - fields.0.len();
            let signature = Signature { public_key: fields.array()?, signature: fields.array()? };
            fields.end()?;
            let signed = [SIGNED_AS, rest.get(..signed).unwrap_or_default()].concat();
            if !signing::verify(&signed, &signature) {
                return Err(Error::BackupDamaged("its manifest was changed"));
            }
            let manifest: Manifest = rmp_serde::from_slice(body).map_err(|_| DAMAGED)?;
            manifest.check()?;
            Ok(Signed { manifest, public_key: signature.public_key })
        };
        parse().map_err(|error| if let Error::Damaged(_) = error { DAMAGED } else { error })
    }

    /// Its file's name: by what it holds, so that two never get into each other's way.
    pub(crate) fn name(&self) -> String {
        let head = hex::encode(self.audit_head.as_bytes().first_chunk::<4>().unwrap_or(&[0; 4]));
        format!("{:012}-{head}.{ENDING}", self.commit_seq)
    }

    /// Bytes of all files.
    pub(crate) fn size_bytes(&self) -> u64 {
        self.files.iter().fold(0, |sum: u64, file| sum.saturating_add(file.size_bytes))
    }

    fn check(&self) -> Result<()> {
        let names: HashSet<&str> = self.files.iter().map(|file| &*file.name).collect();
        let whole = NEEDED.iter().all(|name| names.contains(name));
        let good = names.iter().all(|name| is_ours(name));
        let few = self.files.len() <= MAX_FILES && names.len() == self.files.len();
        if whole && good && few { Ok(()) } else { Err(DAMAGED) }
    }
}

impl File {
    /// What it is called in the backup: nothing that a file system could take for another name.
    pub(crate) fn stored_as(&self) -> String {
        hex::encode(self.blake3)
    }
}

/// Whether a file of that name may be in a vault's folder: no manifest leads anywhere else.
fn is_ours(name: &str) -> bool {
    let plain = |name: &str| {
        let sign = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        !name.is_empty() && !name.starts_with('.') && name.bytes().all(sign)
    };
    let note = name.strip_suffix(".aside").is_some_and(plain);
    let known = NEEDED.contains(&name) || note || name.strip_prefix("db/").is_some_and(plain);
    known && name.len() <= MAX_NAME
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_LEN] {
    let mut sum = [0u8; CHECKSUM_LEN];
    blake3::Hasher::new().update(bytes).finalize_xof().fill(&mut sum);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Key;
    use crate::signing::sign;
    use proptest::prelude::*;

    fn manifest() -> Manifest {
        let file = |name: &str| File {
            name: name.to_owned(),
            size_bytes: 5,
            blake3: [7; 32],
            changed_ns: 1,
            inode: 2,
        };
        Manifest {
            vault_id: VaultId::from_bytes([9; 16]),
            taken_at: Timestamp::from_unix_ms(3),
            commit_seq: 41,
            audit_head: Sha256::from_bytes([0xab; 32]),
            header_generation: 1,
            files: NEEDED
                .iter()
                .chain(&["db/000009.sst", "0a.aside"])
                .map(|name| file(name))
                .collect(),
        }
    }

    fn written(manifest: &Manifest) -> Vec<u8> {
        let key = Key::from_slice(&[1; 32]).unwrap();
        manifest.write(|bytes| sign(&key, bytes)).unwrap()
    }

    fn resummed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - CHECKSUM_LEN);
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written_and_not_otherwise() {
        let manifest = manifest();
        let bytes = written(&manifest);
        assert_eq!(Manifest::read(&bytes).unwrap().manifest, manifest);
        assert_eq!(manifest.name(), "000000000041-abababab.manifest");
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x21;
            assert!(Manifest::read(&changed).is_err(), "byte {at}");
            let attack = Manifest::read(&resummed(changed));
            assert!(attack.is_err() || at >= bytes.len() - CHECKSUM_LEN, "byte {at}");
            assert!(Manifest::read(&bytes[..at]).is_err());
        }
        let mut newer = bytes.clone();
        newer[9] = 2;
        assert!(matches!(Manifest::read(&resummed(newer)), Err(Error::BackupTooNew(2))));
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for bad in
            ["../x", "db/../x", "/etc/passwd", "db/", "db/a/b", "db/.x", "x", "lock", "", "a\0"]
        {
            let mut manifest = manifest();
            manifest.files[3].name = bad.to_owned();
            assert!(Manifest::read(&written(&manifest)).is_err(), "{bad:?}");
        }
        let mut twice = manifest();
        twice.files[3].name = "db/CURRENT".to_owned();
        assert!(Manifest::read(&written(&twice)).is_err());
        let mut short = manifest();
        short.files.remove(1);
        assert!(Manifest::read(&written(&short)).is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = Manifest::read(&bytes);
            let mut framed = MAGIC.to_vec();
            framed.extend_from_slice(&bytes);
            framed.extend_from_slice(&[0; CHECKSUM_LEN]);
            let _ = Manifest::read(&resummed(framed));
        }
    }
}

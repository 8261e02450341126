//! What an export is: content, the signatures bound to it, the part of the trail that tells of it with a
//! proof for each record, and the vault's seal over all of that. One file of canonical JSON.

use crate::{
    canonical::{canonical, read, sha256},
    error::{Error, Result},
    signature::{Signed, unhex},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use types::{ExportFormat, Hierarchy, NodeId, Sha256, Timestamp};
use vault::{AuditEntry, Signature};

/// What the seal stands under.
const CONTEXT: &[u8] = b"loci export v1\n";

/// A score that the person set.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Overridden {
    /// The node.
    pub node_id: NodeId,
    /// Its name.
    pub name: String,
    /// The score before.
    pub before: f32,
    /// The score that was set.
    pub after: f32,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Timestamp,
}

/// What is exported, and what signatures are bound to.
#[derive(Clone, Debug)]
pub struct Content {
    /// The collection's levels.
    pub hierarchy: Hierarchy,
    /// Its documents as references.
    pub bibtex: String,
    /// The same as CSL-JSON.
    pub csl_json: String,
    /// Scores set by hand of what its documents say.
    pub overrides: Vec<Overridden>,
}

impl Content {
    /// As JSON. The number of the commit is no part of it: signing is a commit too.
    pub fn value(&self) -> Result<Value> {
        let broken = |_| Error::unsound("the content cannot be written as JSON");
        let mut hierarchy = serde_json::to_value(&self.hierarchy).map_err(broken)?;
        if let Some(fields) = hierarchy.as_object_mut() {
            fields.remove("commit_seq");
        }
        let csl: Value = serde_json::from_str(&self.csl_json).map_err(broken)?;
        Ok(json!({
            "hierarchy": hierarchy,
            "bibtex": self.bibtex,
            "csl_json": csl,
            "overrides": self.overrides,
        }))
    }
}

/// Where and when it was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Made {
    /// When, UTC.
    pub at: Timestamp,
    /// The program.
    pub by: String,
    /// The vault.
    pub vault_id: String,
    /// The log's name.
    pub origin: String,
    /// The vault's key, in hex digits.
    pub public_key: String,
}

/// A record, and what leads from it to the head.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Proven {
    /// The record. Its place in the tree is its number less one.
    pub record: AuditEntry,
    /// RFC 6962 audit path.
    pub proof: Vec<Sha256>,
}

/// The part of the trail that tells of the content.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Excerpt {
    /// The signed head that the proofs lead to.
    pub checkpoint: String,
    /// The records, in order.
    pub records: Vec<Proven>,
}

/// An export without its seal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Package {
    /// The form of this file.
    pub loci_export: u32,
    /// How it was written.
    pub format: ExportFormat,
    /// The content.
    pub content: Value,
    /// Hash of the content's canonical JSON.
    pub content_sha256: Sha256,
    /// Hashes of the files beside, by name.
    pub files: BTreeMap<String, Sha256>,
    /// Where and when.
    pub made: Made,
    /// Signatures of exactly this content.
    pub signatures: Vec<Signed>,
    /// Signers' keys, in hex digits, that were revoked after they signed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub revoked: BTreeMap<String, Timestamp>,
    /// The trail, unless it was left out.
    pub trail: Option<Excerpt>,
}

/// A package with the vault's seal, as it lies in a file.
#[derive(Serialize, Deserialize)]
struct Sealed {
    package: Value,
    seal: String,
}

fn message(package: &Value) -> Result<Vec<u8>> {
    Ok([CONTEXT, &canonical(package)?].concat())
}

impl Package {
    /// The form that is written now.
    pub const VERSION: u32 = 1;

    /// The file's bytes. `sign` signs as the vault.
    pub fn sealed(&self, sign: impl FnOnce(&[u8]) -> Signature) -> Result<Vec<u8>> {
        let broken = |_| Error::unsound("the export cannot be written as JSON");
        let package = serde_json::to_value(self).map_err(broken)?;
        let seal = hex::encode(sign(&message(&package)?).signature);
        canonical(&Sealed { package, seal })
    }

    /// The package in a file, if the key that it names sealed these very bytes.
    pub fn open(bytes: &[u8]) -> Result<Self> {
        let other = |_| Error::unsound("it is no export of Loci");
        let Sealed { package, seal } = serde_json::from_value(read(bytes)?).map_err(other)?;
        let opened: Self = serde_json::from_value(package.clone()).map_err(other)?;
        if opened.loci_export != Self::VERSION {
            return Err(Error::unsound("it is an export of a newer Loci"));
        }
        let parts = (opened.public_key(), unhex(&seal));
        let sealed = match parts {
            (Some(public_key), Some(signature)) => {
                vault::verify(&message(&package)?, &Signature { public_key, signature })
            }
            _ => false,
        };
        if !sealed {
            return Err(Error::unsound(
                "it was changed after it was sealed, or sealed by another key than it names",
            ));
        }
        if sha256(&canonical(&opened.content)?) != opened.content_sha256 {
            return Err(Error::unsound("its content is not what its hash says"));
        }
        Ok(opened)
    }

    /// A signature as every copy for people shows it.
    pub(crate) fn in_words(&self, signed: &Signed) -> String {
        let statement = &signed.statement;
        let revoked = self.revoked.get(&statement.signer_key);
        let since = revoked.map(|at| format!("; the key was revoked {at}")).unwrap_or_default();
        format!(
            "{}, {}: {}, {} (UTC){since}",
            statement.name,
            statement.role,
            statement.meaning.as_str(),
            statement.signed_at
        )
    }

    /// The vault's key.
    pub fn public_key(&self) -> Option<[u8; 32]> {
        unhex(&self.made.public_key)
    }
}

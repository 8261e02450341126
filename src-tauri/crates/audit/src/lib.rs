//! The audit log to the outside: a Merkle tree over its records, checkpoints signed with the vault's key,
//! and exports that anybody can check without the vault.
//!
//! It reads records through a snapshot and never changes a vault; it holds no key, and does not know what
//! the records mean.

mod canonical;
mod checkpoint;
mod error;
mod export;
mod markdown;
mod merkle;
mod package;
mod pdf;
mod proof;
mod research;
mod signature;
mod trail;
mod verify_export;
mod written;

pub use crate::canonical::{canonical, sha256};
pub use crate::checkpoint::{Checkpoint, fingerprint, origin};
pub use crate::error::{Error, Result};
pub use crate::export::{files, write};
pub use crate::markdown::whole as preview;
pub use crate::merkle::{Frontier, Tree, leaf_hash, verify_consistency, verify_inclusion};
pub use crate::package::{Content, Excerpt, Made, Overridden, Package, Proven};
pub use crate::proof::{Proof, Shown};
pub use crate::signature::{Signed, Statement};
pub use crate::trail::{CHECKPOINT, REVOKED, SIGNATURE, SIGNER, Verified, leaf, verify};
pub use crate::verify_export::{Checked, verify_export};
pub use crate::written::Written;

//! One person's sealed store: header and key slots, typed tables over RocksDB, originals, one atomic
//! audited commit, and an anchor that notices rollbacks.
//!
//! What this crate promises: whoever holds the files while the vault is locked learns sizes and counts
//! only, and cannot change, move, take away or put back the whole or any record unnoticed. Every
//! record is bound to the last commit by a digest, which is looked at before a record is trusted.
//!
//! The crate never lets a key out, never logs content, and is the only one that sees RocksDB, the
//! AEAD or Argon2.
//!
//! ```text
//! DIR/vault.hdr   key slots and ids          (header.rs, slot.rs, recovery.rs, door.rs)
//! DIR/db/         RocksDB of sealed records  (store.rs, records.rs, table.rs, seal.rs, value.rs)
//!                 bound to the last commit   (digest.rs, state.rs, tally.rs, checking.rs, pass.rs)
//! DIR/anchor      last commit, sealed        (anchor.rs)
//! DIR/*.aside     notes, sealed              (aside.rs)
//! DIR/tries       failed unlocks, in the clear (tries.rs)
//! DIR/lock        held while open            (files.rs)
//! DIR/db.backup   links, while a backup is taken; copies elsewhere (backup.rs, manifest.rs, restoring.rs)
//! ```

#![cfg_attr(test, allow(clippy::string_slice))]

mod acting;
mod anchor;
mod aside;
mod audit;
mod backup;
mod batch;
mod binding;
mod bytes;
mod checking;
mod core;
mod digest;
mod door;
mod error;
mod expunge;
mod files;
mod finding;
#[cfg(feature = "fuzzing")]
pub mod fuzz;
mod guarded;
mod header;
mod keys;
mod manifest;
mod opening;
mod original;
mod pass;
mod passphrase;
mod places;
mod process;
mod raw;
mod records;
mod recovery;
#[cfg(test)]
#[cfg(all(target_os = "linux", not(feature = "plain-for-tests")))]
mod remains;
mod restoring;
mod rotating;
mod seal;
mod second;
mod signer;
mod signing;
mod slot;
mod snapshot;
mod state;
mod store;
mod table;
mod tally;
#[cfg(test)]
mod tampering;
#[cfg(test)]
mod tampering_table;
#[cfg(test)]
mod torture;
mod tries;
#[cfg(test)]
mod upgrading;
mod value;
mod vault;

pub use crate::acting::{Actor, acting, actor};
pub use crate::audit::{AuditEntry, AuditEvent, AuditNote};
pub use crate::backup::{BackedUp, Copied};
pub use crate::batch::Batch;
pub use crate::checking::Opening;
pub use crate::door::keychain_vault;
pub use crate::error::{Error, Result};
pub use crate::expunge::Expunged;
pub use crate::finding::{Difference, Finding, Place};
pub use crate::pass::Pass;
pub use crate::passphrase::{KdfParams, Passphrase};
pub use crate::places::OpenTimes;
pub use crate::process::harden_process;
pub use crate::recovery::{CodeName, RecoveryCode, RecoverySlot};
pub use crate::restoring::{Backup, Instead, Restored};
pub use crate::rotating::Rotated;
pub use crate::second::Second;
pub use crate::signer::SignerKey;
pub use crate::signing::{Signature, verify};
pub use crate::snapshot::Snapshot;
pub use crate::table::{Table, TableId};
pub use crate::tries::Tries;
pub use crate::value::{Blob, MAX_VALUE_BYTES, Record};
pub use crate::vault::{Vault, Writer};

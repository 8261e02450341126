//! One person's sealed store: header and key slots, typed tables over RocksDB, originals, one atomic
//! audited commit, and an anchor that notices rollbacks.
//!
//! What this crate promises (DESIGN §3): whoever holds the files while the vault is locked learns
//! sizes and counts only, and cannot change, move, cut or roll back the whole unnoticed. Not noticed
//! by reading alone: a single record put back as it once lay in the very same place, or taken
//! away, inside a database whose last commit is left as it is.
//!
//! The crate never lets a key out, never logs content, and is the only one that sees RocksDB, the
//! AEAD or Argon2.
//!
//! ```text
//! DIR/vault.hdr   key slots and ids          (header.rs, slot.rs)
//! DIR/db/         RocksDB of sealed records  (store.rs, records.rs, table.rs, seal.rs, value.rs)
//! DIR/anchor      last commit, sealed        (anchor.rs)
//! DIR/*.aside     notes, sealed              (aside.rs)
//! DIR/lock        held while open            (files.rs)
//! ```

#![cfg_attr(test, allow(clippy::string_slice))]

mod anchor;
mod aside;
mod audit;
mod batch;
mod bytes;
mod error;
mod expunge;
mod files;
mod header;
mod keys;
mod opening;
mod original;
mod passphrase;
mod process;
mod records;
mod seal;
mod signing;
mod slot;
mod store;
mod table;
#[cfg(test)]
mod tampering;
mod value;
mod vault;

pub use crate::audit::{AuditEntry, AuditEvent};
pub use crate::batch::Batch;
pub use crate::error::{Error, Result};
pub use crate::expunge::Expunged;
pub use crate::opening::OpenTimes;
pub use crate::passphrase::{KdfParams, Passphrase};
pub use crate::process::harden_process;
pub use crate::signing::{Signature, verify};
pub use crate::table::{Table, TableId};
pub use crate::value::{Blob, MAX_VALUE_BYTES, Record};
pub use crate::vault::Vault;

//! What is set about the trail, as it lies in the vault.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use types::Timestamp;
use vault::{SignerKey, Table, TableId};

/// Path: `regulated`.
pub(super) const REGULATED: Table<RegulatedRecord> = Table::new(TableId::Settings);
/// Path: `signer`, id.
pub(super) const SIGNERS: Table<SignerRecord> = Table::new(TableId::Settings);

/// Collections whose access needs a reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RegulatedRecord {
    pub collections: BTreeSet<String>,
}

/// Somebody who signs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SignerRecord {
    /// First 32 hex digits of the key's hash.
    pub id: String,
    pub name: String,
    pub role: String,
    pub key: SignerKey,
    pub added_at: Timestamp,
    pub expires_at: Timestamp,
    /// How long a signing passphrase lasts.
    #[serde(default = "a_year")]
    pub days: u32,
    /// Since when they sign no more.
    #[serde(default)]
    pub revoked_at: Option<Timestamp>,
}

/// As it was for those who were admitted before it was kept.
fn a_year() -> u32 {
    365
}

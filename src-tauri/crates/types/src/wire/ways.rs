//! Requests and answers about the ways into a vault and back to it: passphrase and recovery codes,
//! backups, new keys.

use crate::{Timestamp, VaultId};
use serde::{Deserialize, Serialize};

/// `vault recovery use`: a code, and the passphrase that it sets.
#[derive(Deserialize, ts_rs::TS)]
pub struct RecoverRequest {
    /// The code as it was typed.
    pub code: String,
    /// The new passphrase.
    pub new_passphrase: String,
}

/// `vault recovery revoke`.
#[derive(Deserialize, ts_rs::TS)]
pub struct RevokeRequest {
    /// The passphrase, asked for again.
    pub passphrase: String,
    /// The code's name, from the list or the sheet.
    pub name: String,
}

/// `vault passphrase`.
#[derive(Deserialize, ts_rs::TS)]
pub struct PassphraseChangeRequest {
    /// The one that opens the vault now.
    pub passphrase: String,
    /// The one that opens it from then on.
    pub new_passphrase: String,
}

/// `vault cost`: without figures, the cost that new vaults have.
#[derive(Deserialize, ts_rs::TS)]
pub struct CostRequest {
    /// The passphrase, asked for again.
    pub passphrase: String,
    /// Memory of one try, in MiB.
    #[serde(default)]
    pub memory_mib: Option<u32>,
    /// Passes over it.
    #[serde(default)]
    pub passes: Option<u32>,
}

/// What one try of the passphrase costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct CostView {
    /// Memory in MiB.
    pub memory_mib: u32,
    /// Passes over it.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
    /// Whether new vaults cost more.
    pub can_rise: bool,
}

/// A recovery code that was just made: shown once, kept nowhere. No `Debug`: it is a secret.
#[derive(Serialize, Deserialize, ts_rs::TS)]
pub struct RecoverySheet {
    /// The code.
    pub code: String,
    /// Its name: stands in the list, gives nothing away.
    pub name: String,
    /// The vault that it opens.
    pub vault_id: VaultId,
    /// When it was made.
    pub created_at: Timestamp,
    /// What to do with it, step by step.
    pub steps: Vec<String>,
}

/// A recovery code that opens the vault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct RecoveryCodeView {
    /// Its name.
    pub name: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// `vault recovery list`, and what is left after `revoke`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct RecoveryList {
    /// The codes, oldest first.
    pub codes: Vec<RecoveryCodeView>,
    /// What one try of the passphrase costs.
    pub cost: CostView,
    /// Whether the system's keychain opens it.
    pub keychain: bool,
}

/// `vault keychain on` and `off`. Redacted when printed.
#[derive(Deserialize, ts_rs::TS)]
pub struct KeychainRequest {
    /// The passphrase.
    pub passphrase: String,
    /// Whether the system's keychain shall open the vault.
    pub on: bool,
}

/// How well a passphrase would stand up to guessing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Strength {
    /// 0 to 4, as zxcvbn counts.
    pub score: u8,
    /// Whether a vault may have it.
    pub acceptable: bool,
    /// What to say of it.
    pub words: String,
}

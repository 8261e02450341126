//! The ways into the profile's vault and back to it. What changes them asks for the passphrase again: an
//! unlocked screen is not its owner.

use crate::{Host, host::info, strength};
use engine::{Done, Palace, Passphrase, Tries};
use std::path::Path;
use types::{
    BackupCheck, BackupReport, BackupRequest, BackupVerifyRequest, Cancel, ErrorCode,
    KeychainRequest, PassphraseChangeRequest, Problem, RecoveryList, RestoreReport, RestoreRequest,
    RotateReport, SafetyView, VaultInfo, VerifyReport, VerifyRequest,
};

/// Does something with the open palace for who gives its passphrase. Wrong ones earn the same wait as at
/// the door.
pub(crate) fn proven<T>(
    host: &Host,
    passphrase: String,
    run: impl FnOnce(&Palace, &Passphrase) -> engine::Result<T>,
) -> Result<T, Problem> {
    let palace = host.palace()?;
    host.trying(passphrase, |given| run(&palace, given))
}

/// Another passphrase in the place of the one that opens the vault.
pub(crate) fn change_passphrase(
    host: &Host,
    request: PassphraseChangeRequest,
) -> Result<(), Problem> {
    strength::check(&request.new_passphrase)?;
    let new = Passphrase::new(request.new_passphrase)
        .map_err(|error| engine::Error::from(error).problem())?;
    proven(host, request.passphrase, |palace, given| palace.change_passphrase(given, &new))
}

/// Lets the system's keychain open the vault, or no more.
pub(crate) fn set_keychain(host: &Host, ask: KeychainRequest) -> Result<RecoveryList, Problem> {
    proven(host, ask.passphrase, |palace, given| match ask.on {
        true => palace.keep_in_keychain(given),
        false => palace.leave_keychain(given),
    })
}

impl Host {
    /// Makes the profile's vault and opens it.
    pub fn create(&self, passphrase: String) -> Result<VaultInfo, Problem> {
        let folder = self.config().vault_folder();
        strength::check(&passphrase)?;
        self.enter(passphrase, |passphrase, resources| {
            Palace::create(&folder, passphrase, self.config().kdf, resources)
        })
    }

    /// Opens the profile's vault. Each wrong passphrase makes the next answer slower.
    pub fn unlock(&self, passphrase: String) -> Result<VaultInfo, Problem> {
        let folder = self.config().vault_folder();
        self.enter(passphrase, |passphrase, resources| Palace::open(&folder, passphrase, resources))
    }

    /// Opens the profile's vault although later changes to it are lost.
    pub fn accept_loss(&self, passphrase: String) -> Result<VaultInfo, Problem> {
        let folder = self.config().vault_folder();
        self.enter(passphrase, |passphrase, resources| {
            Palace::open_accepting_loss(&folder, passphrase, resources)
        })
    }

    /// Opens the profile's vault by a recovery code and gives it a new passphrase.
    pub fn recover(&self, code: &str, new: String) -> Result<VaultInfo, Problem> {
        let folder = self.config().vault_folder();
        if !self.is_locked() {
            let hint = "Lock it first, or change the passphrase in the settings.";
            return Err(Problem::new(ErrorCode::Usage, "The vault is open.", hint));
        }
        strength::check(&new)?;
        self.enter(new, |new, resources| Palace::recover(&folder, code, new, resources))
    }

    /// Opens the profile's vault by what the system's keychain keeps for it. Asks for no passphrase, so
    /// that nothing of it counts as a wrong one.
    pub fn unlock_with_keychain(&self) -> Result<VaultInfo, Problem> {
        if let Some(palace) = self.open_palace() {
            return info(&palace);
        }
        let folder = self.config().vault_folder();
        let opened = self.hold(|resources| Palace::open_with_keychain(&folder, resources));
        self.entered(&*opened.map_err(|error| error.problem())?)
    }

    /// Seconds that the next try of a passphrase would have to wait.
    pub(crate) fn wait_s(&self) -> u32 {
        let wait = Tries::of(&self.config().vault_folder()).wait(self.resources().now());
        wait.as_millis().div_ceil(1000) as u32
    }

    /// Whether the system's keychain may open the profile's vault.
    pub fn offers_keychain(&self) -> bool {
        Palace::offers_keychain(&self.config().vault_folder())
    }

    /// Compares every record of the profile's vault with what was last saved. Opens the vault for
    /// that where it is locked, also one that cannot be used any more; to look closely it has to be one
    /// that can.
    pub fn verify(&self, ask: VerifyRequest) -> Result<VerifyReport, Problem> {
        let palace = self.open_palace();
        let folder = self.config().vault_folder();
        let report = match palace {
            Some(palace) if ask.deep || ask.repair => return self.check(&palace, ask.repair),
            Some(palace) => palace.verify().map_err(|error| error.problem())?,
            None => {
                let verify =
                    |given: &Passphrase| engine::verify(&folder, given, self.shared_resources());
                let report = self.trying(ask.passphrase.clone(), verify)?;
                if !report.ok || !(ask.deep || ask.repair) {
                    return Ok(report);
                }
                self.unlock(ask.passphrase)?;
                let palace = self.palace()?;
                let report = self.check(&palace, ask.repair);
                drop(palace);
                self.lock()?;
                report?
            }
        };
        Ok(report)
    }

    fn check(&self, palace: &Palace, repair: bool) -> Result<VerifyReport, Problem> {
        palace.verify_closely(repair, &self.new_upkeep()).map_err(|error| error.problem())
    }

    /// Looks closely at the open vault.
    pub fn check_closely(&self, repair: bool) -> Result<VerifyReport, Problem> {
        self.check(&*self.palace()?, repair)
    }

    /// Backs the open vault up.
    pub fn backup(&self, ask: &BackupRequest, told: Done<'_>) -> Result<BackupReport, Problem> {
        let palace = self.palace()?;
        self.long(told, |cancel, told| palace.backup(ask.folder.as_deref(), ask.keep, cancel, told))
    }

    /// New keys for the open vault.
    pub fn rotate(&self, passphrase: String, told: Done<'_>) -> Result<RotateReport, Problem> {
        let palace = self.palace()?;
        self.trying(passphrase, |given| {
            // the outer error is of the passphrase and the work alike
            self.telling(told, |cancel, told| palace.rotate(given, cancel, told))
        })
    }

    /// Opens a backup where it lies, and everything in it.
    pub fn verify_backup(&self, ask: BackupVerifyRequest) -> Result<BackupCheck, Problem> {
        self.trying(ask.passphrase, |given| {
            engine::verify_backup(
                Path::new(&ask.folder),
                ask.commit,
                given,
                self.shared_resources(),
            )
        })
    }

    /// Makes the profile's vault of a backup.
    pub fn restore(&self, ask: RestoreRequest) -> Result<RestoreReport, Problem> {
        let (from, to) = (Path::new(&ask.folder), self.config().vault_folder());
        self.trying(ask.passphrase, |given| {
            engine::restore(from, ask.commit, &to, ask.instead, given, self.shared_resources())
        })
    }

    /// Backs up where the schedule says so. For a background thread to call now and then.
    pub fn backup_tick(&self) {
        let Some(palace) = self.sound() else { return };
        palace.keep_second_anchor();
        let due = palace.safety().is_ok_and(|safety: SafetyView| safety.backup_due);
        if due && !self.is_ingesting() {
            let done =
                self.long(&|_, _| {}, |cancel, told| palace.backup(None, None, cancel, told));
            if let Err(problem) = done {
                tracing::warn!(code = ?problem.code, "no backup was made");
            }
        }
    }

    fn long<T>(
        &self,
        told: Done<'_>,
        run: impl FnOnce(&Cancel, Done<'_>) -> engine::Result<T>,
    ) -> Result<T, Problem> {
        self.telling(told, run).map_err(|error| error.problem())
    }
}

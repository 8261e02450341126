//! Opening a vault by the system's keychain: the Secret Service on Linux, on other systems what they have.
//! It keeps a code under this program's name and the vault's id, which opens the vault for whoever is
//! logged in; the vault's header has a slot for it, made and taken away by who gives the passphrase.

use crate::{
    Palace, Resources,
    error::{Error, Result},
};
use keyring::{Entry, Error as Refused};
use std::{path::Path, sync::Arc};
use types::{ErrorCode, RecoveryList, VaultId};
use vault::{Passphrase, RecoveryCode, Vault, keychain_vault};
use zeroize::Zeroizing;

/// Under what name the keychain shows it.
const PROGRAM: &str = "Loci";

impl Palace {
    /// Whether the system's keychain may open the vault in `folder`.
    pub fn offers_keychain(folder: &Path) -> bool {
        keychain_vault(folder).is_ok_and(|vault| vault.is_some())
    }

    /// Opens the vault in `folder` by the code that the system's keychain keeps for it.
    ///
    /// # Errors
    /// `Locked` where the keychain is not there, is locked, or keeps nothing that opens this vault.
    pub fn open_with_keychain(folder: &Path, resources: Arc<Resources>) -> Result<Self> {
        let vault = keychain_vault(folder)?.ok_or_else(|| {
            locked("The system's keychain was not asked to open this vault.".to_owned())
        })?;
        let kept = asked(&vault, |entry| entry.get_password().map(Zeroizing::new))?;
        let code = RecoveryCode::read(&kept)?;
        let opened = Vault::open_with_keychain(folder, &code, resources.now());
        let opened = opened.map_err(|error| match error {
            vault::Error::CodeUnknown => {
                locked("What the system's keychain keeps opens this vault no more.".to_owned())
            }
            other => other.into(),
        })?;
        Self::over_compared(opened, resources)
    }

    /// Lets the system's keychain open the vault from now on.
    ///
    /// # Errors
    /// `WrongPassphrase`; `Locked` where there is no keychain: then nothing was changed.
    pub fn keep_in_keychain(&self, passphrase: &Passphrase) -> Result<RecoveryList> {
        let (id, now) = (self.vault.id(), self.resources.now());
        // a keychain that does not answer is told before anything is changed
        asked(&id, |entry| match entry.get_password().map(Zeroizing::new) {
            Err(Refused::NoEntry) | Ok(_) => Ok(()),
            Err(refused) => Err(refused),
        })?;
        let code = self.vault.add_keychain_code(passphrase, now)?;
        let written = code.written();
        if let Err(refused) = asked(&id, |entry| entry.set_password(&written)) {
            self.vault.remove_keychain_code(passphrase, now)?;
            self.show_records()?;
            return Err(refused);
        }
        self.show_records()?;
        self.recovery_codes()
    }

    /// Lets the system's keychain open the vault no more. What it keeps is taken out of it where it
    /// answers; it opens nothing in any case.
    pub fn leave_keychain(&self, passphrase: &Passphrase) -> Result<RecoveryList> {
        if self.vault.remove_keychain_code(passphrase, self.resources.now())?
            && let Err(refused) = asked(&self.vault.id(), Entry::delete_credential)
        {
            tracing::warn!(code = ?refused.problem().code, "the keychain still keeps a useless code");
        }
        self.show_records()?;
        self.recovery_codes()
    }
}

/// Asks the keychain, on a thread of its own: its library waits for answers by a runtime of its own.
fn asked<T: Send>(
    vault: &VaultId,
    run: impl FnOnce(&Entry) -> keyring::Result<T> + Send,
) -> Result<T> {
    let name = vault.to_string();
    let ask = move || run(&Entry::new(PROGRAM, &name)?);
    let answer = std::thread::scope(|scope| scope.spawn(ask).join());
    let answer =
        answer.map_err(|_| Error::internal("The system's keychain could not be asked."))?;
    answer.map_err(|refused| {
        locked(match refused {
            Refused::NoEntry => "The system's keychain keeps nothing for this vault.".to_owned(),
            Refused::NoStorageAccess(_) => "The system's keychain is locked.".to_owned(),
            Refused::NoDefaultStore => "There is no keychain on this system.".to_owned(),
            other => format!("The system's keychain gave no answer ({other})."),
        })
    })
}

fn locked(message: String) -> Error {
    Error::new(ErrorCode::Locked, message, "Open the vault with its passphrase.")
}

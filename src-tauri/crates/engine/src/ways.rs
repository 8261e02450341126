//! The ways into an open vault, changed: its passphrase, what trying one costs, recovery codes.

use crate::{
    Palace, Resources,
    error::{Error, Result},
};
use std::{path::Path, sync::Arc};
use types::{CostView, ErrorCode, RecoveryCodeView, RecoveryList, RecoverySheet};
use vault::{CodeName, KdfParams, Passphrase, RecoveryCode, Vault};

impl Palace {
    /// Opens the vault in `folder` by a recovery code and gives it a new passphrase.
    pub fn recover(
        folder: &Path,
        code: &str,
        new: &Passphrase,
        resources: Arc<Resources>,
    ) -> Result<Self> {
        let code = RecoveryCode::read(code)?;
        Self::over_compared(Vault::recover(folder, &code, new, resources.now())?, resources)
    }

    /// The recovery codes that open it.
    pub fn recovery_codes(&self) -> Result<RecoveryList> {
        let codes = self.vault.recovery_codes()?.into_iter().map(|slot| RecoveryCodeView {
            name: slot.name.to_string(),
            created_at: slot.created_at,
        });
        Ok(RecoveryList {
            codes: codes.collect(),
            cost: self.cost()?,
            keychain: self.vault.opens_by_keychain()?,
        })
    }

    /// Makes a recovery code, which is told here and nowhere else.
    pub fn add_recovery_code(&self, passphrase: &Passphrase) -> Result<RecoverySheet> {
        let (code, slot) = self.vault.add_recovery_code(passphrase, self.resources.now())?;
        self.show_records()?;
        Ok(RecoverySheet {
            code: code.written().to_string(),
            name: slot.name.to_string(),
            vault_id: self.vault.id(),
            created_at: slot.created_at,
            steps: [
                "Keep this sheet apart from the computer, where only you or somebody you trust gets to.",
                "If you forget the passphrase: open Loci and choose “Use a recovery code”, or run \
                 `loci vault recovery use`.",
                "Type the code, then a new passphrase. The old one opens nothing from then on.",
                "Whoever has this sheet and the vault's files can read everything. If it is lost, revoke \
                 the code by its name and make another.",
            ]
            .map(str::to_owned)
            .to_vec(),
        })
    }

    /// Makes a recovery code useless.
    pub fn revoke_recovery_code(
        &self,
        passphrase: &Passphrase,
        name: &str,
    ) -> Result<RecoveryList> {
        let now = self.resources.now();
        let revoked = match CodeName::read(name) {
            Some(name) => self.vault.revoke_recovery_code(passphrase, name, now)?,
            None => false,
        };
        if !revoked {
            let hint = "`loci vault recovery list` shows their names; each sheet has its own.";
            let message = "No recovery code of this vault has that name.";
            return Err(Error::new(ErrorCode::NotFound, message, hint));
        }
        self.show_records()?;
        self.recovery_codes()
    }

    /// Another passphrase in the place of this one.
    pub fn change_passphrase(&self, passphrase: &Passphrase, new: &Passphrase) -> Result<()> {
        self.vault.change_passphrase(passphrase, new, self.resources.now())?;
        self.show_records()
    }

    /// Makes each try of a passphrase cost more; without figures, as much as for a new vault.
    pub fn raise_cost(
        &self,
        passphrase: &Passphrase,
        memory_mib: Option<u32>,
        passes: Option<u32>,
    ) -> Result<CostView> {
        let today = KdfParams::DEFAULT;
        let to = KdfParams {
            memory_kib: memory_mib.map_or(today.memory_kib, |mib| mib.saturating_mul(1024)),
            passes: passes.unwrap_or(today.passes),
            lanes: today.lanes,
        };
        self.vault.raise_costs(passphrase, to, self.resources.now())?;
        self.show_records()?;
        self.cost()
    }

    fn cost(&self) -> Result<CostView> {
        let KdfParams { memory_kib, passes, lanes } = self.vault.costs()?;
        let today = KdfParams::DEFAULT;
        let can_rise = memory_kib < today.memory_kib || passes < today.passes;
        Ok(CostView { memory_mib: memory_kib / 1024, passes, lanes, can_rise })
    }

    /// Lets readers see a commit that changed nothing of theirs, and let go of the one before.
    pub(crate) fn show_records(&self) -> Result<()> {
        self.write()?.show_records();
        Ok(())
    }
}

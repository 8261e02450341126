//! The ways into a vault, changed while it is open: its passphrase, what trying one costs, recovery codes.
//! Each change is a new generation of the header, written whole, and a commit that puts it on record. A
//! crash between the two leaves a header that is newer than the anchor says: the next opening puts that
//! on record.

use crate::audit::AuditEvent;
use crate::error::{Error, Result};
use crate::files;
use crate::header::{self, Header, MAX_CODES};
use crate::keys::KeyRing;
use crate::passphrase::{KdfParams, Passphrase};
use crate::places::Places;
use crate::recovery::{CodeName, RecoveryCode, RecoverySlot};
use crate::slot::Slot;
use crate::vault::Vault;
use std::path::Path;
use types::{Timestamp, VaultId};

/// Opens a header: by a passphrase, or by a code.
pub(crate) type Unlock<'a> = &'a dyn Fn(&Header) -> Result<KeyRing>;

impl Vault {
    /// The recovery codes that open it.
    pub fn recovery_codes(&self) -> Result<Vec<RecoverySlot>> {
        read(&self.places.header)?.codes()
    }

    /// What trying a passphrase costs.
    pub fn costs(&self) -> Result<KdfParams> {
        costs(&read(&self.places.header)?)
    }

    /// Makes a recovery code. It is shown once and kept nowhere.
    pub fn add_recovery_code(
        &self,
        passphrase: &Passphrase,
        now: Timestamp,
    ) -> Result<(RecoveryCode, RecoverySlot)> {
        let code = RecoveryCode::make()?;
        let public = code.key(&self.id())?.public;
        let slot = RecoverySlot { name: CodeName::of(&public), created_at: now };
        let event = event("recovery new", now, slot.name.to_string());
        self.change_header(&by(passphrase), event, |header, ring| {
            if header.codes()?.len() >= MAX_CODES {
                return Err(Error::TooManyCodes);
            }
            header.slots.push(Slot::wrap_for_code(Slot::RECOVERY, &self.id(), ring, &public, now)?);
            Ok(())
        })?;
        Ok((code, slot))
    }

    /// Makes a recovery code useless. False where there is none of that name.
    pub fn revoke_recovery_code(
        &self,
        passphrase: &Passphrase,
        name: CodeName,
        now: Timestamp,
    ) -> Result<bool> {
        if !self.recovery_codes()?.iter().any(|slot| slot.name == name) {
            return Ok(false);
        }
        let event = event("recovery revoke", now, name.to_string());
        self.change_header(&by(passphrase), event, |header, _| header.revoke(name))
    }

    /// Makes the code that the system's keychain is to keep; one made before opens the vault no more.
    pub fn add_keychain_code(
        &self,
        passphrase: &Passphrase,
        now: Timestamp,
    ) -> Result<RecoveryCode> {
        let code = RecoveryCode::make()?;
        let public = code.key(&self.id())?.public;
        let event = event("keychain on", now, String::new());
        self.change_header(&by(passphrase), event, |header, ring| {
            leave_keychain(header);
            let slot = Slot::wrap_for_code(Slot::KEYCHAIN, &self.id(), ring, &public, now)?;
            header.slots.push(slot);
            Ok(())
        })?;
        Ok(code)
    }

    /// Makes what the system's keychain keeps useless. False where nothing of it opens the vault.
    pub fn remove_keychain_code(&self, passphrase: &Passphrase, now: Timestamp) -> Result<bool> {
        if !self.opens_by_keychain()? {
            return Ok(false);
        }
        let event = event("keychain off", now, String::new());
        self.change_header(&by(passphrase), event, |header, _| {
            leave_keychain(header);
            Ok(true)
        })
    }

    /// Whether the system's keychain may open it.
    pub fn opens_by_keychain(&self) -> Result<bool> {
        Ok(has_keychain(&read(&self.places.header)?))
    }

    /// Another passphrase in the place of this one, which opens the vault no more; what the system's
    /// keychain keeps does not either.
    pub fn change_passphrase(
        &self,
        passphrase: &Passphrase,
        new: &Passphrase,
        now: Timestamp,
    ) -> Result<()> {
        let event = event("passphrase change", now, String::new());
        self.change_header(&by(passphrase), event, |header, ring| {
            leave_keychain(header);
            replace(header, ring, new, costs(header)?)
        })
    }

    /// Makes each try of a passphrase cost more from now on.
    pub fn raise_costs(
        &self,
        passphrase: &Passphrase,
        to: KdfParams,
        now: Timestamp,
    ) -> Result<()> {
        to.check().map_err(|refused| match refused {
            Error::KdfRefused(why) => Error::CostsRefused(why),
            other => other,
        })?;
        let event = event("key derivation raise", now, to.to_string());
        self.change_header(&by(passphrase), event, |header, ring| {
            let before = costs(header)?;
            let lowered = to.memory_kib < before.memory_kib || to.passes < before.passes;
            if lowered || to.work() <= before.work() {
                return Err(Error::CostsNotRaised);
            }
            replace(header, ring, passphrase, to)
        })
    }

    /// A new passphrase by who has a code, when the vault was just opened by it.
    pub(crate) fn set_passphrase(
        &self,
        code: &RecoveryCode,
        new: &Passphrase,
        now: Timestamp,
    ) -> Result<()> {
        let name = CodeName::of(&code.key(&self.id())?.public);
        let event = event("recovery use", now, name.to_string());
        let unlock = |header: &Header| header.unlock_with_code(Slot::RECOVERY, code);
        self.change_header(&unlock, event, |header, ring| {
            leave_keychain(header);
            replace(header, ring, new, costs(header)?)
        })
    }

    /// One change of the header and the commit that tells of it.
    pub(crate) fn change_header<T>(
        &self,
        unlock: Unlock<'_>,
        event: AuditEvent,
        edit: impl FnOnce(&mut Header, &KeyRing) -> Result<T>,
    ) -> Result<T> {
        let mut header = read(&self.places.header)?;
        let ring = unlock(&header)?;
        let mut writer = self.writer()?;
        if header.generation != self.generation() {
            return Err(Error::Damaged("the header changed while the vault was open"));
        }
        let edited = edit(&mut header, &ring)?;
        files::check_room(&self.places.folder, header::MAX_LEN)?;
        let (generation, bytes) = header.next(&ring)?;
        files::write_durable(&self.places.header, &bytes)?;
        self.set_generation(generation);
        writer.commit(self.batch(), event)?;
        Ok(edited)
    }
}

/// Unlocking by a passphrase.
pub(crate) fn by(passphrase: &Passphrase) -> impl Fn(&Header) -> Result<KeyRing> {
    |header| header.unlock(&|costs, salt| costs.derive(passphrase, salt))
}

/// The header as it lies there.
pub(crate) fn read(path: &Path) -> Result<Header> {
    let bytes = files::read_small(path, header::MAX_LEN)?;
    Header::parse(&bytes.ok_or(Error::Damaged("the header is missing"))?)
}

/// The vault in `dir`, where the system's keychain may open it.
pub fn keychain_vault(dir: &Path) -> Result<Option<VaultId>> {
    let header = read(&Places::of(dir).header)?;
    Ok(has_keychain(&header).then_some(header.id))
}

fn has_keychain(header: &Header) -> bool {
    header.slots.iter().any(|slot| slot.kind == Slot::KEYCHAIN)
}

fn leave_keychain(header: &mut Header) {
    header.slots.retain(|slot| slot.kind != Slot::KEYCHAIN);
}

/// Puts one passphrase slot in the place of all.
fn replace(
    header: &mut Header,
    ring: &KeyRing,
    passphrase: &Passphrase,
    costs: KdfParams,
) -> Result<()> {
    let derive = |costs: KdfParams, salt: &[u8]| costs.derive(passphrase, salt);
    let slot = Slot::wrap(&header.id, ring, costs, &derive)?;
    header.slots.retain(|slot| slot.kind != Slot::PASSPHRASE);
    header.slots.insert(0, slot);
    Ok(())
}

fn costs(header: &Header) -> Result<KdfParams> {
    for slot in &header.slots {
        if let Some(costs) = slot.costs()? {
            return Ok(costs);
        }
    }
    Ok(KdfParams::DEFAULT)
}

fn event(action: &'static str, at: Timestamp, subject: String) -> AuditEvent {
    let subjects = if subject.is_empty() { Vec::new() } else { vec![subject] };
    AuditEvent { at, action, subjects, detail: String::new() }
}

#[cfg(test)]
#[cfg(not(feature = "plain-for-tests"))]
mod tests {
    use super::*;
    use std::fs;

    const NOW: Timestamp = Timestamp::from_unix_ms(1);

    fn words(words: &str) -> Passphrase {
        Passphrase::new(words.to_owned()).unwrap()
    }

    fn open(dir: &Path, passphrase: &str) -> Result<Vault> {
        Vault::open(dir, &words(passphrase), NOW)
    }

    fn last_action(vault: &Vault) -> String {
        vault.snapshot().audit_entry(vault.commit_seq()).unwrap().unwrap().action
    }

    #[test]
    fn the_passphrase_changes_and_the_old_one_opens_no_more() {
        let dir = tempfile::tempdir().unwrap();
        let vault = Vault::create(dir.path(), &words("first"), KdfParams::FLOOR, NOW).unwrap();
        let old_header = fs::read(dir.path().join("vault.hdr")).unwrap();
        let wrong = vault.change_passphrase(&words("other"), &words("second"), NOW);
        assert!(matches!(wrong, Err(Error::WrongPassphrase)));
        assert_eq!(vault.commit_seq(), 1, "nothing happened");
        vault.change_passphrase(&words("first"), &words("caf\u{e9}"), NOW).unwrap();
        assert_eq!(last_action(&vault), "passphrase change");
        drop(vault);
        assert!(matches!(open(dir.path(), "first"), Err(Error::WrongPassphrase)));
        // the same words in another normal form
        let vault = open(dir.path(), "cafe\u{301}").unwrap();
        let (low, more) = (KdfParams::FLOOR, KdfParams { passes: 4, ..KdfParams::FLOOR });
        let refused = vault.raise_costs(&words("caf\u{e9}"), low, NOW);
        assert!(matches!(refused, Err(Error::CostsNotRaised)));
        vault.raise_costs(&words("caf\u{e9}"), more, NOW).unwrap();
        assert_eq!(vault.costs().unwrap(), more);
        drop(vault);
        assert!(open(dir.path(), "caf\u{e9}").unwrap().verify().unwrap().findings.is_empty());
        // the header from before, with the old passphrase, is not taken
        fs::write(dir.path().join("vault.hdr"), old_header).unwrap();
        assert!(matches!(open(dir.path(), "first"), Err(Error::Damaged(_))));
    }

    #[test]
    fn what_the_keychain_keeps_opens_it_until_it_is_turned_off_or_the_passphrase_changes() {
        let dir = tempfile::tempdir().unwrap();
        let (path, first) = (dir.path(), words("first"));
        let vault = Vault::create(path, &first, KdfParams::FLOOR, NOW).unwrap();
        assert_eq!(keychain_vault(path).unwrap(), None);
        let wrong = vault.add_keychain_code(&words("other"), NOW);
        assert!(matches!(wrong, Err(Error::WrongPassphrase)));
        let old = vault.add_keychain_code(&first, NOW).unwrap();
        let code = vault.add_keychain_code(&first, NOW).unwrap();
        assert_eq!(last_action(&vault), "keychain on");
        assert_eq!(keychain_vault(path).unwrap(), Some(vault.id()));
        assert!(vault.recovery_codes().unwrap().is_empty(), "it is none that a person keeps");
        drop(vault);
        let with = |code: &RecoveryCode| Vault::open_with_keychain(path, code, NOW);
        assert!(matches!(with(&old), Err(Error::CodeUnknown)));
        let recovered = Vault::recover(path, &code, &words("x"), NOW);
        assert!(matches!(recovered, Err(Error::CodeUnknown)), "and sets no passphrase");
        // new keys are wrapped for it too
        let vault = with(&code).unwrap();
        vault.rotate(&first, NOW, &types::Cancel::default(), &|_, _| {}).unwrap();
        drop(vault);
        let vault = with(&code).unwrap();
        assert!(vault.remove_keychain_code(&first, NOW).unwrap());
        assert!(!vault.remove_keychain_code(&first, NOW).unwrap());
        let code = vault.add_keychain_code(&first, NOW).unwrap();
        vault.change_passphrase(&first, &words("second"), NOW).unwrap();
        drop(vault);
        assert!(matches!(with(&code), Err(Error::CodeUnknown)));
        assert_eq!(keychain_vault(path).unwrap(), None);
    }

    #[test]
    fn a_recovery_code_sets_a_new_passphrase_until_it_is_revoked() {
        let dir = tempfile::tempdir().unwrap();
        let vault = Vault::create(dir.path(), &words("lost"), KdfParams::FLOOR, NOW).unwrap();
        let (code, slot) = vault.add_recovery_code(&words("lost"), NOW).unwrap();
        let (other, second) = vault.add_recovery_code(&words("lost"), NOW).unwrap();
        assert_eq!(vault.recovery_codes().unwrap(), [slot, second]);
        drop(vault);
        let code = RecoveryCode::read(&code.written().to_lowercase()).unwrap();
        let vault = Vault::recover(dir.path(), &code, &words("found"), NOW).unwrap();
        assert_eq!(last_action(&vault), "recovery use");
        drop(vault);
        assert!(matches!(open(dir.path(), "lost"), Err(Error::WrongPassphrase)));
        let vault = open(dir.path(), "found").unwrap();
        assert!(!vault.revoke_recovery_code(&words("found"), CodeName([0; 4]), NOW).unwrap());
        assert!(vault.revoke_recovery_code(&words("found"), slot.name, NOW).unwrap());
        for _ in 1..MAX_CODES {
            vault.add_recovery_code(&words("found"), NOW).unwrap();
        }
        let full = vault.add_recovery_code(&words("found"), NOW);
        assert!(matches!(full, Err(Error::TooManyCodes)));
        let commits = vault.commit_seq();
        drop(vault);
        let recover = |code: &RecoveryCode| Vault::recover(dir.path(), code, &words("x"), NOW);
        assert!(matches!(recover(&code), Err(Error::CodeRevoked)));
        let stranger = RecoveryCode::make().unwrap();
        assert!(matches!(recover(&stranger), Err(Error::CodeUnknown)));
        let vault = open(dir.path(), "found").unwrap();
        assert_eq!(vault.commit_seq(), commits, "refused codes change nothing");
        drop(vault);
        assert!(recover(&other).is_ok(), "a code stays good until it is revoked");
    }

    #[test]
    fn a_change_that_was_cut_off_before_its_commit_is_told_of() {
        let dir = tempfile::tempdir().unwrap();
        let vault = Vault::create(dir.path(), &words("one"), KdfParams::FLOOR, NOW).unwrap();
        drop(vault);
        let mut header = read(&dir.path().join("vault.hdr")).unwrap();
        let ring = by(&words("one"))(&header).unwrap();
        replace(&mut header, &ring, &words("two"), KdfParams::FLOOR).unwrap();
        fs::write(dir.path().join("vault.hdr"), header.next(&ring).unwrap().1).unwrap();
        for _ in 0..2 {
            let vault = open(dir.path(), "two").unwrap();
            assert_eq!((vault.commit_seq(), &*last_action(&vault)), (2, "header changed"));
        }
    }
}

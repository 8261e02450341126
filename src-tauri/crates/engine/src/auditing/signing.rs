//! Signers, and their signatures (21 CFR 11.50, 11.70, 11.200): a printed name and a key under a passphrase
//! of its own. The first signature after the vault was opened takes both passphrases, later ones the
//! signer's.

use super::{
    access::REASON_CHARS,
    records::{SIGNERS, SignerRecord},
};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use audit::{REVOKED, SIGNATURE, SIGNER, Signed, Statement, canonical, fingerprint, sha256};
use std::collections::BTreeMap;
use types::{
    ErrorCode, Problem, SignRequest, SignatureView, SignerAddRequest, SignerList,
    SignerPassphraseRequest, SignerView, Timestamp,
};
use vault::{AuditNote, Passphrase};

const NAME_CHARS: usize = 120;
const DAYS: u32 = 365;
const MOST_DAYS: u32 = 3_650;
const DAY_MS: i64 = 86_400_000;

fn usage(message: &str, hint: &str) -> Error {
    Error::new(ErrorCode::Usage, message, hint)
}

/// A wrong passphrase, told as what it is.
fn wrong(message: &str, hint: &str) -> impl Fn(vault::Error) -> Error {
    let problem = Problem::new(ErrorCode::WrongPassphrase, message, hint);
    move |error| match error {
        vault::Error::WrongPassphrase => Error::Problem(problem.clone()),
        other => other.into(),
    }
}

fn written(name: &str) -> Result<String> {
    let name = name.trim();
    let plain = !name.is_empty()
        && name.chars().count() <= NAME_CHARS
        && !name.chars().any(char::is_control);
    if plain {
        Ok(name.to_owned())
    } else {
        Err(usage("A name has 1 to 120 characters.", "Give one."))
    }
}

fn expiry(now: Timestamp, days: u32) -> Timestamp {
    Timestamp::from_unix_ms(now.unix_ms() + i64::from(days) * DAY_MS)
}

impl Snapshot {
    fn signers(&self) -> Result<Vec<SignerRecord>> {
        let mut signers: Vec<SignerRecord> = Vec::new();
        for signer in self.records.scan(SIGNERS, &[b"signer"])? {
            signers.push(signer?);
        }
        signers.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(signers)
    }

    /// Who is named, of those who still sign where there are several.
    fn signer(&self, named: &str) -> Result<SignerRecord> {
        let prefix = named.len() >= 8;
        let fits = |it: &SignerRecord| it.name == named || prefix && it.id.starts_with(named);
        let fitting = self.signers()?.into_iter().filter(fits);
        fitting.min_by_key(|it| it.revoked_at.is_some()).ok_or_else(|| {
            let hint = "`loci signers list` shows who signs, `signers add` admits someone.";
            Error::new(ErrorCode::NotFound, "Nobody of that name signs here.", hint)
        })
    }

    /// The same, who may sign.
    fn active(&self, named: &str) -> Result<SignerRecord> {
        let signer = self.signer(named)?;
        let Some(at) = signer.revoked_at else { return Ok(signer) };
        let message = format!("{}'s key was revoked {at}: it signs no more.", signer.name);
        let hint = "Admit them anew with `loci signers add`: they get another key.";
        Err(Error::new(ErrorCode::NotAllowed, message, hint))
    }

    /// When each signer's key was revoked, by the key.
    pub(super) fn revocations(&self) -> Result<BTreeMap<String, Timestamp>> {
        let revoked = |it: SignerRecord| Some((hex::encode(it.key.public_key), it.revoked_at?));
        Ok(self.signers()?.into_iter().filter_map(revoked).collect())
    }
}

impl Palace {
    /// Everyone who signs.
    pub fn signer_list(&self) -> Result<SignerList> {
        let now = self.resources.now();
        let view = |it: SignerRecord| SignerView {
            in_session: self.trail.is_in_session(&it.id),
            expired: it.expires_at <= now,
            fingerprint: fingerprint(&it.key.public_key),
            signer_id: it.id,
            name: it.name,
            role: it.role,
            added_at: it.added_at,
            expires_at: it.expires_at,
            revoked_at: it.revoked_at,
        };
        Ok(SignerList { signers: self.snapshot().signers()?.into_iter().map(view).collect() })
    }

    /// Admits a signer: by the vault's passphrase, with one of their own.
    pub fn add_signer(
        &self,
        request: &SignerAddRequest,
        own: &Passphrase,
        signing: &Passphrase,
    ) -> Result<SignerList> {
        let (name, role) = (written(&request.name)?, written(&request.role)?);
        let days = if request.valid_days == 0 { DAYS } else { request.valid_days };
        if days > MOST_DAYS {
            return Err(usage("A signing passphrase lasts ten years at most.", "Give fewer days."));
        }
        let hint = "Nobody was admitted; try again.";
        self.vault
            .check_passphrase(own)
            .map_err(wrong("The vault's passphrase is wrong.", hint))?;
        if self.vault.check_passphrase(signing).is_ok() {
            let hint = "Choose one that opens nothing else.";
            return Err(usage("The signing passphrase is the vault's own.", hint));
        }
        let known = self.snapshot().signers()?;
        if known.iter().any(|it| it.name == name && it.revoked_at.is_none()) {
            return Err(usage("Somebody of that name signs here already.", "Add a distinction."));
        }
        let key = self.vault.make_signer_key(signing)?;
        let digits = sha256(&key.public_key).to_string();
        let id = digits.get(..32).unwrap_or_default().to_owned();
        let added_at = self.resources.now();
        let (expires_at, public) = (expiry(added_at, days), hex::encode(key.public_key));
        let record =
            SignerRecord { id, name, role, key, added_at, expires_at, days, revoked_at: None };
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.put(SIGNERS, &[b"signer", record.id.as_bytes()], &record)?;
        tx.note.after = format!("{}, {}", record.name, record.role);
        tx.commit(SIGNER, vec![record.id.clone(), public])?;
        drop(writer);
        self.signer_list()
    }

    /// Another signing passphrase, for as long as the first.
    pub fn change_signer_passphrase(
        &self,
        request: &SignerPassphraseRequest,
        signing: &Passphrase,
        new: &Passphrase,
    ) -> Result<SignerList> {
        let record = self.snapshot().active(&request.signer)?;
        let hint = "Nothing was changed; try again.";
        let key = self.vault.rewrap_signer_key(&record.key, signing, new);
        let key = key.map_err(wrong("The signing passphrase is wrong.", hint))?;
        if self.vault.sign_as(&record.key, new, b"the same?").is_ok() {
            let message = "The new signing passphrase is the one until now. Nothing was changed.";
            return Err(usage(message, "Choose another one."));
        }
        if self.vault.check_passphrase(new).is_ok() {
            let hint = "Choose one that opens nothing else.";
            return Err(usage("The signing passphrase is the vault's own.", hint));
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        // revoked meanwhile
        let mut record = tx.active(&record.id)?;
        record.key = key;
        record.expires_at = expiry(tx.resources.now(), record.days);
        tx.batch.put(SIGNERS, &[b"signer", record.id.as_bytes()], &record)?;
        tx.commit("signer.passphrase", vec![record.id.clone()])?;
        drop(writer);
        self.trail.end_session(&record.id);
        self.signer_list()
    }

    /// Takes the right to sign from somebody, by the vault's passphrase. What they signed before stays
    /// signed, and says so.
    pub fn revoke_signer(&self, named: &str, own: &Passphrase, reason: &str) -> Result<SignerList> {
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > REASON_CHARS {
            let message = "Revoking needs a reason of 1 to 2,000 characters. Nothing was changed.";
            return Err(Error::new(ErrorCode::ReasonNeeded, message, "Give it with --reason."));
        }
        let hint = "Nothing was changed; try again.";
        let message = "The vault's passphrase is wrong.";
        self.vault.check_passphrase(own).map_err(wrong(message, hint))?;
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut record = tx.active(named)?;
        record.revoked_at = Some(tx.resources.now());
        tx.batch.put(SIGNERS, &[b"signer", record.id.as_bytes()], &record)?;
        tx.note = AuditNote {
            before: format!("{}, {}", record.name, record.role),
            reason: reason.to_owned(),
            ..AuditNote::default()
        };
        tx.commit(REVOKED, vec![record.id.clone(), hex::encode(record.key.public_key)])?;
        drop(writer);
        self.trail.end_session(&record.id);
        self.signer_list()
    }

    /// Signs a collection's content as it is now. The signature is a record of the trail.
    pub fn sign(
        &self,
        request: &SignRequest,
        own: Option<&Passphrase>,
        signing: &Passphrase,
    ) -> Result<SignatureView> {
        let signer = self.snapshot().active(&request.signer)?;
        let signed = self.sign_as(&signer, request, own, signing);
        if let Err(error) = &signed
            && error.problem().code == ErrorCode::WrongPassphrase
        {
            // both are asked for again: somebody else may sit there
            self.trail.end_session(&signer.id);
            let mut writer = self.write()?;
            writer.begin().commit("sign.failed", vec![signer.id])?;
        }
        signed
    }

    fn sign_as(
        &self,
        signer: &SignerRecord,
        request: &SignRequest,
        own: Option<&Passphrase>,
        signing: &Passphrase,
    ) -> Result<SignatureView> {
        let hint = "Nothing was signed; try again.";
        if !self.trail.is_in_session(&signer.id) {
            let own = own.ok_or_else(|| {
                let message = "The first signature after unlocking takes both passphrases.";
                Error::new(ErrorCode::WrongPassphrase, message, "Give the vault's as well.")
            })?;
            let message = "The vault's passphrase is wrong.";
            self.vault.check_passphrase(own).map_err(wrong(message, hint))?;
        }
        if signer.expires_at <= self.resources.now() {
            let message =
                format!("{}'s signing passphrase has expired. Nothing was signed.", signer.name);
            let hint = "Change it with `loci signers passphrase`, then sign.";
            return Err(Error::new(ErrorCode::BadPassphrase, message, hint));
        }
        let collection = request.collection.as_str();
        self.note_access("sign", &[], Some(collection), None, "")?;
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        // revoked meanwhile
        tx.active(&signer.id)?;
        let content = canonical(&tx.content(collection)?.value()?)?;
        let statement = Statement {
            collection: collection.to_owned(),
            content_sha256: sha256(&content),
            meaning: request.meaning,
            name: signer.name.clone(),
            role: signer.role.clone(),
            signed_at: tx.resources.now(),
            signer_key: hex::encode(signer.key.public_key),
            vault_id: self.vault.id().to_string(),
        };
        let signature = self.vault.sign_as(&signer.key, signing, &statement.message()?);
        let signature = signature.map_err(wrong("The signing passphrase is wrong.", hint))?;
        let signed = statement.signed(&signature);
        let unwritable = |_| Error::internal("A signature could not be written down.");
        let detail = serde_json::to_string(&signed).map_err(unwritable)?;
        tx.note = AuditNote {
            collections: vec![collection.to_owned()],
            after: request.meaning.as_str().to_owned(),
            ..AuditNote::default()
        };
        let subjects = vec![signer.id.clone(), signed.statement.content_sha256.to_string()];
        tx.commit_with(SIGNATURE, subjects, detail)?;
        drop(writer);
        self.trail.begin_session(&signer.id);
        Ok(view(&signed, &signer.key.public_key, None))
    }
}

pub(super) fn view(
    signed: &Signed,
    public_key: &[u8; 32],
    revoked_at: Option<Timestamp>,
) -> SignatureView {
    let statement = &signed.statement;
    SignatureView {
        name: statement.name.clone(),
        role: statement.role.clone(),
        meaning: statement.meaning,
        signed_at: statement.signed_at,
        content_sha256: statement.content_sha256,
        fingerprint: fingerprint(public_key),
        revoked_at,
    }
}

//! Signers, and their signatures (21 CFR 11.50, 11.70, 11.200): a printed name and a key under a passphrase
//! of its own. The first signature after the vault was opened takes both passphrases, later ones the
//! signer's.

use super::records::{SIGNERS, SignerRecord};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use audit::{SIGNATURE, SIGNER, Signed, Statement, canonical, fingerprint, sha256};
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

    fn signer(&self, named: &str) -> Result<SignerRecord> {
        let prefix = named.len() >= 8;
        let fits = |it: &SignerRecord| it.name == named || prefix && it.id.starts_with(named);
        self.signers()?.into_iter().find(fits).ok_or_else(|| {
            let hint = "`loci signers list` shows who signs, `signers add` admits someone.";
            Error::new(ErrorCode::NotFound, "Nobody of that name signs here.", hint)
        })
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
        if self.snapshot().signers()?.iter().any(|it| it.name == name) {
            return Err(usage("Somebody of that name signs here already.", "Add a distinction."));
        }
        let key = self.vault.make_signer_key(signing)?;
        let digits = sha256(&key.public_key).to_string();
        let id = digits.get(..32).unwrap_or_default().to_owned();
        let added_at = self.resources.now();
        let (expires_at, public) = (expiry(added_at, days), hex(&key.public_key));
        let record = SignerRecord { id, name, role, key, added_at, expires_at };
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
        let mut record = self.snapshot().signer(&request.signer)?;
        let hint = "Nothing was changed; try again.";
        let key = self.vault.rewrap_signer_key(&record.key, signing, new);
        record.key = key.map_err(wrong("The signing passphrase is wrong.", hint))?;
        record.expires_at = expiry(self.resources.now(), DAYS);
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.put(SIGNERS, &[b"signer", record.id.as_bytes()], &record)?;
        tx.commit("signer.passphrase", vec![record.id.clone()])?;
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
        let signer = self.snapshot().signer(&request.signer)?;
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
        let content = canonical(&tx.content(collection)?.value()?)?;
        let statement = Statement {
            collection: collection.to_owned(),
            content_sha256: sha256(&content),
            meaning: request.meaning,
            name: signer.name.clone(),
            role: signer.role.clone(),
            signed_at: tx.resources.now(),
            signer_key: hex(&signer.key.public_key),
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
        Ok(view(&signed, &signer.key.public_key))
    }
}

pub(super) fn view(signed: &Signed, public_key: &[u8; 32]) -> SignatureView {
    let statement = &signed.statement;
    SignatureView {
        name: statement.name.clone(),
        role: statement.role.clone(),
        meaning: statement.meaning,
        signed_at: statement.signed_at,
        content_sha256: statement.content_sha256,
        fingerprint: fingerprint(public_key),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

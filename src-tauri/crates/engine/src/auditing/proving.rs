//! Proofs for others: that a record is in the trail, and that the trail goes on from a head that left the
//! machine. Checked without a vault.

use super::listing::view;
use crate::{
    Palace,
    error::{Error, Result},
};
use audit::{Checkpoint, Frontier, Proof, Tree, fingerprint, leaf, origin};
use types::{AuditProof, ErrorCode, ProofCheck, ProofCheckRequest, ProofRequest};

fn usage(message: &str, hint: &str) -> Error {
    Error::new(ErrorCode::Usage, message, hint)
}

fn unsound(why: &str) -> Error {
    audit::Error::Unsound(why.to_owned()).into()
}

impl Palace {
    /// A proof for others.
    ///
    /// # Errors
    /// No such record; a head that is not this vault's, or not of its trail.
    pub fn prove(&self, request: &ProofRequest) -> Result<AuditProof> {
        if request.record.is_some() == request.since.is_some() {
            let hint = "Give --record, or --since with a head that was exported.";
            return Err(usage("A proof is of a record, or since a head.", hint));
        }
        let key = self.vault.public_key();
        let own = |note: &String| -> Result<Checkpoint> {
            let head = Checkpoint::open(note, &key)?;
            match head.origin == origin(&self.vault.id()) {
                true => Ok(head),
                false => Err(unsound("the head is of another log")),
            }
        };
        let since = request.since.as_ref().map(own).transpose()?;
        let (head, note) = match &request.until {
            Some(note) => (own(note)?, note.clone()),
            None => {
                self.settle_accesses()?;
                self.write()?.checkpoint()?
            }
        };
        let now = self.snapshot();
        if head.size > now.records.commit_seq() {
            return Err(unsound("the head knows more records than are here"));
        }
        let (mut leaves, mut grown) = (Vec::new(), Frontier::default());
        let mut asked = None;
        for seq in 1..=head.size {
            let entry = now.records.audit_entry(seq)?;
            let entry =
                entry.ok_or_else(|| Error::internal("A record of the audit log is missing."))?;
            let one = leaf(&entry)?;
            leaves.push(one);
            grown.push(one);
            if since.as_ref().is_some_and(|it| it.size == seq && it.root != grown.root()) {
                return Err(unsound("the records are not those of the head that was exported"));
            }
            if request.record == Some(seq) {
                asked = Some(entry);
            }
        }
        if grown.root() != head.root {
            return Err(unsound("the records are not those of the head that it is to lead to"));
        }
        let tree = Tree::new(leaves);
        let proof = match (&asked, &since) {
            (Some(entry), _) => Proof::of_record(entry, &tree, note)?,
            (None, Some(since)) if since.size <= head.size => Proof::since(since.size, &tree, note),
            (None, Some(_)) => {
                let hint = "Give the earlier one as --since, the later one as --until.";
                return Err(usage("That head is later than the one it is to lead to.", hint));
            }
            (None, None) => {
                let message = format!("The head covers {} records, not that one.", head.size);
                let hint = "`loci audit list` shows their numbers.";
                return Err(Error::new(ErrorCode::NotFound, message, hint));
            }
        };
        Ok(AuditProof {
            text: proof.text(),
            size: head.size,
            record: request.record,
            since: since.map(|it| it.size),
            verifier_key: Checkpoint::verifier_key(&head.origin, &key),
            fingerprint: fingerprint(&key),
        })
    }
}

/// Whether a proof holds. Needs no vault.
pub fn verify_proof(request: &ProofCheckRequest) -> ProofCheck {
    let mut check = ProofCheck {
        ok: false,
        findings: Vec::new(),
        size: None,
        record: None,
        since: None,
        fingerprint: String::new(),
    };
    let shown = Checkpoint::read_verifier_key(&request.key).and_then(|(origin, key)| {
        check.fingerprint = fingerprint(&key);
        let kept = request.since.as_ref().map(|note| Checkpoint::open(note, &key)).transpose()?;
        Proof::read(&request.proof)?.check(&origin, &key, kept.as_ref())
    });
    match shown {
        Ok(shown) => {
            check.ok = true;
            check.size = Some(shown.head.size);
            check.since = shown.since;
            check.record = shown.record.map(view);
        }
        Err(audit::Error::Unsound(why)) => check.findings.push(why),
        Err(other) => check.findings.push(other.to_string()),
    }
    check
}

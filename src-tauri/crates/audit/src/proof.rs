//! Proofs that leave the machine: that a record is in the log (C2SP tlog-proof), and that a later head goes
//! on from an earlier one (in the form in which C2SP tlog-witness is told of a head). Checked with the log's
//! key, and without the vault.

use crate::{
    canonical::canonical,
    checkpoint::Checkpoint,
    error::{Error, Result},
    merkle::{Tree, leaf_hash, verify_consistency, verify_inclusion},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use types::Sha256;
use vault::AuditEntry;

/// The first line of a proof that a record is in the log.
const INCLUSION: &str = "c2sp.org/tlog-proof@v1";
/// Steps that a proof has at most: two a level of the largest tree.
const STEPS: usize = 128;

/// A proof, as it lies in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    claim: Claim,
    steps: Vec<Sha256>,
    note: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Claim {
    /// This record, in its canonical form, is in the tree.
    Record(Vec<u8>),
    /// The tree goes on from that of so many records.
    Since(u64),
}

/// What a proof shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The head that it leads to.
    pub head: Checkpoint,
    /// The record that is in it.
    pub record: Option<AuditEntry>,
    /// Records of the earlier head that it goes on from.
    pub since: Option<u64>,
}

impl Proof {
    /// That a record is in the tree whose signed head is `note`.
    pub fn of_record(entry: &AuditEntry, tree: &Tree, note: String) -> Result<Self> {
        let steps = tree.proof(entry.seq.saturating_sub(1));
        Ok(Self { claim: Claim::Record(canonical(entry)?), steps, note })
    }

    /// That the tree whose signed head is `note` goes on from its first `old` records.
    pub fn since(old: u64, tree: &Tree, note: String) -> Self {
        Self { claim: Claim::Since(old), steps: tree.consistency(old), note }
    }

    /// The file.
    pub fn text(&self) -> String {
        let mut text = match &self.claim {
            Claim::Since(old) => format!("old {old}\n"),
            Claim::Record(record) => {
                // the place is in the record
                let index = seq(record).unwrap_or(0).saturating_sub(1);
                format!("{INCLUSION}\nextra {}\nindex {index}\n", BASE64.encode(record))
            }
        };
        for step in &self.steps {
            text.push_str(&BASE64.encode(step.as_bytes()));
            text.push('\n');
        }
        text + "\n" + &self.note
    }

    /// Reads a file, in the one form in which it is written.
    pub fn read(text: &str) -> Result<Self> {
        let broken = || Error::unsound("that is no proof");
        let (body, note) = text.split_once("\n\n").ok_or_else(broken)?;
        let mut lines = body.split('\n');
        let mut line = || lines.next().ok_or_else(broken);
        let first = line()?;
        let claim = if first == INCLUSION {
            let record = line()?.strip_prefix("extra ").ok_or_else(|| {
                Error::unsound(
                    "the proof does not say which record it is of: it has no line “extra”",
                )
            })?;
            let record = BASE64.decode(record).map_err(|_| broken())?;
            let index = line()?.strip_prefix("index ").and_then(|index| index.parse::<u64>().ok());
            if index.is_none() || index.map(|index| index + 1) != seq(&record) {
                return Err(Error::unsound("the record is not the one at the place that it names"));
            }
            Claim::Record(record)
        } else {
            let old = first.strip_prefix("old ").and_then(|old| old.parse().ok());
            Claim::Since(old.ok_or_else(broken)?)
        };
        let step = |line: &str| {
            let bytes = BASE64.decode(line).ok().and_then(|bytes| bytes.try_into().ok());
            bytes.map(Sha256::from_bytes).ok_or_else(broken)
        };
        let steps = lines.take(STEPS + 1).map(step).collect::<Result<Vec<Sha256>>>()?;
        let proof = Self { claim, steps, note: note.to_owned() };
        match proof.steps.len() <= STEPS && proof.text() == text {
            true => Ok(proof),
            false => Err(broken()),
        }
    }

    /// Whether it holds, by the key of the log named `origin`; one that goes on from an earlier head, for
    /// the head that was kept.
    pub fn check(
        &self,
        origin: &str,
        public_key: &[u8; 32],
        kept: Option<&Checkpoint>,
    ) -> Result<Shown> {
        let head = Checkpoint::open(&self.note, public_key)?;
        if head.origin != origin || kept.is_some_and(|kept| kept.origin != origin) {
            return Err(Error::unsound("its head is of another log than the key is"));
        }
        match (&self.claim, kept) {
            (Claim::Record(bytes), _) => {
                let index = seq(bytes).unwrap_or(0).wrapping_sub(1);
                let leaf = leaf_hash(bytes);
                if !verify_inclusion(leaf, index, head.size, &self.steps, &head.root) {
                    return Err(Error::unsound("the record is not in the log with this head"));
                }
                let entry = serde_json::from_slice(bytes);
                let entry = entry.map_err(|_| Error::unsound("the record cannot be read"))?;
                Ok(Shown { head, record: Some(entry), since: None })
            }
            (Claim::Since(_), None) => Err(Error::unsound(
                "it goes on from an earlier head, which has to be there as well",
            )),
            (Claim::Since(old), Some(kept)) => {
                if kept.size != *old {
                    let what = format!(
                        "it goes on from a head of {old} records, and the one that was kept has {}",
                        kept.size
                    );
                    return Err(Error::unsound(what));
                }
                match verify_consistency(*old, &kept.root, head.size, &head.root, &self.steps) {
                    true => Ok(Shown { head, record: None, since: Some(*old) }),
                    false => {
                        Err(Error::unsound("the later head does not go on from the earlier one"))
                    }
                }
            }
        }
    }
}

/// The number that a record says it has.
fn seq(record: &[u8]) -> Option<u64> {
    let value: serde_json::Value = serde_json::from_slice(record).ok()?;
    value.get("seq")?.as_u64()
}

//! Every record of the log, looked at one after the other: its link, its place in the tree, and what
//! checkpoints and signatures in it say. Never stops at the first fault.

use crate::{
    canonical::canonical,
    checkpoint::Checkpoint,
    error::Result,
    merkle::{Frontier, leaf_hash},
    signature::Signed,
};
use rayon::prelude::*;
use std::collections::BTreeMap;
use types::{AuditFinding, Cancel, Sha256, Timestamp};
use vault::{AuditEntry, Snapshot};

/// The action of a checkpoint's record, whose detail begins with the note.
pub const CHECKPOINT: &str = "audit.checkpoint";
/// The action of a signature's record, whose detail is it.
pub const SIGNATURE: &str = "sign";
/// The action that makes a key a signer's: the last subject is the key.
pub const SIGNER: &str = "signer.add";
/// The action after which that key signs no more: the last subject is the key.
pub const REVOKED: &str = "signer.revoke";

/// Records looked at together.
const SLICE: u64 = 8_192;
/// Findings told one by one.
const TOLD: usize = 200;
/// A clock may be corrected by so much without a word.
const CLOCK_MS: i64 = 2_000;

/// What looking found.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Records looked at.
    pub records: u64,
    /// Checkpoints that hold.
    pub checkpoints: u64,
    /// Signatures that hold.
    pub signatures: u64,
    /// What does not hold.
    pub findings: Vec<AuditFinding>,
    /// What is no fault, and should be known.
    pub notices: Vec<AuditFinding>,
    /// The tree over all records.
    pub tree: Frontier,
    /// The newest checkpoint that holds.
    pub newest: Option<Checkpoint>,
}

impl Verified {
    fn fault(&mut self, seq: u64, what: impl Into<String>) {
        if self.findings.len() < TOLD {
            self.findings.push(AuditFinding { seq, what: what.into() });
        }
    }
}

/// A record's leaf in the tree: the hash of its canonical JSON.
pub fn leaf(entry: &AuditEntry) -> Result<Sha256> {
    Ok(leaf_hash(&canonical(entry)?))
}

/// One record, as far as it can be looked at by itself.
type Looked = std::result::Result<(AuditEntry, Sha256, Sha256), &'static str>;

fn look(now: &Snapshot, seq: u64) -> Looked {
    match now.audit_entry(seq) {
        Ok(Some(entry)) => {
            let leaf = leaf(&entry).map_err(|_| "cannot be written as JSON")?;
            let hash = entry.hash();
            Ok((entry, leaf, hash))
        }
        Ok(None) => Err("is missing"),
        Err(_) => Err("was changed: it does not open"),
    }
}

/// Looks at every record of the log. `heads` are checkpoints that left the machine earlier, opened with
/// this vault's key.
pub fn verify(
    now: &Snapshot,
    origin: &str,
    public_key: &[u8; 32],
    heads: &[Checkpoint],
    cancel: &Cancel,
) -> Result<Verified> {
    let mut found = Verified::default();
    let (last, head) = now.audit_head();
    let mut previous = Some(Sha256::from_bytes([0; 32]));
    let mut at: Option<Timestamp> = None;
    // since which record each key signs no more
    let mut signers: BTreeMap<String, Option<u64>> = BTreeMap::new();
    let mut whole = true;
    let mut from = 1;
    while from <= last && !cancel.is_cancelled() {
        let until = last.min(from.saturating_add(SLICE - 1));
        let looked: Vec<Looked> =
            (from..=until).into_par_iter().map(|seq| look(now, seq)).collect();
        for (seq, looked) in (from..=until).zip(looked) {
            let (entry, leaf, hash) = match looked {
                Ok(looked) => looked,
                Err(why) => {
                    found.fault(seq, format!("record {seq} {why}"));
                    (previous, whole) = (None, false);
                    continue;
                }
            };
            found.records += 1;
            if entry.seq != seq {
                found.fault(seq, format!("record {} lies in the place of record {seq}", entry.seq));
            } else if previous.is_some_and(|previous| previous != entry.previous) {
                found.fault(seq, format!("record {seq} does not follow the one before it"));
            }
            if let Some(before) = at.filter(|at| at.unix_ms() - entry.at.unix_ms() > CLOCK_MS) {
                let what = format!("the clock was set back from {before} to {}", entry.at);
                found.notices.push(AuditFinding { seq, what });
            }
            at = Some(entry.at);
            previous = Some(hash);
            special(&mut found, &entry, origin, public_key, &mut signers, whole);
            found.tree.push(leaf);
            let root = || found.tree.root();
            if heads.iter().any(|known| known.size == seq && whole && known.root != root()) {
                let what = "records are not those of the head that was exported then";
                found.fault(seq, format!("the first {seq} {what}"));
            }
        }
        from = until + 1;
    }
    if cancel.is_cancelled() {
        found.fault(from, "stopped on request before the end");
        return Ok(found);
    }
    if previous.is_some_and(|previous| previous != head) {
        found.fault(last, "the log does not end in the head that the vault was closed with");
    }
    let lying = now.audit_count()?;
    if lying != last {
        found.fault(last, format!("there are {lying} records where {last} were written"));
    }
    for known in heads {
        if known.origin != origin {
            found.fault(0, format!("the head is of another log: {}", known.origin));
        } else if known.size > last {
            let size = known.size;
            found.fault(last, format!("the head knows {size} records; here are only {last}"));
        }
    }
    Ok(found)
}

/// What a record says about others.
fn special(
    found: &mut Verified,
    entry: &AuditEntry,
    origin: &str,
    public_key: &[u8; 32],
    signers: &mut BTreeMap<String, Option<u64>>,
    whole: bool,
) {
    let seq = entry.seq;
    match entry.action.as_str() {
        CHECKPOINT => {
            let opened = Checkpoint::open(&entry.detail, public_key);
            let holds = opened.as_ref().is_ok_and(|it| {
                it.origin == origin
                    && (!whole || (it.size, it.root) == (seq - 1, found.tree.root()))
            });
            match opened {
                Err(why) => found.fault(seq, format!("checkpoint {seq}: {why}")),
                Ok(_) if !holds => found.fault(
                    seq,
                    format!("checkpoint {seq} is not of the records that come before it"),
                ),
                Ok(checkpoint) => {
                    found.checkpoints += 1;
                    found.newest = Some(checkpoint);
                }
            }
        }
        SIGNER => signers.extend(entry.subjects.last().map(|key| (key.clone(), None))),
        REVOKED => signers.extend(entry.subjects.last().map(|key| (key.clone(), Some(seq)))),
        SIGNATURE => match serde_json::from_str::<Signed>(&entry.detail) {
            Ok(signed) if !signed.holds() => {
                found.fault(seq, format!("signature {seq} does not fit what was signed"));
            }
            Ok(signed) => match signers.get(&signed.statement.signer_key) {
                Some(None) => found.signatures += 1,
                Some(Some(since)) => {
                    let what = format!("signature {seq} is by a key that record {since} revoked");
                    found.fault(seq, what);
                }
                None => {
                    found.fault(seq, format!("signature {seq} is by a key that is no signer's"))
                }
            },
            Err(_) => found.fault(seq, format!("signature {seq} cannot be read")),
        },
        _ => {}
    }
}

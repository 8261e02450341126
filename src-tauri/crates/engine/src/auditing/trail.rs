//! Checkpoints over the audit log: every 1,000 records, each hour of use, at lock and at export. The record
//! of one holds its signed note, and the tree as far as it had grown.

use crate::{Palace, error::Result, held::trail::EVERY, tx::Writer};
use audit::{CHECKPOINT, Checkpoint, Frontier, fingerprint, leaf, origin};
use std::time::Instant;
use types::{AuditHead, AuditReport, AuditVerifyRequest, Cancel, Timestamp};
use vault::AuditNote;

/// Milliseconds of use from one to the next.
const HOUR_MS: i64 = 3_600_000;
/// Records that are looked through for the last one.
const LOOKED_THROUGH: u64 = 4 * EVERY;

impl Writer<'_> {
    /// A checkpoint over all records there are; its own record is the next one.
    pub(crate) fn checkpoint(&mut self) -> Result<(Checkpoint, String)> {
        let palace = self.palace();
        let now = self.now();
        let size = now.records.commit_seq();
        // not held over the commit
        let kept = palace.trail.lock().tree.take();
        let mut tree = match kept {
            Some(tree) if tree.size() <= size => tree,
            _ => last_tree(&now.records, &palace.vault.public_key())?.0,
        };
        for seq in tree.size() + 1..=size {
            let entry = now.records.audit_entry(seq)?;
            let missing = || crate::Error::internal("A record of the audit log is missing.");
            tree.push(leaf(&entry.ok_or_else(missing)?)?);
        }
        let checkpoint = Checkpoint { origin: origin(&palace.vault.id()), size, root: tree.root() };
        let note = checkpoint.note(&palace.vault.sign(checkpoint.text().as_bytes()));
        let peaks: Vec<String> = tree.peaks().iter().map(ToString::to_string).collect();
        drop(now);
        let mut tx = self.begin();
        tx.note = AuditNote { after: peaks.join(" "), ..AuditNote::default() };
        let at = tx.resources.now();
        tx.commit_with(CHECKPOINT, Vec::new(), note.clone())?;
        let mut known = palace.trail.lock();
        known.tree = Some(tree);
        known.last = Some((size + 1, at));
        Ok((checkpoint, note))
    }
}

/// The tree as the last checkpoint left it, and that one's record; an empty one where none is near.
fn last_tree(
    records: &vault::Snapshot,
    public_key: &[u8; 32],
) -> Result<(Frontier, Option<(u64, Timestamp)>)> {
    let last = records.commit_seq();
    for seq in (last.saturating_sub(LOOKED_THROUGH) + 1..=last).rev() {
        let Some(entry) = records.audit_entry(seq)?.filter(|it| it.action == CHECKPOINT) else {
            continue;
        };
        let peaks = entry.note.as_ref().map(|note| note.after.as_str()).unwrap_or_default();
        let peaks: Option<Vec<_>> =
            peaks.split_whitespace().map(|peak| peak.parse().ok()).collect();
        let opened = Checkpoint::open(&entry.detail, public_key).ok();
        let tree = opened.zip(peaks).and_then(|(checkpoint, peaks)| {
            let tree = Frontier::of(checkpoint.size, peaks)?;
            (tree.root() == checkpoint.root).then_some(tree)
        });
        return Ok((tree.unwrap_or_default(), Some((seq, entry.at))));
    }
    Ok((Frontier::default(), None))
}

impl Palace {
    /// Puts access that was gathered on record, and makes a checkpoint where something is new since the
    /// last. At lock.
    pub fn seal_trail(&self) -> Result<()> {
        self.settle_accesses()?;
        let last = self.last_checkpoint()?.map_or(0, |last| last.0);
        let mut writer = self.write()?;
        if writer.now().records.commit_seq() > last {
            writer.checkpoint()?;
        }
        Ok(())
    }

    /// The same where the last was an hour ago.
    pub fn keep_trail(&self) -> Result<()> {
        let now = self.resources.now().unix_ms();
        let due = match self.last_checkpoint()? {
            Some((_, at)) => now.saturating_sub(at.unix_ms()) >= HOUR_MS,
            None => false,
        };
        if due { self.seal_trail() } else { Ok(()) }
    }

    fn last_checkpoint(&self) -> Result<Option<(u64, Timestamp)>> {
        {
            let known = self.trail.lock();
            if known.tree.is_some() {
                return Ok(known.last);
            }
        }
        let (tree, last) = last_tree(&self.vault.snapshot(), &self.vault.public_key())?;
        let mut known = self.trail.lock();
        if known.tree.is_none() {
            (known.tree, known.last) = (Some(tree), last);
        }
        Ok(known.last)
    }

    /// A checkpoint now.
    pub fn audit_checkpoint(&self) -> Result<AuditHead> {
        self.settle_accesses()?;
        let (checkpoint, note) = self.write()?.checkpoint()?;
        let key = self.vault.public_key();
        Ok(AuditHead {
            size: checkpoint.size,
            root: checkpoint.root,
            note,
            verifier_key: Checkpoint::verifier_key(&checkpoint.origin, &key),
            fingerprint: fingerprint(&key),
        })
    }

    /// Looks at every record, link, checkpoint and signature of the log, and at the anchor.
    pub fn verify_trail(
        &self,
        request: &AuditVerifyRequest,
        cancel: &Cancel,
    ) -> Result<AuditReport> {
        let began = Instant::now();
        let key = self.vault.public_key();
        let head =
            request.against.as_deref().map(|note| Checkpoint::open(note, &key)).transpose()?;
        let heads: Vec<Checkpoint> = head.iter().cloned().collect();
        let writer = self.write()?;
        let anchor = self.vault.anchor_agrees();
        let now = writer.now();
        drop(writer);
        let origin = origin(&self.vault.id());
        let mut found = audit::verify(&now.records, &origin, &key, &heads, cancel)?;
        if !anchor {
            let what = "the anchor does not remember the last record".to_owned();
            found.findings.push(types::AuditFinding { seq: now.records.commit_seq(), what });
        }
        let took = began.elapsed();
        Ok(AuditReport {
            ok: found.findings.is_empty(),
            records: found.records,
            checkpoints: found.checkpoints,
            signatures: found.signatures,
            anchor,
            against: head.map(|head| head.size),
            root: found.tree.root(),
            findings: found.findings,
            notices: found.notices,
            fingerprint: fingerprint(&key),
            took_ms: took.as_secs_f64() * 1000.0,
            records_per_s: found.records as f64 / took.as_secs_f64().max(1e-9),
        })
    }
}

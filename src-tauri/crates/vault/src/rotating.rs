//! New keys for a vault in use: a fresh key beside the old one, every record sealed again a slice at a
//! time while others read and commit, the digests made anew, then the old key dropped from the header.
//! Killed at any point it leaves a vault that opens and goes on by being asked again.
//!
//! What is kept: the keys of raw keys and of signatures (`Kept`), and the chunks of originals as they
//! lie, whose own keys are records and are sealed again.

use crate::audit::AuditEvent;
use crate::batch::Change;
use crate::binding::bind_all;
use crate::door;
use crate::error::{Error, Result};
use crate::files;
use crate::header::{self, Header};
use crate::keys::{Key, KeyRing};
use crate::passphrase::Passphrase;
use crate::records::Records;
use crate::seal;
use crate::slot::Slot;
use crate::table::{TableId, after_prefix};
use crate::tally::Tally;
use crate::vault::Vault;
use rocksdb::WriteBatch;
use std::sync::Arc;
use types::{Cancel, Timestamp};

/// About so much is sealed in one commit.
const SLICE_BYTES: usize = 8 << 20;
/// And so much is looked at without sealing any of it.
const LOOK_BYTES: usize = 64 << 20;
const ACTION: &str = "rotate keys";

/// What rotating came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotated {
    /// The number of the key in use.
    pub epoch: u32,
    /// Records that were sealed again now.
    pub records: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Who has the header open: the ring, and the wrap key of the passphrase's slot.
struct Held {
    ring: KeyRing,
    slot: usize,
    wrap: Key,
}

/// How far it is.
struct Place {
    table: usize,
    from: Vec<u8>,
}

impl Vault {
    /// Whether new keys are half-way in.
    pub fn is_rotating(&self) -> bool {
        let records = self.records();
        records.keys.oldest() != records.keys.active
    }

    /// Seals everything with a new key and drops the old one; goes on where it was stopped. Others read
    /// and commit meanwhile, except at the end, while all records are read once more. `told` hears how
    /// many of how many records were looked at.
    pub fn rotate(
        &self,
        passphrase: &Passphrase,
        now: Timestamp,
        cancel: &Cancel,
        told: &dyn Fn(u64, u64),
    ) -> Result<Rotated> {
        let held = self.begin_rotation(passphrase, now)?;
        let mut done = Rotated { epoch: held.ring.active, records: 0, bytes: 0 };
        let (mut place, mut looked, total) =
            (Place { table: 0, from: Vec::new() }, 0, self.to_look_at());
        told(0, total);
        while self.reseal_slice(&mut place, &mut done, &mut looked, now)? {
            told(looked.min(total), total);
            if cancel.is_cancelled() {
                return Err(Error::Stopped);
            }
        }
        self.finish_rotation(held, now)?;
        tracing::info!(epoch = done.epoch, records = done.records, "keys rotated");
        Ok(done)
    }

    fn to_look_at(&self) -> u64 {
        let standing = self.standing();
        let tables = TableId::ALL.into_iter().filter(|table| is_sealed(*table));
        let counts = tables.map(|table| match table {
            TableId::Audit => standing.history.commit_seq,
            table => standing.state.part(crate::state::Part::of_table(table)).count,
        });
        counts.sum()
    }

    /// The new key stands in the header before anything is sealed with it.
    fn begin_rotation(&self, passphrase: &Passphrase, now: Timestamp) -> Result<Held> {
        let mut header = door::read(&self.places.header)?;
        let derive = |costs: crate::KdfParams, salt: &[u8]| costs.derive(passphrase, salt);
        let (ring, slot, wrap) = header.unlock_slot(&derive)?;
        let mut held = Held { ring, slot, wrap };
        if held.ring.is_rotating() {
            return Ok(held);
        }
        held.ring = held.ring.with_next()?;
        let mut writer = self.writer()?;
        let records = Records::new(self.id(), &held.ring, Some(self.records().state_epoch))?;
        self.write_header(&mut header, &held)?;
        self.set_records(Arc::new(records));
        let detail = format!("key {} comes in", held.ring.active);
        writer.commit(self.batch(), event(now, detail))?;
        files::sync_folder(&self.places.folder)?;
        Ok(held)
    }

    fn write_header(&self, header: &mut Header, held: &Held) -> Result<()> {
        if header.generation != self.generation() {
            return Err(Error::Damaged("the header changed while the vault was open"));
        }
        for (at, slot) in header.slots.iter_mut().enumerate() {
            match slot.code()? {
                Some((known, public)) => {
                    let created_at = known.created_at;
                    let (id, ring) = (&header.id, &held.ring);
                    *slot = Slot::wrap_for_code(slot.kind, id, ring, &public, created_at)?;
                }
                None if at == held.slot => slot.wrap_again(&header.id, &held.ring, &held.wrap)?,
                None => return Err(Error::SlotUnknown),
            }
        }
        files::check_room(&self.places.folder, header::MAX_LEN)?;
        let (generation, bytes) = header.next(&held.ring)?;
        files::write_durable(&self.places.header, &bytes)?;
        self.set_generation(generation);
        Ok(())
    }

    /// Seals records from a place on; false once all tables are through.
    fn reseal_slice(
        &self,
        place: &mut Place,
        done: &mut Rotated,
        looked: &mut u64,
        now: Timestamp,
    ) -> Result<bool> {
        let Some(table) = TableId::ALL.get(place.table).copied() else { return Ok(false) };
        if !is_sealed(table) {
            *place = Place { table: place.table + 1, from: Vec::new() };
            return Ok(true);
        }
        let mut writer = self.writer()?;
        let records = self.records();
        let (mut write, mut sealed, mut seen) = (WriteBatch::default(), 0, 0);
        let mut tally = Tally::new(&self.core.store, &records, self.standing().state.clone());
        let before = done.records;
        let prefix = vec![table.tag()];
        let from = if place.from.is_empty() { &prefix } else { &place.from };
        let mut found = self.core.store.between(from, after_prefix(&prefix));
        let mut next = None;
        while let Some((raw, frame)) = found.record()? {
            if sealed >= SLICE_BYTES || seen >= LOOK_BYTES {
                next = Some(raw.to_vec());
                break;
            }
            *looked += 1;
            seen += frame.len();
            if let Some(frame) = records.reseal(&records, raw, frame)? {
                sealed += frame.len();
                done.records += 1;
                done.bytes += frame.len() as u64;
                match table {
                    // the chain of entries binds them, no digest
                    TableId::Audit => write.put(raw, frame),
                    _ => {
                        let element = records.element(raw, &frame);
                        tally.take(Change::Put(raw.to_vec(), frame, element), &mut write)?;
                    }
                }
            }
            found.advance();
        }
        drop(found);
        *place = match next {
            Some(from) => Place { table: place.table, from },
            None => Place { table: place.table + 1, from: Vec::new() },
        };
        if sealed > 0 {
            files::check_room(&self.places.folder, sealed)?;
            let state = tally.finish(&mut write)?;
            let detail = format!("{} records of {}", done.records - before, table.name());
            writer.write(write, state, event(now, detail))?;
        }
        Ok(true)
    }

    /// Nothing may be sealed with the old key any more: then the digests get a new key too, and the old
    /// one goes.
    fn finish_rotation(&self, mut held: Held, now: Timestamp) -> Result<()> {
        let mut writer = self.writer()?;
        // what was changed by others must not be bound anew as if it were right
        if let Some(finding) = self.verify()?.findings.into_iter().next() {
            return Err(Error::Differs(finding));
        }
        self.check_all_resealed()?;
        held.ring = held.ring.with_active_only()?;
        let active = held.ring.active;
        let records = Arc::new(Records::new(self.id(), &held.ring, Some(active))?);
        let mut write = WriteBatch::default();
        let leaves = vec![TableId::Leaves.tag()];
        write.delete_range(&leaves, &after_prefix(&leaves));
        let state = bind_all(&self.core.store, &records, &mut write)?;
        self.reseal_asides(&records)?;
        writer.write_with(write, state, records, event(now, format!("key {active} alone")))?;
        self.core.checks.forget();
        // the anchor that the new key opens is there before the old key is not: after the commit it may lag
        self.write_anchor(self.standing().history)?;
        files::sync_folder(&self.places.folder)?;
        let mut header = door::read(&self.places.header)?;
        self.write_header(&mut header, &held)?;
        self.write_anchor(self.standing().history)
    }

    fn check_all_resealed(&self) -> Result<()> {
        let active = self.records().keys.active;
        for table in TableId::ALL.into_iter().filter(|table| is_sealed(*table)) {
            let mut found = self.core.store.all_under(&[table.tag()]);
            while let Some((_, frame)) = found.record()? {
                if seal::epoch_of(frame) != Some(active) {
                    return Err(Error::BadRecord(table));
                }
                found.advance();
            }
        }
        Ok(())
    }
}

/// Whether a table's frames are sealed with its own key, and stay as they are until the end. Leaves and
/// the history are written anew then.
fn is_sealed(table: TableId) -> bool {
    use TableId::{Facets, Leaves, Meta, Originals};
    !matches!(table, Facets | Originals | Meta | Leaves)
}

fn event(at: Timestamp, detail: String) -> AuditEvent {
    AuditEvent { at, action: ACTION, subjects: Vec::new(), detail }
}

#[cfg(test)]
#[cfg(not(feature = "plain-for-tests"))]
mod tests {
    use super::*;
    use crate::{Blob, KdfParams, RecoveryCode, Table};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use types::DocumentId;

    const NOW: Timestamp = Timestamp::from_unix_ms(1);
    const TEXTS: Table<Blob> = Table::new(TableId::Texts);
    const NODES: Table<Blob> = Table::new(TableId::Nodes);
    const ORIGINAL: DocumentId = DocumentId::from_bytes([1; 16]);
    /// Names the folder to the program that is killed.
    const FOLDER: &str = "LOCI_TEST_ROTATE";
    const KILLS: u32 = 50;
    const RECORDS: u32 = 1500;

    fn passphrase() -> Passphrase {
        Passphrase::new("correct horse".to_owned()).unwrap()
    }

    fn open(home: &Path) -> Vault {
        Vault::open(home, &passphrase(), NOW).unwrap()
    }

    fn filled(home: &Path, records: u32) -> Vault {
        let vault = Vault::create(home, &passphrase(), KdfParams::FLOOR, NOW).unwrap();
        let mut batch = vault.batch();
        for number in 0..records {
            let id = number.to_be_bytes();
            batch.put(TEXTS, &[&id, &[0]], &Blob(vec![number as u8; 300])).unwrap();
            batch.put(NODES, &[&id], &Blob(vec![8; 100])).unwrap();
            batch.file(&[b"place", &id], NODES, &id);
        }
        batch.put_original(&ORIGINAL, &[5; 90_000]).unwrap();
        vault.commit(batch, event(NOW, String::new())).unwrap();
        vault
    }

    fn check(vault: &Vault, records: u32) {
        let now = vault.snapshot();
        for number in (0..records).step_by(7) {
            let id = number.to_be_bytes();
            assert_eq!(now.get(TEXTS, &[&id, &[0]]).unwrap().unwrap().0, [number as u8; 300]);
        }
        assert_eq!(now.count(NODES, &[]).unwrap(), u64::from(records));
        assert_eq!(now.filed(&[b"place"], NODES).unwrap().count(), records as usize);
        assert_eq!(now.original(&ORIGINAL).unwrap().unwrap(), [5; 90_000]);
        assert!(vault.verify().unwrap().findings.is_empty());
    }

    fn rotate(vault: &Vault) -> Result<Rotated> {
        vault.rotate(&passphrase(), NOW, &Cancel::default(), &|_, _| {})
    }

    #[test]
    fn everything_gets_a_new_key_while_others_read_and_commit() {
        let dir = tempfile::tempdir().unwrap();
        let vault = filled(dir.path(), 300);
        let (code, _) = vault.add_recovery_code(&passphrase(), NOW).unwrap();
        vault.set_aside(&[b"note"], &"aside".to_owned()).unwrap();
        let (key, public, held) = (
            *vault.records().keys.anchor(1).unwrap().as_bytes(),
            vault.sign(b"x"),
            vault.snapshot(),
        );
        // begun before the first rotation, committed after the second
        let mut late = vault.batch();
        late.put(TEXTS, &[b"late"], &Blob(vec![3; 10])).unwrap();
        late.put_original(&DocumentId::from_bytes([2; 16]), &[9; 70_000]).unwrap();
        let done = rotate(&vault).unwrap();
        assert_eq!(done.epoch, 2);
        assert!(done.records > 600);
        assert_eq!(rotate(&vault).unwrap().epoch, 3);
        vault.commit(late, event(NOW, String::new())).unwrap();
        check(&vault, 300);
        assert_eq!(held.get(TEXTS, &[&7u32.to_be_bytes(), &[0]]).unwrap().unwrap().0, [7; 300]);
        drop(held);
        assert_eq!(vault.sign(b"x"), public, "one public key for life");
        drop(vault);
        let vault = open(dir.path());
        check(&vault, 300);
        let records = vault.records();
        assert!(!vault.is_rotating() && records.keys.oldest() == 3);
        assert_ne!(*records.keys.anchor(3).unwrap().as_bytes(), key);
        assert_eq!(vault.aside::<String>(&[b"note"]).unwrap().as_deref(), Some("aside"));
        assert_eq!(vault.snapshot().get(TEXTS, &[b"late"]).unwrap().unwrap().0, [3; 10]);
        let late = vault.snapshot().original(&DocumentId::from_bytes([2; 16])).unwrap();
        assert_eq!(late.unwrap(), [9; 70_000]);
        drop(vault);
        // the code from before still opens it, and the old header no more
        let code = RecoveryCode::read(&code.written()).unwrap();
        Vault::recover(dir.path(), &code, &passphrase(), NOW).unwrap();
    }

    #[test]
    fn what_was_changed_by_others_is_not_made_right_by_it() {
        let dir = tempfile::tempdir().unwrap();
        let vault = filled(dir.path(), 20);
        let mut write = WriteBatch::default();
        write.delete(vault.records().raw_key(TableId::Nodes, &[&3u32.to_be_bytes()]));
        vault.core.store.write(write).unwrap();
        assert!(matches!(rotate(&vault), Err(Error::Differs(_))));
        drop(vault);
        let vault = open(dir.path());
        assert!(vault.is_rotating());
        assert!(!vault.verify().unwrap().findings.is_empty());
    }

    #[test]
    fn killed_fifty_times_it_goes_on_and_loses_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let vault = filled(dir.path(), RECORDS);
        let begun = Instant::now();
        rotate(&vault).unwrap();
        let whole = begun.elapsed();
        drop(vault);
        let (mut unfinished, mut epochs) = (0, std::collections::BTreeSet::new());
        for round in 0..KILLS {
            let name = "rotating::tests::the_program_that_is_killed";
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args([name, "--exact", "--nocapture"])
                .env(FOLDER, dir.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // from the first moment of its work on, further in each round, until it may end
            let (ready, begun) = (dir.path().join("ready"), Instant::now());
            while !ready.exists() && begun.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(whole * round * 2 / KILLS);
            child.kill().unwrap();
            child.wait().unwrap();
            std::fs::remove_file(ready).unwrap();
            let vault = open(dir.path());
            check(&vault, RECORDS);
            unfinished += u32::from(vault.is_rotating());
            epochs.insert(vault.records().keys.active);
        }
        let vault = open(dir.path());
        rotate(&vault).unwrap();
        check(&vault, RECORDS);
        assert!(!vault.is_rotating());
        assert!(unfinished > 5 && epochs.len() > 2, "{unfinished} cut off, epochs {epochs:?}");
    }

    #[test]
    fn the_program_that_is_killed() {
        let Some(folder) = std::env::var_os(FOLDER) else { return };
        let vault = open(Path::new(&folder));
        std::fs::write(Path::new(&folder).join("ready"), "").unwrap();
        while rotate(&vault).is_ok() {}
    }
}

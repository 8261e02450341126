//! Creating and opening: header, lock, keys, database and anchor, in an order in which a crash at
//! any point leaves either no vault or a whole one.
//!
//! Creating builds the database in `db.new`, then writes anchor and header, then renames `db.new` to
//! `db`. The header is what makes a vault exist; a header with `db.new` and no `db` is finished
//! by the next opening. A database without a header is never touched: a backup of the header may
//! still bring it back.
//!
//! A missing anchor is refused like a rollback, because taking it away would otherwise hide one.
//!
//! A vault from before records were bound is bound by its first opening here: one commit, then the
//! renewed header, then the anchor. A crash between any two leaves a vault that the next opening
//! finishes.

use crate::anchor::{self, Anchor};
use crate::audit::{AuditEntry, AuditEvent, AuditNote, History};
use crate::door::{self, Unlock, by};
use crate::error::{Error, Result};
use crate::files::{self, PrivateFiles, Temporary};
use crate::header::Header;
use crate::keys::{Epoch, KeyRing};
use crate::passphrase::{KdfParams, Passphrase};
use crate::places::{Birth, OpenTimes, Places};
use crate::records::Records;
use crate::recovery::RecoveryCode;
use crate::slot::Slot;
use crate::state::{HistoryRecord, Standing, State};
use crate::store::Store;
use crate::table::TableId;
use crate::vault::{META_PATH, Vault};
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use types::{Timestamp, VaultId};

/// What to do with a database that is behind its anchor, has none, or holds other records than those
/// that were saved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    Refuse,
    Accept,
}

impl Vault {
    /// True where a vault's header is.
    pub fn exists(dir: &Path) -> bool {
        Places::of(dir).header.exists()
    }

    /// Makes a vault in a folder, which is created, and opens it. `now` becomes its time of birth
    /// and that of its first audit entry.
    pub fn create(
        dir: &Path,
        passphrase: &Passphrase,
        kdf: KdfParams,
        now: Timestamp,
    ) -> Result<Self> {
        kdf.check()?;
        let places = Places::of(dir);
        if places.header.exists() {
            return Err(Error::Exists);
        }
        files::make_folder(&places.folder)?;
        let lock = files::lock(&places.lock)?;
        if places.header.exists() {
            return Err(Error::Exists);
        }
        if places.database.exists() {
            return Err(Error::Damaged("there is a database without its header"));
        }
        let mut id = [0u8; VaultId::LEN];
        getrandom::fill(&mut id)?;
        let (id, ring) = (VaultId::from_bytes(id), KeyRing::make()?);
        let started = Instant::now();
        let derive = |costs: KdfParams, salt: &[u8]| costs.derive(passphrase, salt);
        let slot = Slot::wrap(&id, &ring, kdf, &derive)?;
        let kdf_took = started.elapsed();
        let records = Records::new(id, &ring, None)?;
        let history = first_commit(&places, &records, now)?;
        let generation = 1;
        let anchor = Anchor { history, header_generation: generation };
        anchor::write(&places.anchor, &records.keys, &id, anchor)?;
        let header = Header::write(&id, now, generation, &ring, &[slot])?;
        files::write_durable(&places.header, &header)?;
        finish_creation(&places)?;
        let kdf = kdf_took;
        let renewed = None;
        let opened =
            Opened { places, lock, records, created_at: now, generation, renewed, started, kdf };
        opened.check_and_start(Loss::Refuse, now)
    }

    /// Opens a vault. Refuses, and changes nothing, when the database is behind its anchor. `now` is
    /// for the audit entry of a vault from before records were bound, which is bound here.
    pub fn open(dir: &Path, passphrase: &Passphrase, now: Timestamp) -> Result<Self> {
        Opened::unlock(dir, &by(passphrase))?.check_and_start(Loss::Refuse, now)
    }

    /// Opens a copy that nobody else has, changing nothing; it goes with `staged`.
    pub(crate) fn open_read_only(
        places: Places,
        unlock: Unlock<'_>,
        staged: Temporary,
    ) -> Result<Self> {
        let mut opened = Opened::unlock(&places.folder, unlock)?;
        let store = Store::open_read_only(&opened.places.database)?;
        let (history, state, epoch) = read_history(&store, &opened.records)?;
        if let Some(epoch) = epoch {
            opened.records = opened.records.with_state(epoch)?;
        }
        let anchor = anchor::read(&opened.places.anchor, &opened.records.keys, &opened.records.id)?;
        opened.compare(&store, history, anchor)?;
        let state = state.ok_or(Error::Damaged("its records were never bound"))?;
        Ok(opened.start(store, history, state)?.reading_only(staged))
    }

    /// Opens a vault by a recovery code and gives it a new passphrase.
    pub fn recover(
        dir: &Path,
        code: &RecoveryCode,
        new: &Passphrase,
        now: Timestamp,
    ) -> Result<Self> {
        let unlock = |header: &Header| header.unlock_with_code(Slot::RECOVERY, code);
        let vault = Opened::unlock(dir, &unlock)?.check_and_start(Loss::Refuse, now)?;
        vault.set_passphrase(code, new, now)?;
        Ok(vault)
    }

    /// Opens a vault by the code that the system's keychain keeps for it.
    ///
    /// # Errors
    /// As [`Vault::open`]; [`Error::CodeUnknown`] where the code is not of this vault, or not any more.
    pub fn open_with_keychain(dir: &Path, code: &RecoveryCode, now: Timestamp) -> Result<Self> {
        let unlock = |header: &Header| header.unlock_with_code(Slot::KEYCHAIN, code);
        Opened::unlock(dir, &unlock)?.check_and_start(Loss::Refuse, now)
    }

    /// Opens a vault whose database is behind its anchor, whose anchor is gone, or whose records are
    /// not those that were saved, as it is: what is there counts from now on. That this was
    /// accepted, and what, is written to the audit log.
    pub fn open_accepting_loss(
        dir: &Path,
        passphrase: &Passphrase,
        now: Timestamp,
    ) -> Result<Self> {
        Opened::unlock(dir, &by(passphrase))?.check_and_start(Loss::Accept, now)
    }
}

fn first_commit(places: &Places, records: &Records, now: Timestamp) -> Result<History> {
    if places.unfinished.exists() {
        // Left by a creation that was cut off before its header: it holds nothing of anyone's.
        fs::remove_dir_all(&places.unfinished).map_err(Error::file("removed"))?;
    }
    files::make_folder(&places.unfinished)?;
    files::check_room(&places.folder, 0)?;
    let store = Store::create(&places.unfinished)?;
    let event = AuditEvent {
        at: now,
        action: "create vault",
        subjects: vec![records.id.to_string()],
        detail: String::new(),
    };
    let state = State::default();
    let entry = AuditEntry::after(History::START, event, AuditNote::default(), state.hash());
    let mut write = rocksdb::WriteBatch::default();
    crate::vault::write_history(records, &entry, &state, &mut write)?;
    store.write(write)?;
    store.flush()?;
    Ok(entry.history())
}

fn finish_creation(places: &Places) -> Result<()> {
    fs::rename(&places.unfinished, &places.database).map_err(Error::file("put in place"))?;
    files::sync_folder(&places.folder)
}

/// A vault whose keys are there and whose database is still closed.
struct Opened {
    places: Places,
    lock: File,
    records: Records,
    created_at: Timestamp,
    generation: u64,
    /// The next header and its generation, where this one is from before records were bound.
    renewed: Option<(u64, Vec<u8>)>,
    started: Instant,
    kdf: Duration,
}

impl Opened {
    fn unlock(dir: &Path, unlock: Unlock<'_>) -> Result<Self> {
        let started = Instant::now();
        let places = Places::of(dir);
        if !places.header.exists() {
            return Err(if places.database.exists() {
                Error::Damaged("the header is missing")
            } else {
                Error::Missing
            });
        }
        let lock = files::lock(&places.lock)?;
        let header = door::read(&places.header)?;
        let derived = Instant::now();
        let ring = unlock(&header)?;
        let kdf = derived.elapsed();
        let records = Records::new(header.id, &ring, None)?;
        let (created_at, generation) = (header.created_at, header.generation);
        let renewed = header.renewed(&ring)?;
        Ok(Self { places, lock, records, created_at, generation, renewed, started, kdf })
    }

    fn check_and_start(mut self, loss: Loss, now: Timestamp) -> Result<Vault> {
        if !self.places.database.exists() && self.places.unfinished.exists() {
            finish_creation(&self.places)?;
        }
        if !self.places.database.exists() {
            return Err(Error::Damaged("the database is missing"));
        }
        // Looked at without a change first, so that a refusal leaves every file as it was.
        let before = Store::open_read_only(&self.places.database)?;
        let (history, state, epoch) = read_history(&before, &self.records)?;
        if let Some(epoch) = epoch {
            self.records = self.records.with_state(epoch)?;
        }
        let anchored = anchor::read(&self.places.anchor, &self.records.keys, &self.records.id);
        // its header changed, and the commit that was to tell of it did not come
        let untold = matches!(&anchored, Ok(anchor) if anchor.header_generation < self.generation);
        let standing = anchored.and_then(|anchor| self.compare(&before, history, anchor));
        drop(before);
        let lost = match (standing, loss) {
            (Ok(_), _) => None,
            (Err(lost @ (Error::BehindAnchor { .. } | Error::AnchorMissing)), Loss::Accept) => {
                Some(lost)
            }
            (Err(refused), _) => return Err(refused),
        };
        // the header was renewed after the records were bound, so that these are older
        if state.is_none() && self.renewed.is_none() && loss == Loss::Refuse {
            return Err(Error::Damaged("the history is older than the header says"));
        }
        if self.places.checkpoint.exists() {
            // left by a backup that was cut off
            fs::remove_dir_all(&self.places.checkpoint).map_err(Error::file("removed"))?;
        }
        let store = Store::open(&self.places.database)?;
        if read_history(&store, &self.records)?.0 != history {
            return Err(Error::Damaged("the database changed while it was opened"));
        }
        let renewed = self.renewed.clone();
        let vault = self.start(store, history, state.clone().unwrap_or_default())?;
        vault.files.sweep()?;
        match loss {
            Loss::Accept => vault.accept(lost, state.is_some(), now)?,
            Loss::Refuse if state.is_none() => vault.bind(event(&vault, now, "bind records"))?,
            Loss::Refuse => {}
        }
        if let Some((generation, header)) = renewed {
            files::write_durable(&vault.places.header, &header)?;
            vault.set_generation(generation);
        } else if untold {
            vault.commit(vault.batch(), event(&vault, now, "header changed"))?;
        }
        // After a crash it may lag behind; written whenever it is not this very one.
        let current = vault.anchor(vault.standing().history);
        let records = vault.records();
        if anchor::read(&vault.places.anchor, &records.keys, &records.id).ok() != Some(current) {
            vault.write_anchor(current.history)?;
        }
        Ok(vault)
    }

    fn start(self, store: Store, history: History, state: State) -> Result<Vault> {
        let files = PrivateFiles::new(self.places.database.clone());
        let rest = self.started.elapsed().saturating_sub(self.kdf);
        let times = OpenTimes { kdf: self.kdf, rest };
        let (kdf_ms, rest_ms) = (self.kdf.as_millis() as u64, rest.as_millis() as u64);
        tracing::info!(commit_seq = history.commit_seq, kdf_ms, rest_ms, "vault opened");
        let Self { places, lock, records, created_at, generation, .. } = self;
        let birth = Birth { created_at, times, generation: generation.into() };
        let records = Arc::new(records);
        Ok(Vault::new(store, places, files, lock, birth, Standing { history, state, records }))
    }

    /// Whether the database may be what the anchor remembers, or a later state of it.
    fn compare(&self, store: &Store, history: History, anchor: Anchor) -> Result<()> {
        if self.generation < anchor.header_generation {
            return Err(Error::Damaged("the header is older than the anchor says"));
        }
        let past = anchor.history;
        if history.commit_seq < past.commit_seq {
            let (database, anchor) = (history.commit_seq, past.commit_seq);
            return Err(Error::BehindAnchor { database, anchor });
        }
        // The anchored commit must be part of this database's own past.
        if read_entry(store, &self.records, past.commit_seq)?.history() != past {
            return Err(Error::Damaged("the audit log is not the one that the anchor knows"));
        }
        Ok(())
    }
}

impl Vault {
    /// Puts on record that what differs from what was saved was given up, and binds what is there.
    fn accept(&self, lost: Option<Error>, is_bound: bool, now: Timestamp) -> Result<()> {
        let differs = if is_bound { self.verify()?.findings } else { Vec::new() };
        let given_up = lost.map(|lost| lost.to_string());
        let told = given_up.into_iter().chain(differs.iter().map(ToString::to_string));
        let detail = told.collect::<Vec<_>>().join("; ");
        match (detail.is_empty(), is_bound) {
            (true, true) => return Ok(()),
            (true, false) => return self.bind(event(self, now, "bind records")),
            (false, _) => {}
        }
        let event = AuditEvent { detail, ..event(self, now, "accept loss") };
        if is_bound && differs.is_empty() {
            return self.commit(self.batch(), event).map(drop);
        }
        self.bind(event)
    }
}

fn event(vault: &Vault, at: Timestamp, action: &'static str) -> AuditEvent {
    AuditEvent { at, action, subjects: vec![vault.id().to_string()], detail: String::new() }
}

/// Where the database says it stands, its last audit entry agreeing, and whose key its digests are made
/// with; without a state where its records were never bound.
fn read_history(
    store: &Store,
    records: &Records,
) -> Result<(History, Option<State>, Option<Epoch>)> {
    let raw = records.raw_key(TableId::Meta, &[META_PATH]);
    let frame = store.get(&raw)?.ok_or(Error::Damaged("the database holds no history"))?;
    let record: HistoryRecord = records.open(TableId::Meta, &raw, &frame)?;
    let (history, state) = (record.history(), record.state()?);
    let last = read_entry(store, records, history.commit_seq)?;
    if last.history() != history || last.state != state.as_ref().map(State::hash) {
        return Err(Error::Damaged("the audit log does not end where it should"));
    }
    Ok((history, state, record.state_epoch()))
}

fn read_entry(store: &Store, records: &Records, seq: u64) -> Result<AuditEntry> {
    let raw = records.raw_key(TableId::Audit, &[&seq.to_be_bytes()]);
    let frame = store.get(&raw)?.ok_or(Error::Damaged("an audit entry is missing"))?;
    records.open(TableId::Audit, &raw, &frame)
}

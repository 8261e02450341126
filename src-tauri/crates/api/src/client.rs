//! A program's way to the profile: its own hold on it, or a link to whoever holds it. A command need not
//! know which.

use crate::{Caller, Config, Host, Link, ProgressFn, Serving, Who, as_owner, is_reading, serve};
use engine::Source;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::{Duration, Instant},
};
use types::{
    BackupReport, BackupRequest, ErrorCode, IngestAnswer, IngestOptions, LockState, Problem,
    RegenerateRequest, Regeneration, VaultInfo,
};

/// How long to wait for a holder that does not answer yet, or does no longer.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(50);

/// What is known of the holder when a passphrase is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody holds the profile.
    Nobody,
    /// The app is open, and the vault locked.
    Locked,
}

/// A program's way to the profile.
pub struct Client {
    host: Arc<Host>,
    held: OnceLock<Link>,
    serving: Mutex<Option<Serving>>,
}

impl Client {
    /// Neither holds the profile nor asks anyone yet.
    pub fn new(config: Config) -> Self {
        let host = Arc::new(Host::new(config));
        Self { host, held: OnceLock::new(), serving: Mutex::default() }
    }

    /// This process's own hold, for what needs no vault.
    pub fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// What it runs with.
    pub fn config(&self) -> &Config {
        self.host.config()
    }

    /// Asks whoever holds the vault open, else opens it here with what `passphrase` gives, and lets
    /// others ask meanwhile.
    pub fn enter(
        &self,
        passphrase: &mut dyn FnMut(Holder) -> Result<String, Problem>,
    ) -> Result<(), Problem> {
        let began = Instant::now();
        loop {
            let holder = match self.find()? {
                Some(LockState::Unlocked) => return Ok(()),
                Some(_) => Holder::Locked,
                None => Holder::Nobody,
            };
            let given = passphrase(holder)?;
            match as_owner("terminal", "", || self.host.unlock(given)) {
                Err(problem)
                    if problem.code == ErrorCode::VaultInUse && began.elapsed() < PATIENCE =>
                {
                    std::thread::sleep(PAUSE);
                }
                opened => return opened.map(|_: VaultInfo| self.serve()),
            }
        }
    }

    /// Opens the vault here by the system's keychain, and lets others ask meanwhile.
    pub fn enter_with_keychain(&self) -> Result<(), Problem> {
        as_owner("terminal", "", || self.host.unlock_with_keychain())?;
        self.serve();
        Ok(())
    }

    /// Looks for a holder, and keeps the way to it where its vault is open.
    pub fn find(&self) -> Result<Option<LockState>, Problem> {
        if self.held.get().is_some() {
            return Ok(Some(LockState::Unlocked));
        }
        let link = Link::connect(self.host.config(), Who::Terminal)?;
        let state = link.as_ref().map(Link::state);
        if let Some(link) = link.filter(|link| link.state() == LockState::Unlocked) {
            let _ = self.held.set(link);
        }
        Ok(state)
    }

    /// Lets other programs ask as long as this one holds the vault.
    pub fn serve(&self) {
        match serve(&self.host) {
            Ok(serving) => *self.serving() = serving,
            // it works without
            Err(problem) => tracing::warn!(code = ?problem.code, "the socket is not served"),
        }
    }

    /// Locks what was opened here, once nobody is in the middle of something.
    pub fn leave(&self) -> Result<(), Problem> {
        let serving = self.serving().take();
        if let Some(serving) = serving {
            serving.close();
        }
        if self.held.get().is_some() { Ok(()) } else { self.host.lock() }
    }

    /// Runs a command of the table.
    pub fn call(&self, command: &str, mut request: Value) -> Result<Value, Problem> {
        if is_reading(command) && request.get("reason").is_none_or(Value::is_null) {
            // for all that reads, once in a terminal's session
            if let (Some(fields), Ok(reason)) =
                (request.as_object_mut(), std::env::var("LOCI_REASON"))
            {
                fields.insert("reason".to_owned(), reason.into());
            }
        }
        match self.held.get() {
            Some(link) => {
                // the holder stands in another folder
                if let Some(Value::String(path)) = request.get_mut("path") {
                    *path = absolute(Path::new(path))?;
                }
                link.call(command, request, &|_| {})
            }
            None => self.host.call(Caller::Terminal, command, request),
        }
    }

    /// Takes documents in from wherever they come.
    pub fn ingest_sources(
        &self,
        sources: Vec<Source>,
        options: &IngestOptions,
        progress: ProgressFn<'_>,
    ) -> Result<IngestAnswer, Problem> {
        let Some(link) = self.held.get() else {
            return as_owner("terminal", "", || {
                self.host.ingest_sources(sources, options, progress)
            });
        };
        let (mut paths, mut files) = (Vec::new(), Vec::new());
        for source in sources {
            match source {
                // the holder stands in another folder
                Source::Path(path) => paths.push(absolute(&path)?),
                Source::Bytes { name, bytes } => files.push((name, bytes)),
                // a watched folder's, which its holder takes in itself
                Source::Version { .. } => return Err(elsewhere()),
            }
        }
        let ask = json!({ "paths": paths, "options": options });
        read(link.call_with("ingest", ask, &files, progress)?)
    }

    /// Takes in what changed in a watched folder.
    pub fn take_changes(
        &self,
        folder: &str,
        progress: ProgressFn<'_>,
    ) -> Result<IngestAnswer, Problem> {
        match self.held.get() {
            Some(link) => {
                let ask = json!({ "path": absolute(Path::new(folder))? });
                read(link.call("watch_take", ask, progress)?)
            }
            None => as_owner("terminal", "", || self.host.take_changes(folder, progress)),
        }
    }

    /// Makes a collection's knowledge anew, or plans it.
    pub fn regenerate(
        &self,
        request: &RegenerateRequest,
        progress: ProgressFn<'_>,
    ) -> Result<Regeneration, Problem> {
        match self.held.get() {
            Some(link) => {
                let ask = crate::table::encode(request)?;
                read(link.call("documents_regenerate", ask, progress)?)
            }
            None => as_owner("terminal", "", || self.host.regenerate(request, progress)),
        }
    }

    /// Copies the vault to a folder.
    pub fn backup(
        &self,
        mut request: BackupRequest,
        told: &dyn Fn(u64, u64),
    ) -> Result<BackupReport, Problem> {
        let Some(link) = self.held.get() else {
            return as_owner("terminal", "", || self.host.backup(&request, told));
        };
        if let Some(folder) = &mut request.folder {
            *folder = absolute(Path::new(folder))?;
        }
        read(link.call("vault_backup", crate::table::encode(&request)?, &|_| {})?)
    }

    /// A document's original bytes.
    pub fn original(&self, document: &str, reason: &str) -> Result<Vec<u8>, Problem> {
        match self.held.get() {
            Some(link) => {
                let ask = json!({ "document": document, "reason": reason });
                link.fetch("documents_original", ask)
            }
            None => as_owner("terminal", reason, || self.host.original(document)),
        }
    }

    /// Asks what runs to stop at its next safe edge; elsewhere an ingest alone.
    pub fn cancel(&self) {
        if self.held.get().is_none() {
            self.host.cancel_ingest();
            return self.host.cancel_upkeep();
        }
        // the way is taken by the ingest itself: another one
        let asked = Link::connect(self.host.config(), Who::Terminal);
        if let Ok(Some(link)) = asked
            && let Err(problem) = link.call("ingest_cancel", json!({}), &|_| {})
        {
            tracing::warn!(code = ?problem.code, "the ingest was not stopped");
        }
    }

    fn serving(&self) -> MutexGuard<'_, Option<Serving>> {
        self.serving.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn elsewhere() -> Problem {
    let hint = "Use `watch take`.";
    Problem::new(ErrorCode::VaultInUse, "Another program holds this vault open.", hint)
}

fn absolute(path: &Path) -> Result<String, Problem> {
    let hint = "Give a path whose name is UTF-8.";
    let unsayable = || Problem::new(ErrorCode::Usage, "That path cannot be passed on.", hint);
    let path = std::path::absolute(path).map_err(|_| unsayable())?;
    path.into_os_string().into_string().map_err(|_| unsayable())
}

fn read<T: DeserializeOwned>(answer: Value) -> Result<T, Problem> {
    serde_json::from_value(answer).map_err(|_| {
        let hint = "Update both programs to the same version.";
        Problem::new(ErrorCode::Internal, "The answer could not be read.", hint)
    })
}

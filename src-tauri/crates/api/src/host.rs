//! One process's hold on one profile: locked or unlocked, and what is running.

use crate::{Config, socket::Connections};
use engine::{Done, Palace, Passphrase, Resources, Source, Tries};
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use types::{
    Cancel, Certificate, CertificateCheck, DocumentView, ErrorCode, IngestAnswer, IngestEvent,
    IngestOptions, IngestPreview, IngestRequest, JobProgress, LockState, Problem,
    RegenerateRequest, Regeneration, SafetyView, Status, SweepReport, SweepRequest, VaultInfo,
};

/// Told of progress as it happens, from any thread.
pub type ProgressFn<'a> = &'a (dyn Fn(IngestEvent) + Sync);

/// What the state mutex guards.
struct Open {
    palace: Option<Arc<Palace>>,
    last_use: Instant,
}

/// One process's hold on one profile. Shared by all of its threads.
pub struct Host {
    config: Config,
    resources: Arc<Resources>,
    open: Mutex<Open>,
    cancel: Mutex<Cancel>,
    /// Whether documents are being taken in.
    ingesting: AtomicBool,
    /// Whether a person waits for that: it keeps the vault open.
    attended: AtomicBool,
    /// Held by whichever long job runs: an ingest, or the background refining that gives way to it.
    job: Mutex<()>,
    /// Whether what waited at the last unlock has been refined.
    refined: AtomicBool,
    /// How far a backup or new keys are.
    progress: Mutex<JobProgress>,
    /// Programs that ask over the socket.
    connections: Connections,
    /// Stops those.
    upkeep: Mutex<Cancel>,
    /// Why the window looks at what is regulated, until the vault is locked.
    pub(crate) why: Mutex<String>,
}

/// For whom a job runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// Somebody who waits for it.
    Person,
    /// Nobody: a watched folder.
    Nobody,
}

/// A mark that is set while this lives, and is taken back however that ends.
struct Mark<'a>(&'a AtomicBool);

impl<'a> Mark<'a> {
    /// `None` where it is set already.
    fn set(mark: &'a AtomicBool) -> Option<Self> {
        (!mark.swap(true, Ordering::SeqCst)).then_some(Self(mark))
    }
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl Host {
    /// Holds the profile, locked.
    pub fn new(config: Config) -> Self {
        let resources = Arc::new(config.resources());
        let open = Open { palace: None, last_use: Instant::now() };
        Self {
            config,
            resources,
            open: Mutex::new(open),
            cancel: Mutex::default(),
            ingesting: AtomicBool::new(false),
            attended: AtomicBool::new(false),
            job: Mutex::new(()),
            refined: AtomicBool::new(false),
            progress: Mutex::new(JobProgress { done: 0, total: 0 }),
            connections: Connections::default(),
            upkeep: Mutex::default(),
            why: Mutex::default(),
        }
    }

    /// The open palace; using it puts the idle lock off.
    pub(crate) fn palace(&self) -> Result<Arc<Palace>, Problem> {
        self.palace_for(For::Person)
    }

    fn palace_for(&self, whom: For) -> Result<Arc<Palace>, Problem> {
        let mut open = self.open();
        if whom == For::Person {
            open.last_use = Instant::now();
        }
        let palace = open.palace.clone().ok_or_else(|| {
            Problem::new(ErrorCode::Locked, "The vault is locked.", "Unlock it first.")
        })?;
        palace.damage().map_or(Ok(palace), Err)
    }

    /// The open palace, for what runs by itself: none where its records were found to differ.
    pub(crate) fn sound(&self) -> Option<Arc<Palace>> {
        self.open().palace.clone().filter(|palace| palace.damage().is_none())
    }

    /// Whether the vault is locked, or not there.
    pub fn is_locked(&self) -> bool {
        self.open().palace.is_none()
    }

    /// The open palace for a program that is no person's: it does not put the idle lock off.
    pub(crate) fn palace_for_agent(&self) -> Result<Arc<Palace>, Problem> {
        self.palace_for(For::Nobody).map_err(|problem| match problem.code {
            ErrorCode::Locked => Problem { hint: "Unlock it in the app.".to_owned(), ..problem },
            _ => problem,
        })
    }

    /// What the process runs with.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Programs that ask over the socket.
    pub(crate) fn connections(&self) -> &Connections {
        &self.connections
    }

    /// Whether there is a vault, and whether it is open.
    pub fn lock_state(&self) -> LockState {
        match (self.is_locked(), Palace::exists(&self.config.vault_folder())) {
            (false, _) => LockState::Unlocked,
            (true, true) => LockState::Locked,
            (true, false) => LockState::NoVault,
        }
    }

    /// The open palace as it is, sound or not.
    pub(crate) fn open_palace(&self) -> Option<Arc<Palace>> {
        self.open().palace.clone()
    }

    /// Whether documents are being taken in.
    pub(crate) fn is_ingesting(&self) -> bool {
        self.ingesting.load(Ordering::SeqCst)
    }

    /// What the process lends, to be kept.
    pub(crate) fn shared_resources(&self) -> &Arc<Resources> {
        &self.resources
    }

    /// What the process lends to whatever it opens.
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Resources for a temporary vault of its own (`eval`, `bench`).
    pub fn fresh_resources(&self) -> Resources {
        self.config.resources()
    }

    /// What the window shows first.
    pub fn status(&self) -> Result<Status, Problem> {
        let palace = self.open().palace.clone();
        let vault = palace.map(|palace| info(&palace)).transpose()?;
        let state = match &vault {
            Some(_) => LockState::Unlocked,
            None => self.lock_state(),
        };
        Ok(Status {
            profile: self.config.profile.as_str().to_owned(),
            state,
            vault,
            idle_lock_s: self.idle_lock().as_secs() as u32,
            clipboard_clear_s: self.safety().map_or(60, |set| set.clipboard_clear_s),
            warnings: self.resources.warnings(),
            wait_s: if state == LockState::Locked { self.wait_s() } else { 0 },
            keychain: self.offers_keychain(),
        })
    }

    /// Does what takes the passphrase. After some wrong ones each makes the next answer slower, whoever
    /// asks and whatever was restarted in between.
    pub(crate) fn trying<T>(
        &self,
        passphrase: String,
        run: impl FnOnce(&Passphrase) -> engine::Result<T>,
    ) -> Result<T, Problem> {
        let given =
            Passphrase::new(passphrase).map_err(|error| engine::Error::from(error).problem())?;
        let mut tries = Tries::of(&self.config.vault_folder());
        std::thread::sleep(tries.wait(self.resources.now()));
        match run(&given) {
            Ok(done) => {
                let (failed, last) = (tries.failed(), tries.last());
                let noted = self.open_palace().map(|palace| palace.note_failures(failed, last));
                // what could not be put on record stays counted
                if failed > 0 && noted.is_none_or(|noted| noted.is_ok()) {
                    tries.clear();
                }
                Ok(done)
            }
            Err(error) => {
                let problem = error.problem();
                if problem.code == ErrorCode::WrongPassphrase
                    && let Err(unwritten) = tries.add(self.resources.now())
                {
                    tracing::warn!(code = ?unwritten.problem().code, "a wrong try was not noted");
                }
                Err(problem)
            }
        }
    }

    /// Once after each unlock: compares every record with what was last saved, a slice at a time,
    /// at rest four times as long as at work. For a background thread of its own to call now and then.
    pub fn look_through(&self) {
        loop {
            // let go of between slices, so that a lock need not wait
            let Some(palace) = self.open().palace.clone() else { return };
            let began = Instant::now();
            let more = palace.look_through();
            drop(palace);
            if !more {
                return;
            }
            std::thread::sleep(began.elapsed() * 4);
        }
    }

    pub(crate) fn enter(
        &self,
        passphrase: String,
        open: impl FnOnce(&Passphrase, Arc<Resources>) -> engine::Result<Palace>,
    ) -> Result<VaultInfo, Problem> {
        if let Some(palace) = &self.open().palace {
            return info(palace);
        }
        let palace =
            self.trying(passphrase, |given| self.hold(|resources| open(given, resources)))?;
        self.entered(&palace)
    }

    /// Opens the palace and keeps it.
    pub(crate) fn hold(
        &self,
        open: impl FnOnce(Arc<Resources>) -> engine::Result<Palace>,
    ) -> engine::Result<Arc<Palace>> {
        let mut state = self.open();
        let palace = match &state.palace {
            // another call was faster
            Some(palace) => Arc::clone(palace),
            None => Arc::new(open(Arc::clone(&self.resources))?),
        };
        *state = Open { palace: Some(Arc::clone(&palace)), last_use: Instant::now() };
        Ok(palace)
    }

    /// What is due once the palace is open.
    pub(crate) fn entered(&self, palace: &Palace) -> Result<VaultInfo, Problem> {
        palace.note_unlock();
        let info = info(palace)?;
        self.refined.store(false, Ordering::SeqCst);
        Ok(info)
    }

    /// Stops what runs at its next safe edge, closes the vault and wipes its keys.
    pub fn lock(&self) -> Result<(), Problem> {
        self.lock_telling(|| {})
    }

    /// The same; calls `told` once no new call gets in, before it waits for those that run.
    pub fn lock_telling(&self, told: impl FnOnce()) -> Result<(), Problem> {
        self.cancel_ingest();
        self.cancel_upkeep();
        let palace = self.open().palace.take();
        self.look_because(String::new());
        told();
        let Some(mut palace) = palace else { return Ok(()) };
        loop {
            // running calls hold the palace too; each ends at its next safe edge
            match Arc::try_unwrap(palace) {
                Ok(last) => {
                    if let Err(error) = last.seal_trail() {
                        tracing::warn!(code = ?error.problem().code, "no checkpoint at lock");
                    }
                    return last.close().map_err(|error| error.problem());
                }
                Err(shared) => palace = shared,
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the vault is open and nobody used it, or waited for it, for the idle time.
    pub fn is_idle(&self) -> bool {
        let idle_lock = self.idle_lock();
        let open = self.open();
        let unused = open.palace.is_some() && open.last_use.elapsed() >= idle_lock;
        unused && !self.attended.load(Ordering::SeqCst)
    }

    /// As the person set it in the open vault.
    fn idle_lock(&self) -> Duration {
        let set = self.safety();
        set.map_or(self.config.idle_lock, |set| Duration::from_secs(u64::from(set.idle_lock_s)))
    }

    /// What is set in the open vault.
    fn safety(&self) -> Option<SafetyView> {
        let palace = self.open().palace.clone();
        palace.and_then(|palace| palace.snapshot().safety().ok())
    }

    /// How far a backup or new keys are.
    pub fn progress(&self) -> JobProgress {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a long job that says how far it is, and that a person waits for.
    pub(crate) fn telling<T>(
        &self,
        told: Done<'_>,
        run: impl FnOnce(&Cancel, Done<'_>) -> engine::Result<T>,
    ) -> engine::Result<T> {
        let attended = Mark::set(&self.attended);
        let cancel = self.new_upkeep();
        let set = |done, total| {
            *self.progress.lock().unwrap_or_else(PoisonError::into_inner) =
                JobProgress { done, total };
        };
        let answer = run(&cancel, &|done, total| {
            set(done, total);
            told(done, total);
        });
        set(0, 0);
        drop(attended);
        self.open().last_use = Instant::now();
        answer
    }

    /// Takes files and folders in.
    pub fn ingest(
        &self,
        request: IngestRequest,
        progress: ProgressFn<'_>,
    ) -> Result<IngestAnswer, Problem> {
        let sources = request.paths.into_iter().map(|path| Source::Path(PathBuf::from(path)));
        self.ingest_sources(sources.collect(), &request.options, progress)
    }

    /// Takes documents in from wherever they come.
    pub fn ingest_sources(
        &self,
        sources: Vec<Source>,
        options: &IngestOptions,
        progress: ProgressFn<'_>,
    ) -> Result<IngestAnswer, Problem> {
        self.job(For::Person, progress, |palace, cancel| {
            palace.ingest(sources, options, cancel, progress)
        })
    }

    /// Takes in what changed in a watched folder.
    pub fn take_changes(
        &self,
        folder: &str,
        progress: ProgressFn<'_>,
    ) -> Result<IngestAnswer, Problem> {
        self.take_changes_for(For::Person, folder, progress)
    }

    fn take_changes_for(
        &self,
        whom: For,
        folder: &str,
        progress: ProgressFn<'_>,
    ) -> Result<IngestAnswer, Problem> {
        self.job(whom, progress, |palace, cancel| palace.take_changes(folder, cancel, progress))
    }

    /// Makes a collection's knowledge anew, or plans it.
    pub fn regenerate(
        &self,
        request: &RegenerateRequest,
        progress: ProgressFn<'_>,
    ) -> Result<Regeneration, Problem> {
        if request.dry_run {
            let plan = self.palace()?.regenerate(request, &Cancel::default(), progress);
            return plan.map_err(|error| error.problem());
        }
        self.job(For::Person, progress, |palace, cancel| {
            palace.regenerate(request, cancel, progress)
        })
    }

    /// Makes one document the later version of another.
    pub fn supersede(&self, later: &str, earlier: &str) -> Result<DocumentView, Problem> {
        self.job(For::Person, &|_| {}, |palace, cancel| {
            let now = palace.snapshot();
            let (later, earlier) = (now.resolve(later)?, now.resolve(earlier)?);
            drop(now);
            palace.supersede(&later, &earlier, cancel)
        })
    }

    /// Scores what changed since the last sweep. Gives way to an ingest and to the lock, and says how far it
    /// came.
    pub fn sweep(&self, request: &SweepRequest) -> Result<SweepReport, Problem> {
        let palace = self.palace()?;
        match self.give_way(|cancel| palace.sweep(request, cancel)) {
            Some(swept) => swept.map_err(|error| error.problem()),
            None => Err(Problem::new(
                ErrorCode::Cancelled,
                "Documents are being taken in. Nothing was swept.",
                "They are assessed as they come in; sweep again afterwards.",
            )),
        }
    }

    /// Sweeps in the background where something waits for it. For a background thread to call now and
    /// then.
    pub fn sweep_tick(&self) {
        let Some(palace) = self.sound() else { return };
        if !palace.sweep_due() {
            return;
        }
        if let Some(Err(error)) =
            self.give_way(|cancel| palace.sweep(&SweepRequest::default(), cancel))
        {
            tracing::info!(code = ?error.problem().code, "sweeping stopped");
        }
    }

    /// Runs what an ingest and the lock may stop at any time. `None` where one of them came first.
    fn give_way<T>(&self, run: impl FnOnce(&Cancel) -> T) -> Option<T> {
        if self.ingesting.load(Ordering::SeqCst) {
            return None;
        }
        let _job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        let cancel = self.new_cancel();
        // what came in between cancelled too early for us to see
        let open = !self.ingesting.load(Ordering::SeqCst) && !self.is_locked();
        open.then(|| run(&cancel))
    }

    /// Runs one long job at a time that takes documents in, then lets the better model catch up.
    fn job<T>(
        &self,
        whom: For,
        progress: ProgressFn<'_>,
        run: impl FnOnce(&Palace, &Cancel) -> engine::Result<T>,
    ) -> Result<T, Problem> {
        let palace = self.palace_for(whom)?;
        let Some(_ingesting) = Mark::set(&self.ingesting) else {
            return Err(Problem::new(
                ErrorCode::Usage,
                "Documents are being taken in already.",
                "Wait until they are in, or cancel them.",
            ));
        };
        let attended = (whom == For::Person).then(|| Mark::set(&self.attended));
        self.cancel_ingest();
        let _job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        let cancel = self.new_cancel();
        // a lock that came in between cancelled too early for us to see
        self.palace_for(whom)?;
        let answer = run(&palace, &cancel).map_err(|error| error.problem());
        if answer.is_ok() && !cancel.is_cancelled() {
            // what is not refined now is refined by the next ingest; the documents are in
            if let Err(error) = palace.refine(&cancel, progress) {
                tracing::warn!(code = ?error.problem().code, "refining stopped");
            }
        }
        if attended.is_some() {
            self.open().last_use = Instant::now();
        }
        answer
    }

    /// Looks at the watched folders, and takes in what may be taken in without asking. For a
    /// background thread to call now and then; an open vault only, and never beside an ingest.
    pub fn watch_tick(&self) {
        let Some(palace) = self.sound() else { return };
        if self.ingesting.load(Ordering::SeqCst) {
            return;
        }
        let looked =
            palace.look().and_then(|list| Ok((list, palace.snapshot().automatic_folders()?)));
        drop(palace);
        let (list, automatic) = match looked {
            Ok(looked) => looked,
            Err(error) => {
                tracing::warn!(code = ?error.problem().code, "watched folders not looked at");
                return;
            }
        };
        for folder in list.folders {
            let waiting = !folder.changed.is_empty() || !folder.new.is_empty();
            if waiting
                && automatic.contains(&folder.path)
                && let Err(problem) = self.take_changes_for(For::Nobody, &folder.path, &|_| {})
            {
                tracing::warn!(code = ?problem.code, "changes not taken in");
            }
        }
    }

    /// Once after each unlock: goes on with what the better model had not read when the vault was
    /// closed. Gives way to an ingest and to the lock. For a background thread to call now and then.
    pub fn refine_waiting(&self) {
        let Some(palace) = self.sound() else { return };
        if self.refined.swap(true, Ordering::SeqCst) {
            return;
        }
        match self.give_way(|cancel| palace.refine(cancel, &|_| {})) {
            Some(Ok(passages)) => tracing::info!(passages, "refined in the background"),
            Some(Err(error)) => tracing::info!(code = ?error.problem().code, "refining stopped"),
            // the ingest refines by itself
            None => {}
        }
    }

    fn new_cancel(&self) -> Cancel {
        let cancel = Cancel::default();
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = cancel.clone();
        cancel
    }

    pub(crate) fn new_upkeep(&self) -> Cancel {
        let cancel = Cancel::default();
        *self.upkeep.lock().unwrap_or_else(PoisonError::into_inner) = cancel.clone();
        cancel
    }

    /// Asks a running backup, or new keys on their way in, to stop at the next safe edge.
    pub fn cancel_upkeep(&self) {
        self.upkeep.lock().unwrap_or_else(PoisonError::into_inner).cancel();
    }

    /// Asks a running ingest to stop at its next safe edge.
    pub fn cancel_ingest(&self) {
        self.cancel.lock().unwrap_or_else(PoisonError::into_inner).cancel();
    }

    /// What dropping these paths would bring.
    pub fn preview(&self, paths: Vec<String>) -> IngestPreview {
        engine::preview(paths.into_iter().map(PathBuf::from).collect())
    }

    /// Whether a certificate is what a vault signed, and where one is open, whether it was that one.
    pub fn check_certificate(
        &self,
        certificate: &Certificate,
    ) -> Result<CertificateCheck, Problem> {
        let checked = match self.is_locked() {
            true => engine::check_certificate(certificate),
            false => self.palace()?.check_certificate(certificate),
        };
        checked.map_err(|error| error.problem())
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn info(palace: &Palace) -> Result<VaultInfo, Problem> {
    palace.info().map_err(|error| error.problem())
}

//! Random histories of a palace, run beside a plain model: documents come and go, a person's nodes are
//! made, changed, merged and tied, keys are renewed, backups made and restored; the palace is closed, let
//! go, or its program killed in the middle, with what a power cut may take. What was acknowledged is there
//! afterwards, and of what was under way all or nothing. With `LOCI_TORTURE` a thousand; a history that fails
//! is made shorter, and its seed is kept in `regressions`. The program is its own worker and its own
//! victim, so it has no test harness.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, missing_docs)]

#[path = "../common/mod.rs"]
mod common;
mod doing;
mod killing;
mod model;

use doing::{Wrong, act, passphrase, resources, seen, sound};
use engine::{KdfParams, Palace, Resources, restore};
use killing::Killed;
use model::{Deed, End, Model, Op, Restore, Session};
use proptest::test_runner::{Config, FileFailurePersistence, TestCaseError, TestError, TestRunner};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// Histories of an ordinary run, and of a long one.
const FEW: u32 = 40;
const MANY: u32 = 1000;
const THREADS: u32 = 2;

/// What was done in all.
#[derive(Default)]
struct Tally {
    histories: AtomicU32,
    deeds: AtomicU32,
    openings: AtomicU32,
    killed: AtomicU32,
    half_way: AtomicU32,
    cut: AtomicU32,
    anchors: AtomicU32,
    restored: AtomicU32,
}

fn add(count: &AtomicU32, more: usize) {
    count.fetch_add(more as u32, Ordering::Relaxed);
}

fn main() -> ExitCode {
    let _ = engine::without_telemetry();
    if common::is_worker() {
        return engine::worker_main();
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [victim, folder] = arguments.as_slice()
        && victim == killing::VICTIM
    {
        return killing::victim(Path::new(folder));
    }
    let histories = if env::var_os("LOCI_TORTURE").is_some() { MANY } else { FEW };
    let place = tempfile::tempdir().unwrap();
    let template = place.path().join("template");
    let resources = resources();
    let palace =
        Palace::create(&template, &passphrase(), KdfParams::FLOOR, Arc::clone(&resources)).unwrap();
    palace.close().unwrap();
    let tally = Tally::default();
    let failed: Vec<String> = std::thread::scope(|scope| {
        let run = || run(histories.div_ceil(THREADS), &template, &resources, &tally);
        let runs: Vec<_> = (0..THREADS).map(|_| scope.spawn(run)).collect();
        runs.into_iter().filter_map(|run| run.join().unwrap().err()).collect()
    });
    let count = |count: &AtomicU32| count.load(Ordering::Relaxed);
    println!(
        "histories {}, deeds {}, openings {}, killed {} (in the middle of a deed that was then half-way \
         and finished {}), logs cut {}, old anchors {}, restored {}, differences {}",
        count(&tally.histories),
        count(&tally.deeds),
        count(&tally.openings),
        count(&tally.killed),
        count(&tally.half_way),
        count(&tally.cut),
        count(&tally.anchors),
        count(&tally.restored),
        failed.len()
    );
    if failed.is_empty() {
        println!("\ntest result: ok. 1 passed; 0 failed");
        return ExitCode::SUCCESS;
    }
    failed.iter().for_each(|failed| println!("{failed}"));
    println!("\ntest result: FAILED. 0 passed; 1 failed");
    ExitCode::FAILURE
}

fn run(
    histories: u32,
    template: &Path,
    resources: &Arc<Resources>,
    tally: &Tally,
) -> Result<(), String> {
    let regressions = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/histories/regressions");
    let config = Config {
        cases: histories,
        max_shrink_iters: 80,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(regressions))),
        ..Config::default()
    };
    let told = TestRunner::new(config).run(&model::history(), |history| {
        add(&tally.histories, 1);
        let folder = tempfile::tempdir().unwrap();
        common::copy(template, &folder.path().join("home"));
        let mut play = Play {
            folder: folder.path(),
            resources,
            tally,
            model: Model::default(),
            backed: Backed::default(),
        };
        history.iter().try_for_each(|session| play.session(session)).map_err(TestCaseError::fail)
    });
    told.map_err(|error| match error {
        TestError::Fail(why, history) => format!("{why}\nafter {history:#?}"),
        TestError::Abort(why) => why.to_string(),
    })
}

/// What the newest backup may hold: what the last acknowledged one was made of, and those begun since.
#[derive(Debug, Default)]
struct Backed {
    acknowledged: bool,
    models: Vec<Model>,
}

/// A history that is being played.
struct Play<'a> {
    folder: &'a Path,
    resources: &'a Arc<Resources>,
    tally: &'a Tally,
    model: Model,
    backed: Backed,
}

impl Play<'_> {
    fn home(&self) -> PathBuf {
        self.folder.join("home")
    }

    fn backups(&self) -> PathBuf {
        self.folder.join("backups")
    }

    fn open(&self, folder: &Path) -> Result<Palace, Wrong> {
        add(&self.tally.openings, 1);
        Palace::open(folder, &passphrase(), Arc::clone(self.resources))
            .map_err(|error| format!("opening: {:?}", error.problem()))
    }

    fn session(&mut self, session: &Session) -> Result<(), Wrong> {
        fs::create_dir_all(self.backups()).unwrap();
        match session.end {
            End::Kill { after, delay_us, power } => {
                let killed =
                    killing::kill(self.folder, &self.model, &session.ops, after, delay_us)?;
                self.recover(&session.ops, killed, power)?;
            }
            End::Close | End::Drop => {
                let palace = self.open(&self.home())?;
                self.look(&palace)?;
                for op in &session.ops {
                    let Some(deed) = self.model.deed(op) else { continue };
                    act(&palace, &deed, &self.backups())?;
                    self.done(&deed);
                    self.compare(&palace).map_err(|wrong| format!("after {deed:?}: {wrong}"))?;
                }
                sound(&palace)?;
                if matches!(session.end, End::Close) {
                    palace.close().map_err(|error| format!("closing: {:?}", error.problem()))?;
                }
            }
        }
        self.restore(session.restore)
    }

    /// Notes a deed that was acknowledged.
    fn done(&mut self, deed: &Deed) {
        add(&self.tally.deeds, 1);
        self.model.apply(deed);
        if *deed == Deed::Backup {
            self.backed = Backed { acknowledged: true, models: vec![self.model.clone()] };
        }
    }

    fn compare(&self, palace: &Palace) -> Result<(), Wrong> {
        let (state, pending) = seen(palace)?;
        if state != self.model.state || !pending.is_empty() {
            let expected = &self.model.state;
            return Err(format!("seen {state:?}, {pending:?} not read, expected {expected:?}"));
        }
        Ok(())
    }

    fn look(&self, palace: &Palace) -> Result<(), Wrong> {
        self.compare(palace)?;
        sound(palace)
    }

    /// After a crash: what was acknowledged is there, and of what was under way all or nothing; an ingest
    /// alone may have its originals in and go on with them.
    fn recover(&mut self, ops: &[Op], killed: Killed, power: model::Power) -> Result<(), Wrong> {
        add(&self.tally.killed, usize::from(killed.by_us));
        let mut deeds = ops.iter();
        for op in deeds.by_ref().take(killed.acknowledged) {
            if let Some(deed) = self.model.deed(op) {
                self.done(&deed);
            }
        }
        let under_way = deeds.next().and_then(|op| self.model.deed(op));
        let mut after = self.model.clone();
        under_way.iter().for_each(|deed| after.apply(deed));
        if under_way == Some(Deed::Backup) {
            self.backed.models.push(self.model.clone());
        }
        let taken = match killed.by_us {
            true => killing::take(&self.home(), &killed, power),
            false => killing::Taken::default(),
        };
        add(&self.tally.cut, usize::from(taken.log));
        add(&self.tally.anchors, usize::from(taken.anchor));
        let told = |wrong: Wrong| format!("killed in {under_way:?} ({taken:?}): {wrong}");
        let palace = self.open(&self.home()).map_err(told)?;
        let (state, pending) = seen(&palace).map_err(told)?;
        if let Some(Deed::Ingest(numbers)) = &under_way
            && !pending.is_empty()
            && pending.is_subset(numbers)
        {
            add(&self.tally.half_way, 1);
            doing::ingest(&palace, numbers.iter(), false).map_err(told)?;
            self.model = after;
        } else if pending.is_empty() && state == after.state {
            self.model = after;
        } else if state != self.model.state || !pending.is_empty() {
            let (before, after) = (&self.model.state, &after.state);
            return Err(told(format!(
                "seen {state:?}, {pending:?} not read, expected {before:?} or {after:?}"
            )));
        }
        self.look(&palace).map_err(told)?;
        palace.close().map_err(|error| format!("closing: {:?}", error.problem()))
    }

    /// The newest backup is what it was made of.
    fn restore(&mut self, how: Restore) -> Result<(), Wrong> {
        let (to, instead) = match how {
            Restore::No => return Ok(()),
            Restore::Beside => (self.folder.join("beside"), false),
            Restore::Instead => (self.home(), true),
        };
        let restored = restore(&self.backups(), None, &to, instead, &passphrase(), self.resources);
        let report = match restored {
            Ok(report) => report,
            Err(_) if !self.backed.acknowledged => return Ok(()),
            Err(error) => return Err(format!("restoring: {:?}", error.problem())),
        };
        add(&self.tally.restored, 1);
        let palace = self.open(&to)?;
        let (state, pending) = seen(&palace)?;
        let known = self.backed.models.iter().find(|known| known.state == state).cloned();
        let Some(known) = known.filter(|_| pending.is_empty()) else {
            let known = &self.backed;
            return Err(format!("restored {state:?}, {pending:?} not read, expected {known:?}"));
        };
        sound(&palace)?;
        palace.close().map_err(|error| format!("closing: {:?}", error.problem()))?;
        if instead {
            self.model = known;
            let aside = PathBuf::from(report.put_aside.unwrap());
            fs::remove_dir_all(aside).unwrap();
        } else {
            fs::remove_dir_all(to).unwrap();
        }
        Ok(())
    }
}

/// Another run of this program.
fn again(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(arguments);
    command
}

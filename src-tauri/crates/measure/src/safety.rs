//! What the ways back cost an ingest: the same documents go into two palaces, turn and turn about, one with
//! a second anchor that is renewed after every ingest and all records compared meanwhile, one without.

use crate::{
    bench::{BenchOptions, Words, documents},
    times::temporary_home,
};
use engine::{Error, KdfParams, Palace, Passphrase, Resources, Result, Spaces, io_problem};
use serde::Serialize;
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};
use types::{Cancel, IngestOptions, SafetyRequest};

/// `bench --safety`.
#[derive(Clone, Debug, Serialize)]
pub struct SafetyCost {
    /// Chunks taken in by each.
    pub chunks: u64,
    /// Without.
    pub plain_chunks_per_s: f64,
    /// With all of it.
    pub safe_chunks_per_s: f64,
    /// How much longer the same took, in hundredths; below nothing where chance had the last word.
    pub cost_percent: f64,
    /// How often the second anchor was renewed.
    pub anchored: u32,
}

/// Takes the documents in twice, and the palaces away again.
pub fn bench_safety(options: &BenchOptions, resources: Resources) -> Result<SafetyCost> {
    let home = temporary_home()?;
    let model = resources.spaces().first.clone();
    let resources = Arc::new(resources.with_spaces(Spaces { first: model, preferred: None }));
    let palace = |name: &str| -> Result<Palace> {
        let passphrase = Passphrase::new("a temporary vault".to_owned())?;
        let folder = home.path().join(name);
        Palace::create(&folder, &passphrase, KdfParams::DEFAULT, Arc::clone(&resources))
    };
    let (plain, safe) = (palace("plain")?, palace("safe")?);
    keep_anchor(&safe, &home.path().join("elsewhere"))?;
    let side = |palace, anchors| Side { palace, anchors, words: Words::new(), seconds: 0.0 };
    let mut sides = [side(&plain, false), side(&safe, true)];
    // who comes first loads the model and starts the workers: not timed
    let warm = BenchOptions { chunks: 1, per_document: 1 };
    for side in &mut sides {
        side.ingest(&warm, 0)?;
        side.seconds = 0.0;
    }
    let done = AtomicBool::new(false);
    let rounds = std::thread::scope(|scope| {
        scope.spawn(|| look_through(&safe, &done));
        let filled = fill(&mut sides, options);
        done.store(true, Ordering::Relaxed);
        filled
    })?;
    let seconds = |anchors: bool| -> f64 {
        sides.iter().filter(|side| side.anchors == anchors).map(|side| side.seconds).sum()
    };
    let (plain_s, safe_s) = (seconds(false).max(f64::EPSILON), seconds(true).max(f64::EPSILON));
    let chunks = plain.info()?.chunks;
    plain.close()?;
    safe.close()?;
    Ok(SafetyCost {
        chunks,
        plain_chunks_per_s: chunks as f64 / plain_s,
        safe_chunks_per_s: chunks as f64 / safe_s,
        cost_percent: (safe_s / plain_s - 1.0) * 100.0,
        anchored: rounds,
    })
}

/// Hands both the same documents, and says how often.
fn fill(sides: &mut [Side<'_>], options: &BenchOptions) -> Result<u32> {
    let (mut made, mut rounds) = (0, 0);
    while made < options.chunks {
        let mut more = 0;
        for side in sides.iter_mut() {
            more = side.ingest(options, made)?;
        }
        made += more;
        rounds += 1;
        // each is first in its turn
        sides.reverse();
    }
    Ok(rounds)
}

/// One of the two palaces.
struct Side<'a> {
    palace: &'a Palace,
    anchors: bool,
    words: Words,
    seconds: f64,
}

impl Side<'_> {
    /// The next documents; how many chunks they have.
    fn ingest(&mut self, options: &BenchOptions, made: u32) -> Result<u32> {
        let (sources, chunks) = documents(&mut self.words, options, made);
        let start = Instant::now();
        self.palace.ingest(sources, &IngestOptions::default(), &Cancel::default(), &|_| {})?;
        if self.anchors {
            self.palace.keep_second_anchor();
        }
        self.seconds += start.elapsed().as_secs_f64();
        Ok(chunks)
    }
}

fn keep_anchor(palace: &Palace, folder: &Path) -> Result<()> {
    std::fs::create_dir(folder).map_err(|source| {
        Error::Problem(io_problem("The anchor's folder was not made", &source))
    })?;
    let anchor_folder = Some(folder.to_string_lossy().into_owned());
    palace.set_safety(&SafetyRequest { anchor_folder, ..SafetyRequest::default() })?;
    Ok(())
}

/// As the app does after an unlock: at rest four times as long as at work.
fn look_through(palace: &Palace, done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        let began = Instant::now();
        if !palace.look_through() {
            return;
        }
        std::thread::sleep(began.elapsed() * 4);
    }
}

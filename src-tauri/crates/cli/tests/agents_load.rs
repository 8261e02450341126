//! What the shim costs, and many assistants at once. Prints figures, and fails on errors alone:
//! `LOCI_LOAD_SECONDS=60 cargo test --release -p cli --test agents_load -- --nocapture`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::print_stdout)]

mod common;

use common::{Loci, mcp::Assistant, samples};
use serde_json::{Value, json};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Assistants at once.
const CLIENTS: usize = 32;
/// Calls that are measured one by one.
const CALLS: usize = 200;

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// The median and the 99th of a hundred, in milliseconds.
fn spread(mut all: Vec<f64>) -> (f64, f64) {
    all.sort_by(f64::total_cmp);
    (all[all.len() / 2], all[all.len() * 99 / 100])
}

fn timed(assistant: &mut Assistant, tool: &str, arguments: &Value) -> (f64, f64) {
    let one = |assistant: &mut Assistant| {
        let began = Instant::now();
        assistant.get(tool, arguments.clone());
        ms(began.elapsed())
    };
    for _ in 0..10 {
        one(assistant);
    }
    spread((0..CALLS).map(|_| one(assistant)).collect())
}

#[test]
fn the_shim_is_thin_and_many_assistants_are_answered() {
    let seconds = std::env::var("LOCI_LOAD_SECONDS").ok().and_then(|text| text.parse().ok());
    let load = Duration::from_secs(seconds.unwrap_or(3));
    let loci = Loci::with_vault();
    loci.run(&["ingest", samples().to_str().unwrap()]).ok();
    let paired = loci.run(&["agents", "pair", "Desk"]).ok().json();
    let token = paired["token"].as_str().unwrap().to_owned();
    let mut holder = Assistant::holding(&loci);
    let mut shim = Assistant::with_token(&loci, &token);
    shim.get("status", json!({}));

    for (tool, arguments) in [
        ("status", json!({})),
        ("kg_query", json!({ "entity": "Aldwick Marsh" })),
        ("search", json!({ "query": "how fast does the marsh gain height" })),
    ] {
        let (own, own_p99) = timed(&mut holder, tool, &arguments);
        let (through, through_p99) = timed(&mut shim, tool, &arguments);
        println!(
            "{tool}: in the holder {own:.2} ms (p99 {own_p99:.2}), through the shim {through:.2} ms \
             (p99 {through_p99:.2}): the shim adds {:.2} ms",
            through - own
        );
    }
    let starts: Vec<f64> = (0..10)
        .map(|_| {
            let began = Instant::now();
            Assistant::with_token(&loci, &token).get("status", json!({}));
            ms(began.elapsed())
        })
        .collect();
    let (start, _) = spread(starts);
    println!("loci mcp, from its start to its first answer and its end: {start:.0} ms");

    let (done, times) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let mut slowest = 0.0f64;
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (loci, token, done, times) = (&loci, &token, &done, &times);
            scope.spawn(move || {
                let mut assistant = Assistant::with_token(loci, token);
                while !done.load(Ordering::SeqCst) {
                    let began = Instant::now();
                    match client % 2 {
                        0 => assistant.get("search", json!({ "query": "marsh height" })),
                        _ => assistant.get("timeline", json!({})),
                    };
                    times.lock().unwrap().push(ms(began.elapsed()));
                    // bounded load: nobody asks a hundred times a second
                    thread::sleep(Duration::from_millis(100));
                }
            });
        }
        let began = Instant::now();
        while began.elapsed() < load {
            let asked = Instant::now();
            loci.run(&["node", "list"]).ok();
            slowest = slowest.max(ms(asked.elapsed()));
        }
        done.store(true, Ordering::SeqCst);
    });
    let times = times.into_inner().unwrap();
    let calls = times.len();
    let (p50, p99) = spread(times);
    println!(
        "{CLIENTS} assistants for {} s: {calls} calls, none failed, {p50:.1} ms (p99 {p99:.1}); the \
         terminal beside them waited {slowest:.0} ms at most",
        load.as_secs()
    );
    assert!(calls >= CLIENTS);
}

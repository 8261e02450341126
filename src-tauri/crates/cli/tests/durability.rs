//! Nothing acknowledged is lost, and nothing is half there, whenever the program is killed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::{Loci, ran};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    process::{Child, Stdio},
};

/// Starts an ingest of so many files, whose progress can be read line by line.
fn start(loci: &Loci, round: usize, files: usize) -> Child {
    let folder = loci.folder.path().join(format!("in/{round}"));
    std::fs::create_dir(&folder).unwrap();
    for n in 0..files {
        let body = format!("Finding {round}-{n}: the tide rose by {} mm.\n", round * 7 + n);
        let content = format!("# Log {round}-{n}\n\n{}\n## More\n\n{body}", body.repeat(20));
        std::fs::write(folder.join(format!("{n}.md")), content).unwrap();
    }
    loci.command(&["ingest", "--events", folder.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// When a round's program is killed: early, in the middle of everything, or once some are done.
#[derive(Clone, Copy)]
enum Kill {
    AfterEvents(usize),
    AfterDone(usize),
}

impl Kill {
    fn of(round: usize) -> Self {
        if round.is_multiple_of(2) {
            Self::AfterEvents(round % 25)
        } else {
            Self::AfterDone(round % 5)
        }
    }
}

/// Reads events until it is time; the ids that were acknowledged as indexed.
fn acknowledged(child: &mut Child, kill: Kill) -> Vec<String> {
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let (mut events, mut done, mut indexed) = (0, 0, Vec::new());
    let over = |events, done| match kill {
        Kill::AfterEvents(last) => events >= last,
        Kill::AfterDone(last) => done > last,
    };
    for event in lines.filter_map(|line| serde_json::from_str::<Value>(&line).ok()) {
        events += 1;
        if event["event"] == "done" {
            done += 1;
            assert_eq!(event["result"]["state"], "indexed", "{event}");
            indexed.push(event["result"]["document_id"].as_str().unwrap().to_owned());
        }
        if over(events, done) {
            break;
        }
    }
    indexed
}

#[test]
fn a_hundred_kills_lose_nothing_acknowledged() {
    let loci = Loci::with_vault();
    let mut promised: Vec<String> = Vec::new();
    for round in 0..100 {
        let mut child = start(&loci, round, 3);
        promised.extend(acknowledged(&mut child, Kill::of(round)));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_kept(&loci, &promised, round);
    }
    assert!(promised.len() > 50, "the kills came too early to prove anything: {}", promised.len());
    all_is_whole(&loci);
}

/// Killed while one group is stored and the next prepared.
#[test]
fn kills_between_groups_lose_nothing_acknowledged() {
    let loci = Loci::with_vault();
    let (mut promised, mut waiting) = (Vec::new(), 0);
    for (round, last) in [0, 1, 20, 63, 64, 65, 100, 127, 128].into_iter().enumerate() {
        let mut child = start(&loci, round, 140);
        promised.extend(acknowledged(&mut child, Kill::AfterDone(last)));
        child.kill().unwrap();
        child.wait().unwrap();
        // the next round goes on with what this one left
        waiting += usize::from(assert_kept(&loci, &promised, round) > 0);
    }
    assert!(waiting > 4, "the kills came too late to prove anything: {waiting}");
    all_is_whole(&loci);
}

/// All that was promised is in. How many documents wait to be gone on with.
fn assert_kept(loci: &Loci, promised: &[String], round: usize) -> usize {
    let listed = loci.run(&["documents", "list"]).ok().json();
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    let states: BTreeMap<String, String> = listed["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (text(row, "document_id"), text(row, "state")))
        .collect();
    for id in promised {
        assert_eq!(states.get(id).map(String::as_str), Some("indexed"), "round {round}");
    }
    states.values().filter(|state| *state != "indexed").count()
}

fn all_is_whole(loci: &Loci) {
    // what was interrupted goes on with the next ingest; then every document is whole
    let last = loci.file("last.md", "# Last\n\nThe end.\n");
    loci.run(&["ingest", last.to_str().unwrap()]).ok();
    let listed = loci.run(&["documents", "list"]).ok().json();
    let mut chunks = 0;
    for row in listed["documents"].as_array().unwrap() {
        assert_eq!(row["state"], "indexed", "{row}");
        chunks += row["chunks"].as_u64().unwrap();
    }
    let info = loci.run(&["vault", "info"]).ok().json();
    assert_eq!(info["chunks"].as_u64(), Some(chunks));
    let found = loci.run(&["search", "\"the tide rose\"", "--mode", "exact", "--top-k", "100"]);
    let expected = 100.min(chunks - 1);
    assert_eq!(found.ok().json()["hits"].as_array().unwrap().len() as u64, expected);
    for row in listed["documents"].as_array().unwrap().iter().step_by(16) {
        let checked = loci.run(&["documents", "verify", row["document_id"].as_str().unwrap()]);
        assert_eq!(checked.ok().json()["ok"], true);
    }
}

#[test]
fn a_rolled_back_vault_is_refused_until_the_loss_is_accepted() {
    let loci = Loci::with_vault();
    assert_eq!(loci.ingest(&loci.file("old.md", "# Old\n\nKept.\n"))["state"], "indexed");
    let (db, copy) = (loci.home().join("default/db"), loci.folder.path().join("copy"));
    let copied = std::process::Command::new("cp").arg("-a").args([&db, &copy]).status().unwrap();
    assert!(copied.success());
    assert_eq!(loci.ingest(&loci.file("new.md", "# New\n\nLost.\n"))["state"], "indexed");
    std::fs::remove_dir_all(&db).unwrap();
    std::fs::rename(&copy, &db).unwrap();

    assert_eq!(loci.run(&["vault", "info"]).error(4), "vault_behind_anchor");
    assert_eq!(loci.run(&["search", "kept"]).error(4), "vault_behind_anchor");
    assert_eq!(loci.run(&["vault", "accept-loss"]).ok().json()["documents"], 1);
    let hits = loci.run(&["search", "kept"]).ok().json()["hits"].clone();
    assert_eq!((hits.as_array().unwrap().len(), hits[0]["title"].as_str()), (1, Some("Old")));
}

#[test]
fn ctrl_c_keeps_what_is_committed_and_goes_on_later() {
    let loci = Loci::with_vault();
    let folder = loci.folder.path().join("in");
    for n in 0..300 {
        let body = format!("Entry {n} of the ledger speaks of {} barrels.\n\n", n * 13);
        std::fs::write(folder.join(format!("{n:03}.md")), format!("# {n}\n\n{}", body.repeat(30)))
            .unwrap();
    }
    let path = folder.to_str().unwrap().to_owned();
    let mut child = loci
        .command(&["ingest", "--events", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut events = BufReader::new(child.stderr.take().unwrap()).lines();
    events.find(|line| line.as_ref().unwrap().contains("\"done\"")).unwrap().unwrap();
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    std::thread::spawn(move || events.for_each(drop));
    let run = ran(child.wait_with_output().unwrap());
    assert_eq!(run.code, 1, "{} {}", run.stdout, run.stderr);
    let rows = run.json()["documents"].as_array().unwrap().clone();
    let count = |state: &str| rows.iter().filter(|row| row["state"] == state).count();
    assert_eq!(count("indexed") + count("cancelled"), 300);
    assert!(count("indexed") > 0 && count("cancelled") > 0);

    let again = loci.run(&["ingest", &path]).json();
    let indexed = loci.run(&["documents", "list"]).ok().json()["documents"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["state"] == "indexed")
        .count();
    assert_eq!(indexed, 300, "{again}");
}

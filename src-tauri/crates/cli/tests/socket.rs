//! The vault is held by one program, and the terminal works all the same: over the holder's socket.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::string_slice)]

mod common;

use common::{Loci, mcp::Assistant, ran, samples};
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write},
    os::unix::{fs::MetadataExt, net::UnixStream},
    path::PathBuf,
    process::Stdio,
    time::{Duration, Instant},
};

fn socket(loci: &Loci) -> PathBuf {
    loci.home().join(".run/default.sock")
}

/// A run of the terminal that knows no passphrase.
fn without_passphrase(loci: &Loci, args: &[&str]) -> common::Ran {
    let mut command = loci.command(args);
    command.env_remove("LOCI_PASSPHRASE");
    ran(command.output().unwrap())
}

fn with_samples() -> Loci {
    let loci = Loci::with_vault();
    loci.run(&["ingest", samples().to_str().unwrap()]).ok();
    loci
}

/// An answer without what differs from run to run.
fn steady(mut answer: Value) -> Value {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                [
                    "took_ms",
                    "last_accessed",
                    "importance",
                    "size_bytes",
                    "commit_seq",
                    "last_commit_at",
                ]
                .iter()
                .for_each(|name| drop(fields.remove(*name)));
                fields.values_mut().for_each(clean);
            }
            Value::Array(items) => items.iter_mut().for_each(clean),
            _ => {}
        }
    }
    clean(&mut answer);
    answer
}

#[test]
fn every_command_works_while_another_program_holds_the_vault() {
    let loci = with_samples();
    let documents = loci.run(&["documents", "list"]).ok().json();
    let id = documents["documents"][0]["document_id"].as_str().unwrap().to_owned();
    let reading: [&[&str]; 12] = [
        &["vault", "info"],
        &["documents", "list"],
        &["documents", "show", &id],
        &["documents", "text", &id],
        &["documents", "versions", &id],
        &["search", "how fast does the marsh gain height"],
        &["search", "marsh", "--document", &id[..8]],
        &["node", "list"],
        &["palace", "show"],
        &["trust", "contradictions"],
        &["review", "list"],
        &["definitions", "list"],
    ];
    let alone: Vec<Value> = reading.iter().map(|args| steady(loci.run(args).ok().json())).collect();

    let holder = Assistant::holding(&loci);
    for (args, alone) in reading.iter().zip(alone) {
        let held = without_passphrase(&loci, args).ok().json();
        assert_eq!(steady(held), alone, "{args:?}");
    }
    // bytes, files and progress go over it too
    let out = loci.folder.path().join("original");
    without_passphrase(&loci, &["documents", "original", &id, "--out", out.to_str().unwrap()]).ok();
    assert!(fs::metadata(&out).unwrap().len() > 0);
    loci.file("late.md", "# Late\n\nThe tide gauge at Halmsund was moved in 2019.\n");
    let mut command = loci.command(&["ingest", "late.md", "--events"]);
    command.env_remove("LOCI_PASSPHRASE").current_dir(loci.folder.path().join("in"));
    let ingested = ran(command.output().unwrap()).ok();
    assert_eq!(ingested.json()["documents"][0]["state"], "indexed");
    assert!(ingested.stderr.contains("\"event\":\"done\""), "{}", ingested.stderr);
    let mut command = loci.command(&["ingest", "-", "--stdin-name", "typed.md"]);
    command.env_remove("LOCI_PASSPHRASE").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let words = "# Typed\n\nEelgrass returned to Lake Ossen in 2021.\n";
    child.stdin.take().unwrap().write_all(words.as_bytes()).unwrap();
    let typed = ran(child.wait_with_output().unwrap()).ok().json();
    assert_eq!(typed["documents"][0]["state"], "indexed", "{typed}");
    let verified = without_passphrase(&loci, &["vault", "verify"]).ok().json();
    assert_eq!(verified["ok"], true);
    let found = without_passphrase(&loci, &["search", "eelgrass Ossen"]).ok().json();
    assert_eq!(found["hits"][0]["title"], "Typed");
    // what the holder alone decides stays its own
    let refused = loci.run(&["vault", "accept-loss"]).error(1);
    assert_eq!(refused, "vault_in_use");
    let missing = without_passphrase(&loci, &["documents", "show", "00000000"]).error(1);
    assert_eq!(missing, "not_found");

    drop(holder);
    assert!(!socket(&loci).exists(), "the socket outlived its holder");
    let closed = without_passphrase(&loci, &["documents", "list"]).error(3);
    assert_eq!(closed, "locked");
    let all = loci.run(&["documents", "list"]).ok().json();
    assert_eq!(
        all["documents"].as_array().unwrap().len(),
        2 + documents["documents"].as_array().unwrap().len()
    );
}

#[test]
fn the_socket_is_private_and_a_stale_one_is_replaced() {
    let loci = Loci::with_vault();
    let holder = Assistant::holding(&loci);
    let mode = |path: PathBuf| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!(mode(socket(&loci)), 0o600);
    assert_eq!(mode(loci.home().join(".run")), 0o700);
    holder.kill();
    assert!(socket(&loci).exists(), "a crash leaves its socket");
    loci.run(&["vault", "info"]).ok();
    let again = Assistant::holding(&loci);
    without_passphrase(&loci, &["vault", "info"]).ok();
    drop(again);
}

#[test]
fn programs_that_start_together_all_get_their_answer() {
    let loci = with_samples();
    let runs: Vec<_> = (0..8)
        .map(|_| {
            let mut command = loci.command(&["search", "marsh"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for run in runs {
        let answer = ran(run.wait_with_output().unwrap()).ok().json();
        assert!(!answer["hits"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_terminal_is_let_in_only_where_the_person_says_so() {
    let loci = Loci::with_vault();
    loci.run(&["agents", "terminal", "off"]).ok();
    let holder = Assistant::holding(&loci);
    assert_eq!(without_passphrase(&loci, &["vault", "info"]).error(1), "not_allowed");
    // and the passphrase does not help while another program holds the vault
    assert_eq!(loci.run(&["vault", "info"]).error(1), "not_allowed");
    drop(holder);
    loci.run(&["agents", "terminal", "on"]).ok();
    let holder = Assistant::holding(&loci);
    without_passphrase(&loci, &["vault", "info"]).ok();
    drop(holder);
}

/// Says raw bytes, and gives what comes back before the holder hangs up or two seconds pass.
fn say_raw(loci: &Loci, bytes: &[u8]) -> String {
    let mut stream = UnixStream::connect(socket(loci)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    // it may hang up while we speak
    let _ = stream.write_all(bytes);
    let mut heard = Vec::new();
    let _ = stream.read_to_end(&mut heard);
    String::from_utf8_lossy(&heard).into_owned()
}

fn frame(json: &Value) -> Vec<u8> {
    let text = json.to_string();
    [b"J".as_slice(), &(text.len() as u32).to_be_bytes(), text.as_bytes()].concat()
}

#[test]
fn what_is_no_greeting_gets_nothing_and_harms_nobody() {
    let loci = with_samples();
    let holder = Assistant::holding(&loci);
    let hello = json!({ "loci": [1], "who": "terminal" });
    let call = |name: &str, ask: Value| frame(&json!({ "call": name, "ask": ask }));
    let after = |rest: Vec<u8>| [frame(&hello), rest].concat();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (bytes, expected) in [
        (b"GET / HTTP/1.1\r\n\r\n".to_vec(), ""),
        (vec![0; 4096], ""),
        (b"J\xff\xff\xff\xff".to_vec(), ""),
        (frame(&json!({ "loci": [9], "who": "terminal" })), "speaks version 1"),
        (frame(&json!({ "loci": [1], "who": "root" })), "no request"),
        (frame(&json!("hello")), "no request"),
        (frame(&json!({ "loci": [1], "who": "agent", "token": "", "client": "x" })), "not paired"),
        (
            frame(&json!({ "loci": [1], "who": "agent", "token": "loci_x_y", "client": "x" })),
            "no token",
        ),
        (
            frame(&json!({ "loci": [1], "who": "agent", "client": "x",
                "token": format!("loci_{}_{}", "00".repeat(8), "ab".repeat(32)) })),
            "not paired",
        ),
        (after(frame(&json!({ "call": 7 }))), "no request"),
        (after(call("no_such", json!({}))), "There is no command"),
        (after(call("search", json!({ "query": 7 }))), "does not fit"),
        (after(call("search", json!({ "query": "x", "colour": "red" }))), "no field"),
        (after(call("vault_unlock", json!({ "passphrase": "x" }))), "holds this vault open"),
        (
            after([b"J".as_slice(), &200_000u32.to_be_bytes(), deep.as_bytes()].concat()),
            "no request",
        ),
        (after(b"B\0\0\0\x01x".to_vec()), "no request"),
        // nine megabytes of one request
        (
            after([b"j\x00\x10\x00\x00".to_vec(), vec![b' '; 1 << 20]].concat().repeat(9)),
            "too long",
        ),
    ] {
        let heard = say_raw(&loci, &bytes);
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
        assert!(heard.contains(expected), "{start}: {heard}");
        assert!(expected.is_empty() <= heard.is_empty(), "{start}: {heard}");
        for secret in ["marsh", "correct horse"] {
            assert!(!heard.contains(secret), "{start}: {heard}");
        }
    }
    // silent ones, and more than there is room for
    let silent: Vec<_> = (0..200).map(|_| UnixStream::connect(socket(&loci))).collect();
    let began = Instant::now();
    let mut ok = false;
    while !ok && began.elapsed() < Duration::from_secs(20) {
        ok = without_passphrase(&loci, &["search", "marsh"]).code == 0;
    }
    assert!(ok, "silent connections keep the terminal out");
    drop(silent);
    drop(holder);
}

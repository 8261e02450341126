//! Someone with the disk and without the key: records of a closed vault are put back to what they
//! were, or taken away, by plain RocksDB. The real program must notice before it acts on them, and
//! name what differs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg(not(feature = "plain-for-tests"))]

mod common;

use api::{Caller, Config, Host, Profile, types::ErrorCode};
use common::{Loci, PASSPHRASE};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

const DOCUMENTS: u8 = 1;
const ORIGINALS: u8 = 5;
const SETTINGS: u8 = 11;
const META: u8 = 12;
const AUDIT: u8 = 13;
const NODES: u8 = 21;
const LEAVES: u8 = 28;

type Records = BTreeMap<Vec<u8>, Vec<u8>>;

/// All that lies in the database, as anyone may read it.
fn records(loci: &Loci) -> Records {
    let options = rocksdb::Options::default();
    let path = loci.home().join("default/db");
    let database = rocksdb::DB::open_for_read_only(&options, path, false).unwrap();
    let all = database.iterator(rocksdb::IteratorMode::Start).map(Result::unwrap);
    all.map(|(raw, frame)| (raw.into_vec(), frame.into_vec())).collect()
}

/// Makes some tables what they are in `wanted`.
fn splice(loci: &Loci, wanted: &Records, tables: &dyn Fn(u8) -> bool) {
    let now = records(loci);
    let mut write = rocksdb::WriteBatch::default();
    now.keys().filter(|raw| tables(raw[0])).for_each(|raw| write.delete(raw));
    for (raw, frame) in wanted.iter().filter(|(raw, _)| tables(raw[0])) {
        write.put(raw, frame);
    }
    let mut options = rocksdb::Options::default();
    options.set_info_logger(rocksdb::InfoLogger::new_callback_logger(
        rocksdb::LogLevel::Fatal,
        |_, _| {},
    ));
    let database = rocksdb::DB::open(&options, loci.home().join("default/db")).unwrap();
    database.write(write).unwrap();
    database.flush().unwrap();
}

/// What `vault verify` found: table, difference and the document's name.
fn findings(loci: &Loci) -> BTreeSet<(String, String, String)> {
    let run = loci.run(&["vault", "verify"]);
    let report = run.json();
    assert_eq!((run.code, report["ok"].as_bool()), (4, Some(false)), "{report}");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = report["findings"].as_array().unwrap().iter();
    rows.map(|row| (text(&row["table"]), text(&row["difference"]), text(&row["name"]))).collect()
}

fn row(table: &str, difference: &str, name: &str) -> (String, String, String) {
    (table.to_owned(), difference.to_owned(), name.to_owned())
}

/// Counts who comes; answers nobody.
fn listener() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map(Result::unwrap) {
            counted.fetch_add(1, Ordering::SeqCst);
            let _ = stream.read(&mut [0; 64]);
        }
    });
    (address, calls)
}

#[test]
fn a_withdrawn_consent_that_is_put_back_sends_nothing_anywhere() {
    let loci = Loci::with_vault();
    let (address, calls) = listener();
    // the record is the same whether the server is near or far
    loci.run(&["llm", "set", &address, "--model", "tiny"]).ok();
    let agreed = records(&loci);
    loci.run(&["llm", "clear"]).ok();
    splice(&loci, &agreed, &|table| table == SETTINGS);

    let file = loci.file("secret.md", "# Plan\n\nNobody outside may read this.\n");
    let ingest = loci.run(&["ingest", file.to_str().unwrap()]);
    assert_eq!(ingest.error(4), "vault_damaged");
    assert_eq!(loci.run(&["llm", "show"]).error(4), "vault_damaged");
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    assert_eq!(findings(&loci), BTreeSet::from([row("settings", "older", "")]));

    // the way on takes what is there, and says so
    loci.run(&["vault", "accept-loss"]).ok();
    assert_eq!(loci.run(&["vault", "verify"]).ok().json()["ok"], true);
    assert_eq!(loci.run(&["llm", "show"]).ok().json()["model"], "tiny");
    loci.run(&["llm", "clear"]).ok();
    loci.run(&["ingest", file.to_str().unwrap()]).ok();
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[test]
fn an_old_node_that_is_put_back_is_noticed() {
    let loci = Loci::with_vault();
    let add = ["node", "add", "Trial 4711", "--description", "It holds."];
    loci.run(&add).ok();
    let before = records(&loci);
    loci.run(&["node", "edit", "Trial 4711", "--description", "Retracted in 2024."]).ok();
    splice(&loci, &before, &|table| table == NODES);
    assert_eq!(loci.run(&["node", "show", "Trial 4711"]).error(4), "vault_damaged");
    assert_eq!(findings(&loci), BTreeSet::from([row("nodes", "older", "")]));
}

#[test]
fn a_forgotten_document_that_is_put_back_is_noticed() {
    let loci = Loci::with_vault();
    loci.ingest(&loci.file("kept.md", "# Kept\n\nThe heron stands in the reeds at noon.\n"));
    let gone = loci.ingest(&loci.file("gone.md", "# Gone\n\nThe bittern booms at dusk.\n"));
    let before = records(&loci);
    let id = gone["document_id"].as_str().unwrap();
    loci.run(&["documents", "delete", id, "--cascade", "all"]).ok();
    let after = records(&loci);
    // beside what is there now, and as if nothing had been deleted
    let mut both = before.clone();
    both.extend(after.clone());
    for wanted in [both, before] {
        splice(&loci, &wanted, &|table| table != META && table != AUDIT);
        assert_eq!(loci.run(&["documents", "list"]).error(4), "vault_damaged");
        assert_eq!(loci.run(&["search", "bittern"]).error(4), "vault_damaged");
        let findings = findings(&loci);
        assert!(findings.iter().any(|(table, ..)| table == "documents" || table == "leaves"));
        splice(&loci, &after, &|_| true);
        assert_eq!(loci.run(&["vault", "verify"]).ok().json()["ok"], true);
    }
}

#[test]
fn documents_made_equal_to_an_older_copy_are_noticed() {
    let loci = Loci::with_vault();
    loci.ingest(&loci.file("one.md", "# One\n\nGlaciers grind granite slowly.\n"));
    let before = records(&loci);
    for name in ["two.md", "three.md"] {
        loci.ingest(&loci.file(name, format!("# {name}\n\nGranite weathers into {name}.\n")));
    }
    let after = records(&loci);
    splice(&loci, &before, &|table| table == DOCUMENTS);
    assert_eq!(loci.run(&["documents", "list"]).error(4), "vault_damaged");
    let report = loci.run(&["vault", "verify"]).json();
    let missing = report["findings"].as_array().unwrap().iter();
    let missing: BTreeSet<&str> =
        missing.map(|row| row["document_id"].as_str().unwrap_or_default()).collect();
    assert_eq!(missing.len(), 2, "{report}");
    splice(&loci, &after, &|_| true);
    // everything but the history
    splice(&loci, &before, &|table| table != META && table != AUDIT);
    assert_eq!(loci.run(&["documents", "list"]).error(4), "vault_damaged");
    assert!(!findings(&loci).is_empty());
}

#[test]
fn single_records_of_every_table_are_missed() {
    let loci = Loci::with_vault();
    let text = "# Charter\n\n\"Warden\" means the keeper of the gate. The Warden must keep a log.\n\n\
        ## Gate\n\nThe gate opens at low water. It was built in 1911 by Ada Kestrel.\n";
    let row_of = loci.ingest(&loci.file("charter.md", text));
    let id = row_of["document_id"].as_str().unwrap();
    loci.run(&["cite", "add", id, "--start", "12", "--end", "60"]).ok();
    loci.run(&["node", "add", "Gatehouse", "--description", "It stands."]).ok();
    loci.run(&["ocr", "off"]).ok();
    let whole = records(&loci);
    let tables: BTreeSet<u8> = whole.keys().map(|raw| raw[0]).collect();
    let named = ["texts", "chunks", "originals", "original_keys", "blocks", "shapes"];
    let mut noticed = BTreeSet::new();
    for table in tables {
        let mut less = whole.clone();
        let first = whole.keys().find(|raw| raw[0] == table).unwrap();
        less.remove(first);
        splice(&loci, &less, &|spliced| spliced == table);
        let run = loci.run(&["vault", "verify"]);
        assert_eq!(run.code, 4, "table {table}: {} {}", run.stdout, run.stderr);
        if table != META && table != AUDIT {
            for finding in findings(&loci) {
                if table != LEAVES {
                    assert_eq!(finding.1, "missing", "{finding:?}");
                }
                if named.contains(&finding.0.as_str()) && table != LEAVES {
                    assert_eq!(finding.2, "charter.md", "{finding:?}");
                }
                noticed.insert(finding.0);
            }
        }
        splice(&loci, &whole, &|_| true);
    }
    assert!(noticed.len() >= 15, "{noticed:?}");
    assert_eq!(loci.run(&["vault", "verify"]).ok().json()["ok"], true);
}

#[test]
fn what_nobody_reads_is_found_behind_everything_else() {
    let loci = Loci::with_vault();
    loci.ingest(&loci.file("tern.md", "# Tern\n\nThe tern dives at the bar.\n"));
    let host = host(&loci);
    unlock(&host).unwrap();
    host.look_through();
    host.call(Caller::Window, "documents_list", json!({})).unwrap();
    host.lock().unwrap();

    let mut less = records(&loci);
    less.retain(|raw, _| raw[0] != ORIGINALS);
    splice(&loci, &less, &|table| table == ORIGINALS);
    unlock(&host).unwrap();
    host.call(Caller::Window, "documents_list", json!({})).unwrap();
    host.look_through();
    let problem = host.call(Caller::Window, "documents_list", json!({})).unwrap_err();
    assert_eq!(problem.code, ErrorCode::VaultDamaged);
    assert!(problem.message.contains("tern.md") && problem.message.contains("missing"));
    host.lock().unwrap();
}

fn host(loci: &Loci) -> Host {
    let mut config = Config::from_env().unwrap();
    config.home = loci.home();
    config.profile = Profile::new("default").unwrap();
    config.runtime = loci.folder.path().join("runtime");
    Host::new(config)
}

fn unlock(host: &Host) -> Result<Value, api::types::Problem> {
    host.call(Caller::Window, "vault_unlock", json!({ "passphrase": PASSPHRASE }))
}

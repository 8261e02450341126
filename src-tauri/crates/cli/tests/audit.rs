//! The trail by the real program: who and why, checkpoints, heads that left, tampering, signatures, exports
//! that anybody can check.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg(not(feature = "plain-for-tests"))]

mod common;

use common::{Loci, PASSPHRASE, Ran, ran};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::PathBuf};

const AUDIT: u8 = 13;
const SIGNING: &str = "seven green herons stand still";

fn home() -> Loci {
    let loci = Loci::with_vault();
    let file =
        loci.file("roots.md", "# Roots\n\nRoots take up water from soil. They branch often.\n");
    loci.run(&["ingest", file.to_str().unwrap(), "--collection", "study"]).ok();
    loci
}

fn signing(loci: &Loci, args: &[&str], passphrase: &str) -> Ran {
    ran(loci.command(args).env("LOCI_SIGNING_PASSPHRASE", passphrase).output().unwrap())
}

fn list(loci: &Loci, args: &[&str]) -> Vec<Value> {
    let listed = loci.run(&[&["audit", "list"], args].concat()).ok().json();
    listed["records"].as_array().unwrap().clone()
}

fn actions(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["action"].as_str().unwrap()).collect()
}

#[test]
fn every_change_says_who_and_by_what_way() {
    let loci = home();
    loci.run(&["node", "add", "Xylem", "--description", "It carries water."]).ok();
    loci.run(&["search", "water"]).ok();
    let because = "a review";
    ran(loci.command(&["search", "water"]).env("LOCI_REASON", because).output().unwrap()).ok();
    let access = list(&loci, &["--action", "access"]);
    assert_eq!((&access[0]["reason"], &access[0]["query"]), (&because.into(), &"water".into()));
    let reason = "measured twice";
    loci.run(&["trust", "override", "Xylem", "--reliability", "0.9", "--reason", reason]).ok();
    let set = list(&loci, &["--action", "override"]);
    assert_eq!(set[0]["reason"], reason, "{set:?}");
    assert!(set[0]["before"].as_str().unwrap().contains("reliability"), "{set:?}");
    assert_eq!(set[0]["after"], "0.90");
    assert_eq!((&set[0]["who"], &set[0]["via"]), (&"owner".into(), &"terminal".into()));
    let wrong =
        ran(loci.command(&["vault", "info"]).env("LOCI_PASSPHRASE", "wrong").output().unwrap());
    assert_eq!(wrong.error(3), "wrong_passphrase");
    let all = list(&loci, &["--limit", "500"]);
    let actions = actions(&all);
    for action in ["unlock", "unlock.failed", "audit.checkpoint", "create vault", "access.gathered"]
    {
        assert!(actions.contains(&action), "{action}: {actions:?}");
    }
    let of = |action: &str| all.iter().find(|it| it["action"] == action).unwrap();
    assert!(of("unlock.failed")["detail"].as_str().unwrap().starts_with("1 wrong"));
    let report = loci.run(&["audit", "verify"]).ok().json();
    assert!(report["checkpoints"].as_u64() > Some(3), "{report}");
    assert_eq!(report["anchor"], true);
}

#[test]
fn what_is_looked_at_without_a_reason_is_listed_with_who_and_what() {
    let loci = home();
    let document = loci.run(&["documents", "list"]).ok().json()["documents"][0]["document_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let before = list(&loci, &["--action", "access"]).len();
    loci.run(&["search", "roots water"]).ok();
    loci.run(&["documents", "text", &document]).ok();
    loci.run(&["ask", "What do roots take up from soil?"]).ok();
    let seen = list(&loci, &["--action", "access"]);
    assert_eq!(seen.len(), before + 3, "one record a session: {seen:?}");
    for (record, row, query) in [
        (&seen[2], "search", "roots water"),
        (&seen[1], "documents_text", ""),
        (&seen[0], "ask", "What do roots take up from soil?"),
    ] {
        assert_eq!((&record["who"], &record["via"]), (&"owner".into(), &"terminal".into()));
        let looks = record["looks"].as_array().unwrap();
        assert_eq!(looks.len(), 1, "{record}");
        assert_eq!((&looks[0]["row"], &looks[0]["query"]), (&row.into(), &query.into()));
        assert_eq!(
            (&looks[0]["documents"][0], &looks[0]["times"]),
            (&document.as_str().into(), &1.into())
        );
        assert_eq!(record["subjects"][0], document.as_str());
        assert_eq!(record["collections"][0], "study", "{record}");
    }
    // found by document and by collection, and shown to people
    assert!(list(&loci, &["--subject", &document]).contains(&seen[0]));
    assert!(list(&loci, &["--collection", "study"]).contains(&seen[0]));
    let shown = ran(loci.plain(&["audit", "list", "--action", "access"]).output().unwrap()).ok();
    assert!(shown.stdout.contains("search · roots water · "), "{}", shown.stdout);
    assert!(shown.stdout.contains(document.get(..8).unwrap()));
    // others are told nothing of what was looked at elsewhere
    let out = loci.folder.path().join("out.json");
    let args = ["knowledge", "export", "--collection", "study", "--format", "json", "--out"];
    loci.run(&[&args[..], &[out.to_str().unwrap()]].concat()).ok();
    assert!(!fs::read_to_string(&out).unwrap().contains("roots water"));
    // nothing was looked at: nothing is written
    let before = list(&loci, &["--action", "access"]).len();
    loci.run(&["vault", "info"]).ok();
    assert_eq!(list(&loci, &["--action", "access"]).len(), before);
}

#[test]
fn proofs_are_checked_without_a_vault() {
    let loci = home();
    let path = |name: &str| loci.folder.path().join(name).to_str().unwrap().to_owned();
    let (early, late) = (path("early.txt"), path("late.txt"));
    let key = loci.run(&["audit", "heads", "export", "--out", &early]).ok().json();
    let key = key["verifier_key"].as_str().unwrap().to_owned();
    loci.run(&["node", "add", "Xylem", "--description", "It carries water."]).ok();
    loci.run(&["audit", "heads", "export", "--out", &late]).ok();
    loci.run(&["node", "add", "Phloem", "--description", "It carries sugar."]).ok();
    let elsewhere = Loci::empty();
    let check = |file: &str, key: &str, more: &[&str]| {
        let args = [&["verify-proof", file, "--key", key], more].concat();
        ran(elsewhere.command(&args).env_remove("LOCI_PASSPHRASE").output().unwrap())
    };
    // from one head to another, and to now
    for (name, until) in [("to-late", Some(&late)), ("to-now", None)] {
        let out = path(name);
        let until: Vec<&str> = until.map(|file| vec!["--until", file]).unwrap_or_default();
        let prove = [&["audit", "prove", "--since", &early, "--out", &out], &until[..]].concat();
        let proof = loci.run(&prove).ok().json();
        assert_eq!(proof["verifier_key"], key.as_str());
        let shown = check(&out, &key, &["--since", &early]).ok().json();
        assert_eq!((&shown["since"], &shown["size"]), (&proof["since"], &proof["size"]));
        assert_eq!(check(&out, &key, &["--since", &late]).code, 1, "{name}: another head");
        assert_eq!(check(&out, &key, &[]).code, 1, "{name}: no head");
        assert_ne!(loci.run(&prove).code, 0, "never over what is there");
    }
    // one record
    let added = list(&loci, &["--action", "add"])[0].clone();
    let (seq, out) = (added["seq"].to_string(), path("record.tlog-proof"));
    loci.run(&["audit", "prove", "--record", &seq, "--out", &out]).ok();
    let shown = check(&out, &key, &[]).ok().json();
    assert_eq!(shown["record"], added);
    let text = fs::read_to_string(&out).unwrap();
    fs::write(&out, text.replacen("extra ey", "extra eY", 1)).unwrap();
    let refused = check(&out, &key, &[]);
    assert_eq!((refused.code, &refused.json()["ok"]), (1, &false.into()));
    // another vault's key, and no key; another vault's head; no such record; two things at once
    let other = Loci::with_vault();
    let foreign = other.run(&["audit", "checkpoint"]).ok().json();
    fs::write(&out, text).unwrap();
    assert_eq!(check(&out, foreign["verifier_key"].as_str().unwrap(), &[]).code, 1);
    assert_eq!(check(&out, "no key", &[]).code, 1);
    check(&out, &key, &[]).ok();
    assert_ne!(other.run(&["audit", "prove", "--since", &early]).code, 0);
    assert_eq!(loci.run(&["audit", "prove", "--record", "99999"]).error(1), "not_found");
    assert_eq!(
        loci.run(&["audit", "prove", "--since", &late, "--until", &early]).error(2),
        "usage"
    );
    assert_eq!(loci.run(&["audit", "prove"]).code, 2);
}

#[test]
fn a_regulated_collection_is_shown_with_a_reason_alone() {
    let loci = home();
    let hits = |args: &[&str]| loci.run(&[&["search", "roots water"], args].concat());
    assert!(!hits(&[]).ok().json()["hits"].as_array().unwrap().is_empty());
    assert_eq!(
        loci.run(&["audit", "regulate", "study", "on", "--reason", " "]).error(1),
        "reason_needed"
    );
    loci.run(&["audit", "regulate", "study", "on", "--reason", "patients' data"]).ok();
    let document = loci.run(&["documents", "list"]).ok().json()["documents"][0]["document_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let before =
        list(&loci, &["--action", "access"]).iter().filter(|it| it["action"] == "access").count();
    assert_eq!(hits(&[]).error(1), "reason_needed");
    assert_eq!(loci.run(&["documents", "text", &document]).error(1), "reason_needed");
    let out = loci.folder.path().join("roots.copy");
    let original = ["documents", "original", &document, "--out", out.to_str().unwrap()];
    assert_eq!(loci.run(&original).error(1), "reason_needed");
    assert!(!out.exists());
    let export = |more: &[&str]| {
        let out = loci.folder.path().join("regulated.json");
        let args = ["knowledge", "export", "--collection", "study", "--format", "json", "--out"];
        loci.run(&[&args[..], &[out.to_str().unwrap()], more].concat())
    };
    assert_eq!(export(&[]).error(1), "reason_needed");
    hits(&["--reason", "case 12"]).ok();
    let text = ["documents", "text", &document];
    ran(loci.command(&text).env("LOCI_REASON", "case 11").output().unwrap()).ok();
    loci.run(&[&original[..], &["--reason", "case 13"]].concat()).ok();
    export(&["--reason", "case 14"]).ok();
    let mut seen: Vec<Value> = list(&loci, &["--action", "access", "--collection", "study"]);
    seen.retain(|it| it["action"] == "access");
    assert_eq!(seen.len(), before + 4, "{seen:?}");
    assert!(
        seen.iter().any(|it| it["query"] == "roots water" && it["reason"] == "case 12"),
        "{seen:?}"
    );
    assert!(seen.iter().any(|it| it["subjects"][0] == document.as_str()));
    loci.run(&["audit", "regulate", "study", "off", "--reason", "anonymised"]).ok();
    hits(&[]).ok();
}

#[test]
fn signing_takes_two_passphrases_and_the_export_shows_who_signed() {
    let loci = home();
    let add = ["signers", "add", "--name", "Ada Reader", "--role", "reviewer"];
    assert_eq!(signing(&loci, &add, "short").error(2), "bad_passphrase");
    assert_eq!(signing(&loci, &add, PASSPHRASE).error(2), "usage");
    signing(&loci, &add, SIGNING).ok();
    assert_eq!(signing(&loci, &add, SIGNING).error(2), "usage");
    let sign = ["sign", "--collection", "study", "--signer", "Ada Reader", "--meaning", "approved"];
    assert_eq!(
        signing(&loci, &sign, "seven green herons stood still").error(3),
        "wrong_passphrase"
    );
    let nobody = ["sign", "--collection", "study", "--signer", "Nobody", "--meaning", "approved"];
    assert_eq!(signing(&loci, &nobody, SIGNING).error(1), "not_found");
    let signed = signing(&loci, &sign, SIGNING).ok().json();
    assert_eq!(signed["name"], "Ada Reader");
    assert_eq!(actions(&list(&loci, &["--action", "sign.failed"])), ["sign.failed"]);
    for (format, name) in
        [("json", "a.json"), ("markdown", "notes"), ("pdf", "a.pdf"), ("ro-crate", "crate")]
    {
        let out = loci.folder.path().join(name);
        let args = ["knowledge", "export", "--collection", "study", "--format", format, "--out"];
        let export = [&args[..], &[out.to_str().unwrap()]].concat();
        let told = loci.run(&export).ok().json();
        assert_eq!(told["content_sha256"], signed["content_sha256"], "{told}");
        assert_eq!(told["signatures"].as_array().unwrap().len(), 1);
        assert_eq!(loci.run(&export).error(2), "usage", "never over what is there");
        // no vault, no passphrase, another home
        let elsewhere = Loci::empty();
        for command in [&["verify-export"][..], &["knowledge", "verify-export"]] {
            let check = [command, &[out.to_str().unwrap()]].concat();
            let check = elsewhere.command(&check).env_remove("LOCI_PASSPHRASE").output().unwrap();
            let check = ran(check).ok().json();
            assert_eq!(check["signatures"][0]["name"], "Ada Reader", "{check}");
            assert!(check["records"].as_u64() > Some(1), "{check}");
        }
        let key = told["fingerprint"].as_str().unwrap();
        loci.run(&["verify-export", out.to_str().unwrap(), "--key", key]).ok();
        let other = ["verify-export", out.to_str().unwrap(), "--key", "0000"];
        assert_eq!(loci.run(&other).code, 1);
    }
    let text = fs::read_to_string(loci.folder.path().join("notes/index.md")).unwrap();
    for said in ["Ada Reader", "approved", "content_sha256", "[[documents/", "verify-export"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    // what is signed changes: the signature is of what was
    let more = loci.file("more.md", "# Leaves\n\nLeaves lose water.\n");
    loci.run(&["ingest", more.to_str().unwrap(), "--collection", "study"]).ok();
    let out = loci.folder.path().join("later.json");
    let args = ["knowledge", "export", "--collection", "study", "--format", "json", "--out"];
    let told = loci.run(&[&args[..], &[out.to_str().unwrap(), "--no-audit"]].concat()).ok().json();
    assert_eq!(told["signatures"].as_array().unwrap().len(), 0);
    assert_eq!(told["records"], 0);
    let report = loci.run(&["audit", "verify"]).ok().json();
    assert_eq!(report["signatures"], 1, "{report}");
}

#[test]
fn who_is_revoked_signs_no_more_and_what_they_signed_says_so() {
    let loci = home();
    let add = ["signers", "add", "--name", "Ada Reader", "--role", "reviewer"];
    signing(&loci, &add, SIGNING).ok();
    let sign = ["sign", "--collection", "study", "--signer", "Ada Reader", "--meaning", "approved"];
    let first = signing(&loci, &sign, SIGNING).ok().json();
    assert_eq!(first["revoked_at"], Value::Null);
    let revoke =
        |reason: &str| ["signers", "revoke", "Ada Reader", "--reason", reason].map(str::to_owned);
    let run = |args: [String; 5], passphrase: &str| {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        ran(loci.command(&args).env("LOCI_PASSPHRASE", passphrase).output().unwrap())
    };
    assert_eq!(run(revoke(" "), PASSPHRASE).error(1), "reason_needed");
    let list_after = run(revoke("left the group"), PASSPHRASE).ok().json();
    assert!(list_after["signers"][0]["revoked_at"].is_string(), "{list_after}");
    let record = list(&loci, &["--action", "signer.revoke"])[0].clone();
    assert_eq!(record["reason"], "left the group", "{record}");
    assert_eq!(run(revoke("again"), PASSPHRASE).error(1), "not_allowed");
    assert_eq!(signing(&loci, &sign, SIGNING).error(1), "not_allowed");
    let change = ["signers", "passphrase", "Ada Reader"];
    let changed = loci
        .command(&change)
        .env("LOCI_SIGNING_PASSPHRASE", SIGNING)
        .env("LOCI_NEW_PASSPHRASE", "eight grey herons stand there")
        .output();
    assert_eq!(ran(changed.unwrap()).error(1), "not_allowed");
    // the earlier signature holds as made before; every copy says so
    assert_eq!(loci.run(&["audit", "verify"]).ok().json()["signatures"], 1);
    for (format, name) in [("json", "a.json"), ("markdown", "notes"), ("pdf", "a.pdf")] {
        let out = loci.folder.path().join(name);
        let args = ["knowledge", "export", "--collection", "study", "--format", format, "--out"];
        loci.run(&[&args[..], &[out.to_str().unwrap()]].concat()).ok();
        let check = loci.run(&["verify-export", out.to_str().unwrap()]).ok().json();
        assert_eq!(check["signatures"][0]["revoked_at"], list_after["signers"][0]["revoked_at"]);
    }
    let notes = fs::read_to_string(loci.folder.path().join("notes/index.md")).unwrap();
    assert!(notes.contains("the key was revoked"), "{notes}");
    // admitted anew: another key, which is not revoked
    signing(&loci, &add, SIGNING).ok();
    let second = signing(&loci, &sign, SIGNING).ok().json();
    assert_ne!(second["fingerprint"], first["fingerprint"]);
    assert_eq!(loci.run(&["audit", "verify"]).ok().json()["signatures"], 2);
}

/// What lies in the database, as anyone may read and write it.
fn raw(loci: &Loci) -> rocksdb::DB {
    let mut options = rocksdb::Options::default();
    options.set_info_logger(rocksdb::InfoLogger::new_callback_logger(
        rocksdb::LogLevel::Fatal,
        |_, _| {},
    ));
    rocksdb::DB::open(&options, loci.home().join("default/db")).unwrap()
}

fn records(database: &rocksdb::DB) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let all = database.iterator(rocksdb::IteratorMode::Start).map(Result::unwrap);
    let all = all.map(|(raw, frame)| (raw.into_vec(), frame.into_vec()));
    all.filter(|(raw, _)| raw[0] == AUDIT).collect()
}

#[test]
fn a_tampered_a_removed_and_a_moved_record_are_named() {
    let loci = home();
    for name in ["Phloem", "Stoma", "Cambium"] {
        loci.run(&["node", "add", name, "--description", "A part of plants."]).ok();
    }
    let head = loci.folder.path().join("head.txt");
    loci.run(&["audit", "heads", "export", "--out", head.to_str().unwrap()]).ok();
    let against = ["audit", "verify", "--against", head.to_str().unwrap()];
    let report = loci.run(&against).ok().json();
    assert!(report["against"].as_u64() > Some(5) && report["ok"] == true, "{report}");
    let whole = records(&raw(&loci));
    let restore = |database: &rocksdb::DB| {
        whole.iter().for_each(|(raw, frame)| database.put(raw, frame).unwrap());
        database.flush().unwrap();
    };
    // which raw key is whose nobody without the key knows: each in turn, until one breaks the trail
    // without being the last, which opening itself reads
    let keys: Vec<&Vec<u8>> = whole.keys().collect();
    let mut named = 0;
    let mut at = 0;
    while named < 3 {
        let (key, next) = (keys[at], keys[(at + 1) % keys.len()]);
        at += 1;
        {
            let database = raw(&loci);
            match named {
                0 => {
                    let mut frame = whole[key].clone();
                    *frame.last_mut().unwrap() ^= 1;
                    database.put(key, frame).unwrap();
                }
                1 => database.delete(key).unwrap(),
                _ => {
                    database.put(key, &whole[next]).unwrap();
                    database.put(next, &whole[key]).unwrap();
                }
            }
            database.flush().unwrap();
        }
        let ran = loci.run(&["audit", "verify"]);
        if ran.code == 4 && ran.json().get("findings").is_some() {
            let report = ran.json();
            let found = report["findings"][0]["what"].as_str().unwrap().to_owned();
            let expected = if named == 1 { "is missing" } else { "was changed" };
            assert!(found.contains(expected), "{found}");
            assert_eq!(report["ok"], false);
            named += 1;
        }
        // put back; what came meanwhile is later
        restore(&raw(&loci));
    }
    loci.run(&against).ok();
    let other = home();
    let wrong = other.run(&against);
    assert_ne!(wrong.code, 0, "another vault's head");
}

#[test]
fn a_head_that_is_none_is_refused() {
    let loci = home();
    let path: PathBuf = loci.file("head.txt", "loci\n3\nAAAA\n\nsigned\n");
    let ran = loci.run(&["audit", "verify", "--against", path.to_str().unwrap()]);
    assert_ne!(ran.code, 0);
    let checkpoint = loci.run(&["audit", "checkpoint"]).ok().json();
    let note = checkpoint["note"].as_str().unwrap();
    assert!(note.starts_with("loci.invalid/vault/") && note.contains("\n\u{2014} loci.invalid"));
}

//! The ways into a vault and back to it, as a person has them: recovery codes, another passphrase.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(missing_docs)]

mod common;

use common::{Loci, PASSPHRASE, Ran, ran, samples};
use serde_json::Value;
use std::{fs, process::Command};

const NEXT: &str = "six green kettles on a ledge";

/// Runs `vault …` with these in the environment.
fn vault(loci: &Loci, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    let arguments = [&["vault"], arguments].concat();
    let mut command = loci.command(&arguments);
    environment.iter().for_each(|(name, value)| {
        command.env(name, value);
    });
    ran(command.output().unwrap())
}

#[test]
fn a_passphrase_is_changed_and_the_old_one_opens_no_more() {
    let loci = Loci::with_vault();
    for weak in ["x", "password1", "aaaaaaaaaaaa"] {
        let refused = vault(&loci, &["passphrase"], &[("LOCI_NEW_PASSPHRASE", weak)]);
        assert_eq!(refused.error(2), "bad_passphrase");
    }
    let wrong = [("LOCI_PASSPHRASE", "not it"), ("LOCI_NEW_PASSPHRASE", NEXT)];
    assert_eq!(vault(&loci, &["passphrase"], &wrong).error(3), "wrong_passphrase");
    vault(&loci, &["passphrase"], &[("LOCI_NEW_PASSPHRASE", NEXT)]).ok();
    assert_eq!(vault(&loci, &["info"], &[]).error(3), "wrong_passphrase");
    let now = [("LOCI_PASSPHRASE", NEXT)];
    vault(&loci, &["info"], &now).ok();
    let raised = vault(&loci, &["cost", "--memory-mib", "64", "--passes", "4"], &now).ok().json();
    assert_eq!((&raised["memory_mib"], &raised["passes"]), (&64.into(), &4.into()));
    let lower = vault(&loci, &["cost", "--memory-mib", "64", "--passes", "3"], &now);
    assert_eq!(lower.error(1 + 1), "usage");
    assert_eq!(vault(&loci, &["cost", "--memory-mib", "1"], &now).error(2), "usage");
    vault(&loci, &["verify"], &now).ok();
}

#[test]
fn a_recovery_code_opens_the_vault_however_it_is_typed_and_slips_are_told() {
    let loci = Loci::with_vault();
    let sheet = vault(&loci, &["recovery", "new"], &[]).ok().json();
    let (code, name) = (sheet["code"].as_str().unwrap(), sheet["name"].as_str().unwrap());
    assert_eq!(code.len(), 34);
    assert!(sheet["steps"].as_array().unwrap().len() > 2);
    let list = vault(&loci, &["recovery", "list"], &[]).ok().json();
    assert_eq!(list["codes"][0]["name"], name);

    let other = Loci::with_vault();
    let foreign = vault(&other, &["recovery", "new"], &[]).ok().json();
    let mut mistyped = code.to_owned();
    let last = if mistyped.ends_with('A') { "B" } else { "A" };
    mistyped.replace_range(33.., last);
    for (typed, said) in [
        (mistyped.as_str(), "mistyped"),
        (code.get(..32).unwrap(), "the check, are missing"),
        (code.get(..20).unwrap(), "28 symbols"),
        ("", "no recovery code"),
        ("UUUU-UUUU-UUUU-UUUU-UUUU-UUUU-UUUU", "another sign"),
        (foreign["code"].as_str().unwrap(), "another vault"),
    ] {
        let refused = vault(
            &loci,
            &["recovery", "use"],
            &[("LOCI_RECOVERY_CODE", typed), ("LOCI_NEW_PASSPHRASE", NEXT)],
        );
        assert_eq!(refused.error(3), "bad_recovery_code", "{typed}");
        let message = refused.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(said), "{typed}: {message}");
    }
    vault(&loci, &["info"], &[]).ok();

    let sloppy = code.to_lowercase().replace('0', "o").replace('1', "l").replace('-', " ");
    let file = loci.file("sheet", format!("  {sloppy} \n"));
    let arguments = ["recovery", "use", "--code-file", file.to_str().unwrap()];
    let used = vault(&loci, &arguments, &[("LOCI_NEW_PASSPHRASE", NEXT)]).ok().json();
    assert_eq!(used["vault_id"], sheet["vault_id"]);
    assert_eq!(vault(&loci, &["info"], &[]).error(3), "wrong_passphrase");
    let now = [("LOCI_PASSPHRASE", NEXT)];
    let missing = vault(&loci, &["recovery", "revoke", "00000000"], &now);
    assert_eq!(missing.error(1), "not_found");
    let left = vault(&loci, &["recovery", "revoke", name], &now).ok().json();
    assert_eq!(left["codes"].as_array().unwrap().len(), 0);
    let revoked = [("LOCI_RECOVERY_CODE", code), ("LOCI_NEW_PASSPHRASE", PASSPHRASE)];
    let refused = vault(&loci, &["recovery", "use"], &revoked);
    assert_eq!(refused.error(3), "bad_recovery_code");
    assert!(refused.json()["error"]["message"].as_str().unwrap().contains("revoked"));
    vault(&loci, &["verify"], &now).ok();
}

#[test]
fn a_backup_is_verified_restored_beside_and_instead() {
    let loci = Loci::with_vault();
    loci.run(&["ingest", samples().to_str().unwrap()]).ok();
    let disk = loci.folder.path().join("disk");
    let to = disk.to_str().unwrap();
    assert_eq!(vault(&loci, &["backup", to], &[]).error(1), "unreadable");
    std::fs::create_dir(&disk).unwrap();
    assert_eq!(vault(&loci, &["backup", "verify", to], &[]).error(1), "not_found");
    let inside = loci.home().join("default");
    assert_eq!(vault(&loci, &["backup", inside.to_str().unwrap()], &[]).error(2), "usage");
    let first = vault(&loci, &["backup", to], &[]).ok().json();
    assert_eq!(first["files"], first["copied_files"]);
    let again = vault(&loci, &["backup", to, "--keep", "2"], &[]).ok().json();
    assert!(again["copied_bytes"].as_u64().unwrap() < first["bytes"].as_u64().unwrap() / 2);
    let checked = vault(&loci, &["backup", "verify", to], &[]).ok().json();
    assert_eq!(checked["ok"], true);
    let documents = loci.run(&["documents", "list"]).ok().json();
    let documents = documents["documents"].as_array().unwrap().len();
    assert_eq!(checked["originals"].as_u64().unwrap() as usize, documents);

    let refused = vault(&loci, &["restore", to], &[]);
    assert_eq!(refused.error(1), "vault_exists");
    let beside = [("LOCI_PROFILE", "beside")];
    let restored = vault(&loci, &["restore", to], &beside).ok().json();
    assert_eq!(restored["commit_seq"], again["commit_seq"]);
    let searched =
        loci.command(&["search", "carbon"]).env("LOCI_PROFILE", "beside").output().unwrap();
    assert!(!ran(searched).ok().json()["hits"].as_array().unwrap().is_empty());
    vault(&loci, &["verify", "--deep"], &beside).ok();

    loci.ingest(&loci.file("later.md", "# Later\n\nWritten after the backup was made."));
    let instead = vault(&loci, &["restore", to, "--instead"], &[]).ok().json();
    assert!(instead["behind"].as_u64().unwrap() > 0);
    let aside = instead["put_aside"].as_str().unwrap();
    let aside = aside.rsplit('/').next().unwrap();
    let count = |profile: &str| {
        let list =
            loci.command(&["documents", "list"]).env("LOCI_PROFILE", profile).output().unwrap();
        ran(list).ok().json()["documents"].as_array().unwrap().len()
    };
    assert_eq!((count("default"), count(aside)), (documents, documents + 1));
}

#[test]
fn new_keys_and_a_close_look() {
    let loci = Loci::with_vault();
    loci.run(&["ingest", samples().to_str().unwrap()]).ok();
    let wrong = [("LOCI_PASSPHRASE", "not it")];
    assert_eq!(vault(&loci, &["rotate"], &wrong).error(3), "wrong_passphrase");
    let rotated = vault(&loci, &["rotate"], &[]).ok().json();
    assert_eq!((&rotated["epoch"], &rotated["wiped"]), (&2.into(), &true.into()));
    assert!(rotated["records"].as_u64().unwrap() > 50);
    let looked = vault(&loci, &["verify", "--deep"], &[]).ok().json();
    assert_eq!(looked["ok"], true);
    let deep = &looked["deep"];
    assert_eq!(deep["documents"], deep["originals"]);
    assert!(deep["nodes"].as_u64().unwrap() > 0 && deep["passages"].as_u64().unwrap() > 10);
    assert!(!loci.run(&["search", "carbon"]).ok().json()["hits"].as_array().unwrap().is_empty());
}

/// Who has old copies of the vault and of its own anchor, and not of the second one.
#[test]
fn a_second_anchor_refuses_what_was_put_back_whole() {
    let loci = Loci::with_vault();
    let elsewhere = loci.home().with_file_name("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let to = elsewhere.to_str().unwrap();
    assert_eq!(vault(&loci, &["anchor"], &[]).ok().json()["second_anchor"], Value::Null);
    assert_eq!(vault(&loci, &["anchor", "/nowhere/at/all"], &[]).error(2), "usage");
    let set = vault(&loci, &["anchor", to], &[]).ok().json();
    assert_eq!(set["second_anchor"]["state"], "current");
    let old = loci.home().with_file_name("old");
    let copied = Command::new("cp").arg("-a").arg(loci.home()).arg(&old).status().unwrap();
    assert!(copied.success());
    loci.ingest(&loci.file("later.md", "# Later\n\nSaved, and then taken back."));
    let kept = vault(&loci, &["anchor"], &[]).ok().json();
    assert_ne!(kept["second_anchor"]["state"], "contradicts");

    fs::remove_dir_all(loci.home()).unwrap();
    fs::rename(&old, loci.home()).unwrap();
    assert_eq!(loci.run(&["documents", "list"]).error(4), "vault_behind_anchor");
    vault(&loci, &["accept-loss"], &[]).ok();
    // the unlock that asks is a commit of its own
    let now = vault(&loci, &["anchor"], &[]).ok().json();
    assert_eq!(now["second_anchor"]["state"], "earlier");

    // a disk that is not plugged in, and rubbish in its place, are told and do not keep the owner out
    let file = fs::read_dir(&elsewhere).unwrap().next().unwrap().unwrap().path();
    fs::write(&file, b"rubbish").unwrap();
    loci.run(&["documents", "list"]).ok();
    fs::remove_dir_all(&elsewhere).unwrap();
    let away = vault(&loci, &["anchor"], &[]).ok().json();
    assert_eq!(away["second_anchor"]["state"], "missing");
    assert_eq!(vault(&loci, &["anchor", "--off"], &[]).ok().json()["second_anchor"], Value::Null);
}

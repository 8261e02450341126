//! What a person does with `loci`, from an empty home to evidence, through the real program.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::string_slice)]

mod common;

use common::{Loci, PASSPHRASE, ran, samples};
use serde_json::{Value, json};
use std::io::Write;

#[test]
fn samples_go_in_and_highlighted_evidence_comes_out() {
    let loci = Loci::with_vault();
    let ingested = loci.run(&["ingest", samples().to_str().unwrap()]).ok().json();
    let rows = ingested["documents"].as_array().unwrap();
    assert!(rows.len() >= 5, "{ingested}");
    for row in rows {
        assert_eq!(row["state"], "indexed", "{row}");
        assert!(row["chunks"].as_u64().unwrap() > 0, "{row}");
    }

    let listed = loci.run(&["documents", "list"]).ok().json();
    assert_eq!(listed["documents"].as_array().unwrap().len(), rows.len());
    for mode in ["hybrid", "keyword", "semantic"] {
        let answer = loci.run(&["search", "how fast does the marsh gain height", "--mode", mode]);
        let answer = answer.ok().json();
        assert_eq!(answer["mode"], mode);
        assert_eq!(answer["degraded"], false, "{answer}");
        check_spans(&loci, &answer);
    }
}

/// `documents text DOC` cut at a hit's span equals the hit's text, always.
fn check_spans(loci: &Loci, answer: &Value) {
    let hits = answer["hits"].as_array().unwrap();
    assert!(!hits.is_empty(), "{answer}");
    for (n, hit) in hits.iter().enumerate() {
        assert_eq!(hit["rank"], json!(n + 1));
        let text = loci.run(&["documents", "text", hit["document_id"].as_str().unwrap()]).ok();
        let text = text.json()["text"].as_str().unwrap().to_owned();
        let place = |field: &str| hit["span"][field].as_u64().unwrap() as usize;
        let passage = &text[place("start")..place("end")];
        assert_eq!(passage, hit["text"].as_str().unwrap());
        let chars: String =
            text.chars().skip(place("char_start")).take(passage.chars().count()).collect();
        assert_eq!(chars, passage);
        assert_eq!(text[..place("start")].matches('\n').count() + 1, place("line_start"));
    }
}

#[test]
fn a_document_lives_and_goes() {
    let loci = Loci::with_vault();
    let path = loci.file("note.md", "# Larks\n\nThe skylark sings above the Merse at dawn.\n");
    let row = loci.ingest(&path);
    let id = row["document_id"].as_str().unwrap();
    assert_eq!((row["state"].as_str(), row["title"].as_str()), (Some("indexed"), Some("Larks")));

    let again = loci.run(&["ingest", path.to_str().unwrap()]);
    assert_eq!(again.code, 1);
    assert_eq!(again.json()["documents"][0]["state"], "duplicate");
    let forced = loci.run(&["ingest", "--force", path.to_str().unwrap()]).ok();
    assert_eq!(forced.json()["documents"][0]["state"], "indexed");

    let text = ran(plain(&loci, &["documents", "text", &id[..8]]).output().unwrap()).ok();
    assert_eq!(text.stdout, "# Larks\n\nThe skylark sings above the Merse at dawn.\n");
    let out = loci.folder.path().join("out.md");
    loci.run(&["documents", "original", id, "--out", out.to_str().unwrap()]).ok();
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&path).unwrap());
    let refused = loci.run(&["documents", "original", id, "--out", out.to_str().unwrap()]);
    refused.error(1);

    let search = |query: &str| loci.run(&["search", query]).ok().json()["hits"].clone();
    assert_eq!(search("skylark").as_array().unwrap().len(), 1);
    let gone = loci.run(&["documents", "delete", id, "--cascade", "orphans"]).ok().json();
    assert_eq!((gone["chunks"].as_u64(), gone["original"].as_bool()), (Some(1), Some(true)));
    assert_eq!(search("skylark"), json!([]));
    assert_eq!(loci.run(&["documents", "show", id]).error(1), "not_found");
    assert_eq!(loci.ingest(&path)["state"], "indexed");
}

/// People get words, programs get the text as it is stored and the words beside it.
#[test]
fn people_read_words_without_markup() {
    let loci = Loci::with_vault();
    let text = "# Ducks\n\nThe **Mallard** is a *dabbling* duck of [the north](https://a.b/c).\n\n\
                | Bird | Eggs |\n| --- | ---: |\n| Mallard | 13 |\n";
    let row = loci.ingest(&loci.file("ducks.md", text));
    let id = row["document_id"].as_str().unwrap();
    let words =
        "Ducks\n\nThe Mallard is a dabbling duck of the north.\n\nBird · Eggs\nMallard · 13";
    let answer = loci.run(&["search", "mallard eggs"]).ok().json();
    let hit = &answer["hits"][0];
    assert_eq!((hit["text"].as_str(), hit["plain"].as_str()), (Some(text.trim_end()), Some(words)));
    let shown = ran(plain(&loci, &["search", "mallard eggs"]).output().unwrap()).ok().stdout;
    for line in words.lines() {
        assert!(shown.contains(&format!("   │ {line}\n")), "{shown}");
    }
    assert!(!shown.contains("**") && !shown.contains("---"), "{shown}");

    let (start, end) = (text.find("The **").unwrap(), text.find("\n\n|").unwrap());
    let (start, end) = (start.to_string(), end.to_string());
    let cited = loci.run(&["cite", "add", id, "--start", &start, "--end", &end]).ok().json();
    assert!(cited["quote"].as_str().unwrap().contains("**Mallard**"), "{cited}");
    assert_eq!(cited["plain"], "The Mallard is a dabbling duck of the north.");
    let exported = loci.run(&["cite", "export", "--format", "bibtex"]).ok().json();
    let exported = exported["text"].as_str().unwrap();
    assert!(exported.contains("The Mallard is a dabbling duck of the north"), "{exported}");
    let listed = ran(plain(&loci, &["cite", "list"]).output().unwrap()).ok().stdout;
    assert!(listed.contains("“The Mallard is a dabbling duck of the north.”"), "{listed}");

    // in a plain text a sign is a sign
    let row = loci.ingest(&loci.file("notes.txt", "# 3 of the **plovers** nested.\n"));
    let plovers = loci.run(&["search", "plovers nested"]).ok().json();
    assert_eq!(row["state"], "indexed");
    assert_eq!(plovers["hits"][0]["plain"], "# 3 of the **plovers** nested.");
}

#[test]
fn clauses_of_a_plain_text_are_found_by_their_numbers() {
    let loci = Loci::with_vault();
    let text = "SUPPLY AGREEMENT\n\n4. Duties\n\n4.1 The Supplier keeps a log.\n4.2 The Buyer \
                reads it.\n4.3 Payment\n4.3(a) The Supplier shall pay.\n4.3(b) The Buyer may not.\n";
    let start = "1. Words\n\n1.1 “Log” means a book.\n\n2. Term\n\n2.1 A year.\n\n3. Law\n\n\
                 3.1 Of the sea.\n\n";
    let (head, rest) = text.split_once("4. Duties").unwrap();
    loci.ingest(&loci.file("agreement.txt", format!("{head}{start}4. Duties{rest}")));
    let answer = loci.run(&["search", "Section 4.3(a)", "--mode", "exact"]).ok().json();
    let hit = &answer["hits"][0];
    assert_eq!(hit["section_id"], "sec_4_3_a", "{answer}");
    assert_eq!(hit["text"], "4.3 Payment\n4.3(a) The Supplier shall pay.");
    assert_eq!(hit["parent_chain"], json!(["4. Duties", "4.3 Payment", "4.3(a)"]));
    check_spans(&loci, &answer);
}

/// The program without `--json`.
fn plain(loci: &Loci, args: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_loci"));
    for (name, value) in loci.command(&[]).get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.args(args).stdin(std::process::Stdio::null());
    command
}

#[test]
fn filters_leave_only_what_they_name() {
    let loci = Loci::with_vault();
    let (one, two) = (
        loci.file("one.md", "# One\n\nGlaciers grind granite slowly.\n"),
        loci.file("two.md", "# Two\n\nGranite weathers into clay.\n"),
    );
    let ingest = |path: &std::path::Path, collection: &str| {
        let args = ["ingest", path.to_str().unwrap(), "--collection", collection];
        loci.run(&args).ok().json()["documents"][0]["document_id"].as_str().unwrap().to_owned()
    };
    let (one, two) = (ingest(&one, "ice"), ingest(&two, "soil"));
    let ids = |args: &[&str]| -> Vec<String> {
        let args: Vec<&str> = ["search", "granite"].iter().chain(args).copied().collect();
        let answer = loci.run(&args).ok().json();
        let hits = answer["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["document_id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&["--collection", "ice"]), std::slice::from_ref(&one));
    assert_eq!(ids(&["--document", &two[..12]]), std::slice::from_ref(&two));
    assert_eq!(ids(&["--collection", "ice", "--document", &two]), Vec::<String>::new());
    assert_eq!(ids(&[]).len(), 2);
    let info = loci.run(&["vault", "info"]).ok().json();
    assert_eq!(info["collections"], json!({ "ice": 1, "soil": 1 }));
    assert_eq!(info["chunks"], 2);
}

#[test]
fn standard_input_is_a_document() {
    let loci = Loci::with_vault();
    let mut child = loci
        .command(&["ingest", "-", "--stdin-name", "piped.md", "--source-type", "journal"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"# Piped\n\nWords from a pipe.\n").unwrap();
    let row = ran(child.wait_with_output().unwrap()).ok().json()["documents"][0].clone();
    assert_eq!((row["state"].as_str(), row["title"].as_str()), (Some("indexed"), Some("Piped")));
}

#[test]
fn errors_have_codes_hints_and_exit_codes() {
    let loci = Loci::empty();
    assert_eq!(loci.run(&["vault", "info"]).error(1), "vault_missing");
    for bad in ["", &"x".repeat(10_000)] {
        let run =
            ran(loci.command(&["vault", "create"]).env("LOCI_PASSPHRASE", bad).output().unwrap());
        assert_eq!(run.error(2), "bad_passphrase");
    }
    loci.run(&["vault", "create"]).ok();
    assert_eq!(loci.run(&["vault", "create"]).error(1), "vault_exists");
    let wrong = loci.command(&["vault", "info"]).env("LOCI_PASSPHRASE", "not it").output().unwrap();
    assert_eq!(ran(wrong).error(3), "wrong_passphrase");
    let unasked = loci.command(&["vault", "info"]).env_remove("LOCI_PASSPHRASE").output().unwrap();
    assert_eq!(ran(unasked).error(3), "locked");
    let file = loci.file("passphrase", format!("{PASSPHRASE}\n"));
    let read = loci
        .command(&["vault", "info", "--passphrase-file", file.to_str().unwrap()])
        .env_remove("LOCI_PASSPHRASE")
        .output()
        .unwrap();
    ran(read).ok();

    assert_eq!(loci.run(&["documents", "show", "00000000"]).error(1), "not_found");
    let usage: &[&[&str]] = &[
        &["documents", "show", "xyz"],
        &["search", "  "],
        &["search", "x", "--top-k", "0"],
        &["ingest"],
        &["nonsense"],
        &["vault", "info", "--profile", "../up"],
        &["ingest", "x", "--collection", ""],
    ];
    for args in usage {
        assert_eq!(loci.run(args).error(2), "usage", "{args:?}");
    }
}

#[test]
fn without_the_runtime_search_goes_on_with_words_and_says_so() {
    let loci = Loci::with_vault();
    let path = loci.file("bog.md", "# Bog\n\nSphagnum holds twenty times its weight in water.\n");
    let nowhere = loci.folder.path().join("nowhere");
    let mut ingest = loci.command(&["ingest", path.to_str().unwrap()]);
    ran(ingest.env("LOCI_RUNTIME", &nowhere).output().unwrap()).ok();
    let mut search = loci.command(&["search", "sphagnum water"]);
    let answer = ran(search.env("LOCI_RUNTIME", &nowhere).output().unwrap()).ok().json();
    assert_eq!(
        (answer["degraded"].as_bool(), answer["hits"].as_array().unwrap().len()),
        (Some(true), 1)
    );
    assert!(answer["degraded_reason"]["hint"].as_str().unwrap().contains("./setup"), "{answer}");

    // the model is back: the next ingest embeds what waited, and hybrid resumes by itself
    loci.run(&["ingest", loci.file("fen.md", "# Fen\n\nReeds.\n").to_str().unwrap()]).ok();
    let answer = loci.run(&["search", "sphagnum water"]).ok().json();
    assert_eq!(answer["degraded"], false, "{answer}");
    assert!(answer["hits"][0]["semantic"]["rank"].is_number(), "{answer}");
}

#[test]
fn the_window_and_the_terminal_do_not_share_a_vault_at_once() {
    let loci = Loci::with_vault();
    let lock = loci.home().join("default/lock");
    let held = std::fs::File::open(&lock).unwrap();
    held.lock().unwrap();
    assert_eq!(loci.run(&["vault", "info"]).error(1), "vault_in_use");
    drop(held);
    loci.run(&["vault", "info"]).ok();
}

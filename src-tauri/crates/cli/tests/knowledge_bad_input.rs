//! What makes no sense is refused with a clear error, and nothing is lost by it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod common;

use common::Loci;
use serde_json::Value;

/// A home with three nodes, and how many there are.
fn home() -> Loci {
    let loci = Loci::with_vault();
    for name in ["Alpha", "Beta", "Gamma"] {
        loci.run(&["node", "add", name, "--kind", "concept"]).ok();
    }
    loci
}

fn total(loci: &Loci) -> Value {
    let edges = loci.run(&["edge", "list"]).ok().json()["total"].clone();
    serde_json::json!([loci.run(&["node", "list"]).ok().json()["total"], edges])
}

/// Each is refused with its code, and nothing has changed.
fn refused(loci: &Loci, cases: &[(&[&str], i32, &str)]) {
    let before = total(loci);
    for (args, exit, code) in cases {
        let shown: Vec<String> = args.iter().map(|arg| arg.chars().take(40).collect()).collect();
        let run = loci.run(args);
        assert_eq!(run.code, *exit, "{shown:?}: {} {}", run.stdout, run.stderr);
        assert_eq!(run.error(*exit), *code, "{shown:?}");
        assert!(run.stdout.len() < 2_000, "{shown:?}: the error repeats what it was given");
    }
    assert_eq!(total(loci), before);
    let verified = loci.run(&["node", "show", "Alpha"]).ok().json();
    assert_eq!(verified["name"], "Alpha");
}

#[test]
fn names_that_name_nothing() {
    let loci = home();
    let (long, tags) = ("n".repeat(10_000), "t".repeat(100));
    refused(
        &loci,
        &[
            (&["node", "add", &long], 2, "usage"),
            (&["node", "add", "— … !"], 2, "usage"),
            (&["node", "add", ""], 2, "usage"),
            (&["node", "add", "\u{200b}\u{ad}"], 2, "usage"),
            (&["node", "add", "Delta", "--kind", "thought"], 2, "usage"),
            (&["node", "add", "Delta", "--description", &long], 2, "usage"),
            (&["node", "add", "Delta", "--tag", &tags], 2, "usage"),
            (&["node", "add", "Delta", "--wing", "No Such/Wing!"], 2, "usage"),
            (&["node", "add", "Delta", "--wing", &long], 2, "usage"),
            (&["node", "edit", "Alpha"], 2, "usage"),
            (&["node", "edit", "Alpha", "--name", "?!"], 2, "usage"),
            (&["node", "edit", "Alpha", "--kind", "claim"], 2, "usage"),
            (&["node", "edit", "Alpha", "--importance", "9"], 2, "usage"),
            (&["node", "edit", "Alpha", "--importance", "NaN"], 2, "usage"),
            (&["node", "show", &long], 1, "not_found"),
            (&["node", "show", "ffffffffffff"], 1, "not_found"),
            (&["node", "delete", "Omega"], 1, "not_found"),
            (&["node", "neighbours", "Alpha", "--hops", "9"], 2, "usage"),
            (&["node", "paths", "Alpha", "Beta", "--hops", "40"], 2, "usage"),
            (&["node", "unalias", "Alpha", "Beta"], 1, "not_found"),
            (&["palace", "move", "Alpha", "--wing", ""], 2, "usage"),
            (&["palace", "show", "--wing", "nowhere"], 1, "not_found"),
            (&["trust", "show", "Omega"], 1, "not_found"),
            (&["trust", "rule", "ffffffffffff", "both"], 1, "not_found"),
            (&["knowledge", "settings", "--accept-from", "0.1"], 2, "usage"),
            (&["knowledge", "settings", "--half-life-days", "0"], 2, "usage"),
            (&["knowledge", "settings", "--off", "no such lesson"], 1, "not_found"),
        ],
    );
    // a long statement is a statement all the same
    let sentence = format!("{} is long.", "word ".repeat(50).trim());
    let added = loci.run(&["node", "add", &sentence, "--kind", "claim"]).ok().json();
    assert_eq!(added["name"], *sentence);
}

#[test]
fn look_alikes_are_not_the_same() {
    let loci = home();
    // a Cyrillic А and a Greek Α are not a Latin A
    for look in ["\u{410}lpha", "\u{391}lpha"] {
        let other = loci.run(&["node", "add", look]).ok().json();
        let alpha = loci.run(&["node", "show", "Alpha"]).ok().json();
        assert_ne!(other["node_id"], alpha["node_id"]);
    }
    // but width, case, hidden characters and spaces make no other thing
    for same in ["ａｌｐｈａ", "AL\u{ad}PHA", "  alpha \u{200b}"] {
        let node = loci.run(&["node", "show", same]).ok().json();
        assert_eq!(node["name"], "Alpha", "{same}");
    }
}

#[test]
fn edges_that_make_no_sense() {
    let loci = home();
    let tie =
        |from: &str, to: &str, kind: &str| loci.run(&["edge", "add", from, to, "--kind", kind]);
    tie("Alpha", "Beta", "supersedes").ok();
    tie("Beta", "Gamma", "supersedes").ok();
    refused(
        &loci,
        &[
            (&["edge", "add", "Alpha", "Alpha", "--kind", "requires"], 2, "usage"),
            (&["edge", "add", "Gamma", "Alpha", "--kind", "supersedes"], 2, "usage"),
            (&["edge", "add", "Beta", "Alpha", "--kind", "supersedes"], 2, "usage"),
            (&["edge", "add", "Alpha", "Omega", "--kind", "requires"], 1, "not_found"),
            (&["edge", "add", "Alpha", "ffffffffffff", "--kind", "requires"], 1, "not_found"),
            (&["edge", "add", "Alpha", "Beta", "--kind", "likes"], 2, "usage"),
            (&["edge", "delete", "ffffffffffff"], 1, "not_found"),
            (&["edge", "list", "--node", "Omega"], 1, "not_found"),
        ],
    );
    // other kinds may go round in a circle; a contradiction has no direction
    tie("Gamma", "Alpha", "enables").ok();
    let one = tie("Alpha", "Gamma", "contradicts").ok().json()["edge_id"].clone();
    assert_eq!(tie("Gamma", "Alpha", "contradicts").ok().json()["edge_id"], one);
    loci.run(&["edge", "delete", one.as_str().unwrap()]).ok();
    assert_eq!(loci.run(&["trust", "show", "Alpha"]).ok().json()["contentious"], false);
}

#[test]
fn days_that_are_none() {
    let loci = home();
    let edit = |from: &'static str, to: &'static str| {
        ["node", "edit", "Alpha", "--valid-from", from, "--valid-to", to]
    };
    refused(
        &loci,
        &[
            (&edit("12021", ""), 2, "usage"),
            (&edit("-10000", ""), 2, "usage"),
            (&edit("2021-02-30", ""), 2, "usage"),
            (&edit("soon", ""), 2, "usage"),
            (&edit("2022", "2021"), 2, "usage"),
        ],
    );
    let holds = |from: &'static str, to: &'static str| {
        loci.run(&edit(from, to)).ok();
        let node = loci.run(&["node", "show", "Alpha"]).ok().json();
        let day = |end: &str| node[end].as_str().unwrap().to_owned();
        (day("valid_from"), day("valid_to"))
    };
    for (from, to, first, last) in [
        ("Spring 2021", "Spring 2021", "2021-03-01", "2021-05-31"),
        ("-0044-03-15", "0001", "-0044-03-15", "0001-12-31"),
        ("9999", "9999-12-31", "9999-01-01", "9999-12-31"),
        ("2020-02-29", "", "2020-02-29", ""),
        ("", "", "", ""),
    ] {
        assert_eq!(holds(from, to), (first.to_owned(), last.to_owned()), "{from} {to}");
    }
}

#[test]
fn a_broken_vocabulary_is_refused_line_by_line() {
    let loci = home();
    let file = loci.file(
        "words.txt",
        "# ours\nwaterways/locks | 0.9 | sluicegate* | lock keeper\nno bar here\n\
         waterways/locks | 7 | weir\nwaterways/locks | 0.9 | *\nBad Wing/x | 0.9 | weir\n\
         waterways/locks | 0.9 | \n",
    );
    let taken = loci.run(&["palace", "vocabulary", "--import", file.to_str().unwrap()]).ok().json();
    let lines: Vec<&str> =
        taken["refused"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    for number in ["3", "4", "5", "6", "7"] {
        assert!(lines.iter().any(|line| line.contains(number)), "{number}: {lines:?}");
    }
    assert_eq!(lines.len(), 5, "{lines:?}");
    let node = loci.run(&["node", "add", "Sluicegates"]).ok().json();
    assert_eq!((&node["wing"], &node["room"]), (&"waterways".into(), &"locks".into()));

    let binary = loci.file("words.bin", [0xff, 0xfe, 0, 1]);
    let huge = loci.file("huge.txt", "x".repeat(2 << 20));
    let missing = loci.folder.path().join("none.txt");
    refused(
        &loci,
        &[
            (&["palace", "vocabulary", "--import", binary.to_str().unwrap()], 1, "unreadable"),
            (&["palace", "vocabulary", "--import", huge.to_str().unwrap()], 1, "unreadable"),
            (&["palace", "vocabulary", "--import", missing.to_str().unwrap()], 1, "unreadable"),
            (&["palace", "vocabulary", "--add", "*", "--wing", "w"], 2, "usage"),
            (&["palace", "vocabulary", "--add", "x", "--wing", "Not A Wing"], 2, "usage"),
            (&["palace", "vocabulary", "--off", "never", "--wing", "w"], 1, "not_found"),
        ],
    );
}

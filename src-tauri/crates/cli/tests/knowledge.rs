//! Knowledge through the real program: merged across documents, placed, scored, contradicted,
//! corrected, reviewed, split, exported, and missed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod common;

use common::{Loci, Ran};
use serde_json::Value;

const TRIAL: &str = "# Fracture trial\n\n## 1 Definitions\n\n\"Bone density\" means the mass of \
    mineral in a given area of bone.\n\n## 2 Findings\n\nVitamin D supplementation increased bone \
    density by 12% in older adults.\n\nThe trial enrolled 430 patients in 2019.\n\n\
    OAuth 2.0 requires TLS.\n";
const REGISTER: &str = "# Fracture register\n\n## 1 Definitions\n\n\"Bone density\" means the \
    reading of a scanner at the hip.\n\n## 2 Findings\n\nVitamin D supplementation decreased bone \
    density by 12% in older adults.\n\nSince 2020 the register records every fracture.\n";
const UP: &str = "Vitamin D supplementation increased bone density by 12% in older adults.";
const DOWN: &str = "Vitamin D supplementation decreased bone density by 12% in older adults.";

/// Both documents, with everything that was found accepted.
struct Both {
    loci: Loci,
    trial: String,
    register: String,
}

impl Both {
    fn new() -> Self {
        let loci = Loci::with_vault();
        loci.run(&["knowledge", "settings", "--accept-from", "0.5"]).ok();
        let trial = taken(&loci, "trial.md", TRIAL, "https://www.nih.gov/trial");
        let register = taken(&loci, "register.md", REGISTER, "https://example.org/register");
        Self { loci, trial, register }
    }

    fn json(&self, args: &[&str]) -> Value {
        json(&self.loci, args)
    }

    fn run(&self, args: &[&str]) -> Ran {
        self.loci.run(args)
    }
}

fn taken(loci: &Loci, name: &str, text: &str, url: &str) -> String {
    let path = loci.file(name, text);
    let answer = json(loci, &["ingest", path.to_str().unwrap(), "--source-url", url]);
    let row = &answer["documents"][0];
    assert_eq!(row["state"], "indexed", "{row}");
    row["document_id"].as_str().unwrap().to_owned()
}

fn json(loci: &Loci, args: &[&str]) -> Value {
    loci.run(args).ok().json()
}

fn list<'a>(answer: &'a Value, field: &str) -> &'a Vec<Value> {
    answer[field].as_array().unwrap_or_else(|| panic!("no {field}: {answer}"))
}

fn texts<'a>(answer: &'a Value, rows: &str, field: &str) -> Vec<&'a str> {
    list(answer, rows).iter().map(|row| row[field].as_str().unwrap()).collect()
}

fn close(value: &Value, expected: f64) {
    assert!((value.as_f64().unwrap() - expected).abs() < 1e-4, "{value} is not {expected}");
}

#[test]
fn documents_meet_in_one_node_and_contradict_openly() {
    let both = Both::new();
    let term = both.json(&["node", "show", "Bone density"]);
    let mut sources = texts(&term, "evidence", "document");
    sources.sort_unstable();
    let mut expected = [both.trial.as_str(), both.register.as_str()];
    expected.sort_unstable();
    assert_eq!(sources, expected, "one piece of evidence a source: {term}");
    assert_eq!((term["sources"].as_u64(), term["tier"].as_str()), (Some(2), Some("researched")));
    for evidence in list(&term, "evidence") {
        let document = evidence["document"].as_str().unwrap();
        let text = both.json(&["documents", "text", document])["text"].clone();
        let at = |end: &str| evidence["span"][end].as_u64().unwrap() as usize;
        let quoted = text.as_str().unwrap().get(at("start")..at("end"));
        assert_eq!(quoted, evidence["quote"].as_str(), "{evidence}");
        assert_eq!(evidence["opens"], true);
    }
    // an id, a prefix of it and another case of the name all mean it
    let id = term["node_id"].as_str().unwrap();
    for name in [id, &id[..8], "bone DENSITY", "bone\u{200b} density"] {
        assert_eq!(both.json(&["node", "show", name])["node_id"], id, "{name}");
    }

    let contradictions = both.json(&["trust", "contradictions"]);
    assert_eq!(
        (list(&contradictions, "contradictions").len(), &contradictions["open"]),
        (1, &1.into())
    );
    let one = &contradictions["contradictions"][0];
    assert_eq!(one["edge"]["kind"], "contradicts");
    let because = one["edge"]["because"].as_str().unwrap();
    assert!(because.contains("increased") && because.contains("decreased"), "{because}");
    let mut sides = [one["first"]["name"].as_str(), one["second"]["name"].as_str()];
    sides.sort_unstable();
    assert_eq!(sides, [Some(DOWN), Some(UP)]);
    for statement in [UP, DOWN] {
        let trust = both.json(&["trust", "show", statement]);
        assert_eq!(trust["contentious"], true, "{statement}");
        close(&trust["parts"]["contradiction"], -0.1);
    }

    // the ruling settles it, and can be taken back
    let edge = one["edge"]["edge_id"].as_str().unwrap();
    assert_eq!(both.run(&["trust", "rule", edge, "both"]).error(2), "usage");
    let ruled = both.json(&["trust", "rule", &edge[..10], "both", "--reason", "UP in summer"]);
    assert_eq!(both.json(&["trust", "contradictions"])["open"], 0);
    assert_eq!(
        list(&both.json(&["trust", "contradictions", "--ruled"]), "contradictions").len(),
        1
    );
    assert_eq!(both.json(&["trust", "show", UP])["contentious"], false);
    let number = ruled["change"]["change"].to_string();
    both.json(&["review", "undo", &number]);
    assert_eq!(both.json(&["trust", "contradictions"])["open"], 1);
    assert_eq!(both.run(&["review", "undo", &number]).error(2), "usage");
}

#[test]
fn every_part_of_a_score_is_shown() {
    let both = Both::new();
    let trust = both.json(&["trust", "show", UP]);
    let parts = trust["parts"].as_object().unwrap();
    let names: Vec<&str> = parts.keys().map(String::as_str).collect();
    let expected =
        ["arousal", "bias", "contradiction", "corroboration", "evidence_grade", "source_tier"];
    assert_eq!(names, expected);
    close(&parts["source_tier"], 0.85);
    let sum: f64 = parts.values().map(|part| part.as_f64().unwrap()).sum();
    close(&trust["reliability"], sum.clamp(0.0, 1.0));
    assert_eq!((&trust["overridden"], &trust["contentious"]), (&false.into(), &true.into()));
    assert_eq!(list(&trust, "evidence").len(), 1);
    let other = both.json(&["trust", "show", DOWN]);
    assert!(other["reliability"].as_f64() < trust["reliability"].as_f64());
    // the same scores wherever they are shown
    let rows = both.json(&["node", "list", "--kind", "claim", "--min-reliability", "0.7"]);
    assert!(texts(&rows, "nodes", "name").contains(&UP) && !rows.to_string().contains(DOWN));
}

#[test]
fn a_correction_outlives_reading_again() {
    let both = Both::new();
    let correct = |score: &str, reason: &str| {
        both.run(&["trust", "override", DOWN, "--reliability", score, "--reason", reason])
    };
    let done = correct("0.1", "retracted in 2024").ok().json();
    assert_eq!(
        (&done["change"]["undoable"], &done["nodes"][0]["overridden"]),
        (&false.into(), &true.into())
    );
    let stands = |score: f64, reason: &str| {
        let trust = both.json(&["trust", "show", DOWN]);
        close(&trust["reliability"], score);
        assert_eq!(trust["overridden"], true, "{trust}");
        assert_eq!(trust["trust"]["overridden"]["reason"], reason);
        let row = both.json(&["node", "list", "--kind", "claim"]);
        let rows = list(&row, "nodes");
        let row = rows.iter().find(|row| row["name"] == DOWN).unwrap();
        assert_eq!(row["overridden"], true, "{row}");
    };
    stands(0.1, "retracted in 2024");
    let path = both.loci.folder.path().join("in/register.md");
    both.json(&["ingest", path.to_str().unwrap(), "--force"]);
    stands(0.1, "retracted in 2024");
    both.json(&["documents", "regenerate"]);
    both.json(&["trust", "sweep", "--all"]);
    stands(0.1, "retracted in 2024");
    // only another correction changes it
    let undo = both.run(&["review", "undo", &done["change"]["change"].to_string()]);
    assert_eq!(undo.error(2), "usage");
    correct("0.6", "the retraction was withdrawn").ok();
    stands(0.6, "the retraction was withdrawn");
    let earlier = both.json(&["trust", "show", DOWN]);
    let reasons = texts(&earlier, "corrections", "reason");
    assert_eq!(reasons, ["the retraction was withdrawn", "retracted in 2024"]);
    for (score, reason) in
        [("2", "too much"), ("-0.1", "too little"), ("NaN", "none"), ("0.5", "  ")]
    {
        assert_eq!(correct(score, reason).error(2), "usage", "{score} {reason}");
    }
    assert_eq!(correct("0.5", &"long ".repeat(1_000)).error(2), "usage");
    stands(0.6, "the retraction was withdrawn");
}

#[test]
fn what_waits_is_approved_dismissed_and_taken_back() {
    let loci = Loci::with_vault();
    json(&loci, &["knowledge", "settings", "--accept-from", "2"]);
    let trial = taken(&loci, "trial.md", TRIAL, "https://www.nih.gov/trial");
    let waiting = || json(&loci, &["review", "list"]);
    let first = waiting();
    let total = first["total"].as_u64().unwrap();
    assert!(total >= 4, "{first}");
    assert!(texts(&first, "items", "name").contains(&UP));
    assert!(list(&first, "items").iter().all(|item| item["evidence"]["quote"].is_string()));
    // nothing of it counts yet, save the document itself
    let accepted = json(&loci, &["node", "list"]);
    assert_eq!(texts(&accepted, "nodes", "kind"), ["publication"]);

    let approved = json(&loci, &["review", "approve", UP, "Bone density"]);
    assert_eq!(waiting()["total"], total - 2);
    assert_eq!(json(&loci, &["node", "show", UP])["state"], "accepted");
    json(&loci, &["review", "undo", &approved["change"]["change"].to_string()]);
    assert_eq!(waiting()["total"], total);

    json(&loci, &["review", "dismiss", UP]);
    assert_eq!(json(&loci, &["node", "show", UP])["state"], "dismissed");
    // reading the document again proposes it no more
    let path = loci.folder.path().join("in/trial.md");
    json(&loci, &["ingest", path.to_str().unwrap(), "--force"]);
    assert!(!texts(&waiting(), "items", "name").contains(&UP));
    let edited =
        json(&loci, &["review", "edit", "Bone density", "--description", "mineral by area"]);
    assert_eq!(edited["nodes"][0]["state"], "accepted");
    let term = json(&loci, &["node", "show", "Bone density"]);
    assert_eq!((&term["description"], &term["tier"]), (&"mineral by area".into(), &"user".into()));
    assert!(list(&term, "fixed").contains(&"description".into()), "{term}");
    json(&loci, &["review", "approve", "--document", &trial[..12]]);
    assert_eq!(waiting()["total"], 0);
    assert_eq!(loci.run(&["review", "approve", "--document", &trial]).error(1), "not_found");
    assert_eq!(loci.run(&["review", "approve", "no such thing"]).error(1), "not_found");
    assert_eq!(loci.run(&["review", "undo", "4711"]).error(1), "not_found");
    let recent = texts(&waiting(), "recent", "action").join(" ");
    assert!(recent.starts_with("approve edit dismiss approve"), "{recent}");
}

#[test]
fn moves_teach_words_and_words_can_be_switched_off() {
    let loci = Loci::with_vault();
    let add = |name: &str| json(&loci, &["node", "add", name, "--kind", "concept"]);
    add("Sluice gate hinge");
    let moved = json(
        &loci,
        &["palace", "move", "Sluice gate hinge", "--wing", "waterways", "--room", "locks"],
    );
    let learnt = list(&moved, "learnt")[0].as_str().unwrap().to_owned();
    assert!(learnt.contains("waterways/locks"), "{learnt}");
    let vocabulary = || json(&loci, &["palace", "vocabulary"]);
    let pattern = {
        let words = vocabulary();
        let taught = list(&words, "entries").iter().find(|entry| entry["origin"] == "user");
        taught.unwrap()["pattern"].as_str().unwrap().to_owned()
    };
    let place = |name: &str| {
        let node = add(name);
        node["place"]["wing"].as_str().unwrap().to_owned() + "/" + node["room"].as_str().unwrap()
    };
    assert_eq!(place(&format!("Rusty {}", pattern.trim_end_matches('*'))), "waterways/locks");
    let tree = json(&loci, &["palace", "show", "--wing", "waterways"]);
    assert_eq!(
        (&tree["wings"][0]["nodes"], &tree["wings"][0]["rooms"][0]["room"]),
        (&2.into(), &"locks".into())
    );

    json(&loci, &["palace", "vocabulary", "--off", &pattern, "--wing", "waterways"]);
    assert_ne!(place(&format!("Old {}", pattern.trim_end_matches('*'))), "waterways/locks");
    json(&loci, &["palace", "vocabulary", "--on", &pattern, "--wing", "waterways"]);
    assert_eq!(place(&format!("New {}", pattern.trim_end_matches('*'))), "waterways/locks");
    // undoing the move takes the node and the lesson back
    json(&loci, &["review", "undo", &moved["change"]["change"].to_string()]);
    assert_ne!(json(&loci, &["node", "show", "Sluice gate hinge"])["wing"], "waterways");
    let words = vocabulary();
    let taught = list(&words, "entries").iter().find(|entry| entry["pattern"] == *pattern);
    assert_eq!(taught.unwrap()["active"], false);
    // what the person placed is not placed anew
    json(
        &loci,
        &["palace", "move", "Sluice gate hinge", "--wing", "waterways", "--hall", "advice"],
    );
    assert_eq!(loci.run(&["palace", "classify", "Sluice gate hinge"]).error(2), "usage");
    let kept = json(&loci, &["node", "show", "Sluice gate hinge"]);
    assert_eq!((&kept["room"], &kept["hall"]), (&"general".into(), &"advice".into()));
}

#[test]
fn two_things_of_one_name_stay_two() {
    let both = Both::new();
    let split = both.json(&[
        "node",
        "split",
        "Bone density",
        "--name",
        "Bone density (scan)",
        "--document",
        &both.register[..10],
    ]);
    let nodes = texts(&split, "nodes", "node_id");
    assert!(nodes.len() == 2 && nodes[0] != nodes[1], "{split}");
    let documents = |node: &str| {
        let node = both.json(&["node", "show", node]);
        texts(&node, "evidence", "document").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let (first, second) = (nodes[0].to_owned(), nodes[1].to_owned());
    assert_eq!(documents(&first), [both.trial.as_str()]);
    assert_eq!(documents(&second), [both.register.as_str()]);
    for file in ["in/trial.md", "in/register.md"] {
        let path = both.loci.folder.path().join(file);
        both.json(&["ingest", path.to_str().unwrap(), "--force"]);
    }
    both.json(&["documents", "regenerate"]);
    assert_eq!(documents(&first), [both.trial.as_str()]);
    assert_eq!(documents(&second), [both.register.as_str()]);
    let alien = ["node", "split", &first, "--name", "Third", "--document", &both.register];
    assert_eq!(both.run(&alien).error(2), "usage");

    // and one thing under two names is one
    let merged = both.json(&["node", "merge", &first, &second, "--reason", "the same after all"]);
    assert_eq!(both.json(&["node", "show", &first])["sources"], 2);
    both.json(&["review", "undo", &merged["change"]["change"].to_string()]);
    assert_eq!(documents(&second), [both.register.as_str()]);
    assert_eq!(both.run(&["node", "merge", &first, &first]).error(2), "usage");
}

#[test]
fn knowledge_is_asked_as_of_a_day() {
    let loci = Loci::with_vault();
    for (name, from, to) in [
        ("Old rule", "1990", "1999"),
        ("New rule", "2000-01-01", ""),
        ("Ides of March", "-0044-03-15", "-0044-03-15"),
        ("Spring fair", "Spring 2021", "Spring 2021"),
    ] {
        let mut args = vec!["node", "add", name, "--valid-from", from];
        args.extend((!to.is_empty()).then_some(["--valid-to", to]).into_iter().flatten());
        json(&loci, &args);
    }
    for (day, expected) in [
        ("1995-06-01", vec!["Old rule"]),
        ("1999", vec!["Old rule"]),
        ("2000-01-01", vec!["New rule"]),
        ("2021-04-10", vec!["New rule", "Spring fair"]),
        ("-0044-03-15", vec!["Ides of March"]),
        ("0001-01-01", vec![]),
    ] {
        let found = json(&loci, &["node", "list", "--as-of", day]);
        let mut names = texts(&found, "nodes", "name");
        names.sort_unstable();
        assert_eq!(names, expected, "{day}");
    }
    for day in ["last spring", "12021", "2021-02-30", "", "2021-13"] {
        assert_eq!(loci.run(&["node", "list", "--as-of", day]).error(2), "usage", "{day}");
    }
    let spring = json(&loci, &["node", "show", "Spring fair"]);
    assert_eq!(
        (&spring["valid_from"], &spring["valid_to"]),
        (&"2021-03-01".into(), &"2021-05-31".into())
    );
}

#[test]
fn the_graph_is_walked_and_written_down() {
    let both = Both::new();
    let edges = both.json(&["edge", "list", "--kind", "requires"]);
    let named = texts(&edges, "edges", "from_name");
    assert_eq!((named[0], texts(&edges, "edges", "to_name")[0]), ("OAuth 2.0", "TLS"));
    both.json(&["edge", "add", "TLS", "Bone density", "--kind", "part_of", "--reason", "a test"]);
    let near = both.json(&["node", "neighbours", "OAuth 2.0", "--hops", "2"]);
    let names = texts(&near, "nodes", "name");
    assert!(names[0] == "OAuth 2.0" && names.contains(&"TLS") && names.contains(&"Bone density"));
    let paths = both.json(&["node", "paths", "OAuth 2.0", "Bone density"]);
    assert_eq!(texts(&paths["paths"][0], "nodes", "name"), ["OAuth 2.0", "TLS", "Bone density"]);
    assert_eq!(list(&paths["paths"][0], "edges").len(), 2);
    let wing = both.json(&["node", "show", "TLS"])["wing"].as_str().unwrap().to_owned();
    let tunnels = both.json(&["palace", "tunnels", &wing]);
    assert!(!list(&tunnels, "tunnels").is_empty(), "{tunnels}");

    let nodes = both.json(&["node", "list"])["total"].as_u64().unwrap();
    let graphml = both.json(&["node", "export"]);
    assert_eq!(graphml["nodes"].as_u64(), Some(nodes));
    let text = graphml["text"].as_str().unwrap();
    let (found, ties) = elements(text);
    assert_eq!((found as u64, ties as u64), (nodes, graphml["edges"].as_u64().unwrap()));
    let out = both.loci.folder.path().join("graph.jsonld");
    let to = ["node", "export", "--format", "json-ld", "--out", out.to_str().unwrap()];
    assert!(both.json(&to).get("text").is_none());
    let linked: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert!(linked["@context"].is_object() && linked.to_string().contains("Bone density"));
    assert_eq!(both.run(&to).error(1), "unreadable", "nothing is written over");
    let part = both.json(&["node", "export", "--wing", &wing]);
    assert!(part["nodes"].as_u64().unwrap() < nodes);
}

/// Nodes and edges of a GraphML text, read by a parser of XML.
fn elements(text: &str) -> (usize, usize) {
    let mut reader = quick_xml::Reader::from_str(text);
    let (mut nodes, mut edges) = (0, 0);
    loop {
        use quick_xml::events::Event;
        match reader.read_event().unwrap() {
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "node" => nodes += 1,
                "edge" => edges += 1,
                _ => {}
            },
            Event::Eof => return (nodes, edges),
            _ => {}
        }
    }
}

#[test]
fn searches_show_filter_and_widen_by_knowledge() {
    let both = Both::new();
    let hits = both.json(&["search", "vitamin supplementation bone density adults"]);
    let hit = &hits["hits"][0];
    assert!(hit["wing"].is_string() && hit["reliability"].is_number(), "{hit}");
    let only = |more: &[&str]| {
        let mut args = vec!["search", "vitamin supplementation bone density adults"];
        args.extend(more);
        let found = both.json(&args);
        let mut ids: Vec<String> =
            texts(&found, "hits", "document_id").into_iter().map(str::to_owned).collect();
        ids.sort();
        ids.dedup();
        ids
    };
    assert_eq!(only(&["--kind", "claim", "--min-reliability", "0.7"]), [both.trial.as_str()]);
    assert_eq!(only(&["--wing", "no-such-wing"]), Vec::<String>::new());
    assert_eq!(only(&["--kind", "identifier"]), Vec::<String>::new());
    let mut all = [both.trial.clone(), both.register.clone()];
    all.sort();
    assert_eq!(only(&["--kind", "claim"]), all);
    let near =
        both.json(&["search", "\"OAuth 2.0 requires TLS\"", "--top-k", "1", "--expand-hops", "2"]);
    assert!(near["related"].is_array(), "{near}");
    for bad in [["--expand-hops", "3"], ["--min-reliability", "2"], ["--min-reliability", "-1"]] {
        let run = both.run(&["search", "bone", bad[0], bad[1]]);
        assert_eq!(run.error(2), "usage", "{bad:?}");
    }
}

#[test]
fn three_poor_searches_make_a_gap() {
    let both = Both::new();
    let open = || both.json(&["gaps", "list"]);
    for asked in 1..=3 {
        assert!(list(&open(), "gaps").is_empty(), "before search {asked}");
        both.json(&["search", "zanthorel sluice permits", "--mode", "keyword"]);
    }
    let gaps = open();
    let gap = &gaps["gaps"][0];
    assert_eq!((&gap["query"], &gap["recent"]), (&"zanthorel sluice permits".into(), &3.into()));
    let name = gap["gap"].as_str().unwrap();
    both.json(&["gaps", "snooze", name, "--days", "3"]);
    assert!(list(&open(), "gaps").is_empty());
    let all = both.json(&["gaps", "list", "--all"]);
    assert!(all["gaps"][0]["snoozed_until"].is_string(), "{all}");
    both.json(&["gaps", "dismiss", name]);
    assert!(list(&open(), "gaps").is_empty());
    assert_eq!(both.run(&["gaps", "dismiss", "ffffffffffffffff"]).error(1), "not_found");
}

#[test]
fn knowledge_goes_with_its_last_document() {
    let both = Both::new();
    both.json(&["node", "add", "My own note", "--kind", "concept"]);
    both.json(&["documents", "delete", &both.register, "--cascade", "orphans"]);
    let term = both.json(&["node", "show", "Bone density"]);
    assert_eq!(texts(&term, "evidence", "document"), [both.trial.as_str()]);
    assert_eq!(both.run(&["node", "show", DOWN]).error(1), "not_found");
    // what was forgotten speaks neither for nor against anything
    assert_eq!(both.json(&["trust", "show", UP])["contentious"], false);
    close(&both.json(&["trust", "show", "Bone density"])["parts"]["corroboration"], 0.0);
    both.json(&["documents", "delete", &both.trial, "--cascade", "all"]);
    let left = both.json(&["node", "list"]);
    assert_eq!(texts(&left, "nodes", "name"), ["My own note"]);
    assert_eq!(both.json(&["vault", "info"])["nodes"], 1);
}

#[test]
fn people_read_words_and_numbers() {
    let both = Both::new();
    let shown = |args: &[&str]| {
        let run = common::ran(both.loci.plain(args).output().unwrap());
        run.ok().stdout
    };
    for (args, words) in [
        (vec!["node", "list"], vec!["concept", "Bone density", "2 sources"]),
        (vec!["node", "show", "Bone density"], vec!["Evidence", "Fracture trial", "placed by"]),
        (vec!["trust", "show", UP], vec!["source tier", "+0.85", "-0.10", "GRADE-style"]),
        (vec!["trust", "contradictions"], vec![UP, DOWN, "1 open"]),
        (vec!["palace", "show"], vec!["medicine", "nodes", "for review"]),
        (vec!["edge", "list"], vec!["OAuth 2.0 — requires — TLS"]),
        (vec!["node", "neighbours", "TLS"], vec!["OAuth 2.0"]),
        (vec!["node", "paths", "TLS", "OAuth 2.0"], vec!["TLS", "requires"]),
        (vec!["review", "list"], vec!["Nothing waits"]),
        (vec!["gaps", "list"], vec!["No gaps."]),
        (vec!["knowledge", "settings"], vec!["0.50", "90 days"]),
        (vec!["trust", "sweep", "--all"], vec!["assessed", "changed"]),
        (vec!["palace", "vocabulary"], vec!["medicine/clinical-trials"]),
        (vec!["search", "bone density"], vec!["reliability"]),
    ] {
        let text = shown(&args);
        for word in words {
            assert!(text.contains(word), "{args:?} has no {word:?}: {text}");
        }
    }
}

#[test]
fn few_decisions_are_asked_and_a_passage_counts_by_its_document() {
    let loci = Loci::with_vault();
    let group = |n| format!("Group {n} reduced its salt by {} % in the colder months.", n + 10);
    let groups: Vec<String> = (0..40).map(group).collect();
    let text = format!(
        "# Salt in forty groups: a cohort study\n\n{}\n\n## Remarks\n\nThe lake is quiet and nobody minds.\n",
        groups.join(" ")
    );
    taken(&loci, "salt.md", &text, "https://www.nih.gov/salt");
    let total = json(&loci, &["review", "list"])["total"].as_u64().unwrap();
    assert!((1..=10).contains(&total), "{total} decisions");

    // nothing accepted speaks of the lake: the document does, with the design of its title
    let search = |least: &str| {
        let found = ["search", "quiet lake nobody minds", "--mode", "keyword", "--min-reliability"];
        json(&loci, &[&found[..], &[least]].concat())
    };
    let found = search("0.8");
    close(&found["hits"][0]["reliability"], 0.9);
    assert!(list(&search("0.95"), "hits").is_empty());

    // a finding inherits the design with the words that say so, and names the study's grade
    let waiting = json(&loci, &["review", "list"]);
    let claim = list(&waiting, "items").iter().find(|item| item["kind"] == "claim").unwrap();
    let trust =
        json(&loci, &["trust", "show", claim["node_id"].as_str().unwrap()])["trust"].clone();
    assert_eq!(trust["grade"], "moderate", "{trust}");
    let told = list(&trust, "signals").iter().find(|signal| signal["kind"] == "design");
    assert_eq!(told.unwrap()["phrase"], "cohort study");
}

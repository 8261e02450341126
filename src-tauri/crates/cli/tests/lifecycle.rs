//! A document's life through the real program: versions, citations, definitions, regeneration,
//! forgetting, watched folders, archives.

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
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
};

const FIRST: &str = "# Tide rules\n\n## 1 Definitions\n\n\"Warden\" means the person who keeps the \
    sluice.\n\n## 2 Duties\n\nThe warden opens the sluice at low water every day.\n\nThe log is \
    kept for seven years in the boathouse.\n\nBoats pay nine shillings for the passage.\n\n\
    Nobody may fish from the northern wall after dusk.\n";

const SECOND: &str = "# Tide rules\n\n## 1 Definitions\n\n\"Warden\" means the person who keeps the \
    sluice.\n\n## 2 Duties\n\nA new duty stands in front of the others here.\n\nThe warden opens \
    the sluice at low water every day.\n\nThe log is kept for twelve years in the boathouse.\n\n\
    Nobody may fish from the northern wall after dusk.\n";

fn id(row: &Value) -> String {
    row["document_id"].as_str().unwrap_or_else(|| panic!("no id: {row}")).to_owned()
}

fn titles_or_quotes(answer: &Value, field: &str) -> Vec<String> {
    answer["hits"].as_array().unwrap().iter().map(|h| h[field].as_str().unwrap().into()).collect()
}

/// Keeps the passage that begins with `from` and ends with `to`.
fn cite(loci: &Loci, document: &str, quote: &str) -> Value {
    let text = loci.run(&["documents", "text", document]).ok().json()["text"].clone();
    let start = text.as_str().unwrap().find(quote).unwrap_or_else(|| panic!("{quote}"));
    let (start, end) = (start.to_string(), (start + quote.len()).to_string());
    loci.run(&["cite", "add", document, "--start", &start, "--end", &end]).ok().json()
}

/// Runs the program and kills it once it has logged so many lines.
fn killed_after(loci: &Loci, args: &[&str], lines: usize) {
    let mut command = loci.command(args);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let heard = log.lines().take(lines).filter(Result::is_ok).count();
    assert!(heard > 0, "it logged nothing");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn new_content_from_the_same_path_is_offered_as_a_version() {
    let loci = Loci::with_vault();
    let path = loci.file("rules.md", FIRST);
    let old = id(&loci.ingest(&path));
    let then = loci.run(&["documents", "show", &old]).ok().json()["added_at"].clone();
    for quote in [
        "Nobody may fish from the northern wall after dusk.",
        "The log is kept for seven years in the boathouse.",
        "Boats pay nine shillings for the passage.",
        "keeps the sluice",
    ] {
        cite(&loci, &old, quote);
    }

    fs::write(&path, SECOND).unwrap();
    let row = loci.ingest(&path);
    assert_eq!(
        (row["state"].as_str(), row["duplicate"].as_str()),
        (Some("duplicate"), Some("recent"))
    );
    assert_eq!(row["offered_version_of"], old.as_str());
    let new = id(&row);
    // refused documents are archived: the original can be had back
    let out = loci.folder.path().join("archived.md");
    loci.run(&["documents", "original", &new, "--out", out.to_str().unwrap()]).ok();
    assert_eq!(fs::read_to_string(&out).unwrap(), SECOND);
    assert_eq!(loci.run(&["documents", "show", &new]).ok().json()["state"], "refused");

    let linked = loci.run(&["documents", "supersede", &new, "--earlier", &old]).ok().json();
    assert_eq!((linked["state"].as_str(), linked["version"].as_u64()), (Some("indexed"), Some(2)));
    let versions = loci.run(&["documents", "versions", &old]).ok().json();
    let ids: Vec<String> = versions["documents"].as_array().unwrap().iter().map(id).collect();
    assert_eq!(ids, [old.clone(), new.clone()]);

    let ask = |more: &[&str]| {
        let mut args = vec!["search", "log kept years boathouse"];
        args.extend(more);
        titles_or_quotes(&loci.run(&args).ok().json(), "document_id")
    };
    assert!(ask(&[]).iter().all(|found| *found == new));
    assert!(ask(&["--all-versions"]).contains(&old));
    assert!(ask(&["--as-of", then.as_str().unwrap()]).iter().all(|found| *found == old));
    assert_eq!(ask(&["--as-of", "1999-12-31"]), Vec::<String>::new());
    assert_eq!(loci.run(&["search", "log", "--as-of", "last spring"]).error(2), "usage");

    let report = loci.run(&["documents", "reverify", &new]).ok().json();
    let count = |fate: &str| report[fate].as_u64().unwrap();
    assert_eq!((count("moved"), count("changed"), count("gone")), (1, 1, 1), "{report}");
    assert_eq!(count("same"), 1, "{report}");
    let changed = report["citations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|citation| citation["verified"]["fate"] == "changed")
        .unwrap();
    assert!(changed["quote"].as_str().unwrap().contains("seven years"));
    assert!(changed["verified"]["quote"].as_str().unwrap().contains("twelve years"));
}

#[test]
fn a_version_is_refused_where_it_makes_no_sense() {
    let loci = Loci::with_vault();
    let (a, b) = (loci.file("a.md", "# A\n\nFirst.\n"), loci.file("b.md", "# B\n\nSecond.\n"));
    let c = loci.file("c.md", "# C\n\nThird.\n");
    let old = id(&loci.ingest(&a));
    let folder = loci.folder.path().join("in");
    let ingest = |path: &Path, earlier: &str| {
        loci.run(&["ingest", path.to_str().unwrap(), "--supersedes", earlier])
    };
    assert_eq!(ingest(&folder, &old).error(2), "usage");
    assert_eq!(ingest(&b, "ffffffffffffffff").error(1), "not_found");
    let itself = ingest(&a, &old).json()["documents"][0].clone();
    assert_eq!(itself["reason"]["code"], "usage", "{itself}");
    let new = ingest(&b, &old).ok().json()["documents"][0].clone();
    assert_eq!(new["state"], "indexed");
    let fork = ingest(&c, &old).json()["documents"][0].clone();
    assert_eq!(
        (fork["state"].as_str(), fork["reason"]["code"].as_str()),
        (Some("refused"), Some("usage"))
    );
    let round = loci.run(&["documents", "supersede", &old, "--earlier", &id(&new)]);
    assert_eq!(round.error(2), "usage");
    let forced = loci.file("a.md", "# A\n\nOther words.\n");
    let own = loci.run(&["ingest", forced.to_str().unwrap(), "--force"]).ok().json();
    assert_eq!(own["documents"][0]["state"], "indexed");
}

#[test]
fn definitions_are_listed_attached_and_kept_side_by_side() {
    let loci = Loci::with_vault();
    loci.ingest(&loci.file("one.md", FIRST));
    let other =
        "# Harbour\n\n## Definitions\n\n\"Warden\" means an officer of the harbour board.\n";
    loci.ingest(&loci.file("two.md", other));
    let terms = loci.run(&["definitions", "list", "--conflicting"]).ok().json();
    let warden = &terms["terms"][0];
    assert_eq!(
        (warden["normalised"].as_str(), warden["conflicting"].as_bool()),
        (Some("warden"), Some(true))
    );
    assert_eq!(warden["definitions"].as_array().unwrap().len(), 2);

    let answer = loci.run(&["search", "opens the sluice at low water"]).ok().json();
    let hit = &answer["hits"][0];
    let definition = &hit["definitions"][0];
    assert!(definition["text"].as_str().unwrap().contains("keeps the sluice"), "{hit}");
    let text = loci.run(&["documents", "text", &id(hit)]).ok().json()["text"].clone();
    let range = definition["start"].as_u64().unwrap() as usize
        ..definition["end"].as_u64().unwrap() as usize;
    assert_eq!(&text.as_str().unwrap()[range], definition["text"].as_str().unwrap());
    assert!(hit["doc_summary"].as_str().unwrap().contains("sluice"), "{hit}");
    assert_eq!(
        (hit["chunk_method"].as_str(), hit["overlap"].as_u64()),
        (Some("structure"), Some(50))
    );
    assert!(hit["cross_references"].is_array(), "{hit}");
    assert!(hit["chunk_index"].is_u64() && hit["mtime"].is_string() && hit["language"] == "en");
    let all = answer["hits"].as_array().unwrap().len();
    let score = hit["score"].to_string();
    let best = loci.run(&["search", "opens the sluice at low water", "--min-score", &score]);
    let best = best.ok().json()["hits"].as_array().unwrap().len();
    assert!(best >= 1 && best < all, "{best} of {all}");
    for query in ["Warden", "warden"] {
        let first = loci.run(&["search", query]).ok().json()["hits"][0].clone();
        assert_eq!(
            (first["exact"].as_bool(), first["kind"].as_str()),
            (Some(true), Some("definition")),
            "{first}"
        );
    }
}

#[test]
fn what_is_asked_for_by_name_comes_first() {
    let loci = Loci::with_vault();
    let filler: String = (1..40)
        .map(|n| {
            format!("## {n} Part {n}\n\nSee Section 4.3(a), Article 12 and § 7.2 for rule {n}.\n\n")
        })
        .collect();
    let contract = "# Contract\n\n## Section 4.3 Delivery\n\n(a) The seller ships within nine days.\n\n\
        (b) The buyer checks the goods.\n\n## Article 12 Notices\n\nNotices are in writing.\n\n\
        ## § 7.2 Law\n\nThe law of the flag applies.\n\n## Annex II Forms\n\nForm one is blue.\n\n\
        ## References\n\nSee doi:10.1000/182 and arXiv:2305.03393 for the method.\n";
    loci.ingest(&loci.file("filler.md", format!("# Filler\n\n{filler}")));
    let contract = id(&loci.ingest(&loci.file("contract.md", contract)));
    for (query, words) in [
        ("Section 4.3(a)", "nine days"),
        ("sec_4_3", "nine days"),
        ("Article 12", "Notices are in writing"),
        ("§ 7.2", "law of the flag"),
        ("Annex II", "Form one is blue"),
        ("10.1000/182", "10.1000/182"),
        ("arXiv:2305.03393", "2305.03393"),
        ("\"checks the goods\"", "checks the goods"),
    ] {
        for mode in ["hybrid", "exact"] {
            let answer = loci.run(&["search", query, "--mode", mode]).ok().json();
            let first = &answer["hits"][0];
            assert_eq!(id(first), contract, "{query} {mode} {first}");
            assert!(first["text"].as_str().unwrap().contains(words), "{query} {mode} {first}");
            assert_eq!(first["exact"], true, "{query} {mode}");
        }
    }
}

#[test]
fn forgetting_is_certified_and_leaves_nothing() {
    let loci = Loci::with_vault();
    let path = loci.file("rules.md", FIRST);
    let old = id(&loci.ingest(&path));
    fs::write(&path, SECOND).unwrap();
    let new = loci.run(&["ingest", path.to_str().unwrap(), "--supersedes", &old]).ok().json();
    let new = id(&new["documents"][0]);
    loci.ingest(&loci.file("other.md", "# Other\n\nThe heron stands in the reeds at noon.\n"));
    cite(&loci, &new, "Nobody may fish from the northern wall after dusk.");

    let gone = loci.run(&["documents", "delete", &new, "--cascade", "orphans"]).ok().json();
    let body = &gone["certificate"]["body"];
    assert_eq!(body["document_id"], new.as_str());
    let probes = body["proof"].as_array().unwrap();
    assert!(probes.len() >= 6 && probes.iter().all(|probe| probe["found"] == 0), "{body}");
    let searched = probes.iter().any(|p| {
        p["place"].as_str().unwrap().contains("searched for")
            && !p["place"].as_str().unwrap().starts_with("0 ")
    });
    assert!(searched, "{body}");
    let removal = |what: &str| {
        let found = body["removals"].as_array().unwrap().iter();
        found.clone().find(|r| r["what"].as_str().unwrap().contains(what)).unwrap()["gone"].clone()
    };
    assert_eq!((removal("original"), removal("citations")), (1.into(), 1.into()));
    assert!(removal("definitions").as_u64().unwrap() >= 1);
    // the version before is current again
    assert_eq!(loci.run(&["documents", "show", &old]).ok().json()["superseded_by"], Value::Null);
    let hits = loci.run(&["search", "twelve years in the boathouse"]).ok().json();
    assert!(titles_or_quotes(&hits, "document_id").iter().all(|found| *found != new));
    assert_eq!(
        loci.run(&["documents", "original", &new, "--out", "/nowhere"]).error(1),
        "not_found"
    );

    let saved = loci.file("certificate.json", gone.to_string());
    let checked = loci.run(&["certificates", "verify", saved.to_str().unwrap()]).ok().json();
    assert_eq!((checked["ok"].as_bool(), checked["own_key"].as_bool()), (Some(true), Some(true)));
    let alone = Loci::empty().run(&["certificates", "verify", saved.to_str().unwrap()]).ok().json();
    assert_eq!((alone["ok"].as_bool(), &alone["own_key"]), (Some(true), &Value::Null));
    let mut forged = gone["certificate"].clone();
    forged["body"]["size_bytes"] = 1.into();
    let forged = loci.file("forged.json", forged.to_string());
    let checked = loci.run(&["certificates", "verify", forged.to_str().unwrap()]);
    assert_eq!((checked.code, checked.json()["ok"].as_bool()), (1, Some(false)));
    for bad in ["not json", "{}", "{\"certificate\":{\"body\":3}}"] {
        let bad = loci.file("bad.json", bad);
        assert_ne!(loci.run(&["certificates", "verify", bad.to_str().unwrap()]).code, 0);
    }
    let listed = loci.run(&["certificates", "list"]).ok().json();
    assert_eq!(listed["certificates"].as_array().unwrap().len(), 1);

    // cascade none keeps what the person made, and says why
    cite(&loci, &old, "Boats pay nine shillings for the passage.");
    let gone = loci.run(&["documents", "delete", &old, "--cascade", "none"]).ok().json();
    let kept = gone["certificate"]["body"]["removals"]
        .as_array()
        .unwrap()
        .iter()
        .find(|removal| removal["kept"] == 1)
        .unwrap()
        .clone();
    assert!(kept["reason"].as_str().unwrap().contains("person"), "{kept}");
    let citations = loci.run(&["cite", "list"]).ok().json();
    assert_eq!(citations["citations"][0]["source_here"], false);
}

#[test]
fn a_deletion_that_was_interrupted_is_finished() {
    let loci = Loci::with_vault();
    let mut certified = 0;
    for round in 0..22 {
        let body = format!("# Round {round}\n\nThe {round}th heron stands in the reeds at noon.\n");
        let document = id(&loci.ingest(&loci.file("round.md", body)));
        // at another place each round, from opening the vault to the certificate
        killed_after(&loci, &["-vv", "documents", "delete", &document], 1 + round % 11);
        let here = loci.run(&["documents", "show", &document]).code == 0;
        let certificates = loci.run(&["certificates", "list"]).ok().json();
        let found = certificates["certificates"].as_array().unwrap().iter();
        let own = found.clone().find(|it| it["body"]["document_id"] == document.as_str());
        let has = own.is_some();
        if let Some(own) = own {
            let proof = own["body"]["proof"].to_string();
            assert!(proof.contains("1 of its sentences, searched for"), "round {round}: {proof}");
        }
        assert_eq!(here, !has, "round {round}: gone and certified, or here");
        certified += u64::from(has);
        if here {
            loci.run(&["documents", "delete", &document]).ok();
        }
    }
    assert!(certified > 0, "no kill came late enough to prove anything");
}

#[test]
fn a_collection_is_read_anew_from_its_originals() {
    let loci = Loci::with_vault();
    let rules = id(&loci.ingest(&loci.file("rules.md", FIRST)));
    loci.ingest(&loci.file("other.md", "# Other\n\nThe heron stands in the reeds at noon.\n"));
    cite(&loci, &rules, "Boats pay nine shillings for the passage.");
    let before = loci.run(&["vault", "info"]).ok().json();
    let read = loci.run(&["documents", "list"]).ok().json();

    let plan = loci.run(&["documents", "regenerate", "--strategy", "random", "--dry-run"]);
    let plan = plan.ok().json();
    assert_eq!((plan["documents"].as_u64(), plan["done"].as_u64()), (Some(2), Some(0)));
    assert_eq!(
        (plan["chunks"].clone(), plan["llm_calls"].as_u64()),
        (before["chunks"].clone(), Some(0))
    );
    let same = loci.run(&["documents", "list"]).ok().json();
    assert_eq!(read["documents"], same["documents"], "a plan changes nothing");
    let trail = loci.run(&["audit", "list", "--limit", "500"]).ok().json();
    let known = before["commit_seq"].as_u64();
    for record in trail["records"].as_array().unwrap() {
        let session = ["unlock", "audit.checkpoint", "access.counted", "knowledge.use"];
        let is_session = session.contains(&record["action"].as_str().unwrap());
        assert!(record["seq"].as_u64() <= known || is_session, "a plan changes nothing: {record}");
    }

    let done = loci.run(&["documents", "regenerate", "--strategy", "popularity"]).ok().json();
    assert_eq!(
        (done["done"].as_u64(), done["chunks_after"].clone()),
        (Some(2), before["chunks"].clone())
    );
    let kept = loci.run(&["cite", "list"]).ok().json();
    assert_eq!(kept["citations"][0]["verified"]["fate"], "same");
    let hits = loci.run(&["search", "heron in the reeds"]).ok().json();
    assert_eq!(hits["hits"][0]["title"], "Other");
    assert_eq!(loci.run(&["documents", "verify", &rules]).ok().json()["ok"], true);
    let missing = loci.run(&["documents", "regenerate", "--collection", "nowhere"]);
    assert_eq!(missing.error(1), "not_found");
}

/// Two documents say what PCR stands for, each something else; forty do not say it.
#[test]
fn strategies_match_what_is_not_defined_differently() {
    let loci = Loci::with_vault();
    for whole in ["polymerase chain reaction", "protein creatinine ratio"] {
        let words =
            format!("# On {whole}s\n\nThe {whole} (PCR) was measured. A {whole} is cheap.\n");
        loci.ingest(&loci.file(&format!("{whole}.md"), words));
    }
    let notes = loci.home().parent().unwrap().join("in/notes");
    fs::create_dir(&notes).unwrap();
    for day in 0..40 {
        let said = format!("PCR was done on day {day}. The PCR value was checked by the team");
        let words = format!("# Day {day}\n\n{said}, and PCR results were kept.\n");
        loci.file(&format!("notes/{day}.md"), words);
    }
    loci.ingest(&notes);
    let fewer = |strategy: &str| {
        loci.run(&["documents", "regenerate", "--strategy", strategy]).ok();
        let found = loci.run(&["node", "list", "--kind", "concept", "--state", "proposed"]);
        let of = |node: &Value| node["sources"].as_u64().unwrap();
        let mut sources: Vec<u64> =
            found.ok().json()["nodes"].as_array().unwrap().iter().map(of).collect();
        sources.sort_unstable();
        assert_eq!((sources.len(), sources.iter().sum()), (2, 42), "{strategy}: {sources:?}");
        sources[0]
    };
    let (popular, mixed, drawn) = (fewer("popularity"), fewer("hybrid"), fewer("random"));
    assert!(popular == 1 && popular < mixed && mixed < drawn, "{popular} {mixed} {drawn}");
}

#[test]
fn a_document_is_in_several_collections() {
    let loci = Loci::with_vault();
    let path = loci.file("rules.md", FIRST);
    let path = path.to_str().unwrap();
    let row = |args: &[&str]| loci.run(args).ok().json()["documents"][0].clone();
    let first = row(&["ingest", path, "--collection", "law"]);
    let again = row(&["ingest", path, "--collection", "harbour"]);
    assert_eq!((again["state"].as_str(), id(&again)), (Some("indexed"), id(&first)), "{again}");
    assert!(again["warnings"][0].as_str().unwrap().contains("harbour"), "{again}");
    let twice = loci.run(&["ingest", path, "--collection", "harbour"]).json();
    assert_eq!(twice["documents"][0]["state"], "duplicate");
    row(&["ingest", path, "--collection", "law", "--force"]);

    let shown = || loci.run(&["documents", "show", &id(&first)]).ok().json()["collections"].clone();
    assert_eq!(shown(), serde_json::json!(["law", "harbour"]), "nothing moves it");
    for collection in ["law", "harbour"] {
        let found = loci.run(&["search", "sluice", "--collection", collection]).ok().json();
        assert!(!found["hits"].as_array().unwrap().is_empty(), "{collection}");
        let plan = ["documents", "regenerate", "--dry-run", "--collection", collection];
        assert_eq!(loci.run(&plan).ok().json()["documents"], 1);
    }
    let counts = loci.run(&["vault", "info"]).ok().json();
    assert_eq!(counts["documents"], 1);
    assert_eq!(counts["collections"], serde_json::json!({ "harbour": 1, "law": 1 }));

    let one = id(&first);
    loci.run(&["documents", "leave", &one, "--collection", "law"]).ok();
    assert_eq!(shown(), serde_json::json!(["harbour"]));
    let last = loci.run(&["documents", "leave", &one, "--collection", "harbour"]);
    assert_eq!(last.error(2), "usage");
    loci.run(&["documents", "join", &one, "--collection", "law"]).ok();
    assert_eq!(shown(), serde_json::json!(["harbour", "law"]));
}

#[test]
fn an_interrupted_regeneration_goes_on() {
    let loci = Loci::with_vault();
    let folder = loci.folder.path().join("in");
    for n in 0..200 {
        let body =
            format!("# {n}\n\n{}", format!("Entry {n} of the ledger of barrels.\n\n").repeat(40));
        fs::write(folder.join(format!("{n:03}.md")), body).unwrap();
    }
    loci.run(&["ingest", folder.to_str().unwrap()]).ok();
    let mut resumed = 0;
    for round in 0..6 {
        killed_after(&loci, &["-vv", "documents", "regenerate"], 10 + round * 40);
        let plan = loci.run(&["documents", "regenerate", "--dry-run"]).ok().json();
        resumed = resumed.max(plan["resumed"].as_u64().unwrap());
        // the old state serves until the new one is whole
        let hits = loci.run(&["search", "ledger of barrels", "--top-k", "100"]).ok().json();
        assert_eq!(hits["hits"].as_array().unwrap().len(), 100, "round {round}");
    }
    let done = loci.run(&["documents", "regenerate"]).ok().json();
    let whole = done["done"].as_u64().unwrap() + done["resumed"].as_u64().unwrap();
    assert_eq!((whole, done["failed"].as_array().unwrap().len()), (200, 0), "{resumed}");
}

#[test]
fn watched_folders_mark_and_take_changes() {
    let loci = Loci::with_vault();
    let folder = loci.folder.path().join("in");
    let path = loci.file("rules.md", FIRST);
    let old = id(&loci.ingest(&path));
    loci.file("gone.md", "# Gone\n\nSoon deleted.\n");
    loci.run(&["ingest", folder.join("gone.md").to_str().unwrap()]).ok();
    let added = loci.run(&["watch", "add", folder.to_str().unwrap()]).ok().json();
    let counts = |list: &Value| {
        let folder = &list["folders"][0];
        ["changed", "new", "gone"].map(|kind| folder[kind].as_array().unwrap().len())
    };
    assert_eq!(counts(&added), [0, 0, 0]);

    // the same bytes under another name, and a file that was refused, are nothing new
    loci.file("copy.md", FIRST);
    loci.ingest(&loci.file("noise.bin", b"\x00\x01\x02\x03\xff"));
    assert_eq!(counts(&loci.run(&["watch", "scan"]).ok().json()), [0, 0, 0]);

    // renamed, it is the same document
    fs::rename(folder.join("gone.md"), folder.join("renamed.md")).unwrap();
    assert_eq!(counts(&loci.run(&["watch", "scan"]).ok().json()), [0, 0, 0]);
    let listed = loci.run(&["documents", "list"]).ok().json();
    let named = |name: &str| {
        listed["documents"].as_array().unwrap().iter().filter(|row| row["name"] == name).count()
    };
    assert_eq!((named("gone.md"), named("renamed.md")), (0, 1));

    fs::write(&path, SECOND).unwrap();
    fs::remove_file(folder.join("renamed.md")).unwrap();
    loci.file("new.md", "# New\n\nNever seen.\n");
    let looked = loci.run(&["watch", "scan"]).ok().json();
    assert_eq!(counts(&looked), [1, 1, 1]);
    assert_eq!(loci.run(&["documents", "show", &old]).ok().json()["freshness"], "stale");

    let taken = loci.run(&["watch", "take", folder.to_str().unwrap()]).ok().json();
    let states: Vec<&str> = taken["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["indexed", "indexed"]);
    let versions = loci.run(&["documents", "versions", &old]).ok().json();
    assert_eq!(versions["documents"].as_array().unwrap().len(), 2);
    assert_eq!(counts(&loci.run(&["watch", "list"]).ok().json()), [0, 0, 1]);
    loci.run(&["watch", "remove", folder.to_str().unwrap()]).ok();
    assert_eq!(loci.run(&["watch", "take", folder.to_str().unwrap()]).error(1), "not_found");
    assert_eq!(loci.run(&["watch", "add", "/no/such/folder"]).error(2), "usage");
}

#[test]
fn a_zipped_folder_is_its_members() {
    let loci = Loci::with_vault();
    let inner = zip(&[("deep.md", b"# Deep\n\nToo deep.\n")]);
    let bytes = zip(&[
        ("notes/one.md", b"# One\n\nThe heron stands in the reeds.\n"),
        ("notes/two.txt", b"Two words of plain text."),
        ("inner.zip", &inner),
        ("../../evil.md", b"# Evil\n\nOutside.\n"),
    ]);
    let refused = loci.run(&["ingest", loci.file("evil.zip", &bytes).to_str().unwrap()]).json();
    assert_eq!(refused["documents"].as_array().unwrap().len(), 1, "{refused}");
    assert_eq!(refused["documents"][0]["state"], "refused");
    assert!(refused["documents"][0]["document_id"].is_string(), "refused archives are kept");

    let bytes = zip(&[
        ("notes/one.md", b"# One\n\nThe heron stands in the reeds.\n"),
        ("notes/two.txt", b"Two words of plain text."),
        ("inner.zip", &inner),
    ]);
    let path = loci.file("folder.zip", &bytes);
    let rows = loci.run(&["ingest", path.to_str().unwrap()]).json()["documents"].clone();
    let find = |name: &str| {
        let rows = rows.as_array().unwrap();
        rows.iter().find(|row| row["path"].as_str().unwrap().ends_with(name)).unwrap().clone()
    };
    assert_eq!(find("notes/one.md")["state"], "indexed");
    assert_eq!(find("two.txt")["state"], "indexed");
    assert_eq!(find("inner.zip")["state"], "refused");
    let broken = loci.file("broken.zip", &bytes[..bytes.len() - 40]);
    assert_eq!(loci.ingest(&broken)["state"], "refused");
}

#[test]
fn what_is_attached_to_a_message_is_a_document_beside_it() {
    let loci = Loci::with_vault();
    let mail = "From: ann@example.org\r\nSubject: Herons\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/mixed; boundary=x\r\n\r\n\
        --x\r\nContent-Type: text/plain\r\n\r\nThe counts are below.\r\n\
        --x\r\nContent-Type: text/markdown; name=\"../counts.md\"\r\n\
        Content-Disposition: attachment\r\n\r\n# Counts\r\n\r\nNine herons in May.\r\n\
        --x\r\nContent-Type: application/pgp-signature; name=s.asc\r\n\r\nabc\r\n--x--\r\n";
    let path = loci.file("herons.eml", mail);
    let rows = loci.run(&["ingest", path.to_str().unwrap()]).ok().json()["documents"].clone();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows.iter().all(|row| row["state"] == "indexed"), "{rows:?}");
    let attached = rows.iter().find(|row| row["path"].as_str().unwrap().ends_with("counts.md"));
    assert!(attached.unwrap()["path"].as_str().unwrap().ends_with("herons.eml/counts.md"));
    // the same message again brings nothing new
    let again = loci.run(&["ingest", path.to_str().unwrap()]).json()["documents"].clone();
    assert!(again.as_array().unwrap().iter().all(|row| row["state"] == "duplicate"), "{again}");
}

/// A ZIP of stored entries, written by hand (APPNOTE 4.3).
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in entries {
        let offset = out.len() as u32;
        let mut common = vec![20, 0, 0, 8, 0, 0, 0, 0, 33, 0];
        common.extend(crc32(bytes).to_le_bytes());
        common.extend((bytes.len() as u32).to_le_bytes());
        common.extend((bytes.len() as u32).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(*bytes);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = out.len() as u32;
    let count = (entries.len() as u16).to_le_bytes();
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count, count].concat());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 }
        })
    })
}

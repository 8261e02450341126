//! The levels over a collection, in a palace in this very process with the real worker. The program is its
//! own worker, so it has no test harness.
#![allow(
    clippy::unwrap_used,
    clippy::string_slice,
    clippy::indexing_slicing,
    clippy::print_stdout,
    missing_docs
)]

mod common;

use engine::{KdfParams, Limits, Palace, Passphrase, Resources, Source};
use proptest::test_runner::{Config, TestRunner};
use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};
use types::{
    Cancel, Cascade, Collection, DocumentId, ErrorCode, Hierarchy, IngestOptions, Level,
    LevelMethod, LevelsBuildRequest, LevelsBuilt, LevelsDrill, LevelsQuery, LevelsRequest,
    LevelsRoll, LevelsUpdateRequest, Timestamp,
};

const TESTS: [(&str, fn()); 7] = [
    ("a_collection_has_four_levels", a_collection_has_four_levels),
    ("an_update_equals_a_build", an_update_equals_a_build),
    ("what_is_deleted_is_quoted_no_more", what_is_deleted_is_quoted_no_more),
    ("a_document_may_go_during_a_build", a_document_may_go_during_a_build),
    ("odd_documents_have_levels_too", odd_documents_have_levels_too),
    ("filters_hold", filters_hold),
    ("several_collections_answer_together", several_collections_answer_together),
];

fn main() -> ExitCode {
    common::run(&TESTS)
}

static CLOCK: AtomicI64 = AtomicI64::new(1_790_000_000_000);

/// Later with every look.
fn now() -> Timestamp {
    Timestamp::from_unix_ms(CLOCK.fetch_add(1000, Ordering::SeqCst))
}

fn new_palace() -> (tempfile::TempDir, Palace) {
    let folder = tempfile::tempdir().unwrap();
    let program = common::worker();
    // with vectors where they can be had
    let runtime = env::var_os("LOCI_RUNTIME").map_or("/nonexistent".into(), PathBuf::from);
    let runtime: &Path = &runtime;
    let resources = Resources::new(runtime, program, Limits::default(), Arc::new(now));
    let first = engine::Spaces { preferred: None, ..resources.spaces().clone() };
    let resources = Arc::new(resources.with_spaces(first));
    let passphrase = Passphrase::new("in this process".to_owned()).unwrap();
    let palace = Palace::create(folder.path(), &passphrase, KdfParams::FLOOR, resources).unwrap();
    (folder, palace)
}

fn collection(name: &str) -> Collection {
    name.parse().unwrap()
}

fn ingest(palace: &Palace, name: &str, text: &str, into: &str) -> DocumentId {
    let source = Source::Bytes { name: format!("{name}.md"), bytes: text.as_bytes().to_vec() };
    let options = IngestOptions { collection: collection(into), ..Default::default() };
    let answer = palace.ingest(vec![source], &options, &Cancel::default(), &|_| {}).unwrap();
    answer.documents[0].document_id.unwrap()
}

fn build(palace: &Palace, name: &str) -> LevelsBuilt {
    let request = LevelsBuildRequest {
        collection: collection(name),
        method: None,
        max_synthesis_ratio: None,
    };
    palace.build_levels(&request, &Cancel::default(), &|_, _| {}).unwrap()
}

fn update(palace: &Palace, name: &str) -> LevelsBuilt {
    let request =
        LevelsUpdateRequest { collection: collection(name), add: Vec::new(), remove: Vec::new() };
    palace.update_levels(&request, &Cancel::default(), &|_, _| {}).unwrap()
}

fn hierarchy(palace: &Palace, name: &str) -> Hierarchy {
    let request = LevelsRequest { collection: collection(name) };
    let check = palace.snapshot().validate_levels(&request).unwrap();
    assert!(check.ok, "{:?}", check.findings);
    assert_eq!(check.citations, check.citations_hold);
    palace.snapshot().hierarchy(&request).unwrap()
}

/// What it says, without when it was said.
fn said(mut hierarchy: Hierarchy) -> Hierarchy {
    let never = Timestamp::from_unix_ms(0);
    (hierarchy.built_at, hierarchy.commit_seq) = (never, 0);
    for node in &mut hierarchy.nodes {
        (node.version, node.created_at) = (1, never);
    }
    hierarchy
}

fn ask(name: &str, level: Level) -> LevelsQuery {
    LevelsQuery {
        collections: vec![collection(name)],
        level,
        query: None,
        wing: None,
        room: None,
        entity_kind: None,
        entity: None,
        document: None,
        since: None,
        until: None,
        top_k: Some(1000),
        offset: 0,
        include_sources: false,
    }
}

const SUBJECTS: [&str; 6] = ["marsh", "heron", "glacier", "vaccine", "turbine", "beetle"];
const DEEDS: [&str; 5] =
    ["stores carbon", "nests early", "loses ice", "stops fever", "makes power"];

/// A document of this number, with a heading for each of some topics.
fn document(number: usize) -> String {
    let mut text = format!("# Report {number}\n");
    for part in 0..24 {
        let subject = SUBJECTS[(number + part) % SUBJECTS.len()];
        let deed = DEEDS[(number * 3 + part) % DEEDS.len()];
        text.push_str(&format!("\n## The {subject} of valley {part}\n\n"));
        for line in 0..6 {
            text.push_str(&format!(
                "The {subject} of valley {number} {deed} in every summer of year {line}. A survey of \
                 {} plots found that each {subject} {deed} on May {}, 2021. ",
                number * 7 + line,
                line + 1,
            ));
        }
        text.push('\n');
    }
    text
}

fn a_collection_has_four_levels() {
    let (_folder, palace) = new_palace();
    for number in 0..4 {
        ingest(&palace, &format!("r{number}"), &document(number), "Valleys");
    }
    let built = build(&palace, "Valleys");
    assert_eq!((built.documents_read, built.statistics.documents), (4, 4));
    let whole = hierarchy(&palace, "Valleys");
    for level in [Level::Master, Level::Section, Level::Chunk, Level::Raw] {
        let own = whole.nodes.iter().filter(|node| node.level == level);
        assert!(own.clone().count() > 0 && own.clone().all(|node| !node.stale), "{level:?}");
        let now = palace.snapshot();
        let answer = now.levels(&ask("Valleys", level)).unwrap();
        assert_eq!(answer.nodes.len(), own.count());
        let words = LevelsQuery { query: Some("glacier ice".into()), ..ask("Valleys", level) };
        let found = now.levels(&words).unwrap();
        assert!(
            found.nodes.iter().any(|node| {
                node.sentences.iter().any(|sentence| sentence.text.contains("glacier"))
            }),
            "{level:?}"
        );
    }
    // down from the master in one step is down in three
    let now = palace.snapshot();
    let drill = |node: &str, to: Level| {
        let request = LevelsDrill { node: node.into(), to, top_k: Some(1000), offset: 0 };
        now.drill_levels(&request).unwrap()
    };
    let master = &whole.nodes[0];
    let raw: Vec<String> =
        drill(&master.id[..8], Level::Raw).nodes.into_iter().map(|node| node.id).collect();
    let mut stepped = Vec::new();
    for section in drill(&master.id, Level::Section).nodes {
        for chunk in drill(&section.id, Level::Chunk).nodes {
            stepped.extend(drill(&chunk.id, Level::Raw).nodes.into_iter().map(|node| node.id));
        }
    }
    assert_eq!(raw, stepped);
    // up again: one to its own, all to the master
    let roll = |nodes: &[String], to: Level| {
        let request = LevelsRoll { nodes: nodes.to_vec(), to };
        now.roll_levels(&request).unwrap().nodes.remove(0)
    };
    assert!(roll(&raw[..1], Level::Section).level == Level::Section);
    assert_eq!(roll(&raw, Level::Section).id, master.id);
    let wrong = LevelsDrill { node: raw[0].clone(), to: Level::Chunk, top_k: None, offset: 0 };
    assert_eq!(now.drill_levels(&wrong).unwrap_err().problem().code, ErrorCode::Usage);
    let none = LevelsDrill { node: "0".repeat(32), to: Level::Raw, top_k: None, offset: 0 };
    assert_eq!(now.drill_levels(&none).unwrap_err().problem().code, ErrorCode::NotFound);
}

fn an_update_equals_a_build() {
    let mut runner =
        TestRunner::new(Config { cases: 3, failure_persistence: None, ..Config::default() });
    let steps = proptest::collection::vec((0usize..12, proptest::bool::weighted(0.7)), 3..7);
    let run = runner.run(&steps, |steps| {
        let (_folder, palace) = new_palace();
        ingest(&palace, "first", &document(50), "Valleys");
        build(&palace, "Valleys");
        for (number, add) in steps {
            if add {
                ingest(&palace, &format!("r{number}"), &document(number), "Valleys");
                // two of a kind at once, now and then
                if number % 3 == 0 {
                    ingest(
                        &palace,
                        &format!("r{}", number + 20),
                        &document(number + 20),
                        "Valleys",
                    );
                }
            } else if let Some(one) = hierarchy(&palace, "Valleys").documents.get(number % 2) {
                palace.delete(&one.document_id, Cascade::Orphans, &[]).unwrap();
            }
            let list = palace.snapshot().levels_list().unwrap().collections;
            if list.iter().all(|state| state.came == 0 && state.went == 0) {
                continue;
            }
            update(&palace, "Valleys");
            let updated = said(hierarchy(&palace, "Valleys"));
            let again = update(&palace, "Valleys");
            assert_eq!((again.documents_read, again.sections_written), (0, 0));
            build(&palace, "Valleys");
            assert_eq!(updated, said(hierarchy(&palace, "Valleys")));
        }
        Ok(())
    });
    run.unwrap();
}

fn what_is_deleted_is_quoted_no_more() {
    let (_folder, palace) = new_palace();
    let ids: Vec<DocumentId> = (0..3)
        .map(|number| ingest(&palace, &format!("r{number}"), &document(number), "Valleys"))
        .collect();
    build(&palace, "Valleys");
    palace.delete(&ids[1], Cascade::All, &[]).unwrap();
    let whole = hierarchy(&palace, "Valleys");
    let quoted = |id: &DocumentId| {
        let sentences = whole.nodes.iter().flat_map(|node| &node.sentences);
        sentences.flat_map(|one| &one.sources).any(|source| source.document_id == *id)
    };
    assert!(!quoted(&ids[1]) && quoted(&ids[0]));
    assert!(
        whole.nodes[0].stale && whole.nodes.iter().any(|it| it.level == Level::Section && it.stale)
    );
    assert!(palace.snapshot().levels(&ask("Valleys", Level::Master)).unwrap().nodes[0].stale);
    let state = palace.snapshot().levels_list().unwrap().collections.remove(0);
    assert_eq!((state.came, state.went), (0, 1));
    update(&palace, "Valleys");
    assert!(hierarchy(&palace, "Valleys").nodes.iter().all(|node| !node.stale));
    // a document that is new makes stale what it would come to, and nothing below
    ingest(&palace, "r9", &document(9), "Valleys");
    let whole = hierarchy(&palace, "Valleys");
    assert!(whole.nodes[0].stale);
    assert!(whole.nodes.iter().all(|node| node.level > Level::Chunk || !node.stale));
    assert!(palace.verify().unwrap().ok);
}

fn a_document_may_go_during_a_build() {
    let (_folder, palace) = new_palace();
    for number in 0..40 {
        ingest(
            &palace,
            &format!("r{number}"),
            &document(number % 9).replace("Report", &format!("Text {number}")),
            "Valleys",
        );
    }
    let victims: Vec<DocumentId> = {
        let now = palace.snapshot();
        now.documents().unwrap().documents.iter().map(|it| it.document_id).take(2).collect()
    };
    let request = LevelsBuildRequest {
        collection: collection("Valleys"),
        method: Some(LevelMethod::TfIdf),
        max_synthesis_ratio: Some(0.1),
    };
    let deleted = std::cell::Cell::new(0);
    let told = |done: u64, total: u64| {
        if done > 0 && done < total && deleted.get() == 0 {
            for id in &victims {
                palace.delete(id, Cascade::Orphans, &[]).unwrap();
            }
            deleted.set(2);
        }
    };
    let built = palace.build_levels(&request, &Cancel::default(), &told).unwrap();
    assert_eq!((deleted.get(), built.statistics.documents), (2, 38));
    let whole = hierarchy(&palace, "Valleys");
    assert!(whole.documents.iter().all(|document| !victims.contains(&document.document_id)));
    assert!(whole.nodes.iter().all(|node| !node.stale));
    // stopped on the way, it changes nothing
    let cancel = Cancel::default();
    let stop = |done: u64, _: u64| {
        if done > 0 {
            cancel.cancel();
        }
    };
    let stopped = palace.build_levels(&request, &cancel, &stop).unwrap_err().problem();
    assert_eq!(stopped.code, ErrorCode::Cancelled);
    assert_eq!(said(whole), said(hierarchy(&palace, "Valleys")));
}

fn odd_documents_have_levels_too() {
    let (_folder, palace) = new_palace();
    let none = LevelsBuildRequest {
        collection: collection("Nothing"),
        method: None,
        max_synthesis_ratio: None,
    };
    let refused = palace.build_levels(&none, &Cancel::default(), &|_, _| {}).unwrap_err().problem();
    assert_eq!(refused.code, ErrorCode::NotFound);
    let table = "# Rates\n\n| year | rate |\n| --- | --- |\n| 2020 | 4 |\n| 2021 | 5 |\n";
    let again = "The marsh of this valley stores carbon in every summer. ".repeat(10_000);
    let named = "# Names\n\nAlice\n\nBob\n\nCarol\n";
    for (at, (name, text, sentences)) in
        [("table", table, 0), ("again", again.as_str(), 1), ("named", named, 0)]
            .into_iter()
            .enumerate()
    {
        let id = ingest(&palace, name, text, name);
        let built = build(&palace, name);
        assert_eq!(built.statistics.documents, 1, "{name}");
        let whole = hierarchy(&palace, name);
        let master = &whole.nodes[0];
        let claims = master.sentences.iter().filter(|sentence| !sentence.connective).count();
        assert_eq!((claims, built.statistics.claims), (sentences, sentences as u32), "{name}");
        assert!(whole.nodes.iter().any(|node| node.level == Level::Raw));
        if at == 1 {
            // the last document goes: nothing is left, and that is a state too
            palace.delete(&id, Cascade::All, &[]).unwrap();
            update(&palace, name);
            let empty = hierarchy(&palace, name);
            assert_eq!((empty.nodes.len(), empty.documents.len()), (1, 0));
        }
    }
}

fn filters_hold() {
    let (_folder, palace) = new_palace();
    let ids: Vec<DocumentId> = (0..3)
        .map(|number| ingest(&palace, &format!("r{number}"), &document(number), "Valleys"))
        .collect();
    build(&palace, "Valleys");
    let now = palace.snapshot();
    let all = now.levels(&ask("Valleys", Level::Chunk)).unwrap().nodes;
    let of = LevelsQuery { document: Some(ids[0].to_string()), ..ask("Valleys", Level::Chunk) };
    let some = now.levels(&of).unwrap().nodes;
    assert!(!some.is_empty() && some.len() < all.len());
    let from = |node: &types::LevelNode| {
        node.sentences.iter().flat_map(|it| it.sources.clone()).collect::<Vec<_>>()
    };
    assert!(some.iter().flat_map(from).all(|source| source.document_id == ids[0]));
    let words = LevelsQuery { query: Some("heron".into()), ..of };
    let some = now.levels(&words).unwrap().nodes;
    assert!(some.iter().flat_map(from).all(|source| source.document_id == ids[0]));
    let dated = LevelsQuery { entity_kind: Some("date".into()), ..ask("Valleys", Level::Chunk) };
    let dated = now.levels(&dated).unwrap().nodes;
    assert!(!dated.is_empty());
    assert!(dated.iter().all(|node| node.entities.iter().any(|entity| entity.kind == "date")));
    for node in &all {
        let Some(entity) =
            node.entities.iter().find(|it| it.kind != "date" && it.kind != "quantity")
        else {
            continue;
        };
        let named =
            LevelsQuery { entity: Some(entity.name.clone()), ..ask("Valleys", Level::Chunk) };
        let found = now.levels(&named).unwrap().nodes;
        assert!(found.iter().any(|other| other.id == node.id), "{entity:?}");
    }
    let never = LevelsQuery { since: Some("2199".into()), ..ask("Valleys", Level::Raw) };
    assert!(now.levels(&never).unwrap().nodes.is_empty());
    let bad = LevelsQuery { since: Some("soon".into()), ..ask("Valleys", Level::Raw) };
    assert_eq!(now.levels(&bad).unwrap_err().problem().code, ErrorCode::Usage);
    let sourced = LevelsQuery { include_sources: true, ..ask("Valleys", Level::Master) };
    let sourced = now.levels(&sourced).unwrap();
    for level in [Level::Section, Level::Chunk, Level::Raw] {
        assert!(sourced.sources.iter().any(|node| node.level == level), "{level:?}");
    }
}

fn several_collections_answer_together() {
    let (_folder, palace) = new_palace();
    ingest(&palace, "r1", &document(1), "North");
    ingest(&palace, "r2", &document(2), "South");
    build(&palace, "North");
    let both = LevelsQuery {
        collections: vec![collection("North"), collection("South")],
        query: Some("heron nests".into()),
        ..ask("North", Level::Chunk)
    };
    let unbuilt = palace.snapshot().levels(&both).unwrap_err().problem();
    assert!(unbuilt.message.contains("South") && unbuilt.code == ErrorCode::NotFound);
    build(&palace, "South");
    let found = palace.snapshot().levels(&both).unwrap();
    let from = |name: &str| found.collections.iter().any(|own| own == name);
    assert!(from("North") && from("South"));
    let update = LevelsUpdateRequest {
        collection: collection("North"),
        add: vec![palace.snapshot().documents().unwrap().documents[0].document_id.to_string()],
        remove: Vec::new(),
    };
    let built = palace.update_levels(&update, &Cancel::default(), &|_, _| {}).unwrap();
    assert_eq!(built.statistics.documents, 2);
}

//! A palace with a record of every kind, written once for each version of what lies in a vault, and read
//! by every later one for ever. `LOCI_BLESS=1 cargo test -p engine --test golden` writes a new version where
//! there is none. The program is its own worker, so it has no test harness.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, missing_docs)]

mod common;

use engine::{AgentPairing, KdfParams, Limits, Palace, Passphrase, Resources, Snapshot, Source};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};
use types::{
    AgentId, AgentScope, Cancel, Cascade, CitationsRequest, CiteRequest, Collection, DocumentId,
    EdgeAddRequest, EdgeKind, EdgesRequest, GapsRequest, IngestOptions, KnowledgeSettingsRequest,
    LevelsBuildRequest, LevelsRequest, LlmRequest, Meaning, MemorySetRequest, MoveRequest,
    NodeAddRequest, NodeKind, NodeState, NodesRequest, NoteAddRequest, NotesRequest,
    OverrideRequest, RegenerateRequest, RegulateRequest, SafetyRequest, ScansRequest, SearchMode,
    SearchRequest, Sha256, TermsRequest, Timestamp, VocabularyRequest, WatchMode, WatchRequest,
};
use vault::{AuditEvent, Table, TableId, Vault};

const VERSION: &str = "v3";
const PDF: &str = "carbon-in-young-mud.pdf";
/// In the order of [`TableId::ALL`]: tables that the vault itself writes.
const OF_THE_VAULT: [TableId; 4] =
    [TableId::Meta, TableId::Audit, TableId::Leaves, TableId::Deleted];

fn main() -> ExitCode {
    if !common::is_worker() && env::var_os("LOCI_BLESS").is_some() && !folder(VERSION).exists() {
        bless(&folder(VERSION));
    }
    common::run(&[
        ("every_version_reads_as_it_was_written", every_version_reads_as_it_was_written),
        (
            "the_last_version_has_a_record_of_every_kind",
            the_last_version_has_a_record_of_every_kind,
        ),
    ])
}

fn folder(version: &str) -> PathBuf {
    let own = env::var_os("CARGO_MANIFEST_DIR").unwrap();
    Path::new(&own).join("tests/golden").join(version)
}

fn now() -> Timestamp {
    Timestamp::from_unix_ms(1_790_000_000_000)
}

fn passphrase() -> Passphrase {
    Passphrase::new("golden pässphrase".to_owned()).unwrap()
}

/// What a palace borrows: nothing but a worker where `runtime` is nowhere.
fn resources_of(runtime: &Path) -> Arc<Resources> {
    let program = common::worker();
    Arc::new(Resources::new(runtime, program, Limits::default(), Arc::new(now)))
}

fn resources() -> Arc<Resources> {
    resources_of(Path::new("/nonexistent"))
}

/// All that a palace says of what lies in it.
fn said(now: &Snapshot) -> Value {
    fn told<T: Serialize>(answer: engine::Result<T>) -> Value {
        serde_json::to_value(answer.unwrap()).unwrap()
    }
    let state = |state| NodesRequest { state: Some(state), limit: 1000, ..NodesRequest::default() };
    let documents = now.documents().unwrap().documents;
    let texts = documents.iter().map(|document| {
        let id = document.document_id;
        let original = now.original(&id).unwrap().len();
        let text = now.document_text(&id).unwrap_or_default();
        json!({ "original": original, "text": text, "read": now.passage(&id, 0..4).ok() })
    });
    let request = SearchRequest::new("marsh", SearchMode::Keyword, 20);
    let hits = now.search(&request).unwrap().hits.into_iter();
    let hits: Vec<Value> = hits.map(|hit| json!([hit.text, hit.nodes.len(), hit.span])).collect();
    let patterns = now.vocabulary().unwrap().entries.into_iter();
    let learnt = patterns.filter(|entry| entry.learnt_at.is_some());
    json!({
        "documents": told(now.documents()),
        "texts": texts.collect::<Vec<Value>>(),
        "hits": hits,
        "citations": told(now.citations(&CitationsRequest::default())),
        "terms": told(now.terms(&TermsRequest::default())),
        "references": told(now.references()),
        "accepted": told(now.nodes(&state(NodeState::Accepted))),
        "proposed": told(now.nodes(&state(NodeState::Proposed))),
        "edges": told(now.edges(&EdgesRequest::default())),
        "review": told(now.review(&NodesRequest::default())),
        "vocabulary": serde_json::to_value(learnt.collect::<Vec<_>>()).unwrap(),
        "settings": told(now.knowledge_settings()),
        "llm": told(now.llm()),
        "scans": told(now.scans())["recognise"],
        "memory": told(now.memory_settings()),
        "safety": told(now.safety()),
        "watched": told(now.automatic_folders()),
        "notes": told(now.notes(&NotesRequest::default())),
        "regulated": told(now.regulated()),
        "levels": now
            .hierarchy(&LevelsRequest { collection: Collection::default() })
            .map(|levels| serde_json::to_value(levels.nodes).unwrap())
            .unwrap_or_default(),
    })
}

fn every_version_reads_as_it_was_written() {
    for version in fs::read_dir(folder("")).unwrap() {
        let version = version.unwrap().path();
        let expected = fs::read_to_string(version.join("said.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let place = tempfile::tempdir().unwrap();
        common::copy(&version.join("vault"), place.path());
        let palace = Palace::open(place.path(), &passphrase(), resources()).unwrap();
        let found = said(&palace.snapshot());
        for (name, expected) in expected.as_object().unwrap() {
            assert_contains(&found[name], expected, name);
        }
        let gaps = palace.gaps(&GapsRequest { all: true }).unwrap().gaps;
        assert_eq!(gaps[0].query, "zeppelin tariffs abroad");
        // the deletion that was interrupted is certified, and everything is as it was saved
        assert_eq!(palace.snapshot().certificates().unwrap().certificates.len(), 2);
        assert!(palace.verify().unwrap().ok);
        if !version.ends_with("v1") {
            let agents = palace.agents().unwrap();
            assert_eq!((agents.agents[0].name.as_str(), agents.terminal), ("Desk", false));
        }
        palace.close().unwrap();
    }
}

/// A later version may say more of a record, never less or other.
fn assert_contains(found: &Value, expected: &Value, place: &str) {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            for (name, expected) in expected {
                let place = format!("{place}.{name}");
                assert_contains(found.get(name).unwrap_or(&Value::Null), expected, &place);
            }
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{place}");
            // in what order a person is asked is no matter of records
            let by_node = |list: &[Value]| {
                let mut list = list.to_vec();
                if matches!(place, "proposed.nodes" | "review.items") {
                    list.sort_by_key(|one| one["node_id"].to_string());
                }
                list
            };
            let (found, expected) = (by_node(found), by_node(expected));
            for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_contains(found, expected, &format!("{place}[{at}]"));
            }
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

fn the_last_version_has_a_record_of_every_kind() {
    let place = tempfile::tempdir().unwrap();
    common::copy(&folder(VERSION).join("vault"), place.path());
    let vault = Vault::open(place.path(), &passphrase(), now()).unwrap();
    let records = vault.snapshot();
    for table in TableId::ALL {
        let held = records.has_below(Table::<()>::new(table), &[]).unwrap();
        assert!(held || OF_THE_VAULT.contains(&table), "no record in {}", table.name());
    }
}

fn bless(to: &Path) {
    let place = tempfile::tempdir().unwrap();
    let runtime = PathBuf::from(env::var_os("LOCI_RUNTIME").unwrap());
    let with = resources_of(&runtime);
    let palace = Palace::create(place.path(), &passphrase(), KdfParams::FLOOR, with).unwrap();
    fill(&palace);
    palace.close().unwrap();
    sentence_of_a_model(place.path());
    let palace = Palace::open(place.path(), &passphrase(), resources()).unwrap();
    // two questions that found too little, and a deletion that somebody's reading interrupts
    for _ in 0..2 {
        let request = SearchRequest::new("zeppelin tariffs abroad", SearchMode::Keyword, 10);
        palace.search(&request).unwrap();
        palace.search(&SearchRequest::new("marsh", SearchMode::Keyword, 10)).unwrap();
    }
    palace.gaps(&GapsRequest::default()).unwrap();
    let doomed = palace.snapshot().documents().unwrap().documents;
    let doomed = doomed.iter().find(|document| document.name == "doomed.md").unwrap().document_id;
    let held = palace.snapshot();
    let unwiped = palace.delete(&doomed, Cascade::Orphans, &[]).unwrap_err().problem().message;
    assert!(unwiped.contains("not wiped yet"), "{unwiped}");
    drop(held);
    let expected = said(&palace.snapshot());
    palace.close().unwrap();
    common::copy(place.path(), &to.join("vault"));
    fs::write(to.join("said.json"), serde_json::to_vec_pretty(&expected).unwrap()).unwrap();
}

/// What a language model says of a passage, as its record lies in the vault.
fn sentence_of_a_model(place: &Path) {
    #[derive(Serialize, serde::Deserialize)]
    struct Context {
        model: String,
        sentence: String,
    }
    let vault = Vault::open(place, &passphrase(), now()).unwrap();
    let record = Context { model: "none".to_owned(), sentence: "Of marshes.".to_owned() };
    let mut batch = vault.batch();
    let contexts: Table<Context> = Table::new(TableId::Contexts);
    batch.put(contexts, &[&[7; 16], &[0; 16]], &record).unwrap();
    let (action, subjects, detail) = ("test", Vec::new(), String::new());
    vault.commit(batch, AuditEvent { at: now(), action, subjects, detail }).unwrap();
    vault.sync_and_close().unwrap();
}

fn ingest(palace: &Palace, name: &str, text: &str) -> DocumentId {
    let source = Source::Bytes { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
    let options = IngestOptions::default();
    let answer = palace.ingest(vec![source], &options, &Cancel::default(), &|_| {}).unwrap();
    answer.documents[0].document_id.unwrap()
}

fn fill(palace: &Palace) {
    let text = "# Salt marshes\n\nAda Quillfeather\n\n2021\n\n## Abstract\n\n“Salt marsh” means low land \
                that the tide floods. We found that the marsh buries 90 % of its carbon within a year. The \
                warden opens the sluice at low water.\n\n## References\n\n1. Lopez, M. (2019). Carbon held \
                by young tidal mud. Journal of Mud, 3, 1-9. doi:10.1000/mud.2019\n";
    let first = ingest(palace, "marsh.md", text);
    let later = ingest(palace, "marsh2.md", &text.replace("90 %", "80 %"));
    palace.supersede(&later, &first, &Cancel::default()).unwrap();
    ingest(palace, "doomed.md", "# A doomed note\n\nThe marsh was drained in 1790 for good.\n");
    ingest(
        palace,
        "list.bib",
        "@article{a, title={Salt marshes}, author={Quillfeather, Ada}, year={2021}, doi={10.1000/marsh}}\n",
    );
    let sample = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap())
        .join("../../../assets/samples")
        .join(PDF);
    let options = IngestOptions::default();
    // by its bytes: where it lies on the machine that wrote this is nobody's matter
    let sample = Source::Bytes { name: PDF.to_owned(), bytes: fs::read(sample).unwrap() };
    palace.ingest(vec![sample], &options, &Cancel::default(), &|_| {}).unwrap();
    let gone = ingest(palace, "gone.md", "# A note that went\n\nThe marsh was sold in 1801.\n");
    palace.delete(&gone, Cascade::All, &[]).unwrap();
    let (document, note) = (first.to_string(), "a note".to_owned());
    palace.cite(&CiteRequest { document, start: 0, end: 14, note }).unwrap();
    let add = |name: &str| NodeAddRequest {
        name: name.to_owned(),
        kind: NodeKind::Concept,
        description: format!("{name}, as the person knows it"),
        tags: vec!["own".to_owned()],
        wing: Some("environment".to_owned()),
        room: Some("coasts".to_owned()),
        hall: None,
        valid_from: Some("2020".to_owned()),
        valid_to: None,
    };
    let nodes = ["sluice gate", "tide gauge"].map(|name| palace.add_node(&add(name)).unwrap());
    let [from, to] = nodes.map(|node| node.card.node_id.to_string());
    let reason = "it is read at the gate".to_owned();
    palace
        .add_edge(&EdgeAddRequest { kind: EdgeKind::PartOf, from: from.clone(), to, reason })
        .unwrap();
    let (wing, room) = ("technology".to_owned(), "gauges".to_owned());
    palace.move_nodes(&MoveRequest { nodes: vec![from.clone()], wing, room, hall: None }).unwrap();
    let reason = "seen by myself".to_owned();
    palace.override_trust(&OverrideRequest { node: from, reliability: 0.9, reason }).unwrap();
    let pattern = VocabularyRequest::Add {
        pattern: "sluice".to_owned(),
        wing: "environment".to_owned(),
        room: "coasts".to_owned(),
    };
    palace.change_vocabulary(&pattern).unwrap();
    let settings = KnowledgeSettingsRequest { half_life_days: Some(30.0), ..Default::default() };
    palace.change_knowledge_settings(&settings).unwrap();
    palace.set_scans(&ScansRequest { recognise: false }).unwrap();
    let watched = tempfile::tempdir().unwrap();
    let path = watched.path().display().to_string();
    let (collection, mode) = (Collection::default(), WatchMode::Automatic);
    palace.watch(&WatchRequest { path, collection, mode }).unwrap();
    let stopped = Cancel::default();
    stopped.cancel();
    let request = RegenerateRequest { collection: Collection::default(), ..Default::default() };
    palace.regenerate(&request, &stopped, &|_| {}).unwrap_err();
    let llm = LlmRequest {
        base_url: "http://127.0.0.1:9".to_owned(),
        model: "none".to_owned(),
        api_key: Some("a key".to_owned()),
        context_tokens: 4096,
        concurrency: 2,
        text_may_leave: false,
    };
    palace.set_llm(llm).unwrap();
    let (id, token) =
        (AgentId::from_bytes([5; AgentId::LEN]), Sha256::from_bytes([6; Sha256::LEN]));
    let scope = AgentScope { wings: Some(vec!["environment".to_owned()]), ..AgentScope::whole() };
    palace.pair_agent(AgentPairing { id, name: "Desk".to_owned(), scope, token }).unwrap();
    palace.admit_terminal(false).unwrap();
    let identity = Some("I study salt marshes.".to_owned());
    palace.set_memory(MemorySetRequest { identity, ..Default::default() }).unwrap();
    let safety = SafetyRequest { idle_lock_s: Some(120), ..Default::default() };
    palace.set_safety(&safety).unwrap();
    let note = NoteAddRequest {
        text: "The sluice is read twice. See [[tide gauge]].".to_owned(),
        document: Some(later.to_string()),
        start: Some(2),
        end: Some(14),
        meaning: Some(Meaning::Important),
        ..NoteAddRequest::default()
    };
    palace.add_note(&note).unwrap();
    let (collection, reason) = ("held".to_owned(), "it names people".to_owned());
    palace.regulate(&RegulateRequest { collection, regulated: true, reason }).unwrap();
    let request = LevelsBuildRequest {
        collection: Collection::default(),
        method: None,
        max_synthesis_ratio: None,
    };
    palace.build_levels(&request, &Cancel::default(), &|_, _| {}).unwrap();
}

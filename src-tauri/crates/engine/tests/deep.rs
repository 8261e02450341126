//! Records that are honest commits and yet do not fit together, as a fault of ours would leave them: the
//! close look names each, makes anew what an original or a node can be made of, and leaves the rest told.
//! Every damage is done by the vault's own hand, with the key. The program is its own worker.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
#![allow(clippy::print_stdout, missing_docs)]

mod common;

use engine::{KdfParams, Limits, Palace, Passphrase, Resources, Source, Spaces};
use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};
use types::{
    Cancel, ChunkRecord, Collection, DeepReport, DefinitionRecord, DocumentId, DocumentRecord,
    IngestOptions, LevelsBuildRequest, Node, NodeAddRequest, NodeKind, NodeMergeRequest,
    NoteAddRequest, SearchMode, SearchRequest, Timestamp,
};
use vault::{AuditEvent, Batch, Blob, Snapshot, Table, TableId, Vault};

const SPACE: &str = "loci-static-256";
const BIRDS: [&str; 3] = ["heron", "avocet", "dunlin"];
const DOCUMENTS: Table<DocumentRecord> = Table::new(TableId::Documents);
const TEXTS: Table<Blob> = Table::new(TableId::Texts);
const CHUNKS: Table<Vec<ChunkRecord>> = Table::new(TableId::Chunks);
const DEFINITIONS: Table<Vec<DefinitionRecord>> = Table::new(TableId::Definitions);
const PAGES: Table<Blob> = Table::new(TableId::Postings);
const ROWS: Table<Blob> = Table::new(TableId::Vectors);
const NODES: Table<Node> = Table::new(TableId::Nodes);
const NAMES: Table<()> = Table::new(TableId::Aliases);
const LEVELS: Table<()> = Table::new(TableId::Levels);

fn main() -> ExitCode {
    common::run(&[("each_damage_is_named_and_mended", each_damage_is_named_and_mended)])
}

fn now() -> Timestamp {
    Timestamp::from_unix_ms(1_790_000_000_000)
}

fn passphrase() -> Passphrase {
    Passphrase::new("a close look".to_owned()).unwrap()
}

fn resources() -> Arc<Resources> {
    let runtime = env::var_os("LOCI_RUNTIME").expect("source .ci/env first");
    let program = common::worker();
    let runtime = PathBuf::from(runtime);
    let resources = Resources::new(&runtime, program, Limits::default(), Arc::new(now));
    let first = Some(SPACE.to_owned());
    Arc::new(resources.with_spaces(Spaces { first, preferred: None }))
}

fn text(bird: &str) -> String {
    format!(
        "# The {bird}\n\n“{bird} post” means a post that a {bird} stands on.\n\n## Habits\n\nA {bird} \
         stands in the marsh until the tide is out.\n"
    )
}

fn ingest(palace: &Palace, bird: &str) -> DocumentId {
    let source = Source::Bytes { name: format!("{bird}.md"), bytes: text(bird).into_bytes() };
    let options = IngestOptions::default();
    let answer = palace.ingest(vec![source], &options, &Cancel::default(), &|_| {}).unwrap();
    answer.documents[0].document_id.unwrap()
}

/// A palace with something of everything that is looked at.
fn fill(palace: &Palace) {
    for bird in BIRDS {
        ingest(palace, bird);
    }
    let add = |name: &str| NodeAddRequest {
        name: name.to_owned(),
        kind: NodeKind::Concept,
        description: String::new(),
        tags: Vec::new(),
        wing: Some("environment".to_owned()),
        room: Some("coasts".to_owned()),
        hall: None,
        valid_from: None,
        valid_to: None,
    };
    for name in ["sluice gate", "lock door"] {
        palace.add_node(&add(name)).unwrap();
    }
    let (into, from) = ("sluice gate".to_owned(), "lock door".to_owned());
    palace.merge_nodes(&NodeMergeRequest { into, from, reason: String::new() }).unwrap();
    let request = LevelsBuildRequest {
        collection: Collection::default(),
        method: None,
        max_synthesis_ratio: None,
    };
    palace.build_levels(&request, &Cancel::default(), &|_, _| {}).unwrap();
    let note = NoteAddRequest { text: "Read at low water.".to_owned(), ..Default::default() };
    palace.add_note(&note).unwrap();
}

/// What a damage has to work with.
struct Here<'a> {
    records: &'a Snapshot,
    documents: Vec<DocumentRecord>,
}

impl Here<'_> {
    fn bird(&self, number: usize) -> DocumentId {
        let name = format!("{}.md", BIRDS[number]);
        self.documents.iter().find(|record| record.origin.name == name).unwrap().id
    }

    fn note(&self) -> DocumentId {
        self.documents.iter().find(|it| it.collection.as_str() == "Notes").unwrap().id
    }

    fn node(&self) -> Node {
        let nodes = self.records.scan(NODES, &[]).unwrap().map(|node| node.unwrap());
        nodes.into_iter().find(|node| node.name == "sluice gate").unwrap()
    }
}

/// Segments are numbered from 1, one an ingest; their pages from 0.
fn page<'a>(segment: &'a [u8; 8], of: &'a [u8]) -> [&'a [u8]; 3] {
    [segment, of, &[0; 4]]
}

type Damage = fn(&Here<'_>, &mut Batch<'_>);

/// What is done, what is said of it, and whether it is whole afterwards.
const DAMAGES: [(&str, Damage, &str, bool); 11] = [
    (
        "chunks gone",
        |here, batch| batch.delete_prefix(CHUNKS, &[here.bird(1).as_bytes()]).unwrap(),
        "0 chunks are stored, not",
        true,
    ),
    (
        "another's text",
        |here, batch| {
            let first = 0u32.to_be_bytes();
            let other =
                here.records.get(TEXTS, &[here.bird(1).as_bytes(), &first]).unwrap().unwrap();
            batch.put(TEXTS, &[here.bird(2).as_bytes(), &first], &other).unwrap();
        },
        // as long as its own, and cut at the same places
        "are indexed by other words than they have",
        true,
    ),
    (
        "definitions gone",
        |here, batch| batch.delete(DEFINITIONS, &[here.bird(0).as_bytes()]),
        "0 definitions are stored, not 1",
        true,
    ),
    (
        "a word at another place",
        |here, batch| {
            let (segment, positions) = (2u64.to_be_bytes(), [3]);
            let path = page(&segment, &positions);
            let mut held = here.records.get(PAGES, &path).unwrap().unwrap();
            *held.0.last_mut().unwrap() ^= 1;
            batch.put(PAGES, &path, &held).unwrap();
        },
        "are indexed by other words than they have",
        true,
    ),
    (
        "another's postings",
        |here, batch| {
            let (first, third, postings) = (1u64.to_be_bytes(), 3u64.to_be_bytes(), [2]);
            let other = here.records.get(PAGES, &page(&first, &postings)).unwrap().unwrap();
            batch.put(PAGES, &page(&third, &postings), &other).unwrap();
        },
        "are indexed by other words than they have",
        true,
    ),
    (
        "another's vectors",
        |here, batch| {
            let (first, second) = (1u64.to_be_bytes(), 2u64.to_be_bytes());
            let other = here.records.get(ROWS, &page(&first, SPACE.as_bytes())).unwrap().unwrap();
            batch.put(ROWS, &page(&second, SPACE.as_bytes()), &other).unwrap();
        },
        "have other vectors than loci-static-256 makes",
        true,
    ),
    (
        "vectors gone",
        |_, batch| batch.delete(ROWS, &page(&3u64.to_be_bytes(), SPACE.as_bytes())),
        "have no vector of loci-static-256",
        true,
    ),
    (
        "a node that is filed elsewhere",
        |here, batch| {
            let node = here.node();
            let place = &node.place;
            let (wing, room) = (place.wing.as_bytes(), place.room.as_bytes());
            let path = [b"place".as_slice(), wing, room, place.hall.as_str().as_bytes()];
            batch.unfile(&path, NODES, node.id.as_bytes());
            batch.file(&[b"place", b"nowhere", b"at", b"all"], NODES, node.id.as_bytes());
        },
        "are not filed where they belong",
        true,
    ),
    (
        "names gone",
        |_, batch| batch.delete_prefix(NAMES, &[]).unwrap(),
        "other names of nodes lead to none",
        true,
    ),
    (
        "sections gone",
        |_, batch| batch.delete_prefix(LEVELS, &[b"section"]).unwrap(),
        "the levels of “default” do not hold",
        true,
    ),
    (
        "a document that is in no list",
        |here, batch| batch.delete(DOCUMENTS, &[here.note().as_bytes()]),
        "passages of no document",
        false,
    ),
];

fn each_damage_is_named_and_mended() {
    let (place, with) = (tempfile::tempdir().unwrap(), resources());
    let whole = place.path().join("whole");
    let palace =
        Palace::create(&whole, &passphrase(), KdfParams::FLOOR, Arc::clone(&with)).unwrap();
    fill(&palace);
    let report = look(&palace, false);
    assert_eq!(report.findings, []);
    assert!(report.vectors > 3 && report.vectors == report.vectors_held, "{report:?}");
    palace.close().unwrap();
    for (name, damage, said, mended) in DAMAGES {
        let folder = place.path().join("damaged");
        common::copy(&whole, &folder);
        commit(&folder, damage);
        let palace = Palace::open(&folder, &passphrase(), Arc::clone(&with)).unwrap();
        assert!(palace.verify().unwrap().ok, "{name}: an honest commit");
        let report = look(&palace, false);
        assert!(report.findings.iter().any(|it| it.what.contains(said)), "{name}: {report:?}");
        assert!(report.repaired.is_empty());
        let told: BTreeSet<_> = report.findings.iter().filter_map(|it| it.document_id).collect();
        let report = look(&palace, true);
        assert_eq!(report.findings.is_empty(), mended, "{name}: {:?}", report.findings);
        assert!(!report.findings.iter().any(|it| it.what.contains(said)), "{name}");
        assert_eq!(report.repaired.into_iter().collect::<BTreeSet<_>>(), told, "{name}");
        palace.close().unwrap();
        // what was made anew is there after the next opening too
        let palace = Palace::open(&folder, &passphrase(), Arc::clone(&with)).unwrap();
        assert_eq!(look(&palace, false).findings.is_empty(), mended, "{name}");
        for bird in BIRDS {
            let request = SearchRequest::new(bird, SearchMode::Hybrid, 10);
            let hits = palace.snapshot().search(&request).unwrap().hits;
            assert_eq!(hits[0].title, format!("The {bird}"), "{name}");
        }
        palace.close().unwrap();
        fs::remove_dir_all(folder).unwrap();
        println!("{name}: named, {}", if mended { "made anew" } else { "and the rest told" });
    }
}

fn look(palace: &Palace, repair: bool) -> DeepReport {
    palace.verify_deep(repair, &Cancel::default()).unwrap()
}

fn commit(folder: &Path, damage: Damage) {
    let vault = Vault::open(folder, &passphrase(), now()).unwrap();
    let records = vault.snapshot();
    let documents = records.scan(DOCUMENTS, &[]).unwrap().map(|record| record.unwrap()).collect();
    let mut batch = vault.batch();
    damage(&Here { records: &records, documents }, &mut batch);
    let event = AuditEvent { at: now(), action: "test", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
    drop(records);
    vault.sync_and_close().unwrap();
}

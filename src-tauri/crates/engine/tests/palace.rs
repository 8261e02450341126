//! A palace in this very process, with the real worker: what the programs' tests cannot make, such as
//! records that an earlier Loci wrote. The program is its own worker, so it has no test harness.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, missing_docs)]

mod common;

use engine::{KdfParams, Limits, Palace, Passphrase, Resources, Snapshot, Source};
use graph::Graph;
use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use types::{
    AliasRule, Cancel, Cascade, Collection, DocumentId, DocumentRecord, DocumentState,
    DuplicateLevel, Evidence, Found, Hall, IngestEvent, IngestOptions, IngestOutcome,
    IngestedDocument, Method, NodeEditRequest, NodeKind, NodeState, NodesRequest, Place,
    RegenerateRequest, Repeating, SearchMode, SearchRequest, Tier, Timestamp, Trust, Validity,
};
use vault::{AuditEvent, Table, TableId, Vault};

const PAPER: &str = "arXiv:2105.01234";
const DOCUMENTS: Table<DocumentRecord> = Table::new(TableId::Documents);

const TESTS: [(&str, fn()); 8] = [
    ("notes_that_were_taken_for_a_paper_are_parted", notes_that_were_taken_for_a_paper_are_parted),
    ("readers_see_whole_answers", readers_see_whole_answers),
    ("a_snapshot_outlives_a_deletion", a_snapshot_outlives_a_deletion),
    ("a_panic_in_an_ingest_loses_nothing", a_panic_in_an_ingest_loses_nothing),
    ("groups_know_of_each_other", groups_know_of_each_other),
    ("what_was_stopped_on_its_way_goes_on", what_was_stopped_on_its_way_goes_on),
    ("writers_take_turns", writers_take_turns),
    (
        "what_would_stay_is_foreseen_and_goes_where_asked",
        what_would_stay_is_foreseen_and_goes_where_asked,
    ),
];

fn main() -> ExitCode {
    common::run(&TESTS)
}

fn now() -> Timestamp {
    Timestamp::from_unix_ms(1_790_000_000_000)
}

fn passphrase() -> Passphrase {
    Passphrase::new("in this process".to_owned()).unwrap()
}

fn resources() -> Arc<Resources> {
    let program = common::worker();
    let nowhere = Path::new("/nonexistent");
    Arc::new(Resources::new(nowhere, program, Limits::default(), Arc::new(now)))
}

fn ingest(palace: &Palace, name: &str, text: &str) -> DocumentId {
    let source = Source::Bytes { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
    let options = IngestOptions::default();
    let answer = palace.ingest(vec![source], &options, &Cancel::default(), &|_| {}).unwrap();
    answer.documents[0].document_id.unwrap()
}

/// A document as the publication that it mentions.
fn mistaken(record: &DocumentRecord) -> Found {
    let evidence = Evidence {
        document: Some(record.id),
        chunk: None,
        span: None,
        quote: record.title.clone(),
        passages: vec![0],
        mentions: 1,
        method: Method::Structure,
        confidence: 1.0,
        observed_at: now(),
    };
    Found {
        kind: NodeKind::Publication,
        name: record.title.clone(),
        description: String::new(),
        aliases: vec![(PAPER.to_owned(), AliasRule::Identifier)],
        tags: Vec::new(),
        place: Place::unsorted(Hall::Fact),
        trust: Trust::default(),
        evidence: Some(evidence),
        validity: Validity::default(),
        tier: Tier::Extracted,
        state: NodeState::Accepted,
        confidence: 1.0,
        importance: 2.0,
    }
}

/// Makes of two notes what Loci made of them before it asked for evidence: the paper that they mention.
fn as_before(folder: &Path, notes: &[DocumentId; 2]) {
    let vault = Vault::open(folder, &passphrase(), now()).unwrap();
    let before = vault.snapshot();
    let graph = Graph::open(&before).unwrap();
    let mut batch = vault.batch();
    let records = notes.map(|id| before.get(DOCUMENTS, &[id.as_bytes()]).unwrap().unwrap());
    for mut record in records.clone() {
        record.reference.arxiv = Some("2105.01234".to_owned());
        record.reference.sources.clear();
        batch.put(DOCUMENTS, &[record.id.as_bytes()], &record).unwrap();
    }
    let mut change = graph.change(&before, now());
    for name in [PAPER, records[1].title.as_str()] {
        let id = change.thing(name).unwrap();
        change.remove(&id).unwrap();
    }
    let taken = records.map(|record| change.merge(mistaken(&record)).unwrap());
    assert_eq!(taken[0], taken[1]);
    let _ = change.finish(&mut batch).unwrap();
    let event = AuditEvent { at: now(), action: "test", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
}

fn notes_that_were_taken_for_a_paper_are_parted() {
    let folder = tempfile::tempdir().unwrap();
    let palace =
        Palace::create(folder.path(), &passphrase(), KdfParams::FLOOR, resources()).unwrap();
    let notes = ["What to read", "What else to read"].map(|title| {
        let text = format!("# {title} about marshes\n\narXiv:2105.01234 is worth a day.\n");
        ingest(&palace, &format!("{title}.md"), &text)
    });
    drop(palace);
    as_before(folder.path(), &notes);

    let palace = Palace::open(folder.path(), &passphrase(), resources()).unwrap();
    let merged = palace.node("What else to read about marshes").unwrap();
    assert_eq!(merged.card.name, "What to read about marshes");
    let request = RegenerateRequest { collection: Collection::default(), ..Default::default() };
    palace.regenerate(&request, &Cancel::default(), &|_| {}).unwrap();
    for (id, title) in notes.iter().zip(["What to read", "What else to read"]) {
        let shown = palace.snapshot().document(id).unwrap();
        assert_eq!(shown.reference.arxiv, None, "{title}");
        let said = shown.warnings.iter().any(|warning| warning.contains("only names"));
        assert!(said, "{title}: {:?}", shown.warnings);
        let node = palace.node(&format!("{title} about marshes")).unwrap();
        assert_eq!(node.card.name, format!("{title} about marshes"));
    }
    let paper = "# Carbon held by young tidal mud\n\nMaria Lopez\n\narXiv:2105.01234v2\n\n2021\n\n\
        ## Abstract\n\nMud keeps nine tenths of its carbon.\n";
    ingest(&palace, "paper.md", paper);
    let named = palace.node(PAPER).unwrap();
    assert_eq!(named.card.name, "Carbon held by young tidal mud");
    drop(palace);
}

fn new_palace() -> (tempfile::TempDir, Palace) {
    let folder = tempfile::tempdir().unwrap();
    let palace =
        Palace::create(folder.path(), &passphrase(), KdfParams::FLOOR, resources()).unwrap();
    (folder, palace)
}

/// A document of this number; each has the word "twin", a definition, and a claim.
fn twin(number: usize) -> (String, String) {
    let text = format!(
        "# Twin {number}\n\n“Marsh{number}” means a twin of low land that is flooded.\n\nWe found that \
         Marsh{number} stores {number} times more carbon than the twin beside it.\n"
    );
    (format!("twin{number}.md"), text)
}

/// The documents that a search for the word that all have finds.
fn found(now: &Snapshot) -> BTreeSet<DocumentId> {
    let request = SearchRequest::new("twin", SearchMode::Keyword, 100);
    let answer = now.search(&request).unwrap();
    answer.hits.into_iter().map(|hit| hit.document_id).collect()
}

/// What one snapshot says of its documents in the list, by search, in the graph and in their texts.
fn check(now: &Snapshot) -> usize {
    let listed = now.documents().unwrap().documents;
    let listed = listed.iter().filter(|document| document.state == DocumentState::Indexed);
    let listed: BTreeSet<DocumentId> = listed.map(|document| document.document_id).collect();
    assert_eq!(found(now), listed);
    let request = NodesRequest { limit: 1000, ..NodesRequest::default() };
    for card in now.nodes(&request).unwrap().nodes {
        let view = now.trust(&card.node_id.to_string()).unwrap();
        assert!(!view.evidence.is_empty(), "{}", card.name);
        for one in &view.evidence {
            assert!(one.opens, "{}: {:?}", card.name, one.evidence.quote);
            assert!(listed.contains(&one.evidence.document.unwrap()), "{}", card.name);
        }
    }
    for id in &listed {
        assert!(now.document_text(id).unwrap().contains("twin"));
        assert!(now.check_document(id).unwrap().ok);
    }
    listed.len()
}

/// One thread takes in, replaces, reads anew and forgets, so that segments come and go and are merged;
/// others read all the while.
fn readers_see_whole_answers() {
    let (_folder, palace) = new_palace();
    let (done, reads) = (AtomicBool::new(false), AtomicUsize::new(0));
    let reads_until = |at_least: usize| {
        let from = reads.load(Ordering::SeqCst);
        while reads.load(Ordering::SeqCst) < from + at_least {
            std::thread::yield_now();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    let now = palace.snapshot();
                    let documents = check(&now);
                    // the same again, whatever was committed meanwhile
                    assert_eq!(check(&now), documents);
                    reads.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        let ended = catch_unwind(AssertUnwindSafe(|| {
            for number in 0..24 {
                let (name, text) = twin(number);
                let id = ingest(&palace, &name, &text);
                if number % 5 == 4 {
                    let request = RegenerateRequest {
                        collection: Collection::default(),
                        ..Default::default()
                    };
                    palace.regenerate(&request, &Cancel::default(), &|_| {}).unwrap();
                }
                if number % 3 == 2 {
                    // traces may wait for a reader; the document is gone
                    let _ = palace.delete(&id, Cascade::Orphans, &[]);
                    assert!(palace.snapshot().document(&id).is_err());
                }
                reads_until(2);
            }
        }));
        done.store(true, Ordering::SeqCst);
        ended.unwrap();
    });
    assert_eq!(check(&palace.snapshot()), 16);
    assert!(palace.verify().unwrap().ok);
}

fn a_snapshot_outlives_a_deletion() {
    let (folder, palace) = new_palace();
    let ids: Vec<DocumentId> = (0..3)
        .map(|number| {
            let (name, text) = twin(number);
            ingest(&palace, &name, &text)
        })
        .collect();
    let held = palace.snapshot();
    for id in &ids {
        // what somebody still reads is not wiped, and that is said
        let unwiped = palace.delete(id, Cascade::All, &[]).unwrap_err().problem();
        assert!(unwiped.message.contains("not wiped yet"), "{}", unwiped.message);
    }
    assert_eq!((check(&held), check(&palace.snapshot())), (3, 0));
    assert_eq!(held.original(&ids[0]).unwrap(), twin(0).1.into_bytes());
    drop(held);
    palace.close().unwrap();
    let palace = Palace::open(folder.path(), &passphrase(), resources()).unwrap();
    let certificates = palace.snapshot().certificates().unwrap().certificates;
    assert_eq!(certificates.len(), 3);
    assert!(certificates.iter().flat_map(|one| &one.body.proof).all(|probe| probe.found == 0));
}

/// More notes than one group of an ingest holds, each of its own words.
fn notes(count: usize) -> Vec<Source> {
    let note = |number: usize| Source::Bytes {
        name: format!("{number}.md"),
        bytes: format!("# Note {number}\n\nSample {number} was weighed.\n").into_bytes(),
    };
    (0..count).map(note).collect()
}

fn in_it(palace: &Palace) -> usize {
    let listed = palace.snapshot().documents().unwrap().documents;
    listed.iter().filter(|document| document.state == DocumentState::Indexed).count()
}

/// One group is stored while the next is prepared: the same bytes are one document in any of them.
fn groups_know_of_each_other() {
    let (_folder, palace) = new_palace();
    let mut sources = notes(200);
    for (copy, of) in [(3, 2), (70, 1), (130, 65), (199, 0)] {
        sources[copy] = sources[of].clone();
    }
    let options = IngestOptions::default();
    let answer = palace.ingest(sources, &options, &Cancel::default(), &|_| {}).unwrap();
    let level = |number: usize| answer.documents[number].duplicate;
    assert_eq!([3, 70, 130].map(level), [Some(DuplicateLevel::InProgress); 3]);
    assert_eq!(level(199), Some(DuplicateLevel::Exact));
    let indexed = |row: &&IngestedDocument| row.state == IngestOutcome::Indexed;
    assert_eq!(answer.documents.iter().filter(indexed).count(), 196);
    let names = answer.documents.iter().enumerate();
    assert!(names.filter(|(_, row)| indexed(row)).all(|(at, row)| row.path == format!("{at}.md")));
    assert_eq!(in_it(&palace), 196);
}

/// Stopped wherever it is, an ingest tells of every file, and the next one goes on.
fn what_was_stopped_on_its_way_goes_on() {
    for after in [1, 64, 65, 100, 128, 170] {
        let (_folder, palace) = new_palace();
        let (options, cancel, ended) =
            (IngestOptions::default(), Cancel::default(), AtomicUsize::new(0));
        let progress = |event: IngestEvent| {
            let done = matches!(event, IngestEvent::Done { .. });
            if done && ended.fetch_add(1, Ordering::Relaxed) + 1 == after {
                cancel.cancel();
            }
        };
        let first = palace.ingest(notes(180), &options, &cancel, &progress).unwrap();
        assert_eq!(first.documents.len(), 180);
        let told =
            |state: IngestOutcome| first.documents.iter().filter(move |row| row.state == state);
        let (indexed, stopped) = (told(IngestOutcome::Indexed), told(IngestOutcome::Cancelled));
        assert_eq!(indexed.clone().count() + stopped.count(), 180);
        assert!(indexed.clone().count() >= after);
        assert_eq!(indexed.count(), in_it(&palace));
        palace.ingest(notes(180), &options, &Cancel::default(), &|_| {}).unwrap();
        assert_eq!(in_it(&palace), 180);
    }
}

fn a_panic_in_an_ingest_loses_nothing() {
    let (_folder, palace) = new_palace();
    let (name, text) = twin(0);
    ingest(&palace, &name, &text);
    std::panic::set_hook(Box::new(|_| {}));
    for at in [DocumentState::Pending, DocumentState::Chunking, DocumentState::Indexing] {
        let (name, text) = twin(1);
        let source = Source::Bytes { name, bytes: text.into_bytes() };
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let progress = |event: IngestEvent| {
                if let IngestEvent::Stage { stage, .. } = event {
                    assert_ne!(stage, at);
                }
            };
            palace.ingest(vec![source], &IngestOptions::default(), &Cancel::default(), &progress)
        }));
        assert!(panicked.is_err(), "{at:?}");
        assert_eq!(check(&palace.snapshot()), 1);
    }
    let _ = std::panic::take_hook();
    let (name, text) = twin(1);
    ingest(&palace, &name, &text);
    assert_eq!(check(&palace.snapshot()), 2);
    assert!(palace.verify().unwrap().ok);
}

fn writers_take_turns() {
    let (_folder, palace) = new_palace();
    std::thread::scope(|scope| {
        for first in [0, 100] {
            let palace = &palace;
            scope.spawn(move || {
                for number in first..first + 8 {
                    let (name, text) = twin(number);
                    let id = ingest(palace, &name, &text);
                    let other: Collection = "other".parse().unwrap();
                    palace.join(&id, &other).unwrap();
                }
            });
        }
    });
    assert_eq!(check(&palace.snapshot()), 16);
    assert!(palace.verify().unwrap().ok);
}

fn what_would_stay_is_foreseen_and_goes_where_asked() {
    let (_folder, palace) = new_palace();
    let sentence = "The old marsh of Dunmore buries nine tenths of its carbon within a year.";
    let id = ingest(&palace, "dunmore.md", &format!("# Dunmore\n\n{sentence}\n"));
    let claims =
        palace.snapshot().nodes(&NodesRequest { limit: 100, ..Default::default() }).unwrap();
    let of =
        |name: &str| claims.nodes.iter().find(|card| card.name == name).map(|card| card.node_id);
    let node = of("Dunmore").unwrap();
    // a person keeps a node whose words are the document's, and says so in the document's words
    let edit = NodeEditRequest {
        node: node.to_string(),
        description: Some(sentence.to_owned()),
        approve: true,
        reason: sentence.to_owned(),
        ..Default::default()
    };
    palace.edit_node(&edit).unwrap();
    let before = palace.snapshot().documents().unwrap();
    let foreseen = palace.foresee(&id, Cascade::Orphans).unwrap();
    let kinds: Vec<Repeating> = foreseen.staying.iter().map(|one| one.what.clone()).collect();
    assert!(kinds.contains(&Repeating::Node(node)), "{kinds:?}");
    assert!(kinds.iter().any(|what| matches!(what, Repeating::Reason(_))), "{kinds:?}");
    assert!(foreseen.staying.iter().all(|one| one.words.contains("Dunmore")));
    // looking changes nothing
    assert_eq!(palace.snapshot().documents().unwrap().documents.len(), before.documents.len());
    assert!(palace.snapshot().nodes(&NodesRequest::default()).unwrap().total > 0);
    // what is foreseen is what a certificate says
    let answer = palace.delete(&id, Cascade::Orphans, &kinds).unwrap();
    let kept = |what: &str| {
        let removals = &answer.certificate.body.removals;
        removals.iter().find(|removal| removal.what == what).map(|removal| removal.kept)
    };
    assert_eq!((kept("nodes of knowledge"), kept("reasons and questions")), (Some(0), Some(0)));
    let now = palace.snapshot();
    let review = now.review(&NodesRequest::default()).unwrap();
    assert!(review.recent.iter().all(|change| !change.reason.contains("Dunmore")));
    assert!(now.nodes(&NodesRequest::default()).unwrap().nodes.iter().all(|it| it.node_id != node));
    assert!(palace.verify().unwrap().ok);
}

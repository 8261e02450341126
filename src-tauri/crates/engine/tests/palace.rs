//! A palace in this very process, with the real worker: what the programs' tests cannot make, such as
//! records that an earlier Loci wrote. The program is its own worker, so it has no test harness.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, missing_docs)]

use engine::{KdfParams, Limits, Palace, Passphrase, Program, Resources, Source};
use graph::Graph;
use std::{env, path::Path, process::ExitCode, sync::Arc};
use types::{
    AliasRule, Cancel, Collection, DocumentId, DocumentRecord, Evidence, Found, Hall,
    IngestOptions, Method, NodeKind, NodeState, Place, RegenerateRequest, Tier, Timestamp, Trust,
    Validity,
};
use vault::{AuditEvent, Table, TableId, Vault};

const WORKER: &str = "worker";
const PAPER: &str = "arXiv:2105.01234";
const DOCUMENTS: Table<DocumentRecord> = Table::new(TableId::Documents);

const TESTS: [(&str, fn()); 1] = [(
    "notes_that_were_taken_for_a_paper_are_parted",
    notes_that_were_taken_for_a_paper_are_parted,
)];

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some(WORKER) {
        return engine::worker_main();
    }
    for (name, test) in TESTS {
        test();
        println!("test {name} ... ok");
    }
    println!("\ntest result: ok. {} passed; 0 failed", TESTS.len());
    ExitCode::SUCCESS
}

fn now() -> Timestamp {
    Timestamp::from_unix_ms(1_790_000_000_000)
}

fn passphrase() -> Passphrase {
    Passphrase::new("in this process".to_owned()).unwrap()
}

fn resources() -> Arc<Resources> {
    let program = Program { path: env::current_exe().unwrap(), args: vec![WORKER.into()] };
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
    let graph = Graph::open(&vault).unwrap();
    let mut batch = vault.batch();
    let records = notes.map(|id| vault.get(DOCUMENTS, &[id.as_bytes()]).unwrap().unwrap());
    for mut record in records.clone() {
        record.reference.arxiv = Some("2105.01234".to_owned());
        record.reference.sources.clear();
        batch.put(DOCUMENTS, &[record.id.as_bytes()], &record).unwrap();
    }
    let mut change = graph.change(&vault, now());
    for name in [PAPER, records[1].title.as_str()] {
        let id = change.thing(name).unwrap();
        change.remove(&id).unwrap();
    }
    let taken = records.map(|record| change.merge(mistaken(&record)).unwrap());
    assert_eq!(taken[0], taken[1]);
    let staged = change.finish(&mut batch).unwrap();
    let event = AuditEvent { at: now(), action: "test", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
    graph.publish(staged);
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
        let shown = palace.document(id).unwrap();
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

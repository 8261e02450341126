//! The index in a real vault against a model: whatever is added, replaced, removed, merged, given up
//! before its commit or opened again, exactly what the model holds is found.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;
use search::{ChunkRef, Entry, Found, Index, Query, Staged};
use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use types::{DocumentId, Fusion, FusionRule, SearchMode, Timestamp};
use vault::{AuditEvent, Batch, Blob, KdfParams, Passphrase, Snapshot, Table, TableId, Vault};

const FUSION: Fusion = Fusion { rule: FusionRule::Convex, semantic: 0.2, keyword: 0.8, exact: 0.2 };
const DOCUMENTS: usize = 6;
const CHUNKS: u32 = 2;

#[derive(Clone, Debug)]
enum Step {
    /// Add a document, or replace it where it is there: in one batch, with or without vectors.
    Put(usize, bool),
    Remove(usize),
    /// Remove it and rewrite every segment that has anything of it, in one batch.
    Forget(usize),
    /// Give every waiting segment its vectors.
    Refine,
    Merge,
    /// Stage a change and throw its batch away.
    GiveUp(usize),
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..DOCUMENTS, any::<bool>()).prop_map(|(at, vectors)| Step::Put(at, vectors)),
        2 => (0..DOCUMENTS).prop_map(Step::Remove),
        2 => (0..DOCUMENTS).prop_map(Step::Forget),
        1 => Just(Step::Refine),
        2 => Just(Step::Merge),
        1 => (0..DOCUMENTS).prop_map(Step::GiveUp),
        1 => Just(Step::Reopen),
    ]
}

struct World {
    folder: tempfile::TempDir,
    open: Option<(Vault, Mutex<Index>)>,
    /// Version of each document that is there.
    model: BTreeMap<usize, u32>,
    version: u32,
}

/// Bytes that no page has by chance.
fn id(document: usize) -> DocumentId {
    let first = document as u8 + 1;
    DocumentId::from_bytes(std::array::from_fn(|at| {
        first.wrapping_add((at as u8).wrapping_mul(37))
    }))
}

fn plain(chunk: ChunkRef, body: &str) -> Entry<'_> {
    let (headings, defined_terms) = (&[], &[]);
    Entry { chunk, title: "", headings, context: "", body, section_id: "", defined_terms }
}

fn ask(text: &str, mode: SearchMode) -> Query<'_> {
    let (documents, except) = (None, None);
    Query { text, vector: None, mode, top_k: 10, documents, except, passages: None, fusion: FUSION }
}

fn passphrase() -> Passphrase {
    Passphrase::new("a test's own passphrase".into()).unwrap()
}

fn word(document: usize, version: u32) -> String {
    format!("doc{document}version{version}")
}

/// A direction of its own for each chunk of each document.
fn vector(chunk: ChunkRef) -> [f32; 256] {
    let mut vector = [0.0; 256];
    vector[chunk.document.as_bytes()[0] as usize * 8 + chunk.ordinal as usize] = 0.8;
    vector[255] = 0.6;
    vector
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("vault");
        let now = Timestamp::from_unix_ms(0);
        let vault = Vault::create(&at, &passphrase(), KdfParams::FLOOR, now).unwrap();
        let index = Index::open(&vault.snapshot()).unwrap();
        Self { folder, open: Some((vault, Mutex::new(index))), model: BTreeMap::new(), version: 0 }
    }

    fn parts(&self) -> (&Vault, Index) {
        let (vault, index) = self.open.as_ref().unwrap();
        (vault, index.lock().unwrap().clone())
    }

    fn reopen(&mut self) {
        let (vault, index) = self.open.take().unwrap();
        drop(index);
        vault.sync_and_close().unwrap();
        let now = Timestamp::from_unix_ms(1);
        let vault = Vault::open(&self.folder.path().join("vault"), &passphrase(), now).unwrap();
        let index = Index::open(&vault.snapshot()).unwrap();
        self.open = Some((vault, Mutex::new(index)));
    }

    fn commit(&self, batch: Batch<'_>, staged: Vec<Staged>) {
        let (vault, index) = self.open.as_ref().unwrap();
        let at = Timestamp::from_unix_ms(1);
        let event = AuditEvent { at, action: "test", subjects: vec![], detail: String::new() };
        vault.commit(batch, event).unwrap();
        let mut index = index.lock().unwrap();
        staged.into_iter().for_each(|staged| index.take(staged));
    }

    fn stage(&self, batch: &mut Batch<'_>, at: usize, version: u32, vectors: bool) -> Vec<Staged> {
        let index = self.parts().1;
        let removed = index.remove(batch, &[id(at)]).unwrap();
        let body = format!("{} shared words", word(at, version));
        let chunks = (0..CHUNKS).map(|ordinal| ChunkRef { document: id(at), ordinal });
        let entries: Vec<Entry<'_>> = chunks.map(|chunk| plain(chunk, &body)).collect();
        let rows: Vec<_> = entries.iter().map(|entry| vector(entry.chunk)).collect();
        let added = index.add(batch, &entries, vectors.then_some(("space", rows.as_slice())));
        vec![removed, added.unwrap()]
    }

    fn run(&mut self, step: &Step) {
        self.version += 1;
        match *step {
            Step::Put(at, vectors) => {
                let mut batch = self.parts().0.batch();
                let staged = self.stage(&mut batch, at, self.version, vectors);
                self.commit(batch, staged);
                self.model.insert(at, self.version);
            }
            Step::Remove(at) => {
                let (vault, index) = self.parts();
                let mut batch = vault.batch();
                let staged = index.remove(&mut batch, &[id(at)]).unwrap();
                self.commit(batch, vec![staged]);
                self.model.remove(&at);
            }
            Step::Forget(at) => {
                let (vault, index) = self.parts();
                let mut batch = vault.batch();
                let mut staged = vec![index.remove(&mut batch, &[id(at)]).unwrap()];
                staged.extend(index.compact(&vault.snapshot(), &mut batch, &[id(at)]).unwrap());
                self.commit(batch, staged);
                self.model.remove(&at);
                assert!(!self.holds(id(at).as_bytes()));
            }
            Step::Refine => {
                let (vault, index) = self.parts();
                for segment in index.pending("space") {
                    let chunks = index.segment_chunks(segment);
                    let rows: Vec<_> = chunks.into_iter().map(vector).collect();
                    let mut batch = vault.batch();
                    let staged = index.put_vectors(&mut batch, segment, "space", &rows).unwrap();
                    self.commit(batch, vec![staged]);
                }
                assert!(self.parts().1.covers("space"));
            }
            Step::Merge => {
                let (vault, _) = self.parts();
                loop {
                    let (_, index) = self.parts();
                    let mut batch = vault.batch();
                    let Some(staged) = index.merge_step(&vault.snapshot(), &mut batch).unwrap()
                    else {
                        break;
                    };
                    self.commit(batch, vec![staged]);
                }
                assert!(self.parts().1.segments() <= 2 * 8);
            }
            Step::GiveUp(at) => {
                let mut batch = self.parts().0.batch();
                drop(self.stage(&mut batch, at, self.version, true));
            }
            Step::Reopen => self.reopen(),
        }
    }

    /// Whether these bytes are in any page of the index.
    fn holds(&self, bytes: &[u8]) -> bool {
        let has = |table| {
            let now = self.parts().0.snapshot();
            let mut pages = now.scan(Table::<Blob>::new(table), &[]).unwrap();
            pages.any(|page| page.unwrap().0.windows(bytes.len()).any(|window| window == bytes))
        };
        has(TableId::Postings) || has(TableId::Vectors)
    }

    fn found(&self, text: &str, mode: SearchMode, near: Option<ChunkRef>) -> Vec<Found> {
        let (vault, index) = self.parts();
        let vector = near.map(vector);
        let vector = vector.as_ref().map(|vector| ("space", vector));
        let query = Query { vector, top_k: 100, ..ask(text, mode) };
        index.search(&vault.snapshot(), &query).unwrap()
    }

    fn check(&self) {
        let index = self.parts().1;
        assert_eq!(index.chunks(), u64::from(CHUNKS) * self.model.len() as u64);
        for (at, version) in &self.model {
            let found = self.found(&word(*at, *version), SearchMode::Keyword, None);
            let chunks: HashSet<ChunkRef> = found.into_iter().map(|hit| hit.chunk).collect();
            let document = id(*at);
            let expected = (0..CHUNKS).map(|ordinal| ChunkRef { document, ordinal });
            assert_eq!(chunks, expected.collect());
            let older = self.found(&word(*at, version - 1), SearchMode::Keyword, None);
            assert!(older.is_empty());
            if index.covers("space") {
                let chunk = ChunkRef { document, ordinal: 1 };
                let found = self.found("", SearchMode::Semantic, Some(chunk));
                assert_eq!(found[0].chunk, chunk);
                assert!((found[0].score - 1.0).abs() < 0.01, "{}", found[0].score);
                let hybrid = self.found("shared", SearchMode::Hybrid, Some(chunk));
                assert_eq!(hybrid[0].chunk, chunk);
            }
        }
        let shared = self.found("\"shared words\"", SearchMode::Exact, None);
        assert_eq!(shared.len() as u64, index.chunks());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 6,
        max_shrink_iters: 20,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn the_index_is_the_model(steps in prop::collection::vec(step(), 1..40)) {
        let mut world = World::new();
        for step in &steps {
            world.run(step);
            world.check();
        }
        world.reopen();
        world.check();
    }
}

#[test]
fn a_filter_holds_during_the_search() {
    let mut world = World::new();
    (0..DOCUMENTS).for_each(|at| world.run(&Step::Put(at, true)));
    let (vault, index) = world.parts();
    let (only, first) = (HashSet::from([id(3)]), HashSet::from([id(0)]));
    let others: HashSet<_> = (0..DOCUMENTS).filter(|at| *at != 3).map(id).collect();
    let far = vector(ChunkRef { document: id(1), ordinal: 0 });
    for mode in [SearchMode::Semantic, SearchMode::Keyword, SearchMode::Exact, SearchMode::Hybrid] {
        let vector = Some(("space", &far));
        let one = Query { vector, top_k: 1, ..ask("shared words", mode) };
        let passages = HashSet::from([ChunkRef { document: id(3), ordinal: 0 }]);
        for query in [
            Query { documents: Some(&only), ..one },
            Query { except: Some(&others), ..one },
            Query { documents: Some(&only), except: Some(&first), ..one },
            Query { passages: Some(&passages), ..one },
            Query { passages: Some(&passages), documents: Some(&only), ..one },
        ] {
            let found = index.search(&vault.snapshot(), &query).unwrap();
            let documents: Vec<_> = found.iter().map(|hit| hit.chunk.document).collect();
            assert_eq!(documents, [id(3)], "{mode:?}");
        }
        let query = Query { documents: Some(&only), except: Some(&only), ..one };
        assert_eq!(index.search(&vault.snapshot(), &query).unwrap(), [], "{mode:?}");
    }
}

#[test]
fn without_a_vector_hybrid_is_keyword_and_semantic_says_so() {
    let mut world = World::new();
    (0..DOCUMENTS).for_each(|at| world.run(&Step::Put(at, false)));
    let chunks = |mode| {
        let found = world.found("doc1version2 shared", mode, None);
        found.into_iter().map(|hit| hit.chunk).collect::<Vec<_>>()
    };
    assert_eq!(chunks(SearchMode::Hybrid), chunks(SearchMode::Keyword));
    let (vault, index) = world.parts();
    let error = index.search(&vault.snapshot(), &ask("shared", SearchMode::Semantic)).unwrap_err();
    assert_eq!(error.problem().code, types::ErrorCode::ModelMissing);
}

#[test]
fn one_vector_for_each_chunk() {
    let world = World::new();
    let (vault, index) = world.parts();
    let chunk = ChunkRef { document: id(0), ordinal: 0 };
    let entry = plain(chunk, "a word");
    let mut batch = vault.batch();
    let error = index.add(&mut batch, &[entry], Some(("space", &[]))).err().unwrap();
    assert_eq!(error.problem().code, types::ErrorCode::Internal);
}

#[test]
fn a_missing_or_damaged_page_is_an_error() {
    let mut world = World::new();
    world.run(&Step::Put(0, true));
    let pages: Table<Blob> = Table::new(TableId::Postings);
    let (vault, _) = world.parts();
    let path = [&1u64.to_be_bytes()[..], &[2], &0u32.to_be_bytes()];
    let page = vault.snapshot().get(pages, &path).unwrap().unwrap();
    let mut batch = vault.batch();
    batch.put(pages, &path, &Blob(page.0.iter().map(|byte| !byte).collect())).unwrap();
    world.commit(batch, vec![]);
    world.reopen();
    let (vault, index) = world.parts();
    let error =
        index.search(&vault.snapshot(), &ask("shared words", SearchMode::Keyword)).unwrap_err();
    assert_eq!(error.problem().code, types::ErrorCode::VaultDamaged);
    let mut batch = vault.batch();
    batch.delete_prefix(pages, &[]).unwrap();
    world.commit(batch, vec![]);
    let vault = world.open.take().unwrap().0;
    let error = Index::open(&vault.snapshot()).err().unwrap();
    assert_eq!(error.problem().code, types::ErrorCode::VaultDamaged);
}

#[test]
fn compacting_leaves_nothing_of_a_document() {
    let mut world = World::new();
    world.run(&Step::Put(0, true));
    let rows = |world: &World| world.parts().0.table_bytes().unwrap()["vectors"];
    let alone = rows(&world);
    let whole = |world: &World| -> Vec<Vec<u8>> {
        let now = world.parts().0.snapshot();
        let pages = now.scan(Table::<Blob>::new(TableId::Postings), &[]).unwrap();
        let mut pages: Vec<_> = pages.map(|page| page.unwrap().0).collect();
        pages.sort();
        pages
    };
    let before = whole(&world);
    // two documents in one segment, one of them replaced once: an older one is left deleted
    for _ in 0..2 {
        let mut batch = world.parts().0.batch();
        let mut staged = Vec::new();
        let entries: Vec<ChunkRef> = [1, 2]
            .into_iter()
            .flat_map(|at| (0..CHUNKS).map(move |ordinal| ChunkRef { document: id(at), ordinal }))
            .collect();
        let body = "secretword shared";
        let rows: Vec<_> = entries.iter().map(|chunk| vector(*chunk)).collect();
        let entries: Vec<_> = entries.into_iter().map(|chunk| plain(chunk, body)).collect();
        let index = world.parts().1;
        staged.push(index.remove(&mut batch, &[id(1), id(2)]).unwrap());
        staged.push(index.add(&mut batch, &entries, Some(("space", &rows))).unwrap());
        world.commit(batch, staged);
    }
    assert!(world.holds(id(1).as_bytes()) && world.holds(id(2).as_bytes()));
    let (vault, index) = world.parts();
    let records = vault.snapshot();
    let found = |index: &Index, records: &Snapshot| {
        index.search(records, &ask("secretword", SearchMode::Keyword)).unwrap().len()
    };
    assert_eq!(found(&index, &records), 2 * CHUNKS as usize);
    let mut batch = vault.batch();
    let staged = index.compact(&vault.snapshot(), &mut batch, &[id(1), id(2)]).unwrap();
    assert_eq!(staged.len(), 2);
    world.commit(batch, staged);
    assert!(!world.holds(id(1).as_bytes()) && !world.holds(id(2).as_bytes()));
    // who holds the index and the records of before goes on finding all of it
    assert_eq!((found(&index, &records), index.segments()), (2 * CHUNKS as usize, 3));
    drop(records);
    let (_, index) = world.parts();
    assert_eq!((found(&index, &vault.snapshot()), index.segments()), (0, 1));
    // the pages are what they were before those documents came
    assert_eq!((whole(&world), rows(&world)), (before, alone));
    let mut batch = vault.batch();
    assert!(index.compact(&vault.snapshot(), &mut batch, &[id(1)]).unwrap().is_empty());
    assert!(batch.is_empty());
    world.reopen();
    assert_eq!(world.found("shared", SearchMode::Keyword, None).len(), CHUNKS as usize);
}

//! The index against a model that scores every chunk by the formula: many segments, deletions and
//! merges, in memory.

use crate::{
    ChunkRef, Entry, Found, Query, SegmentId,
    bits::Bits,
    build::{Builder, CONTEXT_WEIGHT, tests::plain},
    merge,
    query::search,
    segment::{Files, tests::Memory},
    snapshot::{Live, Snapshot},
    tokens::{Role, Tokenizer},
};
use proptest::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};
use types::{DocumentId, Fusion, FusionRule, SearchMode};

const FUSION: Fusion = Fusion { rule: FusionRule::Rrf, semantic: 0.5, keyword: 0.3, exact: 0.2 };

/// A chunk of one document of its own.
#[derive(Clone, Debug)]
struct Note {
    title: String,
    body: String,
}

fn id(number: usize) -> ChunkRef {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&(number as u64).to_be_bytes());
    ChunkRef { document: DocumentId::from_bytes(bytes), ordinal: number as u32 % 7 }
}

/// The ten best by words.
fn ask(text: &str, mode: SearchMode) -> Query<'_> {
    let (documents, except) = (None, None);
    Query { text, vector: None, mode, top_k: 10, documents, except, passages: None, fusion: FUSION }
}

/// The documents that a search is held to.
#[derive(Clone, Copy, Default)]
struct Among<'a> {
    only: Option<&'a HashSet<DocumentId>>,
    except: Option<&'a HashSet<DocumentId>>,
}

/// Segments in memory, and the same notes as a plain list.
struct World {
    pages: Memory,
    snapshot: Snapshot,
    notes: Vec<Note>,
    /// By segment: numbers of the notes in it, deleted ones included.
    held: BTreeMap<SegmentId, Vec<usize>>,
    deleted: BTreeSet<usize>,
    next: u64,
}

impl World {
    fn new(segments: &[Vec<Note>], deleted: &BTreeSet<usize>) -> Self {
        let mut world = Self {
            pages: Memory::default(),
            snapshot: Snapshot::default(),
            notes: Vec::new(),
            held: BTreeMap::new(),
            deleted: deleted.clone(),
            next: 1,
        };
        for notes in segments {
            let mut builder = Builder::new();
            let first = world.notes.len();
            for (number, note) in (first..).zip(notes) {
                let Note { title, body } = note;
                let entry = Entry { title, ..plain(id(number), body) };
                builder.add(&entry).unwrap();
            }
            world.notes.extend(notes.iter().cloned());
            let files = builder.finish().unwrap();
            let segment = world.pages.add(SegmentId(world.next), &files);
            world.held.insert(SegmentId(world.next), (first..world.notes.len()).collect());
            let live = Live { segment, left: None, spaces: BTreeMap::new() };
            let gone = (0u32..).zip(first..world.notes.len());
            let gone = gone.filter(|(_, note)| deleted.contains(note)).map(|(chunk, _)| chunk);
            world.snapshot.segments.push(Arc::new(live.without(gone)));
            world.next += 1;
        }
        world
    }

    /// Merges the first `count` segments.
    fn merge(&mut self, count: usize) {
        let inputs: Vec<Arc<Live>> =
            self.snapshot.segments.drain(..count.min(self.held.len())).collect();
        let merged = merge::merge(&self.pages, &inputs).unwrap();
        self.check_fresh(&inputs, &merged.files);
        let id = SegmentId(self.next);
        self.next += 1;
        let mut notes = Vec::new();
        for live in &inputs {
            notes.extend(self.held.remove(&live.segment.id()).unwrap());
        }
        notes.retain(|note| !self.deleted.contains(note));
        let segment = self.pages.add(id, &merged.files);
        assert_eq!(segment.len(), notes.len());
        self.held.insert(id, notes);
        let live = Live { segment, left: None, spaces: BTreeMap::new() };
        self.snapshot.segments.push(Arc::new(live));
    }

    /// What is written of segments is, byte for byte, what would be if the deleted notes had never
    /// been: so nothing of them can be left.
    fn check_fresh(&self, inputs: &[Arc<Live>], files: &Files) {
        let mut builder = Builder::new();
        let held = inputs.iter().flat_map(|live| self.held.get(&live.segment.id()).unwrap());
        for number in held.filter(|number| !self.deleted.contains(number)) {
            let Note { title, body } = &self.notes[*number];
            builder.add(&Entry { title, ..plain(id(*number), body) }).unwrap();
        }
        assert_eq!(files.streams(), builder.finish().unwrap().streams());
    }

    fn search(&self, text: &str, mode: SearchMode, among: Among<'_>) -> Vec<Found> {
        let query = Query { documents: among.only, except: among.except, ..ask(text, mode) };
        search(&self.snapshot, &self.pages, &Tokenizer::english(), &query).unwrap()
    }

    /// Every note in the order of the snapshot.
    fn in_order(&self) -> impl Iterator<Item = usize> + '_ {
        self.held.values().flatten().copied()
    }

    /// Best ten by the formula, with their scores.
    fn expected(&self, text: &str, among: Among<'_>) -> Vec<(ChunkRef, f64)> {
        let tokenizer = Tokenizer::english();
        let count = |text: &str, asked: bool| {
            let mut counts: HashMap<String, f64> = HashMap::new();
            let mut length = 0.0;
            let terms = tokenizer.analyse(text).terms.into_iter();
            for term in terms.filter(|term| !asked || term.role != Role::Joined) {
                length += f64::from(u8::from(matches!(term.role, Role::Word(_))));
                *counts.entry(term.name).or_default() += 1.0;
            }
            (counts, length)
        };
        let notes: Vec<_> = self
            .in_order()
            .map(|number| {
                let note = &self.notes[number];
                let (mut counts, body) = count(&note.body, false);
                let (title, length) = count(&note.title, false);
                let weight = f64::from(CONTEXT_WEIGHT);
                for (term, n) in title {
                    *counts.entry(term).or_default() += n * weight;
                }
                (number, counts, body + length * weight)
            })
            .collect();
        let total: f64 = notes.iter().map(|(_, _, length)| length).sum();
        let (all, average) = (notes.len() as f64, total / notes.len().max(1) as f64);
        let mut scored = Vec::new();
        for (number, counts, length) in &notes {
            let mut score = 0.0;
            for (term, times) in count(text, true).0 {
                if term.starts_with('=') {
                    continue;
                }
                let found = notes.iter().filter(|note| note.1.contains_key(&term)).count() as f64;
                let idf = (1.0 + (all - found + 0.5) / (found + 0.5)).ln();
                let tf = counts.get(&term).copied().unwrap_or(0.0);
                score += times * idf * tf / (tf + 1.2 * (0.25 + 0.75 * length / average));
            }
            let document = id(*number).document;
            let allowed = among.only.is_none_or(|only| only.contains(&document))
                && among.except.is_none_or(|except| !except.contains(&document));
            if score > 0.0 && allowed && !self.deleted.contains(number) {
                scored.push((id(*number), score));
            }
        }
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored.truncate(10);
        scored
    }

    fn check(&self, text: &str, among: Among<'_>) {
        let found = self.search(text, SearchMode::Keyword, among);
        let expected = self.expected(text, among);
        assert_eq!(found.len(), expected.len(), "{text:?}");
        for (hit, (_, score)) in found.iter().zip(&expected) {
            assert!((f64::from(hit.score) - score).abs() < 1e-4, "{text:?}");
        }
        let close = |a: f64, b: f64| (a - b).abs() < 1e-4;
        for (hit, (chunk, score)) in found.iter().zip(&expected) {
            let tied = expected.iter().filter(|(_, other)| close(*other, *score)).count() > 1
                || expected.last().is_some_and(|(_, last)| close(*last, *score));
            assert!(tied || hit.chunk == *chunk, "{text:?}");
        }
    }
}

fn words(longest: usize) -> impl Strategy<Value = String> {
    // some words in every note, some in few
    let word = prop_oneof![
        4 => (0usize..4).prop_map(|n| ["cell", "gene", "risk", "of"][n].to_owned()),
        2 => (0usize..12).prop_map(|n| format!("w{n}")),
        1 => (0usize..5).prop_map(|n| ["high-speed", "IL-6", "trials", "a_b", "研究"][n].to_owned()),
    ];
    prop::collection::vec(word, 1..=longest).prop_map(|words| words.join(" "))
}

fn note() -> impl Strategy<Value = Note> {
    (words(3), words(30)).prop_map(|(title, body)| Note { title, body })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn keyword_search_is_the_formula(
        segments in prop::collection::vec(prop::collection::vec(note(), 1..60), 1..5),
        deleted in prop::collection::btree_set(0usize..120, 0..30),
        queries in prop::collection::vec(words(6), 3),
        merged in 1usize..5,
        every in 1usize..4,
        from in 0usize..3,
    ) {
        let mut world = World::new(&segments, &deleted);
        let some = |every| -> HashSet<DocumentId> {
            let notes = 0..segments.iter().map(Vec::len).sum();
            notes.skip(from).step_by(every).map(|number| id(number).document).collect()
        };
        let (only, except) = (some(every), some(every + 1));
        for _ in 0..2 {
            for query in &queries {
                for only in [None, Some(&only)] {
                    world.check(query, Among { only, except: None });
                    world.check(query, Among { only, except: Some(&except) });
                }
            }
            world.merge(merged);
        }
    }

    #[test]
    fn phrases_are_found_where_the_words_stand(
        segments in prop::collection::vec(prop::collection::vec(note(), 1..20), 1..4),
        deleted in prop::collection::btree_set(0usize..40, 0..10),
        phrase in prop::collection::vec(0usize..5, 1..4),
        merged in 1usize..4,
    ) {
        let phrase: Vec<&str> =
            phrase.into_iter().map(|n| ["cell", "gene", "risk", "w1", "trials"][n]).collect();
        let mut world = World::new(&segments, &deleted);
        for _ in 0..2 {
            let found: BTreeSet<ChunkRef> = world
                .search(&format!("\"{}\"", phrase.join(" ")), SearchMode::Exact, Among::default())
                .into_iter()
                .map(|hit| hit.chunk)
                .collect();
            let has = |text: &String| {
                let text: Vec<&str> = text.split(' ').flat_map(|word| word.split(['-', '_'])).collect();
                text.windows(phrase.len()).any(|window| window == phrase)
            };
            let expected: BTreeSet<ChunkRef> = world
                .in_order()
                .filter(|number| !world.deleted.contains(number))
                .filter(|number| has(&world.notes[*number].body) || has(&world.notes[*number].title))
                .map(id)
                .collect();
            if expected.len() <= 10 {
                prop_assert_eq!(found, expected);
            } else {
                prop_assert_eq!(found.len(), 10);
            }
            world.merge(merged);
        }
    }
}

#[test]
fn many_chunks_cross_windows_and_pages() {
    let notes: Vec<Note> = (0..5000usize)
        .map(|n| Note {
            title: format!("note {}", n % 3),
            body: format!(
                "common {} {} rare{}",
                "cell ".repeat(n % 13),
                "gene ".repeat(n % 5),
                n / 9
            ),
        })
        .collect();
    let mut world = World::new(&[notes], &(0..5000).step_by(7).collect());
    for query in ["common", "cell gene", "rare17 common cell note", "gene rare400 rare401"] {
        world.check(query, Among::default());
    }
    world.merge(1);
    world.check("rare17 common cell note", Among::default());
}

#[test]
fn identifiers_and_sections_are_found_exactly() {
    let bodies = [
        "see Section 4.3(a) of the plan",
        "the section itself",
        "something below it",
        "signed by 21 CFR 11.10(e), doi 10.1038/XYZ",
        "OAuth2 tokens",
    ];
    let sections = ["", "sec_4_3_a", "sec_4_3_a_ii", "", ""];
    let mut builder = Builder::new();
    for (number, (body, section_id)) in bodies.into_iter().zip(sections).enumerate() {
        let entry = Entry { title: "plan", section_id, ..plain(id(number), body) };
        builder.add(&entry).unwrap();
    }
    let mut pages = Memory::default();
    let segment = pages.add(SegmentId(1), &builder.finish().unwrap());
    let live = Live { segment, left: None, spaces: BTreeMap::new() };
    let snapshot = Snapshot { segments: vec![Arc::new(live)], ..Snapshot::default() };
    let check = |text, mode, expected: &[usize]| {
        let query = ask(text, mode);
        let found = search(&snapshot, &pages, &Tokenizer::english(), &query).unwrap();
        let exact = found.iter().filter(|hit| hit.exact).map(|hit| hit.chunk);
        let expected: Vec<ChunkRef> = expected.iter().map(|number| id(*number)).collect();
        assert!(exact.eq(expected.iter().copied()), "{text:?}: {found:?}");
    };
    check("Section 4.3(a)", SearchMode::Exact, &[1, 2, 0]);
    check("§ 4.3(a)", SearchMode::Exact, &[1, 2, 0]);
    check("sec_4_3_a", SearchMode::Exact, &[1, 2, 0]);
    check("what does § 4.3 say", SearchMode::Hybrid, &[1, 2]);
    check("doi:10.1038/xyz", SearchMode::Hybrid, &[3]);
    check("21 CFR 11.10(e)", SearchMode::Exact, &[3]);
    check("oauth2", SearchMode::Exact, &[4]);
    check("OAuth2 tokens", SearchMode::Hybrid, &[]);
    check("\"section itself\"", SearchMode::Hybrid, &[1]);
}

#[test]
fn bits_of_a_live_segment_are_its_chunks() {
    let world = World::new(&[vec![Note { title: "t".into(), body: "b".into() }; 3]], &[1].into());
    let live = &world.snapshot.segments[0];
    assert_eq!(live.count(), 2);
    assert_eq!(live.left.as_deref().map(Bits::count), Some(2));
    assert!(live.has(0) && !live.has(1) && !live.has(3));
}

#[test]
fn hits_say_their_words_as_typed() {
    let note = Note { title: "Trials".into(), body: "gene therapy was tried".into() };
    let world = World::new(&[vec![note]], &BTreeSet::new());
    let found = world.search("Gene trialing of Rockets", SearchMode::Keyword, Among::default());
    let terms = found[0].keyword.as_ref().map(|place| place.terms.clone());
    assert_eq!(terms, Some(vec!["Gene".to_owned(), "trialing".to_owned()]));
}

#[test]
fn a_hyphenated_word_is_found_in_either_spelling() {
    let bodies = ["a conversation-centric design", "a conversation about design", "by e-mail"];
    let note = |body: &&str| Note { title: String::new(), body: (*body).to_owned() };
    let world = World::new(&[bodies.iter().map(note).collect()], &BTreeSet::new());
    for (query, expected) in [
        ("conversation centric", 0),
        ("conversation-centric", 0),
        ("conversationcentric", 0),
        ("email", 2),
    ] {
        let found = world.search(query, SearchMode::Keyword, Among::default());
        assert_eq!(found.first().map(|hit| hit.chunk), Some(id(expected)), "{query}");
    }
}

//! Where a node belongs: the vocabulary at once where it is sure, else the nearest room by meaning,
//! else nowhere. A person's own placing is never touched here.

use super::{build::plain_hall, editing::GENERAL};
use crate::Snapshot;
use extract::{
    Candidate,
    palace::{Guess, Vocabulary},
};
use models::{Embedder, Vector};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use types::{NodeKind, PatternOrigin, Place, PlacedBy, VocabularyEntry};

/// From this confidence on the vocabulary decides alone (seed 003).
pub(super) const AT_ONCE: f32 = 0.7;

/// Cosine from which a room counts as near. Chosen on the seen rows of `assets/eval/palace.jsonl`.
const NEAR: f32 = 0.38;

/// Nodes that are surely in a wing before the rest of their document follows them.
const TELLING: usize = 3;

/// The vocabulary: Loci's own patterns, and what was learnt or switched since.
pub(crate) struct Words {
    pub entries: Vec<VocabularyEntry>,
    pub vocabulary: Vocabulary,
    /// Its rooms, by the model that was asked last.
    rooms: Mutex<Option<Arc<Rooms>>>,
}

impl Words {
    /// `kept` is what the vault has: learnt patterns, and Loci's own that were switched off.
    pub fn new(kept: Vec<VocabularyEntry>) -> Self {
        let same =
            |a: &VocabularyEntry, b: &VocabularyEntry| a.pattern == b.pattern && a.wing == b.wing;
        let mut entries = extract::palace::builtin();
        entries.retain(|entry| !kept.iter().any(|other| same(other, entry)));
        entries.extend(kept);
        entries.sort_by(|a, b| {
            let own = |entry: &VocabularyEntry| entry.origin == PatternOrigin::Builtin;
            let key = |entry| (own(entry), entry.wing.as_str(), entry.room.as_str());
            key(a).cmp(&key(b))
        });
        let vocabulary = Vocabulary::compile(&entries);
        Self { entries, vocabulary, rooms: Mutex::default() }
    }
}

/// The rooms of the vocabulary as vectors of one model.
pub(crate) struct Rooms {
    space: String,
    rooms: Vec<(String, String, Vector)>,
}

impl Rooms {
    fn new(embedder: &Embedder, vocabulary: &Vocabulary) -> Option<Self> {
        let rooms = vocabulary.rooms();
        let texts: Vec<String> = rooms
            .iter()
            .map(|(wing, room, words)| format!("{wing} {}: {words}", room.replace('-', " ")))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = embedder.passages(&texts).ok()?;
        let rooms = rooms.into_iter().zip(vectors);
        let rooms = rooms.map(|((wing, room, _), vector)| (wing, room, vector)).collect();
        Some(Self { space: embedder.name().to_owned(), rooms })
    }

    /// The nearest room that is near enough, with its cosine.
    fn nearest(&self, vector: &Vector) -> Option<(&str, &str, f32)> {
        let near = self.rooms.iter().map(|(wing, room, other)| {
            let dot: f32 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
            (wing.as_str(), room.as_str(), dot)
        });
        near.max_by(|a, b| a.2.total_cmp(&b.2)).filter(|(.., dot)| *dot >= NEAR)
    }
}

/// What placing needs, for as long as one job runs.
pub(crate) struct Placing<'a> {
    words: Arc<Words>,
    meaning: Option<(&'a Embedder, Arc<Rooms>)>,
}

impl Snapshot {
    /// Makes ready to place nodes; without a model by words alone.
    pub(crate) fn placing<'a>(&self, embedder: Option<&'a Embedder>) -> Placing<'a> {
        let meaning = embedder.and_then(|embedder| Some((embedder, self.words.rooms(embedder)?)));
        Placing { words: Arc::clone(&self.words), meaning }
    }
}

impl Words {
    fn rooms(&self, embedder: &Embedder) -> Option<Arc<Rooms>> {
        let mut kept = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rooms) = kept.as_ref().filter(|rooms| rooms.space == embedder.name()) {
            return Some(Arc::clone(rooms));
        }
        let rooms = Arc::new(Rooms::new(embedder, &self.vocabulary)?);
        *kept = Some(Arc::clone(&rooms));
        Some(rooms)
    }
}

impl Placing<'_> {
    /// A place for each candidate of a document with this title.
    pub fn place(&self, title: &str, candidates: &[Candidate]) -> Vec<Place> {
        let mut places = Vec::with_capacity(candidates.len());
        let mut unsure = Vec::new();
        for (number, candidate) in candidates.iter().enumerate() {
            let guess = self.words.vocabulary.place(&candidate.name, &candidate.description);
            let sure = guess.confidence > AT_ONCE;
            places.push(match sure {
                true => placed(guess, candidate),
                false => Place::unsorted(candidate.hall),
            });
            if !sure {
                unsure.push((number, in_words(title, &candidate.name, &candidate.description)));
            }
        }
        let texts: Vec<&str> = unsure.iter().map(|(_, text)| text.as_str()).collect();
        for ((number, _), near) in unsure.iter().zip(self.nearest(&texts)) {
            if let (Some(place), Some(near)) = (places.get_mut(*number), near) {
                *place = Place { hall: place.hall, ..near };
            }
        }
        with_their_document(&mut places);
        places
    }

    /// A place for a node that is known by its name alone.
    pub fn of_title(&self, title: &str) -> Place {
        self.of(NodeKind::Publication, title, "")
    }

    /// A place for one node.
    pub fn of(&self, kind: NodeKind, name: &str, description: &str) -> Place {
        let hall = match kind {
            NodeKind::Claim | NodeKind::Event => extract::hall(kind, name).0,
            _ => plain_hall(kind),
        };
        let guess = self.words.vocabulary.place(name, description);
        if guess.confidence > AT_ONCE {
            return Place {
                wing: guess.wing,
                room: guess.room,
                hall,
                confidence: guess.confidence,
                by: PlacedBy::Keyword,
                because: guess.because,
            };
        }
        let text = in_words("", name, description);
        let near = self.nearest(&[text.as_str()]).pop().flatten();
        near.map_or_else(|| Place::unsorted(hall), |near| Place { hall, ..near })
    }

    fn nearest(&self, texts: &[&str]) -> Vec<Option<Place>> {
        let Some((embedder, rooms)) = self.meaning.as_ref().filter(|_| !texts.is_empty()) else {
            return vec![None; texts.len()];
        };
        let Ok(vectors) = embedder.passages(texts) else { return vec![None; texts.len()] };
        let near = |vector: &Vector| {
            let (wing, room, cosine) = rooms.nearest(vector)?;
            Some(Place {
                wing: wing.to_owned(),
                room: room.to_owned(),
                hall: types::Hall::Fact,
                confidence: cosine,
                by: PlacedBy::Nearest,
                because: Vec::new(),
            })
        };
        vectors.iter().map(near).collect()
    }
}

/// A name alone often tells nothing: where a document is clearly more about one wing than about any
/// other, the rest of it belongs there, in no room of it. It is marked as near, not as sure.
fn with_their_document(places: &mut [Place]) {
    let mut wings: BTreeMap<&str, usize> = BTreeMap::new();
    let mut sure = 0;
    for place in places.iter().filter(|place| place.by == PlacedBy::Keyword) {
        *wings.entry(&place.wing).or_default() += 1;
        sure += 1;
    }
    let mut wings: Vec<(&str, usize)> = wings.into_iter().collect();
    wings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let (first, second) = (wings.first().copied(), wings.get(1).map_or(0, |(_, count)| *count));
    let clear = |count: usize| count >= TELLING && 3 * count >= sure && 2 * count >= 3 * second;
    let Some((wing, count)) = first.filter(|(_, count)| clear(*count)) else { return };
    let (wing, share) = (wing.to_owned(), count as f32 / sure as f32);
    for place in places.iter_mut().filter(|place| place.by == PlacedBy::Unsorted) {
        *place = Place {
            wing: wing.clone(),
            room: GENERAL.to_owned(),
            hall: place.hall,
            // less than any room that is near by meaning
            confidence: share * NEAR / 2.0,
            by: PlacedBy::Nearest,
            because: vec!["what its document is about".to_owned()],
        };
    }
}

fn placed(guess: Guess, candidate: &Candidate) -> Place {
    Place {
        wing: guess.wing,
        room: guess.room,
        hall: candidate.hall,
        confidence: guess.confidence,
        by: PlacedBy::Keyword,
        because: guess.because,
    }
}

/// A statement needs its document's title to be placed by meaning; its description is itself.
fn in_words(title: &str, name: &str, description: &str) -> String {
    match description.is_empty() || description == name {
        true => format!("{title}\n{name}"),
        false => format!("{title}\n{name}: {description}"),
    }
}

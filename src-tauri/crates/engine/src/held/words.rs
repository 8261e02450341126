//! The vocabulary that places nodes, and its rooms by meaning.

use extract::palace::Vocabulary;
use models::{Embedder, Vector};
use std::sync::{Arc, Mutex, PoisonError};
use types::{PatternOrigin, VocabularyEntry};

/// Cosine from which a room counts as near. Chosen on the seen rows of `assets/eval/palace.jsonl`.
pub(crate) const NEAR: f32 = 0.38;

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
    pub fn nearest(&self, vector: &Vector) -> Option<(&str, &str, f32)> {
        let near = self.rooms.iter().map(|(wing, room, other)| {
            let dot: f32 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
            (wing.as_str(), room.as_str(), dot)
        });
        near.max_by(|a, b| a.2.total_cmp(&b.2)).filter(|(.., dot)| *dot >= NEAR)
    }
}

impl Words {
    /// Its rooms by a model's vectors; made at the first asking.
    pub fn rooms(&self, embedder: &Embedder) -> Option<Arc<Rooms>> {
        let mut kept = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rooms) = kept.as_ref().filter(|rooms| rooms.space == embedder.name()) {
            return Some(Arc::clone(rooms));
        }
        let rooms = Arc::new(Rooms::new(embedder, &self.vocabulary)?);
        *kept = Some(Arc::clone(&rooms));
        Some(rooms)
    }
}

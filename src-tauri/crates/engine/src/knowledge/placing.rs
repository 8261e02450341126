//! Where a node belongs: the vocabulary at once where it is sure, else the nearest room by meaning,
//! else nowhere. A person's own placing is never touched here.

use crate::{
    Snapshot,
    held::words::{NEAR, Rooms, Words},
};
use extract::{Candidate, palace::Guess};
use models::{Embedder, Vector};
use std::{collections::BTreeMap, sync::Arc};
use types::{Field, Hall, NodeKind, Place, PlacedBy};

/// From this confidence on the vocabulary decides alone (seed 003).
pub(super) const AT_ONCE: f32 = 0.7;

/// Room for what is in a wing and no room of it.
pub(super) const GENERAL: &str = "general";

/// Nodes that are surely in a wing before the rest of their document follows them.
const TELLING: usize = 3;

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
                hall: Hall::Fact,
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

/// What a hall says of a node that has none of its own.
pub(super) fn plain_hall(kind: NodeKind) -> Hall {
    match kind {
        NodeKind::Event => Hall::Event,
        NodeKind::Claim => Hall::Claim,
        _ => Hall::Fact,
    }
}

/// Whether a place may be written over.
pub(super) fn may_move(node: &types::Node) -> bool {
    !node.is_fixed(Field::Place)
}

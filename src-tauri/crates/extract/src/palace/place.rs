//! Wing and room of a piece of knowledge, by the words in its name and description. It never asks
//! where the piece was found: rooms are made of topics, not of sources (seed 003).

use super::GENERAL;
use super::pattern::{alternatives, check};
use super::tree::{Hit, Sense, Tree};
use super::words::Words;
use std::collections::{BTreeMap, HashSet};
use types::{Place, VocabularyEntry};

/// Words read of a name, and of a description.
const NAME_WORDS: usize = 64;
const DESCRIPTION_WORDS: usize = 160;
/// A name of more words is a sentence.
const SHORT_NAME: usize = 8;
/// How much a phrase counts for in a short name, in a name that is a sentence, in a description.
const IN_NAME: f32 = 1.0;
const IN_SENTENCE: f32 = 0.9;
const IN_DESCRIPTION: f32 = 0.7;
/// No phrase decides by itself: the most that one can say.
const SURE: f32 = 0.95;
/// Most phrases told in [`Guess::because`].
const REASONS: usize = 8;
/// Most words of a room that [`Vocabulary::rooms`] tells.
const ROOM_WORDS: usize = 60;

/// Where something seems to belong.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// Its wing; [`Place::UNSORTED`] where no word speaks for any.
    pub wing: String,
    /// Its room; `general` where only the wing is sure.
    pub room: String,
    /// 0 to 1: over [`super::AT_ONCE`] it is taken at once.
    pub confidence: f32,
    /// The words that decided, as the text has them, in lower case.
    pub because: Vec<String>,
}

/// Patterns ready for use.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    rooms: Vec<Room>,
    wings: usize,
    tree: Tree,
}

/// A room and the words that speak for it.
#[derive(Clone, Debug)]
struct Room {
    wing: String,
    room: String,
    /// Place of its wing among the wings.
    wing_at: usize,
    /// For embedding.
    words: Vec<String>,
}

/// A phrase that counts.
struct Evidence {
    phrase: usize,
    words: String,
    factor: f32,
}

impl Vocabulary {
    /// Of the active entries, wherever they come from. One that [`check`] refuses is left out.
    pub fn compile(entries: &[VocabularyEntry]) -> Self {
        let usable = |entry: &&VocabularyEntry| {
            entry.active
                && entry.weight > 0.0
                && check(&entry.pattern, &entry.wing, &entry.room).is_ok()
        };
        let mut rooms: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
        for entry in entries.iter().filter(usable) {
            let words = rooms.entry((&entry.wing, &entry.room)).or_default();
            let more = entry.pattern.split('|').map(|one| one.replace('*', "").trim().to_owned());
            words.extend(more.take(ROOM_WORDS.saturating_sub(words.len())));
        }
        let mut list: Vec<Room> = Vec::with_capacity(rooms.len());
        let mut places = BTreeMap::new();
        for ((wing, room), words) in rooms {
            let wing_at = match list.last() {
                Some(last) if last.wing == wing => last.wing_at,
                Some(last) => last.wing_at + 1,
                None => 0,
            };
            places.insert((wing, room), list.len());
            list.push(Room { wing: wing.to_owned(), room: room.to_owned(), wing_at, words });
        }
        let phrases = entries.iter().filter(usable).flat_map(|entry| {
            let room = places.get(&(entry.wing.as_str(), entry.room.as_str())).copied();
            let sense = room.map(|room| Sense { room, weight: entry.weight.min(1.0) });
            let phrases = alternatives(&entry.pattern).unwrap_or_default();
            phrases.into_iter().filter_map(move |phrase| Some((phrase, sense?)))
        });
        let tree = Tree::of(phrases.collect());
        let wings = list.last().map_or(0, |last| last.wing_at + 1);
        Self { rooms: list, wings, tree }
    }

    /// Guesses wing and room.
    ///
    /// Each different phrase of the vocabulary that is found counts once, with the strength
    /// `s = weight × where it stands` (name 1, a name that is a sentence 0.9, description 0.7), at
    /// most 0.95. The phrases of a wing are independent hints, any of which may be right, so they
    /// join by noisy-or: `E = 1 − Π(1 − s)`. A piece of knowledge has one wing or none, so the wings
    /// are hypotheses that exclude each other, and share what is certain by their odds
    /// `o = E ÷ (1 − E)`:
    ///
    /// `confidence = o(best) ÷ (1 + Σ o(all wings))`
    ///
    /// The 1 stands for "none of them". With a single wing that is `E` itself; a runner-up as strong
    /// leaves under a half. The room is the one with the most evidence in the wing.
    pub fn place(&self, name: &str, description: &str) -> Guess {
        let evidence = self.evidence(name, description);
        // what remains of doubt, by room and by wing
        let mut by_room = vec![1.0_f32; self.rooms.len()];
        let mut by_wing = vec![1.0_f32; self.wings];
        for found in &evidence {
            for sense in self.tree.senses(found.phrase) {
                let doubt = 1.0 - (sense.weight * found.factor).min(SURE);
                let wing = self.rooms.get(sense.room).map_or(0, |room| room.wing_at);
                by_room.get_mut(sense.room).into_iter().for_each(|left| *left *= doubt);
                by_wing.get_mut(wing).into_iter().for_each(|left| *left *= doubt);
            }
        }
        let odds = |doubt: f32| (1.0 - doubt) / doubt.max(1e-6);
        let all: f32 = by_wing.iter().map(|doubt| odds(*doubt)).sum();
        let best = by_wing.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
        let Some((wing_at, doubt)) = best.filter(|(_, doubt)| **doubt < 1.0) else {
            return Guess::nowhere();
        };
        let inside = self.rooms.iter().zip(&by_room).filter(|(room, _)| room.wing_at == wing_at);
        let (named, alone): (Vec<_>, Vec<_>) = inside.partition(|(room, _)| room.room != GENERAL);
        let named = named.into_iter().filter(|(_, doubt)| **doubt < 1.0);
        let chosen = named.min_by(|a, b| a.1.total_cmp(b.1)).or(alone.into_iter().next());
        let Some((chosen, _)) = chosen else { return Guess::nowhere() };
        Guess {
            wing: chosen.wing.clone(),
            room: chosen.room.clone(),
            confidence: (odds(*doubt) / (1.0 + all)).clamp(0.0, 1.0),
            because: self.reasons(evidence, wing_at),
        }
    }

    /// Every room with words of it, for embedding; by wing, then room.
    pub fn rooms(&self) -> Vec<(String, String, String)> {
        let all = self.rooms.iter();
        all.map(|room| (room.wing.clone(), room.room.clone(), room.words.join(", "))).collect()
    }

    /// Each phrase of name and description once, the name's first.
    fn evidence(&self, name: &str, description: &str) -> Vec<Evidence> {
        let mut known = HashSet::new();
        let mut all = Vec::new();
        let name = Words::of(name, NAME_WORDS);
        let in_name = if name.len() > SHORT_NAME { IN_SENTENCE } else { IN_NAME };
        let description = Words::of(description, DESCRIPTION_WORDS);
        for (words, factor) in [(name, in_name), (description, IN_DESCRIPTION)] {
            for Hit { start, end, phrase, .. } in self.tree.hits(&words) {
                if known.insert(phrase) {
                    all.push(Evidence { phrase, words: words.join(start..end), factor });
                }
            }
        }
        all
    }

    /// The words that spoke for a wing.
    fn reasons(&self, evidence: Vec<Evidence>, wing_at: usize) -> Vec<String> {
        let mut reasons: Vec<String> = Vec::new();
        for found in evidence {
            let mut senses = self.tree.senses(found.phrase).iter();
            let speaks = senses
                .any(|sense| self.rooms.get(sense.room).is_some_and(|r| r.wing_at == wing_at));
            if speaks && reasons.len() < REASONS && !reasons.contains(&found.words) {
                reasons.push(found.words);
            }
        }
        reasons
    }
}

impl Guess {
    fn nowhere() -> Self {
        Self {
            wing: Place::UNSORTED.to_owned(),
            room: Place::UNSORTED.to_owned(),
            confidence: 0.0,
            because: Vec::new(),
        }
    }
}

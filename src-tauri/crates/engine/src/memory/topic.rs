//! Which room a task is about: the vocabulary, the things that it names, its meaning.

use super::gather::Moment;
use crate::Snapshot;
use ::memory::topic::{Room, Signs, detect};
use types::{NodeClass, NodeId, NodeState, Place, normalise_name};

/// Bytes of a task that are looked at: what it is about is said early.
const TASK_BYTES: usize = 4_000;
/// Words of a task that names are looked for in, and of a name.
const TASK_WORDS: usize = 400;
const NAME_WORDS: usize = 5;
/// How telling a name is: of one rare word, of several.
const ONE_WORD: f32 = 0.5;
const SEVERAL: f32 = 0.6;

/// The part of a task that is looked at.
pub(super) fn head_of(task: &str) -> &str {
    let task = task.trim();
    task.get(..task.floor_char_boundary(TASK_BYTES)).unwrap_or_default()
}

impl Snapshot {
    /// The room that a task is about, for whoever may see everything.
    pub fn room_of(&self, task: &str) -> Option<Room> {
        let found = self.topic(task, &Moment::now(self.resources.now()));
        found.map(|(room, _)| room)
    }

    /// The room that a task is about, and by what.
    pub(super) fn topic(&self, task: &str, moment: &Moment<'_>) -> Option<(Room, String)> {
        let task = head_of(task);
        if task.is_empty() {
            return None;
        }
        let guess = self.words.vocabulary.place(task, "");
        let vocabulary = (guess.wing != Place::UNSORTED)
            .then(|| ((guess.wing.clone(), guess.room.clone()), guess.confidence));
        let seen = |((wing, _), _): &(Room, f32)| moment.sees(wing);
        // a room in which nothing is known has nothing to tell
        let tree = self.graph.view().tree();
        let filled = |(wing, room): &Room| {
            let wing = tree.iter().find(|it| it.wing == *wing);
            wing.is_some_and(|it| it.rooms.iter().any(|it| it.room == *room && it.nodes > 0))
        };
        let told = |one: &(Room, f32)| seen(one) && filled(&one.0);
        let mut named = self.named_in(task);
        named.retain(seen);
        detect(&Signs {
            vocabulary: vocabulary.filter(told),
            named,
            meaning: self.near_in_meaning(task).filter(told),
        })
    }

    /// Rooms of the accepted things whose names stand in a text, the longest names first.
    fn named_in(&self, text: &str) -> Vec<(Room, f32)> {
        let view = self.graph.view();
        let words: Vec<String> = language::folded_runs(text).into_iter().take(TASK_WORDS).collect();
        let mut rooms = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let longest = (1..=NAME_WORDS).rev().find_map(|length| {
                let words = words.get(at..at + length)?;
                let telling = match words {
                    [word] if language::is_common(word) || language::is_stop_word(word) => {
                        return None;
                    }
                    [_] => ONE_WORD,
                    _ => SEVERAL,
                };
                let normalised = normalise_name(&words.join(" "));
                let id = NodeId::derive(NodeClass::Thing, &normalised, 0);
                let head = view.head(&id).filter(|head| head.state == NodeState::Accepted)?;
                let sorted = *head.wing != *Place::UNSORTED;
                Some((
                    sorted.then(|| (head.wing.to_string(), head.room.to_string())),
                    telling,
                    length,
                ))
            });
            match longest {
                Some((room, telling, length)) => {
                    rooms.extend(room.map(|room| (room, telling)));
                    at += length;
                }
                None => at += 1,
            }
        }
        rooms
    }

    fn near_in_meaning(&self, task: &str) -> Option<(Room, f32)> {
        // the one that places nodes: rooms are near by its measure, and it is there at once
        let embedder = self.first_embedder().or_else(|| self.answering_embedder())?;
        let rooms = self.words.rooms(&embedder)?;
        let vector = embedder.query(task).ok()?;
        let (wing, room, cosine) = rooms.nearest(&vector)?;
        Some(((wing.to_owned(), room.to_owned()), cosine))
    }
}

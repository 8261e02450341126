//! Which room a task is about: where the passages lie that speak of it, and the things that it names.

use super::gather::Moment;
use crate::{Snapshot, error::Result, finding::WORDS_ALONE};
use ::memory::topic::{Passage, Room, Signs, detect};
use graph::Head;
use language::{StemKey, telling};
use search::{Found, Query};
use std::collections::HashSet;
use types::{NodeClass, NodeId, NodeState, Place, SearchMode, normalise_name};

/// Bytes of a task that are looked at: what it is about is said early.
const TASK_BYTES: usize = 4_000;
/// Words that tell something, of those that passages are looked for by, and how many passages.
const FIRST_WORDS: usize = 16;
const PASSAGES: usize = 5;
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
    pub fn room_of(&self, task: &str) -> Result<Option<Room>> {
        let found = self.topic(task, &Moment::now(self.resources.now()))?;
        Ok(found.map(|(room, _)| room))
    }

    /// The room that a task is about, and by what.
    pub(super) fn topic(&self, task: &str, moment: &Moment<'_>) -> Result<Option<(Room, String)>> {
        let task = head_of(task);
        if task.is_empty() {
            return Ok(None);
        }
        let known = |head: &Head| {
            head.state == NodeState::Accepted
                && *head.wing != *Place::UNSORTED
                && moment.sees(&head.wing)
        };
        let beginning = beginning(task);
        let mut passages = self.passages_on(&beginning, &known)?;
        // what a person wrote down themselves stands in no passage
        if !passages.iter().any(Passage::speaks) {
            passages = self.known_on(&beginning, &known);
        }
        Ok(detect(&Signs { passages, named: self.named_in(task, &known) }))
    }

    /// What is known that speaks of a task, as passages do.
    fn known_on(&self, task: &Beginning<'_>, known: &dyn Fn(&Head) -> bool) -> Vec<Passage> {
        let view = self.graph.view();
        let found = view.similar(task.text, PASSAGES, known);
        let heads = found.iter().filter_map(|(id, score)| Some((view.head(id)?, *score)));
        let heads: Vec<(&Head, f32)> = heads.collect();
        // each is a sentence at most: together they are a passage
        let words = |text: &str| telling(text).into_iter().filter(|word| task.words.contains(word));
        let said = heads.iter().flat_map(|(head, _)| words(&head.name).chain(words(&head.about)));
        let covers = task.share(said.collect::<HashSet<_>>().len());
        let passage =
            |(head, score): (&Head, f32)| Passage { score, covers, rooms: vec![room_of(head)] };
        heads.into_iter().map(passage).collect()
    }

    /// The passages that speak of a task, with the rooms of what is known of them.
    fn passages_on(
        &self,
        task: &Beginning<'_>,
        known: &dyn Fn(&Head) -> bool,
    ) -> Result<Vec<Passage>> {
        let text = task.text;
        // the quick model: the better one's answer takes longer than all the rest
        let embedder = self.first_embedder().filter(|model| self.index.covers(model.name()));
        let vector = embedder.as_ref().and_then(|model| model.query(text).ok());
        let model = embedder.as_ref().zip(vector.as_ref());
        let found = self.index.search(
            &self.records,
            &Query {
                text,
                vector: model.map(|(model, vector)| (model.name(), vector)),
                mode: model.map_or(SearchMode::Keyword, |_| SearchMode::Hybrid),
                top_k: PASSAGES,
                documents: None,
                except: Some(&*self.catalogue.superseded()),
                passages: None,
                fusion: model.map_or(WORDS_ALONE, |(model, _)| model.fusion()),
            },
        )?;
        let view = self.graph.view();
        let rooms_of = |nodes: Vec<NodeId>| -> Vec<Room> {
            let heads = nodes.iter().filter_map(|id| view.head(id)).filter(|head| known(head));
            heads.map(room_of).collect()
        };
        let passage = |Found { chunk, score, keyword, .. }: Found| {
            let mut rooms = rooms_of(view.of_passage(&chunk.document, chunk.ordinal));
            if rooms.is_empty() {
                rooms = rooms_of(view.of_document(&chunk.document));
            }
            let has = keyword.map_or(0, |place| place.terms.len());
            Passage { score, covers: task.share(has), rooms }
        };
        Ok(found.into_iter().map(passage).collect())
    }

    /// Rooms of the accepted things whose names stand in a text, the longest names first.
    fn named_in(&self, text: &str, known: &dyn Fn(&Head) -> bool) -> Vec<(Room, f32)> {
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
                let head = view.head(&id).filter(|head| known(head))?;
                Some((room_of(head), telling, length))
            });
            match longest {
                Some((room, telling, length)) => {
                    rooms.push((room, telling));
                    at += length;
                }
                None => at += 1,
            }
        }
        rooms
    }
}

fn room_of(head: &Head) -> Room {
    (head.wing.to_string(), head.room.to_string())
}

/// What a task says first.
struct Beginning<'a> {
    text: &'a str,
    /// The words in it that tell something.
    words: HashSet<StemKey>,
}

impl Beginning<'_> {
    /// So many words, as a share of all.
    fn share(&self, words: usize) -> f32 {
        words as f32 / self.words.len().max(1) as f32
    }
}

fn beginning(task: &str) -> Beginning<'_> {
    let mut words = HashSet::new();
    for (at, word) in language::runs(task) {
        words.extend(telling(word));
        if words.len() == FIRST_WORDS {
            return Beginning { text: task.get(..at + word.len()).unwrap_or(task), words };
        }
    }
    Beginning { text: task, words }
}

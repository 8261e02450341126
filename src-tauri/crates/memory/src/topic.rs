//! Which room of the palace a task is about: where what the library says of it lies. The passages that
//! speak of it stand for the rooms of what is known of them, the things that it names for theirs. Where
//! the library hardly has its words, or they lie all over, none.

use std::collections::BTreeMap;

/// Share of a task's words that one passage has, where the library speaks of the task at all.
const COVERED: f32 = 0.45;
/// What the things that a task names weigh, beside all passages.
const NAMED: f32 = 0.15;
/// What a room must come to.
const ENOUGH: f32 = 0.3;

/// A room, and its wing.
pub type Room = (String, String);

/// A passage that speaks of a task.
#[derive(Clone, Debug, Default)]
pub struct Passage {
    /// How well it was found, from 0.
    pub score: f32,
    /// Share of the task's words that it has.
    pub covers: f32,
    /// Rooms of what is known of it, one as often as there is something in it.
    pub rooms: Vec<Room>,
}

impl Passage {
    /// Whether it has enough of the task's words to speak of it.
    pub fn speaks(&self) -> bool {
        self.covers >= COVERED
    }
}

/// Signs of what a task is about.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    /// The passages that were found for it.
    pub passages: Vec<Passage>,
    /// Rooms of what the task names, each with how telling the name is, 0 to 1.
    pub named: Vec<(Room, f32)>,
}

/// The room that a task is about, and why, in words.
pub fn detect(signs: &Signs) -> Option<(Room, String)> {
    if !signs.passages.iter().any(Passage::speaks) {
        return None;
    }
    let mut rooms: BTreeMap<&Room, (f32, Vec<&str>)> = BTreeMap::new();
    let mut add = |room, weight: f32, why| {
        let (sum, whys) = rooms.entry(room).or_default();
        *sum += weight;
        if !whys.contains(&why) {
            whys.push(why);
        }
    };
    let scores: f32 = signs.passages.iter().map(|passage| passage.score).sum();
    for Passage { score, rooms, .. } in &signs.passages {
        for room in rooms {
            add(room, score / (scores * rooms.len() as f32), "what is read of it");
        }
    }
    let all: f32 = signs.named.iter().map(|(_, weight)| weight).sum();
    for (room, weight) in &signs.named {
        // many names of many rooms tell no more than one
        add(room, NAMED * weight / all.max(1.0), "what it names");
    }
    let best = rooms.into_iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
    let (room, (sum, whys)) = best;
    (sum >= ENOUGH).then(|| (room.clone(), whys.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(name: &str) -> Room {
        ("wing".to_owned(), name.to_owned())
    }

    #[test]
    fn where_most_is_read_of_a_task_is_its_room() {
        let passages = |all: &[(f32, f32, &str)]| {
            let passage = |(score, covers, rooms): &(f32, f32, &str)| Passage {
                score: *score,
                covers: *covers,
                rooms: rooms.split_whitespace().map(room).collect(),
            };
            all.iter().map(passage).collect::<Vec<_>>()
        };
        let named = |all: &[(&str, f32)]| {
            all.iter().map(|(name, weight)| (room(name), *weight)).collect::<Vec<_>>()
        };
        for (found, names, expected) in [
            (passages(&[]), named(&[]), None),
            (passages(&[]), named(&[("a", 1.0)]), None),
            (passages(&[(3.0, 0.6, "a"), (2.0, 0.2, "b")]), named(&[]), Some("a")),
            // the library has not its words
            (passages(&[(3.0, 0.4, "a"), (2.0, 0.2, "a")]), named(&[("a", 1.0)]), None),
            // nothing is known of what was found
            (passages(&[(3.0, 0.6, ""), (2.0, 0.6, "")]), named(&[]), None),
            // all over
            (passages(&[(3.0, 0.6, "a b c d")]), named(&[]), None),
            (passages(&[(3.0, 0.6, "a b c d")]), named(&[("b", 0.5)]), Some("b")),
            (
                passages(&[(1.0, 0.6, "a"), (1.0, 0.6, "b c"), (1.0, 0.6, "b b")]),
                named(&[]),
                Some("b"),
            ),
        ] {
            let signs = Signs { passages: found, named: names };
            let found = detect(&signs).map(|((_, room), _)| room);
            assert_eq!(found.as_deref(), expected, "{signs:?}");
        }
    }
}

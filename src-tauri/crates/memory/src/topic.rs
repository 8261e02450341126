//! Which room of the palace a task is about: what the vocabulary says, where the things lie that it
//! names, and which room is nearest in meaning, added up. Where they do not agree enough, none.

use std::collections::BTreeMap;

/// What a sign weighs at most.
const VOCABULARY: f32 = 1.0;
const NAMED: f32 = 1.0;
const MEANING: f32 = 0.6;
/// What a room must come to.
const ENOUGH: f32 = 0.45;

/// A room, and its wing.
pub type Room = (String, String);

/// Signs of what a task is about.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    /// The vocabulary's room with its confidence, 0 to 1.
    pub vocabulary: Option<(Room, f32)>,
    /// Rooms of what the task names, each with how telling the name is, 0 to 1.
    pub named: Vec<(Room, f32)>,
    /// The room nearest in meaning, with its cosine.
    pub meaning: Option<(Room, f32)>,
}

/// The room that a task is about, and why, in words.
pub fn detect(signs: &Signs) -> Option<(Room, String)> {
    let mut rooms: BTreeMap<&Room, (f32, Vec<&str>)> = BTreeMap::new();
    let mut add = |room, weight: f32, why| {
        let (sum, whys) = rooms.entry(room).or_default();
        *sum += weight.clamp(0.0, 1.0);
        if !whys.contains(&why) {
            whys.push(why);
        }
    };
    if let Some((room, confidence)) = &signs.vocabulary {
        add(room, VOCABULARY * confidence, "its words");
    }
    let all: f32 = signs.named.iter().map(|(_, weight)| weight).sum();
    for (room, weight) in &signs.named {
        // many names of many rooms tell no more than one
        add(room, NAMED * weight / all.max(1.0), "what it names");
    }
    if let Some((room, cosine)) = &signs.meaning {
        add(room, MEANING * cosine, "its meaning");
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
    fn signs_add_up_and_one_weak_one_is_not_enough() {
        let words = |confidence| Some((room("a"), confidence));
        let named = |all: &[(&str, f32)]| {
            all.iter().map(|(name, weight)| (room(name), *weight)).collect::<Vec<_>>()
        };
        let none = Signs::default();
        for (signs, expected) in [
            (none.clone(), None),
            (Signs { vocabulary: words(0.8), ..none.clone() }, Some("a")),
            (Signs { vocabulary: words(0.3), ..none.clone() }, None),
            (Signs { meaning: Some((room("b"), 0.5)), ..none.clone() }, None),
            (
                Signs { vocabulary: words(0.3), meaning: Some((room("a"), 0.5)), ..none.clone() },
                Some("a"),
            ),
            (Signs { named: named(&[("c", 0.9), ("b", 0.2)]), ..none.clone() }, Some("c")),
            (Signs { named: named(&[("a", 0.8), ("b", 0.8), ("c", 0.8)]), ..none }, None),
        ] {
            let found = detect(&signs).map(|((_, room), _)| room);
            assert_eq!(found.as_deref(), expected, "{signs:?}");
        }
    }
}

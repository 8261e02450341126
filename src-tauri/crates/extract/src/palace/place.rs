//! Wing and room of a piece of knowledge, by the words in its name and description. It never asks
//! where the piece was found: rooms are made of topics, not of sources (seed 003).

use super::pattern::{Phrase, alternatives, names};
use super::tree::{Hit, Sense, Tree};
use super::words::Words;
use std::collections::BTreeMap;
use types::{Place, VocabularyEntry};

/// A guess over this confidence is taken at once (seed 003).
pub const AT_ONCE: f32 = 0.7;

/// The room of what belongs to a wing and to none of its rooms.
pub const GENERAL: &str = "general";

/// Words read of a name, and of a description.
const NAME_WORDS: usize = 64;
const DESCRIPTION_WORDS: usize = 160;
/// A name of more words is a sentence.
const SHORT_NAME: usize = 8;
/// How much a phrase counts for in a short name, in a name that is a sentence, in a description.
const IN_NAME: f32 = 1.0;
const IN_SENTENCE: f32 = 0.9;
const IN_DESCRIPTION: f32 = 0.8;
/// How much a word of a short name still counts for where its description speaks of something else.
const UNBORNE: f32 = 0.8;
/// A description of fewer words bears nothing out.
const TELLING: usize = 5;
/// A room is named unless the wing alone has this many times its odds.
const WING_ALONE: f32 = 3.0;
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
    /// 0 to 1: over [`AT_ONCE`] it is taken at once.
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

/// An entry and its phrases.
type Said<'a> = (&'a VocabularyEntry, Vec<Phrase>);

/// A phrase that counts.
struct Evidence {
    phrase: usize,
    words: String,
    factor: f32,
    /// Whether the description is to bear it out.
    asked: bool,
}

impl Vocabulary {
    /// Of the active entries, wherever they come from. One that [`super::check`] refuses is left
    /// out.
    pub fn compile(entries: &[VocabularyEntry]) -> Self {
        let usable = entries.iter().filter(|entry| entry.active && entry.weight > 0.0);
        let named = usable.filter(|entry| names(&entry.wing, &entry.room).is_ok());
        let mut rooms: BTreeMap<(&str, &str), Vec<Said<'_>>> = BTreeMap::new();
        for entry in named {
            if let Ok(phrases) = alternatives(&entry.pattern) {
                rooms.entry((&entry.wing, &entry.room)).or_default().push((entry, phrases));
            }
        }
        let mut list: Vec<Room> = Vec::with_capacity(rooms.len());
        let mut all = Vec::new();
        for ((wing, room), said) in rooms {
            let wing_at = match list.last() {
                Some(last) if last.wing == wing => last.wing_at,
                Some(last) => last.wing_at + 1,
                None => 0,
            };
            let room = Room {
                wing: wing.to_owned(),
                room: room.to_owned(),
                wing_at,
                words: telling(&said),
            };
            for (entry, phrases) in said {
                let sense = Sense { room: list.len(), weight: entry.weight.min(1.0) };
                all.extend(phrases.into_iter().map(|phrase| (phrase, sense)));
            }
            list.push(room);
        }
        let wings = list.last().map_or(0, |last| last.wing_at + 1);
        Self { rooms: list, wings, tree: Tree::of(all) }
    }

    /// Guesses wing and room.
    ///
    /// Each different phrase of the vocabulary that is found counts once, with the strength
    /// `s = weight × where it stands` (name 1, a name that is a sentence 0.9, description 0.8), at
    /// most 0.95. A single word of a short name that the description neither repeats nor bears out
    /// by another word for the same wing counts for four fifths: what is said of a virus that
    /// infects machines has none of biology's words. The phrases of a wing are independent hints,
    /// any of which may be right, so they join by noisy-or: `E = 1 − Π(1 − s)`. A piece of knowledge
    /// has one wing or none, so the wings are hypotheses that exclude each other, and share what is
    /// certain by their odds `o = E ÷ (1 − E)`:
    ///
    /// `confidence = o(best) ÷ (1 + Σ o(all wings))`
    ///
    /// The 1 stands for "none of them". With a single wing that is `E` itself; a runner-up as strong
    /// leaves under a half. The room is the one with the most evidence in the wing, or `general`
    /// where the wing's own words have three times its odds.
    pub fn place(&self, name: &str, description: &str) -> Guess {
        let evidence = self.evidence(name, description);
        // what remains of doubt, by room and by wing
        let mut by_room = vec![1.0_f32; self.rooms.len()];
        let mut by_wing = vec![1.0_f32; self.wings];
        for found in &evidence {
            for sense in self.tree.senses(found.phrase) {
                let wing = self.wing_of(sense);
                let factor = if found.unborne(wing, &evidence, self) { UNBORNE } else { 1.0 };
                let doubt = 1.0 - (sense.weight * found.factor * factor).min(SURE);
                by_room.get_mut(sense.room).into_iter().for_each(|left| *left *= doubt);
                by_wing.get_mut(wing).into_iter().for_each(|left| *left *= doubt);
            }
        }
        let all: f32 = by_wing.iter().map(|doubt| odds(*doubt)).sum();
        let best = by_wing.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
        let Some((wing_at, doubt)) = best.filter(|(_, doubt)| **doubt < 1.0) else {
            return Guess::nowhere();
        };
        let Some(chosen) = self.room_of(wing_at, &by_room) else { return Guess::nowhere() };
        Guess {
            wing: chosen.wing.clone(),
            room: chosen.room.clone(),
            confidence: (odds(*doubt) / (1.0 + all)).clamp(0.0, 1.0),
            because: self.reasons(evidence, wing_at),
        }
    }

    /// The room of a wing that has the least doubt left.
    fn room_of(&self, wing_at: usize, by_room: &[f32]) -> Option<&Room> {
        let inside = self.rooms.iter().zip(by_room).filter(|(room, _)| room.wing_at == wing_at);
        let (named, alone): (Vec<_>, Vec<_>) = inside.partition(|(room, _)| room.room != GENERAL);
        let named = named.into_iter().filter(|(_, doubt)| **doubt < 1.0);
        let named = named.min_by(|a, b| a.1.total_cmp(b.1));
        let chosen = match (named, alone.first()) {
            (Some(named), Some(alone)) if odds(*alone.1) > WING_ALONE * odds(*named.1) => *alone,
            (Some(named), _) => named,
            (None, alone) => *alone?,
        };
        Some(chosen.0)
    }

    /// The wing that a phrase speaks for.
    fn wing_of(&self, sense: &Sense) -> usize {
        self.rooms.get(sense.room).map_or(0, |room| room.wing_at)
    }

    /// Every room with words of it, for embedding; by wing, then room.
    pub fn rooms(&self) -> Vec<(String, String, String)> {
        let all = self.rooms.iter();
        all.map(|room| (room.wing.clone(), room.room.clone(), room.words.join(", "))).collect()
    }

    /// Each phrase of name and description once, the name's first.
    fn evidence(&self, name: &str, description: &str) -> Vec<Evidence> {
        let name = Words::of(name, NAME_WORDS);
        let short = name.len() <= SHORT_NAME;
        let in_name = if short { IN_NAME } else { IN_SENTENCE };
        let description = Words::of(description, DESCRIPTION_WORDS);
        let asked = short && description.len() >= TELLING;
        let mut all: Vec<Evidence> = Vec::new();
        for (words, factor, asked) in [(name, in_name, asked), (description, IN_DESCRIPTION, false)]
        {
            for Hit { start, end, phrase, .. } in self.tree.hits(&words) {
                match all.iter_mut().find(|known| known.phrase == phrase) {
                    Some(known) => known.asked = false,
                    None => {
                        let asked = asked && end - start == 1;
                        all.push(Evidence { phrase, words: words.join(start..end), factor, asked });
                    }
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
            let speaks = senses.any(|sense| self.wing_of(sense) == wing_at);
            if speaks && reasons.len() < REASONS && !reasons.contains(&found.words) {
                reasons.push(found.words);
            }
        }
        reasons
    }
}

impl Evidence {
    /// Whether a description was there to bear this out, and does not.
    fn unborne(&self, wing: usize, all: &[Self], vocabulary: &Vocabulary) -> bool {
        let speaks = |other: &Self| {
            let mut senses = vocabulary.tree.senses(other.phrase).iter();
            other.phrase != self.phrase && senses.any(|sense| vocabulary.wing_of(sense) == wing)
        };
        self.asked && !all.iter().any(speaks)
    }
}

/// How many times likelier than not.
fn odds(doubt: f32) -> f32 {
    (1.0 - doubt) / doubt.max(1e-6)
}

/// The words of a room, for embedding.
fn telling(said: &[Said<'_>]) -> Vec<String> {
    let patterns = said.iter().flat_map(|(entry, _)| entry.pattern.split('|'));
    let words = patterns.map(|one| one.replace('*', "").trim().to_owned());
    words.take(ROOM_WORDS).collect()
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

#[cfg(test)]
mod tests {
    use super::super::{AT_ONCE, builtin, lesson, parse};
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;
    use types::NodeKind;

    static BUILTIN: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::compile(&builtin()));

    fn of(text: &str) -> Vocabulary {
        let (entries, refused) = parse(text);
        assert_eq!(refused, Vec::<String>::new());
        Vocabulary::compile(&entries)
    }

    /// Wing, room and whether it is taken at once.
    fn check(vocabulary: &Vocabulary, name: &str, description: &str, place: &str, at_once: bool) {
        let guess = vocabulary.place(name, description);
        let found = (format!("{}/{}", guess.wing, guess.room), guess.confidence > AT_ONCE);
        assert_eq!(found, (place.to_owned(), at_once), "{name}: {guess:?}");
    }

    #[test]
    fn words_find_their_rooms() {
        for (name, description, place, at_once) in [
            ("public-key encryption", "", "security/encryption", true),
            ("ENCRYPTED backups", "", "security/encryption", true),
            ("We followed twelve salt marsh plots for five years.", "", "biology/ecology", true),
            (
                "backup",
                "A copy whose key exchange and ciphers were audited.",
                "security/encryption",
                true,
            ),
            (
                "virus",
                "A program that spreads over the programs it finds.",
                "biology/microbiology",
                false,
            ),
            ("the encrypted lease", "", "law/contracts", false),
            ("office hours", "When somebody can be met.", "unsorted/unsorted", false),
            ("", "", "unsorted/unsorted", false),
            ("\u{1f9ec}\u{200b}", "…", "unsorted/unsorted", false),
        ] {
            check(&BUILTIN, name, description, place, at_once);
        }
    }

    #[test]
    fn evidence_adds_up_and_competes() {
        let vocabulary = of("a/x | 0.5 | ash | birch\na/y | 0.4 | cedar\na/general | 0.9 | wood\n\
            b/general | 0.5 | dog*");
        for (name, description, place, confidence) in [
            ("ash", "", "a/x", 0.5),
            ("ash ash", "", "a/x", 0.5),
            ("ash birch", "", "a/x", 0.75),
            ("ash", "birch", "a/x", 0.7),
            ("ash dog", "", "a/x", 1.0 / 3.0),
            ("ash birch dogs", "", "a/x", 3.0 / 5.0),
            ("wood", "", "a/general", 0.9),
            ("wood cedar", "", "a/general", 0.94),
            ("wood ash", "", "a/general", 0.95),
            ("one two three four five six seven eight ash", "", "a/x", 0.45),
        ] {
            let guess = vocabulary.place(name, description);
            assert_eq!(format!("{}/{}", guess.wing, guess.room), place, "{name}: {guess:?}");
            assert!((guess.confidence - confidence).abs() < 1e-4, "{name}: {guess:?}");
        }
        assert_eq!(vocabulary.place("Ash and birch", "dogs").because, ["ash", "birch"]);
    }

    #[test]
    fn what_is_learnt_counts_as_what_is_built_in() {
        let mut entries = builtin();
        let (mut more, _) = parse("gardens/roses | 0.9 | floribunda*\nλόγος/general | 0.9 | ρήμα*");
        more.push(VocabularyEntry { active: false, ..more[0].clone() });
        more[2].wing = "moths".to_owned();
        more.push(VocabularyEntry { weight: f32::NAN, wing: "nan".to_owned(), ..more[0].clone() });
        more.push(VocabularyEntry { pattern: "*".to_owned(), ..more[0].clone() });
        more.push(VocabularyEntry { wing: "Not A Wing".to_owned(), ..more[0].clone() });
        entries.extend(more);
        let vocabulary = Vocabulary::compile(&entries);
        check(&vocabulary, "Floribundas", "", "gardens/roses", true);
        check(&vocabulary, "ΡΉΜΑΤΑ", "", "λόγος/general", true);
        let rooms = vocabulary.rooms();
        assert!(rooms.contains(&("gardens".into(), "roses".into(), "floribunda".into())));
        assert!(rooms.iter().all(|(wing, _, words)| wing != "moths" && !words.contains('*')));
        assert_eq!(Vocabulary::compile(&[]).rooms(), []);
        check(&Vocabulary::compile(&[]), "encryption", "", "unsorted/unsorted", false);
    }

    /// What may pass for a line of a file.
    const LINE: &str = r"([a-zä-]{0,5}/[a-z-]{0,4} ?\| ?[0-9.NaNe-]{0,4} )?\|?[a-f*|\- \PC]{0,12}";

    proptest! {
        #[test]
        fn any_text_finds_some_place(name in "\\PC{0,80}", description in any::<String>()) {
            let guess = BUILTIN.place(&name, &description);
            prop_assert!((0.0..=1.0).contains(&guess.confidence));
            prop_assert!(guess.because.len() <= REASONS);
            prop_assert_eq!(guess.confidence > 0.0, !guess.because.is_empty());
            for kind in NodeKind::ALL {
                let (_, confidence) = crate::hall(kind, &description);
                prop_assert!(confidence > 0.0 && confidence <= 1.0);
            }
        }

        #[test]
        fn any_file_can_be_read(
            lines in prop::collection::vec(LINE, 0..12),
            text in any::<String>(),
        ) {
            for file in [lines.join("\n"), text.clone()] {
                let (entries, refused) = parse(&file);
                prop_assert!(entries.len() + refused.len() <= file.lines().count());
                for entry in &entries {
                    let names = (&entry.pattern, &entry.wing, &entry.room);
                    prop_assert_eq!(super::super::check(names.0, names.1, names.2), Ok(()));
                }
                let vocabulary = Vocabulary::compile(&entries);
                let guess = vocabulary.place(&text, &file);
                prop_assert!((0.0..=1.0).contains(&guess.confidence));
            }
        }

        #[test]
        fn any_move_teaches_what_can_be_used(names in prop::collection::vec("\\PC{0,40}", 0..6)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            if let Some(pattern) = lesson(&names, "law", "contracts") {
                prop_assert_eq!(super::super::check(&pattern, "law", "contracts"), Ok(()));
            }
        }
    }
}

//! The patterns as a tree of words: what follows what, with exact words and stems side by side. A
//! text is read once, a few comparisons a word, however many patterns there are. It weighs nothing.

use super::pattern::Phrase;
use super::words::Words;

/// Steps that one text may cost, however a vocabulary is made.
const STEPS: usize = 20_000;
/// Rooms that one phrase may speak for; of more, the heaviest stay.
const SENSES: usize = 16;

/// What a phrase speaks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sense {
    /// Place in the list of rooms.
    pub(crate) room: usize,
    /// Over 0, to 1.
    pub(crate) weight: f32,
}

/// A phrase found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Its first word.
    pub(crate) start: usize,
    /// The word after its last.
    pub(crate) end: usize,
    /// Bytes of it that the pattern names; twice, and one more for each word that is no stem.
    fixed: usize,
    /// Which phrase.
    pub(crate) phrase: usize,
}

/// A place in the tree: the words so far.
#[derive(Clone, Debug, Default)]
struct Knot {
    /// In the order of their words.
    next: Vec<Branch>,
    /// The beginning of each of those words, for a search that stays in the processor's cache.
    heads: Vec<u64>,
    senses: Vec<Sense>,
}

/// A word that may come next.
#[derive(Clone, Debug)]
struct Branch {
    word: String,
    /// Where the word itself leads.
    exact: Option<usize>,
    /// Where any word that begins so leads.
    stem: Option<usize>,
    /// The longest other branch that begins this one and is a stem.
    shorter: Option<usize>,
}

/// All phrases.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    knots: Vec<Knot>,
}

impl Tree {
    /// Of phrases and what they speak for.
    pub(crate) fn of(mut phrases: Vec<(Phrase, Sense)>) -> Self {
        let mut tree = Self { knots: vec![Knot::default()] };
        let key = |phrase: &Phrase| -> Vec<(String, bool)> {
            phrase.iter().map(|word| (word.text.clone(), word.stem)).collect()
        };
        phrases.sort_by_cached_key(|(phrase, _)| key(phrase));
        for (phrase, sense) in phrases {
            tree.add(&phrase, sense);
        }
        tree.knots.iter_mut().for_each(|knot| {
            link(&mut knot.next);
            knot.heads = knot.next.iter().map(|branch| head(&branch.word)).collect();
            knot.senses.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.room.cmp(&b.room)));
            knot.senses.truncate(SENSES);
        });
        tree
    }

    /// Phrases come sorted, so that a word that is there already is the last branch.
    fn add(&mut self, phrase: &Phrase, sense: Sense) {
        let mut at = 0;
        for word in phrase {
            let fresh = self.knots.len();
            let Some(knot) = self.knots.get_mut(at) else { return };
            if knot.next.last().is_none_or(|last| last.word != word.text) {
                let word = word.text.clone();
                knot.next.push(Branch { word, exact: None, stem: None, shorter: None });
            }
            let Some(branch) = knot.next.last_mut() else { return };
            let way = if word.stem { &mut branch.stem } else { &mut branch.exact };
            at = *way.get_or_insert(fresh);
            if at == fresh {
                self.knots.push(Knot::default());
            }
        }
        if let Some(knot) = self.knots.get_mut(at)
            && !knot.senses.iter().any(|known| known.room == sense.room)
        {
            knot.senses.push(sense);
        }
    }

    /// What a phrase speaks for.
    pub(crate) fn senses(&self, phrase: usize) -> &[Sense] {
        self.knots.get(phrase).map_or(&[], |knot| &knot.senses)
    }

    /// The phrases in a text, in order. One that lies within a longer one does not count: "network"
    /// is not what "neural network" speaks of. Of those on the same words the most exact counts.
    pub(crate) fn hits(&self, words: &Words) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut steps = STEPS;
        let mut waiting = Vec::new();
        for start in 0..words.len() {
            waiting.push(Hit { start, end: start, fixed: 0, phrase: 0 });
            while let Some(hit) = waiting.pop() {
                if steps == 0 {
                    return outermost(hits);
                }
                steps -= 1;
                if !self.senses(hit.phrase).is_empty() {
                    hits.push(hit);
                }
                self.follow(hit, words, &mut waiting);
            }
        }
        outermost(hits)
    }

    /// Every way on from a place in the tree by the next word of the text.
    fn follow(&self, from: Hit, words: &Words, to: &mut Vec<Hit>) {
        let (Some(knot), Some(word)) = (self.knots.get(from.phrase), words.get(from.end)) else {
            return;
        };
        let mut on = |phrase, fixed| {
            to.push(Hit { end: from.end + 1, fixed: from.fixed + fixed, phrase, ..from });
        };
        let mut at = knot.last_until(word);
        while let Some(branch) = at.and_then(|at| knot.next.get(at)) {
            let size = 2 * branch.word.len();
            if branch.word == word {
                branch.exact.into_iter().for_each(|phrase| on(phrase, size + 1));
            }
            if word.starts_with(&branch.word) {
                branch.stem.into_iter().for_each(|phrase| on(phrase, size));
            }
            at = branch.shorter;
        }
    }
}

impl Knot {
    /// The last branch that is not after a word.
    fn last_until(&self, word: &str) -> Option<usize> {
        let key = head(word);
        let before = self.heads.partition_point(|one| *one < key);
        let until = self.heads.partition_point(|one| *one <= key);
        let same = self.next.get(before..until).unwrap_or_default();
        let after = before + same.partition_point(|branch| branch.word.as_str() <= word);
        after.checked_sub(1)
    }
}

/// The first eight bytes of a word, as a number that sorts as the word does.
fn head(word: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(word.bytes()).for_each(|(to, from)| *to = from);
    u64::from_be_bytes(bytes)
}

/// Notes for each branch the longest stem that begins it. Any stem that begins a word of a text then
/// lies on the chain from the last branch that is not after that word.
fn link(branches: &mut [Branch]) {
    let mut open: Vec<(String, usize)> = Vec::new();
    for (at, branch) in branches.iter_mut().enumerate() {
        while open.last().is_some_and(|(stem, _)| !branch.word.starts_with(stem.as_str())) {
            open.pop();
        }
        branch.shorter = open.last().map(|(_, at)| *at);
        if branch.stem.is_some() {
            open.push((branch.word.clone(), at));
        }
    }
}

/// Leaves out what lies within another.
fn outermost(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|a, b| (a.start, b.end, b.fixed).cmp(&(b.start, a.end, a.fixed)));
    let mut kept: Vec<Hit> = Vec::with_capacity(hits.len());
    for hit in hits {
        let covered = kept.last().is_some_and(|last| {
            let same = (last.start, last.end, last.fixed) == (hit.start, hit.end, hit.fixed);
            last.end >= hit.end && !same
        });
        if !covered {
            kept.push(hit);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::pattern::alternatives;
    use super::*;

    fn found(patterns: &[&str], text: &str) -> Vec<String> {
        let phrases = patterns.iter().enumerate().flat_map(|(room, pattern)| {
            let sense = Sense { room, weight: 0.9 };
            alternatives(pattern).unwrap().into_iter().map(move |phrase| (phrase, sense))
        });
        let tree = Tree::of(phrases.collect());
        let words = Words::of(text, 999);
        let said = tree.hits(&words).into_iter().flat_map(|hit| {
            let said = words.join(hit.start..hit.end);
            tree.senses(hit.phrase)
                .iter()
                .map(move |sense| format!("{said}={}", sense.room))
                .collect::<Vec<_>>()
        });
        said.collect()
    }

    #[test]
    fn phrases_are_found_in_order() {
        for (patterns, text, said) in [
            (&["encrypt*"][..], "Encryption and ENCRYPTED", &["encryption=0", "encrypted=0"][..]),
            (&["encrypt"], "encryption", &[]),
            (&["gene", "genes"], "General genes", &["genes=1"]),
            (
                &["network", "neural network*"],
                "a neural-networks network",
                &["neural networks=1", "network=0"],
            ),
            (
                &["net*", "network*", "networks"],
                "networks networking nets",
                &["networks=2", "networking=1", "nets=0"],
            ),
            (&["abc*", "abd"], "abdx ab", &[]),
            (&["abx*", "abc", "abd"], "abxy abdz", &["abxy=0"]),
            (
                &["random* controlled trial*"],
                "randomised controlled trials",
                &["randomised controlled trials=0"],
            ),
            (
                &["trial*", "controlled trial"],
                "controlled trial, a trial",
                &["controlled trial=1", "trial=0"],
            ),
            (&["token", "token"], "token", &["token=0", "token=1"]),
            (&["加密"], "公钥加密的", &["加 密=0"]),
            (
                &["data protection", "protection officer"],
                "data protection officer",
                &["data protection=0", "protection officer=1"],
            ),
            (&[], "text", &[]),
        ] {
            assert_eq!(found(patterns, text), said, "{patterns:?} {text}");
        }
    }

    #[test]
    fn a_hostile_vocabulary_costs_bounded_steps() {
        let stems: Vec<String> = (2..40).map(|size| format!("{}*", "a".repeat(size))).collect();
        let word = "a".repeat(40);
        let mut patterns: Vec<String> = Vec::new();
        for first in &stems {
            patterns.extend(stems.iter().map(|second| format!("{first} {second}")));
        }
        let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
        let text = [word.as_str(); 400].join(" ");
        assert!(!found(&patterns, &text).is_empty());
    }
}

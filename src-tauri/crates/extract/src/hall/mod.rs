//! Which hall a piece of knowledge belongs to: fact, event, discovery, preference, advice, claim or
//! sentiment, by cue words and the build of its sentence. It reads English cues; other languages fall
//! back on what sort of node it is. It judges no truth: a claim that is right stays a claim.

mod cues;

use crate::lists;
use crate::palace::{
    pattern::alternatives,
    tree::{Sense, Tree},
    words::Words,
};
use cues::CUES;
use language::listed;
use std::sync::LazyLock;
use types::{Hall, NodeKind};

/// Words read of a sentence.
const WORDS: usize = 120;

/// What a cue counts for, in [`CUES`].
type Scores = [f32; Hall::ALL.len()];

listed! {
    is_base: "imperatives";
    is_joint: "heads that are no verbs";
    opens_object: "heads of objects";
    leads: "leads of imperatives";
    is_telling: "telling";
    is_no_past: "no past";
    is_before_participle: "before a participle";
    is_month: "months";
}

/// The cue words, ready to be found.
static TREE: LazyLock<Tree> = LazyLock::new(|| {
    let cues = CUES.iter().flat_map(|(hall, weight, pattern)| {
        let room = at(*hall);
        // what the table holds is in order: a test reads every row
        let phrases = alternatives(pattern).unwrap_or_default();
        phrases.into_iter().map(move |phrase| (phrase, Sense { room, weight: *weight }))
    });
    Tree::of(cues.collect())
});

/// The hall of a node that was read in a sentence, and how sure that is, over 0 to 1.
///
/// Every hall starts from what the node's kind makes likely, gains by each different cue, and the
/// scores are read as logarithms of odds: the confidence is the best one's share of all
/// (`e^score ÷ Σ e^score`).
pub fn hall(kind: NodeKind, sentence: &str) -> (Hall, f32) {
    let words = Words::of(sentence, WORDS);
    let mut scores = prior(kind);
    cue(&words, &mut scores);
    build(kind, sentence, &words, &mut scores);
    let all: f32 = scores.iter().map(|score| score.exp()).sum();
    let best = Hall::ALL.into_iter().zip(scores).max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or((Hall::Fact, 0.0), |(hall, score)| (hall, score.exp() / all))
}

/// Place of a hall among [`Hall::ALL`].
fn at(hall: Hall) -> usize {
    Hall::ALL.iter().position(|one| *one == hall).unwrap_or_default()
}

fn add(scores: &mut Scores, hall: Hall, weight: f32) {
    scores.get_mut(at(hall)).into_iter().for_each(|score| *score += weight);
}

/// What a kind makes likely before a word is read.
fn prior(kind: NodeKind) -> Scores {
    let mut scores = Scores::default();
    match kind {
        NodeKind::Event => add(&mut scores, Hall::Event, 6.0),
        NodeKind::Claim => {
            add(&mut scores, Hall::Claim, 1.0);
            add(&mut scores, Hall::Discovery, 0.5);
            add(&mut scores, Hall::Fact, 0.2);
        }
        // what something is called is so
        NodeKind::Concept | NodeKind::Entity | NodeKind::Identifier | NodeKind::Publication => {
            add(&mut scores, Hall::Fact, 6.0);
        }
    }
    scores
}

/// Adds what the cue words say, each different one once.
fn cue(words: &Words, scores: &mut Scores) {
    let mut known = Vec::new();
    for hit in TREE.hits(words) {
        if known.contains(&hit.phrase) {
            continue;
        }
        known.push(hit.phrase);
        for sense in TREE.senses(hit.phrase) {
            scores.get_mut(sense.room).into_iter().for_each(|score| *score += sense.weight);
        }
    }
}

/// Adds what the build of the sentence says: mood, tense, dates, quantities.
fn build(kind: NodeKind, sentence: &str, words: &Words, scores: &mut Scores) {
    if kind != NodeKind::Claim {
        return;
    }
    if asks(sentence) {
        add(scores, Hall::Advice, 5.5);
    } else if asks_later(sentence) {
        add(scores, Hall::Advice, 5.0);
    } else if tells(words) {
        add(scores, Hall::Advice, 4.0);
    }
    let quantity = sentence.contains('%') || words.iter().any(is_number);
    if is_past(words) {
        add(scores, Hall::Discovery, 1.5);
        add(scores, Hall::Discovery, if quantity { 0.7 } else { 0.0 });
        add(scores, Hall::Event, if has_day(words) { 3.0 } else { 0.0 });
    } else if quantity {
        add(scores, Hall::Fact, 1.2);
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().next().is_some_and(|b| b.is_ascii_digit())
}

/// Whether what follows the opening clause of a sentence, a colon or a semicolon asks the reader to
/// do something.
fn asks_later(sentence: &str) -> bool {
    let opening = sentence.split_ascii_whitespace().next().unwrap_or_default();
    let led = leads(&opening.to_ascii_lowercase());
    let after = sentence.split([':', ';']).skip(1);
    let so = sentence.split(", so ").skip(1).take(1);
    let clauses = sentence.split(", ").skip(1).filter(|_| led);
    after.chain(so).chain(clauses).any(asks)
}

/// Whether somebody is told, asked or urged to do something: the verb, then "to" within four words.
/// A sentence that opens with "Asked to …" tells of a poll.
fn tells(words: &Words) -> bool {
    let all: Vec<&str> = words.iter().collect();
    let after = |at: usize| all.iter().skip(at + 1).take(4).any(|word| *word == "to");
    all.iter().enumerate().skip(1).any(|(at, word)| is_telling(word) && after(at))
}

/// Whether a clause begins as an imperative does.
fn asks(clause: &str) -> bool {
    let words = Words::of(clause, 4);
    let word = |at| words.get(at).unwrap_or_default();
    match (word(0), word(1)) {
        ("do", "not") | ("don", "t") | ("make", "sure") | ("be", "sure") => true,
        ("never" | "always" | "only" | "first", verb) => is_base(verb),
        (verb, next) if is_base(verb) => !matches!(next, "of" | "is" | "are" | "was"),
        (verb, next) => {
            let ending = ["ing", "ed", "ly", "s"].iter().any(|end| verb.ends_with(end));
            let base = !ending && !is_joint(verb) && verb.len() > 2 && verb.is_ascii();
            base && opens_object(next)
        }
    }
}

/// Whether something in the sentence is told in the past tense.
fn is_past(words: &Words) -> bool {
    let past = |at: usize, word: &str| {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).unwrap_or_default();
        let regular = word.len() > 4 && word.ends_with("ed") && !is_no_past(word);
        lists::is_past(word) || (regular && !is_before_participle(before))
    };
    words.iter().enumerate().any(|(at, word)| past(at, word))
}

/// Whether a day or a month of a year is named.
fn has_day(words: &Words) -> bool {
    let all: Vec<&str> = words.iter().collect();
    all.windows(2).any(|pair| match pair {
        [a, b] => (is_month(a) && is_number(b)) || (is_number(a) && is_month(b)),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_can_be_found() {
        for (hall, weight, pattern) in CUES {
            assert!(*weight > 0.0 && alternatives(pattern).is_ok(), "{hall:?} {pattern}");
        }
    }

    #[test]
    fn sentences_find_their_halls() {
        let claim = NodeKind::Claim;
        for (kind, sentence, expected) in [
            (NodeKind::Concept, "The ratio of the load to the strength.", Hall::Fact),
            (NodeKind::Entity, "", Hall::Fact),
            (NodeKind::Event, "The plant closed on 3 October 2017.", Hall::Event),
            (claim, "The plant closed on 3 October 2017.", Hall::Event),
            (claim, "Yields rose by 12 % after the second year.", Hall::Discovery),
            (claim, "We found that grazing was associated with lower cover.", Hall::Discovery),
            (claim, "Nurses should turn patients every two hours.", Hall::Advice),
            (claim, "Check the seals before each run.", Hall::Advice),
            (claim, "When the lamp is red, do not open the door.", Hall::Advice),
            (claim, "The warden asks visitors to stay on the path.", Hall::Advice),
            (claim, "So that others can follow, write down every setting.", Hall::Advice),
            (claim, "Asked to choose, most wardens want foot patrols.", Hall::Preference),
            (claim, "Most wardens prefer foot patrols to cameras.", Hall::Preference),
            (claim, "Residents are worried about the new road.", Hall::Sentiment),
            (claim, "Paper will always outlive the screen.", Hall::Claim),
            (claim, "A deed must be signed by both parties under the act.", Hall::Fact),
            (claim, "Water boils at 100 °C at sea level.", Hall::Fact),
            (claim, "", Hall::Claim),
            (claim, "沼は炭素を貯める。", Hall::Claim),
        ] {
            let (found, confidence) = hall(kind, sentence);
            assert_eq!(found, expected, "{sentence}");
            assert!(confidence > 0.0 && confidence <= 1.0, "{sentence}");
        }
    }
}

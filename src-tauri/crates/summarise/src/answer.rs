//! Which sentences answer a question, and whether any does. Each sentence is weighed by how many of the
//! question's telling words it has, how near it is in meaning, and how well its passage was found; what is
//! chosen does not repeat itself. Whether that is an answer is judged by small weights, fitted on questions
//! whose documents were there or were taken away. It reads no vault and embeds nothing.

use crate::support::stance;
use language::{List, StemKey, bm25, telling, words};
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// Most sentences of an answer.
pub const MOST: usize = 5;
/// A question with less confidence than this is declined.
pub const ANSWERED: f32 = 0.5;
/// What the words of a sentence, its meaning and its passage count.
const SHARES: (f32, f32, f32) = (0.5, 0.35, 0.15);
/// A further sentence must be this near to the best.
const NEAR: f32 = 0.7;
/// Share of a sentence's words that may stand in those before it.
const REPEATED: f32 = 0.6;

/// A sentence that may answer.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its words.
    pub text: String,
    /// Which passage it is from, best first.
    pub passage: usize,
    /// The passage's fused score.
    pub score: f32,
    /// Cosine of its meaning with the question's, where a model is there.
    pub alike: Option<f32>,
}

/// What the numbers are by which an answer is judged, as `assets/grounding/answers.txt` has them.
pub const NAMES: [&str; 10] = [
    "bias",
    "sentence cover",
    "passage cover",
    "cover of all",
    "alike",
    "alike of third",
    "no meaning",
    "rarest found",
    "best score",
    "question length",
];

/// The numbers of one question.
pub type Signals = [f32; NAMES.len()];

/// What was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Candidates by their place, and how well each fits, best first.
    pub sentences: Vec<(usize, f32)>,
    /// Pairs of these of which one denies what the other says.
    pub at_odds: Vec<(usize, usize)>,
    /// All candidates by how well they fit.
    pub ranked: Vec<usize>,
    /// How likely they answer, 0 to 1.
    pub confidence: f32,
    /// Why.
    pub signals: Signals,
}

/// Whether a text has a word that tells anything.
pub fn asks(question: &str) -> bool {
    !asked_for(question).is_empty()
}

/// The telling words of a question, those by which it asks apart.
fn asked_for(question: &str) -> HashSet<StemKey> {
    let asking = List::of("question words");
    let told = words(question).filter(|(_, word)| !asking.has(&word.to_lowercase()));
    told.flat_map(|(_, word)| telling(word)).collect()
}

/// What sentences say to a question that asks for yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They say it.
    Yes,
    /// They deny it.
    No,
    /// They leave it open.
    Maybe,
}

impl Verdict {
    /// In a word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Maybe => "maybe",
        }
    }
}

/// What the first of `sentences` says to a question: no where it denies what is asked, maybe where it only
/// supposes it. `None` where there is none.
pub fn verdict(question: &str, sentences: &[&str]) -> Option<Verdict> {
    let best = sentences.first()?;
    let (turned, supposed) = stance(question, best);
    Some(match (turned, supposed) {
        (true, _) => Verdict::No,
        (_, true) => Verdict::Maybe,
        _ => Verdict::Yes,
    })
}

/// Chooses among sentences.
pub fn choose(question: &str, candidates: &[Candidate]) -> Chosen {
    let words: Vec<HashSet<StemKey>> =
        candidates.iter().map(|one| telling(&one.text).into_iter().collect()).collect();
    let asked = asked_for(question);
    let mut with: HashMap<StemKey, u64> = asked.iter().map(|word| (*word, 0)).collect();
    for word in words.iter().flatten() {
        with.entry(*word).and_modify(|count| *count += 1);
    }
    let all = candidates.len() as u64;
    let idf = |word: &StemKey| bm25::idf(all, with.get(word).copied().unwrap_or(0)) as f32;
    let total: f32 = asked.iter().map(idf).sum();
    let cover = |said: &HashSet<StemKey>| {
        let found: f32 = asked.intersection(said).map(idf).sum();
        if total > 0.0 { found / total } else { 0.0 }
    };
    let best_score = candidates.iter().map(|one| one.score).fold(0.0, f32::max);
    let fit = |(one, said): (&Candidate, &HashSet<StemKey>)| {
        let place = if best_score > 0.0 { one.score / best_score } else { 0.0 };
        // what has no meaning here is weighed by its words
        let alike = one.alike.unwrap_or_else(|| cover(said)).max(0.0);
        SHARES.0 * cover(said) + SHARES.1 * alike + SHARES.2 * place
    };
    let fits: Vec<f32> = candidates.iter().zip(&words).map(fit).collect();
    let value = |at: &usize| fits.get(*at).copied().unwrap_or_default();
    let mut ranked: Vec<usize> = (0..candidates.len()).collect();
    ranked.sort_by(|one, other| value(other).total_cmp(&value(one)).then(one.cmp(other)));

    let mut sentences: Vec<(usize, f32)> = Vec::new();
    let mut at_odds = Vec::new();
    let text = |at: usize| candidates.get(at).map_or("", |one| one.text.as_str());
    let denies = |one: usize, other: usize| {
        stance(text(one), text(other)).0 && stance(text(other), text(one)).0
    };
    let mut said: HashSet<StemKey> = HashSet::new();
    let least = ranked.first().map_or(0.0, |best| NEAR * value(best));
    for at in &ranked {
        let Some(here) = words.get(*at) else { continue };
        let again = here.intersection(&said).count() as f32;
        if sentences.len() == MOST || value(at) < least {
            break;
        }
        // what says the same in other words is left out, what denies it is not
        let repeats = again > REPEATED * here.len() as f32;
        let denied = sentences.iter().map(|it| it.0).find(|first| repeats && denies(*first, *at));
        if !repeats || denied.is_some() {
            at_odds.extend(denied.map(|first| (first, *at)));
            sentences.push((*at, value(at)));
            said.extend(here);
        }
    }

    let mut passages: HashMap<usize, HashSet<StemKey>> = HashMap::new();
    for (one, said) in candidates.iter().zip(&words) {
        passages.entry(one.passage).or_default().extend(said);
    }
    let mut alike: Vec<f32> = candidates.iter().filter_map(|one| one.alike).collect();
    alike.sort_by(|one, other| other.total_cmp(one));
    let whole: HashSet<StemKey> = words.iter().flatten().copied().collect();
    let best_words = ranked.first().and_then(|at| words.get(*at));
    let rarest = asked.iter().max_by(|one, other| idf(one).total_cmp(&idf(other)));
    let signals = [
        1.0,
        words.iter().map(&cover).fold(0.0, f32::max),
        passages.values().map(&cover).fold(0.0, f32::max),
        // words that nothing found has at all
        share(asked.intersection(&whole).count(), asked.len()),
        alike.first().copied().unwrap_or_default(),
        alike.get(2).copied().unwrap_or_default(),
        f32::from(u8::from(alike.is_empty())),
        f32::from(u8::from(rarest.zip(best_words).is_some_and(|(word, said)| said.contains(word)))),
        best_score,
        (1.0 + asked.len() as f32).ln(),
    ];
    let confidence = if sentences.is_empty() || asked.is_empty() { 0.0 } else { judged(&signals) };
    Chosen { sentences, at_odds, ranked, confidence, signals }
}

fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

static WEIGHTS: LazyLock<Signals> = LazyLock::new(|| {
    let mut weights = [0.0; NAMES.len()];
    for line in include_str!("../../../../assets/grounding/answers.txt").lines() {
        let Some((name, value)) = line.split_once('\t') else { continue };
        let at = NAMES.iter().position(|one| *one == name);
        let slot = at.and_then(|at| weights.get_mut(at)).zip(value.parse::<f32>().ok());
        if let Some((slot, value)) = slot {
            *slot = value;
        }
    }
    weights
});

fn judged(signals: &Signals) -> f32 {
    let sum: f32 = signals.iter().zip(WEIGHTS.iter()).map(|(value, weight)| value * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(text: &str, passage: usize) -> Candidate {
        Candidate { text: text.into(), passage, score: 1.0 / (passage + 1) as f32, alike: None }
    }

    #[test]
    fn sentences_are_chosen_by_the_question_and_say_nothing_twice() {
        let candidates = [
            candidate("The meeting was held in Oslo.", 0),
            candidate("Aspirin lowers the risk of stroke in adults.", 1),
            candidate("Aspirin lowers the risk of stroke in adults!", 2),
            candidate("The risk of bleeding rises with aspirin.", 3),
        ];
        let chosen = choose("Does aspirin lower the risk of stroke?", &candidates);
        let places: Vec<usize> = chosen.sentences.iter().map(|it| it.0).collect();
        assert_eq!(places.first(), Some(&1));
        assert!(!places.contains(&2) && places.len() <= MOST, "{places:?}");
        let odds = [
            candidate("Aspirin does not lower the risk of stroke in adults.", 0),
            candidate("Aspirin lowers the risk of stroke in adults.", 1),
        ];
        let both = choose("Does aspirin lower the risk of stroke?", &odds);
        assert_eq!((both.sentences.len(), both.at_odds.len()), (2, 1), "{both:?}");
        for question in ["", "?!", "of the and"] {
            assert_eq!(choose(question, &candidates).confidence, 0.0, "{question}");
            assert!(!asks(question));
        }
        assert!(choose("Does aspirin help?", &[]).sentences.is_empty());
    }

    #[test]
    fn every_weight_has_its_number() {
        let text = include_str!("../../../../assets/grounding/answers.txt");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), NAMES.len());
        for line in lines {
            let (name, value) = line.split_once('\t').unwrap();
            assert!(NAMES.contains(&name) && value.parse::<f32>().unwrap().is_finite(), "{line}");
        }
    }
}

//! Key phrases of a document by statistics alone. Candidates are RAKE's: runs of content words between
//! stop words and punctuation (Rose, Engel, Cramer, Cowley 2010, "Automatic keyword extraction from
//! individual documents"). Their worth is YAKE's: case, position, frequency, relatedness, spread
//! (Campos et al. 2020, "YAKE! Keyword extraction from single documents using multiple local
//! features"). Only what repeats counts: one mention is no statistic.

use crate::lists::is_stop;
use language::work;
use language::{Shape, Word};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Words in a phrase.
const WORDS: Range<usize> = 2..5;
/// Most phrases of a document.
const MOST: usize = 40;
/// Neighbours of a word that are told apart.
const NEIGHBOURS: usize = 256;

/// A phrase, and where it stands: sentence, words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phrase {
    /// Places, in order.
    pub places: Vec<(usize, Range<usize>)>,
    /// Worth from 0 (least) to 1, among the phrases of the document.
    pub worth: f32,
}

/// Where a phrase stands: sentence, words.
type Places = Vec<(usize, Range<usize>)>;

/// What is counted of one word (YAKE's features).
#[derive(Default)]
struct Term<'a> {
    count: f32,
    upper: f32,
    capital: f32,
    after_to: f32,
    sentences: Vec<u32>,
    left: HashSet<&'a str>,
    right: HashSet<&'a str>,
    left_count: f32,
    right_count: f32,
}

/// The key phrases of a document's sentences, best first.
pub(crate) fn key_phrases(sentences: &[&[Word<'_>]]) -> Vec<Phrase> {
    let terms = count(sentences);
    let mut places: HashMap<String, Places> = HashMap::new();
    for (nth, words) in sentences.iter().enumerate() {
        for run in runs(words) {
            let Some(phrase) = words.get(run.clone()) else { continue };
            if fits(phrase, &terms) {
                let key: Vec<&str> = phrase.iter().map(|word| &*word.lower).collect();
                places.entry(key.join(" ")).or_default().push((nth, run));
            }
        }
    }
    let scores = score(&terms, sentences.len());
    let mut found: Vec<(f32, String, Places)> = places
        .into_iter()
        .filter(|(_, places)| {
            let first = places.first().map(|place| place.0);
            places.iter().any(|place| Some(place.0) != first)
        })
        .map(|(key, places)| {
            let parts = key.split(' ').filter_map(|word| scores.get(word));
            let (product, sum) = parts.fold((1.0, 0.0), |(p, s), score| (p * score, s + score));
            (product / (places.len() as f32 * (1.0 + sum)), key, places)
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let words: usize = sentences.iter().map(|words| words.len()).sum();
    found.truncate((3 + words / 120).min(MOST));
    let last = found.len().max(1) as f32;
    let ranked = found.into_iter().enumerate();
    ranked.map(|(nth, (_, _, places))| Phrase { places, worth: 1.0 - nth as f32 / last }).collect()
}

/// Runs of content words, as RAKE has them.
fn runs(words: &[Word<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for at in 0..=words.len() {
        let Some(word) = words.get(at) else {
            found.push(start..at);
            break;
        };
        let stop = is_stop(&word.lower);
        if word.apart || stop {
            found.push(start..at);
            start = at + usize::from(stop);
        }
    }
    found.retain(|run| WORDS.contains(&run.len()));
    found
}

/// Whether the run looks like nouns: letters, no adverb, no participle at its end, no verb.
fn fits(phrase: &[Word<'_>], terms: &HashMap<&str, Term<'_>>) -> bool {
    let verb = |word: &Word<'_>| {
        terms.get(&*word.lower).is_some_and(|term| term.after_to * 4.0 >= term.count)
    };
    let plain = phrase.iter().all(|word| {
        word.text.len() <= 40
            && word.text.chars().filter(|c| c.is_alphabetic()).count() >= 2
            && !matches!(word.shape, Shape::Number | Shape::Ordinal)
            && !word.lower.ends_with("ly")
            && !verb(word)
    });
    let (Some(first), Some(last)) = (phrase.first(), phrase.last()) else { return false };
    let begins = !first.lower.ends_with("ing") || first.lower.len() > 9;
    let ends =
        !last.lower.ends_with("ed") && !last.lower.ends_with("ive") && !last.lower.ends_with("al");
    plain && begins && ends
}

fn count<'a>(sentences: &[&'a [Word<'_>]]) -> HashMap<&'a str, Term<'a>> {
    let mut terms: HashMap<&str, Term<'_>> = HashMap::new();
    for (nth, words) in sentences.iter().enumerate() {
        for (at, word) in words.iter().enumerate() {
            work();
            if is_stop(&word.lower) {
                continue;
            }
            let last = at.checked_sub(1).and_then(|at| words.get(at)).filter(|_| !word.apart);
            let next = words.get(at + 1).filter(|next| !next.apart);
            let term = terms.entry(&word.lower).or_default();
            term.count += 1.0;
            term.upper += f32::from(word.shape == Shape::Upper);
            term.capital += f32::from(word.is_capital() && at > 0);
            let nth = u32::try_from(nth).unwrap_or(u32::MAX);
            if term.sentences.last() != Some(&nth) {
                term.sentences.push(nth);
            }
            if let Some(last) = last {
                let verb = matches!(
                    &*last.lower,
                    "to" | "will" | "can" | "we" | "they" | "may" | "should" | "must"
                );
                term.after_to += f32::from(verb);
                term.left_count += 1.0;
                if term.left.len() < NEIGHBOURS {
                    term.left.insert(&last.lower);
                }
            }
            if let Some(next) = next {
                term.right_count += 1.0;
                if term.right.len() < NEIGHBOURS {
                    term.right.insert(&next.lower);
                }
            }
        }
    }
    terms
}

/// YAKE's score of each word: the lower, the better.
fn score<'a>(terms: &HashMap<&'a str, Term<'_>>, sentences: usize) -> HashMap<&'a str, f32> {
    let count = terms.len().max(1) as f32;
    let mean = terms.values().map(|term| term.count).sum::<f32>() / count;
    let spread = terms.values().map(|term| (term.count - mean).powi(2)).sum::<f32>() / count;
    let most = terms.values().map(|term| term.count).fold(1.0, f32::max);
    let scored = |(word, term): (&&'a str, &Term<'_>)| {
        let case = term.upper.max(term.capital) / (1.0 + term.count.ln());
        let middle = term.sentences.get(term.sentences.len() / 2).copied().unwrap_or(0);
        let position = (3.0 + middle as f32).ln().ln().max(0.01);
        let frequency = term.count / (mean + spread.sqrt());
        let variety = |set: &HashSet<&str>, count: f32| set.len() as f32 / count.max(1.0);
        let sides = variety(&term.left, term.left_count) + variety(&term.right, term.right_count);
        let relatedness = 1.0 + sides * term.count / most;
        let different = term.sentences.len() as f32 / sentences.max(1) as f32;
        let worth = case + frequency / relatedness + different / relatedness;
        (*word, relatedness * position / worth.max(0.001))
    };
    terms.iter().map(scored).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::shaped;

    #[test]
    fn what_repeats_is_a_key_phrase() {
        let text = [
            "Salt marshes store carbon in young sediment.",
            "The accretion rate of salt marshes is measured with cores.",
            "We quickly measured the accretion rate again.",
            "Nobody measured birds.",
        ];
        let read: Vec<Vec<Word<'_>>> = text.iter().map(|text| shaped(text, 0)).collect();
        let sentences: Vec<&[Word<'_>]> = read.iter().map(Vec::as_slice).collect();
        let found = key_phrases(&sentences);
        let mut names: Vec<String> = found
            .iter()
            .map(|phrase| {
                let (nth, range) = phrase.places[0].clone();
                read[nth][range].iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
            })
            .collect();
        names.sort();
        assert_eq!(names, ["accretion rate"]);
        assert!(key_phrases(&[]).is_empty());
    }
}

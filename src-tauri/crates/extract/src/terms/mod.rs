//! What a document is about: its terms and names, ranked by what makes one worth keeping, and kept few.
//! Candidates are the sequences of nouns and what modifies them, and runs of capitals; their worth is a
//! logistic regression over where and how often they stand and how special their words are, fitted by
//! `assets/terms/train.py` on the keywords that authors give.

pub(crate) mod background;
mod count;
mod term;
mod worth;

pub(crate) use count::Reading;
pub(crate) use term::Term;
pub(crate) use worth::NAMES;

use std::collections::HashSet;
use std::ops::Range;

/// Fewest and most terms of a document.
const FEWEST: f32 = 5.0;
const MOST: f32 = 15.0;
/// What is less likely right and useful is hopeless.
const LEAST: f32 = 0.3;
/// Terms beyond those kept that a person may be asked of.
const ASKED: usize = 5;

/// The terms of a document, best first: about as many as its author would list, less what the author
/// did, and a few more.
pub(crate) fn terms(reading: &Reading<'_>, listed: usize) -> Vec<Term> {
    let most = kept(reading.lines.len()).saturating_sub(listed) + ASKED;
    let mut chosen: Vec<Term> = Vec::with_capacity(most);
    for term in ranked(reading).into_iter().filter(|term| term.right >= LEAST) {
        if chosen.len() == most {
            break;
        }
        if !chosen.iter().any(|better| is_within(&term.stems, &better.stems)) {
            chosen.push(term);
        }
    }
    chosen
}

/// About as many as an author lists for a text of so many sentences.
fn kept(lines: usize) -> usize {
    (2.0 + (lines as f32).sqrt()).clamp(FEWEST, MOST) as usize
}

/// All candidates, best first.
pub(crate) fn ranked(reading: &Reading<'_>) -> Vec<Term> {
    let mut all = count::candidates(reading);
    all.sort_by(|a, b| b.worth.total_cmp(&a.worth).then_with(|| a.places.cmp_by(&b.places)));
    all
}

/// Whether one is a part of the other: the better one speaks for both.
fn is_within(one: &[u32], other: &[u32]) -> bool {
    let (few, many) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let many: HashSet<u32> = many.iter().copied().collect();
    few.iter().all(|stem| many.contains(stem))
}

/// An order of places, for ties.
trait Places {
    fn cmp_by(&self, other: &Self) -> std::cmp::Ordering;
}

impl Places for Vec<(usize, Range<usize>)> {
    fn cmp_by(&self, other: &Self) -> std::cmp::Ordering {
        let key =
            |places: &Self| places.first().map(|(line, words)| (*line, words.start, words.end));
        key(self).cmp(&key(other))
    }
}

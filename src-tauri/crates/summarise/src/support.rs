//! How far sources say a claim. A claim is cut into its parts, and each must be said by one sentence of
//! one source, or by two that follow each other: what joins two sources is held by each in its part.
//! A number, a name or a denial that the sentence has not is a failure whatever the score; the score is
//! what small weights, fitted on labelled pairs, make of how the words lie beside each other. Words copied
//! from a source always hold.

mod amounts;
mod features;
mod kin;
mod missing;
mod reading;
mod weights;

pub use missing::Missing;

use features::{Alignment, Seen, Source};
use language::{List, sentences};
use reading::{Token, read};
use std::ops::Range;

/// A claim with less support than this is dropped.
pub const KEPT: f32 = 0.7;
/// Most of a claim that is read, in bytes: longer ones hold only as quotations.
const CLAIM_BYTES: usize = 4_000;
/// Windows of a source that are looked at closely.
const CLOSELY: usize = 6;
/// Words at the beginning of a sentence of which one may refer back.
const OPENING: usize = 6;
/// Fewest telling words of a part that stands for itself.
const PART_WORDS: usize = 3;

/// What was found of a claim in its sources.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// 0 to 1.
    pub score: f32,
    /// What the claim has and no source has; a claim with any is dropped, whatever the score.
    pub missing: Vec<Missing>,
    /// What says it best, a passage for each part of the claim, in order.
    pub evidence: Vec<Evidence>,
}

/// A passage that says a part of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Which source.
    pub source: usize,
    /// Bytes of the source.
    pub span: Range<usize>,
}

impl Support {
    /// Whether the claim may stand.
    pub fn holds(&self) -> bool {
        self.missing.is_empty() && self.score >= KEPT
    }

    fn nothing() -> Self {
        Self { score: 0.0, missing: Vec::new(), evidence: Vec::new() }
    }
}

/// How far `sources`, passages of documents, say `claim`.
pub fn support(claim: &str, sources: &[&str]) -> Support {
    Sources::new(sources).support(claim)
}

/// Whether `source` denies what `claim` says of the words that they share, and whether it only supposes it.
pub(crate) fn stance(claim: &str, source: &str) -> (bool, bool) {
    let (words, tokens) = (read(claim), read(source));
    let all = 0..tokens.len();
    let source = Source::new(tokens);
    let seen = Alignment::new(&words, &source).seen(&(0..words.len()), &all, 1);
    let supposes = |words: &[Token]| words.iter().any(|word| kin::hedges(&word.lower));
    let turned = seen.missing.contains(&Missing::Negation);
    (turned, supposes(&source.tokens) && !supposes(&words))
}

/// Sources read once, for many claims.
pub struct Sources<'a> {
    texts: Vec<&'a str>,
    read: Vec<(Source, Vec<Window>)>,
}

/// One sentence, or two in a row.
#[derive(Clone, Debug)]
struct Window {
    words: Range<usize>,
    bytes: Range<usize>,
    /// Two where the second sentence stands for itself.
    sentences: usize,
}

/// The best that was found of a part.
struct Found {
    score: f32,
    seen: Seen,
    evidence: Evidence,
}

impl<'a> Sources<'a> {
    /// Reads passages of documents.
    pub fn new(sources: &[&'a str]) -> Self {
        let read = sources.iter().map(|text| {
            let tokens = read(text);
            let windows = windows(text, &tokens);
            (Source::new(tokens), windows)
        });
        Self { texts: sources.to_vec(), read: read.collect() }
    }

    /// How far they say `claim`.
    pub fn support(&self, claim: &str) -> Support {
        if let Some(evidence) = self.quoted(claim.trim()) {
            return Support { score: 1.0, missing: Vec::new(), evidence: vec![evidence] };
        }
        if claim.len() > CLAIM_BYTES {
            return Support::nothing();
        }
        let words = read(claim);
        if !words.iter().any(Token::tells) {
            return Support::nothing();
        }
        let aligned: Vec<Alignment<'_>> =
            self.read.iter().map(|(source, _)| Alignment::new(&words, source)).collect();
        let whole = self.part(&aligned, &(0..words.len())).map(|found| joined(vec![found]));
        let parts = parts(claim, &words);
        let parted = (parts.len() > 1).then(|| {
            let found: Option<Vec<Found>> =
                parts.iter().map(|part| self.part(&aligned, part)).collect();
            found.map(joined)
        });
        let better = |one: &Support, other: &Support| {
            let rank = |it: &Support| (it.missing.is_empty(), it.score);
            rank(one) >= rank(other)
        };
        match (whole, parted.flatten()) {
            (Some(whole), Some(parted)) if better(&whole, &parted) => whole,
            (_, Some(parted)) => parted,
            (Some(whole), None) => whole,
            (None, None) => Support::nothing(),
        }
    }

    /// Where a source has the claim word for word.
    fn quoted(&self, claim: &str) -> Option<Evidence> {
        if claim.is_empty() {
            return None;
        }
        let found = |(source, text): (usize, &&str)| {
            let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
            let whole = |(at, _): &(usize, &str)| {
                let before = text.get(..*at).and_then(|it| it.chars().next_back());
                let after = text.get(at + claim.len()..).and_then(|it| it.chars().next());
                edge(before) && edge(after)
            };
            let (at, _) = text.match_indices(claim).find(whole)?;
            Some(Evidence { source, span: at..at + claim.len() })
        };
        self.texts.iter().enumerate().find_map(found)
    }

    /// The window that says a part best: one without a failure, where there is one.
    fn part(&self, aligned: &[Alignment<'_>], part: &Range<usize>) -> Option<Found> {
        let mut best: Option<Found> = None;
        for (number, (alignment, (_, windows))) in aligned.iter().zip(&self.read).enumerate() {
            let mut ranked: Vec<(f32, &Window)> =
                windows.iter().map(|it| (alignment.cover(part, &it.words), it)).collect();
            ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
            for (_, window) in ranked.into_iter().take(CLOSELY) {
                let seen = alignment.seen(part, &window.words, window.sentences);
                let score = weights::judged(&seen.row);
                let rank = (seen.missing.is_empty(), score);
                if best.as_ref().is_none_or(|it| rank > (it.seen.missing.is_empty(), it.score)) {
                    let evidence = Evidence { source: number, span: window.bytes.clone() };
                    best = Some(Found { score, seen, evidence });
                }
            }
        }
        best
    }

    /// The numbers by which a claim of one part and its best window are judged, with their names, for
    /// fitting.
    pub fn judged_by(&self, claim: &str) -> Option<Vec<(&'static str, f32)>> {
        let words = read(claim);
        if parts(claim, &words).len() > 1 {
            return None;
        }
        let aligned: Vec<Alignment<'_>> =
            self.read.iter().map(|(source, _)| Alignment::new(&words, source)).collect();
        let found = self.part(&aligned, &(0..words.len()))?;
        Some(features::NAMES.into_iter().zip(found.seen.row).collect())
    }
}

/// Each sentence of a text, and each two in a row.
fn windows(text: &str, tokens: &[Token]) -> Vec<Window> {
    let single = sentences(text).filter_map(|bytes| {
        let from = tokens.partition_point(|token| token.at.start < bytes.start);
        let to = tokens.partition_point(|token| token.at.start < bytes.end);
        (from < to).then_some(Window { words: from..to, bytes, sentences: 1 })
    });
    let single: Vec<Window> = single.collect();
    let both = |pair: &[Window]| match pair {
        [one, two] => {
            // what refers back says its meaning with the sentence before it
            let opening = tokens.get(two.words.clone()).unwrap_or_default().iter().take(OPENING);
            let refers = opening.into_iter().any(|word| List::of("refers back").has(&word.lower));
            Some(Window {
                words: one.words.start..two.words.end,
                bytes: one.bytes.start..two.bytes.end,
                sentences: if refers { 1 } else { 2 },
            })
        }
        _ => None,
    };
    let pairs: Vec<Window> = single.windows(2).filter_map(both).collect();
    single.into_iter().chain(pairs).collect()
}

/// The parts of a claim that may be said by different sources: its sentences, and clauses that a mark and
/// a conjunction, or a semicolon, set apart.
fn parts(claim: &str, words: &[Token]) -> Vec<Range<usize>> {
    let ends: Vec<usize> = sentences(claim).map(|sentence| sentence.end).collect();
    let mut edges = vec![0];
    for (at, pair) in (1..).zip(words.windows(2)) {
        let [before, word] = pair else { continue };
        let gap = claim.get(before.at.end..word.at.start).unwrap_or_default();
        let joins = matches!(&*word.lower, "and" | "but" | "while" | "whereas" | "although");
        let cut = gap.contains(';')
            || (gap.contains(',') && joins)
            || ends.iter().any(|end| before.at.end <= *end && *end <= word.at.start);
        if cut {
            edges.push(at);
        }
    }
    edges.push(words.len());
    let mut parts: Vec<Range<usize>> = Vec::new();
    for pair in edges.windows(2) {
        let [from, to] = pair else { continue };
        let telling = |part: &Range<usize>| {
            words.get(part.clone()).unwrap_or_default().iter().filter(|word| word.tells()).count()
        };
        let small = telling(&(*from..*to)) < PART_WORDS;
        match parts.last_mut() {
            Some(last) if small || telling(last) < PART_WORDS => last.end = *to,
            _ => parts.push(*from..*to),
        }
    }
    parts
}

/// A claim is said as far as the least of its parts.
fn joined(parts: Vec<Found>) -> Support {
    let score = parts.iter().map(|part| part.score).fold(1.0, f32::min);
    let mut support = Support { score, missing: Vec::new(), evidence: Vec::new() };
    for part in parts {
        support.missing.extend(part.seen.missing);
        support.evidence.push(part.evidence);
    }
    support
}

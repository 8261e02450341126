//! A text read once for comparing: its words with what they weigh, its names, its amounts, and what is
//! denied in it.

use super::{
    amounts::Amount,
    kin::{self, Key},
};
use language::{List, Shape, Word, is_common, is_stop_word, runs, shaped};
use std::ops::Range;

/// A word.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub lower: Box<str>,
    pub key: Key,
    /// 0 for words that tell nothing.
    pub weight: f32,
    pub name: bool,
    pub amount: Option<Amount>,
    /// The denial under which it stands in its clause, by number.
    pub denied: Option<usize>,
    /// Of the first two telling words after a denial.
    pub head: bool,
    pub at: Range<usize>,
    /// What stands before it ends a clause.
    pub clause: bool,
}

impl Token {
    pub fn tells(&self) -> bool {
        self.weight > 0.0
    }
}

/// A word that English has, one it has not, and an amount.
const WEIGHTS: (f32, f32, f32) = (1.0, 2.0, 2.0);

/// Reads the words of a text.
pub(super) fn read(text: &str) -> Vec<Token> {
    let words = shaped(text, 0);
    // where most words have capitals, these tell no names
    let capitals = words.iter().filter(|word| word.shape == Shape::Title).count();
    let titled = words.len() > 3 && 2 * capitals > words.len();
    let mut tokens = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let opens = at == 0 || word.gap.contains(['.', '!', '?', '\n', '"', '“', ':']);
        let clause = word.gap.contains([',', ';', ':', '(', ')', '—', '–'])
            || opens
            || matches!(&*word.lower, "but" | "although" | "though" | "whereas" | "while");
        push(&mut tokens, word, words.get(at + 1), opens || titled, clause);
    }
    deny(&mut tokens);
    tokens
}

fn push(
    tokens: &mut Vec<Token>,
    word: &Word<'_>,
    next: Option<&Word<'_>>,
    plain: bool,
    clause: bool,
) {
    let first = tokens.len();
    let digit = word.text.starts_with(|c: char| c.is_ascii_digit());
    if digit || word.shape == Shape::Number {
        for (at, amount) in Amount::of_word(word, next) {
            let written = word.text.get(at.clone()).unwrap_or_default();
            let mut token = token(written, word.start + at.start, false);
            (token.amount, token.weight) = (Some(amount), WEIGHTS.2);
            tokens.push(token);
        }
    } else {
        for at in pieces(word.text) {
            let piece = word.text.get(at.clone()).unwrap_or_default();
            let lower = piece.to_lowercase();
            let shouted = piece.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit());
            let name = piece.chars().nth(1).is_some()
                && !is_stop_word(&lower)
                && (shouted
                    || (piece.starts_with(char::is_uppercase) && !(plain && is_known(&lower))));
            let mut token = token(piece, word.start + at.start, name);
            token.amount = Amount::of_name(&lower);
            tokens.push(token);
        }
        let denies = word.lower.ends_with("n't") || word.lower.ends_with("n’t");
        if let Some(token) = tokens.get_mut(first).filter(|_| denies) {
            token.lower = word.lower.as_ref().into();
        }
    }
    if let Some(token) = tokens.get_mut(first) {
        token.clause = clause;
    }
}

/// The pieces of a word that hyphens join: plain words stand alone, what is left of a name stays together:
/// `GSK-3-dependent` is `GSK-3` and `dependent`.
fn pieces(word: &str) -> Vec<Range<usize>> {
    let plain = |run: &str| run.chars().count() > 3 && run.chars().all(char::is_lowercase);
    let mut found: Vec<(Range<usize>, bool)> = Vec::new();
    for (at, run) in runs(word) {
        let (here, plain) = (at..at + run.len(), plain(run));
        let glue = word.get(found.last().map_or(0, |last| last.0.end)..at).unwrap_or_default();
        match found.last_mut() {
            // an apostrophe's second half
            Some(_) if glue.contains(['\'', '’']) && run.len() < 3 => {}
            Some(last) if !last.1 && !plain => last.0.end = here.end,
            _ => found.push((here, plain)),
        }
    }
    found.into_iter().map(|(at, _)| at).collect()
}

fn is_known(lower: &str) -> bool {
    is_common(lower)
        || is_common(lower.trim_end_matches('s'))
        || is_common(lower.trim_end_matches("ed"))
}

fn token(written: &str, start: usize, name: bool) -> Token {
    let lower = written.to_lowercase();
    let tells = written.chars().nth(1).is_some()
        && !is_stop_word(&lower)
        && !List::of("auxiliaries of tense").has(&lower)
        && kin::denies(&[&lower]) == 0;
    let weight = match (tells, name || !is_known(&lower)) {
        (false, _) => 0.0,
        (true, false) => WEIGHTS.0,
        (true, true) => WEIGHTS.1,
    };
    Token {
        key: kin::key(&lower),
        lower: lower.into(),
        weight,
        name,
        amount: None,
        denied: None,
        head: false,
        at: start..start + written.len(),
        clause: false,
    }
}

/// Marks what stands under a denial: to the end of its clause, or of the next where nothing stands in it.
fn deny(tokens: &mut [Token]) {
    let lower: Vec<Box<str>> = tokens.iter().map(|token| token.lower.clone()).collect();
    let lower: Vec<&str> = lower.iter().map(AsRef::as_ref).collect();
    let mut at = 0;
    while at < tokens.len() {
        let count = kin::denies(lower.get(at..).unwrap_or_default());
        at += count.max(1);
        if count == 0 {
            continue;
        }
        let mut heads = 0;
        for token in tokens.iter_mut().skip(at) {
            if token.clause && heads > 0 {
                break;
            }
            if token.tells() {
                heads += 1;
                token.head |= heads <= 2;
                token.denied = Some(at);
            }
        }
    }
}

//! Texts to terms for the search over nodes: words as names are normalised, stemmed in English, with
//! pairs of characters for scripts without spaces. Pure.

use rust_stemmers::{Algorithm, Stemmer};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use types::normalise_name;

/// English words that carry no subject; what negates stays.
const STOP_WORDS: [&str; 31] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this",
    "to", "was", "will", "with",
];

/// Terms of one text, at most.
const MOST_TERMS: usize = 256;
/// Longer words are cut here.
const LONGEST_WORD_CHARS: usize = 40;

/// Words whose stems a thread remembers.
const REMEMBERED: usize = 65_536;

thread_local! {
    /// A text's words are mostly those of the texts before it, and stemming is slow.
    static STEMS: RefCell<HashMap<Box<str>, Box<str>>> = RefCell::default();
}

fn stem(stemmer: &Stemmer, word: &str) -> String {
    STEMS.with_borrow_mut(|stems| {
        if let Some(stem) = stems.get(word) {
            return stem.to_string();
        }
        if stems.len() >= REMEMBERED {
            stems.clear();
        }
        let stem = cut(&stemmer.stem(word));
        stems.insert(word.into(), stem.as_str().into());
        stem
    })
}

/// As names are normalised; what is plain already needs less.
fn normal(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { normalise_name(text) }
}

/// How often each term stands in a text. Weighs nothing.
pub(crate) fn terms(text: &str) -> BTreeMap<String, u32> {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut counted = BTreeMap::new();
    let mut add = |term: String| {
        if counted.len() < MOST_TERMS || counted.contains_key(&term) {
            *counted.entry(term).or_insert(0) += 1;
        }
    };
    let apart = |c: char| c == '_' || (c.is_ascii() && !c.is_ascii_alphanumeric());
    for word in normal(text).split(apart) {
        if word.is_empty() || STOP_WORDS.binary_search(&word).is_ok() {
            continue;
        }
        if word.chars().any(is_unspaced) {
            pairs(word).for_each(&mut add);
        } else if word.bytes().any(|byte| byte.is_ascii_digit()) {
            add(cut(word));
        } else {
            add(stem(&stemmer, word));
        }
    }
    counted
}

fn cut(word: &str) -> String {
    word.chars().take(LONGEST_WORD_CHARS).collect()
}

/// Characters of scripts that are written without spaces.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Neighbouring characters; a single one by itself.
fn pairs(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    let width = letters.len().min(2);
    let pairs: Vec<String> = letters.windows(width.max(1)).map(String::from_iter).collect();
    pairs.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_texts() {
        for (text, expected) in [
            ("The trials were not running", "not 1, run 1, trial 1, were 1"),
            ("OAuth 2.0 and OAuth2", "0 1, 2 1, oauth 1, oauth2 1"),
            ("研究法 x", "x 1, 研究 1, 究法 1"),
            ("研", "研 1"),
            ("— … !", ""),
        ] {
            let found: Vec<String> =
                terms(text).iter().map(|(term, count)| format!("{term} {count}")).collect();
            assert_eq!(found.join(", "), expected, "{text}");
        }
        assert_eq!(terms("Plain_text, A-B; c"), terms("Plain_text, A-B; c\u{200b}"));
        assert!(STOP_WORDS.is_sorted());
        let many: String = (0..5_000).map(|n| format!("w{n} ")).collect();
        assert_eq!(terms(&many).len(), MOST_TERMS);
    }
}

//! Stems of English words: Snowball's English algorithm (Porter 2). Words of other languages and words
//! with digits are for the caller to keep away from it.

use rust_stemmers::{Algorithm, Stemmer};
use std::{cell::RefCell, collections::HashMap};

/// Words whose stems a thread remembers.
const REMEMBERED: usize = 65_536;
/// Longest word that is remembered, in bytes.
const REMEMBERED_BYTES: usize = 64;

/// A stemmer and what it said of words.
type Memory = (Stemmer, HashMap<Box<str>, Box<str>>);

thread_local! {
    /// A text's words are mostly those of the texts before it, and stemming is slow.
    static STEMS: RefCell<Memory> =
        RefCell::new((Stemmer::create(Algorithm::English), HashMap::new()));
}

/// The stem of a word in lower case.
pub fn stem(word: &str) -> String {
    STEMS.with_borrow_mut(|(stemmer, stems)| {
        if let Some(stem) = stems.get(word) {
            return stem.to_string();
        }
        if stems.len() >= REMEMBERED {
            stems.clear();
        }
        let stem = stemmer.stem(word).into_owned();
        if word.len() <= REMEMBERED_BYTES {
            stems.insert(word.into(), stem.as_str().into());
        }
        stem
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_meet() {
        for _ in 0..2 {
            for (word, expected) in
                [("trials", "trial"), ("running", "run"), ("studies", "studi"), ("", "")]
            {
                assert_eq!(stem(word), expected);
            }
        }
    }
}

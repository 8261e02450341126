//! Stems of English words: Snowball's English algorithm (Porter 2). Words of other languages and words
//! with digits are for the caller to keep away from it.

use crate::{
    lists::is_stop_word,
    words::{folded, runs},
};
use foldhash::HashMap;
use rust_stemmers::{Algorithm, Stemmer};
use std::{
    cell::RefCell,
    hash::{DefaultHasher, Hasher},
};

/// Words whose stems a thread remembers.
const REMEMBERED: usize = 65_536;
/// Longest word that is remembered, in bytes.
const REMEMBERED_BYTES: usize = 64;

/// A stemmer and what it said of words.
type Memory = (Stemmer, HashMap<Box<str>, Box<str>>);

thread_local! {
    /// A text's words are mostly those of the texts before it, and stemming is slow.
    static STEMS: RefCell<Memory> =
        RefCell::new((Stemmer::create(Algorithm::English), HashMap::default()));
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

/// A word's stem, as a number that stands for it.
pub type StemKey = u64;

thread_local! {
    /// Words in lower case and what [`telling`] makes of them.
    static TELLING: RefCell<HashMap<Box<str>, Option<StemKey>>> = RefCell::default();
}

/// The stems of a text's telling words in their order: stop words and single letters tell nothing.
/// Whole texts are compared by them, so they are numbers, which hold for this run alone.
pub fn telling(text: &str) -> Vec<StemKey> {
    let folded = folded(text);
    TELLING.with_borrow_mut(|known| {
        let tell = |(_, word): (usize, &str)| {
            if let Some(key) = known.get(word) {
                return *key;
            }
            if known.len() >= REMEMBERED {
                known.clear();
            }
            let tells = word.chars().nth(1).is_some() && !is_stop_word(word);
            let key = tells.then(|| key(&stem(word)));
            if word.len() <= REMEMBERED_BYTES {
                known.insert(word.into(), key);
            }
            key
        };
        runs(&folded).filter_map(tell).collect()
    })
}

fn key(stem: &str) -> StemKey {
    let mut hasher = DefaultHasher::new();
    hasher.write(stem.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_meet_by_their_telling_words() {
        for (one, other, same) in [
            ("The trials of a drug", "drugs: a Trial", false),
            ("The trial of a drug", "Trials (drug)", true),
            ("", "of the", true),
            ("ﬁne Ｔrial", "fine trials", true),
        ] {
            assert_eq!(telling(one) == telling(other), same, "{one} {other}");
        }
    }

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

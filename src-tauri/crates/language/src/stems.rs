//! Stems of English words: Snowball's English algorithm (Porter 2). Words of other languages and words
//! with digits are for the caller to keep away from it.

use crate::{
    lists::is_stop_word,
    memory::Memory,
    words::{folded, runs},
};
use rust_stemmers::{Algorithm, Stemmer};
use std::{
    cell::RefCell,
    hash::{DefaultHasher, Hasher},
};

thread_local! {
    /// A stemmer, which is slow, and what it said of words.
    static STEMS: RefCell<(Stemmer, Memory<Box<str>>)> =
        RefCell::new((Stemmer::create(Algorithm::English), Memory::default()));
}

/// The stem of a word in lower case.
pub fn stem(word: &str) -> String {
    STEMS
        .with_borrow_mut(|(stemmer, known)| known.of(word, |word| stemmer.stem(word).into()).into())
}

/// A word's stem, as a number that stands for it.
pub type StemKey = u64;

thread_local! {
    /// Words in lower case and what [`telling`] makes of them.
    static TELLING: RefCell<Memory<Option<StemKey>>> = RefCell::default();
}

/// The stems of a text's telling words in their order: stop words and single letters tell nothing.
/// Whole texts are compared by them, so they are numbers, which hold for this run alone.
pub fn telling(text: &str) -> Vec<StemKey> {
    let tell = |word: &str| {
        let tells = word.chars().nth(1).is_some() && !is_stop_word(word);
        tells.then(|| key(&stem(word)))
    };
    let folded = folded(text);
    TELLING.with_borrow_mut(|known| {
        runs(&folded).filter_map(|(_, word)| known.of(word, tell)).collect()
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

//! How common words of English are, and what they mostly are: `assets/terms/background.txt`.

use foldhash::{HashMap, HashMapExt};
use std::sync::LazyLock;

/// What a word mostly is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Noun,
    Verb,
    Adjective,
    Adverb,
    /// A name, slang, a word of grammar.
    Other,
}

/// What is known of a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Known {
    pub class: Class,
    /// Base-10 logarithm of how often it stands in 10⁹ words: 7 for "the", below 3 for what is rare.
    pub zipf: f32,
}

/// The Zipf value of a word that is not in the list.
pub(crate) const RARE: f32 = 2.2;

static WORDS: LazyLock<HashMap<&'static str, Known>> = LazyLock::new(|| {
    let text = include_str!("../../../../../assets/terms/background.txt");
    let mut words = HashMap::with_capacity(50_000);
    for line in text.lines() {
        let mut entries = line.split(' ');
        let class = match entries.next() {
            Some("n") => Class::Noun,
            Some("v") => Class::Verb,
            Some("a") => Class::Adjective,
            Some("r") => Class::Adverb,
            Some("x") => Class::Other,
            _ => continue,
        };
        let Some(tenths) = entries.next().and_then(|zipf| zipf.parse::<f32>().ok()) else {
            continue;
        };
        words.extend(entries.map(|word| (word, Known { class, zipf: tenths / 10.0 })));
    }
    words
});

/// What is known of a word in lower case; of a compound what its last part is, as rare as its rarest.
pub(crate) fn known(lower: &str) -> Option<Known> {
    if let Some(known) = WORDS.get(lower) {
        return Some(*known);
    }
    let (_, last) = lower.rsplit_once(['-', '\u{2010}', '\u{2011}'])?;
    let class = WORDS.get(last)?.class;
    Some(Known { class, zipf: RARE + 0.4 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_are_told_from_rare_ones() {
        let of = |word| known(word).unwrap();
        assert!(of("people").zipf > 5.0 && of("patients").zipf > of("regression").zipf - 1.0);
        assert_eq!((of("membrane").class, of("reduces").class), (Class::Noun, Class::Verb));
        assert_eq!(of("significant").class, Class::Adjective);
        assert_eq!(of("meta-analysis").class, Class::Noun);
        assert_eq!(known("hspa1b"), None);
        assert!(WORDS.len() > 40_000);
    }
}

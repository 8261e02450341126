//! Texts to terms for the search over nodes: words as names are normalised, stemmed in English, with
//! pairs of characters for scripts without spaces. Pure.

use language::{is_stop_word, is_unspaced, runs, stem};
use std::collections::BTreeMap;
use types::normalise_name;

/// Terms of one text, at most.
const MOST_TERMS: usize = 256;
/// Longer words are cut here.
const LONGEST_WORD_CHARS: usize = 40;

/// As names are normalised; what is plain already needs less.
fn normal(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { normalise_name(text) }
}

/// How often each term stands in a text. Weighs nothing.
pub(crate) fn terms(text: &str) -> BTreeMap<String, u32> {
    let mut counted = BTreeMap::new();
    let mut add = |term: String| {
        if counted.len() < MOST_TERMS || counted.contains_key(&term) {
            *counted.entry(term).or_insert(0) += 1;
        }
    };
    for (_, word) in runs(&normal(text)) {
        if is_stop_word(word) {
            continue;
        }
        if word.chars().any(is_unspaced) {
            pairs(word).for_each(&mut add);
        } else if word.bytes().any(|byte| byte.is_ascii_digit()) {
            add(cut(word));
        } else {
            add(cut(&stem(word)));
        }
    }
    counted
}

fn cut(word: &str) -> String {
    word.chars().take(LONGEST_WORD_CHARS).collect()
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
        let many: String = (0..5_000).map(|n| format!("w{n} ")).collect();
        assert_eq!(terms(&many).len(), MOST_TERMS);
    }
}

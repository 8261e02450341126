//! Common English words: what a language knows of a word that its document says nothing about.

use std::sync::LazyLock;

static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../../../../assets/words.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// Whether a word, in lower case, is one of them.
pub(super) fn has(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_plain() {
        assert!(WORDS.is_sorted() && WORDS.len() > 10_000);
        assert!(WORDS.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
        for (word, expected) in
            [("measurement", true), ("surement", false), ("wavelength", true), ("", false)]
        {
            assert_eq!(has(word), expected, "{word}");
        }
    }
}

//! Words of running text. A *word* is one of UAX #29; its *parts* are what a search takes for words of
//! their own; a *run* is what is left when every sign parts. How a word is written is for `shapes`.

use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation;

/// Common English words (SCOWL), sorted.
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("../../../../assets/words.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// Whether a word, in lower case, is a common one of English: what a language knows of a word that its
/// document says nothing about.
pub fn is_common(lower: &str) -> bool {
    COMMON.binary_search(&lower).is_ok()
}

/// The words of a text (UAX #29), each with its first byte.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.unicode_word_indices()
}

/// The runs of letters and digits, each with its first byte; combining marks belong to them.
pub fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, _) = chars.find(|(_, c)| c.is_alphanumeric())?;
        let inside = |c: &(usize, char)| c.1.is_alphanumeric() || is_mark(c.1);
        while chars.next_if(inside).is_some() {}
        let end = chars.peek().map_or(text.len(), |(at, _)| *at);
        Some((start, text.get(start..end)?))
    })
}

/// A text as its runs are compared: NFKC, lower case.
pub(crate) fn folded(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    match text.is_ascii() {
        true => text.to_ascii_lowercase(),
        false => text.nfkc().flat_map(char::to_lowercase).collect(),
    }
}

/// The runs of a text as they are compared: NFKC, lower case.
pub fn folded_runs(text: &str) -> Vec<String> {
    runs(&folded(text)).map(|(_, run)| run.to_owned()).collect()
}

fn is_mark(c: char) -> bool {
    !c.is_ascii() && unicode_normalization::char::is_combining_mark(c)
}

/// Characters of scripts that are written without spaces (Han, kana), and Hangul, whose words carry
/// endings: each is a word by itself.
pub fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// The parts of a word that are words of their own, each with its first byte: underscores and colons
/// part, and a full stop unless digits stand on both sides; unspaced characters stand alone.
pub fn parts(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut rest = word.char_indices().peekable();
    let mut start = 0;
    let mut previous: Option<char> = None;
    let mut whole = (plain && !word.is_empty()).then_some((0, word));
    std::iter::from_fn(move || {
        if plain {
            return whole.take();
        }
        while let Some((at, c)) = rest.next() {
            let next = rest.peek().map(|(_, next)| *next);
            let digits =
                previous.is_some_and(char::is_numeric) && next.is_some_and(char::is_numeric);
            let sign = matches!(c, '_' | ':') || (c == '.' && !digits);
            let alone = is_unspaced(c) || (previous.is_some_and(is_unspaced) && start < at);
            previous = Some(c);
            if sign || alone {
                let part = (start, word.get(start..at)?);
                start = if sign { at + c.len_utf8() } else { at };
                if !part.1.is_empty() {
                    return Some(part);
                }
            }
        }
        let last = (start, word.get(start..)?);
        start = word.len();
        (!last.1.is_empty()).then_some(last)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn common_words_are_sorted_and_plain() {
        assert!(COMMON.is_sorted() && COMMON.len() > 10_000);
        assert!(COMMON.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
        for (word, expected) in
            [("measurement", true), ("surement", false), ("wavelength", true), ("", false)]
        {
            assert_eq!(is_common(word), expected, "{word}");
        }
    }

    #[test]
    fn texts_fall_into_words_parts_and_runs() {
        for (text, all, cut, bare) in [
            ("don't stop", "don't|stop", "don't|stop", "don|t|stop"),
            ("snake_case a.b", "snake_case|a.b", "snake|case|a|b", "snake|case|a|b"),
            ("1,000 or 3.5", "1,000|or|3.5", "1,000|or|3.5", "1|000|or|3|5"),
            ("研究法 x", "研|究|法|x", "研|究|法|x", "研究法|x"),
            ("カタ語", "カタ|語", "カ|タ|語", "カタ語"),
            ("na\u{308}ive", "na\u{308}ive", "na\u{308}ive", "na\u{308}ive"),
            ("… — !", "", "", ""),
        ] {
            let texts = |found: Vec<(usize, &str)>| {
                assert!(found.iter().all(|(at, word)| text[*at..].starts_with(word)), "{text}");
                found.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join("|")
            };
            assert_eq!(texts(words(text).collect()), all, "{text}");
            let parted =
                words(text).flat_map(|(at, word)| parts(word).map(move |p| (at + p.0, p.1)));
            assert_eq!(texts(parted.collect()), cut, "{text}");
            assert_eq!(texts(runs(text).collect()), bare, "{text}");
        }
    }

    proptest! {
        #[test]
        fn parts_and_runs_lie_in_order(text in "\\PC{0,40}|[a-z_.:研カ9 ]{0,30}") {
            for cutter in [parts(&text).collect::<Vec<_>>(), runs(&text).collect()] {
                let mut end = 0;
                for (at, part) in cutter {
                    prop_assert!(at >= end && !part.is_empty());
                    prop_assert_eq!(&text[at..at + part.len()], part);
                    end = at + part.len();
                }
            }
        }
    }
}

//! The words of a text, as patterns and texts alike are cut: runs of letters, marks and digits in
//! lower case. It knows no language, and leaves every sign between words out.

use std::ops::Range;
use types::normalise_term;

/// Words in the order of the text, one after the other in one string.
#[derive(Debug, Default)]
pub(crate) struct Words {
    text: String,
    spans: Vec<Range<usize>>,
}

impl Words {
    /// The first `limit` words of a text. Hyphens, full stops, underscores and apostrophes part
    /// words: "e-mail" is two of them. Scripts that write no spaces are cut as Unicode's word
    /// boundaries cut them, Han by its signs.
    pub(crate) fn of(text: &str, limit: usize) -> Self {
        let mut words = Self { text: String::with_capacity(text.len()), spans: Vec::new() };
        for piece in text.split_ascii_whitespace() {
            if words.spans.len() >= limit {
                break;
            }
            if piece.is_ascii() {
                language::runs(piece).for_each(|(_, run)| words.push(run));
            } else {
                for (_, word) in language::words(piece) {
                    let plain = normalise_term(word);
                    plain.split('_').filter(|part| !part.is_empty()).for_each(|p| words.push(p));
                }
            }
        }
        words.spans.truncate(limit);
        words
    }

    fn push(&mut self, word: &str) {
        let start = self.text.len();
        self.text.extend(word.chars().map(|c| c.to_ascii_lowercase()));
        self.spans.push(start..self.text.len());
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// One of them.
    pub(crate) fn get(&self, at: usize) -> Option<&str> {
        self.text.get(self.spans.get(at)?.clone())
    }

    /// Each in turn.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.spans.iter().filter_map(|span| self.text.get(span.clone()))
    }

    /// Some of them, with a space between.
    pub(crate) fn join(&self, range: Range<usize>) -> String {
        let some: Vec<&str> = range.filter_map(|at| self.get(at)).collect();
        some.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fall_into_words() {
        for (text, words) in [
            ("Public-key  Encryption, AES_256.", "public key encryption aes 256"),
            ("the patient’s U.S. e-mail", "the patient s u s e mail"),
            ("Übergröße ﬁle OAuth2", "übergröße file oauth2"),
            ("加密 key", "加 密 key"),
            ("हिन्दी भाषा", "हिन्दी भाषा"),
            ("… — !", ""),
            ("", ""),
        ] {
            let found = Words::of(text, 99);
            assert_eq!(found.iter().collect::<Vec<_>>().join(" "), words, "{text}");
            assert_eq!(found.join(0..found.len()), words);
        }
        assert_eq!(Words::of("a b c-d-e f", 3).join(0..9), "a b c");
        assert_eq!(Words::of("a b", 0).len(), 0);
    }
}

//! Hyphens at the ends of lines: a word cut in two is joined again, a word that is always written
//! with its hyphen keeps it. The document itself says which, by how it writes the word elsewhere.

use super::lines::Line;
use std::collections::HashSet;

/// Most words remembered.
const WORDS: usize = 500_000;
/// First parts that keep their hyphen where the document does not say otherwise.
const KEEPING: [&str; 9] = ["self", "well", "quasi", "cross", "half", "high", "low", "e", "x"];

/// Words that stand whole in a line, with and without a hyphen in them.
#[derive(Default)]
pub(super) struct Words {
    plain: HashSet<String>,
    hyphenated: HashSet<String>,
}

impl Words {
    /// Takes note of a line's words, but for the last where it is cut.
    pub(super) fn note(&mut self, line: &Line) {
        if self.plain.len() + self.hyphenated.len() > WORDS {
            return;
        }
        let text = line.text();
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '-') {
            let word = word.trim_start_matches('-');
            match word.contains('-') {
                _ if word.ends_with('-') || word.len() < 4 => {}
                true => drop(self.hyphenated.insert(word.to_lowercase())),
                false => drop(self.plain.insert(word.to_lowercase())),
            }
        }
    }

    /// Whether the hyphen between `before` and `after` is part of the word.
    pub(super) fn keep(&self, before: &str, after: &str) -> bool {
        if !after.starts_with(char::is_lowercase) {
            return true;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '-';
        let first: Vec<char> = before.chars().rev().take_while(|c| is_word(*c)).collect();
        let first: String = first.into_iter().rev().collect::<String>().to_lowercase();
        let second: String = after.chars().take_while(|c| is_word(*c)).collect();
        let second = second.to_lowercase();
        if self.plain.contains(&format!("{first}{second}")) {
            return false;
        }
        self.hyphenated.contains(&format!("{first}-{second}"))
            || first.contains('-')
            || KEEPING.contains(&first.as_str())
            || first.chars().any(|c| !c.is_alphabetic())
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::{Glyph, Rect};
    use super::*;

    fn line(text: &str) -> Line {
        let glyphs = text.chars().map(|letter| Glyph { letter, x0: 0.0, x1: 0.0 }).collect();
        let rect = Rect { x0: 0.0, y0: 0.0, x1: 0.0, y1: 0.0 };
        let (size, cells) = (10.0, 1);
        Line { glyphs, rect, size, bold: false, fixed: false, cells, turned: false }
    }

    #[test]
    fn the_document_says_which_hyphens_stay() {
        let mut words = Words::default();
        words.note(&line("a state-of-the-art method, long-term plans and a format"));
        for (before, after, expected) in [
            ("the for", "mat of", false),
            ("some long", "term plan", true),
            ("the state-of-the", "art", true),
            ("of mea", "surement", false),
            ("a self", "made man", true),
            ("the PubTables", "1M set", true),
            ("in 1990", "style", true),
        ] {
            assert_eq!(words.keep(before, after), expected, "{before}-{after}");
        }
    }
}

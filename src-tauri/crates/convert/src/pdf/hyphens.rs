//! Hyphens at the ends of lines: a word cut in two is joined again, a word that has its hyphen by
//! itself keeps it. The document says which, by how it writes this word elsewhere, else by how it
//! writes words of the same parts; where it says nothing, the language does.

use super::lines::Line;
use language::is_common;
use std::collections::HashMap;

/// Most words remembered.
const WORDS: usize = 500_000;
/// Shorter parts are no evidence of a compound: many a syllable is a short word too.
const FIRST_CHARS: usize = 2;
const SECOND_CHARS: usize = 4;
/// A word this long and as much after it are two, whatever the second is ("conversation-centric").
const LONG_FIRST_CHARS: usize = 8;
const LONG_SECOND_CHARS: usize = 7;

/// Words that stand whole in a line, and how often: with and without a hyphen in them.
#[derive(Default)]
pub(super) struct Words {
    plain: HashMap<String, u32>,
    hyphenated: HashMap<String, u32>,
    /// How many different hyphenated words begin, and end, with a part.
    firsts: HashMap<String, u32>,
    lasts: HashMap<String, u32>,
    /// The line before ended in the middle of a word.
    is_cut: bool,
}

impl Words {
    /// Takes note of a line's words, but for those that its ends cut.
    pub(super) fn note(&mut self, line: &Line) {
        if self.plain.len() + self.hyphenated.len() > WORDS {
            return;
        }
        let text = line.text();
        let skipped = usize::from(self.is_cut);
        let words = text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
        for word in words.skip(skipped) {
            let word = word.trim_start_matches('-').to_lowercase();
            if word.len() < 2 || word.ends_with('-') {
                continue;
            }
            let Some((first, rest)) = word.split_once('-') else {
                *self.plain.entry(word).or_default() += 1;
                continue;
            };
            let last = rest.rsplit('-').next().unwrap_or(rest);
            let (first, last) = (first.to_owned(), last.to_owned());
            let count = self.hyphenated.entry(word).or_default();
            *count += 1;
            if *count == 1 {
                *self.firsts.entry(first).or_default() += 1;
                *self.lasts.entry(last).or_default() += 1;
            }
        }
        self.is_cut = text.ends_with('-');
    }

    /// Whether the hyphen between `before` and `after` is part of the word.
    pub(super) fn keep(&self, before: &str, after: &str) -> bool {
        let first: Vec<char> = before.chars().rev().take_while(|c| is_part(*c)).collect();
        let first: String = first.into_iter().rev().collect();
        let second: String = after.chars().take_while(|c| is_part(*c)).collect();
        let is_loud = |part: &str| part.chars().all(char::is_uppercase) && part.len() > 1;
        let (all_loud, small) =
            (is_loud(&first) && is_loud(&second), second.starts_with(char::is_lowercase));
        let (first, second) = (first.to_lowercase(), second.to_lowercase());
        let joined = format!("{first}{second}");
        let written = |words: &HashMap<String, u32>, word: &str| words.get(word).copied();
        let whole = written(&self.plain, &joined).unwrap_or(0);
        let apart = written(&self.hyphenated, &format!("{first}-{second}")).unwrap_or(0);
        if (small || all_loud) && whole.max(apart) > 0 {
            return apart > whole;
        }
        // the parts that meet at the line's end
        let head = first.rsplit('-').next().unwrap_or_default();
        let tail = second.split('-').next().unwrap_or_default();
        if (small || all_loud) && is_common(&format!("{head}{tail}")) {
            return false;
        }
        let alone = head.chars().nth(1).is_none();
        if !small || alone || head.len() < first.len() || !head.chars().all(char::is_alphabetic) {
            return true;
        }
        let is_word = |part: &str| is_common(part) || self.plain.contains_key(part);
        self.firsts.contains_key(head) && is_word(tail)
            || self.lasts.contains_key(tail) && is_word(head)
            || is_common(head)
                && (has(head, FIRST_CHARS) && has(tail, SECOND_CHARS) && is_common(tail)
                    || has(head, LONG_FIRST_CHARS) && has(tail, LONG_SECOND_CHARS))
    }
}

/// Whether a part has so many letters.
fn has(part: &str, chars: usize) -> bool {
    part.chars().nth(chars - 1).is_some()
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '-'
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::Glyph;
    use super::super::rect::Rect;
    use super::*;

    fn line(text: &str) -> Line {
        let glyphs =
            text.chars().map(|letter| Glyph { letter, ..Glyph::space(0.0, 0.0) }).collect();
        let rect = Rect { x0: 0.0, y0: 0.0, x1: 0.0, y1: 0.0 };
        let (size, cells) = (10.0, 1);
        Line {
            glyphs,
            rect,
            size,
            bold: false,
            italic: false,
            font: 0,
            weight: 0,
            ink: [0; 3],
            fixed: false,
            cells,
            turned: false,
            heading: None,
        }
    }

    /// What becomes of words cut at a line's end, in a document of these lines.
    fn check(lines: &[&str], cases: &[(&str, &str, bool)]) {
        let mut words = Words::default();
        lines.iter().for_each(|text| words.note(&line(text)));
        for (before, after, expected) in cases {
            assert_eq!(words.keep(before, after), *expected, "{before}-{after}");
        }
    }

    #[test]
    fn the_document_says_which_hyphens_stay() {
        check(
            &[
                "a state-of-the-art method, long-term plans and a wellformed format",
                "an email and e-mail and another email, of con-",
                "versation and MPI-based tasks, a query-driven lidar-",
            ],
            &[
                ("the for", "mat of", false),
                ("some long", "term plan", true),
                ("the state-of-the", "art", true),
                ("is well", "formed", false),
                ("by e", "mail", false),
                ("by MPI", "tasks that", true),
                ("conversation", "driven by", true),
                // neither half of a cut word is a word of the document
                ("a con", "versation", false),
            ],
        );
    }

    #[test]
    fn the_language_says_it_where_the_document_does_not() {
        check(
            &[],
            &[
                ("of mea", "surement", false),
                ("conversation", "centric", true),
                ("a hyperparam", "eter", false),
                ("the wave", "length", false),
                ("the p", "value of", true),
                ("a non-para", "llel", false),
                ("an over-esti", "mate", false),
                ("state-of-the", "art", true),
                ("the PubTables", "1M set", true),
                ("in 1990", "style", true),
                ("the Hewlett", "Packard", true),
                ("MEASURE", "MENT", false),
                ("CONVERSATION", "CENTRIC", true),
                ("of Geschwin", "digkeit", false),
            ],
        );
    }
}

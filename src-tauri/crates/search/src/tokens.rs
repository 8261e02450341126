//! Text to terms. Never drops a word silently except stop words.
//!
//! The text is normalised (NFKC, typographic apostrophes to `'`), cut into Unicode words (UAX #29),
//! and each of their parts lower-cased and stemmed (Snowball English). Words with a digit in them are
//! not stemmed (`OAuth2`, `B12`); commas inside numbers go (`1,000` → `1000`). Han, kana and Hangul
//! become single characters, with bigrams of neighbours as additional terms.
//! Words of letters that hyphens join become one additional term (`e-mail` → `email`): a text may
//! have either form, and so may a query.
//! Identifiers (see `identifiers`) become additional terms that start with `=`.
//!
//! Words have positions, and count in a chunk's length. Additional terms have neither.

use crate::identifiers::{Kind, identifiers};
use language::{is_negation, is_stop_word, is_unspaced, parts, words};
use std::{borrow::Cow, ops::Range};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

/// Longer words are cut here: nobody types them, and they would fill the dictionary.
const LONGEST_WORD_CHARS: usize = 64;

/// Most words that make up one with hyphens.
const LONGEST_JOINED: usize = 4;

/// What a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A word of the running text, at this position.
    Word(u32),
    /// Two neighbouring characters of a script without spaces.
    Bigram,
    /// A hyphenated word, written as one.
    Joined,
    /// An identifier kept whole.
    Whole(Kind),
}

/// One term of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    /// As the dictionary has it.
    pub(crate) name: String,
    /// What it is.
    pub(crate) role: Role,
    /// Where it stands in [`Analysis::text`].
    pub(crate) surface: Range<usize>,
}

/// A text and its terms.
pub(crate) struct Analysis<'a> {
    /// The text as normalised, in its own case.
    pub(crate) text: Cow<'a, str>,
    /// Its terms: words first, in order, then identifiers.
    pub(crate) terms: Vec<Term>,
    /// Positions used, stop words included.
    pub(crate) positions: u32,
}

/// Cuts text into terms.
pub(crate) struct Tokenizer;

impl Tokenizer {
    /// The one there is: English.
    pub(crate) fn english() -> Self {
        Self
    }

    /// The terms of `text`.
    pub(crate) fn analyse<'a>(&self, text: &'a str) -> Analysis<'a> {
        let text = normalise(text);
        let mut found = Words::default();
        let mut hyphenated = Hyphenated::default();
        for (at, word) in words(&text) {
            hyphenated.add(&mut found, &text, at..at + word.len());
            parts(word).for_each(|(from, part)| found.add(part, at + from));
        }
        hyphenated.close(&mut found, &text);
        let Words { mut terms, position, .. } = found;
        terms.extend(identifiers(&text).into_iter().map(|found| Term {
            name: format!("={}", found.name),
            role: Role::Whole(found.kind),
            surface: found.range,
        }));
        Analysis { text, terms, positions: position }
    }
}

fn normalise(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let curly = ['\u{2018}', '\u{2019}', '\u{201b}'];
    if is_nfkc_quick(text.chars()) == IsNormalized::Yes && !text.contains(curly) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfkc().map(|c| if curly.contains(&c) { '\'' } else { c }).collect())
}

#[derive(Default)]
struct Words {
    terms: Vec<Term>,
    position: u32,
    /// The last character of a script without spaces, and where it ended.
    last: Option<(usize, char)>,
}

impl Words {
    fn add(&mut self, word: &str, at: usize) {
        let position = self.position;
        self.position += 1;
        let surface = at..at + word.len();
        let single = word.chars().next().filter(|c| is_unspaced(*c) && c.len_utf8() == word.len());
        if let (Some(c), Some((end, before))) = (single, self.last)
            && end == at
        {
            let surface = at - before.len_utf8()..surface.end;
            let name = String::from_iter([before, c]);
            self.terms.push(Term { name, role: Role::Bigram, surface });
        }
        self.last = single.map(|c| (surface.end, c));
        if let Some(name) = stem(word) {
            self.terms.push(Term { name, role: Role::Word(position), surface });
        }
    }
}

/// Words that hyphens join, in the making.
#[derive(Default)]
struct Hyphenated {
    range: Range<usize>,
    parts: usize,
}

impl Hyphenated {
    /// The next word of the text: it goes on, or the next begins.
    fn add(&mut self, words: &mut Words, text: &str, word: Range<usize>) {
        let of = |range: Range<usize>| text.get(range).unwrap_or_default();
        let joined = self.parts > 0 && matches!(of(self.range.end..word.start), "-" | "\u{2010}");
        if !joined {
            self.close(words, text);
            (self.range.start, self.parts) = (word.start, 0);
        }
        let is_plain = of(word.clone()).chars().all(|c| c.is_alphabetic() && !is_unspaced(c));
        self.parts = if is_plain { self.parts + 1 } else { 0 };
        self.range.end = word.end;
    }

    fn close(&mut self, words: &mut Words, text: &str) {
        let surface = std::mem::take(&mut self.range);
        let parts = std::mem::take(&mut self.parts);
        let word = text.get(surface.clone()).filter(|_| (2..=LONGEST_JOINED).contains(&parts));
        let name = word.and_then(|word| stem(&word.replace(['-', '\u{2010}'], "")));
        words.terms.extend(name.map(|name| Term { name, role: Role::Joined, surface }));
    }
}

/// The dictionary's form of a word; `None` for stop words.
fn stem(word: &str) -> Option<String> {
    let mut lower: String = word.to_lowercase();
    if is_stop_word(&lower) || is_negation(&lower) {
        return None;
    }
    if lower.bytes().any(|byte| byte.is_ascii_digit()) {
        lower.retain(|c| c != ',');
    } else if lower.is_ascii() || !lower.chars().any(is_unspaced) {
        lower = language::stem(&lower);
    }
    if let Some((cut, _)) = lower.char_indices().nth(LONGEST_WORD_CHARS) {
        lower.truncate(cut);
    }
    (!lower.is_empty()).then_some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, words: &[&str], additional: &[&str]) {
        let analysis = Tokenizer::english().analyse(text);
        let of = |wanted: bool| -> Vec<&str> {
            let chosen = |term: &&Term| matches!(term.role, Role::Word(_)) == wanted;
            analysis.terms.iter().filter(chosen).map(|term| term.name.as_str()).collect()
        };
        assert_eq!(of(true), words, "{text:?}");
        assert_eq!(of(false), additional, "{text:?}");
    }

    #[test]
    fn terms_of_texts() {
        check("The trials were running", &["trial", "were", "run"], &[]);
        check("OAuth2 and B12s", &["oauth2", "b12s"], &[]);
        check("21 CFR 11.10(e)", &["21", "cfr", "11.10", "e"], &["=21_cfr_11_10_e"]);
        check("sec_4_3_a", &["sec", "4", "3"], &["=sec_4_3_a"]);
        check("doi 10.1038/xyz", &["doi", "10.1038", "xyz"], &["=10.1038/xyz"]);
        check("high-speed", &["high", "speed"], &["highspe", "=high-speed"]);
        check(
            "e-mail, state-of-the-art",
            &["e", "mail", "state", "art"],
            &["email", "stateoftheart", "=e-mail", "=state-of-the-art"],
        );
        check("IL-6 a - b", &["il", "6", "b"], &["=il-6"]);
        check("disabilities.A line", &["disabl", "line"], &[]);
        check("1,000 or 3.5 at 12:30", &["1000", "3.5", "12", "30"], &[]);
        check("ﬁnding the patient’s file", &["find", "patient", "file"], &[]);
        check("研究法 x", &["研", "究", "法", "x"], &["研究", "究法"]);
        check("カタ 語", &["カ", "タ", "語"], &["カタ"]);
        check("Größe naïve", &["größe", "naïv"], &[]);
        check("", &[], &[]);
    }

    #[test]
    fn stop_words_keep_their_position() {
        let analysis = Tokenizer::english().analyse("state of the art");
        let roles: Vec<Role> = analysis.terms.iter().map(|term| term.role).collect();
        assert_eq!(roles, [Role::Word(0), Role::Word(3)]);
        assert_eq!(analysis.positions, 4);
    }

    proptest! {
        #[test]
        fn surfaces_lie_in_the_text(text in ".{0,60}|[研究法カa-z _.]{0,30}") {
            let analysis = Tokenizer::english().analyse(&text);
            for term in &analysis.terms {
                let surface = analysis.text.get(term.surface.clone());
                prop_assert!(surface.is_some_and(|surface| !surface.is_empty()), "{:?}", term);
                prop_assert!(!term.name.is_empty());
            }
        }
    }
}

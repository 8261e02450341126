//! A pattern of the vocabulary: one or more alternatives, each a word or a phrase, `|` between them.
//! A `*` at the end of a word stands for any ending, none included. It never matches by itself and
//! holds no other sign of regular expressions: what a person types is words.

use super::words::Words;
use types::{Place, normalise_term};

/// Longest pattern, in characters.
const PATTERN_CHARS: usize = 6_000;
/// Most alternatives in a pattern.
const ALTERNATIVES: usize = 200;
/// Longest alternative, in characters.
const ALTERNATIVE_CHARS: usize = 100;
/// Most words of an alternative.
const WORDS: usize = 8;
/// Longest name of a wing or room, in characters.
const NAME_CHARS: usize = 60;

/// A word of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternWord {
    /// In lower case.
    pub(crate) text: String,
    /// Whether any ending may follow.
    pub(crate) stem: bool,
}

/// Words that must follow each other.
pub(crate) type Phrase = Vec<PatternWord>;

/// Whether a pattern for a wing and room can be used; else why not.
///
/// # Errors
/// A plain sentence on what is wrong with the pattern, the wing or the room.
pub fn check(pattern: &str, wing: &str, room: &str) -> Result<(), String> {
    alternatives(pattern)?;
    names(wing, room)
}

/// Whether a wing and a room can be called so.
pub(crate) fn names(wing: &str, room: &str) -> Result<(), String> {
    name("wing", wing)?;
    name("room", room)
}

/// The phrases of a pattern.
pub(crate) fn alternatives(pattern: &str) -> Result<Vec<Phrase>, String> {
    parts(pattern)?.into_iter().map(phrase).collect()
}

/// The alternatives of a pattern as they stand, if there are not too many.
pub(crate) fn parts(pattern: &str) -> Result<Vec<&str>, String> {
    if pattern.chars().nth(PATTERN_CHARS).is_some() {
        return Err(format!("a pattern has at most {PATTERN_CHARS} characters"));
    }
    let parts: Vec<&str> = pattern.split('|').collect();
    if parts.len() > ALTERNATIVES {
        return Err(format!("a pattern has at most {ALTERNATIVES} alternatives"));
    }
    Ok(parts)
}

/// One alternative.
fn phrase(alternative: &str) -> Result<Phrase, String> {
    let alternative = alternative.trim();
    if alternative.is_empty() {
        return Err("an alternative is empty".to_owned());
    }
    if alternative.chars().nth(ALTERNATIVE_CHARS).is_some() {
        return Err(format!("an alternative has at most {ALTERNATIVE_CHARS} characters"));
    }
    if let Some(sign) = alternative.chars().find(|c| !may_stand(*c)) {
        return Err(format!("{} cannot stand in a pattern", shown(sign)));
    }
    let mut words = Phrase::new();
    for piece in alternative.split_whitespace() {
        read_piece(piece, &mut words)?;
    }
    match words.len() {
        0 => Err(format!("“{alternative}” has no letter or digit")),
        1..=WORDS => Ok(words),
        _ => Err(format!("an alternative has at most {WORDS} words")),
    }
}

/// What stands between two spaces: a word, or several with hyphens and the like between.
fn read_piece(piece: &str, words: &mut Phrase) -> Result<(), String> {
    let stem = piece.ends_with('*');
    let body = piece.strip_suffix('*').unwrap_or(piece);
    if body.contains('*') {
        return Err(format!("“{piece}”: * stands at the end of a word only"));
    }
    if stem && !body.chars().next_back().is_some_and(is_of_a_word) {
        return Err(format!("“{piece}”: * needs the beginning of a word before it"));
    }
    let found = Words::of(body, WORDS + 1);
    let last = found.len().saturating_sub(1);
    let read = found.iter().enumerate();
    words.extend(
        read.map(|(at, text)| PatternWord { text: text.to_owned(), stem: stem && at == last }),
    );
    // one letter of an alphabet with any ending is nearly every word
    match words.last() {
        Some(PatternWord { text, stem: true }) if text.len() < 2 => {
            Err(format!("“{piece}”: * needs two letters before it"))
        }
        _ => Ok(()),
    }
}

/// A letter, a digit, or a mark that belongs to one.
fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || !c.is_ascii() && normalise_term(&format!("x{c}")) != "x"
}

/// The characters of words, and the signs that stand inside names.
fn may_stand(c: char) -> bool {
    matches!(c, ' ' | '*' | '-' | '\'' | '’' | '.' | '/' | '&' | '+') || is_of_a_word(c)
}

/// A character as a message shows it.
fn shown(c: char) -> String {
    if c.is_control() || c.is_whitespace() {
        format!("the character U+{:04X}", u32::from(c))
    } else {
        format!("“{c}”")
    }
}

/// Wings and rooms are named with lower-case letters and digits of any script, joined by `-`.
fn name(what: &str, name: &str) -> Result<(), String> {
    if name.is_empty() || name.chars().nth(NAME_CHARS).is_some() {
        return Err(format!("the name of a {what} has 1 to {NAME_CHARS} characters"));
    }
    if name == Place::UNSORTED {
        return Err(format!("`{name}` is where nothing fits: no words lead there"));
    }
    if normalise_term(name).replace('_', "-") != name {
        return Err(format!(
            "the name of a {what} is made of lower-case letters and digits, joined by `-`"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_patterns_pass() {
        for (pattern, wing, room, phrases) in [
            ("encrypt*", "security", "encryption", 1),
            ("encrypt* | cipher* | public-key cryptography", "security", "encryption", 3),
            ("oauth 2.0", "security", "authentication", 1),
            ("加密*", "安全", "加密", 1),
            ("हिन्दी*", "भाषा", "हिन्दी", 1),
            ("randomi* controlled trial*", "medicine", "clinical-trials", 1),
            ("crohn’s", "my-own-wing-2", "general", 1),
        ] {
            assert_eq!(check(pattern, wing, room), Ok(()), "{pattern}");
            assert_eq!(alternatives(pattern).unwrap().len(), phrases, "{pattern}");
        }
        let phrase = alternatives("Public-Key encrypt*").unwrap().remove(0);
        let words: Vec<(&str, bool)> = phrase.iter().map(|w| (w.text.as_str(), w.stem)).collect();
        assert_eq!(words, [("public", false), ("key", false), ("encrypt", true)]);
    }

    #[test]
    fn broken_ones_are_refused_with_why() {
        let long = "a".repeat(101);
        let many = vec!["word"; 201].join("|");
        let endless = "word | ".repeat(2_000);
        for (pattern, wing, room, why) in [
            ("", "a", "b", "empty"),
            ("a || b", "a", "b", "empty"),
            ("word |", "a", "b", "empty"),
            ("*", "a", "b", "beginning of a word"),
            ("-*", "a", "b", "beginning of a word"),
            ("a*", "a", "b", "two letters"),
            ("en*crypt", "a", "b", "end of a word"),
            ("*crypt", "a", "b", "end of a word"),
            ("crypt**", "a", "b", "end of a word"),
            ("(encrypt|cipher)", "a", "b", "“(”"),
            ("a[bc]", "a", "b", "“[”"),
            ("a\u{7}b", "a", "b", "U+0007"),
            ("a\u{202e}b", "a", "b", "cannot stand"),
            ("- . -", "a", "b", "no letter"),
            (&long, "a", "b", "100 characters"),
            (&many, "a", "b", "200 alternatives"),
            (&endless, "a", "b", "6000 characters"),
            ("a b c d e f g h i", "a", "b", "8 words"),
            ("a-b-c-d-e-f-g-h-i-j-k", "a", "b", "8 words"),
            ("word", "", "b", "1 to 60"),
            ("word", "a", &long, "1 to 60"),
            ("word", "Law", "b", "lower-case"),
            ("word", "law firm", "b", "lower-case"),
            ("word", "law\u{0}", "b", "lower-case"),
            ("word", "-law", "b", "lower-case"),
            ("word", "law", "a--b", "lower-case"),
            ("word", "law", "a/b", "lower-case"),
            ("word", "unsorted", "b", "nothing fits"),
        ] {
            let refused = check(pattern, wing, room).unwrap_err();
            assert!(refused.contains(why), "{pattern:?} {wing:?} {room:?}: {refused}");
        }
    }
}

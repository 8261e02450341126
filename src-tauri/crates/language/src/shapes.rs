//! Words with how they are written and what stands between them, read once. It never looks at meaning,
//! and an odd character only ends a word.

use crate::work;
use std::borrow::Cow;
use std::ops::Range;

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `authentication`; also scripts without cases.
    Lower,
    /// `Oxford`, `Anglo-Saxon`.
    Title,
    /// `WHO`, `COVID-19`, `ISO/IEC`.
    Upper,
    /// `OAuth2`, `McKinsey`, `iPhone`.
    Mixed,
    /// `12`, `2.0`, `1,200`.
    Number,
    /// `3rd`, `1990s`.
    Ordinal,
    /// An identifier, taken for one word: `21 CFR 11.10(e)`.
    Code,
}

/// One word. Its bytes are the document's `start..end`.
#[derive(Clone, Debug)]
pub struct Word<'a> {
    /// First byte in the document.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// As written.
    pub text: &'a str,
    /// In lower case.
    pub lower: Cow<'a, str>,
    /// How it is written.
    pub shape: Shape,
    /// What stands between it and the word before; between it and the start for the first.
    pub gap: &'a str,
    /// Whether that is more than white space.
    pub apart: bool,
}

impl Word<'_> {
    /// Whether it has a capital letter where names have theirs.
    pub fn is_capital(&self) -> bool {
        matches!(self.shape, Shape::Title | Shape::Upper | Shape::Mixed)
    }
}

/// The words of `text`, which begins at byte `offset` of the document.
pub fn shaped(text: &str, offset: usize) -> Vec<Word<'_>> {
    let mut found = Vec::with_capacity(text.len() / 6);
    let mut chars = text.char_indices().peekable();
    let mut gap_start = 0;
    while let Some((start, first)) = chars.next() {
        if !first.is_alphanumeric() {
            continue;
        }
        let (mut end, mut last) = (start + first.len_utf8(), first);
        while let Some(&(at, c)) = chars.peek() {
            work();
            let inside = c.is_alphanumeric() || is_mark(c) || {
                let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
                next.is_some_and(|next| joins(last, c, next, at - start))
            };
            if !inside {
                break;
            }
            (end, last) = (at + c.len_utf8(), c);
            chars.next();
        }
        let written = text.get(start..end).unwrap_or_default();
        let gap = text.get(gap_start..start).unwrap_or_default();
        found.push(Word {
            start: offset + start,
            end: offset + end,
            text: written,
            lower: lower(written),
            shape: shape(written),
            gap,
            apart: gap.chars().any(|c| !c.is_whitespace()),
        });
        gap_start = end;
    }
    found
}

fn lower(word: &str) -> Cow<'_, str> {
    let plain = word.chars().all(|c| c.is_lowercase() || c.is_ascii_digit());
    if plain { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) }
}

/// Combining marks that stand inside words; others end them, which costs nothing but a name.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{652}' | '\u{94d}')
}

/// Whether `c` between `last` and `next` belongs to a word of which `so_far` bytes are read.
fn joins(last: char, c: char, next: char, so_far: usize) -> bool {
    let number = last.is_ascii_digit() && next.is_ascii_digit();
    let letters = last.is_alphabetic() && next.is_alphabetic();
    let code = |c: char| c.is_uppercase() || c.is_ascii_digit();
    match c {
        '\'' | '’' => letters,
        '-' | '\u{2010}' | '\u{2011}' => last.is_alphanumeric() && next.is_alphanumeric(),
        '.' => number || so_far == 1 && last.is_uppercase() && next.is_uppercase(),
        ',' => number,
        '/' => code(last) && code(next),
        '&' => last.is_uppercase() && next.is_uppercase(),
        _ => false,
    }
}

fn shape(word: &str) -> Shape {
    let mut chars = word.chars();
    let first = chars.next().unwrap_or_default();
    if first.is_numeric() {
        let plain = word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
        return match plain {
            true => Shape::Number,
            false if word.chars().any(char::is_uppercase) => Shape::Mixed,
            false => Shape::Ordinal,
        };
    }
    let (mut uppers, mut lowers, mut inner) = (0, 0, false);
    let mut last = ' ';
    for c in word.chars() {
        if c.is_uppercase() {
            uppers += 1;
            inner |= last.is_alphanumeric();
        } else if c.is_lowercase() {
            lowers += 1;
        }
        last = c;
    }
    match (uppers, lowers) {
        (0, _) => Shape::Lower,
        (1, 0) if word.chars().count() == 1 => Shape::Title,
        (_, 0) => Shape::Upper,
        _ if inner || !first.is_uppercase() => Shape::Mixed,
        _ if word.ends_with(|c: char| c.is_ascii_digit()) => Shape::Mixed,
        _ => Shape::Title,
    }
}

/// Makes one word of those that stand in each of `codes`, which are in order and apart.
pub fn join_codes<'a>(
    text: &'a str,
    words: Vec<Word<'a>>,
    codes: &[Range<usize>],
) -> Vec<Word<'a>> {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return words };
    let from = codes.partition_point(|code| code.end <= first.start);
    let mut codes = codes.get(from..).unwrap_or_default().iter().peekable();
    if codes.peek().is_none_or(|code| code.start >= last.end) {
        return words;
    }
    let mut joined: Vec<Word<'a>> = Vec::with_capacity(words.len());
    for word in words {
        while codes.next_if(|code| code.end <= word.start).is_some() {}
        let inside = codes.peek().filter(|code| code.start < word.end);
        match (inside, joined.last_mut()) {
            (Some(code), Some(open)) if open.shape == Shape::Code && open.end > code.start => {
                open.end = word.end;
                open.text = text.get(open.start..open.end).unwrap_or(open.text);
                open.lower = Cow::Owned(open.text.to_lowercase());
            }
            (Some(_), _) => joined.push(Word { shape: Shape::Code, ..word }),
            (None, _) => joined.push(word),
        }
    }
    joined
}

/// `text` with its white space and control characters collapsed to single blanks.
pub fn collapse(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if word.is_empty() {
            continue;
        }
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_shapes() {
        use Shape::{Lower, Mixed, Number, Ordinal, Title, Upper};
        let check = |text: &str, expected: &[(&str, Shape)]| {
            let found = shaped(text, 0);
            let found: Vec<_> = found.iter().map(|word| (word.text, word.shape)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "The OAuth 2.0 framework",
            &[("The", Title), ("OAuth", Mixed), ("2.0", Number), ("framework", Lower)],
        );
        check("ISO/IEC 27001:2022", &[("ISO/IEC", Upper), ("27001", Number), ("2022", Number)]);
        check("U.S. AT&T don’t", &[("U.S", Upper), ("AT&T", Upper), ("don’t", Lower)]);
        check(
            "1,200 1990s 3rd 5G",
            &[("1,200", Number), ("1990s", Ordinal), ("3rd", Ordinal), ("5G", Mixed)],
        );
        check(
            "Anglo-Saxon COVID-19 OAuth2",
            &[("Anglo-Saxon", Title), ("COVID-19", Upper), ("OAuth2", Mixed)],
        );
        check("日本語 — שלום", &[("日本語", Lower), ("שלום", Lower)]);
    }

    #[test]
    fn identifiers_are_one_word() {
        let text = "ICH E9(R1) cites RFC 8446.";
        let joined = join_codes(text, shaped(text, 0), &[0..10, 17..25]);
        let joined: Vec<_> = joined.iter().map(|word| word.text).collect();
        assert_eq!(joined, ["ICH E9(R1", "cites", "RFC 8446"]);
    }

    #[test]
    fn white_space_collapses() {
        assert_eq!(collapse("  a\n\tb\u{0} c "), "a b c");
    }
}

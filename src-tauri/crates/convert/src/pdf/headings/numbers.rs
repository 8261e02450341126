//! The numbers that headings begin with, `2.3`, `A.1`, `IV.`, `Chapter 5`, and whether they count:
//! a number whose forerunner or follower stands elsewhere in the document is one of a series.

use language::List;
use std::collections::HashMap;

/// Most parts of a number.
const PARTS: usize = 5;
/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Digits,
    Letter,
    Roman,
    /// `Chapter 3`
    Word,
}

/// A number in front of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Number {
    pub(super) kind: Kind,
    parts: [u16; PARTS],
    depth: u8,
}

impl Number {
    /// The number that `text` begins with, and whether a full stop or bracket closes it.
    pub(super) fn of(text: &str) -> Option<(Self, bool)> {
        let text = text.trim_start();
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let lower = first.to_lowercase();
        if List::of("words before numbers of sections").has(&lower) {
            let token = rest.trim_start().split(' ').next().unwrap_or_default();
            let number = Self::parse(bare(token).0)?;
            return Some((Self { kind: Kind::Word, ..number }, true));
        }
        let (token, closed) = bare(first);
        let number = Self::parse(token)?;
        let is_alone = number.depth == 1 && number.kind != Kind::Digits;
        let fits = rest.chars().any(char::is_alphabetic) && (closed || !is_alone || rest.len() > 2);
        fits.then_some((number, closed))
    }

    fn parse(token: &str) -> Option<Self> {
        let mut parts = [0; PARTS];
        let (mut depth, mut kind) = (0, Kind::Digits);
        for (at, part) in token.split('.').enumerate() {
            let slot = parts.get_mut(at)?;
            let value = digits(part);
            *slot = match (at, value) {
                (_, Some(value)) => value,
                (0, None) => {
                    let (value, written) = letter_or_roman(part)?;
                    kind = written;
                    value
                }
                _ => return None,
            };
            depth += 1;
        }
        Some(Self { kind, parts, depth })
    }

    /// 1 for `3`, 2 for `3.1`.
    pub(super) fn depth(&self) -> u8 {
        self.depth
    }

    fn last(&self) -> u16 {
        self.parts.get(usize::from(self.depth).saturating_sub(1)).copied().unwrap_or(0)
    }

    /// The same with another last part.
    fn with_last(mut self, last: u16) -> Self {
        if let Some(part) = self.parts.get_mut(usize::from(self.depth).saturating_sub(1)) {
            *part = last;
        }
        self
    }

    fn before(self) -> Option<Self> {
        (self.last() > 1).then(|| self.with_last(self.last() - 1))
    }

    fn after(self) -> Self {
        self.with_last(self.last().saturating_add(1))
    }

    fn first_child(mut self) -> Option<Self> {
        *self.parts.get_mut(usize::from(self.depth))? = 1;
        self.depth += 1;
        Some(self)
    }
}

fn bare(token: &str) -> (&str, bool) {
    let bare = token.trim_end_matches(['.', ')', ':', '—', '–']);
    (bare, bare.len() < token.len())
}

fn digits(part: &str) -> Option<u16> {
    let fits = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    part.parse().ok().filter(|_| fits)
}

fn letter_or_roman(part: &str) -> Option<(u16, Kind)> {
    if !part.is_empty() && part.len() <= 5 && part.chars().all(|c| matches!(c, 'I' | 'V' | 'X')) {
        let value = |c: char| match c {
            'I' => 1,
            'V' => 5,
            _ => 10u16,
        };
        let (sum, _) = part.chars().rev().map(value).fold((0i32, 0), |(sum, last), own| {
            let signed = i32::from(own);
            (if own < last { sum - signed } else { sum + signed }, own.max(last))
        });
        return Some((u16::try_from(sum).ok()?, Kind::Roman));
    }
    let mut letters = part.chars();
    let only = letters.next().filter(|c| c.is_ascii_uppercase() && letters.next().is_none())?;
    Some((u16::from(only as u8 - b'A') + 1, Kind::Letter))
}

/// The numbers of a document, by the place of the lines that they begin.
#[derive(Default)]
pub(super) struct Series {
    /// First and last place, and how often.
    places: HashMap<Number, (usize, usize, u32)>,
}

impl Series {
    pub(super) fn note(&mut self, number: Number, place: usize) {
        let own = self.places.entry(number).or_insert((place, place, 0));
        own.1 = place;
        own.2 += 1;
    }

    /// Of forerunner (or being the first) and follower: how many there are, each on its own side.
    pub(super) fn support(&self, number: Number, place: usize) -> u8 {
        let first = |number: &Number| self.places.get(number).map(|own| own.0);
        let last = |number: &Number| self.places.get(number).map(|own| own.1);
        let led = match number.before() {
            Some(before) => first(&before).is_some_and(|before| before < place),
            None => number.last() == 1,
        };
        let followed = last(&number.after()).is_some_and(|after| after > place);
        u8::from(led) + u8::from(followed)
    }

    /// How often the number stands at the beginning of a line.
    pub(super) fn count(&self, number: Number) -> u32 {
        self.places.get(&number).map_or(0, |own| own.2)
    }

    /// Whether `2.1` follows where this is `2`.
    pub(super) fn has_child(&self, number: Number, place: usize) -> bool {
        let child = number.first_child().and_then(|child| self.places.get(&child));
        child.is_some_and(|own| own.1 > place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_their_depth() {
        for (text, expected) in [
            ("1 Introduction", Some((Kind::Digits, 1, false))),
            ("1. Introduction", Some((Kind::Digits, 1, true))),
            ("2.3.1 Methods", Some((Kind::Digits, 3, false))),
            ("A.1 Proofs", Some((Kind::Letter, 2, false))),
            ("IV. RESULTS", Some((Kind::Roman, 1, true))),
            ("Chapter 3", Some((Kind::Word, 1, true))),
            ("Appendix B: Proofs", Some((Kind::Word, 1, true))),
            ("3.14", None),
            ("2024 was a year", None),
            ("1.2.3.4.5.6 Deep", None),
            ("Nothing at all", None),
        ] {
            let found = Number::of(text);
            let found = found.map(|(number, closed)| (number.kind, number.depth(), closed));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn series_support_their_members() {
        let mut series = Series::default();
        let number = |text: &str| Number::of(text).unwrap().0;
        let texts = ["1 A", "1.1 B", "1.2 C", "2 D", "7 E", "IX. F", "X. G"];
        for (place, text) in texts.iter().enumerate() {
            series.note(number(text), place);
        }
        for (place, (text, expected)) in texts.iter().zip([2, 2, 1, 1, 0, 1, 1]).enumerate() {
            assert_eq!(series.support(number(text), place), expected, "{text}");
        }
        assert!(series.has_child(number("1 A"), 0) && !series.has_child(number("2 D"), 3));
    }
}

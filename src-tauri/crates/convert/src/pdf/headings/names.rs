//! Names that sections of papers, reports and books have again and again.

use crate::pdf::marks;
use language::List;

/// A heading's words in lower case, without number and closing sign.
pub(super) fn of(text: &str) -> String {
    let words = match marks::section_depth(text) {
        Some(_) => text.trim().split_once(' ').map_or("", |(_, rest)| rest),
        None => text,
    };
    words.trim().trim_end_matches([':', '.', '—', '–', '-']).trim_end().to_lowercase()
}

/// Whether a section of this name is one of the outermost.
pub(super) fn is_top(name: &str) -> bool {
    List::of("outermost sections").has(name)
}

/// Whether a section of this name lists what is cited.
pub(super) fn is_references(name: &str) -> bool {
    List::of("outermost lists of sources").has(name)
}

/// How many letters of a line are a heading that its text runs on from: `Abstract—`, `ABSTRACT. `.
pub(super) fn run_in(text: &str) -> Option<usize> {
    let lower = text.to_lowercase();
    // lower case may be longer than what it is made of
    let same = lower.len() == text.len();
    let rest = List::of("sections that run in")
        .entries()
        .iter()
        .find_map(|name| lower.strip_prefix(name))
        .filter(|_| same)?;
    let closed = rest.trim_start_matches([' ', '.', ':', '—', '–', '-']);
    let sign = rest.get(..rest.len() - closed.len())?;
    let is_closed = sign.contains(['.', ':', '—', '–', '-']);
    let begins = text.starts_with(char::is_uppercase) && closed.chars().any(char::is_alphabetic);
    let end = text.len() - closed.len();
    (is_closed && begins).then(|| text.get(..end).map_or(0, |head| head.trim_end().chars().count()))
}

/// The name that a heading with its text behind it has.
pub(super) fn run_in_name(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    List::of("sections that run in")
        .entries()
        .iter()
        .find(|name| lower.starts_with(**name))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bare() {
        for (text, expected) in [
            ("1. Introduction", "introduction"),
            ("ABSTRACT.", "abstract"),
            ("VI. Conclusions:", "conclusions"),
            ("References", "references"),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }

    #[test]
    fn headings_that_run_in_end_at_their_sign() {
        for (text, expected) in [
            ("Abstract—We show that", Some(9)),
            ("ABSTRACT. We show", Some(9)),
            ("Keywords: ducks, marshes", Some(9)),
            ("Abstract", None),
            ("Abstract machines - a survey", None),
            ("abstract: none", None),
            ("Index terms — ducks", Some(13)),
        ] {
            assert_eq!(run_in(text), expected, "{text}");
        }
    }
}

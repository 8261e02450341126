//! Sense across a break: how likely one line of text goes on in another, by the sign at the end of
//! the one and the first letter of the other. Sentences end with a stop and begin with a capital,
//! words that are cut go on with a small letter.

use super::letters;

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum End {
    /// In the middle of a word.
    Hyphen,
    /// At the end of a sentence, or where one may end.
    Stop,
    Letter,
    Ideograph,
    /// A comma, a number, a sign, or nothing.
    #[default]
    Other,
}

/// How a line begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Start {
    Small,
    Capital,
    Ideograph,
    /// A number, a sign, a letter of a script without small letters, or nothing.
    #[default]
    Other,
}

/// How `text` ends.
pub(super) fn end_of(text: impl DoubleEndedIterator<Item = char>) -> End {
    let mut letters = text.rev().skip_while(|letter| letter.is_whitespace());
    match letters.next() {
        Some('-') if letters.next().is_some_and(char::is_alphabetic) => End::Hyphen,
        Some('"' | '”' | '’' | ')' | ']' | '»') => match letters.next() {
            Some('.' | '!' | '?') => End::Stop,
            _ => End::Other,
        },
        Some('.' | '!' | '?' | ':' | ';' | '…' | '。' | '！' | '？') => End::Stop,
        Some(letter) if letters::is_ideograph(letter) => End::Ideograph,
        Some(letter) if letter.is_alphabetic() => End::Letter,
        _ => End::Other,
    }
}

/// How `text` begins.
pub(super) fn start_of(text: impl Iterator<Item = char>) -> Start {
    match text.into_iter().find(|letter| !letter.is_whitespace()) {
        Some(letter) if letters::is_ideograph(letter) => Start::Ideograph,
        Some(letter) if letter.is_lowercase() => Start::Small,
        Some(letter) if letter.is_uppercase() => Start::Capital,
        _ => Start::Other,
    }
}

/// How much more often a line that ends so goes on in one that begins so than two lines taken at
/// random do: the logarithm of the ratio, counted over the paragraphs of some hundred pages.
pub(super) fn link(end: End, start: Start) -> f32 {
    match (end, start) {
        (End::Hyphen, Start::Small) => 2.0,
        (End::Hyphen, _) => -1.5,
        (End::Stop, Start::Small) => -2.8,
        (End::Stop, Start::Capital) => 0.5,
        (End::Letter, Start::Small) => 0.4,
        (End::Letter, Start::Capital) => -0.9,
        (End::Letter, Start::Other) => -0.6,
        (End::Ideograph, Start::Ideograph) => 0.2,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, next: &str) -> f32 {
        link(end_of(line.chars()), start_of(next.chars()))
    }

    #[test]
    fn what_goes_on_outweighs_what_does_not() {
        for (line, better, worse) in [
            ("a word is cut in the mid-", "dle of it", "Another sentence"),
            ("this is the end.", "Another sentence", "of another"),
            ("the sentence goes on", "in small letters", "Another sentence"),
            ("he said “so.”", "She did not", "and went"),
            ("and it goes on ", " with a space", "3.2"),
        ] {
            assert!(check(line, better) > 0.0, "{line} | {better}");
            assert!(check(line, worse) < 0.0, "{line} | {worse}");
        }
    }

    #[test]
    fn numbers_signs_and_scripts_without_small_letters_say_nothing() {
        for (line, next) in [("12", "13"), ("", "a"), ("של", "של"), ("(", "X"), ("a =", "")] {
            assert_eq!(end_of("12".chars()), End::Other);
            assert!(check(line, next).abs() < 1.0, "{line} | {next}");
        }
        assert_eq!(end_of("2019-".chars()), End::Other);
        assert_eq!(end_of("- ".chars()), End::Other);
    }
}

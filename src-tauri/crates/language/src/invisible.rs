//! Letters that are shown as nothing. What is left out where texts are compared is one question, what may
//! be left out of a text that is kept another, what turns it round a third.

/// What is shown as nothing: `Default_Ignorable_Code_Point` of Unicode's DerivedCoreProperties (soft
/// hyphens, zero-width letters, direction marks, variation selectors, tags).
pub use types::is_ignorable as is_invisible;

/// What only tells a layout where a line may break (UAX #14: soft hyphen, zero-width space, word
/// joiner, byte-order mark). A text loses nothing with it, while a joiner or a direction mark may carry
/// meaning in its script.
pub fn is_break_hint(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Explicit direction of writing (UAX #9): what makes a text look like another one.
pub fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_is_what_unicode_says() {
        let ignorable = regex::Regex::new(r"^\p{Default_Ignorable_Code_Point}$").unwrap();
        let mut form = [0; 4];
        for c in '\0'..=char::MAX {
            assert_eq!(is_invisible(c), ignorable.is_match(c.encode_utf8(&mut form)), "{c:?}");
            assert!(is_invisible(c) || !(is_break_hint(c) || is_direction(c)));
        }
    }
}

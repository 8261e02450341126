//! The small verbs on words that reading a text for its structure takes.

/// Whether `text` begins with the words of `phrase`, whatever their case and the white space between
/// them; if so, the bytes they take.
pub(crate) fn phrase(text: &str, phrase: &str) -> Option<usize> {
    let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    if first(text) != first(phrase) {
        return None;
    }
    let mut len = 0;
    for (nth, word) in phrase.split(' ').enumerate() {
        let rest = text.get(len..)?;
        let space = rest.len() - rest.trim_start().len();
        if nth > 0 && !(1..=4).contains(&space) {
            return None;
        }
        len += if nth > 0 { space } else { 0 };
        let found = text.get(len..len + word.len())?;
        if !found.eq_ignore_ascii_case(word) {
            return None;
        }
        len += word.len();
    }
    let inside = text.get(len..)?.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    (!inside).then_some(len)
}

/// The longest of `phrases` that `text` begins with: its bytes and its index.
pub(crate) fn any_phrase(text: &str, phrases: &[&str]) -> Option<(usize, usize)> {
    let fits = |(nth, one): (usize, &&str)| Some((phrase(text, one)?, nth));
    phrases.iter().enumerate().filter_map(fits).max()
}

/// Where words begin in `text`; what follows an apostrophe in one begins none.
pub(crate) fn word_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut end = 0;
    language::runs(text).filter_map(move |(at, run)| {
        let inside = end > 0 && matches!(text.get(end..at), Some("'" | "’"));
        end = at + run.len();
        (!inside).then_some(at)
    })
}

/// The first word, in lower case.
pub(crate) fn first_word(text: &str) -> String {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    text.get(..end.min(32)).unwrap_or_default().to_lowercase()
}

/// The last word, in lower case; empty where `text` ends otherwise.
pub(crate) fn last_word(text: &str) -> String {
    let text = text.trim_end();
    let from = text.ceil_char_boundary(text.len().saturating_sub(32));
    let tail = text.get(from..).unwrap_or_default();
    tail.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase()
}

/// Bytes of the article that `text` begins with, and of the space after it.
pub(crate) fn article(text: &str) -> usize {
    let found = any_phrase(text, &["the", "a", "an"]).map_or(0, |(len, _)| len);
    let rest = text.get(found..).unwrap_or_default();
    let space = rest.len() - rest.trim_start().len();
    if found > 0 && space > 0 { found + space } else { 0 }
}

/// Bytes of what stands before the first word of an item, quotation or numbered paragraph:
/// `> `, `- `, `1. `, `(a) `, `4.3 `.
pub(crate) fn item_mark(text: &str) -> usize {
    let mut len = 0;
    for _ in 0..4 {
        let rest = text.get(len..).unwrap_or_default();
        let space = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let Some(mark) = one_mark(rest) else { return len + space };
        len += space + mark;
    }
    let rest = text.get(len..).unwrap_or_default();
    len + rest.len() - rest.trim_start().len()
}

fn one_mark(text: &str) -> Option<usize> {
    let end = text.find(char::is_whitespace)?;
    let mark = text.get(..end).filter(|mark| mark.len() <= 12)?;
    let bullet = matches!(mark, "-" | "*" | "+" | "•" | "–" | ">" | "◦" | "▪" | "·");
    let bare = mark.trim_matches(|c: char| matches!(c, '(' | ')' | '.' | '\\' | '[' | ']'));
    let numbered = bare.len() < mark.len() || bare.contains('.');
    let ordinal = |part: &str| {
        !part.is_empty()
            && (part.bytes().all(|byte| byte.is_ascii_digit())
                || part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_alphabetic())
                || part.len() <= 6 && part.bytes().all(|byte| b"ivxlIVXL".contains(&byte)))
    };
    let number = numbered && bare.split(['.', '(', ')']).filter(|p| !p.is_empty()).all(ordinal);
    (bullet || number && !bare.is_empty()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words() {
        assert_eq!(phrase("is  defined\nas x", "is defined as"), Some(14));
        assert_eq!(phrase("Means x", "means"), Some(5));
        assert_eq!(phrase("meanst x", "means"), None);
        assert_eq!(phrase("is defined", "is defined as"), None);
        assert_eq!(any_phrase("means that x", &["means", "means that"]), Some((10, 1)));
    }

    #[test]
    fn items_lose_their_marks() {
        for (text, rest) in [
            ("- (a) word", "word"),
            ("> 1. word", "word"),
            ("4.3 Word", "Word"),
            ("(xiv) “A”", "“A”"),
            ("1\\. word", "word"),
            ("Word", "Word"),
            ("A word", "A word"),
            ("**A** b", "**A** b"),
            ("2019 was", "2019 was"),
        ] {
            assert_eq!(&text[item_mark(text)..], rest, "{text}");
        }
    }
}

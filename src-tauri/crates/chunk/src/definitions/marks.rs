//! Terms in quotation marks or emphasis. All looking is bounded: a text of a million quotation marks
//! costs no more than one of a million letters.

use std::ops::Range;

/// Bytes a marked term has at most.
const TERM_BYTES: usize = 120;

/// Marks around one term, such as `**“` before it, at most.
const NESTED: usize = 6;

/// How a term stands out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marked {
    /// With its marks.
    pub(super) outer: Range<usize>,
    /// Without.
    pub(super) inner: Range<usize>,
    /// In bold.
    pub(super) bold: bool,
    /// In quotation marks.
    pub(super) quoted: bool,
}

/// What opens where `close` closes.
fn openers(close: char) -> &'static [char] {
    match close {
        '”' => &['“', '”', '„'],
        '“' => &['„'],
        '"' => &['"'],
        '’' => &['‘'],
        '‘' => &['‚'],
        '\'' => &['\''],
        '»' => &['«'],
        '«' => &['»'],
        '」' => &['「'],
        '`' => &['`'],
        '*' => &['*'],
        '_' => &['_'],
        _ => &[],
    }
}

/// What closes where `open` opens.
fn closers(open: char) -> &'static [char] {
    match open {
        '“' | '”' => &['”'],
        '„' => &['“', '”'],
        '"' => &['"'],
        '‘' => &['’'],
        '‚' => &['‘'],
        '\'' => &['\''],
        '«' => &['»'],
        '»' => &['«'],
        '「' => &['」'],
        '`' => &['`'],
        '*' => &['*'],
        '_' => &['_'],
        _ => &[],
    }
}

fn is_quote(c: char) -> bool {
    !openers(c).is_empty() && !matches!(c, '*' | '_' | '`')
        || !closers(c).is_empty() && !matches!(c, '*' | '_' | '`')
}

/// The marked term that `text` ends with.
pub(super) fn ending(text: &str) -> Option<Marked> {
    let text = text.trim_end();
    let mut inner_end = text.len();
    let mut close = None;
    for c in text.chars().rev().take(NESTED).take_while(|c| !openers(*c).is_empty()) {
        inner_end -= c.len_utf8();
        close = Some(c);
    }
    let opens = openers(close?);
    let from = text.ceil_char_boundary(inner_end.saturating_sub(TERM_BYTES));
    let before = text.get(from..inner_end)?;
    let opening = |(at, c): &(usize, char)| {
        let apart = !matches!(c, '\'' | '_')
            || !text.get(..from + at).unwrap_or_default().ends_with(char::is_alphanumeric);
        opens.contains(c) && apart
    };
    let (at, c) = before.char_indices().rev().find(opening)?;
    let inner = from + at + c.len_utf8()..inner_end;
    let mut start = from + at;
    for c in text.get(..start)?.chars().rev().take(NESTED).take_while(|c| !closers(*c).is_empty()) {
        // an apostrophe may end the word before
        if matches!(c, '’' | '”' | '»') {
            break;
        }
        start -= c.len_utf8();
    }
    marked(text, start..text.len(), inner)
}

/// The marked term that `text` begins with.
pub(super) fn beginning(text: &str) -> Option<Marked> {
    let mut inner_start = 0;
    let mut open = None;
    for c in text.chars().take(NESTED).take_while(|c| !closers(*c).is_empty()) {
        inner_start += c.len_utf8();
        open = Some(c);
    }
    let closes = closers(open?);
    let to = text.floor_char_boundary((inner_start + TERM_BYTES).min(text.len()));
    let after = text.get(inner_start..to)?;
    let closing = |(at, c): &(usize, char)| {
        let next = text.get(inner_start + at + c.len_utf8()..).unwrap_or_default();
        let apart =
            !matches!(c, '\'' | '’' | '_') || !next.starts_with(|c: char| c.is_alphanumeric());
        closes.contains(c) && apart
    };
    let (at, _) = after.char_indices().find(closing)?;
    let inner = inner_start..inner_start + at;
    let mut end = inner.end;
    for c in text.get(end..)?.chars().take(NESTED).take_while(|c| !openers(*c).is_empty()) {
        end += c.len_utf8();
    }
    marked(text, 0..end, inner)
}

fn marked(text: &str, outer: Range<usize>, inner: Range<usize>) -> Option<Marked> {
    let before = text.get(outer.start..inner.start)?;
    let after = text.get(inner.end..outer.end)?;
    let bold = before.contains("**") || before.contains("__") || after.contains("**");
    let quoted = before.contains(is_quote);
    let words = text.get(inner.clone())?;
    let fits = words.contains(char::is_alphanumeric)
        && words.starts_with(|c: char| !c.is_whitespace())
        && words.split_whitespace().count() <= 12;
    fits.then_some(Marked { outer, inner, bold, quoted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_peeled_off_both_ends() {
        for (text, before, after) in [
            ("say “A b”", Some("A b"), None),
            ("“A b” means", None, Some("A b")),
            ("**“A b”** is", None, Some("A b")),
            ("so **“A b”**", Some("A b"), None),
            ("the party's 'own'", Some("own"), None),
            ("‘party’s own’ means", None, Some("party’s own")),
            ("„A“", Some("A"), Some("A")),
            ("«A»", Some("A"), Some("A")),
            ("`a_b`", Some("a_b"), Some("a_b")),
            ("plain", None, None),
            ("“open", None, None),
            ("close”", None, None),
            ("“”", None, None),
            ("* item", None, None),
            ("\"\"\"\"\"\"\"\"", None, None),
        ] {
            let found = ending(text).map(|term| &text[term.inner]);
            assert_eq!(found, before, "the end of {text}");
            let found = beginning(text).map(|term| &text[term.inner]);
            assert_eq!(found, after, "the start of {text}");
        }
        let long = format!("“{}”", "x".repeat(10_000));
        assert_eq!((ending(&long), beginning(&long)), (None, None));
    }

    #[test]
    fn bold_and_quotes_are_told_apart() {
        let kinds = |text: &str| beginning(text).map(|term| (term.bold, term.quoted));
        assert_eq!(kinds("**A**"), Some((true, false)));
        assert_eq!(kinds("*A*"), Some((false, false)));
        assert_eq!(kinds("“A”"), Some((false, true)));
        assert_eq!(kinds("**“A”**"), Some((true, true)));
    }
}

//! Digital object identifiers: ISO 26324 for their two parts and for case, which does not count; Crossref's
//! pattern for the characters of the suffix (`[-._;()/:a-z0-9]`), with what its SICI forms have
//! (`<page:title>`, `#`, `+`). Of percent-encoded ones the characters count.

use super::identifier::{Identifier, Read, Scheme};

/// Longest that is read.
const LONGEST_BYTES: usize = 300;
/// Longest page and title of a SICI, between its angle brackets.
const LONGEST_TITLE: usize = 40;
/// What addresses of publishers put behind the DOI.
const ENDINGS: [&str; 4] = [".pdf", "/pdf", "/full", "/abstract"];

/// A DOI at the head of `rest`; `before` is the text before it.
pub(super) fn doi(before: &str, rest: &str) -> Option<Read> {
    let digits = rest.strip_prefix("10.")?;
    if before.ends_with(['.', '-']) {
        return None;
    }
    let mut length = 3 + number(digits, 4..=9)?;
    while let Some(more) = rest.get(length..)?.strip_prefix('.') {
        length += 1 + number(more, 1..=9)?;
    }
    let slash = rest.get(length..)?;
    let slash = if slash.starts_with('/') { 1 } else { usize::from(slash_encoded(slash)) * 3 };
    if slash == 0 {
        return None;
    }
    let mut id = format!("{}/", rest.get(..length)?);
    let registrant = id.len();
    length += slash;
    // the suffix may stand on the next line
    length += line_break(rest.get(length..)?).unwrap_or(0);
    let end = suffix(rest, length, &mut id)?;
    let near = before.ceil_char_boundary(before.len().saturating_sub(LONGEST_BYTES));
    let near = before.get(near..).unwrap_or_default();
    let address = near.rsplit(char::is_whitespace).next().unwrap_or_default();
    if address.contains("://") && !address.ends_with("doi.org/") {
        let cut = ENDINGS.iter().find_map(|ending| id.strip_suffix(ending)).map(str::len);
        id.truncate(cut.unwrap_or(id.len()).max(registrant));
    }
    let known = (id.len() > registrant).then(|| id.to_ascii_lowercase())?;
    Some((Identifier::new(Scheme::Doi, known), end, true))
}

/// Reads a suffix into `id`; where it ends. `None` where it has lost its end.
fn suffix(rest: &str, start: usize, id: &mut String) -> Option<usize> {
    let registrant = id.len();
    // for each byte of `id`, where its character ends in `rest`
    let mut ends: Vec<usize> = vec![start; registrant];
    let mut open: Vec<usize> = Vec::new();
    let mut at = start;
    while let Some(text) = rest.get(at..).filter(|_| id.len() < LONGEST_BYTES) {
        let Some(first) = text.chars().next() else { break };
        let (c, length) = match first {
            '%' => match percent(text) {
                Some(c) => (c, 3),
                None => break,
            },
            // Markdown's own mark
            '\\' => match text.chars().nth(1).filter(char::is_ascii_punctuation) {
                Some(c) => (c, 2),
                None => break,
            },
            '\n' | '\r' if id.ends_with(['-', '/']) && id.len() > registrant => {
                match (line_break(text), id.ends_with('-')) {
                    (Some(skip), hyphen) => {
                        let next = text.get(skip..)?;
                        let run = next.split(char::is_whitespace).next().unwrap_or_default();
                        if hyphen && !next.starts_with(|c: char| c.is_ascii_digit()) {
                            return None;
                        }
                        if !hyphen && !run.bytes().any(|byte| byte.is_ascii_digit()) {
                            break;
                        }
                        at += skip;
                        continue;
                    }
                    (None, _) => break,
                }
            }
            c => (c, c.len_utf8()),
        };
        match c {
            ';' if begins_another(text.get(length..)?) => break,
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' | '_' | ';' | '/' | ':' | '+' => {}
            '#' if id.ends_with(";2-") => {}
            '(' => open.push(id.len()),
            ')' if open.pop().is_some() => {}
            '<' if title(text, length) => open.push(id.len()),
            '>' if open.last().is_some_and(|at| id.get(*at..=*at) == Some("<")) => {
                open.pop();
            }
            _ => break,
        }
        id.push(c);
        at += length;
        ends.push(at);
    }
    // a bracket that is not closed, and the sentence's own punctuation
    id.truncate(open.first().copied().unwrap_or(id.len()));
    let kept = id.trim_end_matches(['.', ';', ':', '/', '_', '-']).len();
    id.truncate(kept.max(registrant));
    ends.get(id.len() - 1).copied()
}

/// Bytes of the digits at the head, where there are as many as allowed.
fn number(text: &str, allowed: std::ops::RangeInclusive<usize>) -> Option<usize> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    allowed.contains(&count).then_some(count)
}

fn slash_encoded(text: &str) -> bool {
    text.get(..3).is_some_and(|code| code.eq_ignore_ascii_case("%2f"))
}

/// The ASCII character that is percent-encoded at the head.
fn percent(text: &str) -> Option<char> {
    let code = u8::from_str_radix(text.get(1..3)?, 16).ok()?;
    code.is_ascii_graphic().then(|| char::from(code))
}

/// Whether a list goes on with another identifier.
fn begins_another(text: &str) -> bool {
    text.starts_with("10.") || ["doi", "http"].iter().any(|start| text.starts_with(start))
}

/// Whether the angle bracket of `length` bytes at the head opens the page and title of a SICI.
fn title(text: &str, length: usize) -> bool {
    let inside = text.get(length..).unwrap_or_default();
    let end = inside
        .bytes()
        .take(LONGEST_TITLE)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'.'));
    let end = end.count();
    let closed = inside.get(end..).is_some_and(|rest| {
        rest.starts_with(['>', '\\'])
            || rest.get(..3).is_some_and(|c| c.eq_ignore_ascii_case("%3e"))
    });
    closed && inside.get(..end).is_some_and(|inside| inside.contains(':'))
}

/// Bytes of one line break and the blanks around it, where a letter or digit follows.
pub(super) fn line_break(text: &str) -> Option<usize> {
    let mut lines = 0;
    let count = text.bytes().take(16).take_while(|byte| {
        lines += usize::from(*byte == b'\n');
        matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
    });
    let count = count.count();
    let next = text.get(count..)?.bytes().next()?;
    (lines == 1 && next.is_ascii_alphanumeric()).then_some(count)
}

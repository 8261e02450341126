//! A text cut into sentences, each with its setting: quoted, listed as code, a heading. Every byte is
//! looked at a fixed number of times, and no sentence is longer than [`SENTENCE`].

use super::marks::floor;
use std::ops::Range;

/// Longest sentence, in bytes; a longer one is cut at a space.
const SENTENCE: usize = 700;

/// A sentence and how it stands.
#[derive(Clone, Debug)]
pub struct Sentence {
    pub range: Range<usize>,
    /// Inside a listing of code.
    pub listed: bool,
    /// A heading by its markup.
    pub heads: bool,
    /// What stands between quotation marks, in the whole text.
    pub quotes: Vec<Range<usize>>,
    /// Begins inside a quotation.
    pub goes_on: bool,
}

/// Hands on the sentences of a text, in order; white space lies between them.
pub fn sentences(text: &str, take: &mut dyn FnMut(Sentence)) {
    let mut listed = false;
    let mut fences = text.lines().filter(|line| is_fence(line.trim())).count();
    let mut start: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let words = line.trim();
        // a listing that is never closed is none
        let fence = is_fence(words) && (listed || fences > 1);
        fences -= usize::from(is_fence(words));
        let apart = words.is_empty() || fence || listed || begins_block(words);
        if apart && let Some(start) = start.take() {
            cut(text, start..range.start, take);
        }
        if fence {
            listed = !listed;
        } else if listed || words.starts_with('#') || words.starts_with('|') {
            let heads = !listed && words.starts_with('#');
            cut(text, range, &mut |sentence| take(Sentence { listed, heads, ..sentence }));
        } else {
            start = start.or(Some(range.start));
        }
    }
    if let Some(start) = start {
        cut(text, start..text.len(), take);
    }
}

/// Whether a line opens or closes a listing.
fn is_fence(words: &str) -> bool {
    words.starts_with("```") || words.starts_with("~~~")
}

/// Whether a line does not go on with the one before.
fn begins_block(words: &str) -> bool {
    let mut chars = words.chars();
    let marker = chars.next().is_some_and(|c| matches!(c, '#' | '|' | '>' | '•'));
    let item = words.starts_with("- ") || words.starts_with("* ") || words.starts_with("+ ");
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..4).contains(&digits)
        && words.get(digits..).is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(") "));
    marker || item || numbered
}

/// Cuts a block at the ends of its sentences.
fn cut(text: &str, block: Range<usize>, take: &mut dyn FnMut(Sentence)) {
    let Some(words) = text.get(block.clone()) else { return };
    let mut start = 0;
    let mut ended = false;
    // a quotation may run over several sentences of a paragraph, if it is closed there
    let even = words.matches('"').count() % 2 == 0;
    let mut quoted: Option<char> = None;
    let mut put = |range: Range<usize>| {
        let inside = words.get(range.clone()).unwrap_or_default();
        let from = range.start + (inside.len() - inside.trim_start().len());
        let range = from..range.start + inside.trim_end().len();
        if range.start < range.end {
            let goes_on = quoted.is_some();
            let (quotes, open) = quotes(words, &range, block.start, quoted);
            quoted = open.filter(|end| !matches!(end, '\'' | '’' | '`') && (*end != '"' || even));
            take(Sentence {
                quotes,
                goes_on,
                range: block.start + range.start..block.start + range.end,
                listed: false,
                heads: false,
            });
        }
    };
    for (at, c) in words.char_indices() {
        let wide = matches!(c, '。' | '！' | '？' | '…');
        let length = at - start;
        let long = length >= SENTENCE && c == ' ' || length >= SENTENCE + 100;
        if length > 0 && (ended && c.is_whitespace() || long) {
            put(start..at);
            start = at;
        }
        let closes = matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '*' | '_' | '`' | '」');
        ended = match c {
            '.' => !is_short(words, at),
            '!' | '?' | '؟' | '۔' => true,
            _ => (closes && ended) || wide,
        };
        if wide {
            let end = at + c.len_utf8();
            let next = words.get(end..).and_then(|rest| rest.chars().next());
            if !next.is_some_and(|next| matches!(next, '」' | '』' | '”' | '"' | '）')) {
                put(start..end);
                start = end;
            }
        }
    }
    put(start..words.len());
}

/// Whether a dot ends an abbreviation: one letter, or a word with a dot in it: "e.g.", "z. B.".
fn is_short(words: &str, dot: usize) -> bool {
    let before = words.get(floor(words, dot.saturating_sub(16))..dot).unwrap_or_default();
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let letters = word.trim_start_matches(['(', '"', '“', '„', '«']);
    let lower = letters.to_lowercase();
    letters.chars().count() == 1 && letters.chars().all(char::is_alphabetic)
        || letters.contains('.') && letters.chars().all(|c| c.is_alphabetic() || c == '.')
        || language::is_abbreviation(&lower)
}

/// What stands between quotation marks in a sentence, and the mark that is yet to come at its end.
/// `open` is the mark that closes what a sentence before opened.
fn quotes(
    words: &str,
    sentence: &Range<usize>,
    offset: usize,
    open: Option<char>,
) -> (Vec<Range<usize>>, Option<char>) {
    let inside = words.get(sentence.clone()).unwrap_or_default();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open = open.map(|end| (offset + sentence.start, end));
    let mut before = ' ';
    for (at, c) in inside.char_indices() {
        let place = offset + sentence.start + at;
        match open {
            Some((start, end)) if c == end => {
                let next = inside.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
                // an apostrophe within a word closes nothing
                if !matches!(c, '\'' | '’') || !next.is_some_and(char::is_alphanumeric) {
                    found.push(start..place);
                    open = None;
                }
            }
            Some(_) => {}
            None => {
                open = closing(c, before).map(|end| (place + c.len_utf8(), end));
            }
        }
        before = c;
    }
    if let Some((start, _)) = open.filter(|(_, end)| !matches!(end, '\'' | '’' | '«')) {
        found.push(start..offset + sentence.end);
    }
    (found, open.map(|(_, end)| end))
}

/// The mark that closes what a mark opens.
fn closing(c: char, before: char) -> Option<char> {
    match c {
        '"' | '`' => Some(c),
        '\'' if !before.is_alphanumeric() => Some('\''),
        '“' => Some('”'),
        '„' => Some('“'),
        '‘' => Some('’'),
        '«' => Some('»'),
        '»' => Some('«'),
        '「' => Some('」'),
        '『' => Some('』'),
        '《' => Some('》'),
        _ => None,
    }
}

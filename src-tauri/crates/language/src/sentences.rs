//! Sentences by the rules of Unicode (UAX #29), mended for what those cannot know: abbreviations,
//! initials, enumerators and lines wrapped in mid-sentence. It never looks at meaning.

use crate::listed;
use icu_segmenter::{
    GraphemeClusterSegmenter, SentenceSegmenter, options::SentenceBreakInvariantOptions,
};
use std::ops::Range;

listed! {
    never_ends: "abbreviations";
    counts: "abbreviations before a number";
    usually: "abbreviations that may end a sentence";
    opens: "openers of sentences";
}

/// Longest abbreviation looked for, in bytes.
const WORD_BYTES: usize = 32;

/// The sentences of `text`, in order and without gaps: each ends where the next begins, white space
/// after a sentence is its own. Time is linear in the text.
pub fn sentences(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    let mut edges = segmenter.segment_str(text).filter(|edge| *edge > 0);
    let mut glued = glued(text).peekable();
    let mut start = 0;
    let mut next = None;
    std::iter::from_fn(move || {
        let end = match next.take() {
            Some(end) => end,
            None => edges.find(|edge| *edge == text.len() || ends_sentence(text, start, *edge))?,
        };
        while glued.next_if(|edge| *edge <= start).is_some() {}
        let end = match glued.next_if(|edge| *edge < end) {
            Some(edge) => {
                next = Some(end);
                edge
            }
            None => end,
        };
        let sentence = start..end;
        start = end;
        Some(sentence)
    })
}

/// Ends of sentences that a lost space glued to the next: "pathogens.Even though". Never inside of an
/// address, a file's name or a chain of names.
fn glued(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.match_indices('.').filter_map(move |(at, _)| {
        let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
        let next = after.chars().next().filter(|c| c.is_uppercase())?;
        let last = before.chars().next_back()?;
        // "Tanzania.We": after a name, where a word follows that opens sentences
        let opened = last.is_alphanumeric() && opens(first_word(after));
        if !last.is_lowercase() && !matches!(last, ')' | ']' | '%') && !opened {
            return None;
        }
        let from = before.ceil_char_boundary(before.len().saturating_sub(WORD_BYTES));
        let word = before.get(from..)?.rsplit(char::is_whitespace).next()?;
        let to = after.floor_char_boundary(2 * WORD_BYTES);
        let follows = after.get(..to)?.split(char::is_whitespace).next()?;
        let odd =
            |c: char| matches!(c, '.' | '/' | '@' | '_' | '\\' | '=' | '#' | ':' | '{' | '<' | '`');
        let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let plain = opened && bare.chars().count() > 2
            || last == ')'
            || last == ']'
            || last == '%'
            || bare.chars().filter(|c| c.is_alphabetic()).count() > 2
                && !bare.starts_with(char::is_uppercase);
        let ended = follows.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
        let starts = ended.len() > next.len_utf8() || matches!(next, 'A' | 'I');
        (plain && starts && !word.contains(odd) && !ended.contains(odd)).then_some(at + 1)
    })
}

/// Whether the edge that Unicode sees at `edge` is one, for a sentence that began at `start`.
fn ends_sentence(text: &str, start: usize, edge: usize) -> bool {
    let sentence = text.get(start..edge).unwrap_or_default();
    let next = text.get(edge..).unwrap_or_default().trim_start_matches([' ', '\t']);
    let words = sentence.trim_end();
    // White space goes with the sentence before it, and a blank line is one run of it.
    if words.is_empty() || next.starts_with(['\n', '\r']) {
        return false;
    }
    let space = sentence.get(words.len()..).unwrap_or_default();
    let newlines = space.bytes().filter(|byte| *byte == b'\n').count();
    let bare = words.trim_end_matches(is_closing);
    match bare.chars().next_back() {
        _ if newlines > 1 => true,
        Some('.') => !is_abbreviated(bare.strip_suffix('.').unwrap_or(bare), next),
        Some('!' | '?' | '…' | '。' | '！' | '？' | '।' | '؟' | '۔' | '․') => true,
        // A line that is wrapped, not ended.
        _ => newlines == 0,
    }
}

/// Whether a word, in lower case and without its last full stop, is an abbreviation, before whatever.
pub fn is_abbreviation(lower: &str) -> bool {
    never_ends(lower) || counts(lower) || usually(lower)
}

/// Where grapheme clusters end (UAX #29).
pub fn grapheme_edges(text: &str) -> impl Iterator<Item = usize> + '_ {
    GraphemeClusterSegmenter::new().segment_str(text)
}

fn is_closing(c: char) -> bool {
    matches!(
        c,
        ')' | ']' | '}' | '"' | '\'' | '”' | '’' | '»' | '*' | '_' | '`' | '」' | '』' | '）'
    )
}

/// Whether the full stop after `sentence` belongs to its last word, given the text that follows.
fn is_abbreviated(sentence: &str, next: &str) -> bool {
    let from = sentence.ceil_char_boundary(sentence.len().saturating_sub(WORD_BYTES));
    let tail = sentence.get(from..).unwrap_or_default();
    let apart =
        |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '{' | '"' | '“' | '\'' | '*');
    let word = tail.rsplit(apart).next().unwrap_or_default();
    if word.is_empty() {
        return false;
    }
    if sentence.trim_start() == word && is_enumerator(word) {
        return true;
    }
    let lower = word.to_lowercase();
    if never_ends(&lower) {
        return true;
    }
    if counts(&lower) && next.starts_with(|c: char| c.is_numeric() || "(§".contains(c)) {
        return true;
    }
    (usually(&lower) || is_initials(word)) && !opens(first_word(next))
}

/// `3`, `iv` or `b` alone before its full stop: the mark of a list item.
fn is_enumerator(word: &str) -> bool {
    let short = word.len() <= 4;
    short
        && (word.bytes().all(|b| b.is_ascii_digit())
            || word.bytes().all(|b| b"ivxIVX".contains(&b)))
        || word.len() == 1 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

/// `J`, `U.S`, `Ph.D`: letters with full stops between them, the last one upper case.
fn is_initials(word: &str) -> bool {
    let letters = |part: &str| (1..=2).contains(&part.chars().count());
    let dotted = word.split('.').all(|part| letters(part) && part.chars().all(char::is_alphabetic));
    let upper = word.chars().next_back().is_some_and(char::is_uppercase);
    let one = word.chars().count() == 1 || word.contains('.');
    dotted && upper && one
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sentences are written with `|` between them.
    fn check(marked: &str) {
        let text = marked.replace('|', "");
        let found: Vec<&str> = sentences(&text).map(|range| &text[range]).collect();
        assert_eq!(found.join("|"), marked);
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        for marked in [
            "",
            "One sentence",
            "One. |Two! |Three? |Four.",
            "As Smith et al. Ltd. showed, it holds. |See Fig. 3 for more.",
            "Work by Smith et al. Nature followed. |Others did, e.g. Jones. |The end.",
            "It was seen by Smith et al. |The cause is unknown.",
            "Dr. Watson met J. H. Holmes in the U.S. Senate. |He left.",
            "He lives in the U.S. |The others do not.",
            "Exhibit No. 5 is lost. |Did he answer? |No. |He was mute.",
            "See Eq. (2) and pp. 4–9. |Then stop.",
            "He said \u{201c}Stop.\u{201d} |Then he left.",
            "1. First item. |Second sentence.",
            "A line wrapped\nin the middle. |Then\nanother.",
            "A title without a stop\n\n|A paragraph.",
            "End of a line.\n|Start of a line.",
            "これは文です。|もう一つ。|終わり",
            "هذه جملة؟ |وهذه أخرى.",
            "It rose by 3.5 percent. |It fell.",
            "It meets invading pathogens.|Even so, cells leave (12%).|In mice they do not.",
            "It was seen in Tanzania.|We used BDI-II.|The rest is in grp78.|These were not.",
            "See www.Example.org, Object.Method, U.S.A, e.g.Not and node.js.Org there.",
        ] {
            check(marked);
        }
    }

    proptest! {
        #[test]
        fn sentences_tile_the_text(text in "(\\PC|[.!?\n \t\"A-Za-z0-9。é\u{301}א]){0,200}") {
            let mut end = 0;
            for range in sentences(&text) {
                prop_assert_eq!(range.start, end);
                prop_assert!(range.end > range.start && text.is_char_boundary(range.end));
                end = range.end;
            }
            prop_assert_eq!(end, text.len());
        }
    }
}

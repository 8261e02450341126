//! A quotation found again in another version of its document: the same words first, then the same
//! words in other white space, hyphenation or markup, then the passage that shares most of them. It
//! never rewrites the quotation. Time is linear in the text, and bounded for the last step.

mod bare;
mod fuzzy;

use bare::Bare;
use std::ops::Range;

/// Places of the same words that are weighed against each other, at most.
const PLACES: usize = 4096;

/// Bytes of context that are compared on either side.
const CONTEXT_BYTES: usize = 200;

/// A quotation and where it stood (W3C Web Annotation: text quote and text position selectors).
#[derive(Clone, Copy, Debug)]
pub struct Anchor<'a> {
    /// The words.
    pub quote: &'a str,
    /// What stood before them; may be empty.
    pub prefix: &'a str,
    /// What stood after them; may be empty.
    pub suffix: &'a str,
    /// First byte in the text they are from.
    pub start: usize,
}

/// What became of a quotation.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The same words at the same place.
    Same(Range<usize>),
    /// The same words elsewhere.
    Moved(Range<usize>),
    /// Most of the words, not all.
    Changed {
        /// Where they are now.
        range: Range<usize>,
        /// Dice's coefficient of the words of both that stand in the same order, 0 to 1.
        similarity: f32,
    },
    /// Not there any more.
    Gone,
}

/// Where `anchor` stands in `new_text`.
pub fn find(anchor: &Anchor<'_>, new_text: &str) -> Outcome {
    if anchor.quote.trim().is_empty() {
        return Outcome::Gone;
    }
    let exact = new_text
        .match_indices(anchor.quote)
        .take(PLACES)
        .map(|(start, words)| start..start + words.len());
    let same = best(anchor, new_text, exact).or_else(|| {
        let (text, quote) = (Bare::new(new_text), Bare::new(anchor.quote));
        let places = text.places(&quote).take(PLACES);
        best(anchor, new_text, places.filter(|range| apart(anchor, new_text, range)))
    });
    match same {
        Some(range) if range.start == anchor.start => Outcome::Same(range),
        Some(range) => Outcome::Moved(range),
        None => {
            let (passages, similarity) = fuzzy::find(anchor.quote, new_text);
            let range = best(anchor, new_text, passages.into_iter());
            range.map_or(Outcome::Gone, |range| Outcome::Changed {
                range: with_marks(anchor.quote, new_text, range),
                similarity,
            })
        }
    }
}

/// A changed passage with the marks around its words that the quotation has too: `## `, a full stop.
fn with_marks(quote: &str, text: &str, mut range: Range<usize>) -> Range<usize> {
    let end = quote.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    let start = quote.len() - quote.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
    let (lead, trail) =
        (quote.get(..start).unwrap_or_default(), quote.get(end..).unwrap_or_default());
    if text.get(..range.start).is_some_and(|before| before.ends_with(lead)) {
        range.start -= lead.len();
    }
    if text.get(range.end..).is_some_and(|after| after.starts_with(trail)) {
        range.end += trail.len();
    }
    range
}

/// The place whose surroundings agree most with the anchor's, the nearest one of those that agree
/// alike.
fn best(
    anchor: &Anchor<'_>,
    text: &str,
    places: impl Iterator<Item = Range<usize>>,
) -> Option<Range<usize>> {
    let prefix = tail(anchor.prefix);
    let suffix = head(anchor.suffix);
    let rank = |range: &Range<usize>| {
        let before = tail(text.get(..range.start).unwrap_or_default());
        let after = head(text.get(range.end..).unwrap_or_default());
        let shared = alike(prefix.chars().rev(), before.chars().rev())
            + alike(suffix.chars(), after.chars());
        (shared, std::cmp::Reverse(range.start.abs_diff(anchor.start)))
    };
    places.max_by_key(rank)
}

/// Characters that are the same up to the first that are not, white space aside.
fn alike(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let bare = |c: &char| !c.is_whitespace();
    one.filter(bare).zip(other.filter(bare)).take_while(|(a, b)| a == b).count()
}

fn head(text: &str) -> &str {
    text.get(..text.floor_char_boundary(CONTEXT_BYTES)).unwrap_or(text)
}

fn tail(text: &str) -> &str {
    let from = text.ceil_char_boundary(text.len().saturating_sub(CONTEXT_BYTES));
    text.get(from..).unwrap_or(text)
}

/// Whether `range` ends between words where the quotation does: "therapist" is not "the rapist".
fn apart(anchor: &Anchor<'_>, text: &str, range: &Range<usize>) -> bool {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let cuts =
        |before: &str, after: &str| word(before.chars().next_back()) && word(after.chars().next());
    let (Some(before), Some(words), Some(after)) =
        (text.get(..range.start), text.get(range.clone()), text.get(range.end..))
    else {
        return false;
    };
    let own = split(anchor.quote);
    let joined = split(words).abs_diff(own);
    let starts = cuts(anchor.prefix, anchor.quote) || !cuts(before, words);
    let ends = cuts(anchor.quote, anchor.suffix) || !cuts(words, after);
    starts && ends && joined <= own / 4
}

/// How many words `text` has; one broken by a hyphen at a line's end is one.
fn split(text: &str) -> usize {
    let mut whole = true;
    let word = |part: &&str| {
        let counts = whole && part.contains(char::is_alphanumeric);
        whole = !part.ends_with(['-', '‐', '\u{ad}']);
        counts
    };
    text.split_whitespace().filter(word).count()
}

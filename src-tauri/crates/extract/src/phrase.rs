//! The noun phrases beside a verb, without a tagger: what stands between it and the next word that
//! bounds. Unsure is nothing.

use crate::lists::{is_adverb, is_bound, is_determiner, is_numeral, is_pointer};
use language::work;
use language::{Shape, Word};
use std::ops::Range;

/// Longest phrase that is taken for a name, in words.
const LONGEST: usize = 6;

/// How a phrase begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The sentence, or a comma.
    Clause,
    /// A word that bounds: the phrase may be only a part of the subject.
    Word,
}

/// The phrase that ends before word `end`, adverbs apart, and what stands at its left.
pub(crate) fn before(words: &[Word<'_>], end: usize) -> Option<(Range<usize>, Edge)> {
    let mut end = end;
    while end > 0 && words.get(end - 1).is_some_and(|word| is_adverb(&word.lower)) {
        if words.get(end).is_some_and(|word| word.apart) {
            return None;
        }
        end -= 1;
    }
    if words.get(end).is_some_and(|word| word.apart) {
        return None;
    }
    let mut start = end;
    while start > 0 && end - start <= LONGEST + 2 {
        work();
        let word = words.get(start - 1)?;
        let bound = is_bound(&word.lower) && word.shape != Shape::Upper;
        let apart = words.get(start).is_some_and(|next| start < end && next.apart);
        // An article begins the phrase, unless "of" binds it to what stands before.
        let article = matches!(&*word.lower, "the" | "a" | "an") && start < end;
        let last = start.checked_sub(2).and_then(|at| words.get(at));
        if article && !apart && last.is_some_and(|last| last.lower != "of" || word.apart) {
            let bound = last.is_some_and(|last| is_bound(&last.lower) && !word.apart);
            let edge = if bound { Edge::Word } else { Edge::Clause };
            return named(words, start..end).map(|range| (range, edge));
        }
        if apart {
            return named(words, start..end).map(|range| (range, Edge::Clause));
        }
        if bound {
            return named(words, start..end).map(|range| (range, Edge::Word));
        }
        start -= 1;
    }
    if start > 0 {
        return None;
    }
    named(words, start..end).map(|range| (range, Edge::Clause))
}

/// The phrase that begins with word `start`.
pub(crate) fn after(words: &[Word<'_>], start: usize) -> Option<Range<usize>> {
    let mut end = start;
    while let Some(word) = words.get(end) {
        let bound = is_bound(&word.lower) && word.shape != Shape::Upper;
        if bound || word.apart || end - start > LONGEST + 2 {
            break;
        }
        end += 1;
    }
    named(words, start..end)
}

/// The phrase and those joined to it by commas, "and" and "or".
pub(crate) fn list_after(words: &[Word<'_>], start: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut from = start;
    while found.len() < 8 {
        let Some(range) = after_joined(words, from) else { break };
        let end = range.end;
        found.push(range);
        let Some(next) = words.get(end) else { break };
        let comma = next.gap.trim() == ",";
        let link = matches!(&*next.lower, "and" | "or");
        if (comma || !next.apart) && link {
            from = end + 1;
        } else if comma {
            from = end;
        } else {
            break;
        }
    }
    found
}

/// As [`after`], but the first word may stand behind a comma.
fn after_joined(words: &[Word<'_>], start: usize) -> Option<Range<usize>> {
    let mut end = start;
    while let Some(word) = words.get(end) {
        let apart = word.apart && end > start;
        let bound = is_bound(&word.lower) && word.shape != Shape::Upper;
        if bound || apart || end - start > LONGEST + 2 {
            break;
        }
        end += 1;
    }
    named(words, start..end)
}

/// The phrase without its article, where it can name something.
fn named(words: &[Word<'_>], range: Range<usize>) -> Option<Range<usize>> {
    let mut start = range.start;
    let mut end = range.end;
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    if start < end && is_determiner(lower(start)) {
        // "This requires", "no device", "its members" point or deny; "the device" names.
        if matches!(
            lower(start),
            "no" | "its"
                | "their"
                | "his"
                | "her"
                | "our"
                | "my"
                | "this"
                | "that"
                | "these"
                | "those"
                | "such"
                | "your"
        ) {
            return None;
        }
        start += 1;
    }
    const PASSING: [&str; 10] = [
        "new", "old", "current", "present", "revised", "former", "existing", "recent", "latest",
        "own",
    ];
    while start + 1 < end && PASSING.contains(&lower(start)) {
        start += 1;
    }
    // "assessment of a device" is assessment; "error of the mean" is one thing.
    let cut = (start + 1..end).find(|at| {
        lower(*at) == "of"
            && matches!(lower(at + 1), "a" | "an" | "each" | "any" | "all" | "their" | "its" | "")
    });
    end = cut.unwrap_or(end);
    while start < end && matches!(lower(end - 1), "of") {
        end -= 1;
    }
    let phrase = words.get(start..end)?;
    let of = phrase.iter().filter(|word| word.lower == "of").count();
    let short = (1..=LONGEST).contains(&phrase.len()) && of <= 1;
    let pointing = phrase.iter().any(|word| is_pointer(&word.lower));
    let first = phrase.first()?;
    let odd = matches!(first.shape, Shape::Number | Shape::Ordinal)
        || first.lower == "of"
        || is_numeral(&first.lower);
    let letters = phrase.last()?.text.chars().filter(|c| c.is_alphabetic()).count();
    let last = phrase.last()?;
    let digits = last.text.contains(|c: char| c.is_ascii_digit());
    let code = last.shape == Shape::Code || phrase.len() > 1 && digits;
    let long = phrase.iter().any(|word| word.text.len() > 60);
    let named = short && !pointing && !odd && !long && (letters >= 2 || code);
    named.then_some(start..end)
}

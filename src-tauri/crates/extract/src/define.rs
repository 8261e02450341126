//! Sentences that say what a thing is: "A derogation is a permission to …". Contracts, glossaries and
//! acronyms are read elsewhere and come in as definitions; this finds those of plain prose.

use crate::lists::{is_bound, is_determiner, is_pointer};
use crate::phrase;
use language::{List, Shape, Word};
use std::ops::Range;

/// A term, and where the words begin that say what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Defined {
    /// Words of the term.
    pub term: Range<usize>,
    /// First word of the meaning.
    pub meaning: usize,
    /// Whether the sentence could mean nothing else.
    pub explicit: bool,
}

/// The term that the sentence explains.
pub(crate) fn defined(words: &[Word<'_>]) -> Option<Defined> {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    let is = |at: usize, phrase: &str| {
        phrase.split(' ').enumerate().all(|(nth, word)| lower(at + nth) == word)
    };
    // "The term dark pattern refers to", "By quorum we mean"
    let term = ["the term ", "the word ", "the phrase ", "the concept of "].iter();
    let lead = term.clone().find(|lead| is(0, lead.trim_end()));
    let skip = lead.map_or(0, |lead| lead.split_ascii_whitespace().count());
    for at in skip + 1..words.len().min(skip + 10) {
        let Some((end, meaning, explicit)) = verb(words, at) else { continue };
        let (range, edge) = phrase::before(words.get(skip..)?, end - skip)?;
        let range = range.start + skip..range.end + skip;
        let from = range.start;
        let article = usize::from(matches!(lower(from.wrapping_sub(1)), "a" | "an" | "the"));
        if edge != phrase::Edge::Clause || from - article.min(from) != skip {
            return None;
        }
        // "The reason is the …" tells of one thing; "A reason is …" of all.
        let named = words.get(range.clone())?;
        let telling = |word: &Word<'_>| {
            matches!(
                &*word.lower,
                "main"
                    | "proposed"
                    | "only"
                    | "other"
                    | "present"
                    | "best"
                    | "whole"
                    | "real"
                    | "key"
                    | "most"
                    | "major"
                    | "basic"
                    | "overall"
                    | "obvious"
                    | "usual"
                    | "next"
                    | "common"
            )
        };
        let general = lower(0) != "the"
            || skip > 0
            || named.iter().any(|word| word.is_capital() || word.lower == "of")
                && !named.iter().any(telling);
        let one = words.get(meaning).is_some_and(|word| word.lower == "one");
        let indefinite = matches!(lower(0), "a" | "an");
        let plain = named.iter().all(|word| word.shape != Shape::Number) && (!one || indefinite);
        let fits = plain && (explicit || general) && words.len() >= meaning + 3;
        return fits.then_some(Defined { term: range, meaning, explicit: explicit || skip > 0 });
    }
    None
}

/// The words at `at` that say "means": where the subject ends, where the meaning begins, whether they
/// are explicit.
fn verb(words: &[Word<'_>], at: usize) -> Option<(usize, usize, bool)> {
    let begins = matches!(
        words.get(at).map_or("", |word| &*word.lower),
        "refers"
            | "means"
            | "here"
            | "is"
            | "are"
            | "can"
            | "may"
            | "denotes"
            | "stands"
            | "describes"
            | "designates"
            | "occurs"
            | "arises"
    );
    if !begins {
        return None;
    }
    let is = |phrase: &str| {
        let fits = |(nth, want): (usize, &str)| {
            words.get(at + nth).is_some_and(|word| word.lower == want && !word.apart)
        };
        phrase.split(' ').enumerate().all(fits)
    };
    let length = |phrase: &str| phrase.split(' ').count();
    if let Some(phrase) =
        List::of("verbs of definitions").entries().iter().find(|phrase| is(phrase))
    {
        // A chapter describes and a letter stands for something, too.
        let loose = matches!(*phrase, "describes" | "designates" | "stands for");
        return Some((at, at + length(phrase), !loose));
    }
    let phrase =
        List::of("verbs that may define").entries().iter().rev().find(|phrase| is(phrase))?;
    let meaning = at + length(phrase);
    if *phrase == "is" {
        // "is one held by …"
        return words.get(meaning).filter(|word| word.lower == "one").map(|_| (at, meaning, false));
    }
    if *phrase == "are" {
        // "Intangible assets are assets without substance."
        let noun = words.get(meaning)?;
        let plural =
            noun.shape == Shape::Lower && noun.lower.len() > 3 && noun.lower.ends_with('s');
        let bare = words.first().is_some_and(|word| !is_determiner(&word.lower));
        let next = words.get(meaning + 1).filter(|next| !next.apart)?;
        let kind = matches!(
            &*next.lower,
            "that"
                | "which"
                | "who"
                | "whose"
                | "without"
                | "with"
                | "of"
                | "in"
                | "used"
                | "made"
                | "for"
                | "from"
                | "whereby"
        );
        return (plural && bare && kind).then_some((at, meaning, false));
    }
    if phrase.ends_with("when") || phrase.ends_with("where") {
        return Some((at, meaning, false));
    }
    // "is a matter of", "is the first", "is a good": an opinion or a place in a row, no kind.
    let noun = words.get(meaning)?;
    let kind = !is_pointer(&noun.lower) && !is_bound(&noun.lower) && noun.shape == Shape::Lower;
    let vague = matches!(
        &*noun.lower,
        "matter"
            | "good"
            | "bad"
            | "first"
            | "last"
            | "best"
            | "most"
            | "only"
            | "main"
            | "major"
            | "key"
            | "same"
            | "case"
            | "result"
            | "reason"
            | "way"
            | "question"
            | "problem"
            | "cause"
            | "common"
            | "great"
            | "better"
            | "worse"
            | "leading"
            | "member"
            | "part"
            | "component"
            | "branch"
            | "useful"
            | "serious"
            | "difficult"
            | "simple"
            | "step"
            | "significant"
            | "strong"
    );
    (kind && !vague).then_some((at, meaning, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::shaped;

    #[test]
    fn prose_says_what_things_are() {
        let check = |text: &str, expected: &str| {
            let words = shaped(text, 0);
            let found = defined(&words).map_or("", |found| {
                &text[words[found.term.start].start..words[found.term.end - 1].end]
            });
            assert_eq!(found, expected, "{text}");
        };
        check("A derogation is a permission to depart from a rule.", "derogation");
        check("Quantitative easing is the purchase of bonds by a bank.", "Quantitative easing");
        check("The term dark pattern refers to a design that steers people.", "dark pattern");
        check("Carbon leakage occurs when firms move production abroad.", "Carbon leakage");
        check("Peer support worker here means a person with experience.", "Peer support worker");
        check(
            "The standard error of the mean is the standard deviation of it.",
            "standard error of the mean",
        );
        check("An escrow account is one held by a third party.", "escrow account");
        check("Intangible assets are assets without physical substance.", "Intangible assets");
        check("This is a permission to depart from a rule.", "");
        check("In Norway the law is a problem for many people.", "");
        check("The result is a surprise to many of us.", "");
    }
}

//! Sentences worth keeping: findings, numbers, comparisons, recommendations, and what happened when.
//! Questions, captions, notes to the reader, lists of references and bare method are not.

use crate::cues::{Cue, cues};
use crate::lists::{is_denied, is_effect, is_notice, is_numeral, is_past, is_unit};
use crate::reading::Part;
use language::dates;
use language::{Shape, Word};
use types::NodeKind;

/// What makes a sentence a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// "was associated with", "found that".
    Finding,
    /// "caused": likely a finding.
    Effect,
    /// "30 % fewer".
    Share,
    /// "24 neutrinos".
    Count,
    /// "more slowly than".
    Comparison,
    /// "should", "must", "is recommended".
    Advice,
    /// A past deed with its date.
    Dated,
    /// A deed to come with its date.
    Planned,
}

impl Sort {
    /// What its node is.
    pub fn kind(self) -> NodeKind {
        match self {
            Self::Dated | Self::Planned => NodeKind::Event,
            _ => NodeKind::Claim,
        }
    }

    /// Its label.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Finding | Self::Effect => "finding",
            Self::Share | Self::Count => "number",
            Self::Comparison => "comparison",
            Self::Advice => "recommendation",
            Self::Dated => "dated",
            Self::Planned => "planned",
        }
    }
}

/// Shortest and longest statement, in words and bytes.
const WORDS: std::ops::RangeInclusive<usize> = 4..=70;
const BYTES: usize = 600;

/// What sort of statement the sentence is, if one.
pub(crate) fn statement(text: &str, words: &[Word<'_>], part: Part) -> Option<Sort> {
    let text = text.trim();
    if !WORDS.contains(&words.len()) || text.len() > BYTES || is_noise(text, words) {
        return None;
    }
    let cues = cues(words);
    let has = |cue: Cue| cues.iter().any(|(_, one)| *one == cue);
    if has(Cue::Noise) {
        return None;
    }
    // what was done, or asked, was not found
    if matches!(part, Part::Method | Part::Background) && !is_denial(words) {
        return None;
    }
    let measure = measure(text, words);
    if has(Cue::Advice) || is_advice(words) {
        return Some(Sort::Advice);
    }
    if matches!(lower(words, 0), "if" | "unless" | "whether") {
        // What would follow is not what was found.
        return measure.filter(|sort| *sort == Sort::Share);
    }
    if has(Cue::Comparison) || is_comparison(words) {
        return Some(Sort::Comparison);
    }
    let hidden = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        before.is_some_and(|word| matches!(&*word.lower, "a" | "an" | "the" | "be" | "of"))
    };
    let tells = |wanted: Cue| cues.iter().any(|(at, cue)| *cue == wanted && !hidden(*at));
    if tells(Cue::Finding) || is_denial(words) || is_tested(words) {
        return Some(Sort::Finding);
    }
    if measure != Some(Sort::Share)
        && let Some(sort) = dated(words)
    {
        return Some(sort);
    }
    if measure != Some(Sort::Share) && (tells(Cue::Weak) || is_cut(words) || is_effective(words)) {
        return Some(Sort::Effect);
    }
    let concluded = part == Part::Conclusion && words.iter().skip(1).any(is_finite);
    let counted =
        measure.filter(|sort| *sort == Sort::Share || words.iter().skip(1).any(is_finite));
    counted.or_else(|| concluded.then_some(Sort::Effect))
}

/// Whether the sentence denies an effect: "did not reduce", "no benefit was seen", "is not effective".
fn is_denial(words: &[Word<'_>]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let after = |most: usize| words.get(at + 1..).unwrap_or_default().iter().take(most);
        match &*word.lower {
            "not" => match lower(words, at.wrapping_sub(1)) {
                "did" | "does" | "do" => after(2).any(|next| is_effect(&next.lower)),
                "is" | "are" | "was" | "were" => after(2).any(|next| is_denied(&next.lower)),
                _ => false,
            },
            "no" | "neither" | "without" => {
                after(3).take_while(|next| !next.apart).any(|next| is_denied(&next.lower))
            }
            _ => false,
        }
    })
}

/// Whether the sentence gives a test's outcome: "P < 0.05", "p=0.01".
fn is_tested(words: &[Word<'_>]) -> bool {
    words.windows(2).any(|pair| match pair {
        [one, other] => one.lower == "p" && other.gap.contains(['<', '=', '>', '≤']),
        _ => false,
    })
}

/// Whether a verb of the sentence says what acts on what: "mediates", "induced", "can impair".
fn is_effective(words: &[Word<'_>]) -> bool {
    words.iter().enumerate().skip(1).any(|(at, word)| {
        let modal = matches!(lower(words, at - 1), "can" | "may" | "could" | "might" | "will");
        let finite = word.lower.ends_with('s') || word.lower.ends_with("ed") || modal;
        let before = lower(words, at - 1);
        let nominal =
            matches!(before, "a" | "an" | "the" | "of" | "its" | "their" | "to" | "by" | "in");
        finite && !nominal && word.shape == Shape::Lower && is_effect(&word.lower)
    })
}

fn lower<'w>(words: &'w [Word<'_>], at: usize) -> &'w str {
    words.get(at).map_or("", |word| &*word.lower)
}

/// Not a statement, whatever it holds.
fn is_noise(text: &str, words: &[Word<'_>]) -> bool {
    let bare = text.trim_end_matches(['"', '”', '’', '\'', ')', ']', '*', '_', '»']);
    let ended = bare.ends_with(['.', '!', '。', '।']);
    let first = text.chars().find(|c| c.is_alphanumeric()).unwrap_or_default();
    let coded = words.get(1).is_some_and(|word| !matches!(word.shape, Shape::Lower | Shape::Title));
    let caption = coded
        && matches!(
            lower(words, 0),
            "table"
                | "figure"
                | "fig"
                | "box"
                | "chart"
                | "appendix"
                | "exhibit"
                | "plate"
                | "map"
                | "listing"
                | "algorithm"
                | "scheme"
                | "tab"
        );
    let odd =
        bare.contains('?') || bare.ends_with("...") || text.contains(['|', '\t', '{', '}', '©']);
    !ended
        || odd
        || first.is_lowercase()
        || caption
        || is_notice(lower(words, 0))
        || is_reference(words)
        || crate::names::is_shouted(words)
}

/// An entry of a list of references that is not under its heading: "et al", a volume and its pages.
fn is_reference(words: &[Word<'_>]) -> bool {
    let numbers = words.windows(2).filter(|pair| match pair {
        [one, other] => {
            let number = |word: &Word<'_>| word.text.starts_with(|c: char| c.is_ascii_digit());
            number(one)
                && number(other)
                && other.gap.trim_matches(|c: char| "():;,".contains(c)).is_empty()
                && other.gap.contains([':', ';', '('])
        }
        _ => false,
    });
    numbers.count() > 0 && !words.iter().any(|word| is_past(&word.lower))
}

/// "Servers should …", "Do not store …": what the main clause asks for.
fn is_advice(words: &[Word<'_>]) -> bool {
    let opens = match lower(words, 0) {
        "do" => lower(words, 1) == "not",
        "never" | "avoid" | "always" | "ensure" | "keep" | "prefer" => {
            words.get(1).is_some_and(|word| word.shape == Shape::Lower)
        }
        _ => false,
    };
    opens
        || words.iter().enumerate().any(|(at, word)| {
            let next = lower(words, at + 1);
            let modal = match &*word.lower {
                "should" | "must" | "shall" => at > 0 && !matches!(next, "have" | "i" | "we"),
                _ => false,
            };
            // "the time within which a claim must be brought" asks for nothing.
            let from = at.saturating_sub(6);
            let clause = words.get(from..=at).unwrap_or_default();
            let inner = clause.iter().rposition(|word| {
                matches!(
                    &*word.lower,
                    "which"
                        | "who"
                        | "whose"
                        | "when"
                        | "where"
                        | "if"
                        | "whether"
                        | "what"
                        | "how"
                )
            });
            let relative = inner.is_some_and(|inner| {
                !clause.get(inner + 1..).unwrap_or_default().iter().any(|word| word.apart)
            });
            modal && !relative && lower(words, at.wrapping_sub(1)) != "that"
        })
}

fn is_comparison(words: &[Word<'_>]) -> bool {
    let superlative = words.len() > 3
        && lower(words, words.len() - 2) == "the"
        && matches!(lower(words, words.len() - 1), "most" | "least");
    superlative
        || words.iter().enumerate().any(|(at, word)| {
            if word.lower != "than" {
                return false;
            }
            let last = lower(words, at.wrapping_sub(1));
            let near = words.get(at.saturating_sub(6)..at).unwrap_or_default();
            let far = words.get(at.saturating_sub(18)..at).unwrap_or_default();
            let quantity = |word: &Word<'_>| {
                matches!(
                    &*word.lower,
                    "more" | "less" | "fewer" | "better" | "worse" | "higher" | "lower"
                )
            };
            let comparative = |word: &Word<'_>| {
                word.lower.len() > 4 && word.lower.ends_with("er") && word.shape == Shape::Lower
            };
            // "more than 20 people", "rather than", "no later than" compare nothing.
            let bound = matches!(last, "more" | "less" | "fewer" | "later" | "earlier")
                && words.get(at + 1).is_some_and(|next| {
                    matches!(next.shape, Shape::Number | Shape::Ordinal)
                        || is_numeral(&next.lower)
                        || matches!(&*next.lower, "a" | "an" | "half" | "once" | "ever")
                });
            !matches!(last, "rather" | "other")
                && !bound
                && (far.iter().any(quantity) || near.iter().any(comparative))
        })
}

/// "cut" is a finding where it is a verb of the past.
fn is_cut(words: &[Word<'_>]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let before = lower(words, at.wrapping_sub(1));
        word.lower == "cut"
            && at > 0
            && !matches!(
                before,
                "is" | "are"
                    | "was"
                    | "were"
                    | "be"
                    | "been"
                    | "to"
                    | "a"
                    | "the"
                    | "and"
                    | "can"
                    | "will"
            )
    })
}

/// Whether the sentence gives a share, or counts something.
fn measure(text: &str, words: &[Word<'_>]) -> Option<Sort> {
    let digit = words.iter().any(|word| word.shape == Shape::Number);
    let percent = text.contains(['%', '‰'])
        || words.windows(2).any(|pair| match pair {
            [one, other] => one.lower == "per" && other.lower == "cent" || other.lower == "percent",
            _ => false,
        });
    if digit && percent {
        return Some(Sort::Share);
    }
    // "one run in four", "five of eight"
    let ratio = words.iter().enumerate().any(|(at, word)| {
        let next = at + 1 + usize::from(!matches!(lower(words, at + 1), "in" | "of"));
        is_small(&word.lower)
            && matches!(lower(words, next), "in" | "of" | "out")
            && words.get(next + 1).is_some_and(|last| {
                is_numeral(&last.lower)
                    && !last.apart
                    && words.get(next).is_some_and(|link| !link.apart)
            })
    });
    let counted = words.iter().enumerate().any(|(at, word)| {
        let large = matches!(&*word.lower, "hundred" | "thousand" | "million" | "billion");
        let year = word.text.len() == 4
            && !word.text.contains(['.', ','])
            && (word.text.starts_with("19") || word.text.starts_with("20"));
        let number = word.shape == Shape::Number && !year || large;
        let Some(next) = words.get(at + 1) else { return false };
        let joined = !next.gap.contains(['.', ',', ';', ':', '(', ')', '[', '–', '-']);
        let named = at > 0 && words.get(at - 1).is_some_and(Word::is_capital) && !word.apart;
        let plural =
            next.shape == Shape::Lower && next.lower.len() > 3 && next.lower.ends_with('s');
        let verb = matches!(&*next.lower, "were" | "was");
        let unit = is_unit(&next.lower) && (number || is_numeral(&word.lower));
        joined && (unit || number && (!named || at == 1) && (plural || verb))
    });
    (ratio || counted).then_some(Sort::Count)
}

fn is_small(lower: &str) -> bool {
    lower == "one" || is_numeral(lower) && !matches!(lower, "hundred" | "thousand")
}

/// Whether the word can be a finite verb: an auxiliary, a past form, one of a few in -s.
fn is_finite(word: &Word<'_>) -> bool {
    let present = matches!(
        &*word.lower,
        "is" | "are"
            | "has"
            | "have"
            | "can"
            | "may"
            | "does"
            | "shows"
            | "show"
            | "remains"
            | "contains"
            | "costs"
            | "lasts"
            | "holds"
            | "takes"
            | "contain"
            | "corrects"
            | "reaches"
            | "weighs"
            | "covers"
            | "yields"
            | "produces"
            | "needs"
            | "includes"
            | "kills"
            | "requires"
            | "cost"
            | "take"
            | "live"
    );
    present || is_past_verb(word)
}

fn is_past_verb(word: &Word<'_>) -> bool {
    is_past(&word.lower)
        || word.shape == Shape::Lower && word.lower.len() > 4 && word.lower.ends_with("ed")
}

/// Whether the sentence tells a dated deed: a stated date, not a bare aside, and a verb of the past or
/// of the future.
fn dated(words: &[Word<'_>]) -> Option<Sort> {
    let mut from = 0;
    let mut date = false;
    while from < words.len() && !date {
        let Some(stated) = dates::at(words, from) else {
            from += 1;
            continue;
        };
        let mut lead = stated.words.start.wrapping_sub(1);
        while matches!(lower(words, lead), "the" | "early" | "late") {
            lead = lead.wrapping_sub(1);
        }
        let led = matches!(
            lower(words, lead),
            "in" | "on"
                | "by"
                | "at"
                | "during"
                | "of"
                | "until"
                | "from"
                | "to"
                | "before"
                | "after"
                | "around"
        );
        let opens = stated.words.start == 0;
        let aside = words.get(stated.words.start).is_some_and(|word| word.gap.contains(['(', '[']));
        let bare = stated.bare && (!led || matches!(lower(words, lead), "of" | "to" | "at"));
        date = !aside && !bare && (led || opens);
        from = stated.words.end;
    }
    if !date {
        return None;
    }
    let planned = words.iter().enumerate().any(|(at, word)| match &*word.lower {
        "will" => true,
        "due" | "scheduled" | "expected" | "planned" | "set" | "is" | "are" => {
            lower(words, at + 1) == "to" && !words.get(at + 1).is_some_and(|next| next.apart)
        }
        _ => false,
    });
    if planned {
        return Some(Sort::Planned);
    }
    words.iter().skip(1).any(is_past_verb).then_some(Sort::Dated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::shaped;

    #[test]
    fn statements_are_told_from_the_rest() {
        let check = |text: &str, expected: Option<Sort>| {
            assert_eq!(statement(text, &shaped(text, 0), Part::Unsaid), expected, "{text}");
        };
        check("Salt intake was associated with a higher risk of stroke.", Some(Sort::Finding));
        check("A third of it, 33 % in all, came from one farm.", Some(Sort::Share));
        check("The kiln reached 900 °C in two hours.", Some(Sort::Count));
        check("Beeches grew more slowly than oaks on both slopes.", Some(Sort::Comparison));
        check("Servers should reject any expired token.", Some(Sort::Advice));
        check("The treaty was signed on 2 May 1998 in Bonn.", Some(Sort::Dated));
        check("The ship is due to arrive in July 2031.", Some(Sort::Planned));
        for nothing in [
            "How many people were paid less than 20 % of it?",
            "Figure 6 shows a rise of 30 % in the rate.",
            "See page 12 for the 30 % that were left out.",
            "It was a dull day and nothing happened.",
            "All rights reserved since 2019, 100 % of them.",
            "Results for 30 % of the people",
            "Smith J, Jones K. A study of birds. J Ornithol 2019;12:33-40.",
            "These are the things that should colour every room.",
            "If an existing node contradicts it, both are marked.",
            "A statute sets the time within which a claim must be brought.",
        ] {
            check(nothing, None);
        }
    }
}

//! Sentences worth keeping: findings, numbers, comparisons, recommendations, and what happened when.
//! Questions, captions, notes to the reader, lists of references and bare method are not.

use crate::dates;
use crate::words::{Shape, Word};
use types::NodeKind;

/// What makes a sentence a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// "was associated with", "found that".
    Finding,
    /// "30 % fewer", "24 neutrinos".
    Number,
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
            Self::Finding => "finding",
            Self::Number => "number",
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
pub(crate) fn statement(text: &str, words: &[Word<'_>]) -> Option<Sort> {
    let text = text.trim();
    if !WORDS.contains(&words.len()) || text.len() > BYTES || is_noise(text, words) {
        return None;
    }
    let dated = dated(words);
    let number = has_measure(text, words);
    if is_advice(words) {
        return Some(Sort::Advice);
    }
    if is_comparison(words) {
        return Some(Sort::Comparison);
    }
    if is_finding(words) {
        return Some(Sort::Finding);
    }
    if let (Some(sort), false) = (dated, number == Measure::Share) {
        return Some(sort);
    }
    (number != Measure::None && has_verb(words)).then_some(Sort::Number)
}

fn any(words: &[Word<'_>], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&&*word.lower))
}

/// Whether `phrase` stands somewhere among the words, with no punctuation inside.
fn says(words: &[Word<'_>], phrase: &str) -> bool {
    let first = phrase.split(' ').next().unwrap_or_default();
    words.iter().enumerate().filter(|(_, word)| word.lower == first).any(|(at, _)| {
        phrase.split(' ').enumerate().all(|(nth, want)| {
            words.get(at + nth).is_some_and(|word| word.lower == want && (nth == 0 || !word.apart))
        })
    })
}

fn says_any(words: &[Word<'_>], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| says(words, phrase))
}

/// Not a statement, whatever it holds.
fn is_noise(text: &str, words: &[Word<'_>]) -> bool {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    let bare = text.trim_end_matches(['"', '”', '’', '\'', ')', ']', '*', '_', '»']);
    let ended =
        bare.ends_with(['.', '!', '。', '।', '؟', '…']) || bare.ends_with(|c: char| c.is_numeric());
    if !ended || bare.contains('?') || bare.ends_with('…') {
        return true;
    }
    let first = text.chars().find(|c| c.is_alphanumeric()).unwrap_or_default();
    if first.is_lowercase() || text.contains(['|', '\t', '{', '}', '©']) {
        return true;
    }
    let caption = matches!(
        lower(0),
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
    let address = matches!(
        lower(0),
        "please"
            | "click"
            | "see"
            | "note"
            | "subscribe"
            | "download"
            | "contact"
            | "copyright"
            | "keywords"
            | "abstract"
            | "imagine"
            | "suppose"
            | "consider"
            | "let"
    );
    let coded =
        words.get(1).is_some_and(|word| matches!(word.shape, Shape::Number | Shape::Ordinal));
    if caption && coded || address || crate::names::is_shouted(words) {
        return true;
    }
    const BOILERPLATE: [&str; 44] = [
        "all rights reserved",
        "et al",
        "this section",
        "this chapter",
        "this page",
        "this website",
        "next section",
        "following section",
        "in section",
        "in chapter",
        "the remainder of",
        "is organised as",
        "is organized as",
        "is structured as",
        "terms of use",
        "privacy policy",
        "cookie",
        "cookies",
        "newsletter",
        "your browser",
        "creative commons",
        "conflict of interest",
        "conflicts of interest",
        "competing interests",
        "the authors thank",
        "we thank",
        "thanks to",
        "corresponding author",
        "correspondence",
        "should be addressed",
        "should be noted",
        "should be sent",
        "author contributions",
        "data availability",
        "is available at",
        "are available at",
        "available from",
        "was supported by",
        "was funded by",
        "printed in",
        "permission of",
        "intentionally left",
        "we hope",
        "further research",
    ];
    says_any(words, &BOILERPLATE)
}

fn is_advice(words: &[Word<'_>]) -> bool {
    const PHRASES: [&str; 22] = [
        "is recommended",
        "are recommended",
        "is advised",
        "are advised",
        "is advisable",
        "we recommend",
        "we advise",
        "i recommend",
        "recommends that",
        "recommend that",
        "recommended that",
        "it is better to",
        "it is best to",
        "it is wise to",
        "it is important to",
        "it is essential to",
        "it is essential that",
        "it is prudent to",
        "needs to be",
        "need to be",
        "had better",
        "is preferable",
    ];
    let modal = words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).map_or("", |word| &*word.lower);
        let conditional = at == 0;
        match &*word.lower {
            "should" | "must" | "shall" => !conditional && !matches!(next, "have" | "i" | "we"),
            "ought" => next == "to",
            _ => false,
        }
    });
    modal || says_any(words, &PHRASES)
}

fn is_comparison(words: &[Word<'_>]) -> bool {
    const PHRASES: [&str; 24] = [
        "compared with",
        "compared to",
        "in comparison with",
        "in comparison to",
        "relative to",
        "no different from",
        "did not differ",
        "does not differ",
        "do not differ",
        "twice as",
        "half as",
        "times as",
        "the same as",
        "as likely as",
        "was highest",
        "were highest",
        "was lowest",
        "were lowest",
        "is highest",
        "is lowest",
        "outperformed",
        "outperforms",
        "as good as",
        "as well as the",
    ];
    let than = words.iter().enumerate().any(|(at, word)| {
        if word.lower != "than" || word.apart {
            return false;
        }
        let window = words.get(at.saturating_sub(6)..at).unwrap_or_default();
        let last = window.last().map_or("", |word| &*word.lower);
        let comparative = |word: &Word<'_>| {
            matches!(
                &*word.lower,
                "more" | "less" | "fewer" | "better" | "worse" | "further" | "farther"
            ) || word.lower.len() > 4 && word.lower.ends_with("er") && word.shape == Shape::Lower
        };
        // "more than 20 people", "rather than", "other than", "no later than" compare nothing.
        let bound = matches!(last, "more" | "less" | "fewer" | "later" | "earlier")
            && words.get(at + 1).is_some_and(|next| {
                matches!(next.shape, Shape::Number | Shape::Ordinal) || is_numeral(&next.lower)
            });
        !matches!(last, "rather" | "other") && !bound && window.iter().any(comparative)
    });
    than || says_any(words, &PHRASES[..23])
}

fn is_finding(words: &[Word<'_>]) -> bool {
    const PHRASES: [&str; 30] = [
        "associated with",
        "correlated with",
        "correlates with",
        "found that",
        "showed that",
        "show that",
        "shows that",
        "demonstrated that",
        "demonstrate that",
        "demonstrates that",
        "revealed that",
        "reveals that",
        "indicate that",
        "indicates that",
        "indicated that",
        "suggest that",
        "suggests that",
        "observed that",
        "concluded that",
        "confirmed that",
        "reported that",
        "no evidence",
        "no effect",
        "no difference",
        "led to",
        "leads to",
        "lead to",
        "resulted in",
        "results in",
        "due to",
    ];
    const VERBS: [&str; 30] = [
        "increased",
        "increases",
        "decreased",
        "decreases",
        "reduced",
        "reduces",
        "improved",
        "improves",
        "worsened",
        "declined",
        "doubled",
        "tripled",
        "halved",
        "causes",
        "caused",
        "predicts",
        "predicted",
        "prevents",
        "prevented",
        "outperformed",
        "rose",
        "fell",
        "grew",
        "shrank",
        "raised",
        "lowered",
        "cut",
        "affects",
        "affected",
        "significantly",
    ];
    says_any(words, PHRASES.get(..29).unwrap_or_default()) || any(words, &VERBS)
}

/// How a sentence measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    None,
    /// A number with its unit or noun.
    Count,
    /// A percentage, a ratio.
    Share,
}

const UNITS: &str = "mm cm m km nm µm μm ha kg g mg µg μg ng t l ml µl μl s ms h min hz khz mhz ghz w kw mw gw kwh mwh gwh twh \
j kj mj v kv ma pa kpa mpa bar k °c mol mmol µmol ppm ppb db kb mb gb tb bytes tonnes tons litres liters \
metres meters kilometres kilometers miles feet inches hectares acres degrees years months weeks days hours \
minutes seconds points people patients participants euros dollars pounds fold million billion";

fn has_measure(text: &str, words: &[Word<'_>]) -> Measure {
    let digit = words.iter().any(|word| word.shape == Shape::Number);
    if digit
        && (text.contains(['%', '‰'])
            || any(words, &["percent", "percentage"])
            || says(words, "per cent"))
    {
        return Measure::Share;
    }
    let unit = |at: usize| {
        words.get(at + 1).is_some_and(|next| {
            !next.gap.contains(['.', ',', ';', ':', ')', '('])
                && UNITS.split_ascii_whitespace().any(|u| u == next.lower)
        })
    };
    let counted = words
        .iter()
        .enumerate()
        .any(|(at, word)| (word.shape == Shape::Number || is_numeral(&word.lower)) && unit(at));
    if counted { Measure::Count } else { Measure::None }
}

/// A number in words, from two on.
fn is_numeral(lower: &str) -> bool {
    matches!(
        lower,
        "two"
            | "three"
            | "four"
            | "five"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
            | "eleven"
            | "twelve"
            | "fifteen"
            | "twenty"
            | "thirty"
            | "forty"
            | "fifty"
            | "sixty"
            | "seventy"
            | "eighty"
            | "ninety"
            | "hundred"
            | "thousand"
    )
}

fn has_verb(words: &[Word<'_>]) -> bool {
    words.iter().skip(1).any(is_finite)
}

/// Whether the word can be a finite verb: an auxiliary, a past form, or one in -s after a noun.
fn is_finite(word: &Word<'_>) -> bool {
    const PAST: [&str; 70] = [
        "is", "are", "was", "were", "has", "have", "had", "will", "can", "may", "does", "did",
        "became", "began", "broke", "brought", "built", "came", "chose", "died", "drew", "fell",
        "found", "gave", "got", "grew", "held", "kept", "knew", "laid", "led", "left", "lost",
        "made", "met", "paid", "put", "ran", "read", "rose", "said", "sank", "saw", "sent", "set",
        "sold", "spent", "spoke", "stood", "struck", "swept", "took", "taught", "told", "went",
        "won", "wrote", "shot", "sought", "bought", "caught", "fought", "fled", "flew", "froze",
        "hit", "slept", "shook", "sprang", "wore",
    ];
    let lower = &*word.lower;
    PAST.contains(&lower)
        || word.shape == Shape::Lower && lower.len() > 4 && lower.ends_with("ed")
        || matches!(
            lower,
            "shows" | "show" | "remains" | "contains" | "costs" | "lasts" | "holds" | "requires"
        )
}

/// Whether the sentence tells a dated deed: a stated date, not a bare aside, and a verb of the past or
/// of the future.
fn dated(words: &[Word<'_>]) -> Option<Sort> {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    let mut date = None;
    let mut from = 0;
    while from < words.len() {
        let Some(stated) = dates::at(words, from) else {
            from += 1;
            continue;
        };
        let mut lead = stated.words.start.wrapping_sub(1);
        while matches!(lower(lead), "the" | "early" | "late") {
            lead = lead.wrapping_sub(1);
        }
        let led = matches!(
            lower(lead),
            "in" | "on" | "by" | "at" | "during" | "of" | "until" | "from" | "before" | "after"
        );
        let opens = stated.words.start == 0;
        let aside = words.get(stated.words.start).is_some_and(|word| word.gap.contains(['(', '[']));
        if !aside && (!stated.bare && (led || opens) || stated.bare && led && lower(lead) != "of") {
            date = Some(stated.words.clone());
            break;
        }
        from = stated.words.end;
    }
    date?;
    let planned = words.iter().enumerate().any(|(at, word)| match &*word.lower {
        "will" => true,
        "due" | "scheduled" | "expected" | "planned" | "set" => lower(at + 1) == "to",
        _ => false,
    });
    if planned {
        return Some(Sort::Planned);
    }
    let past = words.iter().skip(1).any(|word| {
        let lower = &*word.lower;
        is_finite(word)
            && !matches!(lower, "is" | "are" | "has" | "have" | "can" | "may" | "does")
            && !matches!(
                lower,
                "shows"
                    | "show"
                    | "remains"
                    | "contains"
                    | "costs"
                    | "lasts"
                    | "holds"
                    | "requires"
            )
    });
    past.then_some(Sort::Dated)
}

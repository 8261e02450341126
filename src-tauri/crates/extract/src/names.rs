//! Things that are named: runs of capitalised words, organisations, people with titles, products with
//! versions, acronyms. A sentence's first word proves nothing, and headings in capitals neither.

use crate::lists::{
    is_adjective, is_label, is_not_name, is_organisation, is_second_half, is_stop, is_suffix,
    is_title, is_unit,
};
use language::work;
use language::{Shape, Word};
use std::ops::Range;

/// Longest name, in words.
const LONGEST: usize = 10;
/// Longest word in a name, in bytes.
const WORD_BYTES: usize = 40;

/// A name where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Name {
    /// Its words.
    pub words: Range<usize>,
    /// What speaks for it.
    pub sort: Sort,
}

/// What speaks for a name, and so how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// "University of Tartu", "Acme Ltd".
    Organisation,
    /// "Dr Jane Smith": the title stands before the words.
    Person,
    /// "OAuth 2.0", "QIIME 2".
    Version,
    /// "Framingham Heart Study".
    Several,
    /// "Western Blot" where a sentence begins: the first word may be plain.
    Leading,
    /// "Egyptian HCV": with an acronym inside.
    Coded,
    /// "CNVkit", "PyTorch".
    Mixed,
    /// "UNICEF".
    Acronym,
    /// "Massachusetts", not at the beginning.
    Single,
    /// "Hawthorne effect": a concept.
    Eponym,
    /// A sentence's first word: nothing unless it is a name elsewhere.
    Opening,
}

impl Sort {
    /// Its label.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Organisation => "organisation",
            Self::Person => "person",
            Self::Version => "product",
            Self::Eponym => "eponym",
            Self::Acronym => "acronym",
            Self::Several | Self::Leading | Self::Coded | Self::Mixed | Self::Single => "name",
            Self::Opening => "key phrase",
        }
    }
}

/// The names of one sentence.
pub(crate) fn names(words: &[Word<'_>]) -> Vec<Name> {
    let see = words.first().is_some_and(|word| word.lower == "see" || word.lower == "keywords");
    if see || is_shouted(words) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    while from < words.len() {
        if !opens(words, from) {
            from += 1;
            continue;
        }
        let end = run(words, from);
        found.extend(read(words, from..end));
        from = end.max(from + 1);
    }
    found
}

/// A heading, a menu, a title: most words have capitals, so capitals tell nothing.
pub(crate) fn is_shouted(words: &[Word<'_>]) -> bool {
    let letters = words.iter().filter(|word| word.text.len() > 3 && word.shape != Shape::Number);
    let (mut all, mut upper, mut capital) = (0, 0, 0);
    for word in letters {
        all += 1;
        upper += usize::from(word.shape == Shape::Upper);
        capital += usize::from(word.is_capital());
    }
    let bars = words.iter().filter(|word| word.gap.contains('|')).count();
    all >= 3 && upper * 2 > all || all >= 5 && capital * 10 > all * 9 || bars >= 2
}

fn opens(words: &[Word<'_>], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    word.is_capital() && word.text.len() <= WORD_BYTES && !is_month_or_day(&word.lower)
}

fn is_month_or_day(lower: &str) -> bool {
    is_not_name(lower)
        && lower.len() >= 3
        && !matches!(lower, "north" | "south" | "east" | "west")
        && !is_title(lower)
}

/// One past the last word of the run that begins at `from`.
fn run(words: &[Word<'_>], from: usize) -> usize {
    let mut end = from + 1;
    while end < words.len() && end - from < LONGEST {
        work();
        let Some(word) = words.get(end) else { break };
        if word.is_capital() && follows(words, end) && opens(words, end) {
            end += 1;
        } else if let Some(more) = link(words, from, end) {
            end = more;
        } else {
            break;
        }
    }
    if words.get(end).is_some_and(|word| is_version(word, words.get(end - 1))) {
        end += 1;
    }
    end
}

/// Whether the word at `at` can go on a name: white space before it, or the point of a title or an
/// initial, or "&".
fn follows(words: &[Word<'_>], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let Some(last) = at.checked_sub(1).and_then(|last| words.get(last)) else { return false };
    match word.gap.trim() {
        "" => !word.gap.contains("\n\n"),
        "&" => true,
        "." => last.text.chars().count() == 1 || is_title(&last.lower),
        _ => false,
    }
}

/// "of", "for the", "de", "and" inside a name: one past the capitalised word after it.
fn link(words: &[Word<'_>], from: usize, at: usize) -> Option<usize> {
    let plain = |at: usize| words.get(at).filter(|word| !word.apart);
    let word = plain(at)?;
    let so_far = words.get(from..at)?;
    let organisation = so_far.iter().any(|word| is_organisation(&word.lower));
    let mut next = at + 1;
    match &*word.lower {
        "de" | "van" | "von" | "der" | "di" | "del" | "la" | "le" | "du" | "da" | "dos" | "ter"
        | "bin" | "al" => {
            while plain(next)
                .is_some_and(|word| matches!(&*word.lower, "der" | "den" | "la" | "los"))
            {
                next += 1;
            }
        }
        "of" if plain(next)
            .is_some_and(|year| year.shape == Shape::Number && year.text.len() == 4) =>
        {
            let law = so_far.last().is_some_and(|word| is_law(&word.lower));
            return law.then_some(next + 1);
        }
        "of" | "for" | "on" => {
            if &*word.lower != "of" && !organisation {
                return None;
            }
            if plain(next).is_some_and(|word| word.text == "the") {
                next += 1;
            }
        }
        "and" => {
            let second = plain(next)?;
            let after = plain(next + 1)
                .is_some_and(|word| is_organisation(&word.lower) && word.is_capital());
            let half = organisation && is_second_half(&second.lower);
            let whole = !organisation && after && so_far.len() <= 2;
            if !(half || whole) {
                return None;
            }
        }
        _ => return None,
    }
    let goal = plain(next)?;
    (goal.is_capital() && opens(words, next)).then_some(next + 1)
}

/// "2.0", "3", "11": short, and after a word that can have versions.
fn is_version(word: &Word<'_>, last: Option<&Word<'_>>) -> bool {
    let Some(last) = last else { return false };
    let number = word.shape == Shape::Number && word.gap == " " && !word.text.contains(',');
    if number && word.text.len() == 4 && is_law(&last.lower) {
        return true;
    }
    let dotted = word.text.contains('.');
    let coded = matches!(last.shape, Shape::Upper | Shape::Mixed);
    number
        && !is_not_name(&last.lower)
        && (dotted && word.text.len() <= 8 || coded && word.text.len() <= 2)
}

/// Titles of laws and treaties, which take a year.
fn is_law(lower: &str) -> bool {
    matches!(
        lower,
        "act"
            | "law"
            | "code"
            | "convention"
            | "treaty"
            | "protocol"
            | "agreement"
            | "order"
            | "rules"
            | "regulations"
            | "accord"
            | "ordinance"
            | "statute"
            | "charter"
    )
}

/// Nouns that make a concept of the name before them: "Hawthorne effect".
fn is_eponym(lower: &str) -> bool {
    matches!(
        lower,
        "effect"
            | "syndrome"
            | "theorem"
            | "law"
            | "equation"
            | "equations"
            | "test"
            | "model"
            | "disease"
            | "algorithm"
            | "transform"
            | "distribution"
            | "constant"
            | "rule"
            | "principle"
            | "paradox"
            | "scale"
            | "index"
            | "number"
            | "curve"
            | "instability"
            | "inequality"
            | "function"
            | "limit"
            | "coefficient"
            | "factor"
            | "method"
            | "criterion"
            | "reaction"
            | "radiation"
            | "symmetry"
            | "hypothesis"
            | "conjecture"
            | "lemma"
            | "space"
            | "statistics"
            | "network"
            | "regression"
    )
}

fn read(words: &[Word<'_>], mut range: Range<usize>) -> Option<Name> {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    let is_upper = |at: usize| words.get(at).is_some_and(|word| word.shape == Shape::Upper);
    // "The Lisbon Treaty", "In Norway": what only has its capital from the sentence's beginning.
    let mut opening = range.start == 0 || begins(words, range.start);
    while range.start < range.end && is_stop(lower(range.start)) && !is_upper(range.start) {
        range.start += 1;
        opening = false;
    }
    while range.start < range.end && is_upper(range.start) && is_label(lower(range.start)) {
        range.start += 1;
        opening = true;
    }
    let mut person = false;
    while range.len() > 1 && is_title(lower(range.start)) {
        person = true;
        range.start += 1;
        opening = false;
    }
    while range.start < range.end && is_stop(lower(range.end - 1)) && !is_upper(range.end - 1) {
        range.end -= 1;
    }
    let run = words.get(range.clone())?;
    let (first, last) = (run.first()?, run.last()?);
    let version = last.shape == Shape::Number;
    let organisation =
        run.len() > 1 && run.iter().any(|word| is_organisation(&word.lower) && word.is_capital());
    let company = run.len() > 1 && is_suffix(&last.lower);
    let explained = first.gap.ends_with('(')
        && words.get(range.end).is_none_or(|next| next.gap.starts_with(')'));
    if run.len() == 1 && explained && first.shape == Shape::Upper {
        // "(BMI)": what stands before it is the name.
        return None;
    }
    if !version && words.get(range.end).is_some_and(|next| is_eponym(&next.lower) && !next.apart) {
        let named = first.text.len() > 2
            && !is_not_name(&first.lower)
            && run.len() <= 3
            && first.shape == Shape::Title
            && !is_organisation(&last.lower);
        let plain = !is_adjective(&first.lower) || run.len() > 1;
        let sure = !opening || first.text.contains('-');
        return (named && plain && sure)
            .then(|| Name { words: range.start..range.end + 1, sort: Sort::Eponym });
    }
    let sort = match run.len() {
        _ if run.iter().all(|word| is_not_name(&word.lower)) => return None,
        _ if person && first.text.chars().count() > 1 => Sort::Person,
        _ if organisation || company => Sort::Organisation,
        _ if version => Sort::Version,
        1 => single(first, opening)?,
        _ if is_not_name(&first.lower) => return None,
        // "Effects of Bmi-1"
        _ if opening && run.get(1).is_some_and(|word| word.lower == "of") => return None,
        _ if is_compound(last) => return None,
        // "Block C", "Site B": one of a row.
        2 if last.text.len() == 1 => return None,
        // "Mutual TLS": the first word may have its capital from the sentence.
        2 if opening && last.shape == Shape::Upper => return None,
        2 if opening && is_adjective(&first.lower) && is_adjective(&last.lower) => return None,
        _ if run.iter().any(|word| matches!(word.shape, Shape::Upper | Shape::Mixed)) => {
            Sort::Coded
        }
        _ if opening => Sort::Leading,
        _ => Sort::Several,
    };
    Some(Name { words: range, sort })
}

/// "RNA-binding", "hiPSC-derived": a name made an adjective.
fn is_compound(word: &Word<'_>) -> bool {
    word.text.rsplit_once(['-', '\u{2010}', '\u{2011}']).is_some_and(|(_, last)| {
        last.len() >= 3 && last.chars().all(char::is_lowercase) && word.shape == Shape::Mixed
    })
}

fn single(word: &Word<'_>, opening: bool) -> Option<Sort> {
    if is_not_name(&word.lower)
        || is_title(&word.lower)
        || is_stop(&word.lower) && word.shape != Shape::Upper
    {
        return None;
    }
    let shouted =
        matches!(word.text, "OR" | "AND" | "NOT" | "IF" | "THE" | "TO" | "ID" | "TODO" | "FAQ");
    if shouted || is_unit(&word.lower) || is_compound(word) {
        return None;
    }
    let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
    let upper = word.text.chars().filter(|c| c.is_uppercase()).count();
    match word.shape {
        Shape::Upper if (2..=10).contains(&letters) => Some(Sort::Acronym),
        Shape::Mixed if upper >= 2 && letters >= 3 => Some(Sort::Mixed),
        Shape::Title if letters >= 3 && opening => Some(Sort::Opening),
        Shape::Title if letters >= 3 && !is_adjective(&word.lower) => Some(Sort::Single),
        _ => None,
    }
}

/// Whether the word at `at` stands where a quotation, an item or a clause after a colon begins, so
/// that its capital tells nothing.
fn begins(words: &[Word<'_>], at: usize) -> bool {
    words.get(at).is_some_and(|word| {
        word.gap.contains([':', '“', '"', '‘', '•', '.', '!', '?', '*', '#', '_', '\n'])
            && word.apart
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::shaped;

    #[test]
    fn names_stand_in_capitals() {
        let check = |text: &str, expected: &[&str]| {
            let words = shaped(text, 0);
            let all = names(&words);
            let found = all
                .iter()
                .filter(|name| name.sort != Sort::Opening)
                .map(|name| &text[words[name.words.start].start..words[name.words.end - 1].end]);
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
        };
        check("The Lisbon Treaty was signed on 13 December 2007.", &["Lisbon Treaty"]);
        check("Pilots who slept less erred more.", &[]);
        check(
            "It was done with QIIME 2 at the University of Tartu.",
            &["QIIME 2", "University of Tartu"],
        );
        check("In September 1928 Alexander Fleming noticed it.", &["Alexander Fleming"]);
        check("WHO and UNICEF publish joint estimates.", &["WHO", "UNICEF"]);
        check("It was measured with CNVkit in Massachusetts.", &["CNVkit", "Massachusetts"]);
        check("We use OAuth 2.0 and TLS 1.3.", &["OAuth 2.0", "TLS 1.3"]);
        check("The Food and Drug Administration said so.", &["Food and Drug Administration"]);
        check(
            "The Centers for Disease Control and Prevention said so.",
            &["Centers for Disease Control and Prevention"],
        );
        check("He met Dr. Jane Smith on Monday in May.", &["Jane Smith"]);
        check("They left Berlin and Paris in winter.", &["Berlin", "Paris"]);
        check("Ludwig van Beethoven was born in Bonn.", &["Ludwig van Beethoven", "Bonn"]);
        check("RESULTS AND DISCUSSION OF THE STUDY", &[]);
        check("Home | About us | Contact | Sitemap", &[]);
        check("As Table 2 and Figure 3 show, the European rate fell.", &[]);
    }
}

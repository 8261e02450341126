//! Definitions in running text: "“Term” means …", "X is defined as …", "By X we mean …". What is not
//! marked as a term has to stand in a place that only a term can have.

use super::{
    found::Found,
    marks::{self, Marked},
    term::{is_term, trim_joint},
};
use crate::{
    measure::part,
    titles::Listing,
    words::{any_phrase, article, first_word, item_mark, last_word, phrase, word_starts},
};
use language::{List, listed};
use std::ops::Range;
use types::DefinitionForm;

listed! {
    is_no_meaning: "no meaning";
    is_talk: "talk";
    leads_to_term: "leads of terms";
    is_owner: "owners";
}

/// Bytes before a verb in which its term is looked for.
const REACH: usize = 200;

/// Bytes that the meaning of one term has at most.
const MEANING_BYTES: usize = 4000;

/// What stands between a term and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    /// "means": also the verb of everyday talk.
    Means,
    /// "shall mean", "denotes".
    Strong,
    /// "is defined as": the term need not be marked.
    Defined,
    /// "refers to": defines only what is marked.
    Refers,
    /// "has the meaning given in …".
    Given,
    /// "use … to mean".
    Use,
    /// ", that is,".
    Apposition,
}

const VERBS: [(&str, Verb); 34] = [
    ("means", Verb::Means),
    ("means that", Verb::Means),
    ("mean", Verb::Means),
    ("shall mean", Verb::Strong),
    ("will mean", Verb::Strong),
    ("is defined to mean", Verb::Strong),
    ("are defined to mean", Verb::Strong),
    ("is taken to mean", Verb::Strong),
    ("is understood to mean", Verb::Strong),
    ("shall be understood to mean", Verb::Strong),
    ("denotes", Verb::Strong),
    ("denote", Verb::Strong),
    ("stands for", Verb::Strong),
    ("is defined as", Verb::Defined),
    ("are defined as", Verb::Defined),
    ("was defined as", Verb::Defined),
    ("were defined as", Verb::Defined),
    ("is defined to be", Verb::Defined),
    ("can be defined as", Verb::Defined),
    ("may be defined as", Verb::Defined),
    ("shall be defined as", Verb::Defined),
    ("defined as", Verb::Defined),
    ("is understood as", Verb::Strong),
    ("refers to", Verb::Refers),
    ("refer to", Verb::Refers),
    ("shall refer to", Verb::Refers),
    ("to mean", Verb::Use),
    ("to refer to", Verb::Use),
    ("to denote", Verb::Use),
    ("has the meaning", Verb::Given),
    ("have the meaning", Verb::Given),
    ("has the same meaning", Verb::Given),
    ("shall have the meaning", Verb::Given),
    ("that is,", Verb::Apposition),
];

/// A statement whose end is not known yet.
struct Opened {
    terms: Vec<Range<usize>>,
    start: usize,
    meaning_start: usize,
    verb: Verb,
}

/// The definitions that the sentence at `sentence` of `text` states.
pub(super) fn read(text: &str, sentence: &Range<usize>, listing: Listing, found: &mut Vec<Found>) {
    let words = part(text, sentence);
    if words.trim_end().ends_with(['?', '？']) {
        return;
    }
    let from = found.len();
    let mut opened: Vec<Opened> = Vec::new();
    for at in word_starts(words) {
        if let Some(statement) = statement_at(words, at, listing) {
            let later = opened.last().is_none_or(|last| statement.start >= last.meaning_start);
            if later {
                opened.push(statement);
            }
            continue;
        }
        found.extend(super::reverse::read_at(words, at));
    }
    found.extend(super::reverse::copula(words));
    let ends: Vec<usize> = opened.iter().skip(1).map(|next| next.start).collect();
    for (nth, statement) in opened.iter().enumerate() {
        let limit = ends.get(nth).copied().unwrap_or(words.len());
        close(words, statement, limit, listing, found);
    }
    for one in found.iter_mut().skip(from) {
        one.shift(sentence.start);
    }
}

/// The statement whose verb stands at `at`.
fn statement_at(words: &str, at: usize, listing: Listing) -> Option<Opened> {
    let rest = words.get(at..)?;
    if !rest.starts_with(|c: char| "mswidrtchaMSWIDRTCHA".contains(c)) {
        return None;
    }
    let fits = |(text, verb): &(&str, Verb)| Some((phrase(rest, text)?, *verb));
    let (len, verb) = VERBS.iter().filter_map(fits).max_by_key(|(len, _)| *len)?;
    let before = words.get(..at)?;
    let (terms, start) = terms_before(before, verb, rest.get(..len)?, listing)?;
    let mut meaning_start = at + len;
    if verb == Verb::Given {
        meaning_start = at + rest.get(..len)?.find("the")?;
        let given = ["given", "set", "ascribed", "assigned", "specified", "stated", "attributed"];
        let more = ["as", "provided", "defined", "in", "described", "it", "they", "assigned"];
        let next = first_word(words.get(at + len..)?);
        if !given.contains(&next.as_str()) && !more.contains(&next.as_str()) {
            return None;
        }
    }
    Some(Opened { terms, start, meaning_start, verb })
}

/// The terms that end at a verb, and where their statement begins.
fn terms_before(
    before: &str,
    verb: Verb,
    verb_words: &str,
    listing: Listing,
) -> Option<(Vec<Range<usize>>, usize)> {
    let trimmed = before.trim_end();
    let aside = trimmed.ends_with(',');
    let bare = trimmed.trim_end_matches(',').trim_end();
    // "X, defined as …": the bare participle needs its comma, the other verbs go without
    let participle = verb_words.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("defined"));
    if participle != (verb == Verb::Defined && aside) && (participle || verb == Verb::Defined) {
        return None;
    }
    if verb == Verb::Apposition && !aside {
        return None;
    }
    if let Some(term) = marks::ending(bare) {
        let lone = !aside || participle || verb == Verb::Apposition;
        return lone.then(|| siblings(bare, term, verb)).flatten();
    }
    if verb == Verb::Apposition || verb == Verb::Use {
        return None;
    }
    if aside && !participle {
        return before_clause(bare, verb);
    }
    let term = unmarked(bare, verb, listing)?;
    let start = term.start;
    Some((vec![term], start))
}

/// `“Term”, in relation to a thing, means …`.
fn before_clause(bare: &str, verb: Verb) -> Option<(Vec<Range<usize>>, usize)> {
    let from = bare.ceil_char_boundary(bare.len().saturating_sub(REACH));
    let tail = bare.get(from..)?;
    tail.rmatch_indices(',').take(3).find_map(|(at, _)| {
        any_phrase(tail.get(at + 1..)?.trim_start(), List::of("clauses before means").entries())?;
        let before = bare.get(..from + at)?;
        siblings(before, marks::ending(before)?, verb)
    })
}

/// The marked term, and those joined to it: `“Buyer” or “Customer” means …`.
fn siblings(before: &str, term: Marked, verb: Verb) -> Option<(Vec<Range<usize>>, usize)> {
    let mut terms = Vec::new();
    let mut next = Some(term);
    let mut start = before.len();
    while let Some(term) = next.take().filter(|_| terms.len() < 8) {
        let words = part(before, &term.inner);
        // what ends in a stop was said by someone
        if words.ends_with([',', '!', '?', '.', '…']) || !may_begin(before, &term, verb) {
            break;
        }
        start = term.outer.start;
        let lead = before.get(..start)?.trim_end();
        terms.push(term.inner);
        let joined = ["or", "and"].iter().find_map(|word| {
            let head = lead.strip_suffix(word)?;
            head.ends_with(char::is_whitespace).then_some(head)
        });
        let joined = joined.or_else(|| lead.strip_suffix('/')).or_else(|| lead.strip_suffix(','));
        next = joined.and_then(|lead| marks::ending(lead.trim_end().trim_end_matches(',')));
    }
    terms.reverse();
    (!terms.is_empty()).then_some((terms, start))
}

/// Whether a marked term stands where the subject of a clause does.
fn may_begin(before: &str, term: &Marked, verb: Verb) -> bool {
    let lead = before.get(..term.outer.start).unwrap_or_default();
    let lead = lead.trim_end();
    let word = last_word(lead);
    if is_owner(&word) {
        return false;
    }
    if verb == Verb::Use {
        return ["use", "uses", "used", "using", "term", "word", "phrase"].contains(&word.as_str());
    }
    let weak = matches!(verb, Verb::Means | Verb::Refers);
    word.is_empty() || !weak || leads_to_term(&word) || is_number(&word)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A term without marks that ends where `before` does.
fn unmarked(before: &str, verb: Verb, listing: Listing) -> Option<Range<usize>> {
    // an abbreviation may stand between: "life span (LS) is defined as"
    let before = match before.strip_suffix(')').and_then(|head| head.rfind('(')) {
        Some(at) if before.len() - at <= 40 => before.get(..at)?.trim_end(),
        Some(_) => return None,
        None => before,
    };
    let from = before.ceil_char_boundary(before.len().saturating_sub(REACH));
    let tail = before.get(from..)?;
    let clause = tail.rfind([',', ';', ':', '(', '“', '"']).map_or(0, |at| {
        at + tail.get(at..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8)
    });
    if clause == 0 && from > 0 {
        return None;
    }
    let mut start = from + clause;
    let lead = before.get(..start)?;
    start += item_mark(before.get(start..)?);
    for _ in 0..2 {
        let rest = before.get(start..)?;
        let joint = any_phrase(rest, &["and", "or", "while", "whereas", "where", "the term"]);
        let joint = joint.map_or(0, |(len, _)| len);
        let space = before.get(start + joint..)?;
        start += joint + (space.len() - space.trim_start().len());
        start += article(before.get(start..)?);
    }
    let term = before.get(start..)?.trim_end();
    let named = before.get(..start)?.trim_end().ends_with("term");
    let introduced = clause == 0 || introduces(lead);
    let at_start = from == 0 && before.get(..start)?.len() <= 40;
    let fits = match verb {
        Verb::Defined => true,
        Verb::Means | Verb::Strong => {
            named
                || listing != Listing::No && at_start
                || clause > 0 && introduces(lead) && !lead.is_empty()
                || verb == Verb::Strong && is_capital(term)
        }
        Verb::Refers => named,
        Verb::Given => introduced && (listing != Listing::No || is_capital(term)),
        Verb::Use | Verb::Apposition => false,
    };
    (fits && is_term(term)).then(|| start..start + term.len())
}

/// Whether a clause such as "In this Part," opens the sentence.
fn introduces(lead: &str) -> bool {
    let lead = lead.get(item_mark(lead)..).unwrap_or_default();
    lead.is_empty() || any_phrase(lead, List::of("openers of definitions").entries()).is_some()
}

/// Every word with a capital, small ones aside: "Change of Control".
fn is_capital(term: &str) -> bool {
    let mut words = term.split_whitespace();
    words.all(|word| word.len() <= 3 || word.starts_with(char::is_uppercase))
        && term.starts_with(char::is_uppercase)
}

/// Ends a statement at `limit` and keeps it where what it says is a meaning.
fn close(words: &str, open: &Opened, limit: usize, listing: Listing, found: &mut Vec<Found>) {
    let Some(meaning) = meaning(words, open, limit) else { return };
    let said = part(words, &meaning);
    let first = first_word(said);
    let marked = |terms: &[Range<usize>]| {
        let first = terms.first().and_then(|term| words.get(..term.start));
        first.is_some_and(|before| before.ends_with(|c: char| !c.is_whitespace()))
    };
    let empty = match open.verb {
        Verb::Defined | Verb::Strong => {
            is_no_meaning(&first) || !marked(&open.terms) && said.split_whitespace().count() < 2
        }
        Verb::Means => {
            let clause = said.split([',', '.', ';']).next().unwrap_or_default();
            let lone = clause.split_whitespace().count() == 1 && listing == Listing::No;
            is_talk(&first)
                || lone && clause.starts_with(char::is_lowercase)
                || said.starts_with("a lot")
        }
        _ => false,
    };
    if empty || !said.contains(char::is_alphanumeric) {
        return;
    }
    let form =
        if listing == Listing::No { DefinitionForm::Inline } else { DefinitionForm::Section };
    let end = words.get(..limit).map_or(limit, |all| all.trim_end().len()).max(meaning.end);
    for term in &open.terms {
        found.push(Found {
            term: term.clone(),
            meaning: meaning.clone(),
            statement: open.start..end.min(meaning.end + REACH),
            form,
        });
    }
}

/// What a statement says up to `limit`, without what joins it to its neighbours.
fn meaning(words: &str, open: &Opened, limit: usize) -> Option<Range<usize>> {
    let limit = limit.min(words.floor_char_boundary(open.meaning_start + MEANING_BYTES));
    let mut said = words.get(open.meaning_start..limit)?;
    let mut start = open.meaning_start;
    let skipped = said.len() - said.trim_start_matches(is_joint).len();
    start += skipped;
    said = said.get(skipped..)?;
    match open.verb {
        Verb::Apposition => said = said.get(..said.find(", ").unwrap_or(said.len()))?,
        // "X, defined as …, is …"
        Verb::Defined if words.get(..open.meaning_start)?.trim_end().ends_with(", defined as") => {
            said = said.get(..said.find(", ").unwrap_or(said.len()))?;
        }
        Verb::Means | Verb::Strong => {
            // what follows a semicolon may limit the meaning but is not of it
            let more = ["it does not", "it excludes", "it includes", "this does not", "and "];
            let cut = said.match_indices("; ").find(|(at, _)| {
                let rest = said.get(at + 2..).unwrap_or_default();
                more.iter().any(|lead| rest.starts_with(lead)) && !rest.starts_with("and (")
            });
            said = said.get(..cut.map_or(said.len(), |(at, _)| at))?;
        }
        _ => {}
    }
    let mut end = start + trim_joint(said).len();
    if words.get(start..end)?.ends_with(['.', ';', ',']) {
        end -= 1;
    }
    (start < end).then_some(start..end)
}

fn is_joint(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ':' | '–' | '—')
}

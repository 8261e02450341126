//! Exact matches: quoted phrases, numbered places, identifiers and defined terms. Reads the query for
//! them, and finds the chunks that have them. Guesses nothing: what is not asked for by its form is
//! left to BM25.
//!
//! Phrases match by stem and position: stop words in them stand for any one word. In hybrid mode
//! only what people mark on purpose counts (quotes, places, references, and a query that as a whole
//! is a term that some chunk defines); in exact mode also compounds and words with digits, and a
//! query with none of these is one phrase.
//!
//! A chunk's specificity is the sum over what the query asks for: a reference, the very place or the
//! definition of the term 8, a phrase 4 and one a word up to four, a place below the one asked for
//! 6, a mention of it 4, a compound 2, the place right above it 1.

use crate::{
    Result,
    build::{definition_term, section_term},
    identifiers::Kind,
    pages::Pages,
    segment::Segment,
    snapshot::{Allowed, Snapshot, place},
    tokens::{Analysis, Role, Tokenizer},
};
use fst::{Automaton, IntoStreamer, Streamer, automaton::Str};
use std::collections::BTreeMap;
use types::{SearchMode, normalise_term};

/// One thing that must be there exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Criterion {
    /// Words, each with its distance from the first.
    Phrase(Vec<(String, u32)>),
    /// A numbered place, by its id.
    Section(String),
    /// A term that a chunk defines, normalised.
    Defined(String),
    /// A term of the dictionary, and its weight.
    Term(String, u32),
}

/// Straight and curly double quotes.
const QUOTES: [char; 4] = ['"', '\u{201c}', '\u{201d}', '\u{201e}'];
const REFERENCE: u32 = 8;
const PLACE: u32 = 8;
const BELOW: u32 = 6;
const MENTIONED: u32 = 4;
const ABOVE: u32 = 1;
const DEFINITION: u32 = 8;
const PHRASE: u32 = 4;
const LESSER: u32 = 2;
/// Longer queries are no term.
const LONGEST_TERM_BYTES: usize = 200;

/// What a query asks for exactly.
pub(crate) fn criteria(tokenizer: &Tokenizer, query: &str, mode: SearchMode) -> Vec<Criterion> {
    let mut found: Vec<Criterion> =
        quoted(query).filter_map(|inner| phrase(&tokenizer.analyse(inner))).collect();
    let unquoted = unquoted(query);
    let analysis = tokenizer.analyse(&unquoted);
    for term in &analysis.terms {
        let criterion = match term.role {
            Role::Whole(Kind::Reference) => Criterion::Term(term.name.clone(), REFERENCE),
            Role::Whole(Kind::Section) => {
                Criterion::Section(term.name.trim_start_matches('=').to_owned())
            }
            Role::Whole(Kind::Compound) if mode == SearchMode::Exact => {
                Criterion::Term(term.name.clone(), LESSER)
            }
            Role::Word(_) if mode == SearchMode::Exact && is_code(&term.name) => {
                Criterion::Term(term.name.clone(), LESSER)
            }
            _ => continue,
        };
        if !found.contains(&criterion) {
            found.push(criterion);
        }
    }
    if found.is_empty() && mode == SearchMode::Exact {
        found.extend(phrase(&analysis));
    }
    let whole = query.trim();
    if (1..=LONGEST_TERM_BYTES).contains(&whole.len()) {
        found.push(Criterion::Defined(normalise_term(whole)));
    }
    found
}

/// Letters and digits in one word: `oauth2`, `b12`.
fn is_code(word: &str) -> bool {
    word.chars().any(char::is_alphabetic) && word.chars().any(char::is_numeric)
}

/// What stands between double quotes, straight or curly.
fn quoted(query: &str) -> impl Iterator<Item = &str> {
    let mut parts = query.split(QUOTES).skip(1).peekable();
    std::iter::from_fn(move || {
        let inner = parts.next()?;
        parts.next().map(|_| inner)
    })
}

/// What stands outside of quotes, a quote that is never closed included.
fn unquoted(query: &str) -> String {
    let parts: Vec<&str> = query.split(QUOTES).collect();
    let open = if parts.len().is_multiple_of(2) { parts.len().saturating_sub(1) } else { 0 };
    let outside = parts.iter().enumerate().filter(|(at, _)| at % 2 == 0 || *at == open);
    outside.map(|(_, part)| *part).collect::<Vec<_>>().join(" ")
}

fn phrase(analysis: &Analysis<'_>) -> Option<Criterion> {
    let word = |role| if let Role::Word(at) = role { Some(at) } else { None };
    let words: Vec<_> = analysis
        .terms
        .iter()
        .filter_map(|term| Some((term.name.clone(), word(term.role)?)))
        .collect();
    let first = words.first()?.1;
    Some(Criterion::Phrase(words.into_iter().map(|(name, at)| (name, at - first)).collect()))
}

/// The chunks that have something asked for: place and specificity, by place.
pub(crate) fn matches(
    snapshot: &Snapshot,
    pages: &dyn Pages,
    allowed: &Allowed,
    criteria: &[Criterion],
) -> Result<BTreeMap<u64, u32>> {
    let mut specificity = BTreeMap::new();
    for (number, (live, allowed)) in snapshot.segments.iter().zip(allowed).enumerate() {
        for criterion in criteria {
            for (chunk, weight) in of_segment(&live.segment, pages, criterion)? {
                if allowed.as_ref().is_none_or(|bits| bits.has(chunk)) {
                    *specificity.entry(place(number, chunk)).or_insert(0) += weight;
                }
            }
        }
    }
    Ok(specificity)
}

fn of_segment(
    segment: &Segment,
    pages: &dyn Pages,
    criterion: &Criterion,
) -> Result<BTreeMap<u32, u32>> {
    let mut found = BTreeMap::new();
    match criterion {
        Criterion::Term(term, weight) => note(segment, pages, term, *weight, &mut found)?,
        Criterion::Phrase(words) => {
            let weight = PHRASE + (words.len() as u32).min(4);
            let chunks = phrase_in(segment, pages, words)?;
            found.extend(chunks.into_iter().map(|chunk| (chunk, weight)));
        }
        Criterion::Section(name) => {
            let own = section_term(name);
            let below = format!("{own}_");
            let mut inside = segment.terms().search(Str::new(&below).starts_with()).into_stream();
            while let Some((term, _)) = inside.next() {
                if let Ok(term) = std::str::from_utf8(term) {
                    note(segment, pages, term, BELOW, &mut found)?;
                }
            }
            // `sec_4` is above `sec_4_3`; `sec` is nothing
            if let Some((above, _)) = own.rsplit_once('_').filter(|(above, _)| above.contains('_'))
            {
                note(segment, pages, above, ABOVE, &mut found)?;
            }
            note(segment, pages, &format!("={name}"), MENTIONED, &mut found)?;
            note(segment, pages, &own, PLACE, &mut found)?;
        }
        Criterion::Defined(term) => {
            note(segment, pages, &definition_term(term), DEFINITION, &mut found)?;
        }
    }
    Ok(found)
}

/// Notes the chunks that have a term; a chunk keeps its highest weight.
fn note(
    segment: &Segment,
    pages: &dyn Pages,
    term: &str,
    weight: u32,
    found: &mut BTreeMap<u32, u32>,
) -> Result<()> {
    if let Some(mut list) = segment.cursor(pages, term)? {
        list.each_in(0, u32::MAX, |posting| {
            let held = found.entry(posting.chunk).or_insert(0);
            *held = weight.max(*held);
        })?;
    }
    Ok(())
}

/// The chunks in which the words stand at their distances.
fn phrase_in(segment: &Segment, pages: &dyn Pages, words: &[(String, u32)]) -> Result<Vec<u32>> {
    let mut lists = Vec::new();
    for (word, distance) in words {
        match segment.cursor(pages, word)? {
            Some(list) => lists.push((list, *distance)),
            None => return Ok(Vec::new()),
        }
    }
    // the rarest word leads
    lists.sort_by_key(|(list, distance)| (list.count, *distance));
    let mut found = Vec::new();
    let mut chunk = 0;
    'chunks: loop {
        let Some((leader, _)) = lists.first_mut() else { return Ok(found) };
        let Some(posting) = leader.seek(chunk)? else { return Ok(found) };
        chunk = posting.chunk;
        for (list, _) in lists.iter_mut().skip(1) {
            match list.seek(chunk)? {
                None => return Ok(found),
                Some(posting) if posting.chunk > chunk => {
                    chunk = posting.chunk;
                    continue 'chunks;
                }
                Some(_) => {}
            }
        }
        let mut starts: Option<Vec<u32>> = None;
        for (list, distance) in &mut lists {
            let shifted = list.positions()?.iter().filter_map(|at| at.checked_sub(*distance));
            starts = Some(match starts {
                None => shifted.collect(),
                Some(held) => shifted.filter(|at| held.binary_search(at).is_ok()).collect(),
            });
        }
        if starts.is_some_and(|starts| !starts.is_empty()) {
            found.push(chunk);
        }
        let Some(next) = chunk.checked_add(1) else { return Ok(found) };
        chunk = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Criterion::{Phrase, Section, Term};

    /// Every query is also held against the defined terms.
    fn check(query: &str, mode: SearchMode, expected: &[Criterion]) {
        let term = Criterion::Defined(normalise_term(query));
        let expected: Vec<Criterion> = expected.iter().cloned().chain([term]).collect();
        assert_eq!(criteria(&Tokenizer::english(), query, mode), expected, "{query:?}");
    }

    fn words(words: &[(&str, u32)]) -> Criterion {
        Phrase(words.iter().map(|(word, at)| ((*word).to_owned(), *at)).collect())
    }

    #[test]
    fn queries_ask_for_exact_things_by_their_form() {
        use SearchMode::{Exact, Hybrid};
        check("what is the risk of bias", Hybrid, &[]);
        check("high-speed OAuth2", Hybrid, &[]);
        check(
            "high-speed OAuth2",
            Exact,
            &[Term("oauth2".into(), 2), Term("=high-speed".into(), 2)],
        );
        check("\"risk of bias\" in trials", Hybrid, &[words(&[("risk", 0), ("bias", 2)])]);
        check("“risk” and \"the\" \"open", Hybrid, &[words(&[("risk", 0)])]);
        check("see Section 4.3(a)", Hybrid, &[Section("sec_4_3_a".into())]);
        check(
            "§ 4.3 of 10.1038/XYZ",
            Hybrid,
            &[Section("sec_4_3".into()), Term("=10.1038/xyz".into(), 8)],
        );
        check("informed consent", Exact, &[words(&[("inform", 0), ("consent", 1)])]);
        check("of the", Exact, &[]);
        check("\"cell w1\" b12", Exact, &[words(&[("cell", 0), ("w1", 1)]), Term("b12".into(), 2)]);
        check("\"open b12", Exact, &[Term("b12".into(), 2)]);
    }
}

//! Definitions that name the term after what it means, or open with it: "X is called a *Y*", "we say
//! that X is *Y* if …", "By Y we mean …", "A **Y** is …".

use super::{
    found::Found,
    marks::{self, Marked},
    term::{is_term, trim_joint},
};
use crate::{
    measure::part,
    words::{any_phrase, article, first_word, item_mark, phrase, word_starts},
};
use language::List;
use std::ops::Range;
use types::DefinitionForm;

/// Bytes in which a term is looked for after the words that announce it.
const REACH: usize = 200;

/// The definition that is announced by the words at `at`. Ranges are those of `words`.
pub(super) fn read_at(words: &str, at: usize) -> Option<Found> {
    let rest = words.get(at..)?;
    let first = rest.chars().next()?.to_ascii_lowercase();
    match first {
        'i' | 'a' => {
            let (len, _) = any_phrase(rest, List::of("calls by a name").entries())?;
            called(words, at, at + len)
        }
        'b' => by_we_mean(words, at, at + phrase(rest, "by")?),
        'w' => {
            if let Some((len, _)) = any_phrase(rest, &["we define", "we may define"]) {
                return we_define(words, at, at + len);
            }
            let says = ["we say that", "we say", "we call", "we shall call", "we will call"];
            named_if(words, at, at + any_phrase(rest, &says)?.0)
        }
        'l' => named_if(words, at, at + phrase(rest, "let us call")?),
        _ => None,
    }
}

fn found(term: Range<usize>, meaning: Range<usize>, words: &str) -> Option<Found> {
    let statement = item_mark(words)..words.trim_end().len();
    let said = part(words, &meaning).trim_end();
    let mut end = meaning.start + trim_joint(said).len();
    if part(words, &(meaning.start..end)).ends_with('.') {
        end -= 1;
    }
    let meaning = meaning.start..end;
    let sound = part(words, &meaning).contains(char::is_alphanumeric);
    let form = DefinitionForm::Inline;
    sound.then_some(Found { term, meaning, statement, form })
}

/// Where the words after `from` begin.
fn skip_space(words: &str, from: usize) -> usize {
    let rest = words.get(from..).unwrap_or_default();
    from + (rest.len() - rest.trim_start().len())
}

fn marked_at(words: &str, at: usize) -> Option<Marked> {
    let mut term = marks::beginning(words.get(at..)?)?;
    for range in [&mut term.inner, &mut term.outer] {
        *range = range.start + at..range.end + at;
    }
    Some(term)
}

/// The meaning that follows a condition at `from`: "… if it has no inverse".
fn condition(words: &str, from: usize) -> Option<Range<usize>> {
    let start = skip_space(words, from);
    let (len, _) = any_phrase(words.get(start..)?, List::of("conditions of names").entries())?;
    Some(skip_space(words, start + len)..words.len())
}

/// `A polygon with four sides is called a *quadrilateral*.`
fn called(words: &str, verb: usize, after: usize) -> Option<Found> {
    let start = skip_space(words, after);
    let start = start + article(words.get(start..)?);
    let subject = item_mark(words)..words.get(..verb)?.trim_end().len();
    let said = words.get(subject.clone())?;
    if said.len() > 2 * REACH || said.contains([';', ':', '“', '"']) {
        return None;
    }
    let relative = word_starts(said).skip(1).any(|at| {
        let word = said.get(at..).unwrap_or_default();
        any_phrase(word, List::of("makers of kinds").entries()).is_some()
    });
    let person = ["he", "she", "they", "we", "it", "this", "these", "such", "i", "who", "that"];
    let general = !person.contains(&first_word(said).as_str());
    if let Some(term) = marked_at(words, start) {
        if let Some(meaning) = condition(words, term.outer.end) {
            return found(term.inner, meaning, words);
        }
        let kind = relative || article(said) > 0 && said.split_whitespace().count() > 2;
        return (general && kind).then(|| found(term.inner, subject, words)).flatten();
    }
    let rest = words.get(start..)?;
    let name = rest.trim_end().trim_end_matches('.');
    let plain = name.len() <= 60
        && is_term(name)
        && name.split_whitespace().count() <= 3
        && name.chars().all(|c| c.is_lowercase() || c == ' ' || c == '-');
    let kind = general && relative && said.split_whitespace().count() >= 4;
    (plain && kind).then(|| found(start..start + name.len(), subject, words)).flatten()
}

/// A term between `from` and the first of `joints`: `X` of "X as …". And where the joint ends.
fn term_until(words: &str, from: usize, joints: &[&str]) -> Option<(Range<usize>, usize)> {
    let start = skip_space(words, from);
    let start = start + article(words.get(start..)?);
    let to = words.floor_char_boundary((start + REACH).min(words.len()));
    let near = words.get(start..to)?;
    let joint = word_starts(near).find_map(|at| {
        let rest = words.get(start + at..)?;
        Some((start + at, start + at + any_phrase(rest, joints)?.0))
    });
    let (joint, after) = joint?;
    if let Some(term) = marked_at(words, start).filter(|term| term.outer.end <= joint) {
        return Some((term.inner, after));
    }
    let term = words.get(start..joint)?.trim_end().trim_end_matches(',');
    is_term(term).then(|| (start..start + term.len(), after))
}

/// `By X we mean …`.
fn by_we_mean(words: &str, at: usize, from: usize) -> Option<Found> {
    if at > item_mark(words) && !words.get(..at)?.trim_end().ends_with(',') {
        return None;
    }
    let (term, after) =
        term_until(words, from, &["we mean", "we understand", "is meant", "i mean"])?;
    found(term, skip_space(words, after)..words.len(), words)
}

/// `We define X as …`, `we define X to be …`.
fn we_define(words: &str, at: usize, from: usize) -> Option<Found> {
    let (term, after) = term_until(words, from, &["as", "to be", "to mean"])?;
    let meaning = skip_space(words, after)..words.len();
    let vague = ["follows", "above", "below", "such", "in", "before", "usual"];
    if vague.contains(&first_word(part(words, &meaning)).as_str()) {
        return None;
    }
    let mut defined = found(term, meaning, words)?;
    defined.statement.start = at;
    Some(defined)
}

/// `We say that a key is *hot* if …`: the first marked term that a condition follows.
fn named_if(words: &str, at: usize, from: usize) -> Option<Found> {
    let to = words.floor_char_boundary((from + REACH).min(words.len()));
    let near = words.get(from..to)?;
    let opens = |c: char| matches!(c, '*' | '_' | '“' | '"' | '‘' | '„' | '«');
    let (start, _) = near.char_indices().find(|(_, c)| opens(*c))?;
    let term = marked_at(words, from + start)?;
    let meaning = condition(words, term.outer.end)?;
    let mut named = found(term.inner, meaning, words)?;
    named.statement.start = at;
    Some(named)
}

/// `A **monoid** is a set …`: a sentence that opens with its term in bold.
pub(super) fn copula(words: &str) -> Option<Found> {
    let start = item_mark(words);
    let lead = article(words.get(start..)?);
    let term = marked_at(words, start + lead)?;
    if !term.bold || term.quoted {
        return None;
    }
    let mut verb = skip_space(words, term.outer.end);
    if words.get(verb..)?.starts_with('(') {
        // "(also *Y*)", a pronunciation or an abbreviation
        let close = words.get(verb..)?.find(')').filter(|len| *len <= REACH)?;
        verb = skip_space(words, verb + close + 1);
    }
    let is = ["is a", "is an", "is the", "is any", "are a", "are the", "is one of", "are any"];
    let rest = words.get(verb..)?;
    any_phrase(rest, &is)?;
    let name = part(words, &term.inner);
    let numbered = name.ends_with(|c: char| c.is_ascii_digit());
    let meaning = skip_space(words, verb + if phrase(rest, "is").is_some() { 2 } else { 3 });
    let said = words.get(meaning..)?;
    let enough = said.split_whitespace().count() >= 4 && !numbered && is_term(name);
    enough.then(|| found(term.inner, meaning..words.len(), words)).flatten()
}

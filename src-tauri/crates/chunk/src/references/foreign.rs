//! Whose place a mention means: "Section 12 of the Clean Air Act" and "Article 5 GDPR" are places of
//! other works, unless the document calls itself so.

use crate::{
    section::label_at,
    words::{first_word, last_word},
};
use language::List;

/// Bytes at a document's start in which it names itself.
const HEAD_BYTES: usize = 600;

/// Whose place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The document's own.
    Own,
    /// The document's own, but of another part of it: "Section 2 of Annex I".
    Within,
    /// Another work's.
    Other,
}

/// The start of a document, where its title stands: its first paragraph.
pub(super) fn head(text: &str) -> &str {
    let head = text.get(..text.floor_char_boundary(HEAD_BYTES)).unwrap_or(text);
    head.split("\n\n").next().unwrap_or(head)
}

/// Whose place the mention at `start..end` of `words` is.
pub(super) fn scope(head: &str, words: &str, start: usize, end: usize, prefix: &str) -> Scope {
    let before = words.get(..start).unwrap_or_default();
    let after = words.get(end..).unwrap_or_default();
    let near = after.get(..after.floor_char_boundary(120)).unwrap_or_default();
    let shown = matches!(prefix, "table" | "figure" | "fn" | "ref");
    if !shown && (named_before(head, before) || named_next(near)) {
        return Scope::Other;
    }
    let joined = ["of ", "in ", "from ", "to ", "under "].iter().find_map(|word| {
        let rest = near.trim_start_matches([' ', '\n']).strip_prefix(word)?;
        Some((*word, rest.trim_start()))
    });
    match joined {
        Some((word, rest)) => named_after(head, word, rest),
        None if first_word(near) == "thereof" => Scope::Other,
        None => Scope::Own,
    }
}

/// `GDPR, Article 5`, `42 U.S.C. § 12`, `RFC 2119 Section 3`, `the Clean Air Act § 7`.
fn named_before(head: &str, before: &str) -> bool {
    let lead = before.trim_end_matches([' ', ',', '\n']);
    let from = lead.ceil_char_boundary(lead.len().saturating_sub(48));
    let mut words = lead.get(from..).unwrap_or_default().split_whitespace().rev();
    let Some(word) = words.next() else { return false };
    let numbered = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').is_empty();
    if numbered {
        return words.next().is_some_and(|word| is_loud(word) && word.len() > 2);
    }
    let law = is_law(word) && !names_itself(head, word);
    law || is_loud(word) || word.contains('.') && word.chars().filter(|c| *c == '.').count() > 1
}

/// `Article 5 GDPR`, `§ 7 AktG`, `Section 12, Clean Air Act`.
fn named_next(near: &str) -> bool {
    if let Some(rest) = near.strip_prefix(", ") {
        let clause = rest.split(['.', ';', ',', '(', '\n']).next().unwrap_or_default();
        let mut words = clause.split_whitespace().peekable();
        let capital = words.peek().is_some_and(|word| word.starts_with(char::is_uppercase));
        return capital && words.take(7).any(is_law);
    }
    let Some(rest) = near.strip_prefix(' ') else { return false };
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    let word = rest.get(..end).unwrap_or_default();
    word.len() <= 8 && is_loud(word)
}

/// `Act`: the last word of a law's name.
fn is_law(word: &str) -> bool {
    let mut letters = word.chars();
    let named = letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase);
    named && List::of("ends of laws").has(&word.to_lowercase())
}

/// Two capitals at least, and no word that is shouted.
fn is_loud(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let roman = word.chars().all(|c| "IVXLC".contains(c));
    capitals >= 2
        && !roman
        && !List::of("shouted words").has(&word.to_lowercase())
        && word.chars().all(char::is_alphabetic)
}

fn named_after(head: &str, joint: &str, rest: &str) -> Scope {
    let own = ["this ", "these ", "our ", "the present ", "said ", "that "];
    if own.iter().any(|word| rest.starts_with(word)) {
        return Scope::Own;
    }
    if rest.starts_with('[') || rest.starts_with("\\[") {
        return Scope::Other;
    }
    if label_at(rest).is_some_and(|(_, after)| {
        after.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase())
    }) {
        return Scope::Within;
    }
    let named = rest.strip_prefix("the ");
    let name = named.unwrap_or(rest);
    let clause = name.split(['.', ';', ',', '(', ')', '\n']).next().unwrap_or_default();
    let mut words = clause.split_whitespace();
    let Some(first) = words.next() else { return Scope::Own };
    if !first.starts_with(char::is_uppercase) {
        return Scope::Own;
    }
    let by_author = rest.get(first.len()..).is_some_and(|after| {
        after.starts_with(" (") || after.starts_with(" et al") || after.starts_with(" and ")
    });
    let work = clause.split_whitespace().take(9).find(|word| is_law(word));
    let loud = is_loud(first);
    let other = match (named, joint) {
        (Some(_), _) => loud || work.is_some_and(|work| !names_itself(head, work)),
        (None, "of ") => loud || work.is_some() || by_author || !names_itself(head, first),
        (None, _) => loud || work.is_some() || by_author,
    };
    if other { Scope::Other } else { Scope::Own }
}

/// Whether the document's head has this word, as a title that names the document does.
fn names_itself(head: &str, word: &str) -> bool {
    head.match_indices(word).any(|(at, _)| {
        let before = last_word(head.get(..at).unwrap_or_default());
        let lead = ["the", "of", "in", "under", "a", "an"];
        !lead.contains(&before.as_str())
    })
}

//! What a piece holds, told by plain signs. In doubt it is content: a wrong label misleads more than
//! a missing one.

use crate::{
    atoms::{Atom, Role},
    measure::part,
    outline::Place,
};
use types::ChunkKind;

/// Titles of sections that list sources.
const REFERENCE_TITLES: [&str; 9] = [
    "references",
    "reference list",
    "bibliography",
    "works cited",
    "literature cited",
    "cited literature",
    "sources cited",
    "citations",
    "literature",
];

/// Titles of sections that define terms.
const DEFINITION_TITLES: [&str; 5] = [
    "definitions",
    "terms and definitions",
    "definitions and abbreviations",
    "definitions and interpretation",
    "glossary",
];

/// What follows a quoted term that is being defined.
const DEFINING: [&str; 7] = [
    "means",
    "mean",
    "shall mean",
    "has the meaning",
    "have the meaning",
    "is defined as",
    "are defined as",
];

/// The kind of the piece that is made of `atoms`.
pub(crate) fn of_piece(text: &str, place: &Place, atoms: &[Atom]) -> ChunkKind {
    let own = atoms.iter().filter(|atom| atom.role != Role::Heading);
    let sentences: Vec<&str> = own.map(|atom| part(text, &atom.range)).collect();
    let titled = |titles: &[&str]| {
        place.parent_chain.iter().any(|title| titles.contains(&plain(title).as_str()))
    };
    if sentences.is_empty() {
        ChunkKind::Header
    } else if titled(&REFERENCE_TITLES) {
        ChunkKind::Reference
    } else if titled(&DEFINITION_TITLES) || sentences.iter().any(|words| defines(words)) {
        ChunkKind::Definition
    } else if sentences.iter().filter(|words| obliges(words)).count() * 4 >= sentences.len() {
        ChunkKind::Requirement
    } else {
        ChunkKind::Content
    }
}

/// A title in lower case without its number.
fn plain(title: &str) -> String {
    let words = title.trim_start_matches(|c: char| !c.is_alphabetic());
    let words = match words.split_once(['.', ' ']) {
        Some((roman, rest)) if roman.bytes().all(|byte| b"IVX".contains(&byte)) => rest,
        _ => words,
    };
    words.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// `"Term" means …`, with the term in quotation marks or emphasis at the sentence's start.
fn defines(sentence: &str) -> bool {
    let item = ["* ", "- ", "+ "].iter().find_map(|mark| sentence.strip_prefix(mark));
    let sentence = item.unwrap_or(sentence).trim_start();
    let Some((lead, term)) = sentence.split_once(is_mark) else { return false };
    // an enumerator such as "(iv)" may stand before it, a word may not
    if lead.len() > 8 || lead.split(|c: char| !c.is_alphanumeric()).any(|word| word.len() > 3) {
        return false;
    }
    let term = term.trim_start_matches(is_mark);
    let Some((name, rest)) = term.split_once(is_mark) else { return false };
    let rest = rest.trim_start_matches(is_mark).trim_start();
    let defining = |verb: &str| {
        let after = rest.strip_prefix(verb);
        after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
    };
    name.len() <= 120 && DEFINING.iter().any(|verb| defining(verb))
}

fn is_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '*' | '_')
}

/// Whether it says that something shall or must be.
fn obliges(sentence: &str) -> bool {
    let mut words = sentence.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word.eq_ignore_ascii_case("shall") || word.eq_ignore_ascii_case("must"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_defined_in_marks() {
        for yes in [
            "“Record” means any note.",
            "\"A B\" shall mean C.",
            "(1) **Term** is defined as",
            "- “A” means b",
            "* **A** means b",
            "**A** means b",
        ] {
            assert!(defines(yes), "{yes}");
        }
        for no in
            ["This means war.", "\"Yes\" he said, and it means no.", "* Item means x", "", "“"]
        {
            assert!(!defines(no), "{no}");
        }
    }

    #[test]
    fn titles_lose_their_numbers() {
        for title in
            ["References", "7. References", "VII. References", "7 References:", "REFERENCES"]
        {
            assert_eq!(plain(title), "references", "{title}");
        }
    }

    #[test]
    fn obligations_are_whole_words() {
        assert!(obliges("The holder SHALL keep it.") && obliges("It must not leak."));
        assert!(!obliges("Mustard is marshalled."));
    }
}

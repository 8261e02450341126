//! What words alone tell of a term that nothing marks, and of where a meaning ends.

use language::listed;

listed! {
    is_no_term: "no term";
}

/// Whether words without marks may be a term: few, and none that only sentences have.
pub(super) fn is_term(term: &str) -> bool {
    let words = || term.split(|c: char| c.is_whitespace()).filter(|word| !word.is_empty());
    let plain = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        !is_no_term(&word)
    };
    (1..=80).contains(&term.len())
        && words().count() <= 7
        && term.contains(char::is_alphabetic)
        && !term.contains(['.', '!', '?', '|', '\n', '['])
        && words().all(plain)
}

/// Without the words that lead to the next statement.
pub(super) fn trim_joint(said: &str) -> &str {
    let mut said = said.trim_end();
    for lead in ["the term", "and", "or", "while"] {
        if let Some(head) = said.strip_suffix(lead)
            && head.ends_with(|c: char| c.is_whitespace())
        {
            said = head.trim_end();
        }
    }
    said.trim_end_matches([',', ';', ' '])
}

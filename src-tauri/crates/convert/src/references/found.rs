//! An entry of a list of references, as the readers of its formats tell of it.

use types::Reference;

/// An entry of a list.
pub(super) struct Found {
    /// Its key and the line it begins on, for people.
    pub(super) name: String,
    /// `None` where it cannot be read or says nothing.
    pub(super) reference: Option<Reference>,
    /// Whether all of it could be read.
    pub(super) is_whole: bool,
}

/// Whether nothing is known that would tell a publication.
pub(super) fn is_bare(reference: &Reference) -> bool {
    let Reference { kind, key, language, issue, .. } = reference.clone();
    let bare = Reference { kind, key, language, issue, ..Reference::default() };
    bare == *reference
}

/// An entry's name for people.
pub(super) fn name(key: &str, line: usize) -> String {
    const LETTERS: usize = 40;
    let key = key.split_whitespace().collect::<Vec<_>>().join(" ");
    match key.chars().take(LETTERS).collect::<String>() {
        key if key.is_empty() => format!("line {line}"),
        key => format!("{key} (line {line})"),
    }
}

//! Bibliographic references: read off the front of a text, matched with reference lists, written as
//! BibTeX and CSL-JSON. Pure: no I/O, and no guess where a document does not say.

#![cfg_attr(test, allow(clippy::string_slice))]

mod addresses;
mod bibliography;
mod byline;
mod entry;
mod front;
mod imprint;
mod index;
mod kinds;
mod lines;
mod names;
mod own;
mod titles;
mod venue;
mod works;
mod write;

pub use bibliography::{ENTRIES, Entry, bibliography, read_entry};
pub use front::identify;
pub use index::Index;
pub use works::{are_versions, is_notice_title, is_preprint, is_same_work};
pub use write::{Cited, bibtex, csl_json};

use language::{Scheme, identifiers, identifiers::Found};
use types::{FieldSource, Reference, normalise_term};

/// Titles shorter than this many words are no evidence that two references are the same.
const TELLING_TITLE_WORDS: usize = 3;

/// What a list says of a publication, completed by what the document says of itself: the person
/// chose the list.
///
/// Where an identifier differs they speak of two versions of one work, a preprint and its article: then
/// the list says who wrote it and what it is called, and the document what it is.
pub fn merge(listed: &Reference, own: &Reference) -> Reference {
    let mut merged = listed.clone().from_source(FieldSource::List);
    if works::differ(listed, own) {
        let Reference { title, authors, language, key, .. } = listed.clone();
        let work = Reference { title, authors, language, key, ..Reference::default() };
        merged = work.from_source(FieldSource::List);
    }
    merged.complete(own);
    merged
}

/// The names by which its identifiers are known wherever they are mentioned.
pub fn identifier_names(reference: &Reference) -> Vec<String> {
    let fields = [
        (Scheme::Doi, &reference.doi),
        (Scheme::Arxiv, &reference.arxiv),
        (Scheme::Isbn, &reference.isbn),
        (Scheme::Pmid, &reference.pmid),
    ];
    let named = fields.into_iter().filter_map(|(scheme, field)| {
        let field = field.as_ref()?;
        let known = identifiers::read(scheme, field);
        Some(known.map_or_else(|| field.to_lowercase(), |one| one.name()))
    });
    named.collect()
}

/// The labelled identifiers of a text, as a reference keeps them: of each kind the one that there is. One
/// that ends the text with a hyphen has lost its end.
pub(crate) fn labelled(text: &str) -> Reference {
    let found = identifiers::find(text);
    let cut = text.trim_end().ends_with('-').then(|| text.trim_end().len() - 1);
    let whole = |one: &&Found| one.labelled && cut.is_none_or(|cut| one.range.end < cut);
    let first = |scheme| {
        let known = found.iter().filter(whole).map(|one| &one.identifier);
        let mut known = known.filter(|one| one.scheme() == scheme);
        let first = known.next()?;
        known.all(|other| other.id() == first.id()).then(|| first.versioned())
    };
    Reference {
        doi: first(Scheme::Doi),
        arxiv: first(Scheme::Arxiv),
        isbn: first(Scheme::Isbn),
        pmid: first(Scheme::Pmid),
        ..Reference::default()
    }
}

/// `On mud (López, 2019)`: a title that alone says too little, with what tells it from others of
/// its name. `None` where author or year are unknown.
pub fn full_title(reference: &Reference) -> Option<String> {
    let (title, year) = (reference.title.as_ref()?, reference.year?);
    let author = reference.authors.first()?;
    Some(format!("{title} ({}, {year})", author.family))
}

/// Whether a title says enough to know a work by.
pub fn is_telling(title: &str) -> bool {
    normalise_term(title).split('_').count() >= TELLING_TITLE_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_a_work_keep_their_own_identifiers() {
        let some = |text: &str| Some(text.to_owned());
        let listed = Reference {
            title: some("Carbon in young mud"),
            year: Some(2021),
            container: some("Journal of Mud"),
            doi: some("10.1000/mud.1"),
            key: "lopez2021".into(),
            ..Reference::default()
        };
        let own = Reference { year: Some(2019), doi: some("10.1101/2019.1"), ..listed.clone() };
        let own = Reference { container: None, title: some("Carbon in young mud*"), ..own };
        let merged = merge(&listed, &own);
        let said = (merged.title.as_deref(), merged.doi.as_deref(), merged.year);
        assert_eq!(said, (Some("Carbon in young mud"), Some("10.1101/2019.1"), Some(2019)));
        assert_eq!((merged.container, merged.key.as_str()), (None, "lopez2021"));
        let same = Reference { doi: some("10.1000/MUD.1"), year: Some(2019), ..own };
        let merged = merge(&listed, &same);
        assert_eq!((merged.year, merged.container.is_some()), (Some(2021), true));
    }
}

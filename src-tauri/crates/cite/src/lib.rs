//! Bibliographic references: read off the front of a text, matched with reference lists, written as
//! BibTeX and CSL-JSON. Pure: no I/O, and no guess where a document does not say.

#![cfg_attr(test, allow(clippy::string_slice))]

mod front;
mod write;

pub use front::identify;
pub use write::{Cited, bibtex, csl_json};

use language::{Scheme, identifiers};
use types::{Reference, normalise_term};

/// Titles shorter than this many words are no evidence that two references are the same.
const TELLING_TITLE_WORDS: usize = 3;

/// The entry of `listed` that describes the same publication as `own`: by an identifier, or by the
/// same title where no identifier speaks against it.
pub fn find<'a>(own: &Reference, listed: &'a [Reference]) -> Option<&'a Reference> {
    let by_identifier = listed.iter().find(|entry| same_identifier(own, entry) == Some(true));
    by_identifier.or_else(|| {
        let title = title_key(own)?;
        listed.iter().find(|entry| {
            same_identifier(own, entry).is_none() && title_key(entry).as_ref() == Some(&title)
        })
    })
}

/// What a list says of a publication, completed by what the document says of itself: the person
/// chose the list.
pub fn merge(listed: &Reference, own: &Reference) -> Reference {
    let mut merged = listed.clone();
    merged.complete(own);
    merged
}

/// Whether an identifier that both have agrees; `None` where they share none.
fn same_identifier(a: &Reference, b: &Reference) -> Option<bool> {
    let fields = [
        (Scheme::Doi, &a.doi, &b.doi),
        (Scheme::Isbn, &a.isbn, &b.isbn),
        (Scheme::Pmid, &a.pmid, &b.pmid),
        (Scheme::Arxiv, &a.arxiv, &b.arxiv),
    ];
    fields.into_iter().find_map(|(scheme, a, b)| {
        Some(canonical(scheme, a.as_ref()?) == canonical(scheme, b.as_ref()?))
    })
}

/// One form of an identifier: two versions of a preprint are one work.
fn canonical(scheme: Scheme, field: &str) -> String {
    let known = identifiers::read(scheme, field);
    known.map_or_else(|| field.to_lowercase(), |known| known.id().to_owned())
}

fn title_key(reference: &Reference) -> Option<String> {
    let key = normalise_term(reference.title.as_deref()?);
    (key.split('_').count() >= TELLING_TITLE_WORDS).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(title: &str, doi: &str, arxiv: &str) -> Reference {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Reference { title: some(title), doi: some(doi), arxiv: some(arxiv), ..Reference::default() }
    }

    #[test]
    fn a_reference_is_found_by_identifier_then_by_title() {
        let listed = [
            reference("Carbon in young mud", "10.1/a", ""),
            reference("Carbon in old mud", "", "2305.03393"),
            reference("Methods", "", ""),
        ];
        let check = |own: Reference, expected: Option<usize>| {
            let found = find(&own, &listed);
            assert_eq!(found, expected.and_then(|place| listed.get(place)), "{own:?}");
        };
        check(reference("Another title", "10.1/A", ""), Some(0));
        check(reference("", "", "2305.03393v2"), Some(1));
        check(reference("CARBON in Young Mud.", "", ""), Some(0));
        check(reference("Carbon in young mud", "10.1/b", ""), None);
        check(reference("Methods", "", ""), None);
    }
}

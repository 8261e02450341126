//! Bibliographic references: read off the front of a text, matched with reference lists, written as
//! BibTeX and CSL-JSON. Pure: no I/O, and no guess where a document does not say.

#![cfg_attr(test, allow(clippy::string_slice))]

mod addresses;
mod bibliography;
mod byline;
mod entry;
mod front;
mod imprint;
mod lines;
mod names;
mod own;
mod titles;
mod write;

pub use bibliography::{ENTRIES, Entry, bibliography};
pub use front::identify;
pub use write::{Cited, bibtex, csl_json};

use language::{Identifier, Scheme, identifiers};
use std::collections::HashMap;
use types::{FieldSource, Reference, normalise_term};

/// Titles shorter than this many words are no evidence that two references are the same.
const TELLING_TITLE_WORDS: usize = 3;
/// A preprint and its article are printed so many years apart at most.
const YEARS_APART: i32 = 1;

/// References that can be asked for a publication: by an identifier, or by the same title where
/// nothing speaks against it. Asking takes no longer the more there are.
#[derive(Clone, Debug, Default)]
pub struct Index {
    references: Vec<Reference>,
    by_identifier: HashMap<String, usize>,
    by_title: HashMap<String, Vec<usize>>,
}

/// References with one title that are compared at most.
const NAMESAKES: usize = 64;

impl Index {
    /// All of `references`.
    pub fn new(references: Vec<Reference>) -> Self {
        let mut index = Self::default();
        for (at, reference) in references.iter().enumerate() {
            for name in identifier_names(reference) {
                index.by_identifier.entry(name).or_insert(at);
            }
            if let Some(title) = title_key(reference) {
                let namesakes = index.by_title.entry(title).or_default();
                if namesakes.len() < NAMESAKES {
                    namesakes.push(at);
                }
            }
        }
        Self { references, ..index }
    }

    /// The references, in the order given.
    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// The place of the one that describes the same publication.
    pub fn find(&self, own: &Reference) -> Option<usize> {
        let named = identifier_names(own);
        let mut by_identifier = named.iter().filter_map(|name| self.by_identifier.get(name));
        if let Some(at) = by_identifier.next() {
            return Some(*at);
        }
        let namesakes = self.by_title.get(&title_key(own)?)?;
        let same = |at: &&usize| self.references.get(**at).is_some_and(|it| is_same_work(own, it));
        namesakes.iter().find(same).copied()
    }

    /// The one that describes the same publication.
    pub fn get(&self, own: &Reference) -> Option<&Reference> {
        self.references.get(self.find(own)?)
    }
}

/// What a list says of a publication, completed by what the document says of itself: the person
/// chose the list.
pub fn merge(listed: &Reference, own: &Reference) -> Reference {
    let mut merged = listed.clone().from_source(FieldSource::List);
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

/// The labelled identifiers of a text, as a reference keeps them; of several the first.
pub(crate) fn labelled(text: &str) -> Reference {
    let found = identifiers::find(text);
    let first = |scheme| {
        let mut known = found.iter().filter(|one| one.labelled).map(|one| &one.identifier);
        known.find(|one| one.scheme() == scheme).map(Identifier::versioned)
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

/// Whether nothing speaks against two references of one title being of one work: neither an
/// identifier, nor the first author's family name, nor the year.
pub fn is_same_work(a: &Reference, b: &Reference) -> bool {
    let years = a.year.zip(b.year);
    let authors = a.authors.first().zip(b.authors.first());
    let family = |name: &str| {
        let key = normalise_term(name);
        key.rsplit('_').next().unwrap_or_default().to_owned()
    };
    same_identifier(a, b) != Some(false)
        && years.is_none_or(|(a, b)| (a - b).abs() <= YEARS_APART)
        && authors.is_none_or(|(a, b)| family(&a.family) == family(&b.family))
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
        let listed = Index::new(vec![
            reference("Carbon in young mud", "10.1/a", ""),
            reference("Carbon in old mud", "", "2305.03393"),
            reference("Methods", "", ""),
        ]);
        let check = |own: Reference, expected: Option<usize>| {
            assert_eq!(listed.find(&own), expected, "{own:?}");
        };
        check(reference("Another title", "10.1/A", ""), Some(0));
        check(reference("", "", "2305.03393v2"), Some(1));
        check(reference("CARBON in Young Mud.", "", ""), Some(0));
        check(reference("Carbon in young mud", "10.1/b", ""), None);
        check(reference("Methods", "", ""), None);
    }

    #[test]
    fn one_title_of_two_works() {
        let by = |family: &str, year: i32| Reference {
            authors: vec![types::Author { family: family.into(), given: String::new() }],
            year: Some(year),
            ..reference("Carbon in young mud", "", "")
        };
        let index = Index::new(vec![by("López", 1999), by("Baker", 1999), by("Baker", 2010)]);
        let check = |own: Reference, expected: Option<usize>| {
            assert_eq!(index.find(&own), expected, "{own:?}");
        };
        check(by("Baker", 1998), Some(1));
        check(by("Baker", 2011), Some(2));
        check(by("Drake", 1999), None);
        check(reference("Carbon in young mud", "", ""), Some(0));
    }
}

//! References that can be asked for a publication. Asking takes no longer the more there are.

use crate::works::{family_key, is_same_work, nearness, title_key};
use std::collections::HashMap;
use types::Reference;

/// References under one key that are compared at most.
const NAMESAKES: usize = 64;

/// References by what they can be found by: an identifier, the title, the first author with the year.
/// Whether one is the work that is asked for [`is_same_work`] says.
#[derive(Clone, Debug, Default)]
pub struct Index {
    references: Vec<Reference>,
    by_key: HashMap<Key, Vec<usize>>,
}

/// What a reference is looked up by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Identifier(String),
    Title(String),
    Author(String, i32),
    /// Of a title that many works have.
    TitleBy(String, String),
}

fn keys(reference: &Reference) -> Vec<Key> {
    let identifiers = crate::identifier_names(reference).into_iter().map(Key::Identifier);
    let title = reference.title.as_deref().and_then(title_key);
    let author = family_key(reference);
    let both = title.clone().zip(author.clone()).map(|(title, by)| Key::TitleBy(title, by));
    let dated = author.zip(reference.year).map(|(author, year)| Key::Author(author, year));
    identifiers.chain(both).chain(title.map(Key::Title)).chain(dated).collect()
}

impl Index {
    /// All of `references`.
    pub fn new(references: Vec<Reference>) -> Self {
        let mut by_key: HashMap<Key, Vec<usize>> = HashMap::new();
        for (at, reference) in references.iter().enumerate() {
            for key in keys(reference) {
                let namesakes = by_key.entry(key).or_default();
                if namesakes.len() < NAMESAKES {
                    namesakes.push(at);
                }
            }
        }
        Self { references, by_key }
    }

    /// The references, in the order given.
    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// The place of the one that describes the same publication; of several versions of it, the one
    /// that is nearest.
    pub fn find(&self, own: &Reference) -> Option<usize> {
        let mut best: Option<(u8, usize)> = None;
        for at in keys(own).iter().filter_map(|key| self.by_key.get(key)).flatten() {
            let Some(other) = self.references.get(*at).filter(|it| is_same_work(own, it)) else {
                continue;
            };
            let near = nearness(own, other);
            if best.is_none_or(|(known, place)| near > known || near == known && *at < place) {
                best = Some((near, *at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The one that describes the same publication.
    pub fn get(&self, own: &Reference) -> Option<&Reference> {
        self.references.get(self.find(own)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::Author;

    fn by(family: &str, year: i32) -> Reference {
        Reference {
            title: Some("Carbon in young mud".into()),
            authors: vec![Author { family: family.into(), given: String::new() }],
            year: Some(year),
            ..Reference::default()
        }
    }

    #[test]
    fn the_work_of_an_author_and_year_is_found() {
        let index = Index::new(vec![by("López", 1999), by("Baker", 1999), by("Baker", 2010)]);
        let check = |own: Reference, expected: Option<usize>| {
            assert_eq!(index.find(&own), expected, "{own:?}");
        };
        check(by("Baker", 1998), Some(1));
        check(by("Baker", 2011), Some(2));
        check(by("Lopez", 1999), Some(0));
        check(by("Drake", 1999), None);
        // a title alone is no work
        check(Reference { authors: Vec::new(), year: None, ..by("", 0) }, None);
    }

    #[test]
    fn of_two_versions_the_nearer_is_found() {
        let preprint = Reference { arxiv: Some("2305.03393".into()), ..by("López", 2023) };
        let article = Reference {
            doi: Some("10.1000/mud.1".into()),
            container: Some("Journal of Mud".into()),
            ..by("López", 2024)
        };
        let index = Index::new(vec![preprint, article]);
        assert_eq!(index.find(&by("López", 2024)), Some(1));
        assert_eq!(index.find(&by("López", 2023)), Some(0));
        let named = Reference { arxiv: Some("2305.03393v2".into()), ..by("López", 2024) };
        assert_eq!(index.find(&named), Some(0));
        let printed = Reference { container: Some("J. Mud".into()), ..by("López", 2024) };
        assert_eq!(index.find(&printed), Some(1));
    }

    #[test]
    fn a_library_of_one_title_is_told_apart_by_authors() {
        let library = (0..5_000).map(|at| by(&format!("Author{at}"), 2000)).collect();
        let index = Index::new(library);
        assert_eq!(index.find(&by("Author4999", 2000)), Some(4_999));
        assert_eq!(index.find(&by("Author5000", 2000)), None);
    }
}

//! A publication as reference lists describe it: the fields of CSL-JSON that Loci uses.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One author. Organisations have a `family` alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Author {
    /// Family name, or an organisation's whole name.
    pub family: String,
    /// Given names or initials; empty where there are none.
    #[serde(default)]
    pub given: String,
}

/// A field of a reference that says where it is from.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum ReferenceField {
    /// Title.
    Title,
    /// Authors.
    Authors,
    /// Year.
    Year,
    /// Container.
    Container,
    /// Publisher.
    Publisher,
    /// Volume.
    Volume,
    /// Issue.
    Issue,
    /// Pages.
    Pages,
    /// DOI.
    Doi,
    /// arXiv id.
    Arxiv,
    /// ISBN.
    Isbn,
    /// PubMed id.
    Pmid,
    /// Web address.
    Url,
    /// Language.
    Language,
}

/// Where a field of a reference is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum FieldSource {
    /// What stands above the document's first section: title, byline, date.
    TitleBlock,
    /// Head, foot or margin of its first page.
    RunningHead,
    /// The metadata of its file.
    Metadata,
    /// Read off one of its identifiers.
    Identifier,
    /// A list of references.
    List,
}

/// A bibliographic reference. Absent fields are unknown, never guessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Reference {
    /// CSL type: `article-journal`, `book`, `report`, `webpage` …; empty where unknown.
    pub kind: String,
    /// Title.
    pub title: Option<String>,
    /// Authors, in order.
    pub authors: Vec<Author>,
    /// Year of publication.
    pub year: Option<i32>,
    /// Journal, book or series that it appeared in.
    pub container: Option<String>,
    /// Publisher.
    pub publisher: Option<String>,
    /// Volume.
    pub volume: Option<String>,
    /// Issue.
    pub issue: Option<String>,
    /// Pages in the container, as printed: `12–19`.
    pub pages: Option<String>,
    /// DOI without resolver, lower case: `10.1000/182`.
    pub doi: Option<String>,
    /// arXiv id without prefix: `2305.03393v1`, `hep-th/9901001`.
    pub arxiv: Option<String>,
    /// ISBN-13, digits alone, check digit right; records made before 22 November 2026 may have ISBN-10.
    pub isbn: Option<String>,
    /// PubMed id, digits alone.
    pub pmid: Option<String>,
    /// Web address.
    pub url: Option<String>,
    /// BCP 47 language.
    pub language: Option<String>,
    /// Key in the list it was read from (`knuth1984`); empty otherwise.
    pub key: String,
    /// Where each field is from, as far as that is known: of records older than this field it is not.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<ReferenceField, FieldSource>>", optional)]
    pub sources: BTreeMap<ReferenceField, FieldSource>,
}

type Texts<T> = [(ReferenceField, T); 12];

impl Reference {
    /// Whether nothing at all is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The same, each field that says nothing of its source marked with this one.
    pub fn from_source(mut self, source: FieldSource) -> Self {
        let texts = self.texts().into_iter().filter(|(_, text)| text.is_some());
        let mut given: Vec<ReferenceField> = texts.map(|(field, _)| field).collect();
        given.extend((!self.authors.is_empty()).then_some(ReferenceField::Authors));
        given.extend(self.year.map(|_| ReferenceField::Year));
        for field in given {
            self.sources.entry(field).or_insert(source);
        }
        self
    }

    /// Takes from `other` what is not known here, with where it is from.
    pub fn complete(&mut self, other: &Self) {
        let mut taken = Vec::new();
        if self.kind.is_empty() {
            self.kind.clone_from(&other.kind);
        }
        if self.key.is_empty() {
            self.key.clone_from(&other.key);
        }
        if self.authors.is_empty() {
            self.authors.clone_from(&other.authors);
            taken.push(ReferenceField::Authors);
        }
        if self.year.is_none() {
            self.year = other.year;
            taken.push(ReferenceField::Year);
        }
        for ((field, own), (_, theirs)) in self.texts_mut().into_iter().zip(other.texts()) {
            if own.is_none() {
                own.clone_from(theirs);
                taken.push(field);
            }
        }
        for field in taken {
            if let Some(source) = other.sources.get(&field) {
                self.sources.insert(field, *source);
            }
        }
    }

    fn texts(&self) -> Texts<&Option<String>> {
        use ReferenceField::*;
        [
            (Title, &self.title),
            (Container, &self.container),
            (Publisher, &self.publisher),
            (Volume, &self.volume),
            (Issue, &self.issue),
            (Pages, &self.pages),
            (Doi, &self.doi),
            (Arxiv, &self.arxiv),
            (Isbn, &self.isbn),
            (Pmid, &self.pmid),
            (Url, &self.url),
            (Language, &self.language),
        ]
    }

    fn texts_mut(&mut self) -> Texts<&mut Option<String>> {
        use ReferenceField::*;
        [
            (Title, &mut self.title),
            (Container, &mut self.container),
            (Publisher, &mut self.publisher),
            (Volume, &mut self.volume),
            (Issue, &mut self.issue),
            (Pages, &mut self.pages),
            (Doi, &mut self.doi),
            (Arxiv, &mut self.arxiv),
            (Isbn, &mut self.isbn),
            (Pmid, &mut self.pmid),
            (Url, &mut self.url),
            (Language, &mut self.language),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_never_overwritten() {
        let mut own = Reference { title: Some("Own".into()), ..Reference::default() };
        let other =
            Reference { title: Some("Other".into()), year: Some(1984), ..Reference::default() };
        own.complete(&other);
        assert_eq!((own.title.as_deref(), own.year), (Some("Own"), Some(1984)));
    }

    #[test]
    fn each_field_says_where_it_is_from() {
        let title = Reference { title: Some("Own".into()), ..Reference::default() };
        let mut own = title.from_source(FieldSource::TitleBlock);
        let listed = Reference {
            title: Some("Other".into()),
            year: Some(1984),
            doi: Some("10.1000/182".into()),
            ..Reference::default()
        };
        own.complete(&listed.from_source(FieldSource::List));
        let sources: Vec<_> = own.sources.iter().map(|(field, from)| (*field, *from)).collect();
        let expected = [
            (ReferenceField::Title, FieldSource::TitleBlock),
            (ReferenceField::Year, FieldSource::List),
            (ReferenceField::Doi, FieldSource::List),
        ];
        assert_eq!(sources, expected);
    }

    #[test]
    fn a_record_without_sources_is_read() {
        let old: Reference = serde_json::from_str(r#"{"title":"On mud","year":1984}"#).unwrap();
        assert_eq!((old.year, old.sources.len()), (Some(1984), 0));
        assert!(!serde_json::to_string(&old).unwrap().contains("sources"));
    }
}

//! A publication as reference lists describe it: the fields of CSL-JSON that Loci uses.

use serde::{Deserialize, Serialize};

/// One author. Organisations have a `family` alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
pub struct Author {
    /// Family name, or an organisation's whole name.
    pub family: String,
    /// Given names or initials; empty where there are none.
    #[serde(default)]
    pub given: String,
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
}

impl Reference {
    /// Whether nothing at all is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes from `other` what is not known here.
    pub fn complete(&mut self, other: &Self) {
        fn fill<T: Clone>(own: &mut Option<T>, other: &Option<T>) {
            if own.is_none() {
                own.clone_from(other);
            }
        }
        if self.kind.is_empty() {
            self.kind.clone_from(&other.kind);
        }
        if self.key.is_empty() {
            self.key.clone_from(&other.key);
        }
        if self.authors.is_empty() {
            self.authors.clone_from(&other.authors);
        }
        fill(&mut self.year, &other.year);
        fill(&mut self.title, &other.title);
        fill(&mut self.container, &other.container);
        fill(&mut self.publisher, &other.publisher);
        fill(&mut self.volume, &other.volume);
        fill(&mut self.issue, &other.issue);
        fill(&mut self.pages, &other.pages);
        fill(&mut self.doi, &other.doi);
        fill(&mut self.arxiv, &other.arxiv);
        fill(&mut self.isbn, &other.isbn);
        fill(&mut self.pmid, &other.pmid);
        fill(&mut self.url, &other.url);
        fill(&mut self.language, &other.language);
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
}

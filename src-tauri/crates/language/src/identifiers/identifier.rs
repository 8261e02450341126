//! One identifier: what it belongs to, its canonical form, and how it is shown and looked up.

/// What an identifier belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scheme {
    /// Digital object identifier.
    Doi,
    /// Preprint of arXiv.
    Arxiv,
    /// Book.
    Isbn,
    /// Serial.
    Issn,
    /// Record of PubMed.
    Pmid,
    /// Article of PubMed Central.
    Pmcid,
    /// Person.
    Orcid,
    /// Web page.
    Url,
}

/// One identifier in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identifier {
    scheme: Scheme,
    id: String,
    pub(super) version: Option<u8>,
}

impl Identifier {
    pub(super) fn new(scheme: Scheme, id: impl Into<String>) -> Self {
        Self { scheme, id: id.into(), version: None }
    }

    /// What it belongs to.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Without label and version: `2305.03393`. The same for all spellings of one identifier.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// With the version where one is told: `2305.03393v1`.
    pub fn versioned(&self) -> String {
        self.version.map_or_else(|| self.id.clone(), |version| format!("{}v{version}", self.id))
    }

    /// As it is shown, and as a node of the palace is named: `arXiv:2305.03393`, `10.1000/182`.
    pub fn name(&self) -> String {
        let label = match self.scheme {
            Scheme::Doi | Scheme::Pmcid | Scheme::Url => "",
            Scheme::Arxiv => "arXiv:",
            Scheme::Isbn => "ISBN ",
            Scheme::Issn => "ISSN ",
            Scheme::Pmid => "PMID ",
            Scheme::Orcid => "ORCID ",
        };
        format!("{label}{}", self.id)
    }

    /// As a search looks it up: `arxiv:2305.03393`, `10.1000/182`. Indexes on disk have this form.
    pub fn key(&self) -> String {
        let label = match self.scheme {
            Scheme::Doi | Scheme::Url => "",
            Scheme::Arxiv => "arxiv:",
            Scheme::Isbn => "isbn:",
            Scheme::Issn => "issn:",
            Scheme::Pmid => "pmid:",
            Scheme::Pmcid => "pmcid:",
            Scheme::Orcid => "orcid:",
        };
        format!("{label}{}", self.id)
    }
}

/// What a grammar reads at the head of a text: which identifier, the bytes it takes, whether labelled.
pub(super) type Read = (Identifier, usize, bool);

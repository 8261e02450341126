//! Identifiers of publications as `types::Reference` keeps them, each read by `language::identifiers`.

use language::{Scheme, identifiers::read};

/// DOI without resolver, in lower case.
pub(crate) fn doi(text: &str) -> Option<String> {
    read(Scheme::Doi, text).map(|one| one.versioned())
}

/// arXiv id without prefix, its version kept.
pub(crate) fn arxiv(text: &str) -> Option<String> {
    read(Scheme::Arxiv, text).map(|one| one.versioned())
}

/// The thirteen digits of the first ISBN whose check digit is right.
pub(crate) fn isbn(text: &str) -> Option<String> {
    read(Scheme::Isbn, text).map(|one| one.versioned())
}

/// PubMed id.
pub(crate) fn pmid(text: &str) -> Option<String> {
    read(Scheme::Pmid, text).map(|one| one.versioned())
}

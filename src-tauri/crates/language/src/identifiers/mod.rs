//! Identifiers of publications, people and pages, each read by one grammar and written in one form.
//! Check digits must be right, and nothing is looked up.
//!
//! | scheme | standard | canonical form |
//! | --- | --- | --- |
//! | DOI | ISO 26324; characters of Crossref's pattern | `10.1000/182`, lower case |
//! | arXiv | arXiv's identifier scheme, both of them | `2305.03393`, `math/0309136`; the version apart |
//! | ISBN | ISO 2108 | 13 digits, those of ten brought to them |
//! | ISSN | ISO 3297 | `0028-0836` |
//! | PMID, PMCID | NLM | digits; `PMC` and digits |
//! | ORCID | ISO 27729, check digit ISO 7064 MOD 11-2 | `0000-0002-1825-0097` |
//! | URL | RFC 3986, 6.2.2 and 6.2.3 | scheme and host in lower case, no default port |
//!
//! In running text an identifier may be broken over a line where its grammar says that it goes on:
//! after a slash or point within it, after a hyphen before a digit. What can have lost its end is none.
//! Invisible letters inside are passed over, full-width letters and digits are read as plain ones;
//! digits of other scripts are no digits of an identifier.

mod doi;
mod fold;
mod identifier;
mod numbers;
mod page;

pub use identifier::{Identifier, Scheme};

use fold::Folded;
use identifier::Read;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// An identifier where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which one.
    pub identifier: Identifier,
    /// Its bytes, label included.
    pub range: Range<usize>,
    /// Whether a label or a form of its own says what it is. A bare `2305.03393` or `9780306406157`
    /// has but the shape and the check digit.
    pub labelled: bool,
}

/// All identifiers of a running text but web addresses, in order, none inside another. A DOI of arXiv's
/// is the preprint. Time is linear in the text.
pub fn find(text: &str) -> Vec<Found> {
    let folded = Folded::new(text);
    let plain = folded.text();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_start(plain, at) {
        let before = plain.get(..start).unwrap_or_default();
        let rest = plain.get(start..).unwrap_or_default();
        let Some((identifier, length, labelled)) = read_head(before, rest) else {
            at = start + run(rest);
            continue;
        };
        at = start + length.max(1);
        let identifier = of_arxiv(&identifier).unwrap_or(identifier);
        found.push(Found { identifier, range: folded.range(start..start + length), labelled });
    }
    found
}

/// The identifier of one scheme that a field holds, labelled or not: `https://doi.org/10.1000/182`,
/// `2305.03393v1`, `0-306-40615-2 (print)`. The first of several.
pub fn read(scheme: Scheme, field: &str) -> Option<Identifier> {
    let field: String = field.trim().chars().take(FIELD_CHARS).nfkc().collect();
    let label = match scheme {
        Scheme::Url => return page::url(&field).map(|url| Identifier::new(Scheme::Url, url)),
        Scheme::Doi => return dois(&field).next(),
        Scheme::Arxiv => "arxiv:",
        Scheme::Isbn => "isbn ",
        Scheme::Issn => "issn ",
        Scheme::Pmid => "pmid ",
        Scheme::Pmcid => "pmc",
        Scheme::Orcid => "",
    };
    let first = |text: &str| {
        let mut all = find(text).into_iter().map(|found| found.identifier);
        all.find(|found| found.scheme() == scheme)
    };
    first(&field).or_else(|| first(&format!("{label}{field}")))
}

/// Longest field that is read.
const FIELD_CHARS: usize = 2_000;

/// The DOIs of a text, arXiv's own among them.
pub fn dois(text: &str) -> impl Iterator<Item = Identifier> {
    let folded = Folded::new(text);
    let plain = folded.text();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_start(plain, at) {
        let rest = plain.get(start..).unwrap_or_default();
        let read = doi::doi(plain.get(..start).unwrap_or_default(), rest);
        at = start + read.as_ref().map_or_else(|| run(rest), |(_, length, _)| *length);
        found.extend(read.map(|(identifier, ..)| identifier));
    }
    found.into_iter()
}

/// The preprint that one of arXiv's DOIs names.
fn of_arxiv(doi: &Identifier) -> Option<Identifier> {
    let number =
        doi.id().strip_prefix("10.48550/arxiv.").filter(|_| doi.scheme() == Scheme::Doi)?;
    let (identifier, length) = numbers::arxiv_number(number)?;
    (length == number.len()).then_some(identifier)
}

/// Where the next run of ASCII letters and digits begins, after which no letter stands.
fn next_start(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(u8::is_ascii_alphanumeric)?;
        let before = text.get(..at)?.chars().next_back();
        let inside = before.is_some_and(|c| c.is_alphanumeric() && !crate::is_unspaced(c));
        if !inside {
            return Some(at);
        }
        at += run(text.get(at..)?);
    }
}

/// Bytes of the run of ASCII letters and digits at the head, at least one.
fn run(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphanumeric).count().max(1)
}

/// What begins at the head of `rest`, by its first letters.
fn read_head(before: &str, rest: &str) -> Option<Read> {
    let first = rest.bytes().next()?.to_ascii_lowercase();
    match first {
        b'0'..=b'9' => doi::doi(before, rest)
            .or_else(|| numbers::orcid(before, rest))
            .or_else(|| numbers::bare_arxiv(before, rest))
            .or_else(|| numbers::bare_isbn(before, rest)),
        b'a' => numbers::arxiv(rest).or_else(|| numbers::bare_arxiv(before, rest)),
        b'i' => numbers::isbn(rest).or_else(|| numbers::issn(rest)),
        b'e' => numbers::issn(rest),
        b'p' => numbers::pubmed(rest)
            .or_else(|| numbers::issn(rest))
            .or_else(|| numbers::bare_arxiv(before, rest)),
        b'b'..=b'd' | b'f' | b'g' | b'h' | b'm' | b'n' | b'q' | b's' => {
            numbers::bare_arxiv(before, rest)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;

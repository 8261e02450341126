//! What the front of a text says of the publication: identifiers, authors, year. The first lines of
//! a paper follow a small grammar; what does not fit it is left unknown.

use language::{Identifier, List, Scheme, dates, identifiers, listed};
use types::{Author, Reference};

listed! {
    is_particle: "particles of names";
    is_no_person: "no person";
}

/// Lines after the title within which authors and date are looked for.
const FRONT_LINES: usize = 30;

/// Bytes within which a DOI is the document's own although others follow.
const OWN_DOI_BYTES: usize = 2_000;

/// Names in a byline at most.
const MOST_AUTHORS: usize = 60;

/// Reads the front of a document's text.
pub fn identify(front: &str) -> Reference {
    let body = before_references(front);
    let lines: Vec<&str> =
        body.lines().map(str::trim).filter(|line| !line.is_empty()).take(FRONT_LINES).collect();
    let found = identifiers::find(body);
    let labelled = found.iter().filter(|found| found.labelled).map(|found| &found.identifier);
    let first = |scheme| labelled.clone().find(|one| one.scheme() == scheme);
    let arxiv = first(Scheme::Arxiv).map(Identifier::versioned);
    Reference {
        doi: own_doi(body),
        isbn: first(Scheme::Isbn).map(Identifier::versioned),
        pmid: first(Scheme::Pmid).map(Identifier::versioned),
        authors: authors(&lines),
        year: year(&lines).or_else(|| arxiv.as_deref().and_then(arxiv_year)),
        arxiv,
        ..Reference::default()
    }
}

/// Identifiers in a list of references belong to others.
fn before_references(front: &str) -> &str {
    let mut at = 0;
    for line in front.split_inclusive('\n') {
        let title =
            line.trim().trim_start_matches(['#', '*', ' ']).trim_end_matches(['*', ':', ' ']);
        let title = title.to_lowercase();
        if ["references", "bibliography", "literature", "works cited"].contains(&title.as_str()) {
            break;
        }
        at += line.len();
    }
    front.get(..at).unwrap_or(front)
}

fn own_doi(body: &str) -> Option<String> {
    let mut found: Vec<String> = identifiers::dois(body).map(|doi| doi.versioned()).collect();
    found.sort_unstable();
    found.dedup();
    if found.len() == 1 {
        return found.pop();
    }
    let end = body.floor_char_boundary(OWN_DOI_BYTES);
    identifiers::dois(body.get(..end)?).next().map(|doi| doi.versioned())
}

fn arxiv_year(id: &str) -> Option<i32> {
    let digits = id.rsplit('/').next()?.get(..2)?.parse::<i32>().ok()?;
    Some(if digits >= 91 { 1900 + digits } else { 2000 + digits })
}

fn authors(lines: &[&str]) -> Vec<Author> {
    for line in lines {
        let plain = plain(line);
        let lower = plain.to_lowercase();
        if line.starts_with("## ") || lower.starts_with("abstract") {
            break;
        }
        for label in ["authors:", "author:", "author(s):", "written by ", "by "] {
            if let Some(rest) = lower.strip_prefix(label) {
                let names = plain.get(plain.len() - rest.len()..).unwrap_or_default();
                if let Some(authors) = byline(names) {
                    return authors;
                }
            }
        }
        let several = plain.contains(',') || plain.contains(" and ") || plain.contains(';');
        if several
            && !line.starts_with('#')
            && let Some(authors) = byline(&plain).filter(|authors| authors.len() > 1)
        {
            return authors;
        }
    }
    Vec::new()
}

/// A line without markup and without the marks that point to affiliations.
fn plain(line: &str) -> String {
    let marks = |c: char| "*#_^†‡§¶∗¹²³⁴⁵⁶⁷⁸⁹⁰".contains(c);
    line.chars().filter(|c| !marks(*c) && !c.is_ascii_digit()).collect::<String>().trim().to_owned()
}

/// `Maria Lopez, Tom B. Baker and J. R. Smith`; `None` where a part is no name.
fn byline(text: &str) -> Option<Vec<Author>> {
    let text = text.replace(" and ", ",").replace(" & ", ",").replace([';', '·', '|'], ",");
    let parts =
        text.trim_end_matches('.').split(',').map(str::trim).filter(|part| !part.is_empty());
    let names: Option<Vec<Author>> = parts.take(MOST_AUTHORS + 1).map(name).collect();
    names.filter(|names| (1..=MOST_AUTHORS).contains(&names.len()))
}

/// Two to five capitalised words, particles apart: given names first, the family name last.
fn name(part: &str) -> Option<Author> {
    let words: Vec<&str> = part.split_whitespace().collect();
    if !(2..=5).contains(&words.len()) {
        return None;
    }
    let is_name = |word: &&str| {
        let letters = word.chars().all(|c| c.is_alphabetic() || "-.'’".contains(c));
        letters && word.chars().next().is_some_and(char::is_uppercase)
    };
    let particle = |word: &&str| is_particle(&word.to_lowercase());
    let fits = words.iter().all(|word| is_name(word) || particle(word));
    let never = words.iter().any(|word| is_no_person(&word.to_lowercase()));
    let shouts = words.iter().all(|word| word.len() > 3 && *word == word.to_uppercase());
    if !fits || never || shouts || !words.last().is_some_and(is_name) {
        return None;
    }
    let family = words.iter().position(particle).unwrap_or(words.len() - 1);
    let (given, family) = words.split_at_checked(family.max(1))?;
    Some(Author { family: family.join(" "), given: given.join(" ") })
}

/// A year that stands with a word for publication, or in a line that is a date alone.
fn year(lines: &[&str]) -> Option<i32> {
    lines.iter().find_map(|line| {
        let lower = line.to_lowercase();
        let labelled = List::of("publishing").entries().iter().any(|word| lower.contains(word));
        let alone = line.len() <= 20 && line.split_whitespace().count() <= 3;
        let digits = line.split(|c: char| !c.is_ascii_digit()).filter(|run| run.len() == 4);
        let years = digits.filter_map(|run| run.parse().ok()).find(|y| (1450..=2100).contains(y));
        years.filter(|_| labelled || (alone && dates::day(line, false).is_some()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_is_read(text in "(\\PC|\n|10\\.1234/|arXiv:|ISBN |PMID: |By |2024){0,80}") {
            let found = identify(&text);
            let own = |doi: &str| identifiers::read(Scheme::Doi, doi).map(|doi| doi.versioned());
            prop_assert!(found.doi.is_none_or(|doi| own(&doi) == Some(doi)));
        }
    }

    #[test]
    fn the_front_of_a_paper() {
        let front = "# Carbon in young mud\n\nMaria López¹, Tom B. van Dyke² and J.-R. Smith*\n\n\
            ¹University of Somewhere\n\narXiv:2305.03393v1 [physics] 5 May 2023\n\
            https://doi.org/10.1000/ABC.1\n\n## Abstract\n\nWe cite 10.9999/other.\n";
        let found = identify(front);
        let names: Vec<String> =
            found.authors.iter().map(|a| format!("{}|{}", a.given, a.family)).collect();
        assert_eq!(names, ["Maria|López", "Tom B.|van Dyke", "J.-R.|Smith"]);
        assert_eq!(found.doi.as_deref(), Some("10.1000/abc.1"));
        assert_eq!(found.arxiv.as_deref(), Some("2305.03393v1"));
        assert_eq!(found.year, Some(2023));
    }

    #[test]
    fn what_is_no_byline_is_left_alone() {
        for line in [
            "Rivers, lakes and seas",
            "University of York, Department of Physics",
            "In this report, we show, and then discuss",
            "ANNUAL REPORT, SECOND EDITION",
        ] {
            assert!(identify(line).authors.is_empty(), "{line}");
        }
        assert_eq!(identify("Author: Ada Lovelace").authors.len(), 1);
        assert_eq!(identify("14 March 1999").year, Some(1999));
        assert_eq!(identify("Room 1999 was full").year, None);
        assert_eq!(identify("## References\n\n10.1000/other").doi, None);
    }
}

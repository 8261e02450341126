//! RIS (as reference managers export it) and PubMed's `.nbib`: tags of up to four letters, a dash, a
//! value, and more lines that belong to it. Tags that nobody here needs are passed over.

use super::ids;
use types::{Author, Reference};

/// Whether a text is such a list: its first line is a tag that opens a record.
pub(super) fn is_list(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.and_then(tagged).is_some_and(|(tag, _)| matches!(tag, "TY" | "PMID"))
}

/// The records, each with what could not be read as `None`.
pub(super) fn read(text: &str) -> Vec<Option<Reference>> {
    records(text).into_iter().map(|record| reference(&record)).collect()
}

type Record<'a> = Vec<(&'a str, String)>;

fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, rest) = line.split_at_checked(4)?;
    let value = rest.strip_prefix('-')?;
    let tag = tag.trim_end();
    let is_tag = tag.len() >= 2
        && tag.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    is_tag.then(|| (tag, value.trim()))
}

fn records(text: &str) -> Vec<Record<'_>> {
    let mut records: Vec<Record> = Vec::new();
    for line in text.lines() {
        match tagged(line) {
            Some(("TY" | "PMID", value)) => {
                records.push(vec![(line.get(..4).unwrap_or_default().trim(), value.to_owned())]);
            }
            Some((tag, value)) => {
                if let Some(record) = records.last_mut() {
                    record.push((tag, value.to_owned()));
                }
            }
            None => {
                let last = records.last_mut().and_then(|record| record.last_mut());
                if let Some((_, value)) = last.filter(|(tag, _)| *tag != "ER")
                    && !line.trim().is_empty()
                {
                    value.push(' ');
                    value.push_str(line.trim());
                }
            }
        }
    }
    records
}

fn reference(record: &Record) -> Option<Reference> {
    let all = |tags: &'static [&'static str]| {
        record
            .iter()
            .filter(move |(tag, value)| tags.contains(tag) && !value.is_empty())
            .map(|(_, value)| value.as_str())
    };
    let first = |tags: &'static [&'static str]| {
        tags.iter()
            .find_map(|tag| record.iter().find(|(other, value)| other == tag && !value.is_empty()))
    };
    let text = |tags: &'static [&'static str]| first(tags).map(|(_, value)| value.clone());
    let mut authors: Vec<Author> = all(&["AU", "A1", "FAU", "CN"]).map(author).collect();
    if all(&["FAU"]).next().is_some() {
        // PubMed gives the same names short and in full
        authors = all(&["FAU", "CN"]).map(author).collect();
    }
    let pages = match (text(&["SP", "PG"]), text(&["EP"])) {
        (Some(start), Some(end)) if start != end => Some(format!("{start}–{end}")),
        (start, _) => start,
    };
    let url = text(&["UR", "L2", "LK"]);
    let doi = all(&["DO", "LID", "AID", "DI"]).find_map(ids::doi);
    let arxiv = url.as_deref().into_iter().chain(doi.as_deref()).find_map(arxiv_of);
    let reference = Reference {
        kind: kind(first(&["TY"]).map_or("JOUR", |(_, kind)| kind)).to_owned(),
        title: text(&["TI", "T1", "CT", "BT"]),
        authors,
        year: all(&["PY", "Y1", "DP", "DA"]).find_map(ids::year),
        container: text(&["JF", "JT", "T2", "JO", "JA", "TA", "BT"]),
        publisher: text(&["PB"]),
        volume: text(&["VL", "VI"]),
        issue: text(&["IS", "IP"]),
        pages,
        doi,
        arxiv,
        isbn: all(&["SN", "IS"]).find_map(ids::isbn),
        pmid: text(&["PMID"]).as_deref().and_then(ids::pmid),
        url,
        language: text(&["LA"]),
        key: text(&["ID"]).unwrap_or_default(),
        ..Reference::default()
    };
    (reference.title.is_some() || !reference.authors.is_empty()).then_some(reference)
}

/// An address or DOI that is arXiv's own.
fn arxiv_of(text: &str) -> Option<String> {
    text.to_ascii_lowercase().contains("arxiv").then(|| ids::arxiv(text)).flatten()
}

/// `Family, Given, Suffix`; an organisation has no comma.
fn author(name: &str) -> Author {
    let (family, given) = name.split_once(',').unwrap_or((name, ""));
    Author { family: family.trim().to_owned(), given: given.trim().to_owned() }
}

fn kind(tag: &str) -> &'static str {
    match tag {
        "JOUR" | "JFULL" | "EJOUR" | "ABST" => "article-journal",
        "MGZN" => "article-magazine",
        "NEWS" => "article-newspaper",
        "BOOK" | "EBOOK" | "EDBOOK" => "book",
        "CHAP" | "ECHAP" => "chapter",
        "CONF" | "CPAPER" => "paper-conference",
        "THES" => "thesis",
        "RPRT" | "GOVDOC" => "report",
        "ELEC" | "WEB" | "BLOG" => "webpage",
        "DATA" => "dataset",
        "COMP" => "software",
        "PAT" => "patent",
        "STAND" => "standard",
        "STAT" | "BILL" | "LEGAL" => "legislation",
        "UNPB" | "INPR" => "manuscript",
        _ => "document",
    }
}

//! References out: BibTeX (as BibTeX 0.99 reads it, in UTF-8) and CSL-JSON 1.0. Text from documents
//! is escaped, so that it cannot end a field.

use serde_json::{Map, Value, json};
use std::collections::HashMap;
use types::{Author, Reference};
use unicode_normalization::UnicodeNormalization;

/// A reference with the passage that is cited.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cited {
    /// The publication.
    pub reference: Reference,
    /// The page of the document where the passage stands.
    pub page: Option<u32>,
    /// The passage; empty for the whole publication.
    pub quote: String,
    /// The person's own words.
    pub note: String,
}

/// One BibTeX entry each, keys unique.
pub fn bibtex(cited: &[Cited]) -> String {
    let mut out = String::new();
    for (key, cited) in keys(cited).into_iter().zip(cited) {
        let reference = &cited.reference;
        out.push_str(&format!("@{}{{{key},\n", bibtex_kind(&reference.kind)));
        let authors: Vec<String> = reference.authors.iter().map(bibtex_author).collect();
        let container = match reference.kind.as_str() {
            "chapter" | "paper-conference" => "booktitle",
            _ => "journal",
        };
        let year = reference.year.map(|year| year.to_string());
        let plain: [(&str, Option<&str>); 11] = [
            ("title", reference.title.as_deref()),
            ("year", year.as_deref()),
            (container, reference.container.as_deref()),
            ("publisher", reference.publisher.as_deref()),
            ("volume", reference.volume.as_deref()),
            ("number", reference.issue.as_deref()),
            ("pages", reference.pages.as_deref()),
            ("doi", reference.doi.as_deref()),
            ("isbn", reference.isbn.as_deref()),
            ("pmid", reference.pmid.as_deref()),
            ("url", reference.url.as_deref()),
        ];
        if !authors.is_empty() {
            out.push_str(&format!("  author = {{{}}},\n", authors.join(" and ")));
        }
        for (name, value) in plain {
            if let Some(value) = value {
                // identifiers and addresses are read verbatim
                let verbatim = matches!(name, "doi" | "isbn" | "pmid" | "url");
                let value = if verbatim { bare(value) } else { escaped(value) };
                out.push_str(&format!("  {name} = {{{value}}},\n"));
            }
        }
        if let Some(arxiv) = &reference.arxiv {
            let id = bare(arxiv);
            out.push_str(&format!("  eprint = {{{id}}},\n  archiveprefix = {{arXiv}},\n"));
        }
        let page = cited.page.map(|page| format!("p. {page}"));
        let own = Some(escaped(&cited.note)).filter(|note| !note.is_empty());
        let note: Vec<String> = page.into_iter().chain(own).collect();
        if !note.is_empty() {
            out.push_str(&format!("  note = {{{}}},\n", note.join(". ")));
        }
        if !cited.quote.is_empty() {
            out.push_str(&format!("  annote = {{{}}},\n", escaped(&cited.quote)));
        }
        out.push_str("}\n\n");
    }
    out
}

/// One JSON array of CSL items, with `locator` where a page is known.
pub fn csl_json(cited: &[Cited]) -> String {
    let items = keys(cited).into_iter().zip(cited).map(|(key, cited)| csl_item(key, cited));
    let items = Value::Array(items.collect());
    serde_json::to_string_pretty(&items).unwrap_or_default()
}

fn csl_item(key: String, cited: &Cited) -> Value {
    let reference = &cited.reference;
    let kind = if reference.kind.is_empty() { "document" } else { &reference.kind };
    let mut item = Map::new();
    item.insert("id".to_owned(), json!(key));
    item.insert("type".to_owned(), json!(kind));
    let authors: Vec<Value> = reference.authors.iter().map(csl_author).collect();
    if !authors.is_empty() {
        item.insert("author".to_owned(), Value::Array(authors));
    }
    if let Some(year) = reference.year {
        item.insert("issued".to_owned(), json!({ "date-parts": [[year]] }));
    }
    let arxiv = reference.arxiv.as_ref().map(|id| format!("arXiv:{id}"));
    let fields = [
        ("title", &reference.title),
        ("container-title", &reference.container),
        ("publisher", &reference.publisher),
        ("volume", &reference.volume),
        ("issue", &reference.issue),
        ("page", &reference.pages),
        ("DOI", &reference.doi),
        ("ISBN", &reference.isbn),
        ("PMID", &reference.pmid),
        ("URL", &reference.url),
        ("language", &reference.language),
        ("number", &arxiv),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            item.insert(name.to_owned(), json!(value));
        }
    }
    if let Some(page) = cited.page {
        item.insert("locator".to_owned(), json!(page.to_string()));
        item.insert("label".to_owned(), json!("page"));
    }
    if !cited.quote.is_empty() {
        item.insert("annote".to_owned(), json!(cited.quote));
    }
    if !cited.note.is_empty() {
        item.insert("note".to_owned(), json!(cited.note));
    }
    Value::Object(item)
}

fn csl_author(author: &Author) -> Value {
    match author.given.is_empty() {
        true => json!({ "literal": author.family }),
        false => json!({ "family": author.family, "given": author.given }),
    }
}

fn bibtex_author(author: &Author) -> String {
    match author.given.is_empty() {
        // braces keep an organisation's name whole
        true => format!("{{{}}}", escaped(&author.family)),
        false => format!("{}, {}", escaped(&author.family), escaped(&author.given)),
    }
}

fn bibtex_kind(kind: &str) -> &'static str {
    match kind {
        "article-journal" | "article-magazine" | "article-newspaper" => "article",
        "book" => "book",
        "chapter" => "incollection",
        "paper-conference" => "inproceedings",
        "report" => "techreport",
        "thesis" => "phdthesis",
        _ => "misc",
    }
}

/// Without what could end the field.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !"{}\\ ".contains(*c)).collect()
}

/// White space made one space; characters that TeX would act on, escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars() {
            match c {
                '{' => out.push_str("\\{"),
                '}' => out.push_str("\\}"),
                '\\' => out.push_str("\\textbackslash{}"),
                '%' | '&' | '#' | '$' | '_' => out.extend(['\\', c]),
                c if c.is_control() => {}
                c => out.push(c),
            }
        }
    }
    out
}

/// `lopez2023carbon`: the list's own key where there is one; a letter added where two would meet.
fn keys(cited: &[Cited]) -> Vec<String> {
    let mut uses: HashMap<String, usize> = HashMap::new();
    let mut key = |cited: &Cited| {
        let key = base_key(&cited.reference);
        let count = uses.entry(key.clone()).or_default();
        *count += 1;
        if *count == 1 { key } else { format!("{key}-{count}") }
    };
    cited.iter().map(&mut key).collect()
}

fn base_key(reference: &Reference) -> String {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_ascii_alphanumeric() || "-:_".contains(*c)).collect()
    };
    let own = plain(&reference.key);
    if !own.is_empty() {
        return own;
    }
    let ascii = |text: &str| -> String {
        let letters = text.nfd().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let author = reference.authors.first().map(|author| ascii(&author.family));
    let year = reference.year.map(|year| year.to_string());
    let title = reference.title.as_deref().unwrap_or_default();
    let word = title.split_whitespace().map(ascii).find(|word| word.len() > 3);
    let key: String = [author, year, word].into_iter().flatten().collect();
    if key.is_empty() { "document".to_owned() } else { key }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited() -> Cited {
        Cited {
            reference: Reference {
                kind: "article-journal".into(),
                title: Some("Carbon & 50% mud {v}".into()),
                authors: vec![
                    Author { family: "López".into(), given: "Maria".into() },
                    Author { family: "Tidal Trust".into(), given: String::new() },
                ],
                year: Some(2023),
                doi: Some("10.1000/abc_1".into()),
                ..Reference::default()
            },
            page: Some(4),
            quote: "Mud keeps\ncarbon.".into(),
            note: String::new(),
        }
    }

    #[test]
    fn bibtex_escapes_and_gives_the_page() {
        let text = bibtex(&[cited(), cited()]);
        let first = "@article{lopez2023carbon,\n  author = {López, Maria and {Tidal Trust}},\n  \
            title = {Carbon \\& 50\\% mud \\{v\\}},\n  year = {2023},\n  doi = {10.1000/abc_1},\n  \
            note = {p. 4},\n  annote = {Mud keeps carbon.},\n}\n\n";
        assert!(text.starts_with(first), "{text}");
        assert!(text.contains("@article{lopez2023carbon-2,"), "{text}");
    }

    #[test]
    fn csl_json_has_locator_and_names() {
        let items: Value = serde_json::from_str(&csl_json(&[cited()])).unwrap();
        let item = &items[0];
        assert_eq!(item["locator"], "4");
        assert_eq!(item["author"][1]["literal"], "Tidal Trust");
        assert_eq!(item["issued"]["date-parts"][0][0], 2023);
        assert_eq!(item["DOI"], "10.1000/abc_1");
    }
}

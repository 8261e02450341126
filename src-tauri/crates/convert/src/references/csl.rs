//! CSL-JSON: an array of items as citation processors take them (schema 1.0.2).

use super::found::Found;
use super::ids;
use serde_json::Value;
use types::{Author, Reference};

/// What an item has at least one of, besides its type.
const MARKS: [&str; 5] = ["title", "author", "issued", "DOI", "container-title"];

/// The items of a text that is such a list; `None` where it is something else.
pub(super) fn items(text: &str) -> Option<Vec<Value>> {
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let items = match serde_json::from_str(text).ok()? {
        Value::Array(items) => items,
        Value::Object(mut object) => match object.remove("items")? {
            Value::Array(items) => items,
            _ => return None,
        },
        _ => return None,
    };
    let is_item = |item: &Value| {
        item.get("type").is_some_and(Value::is_string)
            && MARKS.iter().any(|mark| item.get(mark).is_some())
    };
    let good = items.iter().filter(|item| is_item(item)).count();
    (good > 0 && good * 2 >= items.len()).then_some(items)
}

/// The references.
pub(super) fn read(items: &[Value], most: usize) -> Vec<Found> {
    let found = items.iter().take(most).enumerate().map(|(at, item)| {
        let reference = reference(item);
        let key = reference.as_ref().map(|reference| reference.key.clone()).unwrap_or_default();
        let name = if key.is_empty() { format!("item {}", at + 1) } else { key };
        Found { name, reference, is_whole: true }
    });
    found.collect()
}

/// One item; `None` where it says too little.
fn reference(item: &Value) -> Option<Reference> {
    let text = |name: &str| match item.get(name)? {
        Value::String(text) => (!text.trim().is_empty()).then(|| text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let url = text("URL");
    let doi = text("DOI").as_deref().and_then(ids::doi);
    let stated = text("archive_location").or_else(|| text("number"));
    let arxiv = [url.as_deref(), doi.as_deref(), stated.as_deref()]
        .into_iter()
        .flatten()
        .filter(|text| text.to_ascii_lowercase().contains("arxiv"))
        .find_map(ids::arxiv);
    let reference = Reference {
        kind: text("type").unwrap_or_default(),
        title: text("title"),
        authors: item
            .get("author")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(author)
            .collect(),
        year: item.get("issued").and_then(year),
        container: text("container-title"),
        publisher: text("publisher"),
        volume: text("volume"),
        issue: text("issue"),
        pages: text("page").map(|pages| pages.replace("--", "–").replace('-', "–")),
        doi,
        arxiv,
        isbn: text("ISBN").as_deref().and_then(ids::isbn),
        pmid: text("PMID").as_deref().and_then(ids::pmid),
        url,
        language: text("language"),
        key: text("citation-key").or_else(|| text("id")).unwrap_or_default(),
        ..Reference::default()
    };
    (reference.title.is_some() || !reference.authors.is_empty()).then_some(reference)
}

fn author(name: &Value) -> Option<Author> {
    let part = |key: &str| name.get(key).and_then(Value::as_str).unwrap_or_default().trim();
    let family = match part("family") {
        "" => part("literal"),
        family => family,
    };
    let particle = [part("non-dropping-particle"), part("dropping-particle")];
    let family = particle.into_iter().chain([family]).filter(|it| !it.is_empty());
    let family = family.collect::<Vec<_>>().join(" ");
    (!family.is_empty()).then(|| Author { family, given: part("given").to_owned() })
}

fn year(issued: &Value) -> Option<i32> {
    let parts = issued.get("date-parts").and_then(|parts| parts.get(0)?.get(0));
    match parts {
        Some(Value::Number(year)) => year.as_i64().and_then(|year| i32::try_from(year).ok()),
        Some(Value::String(year)) => ids::year(year),
        _ => ["raw", "literal"].iter().find_map(|key| ids::year(issued.get(key)?.as_str()?)),
    }
}

//! A Markdown file's front matter: the few keys that describe a publication, out of YAML or TOML.
//! Reads scalars and flat lists of them; anything deeper is left alone.

use crate::{html::meta, identifiers};
use types::{Author, Reference};

const AUTHORS: usize = 500;

/// What the front matter says of the document.
pub(crate) fn reference(front: &str) -> Reference {
    let entries = entries(front);
    let all = |names: &[&str]| -> Vec<&str> {
        let found = entries.iter().find(|(key, _)| names.contains(&key.as_str()));
        found.map_or_else(Vec::new, |(_, values)| values.iter().map(String::as_str).collect())
    };
    let one = |names: &[&str]| all(names).first().and_then(|value| meta::field(value));
    let authors: Vec<Author> = all(&["author", "authors", "creator", "by"])
        .into_iter()
        .flat_map(|names| names.split([';', '&']).flat_map(|names| names.split(" and ")))
        .take(AUTHORS)
        .filter_map(meta::author)
        .collect();
    let year = one(&["date", "year", "published", "pubdate", "issued"]);
    Reference {
        title: one(&["title"]),
        authors,
        year: year.as_deref().and_then(meta::year),
        container: one(&["journal", "container-title", "booktitle", "series"]),
        publisher: one(&["publisher"]),
        volume: one(&["volume"]),
        issue: one(&["issue"]),
        pages: one(&["pages", "page"]),
        doi: one(&["doi"]).as_deref().and_then(identifiers::doi),
        isbn: one(&["isbn"]).as_deref().and_then(identifiers::isbn),
        url: one(&["url", "link", "source"]).filter(|url| url.starts_with("http")),
        language: one(&["lang", "language"]).as_deref().and_then(meta::language_tag),
        ..Reference::default()
    }
}

/// Keys of the outermost level, in lower case, with their values.
fn entries(front: &str) -> Vec<(String, Vec<String>)> {
    let mut entries: Vec<(String, Vec<String>)> = Vec::new();
    for line in front.lines() {
        let is_nested = line.starts_with([' ', '\t']);
        let words = line.trim();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        if let Some(item) = words.strip_prefix("- ") {
            // `- name: Ann` describes a person by what they are called
            let value = match item.split_once(": ") {
                Some((key, value)) if key.trim() == "name" => value,
                Some((key, _)) if !key.contains(' ') && !item.starts_with(['"', '\'']) => continue,
                _ => item,
            };
            if let Some((_, values)) = entries.last_mut() {
                values.push(plain(value));
            }
        } else if let Some((key, value)) = words.split_once([':', '=']) {
            let key = key.trim().trim_matches('"').to_ascii_lowercase();
            match entries.last_mut() {
                Some((_, values)) if is_nested => {
                    if key == "name" {
                        values.push(plain(value));
                    }
                }
                _ => entries.push((key, values(value))),
            }
        }
    }
    entries
}

/// A scalar, or a list in brackets.
fn values(value: &str) -> Vec<String> {
    let value = value.trim();
    let listed = value.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let Some(list) = listed else {
        let value = plain(value);
        return if matches!(value.as_str(), "" | "|" | ">") { Vec::new() } else { vec![value] };
    };
    let mut found = Vec::new();
    let mut quote = None;
    let mut item = String::new();
    for letter in list.chars() {
        match (quote, letter) {
            (None, ',') => found.push(plain(&std::mem::take(&mut item))),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            _ => item.push(letter),
        }
    }
    found.push(plain(&item));
    found.retain(|value| !value.is_empty());
    found
}

/// Without quotation marks and white space around it.
fn plain(value: &str) -> String {
    let value = value.trim();
    for mark in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark)) {
            return inner.trim().to_owned();
        }
    }
    value.split_once(" #").map_or(value, |(value, _)| value).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn publications_describe_themselves() {
        for (front, title, families, year) in [
            (
                "title: \"On: ducks\"\nauthor: Ann Drake and Bo Teal\ndate: 2019-05-12\n",
                "On: ducks",
                "Drake Teal",
                2019,
            ),
            (
                "Title: X # y\nauthors: [\"Drake, Ann\", Bo Teal]\nyear: 1984\n",
                "X",
                "Drake Teal",
                1984,
            ),
            (
                "authors:\n  - name: Ann Drake\n    orcid: 1\n  - Bo Teal\ntitle: T\ndate: 2 May 2001\n",
                "T",
                "Drake Teal",
                2001,
            ),
            ("title = \"T\"\ndate = 2020-01-01\n[params]\n", "T", "", 2020),
        ] {
            let found = reference(front);
            assert_eq!(found.title.as_deref(), Some(title), "{front}");
            let named: Vec<String> =
                found.authors.into_iter().map(|author| author.family).collect();
            assert_eq!((named.join(" ").as_str(), found.year), (families, Some(year)), "{front}");
        }
        assert!(reference("- : [\n:::\n= =\n\t- x").is_empty());
    }
}

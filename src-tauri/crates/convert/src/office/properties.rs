//! What an office file says of itself: Dublin Core properties, which OPC and OpenDocument share.
//! Never guesses: what programs fill in by themselves is not the author's word.

use super::xml::Node;
use language::List;
use types::{Author, Reference};

/// Longest property kept.
const LETTERS: usize = 1000;
/// Most authors kept.
const AUTHORS: usize = 200;
/// Reads the properties in `root`: `cp:coreProperties`, or `office:meta`.
pub(crate) fn read(root: &Node) -> Reference {
    let text = |name: &str| {
        let text = root.child(name)?.text();
        let text = line(&text);
        (!text.is_empty() && !text.contains(char::is_control)).then_some(text)
    };
    let creators: Vec<&Node> = root.nodes().filter(|node| node.name == "initial-creator").collect();
    let creators = match creators.as_slice() {
        [] => root.nodes().filter(|node| node.name == "creator").collect(),
        _ => creators,
    };
    let names: Vec<String> = creators.into_iter().map(Node::text).collect();
    let created = text("created").or_else(|| text("creation-date"));
    Reference {
        title: text("title").filter(|title| is_title(title)),
        authors: names.iter().flat_map(|names| authors(names)).take(AUTHORS).collect(),
        year: created.and_then(|created| created.get(..4)?.parse().ok()).filter(is_year),
        language: text("language").filter(|tag| is_language(tag)),
        ..Reference::default()
    }
}

/// One line of bounded length.
fn line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(LETTERS).collect()
}

/// The authors of one property, which lists them with semicolons.
pub(crate) fn authors(names: &str) -> Vec<Author> {
    let names = names.split(';').map(line);
    let is_name = |name: &String| {
        !name.is_empty()
            && !name.contains(char::is_control)
            && !List::of("nobody").has(&name.to_lowercase())
    };
    names.filter(is_name).map(|name| author(&name)).collect()
}

fn author(name: &str) -> Author {
    let alone = || Author { family: name.to_owned(), given: String::new() };
    let is_organisation =
        name.split(' ').any(|word| List::of("words of organisations").has(&word.to_lowercase()));
    if is_organisation {
        return alone();
    }
    let (family, given) = match name.split_once(',') {
        Some((family, given)) => (family.trim(), given.trim()),
        None => match name.rsplit_once(' ') {
            Some((given, family)) => (family, given),
            None => return alone(),
        },
    };
    match family {
        "" => alone(),
        _ => Author { family: family.to_owned(), given: given.to_owned() },
    }
}

/// A title, unless it is one that programs fill in where the author gave none.
pub(crate) fn title(title: &str) -> Option<String> {
    (!title.is_empty() && is_title(title)).then(|| title.to_owned())
}

/// Programs fill in titles of their own where the author gave none.
fn is_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let made = ["microsoft word", "microsoft powerpoint", "untitled", "document1"];
    let names = ["word document", "powerpoint presentation", "powerpoint-präsentation", "title"];
    !made.iter().any(|made| lower.starts_with(made)) && !names.contains(&lower.as_str())
}

/// Clocks that were never set give the first years of computing.
pub(crate) fn is_year(year: &i32) -> bool {
    (1985..=2100).contains(year)
}

fn is_language(tag: &str) -> bool {
    tag.len() <= 35 && tag.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use types::Format;

    #[test]
    fn only_what_the_author_said_is_kept() {
        let core = "<cp:coreProperties xmlns:cp='c' xmlns:dc='d'><dc:title>On  Sleep</dc:title>\
            <dc:creator>Ada Lovelace; Turing, Alan; World Health Organization; Admin</dc:creator>\
            <dcterms:created>1999-02-03T00:00:00Z</dcterms:created><dc:language>en-GB</dc:language>\
            </cp:coreProperties>";
        let found = read(&xml::parse(core.as_bytes(), Format::Docx).unwrap());
        let author = |family: &str, given: &str| Author {
            family: family.to_owned(),
            given: given.to_owned(),
        };
        let expected = Reference {
            title: Some("On Sleep".to_owned()),
            authors: vec![
                author("Lovelace", "Ada"),
                author("Turing", "Alan"),
                author("World Health Organization", ""),
            ],
            year: Some(1999),
            language: Some("en-GB".to_owned()),
            ..Reference::default()
        };
        assert_eq!(found, expected);
        let long = format!("<c><title>{}</title></c>", "é".repeat(10_000));
        let found = read(&xml::parse(long.as_bytes(), Format::Docx).unwrap());
        assert_eq!(found.title.map(|title| title.chars().count()), Some(LETTERS));
        let made = "<c><title>Microsoft Word - a.doc</title><created>1601-01-01</created>\
            <language>&lt;none></language><creator>;Unknown</creator></c>";
        assert!(read(&xml::parse(made.as_bytes(), Format::Docx).unwrap()).is_empty());
    }
}

//! What a page says of itself as a publication: Highwire's `citation_*`, Dublin Core, Open Graph,
//! JSON-LD and `<html lang>`, in this order of trust. Bounded, and never guessed.

use super::page::{Id, Page};
use crate::identifiers::{arxiv, doi, isbn, pmid};
use serde_json::Value;
use types::{Author, Reference};

/// JSON-LD larger than this is a shop's catalogue.
const JSON_BYTES: usize = 256 << 10;
const JSON_OBJECTS: usize = 500;
const AUTHORS: usize = 500;
const FIELD_CHARS: usize = 1000;

/// The page's own description.
pub(super) fn reference(page: &Page) -> Reference {
    let metas: Vec<(String, &str)> = (1..page.len()).filter_map(|id| meta(page, id)).collect();
    let mut reference = tagged(&metas, "citation_");
    reference.complete(&json_ld(page));
    reference.complete(&tagged(&metas, "dc."));
    reference.complete(&tagged(&metas, "dcterms."));
    reference.complete(&general(&metas));
    let html = page.find(0, "html");
    let language = html
        .and_then(|html| page.attribute(html, "lang").or_else(|| page.attribute(html, "xml:lang")));
    let stated = ["og:locale", "content-language"].into_iter().find_map(|wanted| {
        metas.iter().find(|(name, _)| name == wanted).map(|(_, content)| *content)
    });
    let language = language.and_then(language_tag).or_else(|| stated.and_then(language_tag));
    reference.language = reference.language.or(language);
    reference.url = reference.url.or_else(|| canonical(page));
    reference
}

/// The title in the page's head, or the one it shares itself under.
pub(super) fn title(page: &Page) -> Option<String> {
    let head = (1..page.len()).find(|id| {
        page.tag(*id) == "title" && !page.around(*id).any(|above| page.tag(above) == "svg")
    });
    head.map(|id| page.words(id)).filter(|title| !title.is_empty())
}

fn meta(page: &Page, id: Id) -> Option<(String, &str)> {
    if page.tag(id) != "meta" {
        return None;
    }
    let names = ["name", "property", "itemprop", "http-equiv"];
    let name = names.iter().find_map(|key| page.attribute(id, key))?;
    let content = page.attribute(id, "content")?.trim();
    (!content.is_empty()).then(|| (name.trim().to_ascii_lowercase(), content))
}

/// The address that the page says is its own.
fn canonical(page: &Page) -> Option<String> {
    let link = (1..page.len())
        .find(|id| page.tag(*id) == "link" && page.attribute(*id, "rel") == Some("canonical"))?;
    page.attribute(link, "href").and_then(field).filter(|url| is_web(url))
}

/// The fields of one vocabulary.
fn tagged(metas: &[(String, &str)], prefix: &str) -> Reference {
    let all = |names: &'static [&str]| {
        let is_meant = move |name: &str| {
            let own = name.strip_prefix(prefix).filter(|own| names.contains(own));
            own.is_some()
        };
        metas.iter().filter(move |(name, _)| is_meant(name)).map(|(_, content)| *content)
    };
    let one = |names: &'static [&str]| all(names).next().and_then(field);
    let pages = match (one(&["firstpage", "first_page"]), one(&["lastpage", "last_page"])) {
        (Some(first), Some(last)) if first != last => Some(format!("{first}\u{2013}{last}")),
        (first, _) => first,
    };
    let identifiers = || all(&["identifier", "identifier.doi", "doi", "isbn", "arxiv_id", "pmid"]);
    let container =
        one(&["journal_title", "conference_title", "inbook_title", "source", "ispartof"]);
    let is_journal = one(&["journal_title"]).is_some();
    Reference {
        kind: if is_journal { "article-journal".to_owned() } else { String::new() },
        title: one(&["title"]),
        authors: all(&["author", "creator"])
            .flat_map(|names| names.split(';'))
            .take(AUTHORS)
            .filter_map(author)
            .collect(),
        year: all(&["publication_date", "date", "online_date", "issued", "date.issued", "year"])
            .find_map(year),
        container,
        publisher: one(&["publisher"]),
        volume: one(&["volume"]),
        issue: one(&["issue"]),
        pages,
        doi: identifiers().find_map(doi),
        arxiv: one(&["arxiv_id"]).as_deref().and_then(arxiv),
        isbn: all(&["isbn", "identifier"]).find_map(isbn),
        pmid: one(&["pmid"]).as_deref().and_then(pmid),
        url: one(&["public_url", "abstract_html_url", "fulltext_html_url"])
            .filter(|url| is_web(url)),
        language: all(&["language"]).find_map(language_tag),
        key: String::new(),
        ..Reference::default()
    }
}

/// Where pages say when they were published.
const PUBLISHED: [&str; 7] = [
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "parsely-pub-date",
    "sailthru.date",
    "pubdate",
    "date",
];

/// What pages of any kind say.
fn general(metas: &[(String, &str)]) -> Reference {
    let one = |wanted: &[&str]| {
        let found = metas.iter().find(|(name, _)| wanted.contains(&name.as_str()));
        found.and_then(|(_, content)| field(content))
    };
    let authors = one(&["author", "article:author", "parsely-author", "sailthru.author"])
        .filter(|name| !is_web(name));
    Reference {
        title: one(&["og:title", "twitter:title", "parsely-title", "headline"]),
        authors: authors.as_deref().and_then(author).into_iter().collect(),
        year: one(&PUBLISHED).as_deref().and_then(year),
        url: one(&["og:url"]).filter(|url| is_web(url)),
        publisher: one(&["og:site_name"]),
        ..Reference::default()
    }
}

/// Of the first article or book that the page's JSON-LD describes.
fn json_ld(page: &Page) -> Reference {
    let is_json_ld = |id: &Id| {
        page.tag(*id) == "script"
            && page
                .attribute(*id, "type")
                .is_some_and(|t| t.eq_ignore_ascii_case("application/ld+json"))
    };
    let mut left = JSON_OBJECTS;
    // what is only called a page says less than an article of it
    let mut of_page = Reference::default();
    for script in (1..page.len()).filter(is_json_ld).take(20) {
        let json = page.letters(script);
        if json.len() > JSON_BYTES {
            continue;
        }
        // serde_json bounds the depth
        let Ok(value) = serde_json::from_str::<Value>(&json) else { continue };
        let mut waiting = vec![&value];
        while let Some(value) = waiting.pop() {
            left = left.saturating_sub(1);
            if left == 0 {
                return of_page;
            }
            match value {
                Value::Array(values) => waiting.extend(values.iter().rev()),
                Value::Object(object) => {
                    if let Some(kind) = object.get("@type").and_then(kind_of) {
                        let first = page.find(0, "h1").map(|id| page.words(id));
                        let titles: Vec<String> = title(page).into_iter().chain(first).collect();
                        let described = described(value, kind, &titles);
                        if !is_page(object.get("@type")) {
                            return described;
                        }
                        of_page.complete(&described);
                    }
                    waiting.extend(object.get("@graph"));
                    waiting.extend(object.get("mainEntity"));
                }
                _ => {}
            }
        }
    }
    of_page
}

fn is_page(kind: Option<&Value>) -> bool {
    kind.and_then(Value::as_str) == Some("WebPage")
}

/// The CSL type for schema.org's.
fn kind_of(value: &Value) -> Option<&'static str> {
    let name = value.as_str().or_else(|| value.as_array()?.first()?.as_str())?;
    Some(match name {
        "ScholarlyArticle" | "MedicalScholarlyArticle" => "article-journal",
        "NewsArticle" | "ReportageNewsArticle" => "article-newspaper",
        "Article" | "BlogPosting" | "TechArticle" | "WebPage" => "webpage",
        "Report" => "report",
        "Book" => "book",
        "Chapter" => "chapter",
        "Thesis" => "thesis",
        "Dataset" => "dataset",
        _ => return None,
    })
}

fn described(object: &Value, kind: &str, titles: &[String]) -> Reference {
    let text = |key: &str| object.get(key).and_then(name_of);
    let people = object.get("author").or_else(|| object.get("creator"));
    let people: Vec<&Value> = match people {
        Some(Value::Array(people)) => people.iter().take(AUTHORS).collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let identifiers = ["identifier", "sameAs", "@id", "doi"];
    let is_part_of = object.get("isPartOf");
    Reference {
        kind: kind.to_owned(),
        // some call the page's subject its headline: the one that the page's own title has is meant
        title: [text("headline"), text("name")]
            .into_iter()
            .flatten()
            .min_by_key(|name| !titles.iter().any(|title| title.contains(name.as_str()))),
        authors: people.iter().filter_map(|person| author_of(person)).collect(),
        year: text("datePublished").as_deref().and_then(year),
        container: is_part_of.and_then(name_of).filter(|name| !is_web(name)),
        publisher: text("publisher").filter(|name| !is_web(name)),
        doi: identifiers.iter().find_map(|key| text(key).as_deref().and_then(doi)),
        isbn: text("isbn").as_deref().and_then(isbn),
        url: text("url").filter(|url| is_web(url)),
        language: text("inLanguage").as_deref().and_then(language_tag),
        ..Reference::default()
    }
}

/// A text, or what an object is called.
fn name_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => field(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => name_of(values.first().filter(|value| !value.is_array())?),
        Value::Object(object) => {
            let text = |key: &str| object.get(key).and_then(Value::as_str).and_then(field);
            text("name").or_else(|| text("value")).or_else(|| text("@id"))
        }
        _ => None,
    }
}

fn author_of(person: &Value) -> Option<Author> {
    let text = |key: &str| person.get(key).and_then(Value::as_str).and_then(field);
    if let (Some(family), Some(given)) = (text("familyName"), text("givenName")) {
        return Some(Author { family, given });
    }
    let name = name_of(person).filter(|name| !is_web(name))?;
    let is_organisation = person.get("@type").and_then(Value::as_str) == Some("Organization");
    if is_organisation {
        Some(Author { family: name, given: String::new() })
    } else {
        author(&name)
    }
}

/// One name: `Family, Given` or `Given Family`.
pub(crate) fn author(name: &str) -> Option<Author> {
    let name = field(name)?;
    if let Some((family, given)) = name.split_once(',') {
        let (family, given) = (family.trim().to_owned(), given.trim().to_owned());
        return (!family.is_empty()).then_some(Author { family, given });
    }
    Some(match name.rsplit_once(' ') {
        Some((given, family)) => {
            // "van der Berg": particles in lower case belong to the family name
            let mut given: Vec<&str> = given.split(' ').collect();
            let mut family = family.to_owned();
            while given.len() > 1
                && given.last().is_some_and(|word| word.chars().all(char::is_lowercase))
            {
                family = format!("{} {family}", given.pop().unwrap_or_default());
            }
            Author { family, given: given.join(" ") }
        }
        None => Author { family: name, given: String::new() },
    })
}

/// The first number of four digits that can be a year.
pub(crate) fn year(date: &str) -> Option<i32> {
    date.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .find_map(|digits| digits.parse().ok().filter(|year| (1000..2200).contains(year)))
        .or_else(|| {
            // 20241118
            let digits = date.get(..8).filter(|d| d.bytes().all(|b| b.is_ascii_digit()))?;
            digits.get(..4)?.parse().ok().filter(|year| (1000..2200).contains(year))
        })
}

/// A language as BCP 47 writes it.
pub(crate) fn language_tag(text: &str) -> Option<String> {
    let tag = text.trim().replace('_', "-");
    let mut parts = tag.split('-');
    let is_language = parts.next().is_some_and(|part| {
        (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic())
    });
    let sound = is_language
        && tag.len() <= 35
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        });
    sound.then_some(tag)
}

fn is_web(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// One line of a bounded length, or nothing.
pub(crate) fn field(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line: String = words.join(" ").chars().take(FIELD_CHARS).collect();
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(head: &str) -> Reference {
        reference(&Page::parse(&format!("<html lang=en-GB><head>{head}</head><body>x")))
    }

    fn person(family: &str, given: &str) -> Author {
        Author { family: family.to_owned(), given: given.to_owned() }
    }

    #[test]
    fn highwire_comes_first() {
        let found = of("<meta name=citation_title content='On ducks'>\
            <meta name=citation_author content='Drake, Ann'><meta name=citation_author content='Bo van der Ende'>\
            <meta name=citation_publication_date content='2019/05/12'><meta name=citation_journal_title content='J. Ducks'>\
            <meta name=citation_firstpage content=12><meta name=citation_lastpage content=19>\
            <meta name=citation_doi content='https://doi.org/10.1000/XYZ.1'><meta property=og:title content='Other'>");
        assert_eq!(found.title.as_deref(), Some("On ducks"));
        assert_eq!(found.authors, [person("Drake", "Ann"), person("van der Ende", "Bo")]);
        assert_eq!((found.year, found.doi.as_deref()), (Some(2019), Some("10.1000/xyz.1")));
        assert_eq!(
            (found.pages.as_deref(), found.kind.as_str()),
            (Some("12–19"), "article-journal")
        );
        assert_eq!(found.language.as_deref(), Some("en-GB"));
    }

    #[test]
    fn json_ld_is_read_within_bounds() {
        let found = of(
            "<title>H - Site</title><script type='application/ld+json'>{\"@graph\":[{\"@type\":\"Person\"},{\"@type\":\"NewsArticle\",\
            \"headline\":\"A subject\",\"name\":\"H\",\"author\":[{\"@type\":\"Person\",\"name\":\"A B\"}],\"datePublished\":\"2021-02-03\",\
            \"publisher\":{\"name\":\"P\"}}]}</script>",
        );
        assert_eq!((found.title.as_deref(), found.year), (Some("H"), Some(2021)));
        assert_eq!(
            (found.authors, found.publisher.as_deref()),
            (vec![person("B", "A")], Some("P"))
        );
        let deep = format!(
            "<title>H - Site</title><script type='application/ld+json'>{}</script>",
            "[".repeat(100_000)
        );
        assert_eq!(of(&deep).title, None);
    }

    #[test]
    fn an_article_says_more_than_its_page() {
        let found = of(
            "<link rel=canonical href='https://a.b/c'><meta itemprop=datePublished content=2020-01-02>\
            <script type='application/ld+json'>[{\"@type\":\"WebPage\",\"name\":\"Page\"},\
            {\"@type\":\"BlogPosting\",\"headline\":\"Post\",\"author\":\"A B\"}]</script>",
        );
        assert_eq!((found.title.as_deref(), found.year), (Some("Post"), Some(2020)));
        assert_eq!(
            (found.authors, found.url.as_deref()),
            (vec![person("B", "A")], Some("https://a.b/c"))
        );
        let page = reference(&Page::parse("<meta property=og:locale content=de_CH><p>x"));
        assert_eq!(page.language.as_deref(), Some("de-CH"));
    }

    #[test]
    fn identifiers_are_checked() {
        for (text, expected) in [
            ("urn:isbn:978-3-16-148410-0", Some("9783161484100")),
            ("0-8044-2957-X", Some("9780804429573")),
            ("9783161484101", None),
            ("12345", None),
        ] {
            assert_eq!(isbn(text).as_deref(), expected);
        }
        for (text, expected) in
            [("DOI: 10.1000/182", Some("10.1000/182")), ("10.1/x", None), ("x10.1000/1", None)]
        {
            assert_eq!(doi(text).as_deref(), expected);
        }
        assert_eq!(
            (year("12 May 1984"), year("20241118"), year("x")),
            (Some(1984), Some(2024), None)
        );
    }
}

//! BibTeX and BibLaTeX: entries to references. One that cannot be read costs itself alone.
//! Abbreviations (`@string`) are put in, two deep where they stand before what they name, so that they
//! may refer to each other in circles; what an entry inherits is filled in, a few generations deep.

use super::entries::{self, Entry, Part};
use super::found::{Found, is_bare, name};
use super::{ids, latex};
use std::borrow::Cow;
use std::collections::HashMap;
use types::Reference;

/// Most abbreviations, and the longest, resolved; and the longest value of several parts.
const STRINGS: usize = 100_000;
const STRING_BYTES: usize = 4096;
const JOINED_BYTES: usize = 16 << 10;
/// Parents of parents.
const GENERATIONS: usize = 3;
/// Entries that are looked at to tell what a file is.
const TRIED: usize = 20;

/// Whether a text is such a list: one of its first entries says something of a publication.
pub(super) fn is_list(text: &str) -> bool {
    let strings = Strings::default();
    publications(text).take(TRIED).any(|entry| !is_bare(&reference(&entry, &strings)))
}

/// Whether the first thing in a text is an entry.
pub(super) fn opens(text: &str) -> bool {
    let is_remark = |line: &&str| line.is_empty() || line.starts_with('%');
    text.lines()
        .map(str::trim)
        .find(|line| !is_remark(line))
        .is_some_and(|line| line.starts_with('@'))
}

fn publications(text: &str) -> impl Iterator<Item = Entry<'_>> {
    entries::entries(text).filter(|entry| entry.kind != "string")
}

/// The entries.
pub(super) fn read(text: &str, most: usize) -> Vec<Found> {
    let strings = Strings::of(text);
    let (mut found, mut parents) = (Vec::new(), Vec::new());
    for entry in publications(text).take(most) {
        parents.push(Parents::of(&entry, &strings));
        found.push(Found {
            name: name(entry.key, entry.line),
            reference: Some(reference(&entry, &strings)),
            is_whole: entry.is_whole,
        });
    }
    if found.len() >= most {
        return found;
    }
    inherit(&mut found, &parents);
    let is_data = parents.iter().map(|parents| parents.is_data);
    let mut found: Vec<Found> = found
        .into_iter()
        .zip(is_data)
        .filter(|(_, is_data)| !is_data)
        .map(|(one, _)| one)
        .collect();
    for one in &mut found {
        one.reference = one.reference.take().filter(|reference| !is_bare(reference));
    }
    found
}

/// What an entry takes from others.
struct Parents {
    /// All that it does not say itself.
    data: Vec<String>,
    /// What it is a part of.
    whole: Option<String>,
    /// Whether it is there for others alone: fields to inherit, or a set of entries.
    is_data: bool,
}

impl Parents {
    fn of(entry: &Entry, strings: &Strings) -> Self {
        let keys = |name| {
            let keys =
                field(entry, name, strings).map(|keys| latex::text(&keys)).unwrap_or_default();
            let keys = keys.split(',').map(|key| key.trim().to_lowercase());
            keys.filter(|key| !key.is_empty()).collect::<Vec<_>>()
        };
        let whole = keys("crossref").pop();
        let is_data = matches!(entry.kind.as_str(), "xdata" | "set");
        Self { data: keys("xdata"), whole, is_data }
    }
}

fn inherit(found: &mut [Found], parents: &[Parents]) {
    let mut places: HashMap<String, usize> = HashMap::new();
    for (at, one) in found.iter().enumerate() {
        let key = one.reference.as_ref().map(|it| it.key.to_lowercase()).unwrap_or_default();
        places.entry(key).or_insert(at);
    }
    let at = |found: &[Found], key: &String| found.get(*places.get(key)?)?.reference.clone();
    for _ in 0..GENERATIONS {
        for (child, parents) in parents.iter().enumerate() {
            if parents.data.is_empty() && parents.whole.is_none() {
                continue;
            }
            let data: Vec<Reference> =
                parents.data.iter().filter_map(|key| at(found, key)).collect();
            let whole = parents.whole.as_ref().and_then(|key| at(found, key));
            let Some(child) = found.get_mut(child).and_then(|one| one.reference.as_mut()) else {
                continue;
            };
            data.iter().for_each(|data| child.complete(data));
            let Some(whole) = whole.filter(|whole| whole.key != child.key) else { continue };
            child.container = child.container.take().or(whole.title);
            child.year = child.year.or(whole.year);
            child.publisher = child.publisher.take().or(whole.publisher);
            child.isbn = child.isbn.take().or(whole.isbn);
        }
    }
}

/// Abbreviations, in lower case, with what they stand for.
#[derive(Default)]
struct Strings(HashMap<String, String>);

impl Strings {
    fn of(text: &str) -> Self {
        let mut strings = Self::default();
        // again for those that stand before what they name
        for _ in 0..2 {
            for entry in entries::entries(text).filter(|entry| entry.kind == "string") {
                for (name, value) in &entry.fields {
                    let mut value = strings.joined(value).into_owned();
                    if value.len() > STRING_BYTES || strings.0.len() >= STRINGS {
                        value.clear();
                    }
                    if strings.0.len() < STRINGS {
                        strings.0.insert(name.clone(), value);
                    }
                }
            }
        }
        strings
    }

    /// The parts of a value put together; a name that stands for nothing stands for itself.
    fn joined<'a>(&'a self, parts: &[Part<'a>]) -> Cow<'a, str> {
        let part = |part: &Part<'a>| match part {
            Part::Words(words) => *words,
            Part::Name(name) => self.0.get(&name.to_lowercase()).map_or(*name, String::as_str),
        };
        match parts {
            [one] => Cow::Borrowed(part(one)),
            parts => {
                let mut joined = String::new();
                for part in parts.iter().map(part) {
                    if joined.len() + part.len() <= JOINED_BYTES {
                        joined.push_str(part);
                    }
                }
                Cow::Owned(joined)
            }
        }
    }
}

fn field<'a>(entry: &Entry<'a>, name: &str, strings: &'a Strings) -> Option<Cow<'a, str>> {
    let values = entry.fields.iter().filter(|(other, _)| other == name);
    values.map(|(_, value)| strings.joined(value)).find(|value| !value.trim().is_empty())
}

fn reference(entry: &Entry, strings: &Strings) -> Reference {
    let raw = |names: &[&str]| names.iter().find_map(|name| field(entry, name, strings));
    let text = |names: &[&str]| {
        let texts =
            names.iter().filter_map(|name| Some(latex::text(&field(entry, name, strings)?)));
        texts.into_iter().find(|text| !text.is_empty())
    };
    let verbatim = |names: &[&str]| raw(names).map(|value| latex::verbatim(&value));
    let is_address = |text: &String| text.contains("://");
    let url = verbatim(&["url"]).or_else(|| verbatim(&["howpublished"]).filter(is_address));
    let doi = verbatim(&["doi"]).as_deref().and_then(ids::doi);
    let prefix = text(&["eprinttype", "archiveprefix"]).unwrap_or_default();
    let eprint = verbatim(&["eprint"]);
    let is_arxiv = prefix.eq_ignore_ascii_case("arxiv");
    let arxiv = eprint.as_deref().filter(|_| is_arxiv || prefix.is_empty()).and_then(ids::arxiv);
    let named = [url.as_deref(), doi.as_deref()].into_iter().flatten();
    let arxiv = arxiv.or_else(|| {
        named.filter(|it| it.to_ascii_lowercase().contains("arxiv")).find_map(ids::arxiv)
    });
    let is_pubmed = prefix.eq_ignore_ascii_case("pubmed");
    let pmid = text(&["pmid"]).or_else(|| eprint.filter(|_| is_pubmed));
    let title = match (text(&["title"]), text(&["subtitle"])) {
        (Some(title), Some(subtitle)) => Some(format!("{title}: {subtitle}")),
        (title, _) => title.or_else(|| text(&["shorttitle"])),
    };
    let authors = raw(&["author", "shortauthor"]).map(|people| latex::people(&people));
    Reference {
        kind: kind(&entry.kind).to_owned(),
        title,
        authors: authors.unwrap_or_default(),
        year: text(&["date", "year"]).as_deref().and_then(ids::year),
        container: text(&["journaltitle", "journal", "booktitle", "maintitle", "series"]),
        publisher: text(&["publisher", "institution", "school", "organization"]),
        volume: text(&["volume"]),
        issue: text(&["number", "issue"]),
        pages: text(&["pages"]).map(|pages| pages.replace("--", "–").replace('-', "–")),
        doi,
        arxiv,
        isbn: text(&["isbn"]).as_deref().and_then(ids::isbn),
        pmid: pmid.as_deref().and_then(ids::pmid),
        url,
        language: text(&["langid", "language"]),
        key: entry.key.to_owned(),
        ..Reference::default()
    }
}

/// CSL's word for an entry's type; types of one's own are documents.
fn kind(name: &str) -> &'static str {
    const KINDS: [(&str, &str); 16] = [
        ("article-journal", "article suppperiodical"),
        (
            "book",
            "book mvbook collection mvcollection proceedings mvproceedings reference mvreference booklet",
        ),
        ("paper-conference", "inproceedings conference"),
        ("chapter", "incollection inbook bookinbook suppbook suppcollection inreference"),
        ("thesis", "phdthesis mastersthesis thesis bathesis mathesis bachelorthesis"),
        ("report", "techreport report"),
        ("webpage", "online electronic www internet webpage"),
        ("dataset", "dataset data"),
        ("software", "software softwareversion softwaremodule codefragment"),
        ("patent", "patent"),
        ("standard", "standard"),
        ("legislation", "legislation"),
        ("manuscript", "unpublished"),
        ("motion_picture", "video movie"),
        ("song", "audio music"),
        ("graphic", "image artwork"),
    ];
    let is_named = |(_, names): &&(&str, &str)| names.split(' ').any(|other| other == name);
    KINDS.iter().find(is_named).map_or("document", |(kind, _)| kind)
}

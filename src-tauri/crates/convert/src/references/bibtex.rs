//! BibTeX and BibLaTeX, entry by entry: one that cannot be read costs itself alone. Abbreviations
//! (`@string`) are resolved here, to a fixed depth, so that they may refer to each other in circles;
//! what stands in a field is decoded by `biblatex`.

use super::ids;
use biblatex::{Bibliography, ChunksExt, Entry, Person};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use types::{Author, Reference};

/// Longest entry, and deepest braces in it, that are handed on.
const ENTRY_BYTES: usize = 1 << 20;
const DEPTH: usize = 64;
/// Abbreviations in abbreviations.
const STRING_DEPTH: usize = 8;
/// Longest abbreviation, resolved.
const STRING_BYTES: usize = 4096;

/// Whether a text is such a list: it has a line that opens an entry of a known kind.
pub(super) fn is_list(text: &str) -> bool {
    let opens = |line: &str| {
        let line = line.trim_start();
        line.strip_prefix('@').is_some_and(|rest| {
            let name = rest.split(['{', '(']).next().unwrap_or_default().trim();
            rest.contains(['{', '(']) && kind(&name.to_ascii_lowercase()).is_some()
        })
    };
    let is_remark = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('%');
    text.lines().filter(|line| !is_remark(line)).take(50).any(opens)
}

/// The entries, each `None` where it cannot be read.
pub(super) fn read(text: &str) -> Vec<Option<Reference>> {
    let entries = split(text);
    let strings = strings(&entries);
    let is_publication = |name: &str| !matches!(name, "string" | "comment" | "preamble");
    let publications = entries.iter().filter(|entry| is_publication(&entry.name));
    let mut parents = Vec::new();
    let mut found: Vec<Option<Reference>> = Vec::new();
    for raw in publications {
        let read = catch_unwind(AssertUnwindSafe(|| read_one(raw, &strings))).ok().flatten();
        parents.push(read.as_ref().and_then(|(_, parent)| parent.clone()));
        found.push(read.map(|(reference, _)| reference));
    }
    inherit(&mut found, &parents);
    found
}

/// What a `crossref` gives: the parent's title is where the child appeared.
fn inherit(found: &mut [Option<Reference>], parents: &[Option<String>]) {
    let places: HashMap<String, usize> = found
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((one.as_ref()?.key.clone(), at)))
        .collect();
    for (at, parent) in parents.iter().enumerate() {
        let parent = parent.as_ref().and_then(|key| places.get(key)).copied();
        let parent = parent.filter(|parent| *parent != at).and_then(|at| found.get(at)?.clone());
        let (Some(parent), Some(Some(child))) = (parent, found.get_mut(at)) else { continue };
        child.container = child.container.take().or(parent.title);
        child.year = child.year.or(parent.year);
        child.publisher = child.publisher.take().or(parent.publisher);
        child.isbn = child.isbn.take().or(parent.isbn);
    }
}

/// An entry as it stands.
#[derive(Debug)]
struct Raw<'a> {
    name: String,
    /// Between its outer braces.
    body: &'a str,
    depth: usize,
}

/// Cuts a text into entries: to the closing brace, or to the next line that opens one.
fn split(text: &str) -> Vec<Raw<'_>> {
    let mut entries = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let after = rest.get(at + 1..).unwrap_or_default();
        let name = after.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let body = after.get(name.len()..).unwrap_or_default().trim_start();
        let Some(inner) = body.strip_prefix(['{', '(']).filter(|_| !name.is_empty()) else {
            rest = after;
            continue;
        };
        let (length, depth) = closing(inner, body.starts_with('('));
        let body = inner.get(..length).unwrap_or(inner);
        entries.push(Raw { name: name.to_ascii_lowercase(), body, depth });
        rest = inner.get(length..).unwrap_or_default();
    }
    entries
}

/// Where an entry ends, and how deep its braces go.
fn closing(inner: &str, is_round: bool) -> (usize, usize) {
    let (mut depth, mut deepest, mut at_line_start, mut is_escaped) = (0usize, 0, false, false);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            _ if is_escaped => {
                is_escaped = false;
                continue;
            }
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' if depth == 0 && !is_round => return (at, deepest),
            b'}' => depth = depth.saturating_sub(1),
            b')' if depth == 0 && is_round => return (at, deepest),
            // braces do not match: the next entry is not to be lost with this one
            b'@' if at_line_start => return (at, deepest),
            _ => {}
        }
        deepest = deepest.max(depth);
        at_line_start = byte == b'\n' || at_line_start && byte.is_ascii_whitespace();
    }
    (inner.len(), deepest)
}

/// The abbreviations, resolved.
fn strings(entries: &[Raw]) -> HashMap<String, String> {
    let stated: HashMap<String, &str> = entries
        .iter()
        .filter(|entry| entry.name == "string")
        .filter_map(|entry| {
            let (key, value) = entry.body.split_once('=')?;
            Some((key.trim().to_lowercase(), value.trim()))
        })
        .collect();
    let resolve =
        |key: &String| (key.clone(), resolved(stated.get(key).copied().unwrap_or(""), &stated, 0));
    stated.keys().map(resolve).collect()
}

fn resolved(value: &str, stated: &HashMap<String, &str>, depth: usize) -> String {
    let mut text = String::new();
    for part in value.split('#').map(str::trim) {
        let quoted = part
            .strip_prefix('"')
            .and_then(|part| part.strip_suffix('"'))
            .or_else(|| part.strip_prefix('{').and_then(|part| part.strip_suffix('}')));
        match (quoted, stated.get(&part.to_lowercase())) {
            (Some(words), _) => text.push_str(words),
            (None, Some(inner)) if depth < STRING_DEPTH => {
                text.push_str(&resolved(inner, stated, depth + 1));
            }
            (None, _) => text.push_str(part),
        }
        if text.len() > STRING_BYTES {
            break;
        }
    }
    text.chars().filter(|letter| !matches!(letter, '{' | '}')).take(STRING_BYTES).collect()
}

/// The reference, and the key of what it is a part of.
fn read_one(raw: &Raw, strings: &HashMap<String, String>) -> Option<(Reference, Option<String>)> {
    if raw.body.len() > ENTRY_BYTES || raw.depth > DEPTH {
        return None;
    }
    let mut source = String::new();
    let words =
        raw.body.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':')));
    let mut used: Vec<String> = words.map(str::to_lowercase).collect();
    used.sort_unstable();
    used.dedup();
    for (key, value) in used.iter().filter_map(|word| Some((word, strings.get(word)?))) {
        source.push_str(&format!("@string{{{key} = {{{value}}}}}\n"));
    }
    let (key, fields) = raw.body.trim_end().trim_end_matches(',').split_once(',')?;
    // under a key that no `crossref` names: an entry within itself has no end
    let mut aliases = (0..100).map(|at| format!("k{at}"));
    let alias = aliases.find(|alias| !fields.contains(alias.as_str()))?;
    source.push_str(&format!("@{}{{{alias},{}}}", raw.name, dotted(fields)));
    let entries = Bibliography::parse(&source).ok()?.into_vec();
    let entry = entries.first()?;
    let parent = text(entry, &["crossref", "xdata"]);
    let reference = Reference { key: key.trim().to_owned(), ..reference(entry, &raw.name) };
    Some((reference, parent))
}

/// `\i` and `\j` under an accent as the plain letter: TeX takes their dot away to make room for it.
fn dotted(fields: &str) -> String {
    let mut out = String::with_capacity(fields.len());
    let mut rest = fields;
    while let Some(at) = rest.find('\\') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let accent = out.trim_end_matches('{').ends_with(['\'', '`', '^', '"', '~', '=']);
        let letter = after.get(1..2).filter(|letter| ["i", "j"].contains(letter));
        let ends = !after.get(2..).is_some_and(|next| next.starts_with(char::is_alphabetic));
        rest = match letter.filter(|_| accent && ends) {
            Some(letter) => {
                out.push_str(letter);
                after.get(2..).unwrap_or_default()
            }
            None => {
                out.push('\\');
                after.get(1..).unwrap_or_default()
            }
        };
    }
    out + rest
}

fn text(entry: &Entry, names: &[&str]) -> Option<String> {
    let found = names.iter().find_map(|name| {
        let text = entry.get(name)?.format_verbatim();
        (!text.trim().is_empty()).then_some(text)
    })?;
    Some(found.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn reference(entry: &Entry, name: &str) -> Reference {
    let url = text(entry, &["url"]);
    let doi = text(entry, &["doi"]).as_deref().and_then(ids::doi);
    let prefix = text(entry, &["eprinttype", "archiveprefix"]).unwrap_or_default();
    let eprint = text(entry, &["eprint"]);
    let is_arxiv = prefix.eq_ignore_ascii_case("arxiv");
    let arxiv = eprint.as_deref().filter(|_| is_arxiv || prefix.is_empty()).and_then(ids::arxiv);
    let named = [url.as_deref(), doi.as_deref()].into_iter().flatten();
    let arxiv = arxiv.or_else(|| {
        named.filter(|it| it.to_ascii_lowercase().contains("arxiv")).find_map(ids::arxiv)
    });
    let is_pubmed = prefix.eq_ignore_ascii_case("pubmed");
    let pmid = text(entry, &["pmid"]).or_else(|| eprint.filter(|_| is_pubmed));
    let title = match (text(entry, &["title"]), text(entry, &["subtitle"])) {
        (Some(title), Some(subtitle)) => Some(format!("{title}: {subtitle}")),
        (title, _) => title,
    };
    let people = entry.author().ok().filter(|people| !people.is_empty());
    Reference {
        kind: kind(name).unwrap_or("document").to_owned(),
        title,
        authors: people.unwrap_or_default().iter().filter_map(author).collect(),
        year: text(entry, &["date", "year"]).as_deref().and_then(ids::year),
        container: text(entry, &["journaltitle", "journal", "booktitle", "maintitle", "series"]),
        publisher: text(entry, &["publisher", "institution", "school", "organization"]),
        volume: text(entry, &["volume"]),
        issue: text(entry, &["number", "issue"]),
        pages: text(entry, &["pages"]).map(|pages| pages.replace("--", "–").replace('-', "–")),
        doi,
        arxiv,
        isbn: text(entry, &["isbn"]).as_deref().and_then(ids::isbn),
        pmid: pmid.as_deref().and_then(ids::pmid),
        url,
        language: text(entry, &["langid", "language"]),
        key: String::new(),
        ..Reference::default()
    }
}

/// `von` belongs to the family name, and so does `Jr.`
fn author(person: &Person) -> Option<Author> {
    let parts = [person.prefix.trim(), person.name.trim()];
    let family = parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    if family.is_empty() || family == "others" {
        return None;
    }
    let given = [person.given_name.trim(), person.suffix.trim()];
    let given = given.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ");
    Some(Author { family, given })
}

/// CSL's word for an entry's type; `None` for what is no publication.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "article" | "suppperiodical" => "article-journal",
        "book" | "mvbook" | "collection" | "mvcollection" | "proceedings" | "mvproceedings"
        | "reference" | "booklet" => "book",
        "inproceedings" | "conference" => "paper-conference",
        "incollection" | "inbook" | "bookinbook" | "suppbook" | "inreference" => "chapter",
        "phdthesis" | "mastersthesis" | "thesis" => "thesis",
        "techreport" | "report" => "report",
        "online" | "electronic" | "www" => "webpage",
        "dataset" => "dataset",
        "software" => "software",
        "patent" => "patent",
        "standard" => "standard",
        "legislation" => "legislation",
        "unpublished" => "manuscript",
        "misc" | "manual" | "periodical" | "xdata" | "set" => "document",
        "string" | "preamble" | "comment" => "",
        _ => return None,
    })
}

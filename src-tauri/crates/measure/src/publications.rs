//! `eval publications`: papers through the real conversion worker, and what is read off them as
//! publications held against labels; entries of their bibliographies likewise; entries matched with a
//! list of references. Nothing is kept or ingested.
//!
//! Titles are compared by their letters and digits alone, case folded; authors by their family names,
//! all of them in order; a venue is right where one of both names holds the other. What the labels
//! leave empty is not there to be given: giving it counts as wrong. Where a page says a thing in two ways
//! (a date of the text and of its revision, a title with what stands under it), labels name the other.

use cite::Entry;
use convert::Converter;
use engine::{Error, Resources, Result, io_problem};
use language::{Scheme, folded_runs, identifiers};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path},
};
use types::{
    Author, Cancel, ConvertedText, EntriesScore, ErrorCode, FieldScore, MatchingScore,
    PublicationsReport, Reference,
};

const LABELS: &str = "labels.jsonl";
const ENTRIES: &str = "entries.jsonl";
const LIBRARY: &str = "library.bib";
const CASES: &str = "cases.jsonl";
/// Misses that are named.
const MISSES: usize = 1_000;
/// Share of a labelled entry's letters with which the entry that is read begins.
const SAME_ENTRY: f64 = 0.7;
/// A venue within another has so many letters at least.
const VENUE_LETTERS: usize = 4;
/// What stands behind a family name.
const GENERATIONS: [&str; 5] = ["jr", "sr", "ii", "iii", "iv"];
/// Fields of papers and of entries, in the order of the report.
const FIELDS: [&str; 7] = ["title", "authors", "year", "venue", "doi", "arxiv", "isbn"];
const ENTRY_FIELDS: [&str; 4] = ["title", "first author", "year", "doi"];

/// A line of [`LABELS`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Labelled {
    file: String,
    title: Option<String>,
    authors: Option<Vec<Name>>,
    year: Option<Year>,
    venue: Option<String>,
    doi: Option<String>,
    arxiv: Option<String>,
    isbn: Option<String>,
    /// Other wordings, years and names that a fair judge accepts too.
    title_also: Vec<String>,
    year_also: Vec<Option<Year>>,
    venue_also: Vec<String>,
}

/// A line of [`ENTRIES`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LabelledEntry {
    file: String,
    raw: String,
    title: Option<String>,
    first_author_family: Option<String>,
    year: Option<Year>,
    doi: Option<String>,
}

/// A line of [`CASES`].
#[derive(Debug, Deserialize)]
struct Case {
    entry: String,
    #[serde(rename = "match")]
    key: Option<String>,
}

/// An author: `Maria López`, `López, Maria`, a family name alone, or in two fields.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Name {
    Whole(String),
    Parts { family: String },
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Year {
    Number(i32),
    Words(String),
}

impl Year {
    fn number(&self) -> Option<i32> {
        match self {
            Self::Number(year) => Some(*year),
            Self::Words(words) => words.trim().parse().ok(),
        }
    }
}

/// Measures the labelled papers of `folder`, and the entries of `matching`. Pages that are pictures are
/// read where `seeing`.
pub fn eval_publications(
    folder: Option<&Path>,
    matching: Option<&Path>,
    seeing: bool,
    resources: &Resources,
) -> Result<PublicationsReport> {
    let converter = resources.converter().fresh();
    let convert = |name: &str, bytes: &[u8]| match seeing {
        true => converter.convert(name, bytes, &Cancel::default()),
        false => converter.convert_unseeing(name, bytes, &Cancel::default()),
    };
    let name =
        |folder: &Path| folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut report = PublicationsReport {
        folder: folder.or(matching).map(name).unwrap_or_default(),
        papers: 0,
        failures: Vec::new(),
        fields: Vec::new(),
        entries: None,
        matching: None,
        misses: Vec::new(),
    };
    if let Some(folder) = folder {
        judge_papers(folder, &convert, &mut report)?;
    }
    if let Some(folder) = matching {
        report.matching = Some(judge_matching(folder, &converter, &mut report.misses)?);
    }
    report.misses.truncate(MISSES);
    Ok(report)
}

/// What was given of one field, and how it turned out.
struct Judged {
    to_give: bool,
    /// Whether it is right, where it was given.
    given: Option<bool>,
}

fn judge_papers(
    folder: &Path,
    convert: &dyn Fn(&str, &[u8]) -> convert::Result<ConvertedText>,
    report: &mut PublicationsReport,
) -> Result<()> {
    let labels: Vec<Labelled> = lines(&folder.join(LABELS))?;
    let entries_file = folder.join(ENTRIES);
    let entries: Vec<LabelledEntry> =
        if entries_file.is_file() { lines(&entries_file)? } else { Vec::new() };
    let mut by_file: BTreeMap<&str, Vec<&LabelledEntry>> = BTreeMap::new();
    for entry in &entries {
        by_file.entry(&entry.file).or_default().push(entry);
    }
    let mut labelled: BTreeMap<&str, Option<&Labelled>> =
        by_file.keys().map(|file| (*file, None)).collect();
    labelled.extend(labels.iter().map(|label| (label.file.as_str(), Some(label))));
    if !labelled.keys().all(|file| is_inside(file)) {
        return Err(unlabelled(LABELS));
    }
    let mut fields: Vec<Vec<Judged>> = FIELDS.iter().map(|_| Vec::new()).collect();
    let mut judged = Entries::default();
    for (file, label) in labelled {
        let bytes = fs::read(folder.join(file)).map_err(|source| unreadable(&source))?;
        let converted = convert(file, &bytes);
        let converted =
            converted.inspect_err(|error| report.failures.push(format!("{file}: {error}"))).ok();
        let own = converted.as_ref().map(cite::identify).unwrap_or_default();
        if let Some(label) = label {
            report.papers += 1;
            for (of_field, judged) in fields.iter_mut().zip(judge(label, &own, &mut report.misses))
            {
                of_field.push(judged);
            }
        }
        let wanted = by_file.get(file).map(Vec::as_slice).unwrap_or_default();
        if !wanted.is_empty() {
            judged.add(wanted, converted.as_ref(), &mut report.misses);
        }
    }
    report.fields = scores(&FIELDS, &fields);
    report.entries = (!entries.is_empty()).then(|| judged.score());
    Ok(())
}

fn scores(names: &[&str], fields: &[Vec<Judged>]) -> Vec<FieldScore> {
    let score = |(name, judged): (&&str, &Vec<Judged>)| {
        let count = |fits: fn(&&Judged) -> bool| judged.iter().filter(fits).count() as u32;
        let (to_give, given) = (count(|it| it.to_give), count(|it| it.given.is_some()));
        FieldScore::new(name, to_give, given, count(|it| it.given == Some(true)))
    };
    let mut scores: Vec<FieldScore> = names.iter().zip(fields).map(score).collect();
    scores.push(FieldScore::all(&scores));
    scores
}

/// Each of [`FIELDS`].
fn judge(label: &Labelled, own: &Reference, misses: &mut Vec<String>) -> Vec<Judged> {
    let names: Vec<&str> = own.authors.iter().map(|author| author.family.as_str()).collect();
    let authors = label.authors.as_deref().unwrap_or_default();
    let families: Vec<&str> = authors.iter().map(Name::shown).collect();
    let year = label.year.as_ref().and_then(Year::number).map(|year| year.to_string());
    let own_year = own.year.map(|year| year.to_string());
    let years_also = label.year_also.iter().flatten().filter_map(Year::number);
    let years_also: Vec<String> = years_also.map(|year| year.to_string()).collect();
    let id = |scheme: Scheme| move |a: &str, b: &str| same_identifier(scheme, a, b);
    let field = |wanted: Option<&str>, given: Option<&str>, same: &dyn Fn(&str, &str) -> bool| {
        let wanted = wanted.filter(|text| !text.trim().is_empty());
        let right = given.map(|given| wanted.is_some_and(|wanted| same(wanted, given)));
        (Judged { to_give: wanted.is_some(), given: right }, shown(wanted), shown(given))
    };
    let same_authors = |_: &str, _: &str| {
        authors.len() == own.authors.len()
            && authors.iter().zip(&own.authors).all(|(name, author)| name.is(author))
    };
    let joined = |names: &[&str]| Some(names.join("; ")).filter(|names| !names.is_empty());
    let judged = [
        field(label.title.as_deref(), own.title.as_deref(), &|wanted, given| {
            same_title(wanted, given) || label.title_also.iter().any(|it| same_title(it, given))
        }),
        field(joined(&families).as_deref(), joined(&names).as_deref(), &same_authors),
        field(year.as_deref(), own_year.as_deref(), &|wanted, given| {
            wanted == given || years_also.iter().any(|year| year == given)
        }),
        field(label.venue.as_deref(), own.container.as_deref(), &|wanted, given| {
            same_venue(wanted, given) || label.venue_also.iter().any(|it| same_venue(it, given))
        }),
        field(label.doi.as_deref(), own.doi.as_deref(), &id(Scheme::Doi)),
        field(label.arxiv.as_deref(), own.arxiv.as_deref(), &id(Scheme::Arxiv)),
        field(label.isbn.as_deref(), own.isbn.as_deref(), &id(Scheme::Isbn)),
    ];
    let named = FIELDS.iter().zip(judged).map(|(name, (judged, wanted, given))| {
        if judged.given == Some(false) || judged.to_give && judged.given.is_none() {
            let how = if judged.given.is_some() { "wrong" } else { "missed" };
            misses.push(format!("{how} {name} of {}: {wanted} | {given}", label.file));
        }
        judged
    });
    named.collect()
}

fn shown(text: Option<&str>) -> String {
    text.unwrap_or("–").to_owned()
}

impl Name {
    fn shown(&self) -> &str {
        match self {
            Self::Whole(name) => name,
            Self::Parts { family } => family,
        }
    }

    /// Whether an author has this family name: where particles belong is a matter of taste.
    fn is(&self, author: &Author) -> bool {
        let family = match self {
            Self::Parts { family } => family,
            Self::Whole(name) => name.split_once(',').map_or(name.as_str(), |(family, _)| family),
        };
        let (own, mut wanted) = (folded_runs(&author.family), folded_runs(family));
        // a generation is no part of a family name
        while wanted.len() > 1
            && wanted.last().is_some_and(|last| GENERATIONS.contains(&last.as_str()))
        {
            wanted.pop();
        }
        !own.is_empty() && (wanted.ends_with(&own) || own.ends_with(&wanted) && !wanted.is_empty())
    }
}

/// Letters and digits alone, case folded.
fn squeezed(text: &str) -> String {
    folded_runs(text).concat()
}

fn same_title(a: &str, b: &str) -> bool {
    squeezed(a) == squeezed(b)
}

fn same_venue(a: &str, b: &str) -> bool {
    let (a, b) = (squeezed(a), squeezed(b));
    let holds =
        |outer: &str, inner: &str| inner.chars().count() >= VENUE_LETTERS && outer.contains(inner);
    a == b || holds(&a, &b) || holds(&b, &a)
}

/// Versions of a preprint count as one.
fn same_identifier(scheme: Scheme, a: &str, b: &str) -> bool {
    let id = |field: &str| identifiers::read(scheme, field).map(|found| found.id().to_owned());
    let (a, b) = (id(a).unwrap_or_else(|| a.to_lowercase()), id(b).unwrap_or_default());
    a == b
}

/// The entries so far.
#[derive(Default)]
struct Entries {
    labelled: u32,
    found: u32,
    right: u32,
    fields: [Vec<Judged>; ENTRY_FIELDS.len()],
}

impl Entries {
    fn add(
        &mut self,
        wanted: &[&LabelledEntry],
        converted: Option<&ConvertedText>,
        misses: &mut Vec<String>,
    ) {
        let entries = converted.map(cite::bibliography).unwrap_or_default();
        let text = converted.map_or("", |converted| converted.text.as_str());
        let read: Vec<(&str, &Entry)> = entries
            .iter()
            .map(|entry| (text.get(entry.range.clone()).unwrap_or_default(), entry))
            .collect();
        for label in wanted {
            self.labelled += 1;
            // accents are written in several ways
            let plain = |text: &str| squeezed(text).replace(|c: char| !c.is_ascii(), "");
            let own = plain(&label.raw);
            // the label may be the entry's beginning alone
            let alike = |other: &str| {
                let same = own.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
                let begun = same as f64 / own.chars().count().max(1) as f64;
                if other.contains(&own) && !own.is_empty() { 1.0 } else { begun }
            };
            let best = read.iter().map(|(said, entry)| (alike(&plain(said)), *entry));
            let best = best.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|it| it.0 >= SAME_ENTRY);
            let Some((_, entry)) = best else {
                misses.push(format!("missed entry of {}: {}", label.file, label.raw));
                continue;
            };
            self.found += 1;
            self.right += u32::from(self.judge(label, &entry.reference, misses));
        }
    }

    /// Whether all is right.
    fn judge(&mut self, label: &LabelledEntry, own: &Reference, misses: &mut Vec<String>) -> bool {
        let year = label.year.as_ref().and_then(Year::number).map(|year| year.to_string());
        let own_year = own.year.map(|year| year.to_string());
        let family = own.authors.first().map(|author| author.family.clone());
        let same_family = |a: &str, b: &str| {
            let author = Author { family: b.to_owned(), given: String::new() };
            Name::Whole(a.to_owned()).is(&author)
        };
        type Same<'a> = &'a dyn Fn(&str, &str) -> bool;
        let same_doi = |a: &str, b: &str| same_identifier(Scheme::Doi, a, b);
        let pairs: [(Option<&str>, Option<&str>, Same<'_>); ENTRY_FIELDS.len()] = [
            (label.title.as_deref(), own.title.as_deref(), &same_title),
            (label.first_author_family.as_deref(), family.as_deref(), &same_family),
            (year.as_deref(), own_year.as_deref(), &|a, b| a == b),
            (label.doi.as_deref(), own.doi.as_deref(), &same_doi),
        ];
        let mut whole = true;
        for (at, (wanted, given, same)) in pairs.into_iter().enumerate() {
            let wanted = wanted.filter(|text| !text.trim().is_empty());
            let right = given.map(|given| wanted.is_some_and(|wanted| same(wanted, given)));
            let fits = right.unwrap_or(wanted.is_none());
            if !fits {
                let name = ENTRY_FIELDS.get(at).copied().unwrap_or_default();
                let (wanted, given) = (shown(wanted), shown(given));
                misses.push(format!("entry's {name} of {}: {wanted} | {given}", label.file));
            }
            whole &= fits;
            if let Some(field) = self.fields.get_mut(at) {
                field.push(Judged { to_give: wanted.is_some(), given: right });
            }
        }
        whole
    }

    fn score(&self) -> EntriesScore {
        let fields = scores(&ENTRY_FIELDS, &self.fields);
        EntriesScore::new(self.labelled, self.found, self.right, fields)
    }
}

fn judge_matching(
    folder: &Path,
    converter: &Converter,
    misses: &mut Vec<String>,
) -> Result<MatchingScore> {
    let bytes = fs::read(folder.join(LIBRARY)).map_err(|source| unreadable(&source))?;
    let library = converter.convert(LIBRARY, &bytes, &Cancel::default());
    let library = library.map_err(|error| Error::Problem(error.problem()))?.listed;
    let cases: Vec<Case> = lines(&folder.join(CASES))?;
    let index = cite::Index::new(library);
    let judged = cases.iter().map(|case| {
        let own = cite::read_entry(&case.entry);
        let found = index.get(&own).map(|found| found.key.as_str());
        let right = found.map(|found| case.key.as_deref() == Some(found));
        if right == Some(false) || case.key.is_some() && right.is_none() {
            let how = if right.is_some() { "wrong" } else { "missed" };
            let (wanted, found) = (shown(case.key.as_deref()), shown(found));
            misses.push(format!("{how} match {wanted} | {found}: {}", case.entry));
        }
        (case.key.is_some(), right)
    });
    let judged: Vec<_> = judged.collect();
    Ok(MatchingScore::of(index.references().len() as u32, &judged))
}

fn lines<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>> {
    let text = fs::read_to_string(file).map_err(|source| unreadable(&source))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(|_| unlabelled(&name))).collect()
}

fn is_inside(file: &str) -> bool {
    !file.is_empty()
        && Path::new(file).components().all(|part| matches!(part, Component::Normal(_)))
}

fn unlabelled(name: &str) -> Error {
    Error::new(
        ErrorCode::Usage,
        format!("{name} is not in the form that is asked for."),
        "`loci eval publications --help` says which fields the lines of each file have.",
    )
}

fn unreadable(source: &std::io::Error) -> Error {
    Error::Problem(io_problem("The folder of papers was not read", source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_compared_as_people_read_them() {
        assert!(same_title("Carbon in mud: a review", "CARBON IN MUD — A REVIEW."));
        assert!(!same_title("Carbon in mud", "Carbon in mud: a review"));
        assert!(same_venue("Journal of Mud", "Proceedings, Journal of Mud 12"));
        assert!(!same_venue("Journal of Mud", "Sands") && !same_venue("", "Sands"));
        assert!(same_identifier(Scheme::Doi, "https://doi.org/10.1000/ABC", "10.1000/abc"));
        assert!(same_identifier(Scheme::Arxiv, "2305.03393", "2305.03393v2"));
        let is = |name: &str, family: &str| {
            let author = Author { family: family.to_owned(), given: String::new() };
            Name::Whole(name.to_owned()).is(&author)
        };
        assert!(is("Maria López", "López") && is("López, Maria", "LÓPEZ") && is("López", "López"));
        assert!(is("Tom van Dyke", "van Dyke") && is("Dyke", "van Dyke"));
        assert!(!is("Maria López", "Maria") && !is("Maria López", "") && !is("", "López"));
    }

    #[test]
    fn what_is_not_there_is_not_to_be_given() {
        let label = r#"{"file": "a.pdf", "title": "Of mud", "authors": ["Ann Lee", {"family": "Ray"}],
            "year": "1999", "doi": null, "venue": ""}"#;
        let label: Labelled = serde_json::from_str(label).unwrap();
        let author = |family: &str| Author { family: family.to_owned(), given: String::new() };
        let own = Reference {
            title: Some("Of Mud".into()),
            authors: vec![author("Lee"), author("Ray")],
            doi: Some("10.1000/1".into()),
            ..Reference::default()
        };
        let mut misses = Vec::new();
        let judged = judge(&label, &own, &mut misses);
        let judged: Vec<_> = judged.iter().map(|it| (it.to_give, it.given)).collect();
        let none = (false, None);
        let expected = [(true, Some(true)), (true, Some(true)), (true, None), none];
        assert_eq!(judged[..4], expected);
        assert_eq!(judged[4..], [(false, Some(false)), none, none]);
        assert_eq!(misses, ["missed year of a.pdf: 1999 | –", "wrong doi of a.pdf: – | 10.1000/1"]);
    }

    #[test]
    fn files_lie_in_the_folder() {
        for (file, inside) in [("a.pdf", true), ("b/c.pdf", true), ("../a.pdf", false), ("", false)]
        {
            assert_eq!(is_inside(file), inside, "{file}");
        }
    }
}

//! Lists of tagged lines: RIS, PubMed's `.nbib`, Web of Science and EndNote. What they differ in is
//! data: how a line states a tag, which tags open and close a record, and which tag says what. Tags
//! that nobody here needs are passed over.

use super::found::{Found, is_bare, name};
use super::ids;
use std::iter::Enumerate;
use std::str::Lines;
use types::{Author, Reference};

/// Lines in which a list of tagged lines shows, where its name says that it is one.
pub(super) const LOOK: usize = 40;
/// Records that are looked at to tell what a file is.
const TRIED: usize = 5;

/// What a tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Kind,
    Title,
    Author,
    /// An organisation among the authors.
    Group,
    Year,
    Container,
    Publisher,
    Volume,
    Issue,
    Pages,
    LastPage,
    Doi,
    Url,
    Isbn,
    Pmid,
    Language,
    Key,
}

/// The kinds of list, as columns of the tables below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Ris,
    Pubmed,
    WebOfScience,
    Endnote,
}

/// Tags by what they say: in RIS (as Reference Manager, EndNote, Zotero and publishers write it), in
/// PubMed's format (MEDLINE/PubMed Data Element Descriptions), in Web of Science's field-tagged one, and
/// after EndNote's `%`; of several, the first that is there.
const SLOTS: [(Slot, [&str; 4]); 17] = [
    (Slot::Kind, ["TY", "PT", "PT", "0"]),
    (Slot::Title, ["TI T1 CT BT ST", "TI BTI CTI", "TI", "T"]),
    (Slot::Author, ["AU A1", "FAU AU", "AF AU BF BA", "A"]),
    (Slot::Group, ["", "CN", "CA GP", ""]),
    (Slot::Year, ["PY Y1 DA DP Y2", "DP DEP", "PY", "D 8"]),
    (Slot::Container, ["JF T2 JO JA J1 J2 BT T3", "JT TA BTI CTI", "SO", "J B S"]),
    (Slot::Publisher, ["PB", "PB", "PU", "I"]),
    (Slot::Volume, ["VL", "VI", "VL", "V"]),
    (Slot::Issue, ["IS", "IP", "IS", "N"]),
    (Slot::Pages, ["SP", "PG", "BP AR", "P"]),
    (Slot::LastPage, ["EP", "", "EP", ""]),
    (Slot::Doi, ["DO DI M3 L3", "LID AID", "DI", "R"]),
    (Slot::Url, ["UR L2 LK L1", "", "", "U"]),
    (Slot::Isbn, ["SN", "ISBN IS", "BN", "@"]),
    (Slot::Pmid, ["PM", "PMID", "PM", ""]),
    (Slot::Language, ["LA", "LA", "LA", "G"]),
    (Slot::Key, ["ID", "", "UT", "F"]),
];

/// CSL's words for the types of records, as far as they say one.
const KINDS: [(&str, [&str; 4]); 16] = [
    (
        "article-journal",
        ["JOUR JFULL EJOUR ABST", "Journal_Article", "J S", "Journal_Article Electronic_Article"],
    ),
    ("article-magazine", ["MGZN", "", "", "Magazine_Article"]),
    ("article-newspaper", ["NEWS", "", "", "Newspaper_Article"]),
    ("book", ["BOOK EBOOK EDBOOK", "", "B", "Book Edited_Book Electronic_Book"]),
    ("chapter", ["CHAP ECHAP", "", "", "Book_Section Electronic_Book_Section"]),
    ("paper-conference", ["CONF CPAPER", "", "C", "Conference_Proceedings Conference_Paper"]),
    ("thesis", ["THES", "", "", "Thesis"]),
    ("report", ["RPRT GOVDOC", "", "", "Report Government_Document"]),
    ("webpage", ["ELEC WEB BLOG", "", "", "Web_Page Blog Online_Multimedia"]),
    ("dataset", ["DATA", "Dataset", "", "Dataset Online_Database"]),
    ("software", ["COMP", "", "", "Computer_Program"]),
    ("patent", ["PAT", "", "P", "Patent"]),
    ("standard", ["STAND", "", "", "Standard"]),
    ("legislation", ["STAT BILL LEGAL", "", "", "Statute Bill Legal_Rule_or_Regulation"]),
    ("manuscript", ["UNPB INPR MANSCPT", "", "", "Unpublished_Work Manuscript"]),
    ("motion_picture", ["VIDEO MPCT", "", "", "Film_or_Broadcast Audiovisual_Material"]),
];

/// Whether a text is such a list: within so many lines of it a record opens, and one of the first says
/// something of a publication.
pub(super) fn is_list(text: &str, lines: usize) -> bool {
    Form::of(text, lines).is_some_and(|form| {
        Records::of(text, form).take(TRIED).any(|record| record.reference(form.dialect).is_some())
    })
}

/// Whether a record opens within so many lines.
pub(super) fn opens(text: &str, lines: usize) -> bool {
    Form::of(text, lines).is_some()
}

/// The records.
pub(super) fn read(text: &str, most: usize) -> Vec<Found> {
    let Some(form) = Form::of(text, LOOK) else { return Vec::new() };
    let records = Records::of(text, form).take(most);
    let found = records.map(|record| {
        let reference = record.reference(form.dialect);
        let key = reference.as_ref().map(|reference| reference.key.as_str()).unwrap_or_default();
        Found { name: name(key, record.line), is_whole: true, reference }
    });
    found.collect()
}

/// How the lines of a list state their tags, by its first one.
#[derive(Clone, Copy, Debug)]
struct Form {
    dialect: Dialect,
    is_lower: bool,
    /// Whether records are parted by empty lines alone.
    is_parted: bool,
}

impl Form {
    fn of(text: &str, lines: usize) -> Option<Self> {
        // a record may be numbered
        let is_worded = |line: &&str| line.contains(char::is_alphabetic);
        let mut lines = text.lines().map(trimmed).filter(is_worded).take(lines);
        let form = lines.find_map(Self::stated)?;
        let opens = |line| form.tagged(line).is_some_and(|(tag, _)| form.opens(tag));
        Some(Self { is_parted: !text.lines().any(opens), ..form })
    }

    fn stated(line: &str) -> Option<Self> {
        let form = |dialect| Some(Self { dialect, is_lower: false, is_parted: false });
        if ["%0 ", "%A ", "%T "].iter().any(|tag| line.starts_with(tag)) {
            return form(Dialect::Endnote);
        }
        if line.starts_with("FN ") || line.strip_prefix("PT ").is_some_and(|kind| kind.len() == 1) {
            return form(Dialect::WebOfScience);
        }
        let (tag, value) = line.split_once('-')?;
        let value = value.trim();
        let is_word = |most, is_letter: fn(&u8) -> bool| {
            (1..=most).contains(&value.len()) && value.as_bytes().iter().all(is_letter)
        };
        match tag.trim_end() {
            "TY" if is_word(8, u8::is_ascii_alphanumeric) => form(Dialect::Ris),
            "ty" if is_word(8, u8::is_ascii_alphanumeric) => {
                Some(Self { is_lower: true, ..form(Dialect::Ris)? })
            }
            "PMID" if is_word(9, u8::is_ascii_digit) => form(Dialect::Pubmed),
            // PubMed's format as other libraries write it
            "OWN" => form(Dialect::Pubmed),
            _ => None,
        }
    }

    /// A line's tag and value.
    fn tagged(self, line: &str) -> Option<(&str, &str)> {
        let (tag, value) = match self.dialect {
            Dialect::Ris => {
                let line = trimmed(line);
                let (tag, rest) = line.split_at_checked(2)?;
                let value = rest.trim_start_matches([' ', '\t']);
                if rest.trim().is_empty() && tag.eq_ignore_ascii_case("ER") {
                    return Some((tag, ""));
                }
                let value = value.strip_prefix('-').filter(|_| rest.starts_with([' ', '\t']))?;
                let is_apart = value.is_empty() || value.starts_with([' ', '\t']);
                (tag, Some(value).filter(|_| is_apart || rest.starts_with("  -"))?)
            }
            Dialect::Pubmed => {
                let (tag, value) = trimmed(line).split_at_checked(4)?;
                (tag.trim_end(), value.strip_prefix('-')?)
            }
            Dialect::WebOfScience => {
                let (tag, value) = line.trim_start_matches('\u{feff}').split_at_checked(2)?;
                (tag, if value.is_empty() { value } else { value.strip_prefix(' ')? })
            }
            Dialect::Endnote => {
                let (tag, value) = trimmed(line).strip_prefix('%')?.split_at_checked(1)?;
                let is_tag = value.is_empty() || value.starts_with([' ', '\t']);
                return is_tag.then(|| (tag, value.trim()));
            }
        };
        let is_letter = |byte: u8| {
            byte.is_ascii_uppercase()
                || byte.is_ascii_digit()
                || self.is_lower && byte.is_ascii_lowercase()
        };
        let is_tag = tag.len() >= 2
            && tag.bytes().all(is_letter)
            && tag.starts_with(|c: char| c.is_ascii_alphabetic());
        is_tag.then(|| (tag, value.trim()))
    }

    fn opens(self, tag: &str) -> bool {
        match self.dialect {
            Dialect::Pubmed => tag == "PMID",
            _ => Slot::Kind.tags(self.dialect).any(|other| other.eq_ignore_ascii_case(tag)),
        }
    }
}

fn trimmed(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

impl Slot {
    fn tags(self, dialect: Dialect) -> impl Iterator<Item = &'static str> {
        let tags = SLOTS
            .iter()
            .find(|(slot, _)| *slot == self)
            .and_then(|(_, tags)| tags.get(dialect as usize));
        tags.copied().unwrap_or_default().split(' ').filter(|tag| !tag.is_empty())
    }
}

struct Record<'a> {
    /// The line that opens it, from 1.
    line: usize,
    fields: Vec<(&'a str, String)>,
}

struct Records<'a> {
    form: Form,
    lines: Enumerate<Lines<'a>>,
    /// What opens the next record.
    opening: Option<(usize, &'a str, &'a str)>,
}

impl<'a> Records<'a> {
    fn of(text: &'a str, form: Form) -> Self {
        Self { form, lines: text.lines().enumerate(), opening: None }
    }

    /// A line without a tag goes on with the value before it; names stand one a line.
    fn go_on(&self, record: &mut Record<'a>, line: &'a str) {
        let Some((tag, value)) = record.fields.last_mut() else { return };
        let mut names =
            Slot::Author.tags(self.form.dialect).chain(Slot::Group.tags(self.form.dialect));
        if self.form.dialect == Dialect::WebOfScience && names.any(|name| name == *tag) {
            let tag = *tag;
            record.fields.push((tag, line.trim().to_owned()));
        } else {
            value.push(' ');
            value.push_str(line.trim());
        }
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let mut record = Record { line: 0, fields: Vec::new() };
        let mut has_opened = false;
        if let Some((line, tag, value)) = self.opening.take() {
            record = Record { line, fields: vec![(tag, value.to_owned())] };
            has_opened = true;
        }
        while let Some((at, line)) = self.lines.next() {
            match self.form.tagged(line) {
                Some(("ER" | "er" | "EF", _)) if !record.fields.is_empty() => return Some(record),
                Some(("ER" | "er" | "EF" | "FN" | "VR", _)) => {}
                Some((tag, value)) => {
                    let opens = self.form.opens(tag);
                    if opens && has_opened {
                        self.opening = Some((at + 1, tag, value));
                        return Some(record);
                    }
                    if record.fields.is_empty() {
                        record.line = at + 1;
                    }
                    has_opened |= opens;
                    record.fields.push((tag, value.to_owned()));
                }
                None if !line.trim().is_empty() => self.go_on(&mut record, line),
                None if self.form.is_parted && !record.fields.is_empty() => return Some(record),
                None => {}
            }
        }
        (!record.fields.is_empty()).then_some(record)
    }
}

impl Record<'_> {
    /// What the tags of a slot say, those of the first that is there first.
    fn all(&self, slot: Slot, dialect: Dialect) -> impl Iterator<Item = (&'static str, &str)> {
        slot.tags(dialect).flat_map(move |tag| {
            let fields =
                self.fields.iter().filter(move |(other, _)| other.eq_ignore_ascii_case(tag));
            fields
                .map(move |(_, value)| (tag, value.as_str()))
                .filter(|(_, value)| !value.is_empty())
        })
    }

    /// `None` where it says nothing.
    fn reference(&self, dialect: Dialect) -> Option<Reference> {
        let all = |slot| self.all(slot, dialect).map(|(_, value)| value);
        let text = |slot| all(slot).next().map(str::to_owned);
        let pages = match (text(Slot::Pages), text(Slot::LastPage)) {
            (Some(start), Some(end)) if start != end && !start.contains('-') => {
                Some(format!("{start}–{end}"))
            }
            (start, _) => start.map(|pages| pages.replace('-', "–")),
        };
        let (title, url) = (text(Slot::Title), text(Slot::Url));
        let doi = all(Slot::Doi).find_map(ids::doi);
        let arxiv = url.as_deref().into_iter().chain(doi.as_deref()).find_map(arxiv_of);
        let reference = Reference {
            kind: kind(all(Slot::Kind), dialect).to_owned(),
            authors: self.authors(dialect),
            year: all(Slot::Year).find_map(ids::year),
            container: all(Slot::Container)
                .find(|it| title.as_deref() != Some(*it))
                .map(str::to_owned),
            publisher: text(Slot::Publisher),
            volume: text(Slot::Volume),
            issue: text(Slot::Issue),
            pages,
            doi,
            arxiv,
            isbn: all(Slot::Isbn).find_map(ids::isbn),
            pmid: all(Slot::Pmid).find_map(ids::pmid),
            language: text(Slot::Language),
            key: text(Slot::Key).unwrap_or_default(),
            title,
            url,
            ..Reference::default()
        };
        (!is_bare(&reference)).then_some(reference)
    }

    /// Names under the first tag that has any: the others give the same ones short.
    fn authors(&self, dialect: Dialect) -> Vec<Author> {
        let first = self.all(Slot::Author, dialect).next().map(|(tag, _)| tag);
        let names = self.all(Slot::Author, dialect).filter(|(tag, _)| Some(*tag) == first);
        let groups = self.all(Slot::Group, dialect);
        let names = names.chain(groups).flat_map(|(_, names)| names.split(';'));
        names
            .map(str::trim)
            .filter(|name| !name.is_empty() && *name != "[Anonymous]")
            .map(author)
            .collect()
    }
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

fn kind<'a>(mut stated: impl Iterator<Item = &'a str>, dialect: Dialect) -> &'static str {
    let named = |stated: &str| {
        let stated = stated.replace(' ', "_");
        let is_named =
            |names: &&str| names.split(' ').any(|name| name.eq_ignore_ascii_case(&stated));
        KINDS.iter().find(|(_, names)| names.get(dialect as usize).is_some_and(is_named))
    };
    let fallback = if dialect == Dialect::Pubmed { "article-journal" } else { "document" };
    stated.find_map(named).map_or(fallback, |(kind, _)| kind)
}

//! What the file's own metadata say of it as a publication. Words that a program made up are not
//! taken.

use crate::identifiers;
use pdfium_render::prelude::{PdfDocument, PdfDocumentMetadataTagType as Tag};
use types::{Author, Reference};

/// Most authors taken.
const AUTHORS: usize = 100;
/// Of a value, what is read.
const LONGEST_BYTES: usize = 16 * 1024;
/// What programs put where a name or a title belongs: these words, or these and no letter after
/// them.
const MADE_UP: [&str; 20] = [
    "untitled",
    "untitled document",
    "unknown",
    "anonymous",
    "(anonymous)",
    "administrator",
    "admin",
    "user",
    "microsoft office user",
    "title",
    "no title",
    "cover",
    "front cover",
    "cover page",
    "front matter",
    "layout",
    "slide",
    "document",
    "powerpoint presentation",
    "presentation",
];
/// What programs put before a file's name, and publishers in place of a title.
const PREFIXES: [&str; 5] = ["microsoft word", "microsoft powerpoint", "microsoft", "doi:", "pii:"];

/// What the dictionary of the document and its XMP packet say: the titles that the file states, the best
/// first, and the rest. When the file was made says nothing of when the work was published.
pub(super) fn reference(document: &PdfDocument, bytes: &[u8]) -> (Vec<String>, Reference) {
    let value = |tag| {
        let value = one_line(document.metadata().get(tag)?.value());
        (!value.is_empty()).then_some(value)
    };
    let mut packet = super::xmp::reference(bytes);
    let title = value(Tag::Title);
    // publishers write an identifier in place of a title
    let named = title.as_deref().and_then(identifiers::doi);
    let titles = [title.filter(|title| is_title(title)), packet.title.take()];
    let mut own = Reference {
        authors: value(Tag::Author).map(|names| authors(&names)).unwrap_or_default(),
        ..Reference::default()
    };
    // a packet parts names, a dictionary has them in one line
    if packet.authors.len() > own.authors.len() {
        own.authors = std::mem::take(&mut packet.authors);
    }
    let described = value(Tag::Subject).map(|subject| subject_of(&subject)).unwrap_or_default();
    let dois = [packet.doi.clone(), described.doi.clone(), named];
    let mut dois: Vec<String> = dois.into_iter().flatten().collect();
    dois.dedup();
    own.complete(&packet);
    own.complete(&described);
    own.doi = dois.pop().filter(|_| dois.is_empty());
    (titles.into_iter().flatten().collect(), own)
}

/// One line of bounded length, without control characters.
pub(super) fn one_line(text: &str) -> String {
    let text = text.get(..text.floor_char_boundary(LONGEST_BYTES)).unwrap_or_default();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(1000).collect()
}

/// What publishers put into the subject: `Journal of Mud, 12 (2019) 7-19. doi:10.1000/mud.1`, or
/// `Journal of Mud;2019;12;3;10.1000/mud.1`.
fn subject_of(subject: &str) -> Reference {
    let mut said = Reference { doi: identifiers::doi(subject), ..Reference::default() };
    let year = |text: &str| {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten().filter(|year| (1500..=2100).contains(year))
    };
    let name = |text: &str| {
        let text = text.trim().trim_end_matches(',').trim();
        let fits = (3..=200).contains(&text.len()) && text.starts_with(char::is_uppercase);
        fits.then(|| text.to_owned())
    };
    let number = |text: &str| {
        let text = text.trim().trim_start_matches("Vol. ").trim();
        let fits = (1..=8).contains(&text.len()) && text.starts_with(|c: char| c.is_ascii_digit());
        fits.then(|| text.to_owned())
    };
    if let [container, in_year, volume, issue, ..] =
        subject.split(';').collect::<Vec<_>>().as_slice()
    {
        if let Some(found) = year(in_year.trim()) {
            said.year = Some(found);
            (said.container, said.volume, said.issue) =
                (name(container), number(volume), number(issue));
        }
        return said;
    }
    let Some((before, rest)) = subject.split_once(" (") else { return said };
    let inside = rest.split_once(')').map_or("", |(inside, _)| inside);
    let Some((container, volume)) = before.rsplit_once(' ') else { return said };
    if let (Some(found), Some(volume)) = (year(inside), number(volume)) {
        (said.year, said.volume, said.container) = (Some(found), Some(volume), name(container));
    }
    said
}

fn is_made_up(words: &str) -> bool {
    let lower = words.trim().to_lowercase();
    let is_prefixed = |start: &&str| {
        let rest = lower.strip_prefix(*start);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    let bare = lower.trim_end_matches(|c: char| !c.is_alphabetic() && c != ')');
    MADE_UP.contains(&bare) || PREFIXES.iter().any(is_prefixed)
}

/// Whether a title is one that a person wrote for readers.
pub(super) fn is_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let is_file = [".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".rtf", ".qxd", ".ps", ".odt"]
        .iter()
        .any(|end| lower.ends_with(end));
    // one word with signs or figures in it is a path, a number or a name of a file
    let is_word = !title.trim().contains(char::is_whitespace);
    let coded = is_word && title.contains(|c: char| "_/\\".contains(c) || c.is_ascii_digit());
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let ideographs = title.chars().any(super::letters::is_ideograph);
    !is_file && !coded && !is_made_up(title) && (letters >= 3 || ideographs)
}

/// `Ada Lovelace; Babbage, Charles` or `Ada Lovelace, Charles Babbage and Mary Somerville`.
pub(super) fn authors(names: &str) -> Vec<Author> {
    let names = names.replace(" and ", ";").replace(" & ", ";");
    let parts: Vec<&str> = names.split(';').flat_map(by_commas).map(str::trim).collect();
    let named = parts.into_iter().filter(|name| !name.is_empty() && !is_made_up(name));
    named.take(AUTHORS).map(author).collect()
}

/// Commas part names where every part is a whole name; else they part family and given name.
fn by_commas(names: &str) -> Vec<&str> {
    let parts: Vec<&str> =
        names.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let whole = parts.iter().all(|part| part.split_whitespace().count() >= 2);
    if whole || parts.len() > 2 { parts } else { vec![names] }
}

fn author(name: &str) -> Author {
    if let Some((family, given)) = name.split_once(',') {
        return Author { family: family.trim().to_owned(), given: given.trim().to_owned() };
    }
    match name.rsplit_once(' ') {
        Some((given, family)) => Author { family: family.to_owned(), given: given.to_owned() },
        None => Author { family: name.to_owned(), given: String::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_parted_and_turned() {
        let check = |names: &str, expected: &[(&str, &str)]| {
            let found = authors(names);
            let found: Vec<_> =
                found.iter().map(|name| (name.family.as_str(), name.given.as_str())).collect();
            assert_eq!(found, expected, "{names}");
        };
        check("Ada Lovelace", &[("Lovelace", "Ada")]);
        check("Lovelace, Ada", &[("Lovelace", "Ada")]);
        check("Lovelace, Ada; Babbage, C.", &[("Lovelace", "Ada"), ("Babbage", "C.")]);
        check("Ada Lovelace, Charles Babbage", &[("Lovelace", "Ada"), ("Babbage", "Charles")]);
        check("Ada Lovelace and Unesco", &[("Lovelace", "Ada"), ("Unesco", "")]);
        check("Microsoft Office User", &[]);
        check("", &[]);
    }

    #[test]
    fn subjects_say_where_a_work_appeared() {
        let check = |subject: &str, container: &str, year: Option<i32>, doi: &str| {
            let found = subject_of(subject);
            let said =
                (found.container.unwrap_or_default(), found.year, found.doi.unwrap_or_default());
            assert_eq!(said, (container.to_owned(), year, doi.to_owned()), "{subject}");
        };
        let mud = "Journal of Mud";
        check(
            "Journal of Mud, 12 (2019) 7-19. doi:10.1000/mud.1",
            mud,
            Some(2019),
            "10.1000/mud.1",
        );
        check("Journal of Mud;2019;12;3;10.1000/mud.1", mud, Some(2019), "10.1000/mud.1");
        check("Carbon; mud; sand; 2019", "", None, "");
        check("We measured mud (2019) twice.", "", None, "");
        check("A report on mud", "", None, "");
        check("", "", None, "");
        check(&"(".repeat(100_000), "", None, "");
    }

    #[test]
    fn made_up_titles_are_not_taken() {
        for (title, expected) in [
            ("On marshes", true),
            ("report.docx", false),
            ("Microsoft Word - a", false),
            ("12", false),
            ("[", false),
            ("Front cover", false),
            ("Title", false),
            ("untitled-1", false),
            ("PowerPoint Presentation", false),
            ("thesis_final2", false),
            ("User manual", true),
            ("Title IX and the law", true),
            ("鸭", true),
        ] {
            assert_eq!(is_title(title), expected, "{title}");
        }
    }
}

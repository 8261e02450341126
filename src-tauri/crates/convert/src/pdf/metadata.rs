//! What the file's own metadata say of it as a publication. Words that a program made up are not
//! taken.

use super::said::{authors, is_title, one_line};
use crate::identifiers;
use pdfium_render::prelude::{PdfDocument, PdfDocumentMetadataTagType as Tag};
use std::ops::Range;
use types::Reference;

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

/// The day on which the file was made, in days from 1970-01-01: `D:20091231235959+01'00'` (ISO 32000-2, 7.9.4).
pub(super) fn made(document: &PdfDocument) -> Option<i32> {
    day_made(document.metadata().get(Tag::CreationDate)?.value())
}

fn day_made(value: &str) -> Option<i32> {
    let digits = value.strip_prefix("D:").unwrap_or(value);
    let part = |range: Range<usize>| digits.get(range);
    language::dates::day(&format!("{}-{}-{}", part(0..4)?, part(4..6)?, part(6..8)?), false)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_on_which_day_it_was_made() {
        let day = language::dates::day("2009-12-31", false);
        for (value, expected) in [
            ("D:20091231235959+01'00'", day),
            ("20091231", day),
            ("D:2009", None),
            ("D:20091331", None),
            ("D:2009é231", None),
            ("Thu Dec 31 2009", None),
            ("", None),
        ] {
            assert_eq!(day_made(value), expected, "{value}");
        }
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
}

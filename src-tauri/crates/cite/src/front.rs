//! What a document says of itself as a publication: its title block, the head and foot of its first
//! page, and of its file's metadata what these bear out. Each field says where it is from; what
//! nothing speaks for is left unknown.

use crate::byline::Place;
use crate::lines::{Front, opens};
use crate::names::is_affiliation;
use crate::titles::{self, Stated};
use crate::{byline, imprint, kinds, own, venue};
use types::{
    Author, ConvertedText, FieldSource, Format, Reference, ReferenceField, normalise_term,
};

/// Reads a converted document.
pub fn identify(converted: &ConvertedText) -> Reference {
    let metadata = converted.reference.clone().from_source(FieldSource::Metadata);
    // lists, tables and messages name other people's publications
    let others = [Format::References, Format::Spreadsheet, Format::Csv, Format::Email];
    if others.contains(&converted.format) {
        return metadata;
    }
    let front = Front::of(converted);
    let stated = stated_titles(converted);
    let title = titles::find(&front, &stated);
    let begins = title.as_ref().map_or(0, |title| title.lines.end);
    let body = front.body_after(begins);
    let mut read = own::identifiers(&front, title.as_ref(), body);
    // names above a text without a title may be anybody's
    let place = if title.is_some() { Place::Below } else { Place::Above };
    let mut authors = match title.is_none() && front.is_page {
        true => Vec::new(),
        false => byline::authors(&front, begins..body, place),
    };
    if let Some(title) = title.as_ref().filter(|_| authors.is_empty()) {
        authors = byline::authors(&front, 0..title.lines.start, Place::Above);
    }
    // running heads name the authors without where they work
    let heads = front.heads.iter().filter_map(|head| kinds::names(head.trim_matches(is_number)));
    if let Some(named) = heads.into_iter().find(|named| knows_better(named, &authors)) {
        authors = named;
    }
    if !front.is_page && !has_paper_front(&front, body, &authors) {
        read = Reference::default();
    }
    let lines = title.as_ref().map_or(0..0, |title| title.lines.clone());
    let family = authors.first().map_or("", |author| author.family.as_str());
    let named = title.as_ref().map(|title| (title.words.as_str(), &title.lines));
    let venue = if front.is_page { venue::venue(&front, named, family) } else { None };
    let year = if front.is_page || !authors.is_empty() {
        imprint::year(&front, &lines, body, venue.is_some())
    } else {
        None
    };
    let mut mark = |field, source| {
        read.sources.insert(field, source);
    };
    let year = year.or_else(|| {
        let year = imprint::of_version(&front, family).filter(|_| front.is_page)?;
        Some((year, FieldSource::TitleBlock))
    });
    if let Some((_, source)) = venue {
        mark(ReferenceField::Container, source);
    }
    if let Some((_, source)) = year {
        mark(ReferenceField::Year, source);
    }
    if !authors.is_empty() {
        mark(ReferenceField::Authors, FieldSource::TitleBlock);
    }
    if title.is_some() {
        mark(ReferenceField::Title, FieldSource::TitleBlock);
    }
    read.container = venue.map(|(name, _)| name);
    read.title = title.map(|title| title.words);
    read.authors = authors;
    read.year = year.map(|(year, _)| year);
    if read.year.is_none()
        && let Some(year) = read.arxiv.as_deref().and_then(arxiv_year)
    {
        read.year = Some(year);
        read.sources.insert(ReferenceField::Year, FieldSource::Identifier);
    }
    joined(converted.format, &front, body, read, metadata)
}

/// The titles that the file's metadata and its headings give.
fn stated_titles(converted: &ConvertedText) -> Vec<Stated<'_>> {
    let by_file = converted.reference.title.as_deref().map(|words| (words, titles::BY_FILE));
    let by_heading = converted.title.as_deref().map(|words| (words, titles::BY_HEADING));
    let stated = [by_file, by_heading].into_iter().flatten();
    let fits = stated.filter(|(words, _)| titles::is_title(words));
    fits.map(|(words, weight)| Stated { words, weight }).collect()
}

/// A page with pages says what it is in its head; a plain text does only where it looks like a
/// paper whole: names under its title, and an abstract or a first section after them.
fn has_paper_front(front: &Front<'_>, body: usize, authors: &[Author]) -> bool {
    let begins = front.lines.get(body);
    let opened = begins.is_some_and(|line| line.is_heading || opens(&line.words));
    opened && !authors.is_empty()
}

/// What was read and what the file states, together. Programs fill in an office file's and a PDF's
/// metadata; authors of web pages, books and Markdown write theirs.
fn joined(
    format: Format,
    front: &Front<'_>,
    body: usize,
    mut read: Reference,
    mut stated: Reference,
) -> Reference {
    let by_program =
        [Format::Pdf, Format::Docx, Format::Pptx, Format::Odt, Format::Rtf, Format::Image];
    if !by_program.contains(&format) {
        stated.complete(&read);
        return stated;
    }
    // when the file was made says nothing of when the work was published; a PDF's year is its publisher's
    if format != Format::Pdf {
        stated.year = None;
        stated.sources.remove(&ReferenceField::Year);
    }
    if stated.container.as_deref().is_some_and(|name| !venue::can_be(name)) {
        stated.container = None;
        stated.sources.remove(&ReferenceField::Container);
    }
    if stated.doi.as_deref().is_some_and(own::is_unfilled) {
        stated.doi = None;
        stated.sources.remove(&ReferenceField::Doi);
    }
    // two identifiers: one of them is not the document's
    if read.doi.is_some() && stated.doi.is_some() && read.doi != stated.doi {
        for reference in [&mut read, &mut stated] {
            reference.doi = None;
            reference.sources.remove(&ReferenceField::Doi);
        }
    }
    let block = front.rows(0..body, |words| kinds::names(words).is_some());
    let block: Vec<&str> = block.iter().map(|line| line.words.as_str()).collect();
    let block = normalise_term(&block.join(" ")).replace('_', "");
    let stands = |author: &Author| {
        let family = normalise_term(&author.family).replace('_', "");
        let named = author.given.chars().any(char::is_alphabetic) || family.chars().count() >= 5;
        named && !family.is_empty() && is_person(author) && block.contains(&family)
    };
    if knows_better(&stated.authors, &read.authors) && stated.authors.iter().all(stands) {
        read.authors.clear();
        read.sources.remove(&ReferenceField::Authors);
    } else if !stated.authors.iter().all(stands) || stated.authors.len() < read.authors.len() {
        stated.authors.clear();
        stated.sources.remove(&ReferenceField::Authors);
    } else if stated.authors.len() > read.authors.len() {
        read.authors.clear();
        read.sources.remove(&ReferenceField::Authors);
    }
    if !front.lines.is_empty() {
        stated.title = None;
        stated.sources.remove(&ReferenceField::Title);
    }
    read.complete(&stated);
    read
}

fn is_number(c: char) -> bool {
    c.is_ascii_digit() || c.is_whitespace()
}

/// Whether what a file calls an author can be one: no address, and nowhere that somebody works.
fn is_person(author: &Author) -> bool {
    let mut words = author.given.split(' ').chain(author.family.split(' '));
    words.all(|word| !word.contains(['@', '<', '>']) && !is_affiliation(word))
}

/// Whether the file names several authors, each of whom was read too, beside what is none of them or with a
/// mark that stuck to a name.
fn knows_better(stated: &[Author], read: &[Author]) -> bool {
    let key = |author: &Author| normalise_term(&author.family).replace('_', "");
    let families: Vec<String> = read.iter().map(key).collect();
    let same = |author: &Author| families.contains(&key(author));
    let stuck = |(own, other): (&Author, &String)| {
        let own = key(own);
        other.starts_with(&own) && other.len() <= own.len() + 2
    };
    let more = stated.len() > 1 && read.len() > stated.len() && read.len() < stated.len() * 2;
    more && stated.iter().all(same)
        || stated.len() == read.len() && stated.iter().zip(&families).all(stuck)
}

fn arxiv_year(id: &str) -> Option<i32> {
    let digits = id.rsplit('/').next()?.get(..2)?.parse::<i32>().ok()?;
    Some(if digits >= 91 { 1900 + digits } else { 2000 + digits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn identified(text: &str) -> Reference {
        identify(&ConvertedText::new(Format::Markdown, text.to_owned(), Vec::new()))
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(\\PC|\n|10\\.1234/|arXiv:|ISBN |PMID: |By |Abstract\n|2024){0,80}") {
            let found = identified(&text);
            prop_assert!(found.doi.is_none_or(|doi| text.to_lowercase().contains(&doi)));
        }
    }

    #[test]
    fn the_front_of_a_paper() {
        let front = "# Carbon in young mud\n\nMaria López¹, Tom B. van Dyke² and J.-R. Smith*\n\n\
            ¹University of Somewhere\n\narXiv:2305.03393v1 [physics] 5 May 2023\n\
            https://doi.org/10.1000/ABC.1\n\n## Abstract\n\nWe cite 10.9999/other.\n";
        let mut converted = ConvertedText::new(Format::Markdown, front.to_owned(), Vec::new());
        converted.title = Some("Carbon in young mud".into());
        let found = identify(&converted);
        let names: Vec<String> =
            found.authors.iter().map(|a| format!("{}|{}", a.given, a.family)).collect();
        assert_eq!(names, ["Maria|López", "Tom B.|van Dyke", "J.-R.|Smith"]);
        assert_eq!(found.doi.as_deref(), Some("10.1000/abc.1"));
        assert_eq!(found.arxiv.as_deref(), Some("2305.03393v1"));
        assert_eq!(found.year, Some(2023));
        let from = |field| found.sources.get(&field).copied();
        assert_eq!(from(ReferenceField::Doi), Some(FieldSource::TitleBlock));
        assert_eq!(from(ReferenceField::Year), Some(FieldSource::TitleBlock));
    }

    #[test]
    fn a_note_is_not_what_it_mentions() {
        for note in [
            "# Notes on transformers\n\narXiv:1706.03762 is the paper to read.\n",
            "# Notes on transformers\n\narXiv:1706.03762\n\nRead it twice.\n",
            "# Notes on transformers\n\nby Ann Drakelow\n\nhttps://arxiv.org/abs/1706.03762\n\nRead it.\n",
            "# A commentary\n\nAnn Drakelow\n\nComment on doi:10.1000/abc\n\n## Abstract\n\nNo.\n",
            "## References\n\n10.1000/other\n",
        ] {
            let found = identified(note);
            assert_eq!((found.doi, found.arxiv, found.year), (None, None, None), "{note}");
        }
    }

    #[test]
    fn a_files_own_metadata_need_its_first_page() {
        let mut converted = ConvertedText::new(
            Format::Docx,
            "# Carbon in young mud\n\nMaria López\n\n## Abstract\n\nMud.\n".to_owned(),
            Vec::new(),
        );
        converted.title = Some("Carbon in young mud".into());
        converted.reference = Reference {
            authors: vec![Author { family: "z".into(), given: String::new() }],
            year: Some(2009),
            ..Reference::default()
        };
        let found = identify(&converted);
        assert_eq!((found.authors.len(), found.year), (1, None));
        assert_eq!(found.authors[0].family, "López");
        // what conversion gives of a PDF is its publisher's word, never the day the file was made
        converted.format = Format::Pdf;
        converted.reference.doi = Some("10.1000/abc.1".into());
        let found = identify(&converted);
        assert_eq!((found.year, found.doi.as_deref()), (Some(2009), Some("10.1000/abc.1")));
        // the page names another: one of the two is not the document's
        converted.text = converted.text.replace("## A", "doi:10.1000/other\n\n## A");
        assert_eq!(identify(&converted).doi, None);
    }
}

//! First pages as their makers lay them out, made up: what is read of each, and what is left out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use types::{
    Author, Block, BlockKind, ConvertedText, Format, PageLayout, Reference, ReferenceField,
    TextLine,
};

/// A page of 600 by 800 points from lines `height left top words`; lines between empty ones are a block.
fn page(layout: &str) -> ConvertedText {
    let (mut text, mut lines, mut blocks) = (String::new(), Vec::new(), Vec::new());
    let mut start = 0;
    for line in layout.lines().map(str::trim).chain([""]) {
        if line.is_empty() {
            if start < text.len() {
                let kind = BlockKind::Paragraph;
                blocks.push(Block { kind, range: start..text.len(), title: String::new() });
                text.push_str("\n\n");
            }
            start = text.len();
            continue;
        }
        let mut parts = line.splitn(4, ' ');
        let mut number = || parts.next().unwrap().parse::<f32>().unwrap();
        let (size, left, top) = (number(), number(), number());
        let words = parts.next().unwrap();
        if text.len() > start {
            text.push('\n');
        }
        let range = text.len()..text.len() + words.len();
        text.push_str(words);
        let edges = (1..=words.chars().count()).map(|at| (at as f32 * size * 5.0) as u16).collect();
        lines.push(TextLine { range, x0: left, y0: top, y1: top + size, edges });
    }
    let mut converted = ConvertedText::new(Format::Pdf, text.clone(), blocks);
    let range = 0..text.len();
    converted.pages =
        vec![PageLayout { page: 1, width: 600.0, height: 800.0, range, lines, recognised: None }];
    converted
}

/// Running text below a title block.
const BODY: &str = "\n\n10 60 300 Abstract\n\n\
    10 60 320 Mud keeps nine tenths of the carbon that rivers bring to it and we show that this is so\n\
    10 60 334 in eleven of the twelve marshes that were seen between the spring and the autumn of two\n\
    10 60 348 years while the sand of the beaches beside them keeps none and gives what it had away.\n";

struct Expected<'a> {
    title: Option<&'a str>,
    authors: &'a str,
    year: Option<i32>,
}

fn check(layout: &str, expected: &Expected<'_>) {
    let found = cite::identify(&page(&format!("{layout}{BODY}")));
    let families: Vec<&str> = found.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!(found.title.as_deref(), expected.title, "{layout}");
    assert_eq!(families.join(";"), expected.authors, "{layout}");
    assert_eq!(found.year, expected.year, "{layout}");
}

const TITLE: &str = "Carbon held by young tidal mud";

#[test]
fn one_author_below_the_title() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n\
         10 220 180 University of Somewhere\n\n10 240 200 14 March 1999",
        &Expected { title: Some(TITLE), authors: "López", year: Some(1999) },
    );
}

#[test]
fn a_title_on_two_lines_and_authors_in_one() {
    check(
        "18 100 120 Carbon held by\n18 100 142 young tidal mud\n\n\
         12 150 170 Maria López, Tom B. van Dyke and J.-R. Smith\n\n10 200 190 Institute of Marshes",
        &Expected { title: Some(TITLE), authors: "López;van Dyke;Smith", year: None },
    );
}

#[test]
fn columns_of_authors_with_their_places() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 80 160 Maria López\n10 80 176 University of York\n\
         10 80 190 maria@york.example\n\n12 330 160 Tom Bakerfield\n10 330 176 Technische Universität Wien\n\
         10 330 190 tom@wien.example",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: None },
    );
}

#[test]
fn marks_of_affiliations_are_no_names() {
    check(
        "18 150 120 Carbon held by young tidal mud∗\n\n12 150 160 Maria López1,2, Tom Bakerfield2 and Ann Quill†\n\n\
         9 150 180 1 University of York, York, UK\n9 150 192 2 Institute of Marshes, Utrecht",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield;Quill", year: None },
    );
}

#[test]
fn a_journals_head_says_where_and_when() {
    check(
        "9 60 30 Tidal Letters 40 (2007) 27–41\n\n18 100 120 Carbon held by young tidal mud\n\n\
         12 150 160 Maria López and Tom Bakerfield\n\n10 150 180 Institute of Marshes, Utrecht",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: Some(2007) },
    );
}

#[test]
fn a_foot_says_where_and_when() {
    check(
        "9 60 770 The Marsh Journal Vol. 9/2, December 2017\n\n18 100 120 Carbon held by young tidal mud\n\n\
         12 150 160 by Maria López and Tom Bakerfield",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: Some(2017) },
    );
}

#[test]
fn a_version_says_where_it_was_published() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n10 200 180 University of York\n\n\
         10 60 400 This is a modified version of López (2006), published in the Journal of Mud.",
        &Expected { title: Some(TITLE), authors: "López", year: Some(2006) },
    );
}

#[test]
fn a_page_of_one_type_says_nothing() {
    check(
        "10 60 100 Chapter of accounts\n\n10 60 140 Rooms were let by the day\n\n10 60 160 and by the week",
        &Expected { title: None, authors: "", year: None },
    );
}

#[test]
fn sorts_of_articles_are_no_titles() {
    check(
        "20 60 60 RESEARCH ARTICLE\n\n18 100 120 Carbon held by young tidal mud\n\n\
         12 150 160 Maria López and Tom Bakerfield\n\n10 150 180 Institute of Marshes, Utrecht",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: None },
    );
}

#[test]
fn a_years_span_and_a_version_of_software_are_no_year_of_publication() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n10 220 180 University of York\n\n\
         9 60 770 Copyright 2008–2020 somebody",
        &Expected { title: Some(TITLE), authors: "López", year: None },
    );
}

#[test]
fn authors_that_the_file_names_and_the_page_does_not_are_none() {
    let layout = "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n10 220 180 University of York";
    let mut converted = page(&format!("{layout}{BODY}"));
    converted.reference = Reference {
        authors: vec![Author { family: "Scanner".into(), given: "Office".into() }],
        title: Some("Microsoft Word - mud_final.doc".into()),
        ..Reference::default()
    };
    let found = cite::identify(&converted);
    assert_eq!(found.title.as_deref(), Some(TITLE));
    assert_eq!((found.authors.len(), found.authors[0].family.as_str()), (1, "López"));
    assert!(found.sources.contains_key(&ReferenceField::Authors));
}

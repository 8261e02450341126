//! Headings of PDFs through the real worker: what is one without bookmarks, of what level, which is
//! the title, and what PDFs cost that are made to be all headings or all bookmarks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "support/pdf.rs"]
mod pdf;

use convert::{Converter, Limits, Program, score};
use pdf::{Font, Pdf};
use std::path::PathBuf;
use types::{BlockKind, Cancel, ConvertedText};

fn converter() -> Converter {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("source .ci/env first");
    let engine = PathBuf::from(runtime).join("lib/libpdfium.so");
    Converter::new(Program { path, args: Vec::new() }, Some(engine), Limits::default())
}

fn convert(pdf: &Pdf) -> ConvertedText {
    converter().convert("a.pdf", &pdf.bytes(), &Cancel::default()).unwrap()
}

fn headings(converted: &ConvertedText) -> Vec<(u8, &str)> {
    let level = |block: &types::Block| match block.kind {
        BlockKind::Heading(level) => Some(level),
        _ => None,
    };
    let found = converted.blocks.iter();
    found.filter_map(|block| Some((level(block)?, block.title.as_str()))).collect()
}

const PROSE: [&str; 6] = [
    "The marsh was opened to the tide in the spring, and the first mud settled on it within a",
    "week. Over the summer the plants followed, first in the low places, and later on the old",
    "field drains, which stood a hand higher than all the rest of it. Nobody had expected them",
    "so soon, and the plots that had been left open were fenced in a hurry against the geese",
    "that came with the colder nights then, and that ate what they could reach of the young",
    "shoots before the keepers were up in the morning. What was left stood until the spring.",
];

/// Words, and prose below them.
fn section(pdf: &mut Pdf, y: f32, font: Font, size: f32, title: &str) -> f32 {
    pdf.words(font, 72.0, y, size, title);
    pdf.lines(Font::Plain, 72.0, y + size + 10.0, 10.0, &PROSE);
    y + size + 10.0 + 6.0 * 12.0 + 20.0
}

/// A paper: its title over two lines, who wrote it, and sections over two pages.
fn paper(sections: &[(Font, f32, &str)]) -> Pdf {
    let mut pdf = Pdf::default();
    pdf.words(Font::Plain, 72.0, 40.0, 8.0, "arXiv:1234.56789v1 [bio.EC] 3 May 2024");
    pdf.words(Font::Bold, 130.0, 80.0, 17.0, "Of marshes and tides, and of what");
    pdf.words(Font::Bold, 200.0, 101.0, 17.0, "grows between them");
    pdf.words(Font::Plain, 190.0, 130.0, 11.0, "Ada Lovelace and Charles Babbage");
    pdf.words(Font::Plain, 180.0, 145.0, 10.0, "Institute of Marshes, 12 Shore Road, Hull");
    pdf.words(Font::Plain, 220.0, 158.0, 10.0, "ada@marshes.example");
    let mut y = 190.0;
    for (at, (font, size, title)) in sections.iter().enumerate() {
        if at == sections.len() / 2 {
            pdf.next_page();
            y = 80.0;
        }
        y = section(&mut pdf, y, *font, *size, title);
    }
    pdf
}

#[test]
fn a_paper_is_title_abstract_and_sections() {
    let pdf = paper(&[
        (Font::Bold, 12.0, "Abstract"),
        (Font::Bold, 12.0, "1. Introduction"),
        (Font::Bold, 10.0, "1.1. Earlier work on marshes"),
        (Font::Bold, 12.0, "2. Methods"),
        (Font::Bold, 10.0, "2.1. Plots and fences"),
        (Font::Bold, 12.0, "3. Results"),
        (Font::Bold, 12.0, "References"),
    ]);
    let converted = convert(&pdf);
    let expected = [
        (1, "Of marshes and tides, and of what grows between them"),
        (2, "Abstract"),
        (2, "1. Introduction"),
        (3, "1.1. Earlier work on marshes"),
        (2, "2. Methods"),
        (3, "2.1. Plots and fences"),
        (2, "3. Results"),
        (2, "References"),
    ];
    assert_eq!(headings(&converted), expected);
    assert_eq!(converted.title.as_deref(), Some(expected[0].1));
}

#[test]
fn sections_without_numbers_are_told_by_their_type() {
    let pdf = paper(&[
        (Font::Bold, 13.0, "What the tide brings"),
        (Font::Bold, 11.0, "Mud and silt"),
        (Font::Bold, 11.0, "Seeds from the shore"),
        (Font::Bold, 13.0, "What the geese take"),
        (Font::Bold, 11.0, "Young shoots"),
        (Font::Bold, 13.0, "What is left in spring"),
    ]);
    let converted = convert(&pdf);
    let found = headings(&converted);
    let expected = [
        (2, "What the tide brings"),
        (3, "Mud and silt"),
        (3, "Seeds from the shore"),
        (2, "What the geese take"),
        (3, "Young shoots"),
        (2, "What is left in spring"),
    ];
    assert_eq!(found[1..], expected, "{}", converted.text);
}

#[test]
fn letters_lie_below_roman_numbers() {
    let pdf = paper(&[
        (Font::Bold, 12.0, "I. INTRODUCTION"),
        (Font::Bold, 10.0, "A. Marshes of the north"),
        (Font::Bold, 10.0, "B. Marshes of the south"),
        (Font::Bold, 12.0, "II. METHODS"),
        (Font::Bold, 10.0, "A. Plots and fences"),
        (Font::Bold, 12.0, "III. RESULTS"),
    ]);
    let levels: Vec<u8> = headings(&convert(&pdf)).into_iter().map(|(level, _)| level).collect();
    assert_eq!(levels, [1, 2, 3, 3, 2, 3, 2]);
}

#[test]
fn an_abstract_that_runs_in_is_a_heading() {
    let mut pdf = Pdf::default();
    pdf.words(Font::Bold, 150.0, 60.0, 18.0, "Of marshes and tides");
    let mut lines = PROSE;
    lines[0] =
        "Abstract. The marsh was opened to the tide in the spring, and the first mud settled";
    pdf.lines(Font::Plain, 72.0, 120.0, 10.0, &lines);
    section(&mut pdf, 240.0, Font::Bold, 13.0, "1 Introduction");
    section(&mut pdf, 380.0, Font::Bold, 13.0, "2 Methods");
    let converted = convert(&pdf);
    let found = headings(&converted);
    assert_eq!(found[1..3], [(2, "Abstract."), (2, "1 Introduction")], "{found:?}");
    assert!(converted.text.contains("\n\nThe marsh was opened"), "{}", converted.text);
}

#[test]
fn a_stated_title_counts_where_it_is_one() {
    let sections = [(Font::Bold, 12.0, "1 Introduction"), (Font::Bold, 12.0, "2 Methods")];
    let printed = "Of marshes and tides, and of what grows between them";
    for (stated, expected) in [
        ("Of Marshes and Tides, and of What Grows Between Them", None),
        ("Template for authors", Some(printed)),
        ("final_v2.docx", Some(printed)),
        ("[", Some(printed)),
        ("Front cover", Some(printed)),
    ] {
        let mut pdf = paper(&sections);
        pdf.info("Title", stated);
        let title = convert(&pdf).title;
        assert_eq!(title.as_deref(), expected.or(Some(stated)), "{stated}");
    }
}

#[test]
fn bookmarks_are_left_aside_when_that_is_asked() {
    let mut pdf = paper(&[
        (Font::Bold, 12.0, "1. Introduction"),
        (Font::Plain, 10.0, "set as the text is"),
        (Font::Bold, 12.0, "2. Methods"),
        (Font::Bold, 12.0, "3. Results"),
    ]);
    pdf.bookmark(0, "Introduction", 0).bookmark(1, "set as the text is", 0);
    pdf.bookmark(0, "Methods", 1).bookmark(0, "Results", 1).bookmark(0, "Nowhere", 1);
    let cancel = Cancel::default();
    let (converted, entries) =
        converter().convert_unmarked("a.pdf", &pdf.bytes(), &cancel).unwrap();
    assert_eq!(entries.len(), 5);
    assert_eq!((entries[1].title.as_str(), entries[1].depth), ("set as the text is", 2));
    let compared = score::headings(&converted, &entries);
    assert_eq!(compared.missed, ["set as the text is"]);
    assert_eq!((compared.score.titles.matched, compared.score.titles.expected), (3, 4));
    assert_eq!((compared.score.absent, compared.score.titles.got), (1, 3));
    assert!(converter().convert_unmarked("a.md", b"# One", &cancel).is_err());
    let with = convert(&pdf);
    assert!(headings(&with).iter().any(|(_, title)| *title == "set as the text is"));
}

/// Headings of pages that are made to have nothing else; that they come at all is the point.
fn count(pdf: &Pdf) -> usize {
    headings(&convert(pdf)).len()
}

#[test]
fn pages_that_are_all_headings_cost_no_more_than_others() {
    let mut sizes = Pdf::default();
    for line in 0..10_000 {
        if line > 0 && line % 50 == 0 {
            sizes.next_page();
        }
        let (size, y) = (4.0 + line as f32 / 500.0, 40.0 + (line % 50) as f32 * 14.0);
        sizes.words(Font::Plain, 72.0, y, size, &format!("Line {line}"));
    }
    assert!(count(&sizes) <= 10_000);
    let mut bold = Pdf::default();
    for part in 0..6 {
        bold.lines(Font::Bold, 72.0, 60.0 + part as f32 * 100.0, 11.0, &PROSE);
    }
    assert_eq!(count(&bold), 0);
    let mut numbers = Pdf::default();
    for line in 0..2000 {
        if line > 0 && line % 50 == 0 {
            numbers.next_page();
        }
        let words = format!("{}.{} 1.1.1.1.1.1.1 999.999", line % 40, line % 7);
        numbers.words(Font::Bold, 72.0, 40.0 + (line % 50) as f32 * 14.0, 11.0, &words);
    }
    assert_eq!(count(&numbers), 0);
}

#[test]
fn bookmarks_beyond_number_are_bounded() {
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R \
                /Resources << /Font << /F1 5 0 R >> >> >>";
    let words = "BT /F1 12 Tf 20 200 Td (words) Tj ET";
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        page.to_owned(),
        format!("<< /Length {} >>\nstream\n{words}\nendstream", words.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        "<< /First 7 0 R /Last 100006 0 R /Count 100000 >>".to_owned(),
    ];
    for number in 7..100_007 {
        let to = if number % 2 == 0 { "/Dest [3 0 R /Fit]" } else { "/Dest [9 0 R /Fit]" };
        let next = number + 1;
        objects.push(format!("<< /Title (words {number}) /Parent 6 0 R /Next {next} 0 R {to} >>"));
    }
    let bytes = pdf::file_of(&objects);
    let (converted, entries) =
        converter().convert_unmarked("a.pdf", &bytes, &Cancel::default()).unwrap();
    assert!(converted.text.contains("words") && entries.len() <= 20_000);
    assert!(converter().convert("a.pdf", &bytes, &Cancel::default()).is_ok());
    // and one that is its own sibling and its own child
    objects.truncate(6);
    objects.push("<< /Title (words) /Parent 6 0 R /Next 7 0 R /First 7 0 R >>".to_owned());
    let bytes = pdf::file_of(&objects);
    let (_, entries) = converter().convert_unmarked("a.pdf", &bytes, &Cancel::default()).unwrap();
    assert!(entries.len() <= 20_000);
}

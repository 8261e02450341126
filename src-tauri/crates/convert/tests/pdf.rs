//! PDFs through the real worker: what a page becomes, letter by letter in its place, and what bad
//! files cost.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::string_slice)]

#[path = "support/pdf.rs"]
mod pdf;

use convert::{Converter, Limits, Program};
use pdf::{Font, Pdf, file_of};
use proptest::prelude::*;
use std::path::PathBuf;
use types::{BlockKind, Cancel, ConvertedText, ErrorCode};

fn converter() -> Converter {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("source .ci/env first");
    let engine = PathBuf::from(runtime).join("lib/libpdfium.so");
    Converter::new(Program { path, args: Vec::new() }, Some(engine), Limits::default())
}

fn convert(pdf: &Pdf) -> ConvertedText {
    converter().convert("a.pdf", &pdf.bytes(), &Cancel::default()).unwrap()
}

fn blocks(converted: &ConvertedText) -> Vec<(BlockKind, &str)> {
    let block = |block: &types::Block| (block.kind, &converted.text[block.range.clone()]);
    converted.blocks.iter().map(block).collect()
}

fn headings(converted: &ConvertedText) -> Vec<(u8, &str)> {
    let level = |block: &types::Block| match block.kind {
        BlockKind::Heading(level) => Some(level),
        _ => None,
    };
    let found = converted.blocks.iter();
    found.filter_map(|block| Some((level(block)?, block.title.as_str()))).collect()
}

const PROSE: [&str; 5] = [
    "The marsh was opened to the tide in the spring, and the first mud settled on it",
    "within a week. Over the summer the plants followed, first in the low places, and",
    "later on the old field drains, which stood a hand higher than all the rest of it.",
    "Nobody had expected them so soon, and the plots that had been left open for them",
    "were fenced in a hurry against the geese that came with the colder nights then.",
];

#[test]
fn drawn_tables_become_tables() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    for y in [200.0, 220.0, 260.0, 280.0] {
        pdf.rule(72.0, y, 432.0, y);
    }
    for x in [72.0, 192.0, 312.0, 432.0] {
        pdf.rule(x, 200.0, x, 280.0);
    }
    let cells = [
        (76.0, 214.0, "Plot"),
        (196.0, 214.0, "Cover"),
        (316.0, 214.0, "Note"),
        (76.0, 234.0, "A|1"),
        (196.0, 234.0, "20"),
        (316.0, 234.0, "fenced in the"),
        (316.0, 246.0, "first summer"),
        (76.0, 274.0, "B"),
        (316.0, 274.0, "open"),
    ];
    for (x, y, words) in cells {
        pdf.words(Font::Plain, x, y, 10.0, words);
    }
    let converted = convert(&pdf);
    let table = "| Plot | Cover | Note |\n| --- | --- | --- |\n\
                 | A\\|1 | 20 | fenced in the first summer |\n| B | | open |";
    assert_eq!(
        blocks(&converted),
        [(BlockKind::Paragraph, &*PROSE.join(" ")), (BlockKind::Table, table)]
    );
    let at = converted.text.find("summer |").unwrap();
    let found = converted.pages[0].boxes(&converted.text, &(at..at + 6));
    assert_eq!(found.len(), 1);
    assert!(found[0].x0 > 330.0 && found[0].y0 > 234.0 && found[0].y1 < 252.0, "{found:?}");
}

#[test]
fn tables_without_borders_are_known_by_their_columns() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    let rows = [
        ["Block", "Distance", "Accretion"],
        ["near", "20 m", "4.3"],
        ["middle", "60 m", "12.8"],
        ["far", "140 m", "1.1"],
    ];
    for (at, [first, second, third]) in rows.into_iter().enumerate() {
        let y = 200.0 + at as f32 * 14.0;
        pdf.words(Font::Plain, 72.0, y, 10.0, first);
        pdf.words(Font::Plain, 180.0, y, 10.0, second);
        pdf.words(Font::Plain, 300.0 - third.len() as f32 * 5.0, y, 10.0, third);
    }
    pdf.lines(Font::Plain, 72.0, 300.0, 11.0, &PROSE);
    let converted = convert(&pdf);
    let found = blocks(&converted);
    let table = "| Block | Distance | Accretion |\n| --- | --- | --- |\n| near | 20 m | 4.3 |\n\
                 | middle | 60 m | 12.8 |\n| far | 140 m | 1.1 |";
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[1], (BlockKind::Table, table));
}

#[test]
fn prose_and_lists_are_no_tables() {
    let mut pdf = Pdf::default();
    for (at, line) in PROSE.iter().enumerate() {
        let y = 80.0 + at as f32 * 13.0;
        let half = line[..40].rfind(' ').unwrap();
        pdf.words(Font::Plain, 72.0, y, 10.0, &line[..half]);
        pdf.words(Font::Plain, 320.0, y, 10.0, &line[half + 1..]);
    }
    for (at, item) in ["first thing", "second thing", "third thing"].into_iter().enumerate() {
        let y = 200.0 + at as f32 * 13.0;
        pdf.words(Font::Plain, 72.0, y, 10.0, &format!("{}.", at + 1));
        pdf.words(Font::Plain, 108.0, y, 10.0, item);
    }
    let converted = convert(&pdf);
    assert!(
        converted.blocks.iter().all(|block| block.kind != BlockKind::Table),
        "{}",
        converted.text
    );
    assert!(converted.text.contains("2. second thing"), "{}", converted.text);
}

#[test]
fn levels_come_from_numbers_and_type() {
    let mut pdf = Pdf::default();
    pdf.words(Font::Bold, 150.0, 60.0, 20.0, "Of marshes and tides");
    let sections = [
        (14.0, "Abstract"),
        (14.0, "1 Aims"),
        (11.0, "1.1 Of the plants"),
        (11.0, "1.1.1 In the first year"),
        (14.0, "2 Results"),
        (11.0, "Weather"),
        (14.0, "References"),
    ];
    for (at, (size, title)) in sections.into_iter().enumerate() {
        let y = 100.0 + at as f32 * 95.0;
        pdf.words(Font::Bold, 72.0, y, size, title);
        pdf.lines(Font::Plain, 72.0, y + 20.0, 10.0, &PROSE[..4]);
    }
    let converted = convert(&pdf);
    let expected = [
        (1, "Of marshes and tides"),
        (2, "Abstract"),
        (2, "1 Aims"),
        (3, "1.1 Of the plants"),
        (4, "1.1.1 In the first year"),
        (2, "2 Results"),
        (3, "Weather"),
        (2, "References"),
    ];
    assert_eq!(headings(&converted), expected);
    assert_eq!(converted.title.as_deref(), Some("Of marshes and tides"));
}

#[test]
fn bookmarks_outrank_type() {
    let mut pdf = Pdf::default();
    for (at, title) in ["Part one", "A matter of taste", "Details"].into_iter().enumerate() {
        let y = 80.0 + at as f32 * 120.0;
        pdf.words(Font::Plain, 72.0, y, 10.0, title);
        pdf.lines(Font::Plain, 72.0, y + 24.0, 10.0, &PROSE);
    }
    pdf.next_page().words(Font::Plain, 72.0, 80.0, 10.0, "2. Part two");
    pdf.lines(Font::Plain, 72.0, 104.0, 10.0, &PROSE);
    pdf.bookmark(0, "Part One", 0).bookmark(2, "A matter of taste", 0).bookmark(1, "Details", 0);
    pdf.bookmark(0, "Part two", 1).bookmark(1, "Not on any page", 1);
    let expected = [(2, "Part one"), (3, "A matter of taste"), (3, "Details"), (2, "2. Part two")];
    assert_eq!(headings(&convert(&pdf)), expected);
}

#[test]
fn heads_and_feet_go_on_two_pages_and_content_stays() {
    let mut pdf = Pdf::default();
    for page in 1..=2 {
        if page == 2 {
            pdf.next_page();
        }
        pdf.words(Font::Plain, 72.0, 40.0, 9.0, "Annual report");
        pdf.lines(Font::Plain, 72.0, 90.0, 11.0, &PROSE);
        pdf.words(Font::Plain, 72.0, 700.0, 11.0, &format!("A last line, number {page}."));
        pdf.words(Font::Plain, 290.0, 765.0, 9.0, &format!("Page {page} of 2"));
    }
    let text = convert(&pdf).text;
    assert!(!text.contains("Annual") && !text.contains("Page"), "{text}");
    assert!(text.contains("number 1.") && text.contains("number 2."), "{text}");
    let mut single = Pdf::default();
    single.words(Font::Plain, 72.0, 40.0, 9.0, "A letter head, once");
    single.lines(Font::Plain, 72.0, 90.0, 11.0, &PROSE);
    single.words(Font::Plain, 300.0, 765.0, 9.0, "7");
    let text = convert(&single).text;
    assert!(text.contains("letter head") && !text.contains('7'), "{text}");
}

#[test]
fn code_keeps_its_indents() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 10.0, &PROSE);
    for (at, (indent, line)) in
        [(0.0, "fn main() {"), (24.0, "let a = [1, 2];"), (0.0, "}")].into_iter().enumerate()
    {
        pdf.words(Font::Code, 72.0 + indent, 170.0 + at as f32 * 12.0, 10.0, line);
    }
    pdf.words(Font::Plain, 72.0, 220.0, 10.0, "Listing 1: A program");
    let converted = convert(&pdf);
    let found = blocks(&converted);
    assert_eq!(found[1], (BlockKind::Code, "```\nfn main() {\n    let a = [1, 2];\n}\n```"));
    assert_eq!(found[2], (BlockKind::Caption, "Listing 1: A program"));
}

#[test]
fn hyphens_of_line_ends_go_and_others_stay() {
    let mut pdf = Pdf::default();
    let lines = [
        "A long-term plan was made for the measure-",
        "ment of the salt marsh, and a long-",
        "term plan it was. The state-of-the-",
        "art method came later, in the mid-",
        "1990 campaign, and that was that.",
    ];
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &lines);
    let converted = convert(&pdf);
    for words in ["measurement", "a long-term plan it", "state-of-the-art", "mid-1990"] {
        assert!(converted.text.contains(words), "{words}: {}", converted.text);
    }
    let at = converted.text.find("measurement").unwrap();
    let boxes = converted.pages[0].boxes(&converted.text, &(at..at + 11));
    assert_eq!(boxes.len(), 2, "a word on two lines has two boxes");
}

#[test]
fn lists_nest_and_notes_stand_below() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    pdf.lines(Font::Plain, 72.0, 170.0, 11.0, &["- one", "- two is longer and", "  goes on here"]);
    pdf.lines(Font::Plain, 90.0, 212.0, 11.0, &["- inner", "- other"]);
    pdf.lines(Font::Plain, 72.0, 240.0, 11.0, &["1. first", "2. second"]);
    pdf.lines(Font::Plain, 72.0, 300.0, 11.0, &PROSE);
    pdf.words(Font::Plain, 72.0, 690.0, 8.0, "1 A note at the foot of the page.");
    let converted = convert(&pdf);
    let found = blocks(&converted);
    assert_eq!(found[1], (BlockKind::ListItem, "- one"));
    assert_eq!(found[2].0, BlockKind::ListItem);
    assert!(found[2].1.ends_with("\n    - inner\n    - other"), "{:?}", found[2]);
    assert_eq!(found[3], (BlockKind::ListItem, "1. first"));
    assert_eq!(found.last().unwrap(), &(BlockKind::Footnote, "1 A note at the foot of the page."));
}

#[test]
fn letters_of_all_scripts_are_read_in_their_order() {
    let mut pdf = Pdf::default();
    // shown from left to right as it stands on the page: the first letter is the last of the line
    pdf.words(Font::Hebrew, 300.0, 80.0, 12.0, "FED CBA");
    pdf.words(Font::Han, 72.0, 200.0, 12.0, "ABCDEFGH");
    pdf.words(Font::Han, 72.0, 214.0, 12.0, "IJKL");
    let converted = convert(&pdf);
    assert!(converted.text.contains("אבג דהו"), "{}", converted.text);
    let ideographs: String = (0..12).filter_map(|at| char::from_u32(0x4e00 + at)).collect();
    assert!(converted.text.contains(&ideographs), "{}", converted.text);
    let at = converted.text.find("דהו").unwrap();
    let left = converted.pages[0].boxes(&converted.text, &(at..at + 6));
    let right = converted.pages[0].boxes(&converted.text, &(at - 7..at - 1));
    assert!(left[0].x1 <= right[0].x0 + 1.0, "{left:?} {right:?}");
}

#[test]
fn turned_pages_are_read_as_shown_and_text_beside_the_page_is_left_out() {
    let mut pdf = Pdf::default();
    pdf.page_keys("/MediaBox [0 0 612 792] /Rotate 180");
    pdf.draw("BT /F1 12 Tf -1 0 0 -1 540 72 Tm (upper words) Tj ET");
    pdf.draw("BT /F1 12 Tf -1 0 0 -1 540 500 Tm (lower words) Tj ET");
    pdf.words(Font::Plain, 900.0, 100.0, 12.0, "nowhere");
    let converted = convert(&pdf);
    assert_eq!(converted.text, "upper words\n\nlower words");
    let found = converted.pages[0].boxes(&converted.text, &(0..5));
    assert!(found[0].x0 > 70.0 && found[0].x0 < 75.0 && found[0].y0 < 73.0, "{found:?}");
}

#[test]
fn fonts_that_name_no_letters_are_told() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    pdf.next_page().lines(Font::Unmapped, 72.0, 80.0, 11.0, &["ABCDEFG HIJKLMN OPQ", "RSTUVW XYZ"]);
    pdf.words(Font::Plain, 72.0, 200.0, 11.0, "Some words");
    let converted = convert(&pdf);
    let expected = "page 2: its font does not say which letters it shows";
    assert!(converted.warnings.iter().any(|warning| warning == expected), "{converted:?}");
    let mut nothing = Pdf::default();
    nothing.lines(Font::Unmapped, 72.0, 80.0, 11.0, &["ABCDEFG HIJKLMN", "OPQRSTUVW XYZ"]);
    let error = converter().convert("a.pdf", &nothing.bytes(), &Cancel::default()).unwrap_err();
    assert_eq!(error.problem().code, ErrorCode::NoText);
}

const REEDS: [&str; 6] = [
    "Reeds grew where the bank was low,",
    "and the herons stood among them in",
    "the mornings. Their nests were built",
    "higher up, in the old willows of the",
    "dyke, where no fox could climb and no",
    "boat could come near to them at all.",
];
const TIDES: [&str; 6] = [
    "Tides came in twice on each day and",
    "left their silt between the stems. It",
    "was weighed in spring, when the frost",
    "had gone, and again before the storms",
    "of autumn carried half of it away and",
    "out into the channel beyond the bar.",
];

#[test]
fn columns_drawn_line_by_line_across_are_read_down() {
    let mut pdf = Pdf::default();
    for (at, (left, right)) in REEDS.iter().zip(TIDES).enumerate() {
        let y = 80.0 + at as f32 * 13.0;
        pdf.words(Font::Plain, 60.0, y, 10.0, left).words(Font::Plain, 320.0, y, 10.0, right);
    }
    let converted = convert(&pdf);
    assert_eq!(converted.text, format!("{}\n\n{}", REEDS.join(" "), TIDES.join(" ")));
    assert_eq!(converted.warnings, Vec::<String>::new());
}

#[test]
fn pages_in_doubt_are_named() {
    let page = |first: f32, second: f32| {
        let mut pdf = Pdf::default();
        pdf.lines(Font::Plain, first, 80.0, 10.0, &REEDS);
        pdf.lines(Font::Plain, second, 80.0, 10.0, &TIDES);
        let converted = convert(&pdf);
        converted.warnings.iter().any(|warning| warning.starts_with("page 1: two ways"))
    };
    assert!(!page(60.0, 320.0), "the file draws the columns from left to right");
    assert!(page(320.0, 60.0), "it draws the right one first");
}

#[test]
fn metadata_become_a_reference() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    pdf.info("Title", "Of tides").info("Author", "Okafor, I.; T. Bielak");
    pdf.info("CreationDate", "D:20240501120000Z");
    let converted = convert(&pdf);
    let reference = converted.reference;
    assert_eq!(converted.title.as_deref(), Some("Of tides"));
    assert_eq!(reference.title.as_deref(), Some("Of tides"));
    assert_eq!(reference.year, None, "when a file was made is no year of publication");
    let names: Vec<_> =
        reference.authors.iter().map(|own| (own.family.as_str(), own.given.as_str())).collect();
    assert_eq!(names, [("Okafor", "I."), ("Bielak", "T.")]);
}

#[test]
fn what_a_publisher_put_into_a_file_is_told() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    pdf.info("Subject", "Journal of Mud, 12 \\(2019\\) 7-19. doi:10.1000/mud.1");
    let told = |bytes: &[u8]| {
        let reference = converter().convert("a.pdf", bytes, &Cancel::default()).unwrap().reference;
        (reference.container, reference.year, reference.doi)
    };
    let mud = Some("Journal of Mud".to_owned());
    assert_eq!(told(&pdf.bytes()), (mud.clone(), Some(2019), Some("10.1000/mud.1".to_owned())));
    // a packet that names another: neither is believed
    let packet = "<rdf:RDF><rdf:Description pdf:Producer='p' prism:doi='10.1000/mud.2'/></rdf:RDF>";
    let mut bytes = packet.as_bytes().to_vec();
    bytes.splice(..0, pdf.bytes());
    assert_eq!(told(&bytes).2, None);
}

/// A catalogue, a tree of pages and one page with a word on it.
fn tree(pages: &str, more: &[String]) -> Vec<u8> {
    let content = "BT /F1 12 Tf 72 700 Td (word) Tj ET";
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        pages.to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R \
         /Resources << /Font << /F1 3 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
    ];
    objects.extend_from_slice(more);
    file_of(&objects)
}

#[test]
fn hostile_files_cost_themselves_only() {
    let cyclic = tree(
        "<< /Type /Pages /Count 5 /Kids [4 0 R 2 0 R 6 0 R] >>",
        &["<< /Type /Pages /Parent 2 0 R /Count 3 /Kids [2 0 R 6 0 R] >>".to_owned()],
    );
    let refs = "4 0 R ".repeat(100_000);
    let many = tree(&format!("<< /Type /Pages /Count 100000 /Kids [{refs}] >>"), &[]);
    let claimed = tree("<< /Type /Pages /Count 2000000000 /Kids [4 0 R] >>", &[]);
    let good = tree("<< /Type /Pages /Count 1 /Kids [4 0 R] >>", &[]);
    let text = String::from_utf8(good.clone()).unwrap();
    let lost_table = text.replace("startxref\n", "startxref\n9999").into_bytes();
    let wrong_table = text.replace("00000 n", "00001 n").into_bytes();
    let huge = text.replace("[0 0 612 792]", "[-9e30 -9e30 9e30 9e30]").into_bytes();
    let own_parent = text.replace("/Parent 2 0 R", "/Parent 4 0 R").into_bytes();
    let converter = converter();
    for (name, bytes, code) in [
        ("many pages", many, Some(ErrorCode::TooLarge)),
        ("claimed pages", claimed, None),
        ("cyclic pages", cyclic, None),
        ("lost table", lost_table, None),
        ("wrong table", wrong_table, None),
        ("huge page", huge, None),
        ("own parent", own_parent, None),
        ("good", good, None),
    ] {
        match (converter.convert("a.pdf", &bytes, &Cancel::default()), code) {
            // what can be read of it is read, or it is said why not
            (Ok(converted), None) => assert!(converted.text.contains("word"), "{name}"),
            (Err(error), None) => {
                let code = error.problem().code;
                let known = [ErrorCode::DamagedDocument, ErrorCode::NoText, ErrorCode::TooLarge]
                    .contains(&code);
                assert!(known && name != "good", "{name}: {code:?}");
            }
            (result, Some(code)) => {
                assert_eq!(result.unwrap_err().problem().code, code, "{name}");
            }
        }
    }
}

#[test]
fn a_page_of_very_many_letters_is_read() {
    let mut pdf = Pdf::default();
    for at in 0..3000 {
        let words = format!("line {at} of a page that holds more than any");
        pdf.words(
            Font::Plain,
            20.0 + (at % 3) as f32 * 190.0,
            10.0 + (at / 3) as f32 * 0.75,
            1.0,
            &words,
        );
    }
    let converted = convert(&pdf);
    assert!(converted.text.contains("line 0 of") && converted.text.contains("line 2999 of"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_word_comes_through_once_and_in_its_place(
        words in proptest::collection::vec(
            ("[a-z]{2,9}", 40.0f32..500.0, 60.0f32..760.0, 6.0f32..24.0, any::<bool>()), 1..40),
        rules in proptest::collection::vec((40.0f32..500.0, 60.0f32..760.0, 10.0f32..400.0), 0..12),
    ) {
        let mut pdf = Pdf::default();
        // numbered, so that each can be told from the others, and none is a running head
        for (at, (word, x, y, size, bold)) in words.iter().enumerate() {
            let font = if *bold { Font::Bold } else { Font::Plain };
            let row = 60.0 + ((y - 60.0) / 18.0).floor() * 18.0;
            pdf.words(font, *x, row, size.min(14.0), &format!("{word}q{at}q"));
        }
        for (x, y, length) in rules {
            pdf.rule(x, y, x + length, y).rule(x, y, x, y + length);
        }
        let converted = convert(&pdf);
        for at in 0..words.len() {
            let mark = format!("q{at}q");
            // words set over each other lose letters to each other; they still leave their mark
            let count = converted.text.matches(mark.as_str()).count();
            prop_assert!(count <= 1, "{mark}: {}", converted.text);
        }
        for line in &converted.pages[0].lines {
            let letters = converted.text[line.range.clone()].chars().count();
            prop_assert_eq!(letters, line.edges.len());
            prop_assert!(line.edges.is_sorted());
        }
    }
}

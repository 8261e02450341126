//! Whatever the converter can emit, its parent takes as it is: nothing is refused as unsound, nothing
//! has to be put right. PDFs laid out at random, and any text in every other format, through the
//! real worker.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::string_slice)]

#[path = "support/pdf.rs"]
mod pdf;
mod support;

use convert::{Converter, Limits, Program};
use pdf::{Font, Pdf};
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;
use types::{Cancel, ConvertedText, ErrorCode};

static CONVERTER: LazyLock<Converter> = LazyLock::new(|| {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    Converter::new(Program { path, args: Vec::new() }, Some(support::pdfium()), Limits::default())
});

/// Converts; what is refused is refused for what the document is.
fn check(name: &str, bytes: &[u8]) -> Option<ConvertedText> {
    match CONVERTER.convert(name, bytes, &Cancel::default()) {
        Ok(converted) => {
            let mended = converted.warnings.iter().find(|own| own.starts_with("put right"));
            assert_eq!(mended, None, "{name}");
            Some(converted)
        }
        Err(error) => {
            let problem = error.problem();
            let fault =
                [ErrorCode::UnsoundText, ErrorCode::ConverterCrashed].contains(&problem.code);
            assert!(!fault, "{name}: {problem:?}");
            None
        }
    }
}

const PROSE: [&str; 3] = [
    "The committee met in the spring of that year and heard reports from all of the",
    "regional offices about the state of the harvest and the prices that were paid for",
    "grain in the markets of the interior where the drought had been felt most of all.",
];

/// Two pages of prose, the first of which ends with `ending`; the last begins with `beginning`,
/// and `between` may draw pages in between.
fn broken_over_pages(ending: &str, beginning: &str, between: fn(&mut Pdf)) -> ConvertedText {
    let mut pdf = Pdf::default();
    for at in 0..14 {
        pdf.lines(Font::Plain, 72.0, 80.0 + at as f32 * 39.6, 11.0, &PROSE);
    }
    pdf.words(Font::Plain, 72.0, 80.0 + 14.0 * 39.6, 11.0, ending);
    pdf.next_page();
    between(&mut pdf);
    pdf.words(Font::Plain, 72.0, 80.0, 11.0, beginning);
    pdf.lines(Font::Plain, 72.0, 93.2, 11.0, &PROSE);
    check("a.pdf", &pdf.bytes()).expect("two pages of prose are read")
}

#[test]
fn a_word_broken_over_pages_is_whole_and_each_half_on_its_page() {
    let ending = "They agreed that the figures could not be trusted without further infor-";
    let beginning = "mation from the provinces and that a second survey should be made at once by";
    let betweens: [fn(&mut Pdf); 2] = [
        |_| {},
        |pdf| {
            pdf.next_page().next_page();
        },
    ];
    for between in betweens {
        let converted = broken_over_pages(ending, beginning, between);
        let at =
            converted.text.find("further information from").expect("one word") + "further ".len();
        let on = |page: &types::PageLayout| page.boxes(&converted.text, &(at..at + 11)).len();
        let (first, last) = (&converted.pages[0], converted.pages.last().unwrap());
        assert_eq!((on(first), on(last)), (1, 1));
        assert_eq!(first.range.end, at + "infor".len());
        assert!(converted.pages.iter().skip(1).all(|page| page.range.start >= first.range.end));
        assert_eq!(&converted.text[last.range.clone()][..6], "mation");
    }
}

/// How a page is filled.
#[derive(Clone, Copy, Debug)]
enum Layout {
    Empty,
    Columns(usize),
    Leftwards,
    OnItsSide,
    Table,
    Scattered,
}

fn any_layout() -> impl Strategy<Value = Layout> {
    prop_oneof![
        1 => Just(Layout::Empty),
        6 => (1usize..4).prop_map(Layout::Columns),
        1 => Just(Layout::Leftwards),
        1 => Just(Layout::OnItsSide),
        2 => Just(Layout::Table),
        1 => Just(Layout::Scattered),
    ]
}

/// Lines as they come out of books: words, at times cut at the end, or with marks around them.
fn any_line() -> impl Strategy<Value = String> {
    ("[a-zA-Z0-9(]{0,3}[a-z]{1,9}( [a-z0-9-]{1,9}){0,6}", "(-|--|- |\\.|;|\\)|<|\\||\\*|)")
        .prop_map(|(words, end)| words + &end)
}

fn draw(pdf: &mut Pdf, layout: Layout, lines: &[String]) {
    match layout {
        Layout::Empty => {}
        Layout::Columns(columns) => {
            let width = 540.0 / columns as f32;
            for (at, line) in lines.iter().enumerate() {
                let (column, row) =
                    (at * columns / lines.len(), at % lines.len().div_ceil(columns));
                let fits = (width / 6.0) as usize;
                let line: String = line.chars().take(fits).collect();
                let x = 36.0 + column as f32 * width;
                pdf.words(Font::Plain, x, 60.0 + row as f32 * 13.0, 10.0, &line);
            }
        }
        Layout::Leftwards => {
            for (at, line) in lines.iter().enumerate() {
                let y = 60.0 + at as f32 * 14.0;
                pdf.words(Font::Hebrew, 200.0, y, 11.0, &line.to_uppercase());
            }
        }
        Layout::OnItsSide => {
            for (at, line) in lines.iter().enumerate() {
                let line = line.replace(['(', ')', '\\'], "");
                let x = 100 + at * 14;
                pdf.draw(&format!("BT /F1 10 Tf 0 1 -1 0 {x} 100 Tm ({line}) Tj ET"));
            }
        }
        Layout::Table => {
            let rows = lines.len();
            (0..=rows).for_each(|row| {
                let y = 60.0 + row as f32 * 20.0;
                pdf.rule(40.0, y, 560.0, y);
            });
            [40.0, 300.0, 560.0].into_iter().for_each(|x| {
                pdf.rule(x, 60.0, x, 60.0 + rows as f32 * 20.0);
            });
            for (at, line) in lines.iter().enumerate() {
                let y = 74.0 + at as f32 * 20.0;
                let (left, right) = line.split_at(line.len() / 2);
                pdf.words(Font::Plain, 44.0, y, 9.0, left).words(Font::Bold, 304.0, y, 9.0, right);
            }
        }
        Layout::Scattered => {
            for (at, line) in lines.iter().enumerate() {
                let (x, y) = ((at * 137 % 560) as f32, (at * 251 % 780) as f32);
                pdf.words(Font::Code, x, y, 6.0 + (at * 7 % 20) as f32, line);
            }
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A document of a format with this text in it.
fn packed(format: usize, text: &str) -> (&'static str, Vec<u8>) {
    let xml = escaped(text);
    match format {
        0 => ("a.docx", support::docx(&support::paragraph("H1", &xml), &[])),
        1 => ("a.docx", support::docx(&format!("<w:p><w:r><w:t>{xml}</w:t></w:r></w:p>"), &[])),
        2 => (
            "a.xlsx",
            support::xlsx(
                &format!(
                    "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>{xml}</t></is></c></row>"
                ),
                "",
            ),
        ),
        3 => (
            "a.epub",
            support::epub(
                &format!("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>{xml}</body></html>"),
                "",
            ),
        ),
        4 => ("a.html", format!("<html><title>{xml}</title><body>{text}</body></html>").into()),
        5 => ("a.rtf", format!("{{\\rtf1 {text}}}").into_bytes()),
        6 => ("a.eml", format!("From: a@b.example\r\nSubject: {text}\r\n\r\n{text}").into_bytes()),
        7 => ("a.bib", format!("@book{{k, title = {{{text}}}}}").into_bytes()),
        8 => ("a.csv", format!("a,b\n{text},{text}\n").into_bytes()),
        9 => ("a.md", format!("# {text}\n\n{text}").into_bytes()),
        _ => ("a.txt", text.as_bytes().to_vec()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pages_of_any_layout_are_taken(
        pages in proptest::collection::vec(
            (any_layout(), proptest::collection::vec(any_line(), 1..30)), 1..6),
        rotate in (0usize..4).prop_map(|quarter| quarter * 90),
    ) {
        let mut pdf = Pdf::default();
        pdf.page_keys(&format!("/MediaBox [0 0 612 792] /Rotate {rotate}"));
        for (at, (layout, lines)) in pages.iter().enumerate() {
            if at > 0 {
                pdf.next_page();
            }
            draw(&mut pdf, *layout, lines);
        }
        check("a.pdf", &pdf.bytes());
    }

    #[test]
    fn any_text_in_any_format_is_taken(
        format in 0usize..11,
        text in "([a-zA-Z ]|[#*>`|_\\-=+<&;:.!\\[\\](){}\\\\\"]|[0-9]|\n|\t|é|漢|\u{1f600}|א|\u{301}|<p>|<li>|<h2>|\\\\par |---\n){0,80}",
    ) {
        let (name, bytes) = packed(format, &text);
        check(name, &bytes);
    }
}

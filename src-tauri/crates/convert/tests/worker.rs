//! Documents through the real worker process: what comes out, what is refused and how, and that one
//! lost worker costs one document.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::string_slice)]

mod support;

use convert::{Converter, Error, Limits, Program};
use std::path::PathBuf;
use std::time::Duration;
use support::{docx, paragraph, pdf, pdf_of};
use types::{BlockKind, Cancel, ConvertedText, ErrorCode, Format};

fn converter_with(limits: Limits) -> Converter {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    Converter::new(Program { path, args: Vec::new() }, Some(support::pdfium()), limits)
}

fn converter() -> Converter {
    converter_with(Limits::default())
}

fn convert(name: &str, bytes: &[u8]) -> ConvertedText {
    converter().convert(name, bytes, &Cancel::default()).unwrap()
}

fn blocks(converted: &ConvertedText) -> Vec<(BlockKind, &str)> {
    let block = |block: &types::Block| (block.kind, &converted.text[block.range.clone()]);
    converted.blocks.iter().map(block).collect()
}

#[test]
fn each_format_becomes_text() {
    let body = paragraph("H1", "Title &amp; more") + &paragraph("", "One *word*.");
    let cases: Vec<(&str, Vec<u8>, Format, &str)> = vec![
        ("a.txt", b"One.\r\n\r\nTwo.".to_vec(), Format::Text, "One.\n\nTwo."),
        ("a.md", b"# T\n\nwords".to_vec(), Format::Markdown, "# T\n\nwords"),
        ("a.html", b"<title>T</title><h2>S</h2><p>words".to_vec(), Format::Html, "## S\n\nwords"),
        ("a.docx", docx(&body, &[]), Format::Docx, "## Title & more\n\nOne \\*word\\*.\n"),
        ("a.pdf", pdf(&[vec![(72.0, 72.0, 12.0, "Hello there.")]]), Format::Pdf, "Hello there."),
        ("a.csv", b"a;b\n1;2".to_vec(), Format::Csv, "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("a.rtf", b"{\\rtf1 caf\\'e9\\par}".to_vec(), Format::Rtf, "café"),
        (
            "a.eml",
            b"From: a@b\nSubject: s\n\nwords".to_vec(),
            Format::Email,
            "# s\n\nFrom: a@b\n\nwords",
        ),
        ("a.bib", b"@book{k, title={T}}".to_vec(), Format::References, "- T [k]"),
    ];
    let converter = converter();
    for (name, bytes, format, text) in cases {
        let converted = converter.convert(name, &bytes, &Cancel::default()).unwrap();
        assert_eq!(converted.format, format, "{name}");
        assert_eq!(converted.text.trim(), text.trim(), "{name}");
        assert!(!converted.blocks.is_empty(), "{name}");
    }
}

const LEFT: [&str; 6] = [
    "The left column starts with this line of",
    "words and goes on over some more lines, so",
    "that it is wide and long enough to be read",
    "as a column of text by anyone who looks at",
    "the page, and its last sentence goes on to",
    "the top of the other column, where it then",
];
const RIGHT: [&str; 6] = [
    "ends at last. The right column has words of",
    "its own, and nobody would ever think that a",
    "line of it continued a line of the left one",
    "although the two stand side by side on the",
    "page and share their base lines, as columns",
    "of most journals do. This is the very end.",
];

fn two_columns() -> Vec<u8> {
    let mut page = vec![(150.0, 60.0, 20.0, "A title across both of the columns")];
    for (at, (left, right)) in LEFT.iter().zip(RIGHT).enumerate() {
        let y = 120.0 + 14.0 * at as f32;
        page.push((60.0, y, 11.0, *left));
        page.push((320.0, y, 11.0, right));
    }
    pdf(&[page])
}

#[test]
fn columns_are_read_one_after_the_other() {
    let converted = convert("a.pdf", &two_columns());
    let expected =
        format!("# A title across both of the columns\n\n{} {}", LEFT.join(" "), RIGHT.join(" "));
    assert_eq!(converted.text, expected);
    assert_eq!(converted.blocks[0].kind, BlockKind::Heading(1));
    assert_eq!(converted.title.as_deref(), Some("A title across both of the columns"));
    assert_eq!(converted.blocks.len(), 2, "a sentence goes on in the next column");
}

#[test]
fn letters_keep_their_boxes() {
    let converted = convert("a.pdf", &two_columns());
    let page = &converted.pages[0];
    assert_eq!((page.page, page.width, page.height), (1, 612.0, 792.0));
    let at = converted.text.find("nobody").unwrap();
    let boxes = page.boxes(&converted.text, &(at..at + 6));
    assert_eq!(boxes.len(), 1);
    let found = boxes[0];
    // second line of the right column: x from 320, base line at 134, six letters of 11 points
    assert!(found.x0 > 360.0 && found.x1 < 430.0 && found.x1 - found.x0 > 25.0, "{found:?}");
    assert!(
        found.y0 > 120.0 && found.y0 < 134.0 && found.y1 > 133.0 && found.y1 < 140.0,
        "{found:?}"
    );
    for line in &page.lines {
        let words = &converted.text[line.range.clone()];
        assert_eq!(words.chars().count(), line.edges.len());
        assert_eq!(page.boxes(&converted.text, &line.range).len(), 1, "{words}");
    }
}

#[test]
fn running_heads_go_and_sections_stay() {
    let page = |number: usize| {
        let (head, section) = ("Journal of Examples 2026", ["Aims", "Methods", "Results"][number]);
        vec![
            (72.0, 40.0, 9.0, head.to_owned()),
            (72.0, 100.0, -11.0, section.to_owned()),
            (72.0, 130.0, 11.0, format!("Body of part {number} in plain words that end here.")),
            (72.0, 160.0, 11.0, "• an item of a list".to_owned()),
            (300.0, 770.0, 9.0, format!("Page {}", number + 1)),
        ]
    };
    let owned: Vec<_> = (0..3).map(page).collect();
    let pages: Vec<Vec<_>> = owned
        .iter()
        .map(|page| {
            page.iter().map(|(x, y, size, words)| (*x, *y, *size, words.as_str())).collect()
        })
        .collect();
    let converted = convert("a.pdf", &pdf(&pages));
    assert!(
        !converted.text.contains("Journal") && !converted.text.contains("Page"),
        "{}",
        converted.text
    );
    let titles: Vec<_> = converted.blocks.iter().filter(|block| !block.title.is_empty()).collect();
    assert_eq!(
        titles.iter().map(|block| block.title.as_str()).collect::<Vec<_>>(),
        ["Aims", "Methods", "Results"]
    );
    assert_eq!(converted.pages.len(), 3);
    let second = &converted.pages[1];
    assert!(converted.text[second.range.clone()].contains("Body of part 1"));
}

#[test]
fn word_structure_becomes_markdown() {
    let numbering = "<w:numbering xmlns:w=\"w\"><w:abstractNum w:abstractNumId=\"0\">\
        <w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl>\
        <w:lvl w:ilvl=\"1\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"•\"/></w:lvl></w:abstractNum>\
        <w:num w:numId=\"7\"><w:abstractNumId w:val=\"0\"/></w:num></w:numbering>";
    let notes = "<w:footnotes xmlns:w=\"w\"><w:footnote w:id=\"0\" w:type=\"separator\"/>\
        <w:footnote w:id=\"2\"><w:p><w:r><w:t>The note.</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let core = "<c:coreProperties xmlns:c=\"c\" xmlns:dc=\"d\"><dc:title>Core title</dc:title></c:coreProperties>";
    let item = |level: u8, words: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"7\"/></w:numPr></w:pPr>\
             <w:r><w:t>{words}</w:t></w:r></w:p>"
        )
    };
    let cell = |properties: &str, words: &str| {
        format!(
            "<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:tc>"
        )
    };
    let body = [
        paragraph("Mine", "Based on a heading"),
        item(0, "first"),
        item(1, "inner"),
        item(0, "second"),
        "<w:p><w:r><w:t>A</w:t></w:r><w:del><w:r><w:t>gone</w:t></w:r></w:del>\
         <w:hyperlink><w:r><w:t xml:space=\"preserve\"> link</w:t></w:r></w:hyperlink>\
         <w:r><w:footnoteReference w:id=\"2\"/></w:r></w:p>"
            .to_owned(),
        format!(
            "<w:tbl><w:tr>{}{}</w:tr><w:tr>{}{}{}</w:tr></w:tbl>",
            cell("<w:gridSpan w:val=\"2\"/>", "wide"),
            cell("", "c"),
            cell("<w:vMerge/>", "hidden"),
            cell("", "x|y"),
            cell("", "z")
        ),
    ]
    .concat();
    let parts = [
        ("word/numbering.xml", numbering),
        ("word/footnotes.xml", notes),
        ("docProps/core.xml", core),
    ];
    let converted = convert("a.docx", &docx(&body, &parts));
    assert_eq!(converted.title.as_deref(), Some("Core title"));
    let expected = [
        (BlockKind::Heading(3), "### Based on a heading"),
        (BlockKind::ListItem, "1. first\n   - inner"),
        (BlockKind::ListItem, "2. second"),
        (BlockKind::Paragraph, "A link[^1]"),
        (BlockKind::Table, "| wide | wide | c |\n| --- | --- | --- |\n| wide | x\\|y | z |"),
        (BlockKind::Footnote, "[^1]: The note."),
    ];
    assert_eq!(blocks(&converted), expected);
}

#[test]
fn bad_documents_are_refused_with_their_reason() {
    let whole = docx(&paragraph("", "words"), &[]);
    let bomb = docx(&paragraph("", &" ".repeat(40 << 20)), &[]);
    let entities = docx("", &[]);
    let entity_document = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><w:document><w:body>&b;</w:body></w:document>";
    let entities = {
        drop(entities);
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file("word/document.xml", options).unwrap();
        std::io::Write::write_all(&mut archive, entity_document.as_bytes()).unwrap();
        archive.finish().unwrap().into_inner()
    };
    let good_pdf = two_columns();
    let locked = include_bytes!("fixtures/password.pdf").to_vec();
    let scan = pdf_of(&["0.5 g 100 100 400 500 re f".to_owned()]);
    let cases: Vec<(&str, Vec<u8>, ErrorCode)> = vec![
        ("empty.txt", Vec::new(), ErrorCode::EmptyDocument),
        ("empty.pdf", Vec::new(), ErrorCode::EmptyDocument),
        ("blank.md", b" \n\t\n".to_vec(), ErrorCode::EmptyDocument),
        ("cut.pdf", good_pdf[..good_pdf.len() / 2].to_vec(), ErrorCode::DamagedDocument),
        ("head.pdf", b"%PDF-1.7\nstartxref\n9\n%%EOF".to_vec(), ErrorCode::DamagedDocument),
        ("cut.docx", whole[..whole.len() / 2].to_vec(), ErrorCode::DamagedDocument),
        ("report.txt", b"\x89PNG\r\n\x1a\n0000".to_vec(), ErrorCode::DamagedDocument),
        ("report.gif", b"GIF89a0000".to_vec(), ErrorCode::UnsupportedFormat),
        ("program.pdf", b"\x7fELF\x02\x01\x01".to_vec(), ErrorCode::UnsupportedFormat),
        ("noise.txt", (0..=255u8).cycle().take(4096).collect(), ErrorCode::UnsupportedFormat),
        ("locked.pdf", locked, ErrorCode::PasswordProtected),
        ("scan.pdf", scan, ErrorCode::NoText),
        ("bomb.docx", bomb, ErrorCode::TooLarge),
        ("entities.docx", entities, ErrorCode::DamagedDocument),
        ("empty.docx", docx("", &[]), ErrorCode::EmptyDocument),
    ];
    let converter = converter();
    for (name, bytes, code) in cases {
        let error = converter.convert(name, &bytes, &Cancel::default()).expect_err(name);
        let problem = error.problem();
        assert_eq!(problem.code, code, "{name}: {problem:?}");
        assert!(!problem.message.is_empty() && !problem.hint.is_empty(), "{name}");
    }
}

#[test]
fn two_hundred_megabytes_start_no_work() {
    let program = Program { path: PathBuf::from("/nonexistent"), args: Vec::new() };
    let converter = Converter::new(program, None, Limits::default());
    let error = converter.convert("a.txt", &vec![b'a'; 200 << 20], &Cancel::default());
    assert_eq!(error.unwrap_err().problem().code, ErrorCode::TooLarge);
    let error = converter.convert("a.txt", b"small", &Cancel::default());
    assert_eq!(error.unwrap_err().problem().code, ErrorCode::Internal);
}

#[test]
fn text_over_the_limit_is_too_large() {
    let converter = converter_with(Limits { text_bytes: 100, ..Limits::default() });
    let words = "words ".repeat(50);
    let body = paragraph("", &words);
    for (name, bytes) in [
        ("a.txt", words.clone().into_bytes()),
        ("a.md", words.clone().into_bytes()),
        ("a.html", format!("<p>{words}").into_bytes()),
        ("a.docx", docx(&body, &[])),
        ("a.pdf", two_columns()),
    ] {
        let error = converter.convert(name, &bytes, &Cancel::default()).unwrap_err();
        assert_eq!(error.problem().code, ErrorCode::TooLarge, "{name}");
    }
}

#[test]
fn no_pdf_engine_is_said_plainly() {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    let converter = Converter::new(Program { path, args: Vec::new() }, None, Limits::default());
    let error = converter.convert("a.pdf", &two_columns(), &Cancel::default()).unwrap_err();
    assert_eq!(error, Error::PdfEngine);
    assert!(error.problem().hint.contains("./setup"));
}

#[test]
fn deep_html_costs_at_most_itself() {
    let converter = converter();
    for depth in [1_000, 10_000] {
        let page = format!("{}words{}", "<div>".repeat(depth), "</div>".repeat(depth));
        match converter.convert("a.html", page.as_bytes(), &Cancel::default()) {
            Ok(converted) => assert!(converted.text.contains("words")),
            Err(error) => assert_eq!(error.problem().code, ErrorCode::ConverterCrashed),
        }
        let next = converter.convert("a.md", b"# next", &Cancel::default()).unwrap();
        assert_eq!(next.text, "# next");
    }
}

/// A text that keeps a worker busy for far longer than a test may take.
fn slow_page() -> Vec<u8> {
    let open: String = (0..600_000).map(|at| format!("<b><i><font x={at}>")).collect();
    open.into_bytes()
}

#[test]
fn slow_documents_are_stopped_and_the_next_converts() {
    let wall = Duration::from_millis(300);
    let converter = converter_with(Limits { wall, ..Limits::default() });
    let error = converter.convert("a.html", &slow_page(), &Cancel::default()).unwrap_err();
    assert_eq!(error.problem().code, ErrorCode::TimedOut);
    assert_eq!(converter.convert("a.md", b"next", &Cancel::default()).unwrap().text, "next");
}

#[test]
fn a_request_to_stop_is_heard_while_working() {
    let converter = converter();
    let cancel = Cancel::default();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| converter.convert("a.html", &slow_page(), &cancel));
        cancel.cancel();
        assert_eq!(work.join().unwrap().unwrap_err(), Error::Cancelled);
    });
    assert_eq!(converter.convert("a.md", b"next", &Cancel::default()).unwrap().text, "next");
}

#[test]
fn memory_is_bounded() {
    let converter = converter_with(Limits { memory_bytes: 220 << 20, ..Limits::default() });
    let page = "<p>x".repeat(2 << 20);
    let error = converter.convert("a.html", page.as_bytes(), &Cancel::default()).unwrap_err();
    assert_eq!(error.problem().code, ErrorCode::ConverterCrashed);
    assert_eq!(converter.convert("a.md", b"next", &Cancel::default()).unwrap().text, "next");
}

#[test]
fn archives_are_unpacked_in_the_worker() {
    let converter = converter();
    let unpack = |name: &str, bytes: &[u8]| converter.unpack(name, bytes, &Cancel::default());
    let content: Vec<u8> = (0..=255u8).cycle().take(300_000).collect();
    let archive = support::zip(&[("a/b.bin", &content), ("c.md", b"# c")]);
    assert!(convert::is_archive("papers.zip", &archive) && convert::is_archive("x", &archive));
    let members = unpack("papers.zip", &archive).unwrap();
    let found: Vec<_> = members.iter().map(|it| (it.path.as_str(), it.bytes.as_slice())).collect();
    assert_eq!(found, [("a/b.bin", content.as_slice()), ("c.md", b"# c")]);

    let document = docx(&paragraph("", "words"), &[]);
    assert!(!convert::is_archive("a.docx", &document) && convert::is_archive("a", &document));
    for (name, bytes) in [("a.docx", document.as_slice()), ("a", &document), ("a.zip", b"words")] {
        assert_eq!(unpack(name, bytes).unwrap_err(), Error::NotAnArchive, "{name}");
    }
    let zeros = vec![0; 20 << 20];
    let bomb = support::zip(&[("a.txt", &zeros)]);
    assert_eq!(unpack("a.zip", &bomb).unwrap_err().problem().code, ErrorCode::TooLarge);
    assert_eq!(unpack("a.zip", &archive).unwrap().len(), 2, "the next one unpacks");
}

#[test]
fn markdown_is_rendered_in_the_worker() {
    let html = converter().render_html("# A **b**", &Cancel::default()).unwrap();
    assert!(html.contains("<span data-s=\"2\" data-e=\"4\">A </span>"), "{html}");
}

//! Workbooks made on the spot, whole and hostile.

use super::*;
use crate::markdown;
use proptest::prelude::*;
use std::io::Write;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zip_of(parts: &[(&str, String)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A workbook of sheets: name, state, what stands in `worksheet`.
fn xlsx(sheets: &[(&str, &str, &str)], strings: &str) -> Vec<u8> {
    let space = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
                 xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
    let (mut list, mut relations) = (String::new(), String::new());
    let mut parts = Vec::new();
    for (at, (name, state, sheet)) in sheets.iter().enumerate() {
        list +=
            &format!("<sheet name=\"{name}\" sheetId=\"{at}\" state=\"{state}\" r:id=\"r{at}\"/>");
        relations += &format!(
            "<Relationship Id=\"r{at}\" Type=\"http://x/worksheet\" Target=\"worksheets/s{at}.xml\"/>"
        );
        parts.push((
            format!("xl/worksheets/s{at}.xml"),
            format!("<worksheet {space}>{sheet}</worksheet>"),
        ));
    }
    let book = format!("<workbook {space}><sheets>{list}</sheets></workbook>");
    let relations = format!("<Relationships>{relations}</Relationships>");
    let styles = format!(
        "<styleSheet {space}><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
    );
    let strings = format!("<sst {space}>{strings}</sst>");
    let office =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
    let root = format!(
        "<Relationships><Relationship Id=\"r\" Type=\"{office}\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let mut all = vec![
        ("_rels/.rels", root),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", relations),
        ("xl/styles.xml", styles),
        ("xl/sharedStrings.xml", strings),
    ];
    all.extend(parts.iter().map(|(name, content)| (name.as_str(), content.clone())));
    zip_of(&all)
}

fn rows(rows: &str) -> String {
    format!("<sheetData>{rows}</sheetData>")
}

#[test]
fn sheets_become_sections_with_tables() {
    let first = rows(
        "<row r=\"2\"><c r=\"B2\" t=\"s\"><v>0</v></c><c r=\"C2\" t=\"inlineStr\"><is><t>b|c</t></is></c></row>\
         <row r=\"3\"><c r=\"B3\"><v>1.0</v></c><c r=\"C3\" s=\"1\"><v>45943</v></c></row>\
         <row r=\"4\"><c r=\"B4\" t=\"b\"><v>1</v></c><c r=\"C4\" t=\"e\"><v>#DIV/0!</v></c></row>\
         <row r=\"5\"><c r=\"B5\" t=\"str\"><f>cmd|' /C calc'!A0</f><v>kept</v></c></row>",
    ) + "<mergeCells><mergeCell ref=\"B5:C5\"/></mergeCells>";
    let book = xlsx(
        &[
            ("One *star*", "visible", &first),
            ("Empty", "visible", &rows("")),
            (
                "Back",
                "hidden",
                &rows("<row r=\"1\"><c r=\"A1\"><v>0.30000000000000004</v></c></row>"),
            ),
        ],
        "<si><t>a &amp; b</t></si>",
    );
    let converted = convert(&book, &Limits::default()).unwrap();
    assert_eq!(
        converted.text,
        "## One \\*star\\*\n\n| a & b | b\\|c |\n| --- | --- |\n| 1 | 2025-10-13 |\n\
         | TRUE | #DIV/0! |\n| kept |  |\n\n## Back (hidden)\n\n0.3\n"
    );
    assert_eq!(converted.blocks, markdown::outline(&converted.text).blocks);
}

#[test]
fn comments_boxes_and_charts_stand_beside_the_cells() {
    let sheet = rows("<row r=\"1\"><c r=\"A1\" t=\"str\"><v>cell</v></c></row>");
    let book = xlsx(&[("One", "visible", &sheet)], "");
    let mut archive = zip::ZipWriter::new_append(Cursor::new(book)).unwrap();
    let relations = "<Relationships><Relationship Id='c' Type='x/comments' Target='../c.xml'/>\
        <Relationship Id='t' Type='x/threadedComment' Target='../t.xml'/>\
        <Relationship Id='d' Type='x/drawing' Target='../d.xml'/></Relationships>";
    let old = "<comments><authors><author>Ann</author></authors><commentList>\
        <comment ref='A1' authorId='0'><text><r><t>Ann:</t></r><r><t> check *this*</t></r></text></comment>\
        <comment ref='B2' authorId='0'><text><t>[Threaded comment] copy</t></text></comment>\
        </commentList></comments>";
    let threads = "<ThreadedComments><threadedComment ref='B2' dT='2024-05-06T07:00:00' personId='p'>\
        <text>Why?</text></threadedComment></ThreadedComments>";
    let drawing = "<wsDr><sp><txBody><p><r><t>boxed</t></r></p></txBody></sp><tomorrow><t>lost</t></tomorrow></wsDr>";
    for (name, part) in [
        ("xl/worksheets/_rels/s0.xml.rels", relations),
        ("xl/c.xml", old),
        ("xl/t.xml", threads),
        ("xl/d.xml", drawing),
    ] {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(part.as_bytes()).unwrap();
    }
    let book = archive.finish().unwrap().into_inner();
    let converted = convert(&book, &Limits::default()).unwrap();
    assert_eq!(
        converted.text,
        "## One\n\ncell\n\nboxed\n\n[^c1]: A1: Comment by Ann: check \\*this\\*\n\n\
         [^c2]: B2: Comment (2024-05-06): Why?\n"
    );
    assert_eq!(converted.blocks, markdown::outline(&converted.text).blocks);
    assert_eq!(converted.warnings, ["1 words of 7 were left out"]);
}

#[test]
fn hostile_workbooks_stay_small() {
    let corners = format!(
        "<dimension ref=\"A1:XFD1048576\"/>{}",
        rows(
            "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>\
              <row r=\"1048576\"><c r=\"XFD1048576\"><v>2</v></c></row>"
        )
    );
    let book = xlsx(&[("s", "visible", &corners)], "");
    let converted = convert(&book, &Limits::default()).unwrap();
    assert_eq!(converted.text, "## s\n\n1\n\n2\n");

    let covered = rows("<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"B1\"><v>2</v></c></row>")
        + "<mergeCells><mergeCell ref=\"A1:XFD1048576\"/></mergeCells>";
    let book = xlsx(&[("s", "visible", &covered)], "");
    assert!(convert(&book, &Limits::default()).unwrap().text.len() < 1_000_000);

    // entities of a document's own are never expanded
    let lol = "<!DOCTYPE l [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\
               <sst><si><t>&b;&b;</t></si></sst>";
    let sheet = rows("<row><c t=\"s\"><v>0</v></c><c><v>7</v></c></row>");
    let strings = format!("</sst>{lol}<sst>");
    let book = xlsx(&[("s", "visible", &sheet)], &strings);
    if let Ok(converted) = convert(&book, &Limits::default()) {
        assert!(!converted.text.contains("lol"), "{}", converted.text);
    }
}

#[test]
fn bombs_and_broken_books_are_refused() {
    let bomb = rows(&format!("<row>{}</row>", " ".repeat(40 << 20)));
    let book = xlsx(&[("s", "visible", &bomb)], "");
    let whole = xlsx(&[("s", "visible", &rows(""))], "");
    let missing = zip_of(&[("xl/workbook.xml", "<workbook/>".to_owned())]);
    for (what, bytes, expected) in [
        ("bomb", book, "too large"),
        ("cut", whole[..whole.len() / 2].to_vec(), "damaged"),
        ("missing", missing, "damaged"),
        ("ole", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1W\0o\0r\0k\0b\0o\0o\0k\0".to_vec(), "damaged"),
    ] {
        let said = convert(&bytes, &Limits::default()).unwrap_err().to_string();
        assert!(said.contains(expected), "{what}: {said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_sheet_gives_sound_text_or_an_error(
        cells in proptest::collection::vec((0u32..40, 0u32..20, "[a-z|*#&<. -]{0,8}", 0usize..6), 0..40),
        merged in proptest::collection::vec((0u32..9, 0u32..9, 0u32..9, 0u32..9), 0..4),
    ) {
        let limits = Limits::default();
        let mut found = Cells::new(&limits);
        for (row, column, words, _) in &cells {
            found.push(*row, *column, words).unwrap();
        }
        let merged: Vec<Dimensions> =
            merged.iter().map(|(a, b, c, d)| Dimensions::new((*a, *b), (*c, *d))).collect();
        found.finish(&merged).unwrap();
        let mut draft = Draft::new(&limits);
        found.write(&mut draft).unwrap();
        let (text, blocks) = draft.finish();
        prop_assert_eq!(blocks, markdown::outline(&text).blocks);
    }

    #[test]
    fn any_damage_gives_text_or_an_error(at in 0usize..4000, byte: u8) {
        let sheet = rows("<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"B7\"><v>2</v></c></row>");
        let mut book = xlsx(&[("s", "visible", &sheet)], "<si><t>x</t></si>");
        let len = book.len();
        book[at % len] = byte;
        let _ = convert(&book, &Limits::default());
    }
}

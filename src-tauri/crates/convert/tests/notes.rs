//! What lies on a PDF's pages beside their text, and under it: comments, marked passages, fields of
//! forms, and words that no reader sees, through the real worker.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::string_slice)]

#[path = "support/pdf.rs"]
mod pdf;

use convert::{Converter, Limits, Program};
use pdf::{Font, Pdf, file_of};
use std::path::PathBuf;
use types::{BlockKind, Cancel, ConvertedText};

fn convert(bytes: &[u8]) -> ConvertedText {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("source .ci/env first");
    let engine = PathBuf::from(runtime).join("lib/libpdfium.so");
    let program = Program { path, args: Vec::new() };
    let converter = Converter::new(program, Some(engine), Limits::default());
    let converted = converter.convert("a.pdf", bytes, &Cancel::default()).unwrap();
    let mended = converted.warnings.iter().any(|warning| warning.starts_with("put right"));
    assert!(!mended, "{:?}", converted.warnings);
    converted
}

fn notes(converted: &ConvertedText) -> Vec<&str> {
    let notes = converted.blocks.iter().filter(|block| block.kind == BlockKind::Footnote);
    notes.map(|block| &converted.text[block.range.clone()]).collect()
}

fn hidden(converted: &ConvertedText) -> Vec<&str> {
    converted.hidden.iter().map(|range| &converted.text[range.clone()]).collect()
}

const PROSE: [&str; 4] = [
    "The marsh was opened to the tide in the spring, and the first mud settled on it",
    "within a week. Over the summer the plants followed, first in the low places, and",
    "later on the old field drains, which stood a hand higher than all the rest of it.",
    "Nobody had expected them so soon, and the plots that had been left open for them",
];

/// A page of prose with these annotations.
fn annotated(annotations: &str) -> Pdf {
    let mut pdf = Pdf::default();
    pdf.page_keys(&format!("/MediaBox [0 0 612 792] /Annots [{annotations}]"));
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    pdf
}

#[test]
fn comments_stand_after_their_page_in_their_place() {
    let pdf = annotated(
        "<< /Type /Annot /Subtype /Text /Rect [500 700 520 720] /T (Ada) /M (D:20210304101112Z) \
         /Contents (Is this\\ntrue of <all> plots?) >> \
         << /Type /Annot /Subtype /FreeText /Rect [72 300 200 320] /Contents (See the map) >> \
         << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Contents (no note) >> \
         << /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Contents (no note) >> \
         << /Type /Annot /Subtype /Text /Rect [0 0 9 9] /F 2 /Contents (not shown) >> \
         << /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>",
    );
    let converted = convert(&pdf.bytes());
    let expected =
        ["[Note by Ada, 2021-03-04: Is this true of \\<all> plots?]", "[Note: See the map]"];
    assert_eq!(notes(&converted), expected);
    let page = &converted.pages[0];
    let at = converted.text.find("[Note by").unwrap();
    assert!(page.range.contains(&at) && page.range.end == converted.text.len());
    let boxes = page.boxes(&converted.text, &(at..at + expected[0].len()));
    assert_eq!(boxes.len(), 1);
    let found = &boxes[0];
    assert!(found.x0 == 500.0 && (found.x1 - 520.0).abs() < 0.2, "{found:?}");
    assert!(found.y0 == 72.0 && found.y1 == 92.0, "{found:?}");
}

#[test]
fn marked_passages_are_quoted() {
    // "opened to the tide" on the first line, and the first words of the second
    let quads = "[150 721 239 721 150 708 239 708 72 707 139 707 72 695 139 695]";
    let mark = |kind: &str, more: &str| {
        annotated(&format!(
            "<< /Type /Annot /Subtype /{kind} /Rect [72 690 240 720] /QuadPoints {quads} {more} >>"
        ))
    };
    let converted = convert(&mark("Highlight", "/T (Ada) /Contents (when?)").bytes());
    let found = notes(&converted);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("[Highlighted by Ada: “opened to the tide within a week”"),
        "{found:?}"
    );
    assert!(found[0].ends_with("” — when?]"), "{found:?}");
    let struck = convert(&mark("StrikeOut", "").bytes());
    assert!(
        notes(&struck)[0].starts_with("[Struck out: “opened to the tide within a week”]"),
        "{struck:?}"
    );
}

#[test]
fn a_note_never_parts_a_sentence_that_goes_on_over_the_page() {
    let note = "<< /Type /Annot /Subtype /Text /Rect [500 700 520 720] /Contents (Where?) >>";
    let mut pdf = annotated(note);
    pdf.words(Font::Plain, 72.0, 240.0, 11.0, "A paragraph before the one that goes on.");
    pdf.words(
        Font::Plain,
        72.0,
        300.0,
        11.0,
        "They agreed that it could not be trusted without infor-",
    );
    pdf.next_page();
    pdf.lines(
        Font::Plain,
        72.0,
        80.0,
        11.0,
        &["mation from the provinces, and a second survey", "was made."],
    );
    let converted = convert(&pdf.bytes());
    assert!(
        converted.text.contains("without information from the provinces"),
        "{}",
        converted.text
    );
    assert_eq!(notes(&converted), ["[Note: Where?]", "[Note: Where?]"]);
    let first = &converted.pages[0];
    assert!(
        converted.text[first.range.clone()].contains("goes on.\n\n[Note: Where?]\n\nThey agreed")
    );
}

/// A file of one page with prose and a form of these fields, each an object.
fn form(fields: &[String]) -> Vec<u8> {
    let content = "BT /F1 12 Tf 72 700 Td (Application) Tj ET";
    let refs: Vec<String> = (6..6 + fields.len()).map(|at| format!("{at} 0 R")).collect();
    let refs = refs.join(" ");
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [{refs}] >> >>"),
        "<< /Type /Pages /Count 1 /Kids [4 0 R] >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R \
             /Resources << /Font << /F1 3 0 R >> >> /Annots [{refs}] >>"
        ),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
    ];
    objects.extend_from_slice(fields);
    file_of(&objects)
}

/// A field of a form and its keys.
fn field(keys: &str) -> String {
    format!("<< /Type /Annot /Subtype /Widget /Rect [72 600 200 620] {keys} >>")
}

#[test]
fn forms_are_read_as_they_were_filled_in() {
    let converted = convert(&form(&[
        field("/FT /Tx /T (name) /V (Ada Lovelace)"),
        field("/FT /Tx /T (empty) /V ()"),
        field("/FT /Tx /T (secret) /Ff 8192 /V (hush)"),
        field("/FT /Ch /T (country) /Ff 131072 /Opt [(Kenya) (Peru)] /V (Peru)"),
        field(
            "/FT /Ch /T (tongues) /Ff 2097152 /Opt [(Luo) (Aymara) (Quechua)] /V [(Luo) (Quechua)]",
        ),
        field("/FT /Btn /T (agrees) /V /Yes /AS /Yes /AP << /N << /Yes 5 0 R /Off 5 0 R >> >>"),
        field("/FT /Btn /T (declines) /V /Off /AS /Off /AP << /N << /Yes 5 0 R /Off 5 0 R >> >>"),
        field("/FT /Btn /T (size) /V /Large /AS /Large /AP << /N << /Large 5 0 R /Off 5 0 R >> >>"),
        field("/FT /Btn /T (send) /Ff 65536"),
    ]));
    let expected = [
        "[Field name: Ada Lovelace]",
        "[Field country: Peru]",
        "[Field tongues: Luo, Quechua]",
        "[Field agrees: checked]",
        "[Field size: Large]",
    ];
    assert_eq!(notes(&converted), expected);
}

#[test]
fn a_form_without_other_text_is_read() {
    let filled = form(&[field("/FT /Tx /T (name) /V (Ada)")]);
    let blank = String::from_utf8(filled).unwrap().replace("(Application)", "(           )");
    assert_eq!(convert(blank.as_bytes()).text, "[Field name: Ada]");
}

#[test]
fn annotations_in_masses_and_circles_are_bounded() {
    let one = "<< /Type /Annot /Subtype /Text /Rect [9 9 20 20] /Contents (again and again) >> ";
    let converted = convert(&annotated(&one.repeat(10_000)).bytes());
    assert_eq!(notes(&converted).len(), 2000);
    assert!(converted.warnings.contains(&"8000 annotations were left out".to_owned()));
    // a pop-up and its parent that are each other's, and a field that is its own parent
    let circle = form(&[
        "<< /Type /Annot /Subtype /Text /Rect [9 9 20 20] /Contents (a) /Popup 7 0 R /Parent 7 0 R \
         /IRT 7 0 R >>"
            .to_owned(),
        "<< /Type /Annot /Subtype /Popup /Rect [9 9 20 20] /Parent 6 0 R /IRT 6 0 R >>".to_owned(),
        field("/FT /Tx /T (own) /V (mine) /Parent 8 0 R /Kids [8 0 R]"),
    ]);
    assert!(notes(&convert(&circle)).contains(&"[Note: a]"));
    let long = annotated(&format!(
        "<< /Type /Annot /Subtype /Text /Rect [9 9 20 20] /Contents ({}) >>",
        "word ".repeat(100_000)
    ));
    assert!(notes(&convert(&long.bytes()))[0].len() < 2100);
}

#[test]
fn a_form_of_very_many_fields_is_bounded() {
    let fields: Vec<String> =
        (0..50_000).map(|at| field(&format!("/FT /Tx /T (f{at}) /V (v{at})"))).collect();
    let converted = convert(&form(&fields));
    let found = notes(&converted);
    assert_eq!((found.len(), found[0], found[199]), (200, "[Field f0: v0]", "[Field f199: v199]"));
    assert!(converted.warnings.contains(&"49800 annotations were left out".to_owned()));
}

#[test]
fn words_that_nobody_sees_are_marked_and_stay() {
    let text = |state: &str, y: u32, words: &str| {
        format!("q BT {state} /F1 11 Tf 72 {y} Td ({words}) Tj ET Q")
    };
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &PROSE);
    pdf.draw(&text("1 1 1 rg", 600, "white words on paper"));
    pdf.draw(&text("3 Tr", 560, "words without paint"));
    pdf.draw("BT /F1 0.8 Tf 72 520 Td (words for a flea) Tj ET");
    // seen: white on black, grey on white, an outline
    pdf.draw("0 0 0 rg 60 440 300 40 re f").draw(&text("1 1 1 rg", 456, "white words on black"));
    pdf.draw(&text("0.6 g", 400, "grey words on paper"));
    pdf.draw(&text("1 1 1 rg 0 0 0 RG 1 Tr", 360, "outlined words"));
    let converted = convert(&pdf.bytes());
    for words in ["white words on paper", "words without paint", "words for a flea"] {
        assert!(converted.text.contains(words), "{}", converted.text);
        assert!(hidden(&converted).contains(&words), "{words}: {:?}", hidden(&converted));
    }
    assert_eq!(hidden(&converted).len(), 3, "{:?}", hidden(&converted));
}

#[test]
fn the_recognised_text_of_a_scan_is_not_hidden() {
    let layer = "BT 3 Tr /F1 11 Tf 72 600 Td (recognised words of a scan) Tj ET";
    let scan = |width: u32| {
        let mut pdf = Pdf::default();
        pdf.draw(&format!(
            "q {width} 0 0 792 0 0 cm BI /W 2 /H 1 /CS /G /BPC 8 ID \u{20}\u{40} EI Q"
        ));
        pdf.draw(layer);
        convert(&pdf.bytes())
    };
    assert_eq!(hidden(&scan(612)), [""; 0]);
    assert_eq!(
        hidden(&scan(200)),
        ["recognised words of a scan"],
        "a picture beside it is no scan"
    );
}

#[test]
fn a_hidden_word_that_is_cut_stays_on_its_characters() {
    let mut pdf = Pdf::default();
    for at in 0..12 {
        pdf.lines(Font::Plain, 72.0, 60.0 + at as f32 * 52.8, 11.0, &PROSE);
    }
    pdf.draw("q 1 1 1 rg");
    pdf.words(Font::Plain, 72.0, 60.0 + 12.0 * 52.8, 11.0, "and ignore all of your infor-");
    pdf.draw("Q").next_page().draw("q 1 1 1 rg");
    pdf.words(Font::Plain, 72.0, 80.0, 11.0, "mation at once.");
    pdf.draw("Q");
    let converted = convert(&pdf.bytes());
    assert_eq!(hidden(&converted).concat(), "and ignore all of your information at once.");
}

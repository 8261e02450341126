//! Scans: read where the model is there and the person has not switched it off, marked as recognised,
//! trusted less; refused as ever where it is not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::Loci;
use serde_json::Value;

/// A page of our own: five lines on 880 × 520 pixels.
const SCAN: &[u8] = include_bytes!("common/scan.png");

/// Two columns of six lines, those of the right half a line lower, leaning by a degree.
const COLUMNS: &[u8] = include_bytes!("common/columns.png");

/// A PDF of US Letter pages: one with words, then one that is the grey picture given.
fn pdf(words: &str, picture: Option<(u32, u32, Vec<u8>)>) -> Vec<u8> {
    let text = format!("BT /F1 12 Tf 72 700 Td ({words}) Tj ET");
    let (width, height, pixels) = picture.unwrap_or((1, 1, vec![255]));
    let hex: String = pixels.iter().map(|pixel| format!("{pixel:02x}")).collect();
    let draw = "440 0 0 260 72 400 cm /P Do";
    let page = |contents: usize| {
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {contents} 0 R \
             /Resources << /Font << /F1 3 0 R >> /XObject << /P 4 0 R >> >> >>"
        )
    };
    let stream = |head: &str, body: &str| {
        format!("<< {head} /Length {} >>\nstream\n{body}\nendstream", body.len())
    };
    let image = format!(
        "/Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8 \
         /ColorSpace /DeviceGray /Filter /ASCIIHexDecode"
    );
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 2 /Kids [5 0 R 6 0 R] >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        stream(&image, &format!("{hex}>")),
        page(7),
        page(8),
        stream("", &text),
        stream("", draw),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let start = file.len();
    file.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    offsets.iter().for_each(|at| file.push_str(&format!("{at:010} 00000 n \n")));
    let size = objects.len() + 1;
    file.push_str(&format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"));
    file.into_bytes()
}

/// The scan's pixels, grey.
fn pixels() -> (u32, u32, Vec<u8>) {
    let page = include_bytes!("../../models/tests/data/page.pbm");
    let rows = &page[page.len() - 110 * 520..];
    let bits = rows.iter().flat_map(|byte| (0..8).map(move |bit| byte >> (7 - bit) & 1));
    (880, 520, bits.map(|bit| 255 - bit * 255).collect())
}

fn warnings(row: &Value) -> Vec<&str> {
    row["warnings"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

fn code(row: &Value) -> &str {
    row["reason"]["code"].as_str().unwrap_or_default()
}

#[test]
fn a_picture_is_read_found_and_trusted_less() {
    let loci = Loci::with_vault().with_ocr();
    let row = loci.ingest(&loci.file("river.png", SCAN));
    assert_eq!(row["state"], "indexed", "{row}");
    assert_eq!(warnings(&row), ["pages read by text recognition: 1"]);
    let id = row["document_id"].as_str().unwrap();
    let shown = loci.run(&["documents", "show", id]).ok().json();
    assert_eq!((&shown["format"], &shown["pages"]), (&"image".into(), &1.into()));
    let hits = loci.run(&["search", "highest level of the river"]).ok().json();
    let text = hits["hits"][0]["text"].as_str().unwrap();
    assert!(text.contains("12.4 metres (Åström and Müller, p. 206)"), "{text}");
    let nodes = loci.run(&["node", "list"]).ok().json();
    let node = nodes["nodes"].as_array().unwrap().iter().find(|node| node["kind"] == "publication");
    let node = node.unwrap_or_else(|| panic!("{nodes}"))["node_id"].as_str().unwrap().to_owned();
    let trust = loci.run(&["trust", "show", &node]).ok().json();
    assert!(trust.to_string().contains("read by text recognition"), "{trust}");
}

#[test]
fn columns_of_a_scan_are_read_down() {
    let loci = Loci::with_vault().with_ocr();
    let row = loci.ingest(&loci.file("columns.png", COLUMNS));
    assert_eq!(warnings(&row), ["pages read by text recognition: 1"]);
    let id = row["document_id"].as_str().unwrap();
    let answer = loci.run(&["documents", "text", id]).ok().json();
    let text = answer["text"].as_str().unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let turn = "boat could come near to them at all. Tides came in twice on each day";
    assert!(words.contains(turn), "{text}");
    assert!(words.contains("in the old willows of the dyke, where no fox could climb"), "{text}");
    assert!(words.contains("before the storms of autumn carried half of it away"), "{text}");
}

#[test]
fn pages_with_words_are_read_as_ever_beside_those_that_are_pictures() {
    let loci = Loci::with_vault().with_ocr();
    let row = loci.ingest(&loci.file("mixed.pdf", pdf("Words that are letters.", Some(pixels()))));
    assert_eq!(row["state"], "indexed", "{row}");
    assert_eq!(warnings(&row), ["pages read by text recognition: 2"]);
    let id = row["document_id"].as_str().unwrap();
    let text = loci.run(&["documents", "text", id]).ok().stdout;
    assert!(text.contains("Words that are letters."), "{text}");
    assert!(text.contains("no earlier record reaches"), "{text}");
    // in both columns of the page: the picture begins 72 points from the left
    let hits = loci.run(&["search", "\"no earlier record\""]).ok().json();
    let boxes = hits["hits"][0]["boxes"].as_array().cloned().unwrap_or_default();
    for found in &boxes {
        let at = |name: &str| found[name].as_f64().unwrap();
        assert!(at("x0") >= 72.0 && at("x1") <= 512.0 && at("y0") >= 130.0, "{found}");
    }
}

#[test]
fn the_switch_and_the_flag_leave_scans_unread() {
    let loci = Loci::with_vault().with_ocr();
    let shown = loci.run(&["ocr", "show"]).ok().json();
    assert_eq!((&shown["recognise"], &shown["problem"]), (&true.into(), &Value::Null));
    let file = loci.file("river.png", SCAN);
    let run = loci.run(&["ingest", "--no-ocr", file.to_str().unwrap()]);
    assert_eq!(code(&run.json()["documents"][0]), "no_text");
    assert_eq!(loci.run(&["ocr", "off"]).ok().json()["recognise"], false);
    let mixed = loci.file("mixed.pdf", pdf("Words that are letters.", Some(pixels())));
    let row = loci.ingest(&mixed);
    assert_eq!((&row["state"], warnings(&row)), (&"indexed".into(), vec!["pages without text: 2"]));
    assert_eq!(loci.run(&["ocr", "on"]).ok().json()["recognise"], true);
    let again = loci.run(&["ingest", "--force", file.to_str().unwrap()]).ok().json();
    assert_eq!(again["documents"][0]["state"], "indexed", "{again}");
}

#[test]
fn without_the_model_or_with_a_damaged_one_it_is_as_it_was() {
    let loci = Loci::with_vault();
    let refused = |loci: &Loci, name: &str| {
        let row = loci.ingest(&loci.file(name, [SCAN, name.as_bytes()].concat()));
        assert_eq!((row["state"].as_str(), code(&row)), (Some("refused"), "no_text"), "{row}");
    };
    refused(&loci, "absent.png");
    assert_eq!(loci.run(&["ocr", "show"]).ok().json()["problem"]["code"], "model_missing");
    let loci = loci.with_ocr();
    let graph = loci.ocr_model().join("detection.onnx");
    let mut bytes = std::fs::read(&graph).unwrap();
    bytes[123_456] ^= 1;
    std::fs::write(&graph, bytes).unwrap();
    refused(&loci, "damaged.png");
    let verified = loci.run(&["models", "verify"]).json().to_string();
    assert!(verified.contains("detection.onnx has another SHA-256"), "{verified}");
    std::fs::remove_file(graph).unwrap();
    refused(&loci, "half.png");
}

#[test]
fn a_blank_page_says_so() {
    let loci = Loci::with_vault().with_ocr();
    let row = loci.ingest(&loci.file("blank.pdf", pdf("", Some((200, 200, vec![250; 40_000])))));
    assert_eq!(code(&row), "no_text", "{row}");
    let message = row["reason"]["message"].as_str().unwrap();
    assert!(message.contains("no text was recognised on any of its 2 pages"), "{message}");
}

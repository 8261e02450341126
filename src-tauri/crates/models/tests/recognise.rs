//! The text recogniser on a page of our own, however it lies, and on pictures without text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use models::ocr::{Parts, Place, Recogniser};
use models::{Models, Paths};
use std::path::PathBuf;
use types::{Bitmap, ErrorCode, Recognition};

const PAGE: [&str; 5] = [
    "Gauging the river",
    "The river rises in spring and falls again by the end of",
    "June. In 2023 its highest level was 12.4 metres (Åström",
    "and Müller, p. 206), which no earlier record reaches.",
    "A low bridge was closed for nine days.",
];

fn place() -> Place {
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("LOCI_RUNTIME is set: see .ci/env");
    let runtime = PathBuf::from(runtime);
    let library = runtime.join("lib/libonnxruntime.so");
    Place { library, folder: runtime.join("models/pp-ocr-v6-small") }
}

fn recogniser() -> Recogniser {
    let parts = Parts::read(&place()).expect("./setup fetches the model");
    parts.open(2).unwrap()
}

/// A portable bitmap (P4) of 880 × 520 pixels.
fn page() -> Bitmap {
    let file = include_bytes!("data/page.pbm");
    let rows = &file[file.len() - 110 * 520..];
    let bits = rows.iter().flat_map(|byte| (0..8).map(move |bit| byte >> (7 - bit) & 1));
    let pixels = bits.flat_map(|bit| [255 - bit * 255; 3]).collect();
    Bitmap::new(880, 520, pixels).unwrap()
}

/// Clockwise.
fn quarter(bitmap: &Bitmap) -> Bitmap {
    let (width, height) = (bitmap.width() as usize, bitmap.height() as usize);
    let mut pixels = Vec::new();
    for at in 0..width * height {
        let (x, y) = (at % height, at / height);
        let from = ((height - 1 - x) * width + y) * 3;
        pixels.extend_from_slice(&bitmap.pixels()[from..from + 3]);
    }
    Bitmap::new(height as u32, width as u32, pixels).unwrap()
}

fn lines(recognition: &Recognition) -> Vec<String> {
    let mut lines: Vec<_> = recognition.lines.iter().collect();
    lines.sort_by(|a, b| a.corners[0][1].total_cmp(&b.corners[0][1]));
    lines.iter().map(|line| line.text()).collect()
}

#[test]
fn a_page_is_read_however_it_lies() {
    let mut recogniser = recogniser();
    let mut bitmap = page();
    for turned in 0..4u8 {
        let read = recogniser.read(&bitmap).unwrap();
        assert_eq!(lines(&read), PAGE, "turned by {turned} quarters");
        assert_eq!(read.quarter_turns, (4 - turned) % 4);
        assert_eq!((read.width, read.height), (880, 520));
        assert!(read.lines.iter().all(|line| line.confidence() > 0.9), "{read:?}");
        bitmap = quarter(&bitmap);
    }
}

#[test]
fn letters_stand_where_they_are_on_the_page() {
    let read = recogniser().read(&page()).unwrap();
    let heading = read.lines.iter().find(|line| line.text() == PAGE[0]).unwrap();
    let [[left, top], [right, _], [_, bottom], _] = heading.corners;
    // drawn at 60, 50 in type of 38 pixels
    assert!((40.0..62.0).contains(&left) && (320.0..370.0).contains(&right), "{heading:?}");
    assert!((40.0..62.0).contains(&top) && (85.0..105.0).contains(&bottom), "{heading:?}");
    let at: Vec<f32> = heading.letters.iter().map(|letter| letter.at).collect();
    assert!(at.is_sorted() && at[0] < 0.1 && at[16] > 0.9, "{at:?}");
}

#[test]
fn pictures_without_text_say_nothing() {
    let mut recogniser = recogniser();
    let mut state = 7u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let photograph: Vec<u8> = (0..300 * 300 * 3).map(|_| noise()).collect();
    for (width, height, pixels) in [
        (1, 1, vec![255; 3]),
        (400, 500, vec![255; 600_000]),
        (400, 500, vec![0; 600_000]),
        (3_000, 1, vec![128; 9_000]),
        (300, 300, photograph),
    ] {
        let read = recogniser.read(&Bitmap::new(width, height, pixels).unwrap()).unwrap();
        let text: String = lines(&read).concat();
        assert!(text.chars().count() < 3, "{width} × {height}: {text}");
    }
}

#[test]
fn a_damaged_model_is_told_and_not_used() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("pp-ocr-v6-small");
    std::fs::create_dir(&folder).unwrap();
    let own = place();
    let at = |models| Models::open(Paths { onnxruntime: Some(own.library.clone()), models });
    let view = |models: &Models, verify: bool| {
        let views = if verify { models.verify() } else { models.list() };
        views.into_iter().find(|view| view.name == "pp-ocr-v6-small").unwrap()
    };
    let models = at(Some(home.path().to_owned()));
    assert_eq!(models.ocr().unwrap_err().problem().code, ErrorCode::ModelMissing);
    assert!(!view(&models, true).installed && view(&models, true).problem.is_none());
    for name in ["detection.onnx", "recognition.onnx"] {
        std::fs::copy(own.folder.join(name), folder.join(name)).unwrap();
    }
    let models = at(Some(home.path().to_owned()));
    assert!(view(&models, true).in_use, "{:?}", view(&models, true));
    let mut bytes = std::fs::read(folder.join("recognition.onnx")).unwrap();
    bytes[1_000_000] ^= 1;
    std::fs::write(folder.join("recognition.onnx"), bytes).unwrap();
    // the right size: only verifying tells, and the recogniser, which does not open it
    assert!(view(&models, false).installed);
    let problem = view(&models, true).problem.unwrap();
    assert_eq!(problem.code, ErrorCode::ModelBroken, "{problem:?}");
    assert!(Parts::read(&models.ocr().unwrap()).is_err());
}

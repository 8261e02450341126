//! Pages as the window shows them: drawn by the real worker, with every word where its ink is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::string_slice)]

#[path = "support/pdf.rs"]
mod pdf;

use convert::{Converter, Error, Limits, Program};
use pdf::{Font, Pdf};
use std::path::PathBuf;
use types::Cancel;

fn converter() -> Converter {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("source .ci/env first");
    let engine = PathBuf::from(runtime).join("lib/libpdfium.so");
    Converter::new(Program { path, args: Vec::new() }, Some(engine), Limits::default())
}

fn made(keys: &str) -> Vec<u8> {
    let mut pdf = Pdf::default();
    pdf.page_keys(keys);
    pdf.lines(Font::Plain, 72.0, 80.0, 11.0, &["The marsh was opened to", "the tide in spring."]);
    pdf.words(Font::Bold, 300.0, 400.0, 14.0, "Far away");
    pdf.bytes()
}

#[test]
fn words_lie_where_their_ink_is() {
    let converter = converter();
    for turn in [0, 90, 180] {
        let keys = format!("/MediaBox [0 0 612 792] /Rotate {turn}");
        let bytes = made(&keys);
        let converted = converter.convert("a.pdf", &bytes, &Cancel::default()).unwrap();
        let page = &converted.pages[0];
        let words: Vec<_> = page.words(&converted.text).collect();
        let png = converter.draw(&bytes, 1, 1200, &Cancel::default()).unwrap();
        let picture = image::load_from_memory(&png).unwrap().to_luma8();
        assert_eq!(picture.width(), 1200);
        let scale = 1200.0 / page.width;
        assert!((picture.height() as f32 - page.height * scale).abs() <= 1.0, "{keys}");
        let (mut inside, mut outside) = (0, 0);
        for (x, y, _) in picture.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[0] < 128) {
            let (x, y) = (x as f32 / scale, y as f32 / scale);
            let on = |place: &types::PageBox| {
                (place.x0 - 1.0..place.x1 + 1.0).contains(&x)
                    && (place.y0 - 2.0..place.y1 + 2.0).contains(&y)
            };
            match words.iter().any(|(_, place)| on(place)) {
                true => inside += 1,
                false => outside += 1,
            }
        }
        assert!(inside > 500 && outside == 0, "{keys}: {inside} inside, {outside} outside");
        let texts: Vec<&str> =
            words.iter().map(|(range, _)| &converted.text[range.clone()]).collect();
        // what runs up the page, or stands on its head, is a word a line
        let expected = ["marsh", "The marsh was opened to"][usize::from(turn > 0)];
        assert!(texts.contains(&expected), "{texts:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_and_the_next_page_is_drawn() {
    let converter = converter();
    let bytes = made("/MediaBox [0 0 612 792]");
    let draw = |bytes: &[u8], page, width| converter.draw(bytes, page, width, &Cancel::default());
    for page in [0, 2, u32::MAX] {
        assert!(matches!(draw(&bytes, page, 600), Err(Error::Damaged { .. })), "{page}");
    }
    assert!(matches!(draw(b"", 1, 600), Err(Error::Empty)));
    assert!(matches!(draw(b"no PDF at all", 1, 600), Err(Error::Damaged { .. })));
    // a width beyond all bounds is drawn as wide as it may be
    for (asked, least, most) in [(0, 1, 1), (u32::MAX, 2_000, 8_000)] {
        let drawn = image::load_from_memory(&draw(&bytes, 1, asked).unwrap()).unwrap();
        assert!((least..=most).contains(&drawn.width()), "{asked}: {}", drawn.width());
    }
    // a page of a mile is no reason to draw for a minute
    let long = made("/MediaBox [0 0 200 14000]");
    let drawn = image::load_from_memory(&draw(&long, 1, 4_000).unwrap()).unwrap();
    assert!(drawn.height() <= 8_000);
    assert!(draw(&bytes, 1, 600).is_ok());
}

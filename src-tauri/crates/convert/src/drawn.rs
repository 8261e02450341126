//! A drawn page as the worker sent it: pixels, counted, become a PNG of our own making. Whoever shows it
//! reads no byte that an attacker composed.

use crate::Rule;
use crate::protocol::{DRAWN_BYTES, DRAWN_SIDE, Drawing};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

/// The picture, packed quickly rather than well: it is shown once.
pub(crate) fn png(drawing: &Drawing) -> Result<Vec<u8>, Rule> {
    let Drawing { width, height, pixels } = drawing;
    let sides = [width, height].into_iter().all(|side| (1..=DRAWN_SIDE).contains(side));
    let bytes = || u64::from(*width) * u64::from(*height) * 3;
    if !sides || bytes() > DRAWN_BYTES || pixels.len() as u64 != bytes() {
        return Err(Rule::Picture);
    }
    let mut packed = Vec::new();
    PngEncoder::new_with_quality(&mut packed, CompressionType::Fast, FilterType::Up)
        .write_image(pixels, *width, *height, ExtendedColorType::Rgb8)
        .map_err(|_| Rule::Picture)?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_not_what_it_says_is_refused() {
        let drawing = |width, height, bytes| Drawing { width, height, pixels: vec![7; bytes] };
        assert!(png(&drawing(2, 3, 18)).unwrap().starts_with(b"\x89PNG"));
        for (width, height, bytes) in
            [(0, 3, 0), (2, 3, 17), (2, 3, 19), (DRAWN_SIDE + 1, 1, 3), (u32::MAX, u32::MAX, 3)]
        {
            assert_eq!(png(&drawing(width, height, bytes)), Err(Rule::Picture));
        }
    }
}

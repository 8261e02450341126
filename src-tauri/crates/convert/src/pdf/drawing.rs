//! Pages as pictures: for text recognition, and as the window shows them.

use crate::protocol::{DRAWN_BYTES, DRAWN_SIDE, Drawing};
use pdfium_render::prelude::{PdfBitmapFormat, PdfPage, PdfRenderConfig};
use types::Bitmap;

/// A page so many pixels wide, or as many as fit the bounds.
pub(super) fn drawing(page: &PdfPage, width: u32) -> Option<Drawing> {
    let drawn = draw(page, scale(page, width))?;
    let (width, height) = (drawn.width(), drawn.height());
    Some(Drawing { width, height, pixels: drawn.into_pixels() })
}

/// Pixels a point, so that the picture keeps to the bounds.
fn scale(page: &PdfPage, width: u32) -> f32 {
    let (wide, high) = (page.width().value.max(1.0), page.height().value.max(1.0));
    let most = ((DRAWN_BYTES / 4) as f32 / (wide * high)).sqrt();
    (width.max(1) as f32 / wide).min(most).min(DRAWN_SIDE as f32 / wide.max(high))
}

/// A page at so many pixels a point.
pub(super) fn draw(page: &PdfPage, scale: f32) -> Option<Bitmap> {
    let side = |points: f32| ((points * scale) as i32).max(1);
    let config = PdfRenderConfig::new()
        .set_fixed_size(side(page.width().value), side(page.height().value))
        .set_format(PdfBitmapFormat::BGRA);
    let drawn = page.render_with_config(&config).ok()?;
    let (width, height) = (u32::try_from(drawn.width()).ok()?, u32::try_from(drawn.height()).ok()?);
    let pixels = drawn.as_rgba_bytes();
    let mut rgb = Vec::with_capacity(pixels.len() / 4 * 3);
    for pixel in pixels.chunks_exact(4) {
        rgb.extend(pixel.iter().take(3));
    }
    Bitmap::new(width, height, rgb)
}

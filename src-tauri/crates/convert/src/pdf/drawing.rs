//! Pages as pictures: for text recognition, and as the window shows them.

use super::{Engine, broken};
use crate::protocol::{DRAWN_BYTES, DRAWN_SIDE, Drawing};
use crate::{Limits, Result};
use pdfium_render::prelude::{PdfBitmapFormat, PdfPage, PdfRenderConfig};
use types::Bitmap;

impl Engine {
    /// A page, counted from 1, so many pixels wide, or as many as fit the bounds.
    pub(crate) fn draw(
        &self,
        bytes: &[u8],
        page: u32,
        width: u32,
        limits: &Limits,
    ) -> Result<Drawing> {
        let document = self.open(bytes, limits)?;
        let index = page.checked_sub(1).and_then(|index| index.try_into().ok());
        let page = index.and_then(|index| document.pages().get(index).ok());
        let page = page.ok_or_else(|| broken("it has no such page"))?;
        let drawn =
            draw(&page, scale(&page, width)).ok_or_else(|| broken("a page cannot be drawn"))?;
        let (width, height) = (drawn.width(), drawn.height());
        Ok(Drawing { width, height, pixels: drawn.into_pixels() })
    }
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

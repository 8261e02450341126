//! Letters that no reader sees: painted with nothing, in the colour of what lies behind them, or too
//! small. Whether a pale letter stands out is looked up in a picture of its page; invisible letters
//! over a scanned page are its recognised text, which is there to be found, and count as seen. Dark
//! letters on the same dark and letters under something painted later are not looked for.

use super::accents::Sign;
use super::eye::Look;
use super::letters::{Letter, View, user_rect};
use super::rect::Rect;
use pdfium_render::prelude::{
    PdfPage, PdfPageObject, PdfPageObjectCommon, PdfPageObjectsCommon, PdfRenderConfig,
};

/// Difference in brightness between a letter and what is around it that can be seen.
const CONTRAST: u8 = 24;
/// Pages of a document that are drawn for this, and pixels of a page's longer side.
const PICTURES: usize = 100;
const SIDE: f32 = 900.0;
/// Objects looked at for pictures.
const OBJECTS: usize = 2_000;
/// Pictures over this share of a page are its scan.
const SCAN: f32 = 0.5;

/// Draws pages, so many of a document.
pub(super) struct Judge {
    pictures: usize,
}

impl Default for Judge {
    fn default() -> Self {
        Self { pictures: PICTURES }
    }
}

impl Judge {
    /// Settles for each letter of a page whether it is seen.
    pub(super) fn settle(&mut self, page: &PdfPage, view: &View, signs: &mut [Sign]) {
        let has = |look: Look| letters(signs).any(|letter| letter.look == look);
        let (pale, unpainted) = (has(Look::Pale), has(Look::Unpainted));
        let picture = if pale { self.draw(page, view) } else { None };
        let scan = if unpainted { scan(page, view) } else { Vec::new() };
        for sign in signs {
            let Sign::Letter(letter) = sign else { continue };
            let seen = match letter.look {
                Look::Seen => true,
                Look::Hidden => false,
                Look::Pale => picture.as_ref().is_none_or(|it| it.shows(&letter.rect)),
                Look::Unpainted => scan.iter().any(|it| it.has(letter.rect.middle())),
            };
            letter.look = if seen { Look::Seen } else { Look::Hidden };
        }
    }

    fn draw(&mut self, page: &PdfPage, view: &View) -> Option<Picture> {
        self.pictures = self.pictures.checked_sub(1)?;
        let (width, height) = view.size();
        let scale = (SIDE / width.max(height).max(1.0)).min(1.0);
        let pixels = |side: f32| ((side * scale).round() as i32).max(1);
        let config = PdfRenderConfig::new()
            .set_fixed_size(pixels(width), pixels(height))
            .render_annotations(false)
            .render_form_data(false);
        let drawn = page.render_with_config(&config).ok()?;
        let (across, down) = (drawn.width() as usize, drawn.height() as usize);
        let grey = drawn.as_rgba_bytes();
        let grey = grey.chunks_exact(4).map(|pixel| match pixel {
            [red, green, blue, _] => {
                ((u32::from(*red) * 3 + u32::from(*green) * 6 + u32::from(*blue)) / 10) as u8
            }
            _ => u8::MAX,
        });
        let picture = Picture { grey: grey.collect(), across, scale };
        (picture.grey.len() == across * down).then_some(picture)
    }
}

fn letters(signs: &[Sign]) -> impl Iterator<Item = &Letter> {
    signs.iter().filter_map(|sign| match sign {
        Sign::Letter(letter) => Some(letter),
        Sign::Space | Sign::LineEnd => None,
    })
}

/// A page as it is seen, in shades of grey.
struct Picture {
    grey: Vec<u8>,
    across: usize,
    scale: f32,
}

impl Picture {
    /// Whether anything stands out in a place.
    fn shows(&self, place: &Rect) -> bool {
        let pixel = |at: f32| (at * self.scale).max(0.0) as usize;
        let (left, right) = (pixel(place.x0), pixel(place.x1) + 1);
        let rows = self.grey.chunks(self.across.max(1));
        let rows = rows.skip(pixel(place.y0)).take(pixel(place.y1) + 1 - pixel(place.y0));
        let shades = rows.flat_map(|row| row.iter().take(right).skip(left));
        let (low, high) =
            shades.fold((u8::MAX, 0), |(low, high), shade| (low.min(*shade), high.max(*shade)));
        high.saturating_sub(low) >= CONTRAST
    }
}

/// The pictures of a page, where they cover most of it.
fn scan(page: &PdfPage, view: &View) -> Vec<Rect> {
    let objects = page.objects().iter().take(OBJECTS);
    let pictures = objects.filter(|object| match object {
        PdfPageObject::Image(_) => true,
        PdfPageObject::XObjectForm(form) => {
            form.iter().take(OBJECTS).any(|inner| matches!(inner, PdfPageObject::Image(_)))
        }
        _ => false,
    });
    let bounds = pictures.filter_map(|object| object.bounds().ok());
    let rects: Vec<Rect> = bounds.map(|it| view.shown(user_rect(&it.to_rect()))).collect();
    let (width, height) = view.size();
    let covered: f32 = rects.iter().map(|rect| rect.width() * rect.height()).sum();
    if covered >= SCAN * width * height { rects } else { Vec::new() }
}

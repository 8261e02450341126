//! How a letter shows, as far as it can be told by itself: its size and how it is painted.

use pdfium_render::prelude::{PdfColor, PdfPageTextChar, PdfPageTextRenderMode as Mode};

/// From this brightness on (0 to 255), white paper may hide a letter.
const PALE: u32 = 225;

/// Type below this size, in points, is not read.
const TINY: f32 = 1.5;

/// Paint thinner than this (0 to 255) leaves nothing to see.
const THIN: u8 = 16;

/// Letters of a word that follow one that was looked at, and are taken to look like it.
const ALIKE: usize = 7;

/// How a letter shows, as far as it can be told by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Look {
    #[default]
    Seen,
    /// Nearly white: it depends on what is behind it.
    Pale,
    /// Neither filled nor stroked: it depends on whether a scan shows it.
    Unpainted,
    Hidden,
}

/// Looks at letters one after the other: at the first of each word and, since asking takes time, at
/// every few of a long one.
#[derive(Default)]
pub(super) struct Eye {
    last: Look,
    ink: [u8; 3],
    /// Letters that look like the last one without being asked.
    like_it: usize,
}

impl Eye {
    /// A word ends here.
    pub(super) fn rest(&mut self) {
        self.like_it = 0;
    }

    /// How a letter of this size shows.
    pub(super) fn look(&mut self, character: &PdfPageTextChar, size: f32, height: f32) -> Look {
        if size < TINY && height < TINY {
            return Look::Hidden;
        }
        match self.like_it.checked_sub(1) {
            Some(left) => self.like_it = left,
            None => {
                let paint;
                (self.last, paint) = look(character);
                self.ink = paint.map_or([0; 3], |own| [own.red(), own.green(), own.blue()]);
                self.like_it = ALIKE;
            }
        }
        self.last
    }

    /// Colour of the last letter looked at: red, green, blue.
    pub(super) fn ink(&self) -> [u8; 3] {
        self.ink
    }
}

fn look(character: &PdfPageTextChar) -> (Look, Option<PdfColor>) {
    let mode = character.render_mode().unwrap_or(Mode::FilledUnstroked);
    let paint = match mode {
        Mode::Invisible | Mode::InvisibleClipping => return (Look::Unpainted, None),
        Mode::StrokedUnfilled | Mode::StrokedUnfilledClipping => character.stroke_color(),
        _ => character.fill_color(),
    };
    let paint = paint.ok();
    let look = match &paint {
        Some(paint) if paint.alpha() < THIN => Look::Hidden,
        Some(paint) if brightness(paint) >= PALE => Look::Pale,
        _ => Look::Seen,
    };
    (look, paint)
}

fn brightness(paint: &PdfColor) -> u32 {
    (u32::from(paint.red()) * 3 + u32::from(paint.green()) * 6 + u32::from(paint.blue())) / 10
}

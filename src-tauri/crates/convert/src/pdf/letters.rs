//! Letters of a page as PDFium gives them: which letter, its box as the page is shown, and its
//! type. Letters outside the visible page are left out, and so are codes that name no letter.

use super::eye::{Eye, Look};
use super::rect::Rect;
use pdfium_render::prelude::{
    PdfFontWeight, PdfPage, PdfPageRenderRotation, PdfPageTextChar, PdfRect,
};
use std::collections::HashMap;

/// PDFium's mark for a hyphen at the end of a line.
const LINE_HYPHEN: [u32; 2] = [0x02, 0xfffe];
/// Letters may stand this far outside the page, in points.
const SLACK: f32 = 2.0;
const BOLD: [&str; 8] = ["bold", "black", "heavy", "-bd", "semibold", "demi", "medi", "cmbx"];
const ITALIC: [&str; 6] = ["ital", "obli", "slant", "cmti", "cmsl", "cmbxti"];
const FIXED: [&str; 12] = [
    "mono",
    "nimbusmon",
    "courier",
    "consol",
    "typewriter",
    "cmtt",
    "menlo",
    "fixed",
    "sourcecode",
    "lettergothic",
    "cousine",
    "andale",
];

/// A letter and where it stands.
pub(super) struct Letter {
    pub(super) letter: char,
    pub(super) rect: Rect,
    pub(super) size: f32,
    pub(super) face: Face,
    pub(super) turned: bool,
    pub(super) look: Look,
}

/// What a font looks like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Face {
    pub(super) bold: bool,
    pub(super) italic: bool,
    /// All letters equally wide.
    pub(super) fixed: bool,
    /// Number of the font among those of the document; subsets of one font are one.
    pub(super) font: u16,
    /// As PDFium has it, not to be relied on; 0 is unknown.
    pub(super) weight: u16,
    /// Colour of the letter: red, green, blue.
    pub(super) ink: [u8; 3],
}

/// Fonts seen so far, by name.
#[derive(Default)]
pub(super) struct Faces {
    faces: HashMap<String, Face>,
    fonts: HashMap<String, u16>,
}

impl Faces {
    /// By the font's name: PDFium's weights are not to be relied on for embedded fonts.
    fn of(&mut self, character: &PdfPageTextChar) -> Face {
        let name = character.font_name();
        if let Some(face) = self.faces.get(&name) {
            return *face;
        }
        let lower = name.to_lowercase();
        let named = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
        let fixed = named(&FIXED) || character.font_is_fixed_pitch();
        // `ABCDEF+Name` is a subset of `Name`
        let whole = match name.split_once('+') {
            Some((subset, whole)) if subset.len() == 6 => whole,
            _ => name.as_str(),
        };
        let next = u16::try_from(self.fonts.len()).unwrap_or(u16::MAX);
        let font = *self.fonts.entry(whole.to_owned()).or_insert(next);
        let bold = named(&BOLD) || is_bold_extended(&lower);
        let weight = character.font_weight().map_or(0, weight);
        let face = Face { bold, italic: named(&ITALIC), fixed, font, weight, ink: [0; 3] };
        self.faces.insert(name, face);
        face
    }
}

/// `cmbx10`, `sfbx1200`: bold and extended, as TeX names its fonts.
fn is_bold_extended(name: &str) -> bool {
    name.split("bx").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn weight(weight: PdfFontWeight) -> u16 {
    match weight {
        PdfFontWeight::Weight100 => 100,
        PdfFontWeight::Weight200 => 200,
        PdfFontWeight::Weight300 => 300,
        PdfFontWeight::Weight400Normal => 400,
        PdfFontWeight::Weight500 => 500,
        PdfFontWeight::Weight600 => 600,
        PdfFontWeight::Weight700Bold => 700,
        PdfFontWeight::Weight800 => 800,
        PdfFontWeight::Weight900 => 900,
        PdfFontWeight::Custom(weight) => u16::try_from(weight).unwrap_or(u16::MAX),
    }
}

/// What a code that PDFium gives stands for.
pub(super) enum Code {
    Letter(char),
    Space,
    LineEnd,
    /// Names no letter: the font does not say what it shows.
    Unknown,
    /// Nothing to see, or half of a pair.
    Nothing,
}

/// Reads a code. Halves of a surrogate pair are put together in `high`.
pub(super) fn code(value: u32, high: &mut Option<u32>) -> Code {
    let letter = match value {
        0xd800..0xdc00 => {
            *high = Some(value - 0xd800);
            return Code::Nothing;
        }
        0xdc00..0xe000 => {
            high.take().and_then(|high| char::from_u32(0x10000 + (high << 10) + (value - 0xdc00)))
        }
        _ if LINE_HYPHEN.contains(&value) => Some('-'),
        0xad | 0x2010 | 0x2011 => Some('-'),
        0xfeff | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x2069 => return Code::Nothing,
        _ => char::from_u32(value),
    };
    match letter {
        Some('\n' | '\r') => Code::LineEnd,
        Some(letter) if letter.is_whitespace() => Code::Space,
        Some('\u{fffd}' | '\u{ffff}') | None => Code::Unknown,
        Some(letter) if letter.is_control() => Code::Unknown,
        Some(letter @ '\u{e000}'..='\u{f8ff}') => {
            symbol(letter).map_or(Code::Unknown, Code::Letter)
        }
        Some(letter) if (letter as u32) >= 0xf_0000 => Code::Unknown,
        Some(letter) => Code::Letter(letter),
    }
}

/// The marks of Symbol and Wingdings that documents use as bullets, arrows and ticks. Word keeps
/// them, and at times plain letters of a symbolic font, in the private area from U+F000.
fn symbol(letter: char) -> Option<char> {
    Some(match letter {
        '\u{f0b7}' | '\u{f09f}' | '\u{f06c}' | '\u{f0a2}' => '•',
        '\u{f0a7}' | '\u{f06e}' | '\u{f0a8}' => '▪',
        '\u{f0d8}' | '\u{f0b2}' | '\u{f076}' => '➢',
        '\u{f0fc}' | '\u{f0fe}' => '✓',
        '\u{f0e0}' | '\u{f0ae}' => '→',
        '\u{f02d}' | '\u{f0be}' => '–',
        '\u{f0a3}' => '≤',
        '\u{f0b3}' => '≥',
        '\u{f0b1}' => '±',
        '\u{f0b4}' => '×',
        '\u{f06d}' => 'µ',
        '\u{f0b0}' => '°',
        _ => return None,
    })
}

/// Ligatures are written out, and Arabic letters in their plain form: nobody searches for shapes.
pub(super) fn expanded(letter: char) -> Vec<char> {
    match letter {
        'ﬀ'..='ﬆ' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{2f00}'..='\u{2fd5}' =>
        {
            use unicode_normalization::UnicodeNormalization;
            std::iter::once(letter).nfkc().filter(|letter| !letter.is_whitespace()).collect()
        }
        other => vec![other],
    }
}

/// Hebrew, Arabic and their neighbours.
pub(super) fn runs_leftwards(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Scripts that put no space between words.
pub(super) fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// How the page is shown: its visible box, and its rotation.
pub(super) struct View {
    visible: Rect,
    turn: PdfPageRenderRotation,
    width: f32,
    height: f32,
}

impl View {
    pub(super) fn of(page: &PdfPage) -> Self {
        let turn = page.rotation().unwrap_or(PdfPageRenderRotation::None);
        let (width, height) = (page.width().value, page.height().value);
        let bounds = page.boundaries().bounding().map(|boundary| user_rect(&boundary.bounds));
        let visible = bounds.unwrap_or(Rect { x0: 0.0, y0: 0.0, x1: width, y1: height });
        Self { visible, turn, width, height }
    }

    /// Width and height of the page as shown.
    pub(super) fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }

    /// A letter in its place; `None` where it is outside the page.
    pub(super) fn letter(
        &self,
        letter: char,
        character: &PdfPageTextChar,
        faces: &mut Faces,
        eye: &mut Eye,
    ) -> Option<Letter> {
        let rect = self.shown(user_rect(&character.loose_bounds().ok()?));
        let (x, y) = ((rect.x0 + rect.x1) / 2.0, (rect.y0 + rect.y1) / 2.0);
        // also false for what is no number
        let inside = x >= -SLACK
            && y >= -SLACK
            && x <= self.width + SLACK
            && y <= self.height + SLACK
            && rect.width() <= self.width + SLACK
            && rect.height() <= self.height + SLACK;
        if !inside {
            return None;
        }
        let turn = match self.turn {
            PdfPageRenderRotation::None => 0.0,
            PdfPageRenderRotation::Degrees90 => 90.0,
            PdfPageRenderRotation::Degrees180 => 180.0,
            PdfPageRenderRotation::Degrees270 => 270.0,
        };
        let angle = character.angle_degrees().unwrap_or(0.0) - turn;
        let size = character.scaled_font_size().value.abs();
        let size = if size.is_finite() && size > 0.5 { size } else { rect.height() };
        let turned = angle.to_radians().cos() < 0.9;
        let look = eye.look(character, size, rect.height());
        let face = Face { ink: eye.ink(), ..faces.of(character) };
        Some(Letter { letter, rect, size, face, turned, look })
    }

    /// From the page's own coordinates, which run upwards, to those of the page as shown.
    pub(super) fn shown(&self, rect: Rect) -> Rect {
        let Rect { x0: left, y0: bottom, x1: right, y1: top } = self.visible;
        let (x0, y0, x1, y1) = match self.turn {
            PdfPageRenderRotation::None => {
                (rect.x0 - left, top - rect.y1, rect.x1 - left, top - rect.y0)
            }
            PdfPageRenderRotation::Degrees90 => {
                (rect.y0 - bottom, rect.x0 - left, rect.y1 - bottom, rect.x1 - left)
            }
            PdfPageRenderRotation::Degrees180 => {
                (right - rect.x1, rect.y0 - bottom, right - rect.x0, rect.y1 - bottom)
            }
            PdfPageRenderRotation::Degrees270 => {
                (top - rect.y1, right - rect.x1, top - rect.y0, right - rect.x0)
            }
        };
        Rect { x0, y0, x1: x1.max(x0), y1: y1.max(y0) }
    }
}

/// With `y0` below `y1`, as PDF counts.
pub(super) fn user_rect(rect: &PdfRect) -> Rect {
    Rect {
        x0: rect.left().value,
        y0: rect.bottom().value,
        x1: rect.right().value,
        y1: rect.top().value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_letters_or_say_that_they_are_none() {
        let mut high = None;
        let mut read = |value: u32| match code(value, &mut high) {
            Code::Letter(letter) => letter.to_string(),
            Code::Space => "space".to_owned(),
            Code::LineEnd => "line".to_owned(),
            Code::Unknown => "unknown".to_owned(),
            Code::Nothing => "nothing".to_owned(),
        };
        for (value, expected) in [
            (0x41, "A"),
            (0xfffe, "-"),
            (0xad, "-"),
            (0xf0b7, "•"),
            (0xe123, "unknown"),
            (0x00, "unknown"),
            (0x05, "unknown"),
            (0xfffd, "unknown"),
            (0x0d, "line"),
            (0x3000, "space"),
            (0x200b, "nothing"),
            (0xd83d, "nothing"),
            (0xde00, "😀"),
            (0xde00, "unknown"),
        ] {
            assert_eq!(read(value), expected, "{value:x}");
        }
    }

    #[test]
    fn shapes_become_letters() {
        for (shape, expected) in [('ﬃ', "ffi"), ('ﻼ', "لا"), ('a', "a"), ('é', "é")] {
            assert_eq!(expanded(shape).into_iter().collect::<String>(), expected);
        }
    }
}

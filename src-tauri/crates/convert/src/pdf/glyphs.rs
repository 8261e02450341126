//! Letters of a page with their boxes, and the fragments they form: letters that follow each other
//! on one line without a wide gap. Coordinates are points from the top left of the page as shown.

use pdfium_render::prelude::{PdfPage, PdfPageRenderRotation, PdfPageTextChar, PdfRect};

/// A gap this wide, in sizes of the letters, ends a fragment: a table cell, or another column.
const GAP: f32 = 1.2;
/// Letters on one line overlap at least by this share of their height.
const OVERLAP: f32 = 0.3;
/// PDFium's mark for a hyphen at the end of a line.
const LINE_HYPHEN: [u32; 2] = [0x02, 0xfffe];

/// A rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) x0: f32,
    pub(super) y0: f32,
    pub(super) x1: f32,
    pub(super) y1: f32,
}

impl Rect {
    /// The smallest rectangle around both.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub(super) fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    pub(super) fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Shared height, as a share of the lower one.
    pub(super) fn overlap_y(&self, other: &Self) -> f32 {
        let shared = self.y1.min(other.y1) - self.y0.max(other.y0);
        shared / self.height().min(other.height()).max(0.1)
    }
}

/// A letter and where it stands from left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    pub(super) letter: char,
    pub(super) x0: f32,
    pub(super) x1: f32,
}

/// Letters that follow each other without a wide gap.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) rect: Rect,
    /// Size of the type in points.
    pub(super) size: f32,
    /// Letters in bold.
    pub(super) bold: usize,
    /// Not set upright: kept, but outside the order of columns.
    pub(super) turned: bool,
}

impl Fragment {
    pub(super) fn is_bold(&self) -> bool {
        self.bold * 10 >= self.glyphs.len() * 7
    }

    fn new(letter: &Letter) -> Self {
        let mut fragment = Self {
            glyphs: Vec::new(),
            rect: letter.rect,
            size: letter.size,
            bold: 0,
            turned: letter.turned,
        };
        fragment.push(letter);
        fragment
    }

    fn push(&mut self, letter: &Letter) {
        self.rect = self.rect.union(letter.rect);
        let (x0, x1) = (letter.rect.x0, letter.rect.x1);
        let letters = expanded(letter.letter);
        let each = (x1 - x0) / letters.len().max(1) as f32;
        for (at, letter) in letters.into_iter().enumerate() {
            let left = x0 + each * at as f32;
            self.glyphs.push(Glyph { letter, x0: left, x1: left + each });
        }
        self.bold += usize::from(letter.bold);
        // the size of most of it: a large initial or a small index does not count
        if self.glyphs.len() <= 2 {
            self.size = self.size.max(letter.size);
        }
    }

    /// Whether `letter` goes on where this fragment stops.
    fn goes_on_with(&self, letter: &Letter) -> bool {
        if self.turned || letter.turned {
            return self.turned == letter.turned;
        }
        let gap = letter.rect.x0 - self.glyphs.last().map_or(letter.rect.x0, |last| last.x1);
        let size = self.size.max(1.0);
        self.rect.overlap_y(&letter.rect) >= OVERLAP && gap <= GAP * size && gap >= -1.5 * size
    }

    fn push_space(&mut self, until: f32) {
        let from = self.glyphs.last().map_or(until, |last| last.x1);
        // turned letters have no left to right
        let until = if self.turned { from } else { until.max(from) };
        self.glyphs.push(Glyph { letter: ' ', x0: from, x1: until });
    }
}

struct Letter {
    letter: char,
    rect: Rect,
    size: f32,
    bold: bool,
    turned: bool,
}

/// Reads a page; `None` where PDFium cannot.
pub(super) fn fragments(page: &PdfPage) -> Option<Vec<Fragment>> {
    let text = page.text().ok()?;
    let view = View::of(page);
    let mut done = Vec::new();
    let mut open: Option<Fragment> = None;
    let (mut space, mut high) = (false, None);
    for character in text.chars().iter() {
        let Some(letter) = letter_of(character.unicode_value(), &mut high) else { continue };
        match letter {
            '\n' | '\r' => {
                done.extend(open.take());
                space = false;
            }
            _ if letter.is_whitespace() => space = true,
            _ if letter.is_control() => {}
            _ => {
                let Some(letter) = view.letter(letter, &character) else { continue };
                match open.as_mut().filter(|open| open.goes_on_with(&letter)) {
                    Some(fragment) => {
                        if space {
                            fragment.push_space(letter.rect.x0);
                        }
                        fragment.push(&letter);
                    }
                    None => {
                        done.extend(open.take());
                        open = Some(Fragment::new(&letter));
                    }
                }
                space = false;
            }
        }
    }
    done.extend(open);
    for fragment in done.iter_mut().filter(|fragment| fragment.turned) {
        let Rect { x0, x1, .. } = fragment.rect;
        fragment.glyphs.iter_mut().for_each(|glyph| (glyph.x0, glyph.x1) = (x0, x1));
    }
    Some(done)
}

/// A value that PDFium gives, as a letter. Halves of a surrogate pair are put together.
fn letter_of(value: u32, high: &mut Option<u32>) -> Option<char> {
    match value {
        0xd800..0xdc00 => {
            *high = Some(value - 0xd800);
            None
        }
        0xdc00..0xe000 => char::from_u32(0x10000 + (high.take()? << 10) + (value - 0xdc00)),
        _ if LINE_HYPHEN.contains(&value) => Some('-'),
        0 | 0xfeff | 0xffff => None,
        0xad => Some('-'),
        _ => char::from_u32(value),
    }
}

/// Ligatures are written out: nobody searches for them.
fn expanded(letter: char) -> Vec<char> {
    match letter {
        'ﬀ' => vec!['f', 'f'],
        'ﬁ' => vec!['f', 'i'],
        'ﬂ' => vec!['f', 'l'],
        'ﬃ' => vec!['f', 'f', 'i'],
        'ﬄ' => vec!['f', 'f', 'l'],
        'ﬅ' | 'ﬆ' => vec!['s', 't'],
        other => vec![other],
    }
}

/// How the page is shown: its visible box, and its rotation.
struct View {
    visible: Rect,
    turn: PdfPageRenderRotation,
}

impl View {
    fn of(page: &PdfPage) -> Self {
        let turn = page.rotation().unwrap_or(PdfPageRenderRotation::None);
        let (width, height) = (page.width().value, page.height().value);
        let bounds = page.boundaries().bounding().map(|boundary| user_rect(&boundary.bounds));
        let visible = bounds.unwrap_or(Rect { x0: 0.0, y0: 0.0, x1: width, y1: height });
        Self { visible, turn }
    }

    fn letter(&self, letter: char, character: &PdfPageTextChar) -> Option<Letter> {
        let rect = self.shown(user_rect(&character.loose_bounds().ok()?));
        let sides = [rect.x0, rect.y0, rect.x1, rect.y1];
        if sides.iter().any(|side| !side.is_finite() || side.abs() > 1e6) {
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
        Some(Letter {
            letter,
            rect,
            size,
            bold: is_bold(character),
            turned: angle.to_radians().cos() < 0.9,
        })
    }

    /// From the page's own coordinates, which run upwards, to those of the page as shown.
    fn shown(&self, rect: Rect) -> Rect {
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
fn user_rect(rect: &PdfRect) -> Rect {
    Rect {
        x0: rect.left().value,
        y0: rect.bottom().value,
        x1: rect.right().value,
        y1: rect.top().value,
    }
}

/// By the font's name: PDFium's weights are not to be relied on for embedded fonts.
fn is_bold(character: &PdfPageTextChar) -> bool {
    let name = character.font_name().to_lowercase();
    ["bold", "black", "heavy", "-bd", "semibold", "demi", "medi", "cmbx"]
        .iter()
        .any(|part| name.contains(part))
}

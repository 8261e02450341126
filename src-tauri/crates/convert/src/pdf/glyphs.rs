//! Fragments of a page: letters that follow each other on one line without a wide gap, in the order
//! of the file. Coordinates are points from the top left of the page as shown.

use super::accents::{self, Sign};
use super::eye::{Eye, Look};
use super::hidden::Judge;
use super::letters::{self, Code, Face, Faces, Letter, View};
use super::ligatures;
use super::rect::Rect;
use pdfium_render::prelude::PdfPage;
use unicode_normalization::UnicodeNormalization;

/// A gap this wide, in sizes of the letters, ends a fragment: a table cell, or another column.
const GAP: f32 = 0.7;
/// Letters on one line overlap at least by this share of their height.
const OVERLAP: f32 = 0.3;
/// Letters nearer than this, as a share of their size, have no space between them.
const TOUCHING: f32 = 0.1;

/// A letter and where it stands from left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    pub(super) letter: char,
    pub(super) x0: f32,
    pub(super) x1: f32,
    /// No reader sees it.
    pub(super) hidden: bool,
}

impl Glyph {
    /// The space between two letters.
    pub(super) fn space(x0: f32, x1: f32) -> Self {
        Self { letter: ' ', x0, x1, hidden: false }
    }
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
    /// The font of most letters, and by how many they are more.
    pub(super) font: (Face, usize),
    /// Letters of a font whose letters are equally wide.
    pub(super) fixed: usize,
    /// Not set upright: kept, but outside the order of columns.
    pub(super) turned: bool,
    /// Place in the file's own order; one for all where it has none.
    pub(super) order: u32,
    /// Stands for the page's table of this number; has no letters then.
    pub(super) table: Option<usize>,
}

impl Fragment {
    pub(super) fn is_bold(&self) -> bool {
        self.bold * 10 >= self.glyphs.len() * 7
    }

    pub(super) fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| glyph.letter).collect()
    }

    /// Its letters from `start` to `end` as a fragment of their own, without outer spaces.
    pub(super) fn part(&self, start: usize, end: usize) -> Option<Self> {
        let glyphs = trimmed(self.glyphs.get(start..end)?);
        let x0 = glyphs.iter().map(|glyph| glyph.x0).reduce(f32::min)?;
        let x1 = glyphs.iter().map(|glyph| glyph.x1).reduce(f32::max)?;
        let share = |count: usize| count * glyphs.len() / self.glyphs.len().max(1);
        Some(Self {
            glyphs: glyphs.to_vec(),
            rect: Rect { x0, x1, ..self.rect },
            bold: share(self.bold),
            fixed: share(self.fixed),
            ..*self
        })
    }

    fn new(letter: &Letter, order: u32) -> Self {
        let mut fragment = Self {
            glyphs: Vec::new(),
            rect: letter.rect,
            size: letter.size,
            bold: 0,
            font: (letter.face, 0),
            fixed: 0,
            turned: letter.turned,
            order,
            table: None,
        };
        fragment.push(letter);
        fragment
    }

    fn push(&mut self, letter: &Letter) {
        self.rect = self.rect.union(letter.rect);
        let (x0, x1) = (letter.rect.x0, letter.rect.x1);
        let letters = letters::expanded(letter.letter);
        let each = (x1 - x0) / letters.len().max(1) as f32;
        let hidden = letter.look == Look::Hidden;
        let Face { bold, fixed, font, .. } = letter.face;
        self.font = match self.font {
            (most, lead) if most.font == font => (most, lead + 1),
            (_, 0) => (letter.face, 1),
            (most, lead) => (most, lead - 1),
        };
        // the size of most of it: a large initial or a small index does not count
        if self.glyphs.len() <= 2 {
            self.size = self.size.max(letter.size);
        }
        for (at, letter) in letters.into_iter().enumerate() {
            let left = x0 + each * at as f32;
            self.glyphs.push(Glyph { letter, x0: left, x1: left + each, hidden });
            self.bold += usize::from(bold);
            self.fixed += usize::from(fixed);
        }
    }

    /// Whether `letter` goes on where this fragment stops.
    fn goes_on_with(&self, letter: &Letter) -> bool {
        if self.turned || letter.turned {
            return self.turned == letter.turned;
        }
        let Some(last) = self.glyphs.last() else { return false };
        let size = self.size.max(1.0);
        let leftwards = letters::runs_leftwards(letter.letter)
            || letters::runs_leftwards(last.letter)
            || letter.letter.is_ascii_punctuation() && self.runs_leftwards();
        let gap = letter.rect.x0 - last.x1;
        let gap = if leftwards { gap.max(last.x0 - letter.rect.x1) } else { gap };
        self.rect.overlap_y(&letter.rect) >= OVERLAP && gap <= GAP * size && gap >= -1.5 * size
    }

    /// Whether a letter with an accent follows without a gap: PDFium sees a space where the accent was
    /// raised.
    fn touches(&self, letter: &Letter) -> bool {
        let accented = !letters::runs_leftwards(letter.letter)
            && std::iter::once(letter.letter).nfd().nth(1).is_some();
        let last = self.glyphs.last().filter(|_| accented && !self.turned && !letter.turned);
        last.is_some_and(|last| letter.rect.x0 - last.x1 < TOUCHING * self.size)
    }

    fn runs_leftwards(&self) -> bool {
        self.glyphs.iter().any(|glyph| letters::runs_leftwards(glyph.letter))
    }

    fn push_space(&mut self, next: &Letter) {
        let Some(last) = self.glyphs.last().copied() else { return };
        if letters::is_ideograph(last.letter) && letters::is_ideograph(next.letter) {
            return;
        }
        // turned letters have no left to right
        let until = if self.turned { last.x1 } else { next.rect.x0.max(last.x1) };
        self.glyphs.push(Glyph::space(last.x1, until));
        // a space looks like the words around it
        self.bold += usize::from(next.face.bold);
        self.fixed += usize::from(next.face.fixed);
    }
}

/// Without spaces at either end.
pub(super) fn trimmed(glyphs: &[Glyph]) -> &[Glyph] {
    let is_space = |glyph: &Glyph| glyph.letter.is_whitespace();
    let start = glyphs.iter().take_while(|glyph| is_space(glyph)).count();
    let tail = glyphs.iter().rev().take_while(|glyph| is_space(glyph)).count();
    glyphs.get(start..glyphs.len().saturating_sub(tail)).unwrap_or_default()
}

/// What a page says.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) fragments: Vec<Fragment>,
    /// Codes that name no letter.
    pub(super) unknown: usize,
}

/// Reads a page; `None` where PDFium cannot.
pub(super) fn read(
    page: &PdfPage,
    view: &View,
    faces: &mut Faces,
    judge: &mut Judge,
) -> Option<Reading> {
    let text = page.text().ok()?;
    let mut reading = Reading::default();
    let (mut signs, mut high, mut eye) = (Vec::new(), None, Eye::default());
    let mut guesses = Vec::new();
    for character in text.chars().iter() {
        let value = character.unicode_value();
        let code = letters::code(value, &mut high);
        if matches!(code, Code::LineEnd | Code::Space) {
            eye.rest();
        }
        signs.extend(match code {
            Code::LineEnd => Some(Sign::LineEnd),
            Code::Space => Some(Sign::Space),
            Code::Letter(letter) => {
                view.letter(letter, &character, faces, &mut eye).map(Sign::Letter)
            }
            Code::Nothing => None,
            Code::Unknown => {
                let guess = ligatures::of_code(value);
                let guess = guess.and_then(|it| view.letter(it, &character, faces, &mut eye));
                match guess {
                    Some(_) => guesses.push(signs.len()),
                    None => reading.unknown += 1,
                }
                guess.map(Sign::Letter)
            }
        });
    }
    reading.unknown += ligatures::settle(&mut signs, &guesses);
    judge.settle(page, view, &mut signs);
    let mut open: Option<Fragment> = None;
    let (mut space, mut order) = (false, 0u32);
    for sign in accents::composed(signs) {
        match sign {
            Sign::LineEnd => {
                reading.fragments.extend(open.take());
                space = false;
            }
            Sign::Space => space = true,
            Sign::Letter(letter) => {
                match open.as_mut().filter(|open| open.goes_on_with(&letter)) {
                    Some(fragment) => {
                        if space && !fragment.touches(&letter) {
                            fragment.push_space(&letter);
                        }
                        fragment.push(&letter);
                    }
                    None => {
                        reading.fragments.extend(open.take());
                        order += 1;
                        open = Some(Fragment::new(&letter, order));
                    }
                }
                space = false;
            }
        }
    }
    reading.fragments.extend(open);
    for fragment in reading.fragments.iter_mut().filter(|fragment| fragment.turned) {
        let Rect { x0, x1, .. } = fragment.rect;
        fragment.glyphs.iter_mut().for_each(|glyph| (glyph.x0, glyph.x1) = (x0, x1));
    }
    Some(reading)
}

//! Fragments that stand beside each other become one line.

use super::glyphs::{self, Fragment, Glyph};
use super::letters::{self, Face};
use super::rect::Rect;

/// Fragments of one line share at least this much of their height.
const SAME_LINE: f32 = 0.5;
/// Sizes that differ by more are those of different things.
const OTHER_SIZE: f32 = 1.5;
/// Stands for a row of dots that lead the eye, and how many dots make one.
const LEADERS: char = '…';
const LEADING_DOTS: usize = 5;
/// A gap this wide, in sizes of the letters, parts two cells.
pub(super) const CELL_GAP: f32 = 1.2;

/// One line of text.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) rect: Rect,
    /// Size of its largest type.
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) italic: bool,
    /// Number of the font of most of its letters.
    pub(super) font: u16,
    /// Weight and colour of that font's first letter: see [`super::letters::Face`].
    pub(super) weight: u16,
    pub(super) ink: [u8; 3],
    /// In letters that are all equally wide.
    pub(super) fixed: bool,
    /// Parts with wide gaps between them: more than one in a row of a table.
    pub(super) cells: usize,
    /// Set on its side.
    pub(super) turned: bool,
    /// Part of the heading of this number.
    pub(super) heading: Option<u32>,
}

impl Line {
    /// Its words.
    pub(super) fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| glyph.letter).collect()
    }

    /// Its letters from `start` to `end` as a line of their own, without outer spaces.
    pub(super) fn part(&self, start: usize, end: usize) -> Option<Self> {
        let glyphs = glyphs::trimmed(self.glyphs.get(start..end)?);
        let x0 = glyphs.iter().map(|glyph| glyph.x0).reduce(f32::min)?;
        let x1 = glyphs.iter().map(|glyph| glyph.x1).reduce(f32::max)?;
        let rect = Rect { x0, x1, ..self.rect };
        Some(Self { glyphs: glyphs.to_vec(), rect, cells: 1, ..*self })
    }

    /// Whether dots lead from its words to a page number: a line of a table of contents.
    pub(super) fn has_leaders(&self) -> bool {
        self.glyphs.iter().any(|glyph| glyph.letter == LEADERS)
    }

    pub(super) fn runs_leftwards(&self) -> bool {
        let leftwards = |glyph: &&Glyph| letters::runs_leftwards(glyph.letter);
        let letters = self.glyphs.iter().filter(|glyph| glyph.letter.is_alphabetic()).count();
        self.glyphs.iter().filter(leftwards).count() * 2 > letters
    }
}

/// The lines of a group, downwards.
pub(super) fn of_group(group: Vec<Fragment>) -> Vec<Line> {
    let mut rows: Vec<(Rect, Vec<Fragment>)> = Vec::new();
    for fragment in group {
        // fragments come by their upper edges: only the last rows can still be beside this one
        let row = rows.iter_mut().rev().take(4).find(|(rect, fragments)| {
            rect.overlap_y(&fragment.rect) >= SAME_LINE
                && has_room(fragments, &fragment)
                && !fragments.iter().any(|part| stands_off(part, &fragment))
        });
        match row {
            Some((rect, fragments)) => {
                if fragment.size >= fragments.iter().map(|part| part.size).fold(0.0, f32::max) {
                    *rect = fragment.rect;
                }
                fragments.push(fragment);
            }
            None => rows.push((fragment.rect, vec![fragment])),
        }
    }
    rows.into_iter().filter_map(|(_, fragments)| line_of(fragments)).collect()
}

/// Whether two fragments are neither of one size nor near each other: a title, and a date beside it.
fn stands_off(part: &Fragment, other: &Fragment) -> bool {
    let (small, large) = (part.size.min(other.size), part.size.max(other.size));
    let gap = (part.rect.x0 - other.rect.x1).max(other.rect.x0 - part.rect.x1);
    large > small * OTHER_SIZE && gap > large * CELL_GAP
}

/// Whether nothing of the row stands where the fragment does.
fn has_room(row: &[Fragment], fragment: &Fragment) -> bool {
    let slack = fragment.size * 0.5;
    row.iter().all(|part| {
        part.rect.x1 <= fragment.rect.x0 + slack || part.rect.x0 >= fragment.rect.x1 - slack
    })
}

fn line_of(mut fragments: Vec<Fragment>) -> Option<Line> {
    let leftwards = |part: &Fragment| {
        let of = part.glyphs.iter().filter(|glyph| letters::runs_leftwards(glyph.letter)).count();
        (of, part.glyphs.iter().filter(|glyph| glyph.letter.is_alphabetic()).count())
    };
    let (of, all) = fragments.iter().map(leftwards).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    if of * 2 > all {
        fragments.sort_by(|a, b| b.rect.x1.total_cmp(&a.rect.x1));
    } else {
        fragments.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    }
    let rect = fragments.iter().map(|part| part.rect).reduce(Rect::union)?;
    let size = fragments.iter().map(|part| part.size).fold(0.0, f32::max);
    let count = fragments.iter().map(|part| part.glyphs.len()).sum::<usize>();
    let fixed = fragments.iter().map(|part| part.fixed).sum::<usize>() * 10 >= count * 8;
    let bold = fragments.iter().all(Fragment::is_bold);
    let turned = fragments.iter().any(|part| part.turned);
    let face = fragments.iter().max_by_key(|part| part.glyphs.len())?.font.0;
    let Face { italic, font, weight, ink, .. } = face;
    let mut glyphs: Vec<Glyph> = Vec::new();
    let (mut cells, mut before) = (1, None::<Rect>);
    for fragment in fragments {
        if let (Some(before), Some(last)) = (before, glyphs.last().copied()) {
            let gap = (fragment.rect.x0 - before.x1).max(before.x0 - fragment.rect.x1);
            cells += usize::from(gap > size * CELL_GAP);
            let spaces = usize::from(gap > size * 0.15);
            let space = Glyph::space(last.x1, last.x1);
            glyphs.extend(std::iter::repeat_n(space, spaces));
        }
        before = Some(fragment.rect);
        glyphs.extend(fragment.glyphs);
    }
    let glyphs = without_leaders(glyphs);
    let heading = None;
    Some(Line {
        glyphs,
        rect,
        size,
        bold,
        italic,
        font,
        weight,
        ink,
        fixed,
        cells,
        turned,
        heading,
    })
}

/// Rows of dots, as in a table of contents, become one sign.
fn without_leaders(glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let is_dot = |glyph: &Glyph| matches!(glyph.letter, '.' | '·' | '․' | '…');
    let in_row = |glyph: &Glyph| is_dot(glyph) || glyph.letter == ' ';
    if glyphs.iter().filter(|glyph| is_dot(glyph)).count() < LEADING_DOTS {
        return glyphs;
    }
    let mut done: Vec<Glyph> = Vec::new();
    for run in glyphs.chunk_by(|a, b| in_row(a) == in_row(b)) {
        let dots = run.iter().filter(|glyph| is_dot(glyph)).count();
        let ends =
            run.iter().find(|glyph| is_dot(glyph)).zip(run.iter().rfind(|glyph| is_dot(glyph)));
        let Some((first, last)) = ends.filter(|_| dots >= LEADING_DOTS) else {
            done.extend(run);
            continue;
        };
        let space = |x: f32| Glyph::space(x, x);
        done.push(space(first.x0));
        done.push(Glyph { letter: LEADERS, x1: last.x1, ..*first });
        done.push(space(last.x1));
    }
    glyphs::trimmed(&done).to_vec()
}

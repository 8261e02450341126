//! Fragments that stand beside each other become one line.

use super::glyphs::{Fragment, Glyph, Rect};

/// Fragments of one line share at least this much of their height.
const SAME_LINE: f32 = 0.5;

/// One line of text.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) rect: Rect,
    /// Size of its largest type.
    pub(super) size: f32,
    pub(super) bold: bool,
    /// Parts with wide gaps between them: more than one in a row of a table.
    pub(super) cells: usize,
}

impl Line {
    /// Its words.
    pub(super) fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| glyph.letter).collect()
    }
}

/// The lines of a group, downwards.
pub(super) fn of_group(group: Vec<Fragment>) -> Vec<Line> {
    let mut rows: Vec<(Rect, Vec<Fragment>)> = Vec::new();
    for fragment in group {
        // fragments come by their upper edges: only the last rows can still be beside this one
        let row = rows.iter_mut().rev().take(4).find(|(rect, fragments)| {
            rect.overlap_y(&fragment.rect) >= SAME_LINE && has_room(fragments, &fragment)
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

/// Whether nothing of the row stands where the fragment does.
fn has_room(row: &[Fragment], fragment: &Fragment) -> bool {
    let slack = fragment.size * 0.5;
    row.iter().all(|part| {
        part.rect.x1 <= fragment.rect.x0 + slack || part.rect.x0 >= fragment.rect.x1 - slack
    })
}

fn line_of(mut fragments: Vec<Fragment>) -> Option<Line> {
    fragments.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let rect = fragments.iter().map(|part| part.rect).reduce(Rect::union)?;
    let size = fragments.iter().map(|part| part.size).fold(0.0, f32::max);
    let bold = fragments.iter().all(Fragment::is_bold);
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut cells = 1;
    for fragment in fragments {
        if let (Some(last), Some(first)) = (glyphs.last().copied(), fragment.glyphs.first()) {
            let gap = first.x0 - last.x1;
            let is_cell = gap > size * 1.2;
            cells += usize::from(is_cell);
            let spaces = if is_cell { 2 } else { usize::from(gap > size * 0.15) };
            let space = Glyph { letter: ' ', x0: last.x1, x1: last.x1 };
            glyphs.extend(std::iter::repeat_n(space, spaces));
        }
        glyphs.extend(fragment.glyphs);
    }
    Some(Line { glyphs, rect, size, bold, cells })
}

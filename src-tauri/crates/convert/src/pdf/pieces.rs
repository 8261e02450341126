//! Pieces of lines: fragments of one row that stand close together. What order and columns are
//! decided on.

use super::glyphs::{Fragment, Glyph};
use super::letters;
use super::rect::Rect;
use super::sense::{self, End, Start};

/// Fragments of one row share at least this much of their height.
const SAME_ROW: f32 = 0.5;
/// Rows that a fragment can still belong to, counted from the last.
const OPEN_ROWS: usize = 6;
/// Fragments further apart than this, in sizes of their type, are two pieces.
const JOIN: f32 = 0.65;

/// Fragments that follow each other on a row.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) rect: Rect,
    /// Size of most of its type: an index at its beginning does not count.
    pub(super) size: f32,
    /// Letters without spaces; ideographs count twice, as they are twice as wide.
    pub(super) letters: usize,
    pub(super) leftwards: usize,
    pub(super) start: Start,
    pub(super) end: End,
    /// Places of its first and last fragment in the file's own order.
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) parts: Vec<Fragment>,
}

impl Piece {
    fn of(mut parts: Vec<Fragment>) -> Option<Self> {
        let rect = parts.iter().map(|part| part.rect).reduce(Rect::union)?;
        let glyphs = || parts.iter().flat_map(|part| &part.glyphs);
        let count = |is: fn(&Glyph) -> bool| glyphs().filter(|glyph| is(glyph)).count();
        let words = count(|glyph| !glyph.letter.is_whitespace());
        let ideographs = count(|glyph| letters::is_ideograph(glyph.letter));
        let leftwards = count(|glyph| letters::runs_leftwards(glyph.letter));
        let start = sense::start_of(glyphs().map(|glyph| glyph.letter));
        let end = sense::end_of(glyphs().map(|glyph| glyph.letter));
        let orders = || parts.iter().map(|part| part.order);
        let (first, last) = (orders().min()?, orders().max()?);
        let size = parts.iter().max_by_key(|part| part.glyphs.len())?.size;
        parts.shrink_to_fit();
        let letters = words + ideographs;
        Some(Self { rect, size, letters, leftwards, start, end, first, last, parts })
    }
}

/// The pieces of a page, row by row downwards, each row from left to right.
pub(super) fn of_page(mut fragments: Vec<Fragment>) -> Vec<Piece> {
    fragments.sort_by(|a, b| a.rect.middle().1.total_cmp(&b.rect.middle().1));
    let mut rows: Vec<(Rect, f32, Vec<Fragment>)> = Vec::new();
    for fragment in fragments {
        let fits = |(rect, ..): &&mut (Rect, f32, Vec<Fragment>)| {
            fragment.table.is_none() && rect.overlap_y(&fragment.rect) >= SAME_ROW
        };
        match rows.iter_mut().rev().take(OPEN_ROWS).find(fits) {
            Some((rect, size, parts)) => {
                if fragment.size > *size {
                    (*rect, *size) = (fragment.rect, fragment.size);
                }
                parts.push(fragment);
            }
            None => rows.push((fragment.rect, fragment.size, vec![fragment])),
        }
    }
    rows.into_iter().flat_map(|(.., parts)| of_row(parts)).collect()
}

fn of_row(mut parts: Vec<Fragment>) -> Vec<Piece> {
    parts.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let mut pieces: Vec<Vec<Fragment>> = Vec::new();
    let mut right = f32::MIN;
    for part in parts {
        let gap = part.rect.x0 - right;
        right = right.max(part.rect.x1);
        let near = |open: &&mut Vec<Fragment>| {
            open.last().is_some_and(|last| {
                let is_text = last.table.is_none() && part.table.is_none();
                is_text && gap <= JOIN * last.size.max(part.size)
            })
        };
        match pieces.last_mut().filter(near) {
            Some(open) => open.push(part),
            None => pieces.push(vec![part]),
        }
    }
    pieces.into_iter().filter_map(Piece::of).collect()
}

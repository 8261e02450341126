//! Reading order: columns are found by the gutter that runs between them, lines that cross a gutter
//! (titles, abstracts, wide figures) cut the columns into bands, and each band is read column by
//! column. Tables are not columns: their cells are short.

use super::glyphs::Fragment;

/// A column has at least this many lines.
const COLUMN_LINES: usize = 3;
/// Half of a column's lines are at least this wide, as a share of the page.
const COLUMN_WIDTH: f32 = 0.14;
/// Half of a column's lines have at least this many letters.
const COLUMN_LETTERS: usize = 14;
/// Left edges this near to each other are one edge, in points.
const EDGE: f32 = 3.0;
/// Half of a column's lines are at least this wide, as a share of the widest: cells are not.
const COLUMN_FILL: f32 = 0.6;
/// Columns in columns in columns end here.
const NESTING: usize = 4;
/// A region of more fragments is taken as it stands: no page that people read has as many.
const FRAGMENTS: usize = 20_000;

/// Groups of fragments in reading order; inside a group, lines follow each other downwards.
pub(super) fn reading_order(fragments: Vec<Fragment>, page_width: f32) -> Vec<Vec<Fragment>> {
    let (turned, upright): (Vec<_>, Vec<_>) =
        fragments.into_iter().partition(|fragment| fragment.turned);
    let mut groups = Vec::new();
    split(upright, page_width, NESTING, &mut groups);
    groups.extend(turned.into_iter().map(|fragment| vec![fragment]));
    groups
}

fn split(mut region: Vec<Fragment>, width: f32, nesting: usize, groups: &mut Vec<Vec<Fragment>>) {
    region.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
    let is_bounded = nesting > 0 && region.len() <= FRAGMENTS;
    let gutter = if is_bounded { gutter(&region, width) } else { None };
    let Some(gutter) = gutter else {
        if !region.is_empty() {
            groups.push(region);
        }
        return;
    };
    let (mut left, mut right, mut across) = (Vec::new(), Vec::new(), Vec::new());
    for fragment in region {
        match side(&fragment, gutter) {
            Side::Across => {
                // what stands above this line is read before it, columns and all
                if !left.is_empty() || !right.is_empty() {
                    flush(&mut across, groups);
                    split(std::mem::take(&mut left), width, nesting - 1, groups);
                    split(std::mem::take(&mut right), width, nesting - 1, groups);
                }
                across.push(fragment);
            }
            Side::Left => left.push(fragment),
            Side::Right => right.push(fragment),
        }
    }
    flush(&mut across, groups);
    split(left, width, nesting - 1, groups);
    split(right, width, nesting - 1, groups);
}

fn flush(across: &mut Vec<Fragment>, groups: &mut Vec<Vec<Fragment>>) {
    if !across.is_empty() {
        groups.push(std::mem::take(across));
    }
}

#[derive(PartialEq)]
enum Side {
    Left,
    Right,
    Across,
}

fn side(fragment: &Fragment, gutter: f32) -> Side {
    if fragment.rect.x1 <= gutter + 1.0 {
        Side::Left
    } else if fragment.rect.x0 >= gutter - 1.0 {
        Side::Right
    } else {
        Side::Across
    }
}

/// The place between two columns: just left of where many lines begin, with a column of text on
/// either side. Of several, the one that parts the text most evenly.
fn gutter(region: &[Fragment], width: f32) -> Option<f32> {
    let mut edges: Vec<f32> = region.iter().map(|fragment| fragment.rect.x0).collect();
    edges.sort_by(f32::total_cmp);
    let mut candidates: Vec<f32> = Vec::new();
    for (at, edge) in edges.iter().enumerate() {
        let is_shared = edges.get(at + COLUMN_LINES - 1).is_some_and(|other| other - edge <= EDGE);
        let is_new = candidates.last().is_none_or(|last| edge - last > EDGE);
        if is_shared && is_new {
            candidates.push(*edge);
        }
    }
    let scored = candidates.into_iter().filter_map(|edge| {
        let gutter = edge - 1.5;
        score(region, gutter, width).map(|score| (score, gutter))
    });
    scored.max_by_key(|(score, _)| *score).map(|(_, gutter)| gutter)
}

/// Lines on the emptier side less those that cross; `None` where there are no two columns.
fn score(region: &[Fragment], gutter: f32, width: f32) -> Option<i64> {
    let on = |wanted: Side| -> Vec<&Fragment> {
        region.iter().filter(|fragment| side(fragment, gutter) == wanted).collect()
    };
    let (left, right, across) = (on(Side::Left), on(Side::Right), on(Side::Across));
    if !is_column(&left, width) || !is_column(&right, width) {
        return None;
    }
    // side by side, not one below the other
    let (top, bottom) = (extent(&left), extent(&right));
    let shared = top.1.min(bottom.1) - top.0.max(bottom.0);
    if shared < 0.3 * (top.1 - top.0).min(bottom.1 - bottom.0) {
        return None;
    }
    // lines that cross in the midst of both columns say that this is no gutter
    let amid = |fragment: &&&Fragment| {
        let beside = |column: &[&Fragment]| {
            column.iter().any(|other| other.rect.overlap_y(&fragment.rect) > 0.5)
        };
        beside(&left) || beside(&right)
    };
    let torn = across.iter().filter(amid).count();
    let smaller = left.len().min(right.len());
    (torn * 4 <= smaller).then_some(smaller as i64 - torn as i64)
}

fn is_column(lines: &[&Fragment], width: f32) -> bool {
    let median = |mut values: Vec<f32>| {
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    };
    let widths: Vec<f32> = lines.iter().map(|line| line.rect.width()).collect();
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let usual = median(widths);
    let letters = lines.iter().map(|line| line.glyphs.len() as f32).collect();
    lines.len() >= COLUMN_LINES
        && usual >= COLUMN_WIDTH * width
        && usual >= COLUMN_FILL * widest
        && median(letters) >= COLUMN_LETTERS as f32
}

fn extent(lines: &[&Fragment]) -> (f32, f32) {
    lines.iter().fold((f32::MAX, f32::MIN), |(top, bottom), line| {
        (top.min(line.rect.y0), bottom.max(line.rect.y1))
    })
}

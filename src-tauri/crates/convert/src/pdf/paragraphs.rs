//! Lines to paragraphs: by the space between lines, by type, by indent, by list marks. A paragraph
//! that breaks off at the end of a column or page goes on in the next.

use super::Page;
use super::lines::Line;

/// More than the usual distance by this factor parts two paragraphs.
const WIDE: f32 = 1.35;
/// Sizes that differ by less are the same.
const SAME_SIZE: f32 = 1.12;
const BULLETS: [char; 9] = ['•', '◦', '▪', '‣', '●', '○', '■', '–', '·'];

/// What a paragraph looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Words,
    Item,
    Table,
}

/// Lines that belong together.
#[derive(Debug)]
pub(super) struct Paragraph {
    pub(super) lines: Vec<Line>,
    pub(super) shape: Shape,
    /// It goes on from the paragraph before it.
    pub(super) goes_on: bool,
}

impl Paragraph {
    pub(super) fn size(&self) -> f32 {
        self.lines.iter().map(|line| line.size).fold(0.0, f32::max)
    }

    pub(super) fn is_bold(&self) -> bool {
        self.lines.iter().all(|line| line.bold)
    }
}

/// The paragraphs of a page.
pub(super) fn of_page(page: Page, last: Option<&Paragraph>) -> Vec<Paragraph> {
    let usual = usual_distance(&page.groups);
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for group in page.groups {
        let in_table = table_rows(&group);
        let first = paragraphs.len();
        for (line, in_table) in group.into_iter().zip(in_table) {
            let shape = shape_of(&line, in_table);
            let open = paragraphs.get_mut(first..).and_then(|own| own.last_mut());
            match open.filter(|open| belongs(open, &line, shape, usual)) {
                Some(open) => open.lines.push(line),
                None => paragraphs.push(Paragraph { lines: vec![line], shape, goes_on: false }),
            }
        }
        let (before, own) = paragraphs.split_at_mut_checked(first).unwrap_or_default();
        if let (Some(before), Some(next)) = (before.last().or(last), own.first_mut()) {
            next.goes_on = continues(before, next);
        }
    }
    paragraphs
}

/// The usual distance from line to line, in sizes of their type.
fn usual_distance(groups: &[Vec<Line>]) -> f32 {
    let mut distances: Vec<f32> = groups
        .iter()
        .flat_map(|group| group.iter().zip(group.iter().skip(1)))
        .map(|(line, next)| distance(line, next))
        .filter(|distance| (0.5..3.0).contains(distance))
        .collect();
    distances.sort_by(f32::total_cmp);
    // the closer third: lists and headings stand wider than running text
    distances.get(distances.len() / 3).copied().unwrap_or(1.2).max(1.0)
}

fn distance(line: &Line, next: &Line) -> f32 {
    (next.rect.y1 - line.rect.y1) / line.size.max(next.size).max(1.0)
}

/// Rows of a table: lines of several cells, at least two of them in a row.
fn table_rows(group: &[Line]) -> Vec<bool> {
    let is_row =
        |at: Option<usize>| at.and_then(|at| group.get(at)).is_some_and(|line| line.cells > 1);
    (0..group.len())
        .map(|at| is_row(Some(at)) && (is_row(at.checked_sub(1)) || is_row(Some(at + 1))))
        .collect()
}

fn shape_of(line: &Line, in_table: bool) -> Shape {
    match () {
        () if in_table => Shape::Table,
        () if starts_item(&line.text()) => Shape::Item,
        () => Shape::Words,
    }
}

/// `•`, `1.`, `(a)`, `[3]` and a space, then words.
fn starts_item(text: &str) -> bool {
    let Some((mark, rest)) = text.split_once(' ') else { return false };
    if rest.trim().is_empty() {
        return false;
    }
    let mut letters = mark.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        return BULLETS.contains(&only) || only == '-';
    }
    let inner = mark.trim_start_matches(['(', '[']).trim_end_matches(['.', ')', ']']);
    let is_label = inner.len() <= 3 && inner.chars().all(|c| c.is_ascii_digit());
    let is_letter = inner.len() == 1 && inner.chars().all(|c| c.is_ascii_lowercase());
    mark.ends_with(['.', ')', ']']) && !inner.is_empty() && (is_label || is_letter)
}

fn belongs(open: &Paragraph, line: &Line, shape: Shape, usual: f32) -> bool {
    let Some(last) = open.lines.last() else { return true };
    let ratio = last.size.max(line.size) / last.size.min(line.size).max(0.1);
    let is_table = (open.shape == Shape::Table, shape == Shape::Table);
    if is_table.0 != is_table.1 {
        return false;
    }
    if is_table.0 {
        return distance(last, line) <= 3.0;
    }
    let usual = usual.max(1.0);
    if ratio > SAME_SIZE
        || last.bold != line.bold
        || shape == Shape::Item
        || distance(last, line) > usual * WIDE
        || distance(last, line) < -1.0
    {
        return false;
    }
    let indent = (line.rect.x0 - last.rect.x0) / line.size.max(1.0);
    let ended = last.text().trim_end().ends_with(['.', '!', '?', ':', '”', ')']);
    let starts_new = indent > 0.8 && ended && open.shape != Shape::Item;
    let leaves_hanging = indent < -0.8 && open.lines.len() >= 2;
    !starts_new && !leaves_hanging
}

/// Whether `next`, in another column or on another page, goes on in the middle of a sentence.
fn continues(before: &Paragraph, next: &Paragraph) -> bool {
    let ending = before.lines.last().and_then(|line| line.text().trim_end().chars().next_back());
    let beginning = next.lines.first().and_then(|line| line.text().trim_start().chars().next());
    let ratio = before.size().max(next.size()) / before.size().min(next.size()).max(0.1);
    let same = ratio < SAME_SIZE && before.is_bold() == next.is_bold();
    let words = before.shape != Shape::Table && next.shape == Shape::Words;
    let breaks_off = ending.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | ',' | ';'));
    words && same && breaks_off && beginning.is_some_and(char::is_lowercase)
}

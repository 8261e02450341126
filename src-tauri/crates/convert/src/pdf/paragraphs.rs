//! Lines to paragraphs: by the space between lines, by type, by indent, by the marks they begin
//! with.

use super::bookmarks::{self, Bookmark};
use super::flow;
use super::lines::Line;
use super::marks::{self, Mark};
use super::page::{Group, Page};
use super::paragraph::{Paragraph, SAME_SIZE, SMALL, Shape, distance};
use super::tables::Table;

/// More than the usual distance by this factor parts two paragraphs.
const WIDE: f32 = 1.35;
/// Footnotes stand below this part of a page.
const FOOT: f32 = 0.5;
/// Lines that a bookmark's title may run over; bookmarks and lines looked at on a page.
const TITLE_LINES: usize = 3;
const BOOKMARKS: usize = 100;
const BOOKMARKED_LINES: usize = 1000;
/// Lines of code further apart than this, in sizes of their type, are two listings.
const CODE_DISTANCE: f32 = 4.0;

/// What the whole document says about its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// Size of most letters.
    pub(super) size: f32,
    /// Most letters are equally wide: such type says nothing about code.
    pub(super) fixed: bool,
}

/// The paragraphs of a page. `marked` are the bookmarks that lead to it.
pub(super) fn of_page(page: Page, body: Body, marked: &[&Bookmark]) -> Vec<Paragraph> {
    let usual = usual_distance(&page.groups);
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for group in page.groups {
        let mut own = match group {
            Group::Lines(lines) => of_lines(lines, body, marked, usual, page.height),
            Group::Table(table) => vec![of_table(table)],
        };
        if let Some(first) = own.first_mut() {
            first.opens_group = true;
        }
        paragraphs.extend(own);
    }
    // notes stand below the text of the whole page, so that a sentence can go on in the next column
    let (notes, paragraphs): (Vec<_>, Vec<_>) =
        paragraphs.into_iter().partition(|paragraph| paragraph.shape == Shape::Footnote);
    let mut paragraphs = flow::within(paragraphs, body.size);
    paragraphs.extend(notes);
    paragraphs
}

fn of_table(table: Table) -> Paragraph {
    Paragraph {
        lines: Vec::new(),
        shape: Shape::Table,
        right: table.rect.x1,
        table: Some(table),
        goes_on: false,
        opens_group: true,
    }
}

fn of_lines(
    lines: Vec<Line>,
    body: Body,
    marked: &[&Bookmark],
    usual: f32,
    height: f32,
) -> Vec<Paragraph> {
    let right = lines.iter().map(|line| line.rect.x1).fold(0.0, f32::max);
    let bookmarked = bookmarked(&lines, marked);
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut indents: Vec<f32> = Vec::new();
    let mut last_mark: Option<usize> = None;
    for (line, bookmark) in lines.into_iter().zip(bookmarked) {
        let text = line.text();
        let before = paragraphs.last().and_then(|open| open.lines.last().map(|l| (open, l)));
        let in_sentence = before.is_some_and(|(open, last)| {
            open.shape != Shape::Code && is_in_sentence(last, &line, usual)
        });
        let is_code = line.fixed && !body.fixed && !in_sentence && !marks::has_bullet(&text);
        let shape = match bookmark {
            Some((_, depth)) => Shape::Bookmarked(depth),
            None if is_note(&line, &text, body, height) => Shape::Footnote,
            None if line.heading.is_some() => Shape::Heading(line.heading.unwrap_or_default()),
            None if is_code => Shape::Code,
            None if marks::is_caption(&text) => Shape::Caption,
            None => match marks::of_item(&text) {
                Some(mark) => Shape::Item(mark, 0),
                None => Shape::Words,
            },
        };
        let same_mark = bookmark.is_some() && bookmark.map(|(number, _)| number) == last_mark;
        last_mark = bookmark.map(|(number, _)| number);
        let is_heading = matches!(shape, Shape::Heading(_));
        let same_mark =
            same_mark || is_heading && paragraphs.last().is_some_and(|open| open.shape == shape);
        match paragraphs.last_mut() {
            Some(open) if same_mark || bookmark.is_none() && belongs(open, &line, shape, usual) => {
                open.lines.push(line);
            }
            _ => {
                let shape = nested(shape, &line, &mut indents);
                paragraphs.push(Paragraph::new(line, shape, right));
            }
        }
    }
    feet(&mut paragraphs, body, height);
    paragraphs
}

/// Which bookmark each line belongs to: its number and depth.
pub(super) fn bookmarked(lines: &[Line], marked: &[&Bookmark]) -> Vec<Option<(usize, u8)>> {
    let mut found = vec![None; lines.len()];
    if marked.is_empty() || lines.len() > BOOKMARKED_LINES {
        return found;
    }
    let keys: Vec<String> = lines.iter().map(|line| bookmarks::key(&line.text())).collect();
    for (number, bookmark) in marked.iter().take(BOOKMARKS).enumerate() {
        let spans = (1..=TITLE_LINES)
            .flat_map(|count| (0..lines.len()).map(move |start| start..start + count));
        let mut fitting = spans.filter(|span| {
            let free = found.get(span.clone()).is_some_and(|own| own.iter().all(Option::is_none));
            let key = keys.get(span.clone()).map(|keys| keys.concat()).unwrap_or_default();
            free && key.len() <= bookmark.key.len() + 16 && bookmarks::is_same(&key, &bookmark.key)
        });
        if let Some(own) = fitting.next().and_then(|span| found.get_mut(span)) {
            own.fill(Some((number, bookmark.depth)));
        }
    }
    found
}

/// How deep an item lies, by its indent among the items above it.
fn nested(shape: Shape, line: &Line, indents: &mut Vec<f32>) -> Shape {
    let Shape::Item(mark, _) = shape else {
        if !matches!(shape, Shape::Code | Shape::Table) {
            indents.clear();
        }
        return shape;
    };
    let step = line.size * 0.8;
    while indents.last().is_some_and(|indent| *indent > line.rect.x0 + step * 0.5) {
        indents.pop();
    }
    if indents.last().is_none_or(|indent| line.rect.x0 > indent + step) {
        indents.push(line.rect.x0);
    }
    Shape::Item(mark, indents.len().saturating_sub(1))
}

/// Whether `line` is set like the one before it, which has not come to an end: code in a sentence.
fn is_in_sentence(last: &Line, line: &Line, usual: f32) -> bool {
    (line.rect.x0 - last.rect.x0).abs() < line.size * 0.5
        && distance(last, line) <= usual * 1.15
        && !ended(last)
}

fn is_note(line: &Line, text: &str, body: Body, height: f32) -> bool {
    line.size <= body.size * SMALL && line.rect.y0 > height * FOOT && marks::is_footnote(text)
}

/// Notes are small and last: one that larger text follows is none.
fn feet(paragraphs: &mut [Paragraph], body: Body, height: f32) {
    let is_small = |paragraph: &&Paragraph| {
        paragraph.size() <= body.size * SMALL
            && matches!(paragraph.shape, Shape::Footnote | Shape::Words | Shape::Item(..))
            && paragraph.lines.first().is_some_and(|line| line.rect.y0 > height * FOOT)
    };
    let tail = paragraphs.iter().rev().take_while(is_small).count();
    let end = paragraphs.len() - tail;
    for (at, paragraph) in paragraphs.iter_mut().enumerate() {
        if at < end && paragraph.shape == Shape::Footnote {
            paragraph.shape = Shape::Words;
        }
    }
}

/// The usual distance from line to line, in sizes of their type.
pub(super) fn usual_distance(groups: &[Group]) -> f32 {
    let lines = groups.iter().filter_map(|group| match group {
        Group::Lines(lines) => Some(lines),
        Group::Table(_) => None,
    });
    let mut distances: Vec<f32> = lines
        .flat_map(|group| group.iter().zip(group.iter().skip(1)))
        .map(|(line, next)| distance(line, next))
        .filter(|distance| (0.5..3.0).contains(distance))
        .collect();
    distances.sort_by(f32::total_cmp);
    // the closer third: lists and headings stand wider than running text
    distances.get(distances.len() / 3).copied().unwrap_or(1.2).max(1.0)
}

fn ended(line: &Line) -> bool {
    let last = line.text().trim_end().chars().next_back();
    last.is_some_and(|c| ".!?:;”\")。！？…".contains(c))
}

fn belongs(open: &Paragraph, line: &Line, shape: Shape, usual: f32) -> bool {
    let Some(last) = open.lines.last() else { return false };
    let ratio = last.size.max(line.size) / last.size.min(line.size).max(0.1);
    let far = distance(last, line);
    if last.turned || line.turned || is_closed(open.shape) || is_closed(shape) {
        return false;
    }
    if open.shape == Shape::Code || shape == Shape::Code {
        return open.shape == shape && (0.0..=CODE_DISTANCE).contains(&far);
    }
    let usual = usual.max(1.0);
    if ratio > SAME_SIZE
        || last.bold != line.bold && !matches!(open.shape, Shape::Item(..) | Shape::Caption)
        || matches!(shape, Shape::Caption | Shape::Footnote)
        || far > usual * WIDE
        || far < -1.0
        || line.rect.x1 < last.rect.x0
        || line.rect.x0 > last.rect.x1
    {
        return false;
    }
    let indent = match line.runs_leftwards() {
        true => (last.rect.x1 - line.rect.x1) / line.size.max(1.0),
        false => (line.rect.x0 - last.rect.x0) / line.size.max(1.0),
    };
    if let Shape::Item(mark, _) = shape {
        // a number at the beginning of a line in the middle of a sentence
        let in_sentence = matches!(mark, Mark::Number | Mark::Label)
            && matches!(open.shape, Shape::Words)
            && !ended(last)
            && indent.abs() < 0.3
            && !open.breaks_after(last, line);
        return in_sentence;
    }
    let first_x0 = open.lines.first().map_or(0.0, |first| first.rect.x0);
    let hangs = line.rect.x0 > first_x0 + line.size * 0.5;
    match open.shape {
        Shape::Item(..) => {
            hangs || !(ended(last) || open.breaks_after(last, line)) && indent > -0.8
        }
        Shape::Caption | Shape::Footnote => true,
        _ => {
            let starts_new = indent > 0.8 && ended(last);
            let leaves_hanging = indent < -0.8 && open.lines.len() >= 2;
            let new_sentence = ended(last) && open.breaks_after(last, line);
            let numbered = marks::section_depth(&line.text()).is_some() && line.bold;
            !starts_new && !leaves_hanging && !new_sentence && !numbered
        }
    }
}

fn is_closed(shape: Shape) -> bool {
    matches!(shape, Shape::Bookmarked(_) | Shape::Heading(_) | Shape::Table)
}

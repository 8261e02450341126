//! The lines of a document's first page, or of its beginning where it has no pages, each with what
//! is known of its look. Bounded: what stands further on says nothing of the publication.

use language::List;
use std::ops::Range;
use types::{Block, BlockKind, ConvertedText, PageLayout};

/// Bytes and lines of a front, pages among which it is, and lines of heads and feet behind it.
const FRONT_BYTES: usize = 8 * 1024;
const FRONT_LINES: usize = 150;
const FRONT_PAGES: usize = 3;
const EDGE_LINES: usize = 12;
/// Heads stand above, feet below these shares of a page.
const HEAD: f32 = 0.12;
const FOOT: f32 = 0.86;
/// Lines of a block that are of one type, whatever raised marks one of them has.
const BLOCK_LINES: usize = 4;
/// A gap this wide, in heights of the line, parts what stands beside each other.
const WIDE_GAP: f32 = 1.5;
/// Lines of one row differ in height on the page by less than this share of their size.
const SAME_ROW: f32 = 0.6;
/// A block of so many words, most of them small, is running text.
const PROSE_WORDS: usize = 25;
/// Pages whose type is that of the text, and lines of each that are looked at.
const BODY_PAGES: usize = 6;
const BODY_LINES: usize = 300;
/// So many lines that are numbered in turn are a manuscript's.
const NUMBERED: usize = 5;
/// Bytes of a line that are read.
const LINE_BYTES: usize = 1_000;

/// One line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// What it shows; a tab where a wide gap is.
    pub words: String,
    pub range: Range<usize>,
    /// Its height; 0 where it is not known.
    pub size: f32,
    /// Upper edge, as a share of the page's height.
    pub top: f32,
    pub bottom: f32,
    /// Left and right edges, in points.
    pub left: f32,
    pub right: f32,
    /// Place of the block that it is in.
    pub block: usize,
    pub is_heading: bool,
}

impl Line {
    /// Whether it stands in the head or foot of its page.
    pub fn is_edge(&self) -> bool {
        self.top < HEAD || self.bottom > FOOT
    }
}

/// The lines.
#[derive(Clone, Debug)]
pub(crate) struct Front<'a> {
    pub lines: Vec<Line>,
    /// Whether the lines stand on a page.
    pub is_page: bool,
    /// Heads and feet of the page that come back on others.
    pub margins: &'a [String],
    /// Running heads and feet of the pages after it.
    pub heads: &'a [String],
    /// The height of most letters, on the first pages; 0 where it is not known.
    pub body: f32,
    /// The day on which the file was made.
    pub made: Option<i32>,
}

impl<'a> Front<'a> {
    pub fn of(converted: &'a ConvertedText) -> Self {
        // what stands behind pages without text is no front
        let mut first = converted.pages.iter().take(FRONT_PAGES);
        let page = first.find(|page| page.lines.len() > 1);
        let mut lines = match page {
            Some(page) => on_page(converted, page),
            None if converted.pages.is_empty() => at_beginning(converted),
            None => Vec::new(),
        };
        lines.retain(|line| line.words.chars().any(char::is_alphanumeric));
        without_numbers(&mut lines);
        // a foot stands behind all columns
        let edges = lines.split_off(FRONT_LINES.min(lines.len())).into_iter();
        lines.extend(edges.filter(|line| page.is_some() && line.is_edge()).take(EDGE_LINES));
        as_their_block(&mut lines);
        let (margins, heads) = (&converted.margins, &converted.heads);
        let (body, made) = (body_size(&converted.pages), converted.made);
        Self { lines, is_page: page.is_some(), margins, heads, body, made }
    }

    /// The words of some lines as the text has them, where a word cut at a line's end is whole.
    pub fn said(&self, lines: Range<usize>) -> String {
        let lines = self.lines.get(lines).unwrap_or_default();
        let mut said = String::new();
        let mut end = None;
        for line in lines {
            if end.is_some_and(|end: usize| end != line.range.start) {
                said.push(' ');
            }
            said.push_str(&line.words);
            end = Some(line.range.end);
        }
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The lines between a title and the text, downwards, and each row of them from left to right:
    /// columns of names, one of which may stand behind the abstract in reading order.
    pub fn rows(&self, lines: Range<usize>, is_named: impl Fn(&str) -> bool) -> Vec<&Line> {
        let mut rows: Vec<&Line> =
            self.lines.get(lines.clone()).unwrap_or_default().iter().collect();
        if !self.is_page {
            return rows;
        }
        let level = |a: &Line, b: &Line| {
            (a.top - b.top).abs() < (a.bottom - a.top).min(b.bottom - b.top) * SAME_ROW
        };
        let later = self.lines.iter().skip(lines.end);
        let beside = later.filter(|line| {
            rows.iter().any(|own| level(own, line) && own.left < line.left) && is_named(&line.words)
        });
        let beside: Vec<&Line> = beside.collect();
        rows.extend(beside);
        rows.sort_by(|a, b| a.top.total_cmp(&b.top));
        let (mut row, mut above) = (0, None::<&Line>);
        let mut placed: Vec<(usize, &Line)> = Vec::with_capacity(rows.len());
        for line in rows {
            if above.is_some_and(|above| !level(above, line)) {
                row += 1;
                above = Some(line);
            }
            above = above.or(Some(line));
            placed.push((row, line));
        }
        placed.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.left.total_cmp(&b.1.left)));
        placed.into_iter().map(|(_, line)| line).collect()
    }

    /// The first line at or after `from` that is no part of what stands in front: an abstract, a
    /// section, running text.
    pub fn body_after(&self, from: usize) -> usize {
        let lines = self.lines.iter().enumerate().skip(from);
        let mut begins = lines.filter(|(at, line)| {
            opens(&line.words) || self.is_prose(*at) || *at > from && self.is_section(line)
        });
        begins.next().map_or(self.lines.len(), |(at, _)| at)
    }

    /// A heading below the title: on a page only a numbered one, since names and venues may look
    /// like headings there.
    fn is_section(&self, line: &Line) -> bool {
        let mut words = line.words.split_whitespace();
        // `A` begins titles, too
        let first = words.next().unwrap_or_default();
        let numbered = matches!(first, "1" | "1." | "I" | "I." | "A.") && words.next().is_some();
        line.is_heading && (numbered || !self.is_page)
    }

    /// Whether the block that begins with a line is running text.
    fn is_prose(&self, at: usize) -> bool {
        let Some(line) = self.lines.get(at) else { return false };
        if at > 0 && self.lines.get(at - 1).is_some_and(|before| before.block == line.block) {
            return false;
        }
        let of_block = self.lines.iter().skip(at).take_while(|next| next.block == line.block);
        let words: Vec<&str> = of_block.flat_map(|line| line.words.split_whitespace()).collect();
        let plain = words.iter().filter(|word| {
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            !bare.is_empty() && bare.chars().all(|c| c.is_lowercase() || c == '-' || c == '’')
        });
        words.len() >= PROSE_WORDS && plain.count() * 2 > words.len()
    }
}

/// The height of most letters on the first pages.
fn body_size(pages: &[PageLayout]) -> f32 {
    let lines = pages.iter().take(BODY_PAGES).flat_map(|page| page.lines.iter().take(BODY_LINES));
    let mut sizes: Vec<(f32, usize)> =
        lines.map(|line| (line.y1 - line.y0, line.range.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: usize = sizes.iter().map(|(_, letters)| letters).sum();
    let mut before = 0;
    let middle = sizes.iter().find(|(_, letters)| {
        before += letters;
        before * 2 >= all
    });
    middle.map_or(0.0, |(size, _)| *size)
}

/// Whether a line opens what follows the title block.
pub(crate) fn opens(words: &str) -> bool {
    let lower = words.to_lowercase();
    let lower = lower.trim_start_matches(|c: char| !c.is_alphabetic());
    let lower =
        ["i. ", "i ", "a. "].iter().find_map(|label| lower.strip_prefix(label)).unwrap_or(lower);
    // A b s t r a c t
    let tight: String = lower.chars().filter(|c| !c.is_whitespace()).collect();
    let spaced = lower.starts_with("a b s t r a c t") && tight.starts_with("abstract");
    let opens = |label: &str| {
        let Some(rest) = lower.strip_prefix(label) else { return false };
        let whole = !rest.starts_with(char::is_alphabetic);
        let ends = rest.trim_start().chars().next().is_none_or(|c| ".:—–-;*∗".contains(c));
        let alone = rest.split_whitespace().count() <= 1;
        whole && (ends || alone || label == "abstract")
    };
    spaced || List::of("openings").entries().iter().any(|label| opens(label))
}

fn on_page(converted: &ConvertedText, page: &PageLayout) -> Vec<Line> {
    let height = page.height.max(1.0);
    let mut blocks = Blocks::new(&converted.blocks);
    let lines = page.lines.iter().take(FRONT_LINES * 4).filter_map(|line| {
        let shown = converted.text.get(line.range.clone())?;
        let shown = shown.get(..shown.floor_char_boundary(LINE_BYTES))?;
        let size = line.y1 - line.y0;
        let (block, is_heading) = blocks.at(line.range.start);
        Some(Line {
            words: spaced(shown, &line.edges, size * 10.0 * WIDE_GAP),
            range: line.range.clone(),
            size,
            top: line.y0 / height,
            bottom: line.y1 / height,
            left: line.x0,
            right: line.x0 + line.edges.last().map_or(0.0, |tenths| f32::from(*tenths) / 10.0),
            block,
            is_heading,
        })
    });
    lines.collect()
}

/// A line of running text is as high as the lines around it: a raised mark makes it no larger type.
fn as_their_block(lines: &mut [Line]) {
    let mut at = 0;
    while let Some(first) = lines.get(at) {
        let same = |line: &&Line| line.block == first.block && !line.is_heading;
        let count = lines.iter().skip(at).take_while(same).count();
        let own = lines.get_mut(at..at + count).unwrap_or_default();
        if own.len() >= BLOCK_LINES {
            let mut sizes: Vec<f32> = own.iter().map(|line| line.size).collect();
            sizes.sort_by(f32::total_cmp);
            let middle = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
            own.iter_mut().for_each(|line| line.size = line.size.min(middle));
        }
        at += count.max(1);
    }
}

/// Takes the numbers of lines away that manuscripts have at the edge, each by itself or before its line.
fn without_numbers(lines: &mut Vec<Line>) {
    let number = |line: &Line| -> Option<u32> {
        let first = line.words.split_whitespace().next()?;
        first.chars().all(|c| c.is_ascii_digit()).then(|| first.parse().ok()).flatten()
    };
    // each follows the one before
    let mut next = 1;
    let mut counted = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if number(line) == Some(next) {
            counted.push(at);
            next += 1;
        }
    }
    // from the very first; places of work are numbered, too
    if counted.len() < NUMBERED || counted.first().is_some_and(|first| *first > 1) {
        return;
    }
    for at in counted {
        let Some(line) = lines.get_mut(at) else { continue };
        let rest = line.words.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
        let gone = line.words.len() - rest.len();
        line.range.start += gone.min(line.range.len());
        line.words = rest.trim_start().to_owned();
    }
    lines.retain(|line| !line.words.is_empty());
}

/// The words of a line, tabs for gaps wider than `wide` tenths of a point.
fn spaced(shown: &str, edges: &[u16], wide: f32) -> String {
    let mut words = String::with_capacity(shown.len());
    let mut before: Option<u16> = None;
    let mut escape = false;
    for (letter, edge) in shown.chars().zip(edges.iter().map(Some).chain(std::iter::repeat(None))) {
        if letter == '\\' && !escape {
            escape = true;
            continue;
        }
        escape = false;
        let gap =
            edge.zip(before).map_or(0.0, |(edge, before)| f32::from(edge.saturating_sub(before)));
        if gap > wide {
            let end = words.trim_end().len();
            words.truncate(end);
            words.push('\t');
        }
        before = edge.copied().or(before);
        if !(letter.is_whitespace() && words.ends_with('\t')) {
            words.push(if letter == '\n' { ' ' } else { letter });
        }
    }
    words.trim().to_owned()
}

fn at_beginning(converted: &ConvertedText) -> Vec<Line> {
    let end = converted.text.floor_char_boundary(FRONT_BYTES);
    let mut blocks = Blocks::new(&converted.blocks);
    let mut at = 0;
    let text = converted.text.get(..end).unwrap_or_default();
    let lines = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        let (block, is_heading) = blocks.at(start);
        let marked = line.trim().trim_start_matches(['#', '*', '>', ' ']);
        let words = marked.trim_end_matches(['*', '#', ' ']).replace(['*', '_', '`', '\\'], "");
        let range = start..start + line.trim_end().len();
        let (top, bottom, left, right) = (0.0, 0.0, 0.0, 0.0);
        Line { words, range, size: 0.0, top, bottom, left, right, block, is_heading }
    });
    lines.collect()
}

/// Which block a byte is in; asked in rising order.
struct Blocks<'a> {
    blocks: &'a [Block],
}

impl<'a> Blocks<'a> {
    fn new(blocks: &'a [Block]) -> Self {
        Self { blocks }
    }

    /// Its place, or a place of its own for what is in none; and whether it is a heading.
    fn at(&mut self, byte: usize) -> (usize, bool) {
        let next = self.blocks.partition_point(|block| block.range.end <= byte);
        match self.blocks.get(next).filter(|block| block.range.start <= byte) {
            Some(block) => (next, matches!(block.kind, BlockKind::Heading(_))),
            None => (usize::MAX - byte, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_the_text() {
        for (line, expected) in [
            ("Abstract", true),
            ("ABSTRACT—We show", true),
            ("Abstract. This text", true),
            ("Abstract This text describes", true),
            ("1. Introduction", true),
            ("I. INTRODUCTION", true),
            ("Introduction to the tm Package", false),
            ("Contents", true),
            ("Keywords: mud", true),
            ("Abstraction of mud", false),
            ("A b s t r a c t", true),
            ("摘要：", true),
        ] {
            assert_eq!(opens(line), expected, "{line}");
        }
    }

    #[test]
    fn wide_gaps_are_tabs() {
        let edges = [5, 10, 12, 100, 105];
        assert_eq!(spaced("ab cd", &edges, 30.0), "ab\tcd");
        assert_eq!(spaced("ab cd", &[5, 10, 12, 17, 22], 30.0), "ab cd");
    }
}

//! The lines of a document's first page, or of its beginning where it has no pages, each with what
//! is known of its look. Bounded: what stands further on says nothing of the publication.

use std::ops::Range;
use types::{Block, BlockKind, ConvertedText, PageLayout};

/// Bytes and lines of a front.
const FRONT_BYTES: usize = 8 * 1024;
const FRONT_LINES: usize = 150;
/// A gap this wide, in heights of the line, parts what stands beside each other.
const WIDE_GAP: f32 = 1.5;
/// Lines of one row differ in height on the page by less than this share of their size.
const SAME_ROW: f32 = 0.6;
/// A block of so many words, most of them small, is running text.
const PROSE_WORDS: usize = 25;
/// Sections and labels with which what is before the text ends.
const OPENINGS: [&str; 28] = [
    "abstract",
    "summary",
    "synopsis",
    "executive summary",
    "introduction",
    "contents",
    "table of contents",
    "keywords",
    "key words",
    "index terms",
    "categories and subject",
    "ccs concepts",
    "background",
    "nomenclature",
    "zusammenfassung",
    "kurzfassung",
    "inhalt",
    "einleitung",
    "résumé",
    "resume",
    "resumen",
    "sommario",
    "riassunto",
    "resumo",
    "samenvatting",
    "аннотация",
    "摘要",
    "要旨",
];

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
    /// Left edge, in points.
    pub left: f32,
    /// Place of the block that it is in.
    pub block: usize,
    pub is_heading: bool,
}

/// The lines.
#[derive(Clone, Debug)]
pub(crate) struct Front<'a> {
    pub lines: Vec<Line>,
    /// Whether the lines stand on a page.
    pub is_page: bool,
    /// Heads and feet of the page that come back on others.
    pub margins: &'a [String],
}

impl<'a> Front<'a> {
    pub fn of(converted: &'a ConvertedText) -> Self {
        let page = converted.pages.iter().find(|page| page.lines.len() > 1);
        let mut lines = match page {
            Some(page) => on_page(converted, page),
            None => at_beginning(converted),
        };
        lines.retain(|line| line.words.chars().any(char::is_alphanumeric));
        lines.truncate(FRONT_LINES);
        Self { lines, is_page: page.is_some(), margins: &converted.margins }
    }

    /// The height of most letters.
    pub fn body_size(&self) -> f32 {
        let mut sizes: Vec<(f32, usize)> =
            self.lines.iter().map(|line| (line.size, line.words.len())).collect();
        sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all: usize = sizes.iter().map(|(_, letters)| letters).sum();
        let mut before = 0;
        let middle = sizes.iter().find(|(_, letters)| {
            before += letters;
            before * 2 >= all
        });
        middle.map_or(0.0, |(size, _)| *size)
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
        let first = words.next().unwrap_or_default().trim_end_matches('.');
        let numbered = matches!(first, "1" | "I" | "A") && words.next().is_some();
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
    spaced || OPENINGS.iter().any(|label| opens(label))
}

fn on_page(converted: &ConvertedText, page: &PageLayout) -> Vec<Line> {
    let height = page.height.max(1.0);
    let mut blocks = Blocks::new(&converted.blocks);
    let lines = page.lines.iter().take(FRONT_LINES * 2).filter_map(|line| {
        let shown = converted.text.get(line.range.clone())?;
        let size = line.y1 - line.y0;
        let (block, is_heading) = blocks.at(line.range.start);
        Some(Line {
            words: spaced(shown, &line.edges, size * 10.0 * WIDE_GAP),
            range: line.range.clone(),
            size,
            top: line.y0 / height,
            bottom: line.y1 / height,
            left: line.x0,
            block,
            is_heading,
        })
    });
    lines.collect()
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
    let mut end = FRONT_BYTES.min(converted.text.len());
    while !converted.text.is_char_boundary(end) {
        end -= 1;
    }
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
        Line { words, range, size: 0.0, top: 0.0, bottom: 0.0, left: 0.0, block, is_heading }
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

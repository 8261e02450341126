//! Paragraphs to one text with blocks and page layouts. Headings are told by their type: larger
//! than the body, or bold and alone.

use super::Page;
use super::lines::Line;
use super::paragraphs::{self, Paragraph, Shape};
use std::collections::BTreeMap;
use types::{Block, BlockKind, ConvertedText, Format, PageLayout, TextLine};

/// Headings are at least this much larger than the body.
const LARGER: f32 = 1.13;
const HEADING_LETTERS: usize = 200;
const BOLD_HEADING_LETTERS: usize = 120;
const HEADING_LINES: usize = 4;
/// Distinct sizes that make levels of their own.
const LEVELS: usize = 4;

/// Writes the text of all pages.
pub(super) fn text_of(pages: Vec<Page>) -> ConvertedText {
    let mut laid_out: Vec<(f32, f32, Vec<Paragraph>)> = Vec::with_capacity(pages.len());
    for page in pages {
        let (width, height) = (page.width, page.height);
        let last = laid_out.iter().rev().find_map(|(_, _, page)| page.last());
        let paragraphs = paragraphs::of_page(page, last);
        laid_out.push((width, height, paragraphs));
    }
    let type_face = Type::of(laid_out.iter().flat_map(|(_, _, page)| page));
    let mut writer = Writer::default();
    for ((width, height, paragraphs), number) in laid_out.into_iter().zip(1u32..) {
        writer.page(number, width, height, &paragraphs, &type_face);
    }
    writer.finish()
}

/// What running text looks like in this document, and which sizes are larger.
struct Type {
    body: i32,
    larger: Vec<i32>,
    bold_means_heading: bool,
}

/// Half points: sizes that differ by less are one.
fn half_points(size: f32) -> i32 {
    (size * 2.0).round() as i32
}

impl Type {
    fn of<'a>(paragraphs: impl Iterator<Item = &'a Paragraph> + Clone) -> Self {
        let mut letters: BTreeMap<i32, usize> = BTreeMap::new();
        let (mut bold, mut all) = (0, 0);
        for line in paragraphs.clone().flat_map(|paragraph| &paragraph.lines) {
            let count = line.glyphs.len();
            *letters.entry(half_points(line.size)).or_default() += count;
            all += count;
            bold += if line.bold { count } else { 0 };
        }
        let body = letters.iter().max_by_key(|(_, count)| **count).map_or(20, |(size, _)| *size);
        let mut own = Self { body, larger: Vec::new(), bold_means_heading: bold * 3 < all };
        let mut larger: Vec<i32> = paragraphs
            .filter(|paragraph| own.is_large(paragraph))
            .map(|paragraph| half_points(paragraph.size()))
            .collect();
        larger.sort_by(|a, b| b.cmp(a));
        larger.dedup_by(|a, b| *b - *a <= 1);
        larger.truncate(LEVELS);
        own.larger = larger;
        own
    }

    fn is_large(&self, paragraph: &Paragraph) -> bool {
        half_points(paragraph.size()) as f32 >= self.body as f32 * LARGER
            && could_be_heading(paragraph, HEADING_LETTERS)
    }

    fn heading_level(&self, paragraph: &Paragraph) -> Option<u8> {
        if self.is_large(paragraph) {
            let size = half_points(paragraph.size());
            let level = self.larger.iter().position(|larger| size + 1 >= *larger);
            return Some(level.unwrap_or(self.larger.len()) as u8 + 1);
        }
        let alone = self.bold_means_heading
            && paragraph.is_bold()
            && paragraph.lines.len() <= 2
            && half_points(paragraph.size()) + 2 >= self.body
            && could_be_heading(paragraph, BOLD_HEADING_LETTERS)
            && !ends_sentence(paragraph);
        alone.then_some((self.larger.len() as u8 + 1).min(6))
    }
}

fn could_be_heading(paragraph: &Paragraph, most: usize) -> bool {
    let glyphs = || paragraph.lines.iter().flat_map(|line| &line.glyphs);
    paragraph.shape != Shape::Table
        && !paragraph.goes_on
        && paragraph.lines.len() <= HEADING_LINES
        && glyphs().count() <= most
        && glyphs().filter(|glyph| glyph.letter.is_alphabetic()).count() >= 2
}

fn ends_sentence(paragraph: &Paragraph) -> bool {
    let last = paragraph.lines.last().and_then(|line| line.text().trim_end().chars().next_back());
    last.is_some_and(|last| matches!(last, '.' | ',' | ';'))
}

#[derive(Default)]
struct Writer {
    text: String,
    blocks: Vec<Block>,
    pages: Vec<PageLayout>,
}

impl Writer {
    fn page(&mut self, page: u32, width: f32, height: f32, paragraphs: &[Paragraph], face: &Type) {
        let start = self.text.len();
        let mut lines = Vec::new();
        for paragraph in paragraphs {
            if !self.text.is_empty() && !paragraph.goes_on {
                self.text.push('\n');
            }
            let from = self.text.len();
            for line in &paragraph.lines {
                lines.extend(self.line(line));
            }
            self.block(paragraph, from, face);
        }
        let range = start..self.text.len();
        self.pages.push(PageLayout { page, width, height, range, lines });
    }

    /// Writes a line and its newline.
    fn line(&mut self, line: &Line) -> Option<TextLine> {
        let is_space = |glyph: &&super::glyphs::Glyph| glyph.letter.is_whitespace();
        let trailing = line.glyphs.iter().rev().take_while(is_space).count();
        let kept = line.glyphs.len() - trailing;
        let (start, x0) = (self.text.len(), line.rect.x0);
        let mut edges = Vec::with_capacity(kept);
        let mut right = 0u16;
        for glyph in line.glyphs.iter().take(kept) {
            self.text.push(glyph.letter);
            // edges never run backwards, so that boxes of any range have a width
            right = right.max(((glyph.x1 - x0) * 10.0).round().clamp(0.0, 65_535.0) as u16);
            edges.push(right);
        }
        let range = start..self.text.len();
        if range.is_empty() {
            return None;
        }
        self.text.push('\n');
        Some(TextLine { range, y0: line.rect.y0, y1: line.rect.y1, x0, edges })
    }

    fn block(&mut self, paragraph: &Paragraph, from: usize, face: &Type) {
        let written = self.text.get(from..).unwrap_or_default().trim_end();
        if written.is_empty() {
            return;
        }
        let range = from..from + written.len();
        if let Some(last) = self.blocks.last_mut().filter(|_| paragraph.goes_on) {
            last.range.end = range.end;
            return;
        }
        let level = face.heading_level(paragraph);
        let title = level.map(|_| written.split_whitespace().collect::<Vec<_>>().join(" "));
        let kind = match (level, paragraph.shape) {
            (Some(level), _) => BlockKind::Heading(level),
            (None, Shape::Words) => BlockKind::Paragraph,
            (None, Shape::Item) => BlockKind::ListItem,
            (None, Shape::Table) => BlockKind::Table,
        };
        self.blocks.push(Block { kind, range, title: title.unwrap_or_default() });
    }

    fn finish(mut self) -> ConvertedText {
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        for page in &mut self.pages {
            page.range = page.range.start.min(end)..page.range.end.min(end);
        }
        ConvertedText {
            format: Format::Pdf,
            text: self.text,
            blocks: self.blocks,
            title: None,
            pages: self.pages,
            warnings: Vec::new(),
        }
    }
}

//! What conversion makes of a document: one text, its blocks, and where each line stands on a page.

use crate::{ChunkId, DocumentId, Format, PageBox, Reference, Span};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What a block of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlockKind {
    /// A heading of level 1 to 6.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// One item of a list, nested items included.
    ListItem,
    /// A table, kept whole where it fits.
    Table,
    /// A code block, kept whole where it fits.
    Code,
    /// A quotation.
    Quote,
    /// A footnote or endnote, set apart from the running text.
    Footnote,
    /// What stands below or above a table or figure.
    Caption,
    /// What one speaker says before another does, in a conversation.
    Turn,
}

/// A structural unit of the text. Blocks are in order, do not overlap, and lie on character edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Byte range in the text, markup included (`## ` before a heading, say).
    pub range: Range<usize>,
    /// For a heading: its title without markup. Empty otherwise.
    pub title: String,
}

/// One line of text as it stands on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextLine {
    /// Byte range in the text.
    pub range: Range<usize>,
    /// Top edge in points from the page's top.
    pub y0: f32,
    /// Bottom edge.
    pub y1: f32,
    /// Left edge of the first character, in points.
    pub x0: f32,
    /// For each character of the line: its right edge, in tenths of a point right of `x0`.
    /// One entry a character; a character without a box repeats its predecessor's edge.
    pub edges: Vec<u16>,
}

impl TextLine {
    fn words(&self, text: &str) -> Vec<Range<usize>> {
        let mut words: Vec<Range<usize>> = Vec::new();
        let letters = text.get(self.range.clone()).unwrap_or_default().char_indices();
        let mut left = 0;
        for ((at, letter), right) in letters.zip(&self.edges) {
            let (start, is_drawn) = (self.range.start + at, *right > left);
            left = *right;
            // half of a ligature has no width of its own
            if letter.is_whitespace() || !(is_drawn || letter.is_alphanumeric()) {
                continue;
            }
            let end = start + letter.len_utf8();
            match words.last_mut().filter(|word| word.end == start) {
                Some(word) => word.end = end,
                None => words.push(start..end),
            }
        }
        words
    }
}

/// One page of the original and the lines of text found on it, in reading order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageLayout {
    /// Counted from 1.
    pub page: u32,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Byte range of the text that stands on this page.
    pub range: Range<usize>,
    /// The lines.
    pub lines: Vec<TextLine>,
    /// Where its words were recognised in a picture (OCR) instead of read: how sure the recogniser
    /// was, 0 to 1, on average over the letters.
    #[serde(default)]
    pub recognised: Option<f32>,
}

impl PageLayout {
    /// The rectangles that cover `range` on this page, one a line. `text` is the document's whole
    /// text.
    pub fn boxes(&self, text: &str, range: &Range<usize>) -> Vec<PageBox> {
        self.lines.iter().filter_map(|line| self.line_box(text, line, range)).collect()
    }

    /// Where each word of this page stands in `text`, and on the page. A word ends at a space, and at a
    /// mark that the text has and the page has not. A line that runs up or down is one word.
    pub fn words<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (Range<usize>, PageBox)> + use<'a> {
        self.lines.iter().flat_map(move |line| {
            let place =
                |word: Range<usize>| Some((word.clone(), self.line_box(text, line, &word)?));
            let each: Option<Vec<_>> = line.words(text).into_iter().map(place).collect();
            each.unwrap_or_else(|| place(line.range.clone()).into_iter().collect())
        })
    }

    fn line_box(&self, text: &str, line: &TextLine, range: &Range<usize>) -> Option<PageBox> {
        let start = range.start.max(line.range.start);
        let end = range.end.min(line.range.end);
        if start >= end {
            return None;
        }
        let chars = |to: usize| text.get(line.range.start..to).map(|part| part.chars().count());
        let (first, last) = (chars(start)?, chars(end)?.checked_sub(1)?);
        let edge = |at: usize| line.edges.get(at).map(|tenths| f32::from(*tenths) / 10.0);
        let left = first.checked_sub(1).and_then(edge).unwrap_or(0.0);
        let right = edge(last)?;
        let (x0, x1) = (line.x0 + left, line.x0 + right);
        (x1 > x0).then_some(PageBox { page: self.page, x0, y0: line.y0, x1, y1: line.y1 })
    }
}

/// A document converted: what the worker hands back and the vault keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConvertedText {
    /// What the bytes turned out to be.
    pub format: Format,
    /// The text every span points into. Markdown, save for `Format::Text`.
    pub text: String,
    /// Its structure.
    pub blocks: Vec<Block>,
    /// The title the document gives itself, where it has one.
    pub title: Option<String>,
    /// Pages, where the original has them.
    pub pages: Vec<PageLayout>,
    /// Things the reader should know: pages without text, guessed encoding, parts left out, pages
    /// where two ways of reading disagree.
    pub warnings: Vec<String>,
    /// What the file's own metadata say of it as a publication.
    pub reference: Reference,
    /// For a list of references: the publications it names. Empty otherwise.
    pub listed: Vec<Reference>,
    /// Parts of `text` that the original hides from whoever reads it (white on white, no size, off
    /// the page, not displayed), in order, without overlaps, on character edges.
    #[serde(default)]
    pub hidden: Vec<Range<usize>>,
    /// What stands in the head, foot and margin of the first page and was left out of `text` since it
    /// comes back on other pages: a journal, a volume, a year. Read once, never kept.
    #[serde(default)]
    pub margins: Vec<String>,
    /// The running heads and feet of the pages after it, each once: often the title cut short, or the
    /// authors. Read once, never kept.
    #[serde(default)]
    pub heads: Vec<String>,
    /// The day on which the file was made, by its own word, in days from 1970-01-01: the same day on its
    /// first page is that of typesetting. Read once, never kept.
    #[serde(default)]
    pub made: Option<i32>,
}

impl ConvertedText {
    /// A text without title, pages, warnings or references.
    pub fn new(format: Format, text: String, blocks: Vec<Block>) -> Self {
        Self {
            format,
            text,
            blocks,
            title: None,
            pages: Vec::new(),
            warnings: Vec::new(),
            reference: Reference::default(),
            listed: Vec::new(),
            hidden: Vec::new(),
            margins: Vec::new(),
            heads: Vec::new(),
            made: None,
        }
    }
}

/// What a chunk holds (seed 002).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ChunkKind {
    /// Running text.
    Content,
    /// A definition of a term.
    Definition,
    /// An obligation.
    Requirement,
    /// A reference list.
    Reference,
    /// A heading that has no text of its own.
    Header,
    /// What one speaker says before another does, in a conversation.
    Turn,
}

/// A structure-aware piece of a document. Its words are `text[span]`, never a copy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkRecord {
    /// Its id.
    pub id: ChunkId,
    /// Whose it is.
    pub document: DocumentId,
    /// Place in the document, from 0.
    pub ordinal: u32,
    /// Where it stands.
    pub span: Span,
    /// Titles of the headings above it, outermost first.
    pub parent_chain: Vec<String>,
    /// Normalised section id such as `sec_4_3_a`; empty where there is none.
    pub section_id: String,
    /// Level of the nearest heading above it, 1 to 6; 0 where there is none.
    pub heading_level: u8,
    /// What it holds.
    pub kind: ChunkKind,
    /// White space between this chunk and the next (or the text's end): with it, the chunks in order
    /// and without their overlaps are the text again. The first chunk begins where the text does.
    #[serde(default)]
    pub separator: String,
    /// Places of the document that this chunk refers to.
    #[serde(default)]
    pub cross_references: Vec<CrossReference>,
    /// Terms that this chunk defines, normalised.
    #[serde(default)]
    pub defined_terms: Vec<String>,
    /// Whether it begins inside a block of code, where no sign is markup.
    #[serde(default)]
    pub in_code: bool,
}

/// A mention of another place: "see Section 4.3(a)", "Table 3", "[12]".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct CrossReference {
    /// First byte of the mention.
    #[ts(type = "number")]
    pub start: usize,
    /// One past its last byte.
    #[ts(type = "number")]
    pub end: usize,
    /// Normalised id of what is meant: `sec_4_3_a`, `art_12`, `annex_ii`, `table_3`, `ref_12`.
    pub target: String,
    /// First byte of what is meant, where the document has it.
    #[ts(type = "number | null")]
    pub target_start: Option<usize>,
}

/// How a definition is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum DefinitionForm {
    /// In a section of definitions.
    Section,
    /// In running text: "X means …", "X is defined as …".
    Inline,
    /// "hereinafter 'the Agent'".
    Hereinafter,
    /// In a glossary's list or table.
    Glossary,
    /// "Food and Drug Administration (FDA)".
    Acronym,
}

/// A definition found in a document. Its words are `text[start..end]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefinitionRecord {
    /// The term as written.
    pub term: String,
    /// For lookup: see `chunk::normalise_term`.
    pub normalised: String,
    /// How it is stated.
    pub form: DefinitionForm,
    /// First byte of what the term means.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// First byte of the whole statement: the sentence, list item or table row.
    pub statement_start: usize,
    /// One past its last byte.
    pub statement_end: usize,
    /// Section where it stands; empty where there is none.
    pub section_id: String,
    /// Stated exceptions, in the document's words: "except …", "does not include …".
    pub exceptions: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_cover_just_the_characters_asked_for() {
        let text = "héllo world";
        let edges = (1..=11).map(|n| n * 50).collect();
        let line = TextLine { range: 0..12, y0: 100.0, y1: 112.0, x0: 72.0, edges };
        let page = PageLayout {
            page: 3,
            width: 612.0,
            height: 792.0,
            range: 0..12,
            lines: vec![line],
            recognised: None,
        };
        let boxes = page.boxes(text, &(7..12));
        let expected = PageBox { page: 3, x0: 102.0, y0: 100.0, x1: 127.0, y1: 112.0 };
        assert_eq!(boxes, vec![expected]);
        assert!(page.boxes(text, &(12..40)).is_empty());
    }
}

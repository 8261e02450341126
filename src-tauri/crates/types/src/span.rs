//! Where a passage stands: offsets and lines in the converted text, pages and boxes in the original.
//! Modelled on the position selector of the W3C Web Annotation Data Model.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A passage of a document's converted text. `start..end` are UTF-8 byte offsets into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Span {
    /// First byte.
    #[ts(type = "number")]
    pub start: usize,
    /// One past the last byte.
    #[ts(type = "number")]
    pub end: usize,
    /// First character (Unicode scalar value).
    #[ts(type = "number")]
    pub char_start: usize,
    /// One past the last character.
    #[ts(type = "number")]
    pub char_end: usize,
    /// First line, counted from 1.
    #[ts(type = "number")]
    pub line_start: usize,
    /// Last line, counted from 1.
    #[ts(type = "number")]
    pub line_end: usize,
    /// The first page it stands on, counted from 1, where the original has pages.
    pub page: Option<u32>,
}

impl Span {
    /// The byte range.
    pub fn bytes(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A rectangle on a page, in points (1/72 inch) from the page's top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PageBox {
    /// Counted from 1.
    pub page: u32,
    /// Left edge.
    pub x0: f32,
    /// Top edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Bottom edge.
    pub y1: f32,
}

/// Turns byte ranges of one text into spans: a prefix table of characters and lines every 1 KiB.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// For each block of `STEP` bytes: characters and newlines before it.
    before: Vec<(usize, usize)>,
}

const STEP: usize = 1024;

impl LineIndex {
    /// Reads the text once.
    pub fn new(text: &str) -> Self {
        let (mut chars, mut lines) = (0, 0);
        let mut before = Vec::with_capacity(text.len() / STEP + 1);
        for block in text.as_bytes().chunks(STEP) {
            before.push((chars, lines));
            let (more_chars, more_lines) = count(block);
            chars += more_chars;
            lines += more_lines;
        }
        before.push((chars, lines));
        Self { before }
    }

    /// The span of `range`, or `None` where it is reversed, outside `text`, or cuts a character.
    /// `text` must be the text the index was made of.
    pub fn span(&self, text: &str, range: Range<usize>, page: Option<u32>) -> Option<Span> {
        let passage = text.get(range.clone())?;
        let (char_start, newlines) = self.position(text, range.start);
        let (chars, _) = count(passage.as_bytes());
        let inner = passage.strip_suffix('\n').unwrap_or(passage);
        let (_, more_lines) = count(inner.as_bytes());
        Some(Span {
            start: range.start,
            end: range.end,
            char_start,
            char_end: char_start + chars,
            line_start: newlines + 1,
            line_end: newlines + 1 + more_lines,
            page,
        })
    }

    fn position(&self, text: &str, byte: usize) -> (usize, usize) {
        let block = (byte / STEP).min(self.before.len().saturating_sub(1));
        let (chars, lines) = self.before.get(block).copied().unwrap_or_default();
        let rest = text.as_bytes().get(block * STEP..byte).unwrap_or_default();
        let (more_chars, more_lines) = count(rest);
        (chars + more_chars, lines + more_lines)
    }
}

/// Characters (bytes that do not continue one) and newlines.
fn count(bytes: &[u8]) -> (usize, usize) {
    let chars = bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count();
    (chars, bytes.iter().filter(|byte| **byte == b'\n').count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spans_agree_with_counting(text in "[aé\\n漢]{0,3000}", a in 0usize..3000, b in 0usize..3000) {
            let index = LineIndex::new(&text);
            let (start, end) = (a.min(b), a.max(b));
            match index.span(&text, start..end, None) {
                None => prop_assert!(text.get(start..end).is_none()),
                Some(span) => {
                    prop_assert_eq!(span.char_start, text[..start].chars().count());
                    prop_assert_eq!(span.char_end, text[..end].chars().count());
                    prop_assert_eq!(span.line_start, text[..start].matches('\n').count() + 1);
                    prop_assert!(span.line_end >= span.line_start);
                }
            }
        }
    }

    #[test]
    fn a_trailing_newline_is_not_another_line() {
        let index = LineIndex::new("one\ntwo\n");
        let span = index.span("one\ntwo\n", 0..8, None).unwrap();
        assert_eq!((span.line_start, span.line_end), (1, 2));
    }
}

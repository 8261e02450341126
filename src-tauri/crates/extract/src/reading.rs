//! A document's sentences with their words, and which of them are running text. Headings, tables, code
//! and captions say nothing here, and lists of references only name publications.

use crate::candidate::Source;
use crate::lists::{is_background, is_conclusion, is_method, is_result};
use language::work;
use language::{Shape, Word, join_codes, shaped};
use std::ops::Range;
use types::{Block, BlockKind};

/// A sentence of running text.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// Bytes in the document, without white space at its ends.
    pub range: Range<usize>,
    /// Its words as written.
    pub text: &'a str,
    /// Its words.
    pub words: Vec<Word<'a>>,
    /// Which part of its study it belongs to.
    pub part: Part,
}

/// A part of a study, by the heading or the label that it stands under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// Nothing says.
    #[default]
    Unsaid,
    Background,
    Method,
    Result,
    Conclusion,
}

impl Part {
    /// The part that a word heads.
    fn of(lower: &str) -> Option<Self> {
        match lower {
            word if is_background(word) => Some(Self::Background),
            word if is_method(word) => Some(Self::Method),
            word if is_result(word) => Some(Self::Result),
            word if is_conclusion(word) => Some(Self::Conclusion),
            _ => None,
        }
    }
}

/// How many words at the front are a label ("METHODS AND RESULTS", "Conclusions:"), and what part they
/// open: of several the last.
fn label(words: &[Word<'_>]) -> Option<(usize, Part)> {
    let mut part = None;
    let mut end = 0;
    for (at, word) in words.iter().enumerate().take(LABEL_WORDS) {
        let shouted = word.shape == Shape::Upper && word.text.len() > 2;
        let link = matches!(&*word.lower, "and" | "of" | "main") && at > 0;
        let linked = link && word.shape == Shape::Upper;
        if !(shouted || linked) {
            break;
        }
        if let Some(own) = Part::of(&word.lower) {
            part = Some(own);
            end = at + 1;
        }
    }
    if part.is_none() {
        let first = words.first()?;
        let colon =
            words.get(1).is_some_and(|next| next.gap.trim_start_matches('*').starts_with(':'));
        part = Part::of(&first.lower).filter(|_| colon && first.is_capital());
        end = 1;
    }
    part.filter(|_| end < words.len()).map(|part| (end, part))
}

/// Longest label, in words.
const LABEL_WORDS: usize = 6;

impl Line<'_> {
    /// Bytes in the document from the first of some of its words to the last.
    pub fn bytes(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let first = self.words.get(range.start)?;
        let last = self.words.get(range.end.checked_sub(1)?)?;
        (first.start < last.end).then_some(first.start..last.end)
    }
}

/// The sentences that speak, in order; what stands in `codes` is one word each.
pub(crate) fn lines<'a>(source: &Source<'a>, codes: &[Range<usize>]) -> Vec<Line<'a>> {
    let quiet = quiet(source.blocks);
    let mut found = Vec::new();
    let mut end = 0;
    let mut headings = headed(source.blocks).into_iter().peekable();
    let mut part = Part::Unsaid;
    for range in source.sentences {
        work();
        while let Some((_, own)) = headings.next_if(|(at, _)| *at <= range.start) {
            part = own;
        }
        // What overlaps was read already.
        let Some(text) = source.text.get(range.clone()).filter(|_| range.start >= end) else {
            continue;
        };
        end = range.end;
        let words_at = text.len() - unmarked(text).len();
        let start = range.start + words_at;
        let text = unmarked(text).trim_end();
        if text.is_empty() || is_within(&quiet, start) {
            continue;
        }
        let mut words = join_codes(source.text, shaped(text, start), codes);
        let mut range = start..start + text.len();
        let mut text = text;
        if let Some((skipped, own)) = label(&words) {
            part = own;
            words.drain(..skipped);
            range.start = words.first().map_or(range.end, |word| word.start);
            text = source.text.get(range.clone()).unwrap_or_default();
        }
        found.push(Line { range, text, words, part });
    }
    found
}

/// Where headings open parts of a study.
fn headed(blocks: &[Block]) -> Vec<(usize, Part)> {
    let headings = blocks.iter().filter(|block| matches!(block.kind, BlockKind::Heading(_)));
    let part = |title: &str| {
        let words = shaped(title, 0);
        let named = words.iter().filter_map(|word| Part::of(&word.lower)).next_back();
        if words.len() <= LABEL_WORDS { named.unwrap_or_default() } else { Part::Unsaid }
    };
    headings.map(|block| (block.range.start, part(&block.title))).collect()
}

/// Without white space and the marks of lists and quotations before the words: `- `, `> `, `1. `.
fn unmarked(text: &str) -> &str {
    let mut rest = text.trim_start();
    for _ in 0..4 {
        let bare = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = (1..=3).contains(&(rest.len() - bare.len()));
        let mark = match bare.strip_prefix(['.', ')']).filter(|_| number) {
            Some(after) => Some(after),
            None => rest.strip_prefix(['-', '*', '+', '•', '>', '–', '▪', '◦']),
        };
        match mark.filter(|after| after.starts_with(char::is_whitespace)) {
            Some(after) => rest = after.trim_start(),
            None => break,
        }
    }
    rest
}

/// Stretches in which no sentence counts, in order.
fn quiet(blocks: &[Block]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut silent: Option<u8> = None;
    for block in blocks {
        if let BlockKind::Heading(level) = block.kind {
            let ends = silent.is_some_and(|above| level <= above);
            silent = if ends { None } else { silent };
            if silent.is_none() && is_quiet_title(&block.title) {
                silent = Some(level);
            }
        }
        let speaks = matches!(
            block.kind,
            BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Quote | BlockKind::Footnote
        );
        if !speaks || silent.is_some() {
            found.push(block.range.clone());
        }
    }
    found
}

/// Whether what stands under the title is no prose of the document's own.
fn is_quiet_title(title: &str) -> bool {
    let words: Vec<Word<'_>> = shaped(title, 0);
    let mut lower = words
        .iter()
        .map(|word| &*word.lower)
        .filter(|word| !word.starts_with(|c: char| c.is_numeric()));
    let (first, second) = (lower.next().unwrap_or_default(), lower.next());
    let (first, second) = match (first, second) {
        ("works" | "literature", Some("cited")) => ("references", None),
        ("table" | "list", Some("of")) => ("contents", None),
        ("further" | "recommended", Some("reading")) => ("references", None),
        other => other,
    };
    let bare = second.is_none();
    bare && matches!(
        first,
        "references"
            | "bibliography"
            | "literature"
            | "contents"
            | "index"
            | "acknowledgements"
            | "acknowledgments"
            | "acknowledgement"
            | "acknowledgment"
            | "sources"
            | "keywords"
            | "endnotes"
    )
}

/// Whether `at` lies in one of `ranges`, which are in order.
pub(crate) fn is_within(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.contains(&at))
}

/// Stretches of code, in order: no identifier is read there.
pub(crate) fn code(blocks: &[Block]) -> Vec<Range<usize>> {
    let code = blocks.iter().filter(|block| block.kind == BlockKind::Code);
    code.map(|block| block.range.clone()).collect()
}

//! How well definitions are found, on texts whose definitions are known.

use crate::structure;
use serde::Deserialize;
use std::collections::HashMap;
use types::{Block, BlockKind, normalise_term};

/// Which half of the labelled texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// The rules were written with these in view.
    Dev,
    /// The rules were never tuned to these.
    Test,
}

/// A text and what it defines: a line of `assets/eval/definitions.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Labelled {
    /// Markdown.
    pub text: String,
    /// All that it defines; often nothing.
    pub definitions: Vec<LabelledDefinition>,
    /// Where it belongs.
    pub split: Split,
}

/// A definition as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LabelledDefinition {
    /// The term as written.
    pub term: String,
    /// What it means, in the text's words.
    pub meaning: String,
}

/// How well definitions were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DefinitionScore {
    /// Texts read.
    pub texts: usize,
    /// Definitions that a reader sees.
    pub expected: usize,
    /// Definitions that were found.
    pub found: usize,
    /// Those of them whose term a reader sees too.
    pub matched: usize,
    /// Matched of found.
    pub precision: f32,
    /// Matched of expected.
    pub recall: f32,
    /// Their harmonic mean.
    pub f1: f32,
    /// Of the matched, on average: the share of words (F1) that both meanings have.
    pub meaning_overlap: f32,
}

/// Reads the structure of each text and compares terms by [`normalise_term`], text by text.
pub fn score_definitions(labelled: &[Labelled]) -> DefinitionScore {
    let mut score = DefinitionScore { texts: labelled.len(), ..DefinitionScore::default() };
    let mut overlap = 0.0;
    for item in labelled {
        let found = structure(&item.text, &blocks(&item.text)).definitions;
        let mut waiting: Vec<&LabelledDefinition> = item.definitions.iter().collect();
        score.expected += item.definitions.len();
        score.found += found.len();
        for definition in found {
            let same =
                |one: &&LabelledDefinition| normalise_term(&one.term) == definition.normalised;
            let Some(at) = waiting.iter().position(same) else { continue };
            let known = waiting.swap_remove(at);
            let meaning = item.text.get(definition.start..definition.end).unwrap_or_default();
            score.matched += 1;
            overlap += shared_words(&known.meaning, meaning);
        }
    }
    let share =
        |part: usize, whole: usize| if whole == 0 { 1.0 } else { part as f32 / whole as f32 };
    score.precision = share(score.matched, score.found);
    score.recall = share(score.matched, score.expected);
    score.f1 = share(2 * score.matched, score.found + score.expected);
    score.meaning_overlap = if score.matched == 0 { 0.0 } else { overlap / score.matched as f32 };
    score
}

/// The blocks of a small Markdown text: headings, tables, code and quotations by how their lines
/// begin, list items by their marks, the rest by blank lines.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut at, mut fenced, mut apart) = (0, false, true);
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let fence = words.starts_with("```");
        let (kind, title) = kind_of(words, fenced || fence);
        let range = at..at + line.trim_end().len();
        at += line.len();
        let goes_on = blocks.last().is_some_and(|last| {
            let item = last.kind == BlockKind::ListItem && kind == BlockKind::Paragraph;
            (fenced || !apart) && (last.kind == kind && kind != BlockKind::ListItem || item)
        });
        match blocks.last_mut().filter(|_| goes_on && !words.is_empty()) {
            Some(last) => last.range.end = range.end,
            None if words.is_empty() => {}
            None => blocks.push(Block { kind, range, title }),
        }
        fenced ^= fence;
        apart = words.is_empty() || matches!(kind, BlockKind::Heading(_));
    }
    blocks
}

fn kind_of(line: &str, fenced: bool) -> (BlockKind, String) {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < line.len() && digits.starts_with(". ");
    let kind = match line.bytes().next() {
        _ if fenced => BlockKind::Code,
        Some(b'#') if level <= 6 => {
            let title = line.get(level..).unwrap_or_default().trim().to_owned();
            return (BlockKind::Heading(level as u8), title);
        }
        Some(b'|') => BlockKind::Table,
        Some(b'>') => BlockKind::Quote,
        _ if numbered || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark)) => {
            BlockKind::ListItem
        }
        _ => BlockKind::Paragraph,
    };
    (kind, String::new())
}

/// F1 of the words of two texts, as bags.
fn shared_words(one: &str, other: &str) -> f32 {
    let (one, other) = (normalise_term(one), normalise_term(other));
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let (mut sum, mut shared) = (0, 0);
    for word in one.split('_').filter(|word| !word.is_empty()) {
        *counts.entry(word).or_default() += 1;
        sum += 1;
    }
    for word in other.split('_').filter(|word| !word.is_empty()) {
        sum += 1;
        if let Some(left) = counts.get_mut(word).filter(|left| **left > 0) {
            *left -= 1;
            shared += 1;
        }
    }
    if sum == 0 { 1.0 } else { 2.0 * shared as f32 / sum as f32 }
}

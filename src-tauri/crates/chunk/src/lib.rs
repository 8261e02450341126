//! Text and blocks to structure-aware pieces: parent chain, section id, kind, at most so many tokens.
//! Pure: no I/O, no clock, no model. It never copies text and never fails: a piece is a byte range.

#![cfg_attr(test, allow(clippy::string_slice))]

mod atoms;
mod kind;
mod measure;
mod outline;
mod pack;
mod section_id;
pub mod sentence;

use measure::Measure;
use std::ops::Range;
use types::{Block, ChunkKind};

/// How large pieces get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimits {
    /// Tokens a piece has at most; 0 counts as 1.
    pub max_tokens: usize,
    /// Tokens that a piece repeats, about, of the one before it in the same section.
    pub overlap_tokens: usize,
}

impl Default for ChunkLimits {
    fn default() -> Self {
        Self { max_tokens: 800, overlap_tokens: 50 }
    }
}

/// One piece of a text. Its words are `text[range]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Bytes in the text; no white space at either end.
    pub range: Range<usize>,
    /// Titles of the headings above it, outermost first, its own section's last.
    pub parent_chain: Vec<String>,
    /// Normalised number of its section (`sec_4_3_a`); empty where the heading has none.
    pub section_id: String,
    /// Level of its section's heading, 1 to 6; 0 above the first heading.
    pub heading_level: u8,
    /// What it holds.
    pub kind: ChunkKind,
}

/// Cuts `text` into pieces in order of their start, each of at most `max_tokens` by `count_tokens`.
///
/// Every byte that is not white space is in some piece, and no piece reaches over a heading, save
/// that bare headings (`# 4` right above `## 4.1`) open the piece of the section they lead to.
/// Sentences, tables and code are cut only where they do not fit. Blocks that break their own rules
/// (order, overlap, character edges) are read as plain text; no blocks at all means sentences.
/// A single character that the counter holds to be longer than the limit stays whole.
/// `count_tokens` must not hold texts that stand apart by white space to be longer together than each
/// alone and one token a byte of the white space; no tokenizer does.
pub fn chunk(
    text: &str,
    blocks: &[Block],
    limits: ChunkLimits,
    count_tokens: &dyn Fn(&str) -> usize,
) -> Vec<Piece> {
    let measure = Measure::new(text, limits.max_tokens, count_tokens);
    let mut pieces = Vec::new();
    for section in outline::sections(text, blocks) {
        let atoms = atoms::of_section(&measure, &section);
        for run in pack::pack(&measure, &atoms, limits.overlap_tokens) {
            let Some(atoms) = atoms.get(run) else { continue };
            let Some(range) = measure::hull(atoms) else { continue };
            pieces.push(Piece {
                range,
                kind: kind::of_piece(text, &section.place, atoms),
                parent_chain: section.place.parent_chain.clone(),
                section_id: section.place.section_id.clone(),
                heading_level: section.place.heading_level,
            });
        }
    }
    pieces
}

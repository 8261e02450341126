//! Text and blocks to structure-aware pieces: parent chain, section id, kind, at most so many tokens.
//! Pure: no I/O, no clock, no model. It never copies text and never fails: a piece is a byte range.

#![cfg_attr(test, allow(clippy::string_slice))]

pub mod anchor;
mod atoms;
mod definitions;
mod kind;
mod measure;
mod outline;
mod pack;
mod plain;
mod rebuild;
mod references;
mod score;
mod scraps;
pub mod section;
mod structure;
mod summary;
mod targets;
mod titles;
mod units;
mod validate;
pub mod wiki;
mod words;

pub use plain::{Within, plain};
pub use rebuild::reconstruct;
pub use score::{DefinitionScore, Labelled, LabelledDefinition, Split, score_definitions};
pub use structure::{Structure, structure};
pub use summary::summary;
pub use types::normalise_term;
pub use validate::{
    Invalid, WeightsSumWarning, check, check_dimensions, check_reranker, check_source, check_top_k,
    check_weights,
};

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

impl ChunkLimits {
    /// Limits that a user may set: 100 to 2000 tokens, of which 0 to 200 are repeated.
    pub fn checked(max_tokens: usize, overlap_tokens: usize) -> Result<Self, Invalid> {
        validate::check_limits(max_tokens, overlap_tokens)?;
        Ok(Self { max_tokens, overlap_tokens })
    }
}

/// One piece of a text. Its words are `text[range]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Bytes in the text; no white space at either end, save that the first begins where the text
    /// does.
    pub range: Range<usize>,
    /// The white space from its end to the next piece or the text's end; empty where the next one
    /// repeats its end.
    pub separator: Range<usize>,
    /// Titles of the headings above it, outermost first, its own section's last.
    pub parent_chain: Vec<String>,
    /// Normalised number of its section (`sec_4_3_a`); empty where the heading has none.
    pub section_id: String,
    /// Level of its section's heading, 1 to 6; 0 above the first heading.
    pub heading_level: u8,
    /// What it holds.
    pub kind: ChunkKind,
    /// Whether it begins inside a block of code.
    pub in_code: bool,
}

/// Cuts `text` into pieces in order of their start, each of at most `max_tokens` by `count_tokens`.
///
/// Every byte that is not white space is in some piece, and no piece reaches over a heading, save
/// that bare headings (`# 4` right above `## 4.1`) and scraps (a line of authors above the abstract)
/// open the piece of the section they lead to.
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
    let defined = definitions::statements(text, blocks);
    let mut pieces = Vec::new();
    for stretch in scraps::stretches(&measure, outline::sections(text, blocks)) {
        for run in pack::pack(&measure, &stretch.atoms, limits.overlap_tokens) {
            let Some(place) = stretch.place(&run) else { continue };
            let Some(atoms) = stretch.atoms.get(run) else { continue };
            let Some(range) = atoms::hull(atoms) else { continue };
            pieces.push(Piece {
                separator: range.end..range.end,
                range,
                kind: kind::of_piece(text, place, atoms, &defined),
                parent_chain: place.parent_chain.clone(),
                section_id: place.section_id.clone(),
                heading_level: place.heading_level,
                in_code: atoms.first().is_some_and(|first| first.in_code),
            });
        }
    }
    join(&mut pieces, text.len());
    pieces
}

/// Gives each piece the white space up to the next one, and the first what stands before it.
fn join(pieces: &mut [Piece], text_len: usize) {
    let mut next = text_len;
    for piece in pieces.iter_mut().rev() {
        piece.separator = piece.range.end..next.max(piece.range.end);
        next = piece.range.start;
    }
    if let Some(first) = pieces.first_mut() {
        first.range.start = 0;
    }
}

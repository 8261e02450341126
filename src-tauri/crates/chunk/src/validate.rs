//! The rules that chunks and settings obey (seed 002, "Validation Rules"), as typed errors. It never
//! repairs anything.

use crate::measure::part;
use std::ops::RangeInclusive;
use types::{ChunkId, ChunkRecord};

/// Tokens a piece may be set to have.
const CHUNK_TOKENS: RangeInclusive<usize> = 100..=2000;

/// Tokens a piece may be set to repeat.
const OVERLAP_TOKENS: RangeInclusive<usize> = 0..=200;

/// Results a search may be asked for.
const TOP_K: RangeInclusive<usize> = 1..=100;

/// How far weights may sum from 1 without a word.
const WEIGHT_TOLERANCE: f32 = 0.01;

/// What breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// The id is not the one that its document and place give.
    #[error("the chunk's id does not belong to its document and place")]
    InvalidChunkId,
    /// Nothing but white space, or no stretch of the text at all.
    #[error("the chunk has no words in its document's text")]
    EmptyChunkContent,
    /// The first chunk begins where the text does and each later one at least a byte on.
    #[error("the chunk's number does not go with its place")]
    InvalidChunkIndex,
    /// Empty titles, or more titles than the heading's level has room for.
    #[error("the titles above the chunk do not go with its level")]
    InvalidParentChain,
    /// A vector of another model.
    #[error("the vector has {found} dimensions, not {expected}")]
    DimensionMismatch {
        /// What the model has.
        expected: usize,
        /// What the vector has.
        found: usize,
    },
    /// Not 100 to 2000 tokens.
    #[error("a chunk has 100 to 2000 tokens")]
    InvalidChunkSize,
    /// Not 0 to 200 tokens.
    #[error("chunks overlap by 0 to 200 tokens")]
    InvalidOverlap,
    /// No path or address.
    #[error("a source is not empty")]
    EmptySource,
    /// Not 1 to 100 results.
    #[error("a search gives 1 to 100 results")]
    InvalidTopK,
    /// Reranking is on and no model is named.
    #[error("reranking needs a model")]
    MissingReranker,
}

/// Weights that do not sum to 1; the value is their sum. Results may be skewed, but it is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightsSumWarning(pub f32);

/// Whether `record` may be stored as a chunk of `text`.
pub fn check(record: &ChunkRecord, text: &str) -> Result<(), Invalid> {
    let range = record.span.bytes();
    if record.id != ChunkId::derive(&record.document, range.start, range.end) {
        return Err(Invalid::InvalidChunkId);
    }
    if part(text, &range).trim().is_empty() {
        return Err(Invalid::EmptyChunkContent);
    }
    let ordinal = usize::try_from(record.ordinal).unwrap_or(usize::MAX);
    if ordinal > range.start || (ordinal == 0 && range.start > 0) {
        return Err(Invalid::InvalidChunkIndex);
    }
    let level = usize::from(record.heading_level);
    let untitled = record.parent_chain.iter().any(|title| title.trim().is_empty());
    if untitled || level > 6 || record.parent_chain.len() > level {
        return Err(Invalid::InvalidParentChain);
    }
    Ok(())
}

/// Whether a vector of `found` dimensions may stand beside those of `expected`.
pub fn check_dimensions(expected: usize, found: usize) -> Result<(), Invalid> {
    if expected == found { Ok(()) } else { Err(Invalid::DimensionMismatch { expected, found }) }
}

/// Whether chunks may have at most `max_tokens` and repeat `overlap_tokens`.
pub(crate) fn check_limits(max_tokens: usize, overlap_tokens: usize) -> Result<(), Invalid> {
    if !CHUNK_TOKENS.contains(&max_tokens) {
        return Err(Invalid::InvalidChunkSize);
    }
    if !OVERLAP_TOKENS.contains(&overlap_tokens) {
        return Err(Invalid::InvalidOverlap);
    }
    Ok(())
}

/// Whether `source`, a path or an address, names anything.
pub fn check_source(source: &str) -> Result<(), Invalid> {
    if source.trim().is_empty() { Err(Invalid::EmptySource) } else { Ok(()) }
}

/// Whether a search may be asked for `top_k` results.
pub fn check_top_k(top_k: usize) -> Result<(), Invalid> {
    if TOP_K.contains(&top_k) { Ok(()) } else { Err(Invalid::InvalidTopK) }
}

/// Whether reranking, where it is `on`, has its model.
pub fn check_reranker(on: bool, model: Option<&str>) -> Result<(), Invalid> {
    let named = model.is_some_and(|model| !model.trim().is_empty());
    if on && !named { Err(Invalid::MissingReranker) } else { Ok(()) }
}

/// A word of warning where `weights` do not sum to about 1.
pub fn check_weights(weights: &[f32]) -> Option<WeightsSumWarning> {
    let sum: f32 = weights.iter().sum();
    let sound = (sum - 1.0).abs() <= WEIGHT_TOLERANCE;
    (!sound).then_some(WeightsSumWarning(sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChunkLimits;
    use types::{ChunkKind, DocumentId, LineIndex};

    const TEXT: &str = "# A\n\nWords.  \n\nMore.";

    fn record(ordinal: u32, start: usize, end: usize) -> ChunkRecord {
        let document = DocumentId::from_bytes([3; 16]);
        ChunkRecord {
            id: ChunkId::derive(&document, start, end),
            document,
            ordinal,
            span: LineIndex::new(TEXT).span(TEXT, start..end, None).unwrap(),
            parent_chain: vec!["A".into()],
            section_id: String::new(),
            heading_level: 1,
            kind: ChunkKind::Content,
            separator: String::new(),
            cross_references: vec![],
            defined_terms: vec![],
            in_code: false,
        }
    }

    #[test]
    fn each_rule_is_its_own_error() {
        assert_eq!(check(&record(0, 0, 11), TEXT), Ok(()));
        assert_eq!(check(&record(1, 15, 20), TEXT), Ok(()));
        let other = ChunkRecord { document: DocumentId::from_bytes([4; 16]), ..record(0, 0, 11) };
        assert_eq!(check(&other, TEXT), Err(Invalid::InvalidChunkId));
        assert_eq!(check(&record(1, 11, 14), TEXT), Err(Invalid::EmptyChunkContent));
        assert_eq!(check(&record(0, 0, 11), "short"), Err(Invalid::EmptyChunkContent));
        assert_eq!(check(&record(0, 15, 20), TEXT), Err(Invalid::InvalidChunkIndex));
        assert_eq!(check(&record(1, 0, 11), TEXT), Err(Invalid::InvalidChunkIndex));
        let chain = |titles: &[&str], heading_level| {
            let parent_chain = titles.iter().map(|title| (*title).to_owned()).collect();
            check(&ChunkRecord { parent_chain, heading_level, ..record(0, 0, 11) }, TEXT)
        };
        assert_eq!(chain(&["A", "B"], 4), Ok(()));
        assert_eq!(chain(&["A", "B"], 1), Err(Invalid::InvalidParentChain));
        assert_eq!(chain(&["A", " "], 2), Err(Invalid::InvalidParentChain));
        assert_eq!(chain(&[], 7), Err(Invalid::InvalidParentChain));
    }

    #[test]
    fn settings_have_edges() {
        for (max, overlap, expected) in [
            (99, 0, Err(Invalid::InvalidChunkSize)),
            (2001, 0, Err(Invalid::InvalidChunkSize)),
            (100, 201, Err(Invalid::InvalidOverlap)),
            (100, 0, Ok(ChunkLimits { max_tokens: 100, overlap_tokens: 0 })),
            (2000, 200, Ok(ChunkLimits { max_tokens: 2000, overlap_tokens: 200 })),
        ] {
            assert_eq!(ChunkLimits::checked(max, overlap), expected);
        }
        let mismatch = Invalid::DimensionMismatch { expected: 384, found: 383 };
        assert_eq!(check_dimensions(384, 383), Err(mismatch));
        assert_eq!(check_dimensions(384, 384), Ok(()));
        assert_eq!((check_source(" "), check_source("a")), (Err(Invalid::EmptySource), Ok(())));
        for (top_k, sound) in [(0, false), (1, true), (100, true), (101, false)] {
            assert_eq!(check_top_k(top_k).is_ok(), sound, "{top_k}");
        }
        assert_eq!(check_reranker(true, Some(" ")), Err(Invalid::MissingReranker));
        assert_eq!(check_reranker(true, None), Err(Invalid::MissingReranker));
        assert_eq!(check_reranker(true, Some("m")).and(check_reranker(false, None)), Ok(()));
        assert_eq!(check_weights(&[0.5, 0.3, 0.2]), None);
        assert_eq!(check_weights(&[0.5, 0.25]), Some(WeightsSumWarning(0.75)));
    }
}

//! What holds for every text, every layout of blocks and every counter.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use chunk::{ChunkLimits, Piece, chunk, reconstruct};
use proptest::prelude::*;
use std::{cell::Cell, ops::Range};
use types::{Block, BlockKind};

/// Words, as a stand-in for a tokenizer.
fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Characters: a counter that sees the white space between sentences too.
fn characters(text: &str) -> usize {
    text.chars().count()
}

/// Letters weigh one, punctuation one each, and a call costs two like special tokens do.
fn with_specials(text: &str) -> usize {
    2 + text.chars().filter(|c| !c.is_whitespace()).count() / 3
}

fn kinds() -> impl Strategy<Value = BlockKind> {
    prop_oneof![
        (1u8..=7).prop_map(BlockKind::Heading),
        Just(BlockKind::Paragraph),
        Just(BlockKind::Paragraph),
        Just(BlockKind::ListItem),
        Just(BlockKind::Table),
        Just(BlockKind::Code),
        Just(BlockKind::Quote),
    ]
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "([A-Za-z]{1,9}[ ,]|[A-Z][a-z]{1,8}\\. |\n|\n\n){0,160}",
        "(\\PC|[ \n.]){0,300}",
        "([漢字かな]{1,9}。?|[אבגد]{1,5} |e\u{301}\u{301}|👩\u{200d}🔬| |\n){0,120}",
        "[a-z]{0,900}",
    ]
}

/// Blocks over `text`: cuts at character edges, every second stretch or so a block.
fn blocks(text: &str, cuts: &[(prop::sample::Index, BlockKind, bool)]) -> Vec<Block> {
    let edges: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut cuts: Vec<_> =
        cuts.iter().map(|(at, kind, kept)| (edges[at.index(edges.len())], *kind, *kept)).collect();
    cuts.sort_by_key(|(at, ..)| *at);
    let made = cuts.windows(2).filter(|pair| pair[0].2 && pair[0].0 < pair[1].0);
    made.map(|pair| {
        let range = pair[0].0..pair[1].0;
        let title = match pair[0].1 {
            BlockKind::Heading(_) => text[range.clone()].trim().to_owned(),
            _ => String::new(),
        };
        Block { kind: pair[0].1, range, title }
    })
    .collect()
}

fn is_heading(block: &Block, text: &str) -> bool {
    matches!(block.kind, BlockKind::Heading(_)) && !text[block.range.clone()].trim().is_empty()
}

/// Before each heading within the piece stand headings alone, or a scrap that it is deeper than.
fn keeps_to_its_section(text: &str, blocks: &[Block], piece: &Piece) -> bool {
    let inside: Vec<&Block> = blocks
        .iter()
        .filter(|block| is_heading(block, text) && piece.range.contains(&block.range.start))
        .collect();
    let level = |block: &Block| match block.kind {
        BlockKind::Heading(level) => level.clamp(1, 6),
        _ => 0,
    };
    let mut read = piece.range.start;
    for (at, block) in inside.iter().enumerate() {
        // a heading's leading white space is trimmed where it opens the piece
        let gap = read..block.range.start.max(read);
        let from = if at == 0 { piece.range.start } else { inside[at - 1].range.start };
        let scrap = text[from..block.range.start.max(from)].trim().chars().count() < 120;
        let deeper = at == 0 || level(inside[at - 1]) < level(block);
        let last = ends_in_headings(text, blocks, block.range.start);
        let words = !text[gap].trim().is_empty();
        if words && !(scrap && deeper || last) {
            return at == 0 && starts_within_heading(text, blocks, piece.range.start);
        }
        read = block.range.end;
    }
    true
}

/// Whether nothing but headings follows.
fn ends_in_headings(text: &str, blocks: &[Block], from: usize) -> bool {
    let mut read = from;
    for block in blocks.iter().filter(|block| block.range.start >= from && is_heading(block, text))
    {
        if !text[read..block.range.start].trim().is_empty() {
            return false;
        }
        read = block.range.end;
    }
    text[read..].trim().is_empty()
}

/// A heading too long for one piece goes on in the next.
fn starts_within_heading(text: &str, blocks: &[Block], at: usize) -> bool {
    blocks.iter().any(|block| is_heading(block, text) && block.range.contains(&at))
}

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn check(
    text: &str,
    blocks: &[Block],
    limits: ChunkLimits,
    count: fn(&str) -> usize,
) -> Result<(), TestCaseError> {
    let calls = Cell::new(0usize);
    let counted = |part: &str| {
        calls.set(calls.get() + 1);
        count(part)
    };
    let pieces = chunk(text, blocks, limits, &counted);
    let (mut end, mut rebuilt) = (0, String::new());
    let mut before: Option<Range<usize>> = None;
    for piece in &pieces {
        let words = text.get(piece.range.clone());
        prop_assert!(words.is_some(), "{:?} cuts a character", piece.range);
        prop_assert!(before.is_some() || piece.range.start == 0, "the text begins outside");
        // the first piece has the white space that the text begins with
        let words = if before.is_some() { words.unwrap() } else { words.unwrap().trim_start() };
        prop_assert!(!words.is_empty() && words.trim() == words, "{words:?} is not trimmed");
        prop_assert!(count(words) <= limits.max_tokens.max(1), "{words:?} is too long");
        if let Some(before) = &before {
            prop_assert!(before.start < piece.range.start && before.end < piece.range.end);
        }
        prop_assert!(keeps_to_its_section(text, blocks, piece), "{words:?} leaves its section");
        prop_assert!(piece.heading_level <= 6 && piece.parent_chain.len() <= 6);
        let fresh = end.max(piece.range.start);
        prop_assert!(text[end.min(fresh)..fresh].trim().is_empty(), "a gap before {words:?}");
        rebuilt.push_str(&text[fresh..piece.range.end]);
        end = piece.range.end;
        before = Some(piece.range.clone());
    }
    prop_assert_eq!(without_space(&rebuilt), without_space(text));
    if !pieces.is_empty() {
        let parts = pieces.iter().map(|piece| {
            (&text[piece.range.clone()], piece.range.start, &text[piece.separator.clone()])
        });
        let rebuilt = reconstruct(parts);
        prop_assert_eq!(rebuilt.as_deref(), Some(text));
    }
    prop_assert!(calls.get() <= 8 * text.len() + 8, "{} calls", calls.get());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn pieces_tile_any_text(
        text in texts(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), kinds(), any::<bool>()), 0..24),
        max_tokens in 3usize..60,
        overlap_tokens in 0usize..20,
    ) {
        let blocks = blocks(&text, &cuts);
        let limits = ChunkLimits { max_tokens, overlap_tokens };
        for count in [words, characters, with_specials] {
            check(&text, &blocks, limits, count)?;
        }
    }

    #[test]
    fn broken_blocks_lose_nothing(
        text in texts(),
        wild in prop::collection::vec((0usize..400, 0usize..400, kinds()), 0..12),
    ) {
        let blocks: Vec<Block> = wild
            .into_iter()
            .map(|(start, end, kind)| Block { kind, range: start..end, title: String::new() })
            .collect();
        let limits = ChunkLimits { max_tokens: 20, overlap_tokens: 5 };
        let pieces = chunk(&text, &blocks, limits, &words);
        let mut end = 0;
        for piece in pieces {
            prop_assert!(text[end..piece.range.start.max(end)].trim().is_empty());
            end = end.max(piece.range.end);
        }
        prop_assert!(text[end..].trim().is_empty());
    }
}

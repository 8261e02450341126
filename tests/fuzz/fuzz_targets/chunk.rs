//! Structure, pieces and their way back to the text, over Markdown and over arbitrary blocks.

#![no_main]

use chunk::{ChunkLimits, chunk, reconstruct, structure};
use std::ops::Range;
use types::{Block, BlockKind};

libfuzzer_sys::fuzz_target!(|input: (u8, Vec<(u8, u16, u16)>, &str)| {
    let (size, cuts, text) = input;
    // a converter's text begins with no white space, and an empty one is refused
    let text = text.trim_start();
    let blocks = if cuts.is_empty() { convert::fuzz::blocks(text) } else { blocks(text, &cuts) };
    let limits = ChunkLimits {
        max_tokens: usize::from(size),
        overlap_tokens: usize::from(size) / 8,
    };
    pieces(text, &blocks, limits);
    let found = structure(text, &blocks);
    let fits = |range: Range<usize>| assert!(text.get(range.clone()).is_some(), "{range:?}");
    for definition in &found.definitions {
        fits(definition.start..definition.end);
        fits(definition.statement_start..definition.statement_end);
    }
    for reference in &found.cross_references {
        fits(reference.start..reference.end);
    }
});

fn pieces(text: &str, blocks: &[Block], limits: ChunkLimits) {
    let pieces = chunk(text, blocks, limits, &|words| words.split_whitespace().count());
    let parts = pieces.iter().map(|piece| {
        let words = text.get(piece.range.clone()).expect("a piece on character edges");
        let separator = text.get(piece.separator.clone()).expect("a separator on character edges");
        (words, piece.range.start, separator)
    });
    assert_eq!(reconstruct(parts).as_deref(), Some(text));
}

/// Blocks that may lie, overlap and cut characters.
fn blocks(text: &str, cuts: &[(u8, u16, u16)]) -> Vec<Block> {
    let kinds = [
        BlockKind::Paragraph,
        BlockKind::ListItem,
        BlockKind::Table,
        BlockKind::Code,
        BlockKind::Quote,
        BlockKind::Footnote,
        BlockKind::Caption,
    ];
    let block = |&(kind, start, length): &(u8, u16, u16)| {
        let start = usize::from(start) % (text.len() + 2);
        let range = start..start + usize::from(length);
        let title = text.get(range.clone()).unwrap_or_default().trim().to_owned();
        match kinds.get(usize::from(kind)) {
            Some(kind) => Block { kind: *kind, range, title: String::new() },
            None => Block { kind: BlockKind::Heading(kind % 9), range, title },
        }
    };
    cuts.iter().map(block).collect()
}

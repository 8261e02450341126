//! Small documents cut as a reader would cut them, and large ones cut in linear work.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use chunk::{ChunkLimits, chunk};
use std::cell::Cell;
use types::{Block, BlockKind, ChunkKind};

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Blocks of a tiny Markdown: `#` headings, `|` tables, ``` code, else paragraphs, by blank lines.
fn blocks(text: &str) -> Vec<Block> {
    let mut at = 0;
    let mut blocks = Vec::new();
    for part in text.split("\n\n") {
        let range = at..at + part.len();
        at = range.end + 2;
        let level = part.bytes().take_while(|byte| *byte == b'#').count();
        let (kind, title) = match part.bytes().next() {
            Some(b'#') => (BlockKind::Heading(level as u8), part[level..].trim()),
            Some(b'|') => (BlockKind::Table, ""),
            Some(b'`') => (BlockKind::Code, ""),
            _ => (BlockKind::Paragraph, ""),
        };
        blocks.push(Block { kind, range, title: title.to_owned() });
    }
    blocks
}

fn check(text: &str, max_tokens: usize, overlap_tokens: usize, expected: &[&str]) {
    let limits = ChunkLimits { max_tokens, overlap_tokens };
    let pieces = chunk(text, &blocks(text), limits, &words);
    let found: Vec<&str> = pieces.iter().map(|piece| &text[piece.range.clone()]).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn pieces_end_at_edges_that_a_reader_sees() {
    // small paragraphs are merged, headings stay with their text
    check("# A\n\nOne two.\n\nThree four.", 20, 0, &["# A\n\nOne two.\n\nThree four."]);
    // a new section is a new piece
    check("# A\n\nOne.\n\n# B\n\nTwo.", 20, 0, &["# A\n\nOne.", "# B\n\nTwo."]);
    // a paragraph's edge is better than a sentence's
    check("A b c d e f. G h.\n\nI j. K l m n o.", 10, 0, &["A b c d e f. G h.", "I j. K l m n o."]);
    // but not one that leaves a piece near empty
    let late = "A b c d e f g h i.";
    check(&format!("Z.\n\n{late} K l m."), 10, 0, &[&format!("Z.\n\n{late}"), "K l m."]);
    // a sentence's edge is better than none
    check("A b c. D e f. G h i.", 7, 0, &["A b c. D e f.", "G h i."]);
    // the next piece begins a sentence earlier
    check("Aa b c. Dd e f. Gg h i.", 6, 3, &["Aa b c. Dd e f.", "Dd e f. Gg h i."]);
    // but not where the limit leaves no room for it, and never over a heading
    check("Aa b c. Dd e f. Gg h i j.", 6, 3, &["Aa b c. Dd e f.", "Gg h i j."]);
    check("Aa b c.\n\n# H\n\nDd e f.", 6, 3, &["Aa b c.", "# H\n\nDd e f."]);
    // a sentence that does not fit is cut between words, a word between characters
    check("a b c d e f g", 3, 0, &["a b c", "d e f", "g"]);
}

#[test]
fn tables_and_code_stay_whole_where_they_fit() {
    let table = "| a | b |\n| c | d |";
    let text = format!("Some words stand here first.\n\n{table}\n\nAnd after.");
    check(&text, 10, 0, &["Some words stand here first.", table, "And after."]);
    check(&text, 7, 0, &["Some words stand here first.", "| a | b |", "| c | d |\n\nAnd after."]);
    check("``` \nx = 1. y = 2. z = 3.\n```", 12, 0, &["``` \nx = 1. y = 2. z = 3.\n```"]);
}

#[test]
fn a_heading_alone_is_a_header() {
    let text = "# Part\n\n## One\n\nText.\n\n## 2 Two\n\n## Three\n\nMore.";
    let pieces = chunk(text, &blocks(text), ChunkLimits::default(), &words);
    let found: Vec<_> = pieces.iter().map(|p| (p.parent_chain.join("/"), p.kind)).collect();
    let expected = [
        ("Part/One", ChunkKind::Content),
        ("Part/2 Two", ChunkKind::Header),
        ("Part/Three", ChunkKind::Content),
    ];
    assert_eq!(found, expected.map(|(chain, kind)| (chain.to_owned(), kind)));
    assert!(text[pieces[0].range.clone()].starts_with("# Part"));
}

#[test]
fn scraps_open_what_follows_them() {
    let long = "Ducks are waterfowl of a family that lives nearly everywhere on earth, on fresh water \
                as on salt water, in summer and in winter.";
    let check = |text: &str, expected: &[(&str, &str)]| {
        let pieces = chunk(text, &blocks(text), ChunkLimits::default(), &words);
        let found: Vec<_> = pieces
            .iter()
            .map(|p| (p.parent_chain.join("/"), text[p.range.clone()].replace("\n\n", " ¶ ")))
            .collect();
        let long_for = |words: &str| words.replace('@', long);
        let expected: Vec<_> =
            expected.iter().map(|(chain, words)| (chain.to_string(), long_for(words))).collect();
        assert_eq!(found, expected, "{text}");
    };
    let text = |words: &str| words.replace('@', long);
    // a journal's name, a line of authors, a heading that heads nothing
    check(
        &text("Nature 12\n\n# Ducks\n\nA. Author, B. Author\n\n## Abstract\n\n@"),
        &[("Ducks/Abstract", "Nature 12 ¶ # Ducks ¶ A. Author, B. Author ¶ ## Abstract ¶ @")],
    );
    check(&text("# A\n\n## B\n\n# C\n\n@"), &[("C", "# A ¶ ## B ¶ # C ¶ @")]);
    check(&text("# A\n\n@\n\n# B"), &[("A", "# A ¶ @ ¶ # B")]);
    // what says something under its own heading stays with it
    check(
        &text("# A\n\n@\n\n## Cost\n\nNothing.\n\n## Time\n\nAn hour."),
        &[("A", "# A ¶ @"), ("A/Cost", "## Cost ¶ Nothing."), ("A/Time", "## Time ¶ An hour.")],
    );
    // and so does what is looked for by its number
    check(
        &text("## 4.3 Payment\n\nThe supplier shall pay.\n\n### 4.3(a) Delay\n\n@"),
        &[
            ("4.3 Payment", "## 4.3 Payment ¶ The supplier shall pay."),
            ("4.3 Payment/4.3(a) Delay", "### 4.3(a) Delay ¶ @"),
        ],
    );
    check("# A", &[("A", "# A")]);
}

#[test]
fn the_last_piece_is_no_scrap() {
    let sentence = "A sentence of seven words stands here.";
    let text = format!("{} It ends.", [sentence; 9].join(" "));
    let limits = ChunkLimits { max_tokens: 63, overlap_tokens: 0 };
    let pieces = chunk(&text, &blocks(&text), limits, &words);
    assert_eq!(pieces.len(), 2);
    assert!(text[pieces[1].range.clone()].len() >= 120, "{pieces:?}");
    // a table goes over whole, since what is repeated is prose
    let row = "| a b c d | e f g h |";
    let text = format!("{}\n\n{}\n\nThe end.", [sentence; 4].join(" "), [row; 6].join("\n"));
    let limits = ChunkLimits { max_tokens: 94, overlap_tokens: 0 };
    let pieces = chunk(&text, &blocks(&text), limits, &words);
    let ends: Vec<_> = pieces.iter().map(|piece| piece.range.clone()).collect();
    assert_eq!(ends, [0..sentence.len() * 4 + 3, sentence.len() * 4 + 5..text.len()]);
}

#[test]
fn kinds_are_told_by_plain_signs() {
    let text = "# 1. Definitions\n\n“Record” means a note.\n\n# § 4.3(a) Duties\n\nThe holder shall \
                keep records.\n\n# References\n\nSmith, J. (2020). A paper.\n\n# Rest\n\nSomething.";
    let pieces = chunk(text, &blocks(text), ChunkLimits::default(), &words);
    let found: Vec<_> = pieces.iter().map(|p| (p.section_id.as_str(), p.kind)).collect();
    let expected = [
        ("sec_1", ChunkKind::Definition),
        ("sec_4_3_a", ChunkKind::Requirement),
        ("", ChunkKind::Reference),
        ("", ChunkKind::Content),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_text_no_pieces() {
    for text in ["", "  \n\t\n"] {
        assert_eq!(chunk(text, &[], ChunkLimits::default(), &words), vec![]);
    }
}

#[test]
fn work_grows_with_the_text_not_faster() {
    let shapes = [
        "x".repeat(1 << 18),
        "word ".repeat(50_000),
        "a. 1 ".repeat(50_000),
        "# a\n".repeat(25_000),
        "漢".repeat(75_000),
        ". ".repeat(100_000),
        "(((\n".repeat(50_000),
        "A sentence of some words. ".repeat(10_000),
    ];
    for text in shapes {
        let (calls, bytes) = (Cell::new(0usize), Cell::new(0usize));
        let count = |part: &str| {
            calls.set(calls.get() + 1);
            bytes.set(bytes.get() + part.len());
            part.len().div_ceil(4)
        };
        let whole =
            Block { kind: BlockKind::Paragraph, range: 0..text.len(), title: String::new() };
        let table = Block { kind: BlockKind::Table, ..whole.clone() };
        for blocks in [vec![], vec![whole], vec![table]] {
            calls.set(0);
            bytes.set(0);
            let pieces = chunk(&text, &blocks, ChunkLimits::default(), &count);
            assert!(!pieces.is_empty());
            assert!(calls.get() <= text.len() + 8, "{} calls", calls.get());
            assert!(bytes.get() <= 8 * text.len() + 8, "{} bytes", bytes.get());
        }
    }
}

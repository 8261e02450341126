//! What a structure says holds for any text, hostile ones too; and what single definitions carry.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use chunk::{ChunkLimits, chunk, normalise_term, structure};
use proptest::prelude::*;
use types::{Block, BlockKind, ChunkKind, DefinitionForm};

fn paragraph(text: &str, kind: BlockKind) -> Vec<Block> {
    vec![Block { kind, range: 0..text.len(), title: String::new() }]
}

/// A heading, and the rest as one paragraph.
fn titled(text: &str) -> Vec<Block> {
    let end = text.find("\n\n").unwrap();
    let title = text[..end].trim_start_matches(['#', ' ']).to_owned();
    let heading = Block { kind: BlockKind::Heading(1), range: 0..end, title };
    let body =
        Block { kind: BlockKind::Paragraph, range: end + 2..text.len(), title: String::new() };
    vec![heading, body]
}

fn check(text: &str, blocks: &[Block]) {
    let found = structure(text, blocks);
    let mut before = 0;
    for definition in &found.definitions {
        let meaning = text.get(definition.start..definition.end).unwrap();
        let statement = text.get(definition.statement_start..definition.statement_end).unwrap();
        assert!(statement.contains(meaning) && !meaning.trim().is_empty(), "{definition:?}");
        assert!(definition.statement_start >= before, "out of order");
        assert_eq!(definition.normalised, normalise_term(&definition.term));
        assert!(!definition.normalised.is_empty() && definition.term.len() <= 400);
        before = definition.statement_start;
    }
    let mut end = (0, 0);
    for reference in &found.cross_references {
        assert!(!text.get(reference.start..reference.end).unwrap().is_empty());
        assert!((reference.start, reference.end) >= end, "out of order");
        assert!(reference.target_start.is_none_or(|start| text.is_char_boundary(start)));
        end = (reference.start, reference.end);
    }
}

fn texts() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[“”\"'‘’*_`(){}\\[\\]|:;,.!?–-]{1,3}",
        "[A-Za-zé漢א]{1,6}",
        prop::sample::select(vec![
            " means ",
            " is defined as ",
            "Section 4.3(a)",
            "§ ",
            "(FDA)",
            "[1]",
            "\n",
            "\n\n",
            "\n: ",
            "# 4 Definitions\n\n",
            "| a | b |\n",
            "(a) ",
            "hereinafter “X”",
            "By x we mean ",
            " is called *y* if ",
            "Food and Drug Administration",
            "**T** is a ",
            "paragraph (b)",
            "[^1]",
            "Table 3: ",
            "the term “",
            "”",
            ", that is, ",
            "See Articles 5 to 7 of ",
            " ",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn places_lie_on_the_text(text in texts(), wild in prop::collection::vec((0usize..300, 0usize..300), 0..6)) {
        check(&text, &[]);
        for kind in [BlockKind::ListItem, BlockKind::Table, BlockKind::Quote, BlockKind::Code] {
            check(&text, &paragraph(&text, kind));
        }
        let title = "Glossary".to_owned();
        let blocks: Vec<Block> = wild
            .into_iter()
            .map(|(start, end)| Block { kind: BlockKind::Heading(2), range: start..end, title: title.clone() })
            .collect();
        check(&text, &blocks);
    }
}

#[test]
fn hostile_texts_are_read_to_their_end() {
    let lead = "# Definitions\n\n";
    let shapes = [
        "(a) x\n\n",
        "(a) ",
        "\"",
        "“a” means ",
        "“",
        "”",
        "*",
        "((((",
        "[1] ",
        "[",
        "“a",
        "a\n: b\n",
        "Section 4.3(a) ",
        "Sections 3, ",
        "hereinafter ",
        "(ABC) ",
        "means ",
        "| a ",
        "is called ",
        "By we mean ",
        "§",
        "x",
        "漢",
        "ש ",
        "\u{202e}a ",
        ".",
        "\n",
        "'a' ",
        "1.1.1.1 ",
        "- **a**: b\n",
    ];
    for shape in shapes {
        let text = shape.repeat(60_000 / shape.len());
        check(&text, &[]);
        let listed = format!("{lead}{text}");
        check(&listed, &titled(&listed));
    }
    let long = format!("“{}” means a thing.", "x".repeat(10_000));
    assert!(structure(&long, &[]).definitions.is_empty());
    let open = "“A means b. “C” means the d. E” means f";
    let terms: Vec<String> = structure(open, &[]).definitions.into_iter().map(|d| d.term).collect();
    assert_eq!(terms, ["C"]);
}

#[test]
fn a_definition_carries_its_place_and_exceptions() {
    let text = "# 2.1 Definitions\n\n“Goods” means all things sold, other than food. It does not \
                include services, unless they are paid for. “Day” means a working day.";
    let found = structure(text, &titled(text)).definitions;
    assert_eq!(found.len(), 2);
    let goods = &found[0];
    assert_eq!((goods.term.as_str(), goods.form), ("Goods", DefinitionForm::Section));
    assert_eq!(goods.section_id, "sec_2_1");
    assert_eq!(&text[goods.start..goods.end], "all things sold, other than food");
    assert!(text[goods.statement_start..].starts_with("“Goods”"));
    let exceptions = ["other than food", "does not include services", "unless they are paid for"];
    assert_eq!(goods.exceptions, exceptions);
    assert!(found[1].exceptions.is_empty());
}

#[test]
fn a_meaning_takes_its_list_along() {
    let text = "“Event” means any of the following:\n\n(a) a flood;\n\n(b) a fire.\n\nThe rest.";
    let found = structure(text, &[]).definitions;
    assert_eq!(found.len(), 1);
    assert!(text[found[0].start..found[0].end].ends_with("(b) a fire."), "{found:?}");
}

#[test]
fn chunks_are_definitions_where_definitions_are_found() {
    let kind = |text: &str| {
        let pieces = chunk(text, &[], ChunkLimits::default(), &|text: &str| text.len() / 4);
        pieces[0].kind
    };
    for (text, expected) in [
        ("“Record” means any note.", ChunkKind::Definition),
        ("By *drift* we mean a slow change.", ChunkKind::Definition),
        ("The seller, Oak Ltd (the “Seller”), sells.", ChunkKind::Content),
        ("The Food and Drug Administration (FDA) acts.", ChunkKind::Content),
        ("This means that the pump must stop.", ChunkKind::Requirement),
    ] {
        assert_eq!(kind(text), expected, "{text}");
    }
}

//! What no document may do to [`crate::extract`]: break a range, pass a bound, cost more than its
//! length.

use crate::{CANDIDATES, End, Extracted, MENTIONS, RELATIONS, Source, extract};
use language::steps;
use proptest::prelude::*;
use std::ops::Range;
use types::{Block, BlockKind, DefinitionForm, DefinitionRecord, NodeClass};

fn read(text: &str) -> Extracted {
    let sentences: Vec<Range<usize>> = language::sentences(text).collect();
    extract(&Source { text, blocks: &[], sentences: &sentences, definitions: &[], title: "" })
}

fn hold(text: &str, found: &Extracted) {
    assert!(found.candidates.len() <= CANDIDATES && found.relations.len() <= RELATIONS);
    let mut windows = vec![0; text.len() / 1_000 + 1];
    for one in &found.candidates {
        assert!(text.get(one.range.clone()).is_some_and(|quote| !quote.is_empty()), "{one:?}");
        assert!(one.mentions.len() <= MENTIONS && one.mentions.contains(&one.range), "{one:?}");
        assert!(one.mentions.iter().all(|range| text.get(range.clone()).is_some()), "{one:?}");
        assert!(one.mentions.is_sorted_by_key(|range| range.start), "{one:?}");
        assert!(!one.name.trim().is_empty() && one.name.len() <= 1_200, "{one:?}");
        assert!((0.0..=1.0).contains(&one.confidence) && (1.0..=5.0).contains(&one.importance));
        assert!(one.aliases.len() <= 8 && one.tags.len() <= 8 && one.description.len() <= 600);
        if one.kind.class() == NodeClass::Statement {
            windows[one.range.start / 1_000] += 1;
        }
    }
    assert!(windows.iter().all(|count| *count <= 5));
    for one in &found.relations {
        assert!(text.get(one.range.clone()).is_some());
        assert_ne!(one.from, one.to);
        for end in [&one.from, &one.to] {
            match end {
                End::Candidate(at) => assert!(*at < found.candidates.len()),
                End::Name(name) => assert!(!name.is_empty()),
                End::Document => {}
            }
        }
    }
}

#[test]
fn odd_documents_are_contained() {
    let name = "Ab".repeat(5_000);
    for text in [
        String::new(),
        "\u{0}\u{1}\u{202e}\u{feff}".repeat(100),
        "… !!! --- ((( ,,, ".repeat(1_000),
        format!("We met {name} in {name} on 5 May 2021 and 30 % of {name} requires {name}."),
        "The Аpple of Ⅷ requires ＯＡｕｔｈ２ and Αpple. שלום עולם. 契約は重要です。これは三十％増えた。".repeat(20),
        "مرحبا بالعالم 2021. In 2021, مرحبا rose by 30 %. ".repeat(50),
        "e\u{301}".repeat(2_000) + " requires X\u{301}. A\u{0} B\u{0} C. ",
        "10.1234/".repeat(3_000),
        "RFC 1, ".repeat(3_000),
        "( (A (B (C ".repeat(2_000),
    ] {
        hold(&text, &read(&text));
    }
}

/// A range that breaks its own rules.
fn reversed(start: usize, end: usize) -> Range<usize> {
    Range { start, end }
}

#[test]
fn crooked_sources_are_contained() {
    let text = "é Salt requires care. It rose by 30 % in 2021.";
    let block = |range| Block { kind: BlockKind::Code, range, title: String::new() };
    let record = |start, end| DefinitionRecord {
        term: "x".repeat(10_000),
        normalised: String::new(),
        form: DefinitionForm::Acronym,
        start,
        end,
        statement_start: start,
        statement_end: end,
        section_id: String::new(),
        exceptions: Vec::new(),
    };
    let blocks = [block(40..900), block(reversed(3, 2)), block(0..1)];
    let definitions = [record(1, 5), record(9, 3), record(0, 4_000)];
    let sentences = [1..9, reversed(9, 3), 0..4_000, 3..23, 2..40];
    let source = Source {
        text,
        blocks: &blocks,
        sentences: &sentences,
        definitions: &definitions,
        title: "",
    };
    hold(text, &extract(&source));
}

#[test]
fn work_grows_with_the_text_alone() {
    for unit in [
        "It rose by 30 % in May 2021 and requires Acme Ltd of the North. ",
        "Of Acme and of the A of the ",
        "the salt marsh, the salt marsh of salt ",
        "requires x, requires y, and ",
        "since 2019 until 2020 from 5 May to 6 May ",
        "RFC 123 10.1234.5678. ISO/IEC/IEC ",
        "A b. C d! E f? ",
        "\u{301}日本語",
    ] {
        let cost = |bytes: usize| {
            let text = unit.repeat(bytes / unit.len());
            steps(|| hold(&text, &read(&text)))
        };
        let (short, long) = (cost(1 << 16), cost(1 << 18));
        assert!(long <= short * 5 + 1_000, "{unit}: {short} steps, four times the text {long}");
    }
}

#[test]
fn a_megabyte_in_one_line_is_read() {
    let text = "We found 12 % more Salt Marsh in Norway and ".repeat(24_000);
    let whole = vec![Range { start: 0, end: text.len() }];
    let source =
        Source { text: &text, blocks: &[], sentences: &whole, definitions: &[], title: "" };
    hold(&text, &extract(&source));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]
    #[test]
    fn every_text_is_contained(
        text in "(\\PC|\\s|[A-Z][a-z]{1,6} |requires |is a |of |the |since |[0-9]{1,5} |% |RFC |May |[.!?,;] |\u{301}|\u{0}){0,80}"
    ) {
        hold(&text, &read(&text));
    }
}

//! Mentions of other places, and where they lead.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use chunk::structure;
use types::{Block, BlockKind};

/// Blocks of a tiny Markdown by blank lines: `#` headings, `-` items, `|` tables, ``` code.
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
            Some(b'-') => (BlockKind::ListItem, ""),
            _ => (BlockKind::Paragraph, ""),
        };
        blocks.push(Block { kind, range, title: title.to_owned() });
    }
    blocks
}

/// Mentions as `words > id > start of the target`.
fn check(text: &str, expected: &[&str]) {
    let found = structure(text, &blocks(text)).cross_references;
    let shown: Vec<String> = found
        .iter()
        .map(|reference| {
            let words = &text[reference.start..reference.end];
            let place = reference.target_start.map_or("-", |start| {
                let end = text.floor_char_boundary((start + 8).min(text.len()));
                text[start..end].trim()
            });
            format!("{words} > {} > {}", reference.target, place.replace('\n', " "))
        })
        .collect();
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn sections_are_found_by_their_numbers() {
    check(
        "# 4 Duties\n\nSee Section 4.3(a) and § 7.\n\n## 4.3 Records\n\n(a) Keep them.\n\n(b) Show them.",
        &["Section 4.3(a) > sec_4_3_a > (a) Keep", "§ 7 > sec_7 > -"],
    );
    check(
        "# Article 5\n\nArticles 5 and 12 apply, with Articles 5 to 7.\n\n# Article 12\n\n1. One.\n\n2. Two (see Article 12(2)).",
        &[
            "Articles 5 > art_5 > # Articl",
            "12 > art_12 > # Articl",
            "Articles 5 > art_5 > # Articl",
            " to  > art_6 > -",
            "7 > art_7 > -",
            "Article 12(2) > art_12_2 > 2. Two (",
        ],
    );
    check("§§ 7–9 hold.", &["§§ 7 > sec_7 > -", "– > sec_8 > -", "9 > sec_9 > -"]);
    check(
        "Sections 3, 4(a) and (c), and 5.",
        &["Sections 3 > sec_3 > -", "4(a) > sec_4_a > -", "(c) > sec_4_c > -", "5 > sec_5 > -"],
    );
    check(
        "Annex II and Appendix B.2, see annex III; Part I.",
        &[
            "Annex II > annex_ii > -",
            "Appendix B.2 > appendix_b_2 > -",
            "annex III > annex_iii > -",
            "Part I > part_i > -",
        ],
    );
}

#[test]
fn the_exact_place_or_none() {
    check("# 4.3 Records\n\nSee Section 4.3(z).", &["Section 4.3(z) > sec_4_3_z > -"]);
    // two lists with an (a) each: nobody knows which is meant
    check(
        "# 4 A\n\n(a) One.\n\n(b) Two.\n\nBut:\n\n(a) Three.\n\nSee Section 4(a) and Section 4(b).",
        &["Section 4(a) > sec_4_a > -", "Section 4(b) > sec_4_b > (b) Two."],
    );
    check(
        "# 2 Scope\n\nText.\n\n# Annex I\n\nSee Section 2 of Annex I, and Section 2 of this Annex.",
        &["Section 2 > sec_2 > -", "Annex I > annex_i > # Annex", "Section 2 > sec_2 > # 2 Scop"],
    );
    check(
        "# 4 Duties\n\n## (a) Records\n\nKeep.\n\n## (b) Audits\n\nAs in Section 4(a).",
        &["Section 4(a) > sec_4_a > ## (a) R"],
    );
}

#[test]
fn parts_of_the_same_section_are_meant_from_within() {
    check(
        "# 4.3 Duties\n\n(a) Keep, save as paragraph (b) says.\n\n(b) (i) Show.\n\n(ii) Tell; see paragraphs (a) and (b).\n\n# 5 Rest\n\nSee paragraph (a), and paragraph (a) of Section 4.3.",
        &[
            "paragraph (b) > sec_4_3_b > (b) (i)",
            "paragraphs (a) > sec_4_3_a > (a) Keep",
            "(b) > sec_4_3_b > (b) (i)",
            "paragraph (a) > sec_4_3_a > (a) Keep",
            "Section 4.3 > sec_4_3 > # 4.3 Du",
        ],
    );
    check(
        "# Article 5\n\n1. One.\n\n2. Two, under paragraph 1.\n\n3. Three, point (a) of Article 6.",
        &["paragraph 1 > art_5_1 > 1. One.", "point (a) > art_6_a > -", "Article 6 > art_6 > -"],
    );
}

#[test]
fn tables_figures_sources_and_notes() {
    check(
        "Table 3 and Figs. 1 and 2 show it.\n\n**Table 3.** Results\n\n| a | b |\n\nFigure 1: Flow\n\nFigure 2 shows flow.",
        &[
            "Table 3 > table_3 > **Table",
            "Figs. 1 > figure_1 > Figure 1",
            "2 > figure_2 > -",
            "Figure 2 > figure_2 > -",
        ],
    );
    let sources = "# References\n\n[3] A.\n\n[5] B.\n\n[6] C.\n\n[7] D. As [3].";
    check(
        &format!("As in [3, 5–7] and [6]; but not [9], [sic], a[3] or [3, 9].\n\n{sources}"),
        &[
            "3 > ref_3 > [3] A.",
            "5 > ref_5 > [5] B.",
            "– > ref_6 > [6] C.",
            "7 > ref_7 > [7] D. A",
            "[6] > ref_6 > [6] C.",
            "[3] > ref_3 > [3] A.",
        ],
    );
    check("As in [3] and x[1].", &[]);
    check("As in \\[3\\].\n\n# References\n\n\\[3\\] A.", &["[3\\] > ref_3 > \\[3\\] A."]);
    check("Text[^1] and[^n].\n\n[^1]: A note.", &["[^1] > fn_1 > [^1]: A"]);
}

#[test]
fn places_of_other_works_are_left_alone() {
    let own = "# 5 Scope\n\nText.\n\n# 12 Rest\n\n";
    for other in [
        "Section 12 of the Clean Air Act",
        "Section 5 of Regulation (EU) 2016/679",
        "Article 5 GDPR",
        "§ 12 AktG",
        "42 U.S.C. § 12",
        "RFC 2119, Section 5",
        "the Clean Air Act, Section 5",
        "Section 5, Clean Air Act",
        "Section 5 of Smith (2020)",
        "Section 5 of [12]",
        "Article 5 of Directive 95/46/EC",
        "Article 5 thereof",
        "paragraph (a) of Article 5 of Directive 95/46/EC",
    ] {
        check(&format!("{own}It is in {other}."), &[]);
    }
    for mine in ["Section 5 of this Agreement", "Section 5 of the report", "Section 5 in Europe"] {
        check(&format!("{own}It is in {mine}."), &["Section 5 > sec_5 > # 5 Scop"]);
    }
    check(
        "# Clean Air Act\n\nText.\n\n# Section 5\n\nSee Section 5 of the Clean Air Act.",
        &["Section 5 > sec_5 > # Sectio"],
    );
}

#[test]
fn words_that_only_look_like_mentions() {
    for text in [
        "The part I like is the title of the section.",
        "This section, that article, an annex and a table of figures.",
        "State of the art 3 years ago.",
        "Partial results. Table salt. Figure it out. Parts of it. Sectional 4.",
        "```\nSection 4\n```",
        "Section",
        "§",
        "[",
        "",
    ] {
        check(text, &[]);
    }
}

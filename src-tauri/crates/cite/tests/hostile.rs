//! What papers and lists of references must not do: take long, or be read as what they are not.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use cite::{bibliography, identify, read_entry};
use std::fmt::Write;
use types::{Block, BlockKind, ConvertedText, Format, PageLayout, Reference, TextLine};

fn text(text: String) -> ConvertedText {
    ConvertedText::new(Format::Text, text, Vec::new())
}

/// Pages of printed lines: left edge, top, height, words.
fn printed(pages: &[Vec<(f32, f32, f32, &str)>]) -> ConvertedText {
    let mut converted = ConvertedText::new(Format::Pdf, String::new(), Vec::new());
    for (page, lines) in (1..).zip(pages) {
        let start = converted.text.len();
        let lines = lines.iter().map(|(x0, y0, height, words)| {
            let from = converted.text.len();
            converted.text.push_str(words);
            let range = from..converted.text.len();
            converted.text.push('\n');
            let edges = (1..=words.chars().count()).map(|at| (at * 50).min(60_000) as u16);
            TextLine { range, y0: *y0, y1: y0 + height, x0: *x0, edges: edges.collect() }
        });
        let lines = lines.collect();
        let range = start..converted.text.len();
        let (width, height) = (612.0, 792.0);
        converted.pages.push(PageLayout { page, width, height, range, lines, recognised: None });
    }
    converted
}

fn block(kind: BlockKind, converted: &ConvertedText, words: &str) -> Block {
    let start = converted.text.find(words).unwrap();
    Block { kind, range: start..start + words.len(), title: words.to_owned() }
}

/// Where lines of a list begin that hang out to the left by ever different widths.
fn ragged(lines: usize) -> ConvertedText {
    let words = "Smith, J. (1999). Carbon in mud. Mud, 1, 2–3.";
    let mut all = vec![(50.0, 10.0, 10.0, "References")];
    all.extend((0..lines).map(|at| (50.0 + at as f32 * 3.0, 30.0 + at as f32, 10.0, words)));
    let mut converted = printed(&[all]);
    converted.blocks.push(block(BlockKind::Heading(1), &converted, "References"));
    converted
}

#[test]
fn edges_of_a_page_are_compared_with_near_ones_alone() {
    let steps = |lines: usize| {
        let converted = ragged(lines);
        language::steps(|| assert!(!bibliography(&converted).is_empty()))
    };
    let (few, many) = (steps(1_000), steps(10_000));
    assert!(many < few * 12, "{few} steps for 1,000 lines, {many} for 10,000");
}

#[test]
fn a_list_of_fifty_thousand_entries_is_read_to_its_bound() {
    let mut list = "References\n\n".to_owned();
    for at in 0..60_000 {
        writeln!(list, "Smith{at}, J. (1999). Carbon in mud {at}. Mud, 1, 2–3.\n").unwrap();
    }
    let found = bibliography(&text(list));
    assert_eq!(found.len(), cite::ENTRIES);
    assert_eq!(found[49_999].reference.title.as_deref(), Some("Carbon in mud 49999"));
}

#[test]
fn one_huge_line_is_read_at_its_beginning() {
    for words in ["J. Smith, ", "10.1000/1 ", "[1] ", "((((", "A. ", "“", "参考文献，", "x"]
    {
        let huge = words.repeat(2_000_000 / words.len());
        let found = bibliography(&text(format!("References\n\n{huge}\n")));
        assert!(found.len() <= 1, "{words}");
        assert!(read_entry(&huge).title.is_none_or(|title| title.len() <= 4_000), "{words}");
        let front =
            printed(&[vec![(50.0, 40.0, 20.0, "Carbon in mud"), (50.0, 80.0, 10.0, &huge)]]);
        let read = identify(&front);
        assert!(read.title.is_none_or(|title| title.len() <= 1_600), "{words}");
    }
}

#[test]
fn a_list_in_chinese_without_numbers_is_read() {
    let list = "正文。\n\n参考文献\n\n张三，李四．河口湿地的碳储量[J]．生态学报，2019，12(3)：1-10．\n\n\
        王五．海岸沉积物研究[M]．北京：科学出版社，2001．\n\n赵六．泥沙运动的观测[D]．上海：复旦大学，2011．\n";
    let found = bibliography(&text(list.to_owned()));
    let titles: Vec<_> = found.iter().filter_map(|it| it.reference.title.as_deref()).collect();
    assert_eq!(titles, ["河口湿地的碳储量", "海岸沉积物研究", "泥沙运动的观测"]);
    assert_eq!(found[0].reference.authors.len(), 2);
}

#[test]
fn two_columns_that_were_mixed_give_no_entry_that_is_not_there() {
    let left = [
        "[1] J. Smith. Carbon in mud. J. Mud,",
        "1999.",
        "[2] K. Jones. Sand of the sea.",
        "Sands 3 (2001).",
    ];
    let right = [
        "[3] A. Drake. On marshes and rivers.",
        "Marshes, 2003.",
        "[4] B. Lee. Of tides. Tides,",
        "2004.",
    ];
    let mut mixed = "References\n\n".to_owned();
    for (left, right) in left.iter().zip(right) {
        writeln!(mixed, "{left}\n{right}").unwrap();
    }
    let known = ["Carbon in mud", "Sand of the sea", "On marshes and rivers", "Of tides"];
    for entry in bibliography(&text(mixed)) {
        let title = entry.reference.title.unwrap_or_default();
        assert!(known.contains(&title.as_str()), "{title}");
    }
}

/// A paper whose first page says this below its title.
fn below_the_title(words: &str) -> Reference {
    identify(&printed(&[vec![
        (80.0, 60.0, 20.0, "Carbon held by young tidal mud"),
        (80.0, 100.0, 11.0, "Maria López and Tom Drakelow"),
        (80.0, 120.0, 10.0, words),
        (80.0, 160.0, 11.0, "Abstract"),
        (80.0, 180.0, 10.0, "Mud keeps its carbon for a very long time."),
    ]]))
}

#[test]
fn identifiers_that_are_none_are_not_given() {
    for words in [
        // wrong check digits
        "ISBN 978-0-306-40615-8",
        "ISBN 0-306-40615-3",
        // digits of other scripts
        "doi: ١٠.١٠٠٠/١٢٣",
        "arXiv:२३०५.०३३९३",
        // what has lost its end, or its beginning
        "doi: 10.1000/",
        "doi: 10.1000/abc-",
        "doi: 10.12/abc",
        "arXiv:2313.03393",
        "arXiv:",
        "PMID: 0",
        // others' works
        "Comment on doi:10.1000/abc",
        "Erratum to doi:10.1000/abc",
        "Data: we put them on https://doi.org/10.5281/zenodo.1 for all to use.",
    ] {
        let found = below_the_title(words);
        assert_eq!(
            (found.doi, found.arxiv, found.isbn, found.pmid),
            (None, None, None, None),
            "{words}"
        );
    }
}

#[test]
fn identifiers_are_read_through_what_stands_around_them() {
    for (words, doi) in [
        ("(doi: 10.1000/abc.1).", "10.1000/abc.1"),
        ("[https://doi.org/10.1000/abc.1]", "10.1000/abc.1"),
        ("<http://dx.doi.org/10.1000/ABC.1>", "10.1000/abc.1"),
        ("https://doi.org/10.1000%2Fabc.1", "10.1000/abc.1"),
        ("doi:10.1000/S0021(96)00010-2;", "10.1000/s0021(96)00010-2"),
        ("ｄｏｉ：10.1000/abc.1", "10.1000/abc.1"),
        ("doi:10.1000/a\u{200b}bc.1", "10.1000/abc.1"),
    ] {
        assert_eq!(below_the_title(words).doi.as_deref(), Some(doi), "{words}");
    }
}

#[test]
fn ten_thousand_identifiers_on_a_page_are_nobodys() {
    let dois: Vec<String> = (0..10_000).map(|at| format!("doi: 10.1000/abc.{at}")).collect();
    let mut lines = vec![(80.0, 60.0, 20.0, "Carbon held by young tidal mud")];
    lines.extend(
        (0..).zip(&dois).map(|(at, doi)| (80.0, 100.0 + at as f32 * 0.06, 8.0, doi.as_str())),
    );
    assert_eq!(identify(&printed(&[lines])).doi, None);
    let one_line = dois.join(" ");
    let lines =
        vec![(80.0, 60.0, 20.0, "Carbon held by young tidal mud"), (80.0, 90.0, 8.0, &*one_line)];
    assert_eq!(identify(&printed(&[lines])).doi, None);
    let list = format!("References\n\n[1] J. Smith. Of mud. 1999. {one_line}\n");
    assert!(bibliography(&text(list)).len() <= 1);
}

#[test]
fn a_doi_that_is_broken_over_lines_is_whole_or_absent() {
    let list = "References\n\n[1] J. Smith. Carbon in mud. J. Mud, 1999. doi:10.1000/\nabc.12\n\
        [2] K. Jones. Sand of the sea. Sands, 2001. doi:10.1000/sand-\n17\n\
        [3] A. Drake. On marshes. Marshes, 2003. https://doi.org/10.1000/marsh.\n2003\n";
    let found = bibliography(&text(list.to_owned()));
    assert_eq!(found.len(), 3);
    let whole = ["10.1000/abc.12", "10.1000/sand-17", "10.1000/marsh.2003"];
    for (entry, whole) in found.iter().zip(whole) {
        let doi = entry.reference.doi.as_deref();
        assert!(doi.is_none_or(|doi| doi == whole), "{doi:?}");
    }
}

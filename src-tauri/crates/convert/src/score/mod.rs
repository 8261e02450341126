//! How near a Markdown text is to the one that was expected. Pure; both sides are read alike, so
//! that a habit of whoever wrote the expected file counts for nobody:
//!
//! - markup is gone before anything is counted: emphasis, escapes, entities, link targets, the
//!   padding of tables, comments such as `<!-- image -->`, and HTML tags (by name: `<T>` in running
//!   text is text); the text that stands in for an image is text;
//! - words are those of Unicode (UAX #29) after NFKC, lower case, without soft hyphens, and parted
//!   at `_`; the numbers that Markdown gives to list items are no words;
//! - a table cell that repeats its left or upper neighbour is one cell: some write merged cells out.
//!
//! | measure | what is counted |
//! | --- | --- |
//! | `text` | the multiset of words: `matched = Σ min(expected(w), got(w))` |
//! | `order` | the longest common subsequence of words; its F1 is ROUGE-L (Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", with β = 1) |
//! | `titles` | the multiset of heading titles, as words |
//! | `headings` | the multiset of (level, title) |
//! | `relations` | for each heading with a right title but the first: whether it stands deeper than, beside or above the one before, as expected. A document's levels may all be one higher or lower, as conventions differ |
//! | `cells` | within tables that were paired: the multiset of cells that hold a word, as words. The pair with most cells in common is made first, and each table is in one pair |
//!
//! The share of headings with the right title that have the right level is
//! `headings.matched / titles.matched`; that of right relations, which no convention moves,
//! `relations.matched / relations.expected`. Our own convention is docling's: a title is level 1, and
//! an outline's level n is level n + 1. pandoc and markitdown begin at 1 for both.

mod content;
mod lcs;
mod outline;
mod passages;

pub use outline::{Compared, headings};
pub use passages::{folded, words};
pub use types::{Score, Tally};

use content::Content;
use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use types::{BlockKind, ConvertedText, Format};

/// Words of each side that `order` looks at; it takes time in proportion to their product.
const ORDERED_WORDS: usize = 200_000;

/// Compares two Markdown texts.
pub fn score(expected: &str, got: &str) -> Score {
    let (expected, got) = (Content::read(expected), Content::read(got));
    Score {
        text: common(expected.words.iter(), got.words.iter()),
        order: in_order(&expected.words, &got.words),
        titles: common(expected.titles(), got.titles()),
        headings: common(expected.headings.iter(), got.headings.iter()),
        relations: relations(&expected.headings, &got.headings),
        cells: cells(&expected.tables, &got.tables),
    }
}

/// The Markdown of a converted text: its text, with marks before the headings where the text itself
/// has none (a PDF's lines stand as they stand on the page).
pub fn markdown(converted: &ConvertedText) -> Cow<'_, str> {
    let text = &converted.text;
    if !matches!(converted.format, Format::Pdf | Format::Text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for block in &converted.blocks {
        let BlockKind::Heading(level) = block.kind else { continue };
        let passage = text.get(block.range.clone()).unwrap_or_default();
        if passage.starts_with('#') {
            continue;
        }
        out.push_str(text.get(done..block.range.start).unwrap_or_default());
        out.push_str(&format!("\n{} {}\n", "#".repeat(usize::from(level)), block.title));
        done = block.range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

/// Two multisets.
fn common<T: Eq + Hash>(expected: impl Iterator<Item = T>, got: impl Iterator<Item = T>) -> Tally {
    let mut tally = Tally::default();
    let mut left: HashMap<T, u64> = HashMap::new();
    for item in expected {
        tally.expected += 1;
        *left.entry(item).or_default() += 1;
    }
    for item in got {
        tally.got += 1;
        if let Some(count) = left.get_mut(&item).filter(|count| **count > 0) {
            *count -= 1;
            tally.matched += 1;
        }
    }
    tally
}

/// How headings stand to those before them, among the headings that both sides have.
fn relations(expected: &[(u8, String)], got: &[(u8, String)]) -> Tally {
    let mut places: HashMap<&str, VecDeque<u8>> = HashMap::new();
    for (level, title) in got {
        places.entry(title).or_default().push_back(*level);
    }
    let both = expected
        .iter()
        .filter_map(|(level, title)| Some((*level, places.get_mut(title.as_str())?.pop_front()?)));
    let both: Vec<(u8, u8)> = both.collect();
    let pairs = both.iter().zip(both.iter().skip(1));
    let is_right =
        |((one, other), (next, after)): &(&(u8, u8), &(u8, u8))| next.cmp(one) == after.cmp(other);
    let all = both.len().saturating_sub(1) as u64;
    Tally { matched: pairs.filter(is_right).count() as u64, expected: all, got: all }
}

fn in_order(expected: &[String], got: &[String]) -> Tally {
    let expected = expected.get(..ORDERED_WORDS).unwrap_or(expected);
    let got = got.get(..ORDERED_WORDS).unwrap_or(got);
    Tally {
        matched: lcs::length(expected, got) as u64,
        expected: expected.len() as u64,
        got: got.len() as u64,
    }
}

/// Cells of tables, each table beside the one on the other side that has most in common with it.
fn cells(expected: &[Vec<String>], got: &[Vec<String>]) -> Tally {
    let count = |tables: &[Vec<String>]| tables.iter().map(|table| table.len() as u64).sum();
    let mut pairs = overlaps(expected, got);
    pairs.sort_by_key(|(pair, matched)| (std::cmp::Reverse(*matched), *pair));
    let mut taken = (vec![false; expected.len()], vec![false; got.len()]);
    let mut matched = 0;
    for ((one, other), overlap) in pairs {
        if let (Some(one), Some(other)) = (taken.0.get_mut(one), taken.1.get_mut(other))
            && !*one
            && !*other
        {
            (*one, *other) = (true, true);
            matched += overlap;
        }
    }
    Tally { matched, expected: count(expected), got: count(got) }
}

/// For every two tables with a cell in common: how many.
fn overlaps(expected: &[Vec<String>], got: &[Vec<String>]) -> Vec<((usize, usize), u64)> {
    let (expected, got) = (places(expected), places(got));
    let mut pairs: HashMap<(usize, usize), u64> = HashMap::new();
    for (cell, tables) in &expected {
        for (other, there) in got.get(cell).into_iter().flatten() {
            for (one, here) in tables {
                *pairs.entry((*one, *other)).or_default() += here.min(there);
            }
        }
    }
    pairs.into_iter().collect()
}

/// Cell → table → how often.
fn places(tables: &[Vec<String>]) -> HashMap<&str, HashMap<usize, u64>> {
    let mut places: HashMap<&str, HashMap<usize, u64>> = HashMap::new();
    for (number, table) in tables.iter().enumerate() {
        for cell in table {
            *places.entry(cell).or_default().entry(number).or_default() += 1;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use types::Block;

    fn tally(matched: u64, expected: u64, got: u64) -> Tally {
        Tally { matched, expected, got }
    }

    #[test]
    fn counts_agree_with_those_made_by_hand() {
        type Of = fn(&Score) -> Tally;
        let text: Of = |score| score.text;
        let order: Of = |score| score.order;
        let titles: Of = |score| score.titles;
        let headings: Of = |score| score.headings;
        let relations: Of = |score| score.relations;
        let cells: Of = |score| score.cells;
        let table = "|a|b|\n|-|-|\n|c|d|\n";
        let two = "|a|b|\n|-|-|\n|c|d|\n\nand\n\n|p|q|\n|-|-|\n|r|s|\n";
        let swapped = "|p|q|\n|-|-|\n|r|x|\n\nand\n\n|a|b|\n|-|-|\n|c|d|\n";
        let cases: [(Of, &str, &str, Tally); 17] = [
            (text, "the cat and the dog", "the dog saw the the cat", tally(4, 5, 6)),
            (order, "the cat and the dog", "the dog saw the the cat", tally(2, 5, 6)),
            (order, "a b c d e", "a c e x", tally(3, 5, 4)),
            (text, "", "", tally(0, 0, 0)),
            (text, "one two", "", tally(0, 2, 0)),
            (titles, "# A\n\n## B\n\n## B\n", "# A\n\n# B\n", tally(2, 3, 2)),
            (headings, "# A\n\n## B\n\n## B\n", "# A\n\n# B\n", tally(1, 3, 2)),
            (headings, "## 1. The *Aim*", "##  1 The aim ##", tally(1, 1, 1)),
            (relations, "# A\n\n## B\n\n## C\n", "## A\n\n### B\n\n### C\n", tally(2, 2, 2)),
            (relations, "# A\n\n## B\n\n# C\n", "# A\n\n# x\n\n# B\n\n## C\n", tally(0, 2, 2)),
            (relations, "# A\n\n# A\n", "# A\n\nA\n", tally(0, 0, 0)),
            (cells, table, table, tally(4, 4, 4)),
            (cells, table, "|a|x|\n|-|-|\n|c||\n", tally(2, 4, 3)),
            (cells, table, "a b c d", tally(0, 4, 0)),
            (cells, two, swapped, tally(7, 8, 8)),
            // merged cells, written out or not
            (cells, "|m|m|\n|-|-|\n|m|z|\n", "|m||\n|-|-|\n||z|\n", tally(2, 2, 2)),
            (text, "|m|m|\n|-|-|\n|m|z|\n", "|m||\n|-|-|\n||z|\n", tally(2, 2, 2)),
        ];
        for (of, expected, got, counted) in cases {
            assert_eq!(of(&score(expected, got)), counted, "{expected:?} {got:?}");
        }
    }

    #[test]
    fn dialects_are_equal() {
        for (one, other) in [
            ("a\\_b &lt;T&gt; x", "a_b <T> x"),
            ("text\n\n<!-- image -->\n\nmore", "text\n\nmore"),
            ("| a   | b |\n| --- | - |\n| c   | d |", "|a|b|\n|-|-|\n|c|d|"),
            ("a **bold** [link](http://x/y)", "a bold link"),
            ("x<sup>2</sup> ﬁne", "x2 fine"),
            ("- one\n- two", "* one\n* two"),
            ("1. one\n2. two", "one\n\ntwo"),
            ("one<br>two", "one two"),
            ("na\u{ad}ive", "naive"),
            ("![a duck](d.png)", "a duck"),
        ] {
            let found = score(one, other);
            let equal = [found.text, found.order, found.headings, found.cells];
            let equal = equal.iter().all(|it| it.matched == it.expected && it.matched == it.got);
            assert!(equal, "{one:?} {other:?} {found:?}");
        }
    }

    #[test]
    fn headings_of_a_page_get_their_marks() {
        let block = |kind, range, title: &str| Block { kind, range, title: title.to_owned() };
        let blocks = vec![
            block(BlockKind::Heading(2), 0..9, "1 The Aim"),
            block(BlockKind::Paragraph, 10..14, ""),
            block(BlockKind::Heading(1), 15..20, "End"),
        ];
        let text = "1 The\nAim\nbody\n# End\nlast".to_owned();
        let converted = ConvertedText::new(Format::Pdf, text, blocks);
        assert_eq!(markdown(&converted), "\n## 1 The Aim\n\nbody\n# End\nlast");
    }

    proptest! {
        #[test]
        fn no_count_is_above_what_there_is(
            one in "([a-c# |\n-]|<b>|<!--|&lt;|_){0,60}",
            other in "([a-c# |\n-]|<b>|-->|&lt;|_){0,60}",
        ) {
            let Score { text, order, titles, headings, relations, cells } = score(&one, &other);
            for tally in [text, order, titles, headings, relations, cells] {
                prop_assert!(tally.matched <= tally.expected.min(tally.got));
            }
            prop_assert!(order.matched <= text.matched && headings.matched <= titles.matched);
            let same = score(&one, &one);
            prop_assert_eq!(same.order.matched, same.order.expected);
            prop_assert_eq!(same.cells.matched, same.cells.expected);
        }
    }
}

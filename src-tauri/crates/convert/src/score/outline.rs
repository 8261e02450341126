//! Headings against the bookmarks of the same file.
//!
//! Titles are compared as words: NFKC, lower case, without punctuation, and without the numbers and
//! the words such as `Chapter 3` or `Appendix A` that they begin with. A bookmark counts when its
//! title occurs in the text as words, as often as it occurs there, and is more than the letter that
//! an index has above its entries. The document's title is not
//! counted where no bookmark names it, since bookmarks seldom do.

use crate::OutlineEntry;
use language::folded_runs as words;
use std::collections::{HashMap, VecDeque};
use types::{Block, BlockKind, ConvertedText, HeadingScore, Tally};

/// Words that a number follows.
const COUNTED: [&str; 8] =
    ["chapter", "section", "appendix", "part", "article", "annex", "kapitel", "abschnitt"];

/// The counts, and the titles that one side has and the other has not.
pub struct Compared {
    /// Counts.
    pub score: HeadingScore,
    /// Headings that no bookmark names.
    pub extra: Vec<String>,
    /// Bookmarks that are no heading.
    pub missed: Vec<String>,
}

/// Compares the headings of a text with its file's bookmarks.
pub fn headings(converted: &ConvertedText, entries: &[OutlineEntry]) -> Compared {
    let text = format!(" {} ", words(&converted.text).join(" "));
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut score = HeadingScore::default();
    let mut wanted: HashMap<String, VecDeque<(usize, u8)>> = HashMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let key = key(&entry.title);
        let left = counts.entry(key).or_insert_with_key(|key| occurrences(&text, key));
        if *left == 0 {
            score.absent += 1;
            continue;
        }
        *left -= 1;
        wanted.entry(self::key(&entry.title)).or_default().push_back((at, entry.depth));
        score.titles.expected += 1;
    }
    let mut extra = Vec::new();
    let mut pairs: Vec<(u8, u8)> = Vec::new();
    for (level, block) in converted.blocks.iter().filter_map(heading) {
        match wanted.get_mut(&key(&block.title)).and_then(VecDeque::pop_front) {
            Some((_, depth)) => pairs.push((level, depth)),
            None if level == 1 && is_title(converted, block) => {}
            None => extra.push(block.title.clone()),
        }
    }
    let matched = pairs.len() as u64;
    let got = matched + extra.len() as u64;
    score.titles = Tally { matched, got, ..score.titles };
    let steps = || pairs.iter().zip(pairs.iter().skip(1));
    score.steps = steps().count() as u64;
    let agrees = |((level, depth), (next, deeper)): &(&(u8, u8), &(u8, u8))| {
        next.cmp(level) == deeper.cmp(depth)
    };
    score.steps_right = steps().filter(agrees).count() as u64;
    let mut missed: Vec<usize> = wanted.into_values().flatten().map(|(at, _)| at).collect();
    missed.sort_unstable();
    let title = |at: usize| entries.get(at).map(|entry| entry.title.clone());
    Compared { score, extra, missed: missed.into_iter().filter_map(title).collect() }
}

fn heading(block: &Block) -> Option<(u8, &Block)> {
    match block.kind {
        BlockKind::Heading(level) => Some((level, block)),
        _ => None,
    }
}

fn is_title(converted: &ConvertedText, block: &Block) -> bool {
    let first = converted.blocks.iter().filter_map(heading).find(|(level, _)| *level == 1);
    first.is_some_and(|(_, first)| first.range == block.range)
}

/// How often the words of `key` stand in `text` one after the other.
fn occurrences(text: &str, key: &str) -> usize {
    let is_letter = key.len() == 1 && key.chars().all(|c| c.is_ascii_alphabetic());
    if key.is_empty() || is_letter {
        return 0;
    }
    // one space may end a title and begin the next
    let mut count = 0;
    let mut rest = text;
    let wanted = format!(" {key} ");
    while let Some(at) = rest.find(&wanted) {
        count += 1;
        rest = rest.get(at + wanted.len() - 1..).unwrap_or_default();
    }
    count
}

/// The words of a title without its number.
fn key(title: &str) -> String {
    let words = words(title);
    let is_number = |word: &String| {
        let letter = word.len() == 1 && word.chars().all(|c| c.is_ascii_alphabetic());
        let roman = word.len() <= 5 && word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
        letter || roman || word.len() <= 3 && word.chars().all(|c| c.is_ascii_digit())
    };
    let named = words.first().is_some_and(|word| COUNTED.contains(&word.as_str()))
        && words.get(1).is_some_and(is_number);
    let skipped = usize::from(named);
    let numbers = words.iter().skip(skipped).take_while(|word| is_number(word)).count();
    let rest = words.get(skipped + numbers..).unwrap_or_default();
    if rest.is_empty() { words.join(" ") } else { rest.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::Format;

    #[test]
    fn numbers_are_no_part_of_a_title() {
        for (title, expected) in [
            ("2.1 Of Ducks", "of ducks"),
            ("Chapter 3: Ducks", "ducks"),
            ("IV. DUCKS & GEESE", "ducks geese"),
            ("A Survey of ducks", "survey of ducks"),
            ("Chapter 3", "chapter 3"),
            ("1984", "1984"),
            ("…", ""),
        ] {
            assert_eq!(key(title), expected, "{title}");
        }
    }

    #[test]
    fn headings_are_held_against_bookmarks() {
        let text =
            "On Marshes\n1 Aims\nWe aim.\n1.1 Plants\nNotes\n2 Results\nAims were met.\nIndex";
        let heading = |title: &str, level: u8| {
            let start = text.find(title).unwrap();
            let (kind, title) = (BlockKind::Heading(level), title.to_owned());
            Block { kind, range: start..start + title.len(), title }
        };
        let blocks = vec![
            heading("On Marshes", 1),
            heading("1 Aims", 2),
            heading("1.1 Plants", 3),
            heading("Notes", 3),
            heading("2 Results", 3),
        ];
        let converted = ConvertedText::new(Format::Pdf, text.to_owned(), blocks);
        let entry = |(title, depth): (&str, u8)| OutlineEntry { title: title.to_owned(), depth };
        let entries =
            [("Aims", 1), ("Plants", 2), ("Results", 1), ("Index", 1), ("Nowhere", 1), ("A", 2)]
                .map(entry);
        let Compared { score, extra, missed } = headings(&converted, &entries);
        assert_eq!(score.titles, Tally { matched: 3, expected: 4, got: 4 });
        assert_eq!((score.absent, score.steps, score.steps_right), (2, 2, 1));
        assert_eq!((extra, missed), (vec!["Notes".to_owned()], vec!["Index".to_owned()]));
    }
}

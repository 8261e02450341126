//! Where a work appeared, as its first page prints it: in a head, a foot or above the title, beside a
//! volume or a year, or in a sentence that says of which publication this is a version. A name is given
//! only where the line goes on as those of journals and proceedings do.

use crate::lines::Front;
use crate::names::is_proper;
use language::{List, dates, listed};
use std::ops::Range;
use types::FieldSource;

listed! {
    is_volume: "words before volumes";
    is_small: "small words of venues";
    is_sort: "sorts of articles";
}

/// Words of a venue's name.
const WORDS: usize = 12;
/// Lines above a date and a volume among which the name stands.
const ABOVE: usize = 3;
/// Bytes after `published` among which it is said where.
const NEAR_BYTES: usize = 160;

/// The name of the journal, the proceedings or the series; `title` are the title's lines.
pub(crate) fn venue(front: &Front<'_>, title: &Range<usize>) -> Option<(String, FieldSource)> {
    if !front.is_page {
        return None;
    }
    let mut before: Vec<&str> = Vec::new();
    for (at, line) in front.lines.iter().enumerate() {
        let edge = line.is_edge();
        let near = edge || at < title.start;
        if near && let Some(name) = of_line(&line.words, &before) {
            let source = if edge { FieldSource::RunningHead } else { FieldSource::TitleBlock };
            return Some((name, source));
        }
        before.extend(near.then_some(line.words.as_str()));
    }
    let margins = front.margins.iter().find_map(|line| of_line(line, &[]));
    let said =
        || front.sentences().find_map(|said| Some((of_version(&said)?, FieldSource::TitleBlock)));
    margins.map(|name| (name, FieldSource::RunningHead)).or_else(said)
}

/// The name in a line of a head or foot: `TUGboat, Volume 18 (1997), No. 4`. Where the line is a date and
/// a volume alone the name stands in one of the lines `before`.
fn of_line(words: &str, before: &[&str]) -> Option<String> {
    let words = words.trim_start_matches(|c: char| !c.is_alphabetic());
    let parts: Vec<&str> = words.split_whitespace().collect();
    let counts = |part: &str| part.chars().any(|c| c.is_ascii_digit());
    let is_count = |part: &str| {
        is_volume(&bare(part))
            || part.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit())
    };
    let cut = parts.iter().position(|part| is_count(part))?;
    let (name, rest) = parts.split_at_checked(cut)?;
    // a volume with its number; numbers alone need a year and another one: `40 (2007) 2730`
    let volume = rest
        .windows(2)
        .any(|pair| matches!(pair, [word, number] if is_volume(&bare(word)) && counts(number)));
    let numbers = rest.iter().filter(|part| counts(part)).count();
    let year = rest.iter().any(|part| is_year(part));
    let dense = numbers * 2 >= rest.len();
    if !(volume || year && numbers >= 2 && dense) {
        return None;
    }
    let is_month = |part: &&str| dates::month(&bare(part)).is_some();
    // without a volume a date says nothing of a journal: `Received Date: 20 March 2019`
    if !volume && (name.len() < 2 || parts.iter().any(is_month)) {
        return None;
    }
    if name.iter().all(is_month) {
        let mut above = before.iter().rev().take(ABOVE).filter(|_| volume);
        return above.find_map(|line| named(line));
    }
    as_name(name)
}

/// A line that is a name whole.
fn named(line: &str) -> Option<String> {
    as_name(&line.split_whitespace().collect::<Vec<_>>())
}

/// Words that can name a venue: capitalised, save for small ones among them.
fn as_name(words: &[&str]) -> Option<String> {
    let ends = words.iter().rposition(|word| !is_small(&bare(word)))? + 1;
    let words = words.get(..ends)?;
    let fits = |word: &&str| {
        let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
        inner.starts_with(char::is_uppercase) || is_small(&bare(word)) || *word == "&"
    };
    let letters: usize =
        words.iter().map(|word| word.chars().filter(|c| c.is_alphabetic()).count()).sum();
    let parted = words
        .split_last()
        .is_some_and(|(_, before)| before.iter().any(|it| it.ends_with([',', ':', '”', '"'])));
    let dated = words.iter().any(|word| dates::month(&bare(word)).is_some());
    let telling =
        letters >= 5 && words.len() <= WORDS && words.iter().all(fits) && !parted && !dated;
    let name = words.join(" ");
    let name =
        name.trim_matches(|c: char| !c.is_alphanumeric() && c != '.').trim_end_matches([',', ':']);
    // what sorts an article names no journal
    let sorted = is_sort(&name.to_lowercase());
    (telling && !sorted && !name.is_empty()).then(|| name.to_owned())
}

/// The name in a sentence of the text: `a modified version of López (2006), published in the Journal of
/// Mud`.
fn of_version(said: &str) -> Option<String> {
    let lower = said.to_lowercase();
    let own = List::of("own works").entries();
    if lower.len() != said.len() || !own.iter().any(|own| lower.contains(own)) {
        return None;
    }
    let found = List::of("appeared").entries().iter().filter_map(|word| lower.find(word));
    let rest = said.get(found.min()?..)?;
    let rest = rest.get(..rest.floor_char_boundary(NEAR_BYTES))?;
    let mut words = rest.split_whitespace().skip_while(|word| *word != "in").skip(1).peekable();
    while words.next_if(|word| is_small(&bare(word))).is_some() {}
    let mut name = Vec::new();
    for word in words {
        let inner = word.trim_end_matches([',', '.', ';', ':']);
        if !(is_proper(inner) || is_small(&bare(inner)) && !name.is_empty())
            || word.starts_with('(')
        {
            break;
        }
        name.push(inner);
        if inner.len() != word.len() {
            break;
        }
    }
    (name.len() >= 2).then(|| as_name(&name)).flatten()
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn is_year(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = bare.split([':', ';']).next().unwrap_or_default();
    bare.len() == 4 && bare.parse::<i32>().is_ok_and(|year| (1600..=2100).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_name_a_venue() {
        for (line, before, expected) in [
            ("TUGboat, Volume 18 (1997), No. 4 233", None, Some("TUGboat")),
            ("Pattern Recognition 40 (2007) 2730 – 2741", None, Some("Pattern Recognition")),
            ("The R Journal Vol. 9/2, December 2017 ISSN 2073-4859", None, Some("The R Journal")),
            ("Environ. Sci. Technol. 2006, 40, 6304-6309", None, Some("Environ. Sci. Technol.")),
            ("July 2008, Volume 27, Issue 3.", Some("Journal of Mud"), Some("Journal of Mud")),
            ("MMMMMM YYYY, Volume VV, Issue II.", Some("Journal of Mud"), None),
            ("Version 2.8, August 30, 2022", None, None),
            ("Maria López 12 May 2003", None, None),
            ("in the year 2007, 40 rivers were seen", None, None),
            ("May 5, 2003", None, None),
            ("Received Date: 20 March 2019", None, None),
            ("Version: June 28, 2019", None, None),
        ] {
            let before: Vec<&str> = before.into_iter().collect();
            assert_eq!(of_line(line, &before).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn sentences_that_say_where_it_appeared() {
        for (said, expected) in [
            (
                "This is a modified version of López (2006), published in the Journal of Mud.",
                Some("Journal of Mud"),
            ),
            (
                "This article was originally published as Lee (2004b) in the Journal of Mud.",
                Some("Journal of Mud"),
            ),
            ("A description of the tools was published in the Journal of Mud (Lee 2004).", None),
            ("This paper is about carbon in Mud Lake.", None),
            ("Any version of the licence published by the Free Mud Foundation is meant.", None),
        ] {
            assert_eq!(of_version(said).as_deref(), expected, "{said}");
        }
    }
}

//! Words that a person selected on the pages of a document, found in its text. A page as the window
//! draws it comes in runs, each with its box; the text knows where each of its letters stands. Letters
//! are matched run by run, so that the ends are exact, and what cannot be matched is refused: it never
//! answers with words that were not selected.

use crate::measure::part;
use std::ops::Range;
use types::{PageLayout, SelectedRun, TextLine};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Runs that one selection has at most.
pub const RUNS: usize = 5_000;

/// Letters of a run that are matched with those of the text one by one, where they differ.
const DIFFERING: usize = 400;

/// Points by which a letter may stand outside the box of its run.
const SLACK: f32 = 1.5;

/// Why selected words are no passage of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplaced {
    /// Nothing is selected.
    #[error("nothing is selected")]
    Empty,
    /// More than anybody quotes.
    #[error("more is selected than can be placed")]
    TooMuch,
    /// The text does not have these words: a picture's, a running head's.
    #[error("the selected words are not in the text")]
    Missing,
    /// The text has them, with others between.
    #[error("the selected words do not stand together in the text")]
    Apart,
}

/// A letter as it is compared, and what it stands for: a character of a run, or bytes of the text.
#[derive(Clone, Debug)]
struct Letter {
    sign: char,
    place: Range<usize>,
}

/// Where in `text` the selected parts of `runs` stand. `pages` are the layouts of the pages that the
/// runs name; others may be missing.
pub fn place_selection(
    text: &str,
    pages: &[PageLayout],
    runs: &[SelectedRun],
) -> Result<Range<usize>, Unplaced> {
    if runs.len() > RUNS {
        return Err(Unplaced::TooMuch);
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut wanted, mut absent, mut matched) = (0, 0, 0);
    for run in runs {
        let selected = selected_letters(run);
        let count = selected.iter().filter(|letter| letter.sign.is_alphanumeric()).count();
        let places = place_run(text, pages, run, &selected);
        let placed = |place: &Range<usize>| part(text, place).contains(char::is_alphanumeric);
        let own = places.iter().filter(|place| placed(place)).count();
        wanted += count;
        matched += own;
        absent += if own == 0 { count } else { 0 };
        found.extend(places);
    }
    if wanted == 0 {
        return Err(Unplaced::Empty);
    }
    // a running head or page number in between may be missing, a part of the words may not
    if matched * 10 < (wanted - absent) * 9 || matched == 0 || absent * 3 > wanted {
        return Err(Unplaced::Missing);
    }
    whole(text, found)
}

/// The stretch from the first place to the last, where nothing else is said between.
fn whole(text: &str, mut found: Vec<Range<usize>>) -> Result<Range<usize>, Unplaced> {
    found.sort_by_key(|place| place.start);
    let (start, mut end) = found.first().map(|first| (first.start, first.end)).unwrap_or_default();
    let (mut said, mut other) = (0, 0);
    for place in &found {
        other += letters(part(text, &(end..place.start.max(end))));
        said += letters(part(text, place));
        end = end.max(place.end);
    }
    // a letter here and there is read differently by whoever draws the page
    if other > 2 + said / 40 { Err(Unplaced::Apart) } else { Ok(start..end) }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// The letters of a run, of which those with `start..end` are selected.
fn selected_letters(run: &SelectedRun) -> Vec<Letter> {
    let all = run.words.chars().enumerate();
    let selected = all.filter(|(at, _)| (run.start..run.end).contains(at));
    selected.flat_map(|(at, c)| signs(c, at..at + 1)).collect()
}

/// Where the selected letters of a run stand in the text.
fn place_run(
    text: &str,
    pages: &[PageLayout],
    run: &SelectedRun,
    selected: &[Letter],
) -> Vec<Range<usize>> {
    let (Some(first), Some(last)) = (selected.first(), selected.last()) else { return Vec::new() };
    let Some(page) = pages.iter().find(|page| page.page == run.place.page) else {
        return Vec::new();
    };
    let drawn: Vec<Letter> =
        run.words.chars().enumerate().flat_map(|(at, c)| signs(c, at..at + 1)).collect();
    let mut stored: Vec<Letter> =
        page.lines.iter().flat_map(|line| letters_under(text, line, run)).collect();
    stored.sort_by_key(|letter| letter.place.start);
    let chosen = first.place.start..last.place.end;
    let pairs = align(&drawn, &stored);
    let pairs = pairs.into_iter().filter(|(drawn, _)| chosen.contains(&drawn.place.start));
    pairs.map(|(_, stored)| stored.place.clone()).collect()
}

/// The letters of a line that stand in the box of a run.
fn letters_under(text: &str, line: &TextLine, run: &SelectedRun) -> Vec<Letter> {
    let place = &run.place;
    if ![place.x0, place.y0, place.x1, place.y1].iter().all(|edge| edge.is_finite()) {
        return Vec::new();
    }
    let overlap = line.y1.min(place.y1) - line.y0.max(place.y0);
    let least = (line.y1 - line.y0).min(place.y1 - place.y0) / 2.0;
    if overlap <= 0.0 || overlap < least {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut left = 0.0;
    let edges = line.edges.iter().map(|tenths| f32::from(*tenths) / 10.0);
    for ((at, letter), right) in part(text, &line.range).char_indices().zip(edges) {
        let middle = line.x0 + (left + right) / 2.0;
        left = right;
        if place.x0 - SLACK <= middle && middle <= place.x1 + SLACK {
            let start = line.range.start + at;
            found.extend(signs(letter, start..start + letter.len_utf8()));
        }
    }
    found
}

/// A character as it is compared: taken apart, in lower case; nothing for white space, accents and the
/// escapes of Markdown.
fn signs(letter: char, place: Range<usize>) -> impl Iterator<Item = Letter> {
    let kept = |sign: &char| !sign.is_whitespace() && !is_combining_mark(*sign) && *sign != '\\';
    let signs = letter.nfkd().flat_map(char::to_lowercase).filter(kept);
    signs.map(move |sign| Letter { sign, place: place.clone() })
}

/// The letters that both have in the same order.
fn align<'a>(drawn: &'a [Letter], stored: &'a [Letter]) -> Vec<(&'a Letter, &'a Letter)> {
    let same = |(a, b): &(&Letter, &Letter)| a.sign == b.sign;
    let head = drawn.iter().zip(stored).take_while(same).count();
    let (drawn_rest, stored_rest) =
        (drawn.get(head..).unwrap_or_default(), stored.get(head..).unwrap_or_default());
    let tail = drawn_rest.iter().rev().zip(stored_rest.iter().rev()).take_while(same).count();
    let mut pairs: Vec<_> = drawn.iter().zip(stored).take(head).collect();
    let middle = |rest: &'a [Letter]| rest.get(..rest.len() - tail).unwrap_or_default();
    pairs.extend(common(middle(drawn_rest), middle(stored_rest)));
    let ends = drawn_rest.iter().rev().zip(stored_rest.iter().rev()).take(tail);
    pairs.extend(ends);
    pairs
}

/// A longest common subsequence, of few letters.
fn common<'a>(one: &'a [Letter], other: &'a [Letter]) -> Vec<(&'a Letter, &'a Letter)> {
    if one.is_empty() || other.is_empty() || one.len() > DIFFERING || other.len() > DIFFERING {
        return Vec::new();
    }
    let width = other.len() + 1;
    let mut lengths = vec![0u16; (one.len() + 1) * width];
    let at = |lengths: &[u16], row: usize, column: usize| {
        lengths.get(row * width + column).copied().unwrap_or_default()
    };
    for (row, a) in one.iter().enumerate().rev() {
        for (column, b) in other.iter().enumerate().rev() {
            let length = if a.sign == b.sign {
                at(&lengths, row + 1, column + 1) + 1
            } else {
                at(&lengths, row + 1, column).max(at(&lengths, row, column + 1))
            };
            if let Some(cell) = lengths.get_mut(row * width + column) {
                *cell = length;
            }
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Vec::new());
    while let (Some(a), Some(b)) = (one.get(row), other.get(column)) {
        if a.sign == b.sign {
            pairs.push((a, b));
            (row, column) = (row + 1, column + 1);
        } else if at(&lengths, row + 1, column) >= at(&lengths, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use types::PageBox;

    /// A page of lines, each where it is said to be, five points a letter; what is said of each line
    /// goes into the text, `drawn` onto the page.
    struct Made {
        text: String,
        page: PageLayout,
        runs: Vec<SelectedRun>,
    }

    fn made(number: u32, lines: &[(&str, &str, f32, f32)]) -> Made {
        let (mut text, mut kept, mut runs) = (String::new(), Vec::new(), Vec::new());
        for (stored, drawn, x0, y0) in lines {
            let range = text.len()..text.len() + stored.len();
            text.push_str(stored);
            text.push_str("\n\n");
            let mut edge = 0;
            let edges = stored.chars().map(|c| {
                edge += if c == '\\' { 0 } else { 50 };
                edge
            });
            let edges = edges.collect();
            if !stored.is_empty() {
                kept.push(TextLine { range, y0: *y0, y1: y0 + 10.0, x0: *x0, edges });
            }
            let count = drawn.chars().count();
            let place = PageBox {
                page: number,
                x0: *x0,
                y0: y0 - 1.0,
                x1: x0 + 5.0 * count.max(stored.chars().count()) as f32,
                y1: y0 + 11.0,
            };
            runs.push(SelectedRun { place, words: (*drawn).to_owned(), start: 0, end: count });
        }
        let range = 0..text.len();
        let (width, height, recognised) = (600.0, 800.0, None);
        let page = PageLayout { page: number, width, height, range, lines: kept, recognised };
        Made { text, page, runs }
    }

    fn check(
        lines: &[(&str, &str, f32, f32)],
        cuts: &[(usize, usize, usize)],
        expected: Result<&str, Unplaced>,
    ) {
        let Made { text, page, runs } = made(1, lines);
        let runs: Vec<SelectedRun> = cuts
            .iter()
            .map(|(run, start, end)| SelectedRun { start: *start, end: *end, ..runs[*run].clone() })
            .collect();
        let found = place_selection(&text, &[page], &runs).map(|range| text[range].to_owned());
        assert_eq!(found.as_deref().map_err(|error| *error), expected, "{lines:?} {cuts:?}");
    }

    #[test]
    fn what_was_selected_is_found_where_it_stands() {
        let same = |words: &'static str, x: f32, y: f32| (words, words, x, y);
        let two = [same("the duck, the duck", 50.0, 100.0), same("and the duck", 50.0, 112.0)];
        check(&two, &[(0, 4, 8)], Ok("duck"));
        check(&two, &[(0, 14, 18)], Ok("duck"));
        check(&two, &[(1, 8, 12)], Ok("duck"));
        check(&two, &[(0, 10, 18), (1, 0, 3)], Ok("the duck\n\nand"));
        check(&two, &[(0, 4, 9)], Ok("duck,"));
        // columns: the one beside is not touched
        let columns = [
            same("left one", 50.0, 100.0),
            same("left two", 50.0, 112.0),
            same("right one", 300.0, 100.0),
        ];
        check(&columns, &[(0, 5, 8), (1, 0, 4)], Ok("one\n\nleft"));
        check(&columns, &[(1, 5, 8), (2, 0, 5)], Ok("two\n\nright"));
        check(&columns, &[(0, 0, 8), (2, 0, 5)], Err(Unplaced::Apart));
    }

    #[test]
    fn letters_that_are_written_otherwise_are_the_same() {
        check(&[("## Räsänen 5\\*", "R¨as¨anen 5*", 35.0, 90.0)], &[(0, 0, 9)], Ok("Räsänen"));
        check(&[("an office", "an oﬃce", 50.0, 90.0)], &[(0, 3, 7)], Ok("office"));
        check(&[("conversa", "conversa-", 50.0, 90.0)], &[(0, 3, 9)], Ok("versa"));
        check(&[("5\\* of", "5* of", 50.0, 90.0)], &[(0, 0, 2)], Ok("5\\*"));
    }

    #[test]
    fn what_is_not_there_is_refused() {
        let head = [
            ("", "Journal of Ducks", 50.0, 20.0),
            ("one two three four five six", "one two three four five six", 50.0, 90.0),
        ];
        check(&head, &[(0, 0, 16)], Err(Unplaced::Missing));
        check(&head, &[(1, 4, 7)], Ok("two"));
        check(&head, &[(0, 8, 10), (1, 4, 13)], Ok("two three"));
        check(&head, &[(1, 3, 4)], Err(Unplaced::Empty));
        check(&head, &[], Err(Unplaced::Empty));
        check(
            &[("other words", "selected part", 50.0, 90.0)],
            &[(0, 0, 13)],
            Err(Unplaced::Missing),
        );
        let Made { text, page, runs } = made(1, &[("a b", "a b", 50.0, 90.0)]);
        let elsewhere = |place: PageBox| {
            let run = SelectedRun { place, ..runs[0].clone() };
            place_selection(&text, std::slice::from_ref(&page), &[run])
        };
        let place = runs[0].place;
        assert_eq!(elsewhere(PageBox { page: 2, ..place }), Err(Unplaced::Missing));
        assert_eq!(elsewhere(PageBox { y0: f32::NAN, ..place }), Err(Unplaced::Missing));
        assert_eq!(elsewhere(PageBox { x0: 500.0, x1: 600.0, ..place }), Err(Unplaced::Missing));
        assert_eq!(
            place_selection(&text, &[page], &vec![runs[0].clone(); RUNS + 1]),
            Err(Unplaced::TooMuch)
        );
    }

    #[test]
    fn a_selection_goes_on_over_pages() {
        let one = made(1, &[("the end of", "the end of", 50.0, 700.0)]);
        let two = made(2, &[("a page is", "a page is", 50.0, 100.0)]);
        let text = format!("{}{}", one.text, two.text);
        let mut page = two.page;
        for line in &mut page.lines {
            line.range = line.range.start + one.text.len()..line.range.end + one.text.len();
        }
        let mut runs = [one.runs, two.runs].concat();
        (runs[0].start, runs[1].end) = (4, 6);
        let range = place_selection(&text, &[one.page, page], &runs).unwrap();
        assert_eq!(&text[range], "end of\n\na page");
    }

    proptest! {
        #[test]
        fn any_part_of_a_line_is_itself(
            words in "[a-zé]{1,8}( [a-zé0-9.,*]{1,8}){0,8}", a in 0usize..60, b in 0usize..60,
        ) {
            let lines = [(words.as_str(), words.as_str(), 40.0, 50.0)];
            let Made { text, page, mut runs } = made(1, &lines);
            let count = words.chars().count();
            (runs[0].start, runs[0].end) = (a.min(b).min(count), a.max(b).min(count));
            let selected: String =
                words.chars().skip(runs[0].start).take(runs[0].end - runs[0].start).collect();
            match place_selection(&text, &[page], &runs) {
                Ok(range) => prop_assert_eq!(&text[range], selected.trim()),
                Err(error) => {
                    prop_assert_eq!(error, Unplaced::Empty);
                    prop_assert!(!selected.contains(char::is_alphanumeric));
                }
            }
        }

        #[test]
        fn wild_layouts_never_break(
            boxes in prop::collection::vec((0f32..99.0, 0f32..99.0, 0f32..99.0, 0f32..99.0, "[a-c é\\\\]{0,6}", 0usize..9, 0usize..9), 0..6),
            edges in prop::collection::vec(any::<u16>(), 0..9),
        ) {
            let text = "abc é\\c ab";
            let line = TextLine { range: 0..text.len(), y0: 0.0, y1: 99.0, x0: 0.0, edges };
            let page = PageLayout {
                page: 1, width: 99.0, height: 99.0, range: 0..text.len(), lines: vec![line], recognised: None,
            };
            let runs: Vec<SelectedRun> = boxes.into_iter().map(|(x0, y0, x1, y1, words, start, end)| {
                SelectedRun { place: PageBox { page: 1, x0, y0, x1, y1 }, words, start, end }
            }).collect();
            if let Ok(range) = place_selection(text, &[page], &runs) {
                prop_assert!(text.get(range).is_some_and(|part| !part.is_empty()));
            }
        }
    }
}

//! The title among the lines of a document's first page: the largest words near its top, over
//! several lines where they are set alike. Not what a publisher puts above it, and not a section.

use super::lines::{Seen, Sight};
use super::names;
use super::numbers::Kind;
use language::List;
use std::ops::Range;

/// A title begins in this part of its page.
const TOP_SHARE: f32 = 0.7;
/// Lines of a title page that holds nothing else to speak of.
const TITLE_PAGE_LINES: usize = 25;
/// Runs of lines that may stand above a title no larger than the body.
const ABOVE: usize = 3;
const LINES: usize = 6;
const LETTERS: usize = 300;
/// Lines of a title stand no further apart, in usual distances.
const NEAR: f32 = 2.2;
/// The lines of the title. `marks` are those that other headings have.
pub(super) fn of(sight: &Sight, marks: &[Option<u32>]) -> Option<Range<usize>> {
    let page = sight.lines.first()?.page;
    let count = sight.lines.iter().take_while(|seen| seen.page == page).count();
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < count {
        let end = run_end(sight, at).min(count);
        runs.push(at..end);
        at = end;
    }
    let size = |run: &Range<usize>| sight.lines.get(run.start).map_or(0, half_points);
    let fits = |place: usize, run: &Range<usize>| fits(sight, run, place);
    let candidates = runs.iter().enumerate().filter(|(place, run)| fits(*place, run));
    let candidates: Vec<Range<usize>> = candidates.map(|(_, run)| run.clone()).collect();
    let largest = candidates.iter().map(size).max()?;
    let mut large = candidates.into_iter().filter(|run| size(run) >= largest);
    let own = large.next()?;
    // words as large that are far from it are other headings
    let is_title_page = count <= TITLE_PAGE_LINES;
    if large.next().is_some() && !is_title_page {
        return None;
    }
    let others = sight.lines.iter().zip(marks).skip(count);
    let mut rivals = others.filter(|(seen, mark)| {
        mark.is_some() && half_points(seen) >= largest && {
            let first = sight.lines.get(own.start);
            first.is_none_or(|first| first.text != seen.text)
        }
    });
    (is_title_page || rivals.next().is_none()).then_some(own)
}

fn half_points(seen: &Seen) -> i32 {
    (seen.line.size * 2.0).round() as i32
}

/// Where lines that are set alike end.
fn run_end(sight: &Sight, start: usize) -> usize {
    let mut end = start + 1;
    while let (Some(last), Some(next)) = (sight.lines.get(end - 1), sight.lines.get(end)) {
        let alike =
            (last.line.size - next.line.size).abs() < 0.6 && last.line.bold == next.line.bold;
        if !alike || !last.is_with(next) || next.above > NEAR {
            break;
        }
        end += 1;
    }
    end
}

fn fits(sight: &Sight, run: &Range<usize>, place: usize) -> bool {
    let lines = sight.lines.get(run.clone()).unwrap_or_default();
    let Some(first) = lines.first() else { return false };
    let text: Vec<&str> = lines.iter().map(|seen| seen.text.as_str()).collect();
    let text = text.join(" ");
    let lower = text.to_lowercase();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let name = names::of(&text);
    let is_section = names::is_top(&name)
        || first.number.is_some_and(|(number, _)| number.kind != Kind::Letter)
            && is_counted(sight, first, run.start);
    let larger = first.line.size >= sight.body_size * 1.08;
    let stands_out = larger || place < ABOVE && (first.line.bold || first.is_centred());
    run.len() <= LINES
        && (4..=LETTERS).contains(&letters)
        && digits * 2 <= letters
        && first.height <= TOP_SHARE
        && !first.line.turned
        && !is_section
        && stands_out
        && !text.contains('@')
        && !List::of("words of banners").entries().iter().any(|banner| lower.contains(banner))
        && (larger || !text.trim_end().ends_with(['.', ',', ';']))
}

/// Whether the number in front of a line is one of a series: `3D printing` and `1984` are not.
fn is_counted(sight: &Sight, seen: &Seen, at: usize) -> bool {
    seen.number.is_some_and(|(number, closed)| closed || sight.series.support(number, at) > 0)
}

impl Seen<'_> {
    /// Whether it leaves as much room to its left as to its right.
    fn is_centred(&self) -> bool {
        let (indent, room) = (self.line.rect.x0 - self.left, self.right - self.line.rect.x1);
        indent > self.line.size && (indent - room).abs() < self.line.size * 2.0
    }
}

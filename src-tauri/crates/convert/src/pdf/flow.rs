//! Text that goes on: over the end of a column, over a page break, past a figure, table or note
//! that stands in its way. The halves of a sentence come together, what stood between them follows;
//! at the end of a page it stands before, since it belongs to its own page.

use super::letters;
use super::paragraph::{Paragraph, SAME_SIZE, SMALL, Shape};

/// Paragraphs that text can go on past.
const PAST: usize = 40;
/// Shorter ones may be labels of a figure, unless they fill a line of their column.
const TEXT_LETTERS: usize = 40;
const LINE_LETTERS: usize = 15;

/// Joins what goes on within a page. `body` is the size of most type of the document.
pub(super) fn within(paragraphs: Vec<Paragraph>, body: f32) -> Vec<Paragraph> {
    let mut done: Vec<Paragraph> = Vec::with_capacity(paragraphs.len());
    for mut paragraph in paragraphs {
        let at = last_text(&done, &paragraph, body).filter(|at| {
            let is_next = at + 1 == done.len();
            let can = if is_next { paragraph.opens_group } else { ends_text(&paragraph) };
            can && done.get(*at).is_some_and(|before| continues(before, &paragraph))
        });
        match at {
            Some(at) => {
                paragraph.goes_on = true;
                done.insert(at + 1, paragraph);
            }
            None => done.push(paragraph),
        }
    }
    done
}

/// Joins what goes on from one page to the next.
pub(super) fn over(page: &mut [Paragraph], next: &mut Vec<Paragraph>, body: f32) {
    if let (Some(last), Some(first)) = (page.last(), next.first_mut())
        && continues(last, first)
    {
        first.goes_on = true;
        return;
    }
    let Some(last) = page.iter().rposition(|paragraph| !stands_apart(paragraph, body)) else {
        return;
    };
    let first = next.iter().take(PAST).position(|paragraph| !stands_apart(paragraph, body));
    let (Some(before), Some(first)) = (page.get(last), first) else { return };
    let past = last + 1 < page.len() || first > 0;
    let fits = next.get(first).is_some_and(|paragraph| {
        continues(before, paragraph) && (!past || is_text(before) && ends_text(paragraph))
    });
    // what goes on from the page before cannot let a note stand before it
    let begun = page.iter().take(last + 1).rposition(|paragraph| !paragraph.goes_on);
    let Some(begun) = begun.or((last + 1 == page.len()).then_some(0)).filter(|_| fits) else {
        return;
    };
    if let Some(tail) = page.get_mut(begun..) {
        tail.rotate_left(last + 1 - begun);
    }
    let mut paragraph = next.remove(first);
    paragraph.goes_on = true;
    next.insert(0, paragraph);
}

/// The last paragraph that `next` could go on from; what lies after it stands apart from the text.
fn last_text(done: &[Paragraph], next: &Paragraph, body: f32) -> Option<usize> {
    let past = done.iter().rev().take(PAST);
    let skipped = past.take_while(|paragraph| stands_apart(paragraph, body)).count();
    let direct = done.len().checked_sub(1)?;
    match done.len().checked_sub(skipped + 1) {
        // right before it there may be a line as short as itself
        _ if skipped > 0 && done.get(direct).is_some_and(|last| continues(last, next)) => {
            Some(direct)
        }
        at => at.filter(|at| skipped == 0 || done.get(*at).is_some_and(is_text)),
    }
}

/// Whether text goes on past it: notes, captions, tables, code, small type and the labels of
/// figures.
fn stands_apart(paragraph: &Paragraph, body: f32) -> bool {
    let of_its_own =
        matches!(paragraph.shape, Shape::Caption | Shape::Footnote | Shape::Table | Shape::Code);
    let is_label = !is_text(paragraph) || paragraph.size() <= body * SMALL;
    let is_loose = is_label && !paragraph.is_bold() && paragraph.shape == Shape::Words;
    !paragraph.goes_on && (of_its_own || is_loose)
}

/// Whether it is a piece of running text, not a label: long, or as wide as its column.
fn is_text(paragraph: &Paragraph) -> bool {
    let letters = paragraph.letters();
    matches!(paragraph.shape, Shape::Words | Shape::Item(..))
        && (letters >= TEXT_LETTERS || letters >= LINE_LETTERS && paragraph.fills_its_column())
}

/// Whether it may be the rest of a sentence: running text, or at least the end of one.
fn ends_text(paragraph: &Paragraph) -> bool {
    is_text(paragraph) || paragraph.text().trim_end().ends_with('.')
}

/// Whether `next`, in another column or on another page, goes on in the middle of a sentence.
fn continues(before: &Paragraph, next: &Paragraph) -> bool {
    let ending = before.lines.last().and_then(|line| line.text().trim_end().chars().next_back());
    let beginning = next.lines.first().and_then(|line| line.text().trim_start().chars().next());
    let ratio = before.size().max(next.size()) / before.size().min(next.size()).max(0.1);
    let same = ratio < SAME_SIZE && before.is_bold() == next.is_bold();
    let words =
        matches!(before.shape, Shape::Words | Shape::Item(..)) && next.shape == Shape::Words;
    let breaks_off = ending.is_some_and(|c| c.is_alphanumeric() || "-,;’'”\")(".contains(c));
    let ideographs = ending.zip(beginning).is_some_and(|(ending, beginning)| {
        letters::is_ideograph(ending)
            && letters::is_ideograph(beginning)
            && !"。！？：；」』）".contains(ending)
    });
    let goes_on = breaks_off && beginning.is_some_and(char::is_lowercase) || ideographs;
    words && same && goes_on
}

//! Puts right what a worker's answer gets wrong without harm: a place on a page is cut to its page
//! or left out, a title is cut short, warnings beyond the many are dropped. The text, the order of
//! its blocks and the numbers of its pages are never touched: where those are wrong, `validate`
//! refuses the answer.

use crate::Rule;
use crate::limits::{AUTHORS, LISTED};
use crate::validate::{LINE_BYTES, MARGINS, PAGE_SIDE, WARNINGS, check_line, is_short_line};
use std::collections::BTreeSet;
use std::ops::Range;
use types::{BlockKind, ConvertedText, PageLayout, Reference, TextLine};

/// Puts `converted` right, adds a warning for each rule that was broken, and returns the rules.
pub(crate) fn mend(converted: &mut ConvertedText) -> BTreeSet<Rule> {
    let mut broken = BTreeSet::new();
    blocks(converted, &mut broken);
    pages(converted, &mut broken);
    hidden(converted, &mut broken);
    if let Some(title) = &mut converted.title {
        line(title, Rule::Title, &mut broken);
    }
    // room for the warnings that are added here
    shorten(&mut converted.warnings, WARNINGS / 2, Rule::WarningCount, &mut broken);
    converted.warnings.iter_mut().for_each(|own| line(own, Rule::Warning, &mut broken));
    for margins in [&mut converted.margins, &mut converted.heads] {
        shorten(margins, MARGINS, Rule::Margins, &mut broken);
        margins.iter_mut().for_each(|own| line(own, Rule::Margins, &mut broken));
    }
    shorten(&mut converted.listed, LISTED, Rule::ListedCount, &mut broken);
    reference(&mut converted.reference, &mut broken);
    converted.listed.iter_mut().for_each(|own| reference(own, &mut broken));
    converted.warnings.extend(broken.iter().map(|rule| format!("put right by Loci: {rule}")));
    broken
}

fn shorten<T>(list: &mut Vec<T>, most: usize, rule: Rule, broken: &mut BTreeSet<Rule>) {
    if list.len() > most {
        list.truncate(most);
        broken.insert(rule);
    }
}

/// Makes a short line of a text.
fn line(text: &mut String, rule: Rule, broken: &mut BTreeSet<Rule>) {
    if !is_short_line(text) {
        text.truncate(text.floor_char_boundary(LINE_BYTES));
        *text = text.replace(char::is_control, " ");
        broken.insert(rule);
    }
}

fn reference(own: &mut Reference, broken: &mut BTreeSet<Rule>) {
    shorten(&mut own.authors, AUTHORS, Rule::AuthorCount, broken);
    let Reference { kind, title, authors, year: _, container, publisher, volume, issue, .. } = own;
    let Reference { pages, doi, arxiv, isbn, pmid, url, language, key, .. } = own;
    let fields = [title, container, publisher, volume, issue, pages, doi, arxiv, isbn, pmid, url];
    let names = authors.iter_mut().flat_map(|author| [&mut author.family, &mut author.given]);
    let texts = fields.into_iter().chain([language]).flatten().chain([kind, key]).chain(names);
    texts.for_each(|text| line(text, Rule::ReferenceField, broken));
}

fn blocks(converted: &mut ConvertedText, broken: &mut BTreeSet<Rule>) {
    let count = converted.blocks.len();
    converted.blocks.retain(|block| block.range.start != block.range.end);
    if converted.blocks.len() < count {
        broken.insert(Rule::BlockEmpty);
    }
    let longest = converted.text.len();
    for block in &mut converted.blocks {
        let most = match &mut block.kind {
            BlockKind::Heading(level) => {
                if !(1..=6).contains(level) {
                    *level = (*level).clamp(1, 6);
                    broken.insert(Rule::HeadingLevel);
                }
                longest
            }
            _ => 0,
        };
        if block.title.len() > most {
            block.title.truncate(block.title.floor_char_boundary(most));
            broken.insert(Rule::BlockTitle);
        }
    }
}

fn pages(converted: &mut ConvertedText, broken: &mut BTreeSet<Rule>) {
    let (text, mut end) = (converted.text.as_str(), 0);
    for page in &mut converted.pages {
        let mut own = clipped(&page.range, &(0..text.len()));
        own = text.floor_char_boundary(own.start)..text.floor_char_boundary(own.end);
        if own != page.range {
            broken.insert(Rule::PageRange);
        }
        if own.start < end {
            own = end..own.end.max(end);
            broken.insert(Rule::PageOrder);
        }
        end = own.end;
        page.range = own;
        for side in [&mut page.width, &mut page.height] {
            if !(0.0..=PAGE_SIDE).contains(side) {
                *side = 0.0;
                broken.insert(Rule::PageSize);
            }
        }
        if page.recognised.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
            // whatever it was, it was recognised: the least that can be said
            page.recognised = Some(0.0);
            broken.insert(Rule::PageConfidence);
        }
        lines(text, page, broken);
    }
}

/// Leaves out lines without a place, and cuts the others to their page.
fn lines(text: &str, page: &mut PageLayout, broken: &mut BTreeSet<Rule>) {
    let mut end = page.range.start;
    let inside = page.range.clone();
    page.lines.retain_mut(|line| {
        let mut mended = check_line(text, line);
        let free = end..inside.end;
        if mended.is_ok() && clipped(&line.range, &free) != line.range {
            let outside = line.range.start < inside.start || line.range.end > inside.end;
            broken.insert(if outside { Rule::LineOutsidePage } else { Rule::LineOrder });
            cut(text, line, &free);
            mended = check_line(text, line);
        }
        match mended {
            Ok(()) => end = line.range.end,
            Err(rule) => drop(broken.insert(rule)),
        }
        mended.is_ok()
    });
}

/// The part of `range` that lies in `room`; empty where none does.
fn clipped(range: &Range<usize>, room: &Range<usize>) -> Range<usize> {
    let start = range.start.clamp(room.start, room.end);
    start..range.end.clamp(start, room.end)
}

/// Cuts a line with an edge for each character to what lies in `room`.
fn cut(text: &str, line: &mut TextLine, room: &Range<usize>) {
    let kept = clipped(&line.range, room);
    let chars = |range: Range<usize>| text.get(range).map_or(0, |part| part.chars().count());
    let before = chars(line.range.start..kept.start);
    let left = before.checked_sub(1).and_then(|last| line.edges.get(last)).copied().unwrap_or(0);
    let edges = line.edges.iter().skip(before).take(chars(kept.clone()));
    line.edges = edges.map(|edge| edge.saturating_sub(left)).collect();
    line.x0 += f32::from(left) / 10.0;
    line.range = kept;
}

/// Brings what is hidden into order, on the text's characters.
fn hidden(converted: &mut ConvertedText, broken: &mut BTreeSet<Rule>) {
    let text = converted.text.as_str();
    let mut own: Vec<Range<usize>> = converted
        .hidden
        .iter()
        .map(|range| clipped(range, &(0..text.len())))
        .map(|range| text.floor_char_boundary(range.start)..text.ceil_char_boundary(range.end))
        .filter(|range| !range.is_empty())
        .collect();
    own.sort_by_key(|range| (range.start, range.end));
    own.dedup_by(|next, last| {
        let meets = next.start < last.end;
        if meets {
            last.end = last.end.max(next.end);
        }
        meets
    });
    if own != converted.hidden {
        converted.hidden = own;
        broken.insert(Rule::Hidden);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, validate};
    use proptest::prelude::*;

    /// Tells a lie about the sample, and what is left of it when it was put right.
    fn mended(lie: fn(&mut ConvertedText)) -> (BTreeSet<Rule>, ConvertedText) {
        let mut converted = validate::tests::sample();
        lie(&mut converted);
        let broken = mend(&mut converted);
        (broken, converted)
    }

    #[test]
    fn what_is_harmless_is_put_right() {
        type Lie = fn(&mut ConvertedText);
        let lies: [(&[Rule], Lie); 16] = [
            (&[], |_| {}),
            (&[Rule::BlockEmpty], |it| it.blocks[1].range = 6..6),
            (&[Rule::HeadingLevel], |it| it.blocks[0].kind = BlockKind::Heading(0)),
            (&[Rule::BlockTitle], |it| it.blocks[1].title = "x".to_owned()),
            (&[Rule::PageRange], |it| it.pages[0].range = 0..400),
            (&[Rule::LineOutsidePage], |it| it.pages[0].range = 1..10),
            (&[Rule::LineEdges], |it| it.pages[0].lines[0].edges.push(9)),
            (&[Rule::LineRange], |it| it.pages[0].lines[0].range = 0..2),
            (&[Rule::LinePlace], |it| it.pages[0].lines[0].y1 = f32::NAN),
            (&[Rule::PageSize], |it| it.pages[0].width = -1.0),
            (&[Rule::PageConfidence], |it| it.pages[0].recognised = Some(7.0)),
            (&[Rule::Hidden], |it| it.hidden = vec![4..90, 0..2, 7..7]),
            (&[Rule::Title], |it| it.title = Some("é".repeat(3000))),
            (&[Rule::Margins], |it| it.margins = vec!["\n".into(); 500]),
            (&[Rule::Margins], |it| it.heads = vec!["\n".into(); 500]),
            (&[Rule::Warning, Rule::WarningCount], |it| it.warnings = vec!["\n".into(); 500]),
        ];
        for (at, (rules, lie)) in lies.into_iter().enumerate() {
            let (broken, converted) = mended(lie);
            let mut expected: Vec<Rule> = rules.to_vec();
            expected.sort();
            assert_eq!(broken.into_iter().collect::<Vec<_>>(), expected, "{at}");
            assert_eq!(validate::check(&converted, &Limits::default()), Ok(()), "{at}");
            let said = converted.warnings.iter().filter(|own| own.starts_with("put right"));
            assert_eq!(said.count(), expected.len(), "{at}");
        }
    }

    #[test]
    fn a_line_that_begins_before_its_page_keeps_the_place_of_the_rest() {
        let (_, converted) = mended(|it| it.pages[0].range = 1..10);
        let line = &converted.pages[0].lines[0];
        assert_eq!((line.range.clone(), line.x0), (1..5, 3.1));
        assert_eq!(line.edges, [1, 2, 3]);
    }

    #[test]
    fn hidden_parts_are_joined_in_order() {
        let (_, converted) = mended(|it| it.hidden = vec![4..90, 0..2, 7..7, 2..4]);
        assert_eq!(converted.hidden, [0..4, 4..10], "half a letter is hidden as a whole");
    }

    #[test]
    fn structure_is_not_guessed() {
        type Lie = fn(&mut ConvertedText);
        let lies: [(Rule, Lie); 4] = [
            (Rule::BlockRange, |it| it.blocks[1].range = 6..11),
            (Rule::BlockRange, |it| it.blocks[0].range = 0..2),
            (Rule::BlockOrder, |it| it.blocks[1].range = 4..10),
            (Rule::PageNumber, |it| it.pages[0].page = 9),
        ];
        for (rule, lie) in lies {
            let (_, converted) = mended(lie);
            assert_eq!(validate::check(&converted, &Limits::default()), Err(rule));
        }
    }

    fn any_range() -> impl Strategy<Value = Range<usize>> {
        (0usize..14, 0usize..14).prop_map(|(start, end)| start..end)
    }

    fn any_page() -> impl Strategy<Value = PageLayout> {
        let line = (any_range(), any::<f32>(), proptest::collection::vec(any::<u16>(), 0..6))
            .prop_map(|(range, x0, edges)| TextLine { range, y0: 0.0, y1: 1.0, x0, edges });
        let lines = proptest::collection::vec(line, 0..5);
        let share = proptest::option::of(any::<f32>());
        (any_range(), any::<f32>(), lines, share).prop_map(|(range, width, lines, recognised)| {
            PageLayout { page: 0, width, height: 1.0, range, lines, recognised }
        })
    }

    proptest! {
        #[test]
        fn pages_and_hidden_parts_are_always_put_right(
            text in "[aé漢 ]{0,5}",
            pages in proptest::collection::vec(any_page(), 0..4),
            hidden in proptest::collection::vec(any_range(), 0..4),
        ) {
            let mut converted =
                ConvertedText::new(types::Format::Pdf, text, Vec::new());
            converted.pages = pages;
            converted.pages.iter_mut().zip(1u32..).for_each(|(page, number)| page.page = number);
            converted.hidden = hidden;
            mend(&mut converted);
            prop_assert_eq!(validate::check(&converted, &Limits::default()), Ok(()));
            prop_assert!(mend(&mut converted.clone()).is_empty());
        }
    }
}

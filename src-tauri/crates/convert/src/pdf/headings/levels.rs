//! Of what level each heading is. Bookmarks say so first, then numbers, then size and weight of the
//! type; a heading without bookmark or number takes the level of those that look like it. Level 1 is
//! the document's title, sections begin at 2, and no level is left out.

use super::names;
use crate::pdf::marks;
use crate::pdf::paragraph::{Paragraph, Shape};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The number of the title among headings.
pub(super) const TITLE: u32 = 0;

/// Levels that type alone tells apart.
const TYPE_LEVELS: i32 = 3;

/// Levels by page and paragraph.
pub(in crate::pdf) type Levels = Vec<Vec<Option<u8>>>;

/// How a heading is set; the more outstanding comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Style {
    half_points: Reverse<i32>,
    /// Rank of `Part`, `Chapter` …; words without such a name come last.
    word: usize,
    bold: Reverse<bool>,
    capitals: Reverse<bool>,
    italic: bool,
}

struct Heading {
    page: usize,
    at: usize,
    style: Style,
    /// Depth of its bookmark, else of its number.
    bookmark: Option<i32>,
    number: Option<i32>,
    is_top: bool,
    is_title: bool,
}

/// The levels of the paragraphs that are headings.
pub(in crate::pdf) fn levels(pages: &[Vec<Paragraph>]) -> Levels {
    let mut levels: Levels = pages.iter().map(|page| vec![None; page.len()]).collect();
    let headings = headings(pages);
    let title = title(&headings, pages);
    let sections: Vec<&Heading> =
        headings.iter().filter(|own| Some((own.page, own.at)) != title).collect();
    let ranks = ranks(&sections, title.is_some());
    let used: BTreeSet<i32> = ranks.iter().copied().collect();
    let dense: HashMap<i32, u8> = used.into_iter().zip(2u8..=255).collect();
    let mut set = |page: usize, at: usize, level: u8| {
        if let Some(own) = levels.get_mut(page).and_then(|page| page.get_mut(at)) {
            *own = Some(level.clamp(1, 6));
        }
    };
    for (heading, rank) in sections.iter().zip(&ranks) {
        set(heading.page, heading.at, dense.get(rank).copied().unwrap_or(2));
    }
    if let Some((page, at)) = title {
        set(page, at, 1);
    }
    levels
}

/// Half points: sizes that differ by less are one.
fn half_points(size: f32) -> i32 {
    (size * 2.0).round() as i32
}

fn style_of(paragraph: &Paragraph, text: &str) -> Style {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    // many scripts have neither capitals nor small letters
    let capitals =
        letters().filter(|c| c.is_uppercase()).count() >= 3 && letters().all(|c| !c.is_lowercase());
    Style {
        half_points: Reverse(half_points(paragraph.size())),
        word: marks::section_word(text).unwrap_or(usize::MAX),
        bold: Reverse(paragraph.is_bold()),
        capitals: Reverse(capitals),
        italic: paragraph.lines.iter().all(|line| line.italic),
    }
}

/// All headings, in order.
fn headings(pages: &[Vec<Paragraph>]) -> Vec<Heading> {
    let mut found = Vec::new();
    for (page, paragraphs) in pages.iter().enumerate() {
        for (at, paragraph) in paragraphs.iter().enumerate() {
            let (bookmark, is_title) = match paragraph.shape {
                Shape::Bookmarked(depth) => (Some(i32::from(depth)), false),
                Shape::Heading(number) => (None, number == TITLE),
                _ => continue,
            };
            let text = paragraph.text();
            let number = marks::section_depth(&text).map(|depth| depth as i32);
            let is_top = names::is_top(&names::of(&text));
            let style = style_of(paragraph, &text);
            found.push(Heading { page, at, style, bookmark, number, is_top, is_title });
        }
    }
    nest_letters(&mut found, pages);
    found
}

/// `A. Plants` lies below `II. RESULTS` where both are used, unless both are set alike.
fn nest_letters(headings: &mut [Heading], pages: &[Vec<Paragraph>]) {
    let first = |own: &Heading| {
        let text = pages.get(own.page)?.get(own.at)?.text();
        let number = text.trim_start().split(['.', ')', ' ']).next()?.to_owned();
        own.number.filter(|depth| *depth == 1).map(|_| number)
    };
    let is_roman = |number: &str| number.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let numbers: Vec<Option<String>> = headings.iter().map(first).collect();
    let roman = |number: &Option<String>| number.as_deref().is_some_and(is_roman);
    let style = headings.iter().zip(&numbers).find(|(_, number)| roman(number));
    let Some(style) = style.map(|(own, _)| own.style) else { return };
    if numbers.iter().filter(|number| roman(number)).count() < 2 {
        return;
    }
    for (own, number) in headings.iter_mut().zip(&numbers) {
        let letter = number.as_deref().is_some_and(|number| {
            number.len() == 1 && number.starts_with(|c: char| c.is_ascii_uppercase())
        });
        if letter && own.style != style {
            own.number = Some(2);
        }
    }
}

/// The document's title: the one bookmark that all others lie under, or what was marked as one.
fn title(headings: &[Heading], pages: &[Vec<Paragraph>]) -> Option<(usize, usize)> {
    let first_page = pages.iter().position(|page| !page.is_empty())?;
    let first = headings.first().filter(|own| own.page == first_page)?;
    let tops = headings.iter().filter(|own| own.bookmark == Some(1)).count();
    if first.bookmark == Some(1) && tops == 1 && headings.len() > 1 && first.number.is_none() {
        return Some((first.page, first.at));
    }
    headings.iter().find(|own| own.is_title).map(|own| (own.page, own.at))
}

impl std::hash::Hash for Style {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.half_points.0, self.word, self.bold.0, self.capitals.0, self.italic).hash(state);
    }
}

/// Ranks of the headings below the title, lower for outer ones; gaps are closed later.
fn ranks(headings: &[&Heading], has_title: bool) -> Vec<i32> {
    let outermost = headings.iter().filter_map(|own| own.bookmark).min().unwrap_or(1);
    // where bookmarks lie deeper than numbers, by as much as most do
    let offsets = headings.iter().filter_map(|own| Some(own.bookmark? - own.number?));
    let offset = most_common(offsets).unwrap_or(if has_title { outermost - 1 } else { 0 });
    let stated = |own: &Heading| own.bookmark.or(own.number.map(|number| number + offset));
    let mut by_style: BTreeMap<Style, Vec<i32>> = BTreeMap::new();
    for own in headings {
        by_style.entry(own.style).or_default().extend(stated(own));
    }
    let top = headings.iter().filter_map(|own| stated(own)).min();
    let known: Vec<(Style, Option<i32>)> = by_style
        .into_iter()
        .map(|(style, stated)| (style, most_common(stated.into_iter())))
        .collect();
    let mut levels: HashMap<Style, i32> = HashMap::new();
    let mut above: Option<i32> = None;
    for (at, (style, level)) in known.iter().enumerate() {
        let below = known.iter().skip(at + 1).find_map(|(_, level)| *level);
        let own = match (level, above, below) {
            (Some(level), _, _) => *level,
            (None, Some(above), Some(below)) => (above + 1).min(below.max(above)),
            (None, Some(above), None) => above + 1,
            (None, None, Some(below)) => below - 1,
            (None, None, None) => 1,
        };
        let own = if top.is_none() { own.min(TYPE_LEVELS) } else { own };
        levels.insert(*style, own);
        above = Some(above.map_or(own, |above| above.max(own)));
    }
    let rank = |own: &&Heading| {
        let styled = levels.get(&own.style).copied().unwrap_or(1);
        let by_name = top.filter(|_| own.is_top && own.number.is_none());
        stated(own).or(by_name).unwrap_or(styled)
    };
    let mut ranks: Vec<i32> = headings.iter().map(rank).collect();
    // a heading that only its type speaks for lies at most one deeper than the one before it
    let mut before = ranks.iter().copied().min().unwrap_or(1) - 1;
    for (own, rank) in headings.iter().zip(&mut ranks) {
        if stated(own).is_none() {
            *rank = (*rank).min(before + 1);
        }
        before = *rank;
    }
    ranks
}

fn most_common(values: impl Iterator<Item = i32>) -> Option<i32> {
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    counts
        .into_iter()
        .max_by_key(|(value, count)| (*count, Reverse(*value)))
        .map(|(value, _)| value)
}

//! Which paragraphs are headings, and of what level. Bookmarks say so first, then numbers, then
//! size and weight of the type; a heading without bookmark or number takes the level of those that
//! look like it. Level 1 is the document's title, sections begin at 2, and no level is left out.

use super::marks;
use super::paragraphs::{Body, Paragraph, Shape};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Headings are at least this much larger than the body.
const LARGER: f32 = 1.13;
const HEADING_LETTERS: usize = 200;
const BOLD_HEADING_LETTERS: usize = 120;
const PLAIN_HEADING_LETTERS: usize = 80;
const HEADING_LINES: usize = 4;
/// Levels that type alone tells apart.
const TYPE_LEVELS: i32 = 3;
/// A title stands among the first paragraphs of a document.
const TITLE_PLACE: usize = 8;
/// A paragraph of so many letters is running text.
const RUNNING_LETTERS: usize = 160;
/// Sections that are never inside another, whatever their type.
const TOP: [&str; 16] = [
    "abstract",
    "introduction",
    "references",
    "bibliography",
    "acknowledgements",
    "acknowledgments",
    "acknowledgement",
    "conclusion",
    "conclusions",
    "contents",
    "table of contents",
    "summary",
    "executive summary",
    "appendix",
    "glossary",
    "index",
];

/// Levels by page and paragraph.
pub(super) type Levels = Vec<Vec<Option<u8>>>;

/// How a heading is set; the more outstanding comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Style {
    half_points: Reverse<i32>,
    /// Rank of `Part`, `Chapter` …; words without such a name come last.
    word: usize,
    bold: Reverse<bool>,
    capitals: Reverse<bool>,
}

struct Heading {
    page: usize,
    at: usize,
    style: Style,
    /// Depth of its bookmark, else of its number.
    bookmark: Option<i32>,
    number: Option<i32>,
    is_top: bool,
}

/// Finds the headings of a document.
pub(super) fn levels(pages: &[Vec<Paragraph>], body: Body) -> Levels {
    let mut levels: Levels = pages.iter().map(|page| vec![None; page.len()]).collect();
    let mut headings = candidates(pages, body);
    let title = title(&headings, pages);
    if let Some(title) = title {
        drop_byline(&mut headings, title, pages);
    }
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
    let capitals = letters().count() >= 3 && letters().all(|c| !c.is_lowercase());
    Style {
        half_points: Reverse(half_points(paragraph.size())),
        word: marks::section_word(text).unwrap_or(usize::MAX),
        bold: Reverse(paragraph.is_bold()),
        capitals: Reverse(capitals),
    }
}

/// All paragraphs that look like headings, in order.
fn candidates(pages: &[Vec<Paragraph>], body: Body) -> Vec<Heading> {
    let (mut bold, mut all) = (0, 0);
    for paragraph in pages.iter().flatten() {
        all += paragraph.letters();
        all += paragraph.table.as_ref().map_or(0, super::tables::Table::letters);
        bold += if paragraph.is_bold() { paragraph.letters() } else { 0 };
    }
    let bold_means_heading = bold * 3 < all;
    let mut found = Vec::new();
    for (page, paragraphs) in pages.iter().enumerate() {
        for (at, paragraph) in paragraphs.iter().enumerate() {
            let text = paragraph.text();
            let bookmark = match paragraph.shape {
                Shape::Bookmarked(depth) => Some(i32::from(depth)),
                _ if stands_out(paragraph, &text, body, bold_means_heading) => None,
                _ => continue,
            };
            let number = marks::section_depth(&text).map(|depth| depth as i32);
            let is_top = TOP.contains(&name_of(&text).as_str());
            let style = style_of(paragraph, &text);
            found.push(Heading { page, at, style, bookmark, number, is_top });
        }
    }
    found
}

/// A heading's words in lower case, without number and colon.
fn name_of(text: &str) -> String {
    let words = match marks::section_depth(text) {
        Some(_) => text.trim().split_once(' ').map_or("", |(_, rest)| rest),
        None => text,
    };
    words.trim().trim_end_matches([':', '.']).to_lowercase()
}

fn stands_out(paragraph: &Paragraph, text: &str, body: Body, bold_means_heading: bool) -> bool {
    let letters = paragraph.letters();
    let possible = matches!(paragraph.shape, Shape::Words | Shape::Item(..))
        && !paragraph.goes_on
        && !paragraph.lines.iter().any(|line| line.turned || line.has_leaders())
        && paragraph.lines.len() <= HEADING_LINES
        && letters <= HEADING_LETTERS
        && is_wording(text);
    if !possible {
        return false;
    }
    let size = half_points(paragraph.size());
    let body_size = half_points(body.size);
    let is_item = matches!(paragraph.shape, Shape::Item(mark, _) if mark != marks::Mark::Number);
    if size as f32 >= body_size as f32 * LARGER && !is_item {
        return true;
    }
    let short = paragraph.lines.len() <= 2 && size + 2 >= body_size && !ends_sentence(text);
    if bold_means_heading && paragraph.is_bold() && short && letters <= BOLD_HEADING_LETTERS {
        return !is_item;
    }
    let alone = short
        && paragraph.apart
        && paragraph.lines.len() == 1
        && letters <= PLAIN_HEADING_LETTERS
        && size >= body_size;
    if !alone {
        return false;
    }
    let starts_large = |text: &str| {
        text.chars().find(|c| c.is_alphabetic()).is_some_and(|first| !first.is_lowercase())
    };
    let depth = marks::section_depth(text);
    let capitals = !text.chars().any(char::is_lowercase);
    TOP.contains(&name_of(text).as_str())
        || depth.is_some_and(|depth| (depth >= 2 || capitals) && starts_large(text))
        || marks::section_word(text).is_some() && starts_large(text)
}

/// Words rather than amounts, dates, numbers to call or addresses of machines.
fn is_wording(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    letters >= 2 && digits * 2 <= letters && !text.contains('@') && !text.contains("://")
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', ',', ';', '。', '，'])
}

/// The document's title: the one largest heading among the first paragraphs, or the one bookmark
/// that all others lie under.
fn title(headings: &[Heading], pages: &[Vec<Paragraph>]) -> Option<(usize, usize)> {
    let first_page = pages.iter().position(|page| !page.is_empty())?;
    let first = headings.first().filter(|own| own.page == first_page)?;
    let tops = headings.iter().filter(|own| own.bookmark == Some(1)).count();
    if first.bookmark == Some(1) && tops == 1 && headings.len() > 1 && first.number.is_none() {
        return Some((first.page, first.at));
    }
    let largest = headings.iter().map(|own| own.style.half_points.0).max()?;
    let text = |own: &Heading| pages.get(own.page)?.get(own.at).map(Paragraph::text);
    let mut large = headings.iter().filter(|own| own.style.half_points.0 + 1 >= largest);
    let only = large.next()?;
    // a letterhead comes back with the same words
    if large.any(|other| other.page == only.page || text(other) != text(only)) {
        return None;
    }
    let fits = only.page == first_page
        && only.at < TITLE_PLACE
        && only.number.is_none()
        && !only.is_top
        && only.style.word == usize::MAX
        && only.bookmark.is_none_or(|depth| depth == 1);
    fits.then_some((only.page, only.at))
}

/// Names, addresses and dates below the title are set large as well: what stands between it and the
/// first running text or section, and looks like nothing else in the document, is no heading. Bold
/// words stay where the document has no numbered sections.
fn drop_byline(headings: &mut Vec<Heading>, title: (usize, usize), pages: &[Vec<Paragraph>]) {
    let Some(page) = pages.get(title.0) else { return };
    let is_running = |paragraph: &Paragraph| paragraph.letters() >= RUNNING_LETTERS;
    let text = page.iter().skip(title.1 + 1).position(is_running).unwrap_or(page.len());
    let end = headings
        .iter()
        .filter(|own| own.page == title.0 && own.at > title.1)
        .find(|own| own.is_top || own.number.is_some() || own.bookmark.is_some())
        .map_or(usize::MAX, |own| own.at)
        .min(title.1 + 1 + text);
    let mut uses: HashMap<Style, usize> = HashMap::new();
    headings.iter().for_each(|own| *uses.entry(own.style).or_default() += 1);
    let in_byline =
        |own: &Heading| own.page == title.0 && own.at > title.1 && own.at < end && !own.is_top;
    let mut here: HashMap<Style, usize> = HashMap::new();
    headings
        .iter()
        .filter(|own| in_byline(own))
        .for_each(|own| *here.entry(own.style).or_default() += 1);
    let has_sections =
        headings.iter().filter(|own| own.number.or(own.bookmark).is_some()).count() >= 3;
    headings.retain(|own| {
        let elsewhere = uses.get(&own.style) > here.get(&own.style);
        let reads_as_names = page.get(own.at).is_some_and(|paragraph| {
            let text = paragraph.text();
            text.contains('@') || text.matches(',').count() >= 2
        });
        let heads_text = page.get(own.at + 1).is_some_and(is_running)
            && own.number.is_none()
            && own.style.bold.0;
        let looks_right = if has_sections { heads_text } else { elsewhere || own.style.bold.0 };
        !in_byline(own) || !reads_as_names && looks_right
    });
}

impl std::hash::Hash for Style {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.half_points.0, self.word, self.bold.0, self.capitals.0).hash(state);
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

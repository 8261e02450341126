//! What of a page is its content. Of a page with an article what `verdict` holds to be content stays,
//! with the tables, lists and captions among it. On any other page menus, cookie banners and the
//! site's own header and footer are left out, but only where they say what they are, and never so
//! much that hardly anything is left: losing a paragraph is worse than keeping a menu.

use super::consent::asks_for_consent;
use super::page::{Id, Page};
use super::tags::is_heading;
use super::units::{self, Unit};
use super::{appendix, meta, verdict};
use language::List;
use std::collections::HashSet;

/// Elements that hold no words of the page.
const MUTE: &str = " script style noscript template svg iframe frame object embed canvas audio video \
    map head select datalist textarea input progress meter dialog rp annotation annotation-xml \
    applet param link meta base title frameset noframes ";

/// Roles of what is laid over a page, or operated.
const OVERLAYS: [&str; 8] =
    ["dialog", "alertdialog", "search", "menu", "menubar", "toolbar", "tooltip", "tablist"];

/// Share of the page's letters, in percent, that must be left.
const LEAST_PERCENT: usize = 30;

/// Letters from which on a unit with few links is a paragraph.
const PROSE_LETTERS: usize = 60;

/// Where fewer letters would be left, the page has no article.
const ARTICLE_LETTERS: usize = 400;

/// Units before and behind that say whether one stands among content.
const NEAR: usize = 4;

/// Pages of more units are lists of something, and weighing them would take long.
const UNITS: usize = 50_000;

/// For each node whether it is shown; what is in a node that is not is meant with it.
pub(super) fn shown(page: &Page) -> Vec<bool> {
    let audible = all_shown(page);
    article(page, &audible).unwrap_or_else(|| without_chrome(page, audible))
}

/// The units that are held to be content; `None` where the page is no article.
fn article(page: &Page, audible: &[bool]) -> Option<Vec<bool>> {
    let units = units::cut(page, audible);
    if units.len() > UNITS {
        return None;
    }
    let mut kept = verdict::kept(page, audible, &units);
    let left = units.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(unit, _)| unit.letters);
    if left.sum::<usize>() < ARTICLE_LETTERS {
        return None;
    }
    let holders = holders(page, &units, &kept);
    let title = meta::title(page).unwrap_or_default();
    let heading = heading_of_page(page, audible, &title).map_or(0..0, |id| page.subtree(id));
    for at in (0..units.len()).rev() {
        let is_named = units.get(at).is_some_and(|unit| heading.contains(&unit.nodes.start));
        if is_named || leads(page, &units, &kept, at) {
            kept.get_mut(at).into_iter().for_each(|kept| *kept = true);
        }
    }
    appendix::keep(page, &units, &mut kept);
    let mut shown = audible.to_vec();
    for (at, unit) in units.iter().enumerate() {
        let is_part = || is_enclosed(&kept, at) || is_beside(page, unit, &holders);
        let is_kept = kept.get(at) == Some(&true) || (is_matter(page, unit) && is_part());
        if !is_kept {
            shown.get_mut(unit.nodes.clone()).unwrap_or_default().fill(false);
        }
    }
    Some(shown)
}

/// What is seen of the units of a page.
#[cfg(feature = "training")]
pub(super) fn table(page: &Page) -> String {
    let audible = all_shown(page);
    verdict::table(page, &audible, &units::cut(page, &audible))
}

/// Whether it is the heading of a part that has content: it goes with what stands below it.
fn leads(page: &Page, units: &[Unit], kept: &[bool], at: usize) -> bool {
    let Some(heading) = units.get(at).and_then(|unit| heading_around(page, unit.element)) else {
        return false;
    };
    // a heading may have an element of its own around it
    let Some(part) = page.around(heading).take(2).last().map(|id| page.subtree(id)) else {
        return false;
    };
    let below = units.iter().zip(kept).skip(at + 1).take(NEAR);
    below
        .take_while(|(unit, _)| part.contains(&unit.nodes.start))
        .take_while(|(unit, _)| heading_around(page, unit.element).is_none())
        .any(|(_, kept)| *kept)
}

/// The heading that an element is, or is in.
fn heading_around(page: &Page, element: Id) -> Option<Id> {
    let mut around = std::iter::once(element).chain(page.around(element).take(2));
    around.find(|id| is_heading(page.tag(*id)))
}

/// The elements that directly hold paragraphs of the content.
fn holders(page: &Page, units: &[Unit], kept: &[bool]) -> HashSet<Id> {
    let paragraphs = units.iter().zip(kept).filter(|(unit, kept)| **kept && is_prose(unit));
    paragraphs.map(|(unit, _)| page.parent(unit.element)).collect()
}

/// Whether it stands beside paragraphs of the content: an article's info box, which is often far from
/// the first of them. A table may have an element of its own around it.
fn is_beside(page: &Page, unit: &Unit, holders: &HashSet<Id>) -> bool {
    let reach = if page.tag(unit.element) == "table" { 2 } else { 1 };
    page.around(unit.element).take(reach).any(|around| holders.contains(&around))
}

fn is_prose(unit: &Unit) -> bool {
    unit.letters >= PROSE_LETTERS && unit.linked * 10 < unit.letters * 3
}

/// The heading that says again what the page is called.
fn heading_of_page(page: &Page, audible: &[bool], title: &str) -> Option<Id> {
    let is_first = |id: &Id| page.tag(*id) == "h1" && audible.get(*id) == Some(&true);
    let heading = (1..page.len()).find(is_first)?;
    let words = page.words(heading).to_lowercase();
    (!words.is_empty() && title.to_lowercase().contains(&words)).then_some(heading)
}

/// Whether content stands close before and close behind.
fn is_enclosed(kept: &[bool], at: usize) -> bool {
    let holds = |near: Option<&[bool]>| near.is_some_and(|near| near.contains(&true));
    let end = (at + 1 + NEAR).min(kept.len());
    holds(kept.get(at.saturating_sub(NEAR)..at)) && holds(kept.get(at + 1..end))
}

/// A table, list, caption or the like that is no menu: within an article it is part of it, though it
/// does not read like prose. Tables may link most of what they name.
fn is_matter(page: &Page, unit: &Unit) -> bool {
    let most_linked_percent = match page.tag(unit.element) {
        "table" => 80,
        "td" | "th" | "ul" | "ol" | "li" | "dl" | "dt" | "dd" | "pre" | "figcaption"
        | "caption" => 33,
        _ => return false,
    };
    unit.linked * 100 < unit.letters * most_linked_percent
}

/// The page without what says that it is the site's.
fn without_chrome(page: &Page, audible: Vec<bool>) -> Vec<bool> {
    let counts = Counts::of(page, &audible);
    let content = sift(page, &audible, |page, id| is_chrome(page, id, &counts));
    let left = Counts::of(page, &content).letters(0);
    if left * 100 >= counts.letters(0) * LEAST_PERCENT { content } else { audible }
}

/// For a page that is all content: a chapter of a book, a message.
pub(crate) fn all_shown(page: &Page) -> Vec<bool> {
    sift(page, &vec![true; page.len()], is_mute)
}

fn sift(page: &Page, before: &[bool], drops: impl Fn(&Page, Id) -> bool) -> Vec<bool> {
    let mut shown = before.to_vec();
    let mut id = 0;
    while id < page.len() {
        let is_dropped = !before.get(id).is_some_and(|kept| *kept) || drops(page, id);
        if is_dropped {
            let subtree = page.subtree(id);
            id = subtree.end.max(id + 1);
            shown.get_mut(subtree).unwrap_or_default().fill(false);
        } else {
            id += 1;
        }
    }
    shown
}

/// Whether nobody would read it, wherever it stands.
fn is_mute(page: &Page, id: Id) -> bool {
    let tag = page.tag(id);
    if tag.is_empty() {
        return false;
    }
    let hidden = page.attribute(id, "hidden").is_some_and(|value| value != "until-found");
    let style = page.attribute(id, "style").unwrap_or_default();
    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
    let unseen = style.contains("display:none") || style.contains("visibility:hidden");
    let in_heading = || page.around(id).any(|above| is_heading(page.tag(above)));
    let button = tag == "button" && !in_heading();
    let decoration = page.attribute(id, "aria-hidden") == Some("true") && tag != "math";
    let mark = page.class(id, |word| List::of("classes of marks").has(word)) && is_small(page, id);
    MUTE.split_ascii_whitespace().any(|mute| mute == tag)
        || hidden
        || (unseen && tag != "body")
        || button
        || (decoration && is_small(page, id))
        || mark
        || OVERLAYS.iter().any(|role| page.attribute(id, "role") == Some(role))
}

fn is_small(page: &Page, id: Id) -> bool {
    let mut lengths = page.subtree(id).map(|id| page.text(id).trim().len());
    let mut left = 200usize;
    lengths.all(|length| {
        left = left.saturating_sub(length);
        left > 0
    })
}

/// Whether it is of the site and not of the page.
fn is_chrome(page: &Page, id: Id, counts: &Counts) -> bool {
    let tag = page.tag(id);
    if tag.is_empty() || matches!(tag, "html" | "body" | "main" | "article") {
        return false;
    }
    let role = page.attribute(id, "role").unwrap_or_default();
    let named = || {
        let of_site = List::of("classes of the site");
        page.class(id, |word| of_site.has(&word.to_ascii_lowercase()))
            || page.attribute(id, "id").is_some_and(|name| of_site.has(name))
    };
    if tag == "nav" {
        return !leads_into_the_page(page, id);
    }
    if asks_for_consent(page, id) && counts.letters(id) * 5 < counts.letters(0) {
        return true;
    }
    if counts.in_content.get(id) == Some(&true) || counts.letters(id) * 2 > counts.letters(0) {
        return false;
    }
    let links = counts.linked_percent(id);
    match tag {
        "footer" => true,
        "header" => !has_heading(page, id),
        "aside" => links > 40 || counts.has_main,
        _ => match role {
            "navigation" => links > 60 && !leads_into_the_page(page, id),
            "banner" => !has_heading(page, id),
            "contentinfo" => true,
            "complementary" => links > 40 || counts.has_main,
            _ => links > 60 && (named() || is_menu_beside_main(page, id, counts)),
        },
    }
}

/// A list of links that stands beside the part which says that it is the main one.
fn is_menu_beside_main(page: &Page, id: Id, counts: &Counts) -> bool {
    counts.has_main
        && matches!(page.tag(id), "ul" | "ol" | "div" | "section")
        && counts.linked_percent(id) > 90
        && !leads_into_the_page(page, id)
}

/// Most of its links stay on the page: its own table of contents.
fn leads_into_the_page(page: &Page, id: Id) -> bool {
    let links: Vec<&str> = page.inside(id).filter_map(|id| page.attribute(id, "href")).collect();
    let own = links.iter().filter(|target| target.starts_with('#') && target.len() > 1).count();
    own * 2 > links.len()
}

fn has_heading(page: &Page, id: Id) -> bool {
    page.inside(id).any(|id| is_heading(page.tag(id)))
}

/// Letters and digits in each node, and those of them that are in links.
struct Counts {
    letters: Vec<usize>,
    linked: Vec<usize>,
    /// Whether it is in an article, or in what says that it is the main part.
    in_content: Vec<bool>,
    has_main: bool,
}

impl Counts {
    fn of(page: &Page, shown: &[bool]) -> Self {
        let zeros = || vec![0; page.len()];
        let in_content = vec![false; page.len()];
        let mut counts = Self { letters: zeros(), linked: zeros(), in_content, has_main: false };
        let is_shown = |id: Id| shown.get(id).is_some_and(|shown| *shown);
        // descendants come after their element: from the end, each is complete when it is added up
        for id in (0..page.len()).rev().filter(|id| is_shown(*id)) {
            let own = page.letter_count(id);
            let of_children = |of: &[usize]| -> usize {
                page.children(id).filter_map(|child| of.get(child)).sum()
            };
            let letters = own + of_children(&counts.letters);
            let linked = match page.tag(id) {
                "a" => letters,
                _ => of_children(&counts.linked),
            };
            set(&mut counts.letters, id, letters);
            set(&mut counts.linked, id, linked);
        }
        for id in (0..page.len()).filter(|id| is_shown(*id)) {
            let is_main = page.tag(id) == "main" || page.plays(id, "main");
            counts.has_main |= is_main;
            if is_main || page.tag(id) == "article" {
                counts.in_content.get_mut(page.inside(id)).unwrap_or_default().fill(true);
            }
        }
        counts
    }

    fn letters(&self, id: Id) -> usize {
        self.letters.get(id).copied().unwrap_or(0)
    }

    fn linked_percent(&self, id: Id) -> usize {
        let linked = self.linked.get(id).copied().unwrap_or(0);
        linked * 100 / self.letters(id).max(1)
    }
}

fn set(counts: &mut [usize], id: Id, value: usize) {
    if let Some(count) = counts.get_mut(id) {
        *count = value;
    }
}

//! What is seen of each unit of a page: its letters, the elements around it and what these are
//! called, the units beside it, and how it lies to where most of the page's prose is. Nothing is
//! judged here. Time is linear in the page.

use super::names::{self, GROUPS};
use crate::html::page::{Id, Page};
use crate::html::units::{self, Unit};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Elements whose nearness above a unit is told.
const AROUND: usize = 10;

/// What is seen of a unit, by name.
#[cfg(any(test, feature = "training"))]
pub(super) const NAMES: [&str; COUNT] = [
    "letters",
    "linked",
    "words",
    "word_length",
    "short_words",
    "commas",
    "stops",
    "ends",
    "begins_large",
    "capitals",
    "digits",
    "bars",
    "colon",
    "links",
    "again",
    "p",
    "heading",
    "list",
    "table",
    "cell",
    "div",
    "inline",
    "pre",
    "quote",
    "caption",
    "nav",
    "footer",
    "header",
    "aside",
    "article",
    "main",
    "form",
    "in_table",
    "in_list",
    "figure",
    "name_comment",
    "name_side",
    "name_related",
    "name_site",
    "name_legal",
    "name_share",
    "name_advert",
    "name_meta",
    "name_text",
    "depth",
    "kin",
    "kin_letters",
    "kin_linked",
    "kin_prose",
    "up1_letters",
    "up1_linked",
    "up1_prose",
    "up1_units",
    "up2_letters",
    "up2_linked",
    "up2_prose",
    "up2_units",
    "up3_letters",
    "up3_linked",
    "up3_prose",
    "up3_units",
    "before1_letters",
    "before1_linked",
    "before1_prose",
    "before2_letters",
    "before2_linked",
    "before2_prose",
    "after1_letters",
    "after1_linked",
    "after1_prose",
    "after2_letters",
    "after2_linked",
    "after2_prose",
    "prose_since",
    "prose_until",
    "heading_since",
    "heading_level",
    "title_since",
    "place",
    "prose_before",
    "to_best",
    "from_best",
    "hub",
    "hub_place",
    "page_units",
    "page_prose",
    "page_linked",
    "page_article",
    "consent",
];
pub(super) const COUNT: usize = 89;

/// Units are counted so far.
const FAR: usize = 30;
/// Steps up and down the tree likewise.
const STEPS: usize = 12;
/// Letters of a unit from which on it can be prose.
const PROSE: usize = 60;
/// Share of the prose, in percent, that is in the hub.
const HUB_PERCENT: usize = 70;

/// A page's units as they are seen.
pub(super) struct Sight<'a> {
    pub(super) page: &'a Page,
    pub(super) units: &'a [Unit],
    pub(super) rows: Vec<[f32; COUNT]>,
    /// Which units are built alike.
    pub(super) kin: Vec<u64>,
    pub(super) is_heading: Vec<bool>,
}

/// Letters of a unit, told apart.
#[derive(Default)]
struct Letters {
    words: usize,
    letters: usize,
    short: usize,
    commas: usize,
    stops: usize,
    capitals: usize,
    digits: usize,
    bars: usize,
    ends: f32,
    begins_large: bool,
    colon: bool,
    hash: u64,
}

/// What is in a node.
#[derive(Clone, Copy, Default)]
struct Sum {
    letters: usize,
    linked: usize,
    prose: usize,
    units: usize,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.letters += other.letters;
        self.linked += other.linked;
        self.prose += other.prose;
        self.units += other.units;
    }

    fn linked(&self) -> f32 {
        share(self.linked, self.letters)
    }

    fn prose(&self) -> f32 {
        share(self.prose, self.letters)
    }
}

fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

fn log(count: usize) -> f32 {
    (count as f32).ln_1p()
}

fn get<T: Copy + Default>(list: &[T], at: usize) -> T {
    list.get(at).copied().unwrap_or_default()
}

impl Letters {
    fn of(text: &str) -> Self {
        let mut seen = Self::default();
        let mut hasher = DefaultHasher::new();
        let mut last = ' ';
        for word in text.split_whitespace() {
            seen.words += 1;
            let mut length = 0;
            for letter in word.chars() {
                if letter.is_alphanumeric() {
                    length += 1;
                    seen.capitals += usize::from(letter.is_uppercase());
                    seen.digits += usize::from(letter.is_numeric());
                } else {
                    seen.commas += usize::from(matches!(letter, ',' | ';' | '，' | '、' | '،'));
                    seen.stops += usize::from(is_stop(letter));
                    seen.bars +=
                        usize::from(matches!(letter, '|' | '»' | '›' | '©' | '•' | '·' | '/'));
                }
                last = letter;
            }
            if seen.words == 1 {
                seen.begins_large = word.chars().next().is_some_and(char::is_uppercase);
            }
            seen.short += usize::from(length <= 3);
            seen.letters += length;
            word.hash(&mut hasher);
        }
        seen.ends = if is_stop(last) { 1.0 } else { 0.0 };
        if matches!(last, '"' | '”' | '»' | ')' | '’') {
            seen.ends = 0.5;
        }
        seen.colon = last == ':';
        seen.hash = hasher.finish();
        seen
    }
}

fn is_stop(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '۔' | '।')
}

fn is_prose(unit: &Unit, seen: &Letters) -> bool {
    unit.letters >= PROSE && unit.linked * 10 < unit.letters * 3 && seen.stops + seen.commas > 0
}

/// How far above each node the nearest element of a kind is.
struct Distances {
    around: Vec<[u8; AROUND]>,
    names: Vec<[u8; GROUPS]>,
    /// Whether it is in what asks for consent.
    consent: Vec<bool>,
}

const NONE: u8 = STEPS as u8;

impl Distances {
    fn of(page: &Page) -> Self {
        let mut all = Self {
            around: Vec::with_capacity(page.len()),
            names: Vec::with_capacity(page.len()),
            consent: Vec::with_capacity(page.len()),
        };
        all.around.push([NONE; AROUND]);
        all.names.push([NONE; GROUPS]);
        all.consent.push(false);
        for id in 1..page.len() {
            let parent = page.parent(id);
            let further = |above: u8| (above + 1).min(NONE);
            let mut around = all.around.get(parent).copied().unwrap_or([NONE; AROUND]);
            let mut named = all.names.get(parent).copied().unwrap_or([NONE; GROUPS]);
            let consent = get(&all.consent, parent);
            let tag = page.tag(id);
            if !tag.is_empty() {
                around = around.map(further);
                named = named.map(further);
                if let Some(at) = kind(page, id).and_then(|kind| around.get_mut(kind)) {
                    *at = 0;
                }
                if !matches!(tag, "html" | "body") {
                    for (distance, found) in named.iter_mut().zip(names::of(page, id)) {
                        if found {
                            *distance = 0;
                        }
                    }
                }
            }
            all.around.push(around);
            all.names.push(named);
            all.consent.push(consent || crate::html::consent::asks_for_consent(page, id));
        }
        all
    }
}

fn kind(page: &Page, id: Id) -> Option<usize> {
    let by_tag = match page.tag(id) {
        "nav" => Some(0),
        "footer" => Some(1),
        "header" => Some(2),
        "aside" => Some(3),
        "article" => Some(4),
        "main" => Some(5),
        "form" | "fieldset" => Some(6),
        "table" => Some(7),
        "ul" | "ol" | "dl" | "menu" => Some(8),
        "figure" => Some(9),
        _ => None,
    };
    by_tag.or_else(|| match page.attribute(id, "role")? {
        "navigation" => Some(0),
        "contentinfo" => Some(1),
        "banner" => Some(2),
        "complementary" => Some(3),
        "article" => Some(4),
        "main" => Some(5),
        _ => None,
    })
}

impl<'a> Sight<'a> {
    pub(super) fn of(page: &'a Page, audible: &[bool], units: &'a [Unit]) -> Self {
        let letters: Vec<Letters> =
            units.iter().map(|unit| Letters::of(&unit.text(page, audible))).collect();
        let prose: Vec<bool> =
            units.iter().zip(&letters).map(|(unit, seen)| is_prose(unit, seen)).collect();
        let sums = sums(page, units, &prose);
        let distances = Distances::of(page);
        let kin: Vec<u64> = units.iter().map(|unit| signature(page, unit.element)).collect();
        let is_heading = units.iter().map(|unit| level(page, unit.element) > 0).collect();
        let mut sight = Self { page, units, rows: Vec::new(), kin, is_heading };
        sight.rows = sight.seen(&letters, &prose, &sums, &distances);
        sight
    }

    fn seen(
        &self,
        letters: &[Letters],
        prose: &[bool],
        sums: &[Sum],
        distances: &Distances,
    ) -> Vec<[f32; COUNT]> {
        let (page, units) = (self.page, self.units);
        let mut kin: HashMap<u64, Sum> = HashMap::new();
        let mut again: HashMap<u64, usize> = HashMap::new();
        for ((unit, seen), (own, prose)) in
            units.iter().zip(letters).zip(self.kin.iter().zip(prose))
        {
            kin.entry(*own).or_default().add(sum(unit, *prose));
            *again.entry(seen.hash).or_default() += 1;
        }
        let whole = get(sums, 0);
        let best = best(page, units, letters, prose, sums);
        let hub = hub(page, sums);
        let has_article = (1..page.len()).any(|id| page.tag(id) == "article");
        let since = |flags: &mut dyn Iterator<Item = bool>| since(flags, FAR);
        let prose_since = since(&mut prose.iter().copied());
        let mut until = since(&mut prose.iter().rev().copied());
        until.reverse();
        let heading_since = since(&mut self.is_heading.iter().copied());
        let mut titles = units.iter().map(|unit| level(page, unit.element) == 1);
        let title_since = since(&mut titles);
        let beside = |at: Option<usize>, row: &mut Row| {
            let unit = at.and_then(|at| units.get(at).zip(prose.get(at)));
            row.number(unit.map_or(-1.0, |(unit, _)| log(unit.letters)));
            row.number(unit.map_or(-1.0, |(unit, _)| share(unit.linked, unit.letters)));
            row.flag(unit.is_some_and(|(_, prose)| *prose));
        };
        let (mut before, mut heading) = (0, 0);
        let mut rows = Vec::with_capacity(units.len());
        for (at, (unit, seen)) in units.iter().zip(letters).enumerate() {
            let element = unit.element;
            let tag = page.tag(element);
            let own_level = level(page, element);
            let mut row = Row::default();
            row.number(log(unit.letters));
            row.number(share(unit.linked, unit.letters));
            row.number(log(seen.words));
            row.number(share(seen.letters, seen.words).min(20.0));
            row.number(share(seen.short, seen.words));
            row.number(share(seen.commas, seen.letters) * 100.0);
            row.number(share(seen.stops, seen.letters) * 100.0);
            row.number(seen.ends);
            row.flag(seen.begins_large);
            row.number(share(seen.capitals, seen.letters));
            row.number(share(seen.digits, seen.letters));
            row.number(share(seen.bars, seen.letters) * 100.0);
            row.flag(seen.colon);
            row.number(log(unit.links));
            row.number(log(again.get(&seen.hash).copied().unwrap_or(1)));
            row.flag(tag == "p" || page.around(element).take(1).any(|up| page.tag(up) == "p"));
            row.number(own_level as f32);
            row.flag(matches!(tag, "ul" | "ol" | "li" | "menu" | "dir" | "dl" | "dt" | "dd"));
            row.flag(tag == "table");
            row.flag(matches!(tag, "td" | "th"));
            row.flag(matches!(tag, "div" | "section" | "body"));
            row.flag(matches!(tag, "span" | "a" | "b" | "strong" | "em" | "i" | "label" | "time"));
            row.flag(matches!(tag, "pre" | "code"));
            row.flag(page.around(element).take(2).any(|up| page.tag(up) == "blockquote"));
            row.flag(matches!(tag, "figcaption" | "caption"));
            let around = distances.around.get(element).copied().unwrap_or([NONE; AROUND]);
            around.iter().for_each(|distance| row.number(f32::from(*distance)));
            let named = distances.names.get(element).copied().unwrap_or([NONE; GROUPS]);
            named.iter().for_each(|distance| row.number(f32::from(*distance)));
            row.number(page.depth(element).min(40) as f32);
            let alike = self.kin.get(at).and_then(|kin_of| kin.get(kin_of));
            let alike = alike.copied().unwrap_or_default();
            row.number(log(alike.units));
            row.number(log(alike.letters / alike.units.max(1)));
            row.number(alike.linked());
            row.number(alike.prose());
            let mut up = element;
            for _ in 0..3 {
                up = page.parent(up);
                let sum = get(sums, up);
                row.number(log(sum.letters));
                row.number(sum.linked());
                row.number(sum.prose());
                row.number(log(sum.units));
            }
            for step in [1, 2] {
                beside(at.checked_sub(step), &mut row);
            }
            for step in [1, 2] {
                beside(Some(at + step), &mut row);
            }
            row.number(get(&prose_since, at) as f32);
            row.number(get(&until, at) as f32);
            row.number(get(&heading_since, at) as f32);
            row.number(heading as f32);
            row.number(get(&title_since, at) as f32);
            if own_level > 0 {
                heading = own_level;
            }
            row.number(share(at, units.len()));
            row.number(share(before, whole.prose));
            before += if get(prose, at) { unit.letters } else { 0 };
            let (to, from) = way(page, element, best);
            row.number(to as f32);
            row.number(from as f32);
            let place = match page.subtree(hub) {
                hub if unit.nodes.start < hub.start => -1.0,
                hub if unit.nodes.start < hub.end => 0.0,
                _ => 1.0,
            };
            row.flag(place == 0.0);
            row.number(place);
            row.number(log(units.len()));
            row.number(log(whole.prose));
            row.number(whole.linked());
            row.flag(has_article);
            row.flag(get(&distances.consent, element));
            rows.push(row.values);
        }
        rows
    }
}

/// A row in the making, value by value.
struct Row {
    values: [f32; COUNT],
    at: usize,
}

impl Default for Row {
    fn default() -> Self {
        Self { values: [0.0; COUNT], at: 0 }
    }
}

impl Row {
    fn number(&mut self, value: f32) {
        self.values.get_mut(self.at).into_iter().for_each(|place| *place = value);
        self.at += 1;
    }

    fn flag(&mut self, value: bool) {
        self.number(f32::from(u8::from(value)));
    }
}

fn sum(unit: &Unit, prose: bool) -> Sum {
    let prose = if prose { unit.letters } else { 0 };
    Sum { letters: unit.letters, linked: unit.linked, prose, units: 1 }
}

/// What is in each node.
fn sums(page: &Page, units: &[Unit], prose: &[bool]) -> Vec<Sum> {
    let mut sums = vec![Sum::default(); page.len()];
    for (unit, prose) in units.iter().zip(prose) {
        sums.get_mut(unit.element).into_iter().for_each(|all| all.add(sum(unit, *prose)));
    }
    // what is in a node comes after it: from the end, each is complete when it is added up
    for id in (1..page.len()).rev() {
        let own = get(&sums, id);
        if own.units > 0 {
            sums.get_mut(page.parent(id)).into_iter().for_each(|all| all.add(own));
        }
    }
    sums
}

/// The level of the heading that an element is, or is directly in; 0 for none.
fn level(page: &Page, element: Id) -> usize {
    units::heading(page, element).map_or(0, |(_, level)| level)
}

/// How an element is built: its own name and class, and those of what it is in.
fn signature(page: &Page, element: Id) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut id = element;
    for _ in 0..3 {
        page.tag(id).hash(&mut hasher);
        let class = page.attribute(id, "class").unwrap_or_default();
        class.split_ascii_whitespace().next().hash(&mut hasher);
        id = page.parent(id);
    }
    hasher.finish()
}

/// The element that holds the most prose closely, as Readability finds it: a paragraph speaks for what
/// it is in, and half as loud for what that is in; links speak against it.
fn best(page: &Page, units: &[Unit], letters: &[Letters], prose: &[bool], sums: &[Sum]) -> Id {
    let mut scores: HashMap<Id, f32> = HashMap::new();
    for ((unit, seen), _) in units.iter().zip(letters).zip(prose).filter(|(_, prose)| **prose) {
        let points = 1.0 + seen.commas.min(10) as f32 + (unit.letters as f32 / 100.0).min(3.0);
        let around = page.around(unit.element).take(3);
        for (id, part) in std::iter::once(unit.element).chain(around).zip([0.3, 1.0, 0.5, 0.3]) {
            *scores.entry(id).or_default() += points * part;
        }
    }
    let weighed =
        scores.into_iter().map(|(id, score)| (score * (1.0 - get(sums, id).linked()), id));
    let better =
        |one: (f32, Id), two: (f32, Id)| if (two.0, one.1) > (one.0, two.1) { two } else { one };
    weighed.reduce(better).map_or(0, |(_, id)| id)
}

/// The deepest element that holds most of the page's prose.
fn hub(page: &Page, sums: &[Sum]) -> Id {
    let whole = get(sums, 0).prose;
    let mut hub = 0;
    let holds = |id: &Id| get(sums, *id).prose * 100 > whole * HUB_PERCENT;
    while let Some(next) = page.children(hub).find(holds) {
        hub = next;
    }
    hub
}

/// Steps up from an element to what also holds the best one, and down from there.
fn way(page: &Page, element: Id, best: Id) -> (usize, usize) {
    let mut both = element;
    let mut to = 0;
    while to < STEPS && !page.subtree(both).contains(&best) {
        both = page.parent(both);
        to += 1;
    }
    let from = page.depth(best).saturating_sub(page.depth(both)).min(STEPS);
    (to, from)
}

/// How many units ago, at most `far`, the last was that the flags name, before each.
pub(super) fn since(flags: impl Iterator<Item = bool>, far: usize) -> Vec<usize> {
    let mut count = far;
    let step = |flag| {
        let before = count;
        count = if flag { 0 } else { (count + 1).min(far) };
        before
    };
    flags.map(step).collect()
}

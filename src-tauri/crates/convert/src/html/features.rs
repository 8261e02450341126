//! What can be counted about each unit of a page: its letters, links and marks, where it stands, what
//! contains it and what stands beside it. Only counts; `model` weighs them.

use super::page::{Id, Page};
use super::trim::is_heading;
use super::units::Unit;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Containers looked at around a unit: each holds more units than the one in it.
pub(super) const CONTAINERS: usize = 4;

/// Elements climbed to find them; pages nest deeper only to do harm.
const CLIMB: usize = 40;

/// Units before and behind that are looked at.
const NEIGHBOURS: [isize; 4] = [-2, -1, 1, 2];

/// Letters from which on a unit with few links is prose.
const PROSE_LETTERS: usize = 60;

/// What was counted of a page's units.
pub(super) struct Counted {
    /// A row a unit.
    pub(super) rows: Vec<Vec<f32>>,
    /// Around each unit, from near to far, the units that its containers hold.
    pub(super) containers: Vec<Vec<(usize, usize)>>,
}

/// What is known of one unit by itself.
struct Own {
    row: Vec<f32>,
    is_prose: bool,
    level: f32,
    ends: f32,
    link_share: f32,
    commas: usize,
}

/// Counts all there is to count; `title` is the page's.
pub(super) fn count(page: &Page, audible: &[bool], units: &[Unit], title: &str) -> Counted {
    let texts: Vec<String> = units.iter().map(|unit| unit.text(page, audible)).collect();
    let title = words(title);
    let owns: Vec<Own> =
        units.iter().zip(&texts).map(|(unit, text)| own(page, unit, text, &title)).collect();
    let repeats = repeats(&texts);
    let sums = Sums::of(page, units, &owns);
    let likeness = likeness(page, audible);
    let containers: Vec<Vec<(usize, usize)>> =
        units.iter().enumerate().map(|(at, unit)| containers(page, &sums, unit, at)).collect();
    let top = top(&containers, &sums, &owns);
    let mut rows = Vec::with_capacity(units.len());
    let mut headings = Headings::default();
    for (at, (unit, own)) in units.iter().zip(&owns).enumerate() {
        let mut row = own.row.clone();
        row.push(repeats.get(at).copied().unwrap_or(0.0));
        headings.pass(at, own.level);
        headings.count(at, &mut row);
        place(page, unit, at, &sums, &mut row);
        let around = containers.get(at).map(Vec::as_slice).unwrap_or_default();
        for level in 0..CONTAINERS {
            let range = around.get(level).or(around.last()).copied().unwrap_or((at, at + 1));
            sums.describe(range, &mut row);
        }
        let in_top = top.0 <= at && at < top.1;
        row.extend([f32::from(u8::from(in_top)), sums.share(top), sums.prose_share(top)]);
        row.push(if at < top.0 { -ln(top.0 - at) } else { ln(at.saturating_sub(top.1)) });
        alike(page, unit, &likeness, &sums, &mut row);
        for step in NEIGHBOURS {
            let near =
                at.checked_add_signed(step).and_then(|at| Some((units.get(at)?, owns.get(at)?)));
            match near {
                Some((unit, own)) => {
                    row.extend([ln(unit.letters), own.link_share, own.ends, own.level]);
                }
                None => row.extend([-1.0; 4]),
            }
        }
        rows.push(row);
    }
    Counted { rows, containers }
}

fn ln(count: usize) -> f32 {
    (count as f32).ln_1p()
}

fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

fn words(text: &str) -> Vec<String> {
    language::runs(text).map(|(_, word)| word.to_lowercase()).collect()
}

/// Heading's level, 0 for none.
fn level(page: &Page, unit: &Unit) -> f32 {
    let around = std::iter::once(unit.element).chain(page.around(unit.element).take(2));
    let heading = around.map(|id| page.tag(id)).find(|tag| is_heading(tag));
    let digit = heading.and_then(|tag| tag.get(1..)?.parse().ok());
    digit.unwrap_or(0u8).into()
}

fn own(page: &Page, unit: &Unit, text: &str, title: &[String]) -> Own {
    let link_share = share(unit.linked, unit.letters);
    let level = level(page, unit);
    let parts: Vec<&str> = text.split_whitespace().collect();
    let of = |wanted: fn(char) -> bool| text.chars().filter(|c| wanted(*c)).count();
    let is_end = |c: char| matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।');
    let closes =
        |word: &str| word.trim_end_matches(['"', '\'', ')', '”', '’', '»', '“']).ends_with(is_end);
    let sentences =
        parts.iter().filter(|word| closes(word)).count() + of(|c| matches!(c, '。' | '！' | '？'));
    let commas = of(|c| matches!(c, ',' | '，' | '、' | '،' | ';'));
    let capitals = parts.iter().filter(|word| word.starts_with(char::is_uppercase)).count();
    let ends = match parts.last() {
        Some(last) if closes(last) => 2.0,
        Some(last) if last.ends_with(':') => 1.0,
        _ => 0.0,
    };
    let tag = page.tag(unit.element);
    let is = |tags: &[&str]| f32::from(u8::from(tags.contains(&tag)));
    let own_words = words(text);
    let letters = of(char::is_alphanumeric);
    let in_title = own_words.iter().take(60).filter(|word| title.contains(word)).count();
    let tags =
        |wanted: &[&str]| unit.nodes.clone().filter(|id| wanted.contains(&page.tag(*id))).count();
    let row = vec![
        ln(unit.letters),
        link_share,
        ln(parts.len()),
        ln(sentences),
        share(commas * 100, letters),
        share(of(|c| c.is_ascii_digit()), letters),
        share(capitals, parts.len()),
        ends,
        share(letters, parts.len()),
        ln(unit.links),
        level,
        share(of(|c| matches!(c, '|' | '›' | '»' | '·' | '•' | '/' | '>' | '→')) * 100, letters),
        share(of(|c| matches!(c, '©' | '@' | '®' | '#')) * 100, letters),
        share(of(|c| c == ':'), parts.len()),
        share(in_title, own_words.len().min(60)),
        share(in_title, title.len()),
        is(&["p"]),
        is(&["ul", "ol", "li", "menu"]),
        is(&["table", "td", "th"]),
        is(&["pre"]),
        is(&["figcaption", "caption"]),
        is(&["dl", "dt", "dd"]),
        is(&["div", "section", "body", "article", "main"]),
        ln(tags(&["img"])),
        ln(tags(&["li", "td", "dt"])),
        ln(tags(&["em", "strong", "b", "i", "code", "cite"])),
        ln(tags(&["time"])),
        ln(tags(&["br"])),
    ];
    let is_prose =
        unit.letters >= PROSE_LETTERS && link_share < 0.4 && (sentences > 0 || commas > 0);
    Own { row, is_prose, level, ends, link_share, commas }
}

/// How often each text stands on the page.
fn repeats(texts: &[String]) -> Vec<f32> {
    let key = |text: &String| {
        let mut hasher = DefaultHasher::new();
        text.split_whitespace().for_each(|word| word.hash(&mut hasher));
        hasher.finish()
    };
    let keys: Vec<u64> = texts.iter().map(key).collect();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    keys.iter().for_each(|key| *counts.entry(*key).or_default() += 1);
    keys.iter().map(|key| ln(counts.get(key).copied().unwrap_or(1) - 1)).collect()
}

/// The headings that a unit stands below.
#[derive(Default)]
struct Headings {
    first: Option<usize>,
    last: Option<(usize, f32)>,
}

impl Headings {
    fn pass(&mut self, at: usize, level: f32) {
        if level == 1.0 {
            self.first.get_or_insert(at);
        }
    }

    fn count(&mut self, at: usize, row: &mut Vec<f32>) {
        row.push(self.first.map_or(-1.0, |first| ln(at - first)));
        row.push(self.last.map_or(-1.0, |(last, _)| ln(at - last)));
        row.push(self.last.map_or(0.0, |(_, level)| level));
        if let Some(level) = row.get(10).copied().filter(|level| *level > 0.0) {
            self.last = Some((at, level));
        }
    }
}

/// Where the unit stands, and on what kind of page.
fn place(page: &Page, unit: &Unit, at: usize, sums: &Sums, row: &mut Vec<f32>) {
    let all = (0, sums.units());
    row.push(sums.letters((0, at)) as f32 / sums.letters(all).max(1) as f32);
    row.push(share(at, sums.units()));
    row.push(ln(page.depth(unit.element)));
    sums.describe(all, row);
}

/// The ranges of units in the elements around a unit, each larger than the one before.
fn containers(page: &Page, sums: &Sums, unit: &Unit, at: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut last = (at, at + 1);
    for id in std::iter::once(unit.element).chain(page.around(unit.element)).take(CLIMB) {
        let range = sums.range(page, id);
        if range.1 - range.0 > last.1 - last.0 {
            found.push(range);
            last = range;
        }
        if found.len() == CONTAINERS {
            break;
        }
    }
    found
}

/// The container with the most prose close to it: what is directly in it counts in full, what is one
/// or two containers further down counts less.
fn top(containers: &[Vec<(usize, usize)>], sums: &Sums, owns: &[Own]) -> (usize, usize) {
    let mut scores: HashMap<(usize, usize), f32> = HashMap::new();
    for (at, around) in containers.iter().enumerate() {
        let Some(own) = owns.get(at).filter(|own| own.is_prose) else { continue };
        let letters = sums.letters((at, at + 1)) as f32;
        let score = (1.0 + own.commas as f32).min(20.0) + (letters / 80.0).min(6.0);
        for (range, divisor) in around.iter().zip([1.0, 2.0, 6.0]) {
            *scores.entry(*range).or_default() += score / divisor;
        }
    }
    let of = |range: &(usize, usize), score: f32| score * (1.0 - sums.link_share(*range));
    let best = scores
        .iter()
        .max_by(|(a, x), (b, y)| of(a, **x).total_cmp(&of(b, **y)).then_with(|| b.cmp(a)));
    best.map_or((0, 0), |(range, _)| *range)
}

/// For each element how many siblings have its name and class.
fn likeness(page: &Page, audible: &[bool]) -> Vec<usize> {
    let is_audible = |id: &Id| audible.get(*id) == Some(&true) && !page.tag(*id).is_empty();
    let key = |id: Id| {
        let mut hasher = DefaultHasher::new();
        let class = page.attribute(id, "class").unwrap_or_default();
        let first = class.split_ascii_whitespace().next();
        (page.parent(id), page.tag(id), first).hash(&mut hasher);
        hasher.finish()
    };
    let mut keys = vec![0u64; page.len()];
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for id in (1..page.len()).filter(is_audible) {
        let key = key(id);
        *counts.entry(key).or_default() += 1;
        keys.get_mut(id).into_iter().for_each(|place| *place = key);
    }
    keys.iter().map(|key| counts.get(key).copied().unwrap_or(0)).collect()
}

/// The nearest element around the unit that is one of several of its kind: a comment, a teaser.
fn alike(page: &Page, unit: &Unit, likeness: &[usize], sums: &Sums, row: &mut Vec<f32>) {
    let holds = |id: &Id| {
        let many = likeness.get(*id).is_some_and(|count| *count > 2);
        let (start, end) = sums.range(page, *id);
        many && end - start > 1 && !matches!(page.tag(*id), "p" | "tr" | "td")
    };
    let mut around = std::iter::once(unit.element).chain(page.around(unit.element)).take(CLIMB);
    match around.find(holds) {
        Some(id) => {
            let range = sums.range(page, id);
            let within = sums.range(page, page.parent(id));
            row.push(ln(likeness.get(id).copied().unwrap_or(0)));
            row.extend([ln(sums.letters(range)), sums.share(within), sums.prose_share(within)]);
        }
        None => row.extend([0.0; 4]),
    }
}

/// Sums over runs of units, each by one subtraction.
struct Sums {
    letters: Vec<usize>,
    linked: Vec<usize>,
    prose: Vec<usize>,
    /// How many units begin before each node.
    before: Vec<usize>,
}

impl Sums {
    fn of(page: &Page, units: &[Unit], owns: &[Own]) -> Self {
        let running = |of: &dyn Fn(usize) -> usize| -> Vec<usize> {
            let mut sum = 0;
            let sums = (0..units.len()).map(|at| {
                sum += of(at);
                sum
            });
            std::iter::once(0).chain(sums).collect()
        };
        let letters = running(&|at| units.get(at).map_or(0, |unit| unit.letters));
        let linked = running(&|at| units.get(at).map_or(0, |unit| unit.linked));
        let prose = running(&|at| {
            let is_prose = owns.get(at).is_some_and(|own| own.is_prose);
            units.get(at).filter(|_| is_prose).map_or(0, |unit| unit.letters)
        });
        let mut before = Vec::with_capacity(page.len() + 1);
        let mut at = 0;
        for id in 0..=page.len() {
            while units.get(at).is_some_and(|unit| unit.nodes.start < id) {
                at += 1;
            }
            before.push(at);
        }
        Self { letters, linked, prose, before }
    }

    fn units(&self) -> usize {
        self.letters.len() - 1
    }

    /// The units in an element.
    fn range(&self, page: &Page, id: Id) -> (usize, usize) {
        let subtree = page.subtree(id);
        let at = |id: Id| self.before.get(id).copied().unwrap_or(0);
        (at(subtree.start), at(subtree.end))
    }

    fn sum(sums: &[usize], (start, end): (usize, usize)) -> usize {
        let at = |at: usize| sums.get(at).copied().unwrap_or(0);
        at(end).saturating_sub(at(start))
    }

    fn letters(&self, range: (usize, usize)) -> usize {
        Self::sum(&self.letters, range)
    }

    fn link_share(&self, range: (usize, usize)) -> f32 {
        share(Self::sum(&self.linked, range), self.letters(range))
    }

    /// Of the page's letters.
    fn share(&self, range: (usize, usize)) -> f32 {
        share(self.letters(range), self.letters((0, self.units())))
    }

    fn prose_share(&self, range: (usize, usize)) -> f32 {
        share(Self::sum(&self.prose, range), self.letters(range))
    }

    fn describe(&self, range: (usize, usize), row: &mut Vec<f32>) {
        let letters = self.letters(range);
        row.extend([ln(letters), self.link_share(range), self.prose_share(range)]);
        row.push(ln(range.1 - range.0));
        row.push(ln(Self::sum(&self.prose, range)));
    }
}

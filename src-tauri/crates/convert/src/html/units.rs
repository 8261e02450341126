//! A page cut into the units that are kept or left out as a whole: a run of text in one element, a
//! list, a table of data, a block of code. Each knows how many letters it has and how many of them
//! are in links. Nothing is judged here.

use super::page::{Id, Page};
use super::tags::{is_block, is_heading};
use std::ops::Range;

/// A table whose cells are longer on average lays out a page.
const CELL_LETTERS: usize = 200;

/// Bytes of a unit that are looked at letter by letter.
const TEXT_BYTES: usize = 20_000;

/// A part of the page that stands or goes as a whole.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Siblings, with all that is in them.
    pub(super) nodes: Range<Id>,
    /// The block that it is, or whose text it is.
    pub(super) element: Id,
    pub(super) letters: usize,
    /// Those in links.
    pub(super) linked: usize,
    /// How many links there are.
    pub(super) links: usize,
}

/// The units of what is `audible`, in order. Those without a letter are none.
pub(super) fn cut(page: &Page, audible: &[bool]) -> Vec<Unit> {
    let within = Within::of(page, audible);
    let is_audible = |id: Id| audible.get(id) == Some(&true);
    let mut units: Vec<Unit> = Vec::new();
    // the run of text that may go on
    let mut open: Option<Range<Id>> = None;
    let mut id = 1;
    while id < page.len() {
        let subtree = page.subtree(id);
        if !is_audible(id) {
            id = subtree.end.max(id + 1);
            continue;
        }
        let is_text = !is_block(page.tag(id)) && !within.has(&within.block, id);
        if is_text {
            let goes_on =
                open.as_ref().is_some_and(|run| page.parent(run.start) == page.parent(id));
            match open.as_mut().filter(|_| goes_on) {
                Some(run) => run.end = subtree.end,
                None => close(page, open.replace(subtree.clone()), &mut units),
            }
            id = subtree.end.max(id + 1);
        } else {
            close(page, open.take(), &mut units);
            if within.is_whole(page, id) {
                units.push(Unit::new(subtree.clone(), id));
                id = subtree.end.max(id + 1);
            } else {
                id += 1;
            }
        }
    }
    close(page, open.take(), &mut units);
    for unit in &mut units {
        unit.count(page, audible);
    }
    units.retain(|unit| unit.letters > 0);
    units
}

fn close(page: &Page, run: Option<Range<Id>>, units: &mut Vec<Unit>) {
    units.extend(run.map(|run| Unit::new(run.clone(), page.parent(run.start))));
}

impl Unit {
    fn new(nodes: Range<Id>, element: Id) -> Self {
        Self { nodes, element, letters: 0, linked: 0, links: 0 }
    }

    fn count(&mut self, page: &Page, audible: &[bool]) {
        // a link may also stand around the block
        let around = page.around(self.nodes.start).take(4).find(|id| page.tag(*id) == "a");
        let mut link_end = around.map_or(0, |_| self.nodes.end);
        for id in self.nodes.clone().filter(|id| audible.get(*id) == Some(&true)) {
            if page.tag(id) == "a" && id >= link_end && page.attribute(id, "href").is_some() {
                link_end = page.subtree(id).end;
                self.links += 1;
            }
            let letters = letters_of(page, id);
            self.letters += letters;
            if id < link_end {
                self.linked += letters;
            }
        }
    }

    /// Its words, with the white space between them as it stands, up to a length at which more would
    /// say no more of what kind it is.
    pub(super) fn text(&self, page: &Page, audible: &[bool]) -> String {
        let mut text = String::new();
        for id in self.nodes.clone().filter(|id| audible.get(*id) == Some(&true)) {
            if text.len() > TEXT_BYTES {
                break;
            }
            text.extend(words_of(page, id).chars().take(TEXT_BYTES));
            if is_block(page.tag(id)) || page.tag(id) == "br" {
                text.push(' ');
            }
        }
        text
    }
}

/// The heading that an element is, or is directly in, and its level.
pub(super) fn heading(page: &Page, element: Id) -> Option<(Id, usize)> {
    let mut around = std::iter::once(element).chain(page.around(element).take(2));
    let heading = around.find(|id| is_heading(page.tag(*id)))?;
    let digit = page.tag(heading).bytes().last()?;
    Some((heading, usize::from(digit.saturating_sub(b'0'))))
}

/// What a reader has of a node: its letters, or what stands for a picture.
fn words_of(page: &Page, id: Id) -> &str {
    match page.tag(id) {
        "" => page.text(id),
        "img" => page.attribute(id, "alt").unwrap_or_default(),
        _ => "",
    }
}

/// How many letters and digits that has.
fn letters_of(page: &Page, id: Id) -> usize {
    match page.tag(id) {
        "" => page.letter_count(id),
        _ => words_of(page, id).chars().filter(|c| c.is_alphanumeric()).count(),
    }
}

/// What stands somewhere in each node.
struct Within {
    block: Vec<bool>,
    /// A block that is not part of a list.
    foreign: Vec<bool>,
    table: Vec<bool>,
    heading: Vec<bool>,
    letters: Vec<usize>,
    cells: Vec<usize>,
}

impl Within {
    fn of(page: &Page, audible: &[bool]) -> Self {
        let flags = || vec![false; page.len()];
        let zeros = || vec![0; page.len()];
        let mut within = Self {
            block: flags(),
            foreign: flags(),
            table: flags(),
            heading: flags(),
            letters: zeros(),
            cells: zeros(),
        };
        // what is in a node comes after it: from the end, each is complete when it is added up
        for id in (1..page.len()).rev().filter(|id| audible.get(*id) == Some(&true)) {
            let (tag, parent) = (page.tag(id), page.parent(id));
            let block = is_block(tag);
            let raise = |flags: &mut Vec<bool>, own: bool| {
                if own || flags.get(id) == Some(&true) {
                    flags.get_mut(parent).into_iter().for_each(|flag| *flag = true);
                }
            };
            raise(&mut within.block, block);
            raise(&mut within.foreign, block && !is_of_list(tag));
            raise(&mut within.table, tag == "table");
            raise(&mut within.heading, is_heading(tag));
            let add = |counts: &mut Vec<usize>, own: usize| {
                let sum = own + counts.get(id).copied().unwrap_or(0);
                counts.get_mut(parent).into_iter().for_each(|count| *count += sum);
            };
            add(&mut within.letters, letters_of(page, id));
            add(&mut within.cells, usize::from(matches!(tag, "td" | "th")));
        }
        within
    }

    fn has(&self, flags: &[bool], id: Id) -> bool {
        flags.get(id) == Some(&true)
    }

    /// Whether a block is kept or left out as one.
    fn is_whole(&self, page: &Page, id: Id) -> bool {
        match page.tag(id) {
            "pre" | "listing" | "xmp" | "plaintext" => true,
            tag if is_of_list(tag) => {
                !matches!(tag, "li" | "dt" | "dd") && !self.has(&self.foreign, id)
            }
            "table" => {
                let count = |counts: &[usize]| counts.get(id).copied().unwrap_or(0);
                let cells = count(&self.cells);
                cells > 1
                    && !self.has(&self.table, id)
                    && !self.has(&self.heading, id)
                    && count(&self.letters) <= cells * CELL_LETTERS
            }
            _ => false,
        }
    }
}

fn is_of_list(tag: &str) -> bool {
    matches!(tag, "ul" | "ol" | "dir" | "menu" | "li" | "dl" | "dt" | "dd")
}

//! A book's table of contents, and what it says of the levels of headings: a heading that it lists
//! stands at its depth there, those below move along with it, and a chapter whose title stands only
//! in the table gets it as its heading.

use super::book::Book;
use super::opf::Opf;
use super::parts::{resolve, xml};
use crate::Result;
use crate::html::Reading;
use crate::html::page::{Id, Page};
use crate::office::Package;
use std::collections::HashMap;

/// Most entries that are looked at.
const ENTRIES: usize = 20_000;

/// Letters that may stand between the place an entry names and its heading: a number, a motto.
const LEAD_CHARS: usize = 200;

/// One line of the table.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    path: String,
    fragment: String,
    title: String,
    /// From 1.
    depth: u8,
}

/// The table's lines, in order.
pub(super) fn entries(package: &mut Package, opf: &Opf) -> Result<Vec<Entry>> {
    for path in [&opf.nav, &opf.ncx].into_iter().flatten() {
        let Some(page) = xml(package, path)? else { continue };
        let found =
            if Some(path) == opf.nav.as_ref() { of_nav(&page, path) } else { of_ncx(&page, path) };
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// EPUB 3: the lists in `<nav epub:type="toc">`.
fn of_nav(page: &Page, path: &str) -> Vec<Entry> {
    let navs: Vec<Id> = (0..page.len()).filter(|id| page.tag(*id) == "nav").collect();
    let toc = navs.iter().find(|id| page.plays(**id, "toc") || page.plays(**id, "doc-toc"));
    let Some(toc) = toc.or(navs.first()).copied() else { return Vec::new() };
    let links = page.subtree(toc).filter(|id| page.tag(*id) == "a").take(ENTRIES);
    links
        .filter_map(|id| {
            let around = page.around(id).take_while(|above| *above != toc);
            let depth = around.filter(|above| page.tag(*above) == "ol").count();
            entry(path, page.attribute(id, "href")?, page.words(id), depth)
        })
        .collect()
}

/// EPUB 2: nested `navPoint`s.
fn of_ncx(page: &Page, path: &str) -> Vec<Entry> {
    let local = |id: Id| page.tag(id).rsplit(':').next().unwrap_or_default();
    let points = (0..page.len()).filter(|id| local(*id) == "navpoint").take(ENTRIES);
    points
        .filter_map(|id| {
            let depth = 1 + page.around(id).filter(|above| local(*above) == "navpoint").count();
            let child = |tag: &str| page.children(id).find(|id| local(*id) == tag);
            let title = child("navlabel").map(|label| page.words(label)).unwrap_or_default();
            entry(path, page.attribute(child("content")?, "src")?, title, depth)
        })
        .collect()
}

fn entry(from: &str, target: &str, title: String, depth: usize) -> Option<Entry> {
    let (path, fragment) = resolve(from, target)?;
    let depth = u8::try_from(depth.clamp(1, 6)).unwrap_or(6);
    (!title.is_empty()).then_some(Entry { path, fragment, title, depth })
}

/// What the table says of the book's headings.
pub(super) fn reading(book: &Book, entries: &[Entry]) -> Reading {
    let page = &book.page;
    let mut places: HashMap<&str, Id> = HashMap::new();
    for id in 0..page.len() {
        if let Some(name) = page.attribute(id, "id").or_else(|| page.attribute(id, "name")) {
            places.entry(name).or_insert(id);
        }
    }
    let mut reading = Reading::default();
    for chapter in &book.chapters {
        let Some(body) = page.find(chapter.root, "body") else { continue };
        let mut listed: Vec<(Id, &Entry)> = entries
            .iter()
            .filter(|entry| entry.path == chapter.path)
            .map(|entry| {
                let name = format!("{}#{}", entry.path, entry.fragment);
                let place =
                    places.get(name.as_str()).copied().filter(|_| !entry.fragment.is_empty());
                (place.unwrap_or(body), entry)
            })
            .collect();
        listed.sort_by_key(|(place, _)| *place);
        place_headings(page, body, &listed, &mut reading);
    }
    reading
}

/// Gives each entry of one page its heading, and the other headings their levels.
fn place_headings(page: &Page, body: Id, listed: &[(Id, &Entry)], reading: &mut Reading) {
    let headings: Vec<(Id, u8)> =
        page.subtree(body).filter_map(|id| Some((id, level(page, id)?))).collect();
    let mut depths: HashMap<Id, u8> = HashMap::new();
    for (at, (place, entry)) in listed.iter().enumerate() {
        let next = listed.get(at + 1).map_or(page.subtree(body).end, |(next, _)| *next);
        let around = page.around(*place).find(|above| level(page, *above).is_some());
        let follows =
            |id: &Id| (*place..next.max(*place + 1)).contains(id) && is_near(page, *place, *id);
        let own = around.or_else(|| headings.iter().map(|(id, _)| *id).find(follows));
        match own.filter(|id| !depths.contains_key(id)) {
            Some(heading) => drop(depths.insert(heading, entry.depth)),
            None if own.is_none() => {
                let block = std::iter::once(*place).chain(page.around(*place)).find(|id| {
                    matches!(page.tag(*id), "body" | "div" | "section" | "p" | "article")
                });
                let title = (entry.depth, entry.title.clone());
                reading.titles.entry(block.unwrap_or(body)).or_insert(title);
            }
            None => {}
        }
    }
    let mut above: Option<(u8, u8)> = listed
        .first()
        .filter(|(place, _)| reading.titles.contains_key(place))
        .map(|(_, entry)| (0, entry.depth));
    for (id, own) in headings {
        let level = match (depths.get(&id), above) {
            (Some(depth), _) => {
                above = Some((own, *depth));
                *depth
            }
            (None, Some((base, depth))) => {
                let shifted = i16::from(own) + i16::from(depth) - i16::from(base);
                shifted.clamp(1, 6) as u8
            }
            (None, None) => own,
        };
        reading.levels.insert(id, level);
    }
}

fn level(page: &Page, id: Id) -> Option<u8> {
    let digit = page.tag(id).strip_prefix('h')?;
    digit.parse().ok().filter(|level| (1..=6).contains(level))
}

/// Whether little text stands between the two.
fn is_near(page: &Page, place: Id, heading: Id) -> bool {
    let between = (place..heading).map(|id| page.text(id).trim().chars().count());
    between.sum::<usize>() <= LEAD_CHARS
}

//! A book's package file: what it says of itself, its parts, and their reading order. What the order
//! names twice, or names and does not describe, is passed over and told.

use super::parts::resolve;
use crate::html::page::{Id, Page};
use crate::{html::meta, identifiers};
use std::collections::{HashMap, HashSet};
use types::{Author, Reference};

/// Most pages that a book may have.
const PAGES: usize = 10_000;
/// Longest chain of parts that stand in for one another.
const FALLBACKS: usize = 10;
const AUTHORS: usize = 500;

/// What the package file says.
#[derive(Debug, Default)]
pub(super) struct Opf {
    /// Paths of the pages, in reading order.
    pub(super) spine: Vec<String>,
    /// Pages that are a cover or a table of contents, as the book has it: some are chapters as well.
    pub(super) furniture: HashSet<String>,
    /// What is wrong with the reading order.
    pub(super) warnings: Vec<String>,
    /// EPUB 3's table of contents.
    pub(super) nav: Option<String>,
    /// EPUB 2's.
    pub(super) ncx: Option<String>,
    /// The book as a publication.
    pub(super) reference: Reference,
}

struct Item<'a> {
    path: String,
    kind: &'a str,
    properties: &'a str,
    /// The part to show where this one cannot be.
    fallback: Option<&'a str>,
}

impl Item<'_> {
    fn is_page(&self) -> bool {
        matches!(self.kind, "application/xhtml+xml" | "text/html" | "text/x-oeb1-document")
            || [".xhtml", ".html", ".htm"].iter().any(|end| self.path.ends_with(end))
    }
}

impl Opf {
    /// Reads the package file that lies at `path`.
    pub(super) fn read(page: &Page, path: &str) -> Self {
        let each = |tag: &'static str| (0..page.len()).filter(move |id| local(page, *id) == tag);
        let value = |id: Id, name| page.attribute(id, name).unwrap_or_default();
        let mut items: HashMap<&str, Item> = HashMap::new();
        for id in each("item") {
            let Some((path, _)) = resolve(path, value(id, "href")) else { continue };
            let (kind, properties) = (value(id, "media-type"), value(id, "properties"));
            let fallback = page.attribute(id, "fallback");
            items.entry(value(id, "id")).or_insert(Item { path, kind, properties, fallback });
        }
        let has = |item: &Item, property: &str| {
            item.properties.split_ascii_whitespace().any(|word| word == property)
        };
        let of_kind = |kind: &str| items.values().find(|item| item.kind == kind);
        let nav = items.values().find(|item| has(item, "nav")).map(|item| item.path.clone());
        let ncx = each("spine")
            .find_map(|id| items.get(page.attribute(id, "toc")?))
            .or_else(|| of_kind("application/x-dtbncx+xml"))
            .map(|item| item.path.clone());
        // a place within a page says nothing of the rest of it
        let furniture = each("reference")
            .filter(|id| matches!(value(*id, "type"), "cover" | "toc"))
            .filter_map(|id| resolve(path, value(id, "href")))
            .filter_map(|(path, fragment)| fragment.is_empty().then_some(path))
            .chain(nav.clone())
            .collect();
        let refs: Vec<(&str, bool)> =
            each("itemref").map(|id| (value(id, "idref"), value(id, "linear") == "no")).collect();
        let (mut spine, mut warnings) = reading_order(&refs, &items);
        if spine.is_empty() {
            let manifest = each("item").map(|id| (value(id, "id"), false));
            let pages: Vec<(&str, bool)> =
                manifest.filter(|(id, _)| items.get(id).is_some_and(Item::is_page)).collect();
            spine = reading_order(&pages, &items).0;
            warnings.push(
                "the book's reading order names no pages; its pages stand as they are listed"
                    .to_owned(),
            );
        }
        Self { spine, furniture, warnings, nav, ncx, reference: reference(page) }
    }
}

/// The pages that `refs` name, each once, those that stand apart last; and what is wrong with it.
fn reading_order(refs: &[(&str, bool)], items: &HashMap<&str, Item>) -> (Vec<String>, Vec<String>) {
    let mut seen = HashSet::new();
    let (mut spine, mut aside) = (Vec::new(), Vec::new());
    let (mut repeated, mut unknown) = (0usize, refs.len().saturating_sub(PAGES));
    for (id, is_aside) in refs.iter().take(PAGES) {
        let next = |item: &&Item| items.get(item.fallback?);
        let mut chain = std::iter::successors(items.get(id), next).take(FALLBACKS);
        let Some(item) = chain.find(|item| item.is_page()) else {
            unknown += 1;
            continue;
        };
        if !seen.insert(item.path.as_str()) {
            repeated += 1;
            continue;
        }
        let list = if *is_aside { &mut aside } else { &mut spine };
        list.push(item.path.clone());
    }
    spine.append(&mut aside);
    let mut warnings = Vec::new();
    if repeated > 0 {
        warnings
            .push(format!("the reading order names pages again ({repeated}); each stands once"));
    }
    if unknown > 0 {
        warnings.push(format!("the reading order names {unknown} parts that are no pages"));
    }
    (spine, warnings)
}

/// A name without its prefix.
fn local(page: &Page, id: Id) -> &str {
    let tag = page.tag(id);
    tag.rsplit(':').next().unwrap_or(tag)
}

fn reference(page: &Page) -> Reference {
    let fields = |tag: &'static str| {
        (0..page.len()).filter(move |id| page.tag(*id).strip_prefix("dc:") == Some(tag))
    };
    let words = |id: Id| meta::field(&page.words(id));
    let one = |tag| fields(tag).find_map(words);
    let identifiers: Vec<String> = fields("identifier").filter_map(words).collect();
    let dates = || fields("date").filter(|id| !is_event(page, *id, "modification"));
    let published = dates().find(|id| is_event(page, *id, "publication"));
    Reference {
        kind: "book".to_owned(),
        title: one("title"),
        authors: fields("creator").take(AUTHORS).filter_map(|id| creator(page, id)).collect(),
        year: published.or_else(|| dates().next()).and_then(|id| meta::year(&page.words(id))),
        publisher: one("publisher"),
        doi: identifiers.iter().find_map(|text| identifiers::doi(text)),
        isbn: identifiers.iter().find_map(|text| identifiers::isbn(text)),
        language: one("language").as_deref().and_then(meta::language_tag),
        ..Reference::default()
    }
}

fn is_event(page: &Page, id: Id, event: &str) -> bool {
    page.attribute(id, "opf:event") == Some(event)
}

/// An author; those who translated, drew or edited are none.
fn creator(page: &Page, id: Id) -> Option<Author> {
    let refined = |property: &str| {
        let own = page.attribute(id, "id")?;
        let meta = (0..page.len()).find(|meta| {
            page.tag(*meta) == "meta"
                && page.attribute(*meta, "property") == Some(property)
                && page.attribute(*meta, "refines").and_then(|to| to.strip_prefix('#')) == Some(own)
        })?;
        // `meta` is empty for an HTML parser: its words come right after it
        meta::field(page.text(page.subtree(meta).end))
    };
    let role = page.attribute(id, "opf:role").map(str::to_owned).or_else(|| refined("role"));
    if role.is_some_and(|role| role != "aut") {
        return None;
    }
    let sorted =
        page.attribute(id, "opf:file-as").map(str::to_owned).or_else(|| refined("file-as"));
    let name = sorted.filter(|name| name.contains(',')).unwrap_or_else(|| page.words(id));
    meta::author(&name)
}

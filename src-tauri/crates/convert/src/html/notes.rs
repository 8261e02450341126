//! Footnotes: a page's references to them, the notes themselves, and the way back, told by what ARIA,
//! EPUB and the common generators call them. A numbered list of sources is no footnotes.

use super::page::{Id, Page};
use std::collections::{HashMap, HashSet};

/// What a page's footnotes are.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The elements that refer, with the label of what they refer to.
    references: HashMap<Id, String>,
    /// The notes that are referred to.
    notes: HashMap<Id, String>,
    backlinks: HashSet<Id>,
    written: HashSet<Id>,
}

impl Notes {
    /// Finds them.
    pub(super) fn find(page: &Page, shown: &[bool]) -> Self {
        let is_shown = |id: &Id| shown.get(*id) == Some(&true);
        let mut places: HashMap<&str, Id> = HashMap::new();
        for id in (1..page.len()).filter(is_shown) {
            let name = page.attribute(id, "id").or_else(|| page.attribute(id, "name"));
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                places.entry(name).or_insert(id);
            }
        }
        let mut found = Self::default();
        let mut taken: HashMap<String, Id> = HashMap::new();
        let links: Vec<(Id, Id)> = (1..page.len())
            .filter(is_shown)
            .filter_map(|id| Some((id, *places.get(fragment(page, id)?)?)))
            .collect();
        for (link, target) in &links {
            let Some(note) = note_at(page, *target) else { continue };
            let within = page.subtree(note).contains(link);
            if within || !refers(page, *link) {
                continue;
            }
            let label = match found.notes.get(&note) {
                Some(label) => label.clone(),
                None => free_label(&page.words(*link), &taken),
            };
            taken.insert(label.clone(), note);
            found.notes.insert(note, label.clone());
            found.references.insert(*link, label);
        }
        found.find_backlinks(page, &links);
        found
    }

    /// Links within a note that lead to where it is referred to.
    fn find_backlinks(&mut self, page: &Page, links: &[(Id, Id)]) {
        for (link, target) in links {
            let in_note = page.around(*link).any(|above| self.notes.contains_key(&above));
            let from = page.subtree(*target).end.max(target + 3);
            let leads_back = (target.saturating_sub(3)..from)
                .any(|near| self.references.contains_key(&near))
                || page.plays(*link, "doc-backlink");
            if in_note && leads_back {
                self.backlinks.insert(*link);
            }
        }
    }

    /// The label of the note that this link refers to.
    pub(super) fn reference(&self, id: Id) -> Option<&str> {
        self.references.get(&id).map(String::as_str)
    }

    /// The label of the note that this element is, as long as it is not written.
    pub(super) fn label(&self, id: Id) -> Option<String> {
        self.notes.get(&id).cloned()
    }

    /// Whether this link only leads back.
    pub(super) fn is_backlink(&self, id: Id) -> bool {
        self.backlinks.contains(&id)
    }

    /// The note is written.
    pub(super) fn written(&mut self, id: Id) {
        self.written.insert(id);
    }

    /// The notes that are not, in order.
    pub(super) fn unwritten(&self) -> Vec<(Id, String)> {
        let left = self.notes.iter().filter(|(id, _)| !self.written.contains(id));
        let mut left: Vec<(Id, String)> = left.map(|(id, label)| (*id, label.clone())).collect();
        left.sort();
        left
    }
}

/// The name of the place on the page that a link leads to.
fn fragment(page: &Page, id: Id) -> Option<&str> {
    let target = page.attribute(id, "href").filter(|_| page.tag(id) == "a")?;
    // in a book, places are named by file and fragment
    target.strip_prefix('#').filter(|name| !name.is_empty())
}

/// The note that stands at a link's target.
fn note_at(page: &Page, target: Id) -> Option<Id> {
    let holds = |tag: &str| matches!(tag, "li" | "aside" | "p" | "div" | "dd" | "section");
    let note = std::iter::once(target)
        .chain(page.around(target))
        .take(4)
        .find(|id| holds(page.tag(*id)))?;
    let marked = |id: Id| {
        ["doc-footnote", "doc-endnote", "footnote", "endnote", "rearnote"]
            .iter()
            .any(|role| page.plays(id, role))
            || page.class(id, |word| matches!(word, "footnote" | "endnote" | "fn"))
    };
    let gathered = |id: Id| {
        ["doc-footnotes", "doc-endnotes", "footnotes", "endnotes", "rearnotes"]
            .iter()
            .any(|role| page.plays(id, role) || page.class(id, |word| word == *role))
    };
    let named = page.attribute(target, "id").or_else(|| page.attribute(target, "name"));
    let is_note =
        marked(note) || page.around(note).take(3).any(gathered) || named.is_some_and(is_note_name);
    is_note.then_some(note)
}

/// `fn1`, `footnote-2`, `_ftn3`, `user-content-fn-1`.
fn is_note_name(name: &str) -> bool {
    let name = name.rsplit_once('#').map_or(name, |(_, name)| name).to_ascii_lowercase();
    let name = name.strip_prefix("user-content-").unwrap_or(&name);
    ["_ftn", "_edn", "ftn", "fn", "footnote", "endnote"].iter().any(|prefix| {
        let rest =
            name.strip_prefix(prefix).map(|rest| rest.trim_start_matches(['-', '_', ':', '.']));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Whether the link looks like a reference to a note: a number or sign, raised or marked as such.
fn refers(page: &Page, link: Id) -> bool {
    let words = page.words(link);
    let marked = page.plays(link, "doc-noteref")
        || page.plays(link, "noteref")
        || page.class(link, |word| {
            matches!(word, "footnote-ref" | "noteref" | "footnote-reference" | "fnref" | "footnote")
        });
    let raised = page.around(link).take(2).any(|above| page.tag(above) == "sup")
        || page.inside(link).any(|id| page.tag(id) == "sup");
    let short = words.chars().count() <= 6 && !words.is_empty();
    short && (marked || raised || words.starts_with('['))
}

/// The reference's own number, or the next that is free.
fn free_label(words: &str, taken: &HashMap<String, Id>) -> String {
    let own: String = words.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    if !own.is_empty() && !taken.contains_key(&own) {
        return own;
    }
    let mut number = taken.len() + 1;
    while taken.contains_key(&number.to_string()) {
        number += 1;
    }
    number.to_string()
}

//! The names that a page gives its parts: the words of an element's class, id and role, and its own
//! name. What such a word says for or against content is learned, never written down by hand.

use super::page::{Id, Page};
use std::collections::HashMap;

/// Words read of one attribute; more are generated.
const WORDS: usize = 12;

/// Letters of a word; longer ones are hashes.
const WORD_LETTERS: usize = 24;

/// What the names around each element say: the nearest one that is known, the worst, the best, all.
pub(super) struct Marks {
    around: Vec<[f32; 4]>,
}

/// No more is said by many names than by a few strong ones.
const MOST: f32 = 12.0;

impl Marks {
    /// By what is learned of `names`; each element adds its own to its parent's.
    pub(super) fn of(page: &Page, learned: &HashMap<String, f32>) -> Self {
        let mut around: Vec<[f32; 4]> = Vec::with_capacity(page.len());
        for id in 0..page.len() {
            let above = around.get(page.parent(id)).copied().unwrap_or_default();
            let own = if page.tag(id).is_empty() { None } else { strongest(page, id, learned) };
            around.push(match own {
                None => above,
                Some(own) => [own, above[1].min(own), above[2].max(own), above[3] + own],
            });
        }
        Self { around }
    }

    /// What stands around an element, itself included.
    pub(super) fn around(&self, element: Id) -> [f32; 4] {
        let [near, worst, best, all] = self.around.get(element).copied().unwrap_or_default();
        [near, worst, best, all.clamp(-MOST, MOST)]
    }
}

/// The strongest of an element's names, for or against.
fn strongest(page: &Page, id: Id, learned: &HashMap<String, f32>) -> Option<f32> {
    let names = names(page, id);
    let known: Vec<f32> = names.iter().filter_map(|name| learned.get(name)).copied().collect();
    let best = known.iter().copied().max_by(f32::total_cmp)?;
    let worst = known.iter().copied().min_by(f32::total_cmp)?;
    Some(if best > -worst { best } else { worst })
}

/// The words that name an element, each once.
pub(super) fn names(page: &Page, id: Id) -> Vec<String> {
    let tag = page.tag(id);
    let mut names = Vec::new();
    if matches!(
        tag,
        "main"
            | "article"
            | "section"
            | "aside"
            | "nav"
            | "header"
            | "footer"
            | "form"
            | "figure"
            | "figcaption"
            | "blockquote"
            | "table"
            | "ul"
            | "ol"
            | "dl"
            | "details"
            | "address"
    ) {
        names.push(format!("<{tag}>"));
    }
    for key in ["class", "id", "role", "itemprop"] {
        let value = page.attribute(id, key).unwrap_or_default();
        for word in value.split_ascii_whitespace().take(WORDS) {
            split(word, &mut names);
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The names of the elements around a unit, its own first, those without names left out.
pub(super) fn chain(page: &Page, element: Id) -> Vec<Vec<String>> {
    let around = std::iter::once(element).chain(page.around(element));
    around.map(|id| names(page, id)).filter(|names| !names.is_empty()).take(60).collect()
}

/// `entryContent-2` is `entry`, `content` and, where it has several parts, `entrycontent`.
fn split(word: &str, names: &mut Vec<String>) {
    let mut parts: Vec<String> = Vec::new();
    let mut was_small = false;
    for letter in word.chars().take(4 * WORD_LETTERS) {
        let starts = letter.is_uppercase() && was_small;
        was_small = letter.is_lowercase();
        if !letter.is_alphabetic() {
            parts.push(String::new());
            continue;
        }
        if starts || parts.is_empty() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.extend(letter.to_lowercase());
        }
    }
    parts.retain(|part| part.chars().count() > 1);
    if parts.len() > 1 {
        parts.push(parts.concat());
    }
    names.extend(parts.into_iter().filter(|part| part.chars().count() <= WORD_LETTERS));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_where_their_writers_cut_them() {
        let page = Page::parse("<nav class='siteNav main-menu_2' id=x9 role=navigation>a</nav>");
        let nav = page.find(0, "nav").unwrap();
        let expected =
            ["<nav>", "main", "mainmenu", "menu", "nav", "navigation", "site", "sitenav"];
        assert_eq!(names(&page, nav), expected);
    }
}

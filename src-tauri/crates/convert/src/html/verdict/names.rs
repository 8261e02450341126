//! What names of classes and ids say of the part of a page that bears them. What each group of words is
//! worth is learned.

use crate::html::page::{Id, Page};
use aho_corasick::AhoCorasick;
use language::List;
use std::sync::OnceLock;

/// Groups of words.
pub(super) const GROUPS: usize = 9;

/// Their lists in `assets/pages/words.txt`.
const LISTS: [&str; GROUPS] = [
    "names of comments",
    "names of sidebars",
    "names of teasers",
    "names of navigation",
    "names of legal notices",
    "names of sharing",
    "names of advertising",
    "names of bylines",
    "names of content",
];

/// Bytes of a name that are looked at.
const NAME_BYTES: usize = 200;

/// For each group whether a word of it is in the element's class or id.
pub(super) fn of(page: &Page, id: Id) -> [bool; GROUPS] {
    let mut found = [false; GROUPS];
    for value in ["class", "id"].iter().filter_map(|name| page.attribute(id, name)) {
        let bytes = value.as_bytes();
        let bytes = bytes.get(..NAME_BYTES).unwrap_or(bytes);
        for hit in words().into_iter().flat_map(|words| words.find_overlapping_iter(bytes)) {
            let group = groups().get(hit.pattern().as_usize());
            let flag = group.and_then(|group| found.get_mut(*group));
            flag.into_iter().for_each(|flag| *flag = true);
        }
    }
    found
}

/// The finder of all words; so few always make one.
fn words() -> Option<&'static AhoCorasick> {
    static FINDER: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    let finder = FINDER.get_or_init(|| {
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(true).build(lists().flatten()).ok()
    });
    finder.as_ref()
}

fn lists() -> impl Iterator<Item = &'static [&'static str]> {
    LISTS.iter().map(|name| List::of(name).entries())
}

fn groups() -> &'static [usize] {
    static GROUP: OnceLock<Vec<usize>> = OnceLock::new();
    GROUP.get_or_init(|| {
        let numbered = lists().enumerate();
        numbered.flat_map(|(group, words)| std::iter::repeat_n(group, words.len())).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_words() {
        assert!(lists().all(|words| words.len() > 3), "a list of assets/pages/words.txt is gone");
        let page = Page::parse("<p class='Sidebar-Left' id=story>");
        let found = of(&page, page.find(0, "p").unwrap());
        assert_eq!(found.map(u8::from), [0, 1, 0, 0, 0, 0, 0, 0, 1]);
    }
}

//! What stands behind an article and belongs to it: its references, notes, bibliography. Whoever
//! looks for main text leaves them out, since they are lists of links; a researcher wants them.

use super::page::{Id, Page};
use super::units::{self, Unit};
use language::listed;

listed! {
    /// Whether a heading of these words begins such a part.
    is_title: "headings of what stands behind an article";
    /// Whether a word of an element's class, id or role says that it is such a part.
    is_mark: "classes of what stands behind an article";
}

/// Keeps the units of such parts where something of the page before them is kept.
pub(super) fn keep(page: &Page, units: &[Unit], kept: &mut [bool]) {
    let marked = within(page, |id| is_marked(page, id));
    let outside = within(page, |id| is_outside(page, id));
    // the level of the heading whose part is open
    let mut open: Option<usize> = None;
    let mut is_behind = false;
    for (unit, kept) in units.iter().zip(kept) {
        if let Some((heading, level)) = units::heading(page, unit.element) {
            let is_named = is_name(&page.words(heading));
            if is_named || open.is_some_and(|open| level <= open) {
                open = is_named.then_some(level);
            }
        }
        let is_in = |flags: &[bool]| flags.get(unit.element) == Some(&true);
        let is_part = open.is_some() || is_in(&marked);
        *kept |= is_part && is_behind && !is_in(&outside);
        is_behind |= *kept;
    }
}

/// Whether an element says that it is the site's.
fn is_outside(page: &Page, id: Id) -> bool {
    matches!(page.tag(id), "nav" | "footer" | "aside" | "form")
}

/// Whether an element says that it is such a part.
fn is_marked(page: &Page, id: Id) -> bool {
    let own = |name| {
        let value: &str = page.attribute(id, name).unwrap_or_default();
        let mut words = value.split_ascii_whitespace();
        words.any(|word| is_mark(&word.to_ascii_lowercase()))
    };
    ["class", "id", "role"].into_iter().any(own)
}

/// For each node whether it, or an element around it, is one that `own` says yes to.
fn within(page: &Page, own: impl Fn(Id) -> bool) -> Vec<bool> {
    let mut flags: Vec<bool> = Vec::with_capacity(page.len());
    for id in 0..page.len() {
        // what is around a node comes before it
        let above = id > 0 && flags.get(page.parent(id)) == Some(&true);
        flags.push(above || own(id));
    }
    flags
}

fn is_name(words: &str) -> bool {
    // a number before, a link for editors behind
    let words = words.split('[').next().unwrap_or_default().to_lowercase();
    let words = words.trim_matches(|c: char| !c.is_alphabetic());
    is_title(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_without_their_numbers() {
        for (words, expected) in [
            ("References", true),
            ("7. References:", true),
            ("Einzelnachweise [Bearbeiten]", true),
            ("参考文献", true),
            ("Related stories", false),
            ("References to birds", false),
        ] {
            assert_eq!(is_name(words), expected, "{words}");
        }
    }

    #[test]
    fn what_is_around_an_element_counts_for_it() {
        let page = Page::parse("<p id=a><nav><div><p id=b></div></nav><ol class=reflist><li id=c>");
        let named = |wanted: &str| {
            (0..page.len()).find(|id| page.attribute(*id, "id") == Some(wanted)).unwrap()
        };
        for (name, expected) in [("a", [false, false]), ("b", [true, false]), ("c", [false, true])]
        {
            let flags = [
                within(&page, |id| is_outside(&page, id)),
                within(&page, |id| is_marked(&page, id)),
            ];
            assert_eq!(flags.map(|flags| flags[named(name)]), expected, "{name}");
        }
    }
}

//! What stands behind an article and belongs to it: its references, notes, bibliography. Whoever
//! looks for main text leaves them out, since they are lists of links; a researcher wants them.

use super::page::{Id, Page};
use super::tags::is_heading;
use super::units::Unit;

/// What such a part is called, in the languages of most pages.
const NAMES: [&str; 34] = [
    "references",
    "reference list",
    "notes",
    "footnotes",
    "endnotes",
    "notes and references",
    "references and notes",
    "citations",
    "bibliography",
    "works cited",
    "literature cited",
    "literature",
    "sources",
    "further reading",
    "einzelnachweise",
    "literatur",
    "quellen",
    "anmerkungen",
    "fußnoten",
    "literaturverzeichnis",
    "références",
    "notes et références",
    "bibliographie",
    "sources et références",
    "referencias",
    "notas",
    "bibliografía",
    "referências",
    "bibliografia",
    "note",
    "fonti",
    "referenties",
    "参考文献",
    "脚注",
];

/// Classes, ids and roles of such a part.
const MARKS: [&str; 12] = [
    "references",
    "reflist",
    "ref-list",
    "reference-list",
    "footnotes",
    "endnotes",
    "bibliography",
    "citations",
    "doc-bibliography",
    "doc-endnotes",
    "doc-footnotes",
    "footnote",
];

/// Keeps the units of such parts where something of the page before them is kept.
pub(super) fn keep(page: &Page, units: &[Unit], kept: &mut [bool]) {
    let marked = marked(page);
    // the level of the heading whose part is open
    let mut open: Option<usize> = None;
    let mut is_behind = false;
    for (unit, kept) in units.iter().zip(kept) {
        if let Some((heading, level)) = heading(page, unit.element) {
            let is_named = is_name(&page.words(heading));
            if is_named || open.is_some_and(|open| level <= open) {
                open = is_named.then_some(level);
            }
        }
        let is_part = open.is_some() || marked.get(unit.element) == Some(&true);
        *kept |= is_part && is_behind && !is_outside(page, unit.element);
        is_behind |= *kept;
    }
}

/// Whether it is in what says that it is the site's.
fn is_outside(page: &Page, element: Id) -> bool {
    let mut around = std::iter::once(element).chain(page.around(element));
    around.any(|id| matches!(page.tag(id), "nav" | "footer" | "aside" | "form"))
}

fn heading(page: &Page, element: Id) -> Option<(Id, usize)> {
    let mut around = std::iter::once(element).chain(page.around(element).take(2));
    let heading = around.find(|id| is_heading(page.tag(*id)))?;
    let level = page.tag(heading).bytes().last()?;
    Some((heading, usize::from(level.saturating_sub(b'0'))))
}

fn is_name(words: &str) -> bool {
    // a number before, a link for editors behind
    let words = words.split('[').next().unwrap_or_default().to_lowercase();
    let words = words.trim_matches(|c: char| !c.is_alphabetic());
    NAMES.contains(&words)
}

/// For each node whether it is in an element that says that it is such a part.
fn marked(page: &Page) -> Vec<bool> {
    let mut marked: Vec<bool> = Vec::with_capacity(page.len());
    for id in 0..page.len() {
        let above = id > 0 && marked.get(page.parent(id)) == Some(&true);
        let own = |name| {
            let value: &str = page.attribute(id, name).unwrap_or_default();
            let mut words = value.split_ascii_whitespace();
            words.any(|word| MARKS.contains(&word.to_ascii_lowercase().as_str()))
        };
        marked.push(above || ["class", "id", "role"].into_iter().any(own));
    }
    marked
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
}

//! The document's own outline: its bookmarks with their depth and page. Bounded, and safe against
//! outlines that run in circles.

use pdfium_render::prelude::{PdfBookmark, PdfDocument};

/// Most bookmarks read.
const BOOKMARKS: usize = 20_000;
const DEPTH: u8 = 12;
/// More of a title than any line holds.
const TITLE_CHARS: usize = 1000;

/// A bookmark.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bookmark {
    pub(super) title: String,
    /// Letters and digits of its title, in lower case.
    pub(super) key: String,
    /// From 1.
    pub(super) depth: u8,
    /// Page it leads to, from 0.
    pub(super) page: Option<usize>,
}

/// All bookmarks, in the outline's order.
pub(super) fn of(document: &PdfDocument) -> Vec<Bookmark> {
    let mut found = Vec::new();
    let mut steps = 0;
    if let Some(root) = document.bookmarks().root() {
        walk(root, 1, &mut found, &mut steps);
    }
    found
}

fn walk(first: PdfBookmark, depth: u8, found: &mut Vec<Bookmark>, steps: &mut usize) {
    let mut next = Some(first);
    while let Some(bookmark) = next {
        *steps += 1;
        if *steps > BOOKMARKS {
            return;
        }
        let title: String =
            bookmark.title().unwrap_or_default().chars().take(TITLE_CHARS).collect();
        let key = key(&title);
        let page = bookmark.destination().and_then(|to| to.page_index().ok());
        if !key.is_empty() {
            let page = page.and_then(|page| usize::try_from(page).ok());
            found.push(Bookmark { title, key, depth, page });
        }
        if let Some(child) = bookmark.first_child().filter(|_| depth < DEPTH) {
            walk(child, depth + 1, found, steps);
        }
        next = bookmark.next_sibling();
    }
}

/// What two writings of one title have in common.
pub(super) fn key(title: &str) -> String {
    title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a line with this key is the one a bookmark means: the same, but for a number in front.
pub(super) fn is_same(line: &str, bookmark: &str) -> bool {
    let numbered = |long: &str, short: &str| {
        short.chars().count() >= 4 && long.strip_suffix(short).is_some_and(is_number)
    };
    line == bookmark || numbered(line, bookmark) || numbered(bookmark, line)
}

/// `21`, `a1`, `chapter3`, `iv`, as they stand in a key.
fn is_number(key: &str) -> bool {
    const WORDS: [&str; 7] =
        ["chapter", "section", "appendix", "part", "article", "kapitel", "annex"];
    let number = WORDS.iter().find_map(|word| key.strip_prefix(word)).unwrap_or(key);
    let digits = number.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(number);
    number.len() <= 8
        && (digits.chars().all(|c| c.is_ascii_digit())
            || number.chars().all(|c| matches!(c, 'i' | 'v' | 'x')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_match_but_for_their_numbers() {
        for (line, bookmark, expected) in [
            ("1.2 Aims & ends", "Aims & Ends", true),
            ("Aims", "Chapter 1 Aims", true),
            ("Aims", "Means", false),
            ("On means and aims", "aims", false),
            ("tifier. 2.5 Future developments", "Future developments", false),
            ("A.1 Proofs", "Proofs", true),
            ("12", "12", true),
            ("2024 12", "12", false),
        ] {
            assert_eq!(is_same(&key(line), &key(bookmark)), expected, "{line} {bookmark}");
        }
    }
}

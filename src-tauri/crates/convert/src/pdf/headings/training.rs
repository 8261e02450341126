//! What the trees are grown from: the features of all lines of a document, and which of them its
//! bookmarks lead to. Compiled for `examples/heading_rows.rs` alone.

use super::lines::Sight;
use super::{features, part_run_ins, rows, title};
use crate::pdf::bookmarks::Bookmark;
use crate::pdf::{Group, Page, paragraphs};
use std::fmt::Write;

/// A table: the features' names, then a line's label, page, features and words a row. The label is 1
/// for a heading, 0 for none, and -1 for the title, which no bookmark leads to.
pub(in crate::pdf) fn table(pages: &mut [Page], bookmarks: &[Bookmark], body_size: f32) -> String {
    part_run_ins(pages);
    let mut labels: Vec<i8> = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let here = |bookmark: &&Bookmark| bookmark.page == Some(number);
        let marked: Vec<&Bookmark> = bookmarks.iter().filter(here).collect();
        for group in &page.groups {
            if let Group::Lines(lines) = group {
                let found = paragraphs::bookmarked(lines, &marked);
                labels.extend(found.iter().map(|found| i8::from(found.is_some())));
            }
        }
    }
    let sight = Sight::of(pages, body_size);
    if let Some(title) = title::of(&sight, &[]) {
        let labels = labels.get_mut(title).unwrap_or_default();
        labels.iter_mut().filter(|label| **label == 0).for_each(|label| *label = -1);
    }
    let mut table = format!("label page {}\n", features::NAMES.join(" "));
    for ((row, seen), label) in rows(&sight).zip(&sight.lines).zip(labels) {
        let Some(row) = row else { continue };
        let row: Vec<String> = row.iter().map(|value| format!("{value:.4}")).collect();
        let _ = writeln!(table, "{label} {} {}\t{}", seen.page, row.join(" "), seen.text);
    }
    table
}

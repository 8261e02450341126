//! What the trees are grown from: the features of all lines of a document, and which of them its
//! bookmarks lead to. Compiled for `examples/heading_rows.rs` alone.

use super::lines::{Sight, Style};
use super::numbers::Kind;
use super::{features, part_run_ins, rows, title};
use crate::pdf::bookmarks::Bookmark;
use crate::pdf::page::{Group, Page, body_size};
use crate::pdf::paragraphs;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

/// Pages of a part of a document.
const PART: usize = 3;

/// The table of a document, and of a few pages of it as if they were all: short documents are many,
/// and seldom have bookmarks.
pub(in crate::pdf) fn tables(pages: &mut [Page], bookmarks: &[Bookmark]) -> String {
    part_run_ins(pages);
    let count = pages.len();
    let middle = count / 2;
    let parts = [0..PART, middle..middle + PART].into_iter().filter(|_| count > PART * 2);
    std::iter::once(0..count).chain(parts).map(|part| table(pages, part, bookmarks)).collect()
}

/// A table: `part`, its first page, its pages, bookmarks that lead to them and those of them that
/// lead to a line; the features' names; then for each line that may be a heading its label, place,
/// group, style, kind of number and features, and its words. The label is 1 for a heading, 0 for
/// none, and -1 for the title, which no bookmark leads to.
fn table(pages: &[Page], part: Range<usize>, bookmarks: &[Bookmark]) -> String {
    let start = part.start;
    let pages = pages.get(part).unwrap_or_default();
    let mut labels: Vec<i8> = Vec::new();
    let (mut leading, mut reached) = (0, 0);
    for (number, page) in pages.iter().enumerate() {
        let here = |bookmark: &&Bookmark| bookmark.page == Some(number + start);
        let marked: Vec<&Bookmark> = bookmarks.iter().filter(here).collect();
        leading += marked.len();
        let mut open = marked;
        for group in &page.groups {
            if let Group::Lines(lines) = group {
                let found = paragraphs::bookmarked(lines, &open);
                labels.extend(found.iter().map(|found| i8::from(found.is_some())));
                let mut places: Vec<usize> =
                    found.iter().flatten().map(|(number, _)| *number).collect();
                places.sort_unstable();
                places.dedup();
                reached += places.len();
                let mut place = 0;
                open.retain(|_| {
                    place += 1;
                    !places.contains(&(place - 1))
                });
            }
        }
    }
    let sight = Sight::of(pages, body_size(pages));
    if let Some(title) = title::of(&sight, &[]) {
        let labels = labels.get_mut(title).unwrap_or_default();
        labels.iter_mut().filter(|label| **label == 0).for_each(|label| *label = -1);
    }
    let lost = rows(&sight).zip(&labels).filter(|(row, label)| row.is_none() && **label == 1);
    let (lost, names) = (lost.count(), features::NAMES.join(" "));
    let count = pages.len();
    let mut table = format!("part {start} {count} {leading} {reached} {lost}\nlabel {names}\n");
    let mut styles: HashMap<Style, usize> = HashMap::new();
    for (at, ((row, seen), label)) in rows(&sight).zip(&sight.lines).zip(labels).enumerate() {
        let Some(row) = row else { continue };
        let next = styles.len();
        let style = *styles.entry(seen.style).or_insert(next);
        let number = seen.number.map_or(0, |(number, _)| {
            let kind = match number.kind {
                Kind::Digits => 1,
                Kind::Letter => 2,
                Kind::Roman => 3,
                Kind::Word => 4,
            };
            kind * 10 + number.depth()
        });
        let group = seen.page * 1000 + seen.group;
        let row: Vec<String> = row.iter().map(brief).collect();
        let row = row.join(" ");
        let _ = writeln!(table, "{label} {at} {group} {style} {number} {row}\t{}", seen.text);
    }
    table
}

/// A number of few letters.
fn brief(value: &f32) -> String {
    let long = format!("{value:.4}");
    long.trim_end_matches('0').trim_end_matches('.').to_owned()
}

//! Pages of letters to one text: tables and lines, put in reading order, then paragraphs, headings and
//! words.

use super::bookmarks::Bookmark;
use super::page::{Group, Page, Raw, body_size};
use super::paragraph::Paragraph;
use super::paragraphs::{self, Body};
use super::write::{self, Added};
use super::{flow, glyphs, headings, hyphens, lines, order, tables};
use std::collections::BTreeMap;
use types::ConvertedText;

/// Puts a page in reading order, and says whether another order is nearly as likely.
pub(super) fn lay_out(raw: Raw, fixed_is_code: bool) -> (Page, bool) {
    let Raw { width, height, mut fragments, rules, notes, .. } = raw;
    let mut tables: Vec<Option<tables::Table>> =
        tables::ruled::take(&mut fragments, &rules).into_iter().map(Some).collect();
    let order::Order { groups: ordered, disputed } = order::reading_order(fragments);
    let cut =
        |open: Vec<glyphs::Fragment>| tables::aligned::cut(lines::of_group(open), fixed_is_code);
    let mut groups = Vec::new();
    for group in ordered {
        let mut open = Vec::new();
        for fragment in group {
            let Some(table) = fragment.table else {
                open.push(fragment);
                continue;
            };
            groups.extend(cut(std::mem::take(&mut open)));
            let table = tables.get_mut(table).and_then(Option::take);
            groups.extend(table.map(Group::Table));
        }
        groups.extend(cut(open));
    }
    (Page { width, height, groups, notes }, disputed)
}

/// Writes the text of all pages.
pub(super) fn text_of(mut pages: Vec<Page>, bookmarks: &[Bookmark], fixed: bool) -> ConvertedText {
    let body = Body { size: body_size(&pages), fixed };
    headings::mark(&mut pages, body.size);
    let mut words = hyphens::Words::default();
    for page in &pages {
        page.groups.iter().filter_map(Group::lines).flatten().for_each(|line| words.note(line));
    }
    let mut by_page: BTreeMap<usize, Vec<&Bookmark>> = BTreeMap::new();
    for bookmark in bookmarks {
        by_page.entry(bookmark.page.unwrap_or(usize::MAX)).or_default().push(bookmark);
    }
    let mut sizes = Vec::with_capacity(pages.len());
    let mut paragraphs: Vec<Vec<Paragraph>> = Vec::with_capacity(pages.len());
    for (number, mut page) in pages.into_iter().enumerate() {
        sizes.push((page.width, page.height, std::mem::take(&mut page.notes)));
        let marked = by_page.remove(&number).unwrap_or_default();
        let mut own = paragraphs::of_page(page, body, &marked);
        if let Some(before) = paragraphs.iter_mut().rev().find(|page| !page.is_empty()) {
            flow::over(before, &mut own, body.size);
        }
        paragraphs.push(own);
    }
    let levels = headings::levels(&paragraphs);
    let mut writer = write::Writer::new(&words);
    let mut goes_on = false;
    let mut breaks_off: Vec<bool> = Vec::with_capacity(sizes.len());
    for page in paragraphs.iter().rev() {
        breaks_off.push(goes_on);
        goes_on = page.first().map_or(goes_on, |first| first.goes_on);
    }
    let added = sizes.into_iter().zip(breaks_off.into_iter().rev());
    for ((paragraphs, levels), (size, breaks_off)) in paragraphs.iter().zip(&levels).zip(added) {
        let (width, height, notes) = size;
        writer.page(width, height, paragraphs, levels, Added { notes, breaks_off });
    }
    writer.finish()
}

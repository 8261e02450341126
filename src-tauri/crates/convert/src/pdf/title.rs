//! The title of a document: whether the one that its file states is believed, and what it is else.

use super::said::is_title;
use super::{bookmarks, marks};
use types::{BlockKind, ConvertedText};

/// Whether the title that the file states is one: it stands on the first page, or no other does.
pub(super) fn agrees(title: &str, converted: &ConvertedText) -> bool {
    let end = converted.pages.iter().map(|page| page.range.end).find(|end| *end > 0);
    let first = converted.text.get(..end.unwrap_or(0)).unwrap_or_default();
    let has_other = converted.blocks.iter().any(|block| block.kind == BlockKind::Heading(1));
    !has_other || bookmarks::key(first).contains(&bookmarks::key(title))
}

/// The heading of level 1, or the heading that the document begins with, unless it is numbered.
pub(super) fn first_heading(converted: &ConvertedText) -> Option<String> {
    let top = converted.blocks.iter().find(|block| block.kind == BlockKind::Heading(1));
    let first = || converted.blocks.first().filter(|block| !block.title.is_empty());
    let title = &top.or_else(first)?.title;
    let is_title = marks::section_depth(title).is_none() && is_title(title);
    is_title.then(|| title.clone())
}

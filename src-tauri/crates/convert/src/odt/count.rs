//! What of a document's XML are words that a reader should find in the text. Left out on purpose:
//! recorded changes, indexes, what is not shown, the reading beside a word, marks of notes, who and
//! when of comments, descriptions of pictures, formulas (they are written in LaTeX), what repeats on
//! every page of a presentation.

use crate::office::Node;
use crate::tally::Part;

/// What an element is to the count.
pub(super) fn part(node: &Node) -> Part {
    match node.name.as_str() {
        "p" | "h" => Part::Block,
        "tracked-changes" | "table-of-content" | "alphabetical-index" | "illustration-index"
        | "table-index" | "user-index" | "object-index" | "hidden-text" | "hidden-paragraph"
        | "ruby-text" | "script" | "meta" | "event-listeners" | "note-citation" | "creator"
        | "date" | "desc" | "title" | "math" | "object" | "forms" | "page-thumbnail"
        | "settings" | "binary-data" | "page-number" => Part::LeftOut,
        "frame" if is_furniture(node) => Part::LeftOut,
        "span"
        | "a"
        | "ruby"
        | "ruby-base"
        | "bookmark"
        | "bookmark-start"
        | "bookmark-end"
        | "soft-page-break"
        | "change"
        | "change-start"
        | "change-end"
        | "reference-mark"
        | "reference-mark-start"
        | "reference-mark-end"
        | "annotation-end" => Part::Letters,
        // fields, and whatever else stands in a paragraph
        _ => Part::Block,
    }
}

/// Whether a frame on a page of a presentation holds what every page repeats.
pub(super) fn is_furniture(frame: &Node) -> bool {
    matches!(frame.attribute("class"), Some("footer" | "header" | "date-time" | "page-number"))
}

//! Content controls: which of them hold no words of the document's own.

use crate::office::Node;

/// Whether a content control holds a table of contents.
pub(super) fn is_contents(control: &Node) -> bool {
    let part = control.child("sdtPr").and_then(|properties| properties.child("docPartObj"));
    part.and_then(|part| part.value("docPartGallery")) == Some("Table of Contents")
}

/// Whether a content control shows what to enter, and nobody has entered anything.
pub(super) fn is_placeholder(control: &Node) -> bool {
    control.child("sdtPr").is_some_and(|properties| properties.is_on("showingPlcHdr"))
}

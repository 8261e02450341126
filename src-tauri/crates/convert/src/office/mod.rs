//! What the office formats share: the package they come in, its XML, relations and properties, and
//! the manuscript that their words are written to. Knows no format of its own.
//!
//! Levels of headings, in DOCX, OpenDocument and RTF alike: the paragraph that is styled as the
//! document's title is level 1, and outline level n ("Heading n") is level n + 1, whether there is a
//! title or not, so that a section's level does not hang on a line elsewhere (docling's convention;
//! pandoc and markitdown give level n to both). A slide's title is level 1. A book's headings stand
//! at their depth in its table of contents, a page's at their own level: their titles lie outside.

pub(crate) mod drawing;
pub(crate) mod manuscript;
pub(crate) mod math;
pub(crate) mod numerals;
pub(crate) mod package;
pub(crate) mod properties;
pub(crate) mod relations;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod table;
pub(crate) mod words;
pub(crate) mod xml;

pub(crate) use manuscript::{Label, Manuscript};
pub(crate) use package::Package;
pub(crate) use relations::Relations;
pub(crate) use table::Grid;
pub(crate) use xml::Node;

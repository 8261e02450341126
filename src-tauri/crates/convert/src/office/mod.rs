//! What the office formats share: the package they come in, its XML, relations and properties, and
//! the manuscript that their words are written to. Knows no format of its own.

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

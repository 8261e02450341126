//! Notes and highlights: what a person writes on a passage, a document, a node or a collection. The words
//! of a note are a document of their own kind, so that search, citations, versions, memory and deletion
//! treat them as they treat any; the record beside it says what the note is on and what it means.

mod answers;
mod export;
mod forgetting;
mod links;
mod listing;
mod places;
mod promoting;
mod writing;

pub(crate) use links::refer;
pub(crate) use writing::{Written, origin};

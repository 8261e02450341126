//! Requests and answers as they cross to the command line and the window, by subject. Field names are
//! a contract: add to them, never rename.

mod bench;
mod citations;
mod definitions;
mod documents;
mod eval;
mod eval_headings;
mod eval_memory;
mod eval_pages;
mod eval_publications;
mod forgetting;
mod graph;
mod ingest;
mod memory;
mod models;
mod palace;
mod regenerating;
mod review;
mod search;
mod trust;
mod vault;
mod watching;

pub use bench::*;
pub use citations::*;
pub use definitions::*;
pub use documents::*;
pub use eval::*;
pub use eval_headings::*;
pub use eval_memory::*;
pub use eval_pages::*;
pub use eval_publications::*;
pub use forgetting::*;
pub use graph::*;
pub use ingest::*;
pub use memory::*;
pub use models::*;
pub use palace::*;
pub use regenerating::*;
pub use review::*;
pub use search::*;
pub use trust::*;
pub use vault::*;
pub use watching::*;

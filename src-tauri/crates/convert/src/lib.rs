//! Untrusted bytes to text, blocks and places on pages. Parsers run in a worker process that has no
//! network, no files and bounded memory and time: a document that crashes or hangs one costs that
//! document only.
//!
//! The parent side is [`Converter`]; the worker side is [`worker_main`]. A worker serves one
//! document after another and is replaced after any failure and after so many documents or bytes.
//! Where pages are pictures, a worker that recognises text is started for that document alone.
//! Nothing here keeps, logs or fetches anything, and nothing knows of vaults or chunks.

#![cfg_attr(test, allow(clippy::string_slice))]

mod bounded;
mod charset;
mod clauses;
mod conversation;
mod delimited;
mod docx;
mod drawn;
mod email;
mod epub;
mod error;
mod file_name;
mod front;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzz;
mod html;
mod identifiers;
mod image;
mod library;
mod limits;
mod markdown;
mod mend;
mod odt;
mod office;
mod outline;
mod pdf;
mod pool;
mod pptx;
mod process;
mod protocol;
mod recognise;
mod references;
mod render;
mod rtf;
mod rule;
mod sandbox;
pub mod score;
mod sniff;
mod spreadsheet;
mod tables;
mod tally;
mod text;
#[cfg(feature = "training")]
#[doc(hidden)]
pub mod training;
mod trees;
mod unpack;
mod validate;
mod weigh;
mod worker;

pub use crate::error::{Error, Result};
pub use crate::library::{Library, LibraryFile, LibraryItem, LibraryMark, LibraryNote};
pub use crate::limits::Limits;
pub use crate::pool::Converter;
pub use crate::process::{Program, peak_memory_bytes};
pub use crate::protocol::{Member, OutlineEntry};
pub use crate::recognise::{Awaken, Prepare, Recogniser, RecogniserFiles};
pub use crate::rule::Rule;
pub use crate::sniff::{is_archive, is_message, looks_readable};
pub use crate::worker::worker_main;

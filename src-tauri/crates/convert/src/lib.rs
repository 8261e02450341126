//! Untrusted bytes to text, blocks and places on pages. Parsers run in a worker process that has no
//! network, no files and bounded memory and time: a document that crashes or hangs one costs that
//! document only.
//!
//! The parent side is [`Converter`]; the worker side is [`worker_main`]. A worker serves one
//! document after another and is replaced after any failure and after so many documents or bytes.
//! Nothing here keeps, logs or fetches anything, and nothing knows of vaults or chunks.

#![cfg_attr(test, allow(clippy::string_slice))]

mod charset;
mod delimited;
mod docx;
mod email;
mod epub;
mod error;
mod front;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzz;
mod html;
mod limits;
mod markdown;
mod odt;
mod office;
mod outline;
mod pdf;
mod pool;
mod pptx;
mod process;
mod protocol;
mod references;
mod render;
mod rtf;
mod sandbox;
pub mod score;
mod sniff;
mod spreadsheet;
mod tables;
mod tally;
mod text;
mod unpack;
mod validate;
mod worker;

pub use crate::error::{Error, Result};
pub use crate::limits::Limits;
pub use crate::pool::Converter;
pub use crate::process::{Program, peak_memory_bytes};
pub use crate::protocol::Member;
pub use crate::sniff::{is_archive, is_message, looks_readable};
pub use crate::worker::worker_main;

//! The vocabulary every room of Loci shares: ids, units, spans, records, requests, answers and error
//! codes. Nothing here does I/O, reads a clock or draws randomness.

#![cfg_attr(test, allow(clippy::string_slice))]

mod cancel;
mod document;
mod error;
mod fusion;
mod ids;
mod span;
mod text;
mod time;
mod wire;

pub use crate::cancel::Cancel;
pub use crate::document::{DocumentRecord, DocumentState, Format, Origin};
pub use crate::error::{ErrorCode, Problem};
pub use crate::fusion::{Fusion, FusionRule};
pub use crate::ids::{ChunkId, Collection, DocumentId, IdError, Sha256, VaultId};
pub use crate::span::{LineIndex, PageBox, Span};
pub use crate::text::{
    Block, BlockKind, ChunkKind, ChunkRecord, ConvertedText, PageLayout, TextLine,
};
pub use crate::time::Timestamp;
pub use crate::wire::*;

//! The vocabulary every room of Loci shares: ids, units, spans, records, requests, answers and error
//! codes. Nothing here does I/O, reads a clock or draws randomness.

#![cfg_attr(test, allow(clippy::string_slice))]

mod address;
mod cancel;
mod error;
mod fusion;
mod identity;
mod ids;
mod kinds;
mod picture;
mod record;
mod span;
mod terms;
mod time;
mod wire;

pub use crate::address::{address_part, room_address, summary_address};
pub use crate::cancel::Cancel;
pub use crate::error::{ErrorCode, Problem};
pub use crate::fusion::{Fusion, FusionRule};
pub use crate::identity::normalise_name;
pub use crate::identity::{EdgeId, NodeId};
pub use crate::ids::{
    AgentId, ChunkId, CitationId, Collection, DocumentId, IdError, NoteId, ProposalId, Sha256,
    VaultId,
};
pub use crate::kinds::{EdgeKind, NodeClass, NodeKind};
pub use crate::picture::{Bitmap, RecognisedLetter, RecognisedLine, Recognition};
pub use crate::record::*;
pub use crate::span::{LineIndex, PageBox, Span};
pub use crate::terms::{is_ignorable, normalise_term};
pub use crate::time::{Timestamp, day_number, day_text, month_days};
pub use crate::wire::*;

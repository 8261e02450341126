//! The vocabulary every room of Loci shares: ids, units, spans, records, requests, answers and error
//! codes. Nothing here does I/O, reads a clock or draws randomness.

#![cfg_attr(test, allow(clippy::string_slice))]

mod cancel;
mod document;
mod error;
mod fusion;
mod identity;
mod ids;
mod kinds;
mod knowledge;
mod picture;
mod reference;
mod span;
mod terms;
mod text;
mod time;
mod trust;
mod wire;
mod wire_eval;
mod wire_eval_headings;
mod wire_eval_pages;
mod wire_eval_publications;
mod wire_graph;
mod wire_lifecycle;
mod wire_palace;
mod wire_review;
mod wire_search;

pub use crate::cancel::Cancel;
pub use crate::document::{DocumentRecord, DocumentState, Format, Freshness, Origin};
pub use crate::error::{ErrorCode, Problem};
pub use crate::fusion::{Fusion, FusionRule};
pub use crate::identity::normalise_name;
pub use crate::identity::{EdgeId, NodeId};
pub use crate::ids::{ChunkId, CitationId, Collection, DocumentId, IdError, Sha256, VaultId};
pub use crate::kinds::{EdgeKind, NodeClass, NodeKind};
pub use crate::knowledge::*;
pub use crate::picture::{Bitmap, RecognisedLetter, RecognisedLine, Recognition};
pub use crate::reference::{Author, FieldSource, Reference, ReferenceField};
pub use crate::span::{LineIndex, PageBox, Span};
pub use crate::terms::{is_ignorable, normalise_term};
pub use crate::text::{
    Block, BlockKind, ChunkKind, ChunkRecord, ConvertedText, CrossReference, DefinitionForm,
    DefinitionRecord, PageLayout, TextLine,
};
pub use crate::time::{Timestamp, day_number, day_text, month_days};
pub use crate::trust::{EvidenceGrade, Override, Signal, SignalKind, Trust, TrustParts, Validity};
pub use crate::wire::*;
pub use crate::wire_eval::*;
pub use crate::wire_eval_headings::*;
pub use crate::wire_eval_pages::*;
pub use crate::wire_eval_publications::*;
pub use crate::wire_graph::*;
pub use crate::wire_lifecycle::*;
pub use crate::wire_palace::*;
pub use crate::wire_review::*;
pub use crate::wire_search::*;

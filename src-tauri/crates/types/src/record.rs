//! What lies in the vault's tables, by subject. What was written is read for ever: add fields with a
//! default, never rename one.

mod document;
mod knowledge;
mod reference;
mod text;
mod trust;

pub use document::{DocumentRecord, DocumentState, Format, Freshness, Origin};
pub use knowledge::*;
pub use reference::{Author, FieldSource, Reference, ReferenceField};
pub use text::{
    Block, BlockKind, ChunkKind, ChunkRecord, ConvertedText, CrossReference, DefinitionForm,
    DefinitionRecord, PageLayout, TextLine,
};
pub use trust::{EvidenceGrade, Override, Signal, SignalKind, Trust, TrustParts, Validity};

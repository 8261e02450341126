//! Which record lives in which sealed table, and under which path.

use serde::{Deserialize, Serialize};
use types::{ChunkRecord, DocumentRecord, PageLayout, PageSize};
use vault::{Blob, Table, TableId};

/// Path: document id.
pub(crate) const DOCUMENTS: Table<DocumentRecord> = Table::new(TableId::Documents);
/// Path: document id, block number. Blocks of `TEXT_BLOCK_BYTES`, cut at bytes.
pub(crate) const TEXTS: Table<Blob> = Table::new(TableId::Texts);
/// Path: document id.
pub(crate) const SHAPES: Table<TextShape> = Table::new(TableId::Shapes);
/// Path: document id, page number.
pub(crate) const LAYOUTS: Table<PageLayout> = Table::new(TableId::Layouts);
/// Path: document id, chunk ordinal divided by `CHUNK_GROUP`. Neighbours are stored together: their
/// headings are the same, and so pack well.
pub(crate) const CHUNKS: Table<Vec<ChunkRecord>> = Table::new(TableId::Chunks);

/// Chunks in one record.
pub(crate) const CHUNK_GROUP: u32 = 32;

/// Small enough that opening one passage is cheap, large enough that sealing is.
pub(crate) const TEXT_BLOCK_BYTES: usize = 16 * 1024;

/// The outline of a converted text: what is needed to place a passage without opening every page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TextShape {
    /// For each page: one past the last byte of the text that stands on it.
    pub page_ends: Vec<usize>,
    /// For each page: its size.
    pub page_sizes: Vec<PageSize>,
}

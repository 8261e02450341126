//! Converted texts and their chunks in the vault: the text stored once, in blocks, so that a passage
//! opens only what it needs.

use crate::{
    error::{Error, Result},
    tables::{
        BLOCKS, CHUNK_GROUP, CHUNKS, DEFINITIONS, LAYOUTS, REFERENCES, SHAPES, StoredBlock,
        TEXT_BLOCK_BYTES, TEXTS, TextShape,
    },
};
use std::ops::Range;
use types::{Block, ChunkRecord, ConvertedText, DocumentId, DocumentRecord, PageSize};
use vault::{Batch, Blob};

/// Puts a converted text and its pages into `batch`, in place of whatever the document had.
pub(crate) fn put(
    batch: &mut Batch<'_>,
    document: &DocumentId,
    converted: &ConvertedText,
) -> Result<()> {
    for (number, block) in converted.text.as_bytes().chunks(TEXT_BLOCK_BYTES).enumerate() {
        let path = [document.as_bytes().as_slice(), &number_key(number)];
        batch.put(TEXTS, &path, &Blob(block.to_vec()))?;
    }
    let shape = TextShape {
        page_ends: converted.pages.iter().map(|page| page.range.end).collect(),
        page_sizes: converted
            .pages
            .iter()
            .map(|page| PageSize { width: page.width, height: page.height })
            .collect(),
        hidden: converted
            .hidden
            .iter()
            .map(|hidden| (hidden.start as u64, hidden.end as u64))
            .collect(),
    };
    batch.put(SHAPES, &[document.as_bytes()], &shape)?;
    let blocks: Vec<StoredBlock> = converted.blocks.iter().map(StoredBlock::from).collect();
    batch.put(BLOCKS, &[document.as_bytes()], &blocks)?;
    for page in &converted.pages {
        let path = [document.as_bytes().as_slice(), &page.page.to_be_bytes()];
        batch.put(LAYOUTS, &path, page)?;
    }
    Ok(())
}

/// Puts a document's chunks, all of them and in order, into `batch`.
pub(crate) fn put_chunks(
    batch: &mut Batch<'_>,
    document: &DocumentId,
    chunks: &[ChunkRecord],
) -> Result<()> {
    for (group, chunks) in (0u32..).zip(chunks.chunks(CHUNK_GROUP as usize)) {
        let path = [document.as_bytes().as_slice(), &group.to_be_bytes()];
        batch.put(CHUNKS, &path, &chunks.to_vec())?;
    }
    Ok(())
}

/// One chunk; `None` where the document has none of that number.
pub(crate) fn chunk(
    records: &vault::Snapshot,
    document: &DocumentId,
    ordinal: u32,
) -> Result<Option<ChunkRecord>> {
    let path = [document.as_bytes().as_slice(), &(ordinal / CHUNK_GROUP).to_be_bytes()];
    let group = records.get(CHUNKS, &path)?.unwrap_or_default();
    Ok(group.into_iter().nth((ordinal % CHUNK_GROUP) as usize))
}

/// A chunk with its words.
pub(crate) struct Opened {
    pub chunk: ChunkRecord,
    pub text: String,
}

/// One chunk with its words; `None` where the document has none of that number.
pub(crate) fn opened(
    records: &vault::Snapshot,
    document: &DocumentId,
    ordinal: u32,
) -> Result<Option<Opened>> {
    let Some(chunk) = chunk(records, document, ordinal)? else { return Ok(None) };
    let text = slice(records, document, chunk.span.bytes())?;
    Ok(Some(Opened { chunk, text }))
}

/// Takes a document's text, pages and chunks away.
pub(crate) fn delete(batch: &mut Batch<'_>, document: &DocumentId) -> Result<()> {
    batch.delete_prefix(CHUNKS, &[document.as_bytes()])?;
    batch.delete_prefix(TEXTS, &[document.as_bytes()])?;
    batch.delete_prefix(LAYOUTS, &[document.as_bytes()])?;
    batch.delete(SHAPES, &[document.as_bytes()]);
    batch.delete(BLOCKS, &[document.as_bytes()]);
    Ok(())
}

/// Takes what was made of a document away, its original apart.
pub(crate) fn forget(batch: &mut Batch<'_>, document: &DocumentId) -> Result<()> {
    delete(batch, document)?;
    batch.delete(DEFINITIONS, &[document.as_bytes()]);
    batch.delete(REFERENCES, &[document.as_bytes()]);
    Ok(())
}

/// The whole text; `length` as its record has it.
pub(crate) fn whole(
    records: &vault::Snapshot,
    document: &DocumentId,
    length: u64,
) -> Result<String> {
    slice(records, document, 0..length as usize)
}

/// The text at `range`, opening only the blocks that it touches.
pub(crate) fn slice(
    records: &vault::Snapshot,
    document: &DocumentId,
    range: Range<usize>,
) -> Result<String> {
    let passage = bytes(records, document, range)?;
    String::from_utf8(passage).map_err(|_| missing("a passage's words"))
}

/// The bytes of the text at `range`, which may cut a character.
pub(crate) fn bytes(
    records: &vault::Snapshot,
    document: &DocumentId,
    range: Range<usize>,
) -> Result<Vec<u8>> {
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let first = range.start / TEXT_BLOCK_BYTES;
    let last = (range.end - 1) / TEXT_BLOCK_BYTES;
    let mut bytes = Vec::with_capacity((last - first + 1) * TEXT_BLOCK_BYTES);
    for number in first..=last {
        let path = [document.as_bytes().as_slice(), &number_key(number)];
        let block = records.get(TEXTS, &path)?.ok_or_else(|| missing("a part of the text"))?;
        bytes.extend_from_slice(&block.0);
    }
    let from = first * TEXT_BLOCK_BYTES;
    let passage = bytes.get(range.start - from..range.end - from);
    passage.map(<[u8]>::to_vec).ok_or_else(|| missing("a passage's words"))
}

/// The structure of a text; empty for documents read before it was kept.
pub(crate) fn blocks(records: &vault::Snapshot, document: &DocumentId) -> Result<Vec<Block>> {
    let stored = records.get(BLOCKS, &[document.as_bytes()])?.unwrap_or_default();
    Ok(stored.into_iter().map(Block::from).collect())
}

/// All chunks of a document, in order.
pub(crate) fn chunks(
    records: &vault::Snapshot,
    record: &DocumentRecord,
) -> Result<Vec<ChunkRecord>> {
    let mut chunks = Vec::with_capacity(record.chunks as usize);
    for group in 0..record.chunks.div_ceil(CHUNK_GROUP) {
        let path = [record.id.as_bytes().as_slice(), &group.to_be_bytes()];
        chunks.extend(records.get(CHUNKS, &path)?.unwrap_or_default());
    }
    Ok(chunks)
}

/// A conversion that was kept before anything else was made of it.
pub(crate) fn converted(
    records: &vault::Snapshot,
    record: &DocumentRecord,
) -> Result<ConvertedText> {
    let text = whole(records, &record.id, record.text_bytes)?;
    let mut pages = Vec::with_capacity(record.pages as usize);
    for page in 1..=record.pages {
        let path = [record.id.as_bytes().as_slice(), &page.to_be_bytes()];
        pages.push(records.get(LAYOUTS, &path)?.ok_or_else(|| missing("a page's layout"))?);
    }
    let listed = records.get(REFERENCES, &[record.id.as_bytes()])?.unwrap_or_default();
    Ok(ConvertedText {
        title: Some(record.title.clone()),
        pages,
        warnings: record.warnings.clone(),
        reference: record.reference.clone(),
        listed,
        hidden: shape(records, &record.id)?
            .hidden
            .into_iter()
            .map(|(start, end)| start as usize..end as usize)
            .collect(),
        ..ConvertedText::new(record.format, text, blocks(records, &record.id)?)
    })
}

/// The page outline; empty for formats without pages.
pub(crate) fn shape(records: &vault::Snapshot, document: &DocumentId) -> Result<TextShape> {
    Ok(records.get(SHAPES, &[document.as_bytes()])?.unwrap_or_default())
}

fn number_key(number: usize) -> [u8; 4] {
    (number as u32).to_be_bytes()
}

fn missing(what: &str) -> Error {
    Error::new(
        types::ErrorCode::VaultDamaged,
        format!("The vault has lost {what}."),
        "Nothing else is affected. Restore a backup, or ingest the document again with --force.",
    )
}

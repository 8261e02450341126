//! What the reader shows: a document laid out, and a passage with its quote and its boxes.

use crate::{
    Snapshot,
    documents::{plain, view},
    error::{Error, Result},
    tables::{LAYOUTS, TextShape},
    text_store,
};
use chunk::Within;
use std::ops::Range;
use types::{
    BlockKind, Cancel, ChunkRecord, CrossReference, DocumentCheck, DocumentId, ErrorCode, Format,
    LineIndex, OutlineItem, PageBox, PageLayout, PageWord, PageWords, Passage, ReaderView,
};

/// Characters of context on each side of a quote, as the W3C Web Annotation model suggests.
const CONTEXT_CHARS: usize = 32;

impl Snapshot {
    /// A document laid out for reading.
    pub fn read(&self, id: &DocumentId) -> Result<ReaderView> {
        let record = self.record(id)?;
        self.readable(&record)?;
        let text = text_store::whole(&self.records, id, record.text_bytes)?;
        let html = match record.format {
            Format::Text | Format::Pdf | Format::Unknown => None,
            _ => Some(self.resources.converter.render_html(&text, &Cancel::default())?),
        };
        let shape = text_store::shape(&self.records, id)?;
        let (terms, mentions) = self.reading_terms(id, &text)?;
        let chunks = text_store::chunks(&self.records, &record)?;
        let mut cross_references: Vec<CrossReference> =
            chunks.iter().flat_map(|chunk| chunk.cross_references.iter().cloned()).collect();
        // chunks overlap: a mention may stand in two
        cross_references.sort_by_key(|reference| (reference.start, reference.end));
        cross_references.dedup_by_key(|reference| (reference.start, reference.end));
        Ok(ReaderView {
            document: view(&record),
            outline: self.outline(id, &chunks, &shape)?,
            pages: shape.page_sizes,
            text,
            html,
            terms,
            mentions,
            cross_references,
        })
    }

    /// The headings, each with the section that its first chunk is in.
    pub(crate) fn outline(
        &self,
        id: &DocumentId,
        chunks: &[ChunkRecord],
        shape: &TextShape,
    ) -> Result<Vec<OutlineItem>> {
        let mut outline = Vec::new();
        for block in text_store::blocks(&self.records, id)? {
            let BlockKind::Heading(level) = block.kind else { continue };
            let start = block.range.start;
            let next = chunks.partition_point(|chunk| chunk.span.end <= start);
            let section = chunks.get(next).filter(|chunk| {
                chunk.parent_chain.last().is_some_and(|title| *title == block.title)
            });
            outline.push(OutlineItem {
                title: block.title,
                level,
                section_id: section.map(|chunk| chunk.section_id.clone()).unwrap_or_default(),
                start,
                page: page_at(shape, start),
            });
        }
        Ok(outline)
    }

    /// The page that a byte of a document's text stands on.
    pub(crate) fn page_of(&self, id: &DocumentId, byte: usize) -> Result<Option<u32>> {
        Ok(page_at(&text_store::shape(&self.records, id)?, byte))
    }

    /// Whether a document's chunks, in order and without their overlaps, are its text.
    pub fn check_document(&self, id: &DocumentId) -> Result<DocumentCheck> {
        let record = self.record(id)?;
        self.readable(&record)?;
        let text = text_store::whole(&self.records, id, record.text_bytes)?;
        let chunks = text_store::chunks(&self.records, &record)?;
        let mut findings = Vec::new();
        if chunks.len() != record.chunks as usize {
            let (found, expected) = (chunks.len(), record.chunks);
            findings.push(format!("{found} chunks are stored, not {expected}."));
        }
        for chunk in &chunks {
            if let Err(invalid) = chunk::check(chunk, &text) {
                findings.push(format!("Chunk {}: {invalid}.", chunk.ordinal));
            }
        }
        let parts = chunks.iter().map(|chunk| {
            let words = text.get(chunk.span.bytes()).unwrap_or_default();
            (words, chunk.span.start, chunk.separator.as_str())
        });
        if chunk::reconstruct(parts).as_deref() != Some(text.as_str()) {
            findings.push("The chunks do not give back the text.".to_owned());
        }
        Ok(DocumentCheck {
            document_id: *id,
            ok: findings.is_empty(),
            chunks: chunks.len() as u32,
            text_bytes: record.text_bytes,
            findings,
        })
    }

    /// The passage at bytes `range` of a document's text.
    pub fn passage(&self, id: &DocumentId, range: Range<usize>) -> Result<Passage> {
        let record = self.record(id)?;
        self.readable(&record)?;
        let text = text_store::whole(&self.records, id, record.text_bytes)?;
        let boxes = self.boxes(id, &text, &range)?;
        let page = boxes.first().map(|first| first.page);
        let span = LineIndex::new(&text).span(&text, range.clone(), page);
        let parts = (text.get(range.clone()), text.get(..range.start), text.get(range.end..));
        let (Some(span), (Some(quote), Some(before), Some(after))) = (span, parts) else {
            return Err(Error::new(
                ErrorCode::Usage,
                "The passage does not lie on the document's text.",
                "Give byte offsets as a search prints them.",
            ));
        };
        let skipped = before.chars().count().saturating_sub(CONTEXT_CHARS);
        Ok(Passage {
            span,
            quote: quote.to_owned(),
            plain: plain(record.format, &text, range.clone(), self.within(id, &range)?),
            prefix: before.chars().skip(skipped).collect(),
            suffix: after.chars().take(CONTEXT_CHARS).collect(),
            boxes,
        })
    }

    /// The words of a page of the original, counted from 1, each where it stands.
    pub fn page_words(&self, id: &DocumentId, page: u32) -> Result<PageWords> {
        let record = self.record(id)?;
        self.readable(&record)?;
        let layout = self.layout(id, page)?;
        let layout = layout.ok_or_else(no_such_page)?;
        let text = text_store::whole(&self.records, id, record.text_bytes)?;
        let word =
            |(at, place): (Range<usize>, PageBox)| PageWord { start: at.start, end: at.end, place };
        Ok(PageWords { words: layout.words(&text).map(word).collect() })
    }

    /// A page of the original, counted from 1, drawn so many pixels wide: a PNG.
    pub fn page_picture(&self, id: &DocumentId, page: u32, width: u32) -> Result<Vec<u8>> {
        let record = self.record(id)?;
        if record.format != Format::Pdf {
            return Err(no_such_page());
        }
        let original = self.original(id)?;
        Ok(self.resources.converter.draw(&original, page, width, &Cancel::default())?)
    }

    fn layout(&self, id: &DocumentId, page: u32) -> Result<Option<PageLayout>> {
        Ok(self.records.get(LAYOUTS, &[id.as_bytes().as_slice(), &page.to_be_bytes()])?)
    }

    /// Whether a passage begins inside of code.
    fn within(&self, id: &DocumentId, range: &Range<usize>) -> Result<Within> {
        let blocks = text_store::blocks(&self.records, id)?;
        let next = blocks.partition_point(|block| block.range.end <= range.start);
        let inside = blocks
            .get(next)
            .is_some_and(|block| block.kind == BlockKind::Code && block.range.start < range.start);
        Ok(if inside { Within::Code } else { Within::Prose })
    }

    pub(crate) fn boxes(
        &self,
        id: &DocumentId,
        text: &str,
        range: &Range<usize>,
    ) -> Result<Vec<PageBox>> {
        let ends = text_store::shape(&self.records, id)?.page_ends;
        let first = ends.partition_point(|end| *end <= range.start);
        let last = ends.partition_point(|end| *end < range.end);
        let mut boxes = Vec::new();
        for page in (first..=last).filter(|page| *page < ends.len()) {
            if let Some(layout) = self.layout(id, page as u32 + 1)? {
                boxes.extend(layout.boxes(text, range));
            }
        }
        Ok(boxes)
    }
}

fn no_such_page() -> Error {
    Error::new(
        ErrorCode::NotFound,
        "There is no such page to be shown.",
        "Pages are those of a PDF, counted from 1; every document has its text view.",
    )
}

fn page_at(shape: &TextShape, byte: usize) -> Option<u32> {
    let page = shape.page_ends.partition_point(|end| *end <= byte);
    let last = shape.page_ends.len().checked_sub(1)?;
    Some(page.min(last) as u32 + 1)
}

//! What the reader shows: a document laid out, and a passage with its quote and its boxes.

use crate::{
    Palace,
    documents::view,
    error::{Error, Result},
    tables::LAYOUTS,
    text_store,
};
use std::ops::Range;
use types::{Cancel, DocumentId, ErrorCode, Format, LineIndex, PageBox, Passage, ReaderView};

/// Characters of context on each side of a quote, as the W3C Web Annotation model suggests.
const CONTEXT_CHARS: usize = 32;

impl Palace {
    /// A document laid out for reading.
    pub fn read(&self, id: &DocumentId) -> Result<ReaderView> {
        let record = self.record(id)?;
        self.readable(&record)?;
        let text = text_store::whole(&self.vault, id, record.text_bytes)?;
        let html = match record.format {
            Format::Markdown | Format::Html | Format::Docx => {
                Some(self.resources.converter.render_html(&text, &Cancel::default())?)
            }
            Format::Text | Format::Pdf | Format::Unknown => None,
        };
        let pages = text_store::shape(&self.vault, id)?.page_sizes;
        Ok(ReaderView { document: view(&record), text, html, pages })
    }

    /// The passage at bytes `range` of a document's text.
    pub fn passage(&self, id: &DocumentId, range: Range<usize>) -> Result<Passage> {
        let record = self.record(id)?;
        self.readable(&record)?;
        let text = text_store::whole(&self.vault, id, record.text_bytes)?;
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
            prefix: before.chars().skip(skipped).collect(),
            suffix: after.chars().take(CONTEXT_CHARS).collect(),
            boxes,
        })
    }

    fn boxes(&self, id: &DocumentId, text: &str, range: &Range<usize>) -> Result<Vec<PageBox>> {
        let ends = text_store::shape(&self.vault, id)?.page_ends;
        let first = ends.partition_point(|end| *end <= range.start);
        let last = ends.partition_point(|end| *end < range.end);
        let mut boxes = Vec::new();
        for page in (first..=last).filter(|page| *page < ends.len()) {
            let path = [id.as_bytes().as_slice(), &(page as u32 + 1).to_be_bytes()];
            if let Some(layout) = self.vault.get(LAYOUTS, &path)? {
                boxes.extend(layout.boxes(text, range));
            }
        }
        Ok(boxes)
    }
}

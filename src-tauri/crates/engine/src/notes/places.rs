//! Where the passages of notes stand in one version of a document: found again by their quotes.

use crate::{Snapshot, error::Result, text_store};
use chunk::anchor::{Anchor, Outcome, find};
use types::{DocumentId, LineIndex, NotePlace, NoteTarget};

/// A version of a document, to be looked through.
pub(super) struct Places {
    document: DocumentId,
    text: String,
    lines: LineIndex,
}

impl Places {
    pub fn of(now: &Snapshot, document: &DocumentId) -> Result<Self> {
        let record = now.record(document)?;
        now.readable(&record)?;
        let text = text_store::whole(&now.records, document, record.text_bytes)?;
        let lines = LineIndex::new(&text);
        Ok(Self { document: *document, text, lines })
    }

    /// Where a note's passage stands in it; `None` where it does not.
    pub fn place(&mut self, now: &Snapshot, target: &NoteTarget) -> Result<Option<NotePlace>> {
        let NoteTarget::Passage { document_id, span, quote, prefix, suffix, .. } = target else {
            return Ok(None);
        };
        let own = *document_id == self.document;
        let there = own && self.text.get(span.bytes()) == Some(quote.as_str());
        let (range, same) = match there {
            true => (span.bytes(), true),
            false => match find(&Anchor { quote, prefix, suffix, start: span.start }, &self.text) {
                Outcome::Same(range) | Outcome::Moved(range) => (range, true),
                Outcome::Changed { range, .. } => (range, false),
                Outcome::Gone => return Ok(None),
            },
        };
        let boxes = now.boxes(&self.document, &self.text, &range)?;
        let page = match boxes.first() {
            Some(first) => Some(first.page),
            None => now.page_of(&self.document, range.start)?,
        };
        let span = self.lines.span(&self.text, range, page);
        Ok(span.map(|span| NotePlace { document_id: self.document, span, same, boxes }))
    }
}

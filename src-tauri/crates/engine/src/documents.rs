//! Documents that are in: listed, shown, handed back, taken away.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    text_store,
};
use chunk::Within;
use std::{ops::Range, sync::Arc};
use types::{
    Collection, DocumentId, DocumentList, DocumentRecord, DocumentState, DocumentView, ErrorCode,
    Format,
};

/// Fewest digits of an id that are taken for it.
const PREFIX_DIGITS: usize = 8;

impl Snapshot {
    /// All documents, newest first, refused ones included.
    pub fn documents(&self) -> Result<DocumentList> {
        let mut records = self.catalogue.select(|_| true);
        records.sort_by(|a, b| {
            let by_time = b.added_at.cmp(&a.added_at);
            by_time.then_with(|| a.title.cmp(&b.title)).then_with(|| a.id.cmp(&b.id))
        });
        Ok(DocumentList { documents: records.iter().map(|record| view(record)).collect() })
    }

    /// The document that `id` names: whole, or a prefix of at least eight digits that fits one only.
    pub fn resolve(&self, id: &str) -> Result<DocumentId> {
        let id = id.trim().to_lowercase();
        if let Ok(whole) = id.parse::<DocumentId>() {
            return self.record(&whole).map(|record| record.id);
        }
        let digits = id.len() >= PREFIX_DIGITS && id.chars().all(|c| c.is_ascii_hexdigit());
        if !digits {
            return Err(Error::new(
                ErrorCode::Usage,
                "That is not a document id.",
                "Give the id that `documents list` prints, or its first 8 digits or more.",
            ));
        }
        let fits = self.catalogue.select(|record| record.id.to_string().starts_with(&id));
        match fits.as_slice() {
            [one] => Ok(one.id),
            [] => Err(no_document()),
            _ => Err(Error::new(
                ErrorCode::Ambiguous,
                format!("{} documents have ids that begin so.", fits.len()),
                "Give more digits.",
            )),
        }
    }

    /// One document.
    pub fn document(&self, id: &DocumentId) -> Result<DocumentView> {
        self.record(id).map(|record| view(&record))
    }

    /// The converted text.
    pub fn document_text(&self, id: &DocumentId) -> Result<String> {
        let record = self.record(id)?;
        self.readable(&record)?;
        text_store::whole(&self.records, id, record.text_bytes)
    }

    /// The original bytes, verified.
    pub fn original(&self, id: &DocumentId) -> Result<Vec<u8>> {
        self.record(id)?;
        self.records.original(id)?.ok_or_else(no_document)
    }

    /// Words quoted of a document, as people read them. A document that is gone was Markdown.
    pub(crate) fn plain(&self, document: &DocumentId, quote: &str) -> String {
        let format = self.catalogue.get(document).map_or(Format::Markdown, |known| known.format);
        plain(format, quote, 0..quote.len(), Within::Prose)
    }

    pub(crate) fn record(&self, id: &DocumentId) -> Result<Arc<DocumentRecord>> {
        self.catalogue.get(id).ok_or_else(no_document)
    }

    pub(crate) fn readable(&self, record: &DocumentRecord) -> Result<()> {
        if record.state == DocumentState::Indexed {
            return Ok(());
        }
        let reason = record.reason.as_ref().map(|reason| reason.message.as_str());
        Err(Error::new(
            record.reason.as_ref().map_or(ErrorCode::NotFound, |reason| reason.code),
            reason.unwrap_or("The document has no text yet.").to_owned(),
            "Its original can still be had with `documents original`.",
        ))
    }
}

impl Palace {
    /// Puts a document into one more collection.
    pub fn join(&self, id: &DocumentId, collection: &Collection) -> Result<DocumentView> {
        self.file(id, "document.join", |record| {
            record.join(collection);
            Ok(())
        })
    }

    /// Takes a document out of one of its collections; the last one keeps it.
    pub fn leave(&self, id: &DocumentId, collection: &Collection) -> Result<DocumentView> {
        self.file(id, "document.leave", |record| match record.leave(collection) {
            true => Ok(()),
            false => Err(Error::new(
                ErrorCode::Usage,
                "The document is not in that collection, or in no other; nothing was changed.",
                "`documents show` lists its collections; put it into another one first.",
            )),
        })
    }

    fn file(
        &self,
        id: &DocumentId,
        action: &'static str,
        change: impl FnOnce(&mut DocumentRecord) -> Result<()>,
    ) -> Result<DocumentView> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let known = tx.record(id)?;
        let mut record = (*known).clone();
        change(&mut record)?;
        if record != *known {
            tx.put_document(&record)?;
            tx.commit(action, vec![id.to_string()])?;
        }
        Ok(view(&record))
    }
}

/// The words of `text[range]` as people read them. A plain text has no markup: they are what it says.
pub(crate) fn plain(format: Format, text: &str, range: Range<usize>, within: Within) -> String {
    match format {
        Format::Text => text.get(range).unwrap_or_default().trim().to_owned(),
        _ => chunk::plain(text, range, within),
    }
}

pub(crate) fn view(record: &DocumentRecord) -> DocumentView {
    DocumentView {
        document_id: record.id,
        title: record.title.clone(),
        name: record.origin.name.clone(),
        path: record.origin.path.clone(),
        source_url: record.origin.source_url.clone(),
        source_type: record.origin.source_type.clone(),
        sha256: record.sha256.to_string(),
        collection: record.collection.clone(),
        collections: record.collections().cloned().collect(),
        format: record.format,
        state: record.state,
        reason: record.reason.clone(),
        warnings: record.warnings.clone(),
        added_at: record.added_at,
        size_bytes: record.size_bytes,
        text_bytes: record.text_bytes,
        chunks: record.chunks,
        pages: record.pages,
        supersedes: record.supersedes,
        superseded_by: record.superseded_by,
        superseded_at: record.superseded_at,
        version: record.version.max(1),
        freshness: record.freshness,
        reference: record.reference.clone(),
        definitions: record.definitions,
    }
}

fn no_document() -> Error {
    Error::new(
        ErrorCode::NotFound,
        "No document has that id.",
        "`documents list` shows those that are here.",
    )
}

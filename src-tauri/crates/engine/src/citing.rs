//! Citations: passages that the person keeps, exported with their page, and looked up again in later
//! versions. A citation outlives its document unless it is forgotten with it.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    tables::{CITATIONS, CitationRecord},
    text_store,
    tx::Tx,
};
use chunk::anchor::{Anchor, Outcome, find};
use cite::Cited;
use std::{collections::HashSet, ops::Range};
use types::{
    Citation, CitationFormat, CitationId, CitationList, CitationsRequest, CiteExport,
    CiteExportRequest, CiteRequest, DocumentId, DocumentRecord, DocumentState, ErrorCode, Fate,
    LineIndex, Reverified, ReverifyReport, Span,
};

/// Fewest digits of an id that are taken for it.
const PREFIX_DIGITS: usize = 8;

/// Longest note, in bytes.
const NOTE_BYTES: usize = 10_000;

impl Snapshot {
    /// The kept citations, newest first.
    pub fn citations(&self, request: &CitationsRequest) -> Result<CitationList> {
        let document = request.document.as_deref().map(|id| self.resolve(id)).transpose()?;
        let versions = document.map(|id| self.version_ids(&id)).transpose()?;
        let mut kept = self.kept_citations()?;
        kept.retain(|citation| {
            versions.as_ref().is_none_or(|ids| ids.contains(&citation.document))
        });
        kept.sort_by_key(|citation| std::cmp::Reverse(citation.created_at));
        Ok(CitationList { citations: kept.into_iter().map(|c| self.citation_view(c)).collect() })
    }

    /// Citations, or one passage, as a reference manager reads them.
    pub fn export_citations(&self, request: &CiteExportRequest) -> Result<CiteExport> {
        let cited = match (&request.document, request.passage) {
            (None, Some(_)) => {
                return Err(Error::new(
                    ErrorCode::Usage,
                    "A passage is a document's.",
                    "Name the document too.",
                ));
            }
            (Some(document), Some((start, end))) => {
                let id = self.resolve(document)?;
                let passage = self.passage(&id, start as usize..end as usize)?;
                let record = self.record(&id)?;
                vec![Cited {
                    reference: publication(&record),
                    page: passage.span.page,
                    quote: passage.plain,
                    note: String::new(),
                }]
            }
            (document, None) => {
                let id = document.as_deref().map(|id| self.resolve(id)).transpose()?;
                let mut kept = self.kept_citations()?;
                kept.retain(|citation| id.is_none_or(|id| citation.document == id));
                kept.sort_by_key(|citation| (citation.created_at, citation.span.start));
                match (kept.is_empty(), id) {
                    // a document that nothing is cited of yet: the whole publication
                    (true, Some(id)) => vec![Cited {
                        reference: publication(&*self.record(&id)?),
                        ..Cited::default()
                    }],
                    _ => kept.into_iter().map(|citation| self.cited(citation)).collect(),
                }
            }
        };
        let text = match request.format {
            CitationFormat::Bibtex => cite::bibtex(&cited),
            CitationFormat::CslJson => cite::csl_json(&cited),
        };
        Ok(CiteExport { entries: cited.len() as u32, text })
    }

    fn cited(&self, citation: CitationRecord) -> Cited {
        let known = self.catalogue.get(&citation.document);
        let mut reference = known.map_or(citation.reference, |record| publication(&record));
        if reference.title.is_none() {
            reference.title = Some(citation.title);
        }
        let quote = self.plain(&citation.document, &citation.quote);
        Cited { reference, page: citation.span.page, quote, note: citation.note }
    }

    fn look_up(
        &self,
        citation: &CitationRecord,
        document: &DocumentId,
        text: &str,
        lines: &LineIndex,
    ) -> Result<Reverified> {
        let anchor = Anchor {
            quote: &citation.quote,
            prefix: &citation.prefix,
            suffix: &citation.suffix,
            start: citation.span.start,
        };
        let (fate, range, similarity) = match find(&anchor, text) {
            Outcome::Same(range) => (Fate::Same, Some(range), 1.0),
            Outcome::Moved(range) => (Fate::Moved, Some(range), 1.0),
            Outcome::Changed { range, similarity } => (Fate::Changed, Some(range), similarity),
            Outcome::Gone => (Fate::Gone, None, 0.0),
        };
        let place = |range: Range<usize>| -> Result<Option<Span>> {
            let page = self.page_of(document, range.start)?;
            Ok(lines.span(text, range, page))
        };
        let span = range.clone().map(place).transpose()?.flatten();
        let quote = range.and_then(|range| text.get(range)).unwrap_or_default().to_owned();
        let (document_id, at) = (*document, self.resources.now());
        Ok(Reverified { fate, document_id, span, quote, plain: String::new(), similarity, at })
    }

    pub(crate) fn kept_citations(&self) -> Result<Vec<CitationRecord>> {
        let kept = self.records.scan(CITATIONS, &[])?;
        kept.map(|citation| Ok(citation?)).collect()
    }

    fn version_ids(&self, document: &DocumentId) -> Result<HashSet<DocumentId>> {
        let chain = self.chain(&*self.record(document)?);
        Ok(chain.iter().map(|record| record.id).collect())
    }

    fn citation_view(&self, mut citation: CitationRecord) -> Citation {
        let known = self.catalogue.get(&citation.document);
        let verified = citation.verified.take().map(|verified| Reverified {
            plain: self.plain(&verified.document_id, &verified.quote),
            ..verified
        });
        Citation {
            citation_id: citation.id(),
            document_id: citation.document,
            title: citation.title,
            span: citation.span,
            plain: self.plain(&citation.document, &citation.quote),
            quote: citation.quote,
            note: citation.note,
            created_at: citation.created_at,
            source_here: known.is_some_and(|record| record.state == DocumentState::Indexed),
            verified,
        }
    }
}

impl Tx<'_, '_> {
    /// Takes the citations of a document away, and what was found of others in it.
    /// Returns how many went.
    pub(crate) fn forget_citations(&mut self, document: &DocumentId) -> Result<u64> {
        let mut gone = 0;
        for mut citation in self.kept_citations()? {
            let id = citation.id();
            let found_there =
                citation.verified.as_ref().is_some_and(|found| found.document_id == *document);
            if citation.document == *document {
                gone += 1;
                self.batch.delete(CITATIONS, &[id.as_bytes()]);
            } else if found_there {
                citation.verified = None;
                self.batch.put(CITATIONS, &[id.as_bytes()], &citation)?;
            }
        }
        Ok(gone)
    }
}

impl Palace {
    /// Keeps a passage as evidence. The same passage again changes its note.
    pub fn cite(&self, request: &CiteRequest) -> Result<Citation> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let document = tx.resolve(&request.document)?;
        if request.start >= request.end || request.note.len() > NOTE_BYTES {
            return Err(Error::new(
                ErrorCode::Usage,
                "A citation has at least one character, and a note of at most 10,000 bytes.",
                "Give byte offsets as a search prints them.",
            ));
        }
        let passage = tx.passage(&document, request.start..request.end)?;
        let record = tx.record(&document)?;
        let id = CitationId::derive(&document, request.start, request.end);
        let citation = CitationRecord {
            document,
            title: record.title.clone(),
            span: passage.span,
            quote: passage.quote,
            prefix: passage.prefix,
            suffix: passage.suffix,
            note: request.note.clone(),
            created_at: self.resources.now(),
            verified: None,
            reference: record.reference.clone(),
        };
        tx.batch.put(CITATIONS, &[id.as_bytes()], &citation)?;
        let now = tx.commit("citation.add", vec![id.to_string()])?;
        Ok(now.citation_view(citation))
    }

    /// Takes a citation away.
    pub fn remove_citation(&self, id: &str) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let wanted = id.trim().to_lowercase();
        let ids = tx.kept_citations()?.into_iter().map(|citation| citation.id());
        let fits: Vec<CitationId> = ids.filter(|id| id.to_string().starts_with(&wanted)).collect();
        let [id] = fits.as_slice() else {
            return Err(Error::new(
                if fits.is_empty() { ErrorCode::NotFound } else { ErrorCode::Ambiguous },
                format!("{} citations have ids that begin so.", fits.len()),
                "`cite list` shows those that are kept.",
            ));
        };
        if wanted.len() < PREFIX_DIGITS {
            return Err(Error::new(
                ErrorCode::Usage,
                "That is not a citation's id.",
                "Give the id that `cite list` prints, or its first 8 digits or more.",
            ));
        }
        tx.batch.delete(CITATIONS, &[id.as_bytes()]);
        tx.commit("citation.remove", vec![id.to_string()])?;
        Ok(())
    }

    /// Looks every citation of a document's versions up in `document`, and keeps what was found.
    pub fn reverify(&self, document: &DocumentId) -> Result<ReverifyReport> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let record = tx.record(document)?;
        tx.readable(&record)?;
        let versions = tx.version_ids(document)?;
        let mut kept = tx.kept_citations()?;
        kept.retain(|citation| versions.contains(&citation.document));
        kept.sort_by_key(|citation| citation.span.start);
        let text = text_store::whole(&tx.records, document, record.text_bytes)?;
        let lines = LineIndex::new(&text);
        for citation in &mut kept {
            citation.verified = Some(tx.look_up(citation, document, &text, &lines)?);
            tx.batch.put(CITATIONS, &[citation.id().as_bytes()], citation)?;
        }
        if !tx.is_empty() {
            tx.commit("citation.verify", vec![document.to_string()])?;
        }
        let now = writer.now();
        let fates = || kept.iter().filter_map(|kept| kept.verified.as_ref()).map(|v| v.fate);
        let count = |fate: Fate| fates().filter(|found| *found == fate).count() as u32;
        Ok(ReverifyReport {
            document_id: *document,
            same: count(Fate::Same),
            moved: count(Fate::Moved),
            changed: count(Fate::Changed),
            gone: count(Fate::Gone),
            citations: kept.into_iter().map(|c| now.citation_view(c)).collect(),
        })
    }
}

impl CitationRecord {
    pub fn id(&self) -> CitationId {
        CitationId::derive(&self.document, self.span.start, self.span.end)
    }
}

/// The document as a publication; its title at least, and the address it came from.
pub(crate) fn publication(record: &DocumentRecord) -> types::Reference {
    let mut reference = record.reference.clone();
    reference.title.get_or_insert_with(|| record.title.clone());
    if reference.url.is_none() {
        reference.url.clone_from(&record.origin.source_url);
    }
    reference
}

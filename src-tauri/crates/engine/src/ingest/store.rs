//! What was made of a group of documents, committed whole: records, texts, chunks, index.

use super::{Progress, group::Taken, prepare::Prepared, row};
use crate::{Palace, error::Result, tables::DOCUMENTS, text_store};
use models::Vector;
use search::{ChunkRef, Entry};
use types::{
    DocumentId, DocumentRecord, DocumentState, ErrorCode, IngestEvent, IngestOutcome,
    IngestedDocument, Problem,
};
use vault::Batch;

/// What preparing a document gave; `None` where its turn never came.
pub(crate) type Outcome = Option<std::result::Result<Prepared, Problem>>;

/// What one commit carries beside its batch.
#[derive(Default)]
struct Settled {
    indexed: Vec<Prepared>,
    records: Vec<DocumentRecord>,
    rows: Vec<(usize, IngestedDocument)>,
}

impl Palace {
    /// Commits everything that was made of the group, whole, then tells how each file ended.
    pub(super) fn store(
        &self,
        taken: Vec<Taken>,
        outcomes: Vec<Outcome>,
        progress: Progress<'_>,
        done: &mut dyn FnMut(usize, IngestedDocument),
    ) -> Result<()> {
        let writer = self.write();
        let mut batch = self.vault.batch();
        let mut settled = Settled::default();
        let mut replaced: Vec<DocumentId> = Vec::new();
        for (taken, outcome) in taken.into_iter().zip(outcomes) {
            let (file, stage) = (taken.number as u32, DocumentState::Indexing);
            progress(IngestEvent::Stage { file, stage });
            if taken.replaces && matches!(outcome, Some(Ok(_))) {
                replaced.push(taken.original.id);
            }
            self.settle(&mut batch, taken, outcome, &mut settled)?;
        }
        let Settled { indexed, records, rows } = settled;
        let mut staged = Vec::new();
        if !replaced.is_empty() {
            staged.push(self.index.remove(&mut batch, &replaced)?);
        }
        if !indexed.is_empty() {
            staged.push(self.add_to_index(&mut batch, &indexed)?);
        }
        if !batch.is_empty() {
            let subjects = records.iter().map(|record| record.id.to_string()).collect();
            self.commit(&writer, batch, staged, "document.index", subjects)?;
            records.into_iter().for_each(|record| self.catalogue.put(record));
        }
        rows.into_iter().for_each(|(number, row)| done(number, row));
        self.merge_segments(&writer)
    }

    /// Puts one document's outcome into the batch.
    fn settle(
        &self,
        batch: &mut Batch<'_>,
        taken: Taken,
        outcome: Outcome,
        settled: &mut Settled,
    ) -> Result<()> {
        let Taken { number, original, mut record, replaces } = taken;
        // somebody may have deleted it while it was prepared; then it stays deleted
        let known = self.catalogue.get(&original.id);
        match (outcome, known) {
            // its original is sealed; the next ingest goes on with it
            (None, _) | (_, None) => {
                settled.rows.push((number, ended(&record, IngestOutcome::Cancelled)));
                return Ok(());
            }
            (Some(Err(problem)), _) if problem.code == ErrorCode::Cancelled => {
                settled.rows.push((number, ended(&record, IngestOutcome::Cancelled)));
                return Ok(());
            }
            (Some(Err(problem)), Some(earlier)) if replaces => {
                settled.rows.push((number, kept(&earlier, problem)));
                return Ok(());
            }
            (Some(Err(problem)), _) => refuse(&mut record, problem),
            (Some(Ok(prepared)), _) => {
                if replaces {
                    text_store::delete(batch, &original.id)?;
                }
                accept(&mut record, &prepared);
                text_store::put(batch, &original.id, &prepared.converted)?;
                text_store::put_chunks(batch, &original.id, &prepared.chunks)?;
                settled.indexed.push(prepared);
            }
        }
        batch.put(DOCUMENTS, &[original.id.as_bytes()], &record)?;
        settled.rows.push((number, ended(&record, row_state(&record))));
        settled.records.push(record);
        Ok(())
    }

    fn add_to_index(&self, batch: &mut Batch<'_>, prepared: &[Prepared]) -> Result<search::Staged> {
        let mut entries = Vec::new();
        let mut vectors: Vec<Vector> = Vec::new();
        for document in prepared {
            vectors.extend(document.vectors.iter().flatten());
            entries.extend(document.chunks.iter().map(|chunk| Entry {
                chunk: ChunkRef { document: chunk.document, ordinal: chunk.ordinal },
                title: &document.title,
                headings: &chunk.parent_chain,
                body: document.converted.text.get(chunk.span.bytes()).unwrap_or_default(),
                section_id: &chunk.section_id,
            }));
        }
        let space = self.resources.spaces.first.as_deref();
        let whole = vectors.len() == entries.len();
        let vectors = space.filter(|_| whole).map(|space| (space, vectors.as_slice()));
        Ok(self.index.add(batch, &entries, vectors)?)
    }
}

fn accept(record: &mut DocumentRecord, prepared: &Prepared) {
    record.state = DocumentState::Indexed;
    record.reason = None;
    record.format = prepared.converted.format;
    record.title = prepared.title.clone();
    record.warnings = prepared.warnings.clone();
    record.text_bytes = prepared.converted.text.len() as u64;
    record.chunks = prepared.chunks.len() as u32;
    record.pages = prepared.converted.pages.len() as u32;
}

fn refuse(record: &mut DocumentRecord, mut problem: Problem) {
    let ours = [ErrorCode::Internal, ErrorCode::DiskFull].contains(&problem.code);
    problem.message.push_str(" The original is kept.");
    record.state = if ours { DocumentState::Failed } else { DocumentState::Refused };
    record.reason = Some(problem);
}

/// A document that could not be read anew: what was made of it before goes on serving.
fn kept(earlier: &DocumentRecord, mut problem: Problem) -> IngestedDocument {
    problem.message.push_str(" What was read of it before is kept.");
    IngestedDocument { reason: Some(problem), ..ended(earlier, IngestOutcome::Failed) }
}

fn row_state(record: &DocumentRecord) -> IngestOutcome {
    match record.state {
        DocumentState::Indexed => IngestOutcome::Indexed,
        DocumentState::Refused => IngestOutcome::Refused,
        _ => IngestOutcome::Failed,
    }
}

fn ended(record: &DocumentRecord, state: IngestOutcome) -> IngestedDocument {
    let origin = &record.origin;
    let path = if origin.path.is_empty() { &origin.name } else { &origin.path };
    let reason = match state {
        IngestOutcome::Cancelled => Some(Problem::new(
            ErrorCode::Cancelled,
            "Stopped. The original is kept.",
            "The next ingest goes on with it.",
        )),
        _ => record.reason.clone(),
    };
    IngestedDocument {
        document_id: Some(record.id),
        reason,
        chunks: record.chunks,
        title: record.title.clone(),
        warnings: record.warnings.clone(),
        ..row(path.clone(), state, None)
    }
}

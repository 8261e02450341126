//! A few documents at a time: their originals in one commit, then all that was made of them in one.

use super::{
    Progress, Row,
    discover::Found,
    intake::Original,
    prepare::{Prepared, Tools},
    row,
};
use crate::{Palace, error::Result, tables::DOCUMENTS, text_store};
use models::Vector;
use search::{ChunkRef, Entry};
use std::{
    collections::HashSet,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};
use types::{
    Cancel, DocumentId, DocumentRecord, DocumentState, ErrorCode, Format, IngestEvent,
    IngestOptions, IngestOutcome, IngestedDocument, Problem,
};
use vault::Batch;

/// Few enough that little is lost to an interruption, many enough that syncing is cheap.
const GROUP_FILES: usize = 64;
const GROUP_BYTES: u64 = 32 * 1024 * 1024;

/// Files that are taken together.
#[derive(Default)]
pub(crate) struct Group {
    files: Vec<(usize, Found)>,
    bytes: u64,
}

impl Group {
    pub fn has_room(&self) -> bool {
        self.files.is_empty() || (self.files.len() < GROUP_FILES && self.bytes < GROUP_BYTES)
    }

    pub fn add(&mut self, number: usize, file: Found) {
        self.bytes += match &file {
            Found::Bytes { bytes, .. } => bytes.len() as u64,
            Found::Sealed(record) => record.size_bytes,
            Found::File(path) => std::fs::metadata(path).map_or(0, |metadata| metadata.len()),
            Found::Unreadable { .. } => 0,
        };
        self.files.push((number, file));
    }
}

/// A sealed original on its way, with the record that it has by now.
struct Taken {
    number: usize,
    original: Original,
    record: DocumentRecord,
    /// Whether an earlier ingest left chunks that must go.
    replaces: bool,
}

impl Palace {
    pub(super) fn ingest_group(
        &self,
        group: Group,
        options: &IngestOptions,
        cancel: &Cancel,
        progress: Progress<'_>,
        rows: &mut [Row],
    ) -> Result<()> {
        let mut done = |number: usize, result: IngestedDocument| {
            progress(IngestEvent::Done { file: number as u32, result: result.clone() });
            if let Some(row) = rows.get_mut(number) {
                row.outcome = Some(result);
            }
        };
        let taken = self.seal_originals(group, options, progress, &mut done)?;
        let prepared = self.prepare_all(&taken, cancel, progress)?;
        self.store(taken, prepared, progress, &mut done)
    }

    /// Reads the files and commits their originals as pending documents.
    fn seal_originals(
        &self,
        group: Group,
        options: &IngestOptions,
        progress: Progress<'_>,
        done: &mut dyn FnMut(usize, IngestedDocument),
    ) -> Result<Vec<Taken>> {
        let writer = self.write();
        let mut batch = self.vault.batch();
        let mut taken: Vec<Taken> = Vec::new();
        let mut pending = Vec::new();
        let mut seen: HashSet<DocumentId> = HashSet::new();
        for (number, file) in group.files {
            progress(IngestEvent::Stage { file: number as u32, stage: DocumentState::Pending });
            let path = file.display();
            let original = match self.read_original(file) {
                Ok(original) => original,
                Err(problem) => {
                    done(number, row(path, IngestOutcome::Refused, Some(problem)));
                    continue;
                }
            };
            let known = self.catalogue.get(&original.id);
            let indexed = known.as_ref().is_some_and(|known| known.state == DocumentState::Indexed);
            if !seen.insert(original.id) || (indexed && !options.force) {
                let title =
                    known.map_or_else(|| original.origin.name.clone(), |known| known.title.clone());
                done(number, duplicate(path, original.id, title));
                continue;
            }
            let record = self.pending_record(&original, known.as_deref(), options);
            if known.is_none() {
                batch.put_original(&original.id, &original.bytes)?;
            }
            if original.sealed.is_none() && !indexed {
                batch.put(DOCUMENTS, &[original.id.as_bytes()], &record)?;
                pending.push(record.clone());
            }
            taken.push(Taken { number, original, record, replaces: known.is_some() });
        }
        if !batch.is_empty() {
            let subjects = taken.iter().map(|taken| taken.original.id.to_string()).collect();
            self.commit(&writer, batch, Vec::new(), "document.seal", subjects)?;
            pending.into_iter().for_each(|record| self.catalogue.put(record));
        }
        Ok(taken)
    }

    fn pending_record(
        &self,
        original: &Original,
        known: Option<&DocumentRecord>,
        options: &IngestOptions,
    ) -> DocumentRecord {
        if let Some(record) = &original.sealed {
            return (**record).clone();
        }
        let mut origin = original.origin.clone();
        origin.source_url = options.source_url.clone();
        origin.source_type = options.source_type.clone();
        DocumentRecord {
            id: original.id,
            sha256: original.sha256,
            size_bytes: original.bytes.len() as u64,
            title: origin.name.clone(),
            origin,
            collection: options.collection.clone(),
            format: Format::Unknown,
            state: DocumentState::Pending,
            reason: None,
            warnings: Vec::new(),
            added_at: known.map_or_else(|| self.resources.now(), |known| known.added_at),
            text_bytes: 0,
            chunks: 0,
            pages: 0,
            supersedes: known.and_then(|known| known.supersedes),
            superseded_by: known.and_then(|known| known.superseded_by),
        }
    }

    /// Converts, cuts and embeds on all cores. `None` where the work was stopped before its turn.
    fn prepare_all(
        &self,
        taken: &[Taken],
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Result<Vec<Option<std::result::Result<Prepared, Problem>>>> {
        let embedder = self.first_embedder();
        let tools = Tools {
            tokens: self.resources.tokens()?,
            embedder: embedder.as_deref(),
            cancel,
            progress,
        };
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Vec::from_iter(taken.iter().map(|_| None)));
        let work = || {
            while let Some(item) = taken.get(next.fetch_add(1, Ordering::Relaxed)) {
                if cancel.is_cancelled() {
                    return;
                }
                let prepared = self.prepare(item.number, &item.original, &tools);
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                let place = taken.iter().position(|other| std::ptr::eq(other, item));
                if let Some(slot) = place.and_then(|place| results.get_mut(place)) {
                    *slot = Some(prepared);
                }
            }
        };
        std::thread::scope(|scope| {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            for _ in 1..cores.min(taken.len().max(1)) {
                scope.spawn(work);
            }
            work();
        });
        Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Commits everything that was made of the group, whole.
    fn store(
        &self,
        taken: Vec<Taken>,
        prepared: Vec<Option<std::result::Result<Prepared, Problem>>>,
        progress: Progress<'_>,
        done: &mut dyn FnMut(usize, IngestedDocument),
    ) -> Result<()> {
        let writer = self.write();
        let mut batch = self.vault.batch();
        let mut staged = Vec::new();
        let replaced: Vec<DocumentId> =
            taken.iter().filter(|taken| taken.replaces).map(|taken| taken.original.id).collect();
        if !replaced.is_empty() {
            staged.push(self.index.remove(&mut batch, &replaced)?);
        }
        let mut indexed = Vec::new();
        let mut rows = Vec::new();
        let mut records = Vec::new();
        for (taken, prepared) in taken.into_iter().zip(prepared) {
            progress(IngestEvent::Stage {
                file: taken.number as u32,
                stage: DocumentState::Indexing,
            });
            let Taken { number, original, mut record, replaces } = taken;
            match prepared {
                // its original is sealed; the next ingest goes on with it
                None => {
                    rows.push((number, outcome(&record, IngestOutcome::Cancelled)));
                    continue;
                }
                Some(Err(problem)) if problem.code == ErrorCode::Cancelled => {
                    rows.push((number, outcome(&record, IngestOutcome::Cancelled)));
                    continue;
                }
                Some(Err(problem)) => refuse(&mut record, problem),
                Some(Ok(prepared)) => {
                    if replaces {
                        text_store::delete(&mut batch, &original.id)?;
                    }
                    accept(&mut record, &prepared);
                    put_document(&mut batch, &original.id, &prepared)?;
                    indexed.push(prepared);
                }
            }
            batch.put(DOCUMENTS, &[original.id.as_bytes()], &record)?;
            rows.push((number, outcome(&record, row_state(&record))));
            records.push(record);
        }
        if !indexed.is_empty() {
            staged.push(self.add_to_index(&mut batch, &indexed)?);
        }
        if !batch.is_empty() {
            let subjects = rows.iter().filter_map(|(_, row)| row.document_id);
            let subjects = subjects.map(|id| id.to_string()).collect();
            self.commit(&writer, batch, staged, "document.index", subjects)?;
            records.into_iter().for_each(|record| self.catalogue.put(record));
            self.merge_segments(&writer)?;
        }
        rows.into_iter().for_each(|(number, row)| done(number, row));
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

fn put_document(batch: &mut Batch<'_>, id: &DocumentId, prepared: &Prepared) -> Result<()> {
    text_store::put(batch, id, &prepared.converted)?;
    text_store::put_chunks(batch, id, &prepared.chunks)
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

fn row_state(record: &DocumentRecord) -> IngestOutcome {
    match record.state {
        DocumentState::Indexed => IngestOutcome::Indexed,
        DocumentState::Refused => IngestOutcome::Refused,
        _ => IngestOutcome::Failed,
    }
}

fn outcome(record: &DocumentRecord, state: IngestOutcome) -> IngestedDocument {
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

fn duplicate(path: String, id: DocumentId, title: String) -> IngestedDocument {
    let reason = Problem::new(
        ErrorCode::Duplicate,
        "The same bytes are here already.",
        "Open the document that is there, or ingest with --force to read it anew.",
    );
    let row = row(path, IngestOutcome::Duplicate, Some(reason));
    IngestedDocument { document_id: Some(id), title, ..row }
}

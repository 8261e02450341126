//! A few documents at a time: their originals in one commit, then all that was made of them in one.

use super::{
    Progress, Row, discover::Found, intake::Original, prepare::Tools, row, store::Outcome,
};
use crate::{Palace, error::Result, tables::DOCUMENTS};
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
pub(crate) struct Taken {
    pub number: usize,
    pub original: Original,
    pub record: DocumentRecord,
    /// Whether it is searchable already, and is read anew because it was asked for.
    pub replaces: bool,
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
            taken.push(Taken { number, original, record, replaces: indexed });
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
    ) -> Result<Vec<Outcome>> {
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

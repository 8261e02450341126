//! Documents in: found, sealed, converted, cut, embedded, indexed. The original is committed before
//! anything is made of it; what is made of a group of documents is committed whole or not at all.

mod discover;
mod found;
mod group;
mod intake;
mod parts;
mod prepare;
mod run;
mod store;

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use chunk::ChunkLimits;
use group::Group;
use rayon::ThreadPoolBuilder;
use run::{Row, row};
use std::{path::PathBuf, time::Instant};
use types::{
    Cancel, DocumentId, DocumentState, DocumentView, ErrorCode, IngestAnswer, IngestEvent,
    IngestOptions, IngestOutcome, IngestPreview, IngestedDocument, Problem,
};

pub(crate) use discover::discover;
pub(crate) use found::Found;
pub(crate) use intake::{read_whole, timestamp};
pub(crate) use parts::Tools;
pub(crate) use prepare::in_context;
pub use run::Source;
pub(crate) use run::{Progress, Run};

impl Snapshot {
    /// Documents whose original is sealed but which an earlier run did not finish.
    fn interrupted(&self) -> Vec<Found> {
        let finished = [DocumentState::Indexed, DocumentState::Refused, DocumentState::Failed];
        let mut waiting = self.catalogue.select(|record| !finished.contains(&record.state));
        waiting.sort_by_key(|record| (record.added_at, record.id));
        waiting.into_iter().map(|record| Found::Sealed { record, supersedes: None }).collect()
    }
}

impl Palace {
    /// Takes documents in. Failures of single documents are rows of the answer; an error is a
    /// failure of the vault itself, with everything committed before it kept.
    pub fn ingest(
        &self,
        sources: Vec<Source>,
        options: &IngestOptions,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Result<IngestAnswer> {
        let found = self.unpack_archives(discover(sources), cancel)?;
        if let Some(earlier) = &options.supersedes {
            self.snapshot().record(earlier)?;
            if found.len() != 1 {
                return Err(Error::new(
                    ErrorCode::Usage,
                    format!("{} files cannot all be the new version of one document.", found.len()),
                    "Give one file with --supersedes.",
                ));
            }
        }
        let alone = found.len() == 1;
        let mut waiting = self.snapshot().interrupted();
        waiting.extend(found);
        let run = self.run(options, cancel, progress, alone)?;
        self.ingest_found(waiting, &run)
    }

    pub(crate) fn run<'a>(
        &self,
        options: &'a IngestOptions,
        cancel: &'a Cancel,
        progress: Progress<'a>,
        alone: bool,
    ) -> Result<Run<'a>> {
        let default = ChunkLimits::default();
        let tokens = options.max_chunk_tokens.map_or(default.max_tokens, |n| n as usize);
        let overlap = options.chunk_overlap.map_or(default.overlap_tokens, |n| n as usize);
        let limits = ChunkLimits::checked(tokens, overlap).map_err(|invalid| {
            let message = format!("Those chunks cannot be made: {invalid}.");
            Error::new(ErrorCode::Usage, message, "Ask for 100 to 2,000 tokens, 0 to 200 shared.")
        })?;
        let recognises = !options.no_ocr && self.snapshot().recognises()?;
        let started = self.resources.now();
        let threads = ThreadPoolBuilder::new().build().map_err(|error| {
            Error::internal(&format!("No thread could be started to read with: {error}."))
        })?;
        let matching = None;
        Ok(Run { options, limits, recognises, cancel, progress, threads, started, alone, matching })
    }

    /// Takes in what was found, group by group.
    pub(crate) fn ingest_found(&self, found: Vec<Found>, run: &Run<'_>) -> Result<IngestAnswer> {
        let start = Instant::now();
        let paths = found.iter().map(|file| file.display()).collect();
        (run.progress)(IngestEvent::Found { paths });
        let mut rows: Vec<Row> =
            found.iter().map(|file| Row { path: file.display(), outcome: None }).collect();

        let mut files = found.into_iter().enumerate().peekable();
        let mut prepared = Vec::new();
        while files.peek().is_some() && !run.cancel.is_cancelled() {
            let mut group = Group::default();
            while let Some((number, file)) = files.next_if(|_| group.has_room()) {
                group.add(number, file);
            }
            prepared = self.ingest_group(group, prepared, run, &mut rows)?;
        }
        self.store(prepared, run, &mut |number, result| run.tell(&mut rows, number, result))?;
        let outcome = if run.cancel.is_cancelled() { "cancelled" } else { "done" };
        tracing::info!(files = rows.len(), ms = start.elapsed().as_millis(), outcome, "ingest");
        let documents =
            rows.into_iter().map(|row| row.outcome.unwrap_or_else(|| not_taken(row.path)));
        Ok(IngestAnswer {
            documents: documents.collect(),
            took_ms: start.elapsed().as_millis() as u64,
        })
    }

    /// Makes `later` the new version of `earlier`. Where it was refused for being a recent duplicate
    /// it is read now.
    pub fn supersede(
        &self,
        later: &DocumentId,
        earlier: &DocumentId,
        cancel: &Cancel,
    ) -> Result<DocumentView> {
        let now = self.snapshot();
        now.may_supersede(later, earlier)?;
        let record = now.record(later)?;
        drop(now);
        if record.state == DocumentState::Indexed {
            self.link_versions(later, earlier)?;
        } else {
            let options = IngestOptions {
                collection: record.collection.clone(),
                source_url: record.origin.source_url.clone(),
                source_type: record.origin.source_type.clone(),
                ..IngestOptions::default()
            };
            let run = self.run(&options, cancel, &|_| {}, true)?;
            let found = Found::Sealed { record, supersedes: Some(*earlier) };
            let answer = self.ingest_found(vec![found], &run)?;
            let row = answer.documents.into_iter().next();
            if let Some(reason) = row.and_then(|row| row.reason) {
                return Err(Error::Problem(reason));
            }
        }
        self.snapshot().document(later)
    }
}

/// What dropping these paths would bring.
pub fn preview(paths: Vec<PathBuf>) -> IngestPreview {
    let found = discover(paths.into_iter().map(Source::Path).collect());
    let readable = |file: &Found| convert::looks_readable(&file.display());
    let accepted = found.iter().filter(|file| readable(file)).count();
    IngestPreview { accepted: accepted as u32, refused: (found.len() - accepted) as u32 }
}

/// A row for a file whose turn never came.
fn not_taken(path: String) -> IngestedDocument {
    let reason = Problem::new(
        ErrorCode::Cancelled,
        "Stopped before its turn.",
        "Ingest again: documents that are in already are skipped.",
    );
    row(path, IngestOutcome::Cancelled, Some(reason))
}

//! Documents in: found, sealed, converted, cut, embedded, indexed. The original is committed before
//! anything is made of it; what is made of a group of documents is committed whole or not at all.

mod discover;
mod group;
mod intake;
mod prepare;
mod store;

use crate::{Palace, error::Result};
use discover::Found;
use group::Group;
use std::{ffi::OsStr, path::PathBuf, time::Instant};
use types::{
    Cancel, DocumentState, ErrorCode, IngestAnswer, IngestEvent, IngestOptions, IngestOutcome,
    IngestPreview, IngestedDocument, Problem,
};

pub(crate) use prepare::in_context;

/// Where a document's bytes come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file, or a folder to look through.
    Path(PathBuf),
    /// Bytes with a file name: standard input, samples, measuring data.
    Bytes {
        /// File name, whose ending hints at the format.
        name: String,
        /// The document.
        bytes: Vec<u8>,
    },
}

/// Told of progress as it happens, from any of the ingesting threads.
pub(crate) type Progress<'a> = &'a (dyn Fn(IngestEvent) + Sync);

/// One file's way through the ingest: its place in the list and what became of it.
pub(crate) struct Row {
    pub path: String,
    pub outcome: Option<IngestedDocument>,
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
        let start = Instant::now();
        let mut found = self.interrupted();
        found.extend(discover::discover(sources));
        progress(IngestEvent::Found { paths: found.iter().map(|file| file.display()).collect() });
        let mut rows: Vec<Row> =
            found.iter().map(|file| Row { path: file.display(), outcome: None }).collect();

        let mut files = found.into_iter().enumerate().peekable();
        while files.peek().is_some() && !cancel.is_cancelled() {
            let mut group = Group::default();
            while let Some((number, file)) = files.next_if(|_| group.has_room()) {
                group.add(number, file);
            }
            self.ingest_group(group, options, cancel, progress, &mut rows)?;
        }
        let outcome = if cancel.is_cancelled() { "cancelled" } else { "done" };
        tracing::info!(files = rows.len(), ms = start.elapsed().as_millis(), outcome, "ingest");
        let documents =
            rows.into_iter().map(|row| row.outcome.unwrap_or_else(|| not_taken(row.path)));
        Ok(IngestAnswer {
            documents: documents.collect(),
            took_ms: start.elapsed().as_millis() as u64,
        })
    }

    /// Documents whose original is sealed but which an earlier run did not finish.
    fn interrupted(&self) -> Vec<Found> {
        let finished = [DocumentState::Indexed, DocumentState::Refused, DocumentState::Failed];
        let mut waiting = self.catalogue.select(|record| !finished.contains(&record.state));
        waiting.sort_by_key(|record| (record.added_at, record.id));
        waiting.into_iter().map(Found::Sealed).collect()
    }
}

/// What dropping these paths would bring.
pub fn preview(paths: Vec<PathBuf>) -> IngestPreview {
    let found = discover::discover(paths.into_iter().map(Source::Path).collect());
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

/// A row without a document behind it.
pub(crate) fn row(path: String, state: IngestOutcome, reason: Option<Problem>) -> IngestedDocument {
    let title = file_name(&path);
    IngestedDocument {
        path,
        document_id: None,
        state,
        reason,
        chunks: 0,
        nodes: 0,
        title,
        warnings: Vec::new(),
    }
}

fn file_name(path: &str) -> String {
    let name = std::path::Path::new(path).file_name().map(OsStr::to_string_lossy);
    name.map_or_else(|| path.to_owned(), |name| name.into_owned())
}

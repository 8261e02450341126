//! What all files of one ingest share, and what becomes of each.

use chunk::ChunkLimits;
use rayon::ThreadPool;
use std::{ffi::OsStr, path::PathBuf};
use types::{
    Cancel, DocumentId, IngestEvent, IngestOptions, IngestOutcome, IngestedDocument, Problem,
    Strategy, Timestamp,
};

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
    /// A file that is a new version of a document.
    Version {
        /// The file.
        path: PathBuf,
        /// The document.
        supersedes: DocumentId,
    },
}

/// Told of progress as it happens, from any of the ingesting threads.
pub(crate) type Progress<'a> = &'a (dyn Fn(IngestEvent) + Sync);

/// What all files of one ingest share.
pub(crate) struct Run<'a> {
    pub options: &'a IngestOptions,
    pub limits: ChunkLimits,
    /// Pages that are pictures are read.
    pub recognises: bool,
    pub cancel: &'a Cancel,
    pub progress: Progress<'a>,
    /// Where documents are prepared: its threads keep what they remember of words from group to group, and
    /// may wait for the writer, which never waits for them.
    pub threads: ThreadPool,
    /// Documents taken in since then are not what its files may be new versions of.
    pub started: Timestamp,
    /// Whether it is one file only, so that an address means that file.
    pub alone: bool,
    /// How a regeneration matches names that mean several things.
    pub matching: Option<Strategy>,
}

impl Run<'_> {
    /// Tells how a file ended.
    pub fn tell(&self, rows: &mut [Row], number: usize, result: IngestedDocument) {
        (self.progress)(IngestEvent::Done { file: number as u32, result: result.clone() });
        if let Some(row) = rows.get_mut(number) {
            row.outcome = Some(result);
        }
    }
}

/// One file's way through the ingest: its place in the list and what became of it.
pub(crate) struct Row {
    pub path: String,
    pub outcome: Option<IngestedDocument>,
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
        duplicate: None,
        offered_version_of: None,
    }
}

fn file_name(path: &str) -> String {
    let name = std::path::Path::new(path).file_name().map(OsStr::to_string_lossy);
    name.map_or_else(|| path.to_owned(), |name| name.into_owned())
}

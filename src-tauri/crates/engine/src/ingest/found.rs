//! A file to take: on disk, in memory, in an archive, or sealed already.

use std::{path::PathBuf, sync::Arc};
use types::{DocumentId, DocumentRecord, Origin, Problem, Sha256};

/// A file to take, or why it cannot be.
#[derive(Debug)]
pub(crate) enum Found {
    /// A file on disk.
    File {
        path: PathBuf,
        /// The document that it is a new version of, where that is known.
        supersedes: Option<DocumentId>,
        /// Why it is archived without being read: an archive that cannot be unpacked, say.
        refusal: Option<Problem>,
    },
    /// Bytes that came without a file.
    Bytes { name: String, bytes: Vec<u8>, refusal: Option<Problem> },
    /// A file in an archive, or attached to a message.
    Member { archive: Arc<Archive>, path: String, bytes: Vec<u8> },
    /// Its original is in the vault: an earlier run was interrupted, or it is to be read anew.
    Sealed { record: Arc<DocumentRecord>, supersedes: Option<DocumentId> },
    /// A path that cannot be read.
    Unreadable { path: PathBuf, problem: Problem },
}

/// An archive or message whose members are taken as documents of their own.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Its path or name for people.
    pub display: String,
    pub sha256: Sha256,
}

impl Found {
    /// A file on disk that nothing is known of.
    pub fn file(path: PathBuf) -> Self {
        Self::File { path, supersedes: None, refusal: None }
    }

    /// The path for people: control characters shown as escapes, invalid bytes replaced.
    pub fn display(&self) -> String {
        match self {
            Self::File { path, .. } | Self::Unreadable { path, .. } => {
                printable(&path.to_string_lossy())
            }
            Self::Bytes { name, .. } => printable(name),
            Self::Member { archive, path, .. } => {
                format!("{}/{}", archive.display, printable(path))
            }
            Self::Sealed { record, .. } if record.origin.path.is_empty() => {
                record.origin.name.clone()
            }
            Self::Sealed { record, .. } => record.origin.path.clone(),
        }
    }

    /// What the vault remembers of where it came from.
    pub fn origin(&self) -> Origin {
        match self {
            Self::Sealed { record, .. } => record.origin.clone(),
            Self::Bytes { name, .. } => Origin { name: printable(name), ..Origin::default() },
            Self::Member { archive, path, .. } => Origin {
                name: printable(path.rsplit('/').next().unwrap_or(path)),
                path: self.display(),
                archive: Some(archive.sha256),
                ..Origin::default()
            },
            Self::File { path, .. } | Self::Unreadable { path, .. } => {
                let absolute = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                Origin {
                    name: printable(&name),
                    path: printable(&absolute.to_string_lossy()),
                    raw_path: raw_path(&absolute),
                    ..Origin::default()
                }
            }
        }
    }
}

fn printable(text: &str) -> String {
    let escape = |c: char| -> String {
        if c.is_control() { c.escape_default().collect() } else { c.into() }
    };
    text.chars().map(escape).collect()
}

#[cfg(unix)]
fn raw_path(path: &std::path::Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    let lossless = path.to_str().is_some_and(|text| !text.contains(char::is_control));
    if lossless { Vec::new() } else { path.as_os_str().as_bytes().to_vec() }
}

#[cfg(not(unix))]
fn raw_path(_: &std::path::Path) -> Vec<u8> {
    Vec::new()
}

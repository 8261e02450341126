//! Finds the files to take: folders are walked, names need not be UTF-8, links are not followed.

use super::Source;
use std::{path::PathBuf, sync::Arc};
use types::{DocumentRecord, Origin, Problem};
use walkdir::WalkDir;

/// A file to take, or why it cannot be.
#[derive(Debug)]
pub(crate) enum Found {
    /// A file on disk.
    File(PathBuf),
    /// Bytes that came without a file.
    Bytes { name: String, bytes: Vec<u8> },
    /// Its original is in the vault; an earlier run was interrupted.
    Sealed(Arc<DocumentRecord>),
    /// A path that cannot be read.
    Unreadable { path: PathBuf, problem: Problem },
}

impl Found {
    /// The path for people: control characters shown as escapes, invalid bytes replaced.
    pub fn display(&self) -> String {
        match self {
            Self::File(path) | Self::Unreadable { path, .. } => printable(&path.to_string_lossy()),
            Self::Bytes { name, .. } => printable(name),
            Self::Sealed(record) if record.origin.path.is_empty() => record.origin.name.clone(),
            Self::Sealed(record) => record.origin.path.clone(),
        }
    }

    /// What the vault remembers of where it came from.
    pub fn origin(&self) -> Origin {
        match self {
            Self::Sealed(record) => record.origin.clone(),
            Self::Bytes { name, .. } => Origin { name: printable(name), ..Origin::default() },
            Self::File(path) | Self::Unreadable { path, .. } => {
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

/// Files in the order given, each folder's in order of name. Hidden entries inside folders are
/// left out; a hidden file that is named itself is taken.
pub(crate) fn discover(sources: Vec<Source>) -> Vec<Found> {
    let mut found = Vec::new();
    for source in sources {
        match source {
            Source::Bytes { name, bytes } => found.push(Found::Bytes { name, bytes }),
            Source::Path(path) if path.is_dir() => walk(path, &mut found),
            Source::Path(path) => found.push(Found::File(path)),
        }
    }
    found
}

fn walk(folder: PathBuf, found: &mut Vec<Found>) {
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
    };
    for entry in WalkDir::new(&folder).sort_by_file_name().into_iter().filter_entry(visible) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => found.push(Found::File(entry.into_path())),
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(&folder).to_path_buf();
                let source = error.into_io_error().unwrap_or_else(std::io::Error::last_os_error);
                let problem = crate::error::io_problem("This folder was left out", &source);
                found.push(Found::Unreadable { path, problem });
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

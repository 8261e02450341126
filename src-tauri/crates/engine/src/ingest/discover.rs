//! Finds the files to take: folders are walked, archives and what is attached to e-mails are unpacked
//! in the worker, names need not be UTF-8, links are not followed.

use super::{
    found::{Archive, Found},
    intake::read_whole,
    run::Source,
};
use crate::{
    Palace,
    error::{Result, go_on},
};
use sha2::Digest;
use std::{io::Read, path::Path, path::PathBuf, sync::Arc};
use types::{Cancel, ErrorCode, Problem, Sha256};
use walkdir::WalkDir;

/// What one run unpacks at most: members wait in memory for their turn.
const UNPACKED_LIMIT_BYTES: usize = 512 * 1024 * 1024;

/// Files in the order given, each folder's in order of name. Hidden entries inside folders are
/// left out; a hidden file that is named itself is taken. Archives are not looked into.
pub(crate) fn discover(sources: Vec<Source>) -> Vec<Found> {
    let mut found = Vec::new();
    for source in sources {
        match source {
            Source::Bytes { name, bytes } => {
                found.push(Found::Bytes { name, bytes, refusal: None });
            }
            Source::Path(path) if path.is_dir() => walk(path, &mut found),
            Source::Path(path) => found.push(Found::file(path)),
            Source::Version { path, supersedes } => {
                found.push(Found::File { path, supersedes: Some(supersedes), refusal: None });
            }
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
            Ok(entry) if entry.file_type().is_file() => found.push(Found::file(entry.into_path())),
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

impl Palace {
    /// Puts the members of archives in their place, and what is attached to messages behind them. An
    /// archive that cannot be unpacked stays, with the reason: it is archived like any refused
    /// document. A message stays in any case, and names what is attached to it.
    pub(super) fn unpack_archives(&self, found: Vec<Found>, cancel: &Cancel) -> Result<Vec<Found>> {
        let mut unpacked = Vec::with_capacity(found.len());
        let mut room = UNPACKED_LIMIT_BYTES;
        for file in found {
            go_on(cancel)?;
            let bytes = match &file {
                Found::File { path, supersedes: None, .. } if looks_packed(path) => {
                    read_whole(path).ok().map(|(bytes, _)| bytes)
                }
                Found::Bytes { name, bytes, .. }
                    if convert::is_archive(name, bytes) || convert::is_message(name, bytes) =>
                {
                    Some(bytes.clone())
                }
                _ => None,
            };
            match bytes {
                Some(bytes) => unpacked.extend(self.unpack(file, &bytes, &mut room, cancel)),
                None => unpacked.push(file),
            }
        }
        Ok(unpacked)
    }

    fn unpack(&self, file: Found, bytes: &[u8], room: &mut usize, cancel: &Cancel) -> Vec<Found> {
        let name = file.origin().name;
        let is_message = convert::is_message(&name, bytes);
        let members = match self.resources.converter.unpack(&name, bytes, cancel) {
            Ok(members) => members,
            // a document in a package of its own: DOCX, EPUB …
            Err(convert::Error::NotAnArchive) => return vec![file],
            // what is wrong with a message shows when it is read
            Err(_) if is_message => return vec![file],
            Err(error) => return vec![refused(file, error.problem())],
        };
        let size: usize = members.iter().map(|member| member.bytes.len()).sum();
        if size > *room {
            return if is_message { vec![file] } else { vec![refused(file, too_much())] };
        }
        *room -= size;
        let sha256 = Sha256::from_bytes(sha2::Sha256::digest(bytes).into());
        let archive = Arc::new(Archive { display: file.display(), sha256 });
        let member = |member: convert::Member| Found::Member {
            archive: Arc::clone(&archive),
            path: member.path,
            bytes: member.bytes,
        };
        let members = members.into_iter().map(member);
        is_message.then_some(file).into_iter().chain(members).collect()
    }
}

fn refused(file: Found, problem: Problem) -> Found {
    match file {
        Found::File { path, supersedes, .. } => {
            Found::File { path, supersedes, refusal: Some(problem) }
        }
        Found::Bytes { name, bytes, .. } => Found::Bytes { name, bytes, refusal: Some(problem) },
        other => other,
    }
}

fn too_much() -> Problem {
    Problem::new(
        ErrorCode::TooLarge,
        "The archives of this run hold more than 512 MiB.",
        "Ingest this one by itself, or unpack it and ingest the folder.",
    )
}

/// Whether a file on disk may be an archive or a message, by its name and its first bytes.
fn looks_packed(path: &Path) -> bool {
    const HEAD: u64 = 16 << 10;
    let mut head = Vec::new();
    if !path.is_file() {
        return false;
    }
    // what cannot be read is told when it is taken
    let _ = std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    convert::is_archive(&name, &head) || convert::is_message(&name, &head)
}

//! Watched folders: what has changed since it was read, is new, or is gone. Looking changes nothing
//! but the marks on documents; taking in is an ingest, changed files as new versions.

use crate::{
    Palace, Snapshot, Source,
    error::{Error, Result, io_problem},
    held::looked::Stamp,
    ingest::{Found, Progress, discover, read_whole, timestamp},
    tables::{WATCHED, WatchRecord},
};
use sha2::Digest;
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
};
use types::{
    Cancel, DocumentId, DocumentRecord, DocumentState, ErrorCode, Freshness, IngestAnswer,
    IngestOptions, Sha256, WatchList, WatchMode, WatchRequest, WatchedChange, WatchedFolder,
};

/// Folders watched at most: each look walks all of them.
const MOST_FOLDERS: usize = 100;

impl Snapshot {
    /// The folders whose changes are taken in without asking.
    pub fn automatic_folders(&self) -> Result<Vec<String>> {
        let watched = self.watched()?.into_iter();
        let automatic = watched.filter(|record| record.mode == WatchMode::Automatic);
        Ok(automatic.map(|record| record.path).collect())
    }

    fn watched(&self) -> Result<Vec<WatchRecord>> {
        self.records.scan(WATCHED, &[b"watch"])?.map(|record| Ok(record?)).collect()
    }

    fn folder(&self, path: &str) -> Result<WatchRecord> {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.into());
        let watched = self.watched()?.into_iter();
        let mut fits = watched.filter(|record| Path::new(&record.path) == absolute);
        fits.next().ok_or_else(|| {
            let message = "That folder is not watched.";
            Error::new(ErrorCode::NotFound, message, "`watch list` shows those that are.")
        })
    }

    /// Current versions of documents that were read from files under `root`, by path.
    fn documents_under(&self, root: &Path) -> HashMap<String, Arc<DocumentRecord>> {
        let under = self.catalogue.select(|record| {
            record.state == DocumentState::Indexed
                && record.superseded_by.is_none()
                && record.origin.archive.is_none()
                && Path::new(&record.origin.path).starts_with(root)
        });
        let mut by_path: HashMap<String, Arc<DocumentRecord>> = HashMap::new();
        for record in under {
            let path = record.origin.path.clone();
            let newer = by_path.get(&path).is_none_or(|other| other.added_at <= record.added_at);
            if newer {
                by_path.insert(path, record);
            }
        }
        by_path
    }

    /// Archives whose members are in.
    fn archives(&self) -> HashSet<Sha256> {
        let members = self.catalogue.select(|record| record.origin.archive.is_some());
        members.iter().filter_map(|record| record.origin.archive).collect()
    }
}

impl Palace {
    /// Watches a folder from now on, or changes how.
    pub fn watch(&self, request: &WatchRequest) -> Result<WatchList> {
        let path = std::path::absolute(&request.path).unwrap_or_else(|_| (&request.path).into());
        if !path.is_dir() {
            return Err(Error::new(
                ErrorCode::Usage,
                "That is not a folder; nothing was changed.",
                "Give a folder that is there.",
            ));
        }
        let Some(text) = path.to_str() else {
            return Err(Error::new(
                ErrorCode::Usage,
                "That folder's name is not UTF-8; it cannot be watched.",
                "Rename it, or ingest it by hand.",
            ));
        };
        let record = WatchRecord {
            path: text.to_owned(),
            collection: request.collection.clone(),
            mode: request.mode,
        };
        let known = self.snapshot().watched()?;
        if known.len() >= MOST_FOLDERS && known.iter().all(|other| other.path != record.path) {
            let message = "A hundred folders are watched already.";
            return Err(Error::new(ErrorCode::Usage, message, "Stop watching one first."));
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.put(WATCHED, &[b"watch", text.as_bytes()], &record)?;
        tx.commit("watch.add", Vec::new())?;
        drop(writer);
        self.look()
    }

    /// Stops watching a folder. Documents stay as they are.
    pub fn unwatch(&self, path: &str) -> Result<WatchList> {
        let known = self.snapshot().folder(path)?;
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.delete(WATCHED, &[b"watch", known.path.as_bytes()]);
        tx.commit("watch.remove", Vec::new())?;
        drop(writer);
        self.look()
    }

    /// Looks at all watched folders, and marks the documents whose file has changed or is gone.
    pub fn look(&self) -> Result<WatchList> {
        let mut folders = Vec::new();
        let mut stale = HashSet::new();
        let mut watched = HashSet::new();
        let mut moved = Vec::new();
        for record in self.snapshot().watched()? {
            let (folder, seen) = self.look_at(record, &mut moved);
            stale.extend(folder.changed.iter().chain(&folder.gone).map(|it| it.document_id));
            watched.extend(seen);
            folders.push(folder);
        }
        self.keep_moves(moved)?;
        self.mark_stale(&stale, &watched)?;
        folders.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(WatchList { folders })
    }

    /// Takes in what is new in a folder, and what has changed as new versions.
    pub fn take_changes(
        &self,
        path: &str,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Result<IngestAnswer> {
        let record = self.snapshot().folder(path)?;
        let options =
            IngestOptions { collection: record.collection.clone(), ..IngestOptions::default() };
        let mut moved = Vec::new();
        let (folder, _) = self.look_at(record, &mut moved);
        self.keep_moves(moved)?;
        let changed = folder.changed.into_iter().map(|change| Source::Version {
            path: change.path.into(),
            supersedes: change.document_id,
        });
        let new = folder.new.into_iter().map(|path| Source::Path(path.into()));
        let answer = self.ingest(changed.chain(new).collect(), &options, cancel, progress)?;
        self.look()?;
        Ok(answer)
    }

    /// What a folder holds against what is known, and the documents that came from it. `moved` takes
    /// those whose bytes lie under another name now.
    fn look_at(
        &self,
        record: WatchRecord,
        moved: &mut Vec<(DocumentId, String)>,
    ) -> (WatchedFolder, Vec<DocumentId>) {
        let mut folder = WatchedFolder {
            path: record.path.clone(),
            collection: record.collection,
            mode: record.mode,
            looked_at: Some(self.resources.now()),
            problem: None,
            changed: Vec::new(),
            new: Vec::new(),
            gone: Vec::new(),
        };
        let root = PathBuf::from(&record.path);
        if let Err(error) = std::fs::read_dir(&root) {
            // a disk that is not plugged in makes no document stale
            folder.problem = Some(io_problem("The folder was not looked at", &error));
            return (folder, Vec::new());
        }
        let now = self.snapshot();
        let (archives, mut known) = (now.archives(), now.documents_under(&root));
        let catalogue = Arc::clone(&now.catalogue);
        // hashing a folder takes minutes, and deletions wait for readers
        drop(now);
        // whether these bytes were taken in before, from whatever path and with whatever result
        let is_known = |sha256: &Sha256| {
            archives.contains(sha256) || catalogue.get(&DocumentId::derive(sha256)).is_some()
        };
        let seen = known.values().map(|record| record.id).collect();
        let mut elsewhere = HashMap::new();
        for found in discover(vec![Source::Path(root)]) {
            let Found::File { path, .. } = found else { continue };
            let Some(text) = path.to_str() else { continue };
            match known.remove(text) {
                Some(document) if self.changed(&path, &document) => {
                    let document_id = document.id;
                    folder.changed.push(WatchedChange { path: text.to_owned(), document_id });
                }
                Some(_) => {}
                None => match self.hash(&path) {
                    Some(sha256) if is_known(&sha256) => {
                        elsewhere.entry(DocumentId::derive(&sha256)).or_insert(text.to_owned());
                    }
                    _ => folder.new.push(text.to_owned()),
                },
            }
        }
        // the same bytes under another name are the same document, not one gone and one new
        known.retain(|_, record| match elsewhere.remove(&record.id) {
            Some(path) => {
                moved.push((record.id, path));
                false
            }
            None => true,
        });
        folder.gone = known
            .into_iter()
            .map(|(path, record)| WatchedChange { path, document_id: record.id })
            .collect();
        folder.gone.sort_by(|a, b| a.path.cmp(&b.path));
        (folder, seen)
    }

    /// Whether a file no longer holds what was read from it: by size and time first, then by content.
    fn changed(&self, path: &Path, record: &DocumentRecord) -> bool {
        let untouched =
            stamp(path).is_some_and(|stamp| stamp == (record.size_bytes, record.origin.modified));
        !untouched && self.hash(path).is_some_and(|sha256| sha256 != record.sha256)
    }

    /// A file's hash, read again only when its size or time has changed: folders are looked at every
    /// half minute.
    fn hash(&self, path: &Path) -> Option<Sha256> {
        let stamp = stamp(path)?;
        let mut hashes = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sha256)) = hashes.get(path).filter(|(known, _)| *known == stamp) {
            return Some(*sha256);
        }
        let (bytes, _) = read_whole(path).ok()?;
        let sha256 = Sha256::from_bytes(sha2::Sha256::digest(&bytes).into());
        hashes.insert(path.to_owned(), (stamp, sha256));
        Some(sha256)
    }

    /// Writes down where documents lie now; one that was called by its file's name takes the new one.
    fn keep_moves(&self, moved: Vec<(DocumentId, String)>) -> Result<()> {
        if moved.is_empty() {
            return Ok(());
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut subjects = Vec::new();
        for (id, path) in moved {
            let Some(known) = tx.catalogue.get(&id) else { continue };
            let mut record = (*known).clone();
            let name = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned());
            if let Some(name) = name {
                if record.title == record.origin.name {
                    record.title.clone_from(&name);
                }
                record.origin.name = name;
            }
            record.origin.modified =
                stamp(Path::new(&path)).map_or(record.origin.modified, |stamp| stamp.1);
            record.origin.raw_path.clear();
            record.origin.path = path;
            tx.put_document(&record)?;
            subjects.push(id.to_string());
        }
        tx.commit("document.move", subjects)?;
        Ok(())
    }

    fn mark_stale(&self, stale: &HashSet<DocumentId>, watched: &HashSet<DocumentId>) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut marked = Vec::new();
        for record in tx.catalogue.select(|record| watched.contains(&record.id)) {
            let freshness = match stale.contains(&record.id) {
                true => Freshness::Stale,
                false => Freshness::Current,
            };
            if record.freshness != freshness {
                let record = DocumentRecord { freshness, ..(*record).clone() };
                tx.put_document(&record)?;
                marked.push(record.id.to_string());
            }
        }
        if marked.is_empty() {
            return Ok(());
        }
        tx.commit("document.freshness", marked)?;
        Ok(())
    }
}

/// A file's size and time of change; `None` where the system does not tell.
fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).ok()?;
    let modified = metadata.modified().ok().and_then(timestamp)?;
    Some((metadata.len(), Some(modified)))
}

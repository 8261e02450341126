//! Files of a library: told apart into new ones, later versions, and those that are here.

use super::{Import, Report};
use crate::{
    Palace, Snapshot,
    error::{Result, go_on},
    ingest::{Found, read_whole},
};
use sha2::Digest;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};
use types::{
    Collection, DocumentId, DocumentRecord, DocumentState, DuplicateLevel, IngestOptions,
    IngestOutcome, NodeId, Sha256,
};

/// Files that are taken in together.
const TOGETHER: usize = 64;

/// A file of a library, and what it goes with.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub path: PathBuf,
    pub collections: Vec<Collection>,
    pub source_url: Option<String>,
    pub source_type: Option<String>,
}

/// What is known of a file before it is taken.
enum Known {
    /// It is here.
    Here(DocumentId),
    /// It is a later version of what came from its place.
    Later(DocumentId),
    /// It was refused before, for this reason.
    Refused(String),
    New,
}

/// Files on their way, each with its place in the list.
type Waiting = Vec<(usize, Found)>;

impl Snapshot {
    /// Current versions of what came from under a folder, by path.
    fn lying_under(&self, root: &Path) -> HashMap<String, Arc<DocumentRecord>> {
        let mut records = self.catalogue.select(|record| {
            record.state == DocumentState::Indexed
                && record.superseded_by.is_none()
                && Path::new(&record.origin.path).starts_with(root)
        });
        records.sort_by_key(|record| record.added_at);
        records.into_iter().map(|record| (record.origin.path.clone(), record)).collect()
    }

    fn known_file(&self, bytes: &[u8], earlier: Option<&DocumentRecord>) -> Known {
        let sha256 = Sha256::from_bytes(sha2::Sha256::digest(bytes).into());
        let id = DocumentId::derive(&sha256);
        let here = self.catalogue.get(&id);
        match (here.as_ref().map(|here| here.state), earlier) {
            (Some(DocumentState::Indexed), _) => Known::Here(id),
            (Some(DocumentState::Refused), _) => {
                let reason = here.and_then(|here| here.reason.clone());
                Known::Refused(reason.map(|reason| reason.message).unwrap_or_default())
            }
            (_, Some(earlier)) if earlier.id != id => Known::Later(earlier.id),
            _ => Known::New,
        }
    }
}

impl Palace {
    /// Takes files in. Gives for each its document, where it has one now.
    pub(super) fn take_files(
        &self,
        import: &Import<'_>,
        files: &[Wanted],
        report: &mut Report,
    ) -> Result<Vec<Option<DocumentId>>> {
        let (mut documents, waiting) = self.told_apart(import, files, report)?;
        let total = waiting.len() as u64;
        let mut done = 0;
        for group in grouped(waiting, files) {
            go_on(import.cancel)?;
            let (numbers, found): (Vec<usize>, Vec<Found>) = group.into_iter().unzip();
            let Some(file) = numbers.first().and_then(|number| files.get(*number)) else {
                continue;
            };
            let options = IngestOptions {
                collection: file.collections.first().cloned().unwrap_or_default(),
                source_url: file.source_url.clone(),
                source_type: file.source_type.clone(),
                ..IngestOptions::default()
            };
            let run = self.run(&options, import.cancel, &|_| {}, numbers.len() == 1)?;
            let answer = self.ingest_found(found, &run)?;
            for (number, row) in numbers.iter().zip(answer.documents) {
                // the same bytes may lie there twice
                let twice = [Some(DuplicateLevel::Exact), Some(DuplicateLevel::InProgress)];
                let taken = row.state == IngestOutcome::Indexed || twice.contains(&row.duplicate);
                if let Some(place) = documents.get_mut(*number).filter(|_| taken) {
                    *place = row.document_id;
                }
                report.took(row, taken);
            }
            for number in &numbers {
                if let (Some(Some(id)), Some(file)) = (documents.get(*number), files.get(*number)) {
                    self.join_all(id, &file.collections)?;
                }
            }
            done += numbers.len() as u64;
            (import.told)(done, total);
        }
        Ok(documents)
    }

    /// The documents of files that are here, and the files that are to be taken.
    fn told_apart(
        &self,
        import: &Import<'_>,
        files: &[Wanted],
        report: &mut Report,
    ) -> Result<(Vec<Option<DocumentId>>, Waiting)> {
        let mut documents = Vec::with_capacity(files.len());
        let mut waiting = Vec::new();
        let there = self.snapshot().lying_under(&import.root);
        for (number, file) in files.iter().enumerate() {
            go_on(import.cancel)?;
            documents.push(None);
            let shown = file.path.display().to_string();
            let known = match read_whole(&file.path) {
                Ok((bytes, _)) => {
                    let earlier = there.get(&shown);
                    self.snapshot().known_file(&bytes, earlier.map(Arc::as_ref))
                }
                Err(problem) => Known::Refused(problem.message),
            };
            let supersedes = match known {
                Known::Here(id) => {
                    report.counted.known += 1;
                    if let Some(place) = documents.last_mut() {
                        *place = Some(id);
                    }
                    if !import.dry_run {
                        self.join_all(&id, &file.collections)?;
                    }
                    continue;
                }
                Known::Refused(why) => {
                    report.left_out(&shown, why);
                    continue;
                }
                Known::Later(earlier) => {
                    report.counted.versions += 1;
                    Some(earlier)
                }
                Known::New => {
                    report.counted.documents += 1;
                    None
                }
            };
            if !import.dry_run {
                let found = Found::File { path: file.path.clone(), supersedes, refusal: None };
                waiting.push((number, found));
            }
        }
        Ok((documents, waiting))
    }

    fn join_all(&self, id: &DocumentId, collections: &[Collection]) -> Result<()> {
        for collection in collections {
            self.join(id, collection)?;
        }
        Ok(())
    }

    /// Puts labels and other names on the nodes that documents are.
    pub(super) fn label(&self, labels: &[(DocumentId, Vec<String>)]) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut change = tx.change();
        let mut changed: Vec<NodeId> = Vec::new();
        for (document, tags) in labels {
            let Some(id) = tx.publication_of(Some(*document)) else { continue };
            let Some(node) = change.node(&id)? else { continue };
            let new: Vec<String> =
                tags.iter().filter(|tag| !node.tags.contains(tag)).cloned().collect();
            if !new.is_empty() {
                change.update(&id, |node| node.tags.extend(new))?;
                changed.push(id);
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        tx.put_graph(change)?;
        tx.commit("import.label", changed.iter().map(NodeId::to_string).collect())?;
        Ok(())
    }
}

/// Neighbours that are taken in alike, so many at a time; what has an address of its own, alone.
fn grouped(waiting: Waiting, files: &[Wanted]) -> Vec<Waiting> {
    let alike = |a: usize, b: usize| match (files.get(a), files.get(b)) {
        (Some(a), Some(b)) => {
            let addressed = a.source_url.is_some() || b.source_url.is_some();
            !addressed && a.source_type == b.source_type && a.collections == b.collections
        }
        _ => false,
    };
    let mut groups: Vec<Waiting> = Vec::new();
    for one in waiting {
        let last = groups.last_mut().filter(|group| {
            let near = group.last().is_some_and(|(number, _)| alike(*number, one.0));
            near && group.len() < TOGETHER
        });
        match last {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

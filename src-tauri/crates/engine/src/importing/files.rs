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
    Collection, DocumentId, DocumentRecord, DocumentState, IngestOptions, IngestOutcome, NodeId,
    Sha256,
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
    Here(DocumentId),
    Later(DocumentId),
    New,
}

impl Snapshot {
    /// Current versions of what came from under a folder, by path.
    fn from_under(&self, root: &Path) -> HashMap<String, Arc<DocumentRecord>> {
        let mut records = self.catalogue.select(|record| {
            record.state == DocumentState::Indexed
                && record.superseded_by.is_none()
                && Path::new(&record.origin.path).starts_with(root)
        });
        records.sort_by_key(|record| record.added_at);
        records.into_iter().map(|record| (record.origin.path.clone(), record)).collect()
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
        let mut documents: Vec<Option<DocumentId>> = vec![None; files.len()];
        let mut waiting: Vec<(usize, Found)> = Vec::new();
        let there = self.snapshot().from_under(&import.root);
        for (number, file) in files.iter().enumerate() {
            go_on(import.cancel)?;
            let shown = file.path.display().to_string();
            let bytes = match read_whole(&file.path) {
                Ok((bytes, _)) => bytes,
                Err(problem) => {
                    report.left_out(&shown, problem.message);
                    continue;
                }
            };
            let sha256 = Sha256::from_bytes(sha2::Sha256::digest(&bytes).into());
            let id = DocumentId::derive(&sha256);
            let now = self.snapshot();
            let here = now.catalogue.get(&id);
            let indexed = here.as_ref().is_some_and(|it| it.state == DocumentState::Indexed);
            let known = match there.get(&shown) {
                _ if indexed => Known::Here(id),
                Some(earlier) if earlier.id != id => Known::Later(earlier.id),
                _ => Known::New,
            };
            drop(now);
            let supersedes = match known {
                Known::Here(id) => {
                    report.counted.known += 1;
                    documents[number] = Some(id);
                    if !import.dry_run {
                        self.join_all(&id, &file.collections)?;
                    }
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
        let alike = |a: &(usize, Found), b: &(usize, Found)| match (files.get(a.0), files.get(b.0))
        {
            (Some(a), Some(b)) => {
                a.source_url.is_none()
                    && b.source_url.is_none()
                    && a.source_type == b.source_type
                    && a.collections == b.collections
            }
            _ => false,
        };
        let total = waiting.len() as u64;
        let mut done = 0;
        let mut groups: Vec<Vec<(usize, Found)>> = Vec::new();
        for one in waiting {
            match groups.last_mut() {
                Some(group)
                    if group.len() < TOGETHER && group.last().is_some_and(|l| alike(l, &one)) =>
                {
                    group.push(one);
                }
                _ => groups.push(vec![one]),
            }
        }
        for group in groups {
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
                if row.state == IngestOutcome::Indexed {
                    documents[*number] = row.document_id;
                }
                report.took(row);
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

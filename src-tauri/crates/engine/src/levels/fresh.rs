//! What came and went since a collection's levels were built, and which nodes are stale for it.

use super::passages::read_at;
use crate::{
    Snapshot,
    held::levels::{Fresh, Outline},
};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, PoisonError},
};
use types::{Collection, DocumentId, DocumentRecord, DocumentState};

impl Snapshot {
    /// The documents that a collection's levels rest on: those in it that could be read, of each the
    /// latest version.
    pub(super) fn level_documents(&self, collection: &Collection) -> Vec<Arc<DocumentRecord>> {
        let mut found = self.catalogue.select(|record| {
            record.state == DocumentState::Indexed
                && record.superseded_by.is_none()
                && record.is_in(collection)
        });
        found.sort_unstable_by_key(|record| record.id);
        found
    }

    /// What came and went since; found once a commit.
    pub(super) fn fresh(&self, outline: &Outline) -> Arc<Fresh> {
        let seq = self.records.commit_seq();
        let known = || outline.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, fresh)) = known().as_ref().filter(|(at, _)| *at == seq) {
            return Arc::clone(fresh);
        }
        let fresh = Arc::new(self.find_fresh(outline));
        *known() = Some((seq, Arc::clone(&fresh)));
        fresh
    }

    fn find_fresh(&self, outline: &Outline) -> Fresh {
        let mut fresh = Fresh::default();
        let now = self.level_documents(&outline.head.collection);
        let known: HashMap<DocumentId, &Arc<DocumentRecord>> =
            now.iter().map(|record| (record.id, record)).collect();
        for (number, document) in outline.documents.iter().enumerate() {
            match known.get(&document.id) {
                Some(record) if read_at(record) == document.read_at => continue,
                Some(_) => {}
                None => fresh.went += 1,
            }
            fresh.changed.insert(number);
            let own = document.first..document.first + document.count;
            let sections = own.filter_map(|at| outline.chunks.get(at).map(|chunk| chunk.section));
            fresh.sections.extend(sections);
        }
        let came = now
            .iter()
            .filter(|record| {
                let place = outline.by_document.get(&record.id);
                let document = place.and_then(|place| outline.documents.get(*place));
                document.is_none_or(|document| document.read_at != read_at(record))
            })
            .map(|record| record.id);
        fresh.came = came.collect();
        for id in &fresh.came {
            fresh.sections.extend(self.sections_of(outline, id));
        }
        fresh
    }

    /// Sections that a new document's passages would come to, by where the palace files them.
    fn sections_of(&self, outline: &Outline, document: &DocumentId) -> HashSet<usize> {
        let view = self.graph.view();
        let nodes = view.of_document(document);
        let placed: HashSet<(&str, &str)> = nodes
            .iter()
            .filter_map(|id| view.head(id))
            .filter(|head| head.counts())
            .map(|head| match &*head.wing {
                types::Place::UNSORTED => ("", ""),
                wing => (wing, &*head.room),
            })
            .collect();
        let joins = |(_, section): &(usize, &crate::held::levels::OutlineSection)| {
            let key = (section.key.wing.as_str(), section.key.room.as_str());
            placed.contains(&key) || placed.is_empty() && key.0.is_empty()
        };
        outline.sections.iter().enumerate().filter(joins).map(|(at, _)| at).collect()
    }
}

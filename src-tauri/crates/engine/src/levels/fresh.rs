//! What came and went since a collection's levels were built, and which nodes are stale for it.

use super::passages::read_at;
use crate::{
    Snapshot,
    held::levels::{Outline, Seat},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};
use types::{Collection, DocumentId, DocumentRecord, DocumentState};

/// What came and went.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    /// Documents that are new, or were read anew.
    pub came: Vec<Arc<DocumentRecord>>,
    /// Documents that are not in the collection any more, or replaced by a later version.
    pub went: u32,
    /// Of the outline's documents, those that it does not show as they are.
    changed: HashSet<usize>,
    sections: HashSet<usize>,
}

impl Fresh {
    pub fn is_empty(&self) -> bool {
        self.came.is_empty() && self.went == 0
    }

    /// Whether a node rests on what came or went.
    pub fn is_stale(&self, outline: &Outline, seat: Seat) -> bool {
        let section = |at: &usize| {
            self.sections.contains(at) || outline.sections.get(*at).is_some_and(|it| it.stale)
        };
        match seat {
            Seat::Master => !self.is_empty() || (0..outline.sections.len()).any(|at| section(&at)),
            Seat::Section(at) => section(&at),
            Seat::Chunk(at) | Seat::Raw(at, _) => {
                outline.chunks.get(at).is_some_and(|chunk| self.changed.contains(&chunk.document))
            }
        }
    }
}

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

    /// What came and went since.
    pub(super) fn fresh(&self, outline: &Outline) -> Fresh {
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
        fresh.came = now
            .into_iter()
            .filter(|record| {
                let place = outline.by_document.get(&record.id);
                let document = place.and_then(|place| outline.documents.get(*place));
                document.is_none_or(|document| document.read_at != read_at(record))
            })
            .collect();
        for record in &fresh.came {
            fresh.sections.extend(self.sections_of(outline, &record.id));
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

//! All of a collection's levels at once: for export, for validation, and what there is of which
//! collection.

use super::nodes::all;
use crate::{Snapshot, error::Result};
use std::{collections::BTreeSet, time::Instant};
use summarise::validate::validate;
use types::{
    Collection, DocumentState, Hierarchy, Level, LevelDocument, LevelMethod, LevelStatistics,
    LevelsCheck, LevelsList, LevelsRequest, LevelsState,
};

/// The share of a section that may be words of ours, where nothing is built.
const RATIO: f32 = 0.2;

impl Snapshot {
    /// A collection's levels, whole.
    pub fn hierarchy(&self, request: &LevelsRequest) -> Result<Hierarchy> {
        let mut asked = self.asked(&request.collection)?;
        let outline = std::sync::Arc::clone(&asked.outline);
        let mut nodes = Vec::new();
        for level in [Level::Master, Level::Section, Level::Chunk, Level::Raw] {
            for seat in all(&outline, level) {
                nodes.extend(self.node_at(&mut asked, seat)?);
            }
        }
        let documents = outline.documents.iter().filter_map(|document| {
            let record = self.catalogue.get(&document.id)?;
            let (title, sha256) = (record.title.clone(), record.sha256);
            Some(LevelDocument { document_id: document.id, title, sha256 })
        });
        Ok(Hierarchy {
            collection: outline.head.collection.as_str().to_owned(),
            method: outline.head.method.as_str().to_owned(),
            built_at: outline.head.built_at,
            commit_seq: self.records.commit_seq(),
            dropped: outline.head.statistics.dropped as usize,
            documents: documents.collect(),
            nodes,
        })
    }

    /// Looks at every citation, share, parent and child of a collection's levels.
    pub fn validate_levels(&self, request: &LevelsRequest) -> Result<LevelsCheck> {
        let start = Instant::now();
        let hierarchy = self.hierarchy(request)?;
        let head = self.level_head(&request.collection)?;
        let ratio = head.map_or(RATIO, |head| head.ratio);
        let says = |id: &types::DocumentId, from: usize, to: usize| self.said_at(id, from, to);
        let checked = validate(&hierarchy, ratio, &says);
        let mut findings = checked.findings;
        if checked.more > 0 {
            findings.push(format!("{} more findings of these kinds.", checked.more));
        }
        Ok(LevelsCheck {
            collection: hierarchy.collection,
            ok: findings.is_empty(),
            nodes: hierarchy.nodes.len() as u32,
            citations: checked.citations,
            citations_hold: checked.citations_hold,
            stale: hierarchy.nodes.iter().filter(|node| node.stale).count() as u32,
            findings,
            took_ms: start.elapsed().as_secs_f64() * 1e3,
        })
    }

    /// The collections, and what is built of each.
    pub fn levels_list(&self) -> Result<LevelsList> {
        let mut collections: BTreeSet<Collection> = self
            .catalogue
            .select(|record| record.state == DocumentState::Indexed)
            .iter()
            .flat_map(|record| record.collections().cloned().collect::<Vec<_>>())
            .collect();
        collections.extend(self.built()?.into_iter().map(|head| head.collection));
        let states = collections.iter().map(|collection| self.levels_state(collection));
        Ok(LevelsList { collections: states.collect::<Result<_>>()? })
    }

    pub(crate) fn levels_state(&self, collection: &Collection) -> Result<LevelsState> {
        let Some(outline) = self.outlines.of(&self.records, collection)? else {
            return Ok(LevelsState {
                collection: collection.as_str().to_owned(),
                master: None,
                method: LevelMethod::default(),
                max_synthesis_ratio: RATIO,
                built_at: None,
                came: self.level_documents(collection).len() as u32,
                went: 0,
                statistics: LevelStatistics::default(),
            });
        };
        let fresh = self.fresh(&outline);
        let head = &outline.head;
        // a deletion takes what it was made of along, and leaves what rested on it stale
        let stale = outline.sections.iter().any(|section| section.stale);
        Ok(LevelsState {
            collection: collection.as_str().to_owned(),
            master: Some(super::nodes::written(&outline.master)),
            method: head.method,
            max_synthesis_ratio: head.ratio,
            built_at: Some(head.built_at),
            came: fresh.came.len() as u32,
            went: fresh.went + u32::from(stale && fresh.went == 0),
            statistics: head.statistics,
        })
    }
}

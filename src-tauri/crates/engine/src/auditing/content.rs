//! What of a collection is signed and exported.

use crate::{
    Snapshot,
    citing::publication,
    error::{Error, Result},
};
use audit::{Content, Overridden};
use cite::Cited;
use std::{collections::BTreeSet, sync::Arc};
use types::{
    Collection, DocumentRecord, DocumentState, ErrorCode, Hierarchy, LevelsRequest, NodeId,
};

impl Snapshot {
    /// The levels that an export shows: as they are built, else the passages alone.
    fn levels_to_export(
        &self,
        collection: &str,
        documents: &[Arc<DocumentRecord>],
    ) -> Result<Hierarchy> {
        let built = Collection::new(collection).ok().map(|collection| LevelsRequest { collection });
        match built.map(|request| self.hierarchy(&request)) {
            Some(Err(error)) if error.problem().code != ErrorCode::NotFound => Err(error),
            Some(Ok(hierarchy)) => Ok(hierarchy),
            _ => self.passages_of(collection, documents),
        }
    }

    /// The documents of a collection that are read and current, in the order in which they came.
    pub(super) fn documents_in(&self, collection: &str) -> Result<Vec<Arc<DocumentRecord>>> {
        let mut documents = self.catalogue.select(|record| {
            record.state == DocumentState::Indexed
                && record.collections().any(|own| own.as_str() == collection)
        });
        documents.sort_by_key(|record| (record.added_at, record.id));
        if documents.is_empty() {
            let message = format!("The collection “{collection}” has no documents.");
            let hint = "`loci vault info` shows the collections.";
            return Err(Error::new(ErrorCode::NotFound, message, hint));
        }
        Ok(documents)
    }

    /// A collection's content.
    pub(super) fn content(&self, collection: &str) -> Result<Content> {
        let documents = self.documents_in(collection)?;
        let hierarchy = self.levels_to_export(collection, &documents)?;
        let cited: Vec<Cited> = documents
            .iter()
            .map(|record| Cited { reference: publication(record), ..Cited::default() })
            .collect();
        let view = self.graph.view();
        let said: BTreeSet<NodeId> =
            documents.iter().flat_map(|record| view.of_document(&record.id)).collect();
        let set_by_hand =
            said.into_iter().filter(|id| view.head(id).is_some_and(|head| head.overridden));
        let mut overrides = Vec::new();
        for id in set_by_hand {
            let Some(node) = self.graph.node(&self.records, &id)? else { continue };
            if let Some(set) = node.trust.overridden {
                overrides.push(Overridden {
                    node_id: id,
                    name: node.name,
                    before: set.before,
                    after: set.reliability,
                    reason: set.reason,
                    at: set.at,
                });
            }
        }
        let (bibtex, csl_json) = (cite::bibtex(&cited), cite::csl_json(&cited));
        Ok(Content { hierarchy, bibtex, csl_json, overrides })
    }
}

//! What of the vault an agent may see: everything, or what lies in some wings.

use crate::{
    Snapshot,
    error::{Error, Result},
};
use graph::Head;
use search::ChunkRef;
use std::{
    collections::{BTreeSet, HashSet},
    ops::Range,
};
use types::{AgentScope, DocumentId, ErrorCode, Node, NodeState};

/// A snapshot as an agent may see it.
pub(super) struct Seen<'a> {
    pub now: &'a Snapshot,
    pub scope: &'a AgentScope,
    /// The passages it may see; `None` where it may see all.
    pub passages: Option<HashSet<ChunkRef>>,
}

impl Snapshot {
    /// The same as an agent may see it.
    pub(super) fn seen<'a>(&'a self, scope: &'a AgentScope) -> Result<Seen<'a>> {
        if !scope.read {
            return Err(Error::new(
                ErrorCode::NotAllowed,
                "This agent may not read.",
                "Change what it may do in the app under Agents.",
            ));
        }
        let passages = scope.is_narrow().then(|| self.passages_of_wings(&|it| scope.sees(it)));
        Ok(Seen { now: self, scope, passages })
    }
}

impl Seen<'_> {
    /// Whether it may see a node: one that counts, in a wing of its own.
    pub fn sees(&self, head: &Head) -> bool {
        head.state == NodeState::Accepted && self.scope.sees(&head.wing)
    }

    /// A node by id, prefix or name. One that it may not see is not there.
    pub fn node(&self, text: &str) -> Result<Node> {
        let node = self.now.found_node(text)?;
        let seen = node.state == NodeState::Accepted && self.scope.sees(&node.place.wing);
        if seen { Ok(node) } else { Err(graph::Error::NotFound.into()) }
    }

    /// A document by id or prefix. One that it may not see any passage of is not there.
    pub fn document(&self, text: &str) -> Result<DocumentId> {
        let id = self.now.resolve(text)?;
        let of_it = |passage: &ChunkRef| passage.document == id;
        let seen = self.passages.as_ref().is_none_or(|passages| passages.iter().any(of_it));
        let hint = "`search` gives ids.";
        let gone = || Error::new(ErrorCode::NotFound, "No document has that id.", hint);
        if seen { Ok(id) } else { Err(gone()) }
    }

    /// The places of a document's passages that it may see; `None` where it may see all of it.
    pub fn ordinals(&self, document: &DocumentId) -> Option<BTreeSet<u32>> {
        let passages = self.passages.as_ref()?;
        let of_it = passages.iter().filter(|passage| passage.document == *document);
        Some(of_it.map(|passage| passage.ordinal).collect())
    }

    /// The byte ranges of a document that it may see, joined where they touch; `None` for all of it.
    pub fn ranges(&self, document: &DocumentId) -> Result<Option<Vec<Range<usize>>>> {
        let Some(ordinals) = self.ordinals(document) else { return Ok(None) };
        let record = self.now.record(document)?;
        let chunks = crate::text_store::chunks(&self.now.records, &record)?;
        let mut seen: Vec<Range<usize>> = Vec::new();
        for chunk in chunks.iter().filter(|chunk| ordinals.contains(&chunk.ordinal)) {
            let range = chunk.span.bytes();
            match seen.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => seen.push(range),
            }
        }
        Ok(Some(seen))
    }
}

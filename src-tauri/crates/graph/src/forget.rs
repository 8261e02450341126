//! Taking a document's evidence away: because it is forgotten, or because it is read anew.

use crate::change::Change;
use crate::error::Result;
use crate::facet::EdgeFacet;
use crate::meaning::is_touched;
use crate::merge::described;
use std::collections::BTreeSet;
use types::{Cascade, DocumentId, Edge, EdgeId, Evidence, Field, Node, NodeId, NodeState, Tier};

/// What went with a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Nodes that went.
    pub nodes: u32,
    /// Edges that went.
    pub edges: u32,
    /// Pieces of evidence that went.
    pub evidence: u32,
    /// Nodes and edges of the document that stay.
    pub kept: u32,
}

impl Change {
    /// Takes a document away. [`Cascade::None`]: everything stays as it is. [`Cascade::Orphans`]: its
    /// evidence goes, and what nothing else supports and no person touched. [`Cascade::All`]: every
    /// node and edge that it speaks for goes (seed 004).
    pub fn forget(&mut self, document: &DocumentId, cascade: Cascade) -> Result<Forgotten> {
        let mut forgotten = Forgotten::default();
        let (nodes, edges) = (self.nodes_from(document), self.edges_from(document)?);
        if cascade == Cascade::None {
            forgotten.kept = (nodes.len() + edges.len()) as u32;
            return Ok(forgotten);
        }
        for id in &edges {
            let Some(mut edge) = self.take_edge(id)? else { continue };
            forgotten.evidence += u32::from(withdraw(&mut edge.evidence, document).is_some());
            edge.updated_at = self.now;
            let goes = cascade == Cascade::All || (edge.evidence.is_empty() && !is_ruled(&edge));
            self.put_edge(edge)?;
            if goes {
                self.remove_edge(id)?;
                forgotten.edges += 1;
            }
        }
        for id in nodes {
            let Some(mut node) = self.take_node(&id)? else { continue };
            forgotten.evidence += u32::from(self.withdraw_from(&mut node, document));
            let goes = cascade == Cascade::All || (node.evidence.is_empty() && !is_touched(&node));
            self.put_node(node)?;
            if goes {
                let gone = self.remove(&id)?;
                forgotten.edges += gone;
                forgotten.nodes += 1;
            } else {
                forgotten.kept += 1;
            }
        }
        // counted last: an edge may have gone with its end
        for id in &edges {
            forgotten.kept += u32::from(self.edge(id)?.is_some());
        }
        if cascade == Cascade::All {
            self.forget_senses(document);
        }
        Ok(forgotten)
    }

    /// Before a document is read anew: its evidence goes. What then has none and no person touched
    /// goes when the change is finished, unless it was merged again by then.
    pub fn reread(&mut self, document: &DocumentId) -> Result<()> {
        for id in self.edges_from(document)? {
            let Some(mut edge) = self.take_edge(&id)? else { continue };
            withdraw(&mut edge.evidence, document);
            edge.updated_at = self.now;
            self.put_edge(edge)?;
            self.pending.1.insert(id);
        }
        for id in self.nodes_from(document) {
            let Some(mut node) = self.take_node(&id)? else { continue };
            self.withdraw_from(&mut node, document);
            self.put_node(node)?;
            self.pending.0.insert(id);
        }
        Ok(())
    }

    /// Takes away what a reading anew left without evidence.
    pub(crate) fn settle(&mut self) -> Result<()> {
        let (nodes, edges) = std::mem::take(&mut self.pending);
        for id in edges {
            if self.take_edge(&id)?.is_some_and(|edge| edge.evidence.is_empty() && !is_ruled(&edge))
            {
                self.remove_edge(&id)?;
            }
        }
        for id in nodes {
            let goes = |node: &Node| node.evidence.is_empty() && !is_touched(node);
            if self.take_node(&id)?.is_some_and(|node| goes(&node)) {
                self.remove(&id)?;
            }
        }
        Ok(())
    }

    fn withdraw_from(&self, node: &mut Node, document: &DocumentId) -> bool {
        let had = strip(node, document);
        if had {
            node.updated_at = self.now;
        }
        had
    }

    fn nodes_from(&self, document: &DocumentId) -> BTreeSet<NodeId> {
        let mut nodes: BTreeSet<NodeId> =
            self.state().of_document(document).map(|head| head.id).collect();
        let here = self.nodes.values().filter_map(|entry| entry.now.as_ref());
        nodes.extend(here.filter(|node| has(&node.evidence, document)).map(|node| node.id));
        nodes
    }

    fn edges_from(&self, document: &DocumentId) -> Result<BTreeSet<EdgeId>> {
        let filed = self.graph.edges_under(&self.records, &EdgeFacet::Source(*document))?;
        let mut edges: BTreeSet<EdgeId> =
            filed.map(|edge| edge.map(|edge| edge.id)).collect::<Result<_>>()?;
        let here = self.edges.values().filter_map(|entry| entry.now.as_ref());
        edges.extend(here.filter(|edge| has(&edge.evidence, document)).map(|edge| edge.id));
        Ok(edges)
    }

    fn forget_senses(&mut self, document: &DocumentId) {
        let known = self.state();
        let keys: Vec<_> = known
            .names
            .values()
            .filter(|record| record.sense(document).is_some())
            .map(|record| record.key())
            .collect();
        drop(known);
        for key in keys {
            self.change_name(&key, |record| record.senses.retain(|(at, _)| at != document));
        }
    }
}

/// Takes a document's evidence out of a node, and a description that was its words.
fn strip(node: &mut Node, document: &DocumentId) -> bool {
    let Some(gone) = withdraw(&mut node.evidence, document) else { return false };
    node.mention_count = node.mention_count.saturating_sub(gone.mentions);
    if !node.is_fixed(Field::Description) && is_from(&node.description, &gone.quote) {
        let best = node.evidence.iter().max_by(|a, b| a.confidence.total_cmp(&b.confidence));
        node.description = best.map(|best| described(&best.quote)).unwrap_or_default();
    }
    true
}

/// Whether a person decided something about an edge.
fn is_ruled(edge: &Edge) -> bool {
    edge.tier == Tier::User || edge.state == NodeState::Dismissed || edge.ruling.is_some()
}

fn has(evidence: &[Evidence], document: &DocumentId) -> bool {
    evidence.iter().any(|evidence| evidence.document == Some(*document))
}

fn withdraw(evidence: &mut Vec<Evidence>, document: &DocumentId) -> Option<Evidence> {
    let at = evidence.iter().position(|evidence| evidence.document == Some(*document))?;
    Some(evidence.remove(at))
}

/// Whether a description was taken from a passage.
fn is_from(description: &str, quote: &str) -> bool {
    let (description, quote) = (described(description), described(quote));
    !description.is_empty()
        && !quote.is_empty()
        && (quote.contains(&description) || description.contains(&quote))
}

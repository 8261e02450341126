//! Nodes, edges and evidence as they are shown: with names, titles, faded importance, and whether a
//! passage still opens.

use super::{changes::change_view, days};
use crate::{Snapshot, error::Result, text_store};
use graph::{Head, View};
use std::collections::HashMap;
use types::{
    DocumentId, Edge, EdgeId, EdgeView, Evidence, EvidenceView, Method, Node, NodeCard, NodeId,
    NodeState, NodeView, Timestamp, TrustView,
};

/// Characters of a node's description in lists.
const ABOUT_CHARS: usize = 200;

impl Snapshot {
    /// A node as lists show it.
    pub(crate) fn card(&self, view: &View<'_>, head: &Head) -> NodeCard {
        let counts = |state| state == NodeState::Accepted;
        let now = self.resources.now();
        NodeCard {
            node_id: head.id,
            name: head.name.to_string(),
            kind: head.kind,
            state: head.state,
            wing: head.wing.to_string(),
            room: head.room.to_string(),
            hall: head.hall,
            placed_by: head.placed_by,
            reliability: head.reliability,
            overridden: head.overridden,
            contentious: head.contentious,
            injected: head.injected,
            sources: head.sources,
            mention_count: head.mention_count,
            importance: self.faded(head.importance, head.importance_at, now),
            tier: head.tier,
            confidence: head.confidence,
            edges: view.links(&head.id).filter(|link| counts(link.state)).count() as u32,
            about: shortened(&head.about, ABOUT_CHARS),
        }
    }

    /// Cards of these nodes, in their order; those that are gone are left out.
    pub(crate) fn cards(&self, view: &View<'_>, ids: &[NodeId]) -> Vec<NodeCard> {
        ids.iter().filter_map(|id| view.head(id)).map(|head| self.card(view, head)).collect()
    }

    /// What is left at `now` of an importance of `at`: it fades towards 1 by its half-life.
    pub(crate) fn faded(&self, importance: f32, at: Timestamp, now: Timestamp) -> f32 {
        let ms = now.unix_ms().saturating_sub(at.unix_ms()).max(0);
        let half_lives = ms as f32 / (24.0 * 60.0 * 60.0 * 1000.0) / self.settings.half_life_days();
        1.0 + (importance - 1.0) * 0.5f32.powf(half_lives)
    }

    /// Evidence with its source's title, and whether it still opens.
    pub(crate) fn evidence_views(&self, evidence: &[Evidence]) -> Vec<EvidenceView> {
        let mut opening: HashMap<(DocumentId, usize), bool> = HashMap::new();
        let mut views = Vec::with_capacity(evidence.len());
        for one in evidence {
            let record = one.document.and_then(|id| self.catalogue.get(&id));
            let opens = match (one.document, one.span) {
                (Some(document), Some(span)) if record.is_some() => *opening
                    .entry((document, span.start))
                    .or_insert_with(|| self.reads_as_it_did(&document, one)),
                _ => false,
            };
            views.push(EvidenceView {
                title: record.as_ref().map(|record| record.title.clone()).unwrap_or_default(),
                superseded: record.is_some_and(|record| record.superseded_by.is_some()),
                copy_of: one.document.and_then(|id| self.sources.copy_of(&id)),
                plain: match one.document {
                    Some(document) => self.plain(&document, &one.quote),
                    None => one.quote.clone(),
                },
                evidence: one.clone(),
                opens,
            });
        }
        views
    }

    fn reads_as_it_did(&self, document: &DocumentId, evidence: &Evidence) -> bool {
        let Some(span) = evidence.span else { return false };
        let words = text_store::slice(&self.records, document, span.bytes());
        words.is_ok_and(|words| words == evidence.quote)
    }

    /// An edge with the names of its ends.
    pub(crate) fn edge_view(&self, view: &View<'_>, edge: &Edge) -> EdgeView {
        let name = |id: &NodeId| view.head(id).map(|head| head.name.to_string());
        EdgeView {
            edge_id: edge.id,
            kind: edge.kind,
            from: edge.from,
            from_name: name(&edge.from).unwrap_or_default(),
            to: edge.to,
            to_name: name(&edge.to).unwrap_or_default(),
            state: edge.state,
            confidence: edge.confidence,
            because: edge.because.clone(),
            ruling: edge.ruling,
            evidence: self.evidence_views(&edge.evidence),
        }
    }

    /// The edges with these ids.
    pub(crate) fn edge_views(&self, ids: &[EdgeId]) -> Result<Vec<EdgeView>> {
        let graph = &self.graph;
        let mut edges = Vec::with_capacity(ids.len());
        for id in ids {
            edges.extend(graph.edge(&self.records, id)?);
        }
        let view = graph.view();
        Ok(edges.iter().map(|edge| self.edge_view(&view, edge)).collect())
    }

    /// A node with all that belongs to it.
    pub(crate) fn node_view(&self, node: Node) -> Result<NodeView> {
        let graph = &self.graph;
        let (card, links) = {
            let view = graph.view();
            let links = view.links(&node.id).filter(|link| link.state != NodeState::Dismissed);
            let links: Vec<EdgeId> = links.map(|link| link.id).collect();
            (view.head(&node.id).map(|head| self.card(&view, head)), links)
        };
        let card = card.ok_or_else(|| crate::Error::internal("A node is not in the graph."))?;
        let history = self.history(&node.id)?;
        let day = |day: Option<i32>| day.map(types::day_text).unwrap_or_default();
        Ok(NodeView {
            card,
            normalised: node.normalised,
            sense: node.sense,
            description: node.description,
            summary: node.summary,
            tags: node.tags,
            aliases: node.aliases,
            place: node.place,
            trust: node.trust,
            valid_from: day(node.validity.from),
            valid_to: day(node.validity.to),
            validity: node.validity,
            evidence: definitions_first(self.evidence_views(&node.evidence)),
            relations: self.edge_views(&links)?,
            history: history.iter().map(change_view).collect(),
            fixed: node.fixed,
            last_accessed: node.last_accessed,
            created_at: node.created_at,
            updated_at: node.updated_at,
        })
    }

    pub(crate) fn trust_view(&self, node: Node, agreeing: &[NodeId]) -> Result<TrustView> {
        let graph = &self.graph;
        let (corroborated_by, against) = {
            let view = graph.view();
            let against = view.links(&node.id).filter(|link| {
                let contradicts = link.kind == types::EdgeKind::Contradicts;
                contradicts && link.state != NodeState::Dismissed
            });
            (self.cards(&view, agreeing), against.map(|link| link.id).collect::<Vec<EdgeId>>())
        };
        let history = self.history(&node.id)?;
        let corrections = history.iter().filter(|change| change.action == "override");
        Ok(TrustView {
            node_id: node.id,
            name: node.name,
            reliability: node.trust.reliability(),
            parts: node.trust.parts,
            overridden: node.trust.overridden.is_some(),
            contentious: node.trust.contentious,
            evidence: self.evidence_views(&node.evidence),
            corroborated_by,
            contradictions: self.edge_views(&against)?,
            corrections: corrections.map(change_view).collect(),
            trust: node.trust,
        })
    }
}

fn definitions_first(mut evidence: Vec<EvidenceView>) -> Vec<EvidenceView> {
    evidence.sort_by_key(|view| view.evidence.method != Method::Definition);
    evidence
}

/// Whether a node holds on a day.
pub(crate) fn holds(head: &Head, day: Option<i32>) -> bool {
    day.is_none_or(|day| head.validity.holds_on(day))
}

/// When something holds, in words.
pub(crate) fn in_words(validity: &types::Validity) -> String {
    if !validity.stated.is_empty() {
        return validity.stated.clone();
    }
    match (validity.from, validity.to) {
        (None, None) => String::new(),
        (Some(from), None) => format!("from {}", types::day_text(from)),
        (None, Some(to)) => format!("until {}", types::day_text(to)),
        (Some(from), Some(to)) => {
            format!("{} to {}", types::day_text(from), types::day_text(to))
        }
    }
}

/// The day of a search, where one was asked for.
pub(crate) fn on_day(text: Option<&str>) -> Result<Option<i32>> {
    text.map(|text| match Timestamp::parse(text) {
        Some(moment) => Ok(days::day_of(moment)),
        None => days::day(text, true),
    })
    .transpose()
}

/// At most so many characters of a text.
pub(crate) fn shortened(text: &str, chars: usize) -> String {
    let mut cut: String = text.chars().take(chars).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

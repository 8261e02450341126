//! Which nodes and edges there are, and how they hang together.

use super::views::{holds, on_day};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    finding::QUERY_BYTES,
};
use graph::{Head, View};
use std::cmp::Reverse;
use types::{
    EdgeId, EdgeList, EdgesRequest, ErrorCode, Neighbourhood, NeighboursRequest, Node, NodeCard,
    NodeId, NodeList, NodeState, NodeView, NodesRequest, Path, PathList, PathsBetweenRequest,
};

/// Rows of a list where nothing is said, and at most.
const ROWS: u32 = 100;
const MOST_ROWS: u32 = 1000;
/// Matches that a query among nodes looks at.
const MATCHES: usize = 5000;
/// Paths that are shown.
const PATHS: usize = 10;

impl Snapshot {
    /// The nodes that a request's filters leave, most important first; best match first for a query.
    pub fn nodes(&self, request: &NodesRequest) -> Result<NodeList> {
        let view = self.graph.view();
        let found = self.select(&view, request, NodeState::Accepted)?;
        let page = page(&found, request.offset, request.limit);
        Ok(NodeList { nodes: self.cards(&view, page), total: found.len() as u32 })
    }

    /// The ids that a request's filters leave, in order.
    pub(super) fn select(
        &self,
        view: &View<'_>,
        request: &NodesRequest,
        state: NodeState,
    ) -> Result<Vec<NodeId>> {
        let day = on_day(request.as_of.as_deref())?;
        let state = request.state.unwrap_or(state);
        let same = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|it| it == is);
        let keep = |head: &Head| {
            head.state == state
                && same(&request.wing, &head.wing)
                && same(&request.room, &head.room)
                && request.hall.is_none_or(|hall| hall == head.hall)
                && request.kind.is_none_or(|kind| kind == head.kind)
                && request.min_reliability.is_none_or(|least| head.reliability >= least)
                && request.tag.as_ref().is_none_or(|tag| head.tags.iter().any(|it| **it == **tag))
                && holds(head, day)
        };
        if request.query.as_ref().is_some_and(|query| query.len() > QUERY_BYTES) {
            let hint = "Ask in up to 10,000 bytes.";
            return Err(Error::new(ErrorCode::Usage, "The query is too long.", hint));
        }
        if let Some(query) = request.query.as_deref().filter(|query| !query.trim().is_empty()) {
            let mut found = view.similar(query, MATCHES, &keep);
            if let Some(document) = &request.document {
                let of: Vec<NodeId> = view.of_document(document);
                found.retain(|(id, _)| of.contains(id));
            }
            return Ok(found.into_iter().map(|(id, _)| id).collect());
        }
        let mut heads: Vec<&Head> = match &request.document {
            Some(document) => {
                let of = view.of_document(document);
                of.iter().filter_map(|id| view.head(id)).filter(|head| keep(head)).collect()
            }
            None => view.heads().filter(|head| keep(head)).collect(),
        };
        match state {
            // what waits: first what a decision is worth most for
            NodeState::Proposed => heads.sort_by(|a, b| {
                let worth = |head: &Head| head.importance * head.confidence;
                worth(b).total_cmp(&worth(a)).then_with(|| a.name.cmp(&b.name))
            }),
            _ => heads.sort_by(|a, b| {
                let by_mentions = b.mention_count.cmp(&a.mention_count);
                let by_importance = b.importance.total_cmp(&a.importance);
                by_importance.then(by_mentions).then_with(|| a.name.cmp(&b.name))
            }),
        }
        Ok(heads.into_iter().map(|head| head.id).collect())
    }

    /// A node's record, by id, prefix or name.
    pub(crate) fn found_node(&self, text: &str) -> Result<Node> {
        let id = self.graph.resolve(text)?;
        let node = self.graph.node(&self.records, &id)?;
        node.ok_or_else(|| Error::internal("A node of the graph has no record."))
    }

    /// Ids of several nodes.
    pub(super) fn found_nodes(&self, texts: &[String]) -> Result<Vec<NodeId>> {
        let ids: graph::Result<Vec<NodeId>> =
            texts.iter().map(|text| self.graph.resolve(text)).collect();
        let mut ids = ids?;
        let mut seen = std::collections::HashSet::new();
        ids.retain(|id| seen.insert(*id));
        Ok(ids)
    }

    /// The edges that a request's filters leave, surest first.
    pub fn edges(&self, request: &EdgesRequest) -> Result<EdgeList> {
        let node = request.node.as_deref();
        let node = node.map(|text| self.graph.resolve(text)).transpose()?;
        let ids: Vec<EdgeId> = {
            let view = self.graph.view();
            let keep = |link: &&graph::Link| {
                request.kind.is_none_or(|kind| kind == link.kind)
                    && match request.state {
                        Some(state) => link.state == state,
                        None => link.state != NodeState::Dismissed,
                    }
            };
            let mut links: Vec<&graph::Link> = match &node {
                Some(node) => view.links(node).filter(keep).collect(),
                None => view.all_links().filter(keep).collect(),
            };
            links.sort_by(|a, b| {
                b.confidence.total_cmp(&a.confidence).then_with(|| a.id.cmp(&b.id))
            });
            links.into_iter().map(|link| link.id).collect()
        };
        let total = ids.len() as u32;
        Ok(EdgeList { edges: self.edge_views(page(&ids, 0, request.limit))?, total })
    }

    /// What is around a node.
    pub fn neighbours(&self, request: &NeighboursRequest) -> Result<Neighbourhood> {
        if !(1..=3).contains(&request.hops) {
            let hint = "Ask for 1, 2 or 3.";
            return Err(Error::new(ErrorCode::Usage, "Hops are from 1 to 3.", hint));
        }
        let day = on_day(request.as_of.as_deref())?;
        let id = self.graph.resolve(&request.node)?;
        let limit = rows(request.limit) as usize;
        let (walk, cards) = {
            let view = self.graph.view();
            let keep = |head: &Head| head.state != NodeState::Dismissed && holds(head, day);
            let walk = view.neighbourhood(&id, request.hops, limit, &keep);
            let ids: Vec<NodeId> = walk.nodes.iter().map(|(id, _)| *id).collect();
            let cards = self.cards(&view, &ids);
            (walk, cards)
        };
        Ok(Neighbourhood {
            nodes: cards,
            distances: walk.nodes.iter().map(|(_, hops)| *hops).collect(),
            edges: self.edge_views(&walk.edges)?,
            cut: walk.cut,
        })
    }

    /// The shortest ways between two nodes.
    pub fn paths_between(&self, request: &PathsBetweenRequest) -> Result<PathList> {
        let hops = if request.hops == 0 { 4 } else { request.hops };
        if hops > 6 {
            let hint = "Ask for 6 at most.";
            return Err(Error::new(ErrorCode::Usage, "A path has at most 6 edges.", hint));
        }
        let graph = &self.graph;
        let (from, to) = (graph.resolve(&request.from)?, graph.resolve(&request.to)?);
        let found: Vec<(Vec<NodeCard>, Vec<EdgeId>)> = {
            let view = graph.view();
            let keep = |head: &Head| head.state != NodeState::Dismissed;
            let found = view.paths(&from, &to, hops, &keep);
            let found = found.into_iter().take(PATHS);
            found.map(|(nodes, edges)| (self.cards(&view, &nodes), edges)).collect()
        };
        let mut paths = Vec::with_capacity(found.len());
        for (nodes, edges) in found {
            paths.push(Path { nodes, edges: self.edge_views(&edges)? });
        }
        Ok(PathList { paths })
    }
}

impl Palace {
    /// One node with all that belongs to it. Opening it makes it a little more important.
    pub fn node(&self, text: &str) -> Result<NodeView> {
        let now = self.snapshot();
        let node = now.found_node(text)?;
        self.used.accessed(&[node.id], self.resources.now());
        now.node_view(node)
    }
}

/// The rows from `offset` on, at most `limit` of them.
pub(super) fn page<T>(all: &[T], offset: u32, limit: u32) -> &[T] {
    let start = (offset as usize).min(all.len());
    let end = start.saturating_add(rows(limit) as usize).min(all.len());
    all.get(start..end).unwrap_or_default()
}

fn rows(limit: u32) -> u32 {
    if limit == 0 { ROWS } else { limit.min(MOST_ROWS) }
}

/// Most important first, for what is shown beside something else.
pub(super) fn by_importance(cards: &mut [NodeCard]) {
    cards.sort_by_key(|card| (Reverse((card.importance * 1e4) as i64), card.name.clone()));
}

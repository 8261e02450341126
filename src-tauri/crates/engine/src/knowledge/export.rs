//! The graph written down for other programs.

use super::views::on_day;
use crate::{Snapshot, error::Result};
use graph::Facet;
use std::collections::HashSet;
use types::{
    Edge, GraphExport, GraphExportRequest, GraphFormat, Node, NodeId, NodeState, Validity,
};

impl Snapshot {
    /// Accepted nodes and the edges between them. A corrected score says so.
    pub fn export_graph(&self, request: &GraphExportRequest) -> Result<GraphExport> {
        let graph = &self.graph;
        let day = on_day(request.as_of.as_deref())?;
        let holds = |validity: &Validity| day.is_none_or(|day| validity.holds_on(day));
        let mut nodes: Vec<Node> = match &request.wing {
            Some(wing) => graph
                .under(&self.records, &Facet::Wing(wing.clone()))?
                .collect::<graph::Result<_>>()?,
            None => {
                let ids: Vec<NodeId> = graph.view().heads().map(|head| head.id).collect();
                let mut nodes = Vec::with_capacity(ids.len());
                for id in ids {
                    nodes.extend(graph.node(&self.records, &id)?);
                }
                nodes
            }
        };
        nodes.retain(|node| node.state == NodeState::Accepted && holds(&node.validity));
        nodes.sort_by_key(|node| node.id);
        let inside: HashSet<NodeId> = nodes.iter().map(|node| node.id).collect();
        let ids: Vec<_> = {
            let view = graph.view();
            let both = view.all_links().filter(|link| {
                let between = inside.contains(&link.from) && inside.contains(&link.to);
                link.state == NodeState::Accepted && between
            });
            both.map(|link| link.id).collect()
        };
        let mut edges: Vec<Edge> = Vec::with_capacity(ids.len());
        for id in ids {
            edges.extend(graph.edge(&self.records, &id)?);
        }
        edges.sort_by_key(|edge| edge.id);
        let text = match request.format {
            GraphFormat::GraphMl => graph::graphml(&nodes, &edges),
            GraphFormat::JsonLd => graph::json_ld(&nodes, &edges),
        };
        Ok(GraphExport { text, nodes: nodes.len() as u32, edges: edges.len() as u32 })
    }
}

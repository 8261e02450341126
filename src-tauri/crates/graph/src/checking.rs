//! Whether what is filed and what is known of names fits the nodes and edges; and both made anew from
//! them. Judges nothing else.

use crate::change::Staged;
use crate::error::Result;
use crate::facet::{file_edge, file_node, paths_of_edge, paths_of_node, slices};
use crate::graph::Graph;
use crate::head::{Head, Link};
use crate::print::claims;
use crate::record::{EDGES, NAMES, NODES, NameKey, NameRecord, class_name};
use std::collections::{BTreeMap, BTreeSet};
use types::{Edge, EdgeId, Node, NodeId};
use vault::{Batch, Snapshot, Table, TableId};

const FACETS: Table<()> = Table::new(TableId::Facets);
/// First names of what is filed here; others file other things.
const FILED: [&[u8]; 2] = [b"place", b"edge source"];

/// What does not fit, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misfits {
    /// Nodes and edges that are in memory otherwise than in their records, or in one of both only.
    pub held: u64,
    /// Nodes and edges that are not filed where they belong.
    pub unfiled: u64,
    /// Entries of places that are of no node and no edge there.
    pub strays: u64,
    /// Other names of nodes that do not lead to any.
    pub unnamed: u64,
}

/// The parts of a place.
type Path = Vec<Vec<u8>>;
/// What is to be filed in a place.
type Filed = (BTreeSet<NodeId>, BTreeSet<EdgeId>);

impl Graph {
    /// Compares memory, places and names with the records of nodes and edges.
    pub fn misfits(&self, records: &Snapshot) -> Result<Misfits> {
        let view = self.view();
        let mut misfits = Misfits::default();
        let mut filed: BTreeMap<Path, Filed> = BTreeMap::new();
        let (mut nodes, mut edges) = (0, 0);
        for node in records.scan(NODES, &[])? {
            let node: Node = node?;
            nodes += 1;
            misfits.held += u64::from(view.head(&node.id) != Some(&Head::of(&node)));
            for path in paths_of_node(&node) {
                filed.entry(path).or_default().0.insert(node.id);
            }
            for key in claims(&node) {
                let known = self.state().names.get(&key).and_then(|name| name.points_to);
                let leads = known.is_some_and(|id| view.head(&id).is_some());
                misfits.unnamed += u64::from(!leads);
            }
        }
        for edge in records.scan(EDGES, &[])? {
            let edge: Edge = edge?;
            edges += 1;
            misfits.held += u64::from(view.link(&edge.id) != Some(&Link::of(&edge)));
            for path in paths_of_edge(&edge) {
                filed.entry(path).or_default().1.insert(edge.id);
            }
        }
        misfits.held += (view.heads().count() as u64).saturating_sub(nodes);
        misfits.held += (view.all_links().count() as u64).saturating_sub(edges);
        let mut entries = 0;
        for (path, (nodes, edges)) in &filed {
            let path = slices(path);
            let mut there = BTreeSet::new();
            for node in records.filed(&path, NODES)? {
                there.insert(node?.id);
            }
            misfits.unfiled += nodes.difference(&there).count() as u64;
            let mut there = BTreeSet::new();
            for edge in records.filed(&path, EDGES)? {
                there.insert(edge?.id);
            }
            misfits.unfiled += edges.difference(&there).count() as u64;
            entries += (nodes.len() + edges.len()) as u64;
        }
        let mut found = 0;
        for name in FILED {
            found += records.count(FACETS, &[name])?;
        }
        misfits.strays = found.saturating_sub(entries.saturating_sub(misfits.unfiled));
        Ok(misfits)
    }

    /// Files all nodes and edges anew, and lets their other names lead to them.
    pub fn refile(&self, records: &Snapshot, batch: &mut Batch<'_>) -> Result<Staged> {
        let mut staged = Staged::default();
        for name in FILED {
            batch.delete_prefix(FACETS, &[name])?;
        }
        let mut names: BTreeMap<NameKey, NodeId> = BTreeMap::new();
        for node in records.scan(NODES, &[])? {
            let node: Node = node?;
            file_node(batch, &node);
            names.extend(claims(&node).into_iter().map(|key| (key, node.id)));
        }
        for edge in records.scan(EDGES, &[])? {
            file_edge(batch, &edge?);
        }
        let state = self.state();
        for (key, id) in names {
            let known = state.names.get(&key);
            let leads = known.and_then(|name| name.points_to);
            if leads.is_some_and(|id| state.slot(&id).is_some()) {
                continue;
            }
            let mut record = known.cloned().unwrap_or_else(|| NameRecord::new(&key));
            record.points_to = Some(id);
            batch.put(NAMES, &[class_name(key.0).as_bytes(), key.1.as_bytes()], &record)?;
            staged.names.push((key, Some(record)));
        }
        Ok(staged)
    }
}

//! What a change touches: read once from the vault, changed in memory, with the names that go with it.

use crate::change::{Change, Entry};
use crate::error::{Error, Result};
use crate::head::Link;
use crate::print::{Print, claims};
use crate::record::{EDGES, NODES, NameKey, NameRecord};
use crate::state::State;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use types::{Edge, EdgeId, EdgeKind, Node, NodeId};

impl Change {
    pub(crate) fn state(&self) -> Arc<State> {
        self.graph.state()
    }

    /// Whether a node will be there.
    pub(crate) fn exists(&self, id: &NodeId) -> bool {
        match self.nodes.get(id) {
            Some(entry) => entry.now.is_some(),
            None => self.state().slot(id).is_some(),
        }
    }

    /// A node that will be there, or the one that it became part of.
    pub(crate) fn living(&self, id: &NodeId) -> Result<NodeId> {
        if self.exists(id) {
            return Ok(*id);
        }
        let mut at = *id;
        for _ in 0..64 {
            let joined = self.names.values().filter_map(|entry| entry.now.as_ref());
            let here = joined.flat_map(|record| &record.joined).find(|(from, _)| *from == at);
            let next =
                here.map(|(_, into)| *into).or_else(|| self.state().joined.get(&at).copied());
            at = next.ok_or(Error::MissingNode(*id))?;
            if self.exists(&at) {
                return Ok(at);
            }
        }
        Err(Error::MissingNode(*id))
    }

    pub(crate) fn load_node(&mut self, id: &NodeId) -> Result<()> {
        if self.nodes.contains_key(id) {
            return Ok(());
        }
        let known = self.state().slot(id).is_some();
        let before: Option<Node> =
            if known { self.records.get(NODES, &[id.as_bytes()])? } else { None };
        self.nodes.insert(*id, Entry { now: before.clone(), before });
        Ok(())
    }

    pub(crate) fn load_edge(&mut self, id: &EdgeId) -> Result<()> {
        if self.edges.contains_key(id) {
            return Ok(());
        }
        let known = self.state().links.contains_key(id);
        let before: Option<Edge> =
            if known { self.records.get(EDGES, &[id.as_bytes()])? } else { None };
        self.edges.insert(*id, Entry { now: before.clone(), before });
        Ok(())
    }

    /// A copy of a node to be changed and put back.
    pub(crate) fn take_node(&mut self, id: &NodeId) -> Result<Option<Node>> {
        Ok(self.node(id)?.cloned())
    }

    pub(crate) fn take_edge(&mut self, id: &EdgeId) -> Result<Option<Edge>> {
        Ok(self.edge(id)?.cloned())
    }

    /// Puts a node back, with the names that it claims and no longer claims.
    pub(crate) fn put_node(&mut self, node: Node) -> Result<()> {
        self.load_node(&node.id)?;
        let id = node.id;
        let old = self.nodes.get(&id).and_then(|entry| entry.now.as_ref());
        let old: Vec<NameKey> = old.map(claims).unwrap_or_default();
        let new = claims(&node);
        for fold in Print::folds(&node) {
            self.folds.entry(fold).or_default().insert(id);
        }
        self.nodes.entry(id).and_modify(|entry| entry.now = Some(node));
        self.claim(&id, &old, &new);
        Ok(())
    }

    pub(crate) fn drop_node(&mut self, id: &NodeId) -> Result<()> {
        let Some(node) = self.take_node(id)? else { return Ok(()) };
        self.nodes.entry(*id).and_modify(|entry| entry.now = None);
        self.claim(id, &claims(&node), &[]);
        Ok(())
    }

    fn claim(&mut self, id: &NodeId, old: &[NameKey], new: &[NameKey]) {
        for key in old.iter().filter(|key| !new.contains(key)) {
            self.change_name(key, |record| {
                record.points_to = record.points_to.filter(|known| known != id);
            });
        }
        for key in new {
            let known = self.name_record(key).and_then(|record| record.points_to);
            if known.is_none_or(|known| known != *id && !self.exists(&known)) {
                self.change_name(key, |record| record.points_to = Some(*id));
            }
        }
    }

    pub(crate) fn put_edge(&mut self, edge: Edge) -> Result<()> {
        let id = edge.id;
        self.load_edge(&id)?;
        for end in [edge.from, edge.to] {
            self.drawn.entry(end).or_default().insert(id);
        }
        self.edges.entry(id).and_modify(|entry| entry.now = Some(edge));
        Ok(())
    }

    /// What will be known of a name.
    pub(crate) fn name_record(&self, key: &NameKey) -> Option<NameRecord> {
        match self.names.get(key) {
            Some(entry) => entry.now.clone(),
            None => self.state().names.get(key).cloned(),
        }
    }

    pub(crate) fn change_name(&mut self, key: &NameKey, change: impl FnOnce(&mut NameRecord)) {
        let before = self.state().names.get(key).cloned();
        let entry =
            self.names.entry(key.clone()).or_insert_with(|| Entry { now: before.clone(), before });
        let mut record = entry.now.take().unwrap_or_else(|| NameRecord::new(key));
        change(&mut record);
        entry.now = (!record.is_empty()).then_some(record);
    }

    /// Edges at a node, as they will be.
    pub(crate) fn edges_of(&self, id: &NodeId) -> Vec<EdgeId> {
        let mut edges: BTreeSet<EdgeId> = self.state().touching(id).iter().copied().collect();
        edges.extend(self.drawn.get(id).into_iter().flatten());
        edges.retain(|edge| self.edges.get(edge).is_none_or(|entry| entry.now.is_some()));
        edges.into_iter().collect()
    }

    fn link(&self, id: &EdgeId) -> Option<Link> {
        match self.edges.get(id) {
            Some(entry) => entry.now.as_ref().map(Link::of),
            None => self.state().links.get(id).cloned(),
        }
    }

    /// Whether `from` supersedes `to`, at once or in the end. What is dismissed does not.
    pub(crate) fn supersedes(&self, from: &NodeId, to: &NodeId) -> bool {
        self.supersedes_but(from, to, None)
    }

    /// The same, with one edge left out.
    pub(crate) fn supersedes_but(&self, from: &NodeId, to: &NodeId, but: Option<&EdgeId>) -> bool {
        let mut seen = HashSet::from([*from]);
        let mut open = vec![*from];
        while let Some(at) = open.pop() {
            let links = self.edges_of(&at).into_iter().filter_map(|edge| self.link(&edge));
            for link in links {
                let replaces = link.kind == EdgeKind::Supersedes && link.from == at;
                if !replaces || !link.counts() || but == Some(&link.id) {
                    continue;
                }
                if link.to == *to {
                    return true;
                }
                if seen.insert(link.to) {
                    open.push(link.to);
                }
            }
        }
        false
    }
}

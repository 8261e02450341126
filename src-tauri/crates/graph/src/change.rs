//! One change of the graph on its way into a batch: what it touches is read once, changed in memory,
//! and written as a difference. Expects that nobody else changes the graph until it is published. A
//! change in which something failed half-way is to be dropped; it leaves nothing behind.

use crate::error::{Error, Result};
use crate::facet::{refile_edge, refile_node};
use crate::graph::Graph;
use crate::head::{Head, Link};
use crate::merge::{self, ALIASES, add_alias};
use crate::naming::{self, MIXED_SCRIPT, Name};
use crate::print::Print;
use crate::record::{EDGES, NAMES, NODES, NameKey, NameRecord, class_name};
use crate::state::{NodeChange, State};
use std::collections::{BTreeSet, HashMap};
use types::{
    AliasRule, Edge, EdgeId, EdgeKind, Found, FoundEdge, Node, NodeId, NodeState, Strategy, Tier,
    Timestamp, normalise_name,
};
use vault::{Batch, Snapshot};

/// A record as it was and as it is to be.
pub(crate) struct Entry<T> {
    pub(crate) before: Option<T>,
    pub(crate) now: Option<T>,
}

/// A change of the graph. See the module.
pub struct Change {
    pub(crate) graph: Graph,
    pub(crate) records: Snapshot,
    pub(crate) now: Timestamp,
    pub(crate) nodes: HashMap<NodeId, Entry<Node>>,
    pub(crate) edges: HashMap<EdgeId, Entry<Edge>>,
    pub(crate) names: HashMap<NameKey, Entry<NameRecord>>,
    /// New edges of each node.
    pub(crate) drawn: HashMap<NodeId, BTreeSet<EdgeId>>,
    /// Spellings of new names.
    pub(crate) folds: HashMap<String, BTreeSet<NodeId>>,
    /// How a name is matched that documents mean several things by; the first known where none is set.
    pub(crate) matching: Option<Strategy>,
    /// Nodes and edges that lost evidence to a reading anew.
    pub(crate) pending: (BTreeSet<NodeId>, BTreeSet<EdgeId>),
}

/// A change that is in a batch and not yet in the graph.
#[must_use = "changes are seen only once they are published"]
#[derive(Default)]
pub struct Staged {
    nodes: Vec<NodeChange>,
    edges: Vec<(EdgeId, Option<Link>)>,
    pub(crate) names: Vec<(NameKey, Option<NameRecord>)>,
}

impl Graph {
    /// A change, at a moment, of this graph and its records. Only the last one that was made of a graph
    /// may be committed.
    pub fn change(&self, records: &Snapshot, now: Timestamp) -> Change {
        Change::new(self.clone(), records.clone(), now)
    }

    /// Takes a change that was committed into this graph: in place where nobody else holds it.
    pub fn take(&mut self, staged: Staged) {
        staged.apply(self.state_mut());
    }
}

impl Change {
    pub(crate) fn new(graph: Graph, records: Snapshot, now: Timestamp) -> Self {
        Self {
            graph,
            records,
            now,
            nodes: HashMap::new(),
            edges: HashMap::new(),
            names: HashMap::new(),
            drawn: HashMap::new(),
            folds: HashMap::new(),
            matching: None,
            pending: Default::default(),
        }
    }

    /// Matches names that documents mean several things by as a strategy says (seed 004).
    pub fn match_by(&mut self, strategy: Option<Strategy>) {
        self.matching = strategy;
    }

    /// The node that something found belongs to, where there is one.
    pub fn known(&mut self, found: &Found) -> Result<Option<NodeId>> {
        let class = found.kind.class();
        let Ok(name) = Name::check(class, &found.name) else { return Ok(None) };
        let mixed = naming::is_mixed(&found.name) || self.is_disguise(class, &name, &found.name);
        let id = self.meant(found, &name, mixed)?.id;
        Ok(self.node(&id)?.map(|_| id))
    }

    /// Merges what was found with what is known (seed 003), and gives the node it belongs to.
    pub fn merge(&mut self, found: Found) -> Result<NodeId> {
        let class = found.kind.class();
        let name = Name::check(class, &found.name)?;
        let document = found.evidence.as_ref().and_then(|evidence| evidence.document);
        let mixed = naming::is_mixed(&found.name) || self.is_disguise(class, &name, &found.name);
        let meant = self.meant(&found, &name, mixed)?;
        let known = self.take_node(&meant.id)?;
        let mut node = match known {
            Some(node) => node,
            None => merge::node_of(&found, name.clone(), meant.id, meant.sense, self.now),
        };
        let aliases = if mixed { Vec::new() } else { found.aliases.clone() };
        let by_hand = found.tier == Tier::User;
        let mut found = found;
        if mixed {
            found.tags.insert(0, MIXED_SCRIPT.to_owned());
            if !by_hand {
                found.state = NodeState::Proposed;
            }
        }
        merge::absorb(&mut node, found, self.now);
        if let Some(rule) = meant.rule {
            add_alias(&mut node, name.shown, name.normalised, rule);
        }
        self.put_node(node)?;
        for (alias, rule) in aliases.into_iter().take(ALIASES) {
            self.take_alias(&meant.id, &alias, rule, document, by_hand)?;
        }
        Ok(meant.id)
    }

    /// Merges a relation with what is known. Its ends are to be there.
    pub fn merge_edge(&mut self, mut found: FoundEdge) -> Result<EdgeId> {
        found.from = self.living(&found.from)?;
        found.to = self.living(&found.to)?;
        if found.from == found.to {
            return Err(Error::SelfEdge);
        }
        let id = EdgeId::derive(found.kind, &found.from, &found.to);
        let known = self.take_edge(&id)?;
        if found.kind == EdgeKind::Supersedes
            && known.is_none()
            && self.supersedes(&found.to, &found.from)
        {
            return Err(Error::Cycle);
        }
        let mut edge = known.unwrap_or_else(|| merge::edge_of(&found, id, self.now));
        merge::absorb_edge(&mut edge, found, self.now);
        self.put_edge(edge)?;
        Ok(id)
    }

    /// A node as it will be.
    pub fn node(&mut self, id: &NodeId) -> Result<Option<&Node>> {
        self.load_node(id)?;
        Ok(self.nodes.get(id).and_then(|entry| entry.now.as_ref()))
    }

    /// An edge as it will be.
    pub fn edge(&mut self, id: &EdgeId) -> Result<Option<&Edge>> {
        self.load_edge(id)?;
        Ok(self.edges.get(id).and_then(|entry| entry.now.as_ref()))
    }

    /// Changes a node's fields. Its id, class and creation stay.
    pub fn update(&mut self, id: &NodeId, change: impl FnOnce(&mut Node)) -> Result<()> {
        let before = self.take_node(id)?.ok_or(Error::MissingNode(*id))?;
        let mut node = before.clone();
        change(&mut node);
        if node.class() != before.class() {
            return Err(Error::ClassMismatch);
        }
        node.id = before.id;
        node.normalised.clone_from(&before.normalised);
        node.sense = before.sense;
        node.created_at = before.created_at;
        node.updated_at = self.now;
        node.name = Name::check(node.class(), &node.name)?.shown;
        node.description = merge::described(&node.description);
        let old = normalise_name(&before.name);
        if normalise_name(&node.name) != old {
            // what it was called stays a name of it, to be found and shown by
            add_alias(&mut node, before.name, old, AliasRule::User);
        }
        node.aliases.truncate(ALIASES);
        self.put_node(node)
    }

    /// Notes that a node was used: nothing that counts as a change of it.
    pub fn touch(&mut self, id: &NodeId, change: impl FnOnce(&mut Node)) -> Result<()> {
        let before = self.take_node(id)?.ok_or(Error::MissingNode(*id))?.updated_at;
        self.update(id, change)?;
        let node = self.take_node(id)?.ok_or(Error::MissingNode(*id))?;
        self.put_node(Node { updated_at: before, ..node })
    }

    /// Changes an edge's fields. Its id, kind, ends and creation stay.
    pub fn update_edge(&mut self, id: &EdgeId, change: impl FnOnce(&mut Edge)) -> Result<()> {
        let before = self.take_edge(id)?.ok_or(Error::NotFound)?;
        let mut edge = before.clone();
        change(&mut edge);
        let Edge { id, from, to, kind, created_at, .. } = before;
        self.put_edge(Edge { id, from, to, kind, created_at, updated_at: self.now, ..edge })
    }

    /// Takes a node away with its edges, and says how many those were.
    pub fn remove(&mut self, id: &NodeId) -> Result<u32> {
        self.take_node(id)?.ok_or(Error::MissingNode(*id))?;
        let edges = self.edges_of(id);
        for edge in &edges {
            self.remove_edge(edge)?;
        }
        self.drop_node(id)?;
        Ok(u32::try_from(edges.len()).unwrap_or(u32::MAX))
    }

    /// Takes an edge away.
    pub fn remove_edge(&mut self, id: &EdgeId) -> Result<()> {
        self.take_edge(id)?.ok_or(Error::NotFound)?;
        if let Some(entry) = self.edges.get_mut(id) {
            entry.now = None;
        }
        Ok(())
    }

    /// Puts what changed into a batch. What is staged is to be published once it is committed.
    pub fn finish(mut self, batch: &mut Batch<'_>) -> Result<Staged> {
        self.settle()?;
        let mut staged = Staged::default();
        for (id, Entry { before, now }) in self.nodes {
            if before == now {
                continue;
            }
            match &now {
                Some(node) => batch.put(NODES, &[id.as_bytes()], node)?,
                None => batch.delete(NODES, &[id.as_bytes()]),
            }
            refile_node(batch, &id, before.as_ref(), now.as_ref());
            let now = now.map(|node| (Head::of(&node), Print::of(&node)));
            let before = before.as_ref().map(Print::of);
            staged.nodes.push(NodeChange { id, before, now });
        }
        for (id, Entry { before, now }) in self.edges {
            if before == now {
                continue;
            }
            match &now {
                Some(edge) => batch.put(EDGES, &[id.as_bytes()], edge)?,
                None => batch.delete(EDGES, &[id.as_bytes()]),
            }
            refile_edge(batch, &id, before.as_ref(), now.as_ref());
            staged.edges.push((id, now.as_ref().map(Link::of)));
        }
        for (key, Entry { before, now }) in self.names {
            if before == now {
                continue;
            }
            let path = [class_name(key.0).as_bytes(), key.1.as_bytes()];
            match &now {
                Some(record) => batch.put(NAMES, &path, record)?,
                None => batch.delete(NAMES, &path),
            }
            staged.names.push((key, now));
        }
        tracing::debug!(nodes = staged.nodes.len(), edges = staged.edges.len(), "graph staged");
        Ok(staged)
    }
}

impl Staged {
    /// Makes it visible. Links that go are taken before their ends, new ones come after them.
    pub(crate) fn apply(self, state: &mut State) {
        let (gone, there): (Vec<_>, Vec<_>) =
            self.edges.into_iter().partition(|(_, link)| link.is_none());
        gone.into_iter().for_each(|(id, link)| state.change_link(id, link));
        self.nodes.into_iter().for_each(|change| state.change_node(change));
        there.into_iter().for_each(|(id, link)| state.change_link(id, link));
        self.names.into_iter().for_each(|(key, now)| state.change_name(key, now));
    }
}

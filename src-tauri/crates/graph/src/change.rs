//! One change of the graph on its way into a batch: what it touches is read once, changed in memory,
//! and written as a difference. Expects that nobody else changes the graph until it is published. A
//! change in which something failed half-way is to be dropped; it leaves nothing behind.

use crate::error::{Error, Result};
use crate::facet::{refile_edge, refile_node};
use crate::graph::Graph;
use crate::head::{Head, Link};
use crate::merge;
use crate::naming::{self, MIXED_SCRIPT, Name};
use crate::print::{Print, claims};
use crate::record::{EDGES, NAMES, NODES, NameKey, NameRecord, class_name};
use crate::state::{NodeChange, State};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::RwLockReadGuard;
use types::{
    Alias, AliasRule, DocumentId, Edge, EdgeId, EdgeKind, Found, FoundEdge, Method, Node,
    NodeClass, NodeId, NodeKind, NodeState, Tier, Timestamp,
};
use vault::{Batch, Vault};

/// Other names of one node, at most.
pub(crate) const ALIASES: usize = 64;
/// Documents in which rules give a name another meaning, at most; a person is not bound.
const SENSES: usize = 1_024;

/// A record as it was and as it is to be.
pub(crate) struct Entry<T> {
    pub(crate) before: Option<T>,
    pub(crate) now: Option<T>,
}

/// A change of the graph. See the module.
pub struct Change<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) vault: &'a Vault,
    pub(crate) now: Timestamp,
    pub(crate) nodes: HashMap<NodeId, Entry<Node>>,
    pub(crate) edges: HashMap<EdgeId, Entry<Edge>>,
    pub(crate) names: HashMap<NameKey, Entry<NameRecord>>,
    /// New edges of each node.
    pub(crate) drawn: HashMap<NodeId, BTreeSet<EdgeId>>,
    /// Spellings of new names.
    folds: HashMap<String, BTreeSet<NodeId>>,
    /// Nodes and edges that lost evidence to a reading anew.
    pub(crate) pending: (BTreeSet<NodeId>, BTreeSet<EdgeId>),
}

/// A change that is in a batch and not yet in the graph.
#[must_use = "changes are seen only once they are published"]
#[derive(Default)]
pub struct Staged {
    nodes: Vec<NodeChange>,
    edges: Vec<(EdgeId, Option<Link>)>,
    names: Vec<(NameKey, Option<NameRecord>)>,
}

/// Which node a name means.
struct Meant {
    id: NodeId,
    sense: u32,
    /// Why, where it is another name of it that is not yet known.
    rule: Option<AliasRule>,
}

impl<'a> Change<'a> {
    pub(crate) fn new(graph: &'a Graph, vault: &'a Vault, now: Timestamp) -> Self {
        Self {
            graph,
            vault,
            now,
            nodes: HashMap::new(),
            edges: HashMap::new(),
            names: HashMap::new(),
            drawn: HashMap::new(),
            folds: HashMap::new(),
            pending: Default::default(),
        }
    }

    pub(crate) fn state(&self) -> RwLockReadGuard<'a, State> {
        self.graph.state()
    }

    /// Merges what was found with what is known (seed 003), and gives the node it belongs to.
    pub fn merge(&mut self, found: Found) -> Result<NodeId> {
        let class = found.kind.class();
        let name = Name::check(class, &found.name)?;
        let document = found.evidence.as_ref().and_then(|evidence| evidence.document);
        let mixed = naming::is_mixed(&found.name) || self.is_disguise(class, &name, &found.name);
        let meant = self.meant(&found, &name, document, mixed)?;
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
        node.normalised = before.normalised;
        node.sense = before.sense;
        node.created_at = before.created_at;
        node.updated_at = self.now;
        node.name = Name::check(node.class(), &node.name)?.shown;
        node.description = merge::described(&node.description);
        node.aliases.truncate(ALIASES);
        self.put_node(node)
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

/// Which node is meant.
impl Change<'_> {
    fn meant(
        &mut self,
        found: &Found,
        name: &Name,
        document: Option<DocumentId>,
        mixed: bool,
    ) -> Result<Meant> {
        let class = found.kind.class();
        let own = NodeId::derive(class, &name.normalised, 0);
        let key = (class, name.normalised.clone());
        if let Some(id) = self.sense_in(&key, document) {
            return Ok(Meant { id, sense: sense_of(class, &name.normalised, &id), rule: None });
        }
        let pointed = self.name_record(&key).and_then(|record| record.points_to);
        let spelt = |id| Meant { id, sense: 0, rule: None };
        if let Some(id) = pointed.filter(|id| self.exists(id)) {
            return self.by_document(id, document).map(spelt);
        }
        if self.exists(&own) || mixed {
            return Ok(spelt(own));
        }
        let known = match self.identified(found, &key) {
            Some(id) => Some((id, AliasRule::Identifier)),
            None => self.spelling(found.kind, &key)?,
        };
        let Some((id, rule)) = known else { return Ok(spelt(own)) };
        let id = self.by_document(id, document)?;
        Ok(Meant { id, sense: 0, rule: Some(rule) })
    }

    /// The publication that an identifier of the found one names, under whatever title.
    fn identified(&self, found: &Found, key: &NameKey) -> Option<NodeId> {
        let never = self.name_record(key).map(|record| record.never).unwrap_or_default();
        let identifiers = found.aliases.iter().filter(|(_, rule)| *rule == AliasRule::Identifier);
        let mut named = identifiers.filter_map(|(name, _)| {
            self.name_record(&(key.0, types::normalise_name(name)))?.points_to
        });
        let publication = found.kind == NodeKind::Publication;
        named.find(|id| publication && self.exists(id) && !never.contains(id))
    }

    /// What a name means in a document, where a person or an abbreviation said so. A node made by a
    /// split is made again where it is gone; another one is not.
    fn sense_in(&mut self, key: &NameKey, document: Option<DocumentId>) -> Option<NodeId> {
        let id = self.name_record(key)?.sense(&document?)?;
        (self.exists(&id) || sense_of(key.0, &key.1, &id) > 0).then_some(id)
    }

    /// A node, or the one that a person split from it for a document.
    fn by_document(&mut self, id: NodeId, document: Option<DocumentId>) -> Result<NodeId> {
        let Some(node) = self.node(&id)? else { return Ok(id) };
        let key = (node.class(), node.normalised.clone());
        let split = self.sense_in(&key, document).filter(|split| self.exists(split));
        Ok(split.unwrap_or(id))
    }

    /// The one node that has a spelling of a name, and the rule that says so.
    fn spelling(&mut self, kind: NodeKind, key: &NameKey) -> Result<Option<(NodeId, AliasRule)>> {
        let Some(fold) = naming::fold(kind, &key.1) else { return Ok(None) };
        let mut candidates: BTreeSet<NodeId> =
            self.state().folded(&fold).map(|head| head.id).collect();
        candidates.extend(self.folds.get(&fold).into_iter().flatten());
        let never = self.name_record(key).map(|record| record.never).unwrap_or_default();
        let mut fitting = Vec::new();
        for id in candidates {
            let Some(node) = self.node(&id)? else { continue };
            let names = std::iter::once(&node.normalised);
            let names = names.chain(node.aliases.iter().map(|alias| &alias.normalised));
            let alike = |name: &&String| naming::fold(node.kind, name).as_deref() == Some(&fold);
            let same = names.into_iter().find(alike).cloned();
            let open = !never.contains(&id) && !node.tags.iter().any(|tag| tag == MIXED_SCRIPT);
            if let Some(same) = same.filter(|_| open) {
                fitting.push((id, naming::rule_between(&key.1, &same)));
            }
        }
        // two that fit were told apart by a person: it is a third
        let one = fitting.pop();
        Ok(one.filter(|_| fitting.is_empty()))
    }

    /// Whether a name looks like another that is known, in letters of another script.
    fn is_disguise(&self, class: NodeClass, name: &Name, written: &str) -> bool {
        let seen = naming::lookalike(written).map(|seen| types::normalise_name(&seen));
        seen.is_some_and(|seen| {
            seen != name.normalised && self.exists(&NodeId::derive(class, &seen, 0))
        })
    }

    /// Takes another name for a node, where its rule holds and nothing speaks against it.
    fn take_alias(
        &mut self,
        id: &NodeId,
        alias: &str,
        rule: AliasRule,
        document: Option<DocumentId>,
        by_hand: bool,
    ) -> Result<()> {
        let Some(node) = self.node(id)?.cloned() else { return Ok(()) };
        let class = node.class();
        let Ok(name) = Name::check(class, alias) else { return Ok(()) };
        let key = (class, name.normalised.clone());
        let known = node.aliases.iter().any(|known| known.normalised == name.normalised);
        let spelt = || {
            let fold = naming::fold(node.kind, &name.normalised);
            fold.is_some() && fold == naming::fold(node.kind, &node.normalised)
        };
        let holds = match rule {
            AliasRule::User => by_hand,
            AliasRule::Acronym => class == NodeClass::Thing,
            AliasRule::Identifier => node.kind == NodeKind::Publication,
            AliasRule::Spacing | AliasRule::Version | AliasRule::Plural => spelt(),
        };
        let record = self.name_record(&key);
        let never = record.as_ref().is_some_and(|record| record.never.contains(id));
        let refused = naming::is_mixed(alias)
            || node.tags.iter().any(|tag| tag == MIXED_SCRIPT)
            || node.aliases.len() >= ALIASES;
        let same = name.normalised == node.normalised;
        if known || same || !holds || never || refused {
            return Ok(());
        }
        let other = record.and_then(|record| record.points_to).filter(|other| self.exists(other));
        let own = NodeId::derive(class, &name.normalised, 0);
        if other.is_some_and(|other| other != *id) || !self.gives_way(&own, document)? {
            self.note_sense(&key, document, *id);
            return Ok(());
        }
        if own != *id && self.exists(&own) {
            match self.join_by(id, &own, rule) {
                Err(Error::Cycle) => return Ok(()),
                joined => joined?,
            }
        }
        let Some(mut node) = self.take_node(id)? else { return Ok(()) };
        add_alias(&mut node, name.shown, name.normalised, rule);
        self.put_node(node)
    }

    /// Whether the node that has an abbreviation for its own name may become part of what the
    /// abbreviation stands for: nobody touched it, it stands for nothing else, and where it counts,
    /// no other document defines it.
    fn gives_way(&mut self, own: &NodeId, document: Option<DocumentId>) -> Result<bool> {
        let Some(node) = self.node(own)? else { return Ok(true) };
        let explained = node.aliases.iter().any(|alias| alias.rule == AliasRule::Acronym);
        let defined = node.state == NodeState::Accepted
            && node.evidence.iter().any(|evidence| {
                evidence.method == Method::Definition && evidence.document != document
            });
        Ok(!(is_touched(node) || explained || defined))
    }

    /// Notes that a name means a node in one document.
    fn note_sense(&mut self, key: &NameKey, document: Option<DocumentId>, id: NodeId) {
        let Some(document) = document else { return };
        self.change_name(key, |record| {
            if record.sense(&document).is_none() && record.senses.len() < SENSES {
                record.set_sense(document, id);
            }
        });
    }
}

/// Reading and putting back.
impl Change<'_> {
    /// Whether a node will be there.
    pub(crate) fn exists(&self, id: &NodeId) -> bool {
        match self.nodes.get(id) {
            Some(entry) => entry.now.is_some(),
            None => self.state().slot(id).is_some(),
        }
    }

    /// A node that will be there, or the one that it became part of.
    fn living(&self, id: &NodeId) -> Result<NodeId> {
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

    fn load_node(&mut self, id: &NodeId) -> Result<()> {
        if self.nodes.contains_key(id) {
            return Ok(());
        }
        let before = if self.state().slot(id).is_some() {
            let node = self.vault.get(NODES, &[id.as_bytes()])?;
            Some(node.ok_or(Error::Damaged("a node is gone from the vault"))?)
        } else {
            None
        };
        self.nodes.insert(*id, Entry { now: before.clone(), before });
        Ok(())
    }

    fn load_edge(&mut self, id: &EdgeId) -> Result<()> {
        if self.edges.contains_key(id) {
            return Ok(());
        }
        let before = if self.state().links.contains_key(id) {
            let edge = self.vault.get(EDGES, &[id.as_bytes()])?;
            Some(edge.ok_or(Error::Damaged("an edge is gone from the vault"))?)
        } else {
            None
        };
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
    fn supersedes(&self, from: &NodeId, to: &NodeId) -> bool {
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

/// Whether a person decided something about a node.
pub(crate) fn is_touched(node: &Node) -> bool {
    !node.fixed.is_empty()
        || node.tier == Tier::User
        || node.state == NodeState::Dismissed
        || node.trust.overridden.is_some()
        || node.aliases.iter().any(|alias| alias.rule == AliasRule::User)
}

fn add_alias(node: &mut Node, name: String, normalised: String, rule: AliasRule) {
    let known = node.normalised == normalised
        || node.aliases.iter().any(|alias| alias.normalised == normalised);
    if !known && node.aliases.len() < ALIASES {
        node.aliases.push(Alias { name, normalised, rule });
    }
}

/// Which sense of a name an id is made of; 0 where none of the first.
fn sense_of(class: NodeClass, normalised: &str, id: &NodeId) -> u32 {
    let made = |sense: &u32| NodeId::derive(class, normalised, *sense) == *id;
    (1..=MOST_SENSES).find(made).unwrap_or(0)
}

/// Things with one name, at most.
pub(crate) const MOST_SENSES: u32 = 64;

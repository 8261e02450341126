//! The graph of one vault as one commit left it: heads and links in memory, records in the vault's
//! snapshot of the same commit. Changes are staged into a batch, and put into a graph that nobody else
//! holds or into a copy. Never reads the clock.

use crate::error::{Error, Result};
use crate::facet::{EdgeFacet, Facet, slices};
use crate::head::{Head, Link};
use crate::print::Print;
use crate::record::{EDGES, NAMES, NODES};
use crate::state::{NodeChange, State};
use crate::view::View;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use types::{Edge, EdgeId, Node, NodeId, NodeState, normalise_name};
use vault::Snapshot;

/// Nodes that are read together, and groups of them that are read ahead while others are put into
/// the indexes.
const TOGETHER: usize = 256;
const AHEAD: usize = 8;
/// Fewest digits by which an id may be named.
const PREFIX_DIGITS: usize = 8;

/// The graph of one vault, as one commit left it. Cheap to clone.
#[derive(Clone)]
pub struct Graph {
    state: Arc<State>,
}

impl Graph {
    /// Reads every record once. A damaged one is an error.
    pub fn open(records: &Snapshot) -> Result<Self> {
        let mut state = State::default();
        let (links, names) = std::thread::scope(|scope| {
            let (send, nodes) = sync_channel(AHEAD);
            // one thread opens the records, this one puts the nodes into the indexes
            let reader = scope.spawn(move || {
                read_nodes(records, &send)?;
                read_rest(records)
            });
            for node in nodes.iter().flatten() {
                let now = Some((Head::of(&node), Print::of(&node)));
                state.change_node(NodeChange { id: node.id, before: None, now });
            }
            reader.join().map_err(|_| Error::Damaged("the records could not be read"))?
        })?;
        for link in links {
            if state.slot(&link.from).is_none() || state.slot(&link.to).is_none() {
                return Err(Error::Damaged("an edge without its ends"));
            }
            state.change_link(link.id, Some(link));
        }
        for record in names {
            state.change_name(record.key(), Some(record));
        }
        tracing::debug!(nodes = state.heads().count(), edges = state.links.len(), "graph opened");
        Ok(Self { state: Arc::new(state) })
    }

    /// A node, whole.
    pub fn node(&self, records: &Snapshot, id: &NodeId) -> Result<Option<Node>> {
        Ok(records.get(NODES, &[id.as_bytes()])?)
    }

    /// An edge, whole.
    pub fn edge(&self, records: &Snapshot, id: &EdgeId) -> Result<Option<Edge>> {
        Ok(records.get(EDGES, &[id.as_bytes()])?)
    }

    /// The node that a person means: by its whole id (also one that became part of another), by the
    /// beginning of one, 8 digits or more, that fits no other, or by its exact name or an alias.
    pub fn resolve(&self, text: &str) -> Result<NodeId> {
        let state = &*self.state;
        let text = text.trim();
        if let Ok(id) = text.parse::<NodeId>() {
            return state.redirected(&id).ok_or(Error::NotFound);
        }
        let named = by_name(state, text);
        if named.is_empty() && is_prefix(text) {
            return only(by_prefix(text, state.heads().map(|head| &head.id)));
        }
        only(named)
    }

    /// The edge that a person means: by its whole id, or by the beginning of one.
    pub fn resolve_edge(&self, text: &str) -> Result<EdgeId> {
        let state = &*self.state;
        let text = text.trim();
        if let Ok(id) = text.parse::<EdgeId>() {
            return state.links.contains_key(&id).then_some(id).ok_or(Error::NotFound);
        }
        if !is_prefix(text) {
            return Err(Error::NotFound);
        }
        only(by_prefix(text, state.links.keys()))
    }

    /// The nodes under a name, in no meaningful order: one scan of a prefix. What does not belong
    /// there is passed over.
    pub fn under<'a>(
        &'a self,
        records: &'a Snapshot,
        facet: &Facet,
    ) -> Result<impl Iterator<Item = Result<Node>> + use<'a>> {
        let facet = facet.clone();
        let found = records.filed(&slices(&facet.path()), NODES)?;
        let belongs = move |node: &Result<Node>| node.as_ref().map_or(true, |n| facet.holds(n));
        Ok(found.map(|node| node.map_err(Error::from)).filter(belongs))
    }

    /// The edges under a name, likewise.
    pub fn edges_under<'a>(
        &'a self,
        records: &'a Snapshot,
        facet: &EdgeFacet,
    ) -> Result<impl Iterator<Item = Result<Edge>> + use<'a>> {
        let facet = facet.clone();
        let found = records.filed(&slices(&facet.path()), EDGES)?;
        let belongs = move |edge: &Result<Edge>| edge.as_ref().map_or(true, |e| facet.holds(e));
        Ok(found.map(|edge| edge.map_err(Error::from)).filter(belongs))
    }

    /// What is in memory, to be looked at.
    pub fn view(&self) -> View<'_> {
        View::new(&self.state)
    }

    pub(crate) fn state(&self) -> Arc<State> {
        Arc::clone(&self.state)
    }

    /// To be changed: a copy, where somebody else holds this graph.
    pub(crate) fn state_mut(&mut self) -> &mut State {
        Arc::make_mut(&mut self.state)
    }
}

fn read_nodes(records: &Snapshot, send: &SyncSender<Vec<Node>>) -> Result<()> {
    let mut nodes = records.scan(NODES, &[])?;
    loop {
        let group: Vec<Node> = nodes.by_ref().take(TOGETHER).collect::<vault::Result<_>>()?;
        if group.is_empty() {
            return Ok(());
        }
        // nobody listens any more only where the other thread is gone
        send.send(group).map_err(|_| Error::Damaged("the nodes could not be taken in"))?;
    }
}

type Rest = (Vec<Link>, Vec<crate::record::NameRecord>);

fn read_rest(records: &Snapshot) -> Result<Rest> {
    let links: vault::Result<Vec<Link>> =
        records.scan(EDGES, &[])?.map(|edge| edge.map(|edge| Link::of(&edge))).collect();
    let names: vault::Result<Vec<_>> = records.scan(NAMES, &[])?.collect();
    Ok((links?, names?))
}

/// Nodes of a name: what counts before what is dismissed, and of several the one written just so.
fn by_name(state: &State, text: &str) -> Vec<NodeId> {
    let name = normalise_name(text);
    let mut named: Vec<&Head> = state.called(&name).collect();
    let better: [fn(&Head, &str) -> bool; 3] = [
        |head, _| head.state != NodeState::Dismissed,
        |head, text| &*head.name == text,
        |head, _| head.state == NodeState::Accepted,
    ];
    for better in better {
        if named.len() > 1 && named.iter().any(|head| better(head, text)) {
            named.retain(|head| better(head, text));
        }
    }
    named.into_iter().map(|head| head.id).collect()
}

fn is_prefix(text: &str) -> bool {
    text.len() >= PREFIX_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn by_prefix<'i, I>(prefix: &str, ids: impl Iterator<Item = &'i I>) -> Vec<I>
where
    I: Copy + std::fmt::Display + AsId + 'i,
{
    let prefix = prefix.to_ascii_lowercase();
    let first = prefix.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    let fits = |id: &&I| id.first_byte() == first && id.to_string().starts_with(&prefix);
    ids.filter(fits).copied().collect()
}

/// Ids by their first byte, so that few are written out.
trait AsId {
    fn first_byte(&self) -> Option<u8>;
}

impl AsId for NodeId {
    fn first_byte(&self) -> Option<u8> {
        self.as_bytes().first().copied()
    }
}

impl AsId for EdgeId {
    fn first_byte(&self) -> Option<u8> {
        self.as_bytes().first().copied()
    }
}

fn only<I>(mut found: Vec<I>) -> Result<I> {
    match found.len() {
        0 | 1 => found.pop().ok_or(Error::NotFound),
        more => Err(Error::Ambiguous(more)),
    }
}

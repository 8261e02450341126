//! What a graph holds, for readers: heads, links, who is mentioned where, the palace's tree, and a
//! search over nodes. Never touches the vault.

use crate::head::{Head, Link};
use crate::state::State;
use crate::terms::terms;
use crate::walk::{self, Walk};
use std::collections::BTreeMap;
use std::sync::Arc;
use types::{DocumentId, EdgeId, Hall, HallCount, NodeId, Place, RoomView, WingView};

/// A graph, to be looked at.
#[derive(Clone, Copy)]
pub struct View<'a> {
    state: &'a State,
}

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes that count.
    pub accepted: u32,
    /// Nodes that wait for review.
    pub proposed: u32,
    /// Nodes that are not wanted.
    pub dismissed: u32,
    /// Edges that count: accepted or proposed.
    pub edges: u32,
}

impl<'a> View<'a> {
    pub(crate) fn new(state: &'a State) -> Self {
        Self { state }
    }

    /// A node's head.
    pub fn head(&self, id: &NodeId) -> Option<&Head> {
        self.state.head(id)
    }

    /// All heads, dismissed ones too.
    pub fn heads(&self) -> impl Iterator<Item = &Head> {
        self.state.heads()
    }

    /// The links at a node, dismissed ones too.
    pub fn links(&self, id: &NodeId) -> impl Iterator<Item = &Link> {
        self.state.links_at(id)
    }

    /// A link.
    pub fn link(&self, id: &EdgeId) -> Option<&Link> {
        self.state.links.get(id)
    }

    /// All links, dismissed ones too, in no meaningful order.
    pub fn all_links(&self) -> impl Iterator<Item = &Link> {
        self.state.links.values()
    }

    /// Nodes that a passage mentions: the chunk of a document at a place from 0. Dismissed ones too.
    pub fn of_passage(&self, document: &DocumentId, ordinal: u32) -> Vec<NodeId> {
        self.state.of_passage(document, ordinal).map(|head| head.id).collect()
    }

    /// The passages that mention any of the nodes that `keep` keeps, in no order.
    pub fn passages(&self, keep: &dyn Fn(&Head) -> bool) -> Vec<(DocumentId, u32)> {
        self.state.passages(keep)
    }

    /// Nodes that a document speaks for. Dismissed ones too.
    pub fn of_document(&self, document: &DocumentId) -> Vec<NodeId> {
        self.state.of_document(document).map(|head| head.id).collect()
    }

    /// The palace: accepted nodes by wing, room and hall; largest first, what is unsorted last.
    pub fn tree(&self) -> Vec<WingView> {
        let mut wings: BTreeMap<&Arc<str>, Vec<RoomView>> = BTreeMap::new();
        for ((wing, room), count) in &self.state.rooms {
            let halls = Hall::ALL.into_iter().zip(count.halls);
            let halls = halls.filter(|(_, nodes)| *nodes > 0);
            wings.entry(wing).or_default().push(RoomView {
                room: room.to_string(),
                nodes: count.nodes,
                contentious: count.contentious,
                halls: halls.map(|(hall, nodes)| HallCount { hall, nodes }).collect(),
            });
        }
        let mut tree: Vec<WingView> = wings
            .into_iter()
            .map(|(wing, mut rooms)| {
                rooms.sort_by(|a, b| b.nodes.cmp(&a.nodes).then_with(|| a.room.cmp(&b.room)));
                let nodes = rooms.iter().map(|room| room.nodes).sum();
                WingView { wing: wing.to_string(), nodes, rooms }
            })
            .collect();
        let last = |wing: &WingView| wing.wing == Place::UNSORTED;
        tree.sort_by(|a, b| {
            (last(a).cmp(&last(b))).then(b.nodes.cmp(&a.nodes)).then_with(|| a.wing.cmp(&b.wing))
        });
        tree
    }

    /// How much there is.
    pub fn counts(&self) -> Counts {
        let [accepted, proposed, dismissed] = self.state.states;
        Counts { accepted, proposed, dismissed, edges: self.state.counting }
    }

    /// Nodes whose name, aliases or description are most like a text (BM25), best first; proposed
    /// ones too, dismissed ones never.
    pub fn similar(
        &self,
        text: &str,
        limit: usize,
        keep: &dyn Fn(&Head) -> bool,
    ) -> Vec<(NodeId, f32)> {
        let wanted = |slot| self.state.at(slot).is_some_and(|head| head.counts() && keep(head));
        let best = self.state.words.best(&terms(text), limit, wanted);
        let id = |(slot, score)| self.state.at(slot).map(|head| (head.id, score));
        best.into_iter().filter_map(id).collect()
    }

    /// What is within so many steps of a node, over links that count, to nodes that are not
    /// dismissed and that `keep` keeps. Where there are more than `limit`, the nearest and of those
    /// the most important are taken.
    pub fn neighbourhood(
        &self,
        id: &NodeId,
        hops: u8,
        limit: usize,
        keep: &dyn Fn(&Head) -> bool,
    ) -> Walk {
        walk::neighbourhood(self.state, id, hops, limit, keep)
    }

    /// Shortest ways between two nodes, at most `hops` edges long, at most ten of them. `keep` is
    /// asked of the nodes between.
    pub fn paths(
        &self,
        from: &NodeId,
        to: &NodeId,
        hops: u8,
        keep: &dyn Fn(&Head) -> bool,
    ) -> Vec<(Vec<NodeId>, Vec<EdgeId>)> {
        walk::paths(self.state, from, to, hops, keep)
    }

    /// The wings that edges lead to from a wing, most edges first; the surest edge first.
    pub fn tunnels(&self, wing: &str) -> Vec<(String, Vec<EdgeId>)> {
        walk::tunnels(self.state, wing)
    }
}

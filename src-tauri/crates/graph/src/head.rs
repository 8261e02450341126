//! What is kept in memory of each node and edge. Texts that repeat are shared.

use std::collections::HashSet;
use std::sync::Arc;
use types::{
    Edge, EdgeId, EdgeKind, Hall, Node, NodeId, NodeKind, NodeState, PlacedBy, Ruling, Tier,
    Timestamp, Validity,
};

/// Longest `about`, in characters.
const ABOUT_CHARS: usize = 200;

/// A node without its texts and evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// See [`NodeId::derive`].
    pub id: NodeId,
    /// What the id is made of.
    pub normalised: Box<str>,
    /// As written.
    pub name: Box<str>,
    /// What sort of thing.
    pub kind: NodeKind,
    /// Whether it counts.
    pub state: NodeState,
    /// Wing of the palace.
    pub wing: Arc<str>,
    /// Room in the wing.
    pub room: Arc<str>,
    /// What sort of knowledge.
    pub hall: Hall,
    /// Who put it there.
    pub placed_by: PlacedBy,
    /// The score that counts, 0 to 1.
    pub reliability: f32,
    /// Whether the person set that score.
    pub overridden: bool,
    /// Whether it contradicts something, unruled.
    pub contentious: bool,
    /// Whether a source tries to instruct an assistant.
    pub injected: bool,
    /// The highest layer of trust that has run.
    pub layer: u8,
    /// When it last ran.
    pub assessed_at: Option<Timestamp>,
    /// Sources that are remembered.
    pub sources: u32,
    /// Mentions in all sources.
    pub mention_count: u32,
    /// 1 to 5, as of `importance_at`.
    pub importance: f32,
    /// When `importance` was written.
    pub importance_at: Timestamp,
    /// How it came to be held.
    pub tier: Tier,
    /// How sure the extraction is, 0 to 1.
    pub confidence: f32,
    /// Up to 200 characters of its summary, else of its description.
    pub about: Box<str>,
    /// Labels.
    pub tags: Vec<Arc<str>>,
    /// When it holds.
    pub validity: Validity,
    /// When it was first found.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// An edge without its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// See [`EdgeId::derive`].
    pub id: EdgeId,
    /// What it says.
    pub kind: EdgeKind,
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// Whether it counts.
    pub state: NodeState,
    /// 0 to 1.
    pub confidence: f32,
    /// For a contradiction: what the person decided.
    pub ruling: Option<Ruling>,
}

impl Head {
    pub(crate) fn of(node: &Node) -> Self {
        let about = if node.summary.is_empty() { &node.description } else { &node.summary };
        Self {
            id: node.id,
            normalised: node.normalised.as_str().into(),
            name: node.name.as_str().into(),
            kind: node.kind,
            state: node.state,
            wing: node.place.wing.as_str().into(),
            room: node.place.room.as_str().into(),
            hall: node.place.hall,
            placed_by: node.place.by,
            reliability: node.trust.reliability(),
            overridden: node.trust.overridden.is_some(),
            contentious: node.trust.contentious,
            injected: node.trust.injected,
            layer: node.trust.layer,
            assessed_at: node.trust.assessed_at,
            sources: u32::try_from(node.evidence.len()).unwrap_or(u32::MAX),
            mention_count: node.mention_count,
            importance: node.importance,
            importance_at: node.importance_at,
            tier: node.tier,
            confidence: node.confidence,
            about: about.chars().take(ABOUT_CHARS).collect(),
            tags: node.tags.iter().map(|tag| tag.as_str().into()).collect(),
            validity: node.validity.clone(),
            created_at: node.created_at,
            updated_at: node.updated_at,
        }
    }

    /// The same, with the texts that `shared` has.
    pub(crate) fn sharing(mut self, shared: &mut Shared) -> Self {
        self.wing = shared.text(self.wing);
        self.room = shared.text(self.room);
        self.tags = self.tags.into_iter().map(|tag| shared.text(tag)).collect();
        self
    }

    /// Whether it is there for readers: found, and not dismissed.
    pub fn counts(&self) -> bool {
        self.state != NodeState::Dismissed
    }
}

impl Link {
    pub(crate) fn of(edge: &Edge) -> Self {
        Self {
            id: edge.id,
            kind: edge.kind,
            from: edge.from,
            to: edge.to,
            state: edge.state,
            confidence: edge.confidence,
            ruling: edge.ruling,
        }
    }

    /// Whether it counts: accepted or proposed.
    pub fn counts(&self) -> bool {
        self.state != NodeState::Dismissed
    }

    /// The end that is not `node`.
    pub fn other(&self, node: &NodeId) -> NodeId {
        if self.from == *node { self.to } else { self.from }
    }
}

/// Texts that many heads have.
#[derive(Clone, Default)]
pub(crate) struct Shared(HashSet<Arc<str>>);

impl Shared {
    fn text(&mut self, text: Arc<str>) -> Arc<str> {
        if let Some(known) = self.0.get(&text) {
            return Arc::clone(known);
        }
        self.0.insert(Arc::clone(&text));
        text
    }
}

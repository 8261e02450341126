//! Records and tables: nodes, edges, and what a name is known to mean. Holds no rule.

use serde::{Deserialize, Serialize};
use types::{DocumentId, Edge, Node, NodeClass, NodeId};
use vault::{Table, TableId};

pub(crate) const NODES: Table<Node> = Table::new(TableId::Nodes);
pub(crate) const EDGES: Table<Edge> = Table::new(TableId::Edges);
pub(crate) const NAMES: Table<NameRecord> = Table::new(TableId::Aliases);

/// A class and a normalised name.
pub(crate) type NameKey = (NodeClass, String);

/// What is known of a name apart from the node whose id is made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NameRecord {
    /// Class of what it names.
    pub(crate) class: NodeClass,
    /// The name.
    pub(crate) normalised: String,
    /// The node it is another name of.
    pub(crate) points_to: Option<NodeId>,
    /// Nodes that it does not name, for good.
    pub(crate) never: Vec<NodeId>,
    /// What it means in certain documents, by rising document.
    pub(crate) senses: Vec<(DocumentId, NodeId)>,
    /// Nodes of this name that became part of others: which, and of what.
    #[serde(default)]
    pub(crate) joined: Vec<(NodeId, NodeId)>,
}

impl NameRecord {
    pub(crate) fn new((class, normalised): &NameKey) -> Self {
        Self {
            class: *class,
            normalised: normalised.clone(),
            points_to: None,
            never: Vec::new(),
            senses: Vec::new(),
            joined: Vec::new(),
        }
    }

    /// True when it says nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.points_to.is_none()
            && self.never.is_empty()
            && self.senses.is_empty()
            && self.joined.is_empty()
    }

    pub(crate) fn key(&self) -> NameKey {
        (self.class, self.normalised.clone())
    }

    /// What the name means in a document.
    pub(crate) fn sense(&self, document: &DocumentId) -> Option<NodeId> {
        let at = self.senses.binary_search_by(|(known, _)| known.cmp(document)).ok()?;
        self.senses.get(at).map(|(_, node)| *node)
    }

    /// Notes what it means in a document, over what it meant there.
    pub(crate) fn set_sense(&mut self, document: DocumentId, node: NodeId) {
        match self.senses.binary_search_by(|(known, _)| known.cmp(&document)) {
            Ok(at) => {
                if let Some(sense) = self.senses.get_mut(at) {
                    sense.1 = node;
                }
            }
            Err(at) => self.senses.insert(at, (document, node)),
        }
    }
}

/// As a record's path writes it.
pub(crate) const fn class_name(class: NodeClass) -> &'static str {
    match class {
        NodeClass::Thing => "thing",
        NodeClass::Statement => "statement",
    }
}

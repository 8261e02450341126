//! Under which names nodes and edges are filed, as keys without values (seed 003): places, and the
//! documents that speak for edges. What nobody reads is not filed: whoever holds the disk sees the
//! shape of these keys.

use crate::error::Result;
use crate::record::{EDGES, NODES};
use std::collections::BTreeSet;
use types::{DocumentId, Edge, Hall, Node, NodeId};
use vault::{Batch, Snapshot, Table, TableId};

/// A name that nodes are filed under. A wing holds what is in its rooms, a room what is in its halls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facet {
    /// A wing.
    Wing(String),
    /// A room of a wing.
    Room(String, String),
    /// A hall of a room.
    Hall(String, String, Hall),
}

/// A name that edges are filed under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeFacet {
    /// A document that speaks for it.
    Source(DocumentId),
}

/// A path of names.
pub(crate) type Path = Vec<Vec<u8>>;

fn path(parts: &[&[u8]]) -> Path {
    parts.iter().map(|part| part.to_vec()).collect()
}

impl Facet {
    pub(crate) fn path(&self) -> Path {
        match self {
            Self::Wing(wing) => path(&[b"place", wing.as_bytes()]),
            Self::Room(wing, room) => path(&[b"place", wing.as_bytes(), room.as_bytes()]),
            Self::Hall(wing, room, hall) => {
                path(&[b"place", wing.as_bytes(), room.as_bytes(), hall.as_str().as_bytes()])
            }
        }
    }

    /// Whether a node belongs here.
    pub(crate) fn holds(&self, node: &Node) -> bool {
        let place = &node.place;
        match self {
            Self::Wing(wing) => place.wing == *wing,
            Self::Room(wing, room) => place.wing == *wing && place.room == *room,
            Self::Hall(wing, room, hall) => {
                place.wing == *wing && place.room == *room && place.hall == *hall
            }
        }
    }
}

impl EdgeFacet {
    pub(crate) fn path(&self) -> Path {
        match self {
            Self::Source(document) => path(&[b"edge source", document.as_bytes()]),
        }
    }

    /// Whether an edge belongs here.
    pub(crate) fn holds(&self, edge: &Edge) -> bool {
        match self {
            Self::Source(document) => {
                edge.evidence.iter().any(|evidence| evidence.document == Some(*document))
            }
        }
    }
}

pub(crate) fn paths_of_node(node: &Node) -> BTreeSet<Path> {
    let place = &node.place;
    BTreeSet::from([Facet::Hall(place.wing.clone(), place.room.clone(), place.hall).path()])
}

pub(crate) fn paths_of_edge(edge: &Edge) -> BTreeSet<Path> {
    let sources =
        edge.evidence.iter().filter_map(|evidence| evidence.document).map(EdgeFacet::Source);
    sources.map(|facet| facet.path()).collect()
}

/// First names that older versions filed under, for nobody.
const UNREAD: [&[u8]; 5] = [b"kind", b"tag", b"source", b"from", b"to"];

/// Takes away what older versions filed and nobody reads. False where nothing of it is there.
pub fn drop_unread_facets(records: &Snapshot, batch: &mut Batch<'_>) -> Result<bool> {
    let facets: Table<()> = Table::new(TableId::Facets);
    for name in UNREAD {
        if records.has_below(facets, &[name])? {
            batch.delete_prefix(facets, &[name])?;
        }
    }
    Ok(!batch.is_empty())
}

/// Files a node that is filed nowhere.
pub(crate) fn file_node(batch: &mut Batch<'_>, node: &Node) {
    for path in paths_of_node(node) {
        batch.file(&slices(&path), NODES, node.id.as_bytes());
    }
}

/// Files an edge that is filed nowhere.
pub(crate) fn file_edge(batch: &mut Batch<'_>, edge: &Edge) {
    for path in paths_of_edge(edge) {
        batch.file(&slices(&path), EDGES, edge.id.as_bytes());
    }
}

/// Files a node as it is now, and no longer as it was.
pub(crate) fn refile_node(
    batch: &mut Batch<'_>,
    id: &NodeId,
    before: Option<&Node>,
    now: Option<&Node>,
) {
    let (before, now) = (before.map(paths_of_node), now.map(paths_of_node));
    let (before, now) = (before.unwrap_or_default(), now.unwrap_or_default());
    for gone in before.difference(&now) {
        batch.unfile(&slices(gone), NODES, id.as_bytes());
    }
    for new in now.difference(&before) {
        batch.file(&slices(new), NODES, id.as_bytes());
    }
}

/// Files an edge as it is now, and no longer as it was.
pub(crate) fn refile_edge(
    batch: &mut Batch<'_>,
    id: &types::EdgeId,
    before: Option<&Edge>,
    now: Option<&Edge>,
) {
    let (before, now) = (before.map(paths_of_edge), now.map(paths_of_edge));
    let (before, now) = (before.unwrap_or_default(), now.unwrap_or_default());
    for gone in before.difference(&now) {
        batch.unfile(&slices(gone), EDGES, id.as_bytes());
    }
    for new in now.difference(&before) {
        batch.file(&slices(new), EDGES, id.as_bytes());
    }
}

pub(crate) fn slices(path: &Path) -> Vec<&[u8]> {
    path.iter().map(Vec::as_slice).collect()
}

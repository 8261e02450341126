//! Ways through the graph, over links that count. Bounded in steps and in what they give.

use crate::hash::{ById, IdSet};
use crate::head::{Head, Link};
use crate::state::State;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use types::{EdgeId, NodeId, Place};

/// Ways between two nodes, at most.
const PATHS: usize = 10;
/// Longest way.
const LONGEST: u8 = 6;
/// Nodes looked at for one way, at most.
const VISITED: usize = 200_000;

/// A part of the graph around a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// The nodes with their distance, nearest first; the asked one stands first.
    pub nodes: Vec<(NodeId, u8)>,
    /// The edges between them.
    pub edges: Vec<EdgeId>,
    /// Whether there are more than the limit let in.
    pub cut: bool,
}

pub(crate) fn neighbourhood(
    state: &State,
    id: &NodeId,
    hops: u8,
    limit: usize,
    keep: &dyn Fn(&Head) -> bool,
) -> Walk {
    let mut walk = Walk::default();
    if state.slot(id).is_none() || limit == 0 {
        return walk;
    }
    let mut inside: IdSet<NodeId> = IdSet::from_iter([*id]);
    walk.nodes.push((*id, 0));
    let mut edge: Vec<NodeId> = vec![*id];
    for step in 1..=hops {
        let mut next: ById<NodeId, &Head> = ById::default();
        for (_, head) in edge.iter().flat_map(|at| steps(state, at)) {
            if !inside.contains(&head.id) && !next.contains_key(&head.id) && keep(head) {
                next.insert(head.id, head);
            }
        }
        let mut next: Vec<&Head> = next.into_values().collect();
        next.sort_by(|a, b| worth(b).partial_cmp(&worth(a)).unwrap_or(std::cmp::Ordering::Equal));
        let room = limit.saturating_sub(walk.nodes.len());
        walk.cut |= next.len() > room;
        next.truncate(room);
        edge = next.iter().map(|head| head.id).collect();
        inside.extend(&edge);
        walk.nodes.extend(edge.iter().map(|id| (*id, step)));
        if edge.is_empty() {
            break;
        }
    }
    let mut edges: Vec<EdgeId> = Vec::new();
    for (node, _) in &walk.nodes {
        let links = state.links_at(node).filter(|link| link.counts() && link.from == *node);
        edges.extend(links.filter(|link| inside.contains(&link.to)).map(|link| link.id));
    }
    walk.edges = edges;
    walk
}

/// What is kept where not all can be: by importance, mentions, and last the id, so that the choice
/// is the same each time.
fn worth(head: &Head) -> (f32, u32, Reverse<NodeId>) {
    (head.importance, head.mention_count, Reverse(head.id))
}

/// One step from a node.
fn steps<'s>(state: &'s State, at: &NodeId) -> impl Iterator<Item = (&'s Link, &'s Head)> {
    let links = state.links_at(at).filter(|link| link.counts());
    let at = *at;
    links.filter_map(move |link| {
        let head = state.head(&link.other(&at))?;
        head.counts().then_some((link, head))
    })
}

pub(crate) fn paths(
    state: &State,
    from: &NodeId,
    to: &NodeId,
    hops: u8,
    keep: &dyn Fn(&Head) -> bool,
) -> Vec<(Vec<NodeId>, Vec<EdgeId>)> {
    if from == to || state.slot(from).is_none() || state.slot(to).is_none() {
        return Vec::new();
    }
    // distances to the end, so that every step of the way back down is a step of some path
    let mut distance: ById<NodeId, u8> = ById::from_iter([(*to, 0)]);
    let mut edge = vec![*to];
    let mut found = false;
    for step in 1..=hops.min(LONGEST) {
        let mut next = Vec::new();
        for (_, head) in edge.iter().flat_map(|at| steps(state, at)) {
            if head.id != *from && (distance.contains_key(&head.id) || !keep(head)) {
                continue;
            }
            found |= head.id == *from;
            if distance.insert(head.id, step).is_none() {
                next.push(head.id);
            }
        }
        if found || next.is_empty() || distance.len() > VISITED {
            break;
        }
        edge = next;
    }
    let mut paths = Vec::new();
    if found {
        descend(state, &distance, (vec![*from], Vec::new()), &mut paths);
    }
    paths
}

type Way = (Vec<NodeId>, Vec<EdgeId>);

fn descend(state: &State, distance: &ById<NodeId, u8>, way: Way, paths: &mut Vec<Way>) {
    let (nodes, edges) = &way;
    let Some(at) = nodes.last() else { return };
    let Some(left) = distance.get(at).copied() else { return };
    if left == 0 {
        return paths.push(way);
    }
    // of several edges between two nodes the surest
    let mut next: BTreeMap<NodeId, &Link> = BTreeMap::new();
    for (link, head) in steps(state, at) {
        if distance.get(&head.id).is_some_and(|to| to + 1 == left) {
            let known = next.entry(head.id).or_insert(link);
            if link.confidence > known.confidence {
                *known = link;
            }
        }
    }
    for (id, link) in next {
        if paths.len() >= PATHS {
            return;
        }
        let mut way = (nodes.clone(), edges.clone());
        way.0.push(id);
        way.1.push(link.id);
        descend(state, distance, way, paths);
    }
}

pub(crate) fn tunnels(state: &State, wing: &str) -> Vec<(String, Vec<EdgeId>)> {
    let mut through: BTreeMap<&Arc<str>, Vec<&Link>> = BTreeMap::new();
    for head in state.heads().filter(|head| &*head.wing == wing && head.counts()) {
        for (link, other) in steps(state, &head.id) {
            if other.wing != head.wing && &*other.wing != Place::UNSORTED {
                through.entry(&other.wing).or_default().push(link);
            }
        }
    }
    let mut tunnels: Vec<(String, Vec<EdgeId>)> = through
        .into_iter()
        .map(|(wing, mut links)| {
            let surer = |a: &&Link, b: &&Link| b.confidence.total_cmp(&a.confidence);
            links.sort_by(|a, b| surer(a, b).then_with(|| a.id.cmp(&b.id)));
            (wing.to_string(), links.into_iter().map(|link| link.id).collect())
        })
        .collect();
    tunnels.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.0.cmp(&b.0)));
    tunnels
}

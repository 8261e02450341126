//! The graph in memory: heads, links, who is mentioned where, names, words and counts. Holds no
//! rule; it is changed by published changes alone, each of which says how it was before.

use crate::bm25::Bm25;
use crate::hash::ById;
use crate::head::{Head, Link, Shared};
use crate::print::Print;
use crate::record::{NameKey, NameRecord};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use types::{DocumentId, EdgeId, Hall, NodeId, NodeState};

/// All that is in memory.
#[derive(Clone, Default)]
pub(crate) struct State {
    slots: ById<NodeId, u32>,
    heads: Vec<Option<Head>>,
    free: Vec<u32>,
    pub(crate) links: ById<EdgeId, Link>,
    /// Links that count.
    pub(crate) counting: u32,
    /// Links of each node, by slot.
    touching: Vec<Vec<EdgeId>>,
    pub(crate) names: HashMap<NameKey, NameRecord>,
    /// Nodes that became part of others.
    pub(crate) joined: HashMap<NodeId, NodeId>,
    called: HashMap<Box<str>, Vec<u32>>,
    folds: HashMap<Box<str>, Vec<u32>>,
    documents: ById<DocumentId, Mentioned>,
    pub(crate) words: Bm25,
    pub(crate) rooms: BTreeMap<(Arc<str>, Arc<str>), RoomCount>,
    /// Nodes by state: accepted, proposed, dismissed.
    pub(crate) states: [u32; 3],
    shared: Shared,
}

#[derive(Clone, Default)]
struct Mentioned {
    nodes: Vec<u32>,
    passages: HashMap<u32, Vec<u32>>,
}

/// Accepted nodes of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RoomCount {
    pub(crate) nodes: u32,
    pub(crate) contentious: u32,
    pub(crate) halls: [u32; Hall::ALL.len()],
}

/// A node as it was in the indexes, and as it is to be.
pub(crate) struct NodeChange {
    pub(crate) id: NodeId,
    pub(crate) before: Option<Print>,
    pub(crate) now: Option<(Head, Print)>,
}

impl State {
    pub(crate) fn slot(&self, id: &NodeId) -> Option<u32> {
        self.slots.get(id).copied()
    }

    /// The passages that mention any of the nodes that `keep` keeps, in no order.
    pub(crate) fn passages(&self, keep: &dyn Fn(&Head) -> bool) -> Vec<(DocumentId, u32)> {
        let mut kept: HashMap<u32, bool> = HashMap::new();
        let mut keeps =
            |slot: u32| *kept.entry(slot).or_insert_with(|| self.at(slot).is_some_and(keep));
        let mut found = Vec::new();
        for (document, known) in &self.documents {
            let with =
                known.passages.iter().filter(|(_, slots)| slots.iter().any(|slot| keeps(*slot)));
            found.extend(with.map(|(ordinal, _)| (*document, *ordinal)));
        }
        found
    }

    pub(crate) fn head(&self, id: &NodeId) -> Option<&Head> {
        self.at(self.slot(id)?)
    }

    pub(crate) fn at(&self, slot: u32) -> Option<&Head> {
        self.heads.get(slot as usize)?.as_ref()
    }

    pub(crate) fn heads(&self) -> impl Iterator<Item = &Head> {
        self.heads.iter().flatten()
    }

    /// Ids of the links at a node.
    pub(crate) fn touching(&self, id: &NodeId) -> &[EdgeId] {
        let slot = self.slot(id).map(|slot| slot as usize);
        slot.and_then(|slot| self.touching.get(slot)).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn links_at(&self, id: &NodeId) -> impl Iterator<Item = &Link> + use<'_> {
        self.touching(id).iter().filter_map(|edge| self.links.get(edge))
    }

    /// Nodes that answer to a normalised name.
    pub(crate) fn called(&self, name: &str) -> impl Iterator<Item = &Head> {
        let slots = self.called.get(name).map_or(&[][..], Vec::as_slice);
        slots.iter().filter_map(|slot| self.at(*slot))
    }

    /// Nodes that have a spelling of a name.
    pub(crate) fn folded(&self, fold: &str) -> impl Iterator<Item = &Head> {
        let slots = self.folds.get(fold).map_or(&[][..], Vec::as_slice);
        slots.iter().filter_map(|slot| self.at(*slot))
    }

    pub(crate) fn of_document(&self, document: &DocumentId) -> impl Iterator<Item = &Head> {
        let slots = self.documents.get(document).map_or(&[][..], |known| &known.nodes);
        slots.iter().filter_map(|slot| self.at(*slot))
    }

    pub(crate) fn of_passage(
        &self,
        document: &DocumentId,
        ordinal: u32,
    ) -> impl Iterator<Item = &Head> {
        let slots = self.documents.get(document).and_then(|known| known.passages.get(&ordinal));
        slots.map_or(&[][..], Vec::as_slice).iter().filter_map(|slot| self.at(*slot))
    }

    /// Where a node that was joined with another is now.
    pub(crate) fn redirected(&self, id: &NodeId) -> Option<NodeId> {
        let mut at = *id;
        for _ in 0..64 {
            if self.slots.contains_key(&at) {
                return Some(at);
            }
            at = *self.joined.get(&at)?;
        }
        None
    }

    pub(crate) fn change_node(&mut self, change: NodeChange) {
        let NodeChange { id, before, now } = change;
        let Some((head, print)) = now else {
            if let (Some(slot), Some(before)) = (self.slot(&id), before) {
                self.unprint(slot, &before);
                self.put_head(slot, None);
                self.slots.remove(&id);
                self.free.push(slot);
            }
            return;
        };
        let head = head.sharing(&mut self.shared);
        let slot = self.slot(&id).unwrap_or_else(|| self.new_slot(id));
        if before.as_ref() != Some(&print) {
            if let Some(before) = before {
                self.unprint(slot, &before);
            }
            self.print(slot, &print);
        }
        self.put_head(slot, Some(head));
    }

    fn new_slot(&mut self, id: NodeId) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.heads.push(None);
            self.touching.push(Vec::new());
            u32::try_from(self.heads.len() - 1).unwrap_or(u32::MAX)
        });
        self.slots.insert(id, slot);
        slot
    }

    fn put_head(&mut self, slot: u32, head: Option<Head>) {
        let Some(place) = self.heads.get_mut(slot as usize) else { return };
        let old = std::mem::replace(place, head.clone());
        if let Some(old) = old {
            count(&mut self.rooms, &mut self.states, &old, |number, by| *number -= by);
            let room = (old.wing, old.room);
            if self.rooms.get(&room).is_some_and(|room| room.nodes == 0) {
                self.rooms.remove(&room);
            }
        }
        if let Some(head) = head {
            count(&mut self.rooms, &mut self.states, &head, |number, by| *number += by);
        }
    }

    fn print(&mut self, slot: u32, print: &Print) {
        for name in &print.names {
            insert(self.called.entry(name.as_str().into()).or_default(), slot);
        }
        for fold in &print.folds {
            insert(self.folds.entry(fold.as_str().into()).or_default(), slot);
        }
        for (document, ordinals) in &print.passages {
            let known = self.documents.entry(*document).or_default();
            insert(&mut known.nodes, slot);
            for ordinal in ordinals {
                insert(known.passages.entry(*ordinal).or_default(), slot);
            }
        }
        self.words.add(slot, &print.terms);
    }

    fn unprint(&mut self, slot: u32, print: &Print) {
        for name in &print.names {
            withdraw(&mut self.called, name.as_str(), slot);
        }
        for fold in &print.folds {
            withdraw(&mut self.folds, fold.as_str(), slot);
        }
        for (document, ordinals) in &print.passages {
            let Some(known) = self.documents.get_mut(document) else { continue };
            remove(&mut known.nodes, slot);
            for ordinal in ordinals {
                withdraw(&mut known.passages, ordinal, slot);
            }
            if known.nodes.is_empty() {
                self.documents.remove(document);
            }
        }
        self.words.remove(slot, &print.terms);
    }

    /// After the nodes: both ends of a new link are there.
    pub(crate) fn change_link(&mut self, id: EdgeId, now: Option<Link>) {
        let before = match &now {
            Some(link) => self.links.insert(id, link.clone()),
            None => self.links.remove(&id),
        };
        let counts = |link: &Option<Link>| u32::from(link.as_ref().is_some_and(Link::counts));
        self.counting = self.counting + counts(&now) - counts(&before);
        let ends = |link: &Link| [link.from, link.to];
        if now.is_none() {
            for end in before.iter().flat_map(ends) {
                self.each_touching(&end, |edges| edges.retain(|edge| *edge != id));
            }
        } else if before.is_none() {
            for end in now.iter().flat_map(ends) {
                self.each_touching(&end, |edges| edges.push(id));
            }
        }
    }

    fn each_touching(&mut self, node: &NodeId, change: impl FnOnce(&mut Vec<EdgeId>)) {
        let slot = self.slot(node).map(|slot| slot as usize);
        if let Some(edges) = slot.and_then(|slot| self.touching.get_mut(slot)) {
            change(edges);
        }
    }

    pub(crate) fn change_name(&mut self, key: NameKey, now: Option<NameRecord>) {
        if let Some(before) = self.names.remove(&key) {
            before.joined.iter().for_each(|(from, _)| {
                self.joined.remove(from);
            });
        }
        if let Some(now) = now {
            self.joined.extend(now.joined.iter().copied());
            self.names.insert(key, now);
        }
    }
}

fn count(
    rooms: &mut BTreeMap<(Arc<str>, Arc<str>), RoomCount>,
    states: &mut [u32; 3],
    head: &Head,
    change: impl Fn(&mut u32, u32),
) {
    let [accepted, proposed, dismissed] = states;
    match head.state {
        NodeState::Proposed => return change(proposed, 1),
        NodeState::Dismissed => return change(dismissed, 1),
        NodeState::Accepted => change(accepted, 1),
    }
    let room = (Arc::clone(&head.wing), Arc::clone(&head.room));
    let room = rooms.entry(room).or_default();
    change(&mut room.nodes, 1);
    change(&mut room.contentious, u32::from(head.contentious));
    let halls = Hall::ALL.iter().zip(&mut room.halls);
    halls.filter(|(hall, _)| **hall == head.hall).for_each(|(_, number)| change(number, 1));
}

fn insert(sorted: &mut Vec<u32>, slot: u32) {
    if let Err(at) = sorted.binary_search(&slot) {
        sorted.insert(at, slot);
    }
}

fn remove(sorted: &mut Vec<u32>, slot: u32) {
    if let Ok(at) = sorted.binary_search(&slot) {
        sorted.remove(at);
    }
}

fn withdraw<K, Q>(index: &mut HashMap<K, Vec<u32>>, key: &Q, slot: u32)
where
    K: std::borrow::Borrow<Q> + std::hash::Hash + Eq,
    Q: std::hash::Hash + Eq + ?Sized,
{
    if let Some(slots) = index.get_mut(key) {
        remove(slots, slot);
        if slots.is_empty() {
            index.remove(key);
        }
    }
}

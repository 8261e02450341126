//! Undoing a change: what it touched goes back to how it was. Where something has changed since, what
//! the change did to it goes back and the rest stays: nothing found in between is lost.

use crate::change::{Change, Entry};
use crate::error::Result;
use crate::merge::add_evidence;
use crate::record::{NameKey, NameRecord};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::Hash;
use types::{DocumentId, Edge, EdgeId, Evidence, Node, NodeClass, NodeId};

/// What a change touched, before and after it: enough to undo it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Undo {
    nodes: Vec<(NodeId, Option<Node>, Option<Node>)>,
    edges: Vec<(EdgeId, Option<Edge>, Option<Edge>)>,
    names: Vec<(NodeClass, String, Option<NameRecord>, Option<NameRecord>)>,
}

impl Undo {
    /// The nodes that were touched, new and removed ones among them.
    pub fn nodes(&self) -> impl Iterator<Item = &NodeId> {
        self.nodes.iter().map(|(id, _, _)| id)
    }

    /// The edges that were touched, likewise.
    pub fn edges(&self) -> impl Iterator<Item = &EdgeId> {
        self.edges.iter().map(|(id, _, _)| id)
    }

    /// True when nothing was touched.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.edges.is_empty() && self.names.is_empty()
    }

    /// Whether a document's words are in it: a copy kept for undoing must not outlive what was
    /// forgotten.
    pub fn mentions(&self, document: &DocumentId) -> bool {
        let has = |evidence: &[Evidence]| {
            evidence.iter().any(|evidence| evidence.document == Some(*document))
        };
        let nodes = self.nodes.iter().flat_map(|(_, before, after)| [before, after]).flatten();
        let edges = self.edges.iter().flat_map(|(_, before, after)| [before, after]).flatten();
        nodes.into_iter().any(|node| has(&node.evidence))
            || edges.into_iter().any(|edge| has(&edge.evidence))
    }
}

impl Change {
    /// What has been touched so far, as it was and as it is to be. Take it last, before
    /// [`Self::finish`].
    pub fn before(&self) -> Undo {
        let mut names: Vec<_> = changed(&self.names)
            .into_iter()
            .map(|((class, name), before, after)| (class, name, before, after))
            .collect();
        names.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        Undo { nodes: sorted(&self.nodes), edges: sorted(&self.edges), names }
    }

    /// Undoes what a snapshot tells of.
    pub fn restore(&mut self, snapshot: &Undo) -> Result<()> {
        for (id, before, after) in &snapshot.nodes {
            self.restore_node(id, before.as_ref(), after.as_ref())?;
        }
        for (id, before, after) in &snapshot.edges {
            self.restore_edge(id, before.as_ref(), after.as_ref())?;
        }
        for (class, name, before, after) in &snapshot.names {
            self.restore_name(&(*class, name.clone()), before.as_ref(), after.as_ref());
        }
        Ok(())
    }

    fn restore_node(
        &mut self,
        id: &NodeId,
        before: Option<&Node>,
        after: Option<&Node>,
    ) -> Result<()> {
        let now = self.take_node(id)?;
        match (before, now) {
            (Some(before), None) => self.put_node(before.clone()),
            (Some(before), Some(now)) if Some(&now) == after => self.put_node(before.clone()),
            (Some(before), Some(mut now)) => {
                let empty;
                let after = match after {
                    Some(after) => after,
                    None => {
                        empty = Node { evidence: Vec::new(), mention_count: 0, ..now.clone() };
                        &empty
                    }
                };
                go_back(&mut now, before, after);
                now.updated_at = self.now;
                self.put_node(now)
            }
            // what the change made goes, unless others have added to it
            (None, Some(now)) if !grew(&now, after) => self.remove(id).map(|_| ()),
            (None, _) => Ok(()),
        }
    }

    fn restore_edge(
        &mut self,
        id: &EdgeId,
        before: Option<&Edge>,
        after: Option<&Edge>,
    ) -> Result<()> {
        let now = self.take_edge(id)?;
        match (before, now) {
            (Some(before), now) if now.is_none() || now.as_ref() == after => {
                let ends = self.exists(&before.from) && self.exists(&before.to);
                if ends { self.put_edge(before.clone()) } else { Ok(()) }
            }
            (Some(before), Some(mut now)) => {
                now.state = before.state;
                now.ruling = before.ruling;
                now.because.clone_from(&before.because);
                now.tier = before.tier;
                now.updated_at = self.now;
                let known = after.map(|edge| edge.evidence.as_slice()).unwrap_or_default();
                exchange(&mut now.evidence, known, &before.evidence);
                self.put_edge(now)
            }
            (None, Some(now)) if Some(&now) == after => self.remove_edge(id),
            _ => Ok(()),
        }
    }

    fn restore_name(
        &mut self,
        key: &NameKey,
        before: Option<&NameRecord>,
        after: Option<&NameRecord>,
    ) {
        let fresh = NameRecord::new(key);
        let (before, after) = (before.unwrap_or(&fresh), after.unwrap_or(&fresh));
        self.change_name(key, |record| {
            if record.points_to == after.points_to || before.points_to.is_some() {
                record.points_to = before.points_to;
            }
            swap(&mut record.never, &after.never, &before.never);
            swap(&mut record.senses, &after.senses, &before.senses);
            swap(&mut record.joined, &after.joined, &before.joined);
            record.senses.sort_unstable();
            record.senses.dedup_by_key(|(document, _)| *document);
        });
    }
}

/// Every field that is still as the change left it goes back; evidence that came with the change
/// goes, and what it took away comes back.
fn go_back(now: &mut Node, before: &Node, after: &Node) {
    macro_rules! back {
        ($($field:ident),*) => {
            $(if now.$field == after.$field {
                now.$field.clone_from(&before.$field);
            })*
        };
    }
    back!(name, description, summary, kind, state, tags, aliases, place, validity, tier, fixed);
    if now.importance == after.importance {
        now.importance = before.importance;
        now.importance_at = before.importance_at;
    }
    if now.trust.overridden == after.trust.overridden {
        now.trust.overridden.clone_from(&before.trust.overridden);
    }
    let came = after.mention_count.saturating_sub(before.mention_count);
    let went = before.mention_count.saturating_sub(after.mention_count);
    now.mention_count = now.mention_count.saturating_sub(came).saturating_add(went);
    exchange(&mut now.evidence, &after.evidence, &before.evidence);
}

/// Takes out the sources that came, and puts back those that went.
fn exchange(now: &mut Vec<Evidence>, after: &[Evidence], before: &[Evidence]) {
    let has = |all: &[Evidence], one: &Evidence| all.iter().any(|e| e.document == one.document);
    now.retain(|evidence| has(before, evidence) || !after.contains(evidence));
    for evidence in before.iter().filter(|evidence| !has(after, evidence)) {
        if !has(now, evidence) {
            add_evidence(now, evidence.clone());
        }
    }
}

fn swap<T: Clone + PartialEq>(now: &mut Vec<T>, after: &[T], before: &[T]) {
    now.retain(|one| before.contains(one) || !after.contains(one));
    for one in before {
        if !after.contains(one) && !now.contains(one) {
            now.push(one.clone());
        }
    }
}

/// Whether a node has evidence that the change did not give it.
fn grew(now: &Node, after: Option<&Node>) -> bool {
    let known = after.map(|node| node.evidence.as_slice()).unwrap_or_default();
    now.evidence.iter().any(|evidence| !known.contains(evidence))
}

fn changed<K: Clone + Eq + Hash, T: Clone + PartialEq>(
    entries: &HashMap<K, Entry<T>>,
) -> Vec<(K, Option<T>, Option<T>)> {
    let changed = entries.iter().filter(|(_, entry)| entry.before != entry.now);
    changed.map(|(id, entry)| (id.clone(), entry.before.clone(), entry.now.clone())).collect()
}

fn sorted<K: Copy + Ord + Hash, T: Clone + PartialEq>(
    entries: &HashMap<K, Entry<T>>,
) -> Vec<(K, Option<T>, Option<T>)> {
    let mut entries = changed(entries);
    entries.sort_by_key(|(id, _, _)| *id);
    entries
}

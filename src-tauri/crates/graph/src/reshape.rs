//! What a person does to the shape of the graph: two nodes become one, one becomes two, a name is
//! taken away from a node. Later merges keep to it.

use crate::change::Change;
use crate::error::{Error, Result};
use crate::meaning::MOST_SENSES;
use crate::merge::{self, ALIASES};
use crate::naming::Name;
use crate::record::NameKey;
use types::{
    Alias, AliasRule, DocumentId, Edge, EdgeId, EdgeKind, Evidence, Field, Node, NodeId, Tier,
    normalise_name,
};

impl Change {
    /// Makes `from` a part of `into`: its evidence, edges and names move, and its id means `into`.
    pub fn join(&mut self, into: &NodeId, from: &NodeId) -> Result<()> {
        self.join_by(into, from, AliasRule::User)
    }

    pub(crate) fn join_by(&mut self, into: &NodeId, from: &NodeId, rule: AliasRule) -> Result<()> {
        if into == from {
            return Err(Error::SelfEdge);
        }
        let mut kept = self.take_node(into)?.ok_or(Error::MissingNode(*into))?;
        let gone = self.take_node(from)?.ok_or(Error::MissingNode(*from))?;
        if kept.class() != gone.class() {
            return Err(Error::ClassMismatch);
        }
        if self.supersedes_by_way(into, from) || self.supersedes_by_way(from, into) {
            return Err(Error::Cycle);
        }
        for edge in self.edges_of(from) {
            self.move_edge(&edge, from, into)?;
        }
        self.drop_node(from)?;
        let own = Alias { name: gone.name.clone(), normalised: gone.normalised.clone(), rule };
        for alias in std::iter::once(own).chain(gone.aliases.iter().cloned()) {
            let known = alias.normalised == kept.normalised
                || kept.aliases.iter().any(|known| known.normalised == alias.normalised);
            if !known && kept.aliases.len() < ALIASES {
                kept.aliases.push(alias);
            }
        }
        self.redirect(&gone, into, rule);
        merge::unite(&mut kept, gone, self.now);
        self.put_node(kept)
    }

    /// Whether one supersedes the other by way of a third: joined, that would be a circle.
    fn supersedes_by_way(&self, from: &NodeId, to: &NodeId) -> bool {
        let direct = EdgeId::derive(EdgeKind::Supersedes, from, to);
        self.supersedes_but(from, to, Some(&direct))
    }

    /// Names and ids that meant a node mean another one.
    fn redirect(&mut self, gone: &Node, into: &NodeId, rule: AliasRule) {
        let class = gone.class();
        let own: NameKey = (class, gone.normalised.clone());
        let aliases = gone.aliases.iter().map(|alias| (class, alias.normalised.clone()));
        for key in aliases.chain([own.clone()]) {
            let is_own = key == own;
            self.change_name(&key, |record| {
                for (_, node) in record.senses.iter_mut().filter(|(_, node)| *node == gone.id) {
                    *node = *into;
                }
                if rule == AliasRule::User {
                    record.never.retain(|node| node != into);
                }
                if is_own {
                    record.joined.retain(|(from, _)| *from != gone.id);
                    record.joined.push((gone.id, *into));
                }
                if is_own && gone.sense == 0 {
                    record.points_to = Some(*into);
                }
            });
        }
    }

    /// An edge's evidence goes to the same edge at another end. An edge to itself vanishes.
    fn move_edge(&mut self, id: &EdgeId, from: &NodeId, into: &NodeId) -> Result<()> {
        let Some(edge) = self.take_edge(id)? else { return Ok(()) };
        self.remove_edge(id)?;
        let end = |node: NodeId| if node == *from { *into } else { node };
        self.draw(edge.kind, end(edge.from), end(edge.to), edge)
    }

    /// Puts an edge with what another one has, or adds to it.
    fn draw(&mut self, kind: EdgeKind, from: NodeId, to: NodeId, like: Edge) -> Result<()> {
        if from == to {
            return Ok(());
        }
        let id = EdgeId::derive(kind, &from, &to);
        let swapped = kind == EdgeKind::Contradicts && to < from;
        let (from, to) = if swapped { (to, from) } else { (from, to) };
        let moved = Edge { id, from, to, updated_at: self.now, ..like };
        match self.take_edge(&id)? {
            Some(mut known) => {
                merge::unite_edges(&mut known, moved, self.now);
                self.put_edge(known)
            }
            None => self.put_edge(moved),
        }
    }

    /// Gives what these documents say of a node to a node of its own, now and whenever they are read
    /// again. `name` is for people: "Mercury (planet)".
    pub fn split(&mut self, id: &NodeId, name: &str, documents: &[DocumentId]) -> Result<NodeId> {
        let mut kept = self.take_node(id)?.ok_or(Error::MissingNode(*id))?;
        let name = Name::check(kept.class(), name)?;
        let theirs = |evidence: &Evidence| {
            evidence.document.is_some_and(|document| documents.contains(&document))
        };
        let all = std::mem::take(&mut kept.evidence);
        let (moved, left): (Vec<_>, Vec<_>) = all.into_iter().partition(theirs);
        if moved.is_empty() || left.is_empty() {
            return Err(Error::NothingToSplit);
        }
        kept.evidence = left;
        let key = (kept.class(), kept.normalised.clone());
        let (new_id, sense) = self.free_sense(&key)?;
        let mentions = moved.iter().map(|evidence| evidence.mentions).fold(0, u32::saturating_add);
        let mut new = kept.clone();
        new.id = new_id;
        new.sense = sense;
        new.name = name.shown;
        new.description = first_words(&moved, &kept);
        new.summary = String::new();
        new.aliases = Vec::new();
        new.evidence = moved;
        new.mention_count = mentions;
        new.trust.overridden = None;
        new.tier = Tier::User;
        new.fixed = Vec::new();
        new.fix(Field::Name);
        new.created_at = self.now;
        new.updated_at = self.now;
        kept.mention_count = kept.mention_count.saturating_sub(mentions);
        kept.updated_at = self.now;
        self.change_name(&key, |record| {
            documents.iter().for_each(|document| record.set_sense(*document, new_id));
        });
        self.put_node(kept)?;
        self.put_node(new)?;
        for edge in self.edges_of(id) {
            self.split_edge(&edge, id, &new_id, documents)?;
        }
        Ok(new_id)
    }

    /// The first sense of a node's name that no node has or had.
    pub(crate) fn free_sense(&self, key: &NameKey) -> Result<(NodeId, u32)> {
        let record = self.name_record(key);
        let used = |id: &NodeId| {
            self.exists(id)
                || record.as_ref().is_some_and(|record| {
                    record.senses.iter().any(|(_, known)| known == id)
                        || record.never.contains(id)
                        || record.joined.iter().any(|(from, _)| from == id)
                })
        };
        (1..=MOST_SENSES)
            .map(|sense| (NodeId::derive(key.0, &key.1, sense), sense))
            .find(|(id, _)| !used(id))
            .ok_or(Error::TooMany(MOST_SENSES as usize))
    }

    fn split_edge(
        &mut self,
        id: &EdgeId,
        from: &NodeId,
        into: &NodeId,
        documents: &[DocumentId],
    ) -> Result<()> {
        let Some(mut edge) = self.take_edge(id)? else { return Ok(()) };
        let theirs = |evidence: &Evidence| {
            evidence.document.is_some_and(|document| documents.contains(&document))
        };
        let all = std::mem::take(&mut edge.evidence);
        let (moved, left): (Vec<_>, Vec<_>) = all.into_iter().partition(theirs);
        if moved.is_empty() {
            return Ok(());
        }
        let end = |node: NodeId| if node == *from { *into } else { node };
        let like = Edge { evidence: moved, created_at: self.now, ..edge.clone() };
        if left.is_empty() {
            self.remove_edge(id)?;
        } else {
            edge.evidence = left;
            edge.updated_at = self.now;
            self.put_edge(edge)?;
        }
        self.draw(like.kind, end(like.from), end(like.to), like)
    }

    /// Takes a name away from a node, for good: what is found under it later is something else.
    pub fn unalias(&mut self, id: &NodeId, alias: &str) -> Result<()> {
        let mut node = self.take_node(id)?.ok_or(Error::MissingNode(*id))?;
        let normalised = normalise_name(alias);
        let count = node.aliases.len();
        node.aliases.retain(|known| known.normalised != normalised);
        if node.aliases.len() == count {
            return Err(Error::NotFound);
        }
        node.updated_at = self.now;
        let key = (node.class(), normalised);
        self.put_node(node)?;
        self.change_name(&key, |record| {
            record.points_to = record.points_to.filter(|known| known != id);
            record.senses.retain(|(_, node)| node != id);
            if !record.never.contains(id) {
                record.never.push(*id);
            }
        });
        Ok(())
    }
}

/// What the new node is said to be: its best quote, unless the old description is a person's.
fn first_words(evidence: &[Evidence], node: &Node) -> String {
    let best = evidence.iter().max_by(|a, b| a.confidence.total_cmp(&b.confidence));
    let quote = best.map(|evidence| evidence.quote.as_str()).unwrap_or_default();
    if quote.is_empty() && !node.is_fixed(Field::Description) {
        return node.description.clone();
    }
    merge::described(quote)
}

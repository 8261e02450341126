//! Which node a found name means, and which other names a node takes: what a person said first, then
//! what is known, then rules. What is ambiguous stays apart.

use crate::change::Change;
use crate::error::{Error, Result};
use crate::merge::{ALIASES, add_alias};
use crate::naming::{self, MIXED_SCRIPT, Name};
use crate::record::NameKey;
use std::{cmp::Reverse, collections::BTreeSet};
use types::{
    Alias, AliasRule, DocumentId, Found, Method, Node, NodeClass, NodeId, NodeKind, NodeState,
    Strategy, Tier, normalise_name,
};

/// Documents in which rules give a name another meaning, at most; a person is not bound.
const SENSES: usize = 1_024;
/// One document in so many is matched by chance where the strategy is hybrid.
const TAIL: u8 = 4;
/// Things with one name, at most.
pub(crate) const MOST_SENSES: u32 = 64;

/// Which node a name means.
pub(crate) struct Meant {
    pub(crate) id: NodeId,
    pub(crate) sense: u32,
    /// Why, where it is another name of it that is not yet known.
    pub(crate) rule: Option<AliasRule>,
}

impl Change {
    pub(crate) fn meant(&mut self, found: &Found, name: &Name, mixed: bool) -> Result<Meant> {
        let class = found.kind.class();
        let document = found.evidence.as_ref().and_then(|evidence| evidence.document);
        let own = NodeId::derive(class, &name.normalised, 0);
        let key = (class, name.normalised.clone());
        if let Some(id) = self.sense_in(&key, document) {
            return Ok(Meant { id, sense: sense_of(class, &name.normalised, &id), rule: None });
        }
        let spelt = |id| Meant { id, sense: 0, rule: None };
        if let Some(id) = self.matched(&key, document) {
            return self.by_document(id, document).map(spelt);
        }
        if self.name_record(&key).is_some_and(|record| record.never.contains(&own)) {
            return self.another(&key);
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

    /// The thing that a name means where no document says otherwise.
    pub fn thing(&self, name: &str) -> Option<NodeId> {
        let normalised = normalise_name(name);
        let own = NodeId::derive(NodeClass::Thing, &normalised, 0);
        let record = self.name_record(&(NodeClass::Thing, normalised));
        let pointed = record.and_then(|record| record.points_to).filter(|id| self.exists(id));
        pointed.or_else(|| Some(own).filter(|own| self.exists(own)))
    }

    /// Takes those of a node's other names away that were found by a mistake: what is found under
    /// them later may be it again.
    pub fn release(&mut self, id: &NodeId, wrong: impl Fn(&Alias) -> bool) -> Result<()> {
        let Some(mut node) = self.take_node(id)? else { return Ok(()) };
        node.aliases.retain(|alias| alias.rule == AliasRule::User || !wrong(alias));
        node.updated_at = self.now;
        self.put_node(node)
    }

    /// The thing that a name is another name of. Where documents mean several by it (an abbreviation), and
    /// this one does not say which, it is the first that was known, unless a strategy says otherwise.
    fn matched(&mut self, key: &NameKey, document: Option<DocumentId>) -> Option<NodeId> {
        let record = self.name_record(key)?;
        let first = record.points_to.filter(|id| self.exists(id))?;
        let (Some(strategy), Some(document)) = (self.matching, document) else {
            return Some(first);
        };
        let senses = record.senses.iter().map(|(_, id)| *id);
        let mut open: Vec<NodeId> = senses.chain([first]).collect();
        open.retain(|id| self.exists(id) && !record.never.contains(id));
        open.sort_unstable();
        open.dedup();
        for id in &open {
            // what it says itself
            let says = |node: &Node| node.evidence.iter().any(|it| it.document == Some(document));
            if self.node(id).ok()?.is_some_and(says) {
                return Some(*id);
            }
        }
        let edges = |id: &NodeId| self.graph.view().links(id).count();
        open.sort_by_cached_key(|id| Reverse(edges(id)));
        let [.., chance, tail] = document.as_bytes();
        let drawn = |from: &[NodeId]| from.get(usize::from(*chance) % from.len().max(1)).copied();
        let (popular, rest) = open.split_first()?;
        match strategy {
            Strategy::Random => drawn(&open),
            Strategy::Popularity => Some(*popular),
            Strategy::Hybrid if tail % TAIL == 0 => drawn(rest).or(Some(*popular)),
            Strategy::Hybrid => Some(*popular),
        }
    }

    /// A further thing with a name that a person took away from the first.
    fn another(&mut self, key: &NameKey) -> Result<Meant> {
        let (id, sense) = self.free_sense(key)?;
        self.change_name(key, |record| record.points_to = Some(id));
        Ok(Meant { id, sense, rule: None })
    }

    /// The publication that an identifier of the found one names, under whatever title.
    fn identified(&self, found: &Found, key: &NameKey) -> Option<NodeId> {
        let never = self.name_record(key).map(|record| record.never).unwrap_or_default();
        let identifiers = found.aliases.iter().filter(|(_, rule)| *rule == AliasRule::Identifier);
        let mut named = identifiers
            .filter_map(|(name, _)| self.name_record(&(key.0, normalise_name(name)))?.points_to);
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
    pub(crate) fn is_disguise(&self, class: NodeClass, name: &Name, written: &str) -> bool {
        let seen = naming::lookalike(written).map(|seen| normalise_name(&seen));
        seen.is_some_and(|seen| {
            seen != name.normalised && self.exists(&NodeId::derive(class, &seen, 0))
        })
    }

    /// Takes another name for a node, where its rule holds and nothing speaks against it.
    pub(crate) fn take_alias(
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

/// Whether a person decided something about a node.
pub(crate) fn is_touched(node: &Node) -> bool {
    !node.fixed.is_empty()
        || node.tier == Tier::User
        || node.state == NodeState::Dismissed
        || node.trust.overridden.is_some()
        || node.aliases.iter().any(|alias| alias.rule == AliasRule::User)
}

/// Which sense of a name an id is made of; 0 where none of the first.
fn sense_of(class: NodeClass, normalised: &str, id: &NodeId) -> u32 {
    let made = |sense: &u32| NodeId::derive(class, normalised, *sense) == *id;
    (1..=MOST_SENSES).find(made).unwrap_or(0)
}

//! What a node leaves in the indexes in memory, so that it can be taken out as it was put in.

use crate::naming::{fold, plain};
use crate::record::NameKey;
use crate::terms::terms;
use std::collections::BTreeMap;
use types::{DocumentId, Field, Node, NodeClass, NodeState, normalise_name};

/// A node's traces.
#[derive(Debug, PartialEq)]
pub(crate) struct Print {
    /// Names that it answers to.
    pub(crate) names: Vec<String>,
    /// What spellings of its names have in common.
    pub(crate) folds: Vec<String>,
    /// Its words.
    pub(crate) terms: BTreeMap<String, u32>,
    /// Where it is mentioned: documents, and places of chunks in them.
    pub(crate) passages: Vec<(DocumentId, Vec<u32>)>,
}

impl Print {
    pub(crate) fn of(node: &Node) -> Self {
        let mut names = vec![node.normalised.clone(), normalise_name(&node.name)];
        names.extend(node.aliases.iter().map(|alias| alias.normalised.clone()));
        names.sort_unstable();
        names.dedup();
        let passages = node.evidence.iter().filter_map(|evidence| {
            evidence.document.map(|document| (document, evidence.passages.clone()))
        });
        Self { names, folds: Self::folds(node), terms: words(node), passages: passages.collect() }
    }

    /// What spellings of a node's names have in common.
    pub(crate) fn folds(node: &Node) -> Vec<String> {
        let own = (node.sense == 0).then_some(&node.normalised);
        let names = own.into_iter().chain(node.aliases.iter().map(|alias| &alias.normalised));
        let mut folds: Vec<String> = names.filter_map(|name| fold(node.kind, name)).collect();
        folds.sort_unstable();
        folds.dedup();
        folds
    }
}

/// Nothing for a dismissed node: it is never found.
fn words(node: &Node) -> BTreeMap<String, u32> {
    if node.state == NodeState::Dismissed {
        return BTreeMap::new();
    }
    let mut text = node.name.clone();
    for alias in &node.aliases {
        text.push(' ');
        text.push_str(&alias.name);
    }
    if plain(&node.description) != node.name {
        text.push(' ');
        text.push_str(&node.description);
    }
    terms(&text)
}

/// Names beside its own by which a node is known for ever: its aliases, and the name that a person
/// gave it.
pub(crate) fn claims(node: &Node) -> Vec<NameKey> {
    let given = node.class() == NodeClass::Thing && (node.sense > 0 || node.is_fixed(Field::Name));
    let given = given.then(|| normalise_name(&node.name));
    let names = node.aliases.iter().map(|alias| alias.normalised.clone()).chain(given);
    let mut names: Vec<NameKey> = names
        .filter(|name| !name.is_empty() && *name != node.normalised)
        .map(|name| (node.class(), name))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

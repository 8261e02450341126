//! The graph against a `BTreeMap`: threads that merge overlapping names through one lock, as the engine
//! does, lose nothing; what is forgotten and read anew goes and comes; a graph opened anew agrees.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod common;

use common::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use types::{
    Cascade, DocumentId, EdgeId, EdgeKind, Evidence, Found, Method, NodeClass, NodeId,
    normalise_name,
};

const NAMES: [&str; 6] = ["Alpha", "beta ray", "GAMMA", "delta-9", "ε flux", "zeta"];
const DOCUMENTS: u8 = 5;

/// What a document says: of which names, how often, and which are related.
#[derive(Clone, Debug)]
struct Said {
    document: u8,
    mentions: Vec<(usize, u32)>,
    edges: Vec<(usize, usize)>,
}

#[derive(Clone, Debug)]
enum Step {
    Say(Said),
    Again(Said),
    Forget(u8),
}

#[derive(Default)]
struct Model {
    /// Name, document: mentions.
    mentions: BTreeMap<usize, BTreeMap<u8, u32>>,
    edges: BTreeMap<(usize, usize), BTreeMap<u8, u32>>,
}

impl Model {
    fn say(&mut self, said: &Said) {
        for (name, count) in &said.mentions {
            *self.mentions.entry(*name).or_default().entry(said.document).or_default() += count;
        }
        for (from, to) in &said.edges {
            if from != to && self.mentions.contains_key(from) && self.mentions.contains_key(to) {
                *self.edges.entry((*from, *to)).or_default().entry(said.document).or_default() += 1;
            }
        }
    }

    /// Takes a document's words out, but not yet what has nothing left.
    fn withdraw(&mut self, document: u8) {
        for sources in self.mentions.values_mut().chain(self.edges.values_mut()) {
            sources.remove(&document);
        }
    }

    fn settle(&mut self) {
        self.mentions.retain(|_, sources| !sources.is_empty());
        let names: BTreeSet<usize> = self.mentions.keys().copied().collect();
        self.edges.retain(|(from, to), sources| {
            !sources.is_empty() && names.contains(from) && names.contains(to)
        });
    }
}

fn id(name: usize) -> NodeId {
    NodeId::derive(NodeClass::Thing, &normalise_name(NAMES[name]), 0)
}

fn say(change: &mut graph::Change, said: &Said) {
    for (name, count) in &said.mentions {
        let spelt =
            if count % 2 == 0 { NAMES[*name].to_owned() } else { NAMES[*name].to_uppercase() };
        let mentioned = Evidence { mentions: *count, ..evidence(said.document, Method::Name, 0.5) };
        change.merge(Found { evidence: Some(mentioned), ..concept(&spelt, 0) }).unwrap();
    }
    for (from, to) in &said.edges {
        // ends may not be there: that is refused, and nothing else happens
        let _ = change.merge_edge(edge(EdgeKind::Enables, id(*from), id(*to), said.document));
    }
}

fn said() -> impl Strategy<Value = Said> {
    let mentions = prop::collection::vec((0..NAMES.len(), 1..5u32), 0..5);
    let edges = prop::collection::vec((0..NAMES.len(), 0..NAMES.len()), 0..4);
    (0..DOCUMENTS, mentions, edges).prop_map(|(document, mentions, edges)| Said {
        document,
        mentions,
        edges,
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => said().prop_map(Step::Say),
        2 => said().prop_map(Step::Again),
        1 => (0..DOCUMENTS).prop_map(Step::Forget),
    ]
}

fn check(world: &World, model: &Model) {
    let view = world.graph.view();
    let heads: BTreeSet<NodeId> = view.heads().map(|head| head.id).collect();
    assert_eq!(heads, model.mentions.keys().map(|name| id(*name)).collect());
    let counted = |evidence: &[Evidence]| -> BTreeMap<DocumentId, u32> {
        evidence.iter().map(|one| (one.document.unwrap(), one.mentions)).collect()
    };
    let expected = |sources: &BTreeMap<u8, u32>| -> BTreeMap<DocumentId, u32> {
        sources.iter().map(|(number, count)| (document(*number), *count)).collect()
    };
    for (name, sources) in &model.mentions {
        let node = world.node(&id(*name));
        assert_eq!(counted(&node.evidence), expected(sources));
        assert_eq!(node.mention_count, sources.values().sum::<u32>());
    }
    assert_eq!(view.all_links().count(), model.edges.len());
    for ((from, to), sources) in &model.edges {
        let edge = world.edge(&EdgeId::derive(EdgeKind::Enables, &id(*from), &id(*to)));
        assert_eq!(counted(&edge.evidence), expected(sources));
    }
    world.check();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_graph_is_what_was_said(steps in prop::collection::vec(step(), 1..12)) {
        let (mut world, mut model) = (World::new(), Model::default());
        let mut undone = None;
        for (n, step) in (1..).zip(&steps) {
            let before = world.all();
            let (_, undo) = world.change(n, |change| match step {
                Step::Say(said) => say(change, said),
                Step::Again(said) => {
                    change.reread(&document(said.document)).unwrap();
                    say(change, said);
                }
                Step::Forget(number) => {
                    change.forget(&document(*number), Cascade::Orphans).unwrap();
                }
            });
            match step {
                Step::Say(said) => model.say(said),
                Step::Again(said) => {
                    model.withdraw(said.document);
                    model.say(said);
                    model.settle();
                }
                Step::Forget(number) => {
                    model.withdraw(*number);
                    model.settle();
                }
            }
            // what goes when a reading is settled is not part of what is undone
            undone = (!matches!(step, Step::Again(_))).then_some((before, undo));
        }
        check(&world, &model);
        if let Some((before, undo)) = undone {
            world.change(99, |change| change.restore(&undo).unwrap());
            assert_eq!(world.all(), before);
            world.check();
        }
    }

    #[test]
    fn threads_lose_nothing(lists in prop::collection::vec(prop::collection::vec(said(), 1..6), 2..5)) {
        let mut world = World::new();
        let all_nodes = Said { document: 0, mentions: (0..NAMES.len()).map(|n| (n, 1)).collect(), edges: Vec::new() };
        world.change(1, |change| say(change, &all_nodes));
        let shared = Mutex::new(world);
        let world = || shared.lock().unwrap();
        std::thread::scope(|scope| {
            for list in &lists {
                let world = &world;
                scope.spawn(move || {
                    for said in list {
                        let held = world().graph.clone();
                        let (tree, counts) = (held.view().tree(), held.view().counts());
                        world().change(2, |change| say(change, said));
                        // readers are never in the way, and see nothing of it
                        assert_eq!((held.view().tree(), held.view().counts()), (tree, counts));
                    }
                });
            }
        });
        let mut model = Model::default();
        model.say(&all_nodes);
        lists.iter().flatten().for_each(|said| model.say(said));
        check(&shared.into_inner().unwrap(), &model);
    }
}

//! Documents that are forgotten or read anew, changes that are undone, vaults that are opened again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod common;

use common::*;
use types::*;

struct Cast {
    shared: NodeId,
    alone: NodeId,
    touched: NodeId,
    dismissed: NodeId,
    by_hand: NodeId,
}

/// Five nodes that document 1 speaks for, each with something else about it, and edges between them.
fn cast(world: &mut World) -> Cast {
    let quoted = |name: &str, number: u8| Found {
        description: format!("quote of {number}"),
        ..concept(name, number)
    };
    let (cast, _) = world.change(1, |change| {
        let shared = change.merge(quoted("shared", 1)).unwrap();
        change.merge(quoted("shared", 2)).unwrap();
        let alone = change.merge(quoted("alone", 1)).unwrap();
        let touched = change.merge(quoted("touched", 1)).unwrap();
        let dismissed = change.merge(quoted("dismissed", 1)).unwrap();
        let by_hand = change.merge(quoted("by hand", 1)).unwrap();
        let hand = Evidence { document: None, ..evidence(9, Method::Hand, 1.0) };
        change.merge(Found { evidence: Some(hand), ..concept("by hand", 9) }).unwrap();
        Cast { shared, alone, touched, dismissed, by_hand }
    });
    world.change(2, |change| {
        change.update(&cast.touched, |node| node.fix(Field::State)).unwrap();
        change.update(&cast.dismissed, |node| node.state = NodeState::Dismissed).unwrap();
        change.merge_edge(edge(EdgeKind::PartOf, cast.shared, cast.touched, 1)).unwrap();
        change.merge_edge(edge(EdgeKind::Cites, cast.shared, cast.touched, 2)).unwrap();
        change.merge_edge(edge(EdgeKind::Cites, cast.shared, cast.touched, 1)).unwrap();
        change.merge_edge(edge(EdgeKind::Enables, cast.alone, cast.touched, 2)).unwrap();
        let ruled =
            change.merge_edge(edge(EdgeKind::Contradicts, cast.shared, cast.by_hand, 1)).unwrap();
        change.update_edge(&ruled, |edge| edge.ruling = Some(Ruling::Both)).unwrap();
    });
    cast
}

#[test]
fn a_forgotten_document_takes_what_is_asked_for() {
    for (cascade, kept_nodes, kept_edges, told) in [
        (Cascade::None, 5, 4, (0, 0, 0, 8)),
        (Cascade::Orphans, 4, 2, (1, 2, 8, 6)),
        (Cascade::All, 0, 0, (5, 4, 8, 0)),
    ] {
        let mut world = World::new();
        let cast = cast(&mut world);
        let (forgotten, _) =
            world.change(3, |change| change.forget(&document(1), cascade).unwrap());
        let counts = (forgotten.nodes, forgotten.edges, forgotten.evidence, forgotten.kept);
        assert_eq!(counts, told, "{cascade:?}");
        let view = world.graph.view();
        assert_eq!((view.heads().count(), view.all_links().count()), (kept_nodes, kept_edges));
        if cascade != Cascade::None {
            assert_eq!(view.of_document(&document(1)), []);
        }
        if cascade == Cascade::Orphans {
            assert!(!world.has(&cast.alone) && world.has(&cast.dismissed));
            let shared = world.node(&cast.shared);
            assert_eq!((shared.mention_count, shared.evidence.len()), (1, 1));
            // its words are another source's now
            assert_eq!(shared.description, "quote of 2");
            assert_eq!(world.node(&cast.touched).description, "");
        }
        world.check();
    }
}

#[test]
fn a_document_read_anew_replaces_what_it_said() {
    let mut world = World::new();
    let cast = cast(&mut world);
    let before = world.node(&cast.alone);
    world.change(10, |change| {
        change.reread(&document(1)).unwrap();
        let again = Found {
            description: "new words".to_owned(),
            place: place("law", "contracts"),
            ..concept("alone", 1)
        };
        assert_eq!(change.merge(again).unwrap(), cast.alone);
        change.merge(concept("shared", 1)).unwrap();
        change.merge(concept("dismissed", 1)).unwrap();
        change.merge_edge(edge(EdgeKind::PartOf, cast.shared, cast.touched, 1)).unwrap();
    });
    let node = world.node(&cast.alone);
    assert_eq!((node.created_at, node.mention_count), (before.created_at, 1));
    assert_eq!((node.description.as_str(), node.place.wing.as_str()), ("new words", "law"));
    assert_eq!(world.node(&cast.shared).mention_count, 2);
    assert_eq!(world.node(&cast.dismissed).state, NodeState::Dismissed);
    assert!(world.has(&cast.touched) && world.has(&cast.by_hand));
    let kinds: Vec<EdgeKind> = {
        let view = world.graph.view();
        let mut kinds: Vec<EdgeKind> = view.all_links().map(|link| link.kind).collect();
        kinds.sort();
        kinds
    };
    assert_eq!(
        kinds,
        [EdgeKind::Enables, EdgeKind::PartOf, EdgeKind::Cites, EdgeKind::Contradicts]
    );
    world.check();
    // what it no longer says goes, with its edges
    world.change(11, |change| change.reread(&document(1)).unwrap());
    assert!(!world.has(&cast.alone) && world.has(&cast.dismissed) && world.has(&cast.touched));
    world.check();
}

#[test]
fn reading_the_same_anew_changes_nothing_but_the_time() {
    let mut world = World::new();
    let say = |change: &mut graph::Change| {
        let a =
            change.merge(known_as("Open Authorization", 1, "OAuth", AliasRule::Acronym)).unwrap();
        let b = change.merge(concept("tokens", 1)).unwrap();
        change.merge(concept("token", 1)).unwrap();
        change.merge_edge(edge(EdgeKind::Requires, a, b, 1)).unwrap();
    };
    world.change(1, say);
    let mut before = world.all();
    world.change(2, |change| {
        change.reread(&document(1)).unwrap();
        say(change);
    });
    let after = world.all();
    for node in before.nodes.values_mut() {
        node.updated_at = at(2);
    }
    for edge in before.edges.values_mut() {
        edge.updated_at = at(2);
    }
    assert_eq!((after.nodes, after.edges), (before.nodes, before.edges));
    world.check();
}

#[test]
fn every_change_can_be_undone() {
    type Step = fn(&mut graph::Change, &Cast);
    let steps: [(&str, Step); 9] = [
        ("edit", |change, cast| {
            let edit = |node: &mut Node| {
                node.name = "other".to_owned();
                node.place = place("law", "contracts");
                node.fix(Field::Name);
            };
            change.update(&cast.shared, edit).unwrap();
        }),
        ("dismiss", |change, cast| {
            change.update(&cast.alone, |node| node.state = NodeState::Dismissed).unwrap();
        }),
        ("remove", |change, cast| {
            change.remove(&cast.shared).unwrap();
        }),
        ("join", |change, cast| change.join(&cast.shared, &cast.touched).unwrap()),
        ("split", |change, cast| {
            change.split(&cast.shared, "half", &[document(2)]).unwrap();
        }),
        ("add", |change, cast| {
            let id = change.merge(concept("brand new", 5)).unwrap();
            change.merge_edge(edge(EdgeKind::Cites, id, cast.alone, 5)).unwrap();
        }),
        ("rule", |change, cast| {
            let id = EdgeId::derive(EdgeKind::Contradicts, &cast.shared, &cast.by_hand);
            change.update_edge(&id, |edge| edge.ruling = Some(Ruling::First)).unwrap();
        }),
        ("forget", |change, _| {
            change.forget(&document(1), Cascade::All).unwrap();
        }),
        ("nothing", |_, _| {}),
    ];
    for (name, step) in steps {
        let mut world = World::new();
        let cast = cast(&mut world);
        let before = world.all();
        let (_, undo) = world.change(3, |change| step(change, &cast));
        assert_eq!(undo.is_empty(), name == "nothing");
        world.check();
        let after = world.all();
        // as it comes back from the vault
        let undo: graph::Undo =
            serde_json::from_str(&serde_json::to_string(&undo).unwrap()).unwrap();
        let (_, redo) = world.change(4, |change| change.restore(&undo).unwrap());
        assert_eq!(world.all(), before, "{name}");
        world.check();
        world.change(5, |change| change.restore(&redo).unwrap());
        assert_eq!(world.all(), after, "{name} again");
        world.check();
    }
}

#[test]
fn undoing_keeps_what_came_since() {
    let mut world = World::new();
    let id = world.merge(1, concept("thing", 1));
    let (_, undo) = world.change(2, |change| {
        change
            .update(&id, |node| {
                node.state = NodeState::Dismissed;
                node.description = "mine".to_owned();
                node.fix(Field::State);
            })
            .unwrap();
    });
    assert!(undo.mentions(&document(1)) && !undo.mentions(&document(2)));
    world.merge(3, concept("thing", 2));
    world.change(4, |change| change.update(&id, |node| node.summary = "later".to_owned()).unwrap());
    world.change(5, |change| change.restore(&undo).unwrap());
    let node = world.node(&id);
    assert_eq!((node.state, node.description.as_str()), (NodeState::Accepted, ""));
    assert_eq!((node.evidence.len(), node.mention_count), (2, 2));
    assert_eq!((node.summary.as_str(), node.fixed.len()), ("later", 0));
    assert_eq!(node.updated_at, at(5));
    // what a person added goes, unless documents speak for it by now
    for (found_since, stays) in [(false, false), (true, true)] {
        let name = format!("added {found_since}");
        let hand = Evidence { document: None, ..evidence(9, Method::Hand, 1.0) };
        let by_hand = Found { evidence: Some(hand), tier: Tier::User, ..concept(&name, 9) };
        let (id, undo) = world.change(6, |change| change.merge(by_hand).unwrap());
        if found_since {
            world.merge(7, concept(&name, 3));
        }
        world.change(8, |change| change.restore(&undo).unwrap());
        assert_eq!(world.has(&id), stays);
    }
    world.check();
}

#[test]
fn a_vault_opened_again_says_the_same() {
    let mut world = World::new();
    let cast = cast(&mut world);
    world.change(3, |change| {
        change.join(&cast.shared, &cast.alone).unwrap();
        change.split(&cast.shared, "half", &[document(2)]).unwrap();
        change.merge(known_as("Open Authorization", 1, "OAuth", AliasRule::Acronym)).unwrap();
    });
    let before = world.all();
    let mut world = world.reopen();
    assert_eq!(world.all(), before);
    assert_eq!(world.graph.resolve("alone").unwrap(), cast.shared);
    assert_eq!(world.graph.resolve(&cast.alone.to_string()).unwrap(), cast.shared);
    assert_ne!(world.merge(4, concept("shared", 2)), cast.shared);
    world.check();
}

#[test]
fn a_damaged_record_is_an_error() {
    type Damage = fn(&mut vault::Batch<'_>, &Edge);
    let damages: [Damage; 3] = [
        |batch, _| {
            let nodes: vault::Table<String> = vault::Table::new(vault::TableId::Nodes);
            batch.put(nodes, &[&[7; 32]], &"no node".to_owned()).unwrap();
        },
        |batch, edge| {
            let edges: vault::Table<Edge> = vault::Table::new(vault::TableId::Edges);
            let astray = Edge { to: NodeId::derive(NodeClass::Thing, "gone", 0), ..edge.clone() };
            batch.put(edges, &[&[7; 32]], &astray).unwrap();
        },
        |batch, _| {
            let names: vault::Table<String> = vault::Table::new(vault::TableId::Aliases);
            batch.put(names, &[b"thing", b"x"], &"no name".to_owned()).unwrap();
        },
    ];
    for damage in damages {
        let mut world = World::new();
        let (a, b) = (world.merge(1, concept("aa", 1)), world.merge(1, concept("bb", 1)));
        let (id, _) =
            world.change(2, |change| change.merge_edge(edge(EdgeKind::Cites, a, b, 1)).unwrap());
        let mut batch = world.vault.batch();
        damage(&mut batch, &world.edge(&id));
        let event = vault::AuditEvent {
            at: at(3),
            action: "damage",
            subjects: Vec::new(),
            detail: String::new(),
        };
        world.vault.commit(batch, event).unwrap();
        let refused = graph::Graph::open(&world.vault.snapshot()).err().unwrap();
        assert_eq!(refused.problem().code, ErrorCode::VaultDamaged);
    }
}

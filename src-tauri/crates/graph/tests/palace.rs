//! Wings, rooms, halls: the tree, the keys without values, tunnels, and the search over nodes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod common;

use common::*;
use graph::{EdgeFacet, Facet};
use types::*;
use vault::{AuditEvent, Table, TableId};

fn names(world: &World, facet: &Facet) -> Vec<String> {
    let mut names: Vec<String> = world
        .graph
        .under(&world.vault.snapshot(), facet)
        .unwrap()
        .map(|node| node.unwrap().name)
        .collect();
    names.sort();
    names
}

fn in_room(name: &str, wing: &str, room: &str, hall: Hall) -> Found {
    Found { place: Place { hall, ..place(wing, room) }, ..concept(name, 1) }
}

#[test]
fn a_name_gives_what_is_under_it_and_nothing_else() {
    let mut world = World::new();
    world.change(1, |change| {
        change.merge(in_room("tls", "security", "encryption", Hall::Fact)).unwrap();
        change.merge(in_room("aes", "security", "encryption", Hall::Advice)).unwrap();
        change.merge(in_room("oauth", "security", "authentication", Hall::Fact)).unwrap();
        change.merge(in_room("gdpr", "compliance", "encryption", Hall::Fact)).unwrap();
        let entity = found(NodeKind::Entity, "w3c", 2);
        change.merge(Found { place: Place::unsorted(Hall::Claim), ..entity }).unwrap();
    });
    let s = |text: &str| text.to_owned();
    let check = |world: &World, facet: Facet, expected: &[&str]| {
        assert_eq!(names(world, &facet), expected, "{facet:?}");
    };
    check(&world, Facet::Wing(s("security")), &["aes", "oauth", "tls"]);
    check(&world, Facet::Room(s("security"), s("encryption")), &["aes", "tls"]);
    check(&world, Facet::Hall(s("security"), s("encryption"), Hall::Fact), &["tls"]);
    check(&world, Facet::Wing(s("unsorted")), &["w3c"]);
    check(&world, Facet::Wing(s("")), &[]);
    // moved, it is there and no longer here
    let aes = world.graph.resolve("aes").unwrap();
    world.change(2, |change| {
        change.update(&aes, |node| node.place = place("compliance", "audit")).unwrap();
    });
    check(&world, Facet::Wing(s("security")), &["oauth", "tls"]);
    check(&world, Facet::Wing(s("compliance")), &["aes", "gdpr"]);
    // a forged key, and one that is stale, are passed over
    let mut batch = world.vault.batch();
    let nodes: Table<Node> = Table::new(TableId::Nodes);
    batch.file(&[b"place", b"security", b"encryption", b"fact"], nodes, aes.as_bytes());
    batch.file(&[b"place", b"security"], nodes, &[7; 32]);
    let event =
        AuditEvent { at: at(3), action: "forge", subjects: Vec::new(), detail: String::new() };
    world.vault.commit(batch, event).unwrap();
    check(&world, Facet::Wing(s("security")), &["oauth", "tls"]);
    world.change(4, |change| change.remove(&aes).unwrap());
    check(&world, Facet::Wing(s("security")), &["oauth", "tls"]);
    check(&world, Facet::Wing(s("compliance")), &["gdpr"]);
    world.check();
}

#[test]
fn the_tree_counts_what_is_accepted() {
    let mut world = World::new();
    let (ids, _) = world.change(1, |change| {
        let mut put = |name: &str, wing: &str, room: &str, hall| {
            change.merge(in_room(name, wing, room, hall)).unwrap()
        };
        vec![
            put("a1", "security", "encryption", Hall::Fact),
            put("a2", "security", "encryption", Hall::Advice),
            put("a3", "security", "privacy", Hall::Fact),
            put("b1", "law", "contracts", Hall::Fact),
            put("c1", "unsorted", "unsorted", Hall::Fact),
            put("c2", "unsorted", "unsorted", Hall::Fact),
            put("c3", "unsorted", "unsorted", Hall::Fact),
            put("c4", "unsorted", "unsorted", Hall::Fact),
        ]
    });
    world.change(2, |change| {
        change.update(&ids[0], |node| node.trust.contentious = true).unwrap();
        change.update(&ids[2], |node| node.state = NodeState::Dismissed).unwrap();
        let waits = Found { state: NodeState::Proposed, ..concept("d1", 1) };
        change.merge(waits).unwrap();
    });
    let tree = world.graph.view().tree();
    let told: Vec<String> = tree
        .iter()
        .flat_map(|wing| {
            wing.rooms.iter().map(move |room| {
                let halls: Vec<String> = room
                    .halls
                    .iter()
                    .map(|hall| format!("{} {}", hall.hall.as_str(), hall.nodes))
                    .collect();
                format!(
                    "{} {} / {} {} ({}) {}",
                    wing.wing,
                    wing.nodes,
                    room.room,
                    room.nodes,
                    room.contentious,
                    halls.join(", ")
                )
            })
        })
        .collect();
    assert_eq!(
        told,
        [
            "security 2 / encryption 2 (1) fact 1, advice 1",
            "law 1 / contracts 1 (0) fact 1",
            "unsorted 4 / unsorted 4 (0) fact 4",
        ]
    );
    let counts = world.graph.view().counts();
    assert_eq!((counts.accepted, counts.proposed, counts.dismissed), (7, 1, 1));
    world.check();
}

#[test]
fn tunnels_lead_to_other_wings() {
    let mut world = World::new();
    world.change(1, |change| {
        let mut put =
            |name: &str, wing: &str| change.merge(in_room(name, wing, "x", Hall::Fact)).unwrap();
        let (a, b, c, d, e) = (
            put("aa", "security"),
            put("bb", "law"),
            put("cc", "law"),
            put("dd", "biology"),
            put("ee", "unsorted"),
        );
        for (from, to, confidence) in
            [(a, b, 0.5), (c, a, 0.9), (a, d, 0.7), (b, c, 0.9), (a, e, 0.9)]
        {
            let found = FoundEdge { confidence, ..edge(EdgeKind::Enables, from, to, 1) };
            change.merge_edge(found).unwrap();
        }
    });
    let view = world.graph.view();
    let tunnels = view.tunnels("security");
    let told: Vec<(&str, Vec<f32>)> = tunnels
        .iter()
        .map(|(wing, edges)| {
            (wing.as_str(), edges.iter().map(|id| view.link(id).unwrap().confidence).collect())
        })
        .collect();
    assert_eq!(told, [("law", vec![0.9, 0.5]), ("biology", vec![0.7])]);
    assert_eq!(view.tunnels("nowhere"), []);
}

#[test]
fn the_like_is_found_by_words() {
    let mut world = World::new();
    let statement = |text: &str, number| Found {
        description: format!("{text} (reported)"),
        ..found(NodeKind::Claim, text, number)
    };
    let (ids, _) = world.change(1, |change| {
        let first =
            change.merge(statement("Aspirin lowered the fever of 40 patients.", 1)).unwrap();
        let second = change.merge(statement("Aspirin did not lower fever.", 2)).unwrap();
        let waits = Found { state: NodeState::Proposed, ..statement("Fever rose.", 3) };
        let waits = change.merge(waits).unwrap();
        let alias = known_as("acetylsalicylic acid", 4, "ASA", AliasRule::Acronym);
        (first, second, waits, change.merge(alias).unwrap())
    });
    let found = |world: &World, text: &str| -> Vec<NodeId> {
        let view = world.graph.view();
        view.similar(text, 10, &|_| true).into_iter().map(|(id, _)| id).collect()
    };
    assert_eq!(found(&world, "aspirin lowers fever in patients"), [ids.0, ids.1, ids.2]);
    assert_eq!(found(&world, "what is asa"), [ids.3]);
    assert_eq!(found(&world, "of the and"), []);
    assert_eq!(found(&world, &"fever ".repeat(100_000)).len(), 3);
    let view = world.graph.view();
    let kept = view.similar("aspirin fever", 1, &|head| head.state == NodeState::Proposed);
    assert_eq!(kept[0].0, ids.2);
    world.change(2, |change| {
        change.update(&ids.0, |node| node.state = NodeState::Dismissed).unwrap();
        change.update(&ids.1, |node| node.description = "paracetamol".to_owned()).unwrap();
    });
    assert_eq!(found(&world, "aspirin fever"), [ids.1, ids.2]);
    assert_eq!(found(&world, "paracetamol"), [ids.1]);
    world.check();
}

#[test]
fn edges_lie_under_their_sources() {
    let mut world = World::new();
    let (a, b) = (world.merge(1, concept("aa", 1)), world.merge(1, concept("bb", 1)));
    let (id, _) =
        world.change(2, |change| change.merge_edge(edge(EdgeKind::Cites, a, b, 3)).unwrap());
    let found = |world: &World, facet: EdgeFacet| -> Vec<EdgeId> {
        let now = world.vault.snapshot();
        let edges = world.graph.edges_under(&now, &facet).unwrap();
        edges.map(|edge| edge.unwrap().id).collect()
    };
    assert_eq!(found(&world, EdgeFacet::Source(document(3))), [id]);
    assert_eq!(found(&world, EdgeFacet::Source(document(4))), []);
    world.change(3, |change| change.remove_edge(&id).unwrap());
    assert_eq!(found(&world, EdgeFacet::Source(document(3))), []);
    world.check();
}

#[test]
fn what_older_versions_filed_for_nobody_goes() {
    let mut world = World::new();
    let id = world.merge(1, in_room("tls", "security", "encryption", Hall::Fact));
    let nodes: Table<Node> = Table::new(TableId::Nodes);
    let commit = |batch| {
        let (subjects, detail) = (Vec::new(), String::new());
        let event = AuditEvent { at: at(3), action: "facets", subjects, detail };
        world.vault.commit(batch, event).unwrap();
    };
    let mut batch = world.vault.batch();
    for path in [[&b"kind"[..], b"concept"], [b"tag", b"web"], [b"source", &[1; 16]]] {
        batch.file(&path, nodes, id.as_bytes());
    }
    commit(batch);
    let facets: Table<()> = Table::new(TableId::Facets);
    assert_eq!(world.vault.snapshot().count(facets, &[]).unwrap(), 4);
    let mut batch = world.vault.batch();
    assert!(graph::drop_unread_facets(&world.vault.snapshot(), &mut batch).unwrap());
    commit(batch);
    assert_eq!(world.vault.snapshot().count(facets, &[]).unwrap(), 1);
    assert!(!graph::drop_unread_facets(&world.vault.snapshot(), &mut world.vault.batch()).unwrap());
    assert_eq!(names(&world, &Facet::Wing("security".to_owned())), ["tls"]);
    assert!(world.vault.verify().unwrap().findings.is_empty());
}

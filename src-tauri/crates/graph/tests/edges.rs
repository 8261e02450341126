//! Relations: merged, refused, and walked.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

mod common;

use common::*;
use graph::Error;
use types::*;

fn nodes(world: &mut World, count: usize) -> Vec<NodeId> {
    let (ids, _) = world.change(1, |change| {
        (0..count).map(|n| change.merge(concept(&format!("node n{n}x"), 1)).unwrap()).collect()
    });
    ids
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut world = World::new();
    let ids = nodes(&mut world, 4);
    let gone = NodeId::derive(NodeClass::Thing, "gone", 0);
    world.change(2, |change| {
        change.merge_edge(edge(EdgeKind::Supersedes, ids[0], ids[1], 1)).unwrap();
        change.merge_edge(edge(EdgeKind::Supersedes, ids[1], ids[2], 1)).unwrap();
    });
    let before = world.all();
    let mut change = world.graph.change(&world.vault.snapshot(), at(3));
    for (kind, from, to, expected) in [
        (EdgeKind::Cites, ids[0], gone, "missing"),
        (EdgeKind::Cites, gone, ids[0], "missing"),
        (EdgeKind::Contradicts, ids[0], ids[0], "self"),
        (EdgeKind::Supersedes, ids[2], ids[0], "cycle"),
        (EdgeKind::Supersedes, ids[1], ids[0], "cycle"),
        (EdgeKind::Supersedes, ids[2], ids[2], "self"),
    ] {
        let refused = match change.merge_edge(edge(kind, from, to, 2)) {
            Err(Error::MissingNode(_)) => "missing",
            Err(Error::SelfEdge) => "self",
            Err(Error::Cycle) => "cycle",
            other => panic!("{other:?}"),
        };
        assert_eq!(refused, expected);
    }
    assert!(matches!(change.join(&ids[0], &ids[2]), Err(Error::Cycle)));
    assert!(matches!(change.remove(&gone), Err(Error::MissingNode(_))));
    world.commit(change);
    assert_eq!(world.all(), before);
    // within one change as well, and a circle is no trouble elsewhere
    let mut change = world.graph.change(&world.vault.snapshot(), at(4));
    change.merge_edge(edge(EdgeKind::Supersedes, ids[2], ids[3], 1)).unwrap();
    let circle = change.merge_edge(edge(EdgeKind::Supersedes, ids[3], ids[0], 1));
    assert!(matches!(circle, Err(Error::Cycle)));
    change.merge_edge(edge(EdgeKind::Requires, ids[0], ids[1], 1)).unwrap();
    change.merge_edge(edge(EdgeKind::Requires, ids[1], ids[0], 1)).unwrap();
    // two next to each other may be joined
    change.join(&ids[0], &ids[1]).unwrap();
    world.commit(change);
    world.check();
}

#[test]
fn relations_merge_and_what_was_decided_stands() {
    let mut world = World::new();
    let ids = nodes(&mut world, 2);
    let (a, b) = (ids[0].min(ids[1]), ids[0].max(ids[1]));
    let (id, _) =
        world.change(2, |change| change.merge_edge(edge(EdgeKind::Contradicts, b, a, 1)).unwrap());
    let one = world.edge(&id);
    assert_eq!((one.from, one.to, one.evidence.len()), (a, b, 1));
    let surer = FoundEdge {
        confidence: 0.9,
        because: "\u{0}opposite   direction".to_owned(),
        ..edge(EdgeKind::Contradicts, a, b, 2)
    };
    world.change(3, |change| {
        assert_eq!(change.merge_edge(surer.clone()).unwrap(), id);
        assert_eq!(change.merge_edge(edge(EdgeKind::Contradicts, a, b, 2)).unwrap(), id);
    });
    let two = world.edge(&id);
    assert_eq!((two.because.as_str(), two.confidence), ("opposite direction", 0.9));
    assert_eq!((two.evidence.len(), two.evidence[1].mentions), (2, 2));
    assert_eq!((two.created_at, two.updated_at), (at(2), at(3)));
    world.change(4, |change| {
        change
            .update_edge(&id, |edge| {
                edge.state = NodeState::Dismissed;
                edge.ruling = Some(Ruling::Second);
                edge.from = edge.to;
            })
            .unwrap();
    });
    world.change(5, |change| change.merge_edge(surer).unwrap());
    let ruled = world.edge(&id);
    assert_eq!((ruled.state, ruled.ruling), (NodeState::Dismissed, Some(Ruling::Second)));
    assert_eq!((ruled.from, ruled.to), (a, b));
    assert_eq!(world.graph.view().counts().edges, 0);
    assert_eq!(world.graph.resolve_edge(&id.to_string()[..9]).unwrap(), id);
    assert_eq!(world.graph.resolve_edge(&id.to_string()).unwrap(), id);
    assert!(world.graph.resolve_edge("ffff").is_err());
    world.check();
    let (gone, _) = world.change(6, |change| change.remove(&a).unwrap());
    assert_eq!((gone, world.graph.view().all_links().count()), (1, 0));
    world.check();
}

#[test]
fn walks_are_bounded_and_take_the_important() {
    let mut world = World::new();
    let ids = nodes(&mut world, 30);
    world.change(2, |change| {
        for (n, id) in ids.iter().enumerate().skip(1).take(19) {
            change.merge_edge(edge(EdgeKind::PartOf, *id, ids[0], 1)).unwrap();
            change.update(id, |node| node.importance = n as f32 / 10.0).unwrap();
        }
        for n in 1..10 {
            change.merge_edge(edge(EdgeKind::Requires, ids[n], ids[n + 19], 1)).unwrap();
        }
        change.update(&ids[19], |node| node.state = NodeState::Dismissed).unwrap();
        let hidden = change.merge_edge(edge(EdgeKind::Cites, ids[0], ids[29], 1)).unwrap();
        change.update_edge(&hidden, |edge| edge.state = NodeState::Dismissed).unwrap();
    });
    let view = world.graph.view();
    let all = |_: &graph::Head| true;
    for (hops, limit, count, edges, cut) in [
        (0, 100, 1, 0, false),
        (1, 100, 19, 18, false),
        (2, 100, 28, 27, false),
        (3, 100, 28, 27, false),
        (1, 5, 5, 4, true),
        (2, 19, 19, 18, true),
        (2, 0, 0, 0, false),
    ] {
        let walk = view.neighbourhood(&ids[0], hops, limit, &all);
        assert_eq!(
            (walk.nodes.len(), walk.edges.len(), walk.cut),
            (count, edges, cut),
            "{hops} {limit}"
        );
    }
    let walk = view.neighbourhood(&ids[0], 1, 3, &all);
    assert_eq!(walk.nodes, [(ids[0], 0), (ids[18], 1), (ids[17], 1)]);
    let walk = view.neighbourhood(&ids[0], 2, 100, &|head| head.id != ids[5]);
    assert_eq!(walk.nodes.len(), 26);
    let gone = NodeId::derive(NodeClass::Thing, "gone", 0);
    assert_eq!(view.neighbourhood(&gone, 2, 10, &all), graph::Walk::default());

    let ways = |from: usize, to: usize, hops| view.paths(&ids[from], &ids[to], hops, &all);
    for (from, to, hops, count, length) in [
        (1, 2, 4, 1, 2),
        (20, 21, 4, 1, 4),
        (20, 21, 3, 0, 0),
        (0, 20, 6, 1, 2),
        (0, 0, 6, 0, 0),
        (0, 19, 6, 0, 0),
    ] {
        let found = ways(from, to, hops);
        assert_eq!(found.len(), count, "{from} {to}");
        for (nodes, edges) in found {
            assert_eq!((nodes.len(), edges.len()), (length + 1, length));
            assert_eq!((nodes[0], nodes[length]), (ids[from], ids[to]));
        }
    }
    assert_eq!(view.paths(&ids[1], &ids[2], 4, &|head| head.id != ids[0]).len(), 0);
}

#[test]
fn of_many_shortest_ways_ten_are_given() {
    let mut world = World::new();
    let ids = nodes(&mut world, 42);
    world.change(2, |change| {
        for n in 2..42 {
            change.merge_edge(edge(EdgeKind::Enables, ids[0], ids[n], 1)).unwrap();
            let surer = FoundEdge { confidence: 0.9, ..edge(EdgeKind::PartOf, ids[n], ids[0], 1) };
            change.merge_edge(surer).unwrap();
            change.merge_edge(edge(EdgeKind::Cites, ids[n], ids[1], 1)).unwrap();
        }
    });
    let view = world.graph.view();
    let paths = view.paths(&ids[0], &ids[1], 6, &|_| true);
    assert_eq!(paths.len(), 10);
    assert!(paths.iter().all(|(_, edges)| view.link(&edges[0]).unwrap().kind == EdgeKind::PartOf));
}

//! What becomes of things that are found twice.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod common;

use common::*;
use graph::Error;
use types::*;

#[test]
fn sources_add_up_and_the_better_one_speaks() {
    let mut world = World::new();
    let first = Found {
        description: "a way in".to_owned(),
        tags: vec!["Web".to_owned()],
        state: NodeState::Proposed,
        ..concept("OAuth2", 1)
    };
    let id = world.merge(10, first);
    let second = Found {
        description: "OAuth2 means open authorization".to_owned(),
        evidence: Some(Evidence { mentions: 4, ..evidence(2, Method::Definition, 0.9) }),
        tags: vec!["web".to_owned(), "standard".to_owned()],
        tier: Tier::Researched,
        confidence: 0.9,
        trust: Trust {
            parts: TrustParts { source_tier: 0.85, ..TrustParts::default() },
            tier: "institutional".to_owned(),
            ..Trust::default()
        },
        ..concept("oauth2", 2)
    };
    assert_eq!(world.merge(20, second), id);
    let third = Found {
        description: "something worse".to_owned(),
        evidence: Some(Evidence { passages: vec![9, 1, 9], ..evidence(1, Method::Name, 0.2) }),
        confidence: 0.1,
        state: NodeState::Proposed,
        ..concept("OAUTH2", 1)
    };
    assert_eq!(world.merge(30, third), id);
    let node = world.node(&id);
    assert_eq!(id, NodeId::derive(NodeClass::Thing, "oauth2", 0));
    assert_eq!((node.name.as_str(), node.mention_count, node.evidence.len()), ("OAuth2", 6, 2));
    assert_eq!(node.description, "OAuth2 means open authorization");
    assert_eq!(node.tags, ["web", "standard"]);
    assert_eq!((node.tier, node.confidence), (Tier::Researched, 0.9));
    assert_eq!((node.trust.tier.as_str(), node.trust.reliability()), ("institutional", 0.85));
    assert_eq!(node.state, NodeState::Accepted);
    assert_eq!((node.created_at, node.updated_at), (at(10), at(30)));
    let one = &node.evidence[0];
    assert_eq!((one.mentions, &one.passages[..], one.method), (2, &[1, 9][..], Method::Keyphrase));
    world.check();
}

#[test]
fn what_a_person_fixed_stays() {
    let mut world = World::new();
    let id = world.merge(1, concept("Mercury", 1));
    world.change(2, |change| {
        change
            .update(&id, |node| {
                node.description = "mine".to_owned();
                node.place = Place { by: PlacedBy::User, ..place("physics", "astronomy") };
                node.trust.overridden = Some(Override {
                    reliability: 0.1,
                    reason: "no".to_owned(),
                    at: at(2),
                    before: 0.5,
                });
                node.state = NodeState::Dismissed;
                for field in [Field::Description, Field::Place, Field::State, Field::Kind] {
                    node.fix(field);
                }
            })
            .unwrap();
    });
    let strong = Found {
        kind: NodeKind::Entity,
        description: "theirs".to_owned(),
        evidence: Some(evidence(2, Method::Definition, 1.0)),
        place: Place { confidence: 1.0, ..place("chemistry", "analysis") },
        confidence: 1.0,
        trust: Trust {
            parts: TrustParts { source_tier: 0.85, ..TrustParts::default() },
            ..Trust::default()
        },
        ..concept("Mercury", 2)
    };
    world.merge(3, strong);
    let node = world.node(&id);
    assert_eq!(node.description, "mine");
    assert_eq!((node.kind, node.state), (NodeKind::Concept, NodeState::Dismissed));
    assert_eq!(node.place.wing, "physics");
    assert_eq!(node.trust.reliability(), 0.1);
    assert_eq!(node.evidence.len(), 2);
    world.check();
}

#[test]
fn places_are_taken_from_the_surer() {
    for (old, new, taken) in [
        ((PlacedBy::Keyword, 0.8), (PlacedBy::Keyword, 0.9), true),
        ((PlacedBy::Keyword, 0.8), (PlacedBy::Keyword, 0.75), false),
        ((PlacedBy::Nearest, 0.9), (PlacedBy::Keyword, 0.75), true),
        ((PlacedBy::Keyword, 0.75), (PlacedBy::Nearest, 0.9), false),
        ((PlacedBy::Unsorted, 0.0), (PlacedBy::Nearest, 0.1), true),
        ((PlacedBy::Model, 0.8), (PlacedBy::Unsorted, 0.0), false),
        ((PlacedBy::User, 0.1), (PlacedBy::Keyword, 1.0), false),
        ((PlacedBy::Nearest, 0.1), (PlacedBy::Keyword, f32::NAN), true),
    ] {
        let mut world = World::new();
        let placed = |wing: &str, (by, confidence)| Place { by, confidence, ..place(wing, "x") };
        let id = world.merge(1, Found { place: placed("a", old), ..concept("thing", 1) });
        world.merge(2, Found { place: placed("b", new), ..concept("thing", 2) });
        assert_eq!(world.node(&id).place.wing == "b", taken, "{old:?} {new:?}");
    }
}

#[test]
fn bounds_hold() {
    let mut world = World::new();
    let long = "é".repeat(QUOTE_BYTES);
    let mut change = world.graph.change(&world.vault.snapshot(), at(1));
    let mut id = None;
    for number in 0..=255u8 {
        let quoted = Evidence {
            quote: long.clone(),
            passages: (0..100).collect(),
            mentions: u32::MAX,
            confidence: f32::INFINITY,
            ..evidence(number, Method::Name, 0.5)
        };
        let many = Found {
            evidence: Some(quoted),
            description: "d".repeat(50_000),
            tags: (0..50).map(|tag| format!("{number} {tag} {}", "t".repeat(500))).collect(),
            aliases: (0..400)
                .map(|n| (format!("alias {number} {n}"), AliasRule::Acronym))
                .collect(),
            importance: f32::NAN,
            confidence: f32::NEG_INFINITY,
            ..concept("hub", number)
        };
        id = Some(change.merge(many).unwrap());
    }
    world.commit(change);
    let node = world.node(&id.unwrap());
    assert_eq!(node.mention_count, u32::MAX);
    assert_eq!(node.evidence.len(), SOURCES);
    let one = &node.evidence[0];
    assert_eq!((one.quote.len(), one.passages.len(), one.confidence), (QUOTE_BYTES, PASSAGES, 1.0));
    assert_eq!((node.aliases.len(), node.tags.len()), (64, 32));
    assert!(node.description.len() <= 2_000 && node.tags.iter().all(|tag| tag.len() <= 60));
    assert_eq!((node.importance, node.confidence), (1.0, 0.0));
    world.check();
}

#[test]
fn names_that_cannot_be_are_refused() {
    let mut world = World::new();
    let mut change = world.graph.change(&world.vault.snapshot(), at(1));
    let long = "n".repeat(10_000);
    for (kind, name) in [
        (NodeKind::Concept, ""),
        (NodeKind::Concept, "—…!"),
        (NodeKind::Concept, "\u{202e}\u{200b}\n"),
        (NodeKind::Concept, long.as_str()),
        (NodeKind::Claim, long.as_str()),
    ] {
        let refused = change.merge(found(kind, name, 1));
        assert!(matches!(&refused, Err(Error::BadName(_))), "{name:.20}");
        assert_eq!(refused.unwrap_err().problem().code, ErrorCode::Usage);
    }
    let sentence = format!("It rose by 12 % {}", "and so on ".repeat(60));
    let statement = change.merge(found(NodeKind::Claim, &sentence, 1)).unwrap();
    let hebrew = change.merge(concept("שלום \u{202e}עולם", 1)).unwrap();
    world.commit(change);
    let node = world.node(&statement);
    assert_eq!(node.name.chars().count(), NAME_CHARS);
    assert_eq!(statement, NodeId::derive(NodeClass::Statement, &normalise_name(&sentence), 0));
    assert_eq!(world.node(&hebrew).name, "שלום עולם");
    assert_eq!(world.graph.view().heads().count(), 2);
    assert_eq!(world.graph.resolve("שלום עולם").unwrap(), hebrew);
    world.check();
}

#[test]
fn a_dropped_change_leaves_nothing() {
    let mut world = World::new();
    let id = world.merge(1, concept("kept", 1));
    let before = world.all();
    let mut change = world.graph.change(&world.vault.snapshot(), at(2));
    change.merge(concept("dropped", 1)).unwrap();
    change.remove(&id).unwrap();
    assert!(change.node(&id).unwrap().is_none());
    drop(change);
    assert_eq!(world.all(), before);
}

//! Which node a name means: spellings, abbreviations, what a person said, and what only looks alike.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

mod common;

use common::*;
use graph::{Error, MIXED_SCRIPT};
use types::*;

fn aliases(world: &World, id: &NodeId) -> Vec<(String, AliasRule)> {
    world.node(id).aliases.into_iter().map(|alias| (alias.normalised, alias.rule)).collect()
}

#[test]
fn spellings_become_one_and_can_be_told_apart_for_good() {
    let mut world = World::new();
    let id = world.merge(1, concept("OAuth 2.0", 1));
    // in one change and in later ones
    world.change(2, |change| {
        assert_eq!(change.merge(concept("OAuth2", 2)).unwrap(), id);
        assert_eq!(change.merge(concept("OAuth-2", 2)).unwrap(), id);
    });
    let expected =
        [("oauth2".to_owned(), AliasRule::Version), ("oauth_2".to_owned(), AliasRule::Version)];
    assert_eq!(aliases(&world, &id), expected);
    assert_eq!(world.graph.resolve("oauth-2").unwrap(), id);
    let (_, undo) = world.change(3, |change| change.unalias(&id, "OAuth2").unwrap());
    let own = world.merge(4, concept("OAuth2", 3));
    assert_ne!(own, id);
    assert_eq!(own, NodeId::derive(NodeClass::Thing, "oauth2", 0));
    assert_eq!(world.graph.resolve("OAuth2").unwrap(), own);
    assert!(matches!(
        world.graph.change(&world.vault.snapshot(), at(5)).unalias(&id, "nonsense"),
        Err(Error::NotFound)
    ));
    world.check();
    // undone, the name is an alias again, and what was found meanwhile stays
    world.change(6, |change| change.restore(&undo).unwrap());
    assert!(aliases(&world, &id).contains(&expected[0]));
    assert!(world.has(&own));
    world.check();
}

#[test]
fn a_name_taken_from_its_own_node_means_another() {
    let mut world = World::new();
    let id = world.merge(1, concept("Mercury", 1));
    world.change(2, |change| {
        change
            .update(&id, |node| {
                node.name = "Mercury (planet)".to_owned();
                node.fix(Field::Name);
            })
            .unwrap();
    });
    assert_eq!(aliases(&world, &id), [("mercury".to_owned(), AliasRule::User)]);
    assert_eq!(world.graph.resolve("Mercury (planet)").unwrap(), id);
    assert_eq!(world.merge(3, concept("mercury", 2)), id);
    assert_eq!(world.merge(3, concept("Mercury (Planet)", 2)), id);
    world.change(4, |change| change.unalias(&id, "Mercury").unwrap());
    let other = world.merge(5, concept("Mercury", 3));
    assert_ne!(other, id);
    assert_eq!(world.merge(6, concept("Mercury", 4)), other);
    assert_eq!(world.node(&other).sense, 1);
    world.check();
}

#[test]
fn abbreviations_take_the_short_form_where_nothing_speaks_against_it() {
    let mut world = World::new();
    let short = world.merge(1, concept("OAuth", 1));
    let long = world.merge(2, known_as("Open Authorization", 2, "OAuth", AliasRule::Acronym));
    assert!(!world.has(&short));
    assert_eq!(world.node(&long).evidence.len(), 2);
    assert_eq!(world.graph.resolve("oauth").unwrap(), long);
    assert_eq!(world.graph.resolve(&short.to_string()).unwrap(), long);
    assert_eq!(world.merge(3, concept("OAuth", 3)), long);
    world.check();

    // another document means something else by it
    let pcr = world.merge(4, known_as("polymerase chain reaction", 1, "PCR", AliasRule::Acronym));
    let ratio = world.merge(5, known_as("protein creatinine ratio", 2, "PCR", AliasRule::Acronym));
    assert_ne!(pcr, ratio);
    assert_eq!(world.merge(6, concept("PCR", 2)), ratio);
    assert_eq!(world.merge(6, concept("PCR", 3)), pcr);

    // one that another document defines stays its own
    let defined =
        Found { evidence: Some(evidence(5, Method::Definition, 0.9)), ..concept("API", 5) };
    let defined = world.merge(7, defined);
    let ingredient = known_as("active pharmaceutical ingredient", 6, "API", AliasRule::Acronym);
    let ingredient = world.merge(8, ingredient);
    assert!(world.has(&defined));
    assert_eq!(world.merge(9, concept("API", 6)), ingredient);
    assert_eq!(world.merge(9, concept("API", 7)), defined);
    world.check();
}

/// Of 36 documents that say PCR and not what it stands for, those taken to mean the reaction (known first)
/// and the ratio (with more edges).
fn matched(strategy: Option<Strategy>) -> (usize, usize) {
    let mut world = World::new();
    let pcr = world.merge(1, known_as("polymerase chain reaction", 1, "PCR", AliasRule::Acronym));
    let ratio = world.merge(2, known_as("protein creatinine ratio", 2, "PCR", AliasRule::Acronym));
    let kidney = world.merge(3, concept("kidney", 2));
    world.change(4, |change| change.merge_edge(edge(EdgeKind::PartOf, ratio, kidney, 2)).unwrap());
    for number in 3..39 {
        world.change(5, |change| {
            change.match_by(strategy);
            change.merge(concept("PCR", number)).unwrap();
        });
    }
    // what a document defines itself is not a matter of matching
    world.change(6, |change| {
        change.match_by(strategy);
        assert_eq!(change.merge(concept("PCR", 1)).unwrap(), pcr);
        assert_eq!(change.merge(concept("PCR", 2)).unwrap(), ratio);
    });
    world.check();
    let of = |id: &NodeId| world.node(id).evidence.len() - 1;
    (of(&pcr), of(&ratio))
}

#[test]
fn a_strategy_decides_what_an_undefined_abbreviation_means() {
    assert_eq!(matched(None), (36, 0));
    assert_eq!(matched(Some(Strategy::Popularity)), (0, 36));
    assert_eq!(matched(Some(Strategy::Random)), (18, 18));
    assert_eq!(matched(Some(Strategy::Hybrid)), (9, 27));
}

#[test]
fn rules_that_do_not_hold_are_not_believed() {
    let mut world = World::new();
    for (kind, name, alias, rule, taken) in [
        (NodeKind::Concept, "data base", "database", AliasRule::Spacing, true),
        (NodeKind::Concept, "alpha", "beta", AliasRule::Spacing, false),
        (NodeKind::Concept, "alpha beta", "gamma", AliasRule::User, false),
        (NodeKind::Concept, "alpha cat", "alpha dog", AliasRule::Plural, false),
        (NodeKind::Claim, "Long claims are long.", "LCL", AliasRule::Acronym, false),
        (NodeKind::Publication, "A Study of Sleep", "10.1000/xyz", AliasRule::Identifier, true),
        (NodeKind::Concept, "some concept", "10.1000/abc", AliasRule::Identifier, false),
        (NodeKind::Concept, "open thing", "…", AliasRule::Acronym, false),
        (NodeKind::Concept, "p\u{430}ypal systems", "PS", AliasRule::Acronym, false),
        (NodeKind::Concept, "plain systems", "P\u{430}S", AliasRule::Acronym, false),
    ] {
        let aliases = vec![(alias.to_owned(), rule)];
        let id = world.merge(1, Found { aliases, ..found(kind, name, 1) });
        assert_eq!(!world.node(&id).aliases.is_empty(), taken, "{name} {alias}");
    }
    world.check();
}

#[test]
fn an_identifier_names_its_publication_under_every_title() {
    let mut world = World::new();
    let titled = |title: &str, number| Found {
        aliases: vec![("10.1000/xyz".to_owned(), AliasRule::Identifier)],
        ..found(NodeKind::Publication, title, number)
    };
    let mention = world.merge(1, found(NodeKind::Identifier, "10.1000/xyz", 1));
    let id = world.merge(2, titled("A Study of Sleep", 2));
    assert!(!world.has(&mention));
    assert_eq!(world.merge(3, titled("Sleep, a study", 3)), id);
    assert_eq!(world.node(&id).kind, NodeKind::Publication);
    assert_eq!(world.graph.resolve("Sleep, a study").unwrap(), id);
    world.check();
}

#[test]
fn what_looks_alike_is_not_taken_for_it() {
    let mut world = World::new();
    let honest = world.merge(1, concept("paypal", 1));
    for name in ["p\u{430}ypal", "\u{440}aypal"] {
        let disguised = world.merge(2, concept(name, 2));
        let node = world.node(&disguised);
        assert_ne!(disguised, honest);
        assert_eq!(
            (node.state, &node.tags[..]),
            (NodeState::Proposed, &[MIXED_SCRIPT.to_owned()][..])
        );
        assert_eq!(world.merge(3, known_as(name, 3, "PP", AliasRule::Acronym)), disguised);
        assert!(world.node(&disguised).aliases.is_empty());
    }
    // whole in another script, it is suspicious only beside what it looks like
    let coca = "\u{441}\u{43e}\u{441}\u{430}";
    let alone = world.merge(4, concept(coca, 1));
    assert!(world.node(&alone).tags.is_empty());
    world.merge(5, concept("coca", 1));
    world.merge(6, concept(coca, 2));
    assert_eq!(world.node(&alone).tags, [MIXED_SCRIPT]);
    // a person may say so
    let by_hand = Found { tier: Tier::User, ..concept("gооgle", 1) };
    let by_hand = world.merge(7, by_hand);
    assert_eq!(world.node(&by_hand).state, NodeState::Accepted);
    world.check();
}

#[test]
fn two_things_with_one_name_are_split_for_good() {
    let mut world = World::new();
    let planet = world.merge(1, concept("Mercury", 1));
    world.merge(1, concept("Mercury", 2));
    let sun = world.merge(1, concept("Sun", 1));
    let other = world.merge(1, concept("thermometer", 2));
    world.change(2, |change| {
        change.merge_edge(edge(EdgeKind::PartOf, planet, sun, 1)).unwrap();
        change.merge_edge(edge(EdgeKind::PartOf, planet, other, 2)).unwrap();
        change.merge_edge(edge(EdgeKind::Requires, other, planet, 1)).unwrap();
        change.merge_edge(edge(EdgeKind::Requires, other, planet, 2)).unwrap();
    });
    let refused = world.graph.change(&world.vault.snapshot(), at(3)).split(&planet, "x", &[]);
    assert!(matches!(refused, Err(Error::NothingToSplit)));
    let all = world.graph.change(&world.vault.snapshot(), at(3)).split(
        &planet,
        "x",
        &[document(1), document(2)],
    );
    assert!(matches!(all, Err(Error::NothingToSplit)));
    let before = world.all();
    let (metal, undo) =
        world.change(4, |change| change.split(&planet, "Mercury (metal)", &[document(2)]).unwrap());
    assert_eq!(metal, NodeId::derive(NodeClass::Thing, "mercury", 1));
    assert_eq!((world.node(&planet).mention_count, world.node(&metal).mention_count), (1, 1));
    let ends =
        |kind, from, to| world.graph.view().link(&EdgeId::derive(kind, &from, &to)).is_some();
    assert!(ends(EdgeKind::PartOf, planet, sun) && !ends(EdgeKind::PartOf, planet, other));
    assert!(ends(EdgeKind::PartOf, metal, other));
    assert!(ends(EdgeKind::Requires, other, planet) && ends(EdgeKind::Requires, other, metal));
    assert_eq!(world.merge(5, concept("mercury", 2)), metal);
    assert_eq!(world.merge(5, concept("mercury", 3)), planet);
    assert_eq!(world.merge(5, concept("Mercury (metal)", 4)), metal);
    // also when the document is read again, and when the second thing was gone
    world.change(6, |change| change.remove(&metal).unwrap());
    assert_eq!(world.merge(7, concept("mercury", 2)), metal);
    assert!(matches!(world.graph.resolve("Mercury").map(|id| id == planet), Ok(true)));
    world.check();
    // undone, what was found since stays
    world.change(8, |change| change.restore(&undo).unwrap());
    assert_eq!(world.merge(9, concept("mercury", 2)), planet);
    assert!([planet, sun, other].iter().all(|id| before.nodes.contains_key(id) && world.has(id)));
    world.check();
}

#[test]
fn a_split_is_undone_exactly_where_nothing_happened_since() {
    let mut world = World::new();
    let id = world.merge(1, concept("Mercury", 1));
    world.merge(1, concept("Mercury", 2));
    let before = world.all();
    let (metal, undo) =
        world.change(2, |change| change.split(&id, "metal", &[document(2)]).unwrap());
    world.change(3, |change| change.restore(&undo).unwrap());
    assert_eq!(world.all(), before);
    assert!(!world.has(&metal));
    assert_eq!(world.merge(4, concept("mercury", 2)), id);
    world.check();
}

#[test]
fn two_names_of_one_thing_are_joined_and_parted_again() {
    let mut world = World::new();
    let into = world.merge(1, concept("vitamin C", 1));
    let from = world.merge(1, known_as("ascorbic acid", 2, "AA", AliasRule::Acronym));
    let scurvy = world.merge(1, concept("scurvy", 2));
    let claim = world.merge(1, found(NodeKind::Claim, "It helps.", 2));
    world.change(2, |change| {
        change.merge_edge(edge(EdgeKind::Enables, from, scurvy, 2)).unwrap();
        change.merge_edge(edge(EdgeKind::Enables, into, scurvy, 1)).unwrap();
        change.merge_edge(edge(EdgeKind::PartOf, into, from, 1)).unwrap();
    });
    let before = world.all();
    let refused = world.graph.change(&world.vault.snapshot(), at(3)).join(&into, &claim);
    assert!(matches!(refused, Err(Error::ClassMismatch)));
    let (_, undo) = world.change(3, |change| change.join(&into, &from).unwrap());
    assert!(!world.has(&from));
    let node = world.node(&into);
    assert_eq!((node.mention_count, node.evidence.len(), node.created_at), (2, 2, at(1)));
    for name in ["ascorbic acid", "AA", &from.to_string(), "Vitamin C"] {
        assert_eq!(world.graph.resolve(name).unwrap(), into, "{name}");
    }
    let merged = EdgeId::derive(EdgeKind::Enables, &into, &scurvy);
    assert_eq!(world.edge(&merged).evidence.len(), 2);
    assert_eq!(world.graph.view().all_links().count(), 1);
    world.check();
    world.change(4, |change| change.restore(&undo).unwrap());
    assert_eq!(world.all(), before);
    assert_eq!(world.graph.resolve("AA").unwrap(), from);
    // joined again, found again, and parted: what was found since stays with what it was found for
    let (_, undo) = world.change(5, |change| change.join(&into, &from).unwrap());
    assert_eq!(world.merge(6, concept("Ascorbic acid", 3)), into);
    world.change(7, |change| {
        change.merge_edge(edge(EdgeKind::Defines, from, scurvy, 3)).unwrap();
    });
    world.change(8, |change| change.restore(&undo).unwrap());
    let documents = |id: &NodeId| -> Vec<DocumentId> {
        world.node(id).evidence.iter().filter_map(|evidence| evidence.document).collect()
    };
    assert_eq!(documents(&into), [document(1), document(3)]);
    assert_eq!(documents(&from), [document(2)]);
    assert_eq!((world.node(&into).mention_count, world.node(&from).mention_count), (2, 1));
    assert_eq!(world.merge(9, concept("ascorbic acid", 4)), from);
    world.check();
}

#[test]
fn people_name_nodes_by_id_prefix_and_name() {
    let mut world = World::new();
    let id = world.merge(1, concept("Café Society", 1));
    let statement = world.merge(1, found(NodeKind::Claim, "Twice said.", 1));
    world.merge(1, concept("Twice said.", 1));
    let hex = id.to_string();
    for (text, expected) in [
        (hex.as_str(), Ok(id)),
        (&hex[..8], Ok(id)),
        (&hex[..8].to_uppercase(), Ok(id)),
        (" cafe\u{301} society ", Ok(id)),
        (&hex[..7], Err(ErrorCode::NotFound)),
        ("twice said", Err(ErrorCode::Ambiguous)),
        ("Twice said.", Err(ErrorCode::Ambiguous)),
        ("", Err(ErrorCode::NotFound)),
        ("…", Err(ErrorCode::NotFound)),
        (&statement.to_string(), Ok(statement)),
        (&"0".repeat(64), Err(ErrorCode::NotFound)),
    ] {
        let found = world.graph.resolve(text).map_err(|error| error.problem().code);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_hundred_thousand_attempts_at_aliases_are_bounded() {
    let mut world = World::new();
    let mut change = world.graph.change(&world.vault.snapshot(), at(1));
    for round in 0..100 {
        let aliases = (0..1_000).map(|n| (format!("A{round}x{n}"), AliasRule::Acronym)).collect();
        change.merge(Found { aliases, ..concept("target", 1) }).unwrap();
    }
    world.commit(change);
    let id = world.graph.resolve("target").unwrap();
    assert_eq!(world.node(&id).aliases.len(), 64);
    world.check();
}

//! The files that other programs read are read back here: whatever is in the names, they are whole.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod common;

use common::*;
use quick_xml::{Reader, events::Event};
use std::collections::{BTreeMap, BTreeSet};
use types::*;

/// Names that have broken files before.
const HOSTILE: [&str; 6] = [
    "a < b & c > d",
    "</data></node></graphml><!-- ]]>",
    "quote \" and ' and \\",
    "control \u{1}\u{b}\u{7f}\u{fffe}\u{ffff} end",
    "שלום \u{202e}עולם 契約 \u{1f600}",
    "&amp; &#0; &lt;",
];

fn graph() -> (World, Vec<Node>, Vec<Edge>) {
    let mut world = World::new();
    let (ids, _) = world.change(1, |change| {
        let mut ids = Vec::new();
        for (n, name) in HOSTILE.iter().enumerate() {
            let said = Found {
                description: (*name).to_owned(),
                tags: vec![(*name).to_owned()],
                validity: Validity { from: Some(-735_525), to: None, stated: (*name).to_owned() },
                aliases: vec![(format!("alias {n}"), AliasRule::Acronym)],
                ..concept(name, 1)
            };
            ids.push(change.merge(said).unwrap());
        }
        let because = FoundEdge {
            because: HOSTILE[1].to_owned(),
            ..edge(EdgeKind::Contradicts, ids[0], ids[1], 1)
        };
        change.merge_edge(because).unwrap();
        change.merge_edge(edge(EdgeKind::Requires, ids[2], ids[3], 1)).unwrap();
        change.merge_edge(edge(EdgeKind::Cites, ids[4], ids[5], 1)).unwrap();
        ids
    });
    let nodes = ids.iter().map(|id| world.node(id)).collect();
    let view = world.graph.view();
    let edges: Vec<EdgeId> = view.all_links().map(|link| link.id).collect();
    let edges = edges.iter().map(|id| world.edge(id)).collect();
    (world, nodes, edges)
}

#[test]
fn graphml_is_read_back() {
    let (_world, mut nodes, edges) = graph();
    // an edge to what is not exported is left out
    let left_out = nodes.pop().unwrap();
    let text = graph::graphml(&nodes, &edges);
    let mut reader = Reader::from_str(&text);
    let (mut keys, mut used) = (BTreeSet::new(), BTreeSet::new());
    let (mut open, mut ids, mut ends) = (Vec::new(), BTreeSet::new(), Vec::new());
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let (mut node, mut key) = (String::new(), String::new());
    loop {
        let event = reader.read_event().unwrap();
        if let Event::Start(tag) | Event::Empty(tag) = &event {
            let attributes: BTreeMap<String, String> = tag
                .attributes()
                .map(|one| {
                    let one = one.unwrap();
                    (one.key.as_ref().to_owned(), one.value.into_owned())
                })
                .collect();
            match tag.name().as_ref() {
                "key" => assert!(keys.insert(attributes["id"].clone())),
                "node" => {
                    node = attributes["id"].clone();
                    assert!(ids.insert(node.clone()));
                }
                "edge" => ends.extend([attributes["source"].clone(), attributes["target"].clone()]),
                "data" => {
                    key = attributes["key"].clone();
                    used.insert(key.clone());
                }
                _ => {}
            }
        }
        match event {
            Event::Start(tag) => open.push(tag.name().as_ref().to_owned()),
            Event::End(tag) => assert_eq!(open.pop().unwrap(), tag.name().as_ref()),
            Event::Text(words) if key == "name" && open.last().unwrap() == "data" => {
                names.entry(node.clone()).or_default().push_str(&words.xml10_content());
            }
            Event::GeneralRef(entity) if key == "name" && open.last().unwrap() == "data" => {
                let letter = match &*entity {
                    "amp" => "&",
                    "lt" => "<",
                    "gt" => ">",
                    other => panic!("{other}"),
                };
                names.entry(node.clone()).or_default().push_str(letter);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
    assert!(used.is_subset(&keys));
    assert_eq!((ids.len(), ends.len()), (5, 4));
    assert!(ends.iter().all(|end| ids.contains(end)) && !text.contains(&left_out.id.to_string()));
    for node in &nodes {
        let shown: String =
            node.name.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
        assert_eq!(names[&format!("n{}", node.id)], shown);
    }
    assert!(text.contains("-0044-03-15"));
}

#[test]
fn json_ld_is_read_back() {
    let (_world, nodes, edges) = graph();
    let document: serde_json::Value =
        serde_json::from_str(&graph::json_ld(&nodes, &edges)).unwrap();
    let context = document["@context"].as_object().unwrap();
    let objects = document["@graph"].as_array().unwrap();
    assert_eq!(objects.len(), nodes.len() + edges.len());
    let ids: BTreeSet<&str> = objects.iter().map(|one| one["@id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), objects.len());
    for object in objects {
        for (key, value) in object.as_object().unwrap() {
            assert!(key.starts_with('@') || context.contains_key(key), "{key}");
            if EdgeKind::ALL.iter().any(|kind| kind.as_str() == key) {
                for end in value.as_array().unwrap() {
                    assert!(ids.contains(end.as_str().unwrap()));
                }
            }
        }
        let kind = object["@type"].as_str().unwrap();
        let prefix = kind.split(':').next().unwrap();
        assert!(context.contains_key(prefix), "{kind}");
    }
    // every term leads to an address, by way of a prefix that the context has
    for (term, meaning) in context.iter().filter(|(term, _)| !term.starts_with('@')) {
        let meaning = meaning.as_str().or_else(|| meaning["@id"].as_str()).unwrap();
        let (prefix, rest) = meaning.split_once(':').unwrap();
        assert!(
            rest.starts_with("//") || prefix == "urn" || context.contains_key(prefix),
            "{term}"
        );
    }
    for (node, object) in nodes.iter().zip(objects) {
        assert_eq!(object["name"].as_str().unwrap(), node.name);
        assert_eq!(object["validFrom"].as_str().unwrap(), "-0044-03-15");
        assert_eq!(object["wasDerivedFrom"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn nothing_is_something_too() {
    let document: serde_json::Value = serde_json::from_str(&graph::json_ld(&[], &[])).unwrap();
    assert_eq!(document["@graph"].as_array().unwrap().len(), 0);
    assert!(graph::graphml(&[], &[]).ends_with("</graphml>\n"));
}

//! The graph as files for other programs: GraphML (Brandes et al.) and JSON-LD 1.1 (W3C) in the terms
//! of schema.org, SKOS, PROV and Dublin Core. Edges to nodes that are not among those given are left
//! out. Pure.

use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use types::{Edge, EdgeKind, Node, NodeId, NodeKind, NodeState, Ruling, Tier, day_text};

/// Fields in GraphML: id, whose, type.
const KEYS: [(&str, &str, &str); 24] = [
    ("name", "node", "string"),
    ("description", "node", "string"),
    ("summary", "node", "string"),
    ("kind", "node", "string"),
    ("state", "node", "string"),
    ("wing", "node", "string"),
    ("room", "node", "string"),
    ("hall", "node", "string"),
    ("tags", "node", "string"),
    ("aliases", "node", "string"),
    ("reliability", "node", "double"),
    ("contentious", "node", "boolean"),
    ("sources", "node", "string"),
    ("mentions", "node", "int"),
    ("importance", "node", "double"),
    ("tier", "node", "string"),
    ("confidence", "node", "double"),
    ("valid_from", "node", "string"),
    ("valid_to", "node", "string"),
    ("valid_stated", "node", "string"),
    ("relation", "edge", "string"),
    ("edge_confidence", "edge", "double"),
    ("because", "edge", "string"),
    ("ruling", "edge", "string"),
];

/// The nodes and the edges between them as GraphML.
pub fn graphml(nodes: &[Node], edges: &[Edge]) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns \
         http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n",
    );
    for (id, owner, kind) in KEYS {
        let name = id.strip_prefix("edge_").unwrap_or(id);
        // writing to a string cannot fail
        let _ = writeln!(
            out,
            "  <key id=\"{id}\" for=\"{owner}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
        );
    }
    out.push_str("  <graph id=\"loci\" edgedefault=\"directed\">\n");
    for node in nodes {
        let _ = writeln!(out, "    <node id=\"n{}\">", node.id);
        for (key, value) in node_fields(node) {
            data(&mut out, key, &value);
        }
        out.push_str("    </node>\n");
    }
    for edge in within(nodes, edges) {
        let Edge { id, from, to, .. } = edge;
        let way = if edge.kind == EdgeKind::Contradicts { " directed=\"false\"" } else { "" };
        let _ = writeln!(out, "    <edge id=\"e{id}\" source=\"n{from}\" target=\"n{to}\"{way}>");
        data(&mut out, "relation", edge.kind.as_str());
        data(&mut out, "edge_confidence", &edge.confidence.to_string());
        data(&mut out, "because", &edge.because);
        data(&mut out, "ruling", edge.ruling.map_or("", ruling));
        out.push_str("    </edge>\n");
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

fn node_fields(node: &Node) -> Vec<(&'static str, String)> {
    let sources = node.evidence.iter().filter_map(|evidence| evidence.document);
    let sources: Vec<String> = sources.map(|document| document.to_string()).collect();
    let aliases: Vec<&str> = node.aliases.iter().map(|alias| alias.name.as_str()).collect();
    vec![
        ("name", node.name.clone()),
        ("description", node.description.clone()),
        ("summary", node.summary.clone()),
        ("kind", node.kind.as_str().to_owned()),
        ("state", state(node.state).to_owned()),
        ("wing", node.place.wing.clone()),
        ("room", node.place.room.clone()),
        ("hall", node.place.hall.as_str().to_owned()),
        ("tags", node.tags.join("; ")),
        ("aliases", aliases.join("; ")),
        ("reliability", node.trust.reliability().to_string()),
        ("contentious", node.trust.contentious.to_string()),
        ("sources", sources.join(" ")),
        ("mentions", i32::try_from(node.mention_count).unwrap_or(i32::MAX).to_string()),
        ("importance", node.importance.to_string()),
        ("tier", tier(node.tier).to_owned()),
        ("confidence", node.confidence.to_string()),
        ("valid_from", node.validity.from.map(day_text).unwrap_or_default()),
        ("valid_to", node.validity.to.map(day_text).unwrap_or_default()),
        ("valid_stated", node.validity.stated.clone()),
    ]
}

/// One field; none where it is empty.
fn data(out: &mut String, key: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    let _ = write!(out, "      <data key=\"{key}\">");
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // XML 1.0 has no way to write these
            c if (c.is_control() && c != '\t' && c != '\n')
                || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out.push_str("</data>\n");
}

/// The nodes and the edges between them as JSON-LD 1.1.
pub fn json_ld(nodes: &[Node], edges: &[Edge]) -> String {
    let edges: Vec<&Edge> = within(nodes, edges).collect();
    let mut leaving: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
    for edge in &edges {
        leaving.entry(edge.from).or_default().push(edge);
    }
    let mut graph: Vec<Value> = nodes
        .iter()
        .map(|node| {
            let relations = leaving.get(&node.id).map_or(&[][..], Vec::as_slice);
            node_object(node, relations)
        })
        .collect();
    graph.extend(edges.into_iter().map(edge_object));
    let document = json!({ "@context": context(), "@graph": graph });
    format!("{document:#}\n")
}

fn context() -> Value {
    let link = |id: &str| json!({ "@id": id, "@type": "@id" });
    let links = |id: &str| json!({ "@id": id, "@type": "@id", "@container": "@set" });
    let day = |id: &str| json!({ "@id": id, "@type": "http://www.w3.org/2001/XMLSchema#date" });
    let set = |id: &str| json!({ "@id": id, "@container": "@set" });
    let mut context = json!({
        "@version": 1.1,
        "dcterms": "http://purl.org/dc/terms/",
        "loci": "urn:loci:term:",
        "prov": "http://www.w3.org/ns/prov#",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "schema": "https://schema.org/",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "name": "schema:name",
        "description": "schema:description",
        "abstract": "schema:abstract",
        "keywords": set("schema:keywords"),
        "altLabel": set("skos:altLabel"),
        "validFrom": day("schema:validFrom"),
        "validThrough": day("schema:validThrough"),
        "temporal": "schema:temporal",
        "wasDerivedFrom": links("prov:wasDerivedFrom"),
        "qualifiedDerivation": set("prov:qualifiedDerivation"),
        "entity": link("prov:entity"),
        "quotation": "prov:value",
        "kind": "loci:kind",
        "state": "loci:state",
        "wing": "loci:wing",
        "room": "loci:room",
        "hall": "loci:hall",
        "reliability": "loci:reliability",
        "contentious": "loci:contentious",
        "confidence": "loci:confidence",
        "because": "loci:because",
        "ruling": "loci:ruling",
        "subject": link("rdf:subject"),
        "predicate": link("rdf:predicate"),
        "object": link("rdf:object"),
    });
    if let Value::Object(terms) = &mut context {
        for kind in EdgeKind::ALL {
            terms.insert(kind.as_str().to_owned(), links(predicate(kind)));
        }
    }
    context
}

fn node_object(node: &Node, edges: &[&Edge]) -> Value {
    let kind = match node.kind {
        NodeKind::Concept => "skos:Concept",
        NodeKind::Entity => "schema:Thing",
        NodeKind::Identifier => "schema:PropertyValue",
        NodeKind::Claim => "schema:Claim",
        NodeKind::Event => "schema:Event",
        NodeKind::Publication => "schema:CreativeWork",
    };
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| {
        let empty = match &value {
            Value::String(text) => text.is_empty(),
            Value::Array(all) => all.is_empty(),
            Value::Null => true,
            _ => false,
        };
        if !empty {
            object.insert(key.to_owned(), value);
        }
    };
    put("@id", node_urn(&node.id).into());
    put("@type", kind.into());
    put("name", node.name.as_str().into());
    put("description", node.description.as_str().into());
    put("abstract", node.summary.as_str().into());
    put("keywords", node.tags.clone().into());
    let aliases: Vec<&str> = node.aliases.iter().map(|alias| alias.name.as_str()).collect();
    put("altLabel", aliases.into());
    put("validFrom", node.validity.from.map(day_text).into());
    put("validThrough", node.validity.to.map(day_text).into());
    put("temporal", node.validity.stated.as_str().into());
    put("kind", node.kind.as_str().into());
    put("state", state(node.state).into());
    put("wing", node.place.wing.as_str().into());
    put("room", node.place.room.as_str().into());
    put("hall", node.place.hall.as_str().into());
    put("reliability", number(node.trust.reliability()));
    put("contentious", node.trust.contentious.into());
    put("confidence", number(node.confidence));
    let sources = node.evidence.iter().filter_map(|evidence| {
        Some((format!("urn:loci:document:{}", evidence.document?), evidence.quote.as_str()))
    });
    let (documents, quotes): (Vec<String>, Vec<Value>) = sources
        .map(|(document, quote)| {
            let derivation =
                json!({ "@type": "prov:Quotation", "entity": document, "quotation": quote });
            (document, derivation)
        })
        .unzip();
    put("wasDerivedFrom", documents.into());
    put("qualifiedDerivation", quotes.into());
    for kind in EdgeKind::ALL {
        let to = edges.iter().filter(|edge| edge.kind == kind).map(|edge| node_urn(&edge.to));
        put(kind.as_str(), to.collect::<Vec<_>>().into());
    }
    Value::Object(object)
}

/// An edge said once more as a statement, for what is known of it.
fn edge_object(edge: &Edge) -> Value {
    json!({
        "@id": format!("urn:loci:edge:{}", edge.id),
        "@type": "rdf:Statement",
        "subject": node_urn(&edge.from),
        "predicate": predicate(edge.kind),
        "object": node_urn(&edge.to),
        "state": state(edge.state),
        "confidence": number(edge.confidence),
        "because": edge.because,
        "ruling": edge.ruling.map_or("", ruling),
    })
}

fn predicate(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Defines => "loci:defines",
        EdgeKind::Requires => "dcterms:requires",
        EdgeKind::Enables => "loci:enables",
        EdgeKind::PartOf => "dcterms:isPartOf",
        EdgeKind::Cites => "schema:citation",
        EdgeKind::Supersedes => "dcterms:replaces",
        EdgeKind::Contradicts => "loci:contradicts",
    }
}

fn node_urn(id: &NodeId) -> String {
    format!("urn:loci:node:{id}")
}

/// A short decimal, not the binary fraction behind it.
fn number(value: f32) -> Value {
    json!((f64::from(value) * 1e4).round() / 1e4)
}

fn within<'e>(nodes: &[Node], edges: &'e [Edge]) -> impl Iterator<Item = &'e Edge> + use<'e> {
    let inside: HashSet<NodeId> = nodes.iter().map(|node| node.id).collect();
    edges.iter().filter(move |edge| inside.contains(&edge.from) && inside.contains(&edge.to))
}

fn state(state: NodeState) -> &'static str {
    match state {
        NodeState::Proposed => "proposed",
        NodeState::Accepted => "accepted",
        NodeState::Dismissed => "dismissed",
    }
}

fn tier(tier: Tier) -> &'static str {
    match tier {
        Tier::Assistant => "assistant",
        Tier::Inherited => "inherited",
        Tier::Extracted => "extracted",
        Tier::Researched => "researched",
        Tier::User => "user",
    }
}

fn ruling(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::First => "first",
        Ruling::Second => "second",
        Ruling::Both => "both",
        Ruling::Undecided => "undecided",
    }
}

//! A vault with its graph, and knowledge to put into it.
#![allow(dead_code, clippy::unwrap_used)]

use graph::{Change, Graph, Head, Link, Undo};
use std::collections::BTreeMap;
use types::*;
use vault::{AuditEvent, KdfParams, Passphrase, Vault};

pub struct World {
    pub vault: Vault,
    pub graph: Graph,
    dir: tempfile::TempDir,
}

fn passphrase() -> Passphrase {
    Passphrase::new("graph".to_owned()).unwrap()
}

impl World {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let now = at(0);
        let vault = Vault::create(dir.path(), &passphrase(), KdfParams::FLOOR, now).unwrap();
        let graph = Graph::open(&vault.snapshot()).unwrap();
        Self { vault, graph, dir }
    }

    /// The same vault, closed and opened again.
    pub fn reopen(self) -> Self {
        let Self { vault, graph, dir } = self;
        drop(graph);
        vault.sync_and_close().unwrap();
        let vault = Vault::open(dir.path(), &passphrase(), at(0)).unwrap();
        let graph = Graph::open(&vault.snapshot()).unwrap();
        Self { vault, graph, dir }
    }

    /// Makes a change, commits and publishes it, and gives what is needed to undo it.
    pub fn change<T>(&mut self, ms: i64, change: impl FnOnce(&mut Change) -> T) -> (T, Undo) {
        let mut open = self.graph.change(&self.vault.snapshot(), at(ms));
        let given = change(&mut open);
        let snapshot = open.before();
        self.commit(open);
        (given, snapshot)
    }

    pub fn commit(&mut self, change: Change) {
        let mut batch = self.vault.batch();
        let staged = change.finish(&mut batch).unwrap();
        let event =
            AuditEvent { at: at(0), action: "test", subjects: Vec::new(), detail: String::new() };
        self.vault.commit(batch, event).unwrap();
        self.graph.take(staged);
    }

    pub fn merge(&mut self, ms: i64, found: Found) -> NodeId {
        self.change(ms, |change| change.merge(found).unwrap()).0
    }

    pub fn node(&self, id: &NodeId) -> Node {
        self.graph.node(&self.vault.snapshot(), id).unwrap().unwrap()
    }

    pub fn edge(&self, id: &EdgeId) -> Edge {
        self.graph.edge(&self.vault.snapshot(), id).unwrap().unwrap()
    }

    pub fn has(&self, id: &NodeId) -> bool {
        let (memory, vault) = (
            self.graph.view().head(id).is_some(),
            self.graph.node(&self.vault.snapshot(), id).unwrap(),
        );
        assert_eq!(memory, vault.is_some());
        memory
    }

    /// All that is in memory and in the vault, to be compared.
    pub fn all(&self) -> Everything {
        let view = self.graph.view();
        let heads: BTreeMap<NodeId, Head> =
            view.heads().map(|head| (head.id, head.clone())).collect();
        let mut links: Vec<Link> = view.all_links().cloned().collect();
        links.sort_by_key(|link| link.id);
        let nodes = heads.keys().map(|id| (*id, self.node(id))).collect();
        let edges = links.iter().map(|link| (link.id, self.edge(&link.id))).collect();
        Everything { heads, links, nodes, edges }
    }

    /// Memory, records and facets say the same, and a graph opened anew says so too.
    pub fn check(&self) {
        let fresh = Graph::open(&self.vault.snapshot()).unwrap();
        let (mine, other) = (self.graph.view(), fresh.view());
        let of = |view: &graph::View<'_>| -> BTreeMap<NodeId, Head> {
            view.heads().map(|head| (head.id, head.clone())).collect()
        };
        assert_eq!(of(&mine), of(&other));
        let links = |view: &graph::View<'_>, id: &NodeId| {
            let mut links: Vec<EdgeId> = view.links(id).map(|link| link.id).collect();
            links.sort_unstable();
            links
        };
        assert_eq!(mine.all_links().count(), other.all_links().count());
        assert_eq!((mine.tree(), mine.counts()), (other.tree(), other.counts()));
        for head in mine.heads() {
            let node = self.node(&head.id);
            assert_eq!(links(&mine, &head.id), links(&other, &head.id));
            let mut found = [&mine, &other].map(|view| view.similar(&node.name, 5, &|_| true));
            found.iter_mut().for_each(|list| list.truncate(1));
            let [a, b] = found.map(|list| list.first().map(|(_, score)| *score));
            assert!(a.unwrap_or(0.0) - b.unwrap_or(0.0) < 1e-3, "{a:?} {b:?}");
            let names = node.aliases.iter().map(|alias| alias.name.as_str());
            for name in names.chain([node.name.as_str()]) {
                assert_eq!(self.graph.resolve(name).ok(), fresh.resolve(name).ok(), "{name}");
            }
            for evidence in &node.evidence {
                let Some(document) = evidence.document else { continue };
                assert!(mine.of_document(&document).contains(&head.id));
                for ordinal in &evidence.passages {
                    assert!(mine.of_passage(&document, *ordinal).contains(&head.id));
                    assert!(other.of_passage(&document, *ordinal).contains(&head.id));
                }
            }
            self.filed(&graph::Facet::Wing(node.place.wing.clone()), &head.id);
        }
    }

    fn filed(&self, facet: &graph::Facet, id: &NodeId) {
        let now = self.vault.snapshot();
        let mut found = self.graph.under(&now, facet).unwrap();
        assert!(found.any(|node| node.unwrap().id == *id), "{facet:?}");
    }
}

#[derive(Debug, PartialEq)]
pub struct Everything {
    pub heads: BTreeMap<NodeId, Head>,
    pub links: Vec<Link>,
    pub nodes: BTreeMap<NodeId, Node>,
    pub edges: BTreeMap<EdgeId, Edge>,
}

pub fn at(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms)
}

pub fn document(number: u8) -> DocumentId {
    DocumentId::from_bytes([number; 16])
}

pub fn evidence(number: u8, method: Method, confidence: f32) -> Evidence {
    Evidence {
        document: Some(document(number)),
        chunk: None,
        span: None,
        quote: format!("quote of {number}"),
        passages: vec![u32::from(number)],
        mentions: 1,
        method,
        confidence,
        observed_at: at(0),
    }
}

pub fn place(wing: &str, room: &str) -> Place {
    Place {
        wing: wing.to_owned(),
        room: room.to_owned(),
        hall: Hall::Fact,
        confidence: 0.8,
        by: PlacedBy::Keyword,
        because: Vec::new(),
    }
}

/// Something that a document says.
pub fn found(kind: NodeKind, name: &str, number: u8) -> Found {
    Found {
        kind,
        name: name.to_owned(),
        description: String::new(),
        aliases: Vec::new(),
        tags: Vec::new(),
        place: place("security", "authentication"),
        trust: Trust::default(),
        evidence: Some(evidence(number, Method::Keyphrase, 0.5)),
        validity: Validity::default(),
        tier: Tier::Extracted,
        state: NodeState::Accepted,
        confidence: 0.5,
        importance: 2.0,
    }
}

pub fn concept(name: &str, number: u8) -> Found {
    found(NodeKind::Concept, name, number)
}

/// Something that is also called otherwise.
pub fn known_as(name: &str, number: u8, alias: &str, rule: AliasRule) -> Found {
    Found { aliases: vec![(alias.to_owned(), rule)], ..concept(name, number) }
}

pub fn edge(kind: EdgeKind, from: NodeId, to: NodeId, number: u8) -> FoundEdge {
    FoundEdge {
        kind,
        from,
        to,
        confidence: 0.6,
        because: "they stand in one sentence".to_owned(),
        evidence: Some(evidence(number, Method::Pattern, 0.6)),
        tier: Tier::Extracted,
        state: NodeState::Accepted,
    }
}

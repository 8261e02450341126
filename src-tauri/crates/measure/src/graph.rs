//! The knowledge part of `bench`: a synthetic graph of a fixed seed, built, walked, judged and swept
//! through the engine itself.

use crate::times::{percentiles, splitmix, temporary_home};
use engine::{KdfParams, Palace, Passphrase, Resources, Result};
use std::{sync::Arc, time::Instant};
use trust::{SourceTier, first_layers};
use types::{
    Cancel, DocumentId, EdgeKind, Evidence, Found, FoundEdge, Hall, KnowledgeBench, Method,
    NeighboursRequest, NodeId, NodeKind, NodeState, PalaceRequest, Place, PlacedBy, SweepRequest,
    Tier, Timestamp, Trust, TrustParts, Validity,
};

/// Nodes that one document adds, and that share a commit.
const A_DOCUMENT: u64 = 5;
const TOGETHER: u64 = 256;
/// Things timed of each kind.
const TIMES: usize = 500;

/// What the synthetic statements are made of.
const SUBJECTS: [&str; 24] = [
    "aspirin",
    "metformin",
    "the vaccine",
    "solar output",
    "key rotation",
    "the audit trail",
    "crop yield",
    "ocean heat",
    "the tariff",
    "school attendance",
    "the alloy",
    "peptide binding",
    "the classifier",
    "query latency",
    "soil carbon",
    "wage growth",
    "the telescope",
    "gene editing",
    "the bridge deck",
    "noise exposure",
    "the levy",
    "seed dispersal",
    "the retention rule",
    "dosing",
];
const VERBS: [&str; 6] =
    ["increased", "reduced", "did not change", "was associated with", "predicted", "doubled"];
const OBJECTS: [&str; 20] = [
    "mortality",
    "blood pressure",
    "emissions",
    "throughput",
    "the error rate",
    "costs",
    "turnout",
    "sediment load",
    "tensile strength",
    "false alarms",
    "admissions",
    "species richness",
    "demand",
    "response time",
    "leakage",
    "the backlog",
    "compliance",
    "migration",
    "uptake",
    "recall",
];
const WINGS: [(&str, &str); 8] = [
    ("medicine", "pharmacology"),
    ("medicine", "clinical-trials"),
    ("environment", "climate"),
    ("computing", "databases"),
    ("security", "encryption"),
    ("economics", "markets"),
    ("society", "education"),
    ("engineering", "materials"),
];

struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = splitmix(self.0);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).copied()
    }
}

/// Builds a graph of `nodes` nodes in a temporary vault, and times what is done with it.
pub(crate) fn bench_knowledge(nodes: u32, resources: Arc<Resources>) -> Result<KnowledgeBench> {
    let home = temporary_home()?;
    let folder = home.path().join("vault");
    let passphrase = Passphrase::new("a temporary vault".to_owned())?;
    let palace = Palace::create(&folder, &passphrase, KdfParams::DEFAULT, Arc::clone(&resources))?;
    let wanted = u64::from(nodes.max(100));
    let mut draw = Draw(0x10C1);
    let (half, first_s) = fill(&palace, &mut draw, 0..wanted / 2)?;
    let sweep_half_us = sweep(&palace, half.len())?;
    let (rest, second_s) = fill(&palace, &mut draw, wanted / 2..wanted)?;
    let all: Vec<NodeId> = half.into_iter().chain(rest).collect();
    let sweep_all_us = sweep(&palace, all.len())?;
    let counts = palace.info()?;
    let layers_0_1_ms = layers(&mut draw);
    let layer_2_ms = layer_2(&palace, &mut draw, &all)?;
    let tree_ms = timed(|_| palace.snapshot().palace_view(&PalaceRequest::default()).map(drop))?;
    let two_hops_ms = timed(|_| {
        let node = draw.of(&all).map(|id| id.to_string()).unwrap_or_default();
        let request = NeighboursRequest { node, hops: 2, limit: 100, as_of: None };
        palace.snapshot().neighbours(&request).map(drop)
    })?;
    palace.close()?;
    let palace = Palace::open(&folder, &passphrase, resources)?;
    let open_ms = palace.open_times().graph.as_secs_f64() * 1e3;
    palace.close()?;
    Ok(KnowledgeBench {
        documents: wanted / A_DOCUMENT,
        nodes: counts.nodes,
        edges: counts.edges,
        merge_nodes_per_s: wanted as f64 / (first_s + second_s).max(f64::EPSILON),
        layers_0_1_ms,
        layer_2_ms,
        tree_ms,
        two_hops_ms,
        sweep_half_us,
        sweep_all_us,
        open_ms,
    })
}

/// Puts as many nodes into a vault as there are passages in it.
pub(crate) fn fill_graph(palace: &Palace, nodes: u64) -> Result<()> {
    fill(palace, &mut Draw(0x10C1), 0..nodes).map(drop)
}

/// Merges nodes with these numbers, and edges among them; the seconds that the nodes took.
fn fill(
    palace: &Palace,
    draw: &mut Draw,
    numbers: std::ops::Range<u64>,
) -> Result<(Vec<NodeId>, f64)> {
    let mut ids = Vec::new();
    let mut spent = 0.0;
    let mut next = numbers.start;
    while next < numbers.end {
        let until = numbers.end.min(next + TOGETHER);
        let found: Vec<Found> = (next..until).map(|number| found(draw, number)).collect();
        let start = Instant::now();
        palace.change_graph("bench.merge", |change| {
            for found in found {
                ids.push(change.merge(found)?);
            }
            Ok(())
        })?;
        spent += start.elapsed().as_secs_f64();
        palace.change_graph("bench.tie", |change| {
            for _ in next..until {
                let Some((from, to)) = draw.of(&ids).zip(draw.of(&ids)) else { continue };
                if from != to {
                    change.merge_edge(tie(draw, from, to))?;
                }
            }
            Ok(())
        })?;
        next = until;
    }
    Ok((ids, spent))
}

fn found(draw: &mut Draw, number: u64) -> Found {
    let statement = !number.is_multiple_of(A_DOCUMENT);
    let subject = draw.of(&SUBJECTS).unwrap_or_default();
    let object = draw.of(&OBJECTS).unwrap_or_default();
    let name = match statement {
        true => {
            let verb = draw.of(&VERBS).unwrap_or_default();
            let share = draw.below(90) + 5;
            format!("In study {number}, {subject} {verb} {object} by {share} percent.")
        }
        false => format!("{subject} {object} method {number}"),
    };
    let (wing, room) = draw.of(&WINGS).unwrap_or_default();
    Found {
        kind: if statement { NodeKind::Claim } else { NodeKind::Concept },
        description: name.clone(),
        evidence: Some(evidence(number / A_DOCUMENT, &name)),
        name,
        aliases: Vec::new(),
        tags: Vec::new(),
        place: Place {
            wing: wing.to_owned(),
            room: room.to_owned(),
            hall: if statement { Hall::Discovery } else { Hall::Fact },
            confidence: 0.9,
            by: PlacedBy::Keyword,
            because: Vec::new(),
        },
        trust: Trust {
            parts: TrustParts { source_tier: 0.7, ..TrustParts::default() },
            ..Trust::default()
        },
        validity: Validity::default(),
        tier: Tier::Extracted,
        state: NodeState::Accepted,
        confidence: 0.9,
        importance: 2.0,
    }
}

fn evidence(document: u64, quote: &str) -> Evidence {
    let mut id = [0u8; DocumentId::LEN];
    id.iter_mut().zip(document.to_be_bytes()).for_each(|(to, from)| *to = from);
    Evidence {
        document: Some(DocumentId::from_bytes(id)),
        chunk: None,
        span: None,
        quote: quote.to_owned(),
        passages: vec![0],
        mentions: 1,
        method: Method::Claim,
        confidence: 0.9,
        observed_at: Timestamp::from_unix_ms(0),
    }
}

fn tie(draw: &mut Draw, from: NodeId, to: NodeId) -> FoundEdge {
    let kinds = [EdgeKind::Requires, EdgeKind::Enables, EdgeKind::PartOf, EdgeKind::Cites];
    FoundEdge {
        kind: draw.of(&kinds).unwrap_or(EdgeKind::Cites),
        from,
        to,
        confidence: 0.9,
        because: "a synthetic edge".to_owned(),
        evidence: None,
        tier: Tier::Extracted,
        state: NodeState::Accepted,
    }
}

/// Microseconds a node of a sweep over all.
fn sweep(palace: &Palace, nodes: usize) -> Result<f64> {
    let start = Instant::now();
    palace.sweep(&SweepRequest { all: true }, &Cancel::default())?;
    Ok(start.elapsed().as_secs_f64() * 1e6 / nodes.max(1) as f64)
}

fn layers(draw: &mut Draw) -> types::Percentiles {
    let tier = SourceTier { name: "news".to_owned(), base: 0.6, letter: 'C' };
    let mut times_ms = Vec::with_capacity(TIMES);
    for number in 0..TIMES as u64 {
        let words = found(draw, number).name;
        let start = Instant::now();
        let trust = first_layers(&tier, &words, false);
        times_ms.push(start.elapsed().as_secs_f64() * 1e3);
        std::hint::black_box(trust);
    }
    percentiles(times_ms)
}

fn layer_2(palace: &Palace, draw: &mut Draw, all: &[NodeId]) -> Result<types::Percentiles> {
    timed(|_| {
        let Some(id) = draw.of(all) else { return Ok(()) };
        palace.assess_node(&id)
    })
}

fn timed(mut run: impl FnMut(usize) -> Result<()>) -> Result<types::Percentiles> {
    let mut times_ms = Vec::with_capacity(TIMES);
    for number in 0..TIMES {
        let start = Instant::now();
        run(number)?;
        times_ms.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(percentiles(times_ms))
}

//! The memory part of `bench`: contexts for assistants, in a vault of many passages and as many nodes.

use crate::{
    graph::fill_graph,
    times::{percentiles, splitmix},
};
use engine::{Palace, Result};
use std::time::Instant;
use types::{MemoryBench, MemoryContext, MemoryRequest, MemorySetRequest};

/// Contexts timed of each kind; receipts, which are synced.
const TIMES: u64 = 200;
const RECEIPTS: u64 = 50;

/// What tasks are about: words of the graph's statements.
const TASKS: [&str; 8] = [
    "Plan a review of aspirin dosing and blood pressure in clinical trials.",
    "Which encryption and key rotation rules apply to the audit trail?",
    "Summarise what drives emissions and ocean heat in the climate record.",
    "How does query latency of databases depend on throughput?",
    "Compare wage growth, the tariff and markets.",
    "What is known of school attendance and education?",
    "Tensile strength of the alloy in the bridge deck: which materials?",
    "Did metformin or the vaccine reduce mortality?",
];

/// Fills the graph of `palace`, and times contexts in it.
pub(crate) fn bench_memory(palace: &Palace, nodes: u64) -> Result<MemoryBench> {
    fill_graph(palace, nodes)?;
    palace.set_memory(MemorySetRequest {
        identity: Some("I study coasts. I work with field data and like short answers.".to_owned()),
        ..MemorySetRequest::default()
    })?;
    let ask = |agent: &str, number: u64| {
        let place = splitmix(number) as usize % TASKS.len();
        let task = TASKS.get(place).copied().unwrap_or_default();
        MemoryRequest {
            agent: agent.to_owned(),
            task: format!("{task} Part {number}."),
            ..MemoryRequest::default()
        }
    };
    // what is made once an opening is not a context's cost
    palace.snapshot().memory_preview(&ask("aggregator", 0))?;
    let (layers_0_2, _) = timed(TIMES, |n| palace.snapshot().memory_preview(&ask("planner", n)))?;
    let (layers_0_3, told) =
        timed(TIMES, |n| palace.snapshot().memory_preview(&ask("aggregator", n)))?;
    let mut receipts = Vec::new();
    for number in 0..RECEIPTS {
        let start = Instant::now();
        let context = palace.memory_context(&ask("planner", number))?;
        receipts.push((start.elapsed().as_secs_f64() * 1e3 - context.took_ms).max(0.0));
    }
    let tokens: u64 = told.iter().map(|context| u64::from(context.total_tokens)).sum();
    Ok(MemoryBench {
        nodes: palace.info()?.nodes,
        layers_0_2_ms: percentiles(layers_0_2),
        layers_0_3_ms: percentiles(layers_0_3),
        receipt_ms: percentiles(receipts),
        tokens: tokens as f64 / told.len().max(1) as f64,
    })
}

fn timed(
    times: u64,
    run: impl Fn(u64) -> Result<MemoryContext>,
) -> Result<(Vec<f64>, Vec<MemoryContext>)> {
    let mut took_ms = Vec::new();
    let mut contexts = Vec::new();
    for number in 0..times {
        let start = Instant::now();
        contexts.push(run(number)?);
        took_ms.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok((took_ms, contexts))
}

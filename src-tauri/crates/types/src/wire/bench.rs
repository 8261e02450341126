//! What `eval retrieval` and `bench` answer.

use crate::{KnowledgeBench, LevelStatistics, Percentiles, SearchMode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `eval retrieval`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct RetrievalReport {
    /// Name of the folder.
    pub dataset: String,
    /// How it searched.
    pub mode: SearchMode,
    /// With which model.
    pub model: Option<String>,
    /// Documents indexed.
    #[ts(type = "number")]
    pub documents: u64,
    /// Queries judged.
    #[ts(type = "number")]
    pub queries: u64,
    /// Normalised discounted cumulative gain at 10 (Järvelin and Kekäläinen 2002; trec_eval's form).
    pub ndcg_at_10: f64,
    /// Share of the relevant documents in the first 10.
    pub recall_at_10: f64,
    /// Share of the relevant documents in the first 100.
    pub recall_at_100: f64,
    /// Time to ingest all documents.
    pub index_seconds: f64,
    /// Time of one search.
    pub query_ms: Percentiles,
}

/// How long an assistant's context takes to build.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct MemoryBench {
    /// Nodes in the graph.
    #[ts(type = "number")]
    pub nodes: u64,
    /// L0 to L2.
    pub layers_0_2_ms: Percentiles,
    /// L0 to L3.
    pub layers_0_3_ms: Percentiles,
    /// Writing the receipt, synced.
    pub receipt_ms: Percentiles,
    /// Tokens of a context with L3, on average.
    pub tokens: f64,
}

/// The levels over a collection of all documents.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LevelsBench {
    /// Documents in it.
    #[ts(type = "number")]
    pub documents: u64,
    /// Building them from nothing.
    pub build_ms: f64,
    /// Taking one more document into them, which is in the vault already.
    pub add_ms: Percentiles,
    /// From a node of any level to each of those below.
    pub drilldown_ms: Percentiles,
    /// How much there is.
    pub statistics: LevelStatistics,
}

/// `bench`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct BenchReport {
    /// Chunks in the synthetic vault.
    #[ts(type = "number")]
    pub chunks: u64,
    /// Threads that the scan used.
    pub threads: u32,
    /// The embedding model.
    pub model: Option<String>,
    /// Vector scan for the 100 nearest.
    pub scan_ms: Percentiles,
    /// Reading the same bytes once: the limit.
    pub memory_read_ms: f64,
    /// BM25 for the 100 best.
    pub bm25_ms: Percentiles,
    /// A whole hybrid search, passages opened.
    pub hybrid_ms: Percentiles,
    /// Nodes of a level, with words and without, by level.
    #[ts(type = "Record<string, Percentiles>")]
    pub level_ms: BTreeMap<String, Percentiles>,
    /// The levels beside that.
    pub levels: LevelsBench,
    /// Opening the vault, key derivation apart.
    pub unlock_ms: f64,
    /// Key derivation.
    pub kdf_ms: f64,
    /// Chunks ingested from Markdown per second, sealed and synced.
    pub ingest_chunks_per_s: f64,
    /// Bytes on disk, by table and in `total`.
    #[ts(type = "Record<string, number>")]
    pub disk_bytes: BTreeMap<String, u64>,
    /// Bytes of all converted text.
    #[ts(type = "number")]
    pub text_bytes: u64,
    /// Knowledge, in a graph of as many nodes as there are chunks.
    pub knowledge: KnowledgeBench,
    /// Contexts for assistants, in a vault of as many passages and as many nodes.
    pub memory: MemoryBench,
    /// Highest resident memory of the process.
    #[ts(type = "number")]
    pub peak_rss_bytes: u64,
    /// The same while one vault was filled and searched, without what deriving its key takes for a
    /// moment; absent where the system does not tell.
    #[ts(type = "number | null")]
    pub in_use_rss_bytes: Option<u64>,
}

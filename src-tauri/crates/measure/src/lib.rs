//! Measuring: `eval` holds the engine and the rooms below it against material whose answers are known,
//! `bench` times a synthetic vault. For the terminal alone; nothing that a person keeps is touched.

mod asking;
mod assistants;
mod bench;
mod contexts;
mod definitions;
mod documents;
mod graph;
mod grounding;
mod knowledge;
mod levels;
mod memory;
mod ocr;
mod pages;
mod publications;
mod retrieval;
mod safety;
mod summaries;
mod times;
mod topics;

pub use crate::asking::eval_ask;
pub use crate::assistants::{AgentsCost, CallCost, bench_agents};
pub use crate::bench::{BenchOptions, bench};
pub use crate::definitions::eval_definitions;
pub use crate::documents::{DocumentsOptions, eval_documents, eval_headings};
pub use crate::grounding::eval_grounding;
pub use crate::knowledge::{eval_contradictions, eval_extraction, eval_injections, eval_palace};
pub use crate::memory::{MemoryOptions, eval_memory};
pub use crate::ocr::eval_ocr;
pub use crate::pages::eval_pages;
pub use crate::publications::eval_publications;
pub use crate::retrieval::{EvalOptions, eval_retrieval};
pub use crate::safety::{SafetyCost, bench_safety};
pub use crate::summaries::{Half, SummariesOptions, eval_summaries};
pub use crate::topics::eval_topics;
pub use engine::Result;

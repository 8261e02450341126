//! The façade: one [`Palace`] opened with one passphrase. Use cases, jobs and the single writer live
//! here; rooms below never meet except through it. It parses no untrusted bytes itself and reads the
//! clock only through [`Resources`].

mod bench;
mod bench_knowledge;
mod catalogue;
mod citing;
mod contexts;
mod documents;
mod error;
mod eval;
mod eval_definitions;
mod eval_documents;
mod eval_knowledge;
mod eval_ocr;
mod eval_pages;
mod eval_publications;
mod finding;
mod forgetting;
mod ingest;
mod knowledge;
mod palace;
mod reading;
mod recognition;
mod references;
mod refine;
mod regenerate;
mod resources;
mod tables;
mod terms;
mod text_store;
mod verifying;
mod versions;
mod watching;

pub use crate::bench::{BenchOptions, bench};
pub use crate::error::{Error, Result};
pub use crate::eval::{EvalOptions, eval_retrieval};
pub use crate::eval_definitions::eval_definitions;
pub use crate::eval_documents::{DocumentsOptions, eval_documents, eval_headings};
pub use crate::eval_knowledge::{
    eval_contradictions, eval_extraction, eval_injections, eval_palace,
};
pub use crate::eval_ocr::eval_ocr;
pub use crate::eval_pages::eval_pages;
pub use crate::eval_publications::eval_publications;
pub use crate::forgetting::check_certificate;
pub use crate::ingest::{Source, preview};
pub use crate::palace::Palace;
pub use crate::recognition::worker_main;
pub use crate::resources::{Clock, Resources, Spaces};
pub use crate::verifying::verify;
pub use convert::{Limits, Program};
pub use models::without_telemetry;
pub use vault::{KdfParams, Passphrase, harden_process};

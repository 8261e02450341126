//! Texts to vectors: the models Loci knows, their manifests, tokenizers and ONNX sessions.
//!
//! The default model is part of the program, so that search by meaning works the second the app
//! starts; others are folders with a manifest, and nothing of a folder is used before its SHA-256
//! is right. ONNX Runtime is loaded from a file at run time, once per process.
//! This is the only crate that sees `ort`. It never fetches anything, never stores a text, and
//! knows nothing of vaults or documents. Pictures of text are read in [`ocr`]. A language model is asked in [`llm`], over the one
//! connection that Loci ever opens, where the person has set an endpoint.

#![cfg_attr(test, allow(clippy::string_slice))]

mod catalogue;
mod embedder;
mod error;
pub mod llm;
mod manifest;
mod models;
pub mod ocr;
mod package;
mod pooling;
mod runtime;
mod sessions;
mod telemetry;
mod tokens;

pub use crate::embedder::Embedder;
pub use crate::error::{Error, Result};
pub use crate::models::{Models, Paths};
pub use crate::pooling::{DIMENSIONS, Vector};
pub use crate::telemetry::without_telemetry;
pub use crate::tokens::TokenCounter;

/// The model that is part of the program.
pub const DEFAULT_MODEL: &str = "loci-static-256";

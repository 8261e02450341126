//! The manifest of a model: what its files are and how its graph is used. Parsing checks it whole;
//! a `Manifest` in hand is one that this crate can work with. Reads no file.

use crate::{DIMENSIONS, Error, Result};
use serde::Deserialize;
use std::path::{Component, Path};
use types::{Fusion, Sha256};

/// The graph's file name in every model.
pub(crate) const GRAPH_FILE: &str = "model.onnx";
/// The tokenizer's file name in every model.
pub(crate) const TOKENIZER_FILE: &str = "tokenizer.json";
/// Inputs that a graph may have.
const INPUTS: [&str; 3] = ["input_ids", "attention_mask", "token_type_ids"];

/// One file of a model.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelFile {
    pub(crate) name: String,
    /// Its size, where the one who wrote the manifest knew it.
    pub(crate) size_bytes: Option<u64>,
    pub(crate) sha256: Sha256,
}

/// How token states become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Pooling {
    /// The graph does it: its output is [batch, dimensions].
    InGraph,
    /// Mean over the tokens of [batch, seq, dimensions].
    Mean,
}

/// What is put before a text, by what the text is for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prefixes {
    pub(crate) passage: String,
    pub(crate) query: String,
}

/// How the graph is run.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// Most windows in a batch.
    pub(crate) batch_texts: usize,
    /// Most tokens in a batch, padding included; a single window may have more.
    pub(crate) batch_tokens: usize,
    /// Threads inside one run.
    pub(crate) threads: usize,
    /// Runs at the same time.
    pub(crate) sessions: usize,
}

/// A checked manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    pub(crate) licence: String,
    pub(crate) files: Vec<ModelFile>,
    pub(crate) inputs: Vec<String>,
    /// Dimensions that the graph gives, before truncation.
    pub(crate) dimensions: usize,
    pub(crate) pooling: Pooling,
    pub(crate) layer_norm: bool,
    pub(crate) truncate_dimensions: usize,
    pub(crate) prefixes: Prefixes,
    pub(crate) max_tokens: usize,
    pub(crate) run: Run,
    pub(crate) fusion: Fusion,
}

impl Manifest {
    /// Parses and checks; `name` is the folder's name, which the manifest has to bear.
    pub(crate) fn parse(name: &str, json: &str) -> Result<Self> {
        let bad = |reason: String| Error::BadManifest { name: name.to_owned(), reason };
        let manifest: Self = serde_json::from_str(json).map_err(|error| bad(error.to_string()))?;
        match manifest.fault(name) {
            Some(reason) => Err(bad(reason)),
            None => Ok(manifest),
        }
    }

    fn fault(&self, name: &str) -> Option<String> {
        let run = self.run;
        let fusion = self.fusion;
        let weights = [fusion.semantic, fusion.keyword, fusion.exact];
        if self.name != name {
            return Some(format!("it is for “{}”", self.name));
        }
        if let Some(file) = self.files.iter().find(|file| !is_plain(&file.name)) {
            return Some(format!("“{}” is not a plain file name", file.name));
        }
        if let Some(missing) = [GRAPH_FILE, TOKENIZER_FILE].iter().find(|n| self.file(n).is_none())
        {
            return Some(format!("it names no {missing}"));
        }
        if let Some(input) = self.inputs.iter().find(|input| !INPUTS.contains(&input.as_str())) {
            return Some(format!("unknown input {input}"));
        }
        if self.truncate_dimensions != DIMENSIONS || self.dimensions < DIMENSIONS {
            return Some(format!("vectors have to end up with {DIMENSIONS} dimensions"));
        }
        if [run.batch_texts, run.batch_tokens, run.threads, run.sessions].contains(&0) {
            return Some("a limit is zero".to_owned());
        }
        if weights.iter().any(|weight| !weight.is_finite() || *weight < 0.0) {
            return Some("a fusion weight is not a number from 0 up".to_owned());
        }
        None
    }

    /// The file of that name.
    pub(crate) fn file(&self, name: &str) -> Option<&ModelFile> {
        self.files.iter().find(|file| file.name == name)
    }
}

/// Whether a name stays inside its folder.
fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
        && !name.contains(['/', '\\'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const GOOD: &str = include_str!("../../../../models/nomic-embed-text-v1.5/manifest.json");

    fn check(pointer: &str, value: Value, reason: &str) {
        let mut manifest: Value = serde_json::from_str(GOOD).unwrap();
        *manifest.pointer_mut(pointer).expect("the manifest has that field") = value;
        let error = Manifest::parse("nomic-embed-text-v1.5", &manifest.to_string()).unwrap_err();
        assert!(error.to_string().contains(reason), "{pointer}: {error}");
        assert_eq!(error.problem().code, types::ErrorCode::ModelBroken);
    }

    #[test]
    fn a_good_manifest_parses() {
        let manifest = Manifest::parse("nomic-embed-text-v1.5", GOOD).unwrap();
        assert_eq!(manifest.prefixes.query, "search_query: ");
        assert_eq!((manifest.dimensions, manifest.max_tokens), (768, 2048));
        assert_eq!(manifest.pooling, Pooling::Mean);
        assert!(manifest.layer_norm);
    }

    #[test]
    fn every_fault_is_named() {
        check("/name", json!("another"), "it is for “another”");
        check("/files/0/name", json!("../model.onnx"), "not a plain file name");
        check("/files/0/name", json!("sub/model.onnx"), "not a plain file name");
        check("/files/0/name", json!(".."), "not a plain file name");
        check("/files/0/name", json!("other.onnx"), "it names no model.onnx");
        check("/files/1/sha256", json!("abc"), "64 hexadecimal digits");
        check("/inputs/0", json!("pixel_values"), "unknown input pixel_values");
        check("/truncate_dimensions", json!(512), "256 dimensions");
        check("/dimensions", json!(128), "256 dimensions");
        check("/pooling", json!("max"), "unknown variant");
        check("/run/batch_texts", json!(0), "a limit is zero");
        check("/fusion/keyword", json!(-0.5), "fusion weight");
        check("/fusion/rule", json!("sum"), "unknown variant");
    }
}

//! The models at work, with the ONNX Runtime that ./setup installs (`LOCI_RUNTIME`, see .ci/env).
//! Without it these tests fail; they never skip.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod damage;
mod embedding;
mod nomic;

use models::{Models, Paths, Vector};
use std::path::{Path, PathBuf};

/// Where ./setup puts things.
fn runtime() -> PathBuf {
    std::env::var_os("LOCI_RUNTIME")
        .expect("LOCI_RUNTIME is set: run ./test, or source .ci/env")
        .into()
}

/// ONNX Runtime's library.
fn library() -> PathBuf {
    let library = runtime().join("lib/libonnxruntime.so");
    assert!(library.is_file(), "no {}: run ./setup", library.display());
    library
}

/// Models with the real runtime and the given folder.
fn models(folder: Option<&Path>) -> Models {
    let models = folder.map(Path::to_owned);
    Models::open(Paths { onnxruntime: Some(library()), models })
}

/// The project's own folder of models.
fn source() -> PathBuf {
    Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../../../models")
}

/// What the tests of this folder need beside them.
fn data() -> PathBuf {
    Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("tests/data")
}

fn dot(a: &Vector, b: &Vector) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn assert_unit(vector: &Vector) {
    let length = dot(vector, vector).sqrt();
    assert!((length - 1.0).abs() < 1e-4, "length {length}");
}

/// The largest difference between two vectors in one dimension.
fn distance(a: &Vector, b: &Vector) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

//! ONNX Runtime absent, broken, repaired. A process of its own, since the library is loaded once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use models::{DEFAULT_MODEL, Models, Paths, TokenCounter};
use std::path::{Path, PathBuf};
use types::ErrorCode;

fn at(library: Option<&Path>) -> Models {
    Models::open(Paths { onnxruntime: library.map(Path::to_owned), models: None })
}

fn check(library: Option<&Path>, code: ErrorCode) {
    let problem = at(library).load(DEFAULT_MODEL).err().expect("no library, no model").problem();
    assert_eq!(problem.code, code, "{problem:?}");
    assert!(problem.hint.contains("./setup"), "{problem:?}");
}

#[test]
fn a_missing_or_broken_library_is_told_apart_and_can_be_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let garbage = folder.path().join("libonnxruntime.so");
    std::fs::write(&garbage, "not a library").unwrap();
    check(None, ErrorCode::ModelMissing);
    check(Some(&folder.path().join("absent.so")), ErrorCode::ModelMissing);
    check(Some(folder.path()), ErrorCode::ModelMissing);
    check(Some(&garbage), ErrorCode::ModelBroken);

    let missing = at(None).list();
    let problem = missing.first().and_then(|view| view.problem.as_ref()).expect("it is reported");
    assert_eq!(problem.code, ErrorCode::ModelMissing);
    assert_eq!(TokenCounter::embedded().unwrap().count("no library needed"), 3);

    // the same process, once ./setup has done its work
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("LOCI_RUNTIME is set: see .ci/env");
    let library = PathBuf::from(runtime).join("lib/libonnxruntime.so");
    let vector = at(Some(&library)).load(DEFAULT_MODEL).unwrap().query("repaired").unwrap();
    assert!(vector.iter().any(|value| *value != 0.0));
    // and what is loaded does not hide that a file is gone
    check(None, ErrorCode::ModelMissing);
}

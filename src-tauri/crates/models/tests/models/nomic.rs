//! The loading path of nomic-embed-text-v1.5 on a tiny random model of its architecture, against
//! vectors that models/reference.py computed (models/build_nomic_test.py makes both).

use crate::*;
use serde::Deserialize;
use std::fs;

#[derive(Deserialize)]
struct Case {
    kind: String,
    text: String,
    vector: Vec<f32>,
}

/// A folder of models with the tiny one, complete.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("nomic-test");
    fs::create_dir(&model).unwrap();
    for name in ["model.onnx", "manifest.json"] {
        fs::copy(data().join("nomic-test").join(name), model.join(name)).unwrap();
    }
    fs::copy(source().join("loci-static-256/tokenizer.json"), model.join("tokenizer.json"))
        .unwrap();
    folder
}

#[test]
fn vectors_are_those_of_the_reference() {
    let json = fs::read_to_string(data().join("nomic-test/expected.json")).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&json).unwrap();
    let folder = folder();
    let model = models(Some(folder.path())).load("nomic-test").unwrap();
    assert!(cases.len() >= 5);
    for case in &cases {
        let vector = match case.kind.as_str() {
            "query" => model.query(&case.text).unwrap(),
            _ => model.passages(&[&case.text]).unwrap()[0],
        };
        assert_unit(&vector);
        let expected: Vector = case.vector.as_slice().try_into().unwrap();
        assert!(distance(&vector, &expected) < 1e-4, "{}", case.text);
    }
    let passages = cases.iter().filter(|case| case.kind == "passage");
    let (texts, expected): (Vec<&str>, Vec<_>) =
        passages.map(|case| (case.text.as_str(), &case.vector)).unzip();
    for (vector, expected) in model.passages(&texts).unwrap().iter().zip(expected) {
        let expected: Vector = expected.as_slice().try_into().unwrap();
        assert!(distance(vector, &expected) < 1e-4, "the whole batch at once");
    }
}

#[test]
fn the_prefix_tells_a_query_from_a_passage() {
    let folder = folder();
    let model = models(Some(folder.path())).load("nomic-test").unwrap();
    let text = "which layer carries heat?";
    assert!(distance(&model.query(text).unwrap(), &model.passages(&[text]).unwrap()[0]) > 1e-3);
}

#[test]
fn it_is_listed_beside_the_known_models() {
    let folder = folder();
    let views = models(Some(folder.path())).verify();
    let view = views.iter().find(|view| view.name == "nomic-test").unwrap();
    assert!(view.installed && view.problem.is_none(), "{view:?}");
    assert_eq!((view.dimensions, view.max_tokens), (256, 64));
}

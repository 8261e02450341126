//! Models with something wrong: each fault has its error, its code and a hint, and harms no other.

use crate::*;
use models::{DEFAULT_MODEL, Error};
use serde_json::{Value, json};
use std::fs;
use types::{ErrorCode, ModelView};

/// A folder of models with one good model, “spare”: the default one under another name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let spare = folder.path().join("spare");
    fs::create_dir(&spare).unwrap();
    for name in ["model.onnx", "tokenizer.json", "manifest.json"] {
        fs::copy(source().join(DEFAULT_MODEL).join(name), spare.join(name)).unwrap();
    }
    edit(&folder, |manifest| manifest["name"] = json!("spare"));
    folder
}

fn edit(folder: &tempfile::TempDir, change: impl FnOnce(&mut Value)) {
    let path = folder.path().join("spare/manifest.json");
    let mut manifest = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    change(&mut manifest);
    fs::write(path, manifest.to_string()).unwrap();
}

fn spare(views: Vec<ModelView>) -> ModelView {
    views.into_iter().find(|view| view.name == "spare").unwrap()
}

/// Spoils the spare model; loading and verifying it have to say `reason`, the default to go on.
fn check(spoil: impl FnOnce(&tempfile::TempDir), reason: &str) {
    let folder = folder();
    spoil(&folder);
    let models = models(Some(folder.path()));
    let error = models.load("spare").err().expect(reason);
    assert!(error.to_string().contains(reason), "{error}");
    let problem = error.problem();
    assert_eq!(problem.code, ErrorCode::ModelBroken, "{error}");
    assert!(!problem.hint.is_empty());
    assert_eq!(spare(models.verify()).problem.map(|problem| problem.code), Some(problem.code));
    assert_unit(&models.load(DEFAULT_MODEL).unwrap().query("still here").unwrap());
}

#[test]
fn an_unspoilt_copy_works() {
    let folder = folder();
    let models = models(Some(folder.path()));
    assert_unit(&models.load("spare").unwrap().query("a copy").unwrap());
    let view = spare(models.verify());
    assert!(view.installed && view.problem.is_none(), "{view:?}");
}

#[test]
fn damaged_files_are_refused_before_they_are_loaded() {
    let flip = |name: &'static str| {
        move |folder: &tempfile::TempDir| {
            let path = folder.path().join("spare").join(name);
            let mut bytes = fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(path, bytes).unwrap();
        }
    };
    check(flip("model.onnx"), "model.onnx has another SHA-256");
    check(flip("tokenizer.json"), "tokenizer.json has another SHA-256");
}

#[test]
fn missing_and_short_files_are_named() {
    let file = |folder: &tempfile::TempDir, name: &str| folder.path().join("spare").join(name);
    check(|folder| fs::remove_file(file(folder, "model.onnx")).unwrap(), "model.onnx is missing");
    check(
        |folder| fs::write(file(folder, "tokenizer.json"), "{}").unwrap(),
        "has 2 bytes instead of 466247",
    );
}

#[test]
fn right_hashes_of_wrong_files_are_refused() {
    let replace = |name: &'static str, at: usize, sha256: &'static str| {
        move |folder: &tempfile::TempDir| {
            fs::write(folder.path().join("spare").join(name), "{}").unwrap();
            edit(folder, |manifest| {
                manifest["files"][at] = json!({ "name": name, "sha256": sha256 });
            });
        }
    };
    // SHA-256 of the two bytes {}
    let sha256 = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    check(replace("model.onnx", 0, sha256), "does not work");
    check(replace("tokenizer.json", 1, sha256), "its tokenizer does not load");
}

#[test]
fn manifests_that_do_not_fit_the_graph_are_refused() {
    let set = |field: &'static str, value: Value| {
        move |folder: &tempfile::TempDir| edit(folder, |manifest| manifest[field] = value)
    };
    check(set("inputs", json!(["input_ids"])), "its inputs are attention_mask, input_ids");
    check(set("name", json!("other")), "it is for “other”");
    check(set("max_tokens", json!(2)), "no room for text");
    check(
        |folder| fs::write(folder.path().join("spare/manifest.json"), "not json").unwrap(),
        "expected ident",
    );
}

#[test]
fn an_output_of_another_shape_is_refused_when_it_comes() {
    for (field, value) in [("dimensions", json!(768)), ("pooling", json!("mean"))] {
        let folder = folder();
        edit(&folder, |manifest| manifest[field] = value);
        let models = models(Some(folder.path()));
        let error = models.load("spare").unwrap().query("anything").unwrap_err();
        assert!(error.to_string().contains("its output is [1, 256] and not"), "{error}");
        let problem = spare(models.verify()).problem.unwrap();
        assert_eq!(problem.code, ErrorCode::ModelBroken);
    }
}

#[test]
fn models_without_files_are_listed_as_not_installed() {
    let empty = tempfile::tempdir().unwrap();
    for folder in [None, Some(empty.path())] {
        let models = models(folder);
        let views = models.list();
        let installed: Vec<(&str, bool, bool)> =
            views.iter().map(|view| (view.name.as_str(), view.installed, view.in_use)).collect();
        let expected = [
            (DEFAULT_MODEL, true, true),
            ("minilm-l6", false, false),
            ("nomic-embed-text-v1.5", false, false),
            ("pp-ocr-v6-small", false, false),
        ];
        assert_eq!(installed, expected);
        assert!(views.iter().all(|view| view.problem.is_none()), "{views:?}");
        for name in ["minilm-l6", "nomic-embed-text-v1.5"] {
            let error = models.load(name).err().unwrap();
            assert!(matches!(error, Error::NotInstalled { .. }), "{error}");
            assert_eq!(error.problem().code, ErrorCode::ModelMissing);
        }
    }
}

#[test]
fn a_manifest_beside_the_files_cannot_vouch_for_nomic() {
    let folder = tempfile::tempdir().unwrap();
    let nomic = folder.path().join("nomic-embed-text-v1.5");
    fs::create_dir(&nomic).unwrap();
    for name in ["model.onnx", "manifest.json"] {
        fs::copy(data().join("nomic-test").join(name), nomic.join(name)).unwrap();
    }
    fs::copy(source().join("loci-static-256/tokenizer.json"), nomic.join("tokenizer.json"))
        .unwrap();
    let error = models(Some(folder.path())).load("nomic-embed-text-v1.5").err().unwrap();
    assert!(error.to_string().contains("instead of 547310275"), "{error}");
}

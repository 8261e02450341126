//! What vectors mean, with the default model and with `minilm-l6`.

use crate::*;
use models::{DEFAULT_MODEL, Embedder, Error};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

static DEFAULT: LazyLock<Arc<Embedder>> =
    LazyLock::new(|| models(None).load(DEFAULT_MODEL).expect("the default model loads"));

/// An anchor, a text that is near it, and one that is not.
const TRIPLES: [[&str; 3]; 4] = [
    ["The weather is lovely today.", "It is so sunny outside!", "He drove to the stadium."],
    ["A person is eating food.", "Someone has a meal.", "The violin needs new strings."],
    ["heat transfer in a boundary layer", "thermal convection near a wall", "tax law of Norway"],
    ["The vaccine prevented infection.", "Immunisation protected patients.", "Rust is a language."],
];

fn check_meaning(model: &Embedder) {
    for triple in TRIPLES {
        let vectors = model.passages(&triple).unwrap();
        vectors.iter().for_each(assert_unit);
        let [anchor, near, far] = vectors.as_slice() else { panic!("three texts, three vectors") };
        let (near, far) = (dot(anchor, near), dot(anchor, far));
        assert!(near > far + 0.1, "{triple:?}: {near} and {far}");
        let query = model.query(triple[0]).unwrap();
        // int8 activations are scaled by the batch, so that company moves a vector a little
        assert!(dot(&query, anchor) > 0.96, "no prefixes: a query is embedded as a passage");
    }
}

#[test]
fn the_default_model_knows_like_from_unlike() {
    check_meaning(&DEFAULT);
    assert_eq!(DEFAULT.name(), DEFAULT_MODEL);
    assert!(DEFAULT.fusion().keyword > DEFAULT.fusion().semantic);
}

#[test]
fn minilm_as_setup_builds_it_agrees_with_its_original() {
    let models = models(Some(&runtime().join("models")));
    assert_eq!(models.preferred(), "minilm-l6", "./setup builds it");
    let model = models.load("minilm-l6").unwrap();
    check_meaning(&model);
    // similarities as the model's card gives them for the original
    let texts = [
        "That is a happy person",
        "That is a happy dog",
        "That is a very happy person",
        "Today is a sunny day",
    ];
    let vectors = model.passages(&texts).unwrap();
    for (vector, expected) in vectors[1..].iter().zip([0.695, 0.943, 0.257]) {
        let found = dot(&vectors[0], vector);
        assert!((found - expected).abs() < 0.04, "{found} instead of {expected}");
    }
}

#[test]
fn nothing_in_gives_nothing_out() {
    assert!(DEFAULT.passages(&[]).unwrap().is_empty());
}

#[test]
fn odd_texts_have_vectors_too() {
    let long = "word ".repeat(20_000);
    for text in ["", " ", "\n\0\u{feff}", "東京 🙂", "\u{301}", long.as_str()] {
        assert_unit(&DEFAULT.query(text).unwrap());
    }
}

#[test]
fn a_text_of_several_windows_is_the_mean_of_its_windows() {
    // 4,096 tokens with the two special ones; 6,000 words make two even windows
    let halves = ["cat ".repeat(3000), "law ".repeat(3000)];
    let whole = DEFAULT.query(&halves.concat()).unwrap();
    let parts = DEFAULT.passages(&[&halves[0], &halves[1]]).unwrap();
    let mut mean = [0.0; models::DIMENSIONS];
    mean.iter_mut().zip(&parts[0]).zip(&parts[1]).for_each(|((m, a), b)| *m = a + b);
    let length = dot(&mean, &mean).sqrt();
    mean.iter_mut().for_each(|value| *value /= length);
    assert!(distance(&whole, &mean) < 1e-5);
}

#[test]
fn threads_embed_at_once_and_agree() {
    let texts: Vec<String> =
        (0..300).map(|n| format!("text number {n} {}", "word ".repeat(n % 37))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let alone = DEFAULT.passages(&texts).unwrap();
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| DEFAULT.passages(&texts))).collect();
        for run in runs {
            assert_eq!(run.join().unwrap().unwrap(), alone);
        }
    });
}

#[test]
fn a_model_is_loaded_once() {
    let models = models(None);
    let first = models.load(DEFAULT_MODEL).unwrap();
    assert!(Arc::ptr_eq(&first, &models.load(DEFAULT_MODEL).unwrap()));
    assert_eq!(models.preferred(), DEFAULT_MODEL, "there is no folder of models");
    assert!(matches!(models.load("no-such-model"), Err(Error::Unknown { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn company_does_not_change_a_vector(
        texts in proptest::collection::vec("[a-z]{1,9}( [a-z]{1,9}){0,60}", 1..20)
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let together = DEFAULT.passages(&texts).unwrap();
        for (text, vector) in texts.iter().zip(&together) {
            assert_unit(vector);
            prop_assert!(distance(vector, &DEFAULT.query(text).unwrap()) < 1e-5);
        }
    }
}

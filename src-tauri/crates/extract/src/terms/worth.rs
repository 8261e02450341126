//! A candidate's features and what they weigh: `assets/terms/weights.txt`, fitted by `train.py` there.

use std::sync::LazyLock;

/// Numbers of a candidate.
pub(crate) const FEATURES: usize = NAMES.len();

/// What each number is, as the weights' file has it.
pub(crate) const NAMES: [&str; 27] = [
    "bias",
    "count",
    "density",
    "early",
    "title",
    "title head",
    "heading",
    "two words",
    "three words",
    "four words",
    "rarity",
    "least rarity",
    "unknown",
    "capital",
    "acronym",
    "spelt out",
    "defined",
    "alone",
    "spread",
    "adjective first",
    "participle first",
    "gerund last",
    "digit",
    "organisation",
    "person",
    "version",
    "short text",
];

/// Two sets of weights: what an author would list, and what a reader finds right.
struct Weights {
    worth: [f32; FEATURES],
    right: [f32; FEATURES],
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let mut weights = Weights { worth: [0.0; FEATURES], right: [0.0; FEATURES] };
    for line in include_str!("../../../../../assets/terms/weights.txt").lines() {
        let mut fields = line.split('\t');
        let (head, name, value) = (fields.next(), fields.next(), fields.next());
        let at = name.and_then(|name| NAMES.iter().position(|one| *one == name));
        let value = value.and_then(|value| value.parse::<f32>().ok());
        let set = match head {
            Some("worth") => &mut weights.worth,
            Some("right") => &mut weights.right,
            _ => continue,
        };
        if let Some((slot, value)) = at.and_then(|at| set.get_mut(at)).zip(value) {
            *slot = value;
        }
    }
    weights
});

/// How likely an author would list it, and how likely a reader finds it right.
pub(crate) fn judged(features: &[f32; FEATURES]) -> (f32, f32) {
    let by = |weights: &[f32; FEATURES]| {
        let sum: f32 = features.iter().zip(weights).map(|(one, weight)| one * weight).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    (by(&WEIGHTS.worth), by(&WEIGHTS.right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_its_feature() {
        let text = include_str!("../../../../../assets/terms/weights.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            assert!(fields.len() == 3 && NAMES.contains(&fields[1]), "{line}");
            assert!(fields[2].parse::<f32>().unwrap().is_finite(), "{line}");
        }
        assert!(WEIGHTS.worth.iter().filter(|weight| **weight != 0.0).count() > FEATURES / 2);
    }
}

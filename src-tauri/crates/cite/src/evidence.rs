//! How evidence is weighed: logistic models over a few signs each, grown by `assets/publications/train.py`
//! from labelled papers, checked by leaving whole packages out. What is not sure enough is not given.

use std::sync::LazyLock;

static WEIGHTS: LazyLock<Vec<(&str, Vec<f32>)>> = LazyLock::new(|| {
    let lines = include_str!("../../../../assets/publications/weights.txt").lines();
    let models = lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (name, weights) = line.split_once(':')?;
        Some((name, weights.split_whitespace().filter_map(|it| it.parse().ok()).collect()))
    });
    models.collect()
});

/// The weights of one model; none where there is no such model.
fn model(name: &str) -> &'static [f32] {
    let found = WEIGHTS.iter().find(|(known, _)| *known == name);
    found.map_or(&[], |(_, weights)| weights.as_slice())
}

/// How much signs speak for something: below 0 they speak against it. The last weight is for nothing.
pub(crate) fn weigh(name: &str, signs: &[f32]) -> f32 {
    let weights = model(name);
    let bias = weights.get(signs.len()).copied().unwrap_or_default();
    bias + weights.iter().zip(signs).map(|(weight, sign)| weight * sign).sum::<f32>()
}

/// How sure one must be to give a field.
pub(crate) fn enough(name: &str) -> f32 {
    model(name).first().copied().unwrap_or(0.5)
}

/// Between 0 and 1.
pub(crate) fn sureness(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_have_a_weight_for_each_sign() {
        assert_eq!(model("title").len(), crate::titles::SIGNS + 1);
        assert_eq!(model("row").len(), crate::byline::SIGNS + 1);
        assert!(model("enough title").len() == 1 && model("enough authors").len() == 1);
        assert!((sureness(0.0) - 0.5).abs() < 1e-6 && sureness(4.0) > 0.9);
    }
}

//! What the numbers of a claim and a window weigh: `assets/grounding/weights.txt`, fitted by `train.py`
//! there.

use super::features::{FEATURES, NAMES};
use std::sync::LazyLock;

static WEIGHTS: LazyLock<[f32; FEATURES]> = LazyLock::new(|| {
    let mut weights = [0.0; FEATURES];
    for line in include_str!("../../../../../assets/grounding/weights.txt").lines() {
        let Some((name, value)) = line.split_once('\t') else { continue };
        let at = NAMES.iter().position(|one| *one == name);
        let slot = at.and_then(|at| weights.get_mut(at)).zip(value.parse::<f32>().ok());
        if let Some((slot, value)) = slot {
            *slot = value;
        }
    }
    weights
});

/// How likely the window says the claim, where 0.7 is the mark that the weights were set to.
pub(super) fn judged(row: &[f32; FEATURES]) -> f32 {
    let sum: f32 = row.iter().zip(WEIGHTS.iter()).map(|(value, weight)| value * weight).sum();
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_its_number() {
        let text = include_str!("../../../../../assets/grounding/weights.txt");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), FEATURES);
        for line in lines {
            let (name, value) = line.split_once('\t').unwrap();
            assert!(NAMES.contains(&name) && value.parse::<f32>().unwrap().is_finite(), "{line}");
        }
    }
}

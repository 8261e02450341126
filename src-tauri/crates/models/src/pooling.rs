//! From a graph's output to a unit vector: mean over tokens, layer norm, truncation, length 1.
//! Pure arithmetic; knows nothing of ONNX.

/// Dimensions of every vector in Loci.
pub const DIMENSIONS: usize = 256;

/// A text's place in the space of one model; its length is 1.
pub type Vector = [f32; DIMENSIONS];

/// As PyTorch's `layer_norm` has it.
const LAYER_NORM_EPSILON: f32 = 1e-5;

/// Mean of the rows of `states` [seq, width] whose `mask` is not 0.
pub(crate) fn masked_mean(states: &[f32], mask: &[i64], width: usize) -> Vec<f32> {
    let mut sum = vec![0.0f32; width];
    let mut count = 0.0f32;
    let rows = states.chunks_exact(width).zip(mask);
    for (row, _) in rows.filter(|(_, mask)| **mask != 0) {
        sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        count += 1.0;
    }
    sum.iter_mut().for_each(|value| *value /= count.max(1.0));
    sum
}

/// Takes the mean away and divides by the spread, over all dimensions, without gain or bias.
pub(crate) fn layer_norm(values: &mut [f32]) {
    let count = values.len() as f32;
    let mean = values.iter().sum::<f32>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / count;
    let spread = (variance + LAYER_NORM_EPSILON).sqrt();
    values.iter_mut().for_each(|value| *value = (*value - mean) / spread);
}

/// The first dimensions scaled to length 1; nothing where they are too few, null or not finite.
pub(crate) fn unit(values: &[f32]) -> Option<Vector> {
    let mut vector: Vector = values.get(..DIMENSIONS)?.try_into().ok()?;
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if !(length.is_finite() && length > f32::MIN_POSITIVE) {
        return None;
    }
    vector.iter_mut().for_each(|value| *value /= length);
    Some(vector)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn padding_does_not_count_in_the_mean() {
        let states = [1.0, 2.0, 3.0, 4.0, 100.0, 100.0];
        assert_eq!(masked_mean(&states, &[1, 1, 0], 2), [2.0, 3.0]);
        assert_eq!(masked_mean(&states, &[0, 0, 0], 2), [0.0, 0.0]);
    }

    #[test]
    fn what_has_no_direction_is_no_vector() {
        assert_eq!(unit(&[0.0; DIMENSIONS]), None);
        assert_eq!(unit(&[f32::NAN; DIMENSIONS]), None);
        assert_eq!(unit(&[1.0; DIMENSIONS - 1]), None);
    }

    proptest! {
        #[test]
        fn units_have_length_one_and_keep_direction(
            values in proptest::collection::vec(-1000.0f32..1000.0, DIMENSIONS..400)
        ) {
            let vector = unit(&values).unwrap();
            let length = vector.iter().map(|v| v * v).sum::<f32>();
            prop_assert!((length - 1.0).abs() < 1e-4);
            for (a, b) in vector.iter().zip(&values) {
                prop_assert!(a * b >= 0.0);
            }
        }

        #[test]
        fn layer_norm_centres_and_scales(
            mut values in proptest::collection::vec(-10.0f32..10.0, 300)
        ) {
            values.extend([20.0, -20.0]);
            layer_norm(&mut values);
            let count = values.len() as f32;
            let mean = values.iter().sum::<f32>() / count;
            let variance = values.iter().map(|v| v * v).sum::<f32>() / count;
            prop_assert!(mean.abs() < 1e-3);
            prop_assert!((variance - 1.0).abs() < 1e-2);
        }
    }
}

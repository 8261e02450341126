//! Topics among passages by their vectors: k-means whose centres begin at the passages with the smallest
//! ids and learn from a sample of those alone. Ids are hashes, so the sample is one by lot, and stays
//! when others come or go: the result depends on the set of passages only, never on their order or on what
//! was built before.

/// Name of a passage: a hash.
pub type Id = [u8; 16];

/// Passages that centres learn from.
const SAMPLE: usize = 1024;
/// Topics at most.
const MOST: usize = 64;
/// Rounds of learning.
const ROUNDS: usize = 4;

/// A passage, and what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Its name.
    pub id: Id,
    /// Its vector, of length 1, or of zeros where nothing is known.
    pub vector: &'a [f32],
}

/// The topic of each of `points`, in their order: topics go by the id of the passage that their centre
/// began at; by zeros where all are one topic, which they are up to `size` of them.
pub fn topics(points: &[Point<'_>], size: usize) -> Vec<Id> {
    let wanted = (points.len() / size.max(1)).min(MOST);
    if wanted < 2 {
        return vec![Id::default(); points.len()];
    }
    // powers of two: one document more seldom changes their number
    let count = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
    let mut sample: Vec<&Point<'_>> = points.iter().collect();
    sample.sort_unstable_by_key(|point| point.id);
    sample.truncate(SAMPLE);
    let seeds: Vec<Id> = sample.iter().take(count).map(|point| point.id).collect();
    let mut centres: Vec<Vec<f32>> =
        sample.iter().take(count).map(|point| point.vector.to_vec()).collect();
    for _ in 0..ROUNDS {
        let mut sums: Vec<Vec<f32>> =
            centres.iter().map(|centre| vec![0.0; centre.len()]).collect();
        for point in &sample {
            let Some(sum) = sums.get_mut(nearest(&centres, point.vector)) else { continue };
            sum.iter_mut().zip(point.vector).for_each(|(sum, x)| *sum += x);
        }
        for (centre, sum) in centres.iter_mut().zip(sums) {
            let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
            if length > 0.0 {
                *centre = sum.into_iter().map(|x| x / length).collect();
            }
        }
    }
    let topic = |point: &Point<'_>| seeds.get(nearest(&centres, point.vector)).copied();
    points.iter().map(|point| topic(point).unwrap_or_default()).collect()
}

fn nearest(centres: &[Vec<f32>], vector: &[f32]) -> usize {
    let near = centres.iter().map(|centre| dot(centre, vector)).enumerate();
    // of equals the first
    near.fold((0, f32::MIN), |best, other| if other.1 > best.1 { other } else { best }).0
}

/// The dot product of two vectors: the cosine, where both are of length 1.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    // in lanes, so that it is vectorised, and always summed in the same order
    let mut lanes = [0f32; 8];
    let (a, a_rest) = a.as_chunks::<8>();
    let (b, b_rest) = b.as_chunks::<8>();
    for (a, b) in a.iter().zip(b) {
        for (lane, (x, y)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += x * y;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// So many points on two axes, with a little of a third.
    fn made(count: u8, shift: u8) -> Vec<(Id, [f32; 3])> {
        (0..count)
            .map(|n| {
                let mut id = [n.wrapping_mul(97).wrapping_add(shift); 16];
                id[1] = n;
                let more = f32::from(n % 5) / 50.0;
                (id, if n % 2 == 0 { [1.0, 0.0, more] } else { [0.0, 1.0, more] })
            })
            .collect()
    }

    fn grouped(made: &[(Id, [f32; 3])], size: usize) -> BTreeMap<Id, Id> {
        let points: Vec<Point<'_>> =
            made.iter().map(|(id, vector)| Point { id: *id, vector }).collect();
        made.iter().map(|(id, _)| *id).zip(topics(&points, size)).collect()
    }

    #[test]
    fn what_is_alike_is_one_topic() {
        let made = made(40, 3);
        let topics = grouped(&made, 20);
        assert_eq!(topics.values().collect::<BTreeSet<_>>().len(), 2);
        for (id, vector) in &made {
            let mate = made.iter().find(|other| other.1[0] == vector[0]).unwrap();
            assert_eq!(topics[id], topics[&mate.0]);
        }
    }

    #[test]
    fn few_passages_are_one_topic() {
        for count in [0, 1, 19] {
            let topics = grouped(&made(count, 0), 20);
            assert!(topics.values().all(|topic| *topic == Id::default()));
        }
    }

    proptest! {
        #[test]
        fn order_plays_no_part(count in 0u8..120, shift: u8, turn in 0usize..50) {
            let mut made = made(count, shift);
            let before = grouped(&made, 10);
            let turn = turn.min(made.len());
            made.rotate_left(turn);
            prop_assert_eq!(before, grouped(&made, 10));
        }
    }
}

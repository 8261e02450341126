//! The best of many, in bounded memory. Equal scores go to the lower place, so that the answer never
//! depends on the way it was found.

use std::{cmp::Reverse, collections::BinaryHeap};

/// Keeps the `limit` best of what it is shown.
pub(crate) struct Top<S> {
    limit: usize,
    heap: BinaryHeap<Reverse<(S, Reverse<u64>)>>,
}

impl<S: Ord + Copy> Top<S> {
    /// Room for `limit`.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, heap: BinaryHeap::with_capacity(limit.saturating_add(1).min(4096)) }
    }

    /// The score that must be beaten once there is no room left.
    pub(crate) fn threshold(&self) -> Option<S> {
        let full = self.heap.len() >= self.limit;
        self.heap.peek().filter(|_| full).map(|Reverse((score, _))| *score)
    }

    /// Shows one.
    pub(crate) fn push(&mut self, score: S, place: u64) {
        let entry = (score, Reverse(place));
        if self.heap.len() < self.limit {
            self.heap.push(Reverse(entry));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && worst.0 < entry
        {
            *worst = Reverse(entry);
        }
    }

    /// The best, in order.
    pub(crate) fn into_sorted(self) -> Vec<(S, u64)> {
        let sorted = self.heap.into_sorted_vec();
        sorted.into_iter().map(|Reverse((score, Reverse(place)))| (score, place)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_a_sorted_prefix(scores in prop::collection::vec(0u8..20, 0..80), limit in 0usize..20) {
            let mut top = Top::new(limit);
            let mut all: Vec<(u8, u64)> = scores.into_iter().zip(0..).collect();
            all.iter().rev().for_each(|(score, place)| top.push(*score, *place));
            all.sort_by_key(|(score, place)| (Reverse(*score), *place));
            all.truncate(limit);
            prop_assert_eq!(top.into_sorted(), all);
        }
    }
}

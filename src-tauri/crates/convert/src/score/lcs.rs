//! The length of a longest common subsequence, 64 places at a time (Crochemore, Iliopoulos, Pinzon
//! and Reid 2001, "A fast and practical bit-vector algorithm for the longest common subsequence
//! problem"). Only the machine words where an item occurs are touched, and those a carry reaches.

use std::collections::HashMap;
use std::hash::Hash;

/// Where an item stands in the first list: machine words that are not zero, in order.
type Mask = Vec<(usize, u64)>;

/// Items in the longest list that can be had from both by leaving items out.
pub(super) fn length<T: Eq + Hash>(one: &[T], other: &[T]) -> usize {
    let ahead = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (one.get(ahead..).unwrap_or(&[]), other.get(ahead..).unwrap_or(&[]));
    let behind = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let one = one.get(..one.len() - behind).unwrap_or(&[]);
    let other = other.get(..other.len() - behind).unwrap_or(&[]);
    let masks = masks(one);
    let mut row = vec![u64::MAX; one.len().div_ceil(64)];
    for item in other {
        if let Some(mask) = masks.get(item) {
            step(&mut row, mask);
        }
    }
    let zeros: u32 = row.iter().map(|word| word.count_zeros()).sum();
    ahead + behind + zeros as usize
}

fn masks<T: Eq + Hash>(items: &[T]) -> HashMap<&T, Mask> {
    let mut masks: HashMap<&T, Mask> = HashMap::new();
    for (place, item) in items.iter().enumerate() {
        let (word, bit) = (place / 64, 1u64 << (place % 64));
        let mask = masks.entry(item).or_default();
        match mask.last_mut().filter(|(last, _)| *last == word) {
            Some((_, bits)) => *bits |= bit,
            None => mask.push((word, bit)),
        }
    }
    masks
}

/// `row = (row + (row & mask)) | (row & !mask)`, as one long number.
fn step(row: &mut [u64], mask: &Mask) {
    let (mut carry, mut after) = (false, 0);
    for (at, bits) in mask {
        carry = carry && ripple(row, after, *at);
        let Some(word) = row.get_mut(*at) else { return };
        let (sum, over) = word.overflowing_add(*word & bits);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        *word = sum | (*word & !bits);
        (carry, after) = (over || over_again, at + 1);
    }
    if carry {
        ripple(row, after, row.len());
    }
}

/// Lets a carry run through words that the mask leaves out; whether it comes out at the end.
fn ripple(row: &mut [u64], from: usize, to: usize) -> bool {
    row.get_mut(from..to).unwrap_or_default().iter_mut().all(|word| {
        let (sum, over) = word.overflowing_add(1);
        *word |= sum;
        over
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The textbook's table.
    fn by_table(one: &[u8], other: &[u8]) -> usize {
        let mut row = vec![0; one.len() + 1];
        for b in other {
            let mut corner = 0;
            for (place, a) in one.iter().enumerate() {
                let above = row[place + 1];
                row[place + 1] = if a == b { corner + 1 } else { above.max(row[place]) };
                corner = above;
            }
        }
        row[one.len()]
    }

    #[test]
    fn known_lengths() {
        for (one, other, expected) in [
            ("", "", 0),
            ("abc", "", 0),
            ("abcbdab", "bdcaba", 4),
            ("human", "chimpanzee", 4),
            ("xaby", "xcdy", 2),
        ] {
            assert_eq!(length(one.as_bytes(), other.as_bytes()), expected, "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_table(
            one in prop::collection::vec(0u8..4, 0..300),
            other in prop::collection::vec(0u8..5, 0..300),
        ) {
            prop_assert_eq!(length(&one, &other), by_table(&one, &other));
        }

        #[test]
        fn rare_items_carry_far(
            one in prop::collection::vec(0u8..60, 0..500),
            other in prop::collection::vec(0u8..60, 0..500),
        ) {
            prop_assert_eq!(length(&one, &other), by_table(&one, &other));
        }
    }
}

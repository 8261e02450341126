//! A set of chunk numbers of one segment, as the searches want it: a bit each.

/// Bits from 0; those beyond the end are not set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// None of `len` set.
    pub(crate) fn empty(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    /// All of `len` set.
    pub(crate) fn full(len: usize) -> Self {
        let mut bits = Self(vec![u64::MAX; len.div_ceil(64)]);
        if let Some(last) = bits.0.last_mut().filter(|_| !len.is_multiple_of(64)) {
            *last = (1 << (len % 64)) - 1;
        }
        bits
    }

    /// Sets one.
    pub(crate) fn set(&mut self, at: u32) {
        if let Some(word) = self.0.get_mut(at as usize / 64) {
            *word |= 1 << (at % 64);
        }
    }

    /// Clears one.
    pub(crate) fn clear(&mut self, at: u32) {
        if let Some(word) = self.0.get_mut(at as usize / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    /// Whether one is set.
    pub(crate) fn has(&self, at: u32) -> bool {
        self.word(at as usize / 64) >> (at % 64) & 1 == 1
    }

    /// Sixty-four of them.
    pub(crate) fn word(&self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }

    /// How many are set.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The places of the set bits of `word`, rising.
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros();
        word &= word.checked_sub(1)?;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn is_a_set(len in 0usize..300, cleared: Vec<u16>, set: Vec<u16>) {
            let mut bits = Bits::full(len);
            let mut model: BTreeSet<u32> = (0..len as u32).collect();
            for at in cleared.into_iter().map(u32::from) {
                bits.clear(at);
                model.remove(&at);
            }
            for at in set.into_iter().map(u32::from).filter(|at| (*at as usize) < len) {
                bits.set(at);
                model.insert(at);
            }
            prop_assert_eq!(bits.count(), model.len());
            let words = (0..len.div_ceil(64)).flat_map(|number| {
                set_bits(bits.word(number)).map(move |bit| number as u32 * 64 + bit)
            });
            prop_assert!(words.eq(model.iter().copied()));
            prop_assert!((0..400).all(|at| bits.has(at) == model.contains(&at)));
        }
    }
}

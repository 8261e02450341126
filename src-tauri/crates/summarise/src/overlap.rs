//! How alike sentences are by the words that they share. Words are stems, as numbers that hold for this
//! run: nothing here depends on their order.

use language::{StemKey, telling};

/// A sentence's telling words, each once, in the numbers' order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<StemKey>);

impl Words {
    /// Those of a sentence.
    pub fn of(sentence: &str) -> Self {
        let mut words = telling(sentence);
        words.sort_unstable();
        words.dedup();
        Self(words)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words.
    pub fn iter(&self) -> impl Iterator<Item = StemKey> + '_ {
        self.0.iter().copied()
    }

    /// How many both have.
    pub fn shared(&self, other: &Self) -> usize {
        let (mut own, mut others) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut shared = 0;
        while let (Some(a), Some(b)) = (own.peek(), others.peek()) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => drop(own.next()),
                std::cmp::Ordering::Greater => drop(others.next()),
                std::cmp::Ordering::Equal => {
                    shared += 1;
                    own.next();
                    others.next();
                }
            }
        }
        shared
    }

    /// Shared words by the geometric mean of both: a cosine of sets, 0 to 1.
    pub fn cosine(&self, other: &Self) -> f32 {
        let lengths = (self.len() * other.len()) as f32;
        if lengths == 0.0 { 0.0 } else { self.shared(other) as f32 / lengths.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_as_alike_as_their_words() {
        for (one, other, expected) in [
            ("Trials of a drug", "The drug's trial", 1.0),
            ("Trials of a drug", "Trials of a vaccine", 0.5),
            ("Trials of a drug", "Herons nest", 0.0),
            ("", "Herons nest", 0.0),
        ] {
            assert_eq!(Words::of(one).cosine(&Words::of(other)), expected, "{one} {other}");
        }
    }
}

//! The tokens of a statement, read one after another, and the quantities and dates that were found
//! among them. What is read as either is taken out of the words.

use crate::{
    quantity::Quantity,
    tokens::{Kind, Token},
};

/// A quantity and where it stands.
#[derive(Clone, Debug)]
pub struct Measured {
    pub quantity: Quantity,
    /// Tokens it takes up.
    pub at: std::ops::Range<usize>,
}

/// What was found, and which tokens are words still.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    pub quantities: Vec<Measured>,
    pub dates: Vec<Dated>,
    /// For every token: whether a number, unit, bound or date took it.
    pub taken: Vec<bool>,
}

/// Tokens, and what was found among them.
pub struct Reader<'a> {
    pub tokens: &'a [Token],
    pub found: Measures,
}

/// A stretch of time that a statement names, in days from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dated {
    pub from: i32,
    pub to: i32,
    /// First token.
    pub at: usize,
}

impl Dated {
    /// Whether both can be the same time.
    pub fn meets(&self, other: &Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

impl Reader<'_> {
    pub fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    pub fn is(&self, at: usize, word: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(word))
    }

    pub fn among(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| token.among(words))
    }

    pub fn mark(&self, at: usize, mark: char) -> bool {
        self.token(at).is_some_and(|token| token.kind == Kind::Mark(mark))
    }

    pub fn back(&self, at: usize, by: usize) -> Option<&Token> {
        self.tokens.get(at.checked_sub(by)?)
    }

    pub fn take(&mut self, range: std::ops::Range<usize>) {
        if let Some(taken) = self.found.taken.get_mut(range) {
            taken.fill(true);
        }
    }

    pub fn whole(&self, at: usize) -> Option<i32> {
        let token = self.token(at).filter(|token| token.kind == Kind::Digits)?;
        token.text.parse().ok()
    }
}

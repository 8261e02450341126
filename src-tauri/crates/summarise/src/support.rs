//! How far sources say a claim: the share of its telling words that they have.

use language::{StemKey, telling};
use std::collections::HashSet;

/// A claim with less support than this is dropped.
pub const KEPT: f32 = 0.7;

/// What was found of a claim in its sources.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// 0 to 1.
    pub score: f32,
    /// What the claim has and no source has; a claim with any is dropped, whatever the score.
    pub missing: Vec<Missing>,
}

impl Support {
    /// Whether the claim may stand.
    pub fn holds(&self) -> bool {
        self.missing.is_empty() && self.score >= KEPT
    }
}

/// What a claim says that none of its sources says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A number, with its unit.
    Number(String),
    /// A name.
    Name(String),
    /// A negation more, or one less.
    Negation,
}

/// How far `sources`, passages of documents, say `claim`.
pub fn support(claim: &str, sources: &[&str]) -> Support {
    let said: HashSet<StemKey> = sources.iter().flat_map(|source| telling(source)).collect();
    let asked: Vec<StemKey> = telling(claim).into_iter().collect();
    let found = asked.iter().filter(|word| said.contains(word)).count();
    let score = if asked.is_empty() { 0.0 } else { found as f32 / asked.len() as f32 };
    Support { score, missing: Vec::new() }
}

//! How the lists of a hybrid search become one. The weights belong to the model's manifest.

use serde::{Deserialize, Serialize};

/// The rule that joins the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FusionRule {
    /// Weighted reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), k = 60.
    Rrf,
    /// Convex sum of scaled scores: BM25 divided by its best; cosine scaled between the 100th and
    /// the first.
    Convex,
}

/// A rule and its weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fusion {
    /// The rule.
    pub rule: FusionRule,
    /// Weight of the vectors.
    pub semantic: f32,
    /// Weight of BM25.
    pub keyword: f32,
    /// Weight of exact matches.
    pub exact: f32,
}

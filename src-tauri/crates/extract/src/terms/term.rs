//! What a candidate became.

use super::worth::FEATURES;
use crate::names::Sort;
use std::ops::Range;

/// A term or a name, with where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// Line and words, in order.
    pub places: Vec<(usize, Range<usize>)>,
    /// What speaks for a name, where it is one.
    pub name: Option<Sort>,
    /// How likely an author would name it.
    pub worth: f32,
    /// How likely a reader finds it a right and useful thing to keep.
    pub right: f32,
    /// What both are reckoned from.
    pub features: [f32; FEATURES],
    /// Its words' stems, sorted.
    pub(super) stems: Vec<u32>,
}

//! Levels over a collection that say nothing their sources do not say: which sentences are chosen, how
//! they are grouped, and how far a claim is supported. Pure: it is given sentences and how alike they are.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::string_slice, clippy::indexing_slicing))]

pub mod answer;
pub mod choose;
pub mod grouping;
pub mod joining;
pub mod overlap;
pub mod quotes;
pub mod support;
pub mod validate;

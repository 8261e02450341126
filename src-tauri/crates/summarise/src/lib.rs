//! Levels over a collection that say nothing their sources do not say: which sentences are chosen, how
//! they are grouped, and how far a claim is supported. Pure: it is given sentences and how alike they are.

pub mod answer;
pub mod support;

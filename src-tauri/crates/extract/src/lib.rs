//! Text to candidate knowledge: names, claims, events, relations, and where in the palace they belong.
//! Pure: no I/O, no clock, no model.

#![cfg_attr(test, allow(clippy::string_slice))]

mod candidate;
mod cues;
mod define;
mod find;
mod gather;
mod hall;
#[cfg(test)]
mod hostile;
mod identifiers;
mod listed;
mod lists;
mod names;
pub mod palace;
mod phrase;
mod plain;
mod reading;
mod relations;
mod score;
mod statements;
mod terms;
mod validity;

pub use candidate::{CANDIDATES, Candidate, End, Extracted, MENTIONS, RELATIONS, Relation, Source};
pub use find::{extract, ranked_terms};
pub use hall::hall;
pub use language::dates::day;
pub use palace::score_palace;
pub use score::score_extraction;
pub use validity::validity;

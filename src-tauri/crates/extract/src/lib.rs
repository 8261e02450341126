//! Text to candidate knowledge: names, claims, events, relations, and where in the palace they belong.
//! Pure: no I/O, no clock, no model.

#![cfg_attr(test, allow(clippy::string_slice))]

mod candidate;
mod dates;
mod hall;
mod identifiers;
pub mod palace;
mod validity;
mod words;

pub use candidate::{
    CANDIDATES, Candidate, End, Extracted, MENTIONS, RELATIONS, Relation, Source,
};
pub use dates::{day, day_text};
pub use hall::hall;
pub use palace::score_palace;
pub use validity::validity;

/// What `source` holds. It takes any text, and time linear in it.
pub fn extract(source: &Source<'_>) -> Extracted {
    let _ = source;
    Extracted::default()
}

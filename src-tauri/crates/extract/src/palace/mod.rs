//! Where in the palace a piece of knowledge belongs: wing and room by the words of a vocabulary,
//! which a person and a language model may extend. Pure. It knows no hall (see [`crate::hall()`]), keeps
//! nothing, and never decides between two rooms that its words speak for alike: such a guess comes
//! out under 0.7.

mod lesson;
pub(crate) mod pattern;
mod place;
mod score;
pub(crate) mod tree;
mod vocabulary;
pub(crate) mod words;

pub use lesson::lesson;
pub use pattern::check;
pub use place::{AT_ONCE, GENERAL, Guess, Vocabulary};
pub use score::score_palace;
pub use vocabulary::{builtin, parse};

//! What a language model thinks of pieces of knowledge: where each belongs and how good its evidence
//! is ([`judge`]), and how they relate ([`relations`]), for a batch of at most [`BATCH`] at a time.
//!
//! The pieces are quoted to it as data. Of an answer that has the right shape, each part is taken
//! only where it makes sense, and the rest is left out with a warning; warnings repeat no text of a
//! document. Nothing is decided or stored here, and nothing says that the model is right.

mod answer;
mod judge;
mod question;
mod relate;

pub use self::answer::answer;
pub use self::judge::{BIASES, Judged, judge};
pub use self::question::{Asked, BATCH};
pub use self::relate::{MOST_RELATIONS, Relation, relations};

//! Evidence to reliability, with its parts; statements compared for contradiction. Pure: no I/O, no
//! clock, no model.

#![cfg_attr(test, allow(clippy::string_slice))]

mod address;
mod compare;
mod copies;
mod dates;
mod design;
mod function_words;
mod genre;
mod injections;
mod layers;
mod lexicon;
mod measure;
mod parse;
mod phrases;
mod quantity;
mod reader;
mod score;
mod shares;
mod signals;
mod sketch;
mod statement;
mod tiers;
mod tokens;

pub use crate::compare::{Comparison, Conflict, compare};
pub use crate::copies::{Copies, Fingerprint};
pub use crate::design::{Design, design};
pub use crate::genre::genre;
pub use crate::injections::{Addressed, Addressing, score::score_injections, weigh};
pub use crate::layers::{
    INJECTION_SIGNALS, Judgement, corroborate, first_layers, graded, judge, recognised, settled,
};
pub use crate::score::score_contradictions;
pub use crate::sketch::Sketch;
pub use crate::statement::Statement;
pub use crate::tiers::{Source, SourceTier, Tiers};

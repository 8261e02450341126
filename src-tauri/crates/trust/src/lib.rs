//! Evidence to reliability, with its parts; statements compared for contradiction. Pure: no I/O, no
//! clock, no model.

#![cfg_attr(test, allow(clippy::string_slice))]

mod address;
mod copies;
mod injections;
mod layers;
mod phrases;
mod signals;
mod tiers;

pub use crate::copies::{Copies, Fingerprint};
pub use crate::injections::injections;
pub use crate::layers::{INJECTION_SIGNALS, Judgement, corroborate, first_layers, judge, settled};
pub use crate::tiers::{Source, SourceTier, Tiers};

//! Knowledge: what documents say, merged across them, placed in the palace, judged, and answering to
//! the person.

mod access;
mod assess;
mod build;
mod changes;
mod cited;
mod days;
mod editing;
mod export;
mod found;
mod gaps;
mod listing;
mod model;
mod palace;
mod placing;
mod review;
mod search;
mod settings;
mod trusting;
mod views;

pub(crate) use build::{Gathered, weave_versions};
pub(crate) use days::{day, day_of};
pub(crate) use found::Origin;
pub(crate) use placing::Placing;
pub(crate) use views::in_words;
pub(crate) use views::{holds, on_day, shortened};

//! What is to know of words below all rooms that read text, each notion once. Pure: no I/O, no clock,
//! nothing learned from a document, and no meaning.
//!
//! | notion | where | read after |
//! | --- | --- | --- |
//! | letters that are shown as nothing | [`is_invisible`], [`is_break_hint`], [`is_direction`] | Unicode's `Default_Ignorable_Code_Point`; UAX #14, #9 |
//! | words, their parts, runs | [`words`], [`parts`], [`runs`] | UAX #29 |
//! | words with how they are written | [`shaped`] | rules for English |
//! | sentences | [`sentences`] | UAX #29, mended by abbreviations |
//! | common words of English | [`is_common`] | SCOWL, `assets/words.txt` |
//! | stems | [`stem`], [`telling`] | Snowball English |
//! | what was found out of words before | [`Memory`] | – |
//! | the language of a text | [`written_in`] | trigrams, BCP 47 |
//! | lists of words | [`List`], [`listed!`] | `assets/english.txt`, `assets/publications.txt`, `assets/pages/words.txt` |
//! | dates | [`dates`] | ISO 8601 and English |
//! | times that a question asks about | [`moments`] | English, told from a day |
//! | numbers and units | [`numbers`] | `assets/units.txt` |
//! | identifiers | [`identifiers`] | the standard of each |
//! | how telling a word is | [`bm25`] | Lucene's BM25 |
//!
//! The parts build on each other downwards only: dates and sentences on shaped words and lists,
//! identifiers on invisible letters. Names are compared by [`types::normalise_name`], which ids are made
//! of and which is therefore frozen below this crate.
//!
//! A test, `types/tests/one_reader.rs`, finds a second reader of any of them.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::string_slice, clippy::indexing_slicing))]

pub mod bm25;
pub mod dates;
pub mod identifiers;
mod invisible;
mod lists;
mod memory;
pub mod moments;
pub mod numbers;
mod sentences;
mod shapes;
mod stems;
mod tongues;
mod words;
mod work;

pub use crate::identifiers::{Identifier, Scheme};
pub use crate::invisible::{is_break_hint, is_direction, is_invisible};
pub use crate::lists::{List, is_negation, is_question, is_stop_word, sectioned};
pub use crate::memory::Memory;
pub use crate::sentences::{grapheme_edges, is_abbreviation, sentences};
pub use crate::shapes::{Shape, Word, collapse, join_codes, shaped};
pub use crate::stems::{StemKey, stem, telling};
pub use crate::tongues::written_in;
pub use crate::words::{folded_runs, is_common, is_unspaced, parts, runs, words};
#[cfg(feature = "steps")]
pub use crate::work::steps;
pub use crate::work::work;

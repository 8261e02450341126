//! Evidence to reliability, with its parts; statements compared for contradiction. Pure: no I/O, no
//! clock, no model.

#![cfg_attr(test, allow(clippy::string_slice))]

//! Comma- or tab-separated values.

#![no_main]

use convert::fuzz;
use types::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parse(Format::Csv, bytes));

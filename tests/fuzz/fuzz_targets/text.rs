//! Plain text in any encoding.

#![no_main]

use convert::fuzz;
use types::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parse(Format::Text, bytes));

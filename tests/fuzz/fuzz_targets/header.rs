//! A vault's header, with its key slots and extensions.

#![no_main]

use vault::fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::header(bytes));

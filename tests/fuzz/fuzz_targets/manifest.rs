//! A backup's manifest.

#![no_main]

use vault::fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::manifest(bytes));

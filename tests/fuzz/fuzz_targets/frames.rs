//! Sealed frames, packed values, entries of the log, the history and the anchor of a vault.

#![no_main]

use vault::fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::frames(bytes));

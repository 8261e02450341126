//! What parent and worker say to each other, and what the first bytes of a file say it is.

#![no_main]

use convert::fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::protocol(bytes));

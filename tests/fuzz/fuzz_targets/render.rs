//! Markdown to sanitised HTML.

#![no_main]

use convert::fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::render(bytes));

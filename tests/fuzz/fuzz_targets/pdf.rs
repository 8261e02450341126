//! PDF: our reading of what the PDF engine tells. The engine itself is not instrumented.

#![no_main]

use convert::fuzz;
use types::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parse(Format::Pdf, bytes));

//! The door for `examples/heading_rows.rs`, compiled for it alone: what the trees that find headings
//! are grown from. In this process and without a worker, so for trusted files only.

use crate::{Limits, Result, pdf};
use std::path::Path;

/// One line for each line of a PDF: its label, its features and its words.
///
/// # Errors
/// As a conversion; `PdfEngine` where the library cannot be loaded.
pub fn heading_rows(bytes: &[u8], library: &Path) -> Result<String> {
    thread_local! {
        static ENGINE: std::cell::OnceCell<pdf::Engine> =
            const { std::cell::OnceCell::new() };
    }
    ENGINE.with(|engine| {
        let engine = engine.get_or_init(|| pdf::Engine::load(Some(library)));
        engine.heading_rows(bytes, &Limits::default())
    })
}

//! The doors for `examples/heading_rows.rs` and `examples/page_rows.rs`, compiled for them alone: what
//! the trees that find headings, and the content of web pages, are grown from. In this process and
//! without a worker, so for trusted files only.

use crate::{Limits, Result, html, pdf};
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

/// One line for each unit of a web page: its letters, its place, its features and its words.
///
/// # Errors
/// Where it holds bytes that are no text.
pub fn page_rows(bytes: &[u8]) -> Result<String> {
    html::page_rows(bytes)
}

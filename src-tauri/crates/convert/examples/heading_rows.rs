//! Prints what the search for headings sees of every line of the PDFs it is given, with the labels
//! that their bookmarks give: `cargo run -p convert --features training --example heading_rows
//! FILE…`, for `assets/headings/train.py`. A line that begins with `file` names the PDF.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::PathBuf;

fn main() {
    let runtime = std::env::var_os("LOCI_RUNTIME").unwrap_or_default();
    let library = PathBuf::from(runtime).join("lib/libpdfium.so");
    for file in std::env::args().skip(1) {
        let rows = std::fs::read(&file).map_err(|error| error.to_string()).and_then(|bytes| {
            convert::training::heading_rows(&bytes, &library).map_err(|error| error.to_string())
        });
        match rows {
            Ok(rows) => print!("file {file}\n{rows}"),
            Err(error) => eprintln!("{file}: {error}"),
        }
    }
}

//! Prints what the judgement of web pages sees of every unit of the pages it is given: `cargo run -p
//! convert --features training --example page_rows FILE…`, for `assets/pages/train.py`. A line that
//! begins with `file` names the page.

#![allow(clippy::print_stdout, clippy::print_stderr)]

fn main() {
    for file in std::env::args().skip(1) {
        let rows = std::fs::read(&file).map_err(|error| error.to_string()).and_then(|bytes| {
            convert::training::page_rows(&bytes).map_err(|error| error.to_string())
        });
        match rows {
            Ok(rows) => print!("file {file}\n{rows}"),
            Err(error) => eprintln!("{file}: {error}"),
        }
    }
}

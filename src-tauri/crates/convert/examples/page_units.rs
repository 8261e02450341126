//! Prints what the model for web pages is fitted on, a JSON line a file: its units with their counts
//! and names, and the text that the page is converted to today.

use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in std::env::args_os().skip(1) {
        let bytes = std::fs::read(&file)?;
        let units = convert::study(&bytes)?;
        let text = convert::page_text(&bytes)?;
        let line =
            serde_json::json!({ "file": file.to_string_lossy(), "units": units, "text": text });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

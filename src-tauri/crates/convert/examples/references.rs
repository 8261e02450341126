//! Prints what files of references become, a JSON line a file: `references WORKER FILE…`, where WORKER
//! is this crate's own `convert-worker`.

use convert::{Converter, Limits, Program};
use std::io::Write;
use std::path::PathBuf;
use types::Cancel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let path = PathBuf::from(arguments.next().ok_or("WORKER is missing")?);
    let converter = Converter::new(Program { path, args: Vec::new() }, None, Limits::default());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in arguments.map(PathBuf::from) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let line = match converter.convert(&name, &std::fs::read(&file)?, &Cancel::default()) {
            Ok(converted) => serde_json::json!({
                "file": file,
                "format": converted.format,
                "warnings": converted.warnings,
                "listed": converted.listed,
            }),
            Err(error) => serde_json::json!({ "file": file, "error": error.to_string() }),
        };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

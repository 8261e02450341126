//! Prints what files become, a JSON line a file: `converted WORKER FILE…`, where WORKER is this
//! crate's own `convert-worker`. `cite`'s example `publications` reads them.

use convert::{Converter, Limits, Program};
use std::io::Write;
use std::path::PathBuf;
use types::Cancel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = PathBuf::from(arguments.next().unwrap_or_default());
    let runtime = std::env::var_os("LOCI_RUNTIME").unwrap_or_default();
    let library = PathBuf::from(runtime).join("lib/libpdfium.so");
    let program = Program { path, args: Vec::new() };
    let converter = Converter::new(program, Some(library), Limits::default());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in arguments {
        let bytes = std::fs::read(&file)?;
        let converted = converter.convert(&file, &bytes, &Cancel::default());
        let converted = converted.map_err(|error| error.to_string());
        writeln!(out, "{}", serde_json::json!({ "file": file, "converted": converted }))?;
    }
    Ok(())
}

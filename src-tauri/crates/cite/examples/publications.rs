//! Prints what documents say of themselves as publications and whom they cite, a JSON line a document:
//! `publications CONVERTED`, where CONVERTED is what `convert`'s example `converted` prints.

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use types::ConvertedText;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let lines = std::io::BufReader::new(std::fs::File::open(path)?).lines();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in lines {
        let mut line: Value = serde_json::from_str(&line?)?;
        let Some(converted) = line.get_mut("converted").and_then(|it| it.get_mut("Ok")) else {
            continue;
        };
        let converted: ConvertedText = serde_json::from_value(converted.take())?;
        let cited: Vec<Value> = cite::bibliography(&converted)
            .into_iter()
            .map(|entry| {
                json!({
                    "raw": converted.text.get(entry.range.clone()),
                    "reference": entry.reference,
                })
            })
            .collect();
        let own = cite::identify(&converted);
        writeln!(out, "{}", json!({ "file": line.get("file"), "reference": own, "cited": cited }))?;
    }
    Ok(())
}

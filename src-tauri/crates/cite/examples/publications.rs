//! Prints what documents say of themselves as publications and whom they cite, a JSON line a document:
//! `publications CONVERTED`, where CONVERTED is what `convert`'s example `converted` prints. Says at the end
//! how long the reading took.
#![allow(clippy::print_stderr, clippy::print_stdout)]

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};
use types::ConvertedText;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let lines = std::io::BufReader::new(std::fs::File::open(path)?).lines();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (mut documents, mut fronts, mut lists) = (0u32, Duration::ZERO, Duration::ZERO);
    for line in lines {
        let mut line: Value = serde_json::from_str(&line?)?;
        let Some(converted) = line.get_mut("converted").and_then(|it| it.get_mut("Ok")) else {
            continue;
        };
        let converted: ConvertedText = serde_json::from_value(converted.take())?;
        let started = Instant::now();
        let entries = cite::bibliography(&converted);
        lists += started.elapsed();
        let cited: Vec<Value> = entries
            .into_iter()
            .map(|entry| {
                json!({
                    "raw": converted.text.get(entry.range.clone()),
                    "reference": entry.reference,
                })
            })
            .collect();
        let started = Instant::now();
        let own = cite::identify(&converted);
        fronts += started.elapsed();
        documents += 1;
        #[cfg(feature = "training")]
        let seen = cite::training::candidates(&converted);
        #[cfg(not(feature = "training"))]
        let seen = Value::Null;
        let line = json!({
            "file": line.get("file"), "reference": own, "cited": cited, "candidates": seen,
        });
        writeln!(out, "{line}")?;
    }
    eprintln!("{documents} documents: {fronts:?} in their fronts, {lists:?} in their lists");
    Ok(())
}

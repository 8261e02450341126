//! The numbers by which claims are judged, for `assets/grounding/train.py`: lines of {"claim", "sources",
//! "label", "set"} in, the same lines with `features` out.

#![allow(clippy::indexing_slicing)]

use std::io::{BufRead, Write};
use summarise::support::Sources;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let mut row: serde_json::Value = serde_json::from_str(&line?)?;
        let claim = row["claim"].as_str().unwrap_or_default().to_owned();
        let sources: Vec<String> = serde_json::from_value(row["sources"].take())?;
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        let read = Sources::new(&sources);
        let support = read.support(&claim);
        row["holds"] = support.holds().into();
        row["score"] = support.score.into();
        row["missing"] = format!("{:?}", support.missing).into();
        row["features"] = serde_json::to_value(read.judged_by(&claim))?;
        writeln!(out, "{row}")?;
    }
    Ok(())
}

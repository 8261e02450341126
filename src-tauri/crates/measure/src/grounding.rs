//! `eval grounding`: claims beside sources that say them or do not, against the check that every sentence
//! of a summary or an answer passes. Touches no vault.

use engine::{Error, Result, io_problem};
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};
use summarise::support::{Support, support};
use types::{ErrorCode, GroundingPoint, GroundingReport, GroundingScore};

/// Claims that were written for this project.
const OWN: &str = include_str!("../../../../assets/grounding/claims.jsonl");
const SUPPORTED: &str = "supported";
/// Misses told.
const MISSES: usize = 200;
/// Marks of the curve.
const MARKS: [f32; 12] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

/// One line of a labelled file.
#[derive(Deserialize)]
struct Line {
    claim: String,
    sources: Vec<String>,
    label: String,
    #[serde(default)]
    set: String,
    #[serde(default)]
    split: String,
}

/// Measures on `file`, or on the project's own claims.
pub fn eval_grounding(file: Option<&Path>) -> Result<GroundingReport> {
    let given = file
        .map(std::fs::read_to_string)
        .transpose()
        .map_err(|error| Error::Problem(io_problem("The labelled file was not read", &error)))?;
    let text = given.as_deref().unwrap_or(OWN);
    let mut judged: Vec<(Line, Support)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = serde_json::from_str(line).map_err(|error| bad_line(number, &error))?;
        let sources: Vec<&str> = line.sources.iter().map(String::as_str).collect();
        let found = support(&line.claim, &sources);
        judged.push((line, found));
    }
    let mut scores: BTreeMap<(&str, &str, &str), GroundingScore> = BTreeMap::new();
    let mut misses = Vec::new();
    for (line, found) in &judged {
        let key = (line.set.as_str(), line.split.as_str(), line.label.as_str());
        let score = scores.entry(key).or_insert_with(|| GroundingScore {
            set: line.set.clone(),
            split: line.split.clone(),
            label: line.label.clone(),
            rows: 0,
            held: 0,
            quoted: 0,
        });
        score.rows += 1;
        score.held += u32::from(found.holds());
        score.quoted += u32::from(found.score >= 1.0);
        let right = found.holds() == (line.label == SUPPORTED);
        if !right && line.split == "dev" && misses.len() < MISSES {
            let why = format!("{:.2} {:?}", found.score, found.missing);
            misses.push(format!("{} ({why}): {}", line.label, line.claim));
        }
    }
    let share = |supported: bool, mark: f32| {
        let rows = judged.iter().filter(|(line, _)| (line.label == SUPPORTED) == supported);
        let (mut all, mut held) = (0u32, 0u32);
        for (_, found) in rows {
            all += 1;
            held += u32::from(found.missing.is_empty() && found.score >= mark);
        }
        if all == 0 { 0.0 } else { f64::from(held) / f64::from(all) }
    };
    let point =
        |mark| GroundingPoint { mark, kept: share(true, mark), passing: share(false, mark) };
    let kept = summarise::support::KEPT;
    Ok(GroundingReport {
        file: file.map_or("grounding".into(), |file| file.to_string_lossy().into_owned()),
        rows: judged.len() as u32,
        kept: share(true, kept),
        passing: share(false, kept),
        scores: scores.into_values().collect(),
        curve: MARKS.into_iter().map(point).collect(),
        misses,
    })
}

fn bad_line(number: usize, error: &serde_json::Error) -> Error {
    Error::new(
        ErrorCode::Usage,
        format!("Line {number} of the labelled file does not fit: {error}."),
        "Each line is {\"claim\": …, \"sources\": […], \"label\": \"supported\" …}.",
    )
}

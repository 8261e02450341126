//! How well [`crate::compare`] does on labelled pairs. Reads rows as JSON lines; nothing else.

use crate::{Comparison, Statement, compare};
use serde::Deserialize;
use types::{ClassScore, LabelledPart, LabelledReport, Tally};

const CLASSES: [&str; 3] = ["contradiction", "agreement", "unrelated"];
/// Rows told that were judged wrong.
const MISSES: usize = 200;

#[derive(Deserialize)]
struct Row {
    a: String,
    b: String,
    relation: String,
    #[serde(default)]
    kind: String,
    split: String,
}

/// Scores labelled pairs, `{"a","b","relation","kind","split"}` a line. For each split: `all`, the micro
/// average (every row has one class and one answer, so precision, recall and F1 are all its accuracy),
/// then the three classes. Misses are told of rows with the split `seen` alone: the others stay unread.
///
/// # Errors
/// A line that is no such row, by its number.
pub fn score_contradictions(jsonl: &str) -> Result<LabelledReport, String> {
    let mut splits: Vec<(String, Vec<(usize, usize)>)> = Vec::new();
    let (mut rows, mut misses) = (0, Vec::new());
    for (number, line) in jsonl.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Row =
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        let expected = CLASSES.iter().position(|class| *class == row.relation);
        let expected = expected
            .ok_or_else(|| format!("line {}: {} is no relation", number + 1, row.relation))?;
        let answer = compare(&Statement::new(&row.a), &Statement::new(&row.b));
        let got = match answer {
            Comparison::Contradicts { .. } => 0,
            Comparison::Agrees { .. } => 1,
            Comparison::Unrelated => 2,
        };
        rows += 1;
        if got != expected && row.split == "seen" && misses.len() < MISSES {
            let came = CLASSES.get(got).copied().unwrap_or_default();
            misses.push(format!(
                "{} ({}), not {came}: {} | {}",
                row.relation, row.kind, row.a, row.b
            ));
        }
        match splits.iter_mut().find(|(split, _)| *split == row.split) {
            Some((_, answers)) => answers.push((expected, got)),
            None => splits.push((row.split, vec![(expected, got)])),
        }
    }
    splits.sort();
    let parts = splits.into_iter().map(|(split, answers)| part(split, &answers)).collect();
    Ok(LabelledReport { file: String::new(), rows, parts, misses })
}

fn part(split: String, answers: &[(usize, usize)]) -> LabelledPart {
    let count = |fits: &dyn Fn(&(usize, usize)) -> bool| {
        answers.iter().filter(|answer| fits(answer)).count() as u64
    };
    let all = answers.len() as u64;
    let right = count(&|(expected, got)| expected == got);
    let mut scores =
        vec![ClassScore::new("all", Tally { matched: right, expected: all, got: all })];
    for (class, name) in CLASSES.iter().enumerate() {
        let tally = Tally {
            matched: count(&|(expected, got)| *expected == class && *got == class),
            expected: count(&|(expected, _)| *expected == class),
            got: count(&|(_, got)| *got == class),
        };
        scores.push(ClassScore::new(*name, tally));
    }
    LabelledPart { part: "relation".into(), split, scores }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_scored_by_split_and_class() {
        let rows = r#"{"a":"The drug is safe.","b":"The drug is not safe.","relation":"contradiction","kind":"x","split":"seen"}
{"a":"Oak burns.","b":"Steel bridges rust.","relation":"agreement","kind":"x","split":"seen"}

{"a":"Oak burns.","b":"Steel bridges rust.","relation":"agreement","kind":"x","split":"held"}"#;
        let report = score_contradictions(rows).unwrap();
        let splits: Vec<&str> = report.parts.iter().map(|part| part.split.as_str()).collect();
        assert_eq!((report.rows, splits), (3, vec!["held", "seen"]));
        assert_eq!(report.parts[1].scores[0].precision, Some(0.5));
        assert_eq!(report.parts[1].scores[1].recall, Some(1.0));
        assert_eq!(report.misses.len(), 1);
        for broken in ["{", r#"{"a":"x","b":"y","relation":"maybe","split":"seen"}"#] {
            assert!(score_contradictions(broken).is_err(), "{broken}");
        }
    }
}

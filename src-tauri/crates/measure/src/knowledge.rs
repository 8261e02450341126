//! `eval palace`, `eval contradictions`, `eval extraction`, `eval injections`: the rules against labelled rows, those that
//! were seen while the rules were written apart from those that were held back. Touches no vault.

use engine::{Error, Result, io_problem};
use std::path::Path;
use types::{ErrorCode, LabelledReport};

const PALACE: &str = include_str!("../../../../assets/eval/palace.jsonl");
const CONTRADICTIONS: &str = include_str!("../../../../assets/eval/contradictions.jsonl");
const EXTRACTION: &str = include_str!("../../../../assets/eval/extraction.jsonl");
const INJECTIONS: &str = include_str!("../../../../assets/eval/injections.jsonl");

type Score = fn(&str) -> std::result::Result<LabelledReport, String>;

/// Wing, room and hall by words alone, on `file` or the project's own rows.
pub fn eval_palace(file: Option<&Path>) -> Result<LabelledReport> {
    judge(file, "palace", PALACE, extract::score_palace)
}

/// Contradiction, agreement or neither, of pairs of statements.
pub fn eval_contradictions(file: Option<&Path>) -> Result<LabelledReport> {
    judge(file, "contradictions", CONTRADICTIONS, trust::score_contradictions)
}

/// Names, claims, events and relations found in sentences.
pub fn eval_extraction(file: Option<&Path>) -> Result<LabelledReport> {
    judge(file, "extraction", EXTRACTION, extract::score_extraction)
}

/// Texts that address an assistant, and harmless ones.
pub fn eval_injections(file: Option<&Path>) -> Result<LabelledReport> {
    judge(file, "injections", INJECTIONS, trust::score_injections)
}

fn judge(file: Option<&Path>, name: &str, own: &str, score: Score) -> Result<LabelledReport> {
    let given = file
        .map(std::fs::read_to_string)
        .transpose()
        .map_err(|error| Error::Problem(io_problem("The labelled file was not read", &error)))?;
    let mut report = score(given.as_deref().unwrap_or(own)).map_err(|why| {
        let hint = "See the files in assets/eval for the form of a line.";
        Error::new(ErrorCode::Usage, format!("The labelled file does not fit: {why}."), hint)
    })?;
    report.file = file.map_or(name.to_owned(), |file| file.to_string_lossy().into_owned());
    Ok(report)
}

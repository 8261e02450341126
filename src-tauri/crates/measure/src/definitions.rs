//! `eval definitions`: how well definitions are found in texts whose definitions are known. Touches no
//! vault.

use chunk::{DefinitionScore, Labelled, LabelledDefinition, Split, score_definitions};
use engine::{Error, Result, io_problem};
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};
use types::{DefinitionMeasure, DefinitionsReport, ErrorCode};

/// The labelled texts of this project.
const OWN: &str = include_str!("../../../../assets/eval/definitions.jsonl");

/// One line of a labelled file: a text of Markdown and all that it defines.
#[derive(Deserialize)]
struct Line {
    text: String,
    definitions: Vec<LabelledDefinition>,
    split: Option<Split>,
}

/// Measures on `file`, or on the project's own texts.
pub fn eval_definitions(file: Option<&Path>) -> Result<DefinitionsReport> {
    let given = file
        .map(std::fs::read_to_string)
        .transpose()
        .map_err(|error| Error::Problem(io_problem("The labelled file was not read", &error)))?;
    let mut splits: BTreeMap<&str, Vec<Labelled>> = BTreeMap::new();
    let text = given.as_deref().unwrap_or(OWN);
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = serde_json::from_str(line).map_err(|error| bad_line(number, &error))?;
        let split = line.split.unwrap_or(Split::Test);
        let labelled = Labelled { text: line.text, definitions: line.definitions, split };
        let name = if split == Split::Dev { "dev" } else { "test" };
        splits.entry(name).or_default().push(labelled.clone());
        splits.entry("all").or_default().push(labelled);
    }
    let measured = splits.into_iter().map(|(name, texts)| (name.to_owned(), measure(&texts)));
    Ok(DefinitionsReport {
        dataset: file.map_or("definitions".into(), |file| file.to_string_lossy().into_owned()),
        splits: measured.collect(),
    })
}

fn measure(texts: &[Labelled]) -> DefinitionMeasure {
    let score: DefinitionScore = score_definitions(texts);
    DefinitionMeasure {
        texts: score.texts as u32,
        without: texts.iter().filter(|text| text.definitions.is_empty()).count() as u32,
        expected: score.expected as u32,
        found: score.found as u32,
        matched: score.matched as u32,
        precision: score.precision,
        recall: score.recall,
        f1: score.f1,
        meaning_overlap: score.meaning_overlap,
    }
}

fn bad_line(number: usize, error: &serde_json::Error) -> Error {
    Error::new(
        ErrorCode::Usage,
        format!("Line {number} of the labelled file does not fit: {error}."),
        "Each line is {\"text\": …, \"definitions\": [{\"term\": …, \"meaning\": …}]}.",
    )
}

//! `eval pages`: web pages with passages that a reader wants and passages that they do not, through
//! the real conversion worker, and through a rival program in the same run. A passage counts where
//! its words are in the text, whatever marks are around them. Nothing is kept or ingested.

use crate::documents::{DocumentsOptions, rival::Rival};
use convert::{Converter, score};
use engine::{Error, Resources, Result, io_problem};
use serde::Deserialize;
use std::{
    fs,
    path::{Component, Path, PathBuf},
};
use types::{Cancel, ErrorCode, PageMeasure, PagesMeasure, PagesReport};

/// The labels' file in the folder.
const LABELS: &str = "labels.jsonl";

/// A line of it.
#[derive(Debug, Deserialize)]
struct Labelled {
    file: String,
    /// Passages that are wanted.
    with: Vec<String>,
    /// Passages that are not.
    without: Vec<String>,
}

/// Measures every labelled page of `folder`, and what the program `against` makes of it.
pub fn eval_pages(
    folder: &Path,
    against: Option<PathBuf>,
    resources: &Resources,
) -> Result<PagesReport> {
    let labels = labels(&folder.join(LABELS))?;
    let options = DocumentsOptions { against, against_server: None };
    let mut rival = Rival::new(&options)?;
    let converter = resources.converter().fresh();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for labelled in &labels {
        let file = folder.join(&labelled.file);
        let bytes = fs::read(&file).map_err(|source| unreadable(&source))?;
        ours.push(measure(labelled, converted(&converter, labelled, &bytes)));
        if let Some(rival) = &mut rival {
            theirs.push(measure(labelled, rival.convert(&file).text));
        }
    }
    let mut programs = vec![PagesMeasure::of("loci".to_owned(), ours)];
    programs.extend(rival.map(|rival| PagesMeasure::of(rival.name(), theirs)));
    let folder = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(PagesReport { folder, programs })
}

fn converted(
    converter: &Converter,
    labelled: &Labelled,
    bytes: &[u8],
) -> std::result::Result<String, String> {
    let converted = converter.convert(&labelled.file, bytes, &Cancel::default());
    converted.map(|converted| converted.text).map_err(|error| error.to_string())
}

fn measure(labelled: &Labelled, text: std::result::Result<String, String>) -> PageMeasure {
    let mut measure = PageMeasure { file: labelled.file.clone(), ..PageMeasure::default() };
    let words = match text {
        Ok(text) => score::words(&text),
        Err(failure) => {
            measure.failure = Some(failure);
            String::new()
        }
    };
    let is_there = |passage: &String| words.contains(&score::folded(passage));
    for passage in &labelled.with {
        match is_there(passage) {
            true => measure.found += 1,
            false => measure.missing.push(passage.clone()),
        }
    }
    for passage in &labelled.without {
        match is_there(passage) {
            true => measure.unwanted.push(passage.clone()),
            false => measure.left_out += 1,
        }
    }
    measure
}

fn labels(file: &Path) -> Result<Vec<Labelled>> {
    let text = fs::read_to_string(file).map_err(|source| unreadable(&source))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let labels = lines.map(|line| serde_json::from_str(line).map_err(|_| no_labels()));
    let labels = labels.collect::<Result<Vec<Labelled>>>()?;
    let is_inside = |labelled: &Labelled| {
        let mut parts = Path::new(&labelled.file).components();
        parts.all(|part| matches!(part, Component::Normal(_)))
    };
    if labels.is_empty() || !labels.iter().all(is_inside) {
        return Err(no_labels());
    }
    Ok(labels)
}

fn no_labels() -> Error {
    Error::new(
        ErrorCode::Usage,
        format!("{LABELS} does not label the pages of the folder."),
        "Its lines are {\"file\": NAME, \"with\": [PASSAGE …], \"without\": [PASSAGE …]}.",
    )
}

fn unreadable(source: &std::io::Error) -> Error {
    Error::Problem(io_problem("The folder of pages was not read", source))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(file: &str) -> String {
        format!(
            "{{\"file\": \"{file}\", \"with\": [\"one  two\", \"x\"], \"without\": [\"no\", \"y\"]}}\n"
        )
    }

    #[test]
    fn a_passage_counts_where_its_words_are() {
        let labels: Labelled = serde_json::from_str(&labelled("a.html")).unwrap();
        let page = measure(&labels, Ok("- **one**\n  two\n\nnone".to_owned()));
        assert_eq!((page.found, page.missing), (1, vec!["x".to_owned()]));
        assert_eq!((page.left_out, page.unwanted), (1, vec!["no".to_owned()]));
        let failed = measure(&labels, Err("why".to_owned()));
        assert_eq!((failed.found, failed.missing.len(), failed.left_out), (0, 2, 2));
    }

    #[test]
    fn labels_name_pages_in_the_folder() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join(LABELS);
        for (text, is_sound) in [
            (labelled("a.html") + &labelled("b/c.html"), true),
            (labelled("../a.html"), false),
            (labelled("/etc/passwd"), false),
            (String::new(), false),
            ("{}".to_owned(), false),
        ] {
            fs::write(&file, &text).unwrap();
            assert_eq!(labels(&file).is_ok(), is_sound, "{text}");
        }
        assert!(labels(&home.path().join("none")).is_err());
    }
}

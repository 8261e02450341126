//! `eval documents --headings-from-bookmarks`: the headings of PDFs that are converted as if they had
//! no bookmarks, against those bookmarks. Nothing is kept or ingested.

use super::cases::{Case, cases, read};
use convert::score::{self, Compared};
use engine::{Error, Resources, Result};
use std::path::Path;
use types::{Cancel, ErrorCode, HeadingMeasure, HeadingScore, HeadingsReport};

/// Measures every PDF under `folder` that has a bookmark whose title occurs in its text. A PDF that
/// gives no text is listed with the reason, and counts nothing.
pub fn eval_headings(folder: &Path, resources: &Resources) -> Result<HeadingsReport> {
    let is_pdf = |case: &Case| case.name.to_lowercase().ends_with(".pdf");
    let cases: Vec<Case> = cases(folder)?.into_iter().filter(is_pdf).collect();
    if cases.is_empty() {
        let hint = "Name a folder with PDFs that have bookmarks.";
        return Err(Error::new(ErrorCode::Usage, "There is no PDF in the folder.", hint));
    }
    let converter = resources.converter().fresh();
    let (mut files, mut without, mut sum) = (Vec::new(), 0, HeadingScore::default());
    for case in cases {
        let bytes = read(&case.file)?;
        match converter.convert_unmarked(&case.name, &bytes, &Cancel::default()) {
            Ok((converted, entries)) => {
                let Compared { score, extra, missed } = score::headings(&converted, &entries);
                if score.titles.expected == 0 {
                    without += 1;
                    continue;
                }
                sum += score;
                files.push(HeadingMeasure {
                    extra,
                    missed,
                    ..HeadingMeasure::new(case.name, score)
                });
            }
            Err(error) => files.push(HeadingMeasure {
                failure: Some(error.to_string()),
                ..HeadingMeasure::new(case.name, HeadingScore::default())
            }),
        }
    }
    let folder = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(HeadingsReport { folder, without, files, all: HeadingMeasure::new("all".to_owned(), sum) })
}

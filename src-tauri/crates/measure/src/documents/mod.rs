//! `eval documents`: a folder of documents through the real conversion workers, scored against the
//! Markdown that lies beside them, and the same through a rival program in the same run.
//!
//! Times begin before the file is read and end when its text is there. Each document is converted
//! twice: in a process of its own (`seconds_alone` and `peak_bytes`, the kernel's high-water mark of
//! that process's resident memory), and in one that goes on from document to document (`seconds`,
//! its start not counted). Nothing is kept or ingested.

mod cases;
mod headings;
pub(crate) mod rival;

pub use headings::eval_headings;
pub use rival::DocumentsOptions;

use cases::{Case, cases, read};
use convert::{Converter, score};
use engine::{Error, Resources, Result};
use rival::{Rival, Said};
use std::{collections::BTreeSet, path::Path, time::Instant};
use types::{
    Cancel, DocumentMeasure, DocumentsReport, ErrorCode, FormatMeasure, ProgramMeasure, Score,
};

/// Measures every document under `folder`. The Markdown expected of `NAME` is in `NAME.md` beside
/// it, or in `groundtruth/NAME.md`.
pub fn eval_documents(
    folder: &Path,
    options: &DocumentsOptions,
    resources: &Resources,
) -> Result<DocumentsReport> {
    let cases = cases(folder)?;
    if cases.is_empty() {
        let hint =
            "Name a folder with documents, each beside its expected Markdown: x.pdf, x.pdf.md.";
        return Err(Error::new(ErrorCode::Usage, "There is no document in the folder.", hint));
    }
    let mut rival = Rival::new(options)?;
    let steady = steady(resources.converter())?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for case in &cases {
        let expected = case.expected.as_deref().map(read).transpose()?;
        let expected = expected.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let own = measure(case, expected.as_deref(), &steady)?;
        if let Some(rival) = &mut rival {
            theirs.push(measure_rival(case, expected.as_deref(), &own, rival));
        }
        ours.push(own);
    }
    let mut programs = vec![program("loci".to_owned(), ours)];
    programs.extend(rival.map(|rival| program(rival.name(), theirs)));
    let folder = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(DocumentsReport { folder, programs })
}

/// A converter whose worker has started and served.
fn steady(converter: &Converter) -> Result<Converter> {
    let steady = converter.fresh();
    steady
        .convert("warm-up.md", b"# One", &Cancel::default())
        .map_err(|error| Error::Problem(error.problem()))?;
    Ok(steady)
}

fn measure(case: &Case, expected: Option<&str>, steady: &Converter) -> Result<DocumentMeasure> {
    let start = Instant::now();
    let own = steady.fresh();
    let alone = convert_file(&own, case, &read(&case.file)?);
    let seconds_alone = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let again = convert_file(steady, case, &read(&case.file)?);
    let seconds = start.elapsed().as_secs_f64();
    let converted = alone.as_ref().ok();
    let text = converted.map_or("", |converted| converted.text.as_str());
    let mut measure = DocumentMeasure {
        pages: converted.map_or(1, |converted| converted.pages),
        failure: alone.as_ref().err().map(ToString::to_string),
        score: expected.map(|expected| score::score(expected, text)),
        seconds: again.is_ok().then_some(seconds),
        seconds_alone: converted.map(|_| seconds_alone),
        peak_bytes: own.peak_bytes(),
        ..DocumentMeasure::new(case.name.clone())
    };
    if let Some(converted) = converted {
        measure.format.clone_from(&converted.format);
    }
    Ok(measure)
}

/// What became of one file.
struct Converted {
    text: String,
    format: String,
    pages: u64,
}

/// One document, or those of an archive's that can be read, one after another.
fn convert_file(converter: &Converter, case: &Case, bytes: &[u8]) -> convert::Result<Converted> {
    let cancel = Cancel::default();
    let one = |name: &str, bytes: &[u8]| -> convert::Result<Converted> {
        let converted = converter.convert(name, bytes, &cancel)?;
        Ok(Converted {
            text: score::markdown(&converted).into_owned(),
            format: converted.format.to_string(),
            pages: converted.pages.len().max(1) as u64,
        })
    };
    if !convert::is_archive(&case.name, bytes) {
        return one(&case.name, bytes);
    }
    let members = match converter.unpack(&case.name, bytes, &cancel) {
        Err(convert::Error::NotAnArchive) => return one(&case.name, bytes),
        members => members?,
    };
    let mut all = Converted { text: String::new(), format: "archive".to_owned(), pages: 0 };
    for member in members {
        if let Ok(converted) = one(&member.path, &member.bytes) {
            all.pages += converted.pages;
            all.text.push_str(&converted.text);
            all.text.push_str("\n\n");
        }
    }
    if all.pages == 0 { Err(convert::Error::Empty) } else { Ok(all) }
}

fn measure_rival(
    case: &Case,
    expected: Option<&str>,
    ours: &DocumentMeasure,
    rival: &mut Rival,
) -> DocumentMeasure {
    let Said { text, seconds, seconds_alone, peak_bytes } = rival.convert(&case.file);
    let score = |text: &str| -> Option<Score> { Some(score::score(expected?, text)) };
    DocumentMeasure {
        format: ours.format.clone(),
        pages: ours.pages,
        score: score(text.as_deref().unwrap_or_default()),
        failure: text.err(),
        seconds,
        seconds_alone,
        peak_bytes,
        ..DocumentMeasure::new(case.name.clone())
    }
}

fn program(name: String, documents: Vec<DocumentMeasure>) -> ProgramMeasure {
    let formats: BTreeSet<&String> = documents.iter().map(|document| &document.format).collect();
    let of = |format: &String| {
        let same = documents.iter().filter(|document| document.format == *format);
        FormatMeasure::of(format, same)
    };
    let mut formats: Vec<FormatMeasure> = formats.into_iter().map(of).collect();
    formats.push(FormatMeasure::of("all", documents.iter()));
    ProgramMeasure { name, formats, documents }
}

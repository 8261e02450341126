//! `eval ocr`: pictures and scanned PDFs through the real conversion workers, held against the words
//! that stand on them. Times are of a worker that is started for the document, as always. Nothing is
//! kept or ingested.

use engine::{Error, Resources, Result, io_problem};
use std::{fs, io, path::Path, time::Instant};
use types::{Cancel, ErrorCode, OcrMeasure, OcrReport};

/// Longest text that is compared, in characters: the comparison's time grows with its square.
const CHARACTERS: usize = 200_000;

/// Measures every document in `folder` that has a text of its name beside it: `x.png`, `x.txt`.
pub fn eval_ocr(folder: &Path, resources: &Resources) -> Result<OcrReport> {
    let unreadable =
        |error: io::Error| Error::Problem(io_problem("The folder of scans was not read", &error));
    let mut names: Vec<_> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(unreadable)?;
    names.sort();
    let mut documents = Vec::new();
    for path in names {
        let expected = path.with_extension("txt");
        if path == expected || !path.is_file() || !expected.is_file() {
            continue;
        }
        let expected = fs::read(&expected).map_err(unreadable)?;
        let expected = String::from_utf8_lossy(&expected).into_owned();
        documents.push(measure(&path, &expected, resources).map_err(unreadable)?);
    }
    if documents.is_empty() {
        let hint = "Name a folder with scans, each beside its words: page.png, page.txt.";
        return Err(Error::new(ErrorCode::Usage, "There is no such pair in the folder.", hint));
    }
    let all = pooled(&documents);
    Ok(OcrReport { all, documents })
}

fn measure(path: &Path, expected: &str, resources: &Resources) -> io::Result<OcrMeasure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let converter = resources.converter().fresh();
    let start = Instant::now();
    let converted = converter.convert(&name, &fs::read(path)?, &Cancel::default());
    let seconds = start.elapsed().as_secs_f64();
    let text = converted.as_ref().map_or_else(|_| String::new(), plain);
    let (characters, character_errors) = errors(&folded(expected), &folded(&text));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (words, word_errors) = errors(&words(expected), &words(&text));
    Ok(OcrMeasure {
        name,
        pages: converted.as_ref().map_or(1, |converted| converted.pages.len().max(1)) as u64,
        characters,
        character_errors,
        words,
        word_errors,
        confidence: converted.as_ref().ok().and_then(|it| it.pages.first()?.recognised),
        seconds,
        peak_bytes: converter.peak_bytes(),
        failure: converted.err().map(|error| error.to_string()),
    })
}

/// The converted words as they stand on the page: without what Markdown puts around them.
fn plain(converted: &types::ConvertedText) -> String {
    let mut text = String::with_capacity(converted.text.len());
    for line in converted.pages.iter().flat_map(|page| &page.lines) {
        let words = converted.text.get(line.range.clone()).unwrap_or_default();
        text.extend(words.chars().filter(|letter| *letter != '\\'));
        text.push('\n');
    }
    text
}

fn folded(text: &str) -> Vec<char> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(CHARACTERS).collect()
}

/// How many are expected, and how many have to be put in, taken out or changed (Levenshtein).
fn errors<T: PartialEq>(expected: &[T], got: &[T]) -> (u64, u64) {
    let mut row: Vec<u64> = (0..=got.len() as u64).collect();
    for (number, wanted) in (1..).zip(expected) {
        let mut diagonal = std::mem::replace(row.first_mut().unwrap_or(&mut 0), number);
        let mut left = number;
        for (cell, found) in row.iter_mut().skip(1).zip(got) {
            let changed = diagonal + u64::from(wanted != found);
            diagonal = *cell;
            *cell = changed.min(left + 1).min(*cell + 1);
            left = *cell;
        }
    }
    (expected.len() as u64, row.last().copied().unwrap_or(0))
}

/// All of them as one: counts and times added up, the highest peak.
fn pooled(documents: &[OcrMeasure]) -> OcrMeasure {
    let sum = |of: fn(&OcrMeasure) -> u64| documents.iter().map(of).sum();
    let confident: Vec<f32> = documents.iter().filter_map(|it| it.confidence).collect();
    OcrMeasure {
        name: "all".to_owned(),
        pages: sum(|it| it.pages),
        characters: sum(|it| it.characters),
        character_errors: sum(|it| it.character_errors),
        words: sum(|it| it.words),
        word_errors: sum(|it| it.word_errors),
        confidence: (!confident.is_empty())
            .then(|| confident.iter().sum::<f32>() / confident.len() as f32),
        seconds: documents.iter().map(|it| it.seconds).sum(),
        peak_bytes: documents.iter().filter_map(|it| it.peak_bytes).max(),
        failure: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expected: &str, got: &str, count: u64) {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(errors(&letters(expected), &letters(got)).1, count, "{expected} {got}");
        assert_eq!(errors(&letters(got), &letters(expected)).1, count, "{got} {expected}");
    }

    #[test]
    fn errors_are_edits() {
        check("kitten", "sitting", 3);
        check("", "abc", 3);
        check("abc", "abc", 0);
        check("flaw", "lawn", 2);
        check("ab", "ba", 2);
    }

    #[test]
    fn white_space_does_not_count() {
        assert_eq!(folded(" a\n\n b\tc "), folded("a b c"));
    }
}

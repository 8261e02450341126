//! `eval summaries`: sentences chosen at the chunk and master levels beside reference summaries, the first
//! sentences of each document, and a rival's choice of the same sentences.

use engine::{Error, KdfParams, Palace, Passphrase, Resources, Result, Source, io_problem};
use language::{folded_runs, stem};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    fs,
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};
use summarise::choose::{choose, whole_sentences};
use types::{
    Cancel, Collection, ErrorCode, IngestOptions, Level, LevelMethod, LevelsBuildRequest,
    LevelsRequest, SummariesMeasure, SummariesReport,
};

/// Sentences of each summary.
const SENTENCES: usize = 3;
/// The file in the folder.
const FILE: &str = "documents.jsonl";

/// What to measure.
pub struct SummariesOptions {
    /// Documents at most.
    pub limit: Option<usize>,
    /// One half by a hash of the ids: the one to look at, or the one to be held back.
    pub half: Option<Half>,
    /// A program that reads lines of {"id", "sentences"} and writes lines of {"id", "chosen"}, the
    /// places of those chosen. It is asked for so many as its one argument says.
    pub against: Option<PathBuf>,
}

/// A half of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Whose ids' SHA-256 begins with an even byte.
    Seen,
    /// The others.
    Unseen,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    text: String,
    summary: String,
}

#[derive(Serialize)]
struct Given<'a> {
    id: &'a str,
    sentences: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Answered {
    id: String,
    chosen: Vec<usize>,
}

/// A document with its sentences.
struct Case {
    row: Row,
    sentences: Vec<Range<usize>>,
}

impl Case {
    fn words(&self, at: usize) -> &str {
        let range = self.sentences.get(at).cloned().unwrap_or_default();
        self.row.text.get(range).unwrap_or_default()
    }
}

/// Summarises every document of `folder` in every way.
pub fn eval_summaries(
    folder: &Path,
    options: &SummariesOptions,
    resources: Resources,
) -> Result<SummariesReport> {
    let cases = cases(&folder.join(FILE), options)?;
    let mut systems = Vec::new();
    let mut add = |name: String, summaries: Vec<String>| {
        systems.push(measured(name, &cases, &summaries));
    };
    let lead =
        |case: &Case| joined((0..case.sentences.len().min(SENTENCES)).map(|at| case.words(at)));
    add("lead".to_owned(), cases.iter().map(lead).collect());
    if let Some(program) = &options.against {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        add(name, rival(program, &cases)?);
    }
    for method in [LevelMethod::TextRank, LevelMethod::TfIdf] {
        let chunk = |case: &Case| {
            let chosen = choose(&case.row.text, &case.sentences, method, SENTENCES);
            joined(chosen.iter().filter_map(|one| case.row.text.get(one.range.clone())))
        };
        add(format!("chunk {}", method.as_str()), cases.iter().map(chunk).collect());
    }
    add("master".to_owned(), masters(&cases, resources)?);
    Ok(SummariesReport {
        dataset: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        documents: cases.len() as u64,
        sentences: SENTENCES as u32,
        systems,
    })
}

fn joined<'a>(sentences: impl Iterator<Item = &'a str>) -> String {
    sentences.collect::<Vec<_>>().join(" ")
}

/// The first claims of each document's master, the document being a collection of its own.
fn masters(cases: &[Case], resources: Resources) -> Result<Vec<String>> {
    let home = crate::times::temporary_home()?;
    let passphrase = Passphrase::new("a temporary vault".to_owned())?;
    let folder = home.path().join("vault");
    let palace = Palace::create(&folder, &passphrase, KdfParams::FLOOR, Arc::new(resources))?;
    let cancel = Cancel::default();
    let mut summaries = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let name = format!("document {number}");
        let collection = Collection::new(&name).unwrap_or_default();
        let options = IngestOptions { collection: collection.clone(), ..Default::default() };
        let bytes = case.row.text.clone().into_bytes();
        let source = Source::Bytes { name: format!("{number}.txt"), bytes };
        palace.ingest(vec![source], &options, &cancel, &|_| {})?;
        let request = LevelsBuildRequest {
            collection: collection.clone(),
            method: None,
            max_synthesis_ratio: None,
        };
        // two rows of the same bytes are one document, of the first one's collection
        let claims = match palace.build_levels(&request, &cancel, &|_, _| {}) {
            Ok(_) => palace.snapshot().hierarchy(&LevelsRequest { collection })?.nodes,
            Err(_) => Vec::new(),
        };
        let claims = claims.into_iter().filter(|node| node.level == Level::Master);
        let claims = claims.flat_map(|node| node.sentences).filter(|one| !one.connective);
        let texts: Vec<String> = claims.take(SENTENCES).map(|one| one.text).collect();
        summaries.push(texts.join(" "));
    }
    palace.close()?;
    Ok(summaries)
}

fn rival(program: &Path, cases: &[Case]) -> Result<Vec<String>> {
    let failed = |source: &std::io::Error| {
        Error::Problem(io_problem("The program to compare with did not run", source))
    };
    let mut child = Command::new(program)
        .arg(SENTENCES.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|source| failed(&source))?;
    let mut given = String::new();
    for case in cases {
        let sentences = (0..case.sentences.len()).map(|at| case.words(at)).collect();
        given.push_str(
            &serde_json::to_string(&Given { id: &case.row.id, sentences }).unwrap_or_default(),
        );
        given.push('\n');
    }
    let stdin = child.stdin.take();
    let writer = std::thread::spawn(move || {
        // a program that stops reading is noticed by what it leaves out
        stdin.map(|mut stdin| stdin.write_all(given.as_bytes()))
    });
    let output = child.wait_with_output().map_err(|source| failed(&source))?;
    let _ = writer.join();
    let text = String::from_utf8_lossy(&output.stdout);
    let answers = text.lines().filter_map(|line| serde_json::from_str::<Answered>(line).ok());
    let answers: HashMap<String, Vec<usize>> =
        answers.map(|answered| (answered.id, answered.chosen)).collect();
    let of = |case: &Case| {
        let chosen = answers.get(&case.row.id).map_or(&[][..], Vec::as_slice);
        joined(chosen.iter().take(SENTENCES).map(|at| case.words(*at)))
    };
    Ok(cases.iter().map(of).collect())
}

fn cases(file: &Path, options: &SummariesOptions) -> Result<Vec<Case>> {
    let text = fs::read_to_string(file).map_err(|source| {
        Error::Problem(io_problem("The documents with summaries were not read", &source))
    })?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows: std::result::Result<Vec<Row>, _> = lines.map(serde_json::from_str).collect();
    let rows = rows.map_err(|_| {
        Error::new(
            ErrorCode::Usage,
            format!("{FILE} is not what is wanted."),
            "It holds lines of {\"id\", \"text\", \"summary\"}.",
        )
    })?;
    let half = |row: &Row| {
        let even = Sha256::digest(row.id.as_bytes()).first().is_some_and(|byte| byte % 2 == 0);
        options.half.is_none_or(|half| even == (half == Half::Seen))
    };
    let case = |row: Row| Case { sentences: whole_sentences(&row.text, 0..row.text.len()), row };
    // where nothing is left out nothing is chosen
    let long = |case: &Case| case.sentences.len() > SENTENCES;
    let cases = rows.into_iter().filter(half).map(case).filter(long);
    Ok(cases.take(options.limit.unwrap_or(usize::MAX)).collect())
}

fn measured(name: String, cases: &[Case], summaries: &[String]) -> SummariesMeasure {
    let mut sums = [0.0; 3];
    for (case, summary) in cases.iter().zip(summaries) {
        let scores = rouge(summary, &case.row.summary);
        sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
    }
    let [rouge_1, rouge_2, rouge_l] = sums.map(|sum| sum / cases.len().max(1) as f64);
    SummariesMeasure { name, rouge_1, rouge_2, rouge_l }
}

/// ROUGE-1, -2 and -L as F1.
fn rouge(summary: &str, reference: &str) -> [f64; 3] {
    let stems =
        |text: &str| -> Vec<String> { folded_runs(text).iter().map(|word| stem(word)).collect() };
    let (own, wanted) = (stems(summary), stems(reference));
    let pairs =
        |words: &[String]| -> Vec<String> { words.windows(2).map(|pair| pair.join(" ")).collect() };
    let common = |own: &[String], wanted: &[String]| {
        let mut left: HashMap<&String, usize> = HashMap::new();
        wanted.iter().for_each(|word| *left.entry(word).or_default() += 1);
        let hit = |word: &&String| {
            left.get_mut(*word).filter(|left| **left > 0).map(|left| *left -= 1).is_some()
        };
        f1(own.iter().filter(hit).count(), own.len(), wanted.len())
    };
    let longest = f1(longest_common(&own, &wanted), own.len(), wanted.len());
    [common(&own, &wanted), common(&pairs(&own), &pairs(&wanted)), longest]
}

fn f1(shared: usize, own: usize, wanted: usize) -> f64 {
    let all = own + wanted;
    if all == 0 { 0.0 } else { 2.0 * shared as f64 / all as f64 }
}

fn longest_common(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0usize; b.len() + 1];
    for word in a {
        let mut diagonal = 0;
        for (at, other) in b.iter().enumerate() {
            let above = row.get(at + 1).copied().unwrap_or(0);
            let left = row.get(at).copied().unwrap_or(0);
            let best = if word == other { diagonal + 1 } else { above.max(left) };
            diagonal = above;
            if let Some(place) = row.get_mut(at + 1) {
                *place = best;
            }
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rouge_agrees_with_counts_done_by_hand() {
        for (summary, reference, expected) in [
            ("The marsh stores carbon", "The marsh stores carbon", [1.0, 1.0, 1.0]),
            ("Herons nest", "Marshes store carbon", [0.0, 0.0, 0.0]),
            // three of four and three words; one pair of three and two; in order two of them
            ("the marsh store carbon", "carbon marshes store", [6.0 / 7.0, 2.0 / 5.0, 4.0 / 7.0]),
            ("", "", [0.0, 0.0, 0.0]),
        ] {
            let found = rouge(summary, reference);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "{summary}: {found} {expected}");
            }
        }
    }
}

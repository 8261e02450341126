//! `eval ask`: questions whose documents are in a temporary vault, and questions whose documents were kept
//! out of it, which are to be declined.

use crate::retrieval::{Row, ingest, judgements, rows};
use crate::times::{temporary_palace, with_model};
use engine::{Error, Palace, Resources, Result, io_problem};
use language::telling;
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::Path,
    time::Instant,
};
use summarise::answer::{Verdict, verdict};
use types::{AskReport, AskRequest, AskRow, AskScore, Cancel, ErrorCode};

/// A question, and what is known of its answer.
struct Question {
    text: String,
    /// Rows of the corpus that answer it.
    relevant: HashSet<String>,
    /// `yes`, `no` or `maybe`.
    decision: Option<String>,
    /// An answer that was written by a person.
    expected: Option<String>,
}

/// A question of PubMedQA (`ori_pqal.json`: an object of these by PubMed id).
#[derive(Deserialize)]
struct Asked {
    #[serde(rename = "QUESTION")]
    question: String,
    #[serde(rename = "CONTEXTS")]
    contexts: Vec<String>,
    #[serde(rename = "LONG_ANSWER", default)]
    long_answer: Option<String>,
    #[serde(default)]
    final_decision: Option<String>,
}

/// Asks the questions of `place`: a folder in BEIR form, or a file in PubMedQA's. Every second question's
/// documents, told by a hash of the question, are kept out of the vault.
pub fn eval_ask(place: &Path, model: Option<&str>, resources: Resources) -> Result<AskReport> {
    let (corpus, questions) = if place.is_dir() { beir(place)? } else { pubmed(place)? };
    let away: HashSet<&String> =
        questions.iter().filter(|it| is_away(&it.text)).flat_map(|it| &it.relevant).collect();
    let kept: Vec<Row> = corpus.into_iter().filter(|row| !away.contains(&row.id)).collect();
    let there: HashSet<&str> = kept.iter().map(|row| row.id.as_str()).collect();
    let (_home, palace) = temporary_palace(with_model(resources, model)?)?;
    let documents = ingest(&palace, &kept)?;
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for decision in questions.iter().filter_map(|it| it.decision.as_deref()) {
        *counts.entry(decision).or_default() += 1;
    }
    let frequent = counts.iter().max_by_key(|it| it.1).map(|it| (*it.0).to_owned());
    let (mut dev, mut test, mut out, mut times) =
        (AskScore::default(), AskScore::default(), Vec::new(), Vec::new());
    for question in &questions {
        let present = question.relevant.iter().any(|id| there.contains(id.as_str()));
        if present == is_away(&question.text) {
            // shares all of its documents with a question of the other kind
            continue;
        }
        let score = if split_of(&question.text) == "dev" { &mut dev } else { &mut test };
        let (row, took_ms) = ask(&palace, question, present, &documents, &frequent, score)?;
        out.push(row);
        times.push(took_ms);
    }
    let model = palace.snapshot().model_in_use();
    palace.close()?;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    Ok(AskReport {
        dataset: place.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        model,
        documents: documents.len() as u32,
        ask_ms: (at(0.5), at(0.95)),
        dev,
        test,
        rows: out,
    })
}

fn ask(
    palace: &Palace,
    question: &Question,
    present: bool,
    documents: &HashMap<String, String>,
    frequent: &Option<String>,
    score: &mut AskScore,
) -> Result<(AskRow, f64)> {
    let request =
        AskRequest { question: question.text.clone(), collection: None, if_question: false };
    let start = Instant::now();
    let (answer, signals) = palace.snapshot().ask_with(&request, &Cancel::default())?;
    let took_ms = start.elapsed().as_secs_f64() * 1e3;
    let from = answer.answer.iter().flat_map(|it| &it.sources);
    let right = from
        .filter_map(|it| documents.get(&it.document_id.to_string()))
        .any(|id| question.relevant.contains(id));
    if present {
        score.answerable += 1;
        score.answered += u32::from(!answer.declined);
        score.right += u32::from(right);
    } else {
        score.unanswerable += 1;
        score.declined += u32::from(answer.declined);
    }
    if present && !answer.declined {
        let said: Vec<&str> = answer.answer.iter().map(|it| it.sentence.as_str()).collect();
        if let Some(decision) = &question.decision {
            score.decided += 1;
            let decided = verdict(&question.text, &said).map(Verdict::as_str);
            score.decided_right += u32::from(decided == Some(decision.as_str()));
            score.most_frequent += u32::from(frequent.as_ref() == Some(decision));
        }
        if let Some(expected) = &question.expected {
            let wanted: HashSet<u64> = telling(expected).into_iter().collect();
            let has: HashSet<u64> = said.iter().flat_map(|it| telling(it)).collect();
            score.worded += 1;
            score.words += wanted.intersection(&has).count() as f64 / wanted.len().max(1) as f64;
        }
    }
    let (split, signals) = (split_of(&question.text).to_owned(), signals.to_vec());
    let confidence = answer.confidence;
    Ok((AskRow { split, answerable: present, confidence, right, signals }, took_ms))
}

/// FNV-1a: the same everywhere and for ever.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn split_of(question: &str) -> &'static str {
    if hash(question) & 1 == 0 { "dev" } else { "test" }
}

fn is_away(question: &str) -> bool {
    hash(question) >> 1 & 1 == 1
}

fn beir(folder: &Path) -> Result<(Vec<Row>, Vec<Question>)> {
    let judged = judgements(&folder.join("qrels/test.tsv"))?;
    let questions = rows(&folder.join("queries.jsonl"))?.into_iter().filter_map(|row| {
        let relevant = judged.get(&row.id)?.iter().filter(|(_, gain)| **gain > 0.0);
        let relevant: HashSet<String> = relevant.map(|(id, _)| id.clone()).collect();
        let question = Question { text: row.text, relevant, decision: None, expected: None };
        (!question.relevant.is_empty()).then_some(question)
    });
    Ok((rows(&folder.join("corpus.jsonl"))?, questions.collect()))
}

fn pubmed(file: &Path) -> Result<(Vec<Row>, Vec<Question>)> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::Problem(io_problem("The questions were not read", &error)))?;
    let asked: BTreeMap<String, Asked> = serde_json::from_str(&text).map_err(|error| {
        Error::new(
            ErrorCode::Usage,
            format!("The file is not in PubMedQA's form: {error}."),
            "It is an object of {\"QUESTION\", \"CONTEXTS\", \"LONG_ANSWER\", \"final_decision\"} by id.",
        )
    })?;
    let mut corpus = Vec::new();
    let mut questions = Vec::new();
    for (id, one) in asked {
        corpus.push(Row { id: id.clone(), title: String::new(), text: one.contexts.join("\n\n") });
        questions.push(Question {
            text: one.question,
            relevant: HashSet::from([id]),
            decision: one.final_decision,
            expected: one.long_answer,
        });
    }
    Ok((corpus, questions))
}

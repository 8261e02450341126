//! `eval memory`: conversations in LoCoMo's form through the real engine; each question is asked among
//! the turns of its own conversation, and scored by which of its evidence turns come first.

use engine::{Error, Palace, Resources, Result, Source, io_problem};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    ops::Range,
    path::Path,
    time::Instant,
};
use types::{
    Cancel, Collection, DocumentId, ErrorCode, IngestOptions, MemoryEvalReport, SearchMode,
    SearchRequest, TurnRecall,
};

/// Turns asked for.
const TURNS: u32 = 50;

#[derive(Deserialize)]
struct Sample {
    conversation: Map<String, Value>,
    #[serde(default)]
    qa: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    question: String,
    #[serde(default)]
    evidence: Value,
    #[serde(default)]
    category: Value,
}

#[derive(Deserialize)]
struct Said {
    speaker: String,
    #[serde(default)]
    dia_id: String,
    #[serde(default)]
    text: String,
    /// What a picture shows that was sent along.
    #[serde(default)]
    blip_caption: Option<String>,
}

/// A turn as it goes in.
struct Turn {
    id: String,
    speaker: String,
    time: String,
    text: String,
}

/// A conversation that is in, and where its turns stand in its text.
struct Held {
    collection: Collection,
    document: DocumentId,
    turns: Vec<(Range<usize>, String)>,
}

/// Which model, in place of those in use.
pub struct MemoryOptions {
    /// The only embedding model used.
    pub model: Option<String>,
    /// How to search.
    pub mode: SearchMode,
}

/// Takes every conversation of `file` into a temporary vault and asks its questions.
pub fn eval_memory(
    file: &Path,
    options: &MemoryOptions,
    resources: Resources,
) -> Result<MemoryEvalReport> {
    let samples = samples(file)?;
    let resources = crate::times::with_model(resources, options.model.as_deref())?;
    let (_home, palace) = crate::times::temporary_palace(resources)?;
    let start = Instant::now();
    let mut held = Vec::with_capacity(samples.len());
    for (number, sample) in samples.iter().enumerate() {
        held.push(take_in(&palace, number, &turns(sample))?);
    }
    palace.refine(&Cancel::default(), &|_| {})?;
    let index_seconds = start.elapsed().as_secs_f64();
    let mut run = Run::default();
    for (sample, held) in samples.iter().zip(&held) {
        let known: BTreeSet<&str> = held.turns.iter().map(|(_, id)| id.as_str()).collect();
        for question in &sample.qa {
            let named = evidence(&question.evidence);
            let wanted: BTreeSet<&str> =
                named.iter().map(String::as_str).filter(|id| known.contains(id)).collect();
            if wanted.is_empty() {
                run.left_out += 1;
                continue;
            }
            let (ranked, took_ms) = ask(&palace, held, &question.question, options.mode)?;
            run.add(&ranked, &wanted, &category(&question.category));
            run.times_ms.push(took_ms);
        }
    }
    let model = palace.snapshot().model_in_use();
    palace.close()?;
    Ok(MemoryEvalReport {
        dataset: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        model,
        conversations: held.len() as u64,
        turns: held.iter().map(|held| held.turns.len() as u64).sum(),
        left_out: run.left_out,
        overall: run.overall.mean(),
        by_category: run.by_category.iter().map(|(name, sum)| (name.clone(), sum.mean())).collect(),
        index_seconds,
        query_ms: crate::times::percentiles(run.times_ms),
    })
}

fn samples(file: &Path) -> Result<Vec<Sample>> {
    let text = fs::read_to_string(file)
        .map_err(|source| Error::Problem(io_problem("The conversations were not read", &source)))?;
    let value: Value = serde_json::from_str(&text).map_err(|_| not_locomo(file))?;
    let list = if value.is_array() { value } else { Value::Array(vec![value]) };
    serde_json::from_value(list).map_err(|_| not_locomo(file))
}

/// The turns of a sample, session after session.
fn turns(sample: &Sample) -> Vec<Turn> {
    let number = |name: &String| name.strip_prefix("session_")?.parse::<u32>().ok();
    let mut sessions: Vec<(u32, &Value)> = sample
        .conversation
        .iter()
        .filter_map(|(name, value)| Some((number(name)?, value)))
        .collect();
    sessions.sort_by_key(|(number, _)| *number);
    let mut turns = Vec::new();
    for (number, session) in sessions {
        let time = sample.conversation.get(&format!("session_{number}_date_time"));
        let time = time.and_then(Value::as_str).unwrap_or_default();
        let said = session.as_array().into_iter().flatten().cloned();
        for said in said.filter_map(|said| serde_json::from_value::<Said>(said).ok()) {
            let mut text = said.text.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(caption) = said.blip_caption.filter(|caption| !caption.trim().is_empty()) {
                text = format!("{text} [picture: {}]", caption.trim()).trim().to_owned();
            }
            let (id, speaker) = (said.dia_id, said.speaker);
            turns.push(Turn { id, speaker, time: time.to_owned(), text });
        }
    }
    turns.retain(|turn| !turn.text.is_empty());
    turns
}

/// Takes a conversation in, as a file of JSON lines, into a collection of its own.
fn take_in(palace: &Palace, number: usize, turns: &[Turn]) -> Result<Held> {
    let mut bytes = Vec::new();
    for turn in turns {
        let line = json!({ "speaker": turn.speaker, "time": turn.time, "text": turn.text });
        bytes.extend_from_slice(line.to_string().as_bytes());
        bytes.push(b'\n');
    }
    let collection = Collection::new(&format!("conversation-{number}"))
        .map_err(|error| Error::new(ErrorCode::Internal, error.to_string(), "Report this."))?;
    let options = IngestOptions { collection: collection.clone(), ..IngestOptions::default() };
    let source = Source::Bytes { name: format!("conversation-{number}.jsonl"), bytes };
    let answer = palace.ingest(vec![source], &options, &Cancel::default(), &|_| {})?;
    let taken = answer.documents.into_iter().next();
    let document = taken.as_ref().and_then(|taken| taken.document_id);
    let Some(document) = document.filter(|_| taken.is_some_and(|taken| taken.chunks > 0)) else {
        let message = format!("Conversation {number} was not taken in.");
        return Err(Error::new(ErrorCode::Unreadable, message, "Is it of LoCoMo's form?"));
    };
    let text = palace.snapshot().document_text(&document)?;
    Ok(Held { collection, document, turns: places(&text, turns) })
}

/// Where each turn stands: in order, so each is looked for after the one before.
fn places(text: &str, turns: &[Turn]) -> Vec<(Range<usize>, String)> {
    let mut from = 0;
    let place = |turn: &Turn| {
        let start = from + text.get(from..)?.find(&turn.text)?;
        from = start + turn.text.len();
        Some((start..from, turn.id.clone()))
    };
    turns.iter().filter_map(place).collect()
}

/// The ids of turns, best first, each once.
fn ask(
    palace: &Palace,
    held: &Held,
    question: &str,
    mode: SearchMode,
) -> Result<(Vec<String>, f64)> {
    let request = SearchRequest {
        collection: Some(held.collection.clone()),
        ..SearchRequest::new(question, mode, TURNS)
    };
    let start = Instant::now();
    let answer = palace.snapshot().answer(&request)?;
    let took_ms = start.elapsed().as_secs_f64() * 1e3;
    let mut ranked: Vec<String> = Vec::new();
    for hit in answer.hits.iter().filter(|hit| hit.document_id == held.document) {
        let inside = |turn: &&(Range<usize>, String)| {
            turn.0.start < hit.span.end && hit.span.start < turn.0.end
        };
        for (_, id) in held.turns.iter().filter(inside) {
            if !ranked.contains(id) {
                ranked.push(id.clone());
            }
        }
    }
    Ok((ranked, took_ms))
}

/// Ids of turns: a list of them, each perhaps several in one text.
fn evidence(value: &Value) -> Vec<String> {
    let texts: Vec<&str> = match value {
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        Value::String(text) => vec![text],
        _ => Vec::new(),
    };
    let ids = texts.iter().flat_map(|text| text.split([';', ',', ' ']));
    ids.map(|id| id.trim_matches(['(', ')', '[', ']'])).map(str::to_owned).collect()
}

fn category(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

#[derive(Default)]
struct Run {
    overall: Sum,
    by_category: BTreeMap<String, Sum>,
    left_out: u64,
    times_ms: Vec<f64>,
}

/// Sums of recall.
#[derive(Default)]
struct Sum(TurnRecall);

impl Run {
    fn add(&mut self, ranked: &[String], wanted: &BTreeSet<&str>, category: &str) {
        self.overall.add(ranked, wanted);
        self.by_category.entry(category.to_owned()).or_default().add(ranked, wanted);
    }
}

impl Sum {
    fn add(&mut self, ranked: &[String], wanted: &BTreeSet<&str>) {
        let places: HashMap<&str, usize> =
            ranked.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
        let recall = |cutoff: usize| {
            let found = wanted.iter().filter(|id| places.get(*id).is_some_and(|at| *at < cutoff));
            found.count() as f64 / wanted.len().max(1) as f64
        };
        self.0.questions += 1;
        self.0.recall_at_5 += recall(5);
        self.0.recall_at_10 += recall(10);
        self.0.recall_at_50 += recall(50);
    }

    fn mean(&self) -> TurnRecall {
        let count = self.0.questions.max(1) as f64;
        TurnRecall {
            questions: self.0.questions,
            recall_at_5: self.0.recall_at_5 / count,
            recall_at_10: self.0.recall_at_10 / count,
            recall_at_50: self.0.recall_at_50 / count,
        }
    }
}

fn not_locomo(file: &Path) -> Error {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Error::new(
        ErrorCode::Usage,
        format!("{name} is not in LoCoMo's form."),
        "It is a list of {\"conversation\": {\"session_1\": [{\"speaker\", \"dia_id\", \"text\"}], \
         \"session_1_date_time\"}, \"qa\": [{\"question\", \"evidence\", \"category\"}]}.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_agrees_with_a_count_by_hand() {
        let ranked: Vec<String> = (1..=20).map(|n| format!("D1:{n}")).collect();
        let mut sum = Sum::default();
        sum.add(&ranked, &BTreeSet::from(["D1:5", "D1:6", "D1:11", "D9:1"]));
        let TurnRecall { questions, recall_at_5, recall_at_10, recall_at_50 } = sum.mean();
        assert_eq!((questions, recall_at_5, recall_at_10, recall_at_50), (1, 0.25, 0.5, 0.75));
    }

    #[test]
    fn evidence_is_read_as_files_have_it() {
        for (value, ids) in [
            (json!(["D1:3", "D2:4"]), vec!["D1:3", "D2:4"]),
            (json!(["D8:6; D9:17"]), vec!["D8:6", "", "D9:17"]),
            (json!("D1:3"), vec!["D1:3"]),
            (json!(null), vec![]),
        ] {
            assert_eq!(evidence(&value), ids);
        }
    }

    #[test]
    fn turns_are_found_again_in_their_order() {
        let turn = |id: &str, text: &str| Turn {
            id: id.to_owned(),
            speaker: "A".to_owned(),
            time: String::new(),
            text: text.to_owned(),
        };
        let turns = [turn("1", "Yes."), turn("2", "No."), turn("3", "Yes.")];
        let found = places("A: Yes.\n\nB: No.\n\nA: Yes.", &turns);
        let places: Vec<usize> = found.iter().map(|(range, _)| range.start).collect();
        assert_eq!(places, [3, 12, 20]);
    }
}

//! Answers and problems on the terminal: JSON for programs, lines for people.

use crate::args::{Cli, Command, Documents, Models};
use api::types::{
    DocumentList, DocumentView, IngestAnswer, IngestOutcome, ModelList, Problem, SearchAnswer,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::Write;

/// Prints an answer the way the command line asks for.
pub fn answer(cli: &Cli, value: &Value) {
    if cli.json {
        return out(&value.to_string());
    }
    let text = match &cli.command {
        Command::Ingest(_) if cli.quiet => String::new(),
        Command::Ingest(_) => shown(value, ingest),
        Command::Search(_) => shown(value, search),
        Command::Documents(Documents::List) => shown(value, documents),
        Command::Documents(Documents::Text { .. }) => {
            let text = value.get("text").and_then(Value::as_str).unwrap_or_default();
            return raw(text);
        }
        Command::Models(Models::List | Models::Verify) => shown(value, models),
        _ => fields(value, ""),
    };
    out(text.trim_end());
}

/// Prints a problem: on standard output as JSON, on standard error as lines.
pub fn problem(json: bool, problem: &Problem) {
    if json {
        return out(&serde_json::json!({ "error": problem }).to_string());
    }
    let mut stderr = std::io::stderr().lock();
    // nobody is left to tell when standard error is closed
    let _ = writeln!(stderr, "loci: {}\n      {}", problem.message, problem.hint);
}

fn out(text: &str) {
    if !text.is_empty() {
        raw(&format!("{text}\n"));
    }
}

/// A closed pipe (`loci … | head`) is not an error.
fn raw(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

fn shown<T: DeserializeOwned>(value: &Value, show: impl FnOnce(T) -> String) -> String {
    serde_json::from_value(value.clone()).map_or_else(|_| value.to_string(), show)
}

fn ingest(answer: IngestAnswer) -> String {
    let mut text = String::new();
    for document in &answer.documents {
        let state = match document.state {
            IngestOutcome::Indexed => "indexed",
            IngestOutcome::Refused => "refused",
            IngestOutcome::Failed => "failed",
            IngestOutcome::Duplicate => "duplicate",
            IngestOutcome::Cancelled => "cancelled",
        };
        let id = document.document_id.map(|id| id.to_string()).unwrap_or_default();
        text.push_str(&format!("{state:9} {id:8.8}  {}\n", document.path));
        if let Some(reason) = &document.reason {
            text.push_str(&format!("          {} {}\n", reason.message, reason.hint));
        }
        for warning in &document.warnings {
            text.push_str(&format!("          note: {warning}\n"));
        }
    }
    let indexed = answer.documents.iter().filter(|d| d.state == IngestOutcome::Indexed);
    let chunks: u32 = indexed.clone().map(|document| document.chunks).sum();
    let (count, all) = (indexed.count(), answer.documents.len());
    let seconds = answer.took_ms as f64 / 1e3;
    text.push_str(&format!("{count} of {all} indexed, {chunks} passages, {seconds:.1} s"));
    text
}

fn search(answer: SearchAnswer) -> String {
    let mut text = String::new();
    if let Some(reason) = &answer.degraded_reason {
        text.push_str(&format!("{} {}\n\n", reason.message, reason.hint));
    }
    if answer.hits.is_empty() {
        text.push_str("Nothing matches. Try fewer or other words.");
    }
    for hit in &answer.hits {
        let place = match hit.span.page {
            Some(page) => format!("page {page}"),
            None => format!("lines {}–{}", hit.span.line_start, hit.span.line_end),
        };
        let mut chain = vec![hit.title.clone()];
        chain.extend(hit.parent_chain.iter().filter(|heading| **heading != hit.title).cloned());
        let id = hit.document_id.to_string();
        let bytes = format!("{id:.8} bytes {}–{}", hit.span.start, hit.span.end);
        text.push_str(&format!("{}. {}\n   {place} · {bytes}\n", hit.rank, chain.join(" › ")));
        let mut why = Vec::new();
        if let Some(place) = &hit.keyword {
            why.push(format!("words #{} ({})", place.rank, place.terms.join(", ")));
        }
        if let Some(place) = &hit.semantic {
            why.push(format!("meaning #{} ({:.2})", place.rank, place.score));
        }
        if hit.exact {
            why.push("exact".to_owned());
        }
        text.push_str(&format!("   why: {}\n", why.join(" · ")));
        for line in hit.text.lines() {
            text.push_str(&format!("   │ {line}\n"));
        }
        text.push('\n');
    }
    text
}

fn documents(list: DocumentList) -> String {
    if list.documents.is_empty() {
        return "No documents yet. `loci ingest PATH` takes some in.".to_owned();
    }
    let line = |document: &DocumentView| {
        let state = format!("{:?}", document.state).to_lowercase();
        let id = document.document_id;
        let reason = document.reason.as_ref().map(|reason| format!("\n    {}", reason.message));
        let (title, format) = (&document.title, document.format);
        format!("{id}  {state:9} {format:8} {title}{}", reason.unwrap_or_default())
    };
    list.documents.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn models(list: ModelList) -> String {
    let line = |model: &api::types::ModelView| {
        let state = match (&model.problem, model.in_use, model.installed) {
            (Some(problem), _, _) => problem.message.as_str(),
            (None, true, _) => "in use",
            (None, false, true) => "installed",
            (None, false, false) => "not installed",
        };
        let (name, dimensions, licence) = (&model.name, model.dimensions, &model.licence);
        format!("{name:24} {dimensions} d  {licence}  {state}")
    };
    list.models.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// `name: value` lines, nested objects indented.
fn fields(value: &Value, indent: &str) -> String {
    let Some(object) = value.as_object() else { return format!("{indent}{value}\n") };
    let line = |(name, value): (&String, &Value)| match value {
        Value::Object(_) => format!("{indent}{name}:\n{}", fields(value, &format!("{indent}  "))),
        Value::String(text) => format!("{indent}{name}: {text}\n"),
        other => format!("{indent}{name}: {other}\n"),
    };
    object.iter().map(line).collect()
}

//! Answers and problems on the terminal: JSON for programs, lines for people.

use crate::args::{Cite, Cli, Command, Documents, Models};
use crate::args_vault::Vault;
use crate::fields::{fields, one_line, shown};
use crate::{memory, notes, print_agents, print_answer, print_knowledge, print_measured};
use api::types::{
    CitationList, DeepReport, Definition, DocumentList, DocumentView, Freshness, IngestAnswer,
    IngestOutcome, ModelList, Problem, SearchAnswer, TermList, VerifyReport,
};
use serde_json::Value;
use std::io::Write;

/// Prints an answer the way the command line asks for.
pub fn answer(cli: &Cli, value: &Value) {
    if matches!(cli.command, Command::Mcp { .. }) {
        // the protocol alone goes to standard output
        return;
    }
    if cli.json {
        return out(&value.to_string());
    }
    let text = match &cli.command {
        Command::Ingest(_) if cli.quiet => String::new(),
        Command::Ingest(_) => shown(value, ingest),
        Command::Search(_) => shown(value, search),
        Command::Ask { .. } => shown(value, print_answer::answer) + &print_answer::kept(value),
        Command::Documents(Documents::List | Documents::Versions { .. }) => shown(value, documents),
        Command::Cite(Cite::List { .. }) => shown(value, citations),
        Command::Cite(Cite::Export { .. }) => {
            return raw(value.get("text").and_then(Value::as_str).unwrap_or_default());
        }
        Command::Definitions(_) => shown(value, definitions),
        Command::Documents(Documents::Text { .. }) => {
            let text = value.get("text").and_then(Value::as_str).unwrap_or_default();
            return raw(text);
        }
        Command::Models(Models::List | Models::Verify) => shown(value, models),
        Command::Vault(Vault::Verify { .. }) => shown(value, verified),
        Command::Memory(command) => memory::print(command, value),
        command => {
            let measured = match command {
                Command::Eval(eval) => print_measured::answer(eval, value),
                _ => None,
            };
            let known = measured.or_else(|| print_knowledge::answer(command, value));
            let known = known.or_else(|| print_agents::answer(command, value));
            let known = known.or_else(|| notes::print(command, value));
            let known = known.or_else(|| crate::audit::print(command, value));
            known.unwrap_or_else(|| fields(value, ""))
        }
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
        if let Some(earlier) = document.offered_version_of {
            text.push_str(&format!("          a new version of {earlier}? --supersedes says so\n"));
        }
    }
    let indexed = answer.documents.iter().filter(|d| d.state == IngestOutcome::Indexed);
    let chunks: u32 = indexed.clone().map(|document| document.chunks).sum();
    let (count, all) = (indexed.count(), answer.documents.len());
    let seconds = answer.took_ms as f64 / 1e3;
    text.push_str(&format!("{count} of {all} indexed, {chunks} passages, {seconds:.1} s"));
    text
}

fn verified(report: VerifyReport) -> String {
    if let Some(deep) = &report.deep {
        return looked_at(report.records, deep);
    }
    if report.ok {
        return format!("All {} records are as they were last saved.", report.records);
    }
    let mut text = String::from("The vault is not as it was last saved:\n");
    for finding in &report.findings {
        let id = finding.document_id.map(|id| format!("{id:.8}")).unwrap_or_default();
        let name = finding.name.as_deref().unwrap_or_default();
        let (difference, table) =
            (format!("{:?}", finding.difference).to_lowercase(), &finding.table);
        let counts = format!("{} for {}", finding.found, finding.expected);
        text.push_str(&format!("{difference:10} {table:14} {counts:12} {id:8}  {name}\n"));
    }
    text
}

fn looked_at(records: u64, deep: &DeepReport) -> String {
    let DeepReport { documents, originals, passages, nodes, vectors, vectors_held, .. } = deep;
    let rate = deep.bytes as f64 / 1e3 / (deep.took_ms.max(1) as f64);
    let mut text = format!(
        "All {records} records are as they were last saved. Opened: {} records, {originals} originals of \
         {documents} documents, {passages} passages, {vectors} of {vectors_held} vectors, {nodes} nodes; \
         {rate:.0} MB/s.\n",
        deep.records
    );
    for id in &deep.repaired {
        text.push_str(&format!("made anew  {id:.8}\n"));
    }
    for finding in &deep.findings {
        let id = finding.document_id.map(|id| format!("{id:.8}")).unwrap_or_default();
        let name = finding.name.as_deref().unwrap_or_default();
        let how = if finding.repairable { "damaged" } else { "lost" };
        text.push_str(&format!("{how:10} {id:8} {name}: {}\n", finding.what));
    }
    text
}

fn search(answer: SearchAnswer) -> String {
    let mut text = String::new();
    answer.warnings.iter().for_each(|warning| text.push_str(&format!("{warning}\n\n")));
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
        if let Some(place) = print_knowledge::hit_place(hit) {
            text.push_str(&format!("   {place}\n"));
        }
        for line in hit.plain.lines() {
            text.push_str(&format!("   │ {line}\n"));
        }
        for definition in &hit.definitions {
            text.push_str(&format!("   {}\n", meaning(definition)));
        }
        text.push('\n');
    }
    text.push_str(&print_knowledge::related(&answer.related));
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
        let mut marks = String::new();
        if document.version > 1 || document.superseded_by.is_some() {
            marks.push_str(&format!("  v{}", document.version));
        }
        if document.superseded_by.is_some() {
            marks.push_str("  superseded");
        }
        if document.freshness == Freshness::Stale {
            marks.push_str("  stale");
        }
        format!("{id}  {state:9} {format:8} {title}{marks}{}", reason.unwrap_or_default())
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

fn citations(list: CitationList) -> String {
    if list.citations.is_empty() {
        return "No citations.".to_owned();
    }
    let mut text = String::new();
    for citation in &list.citations {
        let span = &citation.span;
        let place = match span.page {
            Some(page) => format!("page {page}"),
            None => format!("lines {}–{}", span.line_start, span.line_end),
        };
        let fate = citation.verified.as_ref().map_or_else(String::new, |verified| {
            format!(", {} in a later version", format!("{:?}", verified.fate).to_lowercase())
        });
        let bytes =
            format!("{:.8} bytes {}–{}", citation.document_id.to_string(), span.start, span.end);
        text.push_str(&format!(
            "{}  {}\n  {place} · {bytes}{fate}\n",
            citation.citation_id, citation.title
        ));
        if !citation.plain.is_empty() {
            text.push_str(&format!("  “{}”\n", one_line(&citation.plain)));
        }
        if !citation.note.is_empty() {
            text.push_str(&format!("  {}\n", one_line(&citation.note)));
        }
    }
    text
}

fn definitions(list: TermList) -> String {
    if list.terms.is_empty() {
        return "No definitions.".to_owned();
    }
    let mut text = String::new();
    for term in &list.terms {
        let mark = if term.conflicting { "  (defined differently)" } else { "" };
        text.push_str(&format!("{}{mark}\n", term.term));
        for definition in &term.definitions {
            text.push_str(&format!("  {}\n", meaning(definition)));
        }
    }
    text
}

fn meaning(definition: &Definition) -> String {
    let words = one_line(&definition.plain);
    let place = match definition.section_id.as_str() {
        "" => definition.title.clone(),
        section => format!("{}, {section}", definition.title),
    };
    format!("{}: {words} [{place}]", definition.term)
}

//! Answers and problems on the terminal: JSON for programs, lines for people.

use crate::args::{Cite, Cli, Command, Documents, Eval, Models, Vault};
use crate::print_knowledge;
use api::types::{
    CitationList, Definition, DocumentList, DocumentView, DocumentsReport, FieldScore,
    FormatMeasure, Freshness, HeadingsReport, IngestAnswer, IngestOutcome, ModelList, PagesReport,
    Problem, PublicationsReport, SearchAnswer, TermList, VerifyReport,
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
        Command::Vault(Vault::Verify) => shown(value, verified),
        Command::Eval(Eval::Documents { headings_from_bookmarks: true, .. }) => {
            shown(value, headings)
        }
        Command::Eval(Eval::Documents { .. }) => shown(value, measured),
        Command::Eval(Eval::Publications { details, .. }) => {
            shown(value, |report| publications(report, *details))
        }
        Command::Eval(Eval::Pages { details, .. }) => {
            shown(value, |report| pages(report, *details))
        }
        command => print_knowledge::answer(command, value).unwrap_or_else(|| fields(value, "")),
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

pub(crate) fn shown<T: DeserializeOwned>(value: &Value, show: impl FnOnce(T) -> String) -> String {
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

/// A row for each format and program, the programs of a format side by side.
fn measured(report: DocumentsReport) -> String {
    let mut text = format!(
        "{:11} {:18} {:>5} {:>5}  {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}  {:>8} {:>8} {:>6}\n",
        "format",
        "program",
        "read",
        "of",
        "recall",
        "prec.",
        "F1",
        "order",
        "heads",
        "level",
        "rel.",
        "cells",
        "pages/s",
        "started",
        "MiB"
    );
    let Some(first) = report.programs.first() else { return text };
    for (at, format) in first.formats.iter().enumerate() {
        let rows = report.programs.iter();
        let rows = rows.filter_map(|program| Some((&program.name, program.formats.get(at)?)));
        rows.for_each(|(name, row)| text.push_str(&measured_row(&format.format, name, row)));
    }
    text.push_str(
        "level: right title and level, as the expected files count them (docling: a title is 1, \
         Heading 1 is 2).\nrel.: right title, and deeper than, beside or above the one before as \
         expected: by any convention.\n",
    );
    for program in &report.programs {
        for document in &program.documents {
            if let Some(failure) = &document.failure {
                text.push_str(&format!("{}: {}: {failure}\n", program.name, document.file));
            }
        }
    }
    text
}

fn measured_row(format: &str, name: &str, row: &FormatMeasure) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let rate = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
    let memory = row.peak_bytes.map_or("–".to_owned(), |bytes| (bytes >> 20).to_string());
    let shares = [row.text_recall, row.text_precision, row.text_f1, row.order, row.heading_f1];
    let shares = shares.into_iter().chain([row.level_accuracy, row.relation_accuracy, row.cell_f1]);
    let shares: Vec<String> = shares.map(|value| format!("{:>6}", share(value))).collect();
    format!(
        "{format:11} {name:18} {:>5} {:>5}  {}  {:>8} {:>8} {memory:>6}\n",
        row.converted,
        row.documents,
        shares.join(" "),
        rate(row.pages_per_s),
        rate(row.pages_per_s_alone),
    )
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

/// A row for each program; page by page below where that is asked for.
fn pages(report: PagesReport, details: bool) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let mut text = format!("{:18} {:>6}  prec.  recall F1\n", "program", "pages");
    for program in &report.programs {
        let shares = [program.precision, program.recall, program.f1].map(share).join("  ");
        text.push_str(&format!("{:18} {:>6}  {shares}\n", program.name, program.pages.len()));
    }
    for program in &report.programs {
        for page in &program.pages {
            let name = format!("{}: {}", program.name, page.file);
            if let Some(failure) = &page.failure {
                text.push_str(&format!("{name}: {failure}\n"));
            }
            let missing = page.missing.iter().map(|passage| ("missing", passage));
            let unwanted = page.unwanted.iter().map(|passage| ("unwanted", passage));
            for (what, passage) in missing.chain(unwanted).filter(|_| details) {
                text.push_str(&format!("{name}: {what}: {passage}\n"));
            }
        }
    }
    text
}

/// A row for each field, then what was read of bibliographies and matched with a list.
fn publications(report: PublicationsReport, details: bool) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let head = |what: &str| {
        format!(
            "{what:20} {:>7} {:>6} {:>6}  {:>6} {:>6}\n",
            "to give", "given", "right", "prec.", "recall"
        )
    };
    let row = |it: &FieldScore| {
        let (precision, recall) = (share(it.precision), share(it.recall));
        let FieldScore { field, to_give, given, right, .. } = it;
        format!("{field:20} {to_give:>7} {given:>6} {right:>6}  {precision:>6} {recall:>6}\n")
    };
    let mut text = String::new();
    if report.papers > 0 {
        text.push_str(&head(&format!("{} papers", report.papers)));
        report.fields.iter().for_each(|field| text.push_str(&row(field)));
    }
    if let Some(entries) = &report.entries {
        text.push_str(&format!(
            "{} entries: {} found, {} read right, share {}\n",
            entries.labelled,
            entries.found,
            entries.right,
            share(entries.share)
        ));
        text.push_str(&head("of those found"));
        entries.fields.iter().for_each(|field| text.push_str(&row(field)));
    }
    if let Some(matching) = &report.matching {
        text.push_str(&format!(
            "{} entries against {} references: {} to match, {} right, {} missed, {} wrong; wrong \
             share {}, of those matched {}, recall {}\n",
            matching.cases,
            matching.library,
            matching.to_match,
            matching.right,
            matching.missed,
            matching.wrong,
            share(matching.wrong_share),
            share(matching.wrong_of_matched),
            share(matching.recall)
        ));
    }
    report.failures.iter().for_each(|failure| text.push_str(&format!("{failure}\n")));
    let misses = report.misses.iter().filter(|_| details);
    misses.for_each(|miss| text.push_str(&format!("{miss}\n")));
    text
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row for each PDF, then all of them.
fn headings(report: HeadingsReport) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let mut text = format!(
        "{:>6} {:>6} {:>7}  {:>6} {:>6} {:>6}  file\n",
        "titles", "found", "matched", "prec.", "recall", "levels"
    );
    for row in report.files.iter().chain([&report.all]) {
        let titles = row.score.titles;
        text.push_str(&format!(
            "{:>6} {:>6} {:>7}  {:>6} {:>6} {:>6}  {}{}\n",
            titles.expected,
            titles.got,
            titles.matched,
            share(row.precision),
            share(row.recall),
            share(row.level_order),
            row.file,
            row.failure.as_ref().map(|why| format!(": {why}")).unwrap_or_default(),
        ));
    }
    let without = report.without;
    text.push_str(&format!("{without} PDFs have no bookmark whose title is in their text."));
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

/// `name: value` lines, nested objects indented, lists item by item.
pub(crate) fn fields(value: &Value, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let Some(object) = value.as_object() else {
        return match value {
            Value::String(text) => format!("{indent}{text}\n"),
            other => format!("{indent}{other}\n"),
        };
    };
    let line = |(name, value): (&String, &Value)| match value {
        Value::Object(_) => format!("{indent}{name}:\n{}", fields(value, &deeper)),
        Value::Array(items) if items.iter().any(|item| !item.is_number()) => {
            let item = |(n, item): (usize, &Value)| match item {
                Value::Object(_) => format!("{indent}- {}\n{}", n + 1, fields(item, &deeper)),
                other => fields(other, &format!("{indent}- ")),
            };
            let items: String = items.iter().enumerate().map(item).collect();
            format!("{indent}{name}:\n{items}")
        }
        Value::String(text) => format!("{indent}{name}: {text}\n"),
        other => format!("{indent}{name}: {other}\n"),
    };
    object.iter().map(line).collect()
}

//! Commands about notes and about libraries of other programs, from arguments to requests and from answers
//! to lines.

use crate::{
    args::{Cli, Command},
    args_notes::{Format, From, Import, Note, Which},
    fields::{one_line, shown},
    session::{Answer, unlocked, write_private},
};
use api::{
    Client,
    types::{ErrorCode, ImportReport, NoteList, NoteTarget, NoteView, Problem},
};
use serde_json::{Value, json};
use std::io::Read;

/// Longest note that is read from standard input, in bytes.
const MOST_BYTES: u64 = 2 << 20;
/// Characters of a text in a list.
const SHORT: usize = 100;

/// Runs one of the commands about notes.
pub(crate) fn answer(cli: &Cli, client: &Client, command: &Note) -> Result<Answer, Problem> {
    let (row, request) = match command {
        Note::Add { text, title, document, start, end, node, collection, highlight, tags } => (
            "note_add",
            json!({
                "text": given(text)?, "title": title, "document": document, "start": start,
                "end": end, "node": node, "collection": collection, "meaning": highlight,
                "tags": tags,
            }),
        ),
        Note::List(which) => ("note_list", wanted(which)),
        Note::Show { note } => ("note_show", json!({ "note": note })),
        Note::Edit { note, text, title, highlight, tags } => (
            "note_edit",
            json!({
                "note": note, "title": title, "meaning": highlight,
                "text": text.as_deref().map(given).transpose()?,
                "tags": (!tags.is_empty()).then_some(tags),
            }),
        ),
        Note::Delete { note } => ("note_delete", json!({ "note": note })),
        Note::Promote { proposal } => ("note_promote", json!({ "proposal": proposal })),
        Note::Export { format, which, out } => {
            let format = match format {
                Format::Markdown => "markdown",
                Format::Annotations => "annotations",
            };
            let request = json!({ "format": format, "which": wanted(which) });
            let answer = unlocked(cli, client, "note_export", request)?;
            let Some(out) = out else { return Ok(answer) };
            let text = answer.value.get("text").and_then(Value::as_str).unwrap_or_default();
            write_private(out, text.as_bytes()).map_err(|error| {
                let message = format!("The notes were not written ({}).", error.kind());
                let hint = "Give --out a new file in a folder of yours.";
                Problem::new(ErrorCode::Unreadable, message, hint)
            })?;
            let notes = answer.value.get("notes").cloned();
            return Ok(json!({ "out": out.to_string_lossy(), "notes": notes }).into());
        }
    };
    unlocked(cli, client, row, request)
}

/// Takes a library of another program over, or counts what would come.
pub(crate) fn import(cli: &Cli, client: &Client, command: &Import) -> Result<Answer, Problem> {
    let (library, From { folder, dry_run, collection }) = match command {
        Import::Zotero(from) => ("zotero", from),
        Import::Obsidian(from) => ("obsidian", from),
    };
    let unsayable = || {
        let hint = "Give a folder whose name is UTF-8.";
        Problem::new(ErrorCode::Usage, "That folder cannot be passed on.", hint)
    };
    let path = std::path::absolute(folder).map_err(|_| unsayable())?;
    let path = path.to_str().ok_or_else(unsayable)?;
    let request = json!({
        "library": library, "path": path, "dry_run": dry_run, "collection": collection,
    });
    unlocked(cli, client, "library_import", request)
}

fn wanted(which: &Which) -> Value {
    json!({
        "words": which.words, "document": which.document, "node": which.node,
        "collection": which.collection, "meaning": which.highlight, "tag": which.tag,
    })
}

fn given(text: &str) -> Result<String, Problem> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut text = String::new();
    let read = std::io::stdin().lock().take(MOST_BYTES).read_to_string(&mut text);
    read.map(|_| text).map_err(|error| {
        let message = format!("Standard input was not read ({}).", error.kind());
        Problem::new(ErrorCode::Unreadable, message, "Try again.")
    })
}

/// The answer in words.
pub(crate) fn print(command: &Command, value: &Value) -> Option<String> {
    Some(match command {
        Command::Note(Note::List(_)) => shown(value, list),
        Command::Note(
            Note::Add { .. } | Note::Show { .. } | Note::Edit { .. } | Note::Promote { .. },
        ) => shown(value, |note| whole(&note)),
        Command::Note(Note::Export { out: None, .. }) => {
            value.get("text").and_then(Value::as_str).unwrap_or_default().to_owned()
        }
        Command::Import(_) => shown(value, report),
        _ => return None,
    })
}

fn list(list: NoteList) -> String {
    if list.notes.is_empty() {
        return "No notes.".to_owned();
    }
    let line = |note: &NoteView| {
        let id = note.note_id.to_string();
        let words = match &note.target {
            NoteTarget::Passage { quote, .. } if note.title.is_empty() => format!("“{quote}”"),
            _ => note.title.clone(),
        };
        let words: String = one_line(&words).chars().take(SHORT).collect();
        format!("{id:8.8}  {:11}  {words}{}\n", meaning(note), on(note))
    };
    list.notes.iter().map(line).collect()
}

fn whole(note: &NoteView) -> String {
    let mut text = format!("{}  {} {}{}\n", note.note_id, note.title, meaning(note), on(note));
    if let NoteTarget::Passage { quote, .. } = &note.target {
        text.push_str(&format!("> {}\n", one_line(quote)));
    }
    text.push_str(&note.text);
    text
}

fn meaning(note: &NoteView) -> &'static str {
    note.meaning.map_or("note", |meaning| meaning.as_str())
}

fn on(note: &NoteView) -> String {
    match &note.target {
        NoteTarget::Passage { title, span, .. } => {
            let page = span.page.map(|page| format!(", page {page}")).unwrap_or_default();
            format!("  — {title}{page}")
        }
        NoteTarget::Document { title, .. } => format!("  — {title}"),
        NoteTarget::Node { name, .. } => format!("  — on {name}"),
        NoteTarget::Collection { collection } => format!("  — on the collection {collection}"),
        NoteTarget::Nothing => String::new(),
    }
}

fn report(report: ImportReport) -> String {
    let would = if report.dry_run { "would come" } else { "came" };
    let mut text = format!(
        "{} items: {} documents {would}, {} new versions, {} known; {} notes, {} highlights, {} \
         known; {} tags, {} links, {} collections\n",
        report.items,
        report.documents,
        report.versions,
        report.known,
        report.notes,
        report.highlights,
        report.notes_known,
        report.tags,
        report.links,
        report.collections.len(),
    );
    for left in &report.left_out {
        text.push_str(&format!("left out: {}: {}\n", left.what, left.why));
    }
    if report.more_left_out > 0 {
        text.push_str(&format!("and {} more\n", report.more_left_out));
    }
    text
}

//! Commands about a document's life, from arguments to requests.

use crate::{
    args::{
        Certificates, CitationFormat, Cite, Cli, Command, Definitions, Llm, Ocr, References,
        Strategy, Watch,
    },
    passphrase,
    progress::Progress,
    session::{Answer, alone, unlocked, with_vault},
};
use api::{
    Client,
    types::{Collection, ErrorCode, LockState, Problem, RegenerateRequest},
};
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};

/// Longest certificate that is read, in bytes.
const CERTIFICATE_BYTES: u64 = 1 << 20;

/// Runs one of the commands about definitions, citations, certificates, folders, references and
/// the language model.
pub fn answer(cli: &Cli, client: &Arc<Client>) -> Result<Answer, Problem> {
    let (command, request) = match &cli.command {
        Command::Definitions(Definitions::List { document, term, conflicting }) => (
            "definitions_list",
            json!({ "document": document, "term": term, "conflicting": conflicting }),
        ),
        Command::Cite(command) => cite(command),
        Command::Certificates(Certificates::List) => ("certificates_list", json!({})),
        Command::Certificates(Certificates::Verify { file }) => {
            // a vault only says whether the key is its own: nobody is asked for its passphrase
            let given = passphrase::without_asking(cli)?.is_some();
            let run = if given && client.host().lock_state() == LockState::Locked {
                unlocked
            } else {
                alone
            };
            let answer = run(cli, client, "certificates_verify", certificate(file)?)?;
            let met = answer.value.get("ok").and_then(Value::as_bool).unwrap_or(false);
            return Ok(Answer { met, ..answer });
        }
        Command::Watch(Watch::Take { folder }) => return take(cli, client, folder),
        Command::Watch(command) => watch(command),
        Command::References(References::List) => ("references_list", json!({})),
        Command::Ocr(command) => ocr(*command),
        Command::Llm(command) => llm(command)?,
        _ => return Err(Problem::new(ErrorCode::Internal, "Not of this kind.", "Report this.")),
    };
    unlocked(cli, client, command, request)
}

fn cite(command: &Cite) -> (&'static str, Value) {
    match command {
        Cite::Add { document, start, end, note } => {
            ("cite_add", json!({ "document": document, "start": start, "end": end, "note": note }))
        }
        Cite::List { document } => ("cite_list", json!({ "document": document })),
        Cite::Delete { citation } => ("cite_delete", json!({ "citation": citation })),
        Cite::Export { format, document, passage } => {
            let format = match format {
                CitationFormat::Bibtex => "bibtex",
                CitationFormat::CslJson => "csl-json",
            };
            ("cite_export", json!({ "format": format, "document": document, "passage": passage }))
        }
    }
}

fn certificate(file: &Path) -> Result<Value, Problem> {
    let unreadable = |what: String| {
        Problem::new(ErrorCode::Unreadable, what, "Give the JSON that `documents delete` printed.")
    };
    let size = std::fs::metadata(file).map(|meta| meta.len()).unwrap_or(0);
    if size > CERTIFICATE_BYTES {
        return Err(unreadable("That file is no certificate: it is too large.".to_owned()));
    }
    let text = std::fs::read_to_string(file)
        .map_err(|error| unreadable(format!("The certificate was not read ({}).", error.kind())))?;
    let value: Value = serde_json::from_str(&text)
        .map_err(|_| unreadable("That file is no certificate: it is not JSON.".to_owned()))?;
    // the whole answer of `documents delete` will do
    Ok(value.get("certificate").cloned().unwrap_or(value))
}

fn watch(command: &Watch) -> (&'static str, Value) {
    match command {
        Watch::Add { folder, collection, automatic } => {
            let mode = if *automatic { "automatic" } else { "ask" };
            let collection = collection.as_deref().unwrap_or(Collection::DEFAULT);
            ("watch_add", json!({ "path": folder, "collection": collection, "mode": mode }))
        }
        Watch::List | Watch::Take { .. } => ("watch_list", json!({})),
        Watch::Scan => ("watch_scan", json!({})),
        Watch::Remove { folder } => ("watch_remove", json!({ "path": folder })),
    }
}

fn take(cli: &Cli, client: &Arc<Client>, folder: &str) -> Result<Answer, Problem> {
    stop_on_signal(client);
    let progress = Progress::new(cli, false);
    let answer =
        with_vault(cli, client, || client.take_changes(folder, &|event| progress.event(&event)));
    progress.finish();
    Ok(value(&answer?)?.into())
}

/// Reads a collection anew, or plans it.
pub fn regenerate(
    cli: &Cli,
    client: &Arc<Client>,
    collection: &str,
    strategy: Strategy,
    dry_run: bool,
) -> Result<Answer, Problem> {
    let collection = Collection::new(collection).map_err(|error| {
        Problem::new(ErrorCode::Usage, format!("{error}."), "Give another --collection.")
    })?;
    let strategy = match strategy {
        Strategy::Random => api::types::Strategy::Random,
        Strategy::Popularity => api::types::Strategy::Popularity,
        Strategy::Hybrid => api::types::Strategy::Hybrid,
    };
    stop_on_signal(client);
    let request = RegenerateRequest { collection, strategy, dry_run };
    let progress = Progress::new(cli, false);
    let report =
        with_vault(cli, client, || client.regenerate(&request, &|event| progress.event(&event)));
    progress.finish();
    let report = report?;
    Ok(Answer { met: report.failed.is_empty(), value: value(&report)? })
}

/// Lets an interrupt stop the work at its next safe edge.
pub(crate) fn stop_on_signal(client: &Arc<Client>) {
    let stopper = Arc::clone(client);
    // a second Ctrl-C finds the handler still there: the work stops at its next safe edge
    let _ = ctrlc::set_handler(move || {
        stopper.cancel();
    });
}

fn ocr(command: Ocr) -> (&'static str, Value) {
    match command {
        Ocr::Show => ("scans_show", json!({})),
        Ocr::On => ("scans_set", json!({ "recognise": true })),
        Ocr::Off => ("scans_set", json!({ "recognise": false })),
    }
}

fn llm(command: &Llm) -> Result<(&'static str, Value), Problem> {
    let Llm::Set { base_url, model, api_key_file, context_tokens, concurrency, text_may_leave } =
        command
    else {
        let name = if matches!(command, Llm::Show) { "llm_show" } else { "llm_clear" };
        return Ok((name, json!({})));
    };
    let key = api_key_file.as_deref().map(std::fs::read_to_string).transpose();
    let key = key.map_err(|error| {
        let message = format!("The key was not read ({}).", error.kind());
        Problem::new(ErrorCode::Unreadable, message, "Give a file whose first line is the key.")
    })?;
    let key = key.as_deref().and_then(|text| text.lines().next()).map(str::trim);
    let request = json!({
        "base_url": base_url,
        "model": model,
        "api_key": key,
        "context_tokens": context_tokens,
        "concurrency": concurrency,
        "text_may_leave": text_may_leave,
    });
    Ok(("llm_set", request))
}

fn value(answer: &impl serde::Serialize) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|_| {
        Problem::new(ErrorCode::Internal, "The answer could not be written.", "Please report this.")
    })
}

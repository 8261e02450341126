//! From arguments to a command of the table, and from its answer to an exit code.

use crate::{
    agents,
    args::{Cascade, Cli, Command, Documents, Ingest, Models, Search},
    args_audit::Audit,
    args_knowledge::Knowledge,
    args_vault::Vault,
    audit, knowledge, life, measuring, memory, notes, print,
    progress::Progress,
    session::{Answer, call, unlocked, whole_id, with_vault, write_private},
    vault,
};
use api::{
    Client, Config, Profile, Source,
    types::{Collection, ErrorCode, IngestAnswer, IngestOptions, IngestOutcome, Problem},
};
use measure::BenchOptions;
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    io::Read,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

/// Runs the command and prints its answer or its problem.
pub fn run(cli: &Cli) -> ExitCode {
    match answer(cli) {
        Ok(answer) => {
            print::answer(cli, &answer.value);
            let unmet = match &cli.command {
                Command::Vault(Vault::Verify { .. } | Vault::Backup(_))
                | Command::Audit(Audit::Verify { .. }) => ErrorCode::VaultDamaged.exit_code(),
                _ => 1,
            };
            ExitCode::from(if answer.met { 0 } else { unmet })
        }
        Err(problem) => {
            print::problem(cli.json, &problem);
            ExitCode::from(problem.code.exit_code())
        }
    }
}

/// A command line that clap does not take: help and version are answers, the rest is usage.
pub fn usage(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|arg| arg == "--json");
    if json && error.use_stderr() {
        let text = error.to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let hint = "`loci help` shows the commands.";
        print::problem(true, &Problem::new(ErrorCode::Usage, message, hint));
    } else {
        // a closed pipe is nobody's loss
        let _ = error.print();
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// A program that could not be started with telemetry off is not started at all.
pub fn cannot_start(error: &std::io::Error) -> ExitCode {
    let json = std::env::args_os().any(|arg| arg == "--json");
    let message = format!("Loci could not start itself anew: {error}.");
    let hint = "Set ORT_DISABLE_TELEMETRY=1 and try again.";
    let problem = Problem::new(ErrorCode::Internal, message, hint);
    print::problem(json, &problem);
    ExitCode::from(problem.code.exit_code())
}

fn answer(cli: &Cli) -> Result<Answer, Problem> {
    let mut config = Config::from_env()?;
    if let Some(home) = &cli.home {
        config.home = home.clone();
    }
    if let Some(profile) = &cli.profile {
        config.profile = Profile::new(profile)?;
    }
    let client = Arc::new(Client::new(config));
    match &cli.command {
        Command::Vault(command) => vault::answer(cli, &client, command),
        Command::Ingest(request) => ingest(cli, &client, request),
        Command::Documents(command) => documents(cli, &client, command),
        Command::Ask { question, collection, keep } => {
            with_vault(cli, &client, || ask(&client, question, collection.as_deref(), *keep))
        }
        Command::Search(request) => with_vault(cli, &client, || search(&client, request)),
        Command::Eval(command) => measuring::eval(client.host(), command),
        Command::Bench { chunks, per_document, safety, agents } => {
            let options = BenchOptions { chunks: *chunks, per_document: *per_document };
            measuring::bench(client.host(), &options, *safety, *agents)
        }
        Command::Models(Models::List) => call(&client, "models_list", json!({})),
        Command::Models(Models::Verify) => models_verify(&client),
        Command::Definitions(_)
        | Command::Cite(_)
        | Command::Certificates(_)
        | Command::Watch(_)
        | Command::References(_)
        | Command::Ocr(_)
        | Command::Llm(_) => life::answer(cli, &client),
        Command::Agents(command) => agents::answer(cli, &client, command),
        Command::Mcp { token_file } => {
            agents::mcp(cli, &client, token_file.as_deref()).map(|()| Value::Null.into())
        }
        Command::Audit(command) => audit::answer(cli, &client, command),
        Command::Signers(command) => audit::signers(cli, &client, command),
        Command::Sign(ask) => audit::sign(cli, &client, ask),
        Command::VerifyExport(ask) | Command::Knowledge(Knowledge::VerifyExport(ask)) => {
            audit::verify(cli, &client, ask)
        }
        Command::VerifyProof(ask) => audit::verify_proof(cli, &client, ask),
        Command::Knowledge(Knowledge::Export(ask)) => audit::export(cli, &client, ask),
        Command::Memory(command) => memory::answer(cli, &client, command),
        Command::Note(command) => notes::answer(cli, &client, command),
        Command::Import(command) => notes::import(cli, &client, command),
        Command::Node(_)
        | Command::Edge(_)
        | Command::Palace(_)
        | Command::Trust(_)
        | Command::Review(_)
        | Command::Gaps(_)
        | Command::Knowledge(_) => knowledge::answer(cli, &client),
    }
}

fn ask(
    client: &Client,
    question: &str,
    collection: Option<&str>,
    keep: bool,
) -> Result<Answer, Problem> {
    let request = json!({ "question": question, "collection": collection });
    let mut answer = call(client, "ask", request)?;
    let Some(fields) = answer.value.as_object_mut().filter(|_| keep) else { return Ok(answer) };
    // where the library does not say there is nothing to keep
    let declined = fields.get("declined").is_none_or(|declined| *declined == json!(true));
    let note = match declined {
        true => Value::Null,
        false => {
            let (said, composed) = (fields.get("answer"), fields.get("composed"));
            let kept = json!({ "question": question, "answer": said, "composed": composed });
            client.call("ask_keep", kept)?.get("note_id").cloned().unwrap_or_default()
        }
    };
    fields.insert("note_id".to_owned(), note);
    Ok(answer)
}

fn models_verify(client: &Client) -> Result<Answer, Problem> {
    let value = client.call("models_verify", json!({}))?;
    let models = value.get("models").and_then(Value::as_array);
    let broken = |model: &Value| {
        let is = |field: &str| model.get(field).is_some_and(|value| *value == json!(true));
        is("installed") && model.get("problem").is_some_and(|problem| !problem.is_null())
    };
    let met = !models.is_some_and(|models| models.iter().any(broken));
    Ok(Answer { value, met })
}

fn documents(cli: &Cli, client: &Arc<Client>, command: &Documents) -> Result<Answer, Problem> {
    let one = |document: &String| json!({ "document": document });
    match command {
        Documents::List => unlocked(cli, client, "documents_list", json!({})),
        Documents::Show { document } => unlocked(cli, client, "documents_show", one(document)),
        Documents::Text { document } => unlocked(cli, client, "documents_text", one(document)),
        Documents::Original { document, out, reason } => {
            original(cli, client, document, out, reason)
        }
        Documents::Versions { document } => {
            unlocked(cli, client, "documents_versions", one(document))
        }
        Documents::Supersede { document, earlier } => {
            let request = json!({ "document": document, "supersedes": earlier });
            unlocked(cli, client, "documents_supersede", request)
        }
        Documents::Join { document, collection } => {
            let request = json!({ "document": document, "collection": collection });
            unlocked(cli, client, "documents_join", request)
        }
        Documents::Leave { document, collection } => {
            let request = json!({ "document": document, "collection": collection });
            unlocked(cli, client, "documents_leave", request)
        }
        Documents::Reverify { document } => {
            unlocked(cli, client, "documents_reverify", one(document))
        }
        Documents::Verify { document } => {
            let answer = unlocked(cli, client, "documents_verify", one(document))?;
            let met = answer.value.get("ok").and_then(Value::as_bool).unwrap_or(false);
            Ok(Answer { met, ..answer })
        }
        Documents::Regenerate { collection, strategy, dry_run } => {
            life::regenerate(cli, client, collection, *strategy, *dry_run)
        }
        Documents::Delete { document, cascade } => {
            let cascade = match cascade {
                Cascade::None => "none",
                Cascade::Orphans => "orphans",
                Cascade::All => "all",
            };
            let request = json!({ "document": document, "cascade": cascade });
            unlocked(cli, client, "documents_delete", request)
        }
    }
}

fn original(
    cli: &Cli,
    client: &Client,
    document: &str,
    out: &Path,
    reason: &str,
) -> Result<Answer, Problem> {
    let bytes = with_vault(cli, client, || client.original(document, reason))?;
    write_private(out, &bytes).map_err(|error| {
        let message = format!("The original was not written ({}).", error.kind());
        Problem::new(ErrorCode::Unreadable, message, "Give --out a new file in a folder of yours.")
    })?;
    Ok(json!({ "out": out.to_string_lossy(), "size_bytes": bytes.len() }).into())
}

fn search(client: &Client, request: &Search) -> Result<Answer, Problem> {
    let document = request.document.as_ref().map(|prefix| whole_id(client, prefix)).transpose()?;
    let wanted = json!({
        "query": request.query,
        "reason": request.reason,
        "mode": request.mode.wire(),
        "top_k": request.top_k,
        "collection": request.collection,
        "document": document,
        "as_of": request.as_of,
        "all_versions": request.all_versions,
        "wing": request.wing,
        "room": request.room,
        "hall": request.hall,
        "kind": request.kind,
        "tag": request.tag,
        "min_reliability": request.min_reliability,
        "min_score": request.min_score,
        "expand_hops": request.expand_hops,
        "weights": request.weights,
    });
    call(client, "search", wanted)
}

fn ingest(cli: &Cli, client: &Arc<Client>, request: &Ingest) -> Result<Answer, Problem> {
    let collection = match &request.collection {
        None => Collection::default(),
        Some(name) => Collection::new(name).map_err(|error| {
            Problem::new(ErrorCode::Usage, format!("{error}."), "Give another --collection.")
        })?,
    };
    let mut options = IngestOptions {
        collection,
        source_url: request.source_url.clone(),
        source_type: request.source_type.clone(),
        force: request.force,
        supersedes: None,
        max_chunk_tokens: request.max_chunk_tokens,
        chunk_overlap: request.chunk_overlap,
        no_ocr: request.no_ocr,
    };
    let sources = request.paths.iter().map(|path| source(path, &request.stdin_name));
    let sources = sources.collect::<Result<Vec<Source>, Problem>>()?;
    let stopper = Arc::clone(client);
    // a second Ctrl-C finds the handler still there: the work stops at its next safe edge
    let _ = ctrlc::set_handler(move || stopper.cancel());
    let progress = Progress::new(cli, request.events);
    let answer = with_vault(cli, client, || {
        options.supersedes =
            request.supersedes.as_ref().map(|prefix| whole_id(client, prefix)).transpose()?;
        client.ingest_sources(sources, &options, &|event| progress.event(&event))
    });
    progress.finish();
    let answer = answer?;
    Ok(Answer { met: all_in(&answer), value: to_value(&answer)? })
}

fn source(path: &OsString, stdin_name: &str) -> Result<Source, Problem> {
    if path != "-" {
        return Ok(Source::Path(PathBuf::from(path)));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| {
        let message = format!("Standard input was not read ({}).", error.kind());
        Problem::new(ErrorCode::Unreadable, message, "Try again.")
    })?;
    Ok(Source::Bytes { name: stdin_name.to_owned(), bytes })
}

fn all_in(answer: &IngestAnswer) -> bool {
    answer.documents.iter().all(|document| document.state == IngestOutcome::Indexed)
}

fn to_value(answer: &IngestAnswer) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|_| {
        Problem::new(ErrorCode::Internal, "The answer could not be written.", "Please report this.")
    })
}

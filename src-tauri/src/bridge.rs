//! The window's way into the command table. Each command is one line and runs on a blocking thread, so
//! that neither the window nor the async threads wait for the vault.

use crate::{asking, asking::Chosen, locking, samples};
use api::{
    Caller, Host,
    types::{
        AgentPairRequest, AgentScopeRequest, ErrorCode, ExportCheckRequest, ExportRequest,
        ImportRequest, IngestAnswer, IngestEvent, IngestOptions, IngestRequest, LlmRequest,
        PageRequest, Problem, WatchRequest,
    },
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{path::Path, sync::Arc};
use tauri::{
    AppHandle, Manager, State, async_runtime::spawn_blocking, ipc::Channel, ipc::Response,
};

/// One process's hold on the profile, as Tauri hands it to commands.
type Shared<'a> = State<'a, Arc<Host>>;

/// Any row of the table that the window may call. What would read files or send text away is asked for
/// outside the page first.
#[tauri::command]
pub async fn call(
    app: AppHandle,
    host: Shared<'_>,
    command: String,
    request: Value,
) -> Result<Value, Problem> {
    blocking(host, move |host| {
        agree(&app, host, &command, &request)?;
        if command == "vault_lock" {
            // the page that asks ends with it; where nothing was open it is told so below
            locking::lock(host, &app);
        }
        host.call(Caller::Window, &command, request)
    })
    .await
}

fn agree(app: &AppHandle, host: &Host, command: &str, request: &Value) -> Result<(), Problem> {
    match command {
        // what cannot be done now is not asked for
        "watch_add" | "llm_set" | "safety_set" | "vault_backup" | "agents_pair"
        | "agents_scope" | "knowledge_export" | "library_import"
            if host.is_locked() =>
        {
            Ok(())
        }
        "watch_add" => asking::may_read(app, &[parsed::<WatchRequest>(request)?.path]),
        "library_import" => asking::may_read(app, &[parsed::<ImportRequest>(request)?.path]),
        "llm_set" => asking::may_send(app, &parsed::<LlmRequest>(request)?),
        "safety_set" | "vault_backup" => {
            let folder = ["backup_folder", "folder"].iter().find_map(|field| request.get(field));
            match folder.and_then(Value::as_str).filter(|folder| !folder.is_empty()) {
                Some(folder) => asking::may_copy_to(app, folder),
                None => Ok(()),
            }
        }
        "knowledge_export" => asking::may_export(app, &parsed::<ExportRequest>(request)?),
        "verify_export" => asking::may_check(app, &parsed::<ExportCheckRequest>(request)?.path),
        "agents_pair" => {
            let AgentPairRequest { name, scope } = parsed(request)?;
            asking::may_see(app, &name, &scope)
        }
        "agents_scope" => {
            let AgentScopeRequest { agent, scope } = parsed(request)?;
            asking::may_see(app, &agent, &scope)
        }
        "ingest_preview" => {
            let chosen = app.state::<Chosen>();
            let paths = request.get("paths").and_then(Value::as_array);
            let paths = paths.into_iter().flatten().filter_map(Value::as_str);
            match paths.map(Path::new).all(|path| chosen.may_count(path)) {
                true => Ok(()),
                false => Err(Problem::new(
                    ErrorCode::Usage,
                    "Only files that are dragged over the window are counted.",
                    "Drop or pick them.",
                )),
            }
        }
        _ => Ok(()),
    }
}

fn parsed<T: DeserializeOwned>(request: &Value) -> Result<T, Problem> {
    T::deserialize(request).map_err(|error| {
        let message = format!("That request cannot be read: {error}.");
        Problem::new(ErrorCode::Usage, message, "This is a fault of ours: report it.")
    })
}

/// Files, or one folder, that the person picks.
#[tauri::command]
pub async fn pick(app: AppHandle, folder: bool) -> Result<Vec<String>, Problem> {
    apart(move || Ok(asking::pick(&app, folder))).await
}

/// Saves a text where the person says, and says where.
#[tauri::command]
pub async fn save(app: AppHandle, name: String, text: String) -> Result<Option<String>, Problem> {
    apart(move || asking::save(&app, &name, &text)).await
}

/// Takes files and folders in, and tells of progress on the way.
#[tauri::command]
pub async fn ingest(
    app: AppHandle,
    host: Shared<'_>,
    request: IngestRequest,
    progress: Channel<IngestEvent>,
) -> Result<IngestAnswer, Problem> {
    blocking(host, move |host| {
        if !host.is_locked() {
            asking::may_read(&app, &request.paths)?;
        }
        api::as_owner("window", "", || host.ingest(request, &|event| tell(&progress, event)))
    })
    .await
}

/// Takes the sample documents in.
#[tauri::command]
pub async fn ingest_samples(
    host: Shared<'_>,
    progress: Channel<IngestEvent>,
) -> Result<IngestAnswer, Problem> {
    blocking(host, move |host| {
        let options = IngestOptions::default();
        api::as_owner("window", "", || {
            host.ingest_sources(samples::sources(), &options, &|event| tell(&progress, event))
        })
    })
    .await
}

/// A page of a PDF as the worker draws it: a PNG so many pixels wide. The file itself stays on this side.
#[tauri::command]
pub async fn page_picture(
    host: Shared<'_>,
    page: PageRequest,
    width: u32,
) -> Result<Response, Problem> {
    blocking(host, move |host| {
        let why = host.reason_to_look();
        api::as_owner("window", &why, || host.page_picture(&page, width)).map(Response::new)
    })
    .await
}

async fn blocking<T: Send + 'static>(
    host: Shared<'_>,
    run: impl FnOnce(&Host) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let host = Arc::clone(&host);
    apart(move || run(&host)).await
}

/// Runs something that waits on a thread of its own.
async fn apart<T: Send + 'static>(
    run: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(run).await.unwrap_or_else(|_| {
        let hint = "What was saved is kept. Lock and unlock; if it happens again, report it.";
        Err(Problem::new(ErrorCode::Internal, "Loci failed to answer: a fault of ours.", hint))
    })
}

/// A window that has gone hears nothing; the ingest goes on.
fn tell(progress: &Channel<IngestEvent>, event: IngestEvent) {
    if progress.send(event).is_err() {
        tracing::debug!("nobody hears of the progress");
    }
}

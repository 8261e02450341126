//! The window's way into the command table. Each command is one line and runs on a blocking thread, so
//! that neither the window nor the async threads wait for the vault.

use crate::samples;
use api::{
    Caller, Host,
    types::{ErrorCode, IngestAnswer, IngestEvent, IngestOptions, IngestRequest, Problem},
};
use serde_json::Value;
use std::sync::Arc;
use tauri::{State, async_runtime::spawn_blocking, ipc::Channel, ipc::Response};

/// One process's hold on the profile, as Tauri hands it to commands.
type Shared<'a> = State<'a, Arc<Host>>;

/// Any row of the table that the window may call.
#[tauri::command]
pub async fn call(host: Shared<'_>, command: String, request: Value) -> Result<Value, Problem> {
    blocking(host, move |host| host.call(Caller::Window, &command, request)).await
}

/// Takes files and folders in, and tells of progress on the way.
#[tauri::command]
pub async fn ingest(
    host: Shared<'_>,
    request: IngestRequest,
    progress: Channel<IngestEvent>,
) -> Result<IngestAnswer, Problem> {
    blocking(host, move |host| host.ingest(request, &|event| tell(&progress, event))).await
}

/// Takes the sample documents in.
#[tauri::command]
pub async fn ingest_samples(
    host: Shared<'_>,
    progress: Channel<IngestEvent>,
) -> Result<IngestAnswer, Problem> {
    blocking(host, move |host| {
        let options = IngestOptions::default();
        host.ingest_sources(samples::sources(), &options, &|event| tell(&progress, event))
    })
    .await
}

/// A document's original, as raw bytes.
#[tauri::command]
pub async fn original(host: Shared<'_>, document: String) -> Result<Response, Problem> {
    blocking(host, move |host| host.original(&document).map(Response::new)).await
}

async fn blocking<T: Send + 'static>(
    host: Shared<'_>,
    run: impl FnOnce(&Host) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let host = Arc::clone(&host);
    spawn_blocking(move || run(&host)).await.unwrap_or_else(|_| {
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

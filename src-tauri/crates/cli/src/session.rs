//! A command on the vault: unlocked for as long as it takes, and locked again.

use crate::{args::Cli, passphrase};
use api::{
    Caller, Host,
    types::{DocumentId, ErrorCode, Problem},
};
use serde_json::{Value, json};
use std::{fs::OpenOptions, io::Write, path::Path};

/// What a command gives: something to print, and whether all of the request was met.
pub(crate) struct Answer {
    pub(crate) value: Value,
    pub(crate) met: bool,
}

impl From<Value> for Answer {
    fn from(value: Value) -> Self {
        Self { value, met: true }
    }
}

pub(crate) fn call(host: &Host, command: &str, request: Value) -> Result<Answer, Problem> {
    host.call(Caller::Terminal, command, request).map(Answer::from)
}

/// Unlocks, runs, locks. What went wrong first is what is told.
pub(crate) fn with_vault<T>(
    cli: &Cli,
    host: &Host,
    run: impl FnOnce() -> Result<T, Problem>,
) -> Result<T, Problem> {
    host.unlock(passphrase::read(cli)?)?;
    let answer = run();
    let locked = host.lock();
    answer.and_then(|answer| locked.map(|()| answer))
}

pub(crate) fn unlocked(
    cli: &Cli,
    host: &Host,
    command: &str,
    request: Value,
) -> Result<Answer, Problem> {
    with_vault(cli, host, || call(host, command, request))
}

/// The whole id of a document that is named by a prefix.
pub(crate) fn whole_id(host: &Host, prefix: &str) -> Result<DocumentId, Problem> {
    let shown = host.call(Caller::Terminal, "documents_show", json!({ "document": prefix }))?;
    let id = shown.get("document_id").and_then(Value::as_str).and_then(|id| id.parse().ok());
    id.ok_or_else(|| Problem::new(ErrorCode::Internal, "A document without id.", "Report this."))
}

/// The one place where plaintext goes to disk: a person asked for it, by name, into a new file.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = create_private(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn create_private(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

//! A command on the vault: unlocked for as long as it takes, and locked again.

use crate::{args::Cli, passphrase};
use api::{
    Client, Holder,
    types::{DocumentId, ErrorCode, Problem},
};
use serde_json::{Value, json};
use std::{fs::OpenOptions, io::Write, path::Path};
use zeroize::Zeroizing;

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

pub(crate) fn call(client: &Client, command: &str, request: Value) -> Result<Answer, Problem> {
    client.call(command, request).map(Answer::from)
}

/// Enters, runs, leaves: in the process that holds the vault, or in this one. What went wrong first is
/// what is told.
pub(crate) fn with_vault<T>(
    cli: &Cli,
    client: &Client,
    run: impl FnOnce() -> Result<T, Problem>,
) -> Result<T, Problem> {
    enter(cli, client)?;
    let answer = run();
    let left = client.leave();
    answer.and_then(|answer| left.map(|()| answer))
}

/// Asks for the passphrase once, and only where nobody holds the vault open and the system's keychain does
/// not open it.
pub(crate) fn enter(cli: &Cli, client: &Client) -> Result<(), Problem> {
    let mut typed = passphrase::without_asking(cli)?.map(Zeroizing::new);
    if typed.is_none() && client.find()?.is_none() && client.host().offers_keychain() {
        match client.enter_with_keychain() {
            Ok(()) => return Ok(()),
            // the passphrase is asked for instead
            Err(problem) => tracing::warn!("{} {}", problem.message, problem.hint),
        }
    }
    client.enter(&mut |holder| {
        if let Some(typed) = &typed {
            return Ok(typed.to_string());
        }
        if holder == Holder::Locked {
            return Err(locked_in_the_app());
        }
        let given = passphrase::read(cli)?;
        typed = Some(Zeroizing::new(given.clone()));
        Ok(given)
    })
}

fn locked_in_the_app() -> Problem {
    let message = "Loci is open on this profile, and its vault is locked.";
    Problem::new(ErrorCode::Locked, message, "Unlock in the app, or give --passphrase-file.")
}

/// Runs a row that needs no vault.
pub(crate) fn alone(
    _: &Cli,
    client: &Client,
    command: &str,
    request: Value,
) -> Result<Answer, Problem> {
    call(client, command, request)
}

pub(crate) fn unlocked(
    cli: &Cli,
    client: &Client,
    command: &str,
    request: Value,
) -> Result<Answer, Problem> {
    with_vault(cli, client, || call(client, command, request))
}

/// The whole id of a document that is named by a prefix.
pub(crate) fn whole_id(client: &Client, prefix: &str) -> Result<DocumentId, Problem> {
    let shown = client.call("documents_show", json!({ "document": prefix }))?;
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

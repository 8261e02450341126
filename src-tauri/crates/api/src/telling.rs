//! The table's commands with what a plain call leaves out: progress on the way, files that come along,
//! bytes as an answer. For a terminal that asks over the socket.

use crate::{Caller, Host, ProgressFn, as_owner, table::decode};
use engine::Source;
use serde_json::{Value, json};
use std::path::PathBuf;
use types::{
    DocumentRequest, ErrorCode, FolderRequest, IngestRequest, Problem, RegenerateRequest,
    VerifyRequest,
};

/// What a command gave.
pub(crate) enum Told {
    Answer(Value),
    Bytes(Vec<u8>),
}

/// Rows that take a passphrase, or decide when the vault is open: never over the socket.
const AT_HOME: [&str; 18] = [
    "vault_create",
    "vault_unlock",
    "vault_unlock_keychain",
    "keychain_set",
    "vault_accept_loss",
    "vault_lock",
    "vault_rotate",
    "vault_recover",
    "vault_restore",
    "backup_verify",
    "recovery_new",
    "recovery_revoke",
    "passphrase_change",
    "passphrase_cost",
    "sign",
    "signers_add",
    "signers_passphrase",
    "signers_revoke",
];

impl Host {
    /// Runs a command for a terminal elsewhere.
    pub(crate) fn call_telling(
        &self,
        command: &str,
        ask: Value,
        files: Vec<(String, Vec<u8>)>,
        progress: ProgressFn<'_>,
    ) -> Result<Told, Problem> {
        let reason = ask.get("reason").and_then(Value::as_str).unwrap_or_default().to_owned();
        as_owner("terminal", &reason, || self.telling_row(command, ask, files, progress))
    }

    fn telling_row(
        &self,
        command: &str,
        mut ask: Value,
        files: Vec<(String, Vec<u8>)>,
        progress: ProgressFn<'_>,
    ) -> Result<Told, Problem> {
        let answer = match command {
            "ingest" => {
                let request: IngestRequest = decode(ask)?;
                let paths = request.paths.into_iter().map(|path| Source::Path(PathBuf::from(path)));
                let files = files.into_iter().map(|(name, bytes)| Source::Bytes { name, bytes });
                let sources = paths.chain(files).collect();
                written(&self.ingest_sources(sources, &request.options, progress)?)
            }
            "watch_take" => {
                let request: FolderRequest = decode(ask)?;
                written(&self.take_changes(&request.path, progress)?)
            }
            "documents_regenerate" => {
                let request: RegenerateRequest = decode(ask)?;
                written(&self.regenerate(&request, progress)?)
            }
            "documents_original" => {
                // taken already
                ask.as_object_mut().map(|fields| fields.remove("reason"));
                let request: DocumentRequest = decode(ask)?;
                return self.original(&request.document).map(Told::Bytes);
            }
            // it is open: no passphrase is asked for, and none is read
            "vault_verify" => {
                let asked: VerifyRequest = decode(ask)?;
                let ask = json!({ "passphrase": "", "deep": asked.deep, "repair": asked.repair });
                self.call(Caller::Terminal, command, ask)
            }
            name if AT_HOME.contains(&name) => Err(Problem::new(
                ErrorCode::VaultInUse,
                "Another program holds this vault open.",
                "Do that there, or end it first.",
            )),
            _ => self.call(Caller::Terminal, command, ask),
        };
        answer.map(Told::Answer)
    }
}

fn written(answer: &impl serde::Serialize) -> Result<Value, Problem> {
    crate::table::encode(answer)
}

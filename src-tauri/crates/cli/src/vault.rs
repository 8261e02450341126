//! `loci vault`: its making, its ways in, and the ways back.

use crate::{
    args::Cli,
    args_vault::{Backup, BackupOther, New, Recovery, Vault},
    life::stop_on_signal,
    passphrase,
    progress::Counted,
    session::{Answer, call, unlocked, with_vault},
};
use api::{
    Host,
    types::{BackupRequest, ErrorCode, Problem},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Runs the command.
pub fn answer(cli: &Cli, host: &Arc<Host>, command: &Vault) -> Result<Answer, Problem> {
    match command {
        Vault::Create => {
            call(host, "vault_create", json!({ "passphrase": passphrase::read_new(cli)? }))
        }
        Vault::AcceptLoss => {
            let request = json!({ "passphrase": passphrase::read(cli)? });
            let accepted = call(host, "vault_accept_loss", request);
            accepted.and_then(|accepted| host.lock().map(|()| accepted))
        }
        Vault::Verify { deep, repair } => {
            let given = passphrase::read(cli)?;
            let request = json!({ "passphrase": given, "deep": deep, "repair": repair });
            call(host, "vault_verify", request).map(met_if_ok)
        }
        Vault::Rotate => {
            stop_on_signal(host);
            let bar = Counted::new(cli, "records");
            let answer = proven(cli, host, |given| {
                host.rotate(given.to_owned(), &|done, total| bar.set(done, total))
                    .and_then(to_value)
            });
            bar.finish();
            answer.map(Answer::from)
        }
        Vault::Backup(Backup { other: Some(BackupOther::Verify { folder, commit }), .. }) => {
            let given = passphrase::read(cli)?;
            let request = json!({ "folder": folder, "commit": commit, "passphrase": given });
            call(host, "backup_verify", request).map(met_if_ok)
        }
        Vault::Backup(Backup { folder, keep, .. }) => {
            stop_on_signal(host);
            let folder = folder.as_ref().map(|folder| folder.to_string_lossy().into_owned());
            let request = BackupRequest { folder, keep: *keep };
            let bar = Counted::new(cli, "bytes");
            let answer = with_vault(cli, host, || {
                host.backup(&request, &|done, total| bar.set(done, total)).and_then(to_value)
            });
            bar.finish();
            answer.map(Answer::from)
        }
        Vault::Restore { folder, commit, instead } => {
            let given = passphrase::read(cli)?;
            let request = json!({
                "folder": folder, "commit": commit, "instead": instead, "passphrase": given,
            });
            call(host, "vault_restore", request)
        }
        Vault::Info => unlocked(cli, host, "vault_info", json!({})),
        Vault::Passphrase(New { new_passphrase_file }) => proven(cli, host, |given| {
            let new = passphrase::read_next(new_passphrase_file.as_deref())?;
            let request = json!({ "passphrase": given, "new_passphrase": new });
            call(host, "passphrase_change", request)?;
            Ok(json!({ "changed": true }).into())
        }),
        Vault::Cost { memory_mib, passes } => proven(cli, host, |given| {
            let request =
                json!({ "passphrase": given, "memory_mib": memory_mib, "passes": passes });
            call(host, "passphrase_cost", request)
        }),
        Vault::Recovery(command) => recovery(cli, host, command),
    }
}

fn recovery(cli: &Cli, host: &Host, command: &Recovery) -> Result<Answer, Problem> {
    match command {
        Recovery::New => {
            proven(cli, host, |given| call(host, "recovery_new", json!({ "passphrase": given })))
        }
        Recovery::List => unlocked(cli, host, "recovery_list", json!({})),
        Recovery::Revoke { name } => proven(cli, host, |given| {
            call(host, "recovery_revoke", json!({ "passphrase": given, "name": name }))
        }),
        Recovery::Use { code_file, new } => {
            let code = passphrase::read_code(code_file.as_deref())?;
            let new = passphrase::read_next(new.new_passphrase_file.as_deref())?;
            let request = json!({ "code": code, "new_passphrase": new });
            let recovered = call(host, "vault_recover", request)?;
            host.lock().map(|()| recovered)
        }
    }
}

/// Unlocks, hands the passphrase on to a row that asks for it again, locks.
fn proven<T>(
    cli: &Cli,
    host: &Host,
    run: impl FnOnce(&str) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let given = zeroize::Zeroizing::new(passphrase::read(cli)?);
    host.unlock(given.to_string())?;
    let answer = run(&given);
    let locked = host.lock();
    answer.and_then(|answer| locked.map(|()| answer))
}

fn met_if_ok(answer: Answer) -> Answer {
    let met = answer.value.get("ok").and_then(Value::as_bool).unwrap_or(false);
    Answer { met, ..answer }
}

fn to_value(answer: impl Serialize) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|_| {
        Problem::new(ErrorCode::Internal, "The answer could not be written.", "Please report this.")
    })
}

//! `loci vault`: its making, its ways in, and the ways back.

use crate::{
    args::Cli,
    args_vault::{Backup, BackupOther, New, Recovery, Switch, Vault},
    life::stop_on_signal,
    passphrase,
    progress::Counted,
    session::{Answer, call, unlocked, with_vault},
};
use api::{
    Client,
    types::{BackupRequest, ErrorCode, LockState, Problem},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Runs the command.
pub fn answer(cli: &Cli, client: &Arc<Client>, command: &Vault) -> Result<Answer, Problem> {
    match command {
        Vault::Create => {
            call(client, "vault_create", json!({ "passphrase": passphrase::read_new(cli)? }))
        }
        Vault::AcceptLoss => {
            let request = json!({ "passphrase": passphrase::read(cli)? });
            let accepted = call(client, "vault_accept_loss", request);
            accepted.and_then(|accepted| client.leave().map(|()| accepted))
        }
        Vault::Verify { deep, repair } => {
            let given = match client.find()? {
                // whoever holds it open verifies it
                Some(LockState::Unlocked) => String::new(),
                _ => passphrase::read(cli)?,
            };
            let request = json!({ "passphrase": given, "deep": deep, "repair": repair });
            call(client, "vault_verify", request).map(met_if_ok)
        }
        Vault::Rotate => {
            stop_on_signal(client);
            let bar = Counted::new(cli, "records");
            let answer = proven(cli, client, |given| {
                client
                    .host()
                    .rotate(given.to_owned(), &|done, total| bar.set(done, total))
                    .and_then(to_value)
            });
            bar.finish();
            answer.map(Answer::from)
        }
        Vault::Backup(Backup { other: Some(BackupOther::Verify { folder, commit }), .. }) => {
            let given = passphrase::read(cli)?;
            let request = json!({ "folder": folder, "commit": commit, "passphrase": given });
            call(client, "backup_verify", request).map(met_if_ok)
        }
        Vault::Backup(Backup { folder, keep, .. }) => {
            stop_on_signal(client);
            let folder = folder.as_ref().map(|folder| folder.to_string_lossy().into_owned());
            let request = BackupRequest { folder, keep: *keep };
            let bar = Counted::new(cli, "bytes");
            let answer = with_vault(cli, client, || {
                client.backup(request, &|done, total| bar.set(done, total)).and_then(to_value)
            });
            bar.finish();
            answer.map(Answer::from)
        }
        Vault::Anchor { folder, off } => with_vault(cli, client, || {
            let folder = folder.as_ref().map(|folder| {
                let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
                whole.to_string_lossy().into_owned()
            });
            let view = match if *off { Some(String::new()) } else { folder } {
                Some(folder) => client.call("safety_set", json!({ "anchor_folder": folder }))?,
                None => client.call("safety_show", json!({}))?,
            };
            Ok(json!({ "second_anchor": view.get("second_anchor") }))
        })
        .map(Answer::from),
        Vault::Restore { folder, commit, instead } => {
            let given = passphrase::read(cli)?;
            let request = json!({
                "folder": folder, "commit": commit, "instead": instead, "passphrase": given,
            });
            call(client, "vault_restore", request)
        }
        Vault::Info => unlocked(cli, client, "vault_info", json!({})),
        Vault::Passphrase(New { new_passphrase_file }) => proven(cli, client, |given| {
            let new = passphrase::read_next(new_passphrase_file.as_deref())?;
            let request = json!({ "passphrase": given, "new_passphrase": new });
            call(client, "passphrase_change", request)?;
            Ok(json!({ "changed": true }).into())
        }),
        Vault::Cost { memory_mib, passes } => proven(cli, client, |given| {
            let request =
                json!({ "passphrase": given, "memory_mib": memory_mib, "passes": passes });
            call(client, "passphrase_cost", request)
        }),
        Vault::Keychain { to } => proven(cli, client, |given| {
            let request = json!({ "passphrase": given, "on": *to == Switch::On });
            call(client, "keychain_set", request)
        }),
        Vault::Recovery(command) => recovery(cli, client, command),
    }
}

fn recovery(cli: &Cli, client: &Client, command: &Recovery) -> Result<Answer, Problem> {
    match command {
        Recovery::New => proven(cli, client, |given| {
            call(client, "recovery_new", json!({ "passphrase": given }))
        }),
        Recovery::List => unlocked(cli, client, "recovery_list", json!({})),
        Recovery::Revoke { name } => proven(cli, client, |given| {
            call(client, "recovery_revoke", json!({ "passphrase": given, "name": name }))
        }),
        Recovery::Use { code_file, new } => {
            let code = passphrase::read_code(code_file.as_deref())?;
            let new = passphrase::read_next(new.new_passphrase_file.as_deref())?;
            let request = json!({ "code": code, "new_passphrase": new });
            let recovered = call(client, "vault_recover", request)?;
            client.leave().map(|()| recovered)
        }
    }
}

/// Unlocks, hands the passphrase on to a row that asks for it again, locks. Never in another process: no
/// passphrase crosses the socket.
fn proven<T>(
    cli: &Cli,
    client: &Client,
    run: impl FnOnce(&str) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let host = client.host();
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

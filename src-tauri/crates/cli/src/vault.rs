//! `loci vault`: its making, its ways in, and the ways back.

use crate::{
    args::Cli,
    args_vault::{New, Recovery, Vault},
    passphrase,
    session::{Answer, call, unlocked},
};
use api::{Host, types::Problem};
use serde_json::{Value, json};

/// Runs the command.
pub fn answer(cli: &Cli, host: &Host, command: &Vault) -> Result<Answer, Problem> {
    match command {
        Vault::Create => {
            call(host, "vault_create", json!({ "passphrase": passphrase::read_new(cli)? }))
        }
        Vault::AcceptLoss => {
            let request = json!({ "passphrase": passphrase::read(cli)? });
            let accepted = call(host, "vault_accept_loss", request);
            accepted.and_then(|accepted| host.lock().map(|()| accepted))
        }
        Vault::Verify => {
            let request = json!({ "passphrase": passphrase::read(cli)? });
            let answer = call(host, "vault_verify", request)?;
            let met = answer.value.get("ok").and_then(Value::as_bool).unwrap_or(false);
            Ok(Answer { met, ..answer })
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
fn proven(
    cli: &Cli,
    host: &Host,
    run: impl FnOnce(&str) -> Result<Answer, Problem>,
) -> Result<Answer, Problem> {
    let given = zeroize::Zeroizing::new(passphrase::read(cli)?);
    host.unlock(given.to_string())?;
    let answer = run(&given);
    let locked = host.lock();
    answer.and_then(|answer| locked.map(|()| answer))
}

//! Commands about agents, and the one that is an agent's own end: `loci mcp`.

use crate::{
    args::Cli,
    args_agents::{Agents, Allowed, May, Switch},
    passphrase,
    session::{Answer, unlocked},
};
use api::{
    Client,
    types::{ErrorCode, Problem},
};
use mcp::Door;
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};

/// Runs one of the commands about agents.
pub fn answer(cli: &Cli, client: &Client, command: &Agents) -> Result<Answer, Problem> {
    let (command, request) = match command {
        Agents::List | Agents::Proposals => ("agents_list", json!({})),
        Agents::Pair { name, scope } => {
            ("agents_pair", json!({ "name": name, "scope": wanted(scope) }))
        }
        Agents::Scope { agent, scope } => {
            ("agents_scope", json!({ "agent": agent, "scope": wanted(scope) }))
        }
        Agents::Revoke { agent } => ("agents_revoke", json!({ "agent": agent })),
        Agents::Purge { agent, approved } => {
            ("agents_purge", json!({ "agent": agent, "approved": approved }))
        }
        Agents::Approve { proposals } => decide(proposals, "approve"),
        Agents::Dismiss { proposals } => decide(proposals, "dismiss"),
        Agents::Terminal { admitted } => {
            ("agents_terminal", json!({ "admitted": *admitted == Switch::On }))
        }
    };
    unlocked(cli, client, command, request)
}

fn decide(proposals: &[String], action: &str) -> (&'static str, Value) {
    ("agents_decide", json!({ "proposals": proposals, "action": action }))
}

fn wanted(scope: &Allowed) -> Value {
    let wings = (!scope.wings.is_empty()).then_some(&scope.wings);
    json!({
        "read": scope.may.contains(&May::Read),
        "propose": scope.may.contains(&May::Propose),
        "wings": wings,
    })
}

/// Serves an assistant until standard input ends. Nothing but the protocol goes to standard output.
pub fn mcp(cli: &Cli, client: &Arc<Client>, token_file: Option<&Path>) -> Result<(), Problem> {
    let door = Door::new(client.config().clone(), token(token_file)?);
    // the passphrase is read once the vault is needed, and never asked for
    let given = passphrase::without_asking(cli)?;
    let door = match given {
        None => door,
        Some(given) => {
            let given = zeroize::Zeroizing::new(given);
            door.or_open(Arc::clone(client), move |client| {
                client.enter(&mut |_| Ok(given.to_string()))
            })
        }
    };
    mcp::run(door).map_err(|error| {
        let message = format!("The assistant could not be heard ({error}).");
        Problem::new(ErrorCode::Unreadable, message, "It is to speak the Model Context Protocol.")
    })
}

fn token(file: Option<&Path>) -> Result<Option<String>, Problem> {
    let Some(file) = file else { return Ok(std::env::var("LOCI_AGENT_TOKEN").ok()) };
    let text = std::fs::read_to_string(file).map_err(|error| {
        let message = format!("The token was not read ({}).", error.kind());
        Problem::new(ErrorCode::Usage, message, "Check --token-file.")
    })?;
    Ok(text.lines().next().map(str::to_owned))
}

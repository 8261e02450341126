//! Agents, for people.

use crate::{args::Command, args_agents::Agents, fields::shown};
use api::types::{AgentList, AgentPaired, AgentView, ProposalView, Proposed};
use serde_json::Value;
use std::fmt::Write;

/// The text of an answer about agents; `None` for others.
pub fn answer(command: &Command, value: &Value) -> Option<String> {
    let Command::Agents(command) = command else { return None };
    Some(match command {
        Agents::List | Agents::Terminal { .. } => shown(value, list),
        Agents::Pair { .. } => shown(value, paired),
        Agents::Proposals | Agents::Approve { .. } | Agents::Dismiss { .. } => {
            shown(value, proposals)
        }
        Agents::Scope { .. } | Agents::Revoke { .. } => {
            shown(value, |view: AgentView| agent(&view))
        }
        Agents::Purge { .. } => return None,
    })
}

fn list(list: AgentList) -> String {
    let mut out = String::new();
    if list.agents.is_empty() {
        out.push_str("No program is paired. `loci agents pair NAME` pairs one.\n");
    }
    list.agents.iter().for_each(|view| out.push_str(&agent(view)));
    let terminal = if list.terminal { "may" } else { "may not" };
    let _ = writeln!(out, "\nYour terminal {terminal} use the open vault without its passphrase.");
    if !list.proposals.is_empty() {
        let _ = writeln!(out, "{} proposals wait: `loci agents proposals`.", list.proposals.len());
    }
    out
}

fn agent(view: &AgentView) -> String {
    let mut may: Vec<&str> = Vec::new();
    may.extend(view.scope.read.then_some("read"));
    may.extend(view.scope.propose.then_some("propose"));
    let wings = view.scope.wings.as_ref().map_or("all wings".to_owned(), |wings| wings.join(", "));
    let state = match (view.revoked_at, view.connected.len()) {
        (Some(at), _) => format!("revoked {at}"),
        (None, 0) => "not connected".to_owned(),
        (None, many) => format!("connected ({many})"),
    };
    let mut out = format!("{}  {}  {state}\n", view.agent, view.name);
    let _ = writeln!(out, "    may {} in {wings}", may.join(" and "));
    let used = view.activity.iter().map(|used| format!("{} {}", used.command, used.calls));
    let used: Vec<String> = used.collect();
    if !used.is_empty() {
        let _ = writeln!(out, "    {} calls: {}", view.calls, used.join(", "));
    }
    if view.refused > 0 {
        let _ = writeln!(out, "    {} calls refused", view.refused);
    }
    out
}

fn paired(paired: AgentPaired) -> String {
    format!(
        "{}\nThis token is shown once. Put this into the assistant's settings:\n\n{}\n",
        agent(&paired.agent),
        paired.settings
    )
}

fn proposals(list: AgentList) -> String {
    if list.proposals.is_empty() {
        return "Nothing waits.\n".to_owned();
    }
    list.proposals.iter().map(proposal).collect()
}

fn proposal(view: &ProposalView) -> String {
    let name = |nth: usize| view.nodes.get(nth).map_or("…", |card| card.name.as_str());
    let what = match &view.what {
        Proposed::Remember { .. } => format!("remember “{}”", name(0)),
        Proposed::Forget { .. } => format!("forget “{}”", name(0)),
        Proposed::Supersede { .. } => format!("“{}” in place of “{}”", name(1), name(0)),
        Proposed::Link { kind, .. } => format!("“{}” {} “{}”", name(0), kind.as_str(), name(1)),
    };
    let mut out = format!("{}  {}: {what}\n", view.proposal, view.agent_name);
    if !view.because.is_empty() {
        let _ = writeln!(out, "    {}", view.because);
    }
    out
}

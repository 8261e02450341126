//! Agents' own rows of the table: each with the scope of the agent that calls, which the engine enforces.
//! Here a token is drawn and looked at; who shows none that the vault knows gets nothing.

use crate::{
    Host,
    acting::{is_reading, showing},
    table::{decode, encode},
};
use engine::{Actor, AgentPairing, Palace, Proposer, acting};
use serde_json::{Value, json};
use sha2::{Digest, Sha256 as Hash};
use std::{path::PathBuf, sync::Arc};
use types::{
    AgentConnection, AgentId, AgentList, AgentPairRequest, AgentPaired, AgentScope,
    AgentScopeRequest, AgentView, ErrorCode, MemoryRequest, Problem, ProposalId, ProposalsRequest,
    Sha256, Timestamp,
};

/// What a token begins with, so that it is known for one where it turns up.
const PREFIX: &str = "loci_";
/// Where a program finds its token.
const TOKEN_VARIABLE: &str = "LOCI_AGENT_TOKEN";

/// The rows that agents may call.
pub const AGENT_ROWS: [&str; 15] = [
    "status",
    "search",
    "fetch",
    "kg_query",
    "timeline",
    "contradictions",
    "document_outline",
    "check_duplicate",
    "rooms",
    "room",
    "remember",
    "link",
    "supersede",
    "forget",
    "memory_context",
];

/// What a paired program shows: the agent's id, and the hash of the whole. The token itself is not kept.
#[derive(Clone)]
pub struct Token {
    agent: AgentId,
    hash: Sha256,
}

impl Token {
    /// Reads a token.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        let parts = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_'));
        let agent = parts.and_then(|(agent, secret)| {
            let whole = secret.len() == 64 && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
            agent.parse().ok().filter(|_| whole)
        });
        let agent = agent.ok_or_else(|| {
            let message = match text.is_empty() {
                true => "This program is not paired: it has no token.",
                false => "That is no token of a pairing.",
            };
            let hint = "Pair it in the app under Agents, or with `loci agents pair`, and give it the token.";
            Problem::new(ErrorCode::NotAllowed, message, hint)
        })?;
        Ok(Self { agent, hash: hash(text) })
    }

    /// Whose it says it is.
    pub fn agent(&self) -> AgentId {
        self.agent
    }
}

fn hash(text: &str) -> Sha256 {
    Sha256::from_bytes(Hash::digest(text.as_bytes()).into())
}

fn random<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| {
        let hint = "Try again.";
        Problem::new(ErrorCode::Internal, "The system gave no random numbers.", hint)
    })?;
    Ok(bytes)
}

/// Who calls: an agent's name and what it may do.
struct Caller {
    agent: AgentId,
    name: String,
    scope: AgentScope,
}

fn problem(error: engine::Error) -> Problem {
    error.problem()
}

impl Host {
    pub(crate) fn now(&self) -> Timestamp {
        self.resources().time()
    }

    /// Whether the person's terminal may use the open vault. Where it is locked that is decided later.
    pub(crate) fn admits_terminal(&self) -> Result<(), Problem> {
        let Ok(palace) = self.palace_for_agent() else { return Ok(()) };
        match palace.snapshot().admits_terminal().map_err(problem)? {
            true => Ok(()),
            false => Err(Problem::new(
                ErrorCode::NotAllowed,
                "This vault lets no terminal in while another program holds it.",
                "Let it in in the app under Agents, or lock the vault there.",
            )),
        }
    }

    /// What the agent with this token may do.
    pub(crate) fn agent(&self, token: &Token) -> Result<(), Problem> {
        self.palace_for_agent()?.snapshot().admitted(&token.agent, &token.hash).map_err(problem)?;
        Ok(())
    }

    /// Runs a row for the agent with this token. Looked at anew with each call: a revocation and a
    /// narrower scope hold from the next one on.
    pub fn call_agent(&self, token: &Token, command: &str, ask: Value) -> Result<Value, Problem> {
        let palace = self.palace_for_agent()?;
        let admitted = palace.snapshot().admitted(&token.agent, &token.hash);
        let (name, scope) = admitted.map_err(problem)?;
        self.call_as(&palace, &Caller { agent: token.agent, name, scope }, command, ask)
    }

    /// Runs a row for whoever gave this process the passphrase: the agent that is this program itself.
    pub fn call_as_own_agent(&self, command: &str, ask: Value) -> Result<Value, Problem> {
        let palace = self.palace_for_agent()?;
        let (agent, name, scope) = palace.own_agent().map_err(problem)?;
        self.call_as(&palace, &Caller { agent, name, scope }, command, ask)
    }

    fn call_as(
        &self,
        palace: &Arc<Palace>,
        caller: &Caller,
        command: &str,
        ask: Value,
    ) -> Result<Value, Problem> {
        let row = AGENT_ROWS.into_iter().find(|row| *row == command).ok_or_else(|| {
            let hint = "Update the program that asked.";
            Problem::new(ErrorCode::Usage, "Agents have no such command.", hint)
        })?;
        let mut ask = ask;
        let reason = ask.as_object_mut().and_then(|fields| fields.remove("reason"));
        let reason = reason.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
        let actor = Actor { who: caller.name.clone(), via: "agent".to_owned(), reason };
        let answer: Result<Value, Problem> = acting(actor, || {
            let answer = run(palace, caller, row, ask.clone())?;
            if is_reading(row) {
                showing(palace, row, &ask, &answer)?;
            }
            Ok(answer)
        });
        let refused = matches!(&answer, Err(problem) if problem.code == ErrorCode::NotAllowed);
        palace.agent_called(&caller.agent, row, !refused);
        answer
    }

    /// The paired agents, with who is connected now.
    pub(crate) fn agents(&self) -> Result<AgentList, Problem> {
        let list = self.palace()?.agents().map_err(problem)?;
        Ok(self.with_connections(list))
    }

    fn with_connections(&self, mut list: AgentList) -> AgentList {
        for one in self.connections().list() {
            let Some(agent) = one.agent else {
                list.terminals += 1;
                continue;
            };
            let connection =
                AgentConnection { client: one.client, since: one.since, calls: one.calls };
            let paired = list.agents.iter_mut().find(|view| view.agent == agent);
            if let Some(paired) = paired {
                paired.connected.push(connection);
            }
        }
        list.served = self.connections().is_served();
        list
    }

    /// Pairs an agent, and gives its token this once.
    pub(crate) fn pair_agent(&self, ask: AgentPairRequest) -> Result<AgentPaired, Problem> {
        let id = AgentId::from_bytes(random()?);
        // 256 random bits, as hex
        let secret = Sha256::from_bytes(random()?);
        let token = format!("{PREFIX}{id}_{secret}");
        let AgentPairRequest { name, scope } = ask;
        let pairing = AgentPairing { id, name, scope, token: hash(&token) };
        let agent = self.palace()?.pair_agent(pairing).map_err(problem)?;
        let settings = self.settings_for(&token);
        Ok(AgentPaired { agent, token, settings })
    }

    /// What goes into an assistant's settings.
    fn settings_for(&self, token: &str) -> String {
        let mut args = Vec::new();
        if std::env::var_os("LOCI_HOME").is_some() {
            args.extend(["--home".to_owned(), self.config().home.display().to_string()]);
        }
        if self.config().profile.as_str() != "default" {
            args.extend(["--profile".to_owned(), self.config().profile.as_str().to_owned()]);
        }
        args.push("mcp".to_owned());
        let server =
            json!({ "command": program(), "args": args, "env": { TOKEN_VARIABLE: token } });
        let settings = json!({ "mcpServers": { "loci": server } });
        serde_json::to_string_pretty(&settings).unwrap_or_default()
    }

    /// Ends a pairing and its connections.
    pub(crate) fn revoke_agent(&self, agent: &str) -> Result<AgentView, Problem> {
        let view = self.palace()?.revoke_agent(agent).map_err(problem)?;
        self.connections().end(&view.agent);
        Ok(view)
    }

    pub(crate) fn scope_agent(&self, ask: AgentScopeRequest) -> Result<AgentView, Problem> {
        self.palace()?.scope_agent(ask).map_err(problem)
    }

    pub(crate) fn decide_proposals(&self, ask: &ProposalsRequest) -> Result<AgentList, Problem> {
        let list = self.palace()?.decide_proposals(ask).map_err(problem)?;
        Ok(self.with_connections(list))
    }

    pub(crate) fn admit_terminal(&self, admitted: bool) -> Result<AgentList, Problem> {
        self.palace()?.admit_terminal(admitted).map_err(problem)?;
        self.agents()
    }

    /// Writes down what agents did and what was looked at. For a background thread to call now and then.
    pub fn settle_agents(&self) {
        let Ok(palace) = self.palace_for_agent() else { return };
        if let Err(error) = palace.settle_calls().and_then(|()| palace.settle_looks()) {
            tracing::warn!(code = ?error.problem().code, "what agents did was not written");
        }
    }
}

fn run(palace: &Palace, caller: &Caller, row: &str, ask: Value) -> Result<Value, Problem> {
    let scope = &caller.scope;
    let now = palace.snapshot();
    let who = Proposer {
        agent: caller.agent,
        name: &caller.name,
        scope,
        proposal: ProposalId::from_bytes(random()?),
    };
    macro_rules! row {
        ($run:expr) => {
            encode(&$run.map_err(problem)?)
        };
    }
    match row {
        "status" => row!(palace.agent_status(Some(&caller.agent), &caller.name, scope)),
        "search" => row!(palace.agent_search(scope, &decode(ask)?)),
        "fetch" => row!(now.agent_fetch(scope, &decode(ask)?)),
        "kg_query" => row!(now.agent_kg(scope, &decode(ask)?)),
        "timeline" => row!(now.agent_timeline(scope, &decode(ask)?)),
        "contradictions" => row!(now.agent_contradictions(scope, &decode(ask)?)),
        "document_outline" => row!(now.agent_outline(scope, &decode(ask)?)),
        "check_duplicate" => row!(now.agent_duplicate(scope, &decode(ask)?)),
        "rooms" => row!(now.agent_rooms(scope)),
        "room" => row!(now.agent_room(scope, &decode(ask)?)),
        "remember" => row!(palace.remember(&who, &decode(ask)?)),
        "link" => row!(palace.propose_link(&who, &decode(ask)?)),
        "supersede" => row!(palace.propose_supersede(&who, &decode(ask)?)),
        "forget" => row!(palace.propose_forget(&who, &decode(ask)?)),
        "memory_context" => {
            row!(palace.memory_context_within(scope, &memory_request(caller, ask)?))
        }
        _ => Err(Problem::new(ErrorCode::Internal, "A row without its command.", "Report this.")),
    }
}

/// What the memory stack is asked for an agent.
fn memory_request(caller: &Caller, ask: Value) -> Result<MemoryRequest, Problem> {
    if !caller.scope.read {
        let hint = "Change what it may do in the app under Agents, or use `search`.";
        let message = "This agent may not be given the memory stack.";
        return Err(Problem::new(ErrorCode::NotAllowed, message, hint));
    }
    // the receipt names who was paired, not what a program says it is
    Ok(MemoryRequest { client: Some(caller.name.clone()), ..decode(ask)? })
}

/// The program that speaks the protocol: this one, or the one beside it.
fn program() -> String {
    let own = std::env::current_exe().unwrap_or_default();
    let beside = own.with_file_name("loci");
    let found = if beside.is_file() { beside } else { PathBuf::from("loci") };
    found.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_for_one_and_nothing_else_is() {
        let id = AgentId::from_bytes([7; 8]);
        let token = format!("{PREFIX}{id}_{}", Sha256::from_bytes([1; 32]));
        assert_eq!(Token::parse(&format!(" {token}\n")).ok().map(|it| it.agent), Some(id));
        let mut cut = token.clone();
        cut.pop();
        for bad in ["", "loci_", "loci_00_11", &cut, &format!("x{token}")] {
            let refused = Token::parse(bad).err().map(|it| it.code);
            assert_eq!(refused, Some(ErrorCode::NotAllowed), "{bad}");
        }
    }
}

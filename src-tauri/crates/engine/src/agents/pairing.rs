//! Pairing: an agent gets a name, a scope and a token, once. The vault keeps the token's hash.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    held::called::Calls,
    tables::{
        AGENT_SETTINGS, AGENTS,
        agents::{AgentRecord, AgentSettings},
    },
};
use types::{
    AgentId, AgentList, AgentScope, AgentScopeRequest, AgentUse, AgentView, ErrorCode, Sha256,
};

/// Longest name of an agent, in characters.
const NAME_CHARS: usize = 60;
/// Agents that are paired at a time, and wings that one is given.
const AGENTS_MOST: usize = 64;
const WINGS: usize = 64;
/// What the program itself is called, where it was given the passphrase.
const OWN: &str = "loci mcp";
/// Fewest digits of an id that are taken for it.
const PREFIX_DIGITS: usize = 8;

/// A pairing on its way: what was drawn at random, and the hash of the token made of it.
pub struct AgentPairing {
    /// The agent's id.
    pub id: AgentId,
    /// The name that the person gives it.
    pub name: String,
    /// What it may do.
    pub scope: AgentScope,
    /// SHA-256 of its token.
    pub token: Sha256,
}

fn usage(message: impl Into<String>, hint: &str) -> Error {
    Error::new(ErrorCode::Usage, message, hint)
}

pub(super) fn path(agent: &AgentId) -> [&[u8]; 2] {
    [b"agent", agent.as_bytes()]
}

impl Snapshot {
    /// What an agent may do, if it is paired and its token has this hash.
    pub fn admitted(&self, agent: &AgentId, token: &Sha256) -> Result<(String, AgentScope)> {
        let record = self.records.get(AGENTS, &path(agent))?;
        let record = record.filter(|record| same(&record.token, token));
        let Some(record) = record else {
            return Err(Error::new(
                ErrorCode::NotAllowed,
                "This program is not paired with this vault.",
                "Pair it in the app under Agents, or with `loci agents pair`.",
            ));
        };
        if record.revoked_at.is_some() {
            return Err(Error::new(
                ErrorCode::NotAllowed,
                "This pairing was revoked.",
                "Pair the program anew in the app under Agents.",
            ));
        }
        Ok((record.name, record.scope))
    }

    /// Whether the person's terminal may use the open vault without its passphrase.
    pub fn admits_terminal(&self) -> Result<bool> {
        let settings = self.records.get(AGENT_SETTINGS, &[b"agents"])?;
        Ok(settings.unwrap_or_default().terminal)
    }

    pub(super) fn agents(&self) -> Result<Vec<AgentRecord>> {
        self.records.scan(AGENTS, &[b"agent"])?.map(|record| Ok(record?)).collect()
    }

    /// The agent that a person names: by its id, the beginning of one, or its name.
    pub(super) fn named_agent(&self, text: &str) -> Result<AgentRecord> {
        let text = text.trim();
        let lower = text.to_lowercase();
        let is_prefix =
            lower.len() >= PREFIX_DIGITS && lower.chars().all(|c| c.is_ascii_hexdigit());
        let mut fits = self.agents()?;
        let of_name = |record: &AgentRecord| record.name == text;
        if fits.iter().any(of_name) {
            fits.retain(of_name);
            // a name is given again once its bearer was revoked
            fits.sort_by_key(|record| (record.revoked_at.is_some(), record.paired_at));
            fits.truncate(1);
        } else {
            fits.retain(|record| is_prefix && record.id.to_string().starts_with(&lower));
        }
        let hint = "`agents list` shows them.";
        match (fits.pop(), fits.is_empty()) {
            (Some(one), true) => Ok(one),
            (Some(_), false) => {
                Err(Error::new(ErrorCode::Ambiguous, "Several agents begin so.", hint))
            }
            (None, _) => Err(Error::new(ErrorCode::NotFound, "No agent is called that.", hint)),
        }
    }
}

impl Palace {
    /// The paired agents and what waits for the person. Who is connected is not known here.
    pub fn agents(&self) -> Result<AgentList> {
        let now = self.snapshot();
        let proposals = now.proposals()?;
        let mut records = now.agents()?;
        records.sort_by_key(|record| {
            (record.revoked_at.is_some(), std::cmp::Reverse(record.paired_at))
        });
        let agents = records.into_iter().map(|record| {
            let waiting = proposals.iter().filter(|proposal| proposal.agent == record.id).count();
            let calls = self.called.of(&record.id);
            agent_view(record, &calls, waiting as u32)
        });
        Ok(AgentList {
            agents: agents.collect(),
            proposals,
            terminal: now.admits_terminal()?,
            terminals: 0,
            served: false,
        })
    }

    /// Pairs an agent.
    pub fn pair_agent(&self, pairing: AgentPairing) -> Result<AgentView> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let name = name(&pairing.name)?;
        let scope = scope(pairing.scope)?;
        let paired: Vec<AgentRecord> =
            tx.agents()?.into_iter().filter(|record| record.revoked_at.is_none()).collect();
        if paired.iter().any(|record| record.name == name) {
            let hint = "Give another name, or revoke that one first.";
            return Err(usage("Another agent has that name.", hint));
        }
        if paired.len() >= AGENTS_MOST {
            return Err(usage("Too many agents are paired.", "Revoke one that you no longer use."));
        }
        let record = AgentRecord {
            id: pairing.id,
            name,
            token: pairing.token,
            scope,
            paired_at: self.resources.now(),
            revoked_at: None,
            last_call: None,
            refused: 0,
            calls: Default::default(),
        };
        tx.batch.put(AGENTS, &path(&record.id), &record)?;
        tx.commit_with("agents.pair", vec![record.id.to_string()], in_words(&record.scope))?;
        Ok(agent_view(record, &Calls::default(), 0))
    }

    /// The agent that is the program itself, where it was given the passphrase: paired when it is first
    /// used, without a token, so that what it does is seen and purged like any other's.
    pub fn own_agent(&self) -> Result<(AgentId, String, AgentScope)> {
        let id = AgentId::from_bytes([0; AgentId::LEN]);
        let known = self.snapshot().records.get(AGENTS, &path(&id))?;
        let Some(record) = known else {
            let (name, scope) = (OWN.to_owned(), AgentScope::whole());
            // the hash of no token
            let token = Sha256::from_bytes([0; Sha256::LEN]);
            let view = self.pair_agent(AgentPairing { id, name, scope, token })?;
            return Ok((id, view.name, view.scope));
        };
        match record.revoked_at {
            None => Ok((id, record.name, record.scope)),
            Some(_) => Err(Error::new(
                ErrorCode::NotAllowed,
                "This program's own pairing was revoked.",
                "Pair it with a token, in the app under Agents.",
            )),
        }
    }

    /// Ends a pairing, for good.
    pub fn revoke_agent(&self, agent: &str) -> Result<AgentView> {
        let now = self.resources.now();
        self.change_agent(agent, "agents.revoke", |record| {
            record.revoked_at.get_or_insert(now);
            Ok(())
        })
    }

    /// Changes what an agent may do, from its next call on.
    pub fn scope_agent(&self, request: AgentScopeRequest) -> Result<AgentView> {
        let scope = scope(request.scope)?;
        self.change_agent(&request.agent, "agents.scope", |record| {
            if record.revoked_at.is_some() {
                return Err(usage("That pairing was revoked.", "Pair the program anew."));
            }
            record.scope = scope;
            Ok(())
        })
    }

    fn change_agent(
        &self,
        agent: &str,
        action: &'static str,
        change: impl FnOnce(&mut AgentRecord) -> Result<()>,
    ) -> Result<AgentView> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut record = tx.named_agent(agent)?;
        change(&mut record)?;
        tx.batch.put(AGENTS, &path(&record.id), &record)?;
        tx.commit_with(action, vec![record.id.to_string()], in_words(&record.scope))?;
        let calls = self.called.of(&record.id);
        Ok(agent_view(record, &calls, 0))
    }

    /// Lets the person's terminal use the open vault without its passphrase, or no longer.
    pub fn admit_terminal(&self, admitted: bool) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let settings = AgentSettings { terminal: admitted };
        tx.batch.put(AGENT_SETTINGS, &[b"agents"], &settings)?;
        let action = if admitted { "terminal.admit" } else { "terminal.refuse" };
        tx.commit(action, Vec::new())?;
        Ok(())
    }
}

/// Compares every byte, so that the time says nothing of where two hashes differ.
fn same(a: &Sha256, b: &Sha256) -> bool {
    a.as_bytes().iter().zip(b.as_bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

fn name(text: &str) -> Result<String> {
    let name = text.trim();
    let fits = (1..=NAME_CHARS).contains(&name.chars().count());
    if !fits || name.chars().any(char::is_control) || !name.chars().any(char::is_alphanumeric) {
        let hint = "Give up to 60 characters, a letter or digit among them.";
        return Err(usage("That is no name for an agent.", hint));
    }
    Ok(name.to_owned())
}

fn scope(mut scope: AgentScope) -> Result<AgentScope> {
    if !scope.read && !scope.propose {
        return Err(usage("An agent that may do nothing is no agent.", "Let it read, say."));
    }
    if let Some(wings) = &mut scope.wings {
        wings.iter_mut().for_each(|wing| *wing = wing.trim().to_owned());
        wings.sort();
        wings.dedup();
        if wings.is_empty() || wings.len() > WINGS || wings.iter().any(String::is_empty) {
            return Err(usage("Name the wings that it may see.", "`palace show` lists them."));
        }
    }
    Ok(scope)
}

/// A scope as the audit log has it: wings are counted, not named.
fn in_words(scope: &AgentScope) -> String {
    let may = [(scope.read, "read"), (scope.propose, "propose")];
    let may: Vec<&str> = may.into_iter().filter(|(may, _)| *may).map(|(_, word)| word).collect();
    let wings = scope.wings.as_ref().map_or_else(|| "all".to_owned(), |all| all.len().to_string());
    format!("{}; wings: {wings}", may.join(", "))
}

fn agent_view(record: AgentRecord, since: &Calls, waiting: u32) -> AgentView {
    let mut calls = record.calls;
    for (command, count) in &since.of {
        *calls.entry(command.clone()).or_default() += count;
    }
    let mut activity: Vec<AgentUse> =
        calls.into_iter().map(|(command, calls)| AgentUse { command, calls }).collect();
    activity.sort_by_key(|used| std::cmp::Reverse(used.calls));
    AgentView {
        agent: record.id,
        name: record.name,
        scope: record.scope,
        paired_at: record.paired_at,
        revoked_at: record.revoked_at,
        last_call: since.last.or(record.last_call),
        calls: activity.iter().map(|used| used.calls).sum(),
        refused: record.refused + since.refused,
        activity,
        connected: Vec::new(),
        waiting,
    }
}

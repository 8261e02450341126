//! Requests and answers about agents: who is paired, what each may see and propose, what it did, and
//! what it proposes. The token itself stands in one answer alone, that of the pairing.

use crate::{AgentId, EdgeKind, NodeCard, NodeId, NodeKind, ProposalId, ReviewAction, Timestamp};
use serde::{Deserialize, Serialize};

/// What an agent may do and see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct AgentScope {
    /// May search and read.
    pub read: bool,
    /// May propose: what it writes waits in Review.
    pub propose: bool,
    /// The wings it may see; all of them where absent.
    pub wings: Option<Vec<String>>,
}

impl AgentScope {
    /// Everything: whoever gave the passphrase.
    pub fn whole() -> Self {
        Self { read: true, propose: true, wings: None }
    }

    /// Whether it may see what lies in a wing.
    pub fn sees(&self, wing: &str) -> bool {
        self.wings.as_ref().is_none_or(|wings| wings.iter().any(|it| it == wing))
    }

    /// Whether it may see some wings alone.
    pub fn is_narrow(&self) -> bool {
        self.wings.is_some()
    }
}

/// How often an agent called a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentUse {
    /// The command.
    pub command: String,
    /// So often.
    #[ts(type = "number")]
    pub calls: u64,
}

/// One connection of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentConnection {
    /// What the program calls itself.
    pub client: String,
    /// Since when.
    pub since: Timestamp,
    /// Calls so far.
    #[ts(type = "number")]
    pub calls: u64,
}

/// A paired agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentView {
    /// Its id.
    pub agent: AgentId,
    /// The name that the person gave it.
    pub name: String,
    /// What it may do.
    pub scope: AgentScope,
    /// When it was paired.
    pub paired_at: Timestamp,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it last called.
    pub last_call: Option<Timestamp>,
    /// Calls in all.
    #[ts(type = "number")]
    pub calls: u64,
    /// Calls that it was not allowed.
    #[ts(type = "number")]
    pub refused: u64,
    /// Which commands, most called first.
    pub activity: Vec<AgentUse>,
    /// Its connections now.
    pub connected: Vec<AgentConnection>,
    /// What it wrote that waits for the person.
    pub waiting: u32,
}

/// `agents list`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentList {
    /// Newest first; revoked ones last.
    pub agents: Vec<AgentView>,
    /// What waits for the person, oldest first.
    pub proposals: Vec<ProposalView>,
    /// Whether the person's terminal may use the open vault without its passphrase.
    pub terminal: bool,
    /// Terminals connected now.
    pub terminals: u32,
    /// Whether other programs can reach this process.
    pub served: bool,
}

/// `agents pair`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentPairRequest {
    /// Its name, 1 to 60 characters, of nobody else.
    pub name: String,
    /// What it may do.
    pub scope: AgentScope,
}

/// A pairing: the only time that the token is shown.
#[derive(Clone, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentPaired {
    /// The agent.
    pub agent: AgentView,
    /// What it identifies itself by.
    pub token: String,
    /// To be pasted into an assistant's settings: JSON with `mcpServers`.
    pub settings: String,
}

impl std::fmt::Debug for AgentPaired {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("AgentPaired").field("agent", &self.agent).finish_non_exhaustive()
    }
}

/// A request about one agent.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentRequest {
    /// Its id, a prefix of 8 or more digits, or its name.
    pub agent: String,
}

/// `agents scope`: what it may do from now on.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentScopeRequest {
    /// Its id, a prefix of 8 or more digits, or its name.
    pub agent: String,
    /// What it may do.
    pub scope: AgentScope,
}

/// `agents purge`: what an agent wrote is taken out.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentPurgeRequest {
    /// Its id, a prefix of 8 or more digits, or its name.
    pub agent: String,
    /// What the person approved of it too.
    #[serde(default)]
    pub approved: bool,
}

/// `agents purge`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentPurged {
    /// Pieces of knowledge that went.
    pub nodes: u32,
    /// Proposals that went.
    pub proposals: u32,
    /// Pieces of knowledge that stay, because a document or the person says them too.
    pub kept: u32,
}

/// `agents terminal`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct AgentTerminalRequest {
    /// Whether the person's terminal may use the open vault without its passphrase.
    pub admitted: bool,
}

/// What an agent proposes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "proposes", rename_all = "lowercase")]
pub enum Proposed {
    /// To hold something new.
    Remember {
        /// It waits as this node.
        node: NodeId,
    },
    /// To tie two nodes.
    Link {
        /// Where it begins.
        from: NodeId,
        /// Where it ends.
        to: NodeId,
        /// What it says.
        kind: EdgeKind,
    },
    /// That something new holds in place of something known.
    Supersede {
        /// What would no longer hold.
        node: NodeId,
        /// What would, waiting or known.
        by: NodeId,
    },
    /// To take something out.
    Forget {
        /// What.
        node: NodeId,
    },
}

impl Proposed {
    /// The nodes it is about, the first one first.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Self::Remember { node } | Self::Forget { node } => vec![*node],
            Self::Link { from, to, .. } => vec![*from, *to],
            Self::Supersede { node, by } => vec![*node, *by],
        }
    }
}

/// A proposal that waits for the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ProposalView {
    /// Its id.
    pub proposal: ProposalId,
    /// Who proposes it.
    pub agent: AgentId,
    /// The agent's name.
    pub agent_name: String,
    /// When.
    pub at: Timestamp,
    /// What.
    #[serde(flatten)]
    #[ts(flatten)]
    pub what: Proposed,
    /// Why, in the agent's words.
    pub because: String,
    /// Passages that the agent names as its sources: `document://…#start-end`.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The nodes it is about.
    pub nodes: Vec<NodeCard>,
}

/// `agents approve`, `agents dismiss`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ProposalsRequest {
    /// Which: ids, or prefixes of 8 or more digits.
    pub proposals: Vec<String>,
    /// What is done with them.
    pub action: ReviewAction,
}

/// An agent's `remember`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RememberRequest {
    /// What to hold: one statement, 1 to 300 characters.
    pub text: String,
    /// What sort of thing; a claim where absent.
    #[serde(default)]
    pub kind: Option<NodeKind>,
    /// More about it.
    #[serde(default)]
    pub description: String,
    /// Labels.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Why, or from where.
    #[serde(default)]
    pub because: String,
    /// Passages it was found in: ids that `search` or `fetch` gave, 8 at most.
    #[serde(default)]
    pub sources: Vec<String>,
}

/// An agent's `link`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// Where it begins: id, prefix or exact name.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// What it says.
    pub kind: EdgeKind,
    /// Why.
    #[serde(default)]
    pub because: String,
}

/// An agent's `supersede`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplaceRequest {
    /// What no longer holds: id, prefix or exact name.
    pub node: String,
    /// What holds instead: one statement.
    pub text: String,
    /// Why.
    #[serde(default)]
    pub because: String,
}

/// An agent's `forget`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForgetRequest {
    /// What: id, prefix or exact name.
    pub node: String,
    /// Why.
    #[serde(default)]
    pub because: String,
}

/// How a proposal was taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProposalAnswer {
    /// Whether it waits for the person now; else it was known or refused before.
    pub waits: bool,
    /// Its id, where it waits.
    pub proposal: Option<ProposalId>,
    /// What was done, for the assistant to say.
    pub message: String,
    /// The node it is about.
    pub node: NodeId,
}

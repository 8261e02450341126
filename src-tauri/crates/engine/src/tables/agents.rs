//! Paired agents and what they propose.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::{
    AgentId, AgentScope, EdgeKind, NodeId, ProposalId, Proposed, ReviewAction, Sha256, Timestamp,
};

/// A paired agent. Its token is known by its hash alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AgentRecord {
    pub id: AgentId,
    pub name: String,
    /// SHA-256 of the token: 256 random bits need no slow hash.
    pub token: Sha256,
    pub scope: AgentScope,
    pub paired_at: Timestamp,
    #[serde(default)]
    pub revoked_at: Option<Timestamp>,
    #[serde(default)]
    pub last_call: Option<Timestamp>,
    #[serde(default)]
    pub refused: u64,
    /// Calls of each command.
    #[serde(default)]
    pub calls: BTreeMap<String, u64>,
}

/// What is set about other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AgentSettings {
    /// Whether the person's terminal may use the open vault without its passphrase.
    pub terminal: bool,
}

impl Default for AgentSettings {
    fn default() -> Self {
        Self { terminal: true }
    }
}

/// What an agent proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ProposalRecord {
    pub id: ProposalId,
    pub agent: AgentId,
    pub agent_name: String,
    pub at: Timestamp,
    pub what: Kept,
    pub because: String,
    /// Passages that it names as its sources.
    #[serde(default)]
    pub sources: Vec<String>,
    /// What the person decided of it.
    #[serde(default)]
    pub decided: Option<(ReviewAction, Timestamp)>,
}

/// What is proposed, as it lies in the vault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Kept {
    Remember { node: NodeId },
    Link { from: NodeId, to: NodeId, kind: EdgeKind },
    Supersede { node: NodeId, by: NodeId },
    Forget { node: NodeId },
}

impl From<Proposed> for Kept {
    fn from(what: Proposed) -> Self {
        match what {
            Proposed::Remember { node } => Self::Remember { node },
            Proposed::Link { from, to, kind } => Self::Link { from, to, kind },
            Proposed::Supersede { node, by } => Self::Supersede { node, by },
            Proposed::Forget { node } => Self::Forget { node },
        }
    }
}

impl From<Kept> for Proposed {
    fn from(what: Kept) -> Self {
        match what {
            Kept::Remember { node } => Self::Remember { node },
            Kept::Link { from, to, kind } => Self::Link { from, to, kind },
            Kept::Supersede { node, by } => Self::Supersede { node, by },
            Kept::Forget { node } => Self::Forget { node },
        }
    }
}

//! What is said over the socket, as JSON: one greeting each way, then requests one at a time, each
//! answered by any number of events and one end.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use types::{IngestEvent, LockState, Problem};

/// The version that this program speaks.
pub const VERSION: u32 = 1;

/// Who speaks.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum Who {
    /// The person's own terminal.
    Terminal,
    /// A paired program, with the token that it was given.
    Agent {
        /// The token; the holder knows its hash alone.
        token: String,
        /// What the program calls itself; shown, never believed.
        client: String,
    },
}

impl std::fmt::Debug for Who {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Terminal => "Terminal",
            Self::Agent { .. } => "Agent",
        })
    }
}

/// What whoever connects says first.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// Versions that it speaks.
    pub loci: Vec<u32>,
    /// Who it is.
    #[serde(flatten)]
    pub who: Who,
}

/// What the holder answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Welcome {
    /// Go on.
    Welcome {
        /// The version spoken from now on.
        version: u32,
        /// Whether the vault is open.
        state: LockState,
    },
    /// Not admitted; the connection ends.
    Problem(Problem),
}

/// A command.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    /// Its name in the table.
    pub call: String,
    /// What it is asked.
    #[serde(default)]
    pub ask: Value,
    /// Names of the byte messages that follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attached: Vec<String>,
}

/// What comes back.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// Progress.
    Event(IngestEvent),
    /// The end: what was asked for.
    Answer(Value),
    /// The end: a message of bytes follows.
    Bytes,
    /// The end: why not.
    Problem(Problem),
}

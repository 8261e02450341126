//! The one table of commands that the window, the command line and the MCP server share. A row
//! is a name, a request, an answer and one line; the logic is the engine's.

mod acting;
mod agents;
mod auditing;
mod bindings;
mod client;
mod config;
mod host;
mod levels;
mod socket;
mod strength;
mod table;
mod telling;
mod ways;

pub use crate::acting::{as_owner, is_reading};
pub use crate::agents::{AGENT_ROWS, Token};
pub use crate::bindings::bindings;
pub use crate::client::{Client, Holder};
pub use crate::config::{Config, Profile};
pub use crate::host::{Host, ProgressFn};
pub use crate::socket::{Link, Serving, VERSION, Who, serve};
pub use crate::table::Caller;
pub use engine::{Source, harden_process, without_telemetry, worker_main};
pub use types;

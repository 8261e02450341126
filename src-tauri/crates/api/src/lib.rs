//! The one table of commands that the window, the command line and later the MCP server share. A row
//! is a name, a request, an answer and one line; the logic is the engine's.

mod bindings;
mod config;
mod host;
mod strength;
mod table;
mod ways;

pub use crate::bindings::bindings;
pub use crate::config::{Config, Profile};
pub use crate::host::{Host, ProgressFn};
pub use crate::table::Caller;
pub use engine::{Source, harden_process, without_telemetry, worker_main};
pub use types;

//! The local socket: who holds the vault serves it, other programs of the same person speak to it. It
//! carries the table's commands and what they tell on the way; no passphrase and no key crosses it.
//!
//! ```text
//! HOME/.run/PROFILE.lock   held by the one process that serves
//! HOME/.run/PROFILE.sock   its socket; without a holder of the lock it is stale
//! ```

mod connections;
mod frame;
mod link;
mod place;
mod serve;
mod words;

pub(crate) use connections::Connections;
pub use link::Link;
pub use serve::{Serving, serve};
pub use words::{VERSION, Who};

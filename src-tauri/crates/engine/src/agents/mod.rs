//! Agents: programs that the person pairs with the vault. What each may see is decided here, where the
//! records are, and never by the program that asks; what each writes waits for the person.

mod activity;
mod deciding;
mod graph;
mod nodes;
mod pairing;
mod proposing;
mod reading;
mod scope;
mod summaries;

pub use pairing::AgentPairing;
pub use proposing::Proposer;

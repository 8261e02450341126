//! What `eval topics` answers.

use serde::{Deserialize, Serialize};

/// How the tasks of one half fared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct TopicScore {
    /// Tasks that belong to a room.
    pub tasks: u32,
    /// Of these, found to be about their room.
    pub right: u32,
    /// Found to be about another.
    pub wrong: u32,
    /// Found to be about none.
    pub none: u32,
    /// Tasks that belong to no room.
    pub others: u32,
    /// Of these, found to be about one.
    pub mistaken: u32,
}

/// `eval topics`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct TopicsReport {
    /// The file's name.
    pub file: String,
    /// Documents in the palace.
    pub documents: u32,
    /// Rooms that documents were put in.
    pub rooms: u32,
    /// Accepted nodes in these.
    pub nodes: u32,
    /// The model that places nodes.
    pub model: Option<String>,
    /// Tasks that may be looked at.
    pub dev: TopicScore,
    /// Tasks held back; nothing of them is listed.
    pub held: TopicScore,
    /// Tasks of `dev` that were mistaken, at most 200: what was expected and what came out.
    pub misses: Vec<String>,
}

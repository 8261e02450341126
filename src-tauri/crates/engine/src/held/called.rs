//! What agents called since the last writing.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};
use types::{AgentId, Timestamp};

/// What one agent did since the last writing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls {
    pub of: BTreeMap<String, u64>,
    pub refused: u64,
    pub last: Option<Timestamp>,
}

/// What all of them did since.
#[derive(Default)]
pub(crate) struct Called(Mutex<HashMap<AgentId, Calls>>);

impl Called {
    /// What waits to be written.
    pub fn lock(&self) -> MutexGuard<'_, HashMap<AgentId, Calls>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What an agent did that is not written yet.
    pub fn of(&self, agent: &AgentId) -> Calls {
        self.lock().get(agent).cloned().unwrap_or_default()
    }
}

//! The way to the vault: over the socket to whoever holds it, else through this process, where it was
//! given the passphrase.

use api::{
    Client, Config, Link, Who,
    types::{ErrorCode, LockState, Problem},
};
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Opens the vault in this process.
type Open = Box<dyn Fn(&Client) -> Result<(), Problem> + Send + Sync>;

/// The way to the vault.
pub struct Door {
    config: Config,
    token: Option<String>,
    own: Option<(Arc<Client>, Open)>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What the assistant calls itself.
    client: String,
    link: Option<Link>,
    /// Whether this process holds the vault.
    holds: bool,
}

impl Door {
    /// A way to whoever holds the profile, with the token of a pairing.
    pub fn new(config: Config, token: Option<String>) -> Self {
        Self { config, token, own: None, state: Mutex::default() }
    }

    /// The same; where nobody holds the profile, `open` opens it here.
    pub fn or_open(
        mut self,
        client: Arc<Client>,
        open: impl Fn(&Client) -> Result<(), Problem> + Send + Sync + 'static,
    ) -> Self {
        self.own = Some((client, Box::new(open)));
        self
    }

    /// Notes what the assistant calls itself.
    pub fn introduce(&self, client: &str) {
        self.state().client = client.to_owned();
    }

    /// Runs one of agents' rows. Waits: not for the threads that speak.
    pub fn ask(&self, row: &str, ask: Value) -> Result<Value, Problem> {
        let mut state = self.state();
        if let Some(link) = state.link.take() {
            let answer = link.call(row, ask.clone(), &|_| {});
            if !link.is_broken() {
                state.link = Some(link);
                return answer;
            }
            // locked and unlocked since: every row may be asked twice, proposals are known again
        }
        if !state.holds {
            if let Some(link) = self.connect(&state.client)? {
                let answer = link.call(row, ask, &|_| {});
                state.link = (!link.is_broken()).then_some(link);
                return answer;
            }
            self.open()?;
            state.holds = true;
        }
        let Some((client, _)) = &self.own else { return Err(closed()) };
        client.host().call_as_own_agent(row, ask)
    }

    fn connect(&self, client: &str) -> Result<Option<Link>, Problem> {
        if self.own.is_some() && self.token.is_none() {
            // a vault that is locked in the app may be opened by whoever has the passphrase
            let holder = Link::connect(&self.config, Who::Terminal);
            let open = |link: &Link| link.state() == LockState::Unlocked;
            if !holder.is_ok_and(|holder| holder.as_ref().is_some_and(open)) {
                return Ok(None);
            }
        }
        let token = self.token.clone().unwrap_or_default();
        Link::connect(&self.config, Who::Agent { token, client: client.to_owned() })
    }

    fn open(&self) -> Result<(), Problem> {
        match &self.own {
            Some((client, open)) => open(client),
            None => Err(closed()),
        }
    }

    /// Locks what was opened here.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.link = None;
        if let Some((client, _)) = self.own.as_ref().filter(|_| state.holds)
            && let Err(problem) = client.leave()
        {
            tracing::error!(code = ?problem.code, "closing the vault");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn closed() -> Problem {
    let message = "Loci is not open on this profile, or is just locking.";
    Problem::new(ErrorCode::Locked, message, "Open Loci and unlock in the app, then ask again.")
}

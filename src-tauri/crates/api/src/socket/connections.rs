//! Who is connected now: what the person is shown, and what ends with a revocation or a lock.

use std::{
    collections::BTreeMap,
    net::Shutdown,
    os::unix::net::UnixStream,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use types::{AgentId, Timestamp};

/// Connections at a time; some are left for the person's own terminal.
const MOST: usize = 128;
const MOST_AGENTS: usize = 96;
/// Calls of agents that run at a time: the window and the terminal find room beside them.
const AT_ONCE: usize = 4;

/// One that is connected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Connected {
    /// The agent; `None` for the terminal.
    pub agent: Option<AgentId>,
    /// What it calls itself.
    pub client: String,
    /// Since when.
    pub since: Timestamp,
    /// Calls so far.
    pub calls: u64,
}

struct Entry {
    who: Connected,
    stream: UnixStream,
    running: bool,
    /// Hung up on: it is not among those that are connected, though its thread may not know it yet.
    ended: bool,
}

impl Entry {
    fn end(&mut self) {
        self.ended = true;
        // one that has gone already is as good
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Who is connected now.
#[derive(Default)]
pub(crate) struct Connections {
    entries: Mutex<BTreeMap<u64, Entry>>,
    next: AtomicU64,
    changed: Condvar,
    working: Mutex<usize>,
    freed: Condvar,
    serving: AtomicBool,
}

/// One place among them. Dropped, it is free again.
pub(crate) struct Seat<'a> {
    all: &'a Connections,
    id: u64,
}

/// The turn to run a call.
pub(crate) struct Turn<'a>(&'a Connections);

impl Connections {
    /// Whether this process serves the socket.
    pub fn is_served(&self) -> bool {
        self.serving.load(Ordering::SeqCst)
    }

    pub fn set_served(&self, served: bool) {
        self.serving.store(served, Ordering::SeqCst);
    }

    /// A place for one more; `None` where too many are connected.
    pub fn seat(&self, who: Connected, stream: UnixStream) -> Option<Seat<'_>> {
        let mut entries = self.lock();
        let agents = entries.values().filter(|entry| entry.who.agent.is_some()).count();
        if entries.len() >= MOST || (who.agent.is_some() && agents >= MOST_AGENTS) {
            return None;
        }
        let id = self.next.fetch_add(1, Ordering::SeqCst);
        entries.insert(id, Entry { who, stream, running: false, ended: false });
        Some(Seat { all: self, id })
    }

    /// Who is connected, longest first.
    pub fn list(&self) -> Vec<Connected> {
        let entries = self.lock();
        let there = entries.values().filter(|entry| !entry.ended);
        there.map(|entry| entry.who.clone()).collect()
    }

    /// Ends the connections of an agent.
    pub fn end(&self, agent: &AgentId) {
        let mut entries = self.lock();
        let of = entries.values_mut().filter(|entry| entry.who.agent.as_ref() == Some(agent));
        of.for_each(Entry::end);
    }

    /// Ends all connections.
    pub fn end_all(&self) {
        self.lock().values_mut().for_each(Entry::end);
    }

    /// Waits, `patience` at most between two changes, until no terminal is connected and nothing runs.
    pub fn wait_until_quiet(&self, patience: std::time::Duration) {
        let busy = |entry: &Entry| entry.running || entry.who.agent.is_none();
        let mut entries = self.lock();
        while entries.values().any(busy) {
            let running = entries.values().any(|entry| entry.running);
            let waited = self.changed.wait_timeout(entries, patience);
            let (after, timed) = waited.unwrap_or_else(PoisonError::into_inner);
            entries = after;
            if timed.timed_out() && !running {
                return;
            }
        }
    }

    /// Waits for the turn of an agent's call.
    pub fn turn(&self) -> Turn<'_> {
        let mut working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        while *working >= AT_ONCE {
            working = self.freed.wait(working).unwrap_or_else(PoisonError::into_inner);
        }
        *working += 1;
        Turn(self)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat<'_> {
    /// Notes that a call begins or has ended.
    pub fn running(&self, running: bool) {
        if let Some(entry) = self.all.lock().get_mut(&self.id) {
            entry.running = running;
            entry.who.calls += u64::from(running);
        }
        self.all.changed.notify_all();
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.all.lock().remove(&self.id);
        self.all.changed.notify_all();
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.working.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.freed.notify_one();
    }
}

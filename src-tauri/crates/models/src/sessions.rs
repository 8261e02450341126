//! A small pool of ONNX sessions of one graph, so that several threads embed at once: a run needs a
//! session for itself. The second session is opened when the first is busy, never more than the
//! manifest allows; who finds none waits.

use crate::manifest::Manifest;
use crate::package::{Graph, Package};
use crate::{Error, Result};
use ort::environment::Environment;
use ort::session::{Session, builder::GraphOptimizationLevel};
use std::sync::{Condvar, Mutex, PoisonError};

pub(crate) struct Sessions {
    package: Package,
    environment: Environment,
    state: Mutex<State>,
    returned: Condvar,
}

struct State {
    idle: Vec<Session>,
    opened: usize,
}

/// A session on loan; it goes back when dropped.
pub(crate) struct Loan<'a> {
    pool: &'a Sessions,
    session: Option<Session>,
}

impl Sessions {
    /// Opens the first session, and holds its inputs against the manifest.
    pub(crate) fn open(package: Package, environment: Environment) -> Result<Self> {
        let first = open_session(&package, &environment)?;
        let state = Mutex::new(State { idle: vec![first], opened: 1 });
        Ok(Self { package, environment, state, returned: Condvar::new() })
    }

    /// A session for one run.
    pub(crate) fn borrow(&self) -> Result<Loan<'_>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(session) = state.idle.pop() {
                return Ok(Loan { pool: self, session: Some(session) });
            }
            if state.opened < self.package.manifest.run.sessions {
                state.opened += 1;
                drop(state);
                return self.open_another();
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn open_another(&self) -> Result<Loan<'_>> {
        let opened = open_session(&self.package, &self.environment);
        if opened.is_err() {
            self.state.lock().unwrap_or_else(PoisonError::into_inner).opened -= 1;
            self.returned.notify_one();
        }
        Ok(Loan { pool: self, session: Some(opened?) })
    }
}

impl Loan<'_> {
    /// The session; nothing only while it is being given back.
    pub(crate) fn session(&mut self) -> Option<&mut Session> {
        self.session.as_mut()
    }
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.idle.extend(self.session.take());
        drop(state);
        self.pool.returned.notify_one();
    }
}

fn open_session(package: &Package, environment: &Environment) -> Result<Session> {
    let manifest = &package.manifest;
    let graph = package.graph()?;
    let session = build(environment, manifest.run.threads, &graph)
        .map_err(|error| Error::Fails { name: manifest.name.clone(), reason: error.to_string() })?;
    check_inputs(manifest, &session)?;
    Ok(session)
}

fn build(environment: &Environment, threads: usize, graph: &Graph) -> ort::Result<Session> {
    let mut builder = Session::builder(environment)?
        .with_optimization_level(GraphOptimizationLevel::All)?
        .with_intra_threads(threads)?
        // threads that spin between runs would warm a laptop for nothing
        .with_intra_op_spinning(false)?;
    match graph {
        Graph::Memory(bytes) => builder.commit_from_memory(bytes),
        Graph::File(path) => builder.commit_from_file(path),
    }
}

fn check_inputs(manifest: &Manifest, session: &Session) -> Result<()> {
    let mut has: Vec<&str> = session.inputs().iter().map(|input| input.name()).collect();
    let mut says: Vec<&str> = manifest.inputs.iter().map(String::as_str).collect();
    has.sort_unstable();
    says.sort_unstable();
    if has == says {
        return Ok(());
    }
    let reason = format!("its inputs are {} and not {}", has.join(", "), says.join(", "));
    Err(Error::BadManifest { name: manifest.name.clone(), reason })
}

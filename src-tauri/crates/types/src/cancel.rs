//! A request to stop, shared between the one who asks and the ones who work.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Set once, seen by every clone. Work stops at its next safe edge.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks for the work to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

//! So many at a time, and no more. Waiting ends when the work is cancelled.

use crate::{Error, Result};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use types::Cancel;

/// How often waiting looks at `cancel`.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

/// Permits to be taken and given back.
pub(super) struct Permits {
    free: Mutex<usize>,
    returned: Condvar,
}

/// One permit; dropping it gives it back.
pub(super) struct Permit(Arc<Permits>);

impl Permits {
    pub(super) fn new(count: usize) -> Arc<Self> {
        Arc::new(Self { free: Mutex::new(count.max(1)), returned: Condvar::new() })
    }

    /// Waits for a free one.
    pub(super) fn take(self: &Arc<Self>, cancel: &Cancel) -> Result<Permit> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if cancel.is_cancelled() {
                return Err(Error::Cancelled);
            }
            if let Some(left) = free.checked_sub(1) {
                *free = left;
                return Ok(Permit(Arc::clone(self)));
            }
            // woken now and then to look at `cancel`
            let waited = self.returned.wait_timeout(free, PATIENCE);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.returned.notify_one();
    }
}

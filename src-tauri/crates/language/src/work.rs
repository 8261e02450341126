//! Counts steps of inner loops where the feature `steps` is on, so that tests of linear time need no
//! clock. Elsewhere it does nothing.

/// One step of a loop that could run away.
#[cfg(not(feature = "steps"))]
#[inline]
pub fn work() {}

#[cfg(feature = "steps")]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// One step of a loop that could run away.
#[cfg(feature = "steps")]
pub fn work() {
    STEPS.set(STEPS.get() + 1);
}

/// The steps that `run` takes on this thread.
#[cfg(feature = "steps")]
pub fn steps(run: impl FnOnce()) -> u64 {
    STEPS.set(0);
    run();
    STEPS.get()
}

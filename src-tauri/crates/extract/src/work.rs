//! Counts steps of the inner loops while tests run, so that linear time is tested without a clock.
//! Outside tests it does nothing.

/// One step of a loop that could run away.
#[cfg(not(test))]
pub(crate) fn work() {}

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// One step of a loop that could run away.
#[cfg(test)]
pub(crate) fn work() {
    STEPS.set(STEPS.get() + 1);
}

/// The steps that `run` takes on this thread.
#[cfg(test)]
pub(crate) fn steps(run: impl FnOnce()) -> u64 {
    STEPS.set(0);
    run();
    STEPS.get()
}

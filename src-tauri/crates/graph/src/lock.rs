//! A lock whose readers never wait for a writer that waits: a thread that reads may read again, deeper
//! down, without a deadlock. A writer goes on once nobody reads.

use std::ops::Deref;
use std::sync::{Condvar, Mutex, PoisonError, RwLock, RwLockReadGuard};

/// A value with many readers and one writer.
#[derive(Default)]
pub(crate) struct Lock<T> {
    value: RwLock<T>,
    readers: Mutex<usize>,
    left: Condvar,
}

/// A reader's hold on the value.
pub(crate) struct Reading<'a, T> {
    value: RwLockReadGuard<'a, T>,
    _place: Place<'a>,
}

/// Dropped after the value's own guard: nobody reads once it is gone.
struct Place<'a> {
    readers: &'a Mutex<usize>,
    left: &'a Condvar,
}

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value: RwLock::new(value), readers: Mutex::new(0), left: Condvar::new() }
    }

    pub(crate) fn read(&self) -> Reading<'_, T> {
        *self.readers.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let place = Place { readers: &self.readers, left: &self.left };
        let value = self.value.read().unwrap_or_else(PoisonError::into_inner);
        Reading { value, _place: place }
    }

    /// Changes the value while nobody reads it. New readers wait for it.
    pub(crate) fn write(&self, change: impl FnOnce(&mut T)) {
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let nobody = self.left.wait_while(readers, |readers| *readers > 0);
        let _nobody = nobody.unwrap_or_else(PoisonError::into_inner);
        change(&mut self.value.write().unwrap_or_else(PoisonError::into_inner));
    }
}

impl<T> Deref for Reading<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *self.readers.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_may_read_again_while_a_writer_waits() {
        let lock = Lock::new(0);
        std::thread::scope(|scope| {
            let first = lock.read();
            let writer = scope.spawn(|| lock.write(|value| *value += 1));
            for _ in 0..10_000 {
                assert_eq!(*lock.read(), *first);
                std::thread::yield_now();
            }
            drop(first);
            writer.join().unwrap();
        });
        assert_eq!(*lock.read(), 1);
    }
}

//! Where key bytes live: pages of their own, kept out of swap and core dumps where the system lets us,
//! written in place, wiped before they are given back. What moves are handles; the bytes never do.

use crate::error::{Error, Result};
use memmap2::MmapMut;
use std::sync::Arc;
use zeroize::Zeroize;

/// Bytes of one key.
pub(crate) const KEY_LEN: usize = 32;

/// Pages that hold keys and nothing else.
struct Pages(MmapMut);

impl Drop for Pages {
    fn drop(&mut self) {
        self.0.as_mut().zeroize();
    }
}

/// A handle to one key in pages that it may share with others: who drops the last of them wipes all.
#[derive(Clone)]
pub(crate) struct Guarded {
    pages: Arc<Pages>,
    at: usize,
}

impl Guarded {
    /// So many keys in one allocation, each made where it stays.
    pub(crate) fn make(
        count: usize,
        mut fill: impl FnMut(&mut [u8; KEY_LEN]) -> Result<()>,
    ) -> Result<Vec<Self>> {
        let room = MmapMut::map_anon((count * KEY_LEN).max(1)).map_err(Error::file("locked in"))?;
        let mut pages = Pages(room);
        // Refused where a person may lock little memory, or none: then the system may swap it.
        if let Err(refused) = pages.0.lock() {
            tracing::debug!(%refused, "keys may be swapped");
        }
        #[cfg(target_os = "linux")]
        for advice in [memmap2::Advice::DontDump, memmap2::Advice::DontFork] {
            pages.0.advise(advice).map_err(Error::file("kept apart"))?;
        }
        let (slots, _) = pages.0.as_chunks_mut::<KEY_LEN>();
        slots.iter_mut().take(count).try_for_each(&mut fill)?;
        let pages = Arc::new(pages);
        Ok((0..count).map(|at| Self { pages: Arc::clone(&pages), at }).collect())
    }

    pub(crate) fn bytes(&self) -> &[u8; KEY_LEN] {
        #[allow(clippy::indexing_slicing)] // `make` gave out only what there is
        &self.pages.0.as_chunks().0[self.at]
    }
}

/// Bytes of stack below a call of a cipher, a hash or a signature that may hold copies of its key.
const STACK_BYTES: usize = 6 << 10;

/// Runs what works with a key, then overwrites the stack that it used: libraries copy keys there, and
/// cannot wipe what their own moves leave behind.
pub(crate) fn wiping<T>(work: impl FnOnce() -> T) -> T {
    let done = below(work);
    wipe_stack();
    done
}

#[inline(never)]
fn below<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[inline(never)]
fn wipe_stack() {
    let mut over = [0u8; STACK_BYTES];
    std::hint::black_box(&mut over);
}

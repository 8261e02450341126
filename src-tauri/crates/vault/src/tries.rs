//! How often unlocking failed since it last worked, and when: a small file in the clear, since nobody has
//! a key then. It makes whoever sits at the keyboard wait, whatever is restarted; who holds the disk takes
//! the file away and pays Argon2 alone. The wait is bounded, so that nobody can be shut out by it.

use crate::error::Result;
use crate::files;
use std::path::{Path, PathBuf};
use std::time::Duration;
use types::Timestamp;

const NAME: &str = "tries";
const MAGIC: [u8; 8] = *b"LOCITRY\x1a";
/// Failures that cost nothing: everybody mistypes.
const FREE: u32 = 2;
const FIRST: Duration = Duration::from_secs(1);
/// Longest wait.
const LONGEST: Duration = Duration::from_secs(30);

/// Failed unlocks of the vault in a folder.
#[derive(Debug)]
pub struct Tries {
    path: PathBuf,
    failed: u32,
    last: Timestamp,
}

impl Tries {
    /// As the file says; none where it is not one.
    pub fn of(folder: &Path) -> Self {
        let path = folder.join(NAME);
        let read = || {
            let bytes = files::read_small(&path, MAGIC.len() + 12).ok()??;
            let (failed, last) = bytes.strip_prefix(&MAGIC)?.split_first_chunk::<4>()?;
            let last = i64::from_be_bytes(last.try_into().ok()?);
            Some((u32::from_be_bytes(*failed), Timestamp::from_unix_ms(last)))
        };
        let (failed, last) = read().unwrap_or((0, Timestamp::from_unix_ms(0)));
        Self { path, failed, last }
    }

    /// How long to wait before the next try. A clock that was set back makes nobody wait longer than
    /// the failures alone would.
    pub fn wait(&self, now: Timestamp) -> Duration {
        let whole = match self.failed.checked_sub(FREE) {
            None | Some(0) => return Duration::ZERO,
            Some(more) => FIRST.saturating_mul(2u32.saturating_pow(more - 1)).min(LONGEST),
        };
        let passed = now.unix_ms().saturating_sub(self.last.unix_ms());
        whole.saturating_sub(Duration::from_millis(u64::try_from(passed).unwrap_or(0)))
    }

    /// How many failed.
    pub fn failed(&self) -> u32 {
        self.failed
    }

    /// When the last one did.
    pub fn last(&self) -> Timestamp {
        self.last
    }

    /// One more failed.
    pub fn add(&mut self, now: Timestamp) -> Result<()> {
        (self.failed, self.last) = (self.failed.saturating_add(1), now);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.failed.to_be_bytes());
        bytes.extend_from_slice(&now.unix_ms().to_be_bytes());
        files::write_whole(&self.path, &bytes)
    }

    /// It worked.
    pub fn clear(&mut self) {
        self.failed = 0;
        // where it stays, the next unlocking waits in vain, and not for long
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_is_bounded_and_survives() {
        let folder = tempfile::tempdir().unwrap();
        let at = |s: i64| Timestamp::from_unix_ms(1_000_000_000 + s * 1000);
        let mut waits = Vec::new();
        for _ in 0..40 {
            let mut tries = Tries::of(folder.path());
            waits.push(tries.wait(at(0)).as_secs());
            tries.add(at(0)).unwrap();
        }
        assert_eq!(waits[..9], [0, 0, 0, 1, 2, 4, 8, 16, 30]);
        assert!(waits[9..].iter().all(|wait| *wait == 30));
        let tries = Tries::of(folder.path());
        for (now, left) in [(0, 30), (10, 20), (30, 0), (99, 0), (-1000, 30)] {
            assert_eq!(tries.wait(at(now)).as_secs(), left, "{now}");
        }
        // anything else in its place makes nobody wait for ever
        for bad in [&b""[..], b"LOCITRY\x1a", &[0xFF; 20], &[0xFF; 4000]] {
            std::fs::write(folder.path().join(NAME), bad).unwrap();
            assert_eq!(Tries::of(folder.path()).wait(at(0)), Duration::ZERO);
        }
        let mut worst = MAGIC.to_vec();
        worst.extend_from_slice(&[0xFF; 4]);
        worst.extend_from_slice(&i64::MAX.to_be_bytes());
        std::fs::write(folder.path().join(NAME), worst).unwrap();
        let mut tries = Tries::of(folder.path());
        assert_eq!(tries.wait(at(0)), LONGEST);
        tries.add(at(0)).unwrap();
        tries.clear();
        assert_eq!(Tries::of(folder.path()).wait(at(0)), Duration::ZERO);
    }
}

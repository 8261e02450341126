//! The bounds a conversion stays in. Whoever crosses one gets a typed error, never half a text.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Bounds of one conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Largest original; a bigger one is refused without starting work.
    pub input_bytes: u64,
    /// Address space of the worker.
    pub memory_bytes: u64,
    /// Time from hand-over to answer.
    pub wall: Duration,
    /// Largest converted text.
    pub text_bytes: usize,
    /// Most pages.
    pub pages: u32,
    /// Most pages of a document that text recognition looks at.
    pub recognised_pages: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 128 << 20,
            memory_bytes: 1 << 30,
            wall: Duration::from_secs(60),
            text_bytes: 64 << 20,
            pages: 20_000,
            recognised_pages: 500,
        }
    }
}

/// Most authors of one publication: the longest lists are those of experiments in physics.
pub(crate) const AUTHORS: usize = 10_000;
/// Most references that one list may hold.
pub(crate) const LISTED: usize = 100_000;
/// Most bytes of all files of an archive, or attached to a message, together.
pub(crate) const ALL_BYTES: u64 = 256 << 20;

/// Memory of a worker that recognises text: the networks' own, and a page's on top.
const RECOGNISING_BYTES: u64 = 4 << 30;
/// Time to look at one page: ten times what two old cores need.
const PAGE: Duration = Duration::from_secs(60);

impl Limits {
    /// The bounds of a conversion that recognises the text of so many pages.
    pub(crate) fn recognising(&self, pages: u32) -> Self {
        let wall = self.wall.saturating_add(PAGE.saturating_mul(pages.min(self.recognised_pages)));
        Self { memory_bytes: self.memory_bytes.max(RECOGNISING_BYTES), wall, ..*self }
    }

    /// Largest answer: for each letter of the longest text its edge in up to three bytes, and as much
    /// again for what is said of lines and blocks; and room for what is said of no text at all.
    pub(crate) fn answer_bytes(&self) -> u64 {
        (self.text_bytes as u64).saturating_mul(6).saturating_add(1 << 20)
    }

    /// Refuses a text that has outgrown the limit.
    pub(crate) fn check_text(&self, size_bytes: usize) -> crate::Result<()> {
        if size_bytes <= self.text_bytes {
            return Ok(());
        }
        Err(crate::Error::TooLarge {
            what: format!("its text is larger than {}", size(self.text_bytes as u64)),
        })
    }
}

/// A size for people.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

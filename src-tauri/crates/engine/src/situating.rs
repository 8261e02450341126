//! A language model in use.

use models::llm::Llm;

/// A language model in use, and its name for the cache.
pub(crate) struct Situating {
    pub llm: Llm,
    pub model: String,
    pub concurrency: usize,
}

impl Situating {
    pub fn llm(&self) -> &Llm {
        &self.llm
    }

    /// Calls at the same time.
    pub fn concurrency(&self) -> usize {
        self.concurrency
    }
}

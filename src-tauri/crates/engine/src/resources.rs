//! What outlives any vault: models, the conversion workers, the clock.

use crate::recognition;
use convert::{Converter, Limits, Program};
use models::{Models, Paths, TokenCounter};
use std::{
    path::Path,
    sync::{Arc, OnceLock},
};
use types::{Timestamp, TokenizerName};

/// Tells the time. Programs pass the system's clock, tests their own.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Which models make vectors for a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaces {
    /// Embeds while documents are ingested; `None` leaves it all to `preferred`.
    pub first: Option<String>,
    /// Embeds afterwards and answers once it has seen every chunk.
    pub preferred: Option<String>,
}

/// Everything a [`crate::Palace`] borrows from the process it runs in.
pub struct Resources {
    pub(crate) models: Models,
    pub(crate) converter: Converter,
    pub(crate) clock: Clock,
    pub(crate) spaces: Spaces,
    counters: [OnceLock<TokenCounter>; TokenizerName::ALL.len()],
    memory_ceiling: Option<u64>,
}

impl Resources {
    /// Finds the libraries and models under `runtime` (`lib/`, `models/`), starts workers by
    /// `program` when they are needed. Missing parts are reported where they are used.
    pub fn new(runtime: &Path, program: Program, limits: Limits, clock: Clock) -> Self {
        let present = |path: std::path::PathBuf| path.exists().then_some(path);
        let library = |name: &str| {
            let file =
                format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
            present(runtime.join("lib").join(file))
        };
        let models = Models::open(Paths {
            onnxruntime: library("onnxruntime"),
            models: present(runtime.join("models")),
        });
        let preferred = models.preferred().to_owned();
        let spaces = Spaces {
            first: Some(models::DEFAULT_MODEL.to_owned()),
            preferred: (preferred != models::DEFAULT_MODEL).then_some(preferred),
        };
        let converter = Converter::new(program, library("pdfium"), limits)
            .with_recogniser(recognition::files(&models));
        Self {
            models,
            converter,
            clock,
            spaces,
            counters: Default::default(),
            memory_ceiling: None,
        }
    }

    /// The same with other models in use.
    pub fn with_spaces(mut self, spaces: Spaces) -> Self {
        self.spaces = spaces;
        self
    }

    /// The same with a bound on the tokens of all layers of a context together.
    pub fn with_memory_ceiling(mut self, tokens: Option<u64>) -> Self {
        self.memory_ceiling = tokens;
        self
    }

    pub(crate) fn memory_ceiling(&self) -> Option<u64> {
        self.memory_ceiling
    }

    /// The conversion workers.
    pub fn converter(&self) -> &Converter {
        &self.converter
    }

    /// Which models make vectors.
    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    /// What the person should know of this system.
    pub fn warnings(&self) -> Vec<String> {
        let missing = self.converter.unenforced();
        let said = format!(
            "This system lacks a part of what shuts the reader of documents in ({}). A document made to \
             do harm could do more of it here: take in what you trust, or update the system.",
            missing.join(", ")
        );
        if missing.is_empty() { Vec::new() } else { vec![said] }
    }

    /// The models, for `models list` and `models verify`.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// The tokenizer that chunks are measured with.
    pub(crate) fn tokens(&self) -> crate::Result<&TokenCounter> {
        self.counter(TokenizerName::Loci)
    }

    /// The tokenizer of a name, read once.
    pub(crate) fn counter(&self, name: TokenizerName) -> crate::Result<&TokenCounter> {
        let [loci, o200k, cl100k] = &self.counters;
        let place = match name {
            TokenizerName::Loci => loci,
            TokenizerName::O200k => o200k,
            TokenizerName::Cl100k => cl100k,
        };
        if let Some(counter) = place.get() {
            return Ok(counter);
        }
        let counter = TokenCounter::named(name)?;
        Ok(place.get_or_init(|| counter))
    }

    /// What the clock says.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// The time, for what is not written down.
    pub fn time(&self) -> Timestamp {
        self.now()
    }
}

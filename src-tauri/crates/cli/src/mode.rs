//! How a search is told to search.

use api::types::SearchMode;
use clap::ValueEnum;

/// `--mode`
#[derive(Clone, Copy, ValueEnum)]
pub enum Mode {
    /// Meaning, words and exact matches together
    Hybrid,
    /// Meaning alone
    Semantic,
    /// Words alone
    Keyword,
    /// Exact matches alone
    Exact,
}

impl Mode {
    /// What the engine calls it.
    pub fn search_mode(self) -> SearchMode {
        match self {
            Self::Hybrid => SearchMode::Hybrid,
            Self::Semantic => SearchMode::Semantic,
            Self::Keyword => SearchMode::Keyword,
            Self::Exact => SearchMode::Exact,
        }
    }

    /// Its name on the wire.
    pub fn wire(self) -> &'static str {
        match self {
            Self::Hybrid => "hybrid",
            Self::Semantic => "semantic",
            Self::Keyword => "keyword",
            Self::Exact => "exact",
        }
    }
}

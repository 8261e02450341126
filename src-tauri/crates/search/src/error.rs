//! What can go wrong in the indexes. Messages hold no words of documents or queries.

use types::{ErrorCode, Problem};

/// Why an index could not be read, written or searched.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The vault could not read or write.
    #[error(transparent)]
    Vault(#[from] vault::Error),
    /// A stored part of the index does not decode.
    #[error("the search index is damaged: {0}")]
    Damaged(&'static str),
    /// A segment was written by a newer Loci.
    #[error("the search index was written by a newer version ({0})")]
    TooNew(u32),
    /// Not one vector for each chunk.
    #[error("{vectors} vectors were given for {chunks} chunks")]
    VectorCount {
        /// Vectors given.
        vectors: usize,
        /// Chunks that need one each.
        chunks: usize,
    },
    /// A search by meaning without the query's vector.
    #[error("a search by meaning needs the query's vector")]
    NoVector,
    /// No live segment has that id.
    #[error("no live segment has that id")]
    UnknownSegment,
    /// A segment that cannot be written: over 4,294,967,295 chunks or words.
    #[error("a segment cannot hold that much")]
    TooLarge,
}

/// What fallible verbs of this crate give back.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The failure as people see it.
    pub fn problem(&self) -> Problem {
        let (code, hint) = match self {
            Self::Vault(inner) => return inner.problem(),
            Self::Damaged(_) => (
                ErrorCode::VaultDamaged,
                "The documents themselves are kept apart from the index. Restore a backup, or \
                 ingest them again into a new profile.",
            ),
            Self::TooNew(_) => (ErrorCode::VaultTooNew, "Open this profile with the newer Loci."),
            Self::NoVector => {
                (ErrorCode::ModelMissing, "Install a model, or search in keyword mode.")
            }
            Self::VectorCount { .. } | Self::UnknownSegment | Self::TooLarge => {
                (ErrorCode::Internal, "This is a fault of Loci; please report it.")
            }
        };
        Problem::new(code, self.to_string(), hint)
    }
}

//! Whatever the rooms below report, as one error that can be shown.

use types::{Cancel, ErrorCode, Problem};

/// Result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a use case could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The vault said so.
    #[error(transparent)]
    Vault(#[from] vault::Error),
    /// Conversion said so.
    #[error(transparent)]
    Convert(#[from] convert::Error),
    /// A model said so.
    #[error(transparent)]
    Models(#[from] models::Error),
    /// The indexes said so.
    #[error(transparent)]
    Search(#[from] search::Error),
    /// The graph said so.
    #[error(transparent)]
    Graph(#[from] graph::Error),
    /// The audit trail said so.
    #[error(transparent)]
    Audit(#[from] audit::Error),
    /// The engine's own.
    #[error("{0}")]
    Problem(Problem),
    /// The file system said so.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Error {
    /// One of the engine's own.
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: &str) -> Self {
        Self::Problem(Problem::new(code, message, hint))
    }

    /// A fault of ours: an invariant that does not hold.
    pub(crate) fn internal(message: &str) -> Self {
        Self::new(
            ErrorCode::Internal,
            message,
            "This is a fault in Loci. Nothing was stored; please report what you did.",
        )
    }

    /// The error as a person is shown it.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Vault(error) => error.problem(),
            Self::Convert(error) => error.problem(),
            Self::Models(error) => error.problem(),
            Self::Search(error) => error.problem(),
            Self::Graph(error) => error.problem(),
            Self::Audit(error) => error.problem(),
            Self::Problem(problem) => problem.clone(),
            Self::Io { what, source } => io_problem(what, source),
        }
    }
}

/// A file-system error in words.
pub fn io_problem(what: &str, source: &std::io::Error) -> Problem {
    use std::io::ErrorKind;
    let (code, reason, hint) = match source.kind() {
        ErrorKind::NotFound => {
            (ErrorCode::Unreadable, "it is not there", "Check the path and try again.")
        }
        ErrorKind::PermissionDenied => (
            ErrorCode::Unreadable,
            "it may not be read",
            "Change its permissions, or copy it somewhere you may read.",
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
            ErrorCode::DiskFull,
            "there is no room left on the disk",
            "Free some space and try again; everything reported saved is safe.",
        ),
        _ => (ErrorCode::Unreadable, "the system refused", "Try again, or copy the file first."),
    };
    Problem::new(code, format!("{what}: {reason} ({source})."), hint)
}

/// Refuses with `Cancelled` once somebody asked to stop.
pub(crate) fn go_on(cancel: &Cancel) -> Result<()> {
    if cancel.is_cancelled() {
        return Err(Error::new(
            ErrorCode::Cancelled,
            "Stopped on request.",
            "Everything reported done is kept; start again to go on.",
        ));
    }
    Ok(())
}

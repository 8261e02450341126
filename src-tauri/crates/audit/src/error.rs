//! What goes wrong in this room.

use types::{ErrorCode, Problem};

/// Result of what this crate does.
pub type Result<T> = std::result::Result<T, Error>;

/// Why something could not be read, checked or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The vault said so.
    #[error(transparent)]
    Vault(#[from] vault::Error),
    /// Bytes that are not what they are said to be.
    #[error("{0}")]
    Unsound(String),
    /// The place for an export is taken.
    #[error("{0} is there already")]
    Taken(String),
    /// The file system said so.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// A PDF could not be made.
    #[error("the PDF could not be made: {0}")]
    Pdf(String),
}

impl Error {
    pub(crate) fn io(what: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::Io { what, source }
    }

    pub(crate) fn unsound(why: impl Into<String>) -> Self {
        Self::Unsound(why.into())
    }

    /// The error as a person is shown it.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Vault(error) => error.problem(),
            Self::Unsound(why) => {
                let hint = "Use an unchanged copy of the file.";
                Problem::new(
                    ErrorCode::DamagedDocument,
                    format!("This does not hold: {why}."),
                    hint,
                )
            }
            Self::Taken(name) => Problem::new(
                ErrorCode::Usage,
                format!("“{name}” is there already. Nothing was written."),
                "Give a new name, or move what is there away.",
            ),
            Self::Io { what, source } => io(what, source),
            Self::Pdf(_) => Problem::new(
                ErrorCode::Internal,
                format!("{self}. Nothing was written."),
                "Export as JSON or Markdown, and report this.",
            ),
        }
    }
}

fn io(what: &str, source: &std::io::Error) -> Problem {
    use std::io::ErrorKind;
    let (code, hint) = match source.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            (ErrorCode::DiskFull, "Free some space and try again.")
        }
        ErrorKind::NotFound => (ErrorCode::Unreadable, "Check the path and try again."),
        ErrorKind::AlreadyExists => (ErrorCode::Usage, "Give a new name."),
        _ => (ErrorCode::Unreadable, "Choose a folder that you may use, and try again."),
    };
    Problem::new(code, format!("{what} failed ({source}). Nothing partial was left."), hint)
}

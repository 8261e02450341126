//! What can go wrong in the graph. Messages hold no names and no words of documents.

use types::{ErrorCode, NodeId, Problem};

/// Why the graph could not be read or changed. A change that failed half-way is to be dropped; what
/// is refused for its input is refused before anything is touched.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The vault could not read or write.
    #[error(transparent)]
    Vault(#[from] vault::Error),
    /// A stored record does not fit the others.
    #[error("the graph is damaged: {0}")]
    Damaged(&'static str),
    /// Nothing has that id or name.
    #[error("nothing in the graph has that id or name")]
    NotFound,
    /// More than one thing has that name, or an id that begins so.
    #[error("{0} things have that name, or an id that begins so")]
    Ambiguous(usize),
    /// A name that cannot be one.
    #[error("that cannot be a name: {0}")]
    BadName(&'static str),
    /// An edge's end is not there.
    #[error("the node {0} is not there")]
    MissingNode(NodeId),
    /// An edge from a node to itself.
    #[error("a node cannot relate to itself")]
    SelfEdge,
    /// Something would replace itself in the end.
    #[error("then something would supersede itself in the end")]
    Cycle,
    /// A thing and a statement cannot be one.
    #[error("a thing and a statement cannot become one")]
    ClassMismatch,
    /// A split that would leave one of the two with nothing.
    #[error("a split must give something to each of the two")]
    NothingToSplit,
    /// A bound was reached.
    #[error("there can be no more than {0} of these")]
    TooMany(usize),
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
                "The documents themselves are kept apart from the graph. Restore a backup of the \
                 whole vault.",
            ),
            Self::NotFound | Self::MissingNode(_) => {
                (ErrorCode::NotFound, "Look for it by a part of its name.")
            }
            Self::Ambiguous(_) => (ErrorCode::Ambiguous, "Give its whole id."),
            Self::BadName(_) => {
                (ErrorCode::Usage, "A name has a letter or a digit, and at most 300 characters.")
            }
            Self::SelfEdge => (ErrorCode::Usage, "Choose two different nodes."),
            Self::Cycle => (ErrorCode::Usage, "Take the contrary relation away first."),
            Self::ClassMismatch => (ErrorCode::Usage, "Relate the two by an edge instead."),
            Self::NothingToSplit => {
                (ErrorCode::Usage, "Choose some of the documents that speak of it, not all.")
            }
            Self::TooMany(_) => (ErrorCode::TooLarge, "Take some away first."),
        };
        Problem::new(code, self.to_string(), hint)
    }
}

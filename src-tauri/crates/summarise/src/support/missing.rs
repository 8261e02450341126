//! Why a claim is refused whatever its score.

/// What a claim says that none of its sources says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A number, with its unit.
    Number(String),
    /// A name.
    Name(String),
    /// A negation more, or one less.
    Negation,
}

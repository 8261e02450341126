//! What kinds of nodes and edges there are. Their ids are made of these.

use serde::{Deserialize, Serialize};

/// What an id is made of beside the name: a thing and a statement never meet.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "lowercase")]
pub enum NodeClass {
    /// Something that has a name.
    Thing,
    /// Something that is said: its name is the sentence.
    Statement,
}

/// What a node is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// A defined term or key phrase.
    Concept,
    /// A person, organisation, product, place, study.
    Entity,
    /// A DOI, standard, regulation, registration number.
    Identifier,
    /// A finding, number, comparison or recommendation, as a sentence.
    Claim,
    /// Something that happened at a stated time.
    Event,
    /// A document that is here, or one that it cites.
    Publication,
}

impl NodeKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Concept,
        Self::Entity,
        Self::Identifier,
        Self::Claim,
        Self::Event,
        Self::Publication,
    ];

    /// Which ids its nodes have.
    pub const fn class(self) -> NodeClass {
        match self {
            Self::Claim | Self::Event => NodeClass::Statement,
            _ => NodeClass::Thing,
        }
    }

    /// As the command line and the indexes write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Concept => "concept",
            Self::Entity => "entity",
            Self::Identifier => "identifier",
            Self::Claim => "claim",
            Self::Event => "event",
            Self::Publication => "publication",
        }
    }
}

/// What an edge says (seed 003): `from` … `to`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// A document or section defines a term.
    Defines,
    /// It cannot be without.
    Requires,
    /// It makes possible.
    Enables,
    /// It belongs to.
    PartOf,
    /// It refers to a publication.
    Cites,
    /// It takes the place of.
    Supersedes,
    /// They cannot both hold. Without direction.
    Contradicts,
}

impl EdgeKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Defines,
        Self::Requires,
        Self::Enables,
        Self::PartOf,
        Self::Cites,
        Self::Supersedes,
        Self::Contradicts,
    ];

    /// As the command line and the ids write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Defines => "defines",
            Self::Requires => "requires",
            Self::Enables => "enables",
            Self::PartOf => "part_of",
            Self::Cites => "cites",
            Self::Supersedes => "supersedes",
            Self::Contradicts => "contradicts",
        }
    }
}

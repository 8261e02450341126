//! `loci knowledge build|update|query|drilldown|rollup|validate|list`: the levels over a collection.

use clap::{Args, Subcommand, ValueEnum};

/// `loci knowledge …`, of the levels
#[derive(Subcommand)]
pub enum Levels {
    /// Build a collection's levels from nothing
    Build {
        /// Of which collection
        #[arg(long, value_name = "C")]
        collection: String,
        /// How sentences are chosen; as before, or textrank, where nothing is said
        #[arg(long, value_enum)]
        method: Option<Method>,
        /// The share of a section's text that may be ours, 0 to 1; as before, or 0.2
        #[arg(long, value_name = "X", allow_negative_numbers = true)]
        max_synthesis_ratio: Option<f32>,
    },
    /// Take in what came and went since
    Update {
        /// Of which collection
        #[arg(long, value_name = "C")]
        collection: String,
        /// A document to be put into the collection first
        #[arg(long, value_name = "DOC")]
        add: Vec<String>,
        /// A document to be taken out of it first
        #[arg(long, value_name = "DOC")]
        remove: Vec<String>,
    },
    /// Nodes of a level, with words to look for or without
    Query(Box<LevelsQuery>),
    /// What a node rests on at a level below
    Drilldown {
        /// Its id, or the first 8 digits or more
        node: String,
        /// The level
        #[arg(long, value_enum)]
        to: LevelName,
        /// Nodes at most
        #[arg(long, value_name = "N")]
        top_k: Option<u32>,
        /// Nodes passed over
        #[arg(long, value_name = "N", default_value_t = 0)]
        offset: u32,
    },
    /// What nodes have in common at a level above, else the master
    Rollup {
        /// Their ids, or the first 8 digits or more
        #[arg(required = true, value_name = "NODE")]
        nodes: Vec<String>,
        /// The level
        #[arg(long, value_enum)]
        to: LevelName,
    },
    /// Look at every citation, share, parent and child
    Validate {
        /// Of which collection
        #[arg(long, value_name = "C")]
        collection: String,
    },
    /// The collections, what is built of each, and what came and went since
    List,
}

/// `loci knowledge query`
#[derive(Args)]
pub struct LevelsQuery {
    /// Words to look for
    pub query: Option<String>,
    /// A collection; may be given again
    #[arg(long, value_name = "C", required = true)]
    pub collection: Vec<String>,
    /// The level
    #[arg(long, value_enum, default_value_t = LevelName::Chunk)]
    pub level: LevelName,
    /// Only in this wing of the palace
    #[arg(long, value_name = "W")]
    pub wing: Option<String>,
    /// Only in this room
    #[arg(long, value_name = "R")]
    pub room: Option<String>,
    /// Only what names something of this kind: concept, entity, identifier, claim, event, date, quantity
    #[arg(long, value_name = "KIND")]
    pub entity_kind: Option<String>,
    /// Only what names this
    #[arg(long, value_name = "NAME")]
    pub entity: Option<String>,
    /// Only what rests on this document
    #[arg(long, value_name = "DOC")]
    pub document: Option<String>,
    /// Only documents of this day and later
    #[arg(long, value_name = "D")]
    pub since: Option<String>,
    /// Only documents of this day and earlier
    #[arg(long, value_name = "D")]
    pub until: Option<String>,
    /// Nodes at most
    #[arg(long, value_name = "N")]
    pub top_k: Option<u32>,
    /// Nodes passed over
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub offset: u32,
    /// With the nodes below, down to the passages
    #[arg(long)]
    pub include_sources: bool,
    /// Why, for the audit log
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

/// How sentences are chosen.
#[derive(Clone, Copy, ValueEnum)]
pub enum Method {
    /// By their place in the graph of sentences that share words
    Textrank,
    /// By how telling their words are among the sentences around them
    Tfidf,
}

/// A level.
#[derive(Clone, Copy, ValueEnum)]
pub enum LevelName {
    /// What the collection says
    Master,
    /// What a topic says, across documents
    Section,
    /// Sentences chosen from a stretch of a document
    Chunk,
    /// Passages as they stand
    Raw,
}

impl Method {
    /// As the table takes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Textrank => "textrank",
            Self::Tfidf => "tfidf",
        }
    }
}

impl LevelName {
    /// As the table takes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Master => "master",
            Self::Section => "section",
            Self::Chunk => "chunk",
            Self::Raw => "raw",
        }
    }
}

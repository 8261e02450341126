//! The arguments of commands about knowledge, as clap reads them.

use api::types::{EdgeKind, Hall, NodeKind};
use clap::{Args, Subcommand, ValueEnum, builder::PossibleValuesParser};
use std::path::PathBuf;

fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(NodeKind::ALL.map(NodeKind::as_str))
}

fn halls() -> PossibleValuesParser {
    PossibleValuesParser::new(Hall::ALL.map(Hall::as_str))
}

fn edge_kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(EdgeKind::ALL.map(EdgeKind::as_str))
}

fn states() -> PossibleValuesParser {
    PossibleValuesParser::new(["proposed", "accepted", "dismissed"])
}

/// `loci node …`
#[derive(Subcommand)]
pub enum Node {
    /// Those that fit, most important first
    List(Which),
    /// One of them: evidence, edges, history
    Show {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
    },
    /// Write one by hand
    Add(NodeAdd),
    /// Change one; what is given stays as you set it
    Edit(NodeEdit),
    /// Make one thing of two
    Merge {
        /// The one that stays
        into: String,
        /// The one whose name becomes another name of it
        from: String,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Make two things of one name, for good
    Split {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
        /// Name of the second thing: "Mercury (planet)"
        #[arg(long)]
        name: String,
        /// The documents that mean the second thing
        #[arg(long = "document", required = true, value_name = "DOC")]
        documents: Vec<String>,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Take another name away from it, for good
    Unalias {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
        /// The other name
        alias: String,
    },
    /// Delete one, its edges with it
    Delete {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
    },
    /// What is around it
    Neighbours {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
        /// Edges away, 1 to 3
        #[arg(long, default_value_t = 1, value_name = "N")]
        hops: u8,
        /// Nodes at most
        #[arg(long, default_value_t = 100, value_name = "N")]
        limit: u32,
        /// Only what held on this day
        #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
        as_of: Option<String>,
    },
    /// Shortest ways from one to another
    Paths {
        /// One end
        from: String,
        /// The other
        to: String,
        /// Longest way, in edges, 1 to 6
        #[arg(long, default_value_t = 4, value_name = "N")]
        hops: u8,
    },
    /// Write the graph down
    Export {
        /// As what
        #[arg(long, value_enum, default_value_t = GraphFormat::Graphml)]
        format: GraphFormat,
        /// Only this wing
        #[arg(long, value_name = "W")]
        wing: Option<String>,
        /// Only what held on this day
        #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
        as_of: Option<String>,
        /// Where to write it, in place of standard output; must not exist
        #[arg(long, value_name = "F")]
        out: Option<PathBuf>,
    },
}

/// `--format`
#[derive(Clone, Copy, ValueEnum)]
pub enum GraphFormat {
    /// GraphML
    Graphml,
    /// JSON-LD
    #[value(alias = "jsonld")]
    JsonLd,
}

/// Which nodes.
#[derive(Args)]
pub struct Which {
    /// Words in name, other names or description
    pub query: Option<String>,
    /// Only in this wing
    #[arg(long, value_name = "W")]
    pub wing: Option<String>,
    /// Only in this room of the wing
    #[arg(long, value_name = "R")]
    pub room: Option<String>,
    /// Only in this hall
    #[arg(long, value_name = "H", value_parser = halls())]
    pub hall: Option<String>,
    /// Only of this kind
    #[arg(long, value_name = "K", value_parser = kinds())]
    pub kind: Option<String>,
    /// Only with this tag
    #[arg(long, value_name = "T")]
    pub tag: Option<String>,
    /// Only from this document
    #[arg(long, value_name = "DOC")]
    pub document: Option<String>,
    /// Only so reliable, 0 to 1
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub min_reliability: Option<f32>,
    /// Only what held on this day
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    pub as_of: Option<String>,
    /// Only in this state
    #[arg(long, value_name = "S", value_parser = states())]
    pub state: Option<String>,
    /// Leave out so many at the front
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub offset: u32,
    /// At most so many
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub limit: u32,
}

/// `loci node add …`
#[derive(Args)]
pub struct NodeAdd {
    /// Its name; for a claim or event, the sentence
    pub name: String,
    /// What sort of thing
    #[arg(long, value_name = "K", default_value = "concept", value_parser = kinds())]
    pub kind: String,
    /// What it is
    #[arg(long, default_value = "", value_name = "TEXT")]
    pub description: String,
    /// A label; may be given again
    #[arg(long = "tag", value_name = "T")]
    pub tags: Vec<String>,
    /// Its wing; by the vocabulary otherwise
    #[arg(long, value_name = "W")]
    pub wing: Option<String>,
    /// Its room in the wing
    #[arg(long, value_name = "R", requires = "wing")]
    pub room: Option<String>,
    /// Its hall
    #[arg(long, value_name = "H", value_parser = halls())]
    pub hall: Option<String>,
    /// First day it holds
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    pub valid_from: Option<String>,
    /// Last day it holds
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    pub valid_to: Option<String>,
}

/// `loci node edit …`, `loci review edit …`
#[derive(Args)]
pub struct NodeEdit {
    /// Its id, the first 8 digits or more, or its exact name
    pub node: String,
    /// New name; the old one stays another name of it
    #[arg(long)]
    pub name: Option<String>,
    /// New description
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,
    /// New summary
    #[arg(long, value_name = "TEXT")]
    pub summary: Option<String>,
    /// New kind, among things or among statements
    #[arg(long, value_name = "K", value_parser = kinds())]
    pub kind: Option<String>,
    /// New labels, in place of the old ones; may be given again
    #[arg(long = "tag", value_name = "T")]
    pub tags: Vec<String>,
    /// No labels
    #[arg(long, conflicts_with = "tags")]
    pub no_tags: bool,
    /// New importance, 1 to 5
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub importance: Option<f32>,
    /// First day it holds; "" for open
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    pub valid_from: Option<String>,
    /// Last day it holds; "" for open
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    pub valid_to: Option<String>,
    /// Why
    #[arg(long, default_value = "")]
    pub reason: String,
}

/// `loci edge …`
#[derive(Subcommand)]
pub enum Edge {
    /// Those that fit
    List {
        /// Only at this node
        #[arg(long)]
        node: Option<String>,
        /// Only of this kind
        #[arg(long, value_name = "K", value_parser = edge_kinds())]
        kind: Option<String>,
        /// Only in this state
        #[arg(long, value_name = "S", value_parser = states())]
        state: Option<String>,
        /// At most so many
        #[arg(long, default_value_t = 100, value_name = "N")]
        limit: u32,
    },
    /// Draw one by hand
    Add {
        /// The node it begins at
        from: String,
        /// The node it ends at
        to: String,
        /// What it says
        #[arg(long, value_name = "K", value_parser = edge_kinds())]
        kind: String,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Delete one
    Delete {
        /// Its id, or the first 8 digits or more
        edge: String,
    },
}

/// `loci palace …`
#[derive(Subcommand)]
pub enum Palace {
    /// Wings, rooms and halls, with how much is in them
    Show {
        /// Only this wing
        #[arg(long, value_name = "W")]
        wing: Option<String>,
        /// Only this room of it
        #[arg(long, value_name = "R", requires = "wing")]
        room: Option<String>,
    },
    /// Find a node's place anew
    Classify {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
    },
    /// Put nodes where they belong; the vocabulary learns from it
    Move {
        /// Their ids, the first 8 digits or more, or exact names
        #[arg(required = true, value_name = "NODE")]
        nodes: Vec<String>,
        /// To this wing
        #[arg(long, value_name = "W")]
        wing: String,
        /// To this room
        #[arg(long, value_name = "R", default_value = "")]
        room: String,
        /// To this hall
        #[arg(long, value_name = "H", value_parser = halls())]
        hall: Option<String>,
    },
    /// Ways from a wing to others
    Tunnels {
        /// The wing
        wing: String,
    },
    /// The words that speak for places, and changes to them
    Vocabulary(Vocabulary),
}

/// `loci palace vocabulary …`
#[derive(Args)]
pub struct Vocabulary {
    /// Take a pattern in; needs --wing
    #[arg(long, value_name = "PATTERN", requires = "wing", group = "change")]
    pub add: Option<String>,
    /// Use a pattern no longer; needs --wing
    #[arg(long, value_name = "PATTERN", requires = "wing", group = "change")]
    pub off: Option<String>,
    /// Use a pattern again; needs --wing
    #[arg(long, value_name = "PATTERN", requires = "wing", group = "change")]
    pub on: Option<String>,
    /// Take the patterns of a file in
    #[arg(long, value_name = "FILE", group = "change")]
    pub import: Option<PathBuf>,
    /// The wing that the pattern speaks for
    #[arg(long, value_name = "W", requires = "change")]
    pub wing: Option<String>,
    /// The room that it speaks for
    #[arg(long, value_name = "R", requires = "add", default_value = "general")]
    pub room: String,
}

/// `loci trust …`
#[derive(Subcommand)]
pub enum Trust {
    /// A node's score with every part of it
    Show {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
    },
    /// Set a score for good
    Override {
        /// Its id, the first 8 digits or more, or its exact name
        node: String,
        /// 0 to 1
        #[arg(long, value_name = "X", allow_negative_numbers = true)]
        reliability: f32,
        /// Why; it is kept and audited
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Judge what has changed since the last time
    Sweep {
        /// Everything anew
        #[arg(long)]
        all: bool,
    },
    /// Statements that cannot both hold
    Contradictions {
        /// Those that are ruled, too
        #[arg(long)]
        ruled: bool,
        /// At most so many
        #[arg(long, default_value_t = 50, value_name = "N")]
        limit: u32,
    },
    /// Decide a contradiction
    Rule {
        /// Its id, or the first 8 digits or more
        edge: String,
        /// What holds
        #[arg(value_enum)]
        ruling: RulingName,
        /// Under which conditions, or why
        #[arg(long, default_value = "", value_name = "TEXT")]
        reason: String,
    },
}

/// What holds.
#[derive(Clone, Copy, ValueEnum)]
pub enum RulingName {
    /// The first statement
    First,
    /// The second statement
    Second,
    /// Both, under different conditions
    Both,
    /// Not to be told yet
    Undecided,
}

/// `loci review …`
#[derive(Subcommand)]
pub enum Review {
    /// What waits, surest first
    List(Which),
    /// They count from now on
    Approve(Reviewed),
    /// They are not wanted, nor proposed again
    Dismiss(Reviewed),
    /// Change one and approve it
    Edit(NodeEdit),
    /// Take a change back
    Undo {
        /// Its number
        change: u64,
    },
}

/// What is reviewed.
#[derive(Args)]
pub struct Reviewed {
    /// Their ids, the first 8 digits or more, or exact names
    #[arg(required_unless_present = "document", value_name = "NODE")]
    pub nodes: Vec<String>,
    /// All that wait from this document
    #[arg(long, value_name = "DOC")]
    pub document: Option<String>,
}

/// `loci gaps …`
#[derive(Subcommand)]
pub enum Gaps {
    /// Questions that found too little, three times within seven days
    List {
        /// All that found too little
        #[arg(long)]
        all: bool,
    },
    /// Hear of one no more
    Dismiss {
        /// What the list names it
        gap: String,
    },
    /// Hear of one later
    Snooze {
        /// What the list names it
        gap: String,
        /// Days to be quiet
        #[arg(long, default_value_t = 7, value_name = "N")]
        days: u16,
    },
}

/// `loci knowledge …`
#[derive(Subcommand)]
pub enum Knowledge {
    /// How knowledge is accepted, fades and learns; what is given is changed
    Settings(Settings),
    #[command(flatten)]
    Levels(crate::args_levels::Levels),
    /// Write a collection for others, sealed: its levels, references, signatures and audit trail
    Export(crate::args_audit::Export),
    /// Check an export: without a vault, without a passphrase
    VerifyExport(crate::args_audit::VerifyExport),
}

/// `loci knowledge settings …`
#[derive(Args)]
pub struct Settings {
    /// Accept what is found with this confidence or more, 0.5 to 1; over 1 nothing
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub accept_from: Option<f32>,
    /// Days in which importance fades half-way
    #[arg(long, value_name = "DAYS", allow_negative_numbers = true)]
    pub half_life_days: Option<f32>,
    /// Whether review changes thresholds and source tiers
    #[arg(long, value_name = "BOOL")]
    pub learns: Option<bool>,
    /// Leave something that was learnt unused, by its name
    #[arg(long, value_name = "WHAT", conflicts_with = "on")]
    pub off: Option<String>,
    /// Use it again
    #[arg(long, value_name = "WHAT")]
    pub on: Option<String>,
}

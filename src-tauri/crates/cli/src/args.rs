//! The arguments, as clap reads them. No passphrase is ever one of them.

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::{ffi::OsString, path::PathBuf};

/// Loci: an encrypted memory palace for researchers.
#[derive(Parser)]
#[command(name = "loci", version, propagate_version = true)]
pub struct Cli {
    /// Where profiles live
    #[arg(long, global = true, value_name = "DIR", env = "LOCI_HOME")]
    pub home: Option<PathBuf>,
    /// The profile
    #[arg(long, global = true, value_name = "NAME", env = "LOCI_PROFILE")]
    pub profile: Option<String>,
    /// Print one JSON object on standard output, and nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// Print no progress and no summaries
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Tell on standard error what happens; twice for more
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Read the passphrase from this file's first line
    #[arg(long, global = true, value_name = "F")]
    pub passphrase_file: Option<PathBuf>,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// The vault itself
    #[command(subcommand)]
    Vault(Vault),
    /// Take documents in: files, folders, or '-' for standard input
    Ingest(Ingest),
    /// The documents that are in
    #[command(subcommand)]
    Documents(Documents),
    /// Find passages
    Search(Search),
    /// Measure search on a judged collection
    #[command(subcommand)]
    Eval(Eval),
    /// Measure a synthetic vault
    Bench {
        /// Chunks in it
        #[arg(long, default_value_t = 50_000, value_name = "N")]
        chunks: u32,
    },
    /// The embedding models
    #[command(subcommand)]
    Models(Models),
}

/// `loci vault …`
#[derive(Subcommand)]
pub enum Vault {
    /// Make the profile's vault
    Create,
    /// Show its figures
    Info,
    /// Open it although it was rolled back or cut short: later changes are lost, and this is audited
    AcceptLoss,
}

/// `loci ingest …`
#[derive(Args)]
pub struct Ingest {
    /// Files, folders, or '-'
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<OsString>,
    /// The collection they go to
    #[arg(long, value_name = "C")]
    pub collection: Option<String>,
    /// Where they were downloaded from
    #[arg(long, value_name = "U")]
    pub source_url: Option<String>,
    /// What kind of source they are
    #[arg(long, value_name = "T")]
    pub source_type: Option<String>,
    /// Read exact duplicates anew
    #[arg(long)]
    pub force: bool,
    /// Print each step on standard error as a line of JSON
    #[arg(long)]
    pub events: bool,
    /// File name to give what comes from standard input; its ending hints at the format
    #[arg(long, default_value = "stdin.txt", value_name = "NAME")]
    pub stdin_name: String,
}

/// `loci documents …`
#[derive(Subcommand)]
pub enum Documents {
    /// All of them
    List,
    /// One of them
    Show {
        /// Its id, or the first 8 digits or more
        document: String,
    },
    /// Its converted text
    Text {
        /// Its id, or the first 8 digits or more
        document: String,
    },
    /// Its original bytes
    Original {
        /// Its id, or the first 8 digits or more
        document: String,
        /// Where to write them; must not exist
        #[arg(long, value_name = "F")]
        out: PathBuf,
    },
    /// Take it away
    Delete {
        /// Its id, or the first 8 digits or more
        document: String,
        /// What goes with it
        #[arg(long, value_enum, default_value_t = Cascade::Orphans)]
        cascade: Cascade,
    },
}

/// `--cascade`
#[derive(Clone, Copy, ValueEnum)]
pub enum Cascade {
    /// The document alone
    None,
    /// And what nothing else supports
    Orphans,
    /// And everything that came of it
    All,
}

/// `loci search …`
#[derive(Args)]
pub struct Search {
    /// The question; "quoted phrases" and section ids are matched exactly
    pub query: String,
    /// How to search
    #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
    pub mode: Mode,
    /// Hits wanted
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub top_k: u32,
    /// Only this collection
    #[arg(long, value_name = "C")]
    pub collection: Option<String>,
    /// Only this document
    #[arg(long, value_name = "DOC")]
    pub document: Option<String>,
}

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

/// `loci eval …`
#[derive(Subcommand)]
pub enum Eval {
    /// nDCG and recall on a collection in BEIR form
    Retrieval {
        /// Folder with corpus.jsonl, queries.jsonl and qrels/test.tsv
        folder: PathBuf,
        /// How to search
        #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
        mode: Mode,
        /// Use this model alone
        #[arg(long, value_name = "NAME")]
        model: Option<String>,
    },
}

/// `loci models …`
#[derive(Subcommand)]
pub enum Models {
    /// Those that Loci knows
    List,
    /// Check their files
    Verify,
}

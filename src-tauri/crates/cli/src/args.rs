//! The arguments, as clap reads them. No passphrase is ever one of them.

use crate::args_agents::Agents;
use crate::args_audit::{Audit, Sign, Signers, VerifyExport, VerifyProof};
use crate::args_eval::Eval;
use crate::args_knowledge::{Edge, Gaps, Knowledge, Node, Palace, Review, Trust};
use crate::args_memory::Memory;
use crate::args_notes::{Import, Note};
use crate::args_vault::Vault;
use crate::mode::Mode;
use api::types::{Hall, NodeKind};
use clap::builder::PossibleValuesParser;
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
    /// Sentences that answer a question, or that the library does not say
    Ask {
        /// The question
        question: String,
        /// Only this collection
        #[arg(long, value_name = "C")]
        collection: Option<String>,
        /// Keep the answer as a note
        #[arg(long)]
        keep: bool,
    },
    /// Measure search or conversion on judged collections
    #[command(subcommand)]
    Eval(Eval),
    /// Measure a synthetic vault
    Bench {
        /// Chunks in it
        #[arg(long, default_value_t = 50_000, value_name = "N")]
        chunks: u32,
        /// Chunks of each document
        #[arg(long, default_value_t = 20, value_name = "N")]
        per_document: u32,
        /// Only what the second anchor and the comparing of all records cost an ingest
        #[arg(long)]
        safety: bool,
        /// Only what assistants wait for: one alone, and 32 at once for so many seconds
        #[arg(long, value_name = "SECONDS", conflicts_with = "safety")]
        agents: Option<u64>,
    },
    /// The embedding models
    #[command(subcommand)]
    Models(Models),
    /// Terms that documents define
    #[command(subcommand)]
    Definitions(Definitions),
    /// Passages kept as evidence, and references for them
    #[command(subcommand)]
    Cite(Cite),
    /// What was forgotten, certified
    #[command(subcommand)]
    Certificates(Certificates),
    /// Folders whose changes are noticed
    #[command(subcommand)]
    Watch(Watch),
    /// References from the lists that were taken in
    #[command(subcommand)]
    References(References),
    /// A language model that improves what works without one
    #[command(subcommand)]
    Llm(Llm),
    /// Whether pages that are pictures are read
    #[command(subcommand)]
    Ocr(Ocr),
    /// Pieces of knowledge
    #[command(subcommand)]
    Node(Node),
    /// Relations between them
    #[command(subcommand)]
    Edge(Edge),
    /// Where they are: wings, rooms, halls
    #[command(subcommand)]
    Palace(Palace),
    /// How reliable they are, and why
    #[command(subcommand)]
    Trust(Trust),
    /// What was found and waits for you
    #[command(subcommand)]
    Review(Review),
    /// Questions that found too little
    #[command(subcommand)]
    Gaps(Gaps),
    /// What assistants are handed of what is known here
    #[command(subcommand)]
    Memory(Memory),
    /// What you write and highlight
    #[command(subcommand)]
    Note(Note),
    /// Take over the library of another program
    #[command(subcommand)]
    Import(Import),
    /// How knowledge is kept
    #[command(subcommand)]
    Knowledge(Knowledge),
    /// Who did what, when and why
    #[command(subcommand)]
    Audit(Audit),
    /// People who sign
    #[command(subcommand)]
    Signers(Signers),
    /// Sign a collection's content
    Sign(Sign),
    /// Check an export: without a vault, without a passphrase
    VerifyExport(VerifyExport),
    /// Check a proof of the audit trail: without a vault, without a passphrase
    VerifyProof(VerifyProof),
    /// Programs that may read the vault and propose to it
    #[command(subcommand)]
    Agents(Agents),
    /// Serve an assistant on standard input and output (Model Context Protocol)
    Mcp {
        /// Read the token of the pairing from this file's first line; else from LOCI_AGENT_TOKEN
        #[arg(long, value_name = "F")]
        token_file: Option<PathBuf>,
    },
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
    /// Read exact duplicates anew; take recent ones as documents of their own
    #[arg(long)]
    pub force: bool,
    /// The document that the file is a new version of
    #[arg(long, value_name = "DOC")]
    pub supersedes: Option<String>,
    /// Most tokens of a passage, 100 to 2000
    #[arg(long, value_name = "N")]
    pub max_chunk_tokens: Option<u32>,
    /// Tokens that neighbouring passages share, 0 to 200
    #[arg(long, value_name = "N")]
    pub chunk_overlap: Option<u32>,
    /// Leave pages that are pictures unread
    #[arg(long)]
    pub no_ocr: bool,
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
        /// Why, where its collection is regulated
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// All of its versions, the earliest first
    Versions {
        /// Its id, or the first 8 digits or more
        document: String,
    },
    /// Make it the later version of another document
    Supersede {
        /// Its id, or the first 8 digits or more
        document: String,
        /// The earlier version
        #[arg(long, value_name = "DOC")]
        earlier: String,
    },
    /// Put it into one more collection
    Join {
        /// Its id, or the first 8 digits or more
        document: String,
        /// The collection
        #[arg(long, value_name = "C")]
        collection: String,
    },
    /// Take it out of one of its collections
    Leave {
        /// Its id, or the first 8 digits or more
        document: String,
        /// The collection
        #[arg(long, value_name = "C")]
        collection: String,
    },
    /// Look the citations of its versions up in it
    Reverify {
        /// Its id, or the first 8 digits or more
        document: String,
    },
    /// Check that its passages give back its text
    Verify {
        /// Its id, or the first 8 digits or more
        document: String,
    },
    /// Make everything anew from the sealed originals of a collection
    Regenerate {
        /// The collection
        #[arg(long, value_name = "C", default_value = "default")]
        collection: String,
        /// Which known concepts are matched first
        #[arg(long, value_enum, default_value_t = Strategy::Hybrid)]
        strategy: Strategy,
        /// Plan only
        #[arg(long)]
        dry_run: bool,
    },
    /// Forget it: original, text, passages, vectors; certified
    Delete {
        /// Its id, or the first 8 digits or more
        document: String,
        /// What goes with it
        #[arg(long, value_enum, default_value_t = Cascade::Orphans)]
        cascade: Cascade,
    },
}

/// `--strategy`
#[derive(Clone, Copy, ValueEnum)]
pub enum Strategy {
    /// Any of the concepts that a name may mean, by chance
    Random,
    /// The one with the most edges
    Popularity,
    /// The one with the most edges, in one document of four another
    Hybrid,
}

/// `loci definitions …`
#[derive(Subcommand)]
pub enum Definitions {
    /// All terms, or some
    List {
        /// Only those of this document
        #[arg(long, value_name = "DOC")]
        document: Option<String>,
        /// Only this term
        #[arg(long, value_name = "TERM")]
        term: Option<String>,
        /// Only terms that documents define differently
        #[arg(long)]
        conflicting: bool,
    },
}

/// `loci cite …`
#[derive(Subcommand)]
pub enum Cite {
    /// Keep a passage
    Add {
        /// Its document
        document: String,
        /// First byte, as a search prints it
        #[arg(long)]
        start: u64,
        /// One past the last byte
        #[arg(long)]
        end: u64,
        /// Your own words about it
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Those that are kept
    List {
        /// Only those of this document and its versions
        #[arg(long, value_name = "DOC")]
        document: Option<String>,
    },
    /// Take one away
    Delete {
        /// Its id, or the first 8 digits or more
        citation: String,
    },
    /// Write them for a reference manager
    Export {
        /// As what
        #[arg(long, value_enum, default_value_t = CitationFormat::Bibtex)]
        format: CitationFormat,
        /// Only those of this document
        #[arg(long, value_name = "DOC")]
        document: Option<String>,
        /// One passage of the document: first byte and one past the last
        #[arg(long, num_args = 2, value_names = ["START", "END"], requires = "document")]
        passage: Option<Vec<u32>>,
    },
}

/// `--format`
#[derive(Clone, Copy, ValueEnum)]
pub enum CitationFormat {
    /// BibTeX
    Bibtex,
    /// CSL-JSON
    CslJson,
}

/// `loci certificates …`
#[derive(Subcommand)]
pub enum Certificates {
    /// All of them
    List,
    /// Check one that was saved
    Verify {
        /// Its JSON
        file: PathBuf,
    },
}

/// `loci watch …`
#[derive(Subcommand)]
pub enum Watch {
    /// Watch a folder
    Add {
        /// The folder
        folder: String,
        /// The collection its documents go to
        #[arg(long, value_name = "C")]
        collection: Option<String>,
        /// Take changes in without asking, as new versions
        #[arg(long)]
        automatic: bool,
    },
    /// The folders, and what has changed in them
    List,
    /// Look at them now
    Scan,
    /// Take in what has changed in one
    Take {
        /// The folder
        folder: String,
    },
    /// Stop watching one
    Remove {
        /// The folder
        folder: String,
    },
}

/// `loci references …`
#[derive(Subcommand)]
pub enum References {
    /// All of them, each with the document it describes
    List,
}

/// `loci ocr …`
#[derive(Clone, Copy, Subcommand)]
pub enum Ocr {
    /// Whether they are, and can be
    Show,
    /// Read them from now on
    On,
    /// Leave them unread
    Off,
}

/// `loci llm …`
#[derive(Subcommand)]
pub enum Llm {
    /// What is set
    Show,
    /// Use an OpenAI-compatible server
    Set {
        /// Its address, up to /v1
        base_url: String,
        /// The model's name there
        #[arg(long)]
        model: String,
        /// File whose first line is the key
        #[arg(long, value_name = "F")]
        api_key_file: Option<PathBuf>,
        /// Tokens that the model reads at once
        #[arg(long, default_value_t = 8192)]
        context_tokens: u32,
        /// Calls at the same time
        #[arg(long, default_value_t = 2)]
        concurrency: u8,
        /// For an address that is not this machine: you agree that text leaves it
        #[arg(long)]
        text_may_leave: bool,
    },
    /// Do without
    Clear,
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
    /// Why, where what is found may be of a regulated collection
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// Only this collection
    #[arg(long, value_name = "C")]
    pub collection: Option<String>,
    /// Only this document
    #[arg(long, value_name = "DOC")]
    pub document: Option<String>,
    /// What stood at the end of this day
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// Versions that were replaced, too
    #[arg(long)]
    pub all_versions: bool,
    /// Only passages that speak for a node in this wing
    #[arg(long, value_name = "W")]
    pub wing: Option<String>,
    /// Only of a node in this room of the wing
    #[arg(long, value_name = "R")]
    pub room: Option<String>,
    /// Only of a node in this hall
    #[arg(long, value_name = "H",
        value_parser = PossibleValuesParser::new(Hall::ALL.map(Hall::as_str)))]
    pub hall: Option<String>,
    /// Only of a node of this kind
    #[arg(long, value_name = "K",
        value_parser = PossibleValuesParser::new(NodeKind::ALL.map(NodeKind::as_str)))]
    pub kind: Option<String>,
    /// Only of a node with this tag
    #[arg(long, value_name = "T")]
    pub tag: Option<String>,
    /// Only of a node so reliable, 0 to 1
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub min_reliability: Option<f32>,
    /// Only hits with a fused score of at least this
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub min_score: Option<f32>,
    /// And nodes related to the hits' own, so many edges away: 0, 1 or 2
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub expand_hops: u8,
    /// Weights of meaning, words and exact matches
    #[arg(long, num_args = 3, value_names = ["MEANING", "WORDS", "EXACT"])]
    pub weights: Option<Vec<f32>>,
}

/// `loci models …`
#[derive(Subcommand)]
pub enum Models {
    /// Those that Loci knows
    List,
    /// Check their files
    Verify,
}

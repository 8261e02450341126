//! The arguments of `loci note` and `loci import`.

use api::types::Meaning;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `loci note …`
#[derive(Subcommand)]
pub enum Note {
    /// Write a note, or highlight a passage
    Add {
        /// Markdown, with links as [[name]]; '-' reads it from standard input; none for a highlight
        #[arg(default_value = "")]
        text: String,
        /// Its title; its first line where not given
        #[arg(long, default_value = "", value_name = "T")]
        title: String,
        /// The document it is on
        #[arg(long, value_name = "DOC")]
        document: Option<String>,
        /// First byte of the passage, as a search prints it
        #[arg(long, requires = "document", requires = "end")]
        start: Option<u64>,
        /// One past the last byte
        #[arg(long, requires = "document", requires = "start")]
        end: Option<u64>,
        /// The node it is on
        #[arg(long, value_name = "NODE")]
        node: Option<String>,
        /// The collection it is on
        #[arg(long, value_name = "C")]
        collection: Option<String>,
        /// Highlight the passage as this
        #[arg(long, value_name = "M",
            value_parser = PossibleValuesParser::new(Meaning::ALL.map(Meaning::as_str)))]
        highlight: Option<String>,
        /// Labels
        #[arg(long = "tag", value_name = "T")]
        tags: Vec<String>,
    },
    /// Those that fit
    List(Which),
    /// One of them
    Show {
        /// Its id, or the first 8 digits or more
        note: String,
    },
    /// Change what is given; new words are a new version
    Edit {
        /// Its id, or the first 8 digits or more
        note: String,
        /// Its new text; '-' reads it from standard input
        #[arg(long, value_name = "TEXT")]
        text: Option<String>,
        /// Its new title
        #[arg(long, value_name = "T")]
        title: Option<String>,
        /// What its highlight means from now on
        #[arg(long, value_name = "M",
            value_parser = PossibleValuesParser::new(Meaning::ALL.map(Meaning::as_str)))]
        highlight: Option<String>,
        /// All of its labels from now on
        #[arg(long = "tag", value_name = "T")]
        tags: Vec<String>,
    },
    /// Forget it, with every version of its words; certified
    Delete {
        /// Its id, or the first 8 digits or more
        note: String,
    },
    /// Make a note of what an agent proposes
    Promote {
        /// The proposal's id, or the first 8 digits or more
        proposal: String,
    },
    /// Write notes and highlights out
    Export {
        /// As what
        #[arg(long, value_enum, default_value_t = Format::Markdown)]
        format: Format,
        #[command(flatten)]
        which: Which,
        /// Into this file, which must not exist; else to standard output
        #[arg(long, value_name = "F")]
        out: Option<PathBuf>,
    },
}

/// Which notes.
#[derive(Args)]
pub struct Which {
    /// With these words in title, text or quote
    pub words: Option<String>,
    /// On this document, or on a version of it
    #[arg(long, value_name = "DOC")]
    pub document: Option<String>,
    /// On this node
    #[arg(long, value_name = "NODE")]
    pub node: Option<String>,
    /// On this collection, or a document in it
    #[arg(long, value_name = "C")]
    pub collection: Option<String>,
    /// Only highlights of this meaning
    #[arg(long, value_name = "M",
        value_parser = PossibleValuesParser::new(Meaning::ALL.map(Meaning::as_str)))]
    pub highlight: Option<String>,
    /// With this label
    #[arg(long, value_name = "T")]
    pub tag: Option<String>,
}

/// `--format`
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Markdown
    Markdown,
    /// W3C Web Annotation, JSON-LD
    Annotations,
}

/// `loci import …`
#[derive(Subcommand)]
pub enum Import {
    /// A Zotero library: its data folder, with zotero.sqlite and storage
    Zotero(From),
    /// An Obsidian vault: a folder of Markdown with [[links]]
    Obsidian(From),
}

/// Where from.
#[derive(Args)]
pub struct From {
    /// The folder
    pub folder: PathBuf,
    /// Count what would come, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The collection that everything goes to
    #[arg(long, value_name = "C")]
    pub collection: Option<String>,
}

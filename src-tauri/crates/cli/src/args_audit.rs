//! `loci audit …`, `loci signers …`, `loci sign`, and exports.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `loci audit …`
#[derive(Subcommand)]
pub enum Audit {
    /// Records, newest first
    List(Listed),
    /// Look at every record, link, checkpoint and signature, and at the anchor
    Verify {
        /// A head that was exported earlier
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
    },
    /// A signed head over all records, now
    Checkpoint,
    /// Heads that leave this machine
    #[command(subcommand)]
    Heads(Heads),
    /// Write a proof for others: of one record, or that the trail goes on from a head
    Prove(Prove),
    /// Whether access to a collection needs a reason
    Regulate {
        /// The collection
        collection: String,
        /// From now on
        #[arg(value_enum)]
        switch: Regulated,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Collections whose access needs a reason
    Regulated,
}

/// `loci audit list`
#[derive(Args)]
pub struct Listed {
    /// Only actions that begin so
    #[arg(long, value_name = "WORD")]
    pub action: Option<String>,
    /// Only of this collection
    #[arg(long, value_name = "C")]
    pub collection: Option<String>,
    /// Only with this id, or its first 8 digits or more
    #[arg(long, value_name = "ID")]
    pub subject: Option<String>,
    /// Only by `owner`, or an agent's name
    #[arg(long, value_name = "NAME")]
    pub who: Option<String>,
    /// Only from this day or moment on (UTC)
    #[arg(long, value_name = "D")]
    pub since: Option<String>,
    /// Only until this day or moment (UTC)
    #[arg(long, value_name = "D")]
    pub until: Option<String>,
    /// Only of earlier records than this one
    #[arg(long, value_name = "N")]
    pub before: Option<u64>,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: u32,
}

/// `loci audit prove`
#[derive(Args)]
pub struct Prove {
    /// The record's number
    #[arg(long, value_name = "N", conflicts_with = "since", required_unless_present = "since")]
    pub record: Option<u64>,
    /// A head that was exported earlier
    #[arg(long, value_name = "FILE")]
    pub since: Option<PathBuf>,
    /// The head that it leads to; one that is made now where nothing is said
    #[arg(long, value_name = "FILE")]
    pub until: Option<PathBuf>,
    /// Where to; must not exist. Standard output where nothing is said
    #[arg(long, value_name = "F")]
    pub out: Option<PathBuf>,
}

/// `loci audit heads …`
#[derive(Subcommand)]
pub enum Heads {
    /// Make a head and write it to a file, to be kept elsewhere
    Export {
        /// Where to; must not exist. Standard output where nothing is said
        #[arg(long, value_name = "F")]
        out: Option<PathBuf>,
    },
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Regulated {
    /// Access needs a reason
    On,
    /// It needs none
    Off,
}

/// `loci signers …`
#[derive(Subcommand)]
pub enum Signers {
    /// Everyone who signs
    List,
    /// Admit someone, with a signing passphrase of their own
    Add {
        /// The printed name
        #[arg(long, value_name = "NAME")]
        name: String,
        /// What they are: owner, reviewer, …
        #[arg(long, value_name = "ROLE")]
        role: String,
        /// Days until the signing passphrase has to be changed
        #[arg(long, value_name = "N", default_value_t = 365)]
        valid_days: u32,
        /// Where the signing passphrase comes from
        #[command(flatten)]
        signing: SigningPassphrase,
    },
    /// Somebody signs no more; what they signed stays signed
    Revoke {
        /// The signer's name or id
        signer: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Another signing passphrase
    Passphrase {
        /// The signer's name or id
        signer: String,
        /// Where the one until now comes from
        #[command(flatten)]
        signing: SigningPassphrase,
        /// Read the new one from this file's first line; else from LOCI_NEW_PASSPHRASE, else asked for
        #[arg(long, value_name = "F")]
        new_passphrase_file: Option<PathBuf>,
    },
}

/// Where a signing passphrase comes from.
#[derive(Args)]
pub struct SigningPassphrase {
    /// Read the signing passphrase from this file's first line; else from LOCI_SIGNING_PASSPHRASE, else
    /// asked for
    #[arg(long, value_name = "F")]
    pub signing_passphrase_file: Option<PathBuf>,
}

/// `loci sign`
#[derive(Args)]
pub struct Sign {
    /// The collection whose content is signed as it is now
    #[arg(long, value_name = "C")]
    pub collection: String,
    /// The signer's name or id
    #[arg(long, value_name = "NAME")]
    pub signer: String,
    /// What the signature means
    #[arg(long, value_enum)]
    pub meaning: Meaning,
    /// Why the content is looked at, where the collection is regulated
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub reason: String,
    /// Where the signing passphrase comes from
    #[command(flatten)]
    pub signing: SigningPassphrase,
}

/// What a signature means.
#[derive(Clone, Copy, ValueEnum)]
pub enum Meaning {
    /// Wrote it
    Authored,
    /// Read and checked it
    Reviewed,
    /// Answers for it
    Approved,
    /// It may leave
    ApprovedForExport,
    /// Is responsible for it
    Responsible,
    /// Does not agree with it
    Rejected,
}

impl Meaning {
    /// Its name in requests.
    pub fn wire(self) -> &'static str {
        match self {
            Self::Authored => "authored",
            Self::Reviewed => "reviewed",
            Self::Approved => "approved",
            Self::ApprovedForExport => "approved_for_export",
            Self::Responsible => "responsible",
            Self::Rejected => "rejected",
        }
    }
}

/// `loci knowledge export`
#[derive(Args)]
pub struct Export {
    /// The collection
    #[arg(long, value_name = "C")]
    pub collection: String,
    /// The form: canonical JSON, a folder of Markdown, a tagged PDF, an RO-Crate folder
    #[arg(long, value_enum)]
    pub format: Form,
    /// Where to; must not exist
    #[arg(long, value_name = "F")]
    pub out: PathBuf,
    /// Leave the audit trail out
    #[arg(long)]
    pub no_audit: bool,
    /// Why, where the collection is regulated
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub reason: String,
}

/// Forms of an export.
#[derive(Clone, Copy, ValueEnum)]
pub enum Form {
    /// One file
    Json,
    /// A folder of notes
    Markdown,
    /// For reading, its JSON beside
    Pdf,
    /// A research object
    RoCrate,
}

impl Form {
    /// Its name in requests.
    pub fn wire(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Pdf => "pdf",
            Self::RoCrate => "ro-crate",
        }
    }
}

/// `loci verify-export`
#[derive(Args)]
pub struct VerifyExport {
    /// The export: its file, its folder, or the PDF with its JSON beside
    pub file: PathBuf,
    /// The fingerprint that its vault's key has to have
    #[arg(long, value_name = "DIGITS")]
    pub key: Option<String>,
}

/// `loci verify-proof`
#[derive(Args)]
pub struct VerifyProof {
    /// What `audit prove` wrote
    pub file: PathBuf,
    /// The log's key, as `audit heads export` shows it
    #[arg(long, value_name = "KEY")]
    pub key: String,
    /// The head that was kept, where the proof goes on from one
    #[arg(long, value_name = "FILE")]
    pub since: Option<PathBuf>,
}

//! The arguments of `loci agents`.

use clap::{Args, Subcommand, ValueEnum};

/// `loci agents …`
#[derive(Subcommand)]
pub enum Agents {
    /// Who is paired, connected, and what each did
    List,
    /// Pair a program: its token is shown this once
    Pair {
        /// What to call it
        name: String,
        #[command(flatten)]
        scope: Allowed,
    },
    /// Change what an agent may do, from its next call on
    Scope {
        /// Its name, id, or the first 8 digits
        agent: String,
        #[command(flatten)]
        scope: Allowed,
    },
    /// End a pairing, for good
    Revoke {
        /// Its name, id, or the first 8 digits
        agent: String,
    },
    /// Take out what an agent wrote
    Purge {
        /// Its name, id, or the first 8 digits
        agent: String,
        /// What you approved of it too
        #[arg(long)]
        approved: bool,
    },
    /// What agents propose, and waits for you
    Proposals,
    /// Do what agents propose
    Approve {
        /// Ids of proposals, or their first 8 digits
        #[arg(required = true)]
        proposals: Vec<String>,
    },
    /// Hear of proposals no more
    Dismiss {
        /// Ids of proposals, or their first 8 digits
        #[arg(required = true)]
        proposals: Vec<String>,
    },
    /// Whether your terminal may use the vault, without its passphrase, while another program holds it open
    Terminal {
        /// On or off
        admitted: Switch,
    },
}

/// What an agent may do and see.
#[derive(Args)]
pub struct Allowed {
    /// What it may do: read, propose
    #[arg(long = "scope", value_delimiter = ',', default_value = "read")]
    pub may: Vec<May>,
    /// The wings that it may see; all where none is named
    #[arg(long, value_delimiter = ',', value_name = "WING")]
    pub wings: Vec<String>,
}

/// `--scope`
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum May {
    /// Search and read
    Read,
    /// Propose what waits in Review
    Propose,
}

/// `on` or `off`
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// It may
    On,
    /// It may not
    Off,
}

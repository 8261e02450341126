//! `loci memory …`: what an assistant is handed, and the record of it.

use clap::{Args, Subcommand};

/// `loci memory …`
#[derive(Subcommand)]
pub enum Memory {
    /// Build an agent's context, and leave a receipt of it
    Context(Context),
    /// What an agent would have been told on a day, and on another
    Diff {
        /// The earlier day, or moment (RFC 3339)
        #[arg(long, value_name = "D")]
        from: String,
        /// The later one; now where nothing is said
        #[arg(long, value_name = "D")]
        to: Option<String>,
        /// The agent's role
        #[arg(long, value_name = "A")]
        agent: Option<String>,
        /// What it is about to do
        #[arg(long, value_name = "TEXT", default_value = "")]
        task: String,
    },
    /// Who was handed what, newest first
    Receipts {
        /// Only of this role or program
        #[arg(long, value_name = "A")]
        agent: Option<String>,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
        /// Only of earlier commits than this one
        #[arg(long, value_name = "COMMIT")]
        before: Option<u64>,
    },
    /// What is set: identity, budgets, policies
    Settings,
    /// Change what is given
    Set {
        /// Who you are and what you work on
        #[arg(long, value_name = "TEXT")]
        identity: Option<String>,
        /// Tokens of each layer
        #[command(flatten)]
        budgets: Budgets,
        /// A JSON file with all policies, as `memory settings --json` prints them
        #[arg(long, value_name = "FILE")]
        policies: Option<std::path::PathBuf>,
        /// What counts tokens: loci-static-256, o200k_base (GPT-4o and later) or cl100k_base (GPT-4)
        #[arg(long, value_name = "NAME")]
        tokenizer: Option<String>,
    },
}

/// `loci memory context`
#[derive(Args)]
pub struct Context {
    /// The agent's role: planner, searcher, reasoning, aggregator, writer, or another
    #[arg(long, value_name = "A")]
    pub agent: String,
    /// What it is about to do; '-' reads it from standard input
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub task: String,
    /// For which program
    #[arg(long, value_name = "NAME")]
    pub client: Option<String>,
    /// A deep search as well, where the agent's policy lets it ask
    #[arg(long)]
    pub deep: bool,
    /// Tokens of each layer, in place of the settings'
    #[command(flatten)]
    pub budgets: Budgets,
}

/// Tokens of each layer.
#[derive(Args)]
pub struct Budgets {
    /// Tokens of L0, identity
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub budget_l0: Option<i64>,
    /// Tokens of L1, essentials
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub budget_l1: Option<i64>,
    /// Tokens of L2, room context
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub budget_l2: Option<i64>,
    /// Tokens of L3, deep search
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub budget_l3: Option<i64>,
}

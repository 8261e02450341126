//! `loci`: the command line. It reads arguments and prints answers; everything else is the table of
//! commands. The contract of names, fields and exit codes is documented in the README.

mod agents;
mod args;
mod args_agents;
mod args_audit;
mod args_eval;
mod args_knowledge;
mod args_levels;
mod args_memory;
mod args_notes;
mod args_vault;
mod audit;
mod fields;
mod knowledge;
mod levels;
mod life;
mod measuring;
mod memory;
mod mode;
mod notes;
mod passphrase;
mod print;
mod print_agents;
mod print_answer;
mod print_knowledge;
mod print_measured;
mod progress;
mod run;
mod session;
mod vault;

use args::Cli;
use clap::Parser;
use std::{io::IsTerminal, process::ExitCode};

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|first| first == "convert-worker") {
        return api::worker_main();
    }
    if let Err(error) = api::without_telemetry() {
        return run::cannot_start(&error);
    }
    let hardened = api::harden_process();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return run::usage(&error),
    };
    log_to_stderr(cli.verbose);
    if hardened.is_err() {
        tracing::warn!("core dumps could not be turned off");
    }
    run::run(&cli)
}

/// `-v` shows what happens, `-vv` in more detail. Events carry counts and times, never content.
fn log_to_stderr(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        _ => "debug",
    };
    let ours =
        ["engine", "vault", "convert", "chunk", "models", "search", "graph", "api", "mcp", "loci"];
    let filter: Vec<String> = ours.iter().map(|room| format!("{room}={level}")).collect();
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(filter.join(",")))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::CLOSE)
        .init();
}

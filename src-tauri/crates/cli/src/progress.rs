//! Progress of an ingest on standard error, where that is a terminal.

use crate::args::Cli;
use api::types::IngestEvent;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};

/// A bar that counts one thing.
pub struct Counted(ProgressBar);

impl Counted {
    /// A bar on a terminal, nothing elsewhere.
    pub fn new(cli: &Cli, what: &'static str) -> Self {
        let Progress { bar, .. } = Progress::new(cli, false);
        bar.set_message(what);
        Self(bar)
    }

    /// So much of so much.
    pub fn set(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.0.finish_and_clear();
    }
}

/// A bar that counts files, then passages that the better model reads; or lines for programs.
pub struct Progress {
    bar: ProgressBar,
    lines: bool,
}

impl Progress {
    /// A bar on a terminal, nothing elsewhere; with `lines`, a JSON object an event instead.
    pub fn new(cli: &Cli, lines: bool) -> Self {
        let bar = ProgressBar::new(0);
        let shown = std::io::stderr().is_terminal() && !cli.quiet && !lines;
        bar.set_draw_target(if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        });
        let style = ProgressStyle::with_template("{msg:12} {bar:30} {pos}/{len}  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, lines }
    }

    /// Takes one event in.
    pub fn event(&self, event: &IngestEvent) {
        if self.lines {
            let line = serde_json::to_string(event).unwrap_or_default();
            // a reader who went away misses the rest; the work goes on
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
        match event {
            IngestEvent::Found { paths } => {
                self.bar.set_length(paths.len() as u64);
                self.bar.set_message("documents");
            }
            IngestEvent::Stage { .. } => self.bar.tick(),
            IngestEvent::Done { .. } => self.bar.inc(1),
            IngestEvent::Refining { done, total } => {
                self.bar.set_length(u64::from(*total));
                self.bar.set_position(u64::from(*done));
                self.bar.set_message("refining");
            }
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}

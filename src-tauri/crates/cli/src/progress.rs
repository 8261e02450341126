//! Progress of an ingest on standard error, where that is a terminal.

use crate::args::Cli;
use api::types::IngestEvent;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar that counts files, then passages that the better model reads.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar on a terminal, nothing elsewhere.
    pub fn new(cli: &Cli) -> Self {
        let bar = ProgressBar::new(0);
        let shown = std::io::stderr().is_terminal() && !cli.quiet;
        bar.set_draw_target(if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        });
        let style = ProgressStyle::with_template("{msg:12} {bar:30} {pos}/{len}  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar }
    }

    /// Takes one event in.
    pub fn event(&self, event: &IngestEvent) {
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

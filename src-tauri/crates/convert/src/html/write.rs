//! Blocks of Markdown, one under the other, within quotations and list items. Knows of lines and their
//! prefixes; not of pages.

/// What parts a block from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    None,
    Line,
    Blank,
}

/// A container that a line may stand in: its first line opens with `lead`, the others with `rest`.
#[derive(Debug)]
struct Prefix {
    lead: String,
    rest: String,
    is_fresh: bool,
}

/// The Markdown written so far.
#[derive(Debug)]
pub(super) struct Lines {
    out: String,
    prefixes: Vec<Prefix>,
    gap: Gap,
}

impl Lines {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self { out: String::new(), prefixes: Vec::new(), gap: Gap::None }
    }

    /// Writes a block as it is, line by line.
    pub(super) fn block(&mut self, block: &str) {
        let gap = std::mem::replace(&mut self.gap, Gap::Blank);
        for (at, line) in block.lines().enumerate() {
            if at > 0 || gap != Gap::None {
                self.out.push('\n');
            }
            if at == 0 && gap == Gap::Blank {
                self.blank();
            }
            self.line(line);
        }
    }

    /// The line between two blocks, within what contains both.
    fn blank(&mut self) {
        let shared = self.prefixes.iter().take_while(|prefix| !prefix.is_fresh);
        let line: String = shared.map(|prefix| prefix.rest.as_str()).collect();
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    fn line(&mut self, line: &str) {
        let start = self.out.len();
        for prefix in &mut self.prefixes {
            self.out.push_str(if prefix.is_fresh { &prefix.lead } else { &prefix.rest });
            prefix.is_fresh = false;
        }
        if line.is_empty() {
            let kept = self.out.get(start..).map_or(0, |prefix| prefix.trim_end().len());
            self.out.truncate(start + kept);
        }
        self.out.push_str(line);
    }

    /// Opens a container.
    pub(super) fn open(&mut self, lead: impl Into<String>, rest: impl Into<String>) {
        self.prefixes.push(Prefix { lead: lead.into(), rest: rest.into(), is_fresh: true });
    }

    /// Closes it; whether anything was written in it.
    pub(super) fn close(&mut self) -> bool {
        self.prefixes.pop().is_some_and(|prefix| !prefix.is_fresh)
    }

    /// The next block follows without a blank line.
    pub(super) fn tighten(&mut self) {
        if self.gap == Gap::Blank {
            self.gap = Gap::Line;
        }
    }

    /// Takes [`Lines::tighten`] back where nothing followed.
    pub(super) fn loosen(&mut self) {
        if self.gap == Gap::Line {
            self.gap = Gap::Blank;
        }
    }

    /// How many containers are open.
    pub(super) fn depth(&self) -> usize {
        self.prefixes.len()
    }

    /// Bytes so far.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// All of it.
    pub(super) fn finish(mut self) -> String {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_stand_before_every_line() {
        let mut lines = Lines::new();
        lines.block("a");
        lines.open("> ", "> ");
        lines.block("b\n\nc");
        lines.open("- ", "  ");
        lines.block("d");
        lines.tighten();
        lines.block("e");
        assert!(lines.close());
        lines.tighten();
        lines.open("- ", "  ");
        assert!(!lines.close());
        lines.loosen();
        lines.close();
        lines.block("f");
        assert_eq!(lines.finish(), "a\n\n> b\n>\n> c\n>\n> - d\n>   e\n\nf\n");
    }
}

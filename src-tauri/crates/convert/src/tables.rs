//! Large tables as Markdown, row by row, with the blocks that they make. Rows need not be as long as
//! the header: Markdown fills them up. Stops at the limit for text, and never holds a table twice.

use crate::office::words::escape_line_starts;
use crate::{Limits, Result, markdown};
use std::fmt::Write;
use types::{Block, BlockKind};

/// Up to this width every row is written in full, so that it reads well as text.
const FILLED_COLUMNS: usize = 64;

/// A text of headings, paragraphs, lists and tables.
pub(crate) struct Draft<'a> {
    limits: &'a Limits,
    text: String,
    blocks: Vec<Block>,
    /// Columns of the open table, and where it starts.
    table: Option<(usize, usize)>,
}

impl<'a> Draft<'a> {
    /// An empty text.
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self { limits, text: String::new(), blocks: Vec::new(), table: None }
    }

    /// A heading. `words` are escaped already, as everywhere here.
    pub(crate) fn heading(&mut self, level: u8, words: &str, title: &str) -> Result<()> {
        let mark = "#".repeat(usize::from(level));
        let line = format!("{mark} {words}");
        self.block(BlockKind::Heading(level), &line, title)
    }

    /// A paragraph of one line.
    pub(crate) fn paragraph(&mut self, words: &str) -> Result<()> {
        let line = escape_line_starts(words);
        self.block(BlockKind::Paragraph, &line, "")
    }

    /// An item of a list.
    pub(crate) fn item(&mut self, words: &str) -> Result<()> {
        let follows = self.blocks.last().is_some_and(|block| block.kind == BlockKind::ListItem);
        if follows && self.table.is_none() && self.text.ends_with("\n\n") {
            self.text.pop();
        }
        let line = format!("- {}", escape_line_starts(words));
        self.block(BlockKind::ListItem, &line, "")
    }

    /// A note under its mark; `words` are one line.
    pub(crate) fn note(&mut self, mark: &str, words: &str) -> Result<()> {
        self.block(BlockKind::Footnote, &format!("[^{mark}]: {words}"), "")
    }

    /// Blocks that are Markdown already.
    pub(crate) fn markdown(&mut self, text: &str) -> Result<()> {
        let text = text.trim_end();
        if text.is_empty() {
            return Ok(());
        }
        self.end_table();
        let start = self.text.len();
        self.text.push_str(text);
        self.text.push_str("\n\n");
        let blocks = markdown::outline(text).blocks.into_iter().map(|block| {
            let range = block.range.start + start..block.range.end + start;
            Block { range, ..block }
        });
        self.blocks.extend(blocks);
        self.limits.check_text(self.text.len())
    }

    /// Begins a table of so many columns; its first row is the header.
    pub(crate) fn table<'c>(
        &mut self,
        columns: usize,
        header: impl Iterator<Item = &'c str>,
    ) -> Result<()> {
        self.end_table();
        let columns = columns.max(1);
        self.table = Some((columns, self.text.len()));
        self.write_row(header, columns);
        self.text.push('|');
        (0..columns).for_each(|_| self.text.push_str(" --- |"));
        self.text.push('\n');
        self.limits.check_text(self.text.len())
    }

    /// A row of the open table; cells beyond its width are left out.
    pub(crate) fn row<'c>(&mut self, cells: impl Iterator<Item = &'c str>) -> Result<()> {
        let Some((columns, _)) = self.table else { return Ok(()) };
        let filled = if columns <= FILLED_COLUMNS { columns } else { 1 };
        self.write_row(cells.take(columns), filled);
        self.limits.check_text(self.text.len())
    }

    fn write_row<'c>(&mut self, cells: impl Iterator<Item = &'c str>, least: usize) {
        let mut written = 0;
        self.text.push('|');
        for cell in cells {
            // writing to a string does not fail
            let _ = write!(self.text, " {cell} |");
            written += 1;
        }
        (written..least).for_each(|_| self.text.push_str("  |"));
        self.text.push('\n');
    }

    /// Ends the open table, where there is one.
    pub(crate) fn end_table(&mut self) {
        let Some((_, start)) = self.table.take() else { return };
        let end = self.text.trim_end().len();
        self.blocks.push(Block { kind: BlockKind::Table, range: start..end, title: String::new() });
        self.text.push('\n');
    }

    fn block(&mut self, kind: BlockKind, line: &str, title: &str) -> Result<()> {
        self.end_table();
        if line.trim().is_empty() {
            return Ok(());
        }
        let start = self.text.len();
        self.text.push_str(line.trim_end());
        let range = start..self.text.len();
        self.text.push_str("\n\n");
        self.blocks.push(Block { kind, range, title: title.to_owned() });
        self.limits.check_text(self.text.len())
    }

    /// The text and its blocks.
    pub(crate) fn finish(mut self) -> (String, Vec<Block>) {
        self.end_table();
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        if end > 0 {
            self.text.push('\n');
        }
        (self.text, self.blocks)
    }
}

/// Appends words on one line, with what Markdown would take for markup escaped, bars included.
pub(crate) fn push_cell(into: &mut String, words: &str) {
    let start = into.len();
    let mut before = ' ';
    let mut letters = words.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        if letter.is_whitespace() || letter.is_control() {
            if !before.is_whitespace() && into.len() > start {
                into.push(' ');
            }
            before = ' ';
            continue;
        }
        if is_markup(before, letter, after) {
            into.push('\\');
        }
        into.push(letter);
        before = letter;
    }
    while into.len() > start && into.ends_with(' ') {
        into.pop();
    }
}

/// [`push_cell`] as a string of its own.
pub(crate) fn cell(words: &str) -> String {
    let mut cell = String::with_capacity(words.len());
    push_cell(&mut cell, words);
    cell
}

fn is_markup(before: char, letter: char, after: char) -> bool {
    match letter {
        '|' | '`' => true,
        '*' => !(before.is_whitespace() && after.is_whitespace()),
        '_' => {
            let is_blank = |letter: char| letter.is_whitespace() || letter == '_';
            let in_word = before.is_alphanumeric() && after.is_alphanumeric();
            !(in_word || is_blank(before) && is_blank(after))
        }
        '<' => after.is_alphabetic() || matches!(after, '/' | '!' | '?'),
        '&' => after.is_alphabetic() || after == '#',
        '\\' => after.is_ascii_punctuation() || after.is_whitespace(),
        '~' => !before.is_whitespace() || after == '~',
        ']' => matches!(after, '(' | '['),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_markup_is_escaped_in_cells() {
        for (words, expected) in [
            (" a|b\nc  d ", "a\\|b c d"),
            ("snake_case 2 * 3 C:\\dir", "snake_case 2 * 3 C:\\dir"),
            ("*b* <i> [x](y) \\", "\\*b\\* \\<i> [x\\](y) \\\\"),
            ("\u{7}bell", "bell"),
        ] {
            assert_eq!(cell(words), expected);
        }
    }

    #[test]
    fn text_and_blocks_are_those_of_markdown() {
        let limits = Limits::default();
        let mut draft = Draft::new(&limits);
        draft.heading(2, "Sheet \\*1\\*", "Sheet *1*").unwrap();
        draft.paragraph("# no heading").unwrap();
        draft.table(3, ["a", "b"].into_iter()).unwrap();
        draft.row(["1", "2", "3", "4"].into_iter()).unwrap();
        draft.item("one").unwrap();
        draft.item("two").unwrap();
        let (text, blocks) = draft.finish();
        let expected = "## Sheet \\*1\\*\n\n\\# no heading\n\n| a | b |  |\n| --- | --- | --- |\n\
                        | 1 | 2 | 3 |\n\n- one\n- two\n";
        assert_eq!(text, expected);
        assert_eq!(blocks, markdown::outline(&text).blocks);
    }

    #[test]
    fn the_limit_for_text_holds() {
        let limits = Limits { text_bytes: 1000, ..Limits::default() };
        let mut draft = Draft::new(&limits);
        draft.table(2, ["a", "b"].into_iter()).unwrap();
        let rows = (0..100).map(|_| draft.row(["some", "words"].into_iter()));
        assert!(rows.into_iter().any(|row| row.is_err()));
    }

    proptest! {
        #[test]
        fn a_cell_stays_a_cell(words in "([a-z]|[|\\\\*_`<>&~\\[\\]()# -]|\\n){0,24}") {
            let limits = Limits::default();
            let mut draft = Draft::new(&limits);
            let cell = cell(&words);
            draft.table(2, [cell.as_str(), "b"].into_iter()).unwrap();
            draft.row([cell.as_str(), "y"].into_iter()).unwrap();
            let (text, blocks) = draft.finish();
            prop_assert_eq!(&blocks, &markdown::outline(&text).blocks);
            let seen: String = pulldown_cmark::Parser::new_ext(&text, markdown::dialect())
                .filter_map(|event| match event {
                    pulldown_cmark::Event::Text(words) => Some(words.to_string()),
                    _ => None,
                })
                .collect();
            let squeeze = |text: &str| text.split_whitespace().collect::<String>();
            let plain = squeeze(&words);
            prop_assert_eq!(squeeze(&seen), format!("{plain}b{plain}y"));
        }
    }
}

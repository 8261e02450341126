//! The lines of Markdown, each without what marks its block: which of them run on together, which are
//! rows, code or nothing that is said.

use std::ops::Range;

/// Containers that a line is taken out of at most: a hostile line opens a thousand.
const NESTED: usize = 32;

/// One line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line {
    /// Words, with the list mark that is said before them.
    Words { lead: String, content: Range<usize>, runs_on: bool },
    /// Cells of a table's row.
    Row(Vec<Range<usize>>),
    /// Code, as it is.
    Code(Range<usize>),
    /// Nothing; where it stands.
    Blank(usize),
    /// Markup alone.
    Silent,
}

/// Reads lines, and gathers those that run on.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    /// The fence that closes the code that is open: its sign and least length.
    fence: Option<(char, usize)>,
    in_table: bool,
    /// Whether the last line was words, so that a rule below it underlines them.
    after_words: bool,
    /// Lines of a block that is not at its end yet.
    open: Vec<Line>,
    ready: Option<Line>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, window: Range<usize>, within: Within) -> Self {
        let fence = (within == Within::Code).then_some(('`', 0));
        let (at, end) = (window.start, window.end);
        let (open, ready) = (Vec::new(), None);
        Self { text, at, end, fence, in_table: false, after_words: false, open, ready }
    }

    /// The next line, with those that run on from it.
    pub(super) fn next_block(&mut self) -> Option<Vec<Line>> {
        if let Some(line) = self.ready.take() {
            return Some(vec![line]);
        }
        while let Some(line) = self.next_line() {
            match line {
                Line::Silent if self.open.is_empty() => {}
                Line::Silent => return Some(std::mem::take(&mut self.open)),
                Line::Words { runs_on, .. } => {
                    let before = std::mem::take(&mut self.open);
                    if runs_on {
                        self.open = before;
                        self.open.push(line);
                        continue;
                    }
                    self.open.push(line);
                    if !before.is_empty() {
                        return Some(before);
                    }
                }
                line if self.open.is_empty() => return Some(vec![line]),
                line => {
                    self.ready = Some(line);
                    return Some(std::mem::take(&mut self.open));
                }
            }
        }
        (!self.open.is_empty()).then(|| std::mem::take(&mut self.open))
    }

    fn next_line(&mut self) -> Option<Line> {
        if self.at >= self.end {
            return None;
        }
        let rest = self.text.get(self.at..self.end)?;
        let len = rest.find('\n').unwrap_or(rest.len());
        let range = self.at..self.at + len;
        self.at = range.end + 1;
        let line = self.read(range);
        self.after_words = matches!(line, Line::Words { .. });
        self.in_table &= matches!(line, Line::Row(_) | Line::Silent);
        Some(line)
    }

    fn read(&mut self, range: Range<usize>) -> Line {
        let line = self.text.get(range.clone()).unwrap_or_default();
        if let Some((sign, least)) = self.fence {
            if closes(line, sign, least) {
                self.fence = None;
                return Line::Silent;
            }
            return Line::Code(range);
        }
        let Container { lead, content } = container(self.text, range.clone());
        let words = self.text.get(content.clone()).unwrap_or_default().trim_end();
        let content = content.start..content.start + words.len();
        if words.is_empty() {
            return if lead.is_empty() { Line::Blank(range.start) } else { Line::Silent };
        }
        if let Some(fence) = opens(words) {
            self.fence = Some(fence);
            return Line::Silent;
        }
        if is_separator(words) && (self.after_words || self.in_table || words.starts_with('|')) {
            self.in_table = true;
            return Line::Silent;
        }
        if is_rule(words) || is_link_definition(words) {
            return Line::Silent;
        }
        if words.starts_with('|') || self.in_table && words.contains('|') {
            self.in_table = true;
            return Line::Row(cells(self.text, &content));
        }
        if self.heads_a_table(words) {
            self.in_table = true;
            return Line::Row(cells(self.text, &content));
        }
        let own = heading(self.text, &content);
        // a heading is a line by itself, and so is what has a mark of its own
        let runs_on = self.after_words && lead.is_empty() && own == content;
        let meaning = words.strip_prefix(": ").map(|rest| content.end - rest.trim_start().len());
        match meaning {
            Some(start) => Line::Words { lead, content: start..content.end, runs_on: false },
            None => Line::Words { lead, content: own, runs_on },
        }
    }

    /// Whether the next line is the rule below the head of a table without outer bars.
    fn heads_a_table(&self, words: &str) -> bool {
        let next = self.text.get(self.at..self.end).unwrap_or_default();
        let next = next.lines().next().unwrap_or_default().trim();
        words.contains('|') && next.contains('|') && is_separator(next)
    }
}

struct Container {
    /// How its mark is said: `• `, `1. `, `☑ `.
    lead: String,
    content: Range<usize>,
}

/// A line without the marks of quotations, lists and notes that it stands in.
fn container(text: &str, line: Range<usize>) -> Container {
    let mut lead = String::new();
    let mut start = line.start;
    for _ in 0..NESTED {
        let rest = text.get(start..line.end).unwrap_or_default();
        let words = rest.trim_start();
        start += rest.len() - words.len();
        if let Some(inner) = words.strip_prefix('>') {
            start += words.len() - inner.len();
            continue;
        }
        if is_rule(words.trim_end()) {
            break;
        }
        let Some((said, len)) = list_mark(words).or_else(|| note_mark(words)) else { break };
        // the innermost mark is the one that is read
        lead = said;
        start += len;
    }
    let rest = text.get(start..line.end).unwrap_or_default();
    for (mark, sign) in [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")] {
        if lead.starts_with('•') && rest.starts_with(mark) {
            lead.push_str(sign);
            start += mark.len();
        }
    }
    Container { lead, content: start..line.end }
}

/// `- ` is said as a bullet, `1. ` as itself.
fn list_mark(words: &str) -> Option<(String, usize)> {
    if let Some(rest) = words.strip_prefix(['-', '*', '+']) {
        return (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| ("• ".to_owned(), 1));
    }
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let rest = words.get(digits..)?;
    let ends = rest.starts_with(". ") || rest.starts_with(") ");
    ((1..=9).contains(&digits) && ends)
        .then(|| Some((format!("{} ", words.get(..=digits)?), digits + 1)))
        .flatten()
}

/// `[^1]: ` is said as `[1] `.
fn note_mark(words: &str) -> Option<(String, usize)> {
    let rest = words.strip_prefix("[^")?;
    let end = rest.find("]:")?;
    let label = rest.get(..end)?;
    let sound = !label.is_empty() && label.len() <= 64 && !label.contains(['[', ']', ' ']);
    sound.then(|| (format!("[{label}] "), end + 4))
}

/// `[label]: address` and nothing else.
fn is_link_definition(words: &str) -> bool {
    let Some((label, address)) = words.strip_prefix('[').and_then(|rest| rest.split_once("]:"))
    else {
        return false;
    };
    let address = address.trim();
    let bare = address.split_whitespace().next().unwrap_or_default();
    !label.starts_with('^')
        && !label.is_empty()
        && !label.contains(']')
        && (bare.contains("://") || bare.starts_with(['<', '#', '/']))
}

fn opens(words: &str) -> Option<(char, usize)> {
    let sign = words.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let len = words.chars().take_while(|c| *c == sign).count();
    let info = words.get(len..)?;
    (len >= 3 && !(sign == '`' && info.contains('`'))).then_some((sign, len))
}

/// Whether a line closes code; of code whose opening is not in view, any fence does.
fn closes(line: &str, sign: char, least: usize) -> bool {
    let line = line.trim().trim_start_matches(['>', ' ']);
    let any = least == 0;
    let own = line.chars().next().filter(|c| any && matches!(c, '`' | '~')).unwrap_or(sign);
    let len = line.chars().take_while(|c| *c == own).count();
    len >= least.max(3) && line.len() == len
}

/// `***`, `- - -`, `===`: a line drawn, or drawn under a title.
fn is_rule(words: &str) -> bool {
    let Some(sign) = words.chars().next().filter(|sign| "-*_=".contains(*sign)) else {
        return false;
    };
    let signs = words.chars().filter(|c| *c == sign).count();
    signs >= 3 && words.chars().all(|c| c == sign || c == ' ')
}

/// `| --- | :-: |`.
fn is_separator(words: &str) -> bool {
    words.contains('-')
        && (words.contains('|') || words.starts_with(':') || words.ends_with(':'))
        && words.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

/// The title of a heading; all of a line that is none.
fn heading(text: &str, line: &Range<usize>) -> Range<usize> {
    let words = text.get(line.clone()).unwrap_or_default();
    let title = words.trim_start_matches('#');
    let level = words.len() - title.len();
    if !(1..=6).contains(&level) || !(title.is_empty() || title.starts_with([' ', '\t'])) {
        return line.clone();
    }
    let bare = title.trim_end().trim_end_matches('#');
    let closed = bare.is_empty() || bare.ends_with([' ', '\t']);
    let end = if closed { bare.trim_end().len() } else { title.trim_end().len() };
    let start = line.start + level;
    let skipped = title.len() - title.trim_start().len();
    (start + skipped).min(start + end)..start + end
}

/// The cells of a row: between bars that are not escaped.
fn cells(text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let row = text.get(line.clone()).unwrap_or_default();
    let (mut cells, mut start, mut escaped) = (Vec::new(), line.start, false);
    for (at, byte) in row.bytes().enumerate() {
        if byte == b'|' && !escaped {
            cells.push(start..line.start + at);
            start = line.start + at + 1;
        }
        escaped = byte == b'\\' && !escaped;
    }
    cells.push(start..line.end);
    cells
}

/// What a passage begins in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within {
    /// Anything that its own signs tell.
    #[default]
    Prose,
    /// The inside of a block of code, where nothing is markup.
    Code,
}

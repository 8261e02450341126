//! Markdown written block by block: headings, paragraphs, lists, tables, notes. Keeps lists so nested
//! that CommonMark reads them as they were meant, and the text within its limit. Takes words that
//! are escaped already, and adds none of its own. Words between the private letters [`HIDDEN`] and
//! [`SHOWN`] are those that the original hides; the letters go when the text is whole.

use super::table::Grid;
use super::words::{HIDDEN, SHOWN, escape_line_starts, one_line};
use crate::{Limits, Result, markdown};
use std::ops::Range;
use types::{BlockKind, ConvertedText, Format};

/// Deepest list; what is deeper stands there.
const DEPTH: usize = 9;
/// Most different headers and footers that are kept.
const FURNITURE: usize = 50;

/// What stands before a list item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// A bullet.
    Bullet,
    /// Nothing: it goes on with the item of its level.
    Blank,
    /// Its number in the list, and the label as printed (`2.1`, `a)`).
    Number(u32, String),
}

/// A text in the making.
pub(crate) struct Manuscript<'a> {
    limits: &'a Limits,
    text: String,
    last: Last,
    /// The open list items, outermost first.
    items: Vec<Item>,
    /// Number and delimiter of the last item of a list that ended just now.
    ended: Option<(u32, char)>,
    /// Where captions begin.
    captions: Vec<usize>,
}

/// What the last block was, where the next one may belong to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Other,
    Quote,
    /// A code block that ends here, with a fence of so many backticks.
    Code(usize),
}

struct Item {
    /// Column where its words begin.
    column: usize,
    /// Its number, where it has one, and what stands after it.
    number: Option<(u32, char)>,
}

impl<'a> Manuscript<'a> {
    /// An empty text.
    pub(crate) fn new(limits: &'a Limits) -> Self {
        let (text, items, captions) = (String::new(), Vec::new(), Vec::new());
        Self { limits, text, last: Last::Other, items, ended: None, captions }
    }

    /// A heading; levels are 1 to 6, deeper ones count as 6.
    pub(crate) fn heading(&mut self, level: u8, words: &str) -> Result<()> {
        let words = one_line(words);
        // closing #s would be taken for markup
        let words = words.trim_end_matches('#').trim_end();
        if words.is_empty() {
            return Ok(());
        }
        let signs = "#".repeat(usize::from(level.clamp(1, 6)));
        self.block(&format!("{signs} {words}"))
    }

    /// A paragraph.
    pub(crate) fn paragraph(&mut self, words: &str) -> Result<()> {
        let words = escape_line_starts(words);
        if words.is_empty() { Ok(()) } else { self.block(&words) }
    }

    /// What stands below or above a table or figure.
    pub(crate) fn caption(&mut self, words: &str) -> Result<()> {
        let before = self.text.len();
        self.paragraph(words)?;
        if self.text.len() > before {
            let gap = self.text.get(before..).map_or(0, |new| new.len() - new.trim_start().len());
            self.captions.push(before + gap);
        }
        Ok(())
    }

    /// A quotation; one after another is one.
    pub(crate) fn quote(&mut self, words: &str) -> Result<()> {
        let words = escape_line_starts(words);
        if words.is_empty() {
            return Ok(());
        }
        let words = format!("> {}", words.replace('\n', "\n> "));
        if self.last == Last::Quote {
            self.text.push_str("\n>\n");
            self.text.push_str(&words);
            return self.limits.check_text(self.text.len());
        }
        self.block(&words)?;
        self.last = Last::Quote;
        Ok(())
    }

    /// Lines of code, not escaped; one after another is one block.
    pub(crate) fn code(&mut self, lines: &str) -> Result<()> {
        let lines = lines.trim_end();
        let ticks = lines.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
        match self.last {
            Last::Code(fence) if ticks < fence => {
                self.text.truncate(self.text.len().saturating_sub(fence));
                self.text.push_str(&format!("{lines}\n{}", "`".repeat(fence)));
                self.limits.check_text(self.text.len())
            }
            _ if lines.trim().is_empty() => Ok(()),
            _ => {
                let fence = (ticks + 1).max(3);
                let signs = "`".repeat(fence);
                self.block(&format!("{signs}\n{lines}\n{signs}"))?;
                self.last = Last::Code(fence);
                Ok(())
            }
        }
    }

    /// One item of a list. A level may only be entered from the one above.
    pub(crate) fn item(&mut self, level: usize, label: &Label, words: &str) -> Result<()> {
        if *label == Label::Blank {
            self.items.truncate(level.saturating_add(1));
            return self.more(words);
        }
        let level = level.min(self.items.len()).min(DEPTH);
        let indent = match level.checked_sub(1) {
            Some(above) => self.items.get(above).map_or(0, |item| item.column),
            None => 0,
        };
        let before = self.items.get(level).map_or(self.ended, |item| item.number);
        let (mark, words, number) = match plain(label) {
            Some((number, delimiter)) => {
                let delimiter = match before {
                    // a list of its own, which only another sign tells apart
                    Some((last, sign)) if number != last.saturating_add(1) => other(sign),
                    Some((_, sign)) => sign,
                    None => delimiter,
                };
                (format!("{number}{delimiter} "), words.to_owned(), Some((number, delimiter)))
            }
            None => match label {
                Label::Number(_, label) => ("- ".to_owned(), format!("{label} {words}"), None),
                Label::Bullet | Label::Blank => ("- ".to_owned(), words.to_owned(), None),
            },
        };
        let words = escape_line_starts(&words);
        if words.is_empty() {
            return Ok(());
        }
        let column = indent + mark.len();
        let words = words.replace('\n', &format!("\n{}", " ".repeat(column)));
        self.separate(if self.items.is_empty() { "\n\n" } else { "\n" });
        self.text.push_str(&format!("{}{mark}{words}", " ".repeat(indent)));
        self.ended = None;
        self.items.truncate(level);
        self.items.push(Item { column, number });
        self.limits.check_text(self.text.len())
    }

    /// Another paragraph of the last list item; one of its own where no list is open.
    pub(crate) fn more(&mut self, words: &str) -> Result<()> {
        let Some(item) = self.items.last() else { return self.paragraph(words) };
        let words = escape_line_starts(words);
        if !words.is_empty() {
            let indent = format!("\n{}", " ".repeat(item.column));
            self.text.push('\n');
            self.text.push_str(&indent);
            self.text.push_str(&words.replace('\n', &indent));
        }
        self.limits.check_text(self.text.len())
    }

    /// Ends the list: the next item begins another one.
    pub(crate) fn end_list(&mut self) {
        self.ended = self.items.first().and_then(|item| item.number);
        self.items.clear();
    }

    /// A table.
    pub(crate) fn table(&mut self, grid: &Grid) -> Result<()> {
        let left = self.limits.text_bytes.saturating_sub(self.text.len());
        match grid.markdown(left)? {
            Some(table) => self.block(&table),
            None => Ok(()),
        }
    }

    /// A note under its mark.
    pub(crate) fn note(&mut self, mark: &str, words: &str) -> Result<()> {
        let words = one_line(words);
        if words.is_empty() { Ok(()) } else { self.block(&format!("[^{mark}]: {words}")) }
    }

    /// What stands at the head or foot of pages, as notes: each once, where it says something that the
    /// text does not. Page numbers and their company say nothing.
    pub(crate) fn furniture(&mut self, lines: &[String]) -> Result<()> {
        let mut kept: Vec<&str> = Vec::new();
        for line in lines {
            if says_something(line) && kept.len() < FURNITURE && !kept.contains(&line.as_str()) {
                kept.push(line);
            }
        }
        kept.retain(|line| !self.text.contains(line));
        kept.into_iter().enumerate().try_for_each(|(at, line)| {
            let mark = format!("head{}", at + 1);
            self.note(&mark, line)
        })
    }

    /// The text with its blocks. Its title is its first heading of level 1, else its first heading.
    ///
    /// # Errors
    /// `TooLarge`.
    pub(crate) fn finish(mut self, format: Format) -> Result<ConvertedText> {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.limits.check_text(self.text.len())?;
        let hidden = self.take_marks();
        let mut outline = markdown::outline(&self.text);
        for block in &mut outline.blocks {
            let is_caption = self.captions.binary_search(&block.range.start).is_ok();
            if block.kind == BlockKind::Paragraph && is_caption {
                block.kind = BlockKind::Caption;
            }
        }
        let first = outline.blocks.iter().map(|block| &block.title).find(|title| !title.is_empty());
        let title = outline.title.or(first.cloned());
        let converted = ConvertedText::new(format, self.text, outline.blocks);
        Ok(ConvertedText { title, hidden, ..converted })
    }

    /// Takes the private letters out of the text; gives the passages that stood between them.
    fn take_marks(&mut self) -> Vec<Range<usize>> {
        if !self.text.contains([HIDDEN, SHOWN]) {
            return Vec::new();
        }
        let marked = std::mem::take(&mut self.text);
        let mut captions = std::mem::take(&mut self.captions).into_iter().peekable();
        let mut hidden: Vec<Range<usize>> = Vec::new();
        let mut start = None;
        for (at, letter) in marked.char_indices() {
            while captions.next_if(|caption| *caption <= at).is_some() {
                self.captions.push(self.text.len());
            }
            let here = self.text.len();
            match letter {
                HIDDEN => start = start.or(Some(here)),
                SHOWN => hide(&mut hidden, start.take(), here),
                // what is hidden ends with its block at the latest
                '\n' => {
                    hide(&mut hidden, start.take(), here);
                    self.text.push(letter);
                }
                _ => self.text.push(letter),
            }
        }
        let end = self.text.len();
        hide(&mut hidden, start, end);
        hidden
    }

    fn block(&mut self, block: &str) -> Result<()> {
        self.items.clear();
        self.ended = None;
        self.separate("\n\n");
        self.text.push_str(block);
        self.limits.check_text(self.text.len())
    }

    fn separate(&mut self, with: &str) {
        self.last = Last::Other;
        if !self.text.is_empty() {
            self.text.push_str(with);
        }
    }
}

/// Adds a hidden passage; one that follows the last at once is one with it.
fn hide(hidden: &mut Vec<Range<usize>>, start: Option<usize>, end: usize) {
    let Some(start) = start.filter(|start| *start < end) else { return };
    match hidden.last_mut().filter(|last| last.end == start) {
        Some(last) => last.end = end,
        None => hidden.push(start..end),
    }
}

/// Whether a header or footer is more than a page number.
fn says_something(line: &str) -> bool {
    let words = line.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic));
    let lengths: Vec<usize> = words.map(|word| word.chars().count()).collect();
    lengths.len() > 2 || lengths.iter().any(|length| *length > 7)
}

/// The number and its delimiter, where Markdown can say the label: `3.`, `3)`, `3`.
fn plain(label: &Label) -> Option<(u32, char)> {
    let Label::Number(number, label) = label else { return None };
    let label = label.trim();
    let digits = label.trim_end_matches(['.', ')']);
    let is_plain =
        digits == number.to_string() && *number <= 999_999 && label.len() <= digits.len() + 1;
    is_plain.then_some((*number, if label.ends_with(')') { ')' } else { '.' }))
}

fn other(delimiter: char) -> char {
    if delimiter == '.' { ')' } else { '.' }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Manuscript) -> Result<()>) -> ConvertedText {
        let limits = Limits::default();
        let mut manuscript = Manuscript::new(&limits);
        write(&mut manuscript).unwrap();
        manuscript.finish(Format::Docx).unwrap()
    }

    #[test]
    fn lists_nest_and_begin_anew() {
        let number = |number: u32, label: &str| Label::Number(number, label.to_owned());
        let text = written(|it| {
            it.item(3, &number(1, "1."), "one\nmore")?;
            it.item(1, &number(1, "1.1."), "one one")?;
            it.item(2, &Label::Bullet, "- deep")?;
            it.more("another paragraph")?;
            it.item(0, &number(2, "2."), "two")?;
            it.item(0, &Label::Blank, "second of two")?;
            it.item(0, &number(1, "1."), "anew")?;
            it.item(0, &number(1, "(a)"), "letter")
        });
        let expected = "1. one\n   more\n   - 1.1. one one\n     - \\- deep\n\n       another paragraph\n\
            2. two\n\n   second of two\n1) anew\n- (a) letter\n";
        assert_eq!(text.text, expected);
    }

    #[test]
    fn blocks_stand_apart_and_know_what_they_are() {
        use BlockKind::{Caption, Code, Heading, Paragraph, Quote};
        let text = written(|it| {
            it.heading(9, "Deep #")?;
            it.caption("Figure 1: a\nduck")?;
            it.quote("a")?;
            it.quote("b\nc")?;
            it.code("let a = \"```\";")?;
            it.code("    b")?;
            it.code("````")?;
            it.paragraph("# no heading")
        });
        assert_eq!(
            text.text,
            "###### Deep\n\nFigure 1: a\nduck\n\n> a\n>\n> b\n> c\n\n````\nlet a = \"```\";\n    b\n\
             ````\n\n`````\n````\n`````\n\n\\# no heading\n"
        );
        let kinds: Vec<_> = text.blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, [Heading(6), Caption, Quote, Code, Code, Paragraph]);
        assert_eq!(text.title.as_deref(), Some("Deep"));
    }

    #[test]
    fn hidden_words_are_known_by_their_place() {
        let text = written(|it| {
            it.paragraph("see \u{fdd1}not\u{fdd2}\u{fdd1}hing\u{fdd2} here")?;
            it.caption("Fig\u{fdd1}ure\u{fdd2}")?;
            it.paragraph("\u{fdd1}# all\nof it\u{fdd2}")
        });
        assert_eq!(text.text, "see nothing here\n\nFigure\n\n\\# all\nof it\n");
        let hidden: Vec<&str> = text.hidden.iter().map(|at| &text.text[at.clone()]).collect();
        assert_eq!(hidden, ["nothing", "ure", "\\# all"]);
        assert_eq!(text.blocks[1].kind, BlockKind::Caption);
    }

    #[test]
    fn headers_are_kept_where_they_say_something() {
        let lines = ["Page 3 of 10", "Confidential draft", "Confidential draft", "The body"];
        let text = written(|it| {
            it.paragraph("The body is said.")?;
            it.furniture(&lines.map(str::to_owned))
        });
        assert_eq!(text.text, "The body is said.\n\n[^head1]: Confidential draft\n");
    }

    #[test]
    fn the_limit_holds_at_every_block() {
        let limits = Limits { text_bytes: 10, ..Limits::default() };
        let mut manuscript = Manuscript::new(&limits);
        assert_eq!(manuscript.paragraph("12345"), Ok(()));
        assert!(manuscript.item(0, &Label::Bullet, "123456").is_err());
    }
}

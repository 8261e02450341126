//! The words of a passage, for people: stored text is Markdown, and nobody quotes `## ` or `| --- |`.
//! It reads only the block around the passage, in time linear in both, and never invents a word: what
//! it does not know as markup stays as it is written. Plain text has no markup and does not come here.

mod inline;
mod lines;

pub use lines::Within;

use inline::Inline;
use lines::{Line, Reader};
use std::ops::Range;

/// How far before a passage its block is looked for, and behind it for what the block goes on with.
const AROUND_BYTES: usize = 4096;

/// What stands between the cells of a table's row.
const CELLS: &str = " · ";

/// The words of `text[range]`, which is Markdown: without heading marks, emphasis, link targets,
/// escapes, fences and rules; list marks as `•` or numbers, a table's rows as their cells. Lines stay
/// lines. Empty where `range` does not lie on `text`.
pub fn plain(text: &str, range: Range<usize>, within: Within) -> String {
    if text.get(range.clone()).is_none() {
        return String::new();
    }
    let window = match within {
        Within::Prose => window(text, &range),
        Within::Code => line_start(text, range.start)..range.end,
    };
    let mut words = Words { text, range, out: String::new() };
    let mut reader = Reader::new(text, window, within);
    while let Some(block) = reader.next_block() {
        words.block(&block);
    }
    words.finish()
}

/// The block or blocks that `range` touches: to the blank lines around it, where they are near.
fn window(text: &str, range: &Range<usize>) -> Range<usize> {
    let least = text.ceil_char_boundary(range.start.saturating_sub(AROUND_BYTES));
    let most = text.floor_char_boundary(range.end.saturating_add(AROUND_BYTES).min(text.len()));
    let before = text.get(least..range.start).unwrap_or_default();
    let after = text.get(range.end..most).unwrap_or_default();
    let start = match before.rfind("\n\n") {
        Some(at) => least + at + 2,
        None if least == 0 => 0,
        None => before.find('\n').map_or(range.start, |at| least + at + 1),
    };
    let end = after.find("\n\n").map_or(most, |at| range.end + at);
    start..end
}

fn line_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind('\n').map_or(0, |newline| newline + 1)
}

/// The words so far, of what lies in `range`.
struct Words<'a> {
    text: &'a str,
    range: Range<usize>,
    out: String,
}

impl Words<'_> {
    fn block(&mut self, block: &[Line]) {
        match block {
            [Line::Row(cells)] => {
                let row: Vec<String> =
                    cells.iter().map(|cell| self.inline(std::slice::from_ref(cell))).collect();
                let row: Vec<&str> =
                    row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
                self.line(&row.join(CELLS));
            }
            [Line::Code(line)] => {
                let own = line.start.max(self.range.start)..line.end.min(self.range.end);
                if own.start < own.end || own.start == line.start && own.is_empty() {
                    self.line(self.text.get(own).unwrap_or_default().trim_end());
                }
            }
            [Line::Blank(at)] => {
                if self.range.contains(at) && !self.out.is_empty() {
                    self.line("");
                }
            }
            lines => {
                let mut parts = Vec::with_capacity(lines.len());
                for line in lines {
                    let Line::Words { lead, content, .. } = line else { continue };
                    parts.push((lead.as_str(), content.clone()));
                }
                self.paragraph(&parts);
            }
        }
    }

    /// Lines of one run of words; what leads the first is said where its own first letter is in.
    fn paragraph(&mut self, parts: &[(&str, Range<usize>)]) {
        let contents: Vec<Range<usize>> = parts.iter().map(|(_, range)| range.clone()).collect();
        let words = self.inline(&contents);
        let lead = parts.iter().find(|(_, content)| content.end > self.range.start);
        let (mark, content) = lead.map_or(("", 0..0), |(mark, content)| (*mark, content.clone()));
        for (at, line) in words.lines().enumerate() {
            let line = line.trim();
            let marked = at == 0 && !mark.is_empty() && self.range.start <= content.start;
            match (marked, line.is_empty()) {
                (true, false) => self.line(&format!("{mark}{line}")),
                (false, false) => self.line(line),
                (_, true) => {}
            }
        }
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// The words of some lines that run on, as far as they lie in the range.
    fn inline(&self, lines: &[Range<usize>]) -> String {
        Inline::new(self.text, lines).words(&self.range)
    }

    fn finish(self) -> String {
        let mut words = String::with_capacity(self.out.len());
        // one blank line between blocks is enough
        let mut blank = true;
        for line in self.out.lines() {
            if line.is_empty() && blank {
                continue;
            }
            blank = line.is_empty();
            words.push_str(line);
            words.push('\n');
        }
        words.truncate(words.trim_end().len());
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(markdown: &str, words: &str) {
        assert_eq!(plain(markdown, 0..markdown.len(), Within::Prose), words, "{markdown}");
    }

    #[test]
    fn markup_goes_and_words_stay() {
        check("## Abstract\n\nA **Duck** is *a* __bird__.", "Abstract\n\nA Duck is a bird.");
        check("# Title #\n\nSub\n---\n\nx", "Title\n\nSub\n\nx");
        check("a [link](http://x.y/(z) \"t\") b ![alt *it*](a.png)", "a link b alt it");
        check("`a*b*` and ``c ` d``", "a*b* and c ` d");
        check("5 \\* 3 \\| 4 \\# 2, a\\b", "5 * 3 | 4 # 2, a\\b");
        check("AT&amp;T &lt;x&gt; &#233; &unknown; & so", "AT&T <x> é &unknown; & so");
        check("2 * 3 * 4, snake_case_name, 5**", "2 * 3 * 4, snake_case_name, 5**");
        check("<https://a.b/c> H<sub>2</sub>O Vec<T><br>z", "https://a.b/c H2O Vec<T> z");
        check("as said[^3] and [12]\n\n[^3]: See there.", "as said[3] and [12]\n\n[3] See there.");
        check("~~gone~~ ~5 a~b", "gone ~5 a~b");
        check("***both*** **a *b* c**", "both a b c");
        check("*one\ntwo* three", "one\ntwo three");
        check("a\\\nb  \nc", "a\nb\nc");
        check("[a](b [c](d) e", "[a](b c e");
        check("[![i](j)](k) [x][y] [z]", "i [x][y] [z]");
    }

    #[test]
    fn blocks_read_as_people_write_them() {
        check("| a | b |\n| --- | :-: |\n| **1** | x \\| y |", "a · b\n1 · x | y");
        check("a | b\n--- | ---\nc | d", "a · b\nc · d");
        check("- one\n  two\n- [x] done\n    - deep", "• one\ntwo\n• ☑ done\n• deep");
        check("1. one\n2) two\n+ x", "1. one\n2) two\n• x");
        check("> quoted\n> *on*\n\n- > x", "quoted\non\n\n• x");
        check(
            "```rust\n# not *a* heading\n\n| x |\n```\nafter *it*",
            "# not *a* heading\n\n| x |\nafter it",
        );
        check("~~~\n```\n~~~", "```");
        check("Duck\n: A *bird*.", "Duck\nA bird.");
        check("a\n\n***\n\nb", "a\n\nb");
        check("[x]: http://y.z\n\na", "a");
        check("#hash 1999. was", "#hash 1999. was");
        check("", "");
    }

    #[test]
    fn a_part_is_read_within_its_block() {
        let text = "# The Duck\n\nA **wild duck** of [the *north*](http://n) sea.\n\n| a | b |\n\
                    | --- | --- |\n| c d | e |\n\n- one two\n";
        let part = |words: &str, expected: &str| {
            let start = text.find(words).unwrap();
            assert_eq!(plain(text, start..start + words.len(), Within::Prose), expected, "{words}");
        };
        part("wild", "wild");
        part("duck** of", "duck of");
        part("# The", "The");
        part("The Duck\n\nA **wi", "The Duck\n\nA wi");
        part("north*](http://n) sea", "north sea");
        part("b |\n| --- | --- |\n| c", "b\nc");
        part("d | e", "d · e");
        part("two", "two");
        part("- one", "• one");
        let code = "```\n# a\n*b*\n```\n*c*";
        assert_eq!(plain(code, 4..11, Within::Code), "# a\n*b*");
        assert_eq!(plain("*b*\n```\n*c*", 0..11, Within::Code), "*b*\nc");
        assert_eq!(plain("é", 0..1, Within::Prose), "");
        assert_eq!(plain("é", 4..9, Within::Prose), "");
    }

    #[test]
    fn hostile_text_is_read_in_linear_time() {
        for shape in [
            "[", "](", "[](", "*", "* a", "a*", "`", "` a``", "_a", "<", "<a", "&", "![", "> ",
            "- ", "|", "\\", "[^", "\n", "~~", "**a", "a**", "[a](", "<!--", "```\n", "1. ",
            "| --- ", ": ",
        ] {
            let text = shape.repeat(400_000 / shape.len());
            plain(&text, 0..text.len(), Within::Prose);
            let middle = text.floor_char_boundary(text.len() / 2);
            plain(&text, middle..middle + 1, Within::Prose);
        }
    }

    fn letters(text: &str) -> String {
        text.chars().filter(|c| c.is_alphanumeric()).collect()
    }

    proptest! {
        #[test]
        fn words_without_markup_are_themselves(text in "([A-Za-z0-9é漢]{1,8}[ ,;]){1,30}") {
            let expected = text.trim();
            prop_assert_eq!(plain(&text, 0..text.len(), Within::Prose), expected);
        }

        #[test]
        fn a_part_has_only_letters_of_the_part(
            text in "([a-zé ]|[#*>`|_=~+<&:\\-\\[\\]()!\\\\]|[0-9]|\n|\n\n|```\n|\\| --- \\|\n){0,80}",
            a in 0usize..200, b in 0usize..200,
        ) {
            let (a, b) = (text.floor_char_boundary(a), text.floor_char_boundary(b));
            let range = a.min(b)..a.max(b);
            let words = letters(&plain(&text, range.clone(), Within::Prose));
            let own = letters(&text[range]);
            let mut rest = own.chars();
            prop_assert!(words.chars().all(|c| rest.any(|o| o == c)), "{} of {}", words, own);
        }
    }
}

//! Markdown: the text is kept as it is, and CommonMark's own grammar says where its blocks are.
//! HTML and DOCX become Markdown first and come through here as well. Never renders anything.

use crate::html::page::Page;
use crate::{Limits, Result, front, text};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};
use std::ops::Range;
use types::{Block, BlockKind, ConvertedText, Format, Reference};

/// What the structure of a Markdown text is.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// In order, not overlapping; front matter and link definitions are in none.
    pub(crate) blocks: Vec<Block>,
    /// Of the front matter, or the first heading of level 1.
    pub(crate) title: Option<String>,
    /// What the front matter says.
    pub(crate) reference: Reference,
    /// The part of a definition list that was closed last, while the list goes on.
    part: Option<Part>,
}

/// A part of a definition list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Term,
    Meaning,
}

/// Converts a Markdown file.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let text::Decoded { text, warnings } = text::decode(bytes).ok_or_else(text::not_text)?;
    limits.check_text(text.len())?;
    let Outline { blocks, title, reference, .. } = outline(&text);
    let converted = ConvertedText::new(Format::Markdown, text, blocks);
    Ok(ConvertedText { title, warnings, reference, ..converted })
}

/// The dialect: CommonMark with tables, footnotes, strike-through, task lists, definition lists
/// (`Term`, then `: what it means`) and front matter.
pub(crate) fn dialect() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
}

/// Finds the blocks. Only the outermost ones count; lists count by item, definition lists by term.
pub(crate) fn outline(text: &str) -> Outline {
    let mut outline = Outline::default();
    let mut open: Option<Open> = None;
    for (event, range) in Parser::new_ext(text, dialect()).into_offset_iter() {
        match (&mut open, event) {
            (None, Event::Start(tag)) => {
                if tag == Tag::DefinitionList {
                    outline.part = None;
                }
                open = Open::new(&tag, range);
            }
            (Some(block), Event::Start(_)) => block.depth += 1,
            (Some(block), Event::End(_)) if block.depth > 0 => block.depth -= 1,
            (Some(_), Event::End(_)) => {
                if let Some(block) = open.take() {
                    outline.close(text, block);
                }
            }
            (Some(block), Event::Text(part) | Event::Code(part)) if block.wants_title() => {
                block.title.push_str(&part);
            }
            (Some(block), Event::SoftBreak | Event::HardBreak) if block.wants_title() => {
                block.title.push(' ');
            }
            _ => {}
        }
    }
    outline
}

/// A block whose end has not come yet.
struct Open {
    /// `None` for front matter.
    kind: Option<BlockKind>,
    /// What it is of a definition list.
    part: Option<Part>,
    range: Range<usize>,
    title: String,
    depth: usize,
}

impl Open {
    fn new(tag: &Tag, range: Range<usize>) -> Option<Self> {
        let kind = match tag {
            Tag::Paragraph | Tag::HtmlBlock => Some(BlockKind::Paragraph),
            Tag::FootnoteDefinition(_) => Some(BlockKind::Footnote),
            Tag::Heading { level, .. } => Some(BlockKind::Heading(depth_of(*level))),
            Tag::BlockQuote(_) => Some(BlockKind::Quote),
            Tag::CodeBlock(_) => Some(BlockKind::Code),
            Tag::Item | Tag::DefinitionListTitle | Tag::DefinitionListDefinition => {
                Some(BlockKind::ListItem)
            }
            Tag::Table(_) => Some(BlockKind::Table),
            Tag::MetadataBlock(_) => None,
            _ => return None,
        };
        let part = match tag {
            Tag::DefinitionListTitle => Some(Part::Term),
            Tag::DefinitionListDefinition => Some(Part::Meaning),
            _ => None,
        };
        Some(Self { kind, part, range, title: String::new(), depth: 0 })
    }

    fn wants_title(&self) -> bool {
        matches!(self.kind, None | Some(BlockKind::Heading(_)))
    }
}

impl Outline {
    fn close(&mut self, text: &str, block: Open) {
        let Open { kind, part, range, title, .. } = block;
        let Some(kind) = kind else {
            self.reference = front::reference(&title);
            self.title = self.title.take().or_else(|| self.reference.title.clone());
            return;
        };
        let before = std::mem::replace(&mut self.part, part);
        let passage = text.get(range.clone()).unwrap_or_default();
        let start = range.start + passage.len() - passage.trim_start_matches('\n').len();
        let end = range.start + passage.trim_end().len();
        let after = self.blocks.last().map_or(0, |last| last.range.end);
        let is_comment = passage.starts_with("<!--") && passage.trim_end().ends_with("-->");
        if start >= end || start < after || is_comment {
            return;
        }
        // a term, the terms that share its meaning, and what it means are one item
        let joins = part == Some(Part::Meaning) || (part.is_some() && before == Some(Part::Term));
        if let Some(term) = self.blocks.last_mut().filter(|_| joins && before.is_some()) {
            term.range.end = end;
            return;
        }
        let (kind, title) = match html_heading(kind, passage) {
            Some((level, words)) => (BlockKind::Heading(level), words),
            None if is_caption(kind, passage) => (BlockKind::Caption, title),
            None => (kind, title),
        };
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if kind == BlockKind::Heading(1) && self.title.is_none() && !title.is_empty() {
            self.title = Some(title.clone());
        }
        self.blocks.push(Block { kind, range: start..end, title });
    }
}

fn depth_of(level: HeadingLevel) -> u8 {
    level as u8
}

/// `<h1 align="center">Title</h1>`, as many a README begins.
fn html_heading(kind: BlockKind, passage: &str) -> Option<(u8, String)> {
    let tag = passage.strip_prefix("<h").or_else(|| passage.strip_prefix("<H"))?;
    let level = tag.chars().next()?.to_digit(10).filter(|level| (1..=6).contains(level))?;
    let closing = format!("</h{level}>");
    let is_alone =
        passage.to_ascii_lowercase().find(&closing)? + closing.len() == passage.trim_end().len();
    if kind != BlockKind::Paragraph || !is_alone || passage.len() > 2000 {
        return None;
    }
    let words = Page::parse(passage).words(0);
    (!words.is_empty()).then_some((u8::try_from(level).ok()?, words))
}

/// A paragraph that opens as captions do: `Figure 3.`, `**Table 2:** …`, `Fig. 1 – …`.
fn is_caption(kind: BlockKind, passage: &str) -> bool {
    const NAMES: &str = " figure fig. fig table tab. chart scheme listing plate exhibit box abbildung \
        abb. tabelle tableau figura tabla ";
    if kind != BlockKind::Paragraph {
        return false;
    }
    let is_sign = |c: char| matches!(c, '*' | '_' | ' ');
    let passage = passage.trim_start_matches(is_sign);
    let Some((name, rest)) = passage.split_once([' ', '\u{a0}']) else { return false };
    if name.is_empty() || !NAMES.contains(&format!(" {} ", name.to_lowercase())) {
        return false;
    }
    let number = rest.split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-'));
    let number = number.into_iter().next().unwrap_or_default();
    let bare = number.trim_end_matches('.');
    let is_number = bare.len() <= 8
        && (bare.starts_with(|c: char| c.is_ascii_digit())
            || (!bare.is_empty() && bare.chars().all(|c| "IVXLC".contains(c))));
    let after = rest.get(number.len()..).unwrap_or_default().trim_start_matches(is_sign);
    let parted = number.ends_with('.')
        || after.is_empty()
        || after.starts_with([':', '|', '\n', '\u{2013}', '\u{2014}']);
    is_number && parted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[(BlockKind, &str, &str)]) {
        let found = outline(text).blocks;
        let found: Vec<_> = found
            .iter()
            .map(|block| (block.kind, &text[block.range.clone()], block.title.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn blocks_are_those_of_commonmark() {
        use BlockKind::{Code, Heading, ListItem, Paragraph, Quote, Table};
        check(
            "---\ntitle: \"T\"\n---\n# A *b* `c`\n\nOne\ntwo.\n\nSub\n---\n",
            &[
                (Heading(1), "# A *b* `c`", "A b c"),
                (Paragraph, "One\ntwo.", ""),
                (Heading(2), "Sub\n---", "Sub"),
            ],
        );
        check(
            "- a\n  - b\n- c\n\n1. d\n\n   more\n\n> q\n> # not\n\n```\n# code\n```\n",
            &[
                (ListItem, "- a\n  - b", ""),
                (ListItem, "- c", ""),
                (ListItem, "1. d\n\n   more", ""),
                (Quote, "> q\n> # not", ""),
                (Code, "```\n# code\n```", ""),
            ],
        );
        check(
            "<h2 align=\"center\">An <i>H</i></h2>\n",
            &[(Heading(2), "<h2 align=\"center\">An <i>H</i></h2>", "An H")],
        );
        check(
            "| a | b |\n|---|---|\n| 1 | 2 |\n\n<!-- no -->\n\n<div>x</div>\n\n[l]: http://x\n",
            &[(Table, "| a | b |\n|---|---|\n| 1 | 2 |", ""), (Paragraph, "<div>x</div>", "")],
        );
    }

    #[test]
    fn notes_captions_and_terms_are_told_apart() {
        use BlockKind::{Caption, Footnote, ListItem, Paragraph};
        check(
            "Text[^1].\n\n[^1]: Note\n\nTerm\n: Meaning\n\n: More\n\nA\n\nB\n: C\n\n**Table 2:** Ducks\n\nTable 2 shows ducks.\n\nFig. 1. A\n",
            &[
                (Paragraph, "Text[^1].", ""),
                (Footnote, "[^1]: Note", ""),
                (ListItem, "Term\n: Meaning\n\n: More", ""),
                (Paragraph, "A", ""),
                (ListItem, "B\n: C", ""),
                (Caption, "**Table 2:** Ducks", ""),
                (Paragraph, "Table 2 shows ducks.", ""),
                (Caption, "Fig. 1. A", ""),
            ],
        );
    }

    #[test]
    fn titles_come_from_front_matter_or_the_first_top_heading() {
        for (text, expected) in [
            ("---\nauthor: x\ntitle: 'A: b'\n---\n# H\n", Some("A: b")),
            ("## Two\n\n# One\n\n# Other\n", Some("One")),
            ("words\n", None),
        ] {
            assert_eq!(outline(text).title.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let deep = [">".repeat(20_000), "- ".repeat(20_000), "[".repeat(20_000)].join("\n\n");
        assert!(!outline(&deep).blocks.is_empty());
    }

    proptest! {
        #[test]
        fn blocks_are_ordered_and_whole(text in "([a-z é]|[#*>`|_=+<&:\\-\\[\\]]|[0-9]|\\n|\\t|    |---\\n|```\\n){0,80}") {
            let mut end = 0;
            for block in outline(&text).blocks {
                prop_assert!(block.range.start >= end);
                prop_assert!(text.get(block.range.clone()).is_some_and(|part| !part.trim().is_empty()));
                end = block.range.end;
            }
        }
    }
}

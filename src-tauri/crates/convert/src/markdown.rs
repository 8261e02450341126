//! Markdown: the text is kept as it is, and CommonMark's own grammar says where its blocks are.
//! HTML and DOCX become Markdown first and come through here as well. Never renders anything.

use crate::{Limits, Result, text};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};
use std::ops::Range;
use types::{Block, BlockKind, ConvertedText, Format};

/// What the structure of a Markdown text is.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// In order, not overlapping; front matter and link definitions are in none.
    pub(crate) blocks: Vec<Block>,
    /// Of the front matter, or the first heading of level 1.
    pub(crate) title: Option<String>,
}

/// Converts a Markdown file.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let text::Decoded { text, warnings } = text::decode(bytes).ok_or_else(text::not_text)?;
    limits.check_text(text.len())?;
    let Outline { blocks, title } = outline(&text);
    Ok(ConvertedText { format: Format::Markdown, text, blocks, title, pages: Vec::new(), warnings })
}

/// The dialect: CommonMark with tables, footnotes, strike-through, task lists and front matter.
pub(crate) fn dialect() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

/// Finds the blocks. Only the outermost ones count; lists count by item.
pub(crate) fn outline(text: &str) -> Outline {
    let mut outline = Outline::default();
    let mut open: Option<Open> = None;
    for (event, range) in Parser::new_ext(text, dialect()).into_offset_iter() {
        match (&mut open, event) {
            (None, Event::Start(tag)) => open = Open::new(&tag, range),
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
    range: Range<usize>,
    title: String,
    depth: usize,
}

impl Open {
    fn new(tag: &Tag, range: Range<usize>) -> Option<Self> {
        let kind = match tag {
            Tag::Paragraph | Tag::HtmlBlock | Tag::FootnoteDefinition(_) => BlockKind::Paragraph,
            Tag::Heading { level, .. } => BlockKind::Heading(depth_of(*level)),
            Tag::BlockQuote(_) => BlockKind::Quote,
            Tag::CodeBlock(_) => BlockKind::Code,
            Tag::Item => BlockKind::ListItem,
            Tag::Table(_) => BlockKind::Table,
            Tag::MetadataBlock(_) => {
                return Some(Self { kind: None, range, title: String::new(), depth: 0 });
            }
            _ => return None,
        };
        Some(Self { kind: Some(kind), range, title: String::new(), depth: 0 })
    }

    fn wants_title(&self) -> bool {
        matches!(self.kind, None | Some(BlockKind::Heading(_)))
    }
}

impl Outline {
    fn close(&mut self, text: &str, block: Open) {
        let Open { kind, range, title, .. } = block;
        let Some(kind) = kind else {
            self.title = self.title.take().or_else(|| front_matter_title(&title));
            return;
        };
        let passage = text.get(range.clone()).unwrap_or_default();
        let start = range.start + passage.len() - passage.trim_start_matches('\n').len();
        let end = range.start + passage.trim_end().len();
        let after = self.blocks.last().map_or(0, |last| last.range.end);
        let is_comment = passage.starts_with("<!--") && passage.trim_end().ends_with("-->");
        if start >= end || start < after || is_comment {
            return;
        }
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

fn front_matter_title(yaml: &str) -> Option<String> {
    let value = yaml.lines().find_map(|line| line.strip_prefix("title:"))?.trim();
    let value = value.trim_matches(['"', '\'']).trim();
    (!value.is_empty()).then(|| value.to_owned())
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
            "| a | b |\n|---|---|\n| 1 | 2 |\n\n<!-- no -->\n\n<div>x</div>\n\n[l]: http://x\n",
            &[(Table, "| a | b |\n|---|---|\n| 1 | 2 |", ""), (Paragraph, "<div>x</div>", "")],
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

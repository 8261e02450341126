//! What a Markdown text holds once its markup is gone: words, headings, tables. `score` says by
//! which rules, and applies them to both sides.

use crate::markdown;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use unicode_normalization::UnicodeNormalization;

/// Tags that part no words.
const INLINE: &str =
    " a abbr b bdi bdo cite code del em font i ins kbd mark q s small span strong sub sup u ";

/// Tags that do.
const BLOCK: &str = " article aside blockquote br caption center col colgroup dd details div dl dt \
    figcaption figure footer h1 h2 h3 h4 h5 h6 header hr img li main nav ol p pre section summary \
    table tbody td tfoot th thead tr ul ";

/// What is counted.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// In order.
    pub(super) words: Vec<String>,
    /// Level and title; no empty ones.
    pub(super) headings: Vec<(u8, String)>,
    /// Cells that hold a word, table by table.
    pub(super) tables: Vec<Vec<String>>,
}

impl Content {
    /// Reads Markdown.
    pub(super) fn read(text: &str) -> Self {
        let mut reader = Reader::default();
        for event in Parser::new_ext(text, markdown::dialect()) {
            reader.event(event);
        }
        reader.flush();
        reader.content
    }

    /// The headings without their levels.
    pub(super) fn titles(&self) -> impl Iterator<Item = &str> {
        self.headings.iter().map(|(_, title)| title.as_str())
    }
}

#[derive(Default)]
struct Reader {
    content: Content,
    /// Text since the last edge of a block.
    run: String,
    /// The block of HTML that is being read.
    html: String,
    silent: bool,
    /// The row before and the row that is being read, while in a table.
    above: Vec<String>,
    row: Vec<String>,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::MetadataBlock(_)) => self.silent = true,
            Event::End(TagEnd::MetadataBlock(_)) => self.silent = false,
            _ if self.silent => {}
            Event::Text(part) | Event::Code(part) => self.run.push_str(&part),
            // a block of HTML comes line by line, and a comment may span lines
            Event::Html(part) => self.html.push_str(&part),
            Event::InlineHtml(part) => without_tags(&part, &mut self.run),
            Event::SoftBreak | Event::HardBreak => self.run.push('\n'),
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => {}
            Tag::Link { .. } | Tag::Image { .. } => {}
            Tag::Table(_) => {
                self.flush();
                self.above.clear();
                self.content.tables.push(Vec::new());
            }
            _ => drop(self.flush()),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {}
            TagEnd::Link | TagEnd::Image => {}
            TagEnd::Heading(level) => {
                let title = self.flush().join(" ");
                if !title.is_empty() {
                    self.content.headings.push((level as u8, title));
                }
            }
            TagEnd::TableCell => {
                let words = words(&std::mem::take(&mut self.run));
                self.cell(words);
            }
            TagEnd::TableHead | TagEnd::TableRow => self.above = std::mem::take(&mut self.row),
            TagEnd::Table if self.content.tables.last().is_some_and(Vec::is_empty) => {
                self.content.tables.pop();
            }
            TagEnd::HtmlBlock => {
                without_tags(&std::mem::take(&mut self.html), &mut self.run);
                self.flush();
            }
            _ => drop(self.flush()),
        }
    }

    /// Counts a cell unless it repeats its neighbour.
    fn cell(&mut self, words: Vec<String>) {
        let cell = words.join(" ");
        let repeats =
            self.row.last() == Some(&cell) || self.above.get(self.row.len()) == Some(&cell);
        if !cell.is_empty() && !repeats {
            self.content.words.extend(words);
            if let Some(table) = self.content.tables.last_mut() {
                table.push(cell.clone());
            }
        }
        self.row.push(cell);
    }

    /// Counts the words of the run that ends here, and gives them.
    fn flush(&mut self) -> Vec<String> {
        let words = words(&std::mem::take(&mut self.run));
        self.content.words.extend_from_slice(&words);
        words
    }
}

fn words(run: &str) -> Vec<String> {
    let plain: String =
        run.nfkc().filter(|c| !language::is_invisible(*c)).collect::<String>().to_lowercase();
    let parts = plain.split('_').flat_map(language::words);
    parts.map(|(_, word)| word.to_owned()).collect()
}

/// Appends `html` without comments and known tags, entities as what they stand for.
fn without_tags(html: &str, out: &mut String) {
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        push_entities(before, out);
        rest = match markup(after) {
            Some((parting, after)) => {
                out.push_str(parting);
                after
            }
            None => {
                out.push('<');
                after
            }
        };
    }
    push_entities(rest, out);
}

/// Reads a comment or a known tag after its `<`: what stands in its place, and what follows.
fn markup(after: &str) -> Option<(&'static str, &str)> {
    if let Some(comment) = after.strip_prefix("!--") {
        return Some((" ", comment.split_once("-->").map_or("", |(_, rest)| rest)));
    }
    let name = after.strip_prefix('/').unwrap_or(after);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = name.get(..end)?.to_ascii_lowercase();
    let (_, rest) = after.split_once('>')?;
    let name = format!(" {name} ");
    if INLINE.contains(&name) {
        return Some(("", rest));
    }
    BLOCK.contains(&name).then_some((" ", rest))
}

fn push_entities(text: &str, out: &mut String) {
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    let mut text = text.to_owned();
    for (name, letter) in named {
        text = text.replace(name, letter);
    }
    out.push_str(&text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_goes_and_words_stay() {
        for (text, words) in [
            ("# A *b*c `d_e`", "a bc d e"),
            ("3.14 isn't U.S. 10,000", "3.14 isn't u.s 10,000"),
            ("漢字 ｆｕｌｌ x²", "漢 字 full x2"),
            ("<div>a<b>b</b>c</div>\n\n<!-- x\n\ny --> z", "abc z"),
            ("if a <b and c> d <T>", "if a d t"),
            ("&lt;p&gt; <p>1 &lt; 2</p>", "p 1 2"),
            ("1. one\n2. two\n\n   more", "one two more"),
            ("---\ntitle: T\n---\nx[^1]\n\n[^1]: note", "x note"),
        ] {
            assert_eq!(Content::read(text).words.join(" "), words, "{text}");
        }
    }

    #[test]
    fn tables_are_lists_of_cells() {
        let text = "|  | **a** |\n|-|-|\n| b<br>c | a |\n| \\| | - |\n\n|  |\n|-|\n";
        let content = Content::read(text);
        assert_eq!(content.tables, [["a", "b c"]]);
        assert_eq!(content.words, ["a", "b", "c"]);
    }
}

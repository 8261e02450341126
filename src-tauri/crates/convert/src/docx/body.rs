//! Paragraphs, lists and tables of the body, written as Markdown one after the other.

use super::inline;
use super::numbering::{Label, Numbering};
use super::styles::{Styles, numbering_of};
use super::xml::Node;
use crate::{Error, Result};

/// Elements around a block: `w:document`, `w:body`.
pub(super) const DEPTH: usize = 2;
/// Widest table; what stands further right is joined to the last column.
const COLUMNS: usize = 64;

/// What the writer looks things up in.
pub(super) struct Room {
    /// The document's styles.
    pub(super) styles: Styles,
    /// Largest text.
    pub(super) text_bytes: usize,
}

/// Writes Markdown.
pub(super) struct Writer<'a> {
    room: &'a Room,
    numbering: Numbering,
    text: String,
    /// How deep the list is that the last block belonged to; `None` outside lists.
    list_depth: Option<usize>,
}

impl<'a> Writer<'a> {
    /// An empty text.
    pub(super) fn new(room: &'a Room, numbering: Numbering) -> Self {
        Self { room, numbering, text: String::new(), list_depth: None }
    }

    /// One block of the body.
    pub(super) fn block(&mut self, node: &Node) -> Result<()> {
        match node.name.as_str() {
            "p" => self.paragraph(node)?,
            "tbl" => self.table(node)?,
            // content controls, tracked insertions, custom markup: what they hold is the text
            "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" | "txbxContent"
            | "AlternateContent" | "Choice" => {
                for inner in node.nodes() {
                    self.block(inner)?;
                }
            }
            _ => {}
        }
        if self.text.len() > self.room.text_bytes {
            let limit = crate::limits::size(self.room.text_bytes as u64);
            return Err(Error::TooLarge { what: format!("its text is larger than {limit}") });
        }
        Ok(())
    }

    /// The notes of a part, each as a Markdown footnote.
    pub(super) fn notes(&mut self, part: &Node, mark: &str) -> Result<()> {
        for note in part.nodes().filter(|note| note.attribute("type").is_none()) {
            let words = paragraphs_in(note).join(" ");
            if let Some(id) = note.attribute("id").filter(|_| !words.is_empty()) {
                self.paragraph_text(&format!("[^{mark}{id}]: {words}"));
            }
        }
        Ok(())
    }

    /// The text, ending in one newline.
    pub(super) fn finish(mut self) -> String {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }

    fn paragraph(&mut self, node: &Node) -> Result<()> {
        let properties = node.child("pPr");
        let style = properties.and_then(|properties| properties.value("pStyle"));
        if self.room.styles.is_contents(style) {
            return Ok(());
        }
        let inline = inline::read(node);
        let words = inline::escape_line_starts(&inline.text);
        if !words.is_empty() {
            let numbered = properties
                .and_then(numbering_of)
                .or_else(|| self.room.styles.numbered(style))
                .and_then(|(id, level)| Some((self.numbering.next(&id, level)?, level)));
            match (self.room.styles.heading(properties), numbered) {
                (Some(level), label) => self.heading(level, label, &inline.text),
                (None, Some((label, level))) => self.list_item(&label, level, &words),
                (None, None) => self.paragraph_text(&words),
            }
        }
        inline.boxes.into_iter().try_for_each(|node| self.block(node))
    }

    fn heading(&mut self, level: u8, label: Option<(Label, usize)>, words: &str) {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let number = match label {
            Some((Label::Number(_, label), _)) if !label.is_empty() => format!("{label} "),
            _ => String::new(),
        };
        // closing #s would be taken for markup
        let words = words.trim_end_matches('#').trim_end();
        self.paragraph_text(&format!("{} {number}{words}", "#".repeat(usize::from(level))));
    }

    fn list_item(&mut self, label: &Label, level: usize, words: &str) {
        // a level may only be entered from the one above, or its indent would read as code
        let depth = self.list_depth.map_or(0, |depth| level.min(depth + 1));
        let mark = match label {
            Label::Bullet => "- ".to_owned(),
            Label::Number(number, _) => format!("{}. ", (*number).min(999_999)),
        };
        let indent = " ".repeat(4 * depth);
        let more = format!("\n{indent}{}", " ".repeat(mark.len()));
        self.separate(if self.list_depth.is_some() { "\n" } else { "\n\n" });
        self.text.push_str(&format!("{indent}{mark}{}", words.replace('\n', &more)));
        self.list_depth = Some(depth);
    }

    fn paragraph_text(&mut self, words: &str) {
        self.separate("\n\n");
        self.text.push_str(words);
        self.list_depth = None;
    }

    fn separate(&mut self, with: &str) {
        if !self.text.is_empty() {
            self.text.push_str(with);
        }
    }

    fn table(&mut self, node: &Node) -> Result<()> {
        let rows: Vec<&Node> = inside(node, "tr");
        if let [row] = rows.as_slice()
            && let [cell] = inside(row, "tc").as_slice()
        {
            // a frame drawn around text, not a table
            return cell.nodes().try_for_each(|inner| self.block(inner));
        }
        let rows: Vec<Vec<String>> = rows.into_iter().map(cells).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.iter().flatten().all(String::is_empty) {
            return Ok(());
        }
        let mut lines = Vec::new();
        for (at, mut row) in rows.into_iter().enumerate() {
            row.resize(width, String::new());
            lines.push(format!("| {} |", row.join(" | ")));
            if at == 0 {
                lines.push(format!("|{}", " --- |".repeat(width)));
            }
        }
        self.paragraph_text(&lines.join("\n"));
        Ok(())
    }
}

/// Elements of that name in `node`, content controls around them looked through.
fn inside<'a>(node: &'a Node, name: &str) -> Vec<&'a Node> {
    let mut found = Vec::new();
    for child in node.nodes() {
        match child.name.as_str() {
            own if own == name => found.push(child),
            "sdt" | "sdtContent" | "ins" | "customXml" => found.extend(inside(child, name)),
            _ => {}
        }
    }
    found
}

/// A row's cells. A cell over several columns leaves the others empty, and so does one that
/// continues the cell above it.
fn cells(row: &Node) -> Vec<String> {
    let mut cells = Vec::new();
    for cell in inside(row, "tc") {
        let properties = cell.child("tcPr");
        let merge = properties.and_then(|properties| properties.child("vMerge"));
        let continues = merge.is_some_and(|merge| merge.attribute("val") != Some("restart"));
        let span = properties.and_then(|properties| properties.value("gridSpan"));
        let span = span.and_then(|span| span.parse().ok()).unwrap_or(1).clamp(1, COLUMNS);
        let words = if continues { String::new() } else { paragraphs_in(cell).join(" ") };
        cells.push(words.replace('|', "\\|"));
        cells.extend(std::iter::repeat_n(String::new(), span - 1));
    }
    if cells.len() > COLUMNS {
        let rest = cells.split_off(COLUMNS);
        if let Some(last) = cells.last_mut() {
            *last = format!("{last} {}", rest.join(" "));
        }
    }
    cells
}

/// The words of each paragraph in `node`, nested tables included.
fn paragraphs_in(node: &Node) -> Vec<String> {
    let mut found = Vec::new();
    for child in node.nodes() {
        if child.name == "p" {
            let words = inline::read(child).text;
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            found.extend((!words.is_empty()).then_some(words));
        } else if !matches!(child.name.as_str(), "del" | "Fallback") {
            found.extend(paragraphs_in(child));
        }
    }
    found
}

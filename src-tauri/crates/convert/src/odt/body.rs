//! Paragraphs, lists and tables of the body, written one after the other.

use super::count::is_furniture;
use super::inline::{self, Inline, NOTE};
use super::lists::{Lists, OUTLINE};
use super::room::Room;
use super::styles::{Role, below_title};
use crate::Result;
use crate::office::numerals::roman;
use crate::office::words::{HIDDEN, SHOWN, byline, one_line, push_escaped};
use crate::office::{Grid, Label, Manuscript, Node};

/// Rows and cells that a file may say once for many.
const REPEATED: usize = 128;

/// What lists have that name no style: bullets.
const NO_STYLE: &str = "\0";

/// Writes the text.
pub(super) struct Writer<'a> {
    room: &'a Room,
    lists: Lists,
    manuscript: Manuscript<'a>,
    /// Notes cited so far: their marks and words.
    notes: Vec<(String, String)>,
    footnotes: u32,
    endnotes: u32,
    comments: u32,
    pages: u32,
}

/// Where in a list a paragraph stands.
struct Place<'n> {
    style: &'n str,
    level: usize,
    /// What its item says it counts from.
    start: Option<u32>,
    /// Whether it begins its item.
    is_first: bool,
    is_header: bool,
}

impl<'a> Writer<'a> {
    /// An empty text.
    pub(super) fn new(room: &'a Room, lists: Lists, manuscript: Manuscript<'a>) -> Self {
        let notes = Vec::new();
        let (footnotes, endnotes, comments, pages) = (0, 0, 0, 0);
        Self { room, lists, manuscript, notes, footnotes, endnotes, comments, pages }
    }

    /// One block of the body.
    pub(super) fn block(&mut self, node: &Node) -> Result<()> {
        match node.name.as_str() {
            "p" | "h" => self.paragraph(node, None),
            "list" => {
                let style = node.attribute("style-name").unwrap_or(NO_STYLE);
                let continues = node.attribute("continue-numbering") == Some("true")
                    || node.attribute("continue-list").is_some();
                if !continues {
                    self.lists.restart(style);
                }
                self.manuscript.end_list();
                self.list(node, style, 0)
            }
            "table" => self.table(node),
            "section" | "bibliography" | "index-body" | "numbered-paragraph" | "text-box" => {
                node.nodes().try_for_each(|inner| self.block(inner))
            }
            name if inline::is_shape(name) => node.nodes().try_for_each(|inner| self.block(inner)),
            "page" => self.page(node),
            "annotation" => {
                self.note(node);
                Ok(())
            }
            // a frame that belongs to a page
            "frame" => self.paragraph(&Node::around(node.clone()), None),
            _ => Ok(()),
        }
    }

    /// A page of a presentation or drawing: its title, what stands on it, what the speaker notes.
    fn page(&mut self, page: &Node) -> Result<()> {
        self.pages = self.pages.saturating_add(1);
        let is_title = |node: &&Node| node.attribute("class") == Some("title");
        let title_frame = page.nodes().find(is_title);
        let title = title_frame.map(|frame| self.paragraphs_in(frame).join(" "));
        let title = title.filter(|title| !title.trim().is_empty());
        // programs name pages by their number, and people by what they are about
        let name = page.attribute("name").filter(|name| !name.starts_with("page"));
        let mut own = String::new();
        push_escaped(&mut own, name.unwrap_or(&format!("Slide {}", self.pages)));
        self.manuscript.heading(1, &title.unwrap_or(own))?;
        for node in page.nodes() {
            let is_title = title_frame.is_some_and(|frame| std::ptr::eq(frame, node));
            match node.name.as_str() {
                _ if is_title || is_furniture(node) => {}
                "notes" => {
                    let said = node.nodes().filter(|frame| !is_furniture(frame));
                    let said: Vec<String> =
                        said.flat_map(|frame| self.paragraphs_in(frame)).collect();
                    if !said.is_empty() {
                        self.manuscript.heading(3, "Notes")?;
                    }
                    said.iter().try_for_each(|words| self.manuscript.paragraph(words))?;
                }
                _ => self.block(node)?,
            }
        }
        self.manuscript.end_list();
        Ok(())
    }

    /// The notes that were cited, and the whole text.
    pub(super) fn finish(mut self) -> Result<Manuscript<'a>> {
        for (mark, words) in std::mem::take(&mut self.notes) {
            self.manuscript.note(&mark, &words)?;
        }
        Ok(self.manuscript)
    }

    fn paragraph(&mut self, node: &Node, place: Option<&Place>) -> Result<()> {
        let style = node.attribute("style-name");
        let inline = inline::read(node, self.room);
        let mut words = self.noted(&inline);
        if self.room.styles.is_hidden(style) && !words.trim().is_empty() {
            words = format!("{HIDDEN}{words}{SHOWN}");
        }
        let level = node.attribute("outline-level").and_then(|level| level.parse().ok());
        let role = match (node.name.as_str(), self.room.styles.role(style)) {
            ("h", Some(Role::Heading(1))) => Some(Role::Heading(1)),
            ("h", _) => Some(Role::Heading(below_title(level.unwrap_or(1)))),
            (_, role) => role,
        };
        match (role, place) {
            (Some(Role::Code), _) => self.manuscript.code(&inline::raw(node))?,
            _ if words.trim().is_empty() => {}
            (Some(Role::Heading(1)), _) => self.manuscript.heading(1, &words)?,
            (Some(Role::Heading(level)), _) => {
                let number = self.heading_number(node, level, place);
                self.manuscript.heading(level, &format!("{number}{words}"))?;
            }
            (_, Some(place)) if place.is_first && !place.is_header => {
                let label = self.lists.next(place.style, place.level, place.start);
                self.manuscript.item(place.level, &label, &words)?;
            }
            (_, Some(_)) => self.manuscript.more(&words)?,
            (Some(Role::Caption), _) => self.manuscript.caption(&words)?,
            (Some(Role::Quote), _) => self.manuscript.quote(&words)?,
            (None, None) => self.manuscript.paragraph(&words)?,
        }
        inline.boxes.into_iter().try_for_each(|text| {
            // what is drawn around the box is no list of its own
            text.nodes().try_for_each(|inner| self.block(inner))
        })
    }

    /// A heading's number and a space, by its list or by the outline.
    fn heading_number(&mut self, node: &Node, level: u8, place: Option<&Place>) -> String {
        if node.attribute("is-list-header") == Some("true") {
            return String::new();
        }
        let start = node.attribute("start-value").and_then(|start| start.parse().ok());
        let own = node.attribute("style-name");
        let label = match place {
            Some(place) if place.is_first && !place.is_header => {
                self.lists.next(place.style, place.level, place.start)
            }
            Some(_) => return String::new(),
            None => {
                let list = self.room.styles.list(own).filter(|list| !list.is_empty());
                self.lists.next(list.as_deref().unwrap_or(OUTLINE), usize::from(level) - 2, start)
            }
        };
        match label {
            Label::Number(_, label) if !label.is_empty() => {
                format!("{} ", label.strip_suffix('.').unwrap_or(&label))
            }
            _ => String::new(),
        }
    }

    fn list(&mut self, list: &Node, style: &str, level: usize) -> Result<()> {
        for item in list.nodes() {
            let is_header = match item.name.as_str() {
                "list-item" => false,
                "list-header" => true,
                _ => continue,
            };
            let start = item.attribute("start-value").and_then(|start| start.parse().ok());
            let mut place = Place { style, level, start, is_first: true, is_header };
            for node in item.nodes() {
                match node.name.as_str() {
                    "list" => {
                        let style = node.attribute("style-name").unwrap_or(style);
                        self.list(node, style, level + 1)?;
                    }
                    "p" | "h" => self.paragraph(node, Some(&place))?,
                    _ => self.block(node)?,
                }
                place.is_first = false;
            }
        }
        Ok(())
    }

    /// A paragraph's words with its notes' marks in place.
    fn noted(&mut self, inline: &Inline) -> String {
        let mut notes = inline.notes.iter();
        let mut words = String::with_capacity(inline.text.len());
        for letter in inline.text.chars() {
            if letter != NOTE {
                words.push(letter);
            } else if let Some(note) = notes.next() {
                words.push_str(&self.note(note));
            }
        }
        words
    }

    /// Keeps a note for the end and gives its mark.
    fn note(&mut self, note: &Node) -> String {
        let mark = if note.name == "annotation" {
            self.comments += 1;
            format!("c{}", self.comments)
        } else if note.attribute("note-class") == Some("endnote") {
            self.endnotes += 1;
            roman(self.endnotes).to_lowercase()
        } else {
            self.footnotes += 1;
            self.footnotes.to_string()
        };
        // its place among the notes, before any that it cites itself
        let at = self.notes.len();
        self.notes.push((mark.clone(), String::new()));
        let mut said = String::new();
        let words = if note.name == "annotation" {
            let text = |name: &str| note.child(name).map(Node::text);
            push_escaped(&mut said, &byline(text("creator").as_deref(), text("date").as_deref()));
            self.paragraphs_in(note)
        } else {
            note.child("note-body").map(|body| self.paragraphs_in(body)).unwrap_or_default()
        };
        if words.is_empty() {
            return String::new();
        }
        said.push_str(&words.join(" "));
        if let Some(place) = self.notes.get_mut(at) {
            place.1 = said;
        }
        format!("[^{mark}]")
    }

    fn table(&mut self, node: &Node) -> Result<()> {
        let mut rows = Vec::new();
        rows_of(node, &mut rows);
        if let [row] = rows.as_slice()
            && let [cell] = row.nodes().collect::<Vec<_>>().as_slice()
            && cell.name == "table-cell"
        {
            // a frame drawn around text, not a table
            return cell.nodes().try_for_each(|inner| self.block(inner));
        }
        let mut grid = Grid::default();
        for row in rows {
            for _ in 0..number(row, "number-rows-repeated").min(REPEATED) {
                grid.row();
                self.row(row, &mut grid);
            }
        }
        self.manuscript.table(&grid)
    }

    fn row(&mut self, row: &Node, grid: &mut Grid) {
        // cells to come that the last one covers
        let mut covered = 0usize;
        for cell in row.nodes() {
            let repeated = number(cell, "number-columns-repeated").min(REPEATED);
            match cell.name.as_str() {
                "table-cell" => {
                    let words = self.paragraphs_in(cell).join(" ");
                    let columns = number(cell, "number-columns-spanned").min(REPEATED);
                    (0..repeated).for_each(|_| grid.cell(&words, columns));
                    covered = columns - 1;
                }
                "covered-table-cell" => {
                    let own = repeated.min(covered);
                    covered -= own;
                    if repeated > own {
                        grid.below(repeated - own);
                    }
                }
                _ => {}
            }
        }
    }

    /// The words of each paragraph in `node`, nested lists and tables included.
    fn paragraphs_in(&mut self, node: &Node) -> Vec<String> {
        let mut found = Vec::new();
        for child in node.nodes() {
            match child.name.as_str() {
                "p" | "h" => {
                    let inline = inline::read(child, self.room);
                    let words = one_line(&self.noted(&inline));
                    found.extend((!words.is_empty()).then_some(words));
                    inline
                        .boxes
                        .into_iter()
                        .for_each(|text| found.extend(self.paragraphs_in(text)));
                }
                "creator" | "date" | "tracked-changes" => {}
                _ => found.extend(self.paragraphs_in(child)),
            }
        }
        found
    }
}

/// What the headers and footers of a kind of page say, each as one line.
pub(super) fn furniture(page: &Node) -> Vec<String> {
    let is_furniture =
        |node: &&Node| node.name.starts_with("header") || node.name.starts_with("footer");
    let line = |node: &Node| {
        let paragraphs = node.nodes().map(Node::text).collect::<Vec<_>>().join(" ");
        let mut line = String::new();
        push_escaped(&mut line, &one_line(&paragraphs));
        line
    };
    page.nodes().filter(is_furniture).map(line).filter(|line| !line.is_empty()).collect()
}

/// A count that is 1 where it is not stated.
fn number(node: &Node, name: &str) -> usize {
    node.attribute(name).and_then(|number| number.parse().ok()).unwrap_or(1).max(1)
}

/// The rows of a table, whatever groups they stand in.
fn rows_of<'n>(node: &'n Node, rows: &mut Vec<&'n Node>) {
    for child in node.nodes() {
        match child.name.as_str() {
            "table-row" => rows.push(child),
            "table-header-rows" | "table-rows" | "table-row-group" => rows_of(child, rows),
            _ => {}
        }
    }
}

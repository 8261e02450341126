//! Paragraphs, lists and tables of the body, written one after the other.

use super::controls::{is_contents, is_placeholder};
use super::count::part;
use super::inline::{self, Ground, Hung};
use super::notes::{Cited, Kind};
use super::numbering::Numbering;
use super::room::Room;
use super::styles::Role;
use crate::Result;
use crate::office::words::{byline, one_line, push_escaped};
use crate::office::{Grid, Label, Manuscript, Node};
use crate::tally::Tally;

/// Writes the text.
pub(super) struct Writer<'a> {
    room: &'a Room<'a>,
    numbering: Numbering,
    cited: Cited,
    manuscript: Manuscript<'a>,
    /// Words of paragraphs whose end was deleted: the next paragraph begins with them.
    held: String,
    /// What is written on: white letters are hidden on the page alone.
    ground: Ground,
    /// Charts and diagrams in the cells of the table that is being read, by their relations.
    waiting: Vec<String>,
    tally: Tally,
}

impl<'a> Writer<'a> {
    /// An empty text.
    pub(super) fn new(
        room: &'a Room<'a>,
        numbering: Numbering,
        manuscript: Manuscript<'a>,
    ) -> Self {
        let (held, tally) = (String::new(), Tally::default());
        let cited = Cited::default();
        Self {
            room,
            numbering,
            cited,
            manuscript,
            held,
            ground: Ground::Page,
            waiting: vec![],
            tally,
        }
    }

    /// The next block of the body.
    pub(super) fn take(&mut self, node: &Node) -> Result<()> {
        self.tally.node(node, &|node| part(node, &self.room.styles));
        self.block(node)
    }

    fn block(&mut self, node: &Node) -> Result<()> {
        match node.name.as_str() {
            "p" => self.paragraph(node),
            "tbl" => self.table(node),
            "sdt" if is_contents(node) || is_placeholder(node) => Ok(()),
            // content controls, tracked insertions, custom markup: what they hold is the text
            "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" | "txbxContent"
            | "AlternateContent" | "Choice" => node.nodes().try_for_each(|inner| self.block(inner)),
            _ => Ok(()),
        }
    }

    /// The notes that were cited and all comments; the whole text, and the words it should have.
    pub(super) fn finish(mut self) -> Result<(Manuscript<'a>, Tally)> {
        if !self.held.is_empty() {
            let held = std::mem::take(&mut self.held);
            self.manuscript.paragraph(&held)?;
        }
        self.ground = Ground::Other;
        for id in self.room.notes.comments() {
            // one that the text does not cite comes last
            self.cited.mark(Kind::Comment, id);
        }
        let mut at = 0;
        // notes may cite further ones
        while let Some((kind, id, mark)) = self.cited.get(at) {
            at += 1;
            let room = self.room;
            let Some(note) = room.notes.get(kind, &id) else { continue };
            self.tally.node(note, &|node| part(node, &room.styles));
            let words = self.paragraphs_in(note).join(" ");
            let mut said = String::new();
            if kind == Kind::Comment {
                let (author, date) = (note.attribute("author"), note.attribute("date"));
                push_escaped(&mut said, &byline(author, date));
            }
            said.push_str(&words);
            self.manuscript.note(&mark, &said)?;
        }
        Ok((self.manuscript, self.tally))
    }

    fn paragraph(&mut self, node: &Node) -> Result<()> {
        let properties = node.child("pPr");
        let role = self.room.styles.role(properties);
        if role == Role::Contents {
            return Ok(());
        }
        let mut inline = inline::read(node, self.room, &mut self.cited, self.ground);
        if ends_deleted(properties) {
            self.held.push_str(&inline.text);
        } else {
            let words = match std::mem::take(&mut self.held) {
                held if held.is_empty() => std::mem::take(&mut inline.text),
                held => held + &inline.text,
            };
            self.words(node, role, &words)?;
        }
        inline.hung.into_iter().try_for_each(|hung| match hung {
            Hung::Box(node) => self
                .upon(Ground::Other, |writer| node.nodes().try_for_each(|node| writer.block(node))),
            Hung::Part(id) => self.drawing(id),
        })
    }

    /// Writes what stands on another ground.
    fn upon<T>(&mut self, ground: Ground, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.ground, ground);
        let written = write(self);
        self.ground = before;
        written
    }

    fn words(&mut self, node: &Node, role: Role, words: &str) -> Result<()> {
        // a paragraph without words is numbered all the same
        let label = self.label(node.child("pPr"));
        match (role, label) {
            (Role::Code, _) => self.manuscript.code(&inline::raw(node)),
            _ if words.trim().is_empty() => Ok(()),
            (Role::Heading(level), Some((Label::Number(_, number), _))) if !number.is_empty() => {
                let number = number.strip_suffix('.').unwrap_or(&number);
                self.manuscript.heading(level, &format!("{number} {words}"))
            }
            (Role::Heading(level), _) => self.manuscript.heading(level, words),
            (_, Some((label, level))) => self.manuscript.item(level, &label, words),
            (Role::Caption, None) => self.manuscript.caption(words),
            (Role::Quote, None) => self.manuscript.quote(words),
            (_, None) => self.manuscript.paragraph(words),
        }
    }

    fn label(&mut self, properties: Option<&Node>) -> Option<(Label, usize)> {
        let (numbered, style) = self.room.styles.numbered(properties);
        self.numbering.next(&numbered, style.as_deref())
    }

    fn drawing(&mut self, id: &str) -> Result<()> {
        let Some(part) = self.room.relations.part(id) else { return Ok(()) };
        self.room.drawings.count(part, &mut self.tally);
        self.room.drawings.write(part, &mut self.manuscript)
    }

    fn table(&mut self, node: &Node) -> Result<()> {
        self.upon(Ground::Other, |writer| writer.grid(node))
    }

    fn grid(&mut self, node: &Node) -> Result<()> {
        let rows: Vec<&Node> = inside(node, "tr");
        if let [row] = rows.as_slice()
            && let [cell] = inside(row, "tc").as_slice()
        {
            // a frame drawn around text, not a table
            return cell.nodes().try_for_each(|inner| self.block(inner));
        }
        let mut grid = Grid::default();
        for row in rows {
            let properties = row.child("trPr");
            if properties.is_some_and(|properties| properties.child("del").is_some()) {
                continue;
            }
            grid.row();
            grid.skip(properties.map_or(0, |properties| span(properties, "gridBefore", 0)));
            inside(row, "tc").into_iter().for_each(|cell| self.cell(cell, &mut grid));
            grid.skip(properties.map_or(0, |properties| span(properties, "gridAfter", 0)));
        }
        self.manuscript.table(&grid)?;
        // no cell holds a chart: it stands below
        std::mem::take(&mut self.waiting).iter().try_for_each(|id| self.drawing(id))
    }

    fn cell(&mut self, cell: &Node, grid: &mut Grid) {
        let properties = cell.child("tcPr");
        let columns = properties.map_or(1, |properties| span(properties, "gridSpan", 1));
        let merge = properties.and_then(|properties| properties.child("vMerge"));
        match merge.map(|merge| merge.attribute("val")) {
            Some(None | Some("continue")) => grid.below(columns),
            _ => grid.cell(&self.paragraphs_in(cell).join(" "), columns),
        }
    }

    /// The words of each paragraph in `node`, nested tables and text boxes included.
    fn paragraphs_in(&mut self, node: &Node) -> Vec<String> {
        let mut found = Vec::new();
        for child in node.nodes() {
            match child.name.as_str() {
                "p" => {
                    let label = self.label(child.child("pPr"));
                    let inline = inline::read(child, self.room, &mut self.cited, self.ground);
                    let mut words = one_line(&inline.text);
                    if let Some((Label::Number(_, label), _)) = label {
                        words = one_line(&format!("{label} {words}"));
                    }
                    found.extend((!words.is_empty()).then_some(words));
                    for hung in inline.hung {
                        match hung {
                            Hung::Box(node) => found.extend(self.paragraphs_in(node)),
                            Hung::Part(id) => self.waiting.push(id.to_owned()),
                        }
                    }
                }
                "del" | "moveFrom" | "Fallback" => {}
                _ => found.extend(self.paragraphs_in(child)),
            }
        }
        found
    }
}

/// A whole number among properties, such as how many columns a cell covers.
fn span(properties: &Node, name: &str, default: usize) -> usize {
    properties.value(name).and_then(|span| span.parse().ok()).unwrap_or(default)
}

/// Whether the mark at the paragraph's end is deleted or moved away.
fn ends_deleted(properties: Option<&Node>) -> bool {
    let mark = properties.and_then(|properties| properties.child("rPr"));
    mark.is_some_and(|mark| mark.child("del").is_some() || mark.child("moveFrom").is_some())
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

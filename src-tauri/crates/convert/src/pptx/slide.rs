//! One slide: its title, its shapes in reading order, its notes and comments.

use super::bullets::Bullets;
use super::layout::{Behind, Layouts};
use super::shapes::{Place, Placeholder, in_reading_order, properties};
use crate::Result;
use crate::office::drawing::{Drawings, described, words};
use crate::office::words::{byline, one_line, push_escaped};
use crate::office::{Grid, Manuscript, Node, Package, Relations};
use crate::tally::{Part, Tally};
use std::collections::HashMap;

/// Names of those who comment, by their ids.
pub(super) type Authors = HashMap<String, String>;

/// What the slides of a presentation share.
#[derive(Default)]
pub(super) struct Talk {
    pub(super) authors: Authors,
    pub(super) layouts: Layouts,
    /// Comments so far.
    pub(super) comments: u32,
    /// The words on the slides, as they lie in the file.
    pub(super) tally: Tally,
    /// Parts that were not read.
    pub(super) unread: Vec<String>,
}

/// Writes one slide, which is the `number`-th.
///
/// # Errors
/// `Damaged` or `TooLarge`.
pub(super) fn write(
    package: &mut Package,
    name: &str,
    number: u32,
    talk: &mut Talk,
    manuscript: &mut Manuscript,
) -> Result<()> {
    let Some(part) = package.parse(name)? else { return Ok(()) };
    let relations = Relations::of(package, name)?;
    let behind = talk.layouts.behind(package, &relations)?;
    let drawings = Drawings::read(package, &relations)?;
    talk.unread.extend(relations.unread().map(|told| format!("slide {number}: {told}")));
    talk.tally.node(&part, &counted);
    drawings.count_all(&mut talk.tally);
    let slide = Slide { relations: &relations, behind: &behind, drawings: &drawings };
    let tree = part.child("cSld").and_then(|slide| slide.child("spTree"));
    let mut shapes = Vec::new();
    tree.into_iter().for_each(|tree| slide.collect(tree, &mut shapes));
    let mut shapes = in_reading_order(shapes);
    match slide.take_title(&mut shapes) {
        Some(title) => manuscript.heading(1, &title)?,
        None => manuscript.heading(1, &format!("Slide {number}"))?,
    }
    if matches!(part.attribute("show"), Some("0" | "false" | "off")) {
        manuscript.paragraph("(Hidden slide)")?;
    }
    shapes.into_iter().try_for_each(|shape| slide.shape(shape, manuscript))?;
    write_notes(package, &relations, &mut talk.tally, manuscript)?;
    write_comments(package, &relations, talk, manuscript)
}

/// What an element of a slide is to the count: what every slide repeats, hidden shapes and second
/// copies are left out on purpose, and formulas are written in LaTeX.
fn counted(node: &Node) -> Part {
    match node.name.as_str() {
        "t" => Part::Letters,
        "r" | "fld" => Part::Inside,
        "oMath" | "Fallback" => Part::LeftOut,
        "sp" | "grpSp" | "graphicFrame" | "pic" if is_left_out(node) => Part::LeftOut,
        _ => Part::Apart,
    }
}

fn is_left_out(shape: &Node) -> bool {
    is_hidden(shape) || Placeholder::of(shape).is_some_and(|place| place.is_furniture())
}

/// Reads who comments, of old and new comments alike.
///
/// # Errors
/// Those of [`Package::parse`].
pub(super) fn authors(package: &mut Package, relations: &Relations) -> Result<Authors> {
    let mut authors = Authors::new();
    for kind in ["commentAuthors", "authors"] {
        for name in relations.parts_of_kind(kind) {
            let part = package.parse(name)?;
            for author in part.iter().flat_map(Node::nodes) {
                if let (Some(id), Some(name)) = (author.attribute("id"), author.attribute("name")) {
                    authors.insert(id.to_owned(), name.to_owned());
                }
            }
        }
    }
    Ok(authors)
}

struct Slide<'a> {
    relations: &'a Relations,
    behind: &'a Behind,
    drawings: &'a Drawings,
}

impl Slide<'_> {
    /// The shapes in a tree or group, each with its place there.
    fn collect<'n>(&self, tree: &'n Node, into: &mut Vec<(Option<Place>, &'n Node)>) {
        for node in tree.nodes() {
            match node.name.as_str() {
                "sp" | "grpSp" | "graphicFrame" | "pic" => {
                    let inherited = || self.behind.place(&Placeholder::of(node)?);
                    into.push((Place::of(node).or_else(inherited), node));
                }
                "AlternateContent" => {
                    let before = into.len();
                    node.nodes()
                        .filter(|choice| choice.name == "Choice")
                        .for_each(|choice| self.collect(choice, into));
                    if into.len() == before
                        && let Some(other) = node.child("Fallback")
                    {
                        self.collect(other, into);
                    }
                }
                _ => {}
            }
        }
    }

    /// The words of the first title, whose shape is taken out.
    fn take_title(&self, shapes: &mut Vec<&Node>) -> Option<String> {
        let title_of = |shape: &Node| {
            Placeholder::of(shape).filter(Placeholder::is_title)?;
            let title = self.paragraphs(shape.child("txBody")?).join(" ");
            let title = one_line(&title);
            (!title.is_empty()).then_some(title)
        };
        let (at, title) =
            shapes.iter().enumerate().find_map(|(at, shape)| Some((at, title_of(shape)?)))?;
        shapes.remove(at);
        Some(title)
    }

    fn paragraphs(&self, body: &Node) -> Vec<String> {
        let paragraphs = body.nodes().filter(|node| node.name == "p");
        paragraphs.map(|node| words(node, self.relations)).collect()
    }

    fn shape(&self, shape: &Node, manuscript: &mut Manuscript) -> Result<()> {
        let placeholder = Placeholder::of(shape);
        if is_left_out(shape) {
            return Ok(());
        }
        match shape.name.as_str() {
            "sp" => match shape.child("txBody") {
                Some(body) => self.text(body, placeholder.as_ref(), manuscript),
                None => Ok(()),
            },
            "grpSp" => {
                let mut shapes = Vec::new();
                self.collect(shape, &mut shapes);
                let mut shapes = in_reading_order(shapes).into_iter();
                shapes.try_for_each(|shape| self.shape(shape, manuscript))
            }
            "graphicFrame" => self.frame(shape, manuscript),
            _ => picture(shape, manuscript),
        }
    }

    fn text(
        &self,
        body: &Node,
        placeholder: Option<&Placeholder>,
        manuscript: &mut Manuscript,
    ) -> Result<()> {
        let mut bullets = Bullets::of(body, placeholder, self.behind);
        manuscript.end_list();
        for paragraph in body.nodes().filter(|node| node.name == "p") {
            let words = words(paragraph, self.relations);
            if words.trim().is_empty() {
                continue;
            }
            match bullets.next(paragraph) {
                Some((level, label)) => manuscript.item(level, &label, &words)?,
                None => manuscript.paragraph(&words)?,
            }
        }
        manuscript.end_list();
        Ok(())
    }

    /// A table, a chart, a diagram, or the picture of something else.
    fn frame(&self, frame: &Node, manuscript: &mut Manuscript) -> Result<()> {
        let data = frame.child("graphic").and_then(|graphic| graphic.child("graphicData"));
        let Some(data) = data else { return Ok(()) };
        if let Some(table) = data.child("tbl") {
            return manuscript.table(&self.table(table));
        }
        let chart = data.child("chart").and_then(|chart| chart.attribute("id"));
        let diagram = data.child("relIds").and_then(|diagram| diagram.attribute("dm"));
        match chart.or(diagram).and_then(|id| self.relations.part(id)) {
            Some(part) => self.drawings.write(part, manuscript),
            None => picture(frame, manuscript),
        }
    }

    fn table(&self, table: &Node) -> Grid {
        let mut grid = Grid::default();
        for row in table.nodes().filter(|node| node.name == "tr") {
            grid.row();
            for cell in row.nodes().filter(|node| node.name == "tc") {
                let is_on = |name: &str| matches!(cell.attribute(name), Some("1" | "true" | "on"));
                let columns = cell.attribute("gridSpan").and_then(|span| span.parse().ok());
                let columns: usize = columns.unwrap_or(1);
                if is_on("hMerge") {
                    // said by the cell to the left
                } else if is_on("vMerge") {
                    grid.below(columns);
                } else {
                    let paragraphs = cell.child("txBody").map(|body| self.paragraphs(body));
                    grid.cell(&paragraphs.unwrap_or_default().join(" "), columns);
                }
            }
        }
        grid
    }
}

fn is_hidden(shape: &Node) -> bool {
    let properties = properties(shape).and_then(|properties| properties.child("cNvPr"));
    properties
        .and_then(|shape| shape.attribute("hidden"))
        .is_some_and(|on| on == "1" || on == "true")
}

/// What describes a picture.
fn picture(shape: &Node, manuscript: &mut Manuscript) -> Result<()> {
    let properties = properties(shape).and_then(|properties| properties.child("cNvPr"));
    match properties.and_then(described) {
        Some(words) => manuscript.paragraph(&words),
        None => Ok(()),
    }
}

/// What the speaker has noted.
fn write_notes(
    package: &mut Package,
    slide: &Relations,
    tally: &mut Tally,
    manuscript: &mut Manuscript,
) -> Result<()> {
    for name in slide.parts_of_kind("notesSlide") {
        let Some(part) = package.parse(name)? else { continue };
        let relations = Relations::of(package, name)?;
        let behind = Behind::default();
        let drawings = Drawings::default();
        let notes = Slide { relations: &relations, behind: &behind, drawings: &drawings };
        let Some(tree) = part.child("cSld").and_then(|slide| slide.child("spTree")) else {
            continue;
        };
        tally.node(tree, &counted);
        let is_said = |shape: &&Node| {
            !is_left_out(shape)
                && shape.child("txBody").is_some_and(|body| {
                    notes.paragraphs(body).iter().any(|words| !words.trim().is_empty())
                })
        };
        let mut said = tree.nodes().filter(is_said).peekable();
        if said.peek().is_some() {
            manuscript.heading(3, "Notes")?;
        }
        said.try_for_each(|shape| notes.shape(shape, manuscript))?;
    }
    Ok(())
}

/// What others have said of the slide, with replies, as notes.
fn write_comments(
    package: &mut Package,
    slide: &Relations,
    talk: &mut Talk,
    manuscript: &mut Manuscript,
) -> Result<()> {
    let mut said = Vec::new();
    for name in slide.parts_of_kind("comments") {
        let part = package.parse(name)?;
        part.iter()
            .flat_map(Node::nodes)
            .for_each(|node| collect_comment(node, &talk.authors, &mut said));
    }
    said.iter().try_for_each(|words| {
        talk.comments = talk.comments.saturating_add(1);
        manuscript.note(&format!("c{}", talk.comments), words)
    })
}

fn collect_comment(comment: &Node, authors: &Authors, said: &mut Vec<String>) {
    let none = Relations::default();
    let mut text = String::new();
    if let Some(old) = comment.child("text") {
        push_escaped(&mut text, &old.text());
    }
    for paragraph in comment.child("txBody").into_iter().flat_map(Node::nodes) {
        if paragraph.name == "p" {
            text.push(' ');
            text.push_str(&words(paragraph, &none));
        }
    }
    if !text.trim().is_empty() {
        let author = comment.attribute("authorId").and_then(|id| authors.get(id));
        let date = comment.attribute("dt").or_else(|| comment.attribute("created"));
        let mut words = String::new();
        push_escaped(&mut words, &byline(author.map(String::as_str), date));
        words.push_str(&one_line(&text));
        said.push(words);
    }
    let replies = comment.child("replyLst").into_iter().flat_map(Node::nodes);
    replies.for_each(|reply| collect_comment(reply, authors, said));
}

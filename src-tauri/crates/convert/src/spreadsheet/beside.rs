//! What stands beside the cells of a workbook and its reader does not give: comments, old ones and
//! those with replies, as notes; text boxes and charts of sheets. Reads the package's own parts.

use super::package::broken;
use crate::office::drawing::Drawings;
use crate::office::words::{byline, one_line, push_escaped};
use crate::office::{Manuscript, Node, Package, Relations};
use crate::tally::{Part, Tally};
use crate::{Limits, Result};
use std::collections::{HashMap, HashSet};
use types::Format;

/// Most comments that are kept.
const COMMENTS: usize = 10_000;

/// Everything beside the cells of one sheet.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// What each comment says, with its cell and its author; as Markdown.
    pub(super) comments: Vec<String>,
    /// Text boxes and charts, as Markdown.
    pub(super) drawn: String,
}

/// What stands beside the cells, by the names of their sheets. Parts that cannot be read are told.
pub(super) fn read(
    bytes: &[u8],
    limits: &Limits,
    tally: &mut Tally,
    warnings: &mut Vec<String>,
) -> HashMap<String, Beside> {
    let mut found = HashMap::new();
    let Ok(mut package) = Package::open(bytes, Format::Spreadsheet) else { return found };
    let whole = if package.names_ending("content.xml").is_empty() {
        excel(&mut package, limits, tally, &mut found)
    } else {
        open_document(&mut package, tally, &mut found)
    };
    if whole.is_err() {
        warnings.push("its comments and drawings cannot be read".to_owned());
    }
    found
}

fn excel(
    package: &mut Package,
    limits: &Limits,
    tally: &mut Tally,
    found: &mut HashMap<String, Beside>,
) -> Result<()> {
    let Some(book) = package.parse("xl/workbook.xml")? else { return Ok(()) };
    let relations = Relations::of(package, "xl/workbook.xml")?;
    let people = people(package, &relations)?;
    for sheet in book.child("sheets").into_iter().flat_map(Node::nodes) {
        let (Some(name), Some(part)) =
            (sheet.attribute("name"), sheet.all("id").find_map(|id| relations.part(id)))
        else {
            continue;
        };
        let relations = Relations::of(package, part)?;
        let mut beside = Beside::default();
        let mut threaded = Vec::new();
        for name in relations.parts_of_kind("threadedComment") {
            threads(package.parse(name)?.as_ref(), &people, tally, &mut threaded);
        }
        for name in relations.parts_of_kind("comments") {
            let part = package.parse(name)?;
            notes(part.as_ref(), &threaded, tally, &mut beside.comments);
        }
        beside.comments.extend(threaded.into_iter().map(|(_, said)| said));
        beside.comments.truncate(COMMENTS);
        for name in relations.parts_of_kind("drawing") {
            beside.drawn.push_str(&drawn(package, name, limits, tally)?);
        }
        found.insert(name.to_owned(), beside);
    }
    Ok(())
}

/// Who commented, by their ids.
fn people(package: &mut Package, relations: &Relations) -> Result<HashMap<String, String>> {
    let mut people = HashMap::new();
    for name in relations.parts_of_kind("person") {
        let part = package.parse(name)?;
        for person in part.iter().flat_map(Node::nodes) {
            let name = person.attribute("displayName");
            if let (Some(id), Some(name)) = (person.attribute("id"), name) {
                people.insert(id.to_owned(), name.to_owned());
            }
        }
    }
    Ok(people)
}

/// Comments with replies: their cells and what they say.
fn threads(
    part: Option<&Node>,
    people: &HashMap<String, String>,
    tally: &mut Tally,
    said: &mut Vec<(String, String)>,
) {
    for comment in part.into_iter().flat_map(Node::nodes) {
        let author = comment.attribute("personId").and_then(|id| people.get(id));
        let cell = comment.attribute("ref").unwrap_or_default();
        let words = comment.child("text").map(Node::text).unwrap_or_default();
        tally.words(&words);
        let author = author.map(String::as_str);
        if let Some(line) = line(cell, author, comment.attribute("dT"), &words) {
            said.push((cell.to_owned(), line));
        }
    }
}

/// Notes in the old form. A cell with a thread has a copy of it here, for old programs.
fn notes(
    part: Option<&Node>,
    threads: &[(String, String)],
    tally: &mut Tally,
    said: &mut Vec<String>,
) {
    let Some(part) = part else { return };
    let names = part.child("authors").into_iter().flat_map(Node::nodes).map(Node::text);
    let authors: Vec<String> = names.collect();
    let threads: HashSet<&str> = threads.iter().map(|(cell, _)| cell.as_str()).collect();
    for comment in part.child("commentList").into_iter().flat_map(Node::nodes) {
        let cell = comment.attribute("ref").unwrap_or_default();
        if threads.contains(cell) {
            continue;
        }
        let author = comment.attribute("authorId").and_then(|id| id.parse::<usize>().ok());
        let author = author.and_then(|at| authors.get(at)).map(String::as_str);
        let mut words = String::new();
        push_letters(comment, &mut words);
        tally.words(&words);
        // Excel begins a note with its author's name
        let own = author.and_then(|author| words.trim().strip_prefix(author)?.strip_prefix(':'));
        said.extend(line(cell, author, None, own.unwrap_or(&words)));
    }
}

/// The letters of a rich text, without the readings beside its words.
fn push_letters(node: &Node, into: &mut String) {
    for child in node.nodes() {
        match child.name.as_str() {
            "t" => into.push_str(&child.text()),
            "rPh" => {}
            _ => push_letters(child, into),
        }
    }
}

fn line(cell: &str, author: Option<&str>, date: Option<&str>, words: &str) -> Option<String> {
    let words = one_line(words);
    if words.is_empty() {
        return None;
    }
    let cell = if cell.is_empty() { String::new() } else { format!("{cell}: ") };
    let mut said = String::new();
    push_escaped(&mut said, &format!("{cell}{}{words}", byline(author, date)));
    Some(said)
}

/// Text boxes and charts of a drawing, one after the other.
fn drawn(package: &mut Package, name: &str, limits: &Limits, tally: &mut Tally) -> Result<String> {
    let Some(part) = package.parse(name)? else { return Ok(String::new()) };
    let relations = Relations::of(package, name)?;
    let drawings = Drawings::read(package, &relations)?;
    let mut manuscript = Manuscript::new(limits);
    tally.node(&part, &|node| match node.name.as_str() {
        "t" => Part::Letters,
        "r" | "fld" => Part::Inside,
        "oMath" | "Fallback" => Part::LeftOut,
        _ => Part::Apart,
    });
    drawings.count_all(tally);
    shapes(&part, &relations, &drawings, &mut manuscript)?;
    Ok(manuscript.finish(Format::Spreadsheet)?.text)
}

fn shapes(
    node: &Node,
    relations: &Relations,
    drawings: &Drawings,
    manuscript: &mut Manuscript,
) -> Result<()> {
    for child in node.nodes() {
        match child.name.as_str() {
            "txBody" => {
                for paragraph in child.nodes().filter(|node| node.name == "p") {
                    manuscript.paragraph(&crate::office::drawing::words(paragraph, relations))?;
                }
            }
            "chart" | "relIds" => {
                let id = child.attribute("id").or_else(|| child.attribute("dm"));
                if let Some(part) = id.and_then(|id| relations.part(id)) {
                    drawings.write(part, manuscript)?;
                }
            }
            "Fallback" => {}
            _ => shapes(child, relations, drawings, manuscript)?,
        }
    }
    Ok(())
}

/// The annotations of an OpenDocument spreadsheet.
fn open_document(
    package: &mut Package,
    tally: &mut Tally,
    found: &mut HashMap<String, Beside>,
) -> Result<()> {
    const SHEETS: [&str; 3] = ["document-content", "body", "spreadsheet"];
    let content = package.read("content.xml")?.ok_or_else(|| broken("it has no content"))?;
    if !content.windows(11).any(|letters| letters == b"annotation>") {
        return Ok(());
    }
    crate::office::xml::each_in(&content, Format::Spreadsheet, &SHEETS, &mut |sheet| {
        let mut comments = Vec::new();
        annotations(&sheet, tally, &mut comments);
        if let Some(name) = sheet.attribute("name").filter(|_| !comments.is_empty()) {
            let drawn = String::new();
            found.insert(name.to_owned(), Beside { comments, drawn });
        }
        Ok(())
    })
}

fn annotations(node: &Node, tally: &mut Tally, said: &mut Vec<String>) {
    for child in node.nodes() {
        if child.name != "annotation" {
            annotations(child, tally, said);
            continue;
        }
        let text = |name: &str| child.child(name).map(Node::text);
        let paragraphs = child.nodes().filter(|node| node.name == "p").map(Node::text);
        let words = paragraphs.collect::<Vec<_>>().join(" ");
        tally.words(&words);
        if said.len() < COMMENTS {
            said.extend(line("", text("creator").as_deref(), text("date").as_deref(), &words));
        }
    }
}

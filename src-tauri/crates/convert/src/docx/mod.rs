//! DOCX (ECMA-376, WordprocessingML) to Markdown: headings by their styles and outline levels, lists,
//! tables, notes, comments, formulas; headers and footers as notes, where they say something. Bold and
//! italic are left out, and so are deleted text and tables of contents; hidden text is kept and
//! marked. Never trusts a size that the archive declares, knows no XML
//! entities, and fetches nothing that the document refers to.

mod body;
mod controls;
mod count;
mod inline;
mod notes;
mod numbering;
mod room;
mod styles;
mod symbols;
#[cfg(test)]
mod tests;

use crate::office::drawing::Drawings;
use crate::office::words::{one_line, push_escaped};
use crate::office::{Manuscript, Package, Relations, properties, xml};
use crate::{Error, Limits, Result};
use types::{ConvertedText, Format};

/// Where the blocks of the text stand.
const BODY: [&str; 2] = ["document", "body"];

/// Converts a DOCX file.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let mut package = Package::open(bytes, Format::Docx)?;
    let (name, document) = main_part(&mut package)?;
    let relations = Relations::of(&mut package, &name)?;
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut part = |kind: &str, usual: &str| {
        let stated = relations.parts_of_kind(kind).first().map(|name| (*name).to_owned());
        package.parse(&stated.unwrap_or_else(|| format!("{folder}/{usual}")))
    };
    let styles = styles::Styles::read(part("styles", "styles.xml")?.as_ref());
    let numbering = numbering::Numbering::read(part("numbering", "numbering.xml")?.as_ref());
    let mut notes = notes::Notes::default();
    notes.add(notes::Kind::Footnote, part("footnotes", "footnotes.xml")?);
    notes.add(notes::Kind::Endnote, part("endnotes", "endnotes.xml")?);
    notes.add(notes::Kind::Comment, part("comments", "comments.xml")?);
    let drawings = Drawings::read(&mut package, &relations)?;
    let room = room::Room { styles, relations: &relations, notes, drawings };
    let core = package.parse("docProps/core.xml")?;
    let mut writer = body::Writer::new(&room, numbering, Manuscript::new(limits));
    xml::each_in(&document, Format::Docx, &BODY, &mut |node| writer.take(&node))?;
    let (mut manuscript, tally) = writer.finish()?;
    manuscript.furniture(&furniture(&mut package, &relations)?)?;
    let mut converted = manuscript.finish(Format::Docx)?;
    converted.warnings.extend(tally.warning(&converted.text));
    converted.warnings.extend(relations.unread());
    converted.reference = core.as_ref().map(properties::read).unwrap_or_default();
    if let Some(title) = &converted.reference.title {
        converted.title = Some(title.clone());
    }
    Ok(converted)
}

/// What headers and footers say, each as one line.
fn furniture(package: &mut Package, relations: &Relations) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for kind in ["header", "footer"] {
        for name in relations.parts_of_kind(kind) {
            let part = package.parse(name)?;
            let words = part.map(|part| inline::plain(&part)).unwrap_or_default();
            let mut line = String::with_capacity(words.len());
            push_escaped(&mut line, &one_line(&words));
            lines.push(line);
        }
    }
    Ok(lines)
}

/// The text part and its name: what the package says it is, else where Word puts it.
fn main_part(package: &mut Package) -> Result<(String, Vec<u8>)> {
    const USUAL: &str = "word/document.xml";
    let relations = Relations::of(package, "")?;
    let stated = relations.parts_of_kind("officeDocument");
    for name in stated.into_iter().chain([USUAL]) {
        if let Some(part) = package.read(name)? {
            return Ok((name.to_owned(), part));
        }
    }
    Err(Error::damaged(Format::Docx, "it has no text part"))
}

//! DOCX (ECMA-376, WordprocessingML) to Markdown: headings by their styles and outline levels, lists,
//! tables, notes, comments, formulas. Bold and italic are left out, and so are headers, footers,
//! deleted text and tables of contents. Never trusts a size that the archive declares, knows no XML
//! entities, and fetches nothing that the document refers to.

mod body;
mod inline;
mod notes;
mod numbering;
mod styles;
mod symbols;
#[cfg(test)]
mod tests;

use crate::office::drawing::Drawings;
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
    let room = body::Room { styles, relations: &relations, notes, drawings };
    let core = package.parse("docProps/core.xml")?;
    let mut writer = body::Writer::new(&room, numbering, Manuscript::new(limits));
    xml::each_in(&document, Format::Docx, &BODY, &mut |node| writer.block(&node))?;
    let mut converted = writer.finish()?.finish(Format::Docx)?;
    converted.reference = core.as_ref().map(properties::read).unwrap_or_default();
    if let Some(title) = &converted.reference.title {
        converted.title = Some(title.clone());
    }
    Ok(converted)
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

//! PPTX (ECMA-376, PresentationML) to Markdown: a heading a slide, then what stands on it from top to
//! bottom, its tables and charts, the speaker's notes, and comments as notes. Footers, dates and slide
//! numbers are left out, and so are hidden shapes and what stands on layouts and masters. Every
//! slide's title is of level 1: there is no title above them. Fetches nothing that the slides refer to.

mod bullets;
mod layout;
mod shapes;
mod slide;
#[cfg(test)]
mod tests;

use crate::office::{Manuscript, Node, Package, Relations, properties};
use crate::{Error, Limits, Result};
use types::{ConvertedText, Format};

/// Converts a PPTX file.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let mut package = Package::open(bytes, Format::Pptx)?;
    let name = main_part(&mut package)?;
    let presentation = package.parse(&name)?.ok_or_else(no_slides)?;
    let relations = Relations::of(&mut package, &name)?;
    let slides = presentation.child("sldIdLst").into_iter().flat_map(Node::nodes);
    // an id of its own, and that of its relation
    let part = |slide: &Node| slide.all("id").find_map(|id| relations.part(id).map(str::to_owned));
    let slides: Vec<String> = slides.filter_map(part).collect();
    if slides.len() as u64 > u64::from(limits.pages) {
        return Err(Error::TooLarge { what: format!("it has more than {} slides", limits.pages) });
    }
    let authors = slide::authors(&mut package, &relations)?;
    let mut talk = slide::Talk { authors, ..slide::Talk::default() };
    let mut manuscript = Manuscript::new(limits);
    for (name, number) in slides.iter().zip(1u32..) {
        slide::write(&mut package, name, number, &mut talk, &mut manuscript)?;
    }
    let mut converted = manuscript.finish(Format::Pptx)?;
    converted.warnings.extend(talk.tally.warning(&converted.text));
    converted.warnings.extend(talk.unread);
    let core = package.parse("docProps/core.xml")?;
    converted.reference = core.as_ref().map(properties::read).unwrap_or_default();
    if let Some(title) = &converted.reference.title {
        converted.title = Some(title.clone());
    }
    Ok(converted)
}

/// The name of the part that lists the slides.
fn main_part(package: &mut Package) -> Result<String> {
    let relations = Relations::of(package, "")?;
    let stated = relations.parts_of_kind("officeDocument").first().map(|name| (*name).to_owned());
    Ok(stated.unwrap_or_else(|| "ppt/presentation.xml".to_owned()))
}

fn no_slides() -> Error {
    Error::damaged(Format::Pptx, "it has no list of slides")
}

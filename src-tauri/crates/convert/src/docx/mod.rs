//! DOCX (ECMA-376, WordprocessingML) to Markdown: headings by their styles, lists, tables, notes.
//! Bold and italic are left out, and so are headers, footers, comments, deleted text and tables of
//! contents. Never trusts a size that the archive declares, and knows no XML entities.

mod body;
mod inline;
mod numbering;
mod package;
mod styles;
mod xml;

use crate::{Error, Limits, Result, markdown};
use package::Package;
use types::{ConvertedText, Format};

/// Converts a DOCX file.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let mut package = Package::open(bytes)?;
    let document =
        package.read("word/document.xml")?.ok_or_else(|| broken("it has no text part"))?;
    let part = |package: &mut Package, name: &str| -> Result<Option<xml::Node>> {
        package.read(name)?.map(|part| xml::parse(&part)).transpose()
    };
    let room = body::Room {
        styles: styles::Styles::read(part(&mut package, "word/styles.xml")?.as_ref()),
        text_bytes: limits.text_bytes,
    };
    let numbering = numbering::Numbering::read(part(&mut package, "word/numbering.xml")?.as_ref());
    let mut writer = body::Writer::new(&room, numbering);
    xml::each_at(&document, body::DEPTH, &mut |node| writer.block(&node))?;
    for (name, mark) in [("word/footnotes.xml", ""), ("word/endnotes.xml", "e")] {
        if let Some(notes) = part(&mut package, name)? {
            writer.notes(&notes, mark)?;
        }
    }
    let core = part(&mut package, "docProps/core.xml")?;
    let stated = core.as_ref().and_then(|core| core.child("title")).map(xml::Node::text);
    let text = writer.finish();
    limits.check_text(text.len())?;
    let outline = markdown::outline(&text);
    let first = outline.blocks.iter().map(|block| &block.title).find(|title| !title.is_empty());
    let title = stated.filter(|title| is_title(title)).or(outline.title).or(first.cloned());
    Ok(ConvertedText {
        format: Format::Docx,
        blocks: outline.blocks,
        title,
        text,
        pages: Vec::new(),
        warnings: Vec::new(),
    })
}

fn broken(detail: &str) -> Error {
    Error::damaged(Format::Docx, detail)
}

/// Programs fill in titles of their own where the author gave none.
fn is_title(title: &str) -> bool {
    let title = title.trim();
    !title.is_empty() && !title.starts_with("Microsoft Word") && title != "Word Document"
}

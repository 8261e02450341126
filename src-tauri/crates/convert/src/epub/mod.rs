//! EPUB (2 and 3): the pages of the reading order, one after the other, as one Markdown text. Headings
//! stand at the depth that the book's table of contents gives them. A page that the book calls its
//! cover or its table of contents is left out where it is nothing else. Encrypted books are refused;
//! nothing outside of the archive is read.

mod book;
mod contents;
mod opf;
mod parts;
#[cfg(test)]
mod tests;

use crate::html;
use crate::html::page::{Id, Page};
use crate::office::Package;
use crate::{Error, Limits, Result, markdown};
use book::Book;
use opf::Opf;
use parts::{broken, resolve, xml};
use types::{ConvertedText, Format};

/// Converts an EPUB book.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let mut package = Package::open(bytes, Format::Epub)?;
    let opf_path = root_file(&mut package)?;
    let page =
        xml(&mut package, &opf_path)?.ok_or_else(|| broken("its package file is missing"))?;
    let opf = Opf::read(&page, &opf_path);
    refuse_encrypted(&mut package, &opf)?;
    let mut book = Book { page: Page::new(), chapters: Vec::new() };
    let mut warnings = opf.warnings.clone();
    warnings.extend(book.read(&mut package, &opf, limits)?);
    let entries = contents::entries(&mut package, &opf)?;
    let reading = contents::reading(&book, &entries);
    let text = html::book(&book.page, &reading, limits)?;
    let outline = markdown::outline(&text);
    warnings.extend(book.tally().warning(&text));
    Ok(ConvertedText {
        title: opf.reference.title.clone().or(outline.title),
        warnings,
        reference: opf.reference,
        ..ConvertedText::new(Format::Epub, text, outline.blocks)
    })
}

fn root_file(package: &mut Package) -> Result<String> {
    let container = xml(package, "META-INF/container.xml")?;
    let path = container.as_ref().and_then(|page| {
        let root = (0..page.len()).find(|id| page.tag(*id) == "rootfile")?;
        page.attribute(root, "full-path").map(str::to_owned)
    });
    path.filter(|path| !path.is_empty())
        .ok_or_else(|| broken("it does not say where its package is"))
}

/// A book whose pages are encrypted cannot be read; fonts that are merely scrambled do not matter.
fn refuse_encrypted(package: &mut Package, opf: &Opf) -> Result<()> {
    const FONTS: [&str; 2] =
        ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];
    let Some(page) = xml(package, "META-INF/encryption.xml")? else { return Ok(()) };
    let each = |within: Id, tag: &'static str| {
        let page = &page;
        page.subtree(within).filter(move |id| {
            let name = page.tag(*id);
            name.rsplit(':').next() == Some(tag)
        })
    };
    for data in each(0, "encrypteddata") {
        let mut methods = each(data, "encryptionmethod");
        let scrambles_fonts = methods.any(|id| {
            page.attribute(id, "algorithm").is_some_and(|method| FONTS.contains(&method))
        });
        let hides_a_page = each(data, "cipherreference")
            .filter_map(|id| page.attribute(id, "uri"))
            .filter_map(|uri| resolve("", uri))
            .any(|(path, _)| opf.spine.contains(&path));
        if !scrambles_fonts && hides_a_page {
            return Err(Error::Password { format: Format::Epub });
        }
    }
    Ok(())
}

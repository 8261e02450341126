//! OpenDocument text (ISO/IEC 26300, `.odt` and flat `.fodt`) to Markdown: headings by their outline
//! levels, lists, tables, notes, comments, formulas. Bold and italic are left out, and so are headers,
//! footers, deleted text and tables of contents. Knows no XML entities, and fetches nothing.

mod body;
mod inline;
mod lists;
mod mathml;
mod styles;
#[cfg(test)]
mod tests;

use crate::office::{Manuscript, Node, Package, properties, xml};
use crate::{Error, Limits, Result};
use std::collections::HashMap;
use types::{ConvertedText, Format};

/// Most formulas that are read: each is a part of its own.
const FORMULAS: usize = 5_000;

/// Converts an ODT or FODT file.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    if !bytes.starts_with(b"PK") {
        return read(&[bytes], "document", None, HashMap::new(), limits);
    }
    let mut package = Package::open(bytes, Format::Odt)?;
    let manifest = package.read("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.windows(15).any(|part| part == b"encryption-data") {
        return Err(Error::Password { format: Format::Odt });
    }
    let content = package.read("content.xml")?;
    let content = content.ok_or_else(|| Error::damaged(Format::Odt, "it has no text part"))?;
    let styles = package.read("styles.xml")?.unwrap_or_default();
    let meta = package.parse("meta.xml")?;
    let formulas = formulas(&mut package)?;
    let meta = meta.as_ref().and_then(|meta| meta.child("meta"));
    read(&[&styles, &content], "document-content", meta, formulas, limits)
}

/// Reads the text in the last of `parts`, with the styles of all of them.
fn read(
    parts: &[&[u8]],
    root: &str,
    meta: Option<&Node>,
    formulas: HashMap<String, Node>,
    limits: &Limits,
) -> Result<ConvertedText> {
    let mut styles = styles::Styles::default();
    let mut lists = lists::Lists::default();
    for (at, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
        let root = if at + 1 == parts.len() { root } else { "document-styles" };
        for name in ["styles", "automatic-styles"] {
            xml::each_in(part, Format::Odt, &[root, name], &mut |node| {
                styles.add(&node, name == "automatic-styles");
                lists.add(&node);
                Ok(())
            })?;
        }
    }
    let mut stated = meta.map(properties::read);
    let room = body::Room { styles, formulas };
    let mut writer = body::Writer::new(&room, lists, Manuscript::new(limits));
    let text = parts.last().copied().unwrap_or_default();
    if stated.is_none() {
        // a flat file has its properties beside its text
        let mut flat = Node::default();
        xml::each_in(text, Format::Odt, &[root, "meta"], &mut |node| {
            flat.push(node);
            Ok(())
        })?;
        stated = Some(properties::read(&flat));
    }
    xml::each_in(text, Format::Odt, &[root, "body", "text"], &mut |node| writer.block(&node))?;
    let mut converted = writer.finish()?.finish(Format::Odt)?;
    converted.reference = stated.unwrap_or_default();
    if let Some(title) = &converted.reference.title {
        converted.title = Some(title.clone());
    }
    Ok(converted)
}

/// The formulas in the package, by the names of the objects that hold them.
fn formulas(package: &mut Package) -> Result<HashMap<String, Node>> {
    let mut formulas = HashMap::new();
    for name in package.names_ending("/content.xml").into_iter().take(FORMULAS) {
        // other objects, such as charts and sheets, are pictures to the text
        if let Some(part) = package.parse(&name)?.filter(|part| part.name == "math") {
            let object = name.trim_end_matches("/content.xml").to_owned();
            formulas.insert(object, part);
        }
    }
    Ok(formulas)
}

//! OpenDocument text (ISO/IEC 26300, `.odt` and flat `.fodt`) to Markdown: headings by their outline
//! levels, lists, tables, notes, comments, formulas; headers and footers as notes, where they say
//! something. Presentations and drawings (`.odp`, `.odg`) are read page by page, each under its title.
//! Bold and italic are left out, and so are deleted text and indexes; hidden text is kept and marked.
//! Knows no XML entities, and fetches nothing.

mod body;
mod count;
mod inline;
mod lists;
mod mathml;
mod room;
mod styles;
#[cfg(test)]
mod tests;

use crate::office::{Manuscript, Node, Package, properties, xml};
use crate::tally::Tally;
use crate::{Error, Limits, Result};
use std::collections::HashMap;
use types::{ConvertedText, Format};

/// Most formulas that are read: each is a part of its own.
const FORMULAS: usize = 5_000;

/// Converts an ODT or FODT file.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    if !bytes.starts_with(b"PK") {
        return read(&[bytes], ["document", "body", "text"], None, HashMap::new(), limits);
    }
    let mut package = Package::open(bytes, Format::Odt)?;
    let manifest = package.read("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.windows(15).any(|part| part == b"encryption-data") {
        return Err(Error::Password { format: Format::Odt });
    }
    let media_type = package.read("mimetype")?.unwrap_or_default();
    let media_type = String::from_utf8_lossy(&media_type);
    let kind = match () {
        () if media_type.contains("presentation") => "presentation",
        () if media_type.contains("graphics") => "drawing",
        () => "text",
    };
    let content = package.read("content.xml")?;
    let content = content.ok_or_else(|| Error::damaged(Format::Odt, "it has no text part"))?;
    let styles = package.read("styles.xml")?.unwrap_or_default();
    let meta = package.parse("meta.xml")?;
    let formulas = formulas(&mut package)?;
    let meta = meta.as_ref().and_then(|meta| meta.child("meta"));
    read(&[&styles, &content], ["document-content", "body", kind], meta, formulas, limits)
}

/// Reads the text at `path` in the last of `parts`, with the styles of all of them.
fn read(
    parts: &[&[u8]],
    path: [&str; 3],
    meta: Option<&Node>,
    formulas: HashMap<String, Node>,
    limits: &Limits,
) -> Result<ConvertedText> {
    let mut styles = styles::Styles::default();
    let mut lists = lists::Lists::default();
    let mut furniture = Vec::new();
    let [root, _, kind] = path;
    for (at, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
        let root = if at + 1 == parts.len() { root } else { "document-styles" };
        for name in ["styles", "automatic-styles"] {
            xml::each_in(part, Format::Odt, &[root, name], &mut |node| {
                styles.add(&node, name == "automatic-styles");
                lists.add(&node);
                Ok(())
            })?;
        }
        if kind == "text" {
            xml::each_in(part, Format::Odt, &[root, "master-styles"], &mut |page| {
                furniture.extend(body::furniture(&page));
                Ok(())
            })?;
        }
    }
    let mut stated = meta.map(properties::read);
    let room = room::Room { styles, formulas };
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
    let mut tally = Tally::default();
    xml::each_in(text, Format::Odt, &path, &mut |node| {
        tally.node(&node, &count::part);
        writer.block(&node)
    })?;
    let mut manuscript = writer.finish()?;
    manuscript.furniture(&furniture)?;
    let mut converted = manuscript.finish(Format::Odt)?;
    converted.warnings.extend(tally.warning(&converted.text));
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
